/* Records as JSON: {"tags": {"Game": "delta", …}, "moves": ["b2", …]}.

   In "moves" a string is a ply; {"comment": "…"}, {"nag": 1} and {"variation": […]} are the other items. There are no
   other keys, so nothing can get lost, and every string of the text is met once, in order: that is how a reader that
   has only the parsed values can say where each of them stood. */
#include "record.h"

#include "core/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct json_reader {
  asc_scan strings; /* behind the last string met */
  asc_record *record;
  asc_error *error;
} json_reader;

/* The next string of the text, which is valid JSON; `value` is what it says. */
static asc_found string_next(json_reader *reader, const char *value) {
  asc_scan *scan = &reader->strings;
  while (asc_scan_peek(scan) != '"') asc_scan_step(scan);
  asc_scan_step(scan);
  asc_found found = {value, strlen(value), scan->line, asc_scan_column(scan), 0};
  while (asc_scan_peek(scan) != '"') {
    if (asc_scan_peek(scan) == '\\') asc_scan_step(scan);
    asc_scan_step(scan);
  }
  asc_scan_step(scan);
  return found;
}

static int fail_at(json_reader *reader, const asc_found *found, const char *reason) {
  return asc_fail_in(reader->error, ASC_E_INPUT, found->line, found->column, found->text, found->length, "%s", reason);
}

static int tags_read(json_reader *reader, const asc_found *where, json_t *tags) {
  if (!json_is_object(tags)) return fail_at(reader, where, "the tags are an object");
  const char *key;
  json_t *value;
  int code = ASC_OK;
  json_object_foreach(tags, key, value) {
    asc_found name = string_next(reader, key);
    if (!json_is_string(value)) return fail_at(reader, &name, "the value of a tag is a string");
    asc_found text = string_next(reader, json_string_value(value));
    code = asc_record_add_tag(reader->record, &name, &text, reader->error);
    if (code < 0) break;
  }
  return code;
}

static int items_read(json_reader *reader, const asc_found *where, asc_item *outer, json_t *items);

/* {"comment": "…"}, {"nag": 1} or {"variation": […]} */
static int object_read(json_reader *reader, const asc_found *where, asc_item *outer, asc_item **last, json_t *object) {
  static const char wanted[] = "an item is a ply, or an object with one key: comment, nag or variation";
  if (!json_is_object(object) || json_object_size(object) != 1) return fail_at(reader, where, wanted);
  const char *key = json_object_iter_key(json_object_iter(object));
  json_t *value = json_object_iter_value(json_object_iter(object));
  asc_found name = string_next(reader, key);
  if (strcmp(key, "comment") == 0 && json_is_string(value)) {
    asc_found text = string_next(reader, json_string_value(value));
    return asc_record_add(reader->record, outer, *last, ASC_ITEM_COMMENT, &text, last, reader->error);
  }
  if (strcmp(key, "nag") == 0 && json_is_integer(value)) {
    char digits[24];
    name.text = digits;
    name.length = (size_t)snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return asc_record_add(reader->record, outer, *last, ASC_ITEM_NAG, &name, last, reader->error);
  }
  if (strcmp(key, "variation") != 0) return fail_at(reader, &name, wanted);
  int code = asc_record_add(reader->record, outer, *last, ASC_ITEM_VARIATION, &name, last, reader->error);
  return code < 0 ? code : items_read(reader, &name, *last, value);
}

/* Calls itself for a variation: at most ASC_RECORD_DEPTH_MAX deep, because adding a deeper one is refused. */
static int items_read(json_reader *reader, const asc_found *where, asc_item *outer, json_t *items) {
  if (!json_is_array(items)) return fail_at(reader, where, "the moves and a variation are arrays");
  asc_item *last = NULL;
  for (size_t i = 0; i < json_array_size(items); i++) {
    json_t *item = json_array_get(items, i);
    int code;
    if (json_is_string(item)) {
      asc_found ply = string_next(reader, json_string_value(item));
      code = asc_record_add(reader->record, outer, last, ASC_ITEM_PLY, &ply, &last, reader->error);
    } else {
      code = object_read(reader, where, outer, &last, item);
    }
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int game_read(json_reader *reader, json_t *game) {
  asc_found start = {"{", 1, reader->strings.line, asc_scan_column(&reader->strings), 0};
  if (!json_is_object(game)) return fail_at(reader, &start, "a game is an object with tags and moves");
  const char *key;
  json_t *value;
  json_object_foreach(game, key, value) {
    asc_found name = string_next(reader, key);
    int code;
    if (strcmp(key, "tags") == 0)
      code = tags_read(reader, &name, value);
    else if (strcmp(key, "moves") == 0)
      code = items_read(reader, &name, NULL, value);
    else
      code = fail_at(reader, &name, "a game has the keys tags and moves");
    if (code < 0) return code;
  }
  return ASC_OK;
}

int asc_json_read(asc_scan *scan, asc_record *record, asc_error *error) {
  json_reader reader = {*scan, record, error};
  size_t left = scan->length - scan->at;
  size_t most = left > ASC_RECORD_MAX ? ASC_RECORD_MAX : left;
  json_error_t fault;
  json_t *game = json_loadb(scan->text + scan->at, most, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &fault);
  size_t end = scan->at + (fault.position > 0 ? (size_t)fault.position : 0);
  while (scan->at < end && scan->at < scan->length) asc_scan_step(scan);
  if (game == NULL) {
    /* The parser mostly says nothing when memory runs out; inside a string it calls the token invalid. */
    if (fault.text[0] == '\0') return asc_fail(error, ASC_E_MEMORY, "out of memory");
    if (left > most && json_error_code(&fault) == json_error_premature_end_of_input)
      return asc_scan_fail(&reader.strings, error, "the game is longer than 8 MiB");
    return asc_fail_in(error, ASC_E_INPUT, scan->line, asc_scan_column(scan), "", 0, "this is not JSON: %s",
                       fault.text);
  }
  int code = game_read(&reader, game);
  json_decref(game);
  return code;
}

/* The item as a value, or NULL. A variation is still empty. */
static json_t *item_value(const asc_item *item) {
  switch (item->kind) {
  case ASC_ITEM_PLY: return json_string(item->text);
  case ASC_ITEM_COMMENT: return json_pack("{s:s}", "comment", item->text);
  case ASC_ITEM_NAG: return json_pack("{s:i}", "nag", (int)strtol(item->text, NULL, 10));
  case ASC_ITEM_VARIATION: return json_pack("{s:[]}", "variation");
  }
  return NULL;
}

static int items_collect(const asc_record *record, json_t *moves) {
  json_t *lines[ASC_RECORD_DEPTH_MAX + 1] = {moves};
  int depth = 0;
  const asc_item *item = record->first, *outer = NULL;
  while (item != NULL || outer != NULL) {
    if (item == NULL) {
      item = outer->next;
      outer = outer->outer;
      depth--;
      continue;
    }
    json_t *value = item_value(item);
    if (json_array_append_new(lines[depth], value) < 0) return ASC_E_MEMORY;
    if (item->kind == ASC_ITEM_VARIATION) {
      lines[++depth] = json_object_get(value, "variation");
      outer = item;
      item = item->inner;
    } else {
      item = item->next;
    }
  }
  return ASC_OK;
}

static int tags_collect(const asc_record *record, json_t *tags) {
  for (const asc_tag *tag = record->tags; tag != NULL; tag = tag->next)
    if (json_object_set_new(tags, tag->name, json_string(tag->value)) < 0) return ASC_E_MEMORY;
  return ASC_OK;
}

static int growing_take(const char *text, size_t length, void *growing) {
  asc_growing_add(growing, text, length);
  return 0;
}

void asc_json_write(const asc_record *record, asc_growing *growing) {
  json_t *game = json_pack("{s:{}, s:[]}", "tags", "moves");
  bool made = game != NULL && tags_collect(record, json_object_get(game, "tags")) == ASC_OK &&
              items_collect(record, json_object_get(game, "moves")) == ASC_OK &&
              json_dump_callback(game, growing_take, growing, JSON_COMPACT) == 0;
  if (!made) growing->failed = true;
  asc_growing_add(growing, "\n", 1);
  json_decref(game);
}
