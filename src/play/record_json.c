/* Records as JSON: {"tags": {"Game": "delta", …}, "moves": ["b2", …]}.

   In "moves" a string is a ply; {"comment": "…"}, {"nag": 1} and {"variation": […]} are the other items. There are no
   other keys, so nothing can get lost. The text is walked once, one element after the other, so that a record costs its
   own memory and no more, its limits hold while it is read, and a fault is told where it stands. It is UTF-8: the
   reader has checked that. */
#include "record.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

typedef enum string_slot { KEY, VALUE, STRINGS } string_slot;

typedef struct json_reader {
  asc_scan *scan;
  asc_record *record;
  asc_error *error;
  asc_growing strings[STRINGS]; /* the last key and the last value */
} json_reader;

/* The value at the scan as it is written; of an object or array the bracket, and the mark where no value stands. */
static asc_found value_at(const asc_scan *scan) {
  static const char marks[] = "{[}],:";
  asc_found value = {scan->text + scan->at, 0, scan->line, asc_scan_column(scan), 0};
  size_t left = scan->length - scan->at;
  while (value.length < left && !asc_is_space(value.text[value.length]) &&
         strchr(marks, value.text[value.length]) == NULL)
    value.length++;
  if (value.length == 0 && left > 0) value.length = 1;
  return value;
}

static int fail_found(json_reader *reader, const asc_found *found, const char *reason) {
  return asc_fail_in(reader->error, ASC_E_INPUT, found->line, found->column, found->text, found->length, "%s", reason);
}

static int fail_at(json_reader *reader, const asc_scan *scan, const char *reason) {
  asc_found value = value_at(scan);
  return fail_found(reader, &value, reason);
}

static int fail_here(json_reader *reader, const char *reason) { return fail_at(reader, reader->scan, reason); }

/* Steps over a mark if it is next. */
static bool mark_skip(json_reader *reader, char mark) {
  asc_scan_skip_space(reader->scan);
  if (asc_scan_peek(reader->scan) != mark) return false;
  asc_scan_step(reader->scan);
  return true;
}

/* Goes to the next element of an object or array: 1, or 0 behind its end, or what is wrong. */
static int element_next(json_reader *reader, char end, bool first) {
  if (mark_skip(reader, end)) return 0;
  if (!first && !mark_skip(reader, ','))
    return fail_here(reader, end == '}' ? "this is not JSON: a comma or } is missing here"
                                        : "this is not JSON: a comma or ] is missing here");
  asc_scan_skip_space(reader->scan);
  return 1;
}

/* Steps over a string; false when it has no end. */
static bool string_skip(asc_scan *scan) {
  asc_scan_step(scan);
  while (asc_scan_peek(scan) != '"') {
    if (asc_scan_peek(scan) == '\\') asc_scan_step(scan);
    if (asc_scan_peek(scan) < 0) return false;
    asc_scan_step(scan);
  }
  asc_scan_step(scan);
  return true;
}

/* Four hexadecimal digits, or -1. */
static int32_t unit_read(const char *text) {
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    static const char digits[] = "0123456789abcdef";
    const char *digit =
        text[i] == '\0' ? NULL : strchr(digits, text[i] >= 'A' && text[i] <= 'F' ? text[i] + 32 : text[i]);
    if (digit == NULL) return -1;
    unit = unit << 4 | (int32_t)(digit - digits);
  }
  return unit;
}

static void character_add(asc_growing *string, int32_t c) {
  char bytes[4];
  size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const int32_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = length - 1; i > 0; i--, c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3f));
  bytes[0] = (char)(leads[length] | c);
  asc_growing_add(string, bytes, length);
}

/* `text` is behind \u, followed by the rest of the string and its quote. Returns how many bytes were used, 0: it names
   no character that a text can hold. */
static size_t escape_add(asc_growing *string, const char *text) {
  int32_t unit = unit_read(text), low = -1;
  bool high = unit >= 0xd800 && unit < 0xdc00;
  if (high && text[4] == '\\' && text[5] == 'u') low = unit_read(text + 6);
  if (unit <= 0 || (unit >= 0xdc00 && unit < 0xe000) || (high && (low < 0xdc00 || low >= 0xe000))) return 0;
  character_add(string, high ? 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff) : unit);
  return high ? 10 : 4;
}

/* What stands between the quotes. False: it is no string of JSON. */
static bool string_decode(asc_growing *string, const char *text, const char *end) {
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  asc_growing_add(string, "", 0);
  while (text < end) {
    const char *at = text;
    while (at < end && (unsigned char)*at >= ' ' && *at != '\\') at++;
    asc_growing_add(string, text, (size_t)(at - text));
    if (at == end) return true;
    if (*at != '\\') return false;
    const char *escape = at[1] == '\0' ? NULL : strchr(escapes, at[1]);
    size_t used = at[1] == 'u' ? escape_add(string, at + 2) : 0;
    if (escape != NULL) asc_growing_add(string, &meanings[escape - escapes], 1);
    if (escape == NULL && used == 0) return false;
    text = at + 2 + used;
  }
  return true;
}

/* What is found stays until the next string of its slot is read. */
static int string_read(json_reader *reader, string_slot slot, const char *wanted, asc_found *found) {
  asc_scan_skip_space(reader->scan);
  asc_scan start = *reader->scan;
  *found = (asc_found){"", 0, start.line, asc_scan_column(&start) + 1, 0};
  if (asc_scan_peek(&start) != '"') return fail_here(reader, wanted);
  if (!string_skip(reader->scan)) return fail_at(reader, &start, "this is not JSON: the string has no closing quote");
  asc_growing *string = &reader->strings[slot];
  string->length = 0;
  if (!string_decode(string, start.text + start.at + 1, start.text + reader->scan->at - 1))
    return fail_at(reader, &start, "this is not JSON: the string cannot be read");
  if (string->failed) return asc_fail(reader->error, ASC_E_MEMORY, "out of memory");
  found->text = string->text;
  found->length = string->length;
  return ASC_OK;
}

static int key_read(json_reader *reader, const char *wanted, asc_found *key) {
  int code = string_read(reader, KEY, wanted, key);
  if (code < 0 || mark_skip(reader, ':')) return code;
  return fail_here(reader, "this is not JSON: a colon is missing here");
}

static bool is_word(const asc_found *found, const char *word) {
  return found->length == strlen(word) && memcmp(found->text, word, found->length) == 0;
}

static int tags_read(json_reader *reader) {
  if (!mark_skip(reader, '{')) return fail_here(reader, "the tags are an object");
  int more;
  for (bool first = true; (more = element_next(reader, '}', first)) > 0; first = false) {
    asc_found name, value;
    int code = key_read(reader, "the name of a tag is a string", &name);
    if (code == ASC_OK) code = string_read(reader, VALUE, "the value of a tag is a string", &value);
    if (code == ASC_OK) code = asc_record_add_tag(reader->record, &name, &value, reader->error);
    if (code < 0) return code;
  }
  return more;
}

static int items_read(json_reader *reader, asc_item *outer);

static int text_item_read(json_reader *reader, asc_item_kind kind, asc_item *outer, asc_item **last) {
  asc_found text;
  int code = string_read(reader, VALUE, "a comment is a string", &text);
  return code < 0 ? code : asc_record_add(reader->record, outer, *last, kind, &text, last, reader->error);
}

/* {"comment": "…"}, {"nag": 1} or {"variation": […]} */
static int object_read(json_reader *reader, asc_item *outer, asc_item **last) {
  static const char wanted[] = "an item is a ply, or an object with one key: comment, nag or variation";
  asc_scan start = *reader->scan;
  bool object = mark_skip(reader, '{');
  if (!object || mark_skip(reader, '}')) return fail_at(reader, &start, wanted);
  asc_found key;
  int code = key_read(reader, wanted, &key);
  if (code < 0) return code;
  asc_scan_skip_space(reader->scan);
  if (is_word(&key, "comment")) {
    code = text_item_read(reader, ASC_ITEM_COMMENT, outer, last);
  } else if (is_word(&key, "nag")) {
    asc_found number = value_at(reader->scan);
    code = asc_record_add(reader->record, outer, *last, ASC_ITEM_NAG, &number, last, reader->error);
    reader->scan->at += number.length;
  } else if (is_word(&key, "variation")) {
    code = asc_record_add(reader->record, outer, *last, ASC_ITEM_VARIATION, &key, last, reader->error);
    if (code == ASC_OK) code = items_read(reader, *last);
  } else {
    return fail_found(reader, &key, wanted);
  }
  return code < 0 || mark_skip(reader, '}') ? code : fail_here(reader, wanted);
}

/* Calls itself for a variation: at most ASC_RECORD_DEPTH_MAX deep, because adding a deeper one is refused. */
static int items_read(json_reader *reader, asc_item *outer) {
  if (!mark_skip(reader, '[')) return fail_here(reader, "the moves and a variation are arrays");
  asc_item *last = NULL;
  int more;
  for (bool first = true; (more = element_next(reader, ']', first)) > 0; first = false) {
    bool ply = asc_scan_peek(reader->scan) == '"';
    int code = ply ? text_item_read(reader, ASC_ITEM_PLY, outer, &last) : object_read(reader, outer, &last);
    if (code < 0) return code;
  }
  return more;
}

static int game_read(json_reader *reader) {
  static const char wanted[] = "a game is an object with the keys tags and moves, each once";
  if (!mark_skip(reader, '{')) return fail_here(reader, wanted);
  bool tags = false, moves = false;
  int more;
  for (bool first = true; (more = element_next(reader, '}', first)) > 0; first = false) {
    asc_found key;
    int code = key_read(reader, wanted, &key);
    if (code < 0) return code;
    bool *seen = is_word(&key, "tags") ? &tags : is_word(&key, "moves") ? &moves : NULL;
    if (seen == NULL || *seen) return fail_found(reader, &key, wanted);
    *seen = true;
    code = seen == &tags ? tags_read(reader) : items_read(reader, NULL);
    if (code < 0) return code;
  }
  return more;
}

int asc_json_read(asc_scan *scan, asc_record *record, asc_error *error) {
  json_reader reader = {.scan = scan, .record = record, .error = error};
  int code = game_read(&reader);
  for (int slot = 0; slot < STRINGS; slot++) free(reader.strings[slot].text);
  return code;
}

static void item_write(asc_json *json, const asc_item *item) {
  if (item->kind != ASC_ITEM_PLY) asc_json_open(json, NULL, '{');
  switch (item->kind) {
  case ASC_ITEM_PLY: asc_json_text(json, NULL, item->text); return;
  case ASC_ITEM_COMMENT: asc_json_text(json, "comment", item->text); break;
  case ASC_ITEM_NAG: asc_json_number(json, "nag", strtol(item->text, NULL, 10)); break;
  case ASC_ITEM_VARIATION: asc_json_open(json, "variation", '['); return; /* is left open */
  }
  asc_json_close(json, '}');
}

static void items_write(asc_json *json, const asc_record *record) {
  const asc_item *item = record->first, *outer = NULL;
  while (item != NULL || outer != NULL) {
    if (item == NULL) {
      asc_json_close(json, ']');
      asc_json_close(json, '}');
      item = outer->next;
      outer = outer->outer;
      continue;
    }
    item_write(json, item);
    bool inside = item->kind == ASC_ITEM_VARIATION;
    if (inside) outer = item;
    item = inside ? item->inner : item->next;
  }
}

void asc_json_write(const asc_record *record, asc_growing *growing) {
  asc_json json = asc_growing_json(growing);
  asc_json_open(&json, NULL, '{');
  asc_json_open(&json, "tags", '{');
  for (const asc_tag *tag = record->tags; tag != NULL; tag = tag->next) asc_json_text(&json, tag->name, tag->value);
  asc_json_close(&json, '}');
  asc_json_open(&json, "moves", '[');
  items_write(&json, record);
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  asc_growing_add(growing, "\n", 1);
}
