/* Records as JSON: {"tags": {"Game": "delta", …}, "moves": ["b2", …]}.

   In "moves" a string is a ply; {"comment": "…"}, {"nag": 1} and {"variation": […]} are the other items. Other keys are
   rejected, so nothing can get lost. The text is scanned once, one element after another. So a record costs only its
   own memory, its limits hold while it is read, and errors have a line and a column. The reader has checked that the
   text is UTF-8. */
#include "record.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef enum string_slot { KEY, VALUE, STRINGS } string_slot;

typedef struct json_reader {
  asc_cursor *cursor;
  asc_record *record;
  asc_error *error;
  asc_strbuf strings[STRINGS]; /* the last key and the last value */
} json_reader;

/* Returns the value at the cursor as it is written: for an object or array only the bracket, for a missing value the
   mark that is there instead. */
static asc_span value_at(const asc_cursor *cursor) {
  static const char marks[] = "{[}],:";
  asc_cursor after = *cursor;
  while (after.length > 0 && !asc_text_is_space(*after.text) && strchr(marks, *after.text) == NULL)
    asc_cursor_move(&after, 1);
  if (after.length == cursor->length && after.length > 0) asc_cursor_move(&after, 1);
  return asc_cursor_since(&after, cursor);
}

static int fail_at(json_reader *reader, const asc_cursor *cursor, const char *reason) {
  asc_span value = value_at(cursor);
  return asc_error_set_at(reader->error, ASC_E_INPUT, &value, "%s", reason);
}

static int fail_here(json_reader *reader, const char *reason) { return fail_at(reader, reader->cursor, reason); }

/* Skips a mark if it comes next. */
static bool mark_skip(json_reader *reader, char mark) {
  asc_cursor_skip_space(reader->cursor);
  if (asc_cursor_peek(reader->cursor) != mark) return false;
  asc_cursor_step(reader->cursor);
  return true;
}

/* Moves to the next element of an object or array. Returns 1, 0 after its end, or an error code. */
static int element_next(json_reader *reader, char end, bool first) {
  if (mark_skip(reader, end)) return 0;
  if (!first && !mark_skip(reader, ','))
    return fail_here(reader, end == '}' ? "this is not JSON: a comma or } is missing here"
                                        : "this is not JSON: a comma or ] is missing here");
  asc_cursor_skip_space(reader->cursor);
  return 1;
}

/* Skips a string. Returns false if it has no end. */
static bool string_skip(asc_cursor *cursor) {
  asc_cursor_step(cursor);
  while (asc_cursor_peek(cursor) != '"') {
    if (asc_cursor_peek(cursor) == '\\') asc_cursor_step(cursor);
    if (asc_cursor_peek(cursor) < 0) return false;
    asc_cursor_step(cursor);
  }
  asc_cursor_step(cursor);
  return true;
}

/* Returns the number of four hexadecimal digits, or -1. */
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

static void character_add(asc_strbuf *string, int32_t c) {
  char bytes[4];
  size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const int32_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = length - 1; i > 0; i--, c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3f));
  bytes[0] = (char)(leads[length] | c);
  asc_strbuf_add(string, bytes, length);
}

/* Adds the character of an escape. `text` starts after \u, followed by the rest of the string and its quote. Returns
   the number of bytes used, or 0 if a text cannot hold that character. */
static size_t escape_add(asc_strbuf *string, const char *text) {
  int32_t unit = unit_read(text), low = -1;
  bool high = unit >= 0xd800 && unit < 0xdc00;
  if (high && text[4] == '\\' && text[5] == 'u') low = unit_read(text + 6);
  if (unit <= 0 || (unit >= 0xdc00 && unit < 0xe000) || (high && (low < 0xdc00 || low >= 0xe000))) return 0;
  character_add(string, high ? 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff) : unit);
  return high ? 10 : 4;
}

/* Decodes what is between the quotes. Returns false if it is not a JSON string. */
static bool string_decode(asc_strbuf *string, const char *text, const char *end) {
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  asc_strbuf_add(string, "", 0);
  while (text < end) {
    const char *at = text;
    while (at < end && (unsigned char)*at >= ' ' && *at != '\\') at++;
    asc_strbuf_add(string, text, (size_t)(at - text));
    if (at == end) return true;
    if (*at != '\\') return false;
    const char *escape = at[1] == '\0' ? NULL : strchr(escapes, at[1]);
    size_t used = at[1] == 'u' ? escape_add(string, at + 2) : 0;
    if (escape != NULL) asc_strbuf_add(string, &meanings[escape - escapes], 1);
    if (escape == NULL && used == 0) return false;
    text = at + 2 + used;
  }
  return true;
}

/* The span is valid until the next string of the same slot is read. */
static int string_read(json_reader *reader, string_slot slot, const char *expected, asc_span *span) {
  asc_cursor_skip_space(reader->cursor);
  asc_cursor start = *reader->cursor;
  if (asc_cursor_peek(&start) != '"') return fail_here(reader, expected);
  if (!string_skip(reader->cursor)) return fail_at(reader, &start, "this is not JSON: the string has no closing quote");
  asc_strbuf *string = &reader->strings[slot];
  string->length = 0;
  if (!string_decode(string, start.text + 1, reader->cursor->text - 1))
    return fail_at(reader, &start, "this is not JSON: the string cannot be read");
  if (string->failed) return asc_error_set(reader->error, ASC_E_MEMORY, "out of memory");
  *span = (asc_span){string->text, string->length, start.line, start.column + 1};
  return ASC_OK;
}

static int key_read(json_reader *reader, const char *expected, asc_span *key) {
  int code = string_read(reader, KEY, expected, key);
  if (code < 0 || mark_skip(reader, ':')) return code;
  return fail_here(reader, "this is not JSON: a colon is missing here");
}

static bool is_word(const asc_span *span, const char *word) {
  return span->length == strlen(word) && memcmp(span->text, word, span->length) == 0;
}

static int tags_read(json_reader *reader) {
  if (!mark_skip(reader, '{')) return fail_here(reader, "the tags are an object");
  int more;
  for (bool first = true; (more = element_next(reader, '}', first)) > 0; first = false) {
    asc_span name, value;
    int code = key_read(reader, "the name of a tag is a string", &name);
    if (code == ASC_OK) code = string_read(reader, VALUE, "the value of a tag is a string", &value);
    if (code == ASC_OK) code = asc_record_add_tag(reader->record, &name, &value, reader->error);
    if (code < 0) return code;
  }
  return more;
}

static int items_read(json_reader *reader, asc_record_item *parent);

static int text_item_read(json_reader *reader, asc_record_item_kind kind, asc_record_item *parent,
                          asc_record_item **last) {
  asc_span text;
  int code = string_read(reader, VALUE, "a comment is a string", &text);
  return code < 0 ? code : asc_record_add_item(reader->record, parent, *last, kind, &text, last, reader->error);
}

/* Reads {"comment": "…"}, {"nag": 1} or {"variation": […]}. */
static int object_read(json_reader *reader, asc_record_item *parent, asc_record_item **last) {
  static const char expected[] = "an item is a ply, or an object with one key: comment, nag or variation";
  asc_cursor start = *reader->cursor;
  bool object = mark_skip(reader, '{');
  if (!object || mark_skip(reader, '}')) return fail_at(reader, &start, expected);
  asc_span key;
  int code = key_read(reader, expected, &key);
  if (code < 0) return code;
  asc_cursor_skip_space(reader->cursor);
  if (is_word(&key, "comment")) {
    code = text_item_read(reader, ASC_RECORD_COMMENT, parent, last);
  } else if (is_word(&key, "nag")) {
    asc_span number = value_at(reader->cursor);
    code = asc_record_add_item(reader->record, parent, *last, ASC_RECORD_NAG, &number, last, reader->error);
    asc_cursor_move(reader->cursor, number.length);
  } else if (is_word(&key, "variation")) {
    code = asc_record_add_item(reader->record, parent, *last, ASC_RECORD_VARIATION, &key, last, reader->error);
    if (code == ASC_OK) code = items_read(reader, *last);
  } else {
    return asc_error_set_at(reader->error, ASC_E_INPUT, &key, "%s", expected);
  }
  return code < 0 || mark_skip(reader, '}') ? code : fail_here(reader, expected);
}

/* Calls itself for a variation: at most ASC_RECORD_DEPTH_MAX deep, because adding a deeper one fails. */
static int items_read(json_reader *reader, asc_record_item *parent) {
  if (!mark_skip(reader, '[')) return fail_here(reader, "the moves and a variation are arrays");
  asc_record_item *last = NULL;
  int more;
  for (bool first = true; (more = element_next(reader, ']', first)) > 0; first = false) {
    bool ply = asc_cursor_peek(reader->cursor) == '"';
    int code = ply ? text_item_read(reader, ASC_RECORD_PLY, parent, &last) : object_read(reader, parent, &last);
    if (code < 0) return code;
  }
  return more;
}

static int game_read(json_reader *reader) {
  static const char expected[] = "a game is an object with the keys tags and moves, each once";
  if (!mark_skip(reader, '{')) return fail_here(reader, expected);
  bool tags = false, moves = false;
  int more;
  for (bool first = true; (more = element_next(reader, '}', first)) > 0; first = false) {
    asc_span key;
    int code = key_read(reader, expected, &key);
    if (code < 0) return code;
    bool *seen = is_word(&key, "tags") ? &tags : is_word(&key, "moves") ? &moves : NULL;
    if (seen == NULL || *seen) return asc_error_set_at(reader->error, ASC_E_INPUT, &key, "%s", expected);
    *seen = true;
    code = seen == &tags ? tags_read(reader) : items_read(reader, NULL);
    if (code < 0) return code;
  }
  return more;
}

int asc_record_read_json(asc_cursor *cursor, asc_record *record, asc_error *error) {
  json_reader reader = {.cursor = cursor, .record = record, .error = error};
  int code = game_read(&reader);
  for (int slot = 0; slot < STRINGS; slot++) free(reader.strings[slot].text);
  return code;
}

static void item_write(asc_json *json, const asc_record_item *item) {
  if (item->kind != ASC_RECORD_PLY) asc_json_open(json, NULL, '{');
  switch (item->kind) {
  case ASC_RECORD_PLY: asc_json_text(json, NULL, item->text); return;
  case ASC_RECORD_COMMENT: asc_json_text(json, "comment", item->text); break;
  case ASC_RECORD_NAG: asc_json_number(json, "nag", strtol(item->text, NULL, 10)); break;
  case ASC_RECORD_VARIATION: asc_json_open(json, "variation", '['); return; /* items_write closes it */
  }
  asc_json_close(json, '}');
}

static void items_write(asc_json *json, const asc_record *record) {
  const asc_record_item *item = record->first_item, *parent = NULL;
  while (item != NULL || parent != NULL) {
    if (item == NULL) {
      asc_json_close(json, ']');
      asc_json_close(json, '}');
      item = parent->next;
      parent = parent->parent;
      continue;
    }
    item_write(json, item);
    bool inside = item->kind == ASC_RECORD_VARIATION;
    if (inside) parent = item;
    item = inside ? item->first_child : item->next;
  }
}

void asc_record_write_json(const asc_record *record, asc_strbuf *buffer) {
  asc_json json = asc_strbuf_json(buffer);
  asc_json_open(&json, NULL, '{');
  asc_json_open(&json, "tags", '{');
  for (const asc_tag *tag = record->tags; tag != NULL; tag = tag->next) asc_json_text(&json, tag->name, tag->value);
  asc_json_close(&json, '}');
  asc_json_open(&json, "moves", '[');
  items_write(&json, record);
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  asc_strbuf_add(buffer, "\n", 1);
}
