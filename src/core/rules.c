/* Opening rules: the options are checked against the game's list, completed with defaults and passed to the game.

   The texts `spec` and `options` of the result are written from the values that were read. `spec` has what the user
   wrote, without the defaults. `options` is the same for equal rules, however they were written. */
#include <ascona/game.h>

#include "base/hash.h"
#include "base/text.h"
#include "contract.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int fail_unknown_key(asc_error *error, const asc_game *game, const char *key) {
  char list[ASC_REASON_MAX];
  asc_writer writer = asc_writer_over(list, sizeof list);
  for (int i = 0; i < game->option_count; i++) {
    if (i > 0) asc_writer_string(&writer, ", ");
    asc_writer_string(&writer, game->options[i].key);
  }
  if (game->option_count == 0) asc_writer_string(&writer, "none");
  asc_span where = asc_span_of(key);
  return asc_error_set_at(error, ASC_E_INPUT, &where, "unknown option of %s; write key=value, the keys are %s",
                          game->id, list);
}

/* Example: "scoring is points or simple". */
static int fail_choice(asc_error *error, const asc_option *option, const asc_span *where) {
  char list[ASC_REASON_MAX];
  asc_writer writer = asc_writer_over(list, sizeof list);
  const char *last = strrchr(option->choices, ' ');
  assert(last != NULL);
  for (const char *c = option->choices; c < last; c++) {
    if (*c == ' ') asc_writer_char(&writer, ',');
    asc_writer_char(&writer, *c);
  }
  return asc_error_set_at(error, ASC_E_INPUT, where, "%s is %s or %s", option->key, list, last + 1);
}

static int fail_unknown_value(asc_error *error, const asc_option *option, const char *value) {
  asc_span where = asc_span_of(value);
  if (option->type == ASC_OPTION_CHOICE) return fail_choice(error, option, &where);
  return asc_error_set_at(error, ASC_E_INPUT, &where, "%s is %lld to %lld", option->key, (long long)option->min,
                          (long long)option->max);
}

/* Returns the index of `word` among the words of `choices`, or -1. */
static int choice_index(const char *choices, const char *word) {
  size_t length = strlen(word);
  for (int index = 0;; index++) {
    size_t here = strcspn(choices, " ");
    if (here == length && memcmp(choices, word, length) == 0) return index;
    if (choices[here] == '\0') return -1;
    choices += here + 1;
  }
}

static int option_read(const asc_option *option, const char *text, asc_option_value *value, asc_error *error) {
  asc_writer writer = asc_writer_over(value->text, sizeof value->text);
  asc_writer_string(&writer, text);
  if (asc_writer_end(&writer) < 0) return asc_error_set(error, ASC_E_INPUT, "the value of %s is too long", option->key);
  if (option->type == ASC_OPTION_CHOICE) {
    value->number = choice_index(option->choices, text);
    if (value->number < 0) return fail_unknown_value(error, option, text);
  }
  if (option->type == ASC_OPTION_NUMBER) {
    asc_cursor cursor = asc_cursor_over(text);
    uint32_t number = 0;
    if (!asc_cursor_number(&cursor, UINT32_MAX, &number) || !asc_cursor_at_end(&cursor) || number < option->min ||
        number > option->max)
      return fail_unknown_value(error, option, text);
    value->number = number;
  }
  return ASC_OK;
}

/* Reads one "key=value" of `length` bytes. */
static int option_pair_read(const asc_game *game, const char *pair, size_t length, asc_option_value *values,
                            asc_error *error) {
  char text[ASC_SPEC_MAX];
  memcpy(text, pair, length);
  text[length] = '\0';
  char *equals = strchr(text, '=');
  if (equals == NULL) return fail_unknown_key(error, game, text);
  *equals = '\0';
  for (int i = 0; i < game->option_count; i++) {
    if (strcmp(game->options[i].key, text) != 0) continue;
    if (values[i].is_given) return asc_error_set(error, ASC_E_INPUT, "the option %s is given twice", text);
    values[i].is_given = true;
    return option_read(&game->options[i], equals + 1, &values[i], error);
  }
  return fail_unknown_key(error, game, text);
}

static int options_read(const asc_game *game, const char *text, asc_option_value *values, asc_error *error) {
  if (strlen(text) >= ASC_SPEC_MAX) return asc_error_set(error, ASC_E_INPUT, "the options are too long");
  for (int i = 0; i < game->option_count; i++) {
    int code = option_read(&game->options[i], game->options[i].default_value, &values[i], error);
    assert(code == ASC_OK);
    (void)code;
  }
  while (*text != '\0') {
    size_t length = strcspn(text, ",");
    int code = option_pair_read(game, text, length, values, error);
    if (code < 0) return code;
    text += length;
    if (*text == ',' && *++text == '\0') return asc_error_set(error, ASC_E_INPUT, "the options end with a comma");
  }
  return ASC_OK;
}

/* Writes the shortest text: the options that differ from their default, in the order of the game's list. Returns the
   length, or ASC_E_BUFFER: two different rules must never share a text that was cut. */
static int spec_write(asc_rules *rules, const asc_option_value *values) {
  const asc_game *game = rules->game;
  asc_writer writer = asc_writer_over(rules->spec, sizeof rules->spec);
  asc_writer_string(&writer, game->id);
  char separator = ':';
  for (int i = 0; i < game->option_count; i++) {
    if (strcmp(values[i].text, game->options[i].default_value) == 0) continue;
    asc_writer_format(&writer, "%c%s=%s", separator, game->options[i].key, values[i].text);
    separator = ',';
  }
  return asc_writer_end(&writer);
}

static int options_write(asc_rules *rules, const asc_option_value *values) {
  const asc_game *game = rules->game;
  asc_writer writer = asc_writer_over(rules->options, sizeof rules->options);
  for (int i = 0; i < game->option_count; i++) {
    char resolved[ASC_OPTION_VALUE_MAX];
    const char *text = values[i].text;
    if (game->resolve != NULL) {
      int length = game->resolve(rules, i, resolved, sizeof resolved);
      if (length < 0) return length;
      if (length == 0) continue;
      text = resolved;
    }
    if (writer.length > 0) asc_writer_char(&writer, ',');
    asc_writer_format(&writer, "%s=%s", game->options[i].key, text);
  }
  return asc_writer_end(&writer);
}

/* Checks what the game filled in, and fills in the rest: spec, options and hash. */
static int rules_complete(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  const asc_game *game = rules->game;
  const char *reason = asc_contract_check_rules(rules);
  if (reason != NULL) return asc_error_set(error, ASC_E_INPUT, "%s: %s", game->id, reason);
  if (spec_write(rules, values) < 0 || options_write(rules, values) < 0)
    return asc_error_set(error, ASC_E_INPUT, "the options are too long");
  rules->hash = asc_hash_text(asc_hash_text(0, game->id), rules->options);
  return ASC_OK;
}

int asc_rules_open_game(asc_rules **rules, const asc_game *game, const char *options, asc_error *error) {
  *rules = NULL;
  const char *reason = asc_contract_check_game(game);
  if (reason != NULL) return asc_error_set(error, ASC_E_INPUT, "%s: %s", game->id == NULL ? "?" : game->id, reason);
  asc_option_value values[ASC_OPTIONS_MAX];
  memset(values, 0, sizeof values);
  int code = options_read(game, options, values, error);
  if (code < 0) return code;
  asc_rules *made = calloc(1, game->rules_size);
  if (made == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  made->game = game;
  made->symmetries = 1;
  code = game->open(made, values, error);
  if (code >= 0) code = rules_complete(made, values, error);
  if (code < 0)
    free(made);
  else
    *rules = made;
  return code < 0 ? code : ASC_OK;
}

void asc_rules_close(asc_rules *rules) { free(rules); }
