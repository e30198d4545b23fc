/* docs/api.yaml as the judge of every answer: whatever a test asks of the server, the answer must be one that the file
   says, and so must the request if it was granted. Knows as much of JSON Schema as the file uses; a word it does not
   know is a failure. */
#ifndef ASC_TESTS_API_H
#define ASC_TESTS_API_H

#include <jansson.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include <cmocka.h>

/* ---- reading ---- */

static inline json_t *yaml_scalar(const yaml_node_t *node) {
  const char *text = (const char *)node->data.scalar.value;
  char *end;
  if (node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return json_string(text);
  if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) return json_boolean(text[0] == 't');
  long long number = strtoll(text, &end, 10);
  if (end != text && *end == '\0') return json_integer(number);
  return json_string(text);
}

static inline json_t *yaml_value(yaml_document_t *document, int index) {
  const yaml_node_t *node = yaml_document_get_node(document, index);
  if (node->type == YAML_SCALAR_NODE) return yaml_scalar(node);
  json_t *value = node->type == YAML_MAPPING_NODE ? json_object() : json_array();
  if (node->type == YAML_SEQUENCE_NODE)
    for (const yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++)
      json_array_append_new(value, yaml_value(document, *item));
  else
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
      const char *key = (const char *)yaml_document_get_node(document, pair->key)->data.scalar.value;
      if (json_object_get(value, key) != NULL) fail_msg("api.yaml says %s twice", key);
      json_object_set_new(value, key, yaml_value(document, pair->value));
    }
  return value;
}

static inline const json_t *api_file(void) {
  static json_t *api;
  if (api != NULL) return api;
  FILE *file = fopen(TEST_DATA "/../../docs/api.yaml", "r");
  yaml_parser_t parser;
  yaml_document_t document;
  assert_non_null(file);
  assert_true(yaml_parser_initialize(&parser));
  yaml_parser_set_input_file(&parser, file);
  if (!yaml_parser_load(&parser, &document))
    fail_msg("api.yaml, line %zu: %s", parser.problem_mark.line + 1, parser.problem);
  api = yaml_value(&document, 1);
  yaml_document_delete(&document);
  yaml_parser_delete(&parser);
  fclose(file);
  return api;
}

/* What a "$ref" leads to; anything else is itself. */
static inline const json_t *api_follow(const json_t *at) {
  const char *reference = json_string_value(json_object_get(at, "$ref"));
  if (reference == NULL) return at;
  char path[128], *rest = path;
  (void)snprintf(path, sizeof path, "%s", reference + 2);
  at = api_file();
  for (char *part; (part = strsep(&rest, "/")) != NULL;) at = json_object_get(at, part);
  if (at == NULL) fail_msg("api.yaml has no %s", reference);
  return api_follow(at);
}

/* ---- schemas ---- */

typedef struct api_fault {
  char text[512];
} api_fault;

static inline bool api_wrong(api_fault *fault, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline bool api_wrong(api_fault *fault, const char *where, const char *format, ...) {
  va_list args;
  int length = snprintf(fault->text, sizeof fault->text, "%s: ", *where == '\0' ? "it" : where);
  va_start(args, format);
  (void)vsnprintf(fault->text + length, sizeof fault->text - (size_t)length, format, args);
  va_end(args);
  return false;
}

static inline bool api_type_is(const char *type, const json_t *value) {
  static const struct {
    const char *name;
    json_type type;
  } names[] = {{"object", JSON_OBJECT},   {"array", JSON_ARRAY},   {"string", JSON_STRING},
               {"integer", JSON_INTEGER}, {"number", JSON_REAL},   {"number", JSON_INTEGER},
               {"boolean", JSON_TRUE},    {"boolean", JSON_FALSE}, {"null", JSON_NULL}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i].name, type) == 0 && names[i].type == json_typeof(value)) return true;
  return false;
}

static inline bool api_list_has(const json_t *list, const json_t *value) {
  for (size_t i = 0; i < json_array_size(list); i++)
    if (json_equal(json_array_get(list, i), value)) return true;
  return false;
}

static inline bool api_matches(const char *pattern, const char *text) {
  regex_t regex;
  if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0) fail_msg("api.yaml: %s", pattern);
  bool found = regexec(&regex, text, 0, NULL, 0) == 0;
  regfree(&regex);
  return found;
}

static bool api_valid(const json_t *schema, const json_t *value, const char *where, api_fault *fault);

static inline bool api_object_valid(const json_t *schema, const json_t *value, const char *where, api_fault *fault) {
  const json_t *properties = json_object_get(schema, "properties"), *required = json_object_get(schema, "required");
  const json_t *others = json_object_get(schema, "additionalProperties");
  const char *name;
  json_t *member_value;
  for (size_t i = 0; i < json_array_size(required); i++) {
    name = json_string_value(json_array_get(required, i));
    if (json_object_get(value, name) == NULL) return api_wrong(fault, where, "has no %s", name);
  }
  json_object_foreach((json_t *)(uintptr_t)value, name, member_value) {
    char path[256];
    (void)snprintf(path, sizeof path, "%.200s.%.50s", where, name);
    const json_t *known = json_object_get(properties, name);
    if (known == NULL && json_is_false(others)) return api_wrong(fault, where, "has %s, which is not said", name);
    if (known == NULL && json_is_object(others)) known = others;
    if (known != NULL && !api_valid(known, member_value, path, fault)) return false;
  }
  return true;
}

static inline bool api_array_valid(const json_t *schema, const json_t *value, const char *where, api_fault *fault) {
  const json_t *items = json_object_get(schema, "items"), *least = json_object_get(schema, "minItems");
  const json_t *most = json_object_get(schema, "maxItems");
  size_t size = json_array_size(value);
  if (least != NULL && (json_int_t)size < json_integer_value(least)) return api_wrong(fault, where, "is too short");
  if (most != NULL && (json_int_t)size > json_integer_value(most)) return api_wrong(fault, where, "is too long");
  for (size_t i = 0; items != NULL && i < size; i++) {
    char path[256];
    (void)snprintf(path, sizeof path, "%.200s[%zu]", where, i);
    if (!api_valid(items, json_array_get(value, i), path, fault)) return false;
  }
  return true;
}

static inline bool api_scalar_valid(const json_t *schema, const json_t *value, const char *where, api_fault *fault) {
  const json_t *least = json_object_get(schema, "minimum"), *most = json_object_get(schema, "maximum");
  const json_t *shortest = json_object_get(schema, "minLength"), *longest = json_object_get(schema, "maxLength");
  const char *text = json_string_value(value), *pattern = json_string_value(json_object_get(schema, "pattern"));
  if (least != NULL && json_is_number(value) && json_number_value(value) < json_number_value(least))
    return api_wrong(fault, where, "is too small");
  if (most != NULL && json_is_number(value) && json_number_value(value) > json_number_value(most))
    return api_wrong(fault, where, "is too large");
  if (text == NULL) return true;
  if (shortest != NULL && (json_int_t)strlen(text) < json_integer_value(shortest))
    return api_wrong(fault, where, "is too short");
  if (longest != NULL && (json_int_t)strlen(text) > json_integer_value(longest))
    return api_wrong(fault, where, "is too long");
  if (pattern != NULL && !api_matches(pattern, text)) return api_wrong(fault, where, "is \"%s\"", text);
  return true;
}

/* Exactly one of them; if none, the fault is that of the one that came furthest into the value. */
static inline bool api_one_valid(const json_t *choices, const json_t *value, const char *where, api_fault *fault) {
  int good = 0;
  size_t furthest = 0;
  api_fault found = {""};
  for (size_t i = 0; i < json_array_size(choices); i++) {
    api_fault now;
    if (api_valid(json_array_get(choices, i), value, where, &now)) {
      good++;
    } else if (strcspn(now.text, ":") >= furthest) {
      furthest = strcspn(now.text, ":");
      found = now;
    }
  }
  if (good == 0) *fault = found;
  if (good > 1) (void)api_wrong(fault, where, "is %d things at once", good);
  return good == 1;
}

static inline void api_words_known(const json_t *schema) {
  static const char *const words[] = {"type",      "properties", "required", "additionalProperties",
                                      "items",     "enum",       "const",    "pattern",
                                      "minimum",   "maximum",    "minItems", "maxItems",
                                      "minLength", "maxLength",  "oneOf",    "description",
                                      "summary"};
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)(uintptr_t)schema, name, value) {
    bool known = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) known |= strcmp(words[i], name) == 0;
    if (!known) fail_msg("api.yaml: the checker does not know %s", name);
  }
}

static inline bool api_valid(const json_t *schema, const json_t *value, const char *where, api_fault *fault) {
  schema = api_follow(schema);
  api_words_known(schema);
  const json_t *type = json_object_get(schema, "type"), *choices = json_object_get(schema, "oneOf");
  const json_t *constant = json_object_get(schema, "const"), *words = json_object_get(schema, "enum");
  bool typed = type == NULL || (json_is_string(type) && api_type_is(json_string_value(type), value));
  for (size_t i = 0; i < json_array_size(type); i++)
    typed |= api_type_is(json_string_value(json_array_get(type, i)), value);
  if (!typed) return api_wrong(fault, where, "is of another type");
  if (constant != NULL && !json_equal(constant, value)) return api_wrong(fault, where, "is another value");
  if (words != NULL && !api_list_has(words, value)) return api_wrong(fault, where, "is none of its words");
  if (json_is_object(value) && !api_object_valid(schema, value, where, fault)) return false;
  if (json_is_array(value) && !api_array_valid(schema, value, where, fault)) return false;
  if (!api_scalar_valid(schema, value, where, fault)) return false;
  return choices == NULL || api_one_valid(choices, value, where, fault);
}

/* ---- answers ---- */

/* Whether a path is of a template: a part in braces is any part. */
static inline bool api_path_is(const char *pattern, const char *path) {
  size_t length = strcspn(path, "?"), at = 0;
  for (; *pattern != '\0'; pattern++) {
    if (*pattern == '{') {
      size_t part = strcspn(path + at, "/?");
      if (part == 0) return false;
      at += part;
      pattern = strchr(pattern, '}');
    } else if (at >= length || path[at++] != *pattern) {
      return false;
    }
  }
  return at == length;
}

static inline const json_t *api_operation(const char *method, const char *path, bool *known) {
  const char *pattern;
  json_t *operations;
  *known = false;
  json_object_foreach(json_object_get(api_file(), "paths"), pattern, operations) {
    if (!api_path_is(pattern, path)) continue;
    *known = true;
    return json_object_get(operations, strcmp(method, "POST") == 0 ? "post" : "get");
  }
  return NULL;
}

static inline bool api_lines_valid(const json_t *schema, const char *text, api_fault *fault) {
  for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    json_t *line = json_loadb(text, length, 0, NULL);
    bool good = line != NULL ? api_valid(schema, line, "line", fault) : api_wrong(fault, "line", "is no JSON");
    json_decref(line);
    if (!good) return false;
  }
  return true;
}

/* Whether an answer is one that api.yaml says. A path that it does not know can only be refused. */
static inline bool api_answer_valid(const char *method, const char *path, const char *request, int status,
                                    const char *text, api_fault *fault) {
  bool known;
  if (strcmp(method, "GET") != 0 && strcmp(method, "POST") != 0)
    return status == 405 || api_wrong(fault, path, "%d to %s", status, method);
  char range[4] = {(char)('0' + status / 100), 'X', 'X', '\0'}, exact[16];
  (void)snprintf(exact, sizeof exact, "%d", status);
  const json_t *operation = api_operation(method, path, &known);
  const json_t *responses = json_object_get(operation, "responses"), *response = json_object_get(responses, exact);
  if (response == NULL) response = json_object_get(responses, range);
  if (operation == NULL && status < 400) return api_wrong(fault, path, "%d of what is not said", status);
  if (operation != NULL && response == NULL) return api_wrong(fault, path, "%d is not said", status);
  if (operation == NULL)
    response = json_object_get(json_object_get(json_object_get(api_file(), "components"), "responses"), "Error");
  const json_t *content = json_object_get(api_follow(response), "content");
  const json_t *lines = json_object_get(content, "application/x-ndjson");
  if (lines != NULL) return api_lines_valid(json_object_get(lines, "schema"), text, fault);
  json_t *body = json_loads(text, 0, NULL);
  bool good = body != NULL || content == NULL || api_wrong(fault, path, "%d with no JSON: %s", status, text);
  if (good && content != NULL)
    good = api_valid(json_object_get(json_object_get(content, "application/json"), "schema"), body, "", fault);
  json_decref(body);
  if (!good || status >= 300 || request == NULL) return good;
  const json_t *wanted =
      json_object_get(json_object_get(json_object_get(operation, "requestBody"), "content"), "application/json");
  if (wanted == NULL) return true;
  body = json_loads(request, 0, NULL);
  good = body != NULL && api_valid(json_object_get(wanted, "schema"), body, "the request", fault);
  json_decref(body);
  return good;
}

static inline void api_answer_check(const char *method, const char *path, const char *request, int status,
                                    const char *text) {
  api_fault fault;
  if (!api_answer_valid(method, path, request, status, text, &fault))
    fail_msg("api.yaml does not say so: %s %s, %d: %s\n%s", method, path, status, fault.text, text);
}

/* A message of a socket. */
static inline void api_message_check(const json_t *message) {
  api_fault fault;
  const json_t *schemas = json_object_get(json_object_get(api_file(), "components"), "schemas");
  if (api_valid(json_object_get(schemas, "Message"), message, "", &fault)) return;
  char *text = json_dumps(message, 0);
  fail_msg("api.yaml does not say so: %s\n%s", fault.text, text);
}

#endif
