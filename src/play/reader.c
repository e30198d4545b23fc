/* Reading the games of a text one after another, as text or JSON, and checking each under its rules.

   The text is scanned once from front to back. The rules of the last game stay open, because in most files the next
   game has the same. */
#include "record.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct asc_record_reader {
  const char *text;
  asc_cursor cursor;
  bool json;
  bool in_array, has_read_game; /* JSON games may be elements of one array: a comma must come before the next */
  bool stopped;                 /* no more games can be found in the text */
  char spec[ASC_SPEC_MAX];
  asc_rules *rules;
  asc_move_cache cache;
};

bool asc_record_is_json(asc_cursor cursor) {
  asc_cursor_skip_space(&cursor);
  if (asc_cursor_peek(&cursor) != '[') return asc_cursor_peek(&cursor) == '{';
  asc_cursor_step(&cursor);
  asc_cursor_skip_space(&cursor);
  return asc_cursor_peek(&cursor) == '{' || asc_cursor_peek(&cursor) == ']';
}

int asc_record_reader_open(asc_record_reader **reader, const char *text, size_t length, asc_error *error) {
  static const char byte_order_mark[] = "\xef\xbb\xbf";
  *reader = NULL;
  if (length > ASC_RECORDS_MAX) return asc_error_set(error, ASC_E_INPUT, "the records are longer than 64 MiB");
  int code = asc_utf8_check(text, length, error);
  if (code < 0) return code;
  asc_record_reader *made = calloc(1, sizeof *made);
  if (made == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  made->text = text;
  made->cursor = asc_cursor_over_lines(text, length);
  if (asc_cursor_skip(&made->cursor, byte_order_mark)) made->cursor.column = 1;
  made->json = asc_record_is_json(made->cursor);
  if (made->json) {
    asc_cursor_skip_space(&made->cursor);
    made->in_array = asc_cursor_skip(&made->cursor, "[");
  }
  *reader = made;
  return ASC_OK;
}

void asc_record_reader_close(asc_record_reader *reader) {
  if (reader == NULL) return;
  asc_rules_close(reader->rules);
  free(reader);
}

int asc_record_fail_at(const asc_cursor *cursor, asc_error *error, const char *reason) {
  asc_cursor end = *cursor;
  while (end.length > 0 && !asc_text_is_space(*end.text)) asc_cursor_move(&end, 1);
  asc_span word = asc_cursor_since(&end, cursor);
  return asc_error_set_at(error, ASC_E_INPUT, &word, "%s", reason);
}

/* Moves to the next game. Returns 1, 0 if there is none, or an error code if there is something wrong between games. */
static int game_find(asc_record_reader *reader, asc_error *error) {
  asc_cursor *cursor = &reader->cursor;
  asc_cursor_skip_space(cursor);
  if (reader->in_array) {
    if (asc_cursor_peek(cursor) == ']') {
      asc_cursor_step(cursor);
      asc_cursor_skip_space(cursor);
      reader->in_array = false;
      return asc_cursor_peek(cursor) < 0 ? 0 : asc_record_fail_at(cursor, error, "nothing follows the array of games");
    }
    if (reader->has_read_game) {
      if (asc_cursor_peek(cursor) != ',')
        return asc_record_fail_at(cursor, error, "between two games of an array is a comma");
      asc_cursor_step(cursor);
      asc_cursor_skip_space(cursor);
    }
    if (asc_cursor_peek(cursor) < 0) return asc_record_fail_at(cursor, error, "the array of games is not closed");
  }
  return asc_cursor_peek(cursor) >= 0;
}

static int rules_open(asc_record_reader *reader, const asc_record *record, asc_error *error) {
  char spec[ASC_SPEC_MAX];
  int code = asc_record_spec(record, spec, error);
  if (code < 0 || (reader->rules != NULL && strcmp(spec, reader->spec) == 0)) return code;
  asc_rules_close(reader->rules);
  memcpy(reader->spec, spec, sizeof spec);
  code = asc_rules_open(&reader->rules, spec, error);
  return code < 0 ? asc_record_locate_spec_error(record, code, error) : code;
}

int asc_record_reader_next(asc_record_reader *reader, asc_record **record, asc_record_summary *summary,
                           asc_error *error) {
  return asc_record_reader_next_play(reader, record, NULL, summary, error);
}

int asc_record_reader_next_play(asc_record_reader *reader, asc_record **record, asc_play **play,
                                asc_record_summary *summary, asc_error *error) {
  *record = NULL;
  if (summary != NULL) *summary = (asc_record_summary){.result = "none"};
  int found = reader->stopped ? 0 : game_find(reader, error);
  reader->stopped = found <= 0;
  if (found <= 0) return found;
  asc_record *made;
  if (asc_record_open(&made) < 0) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  made->line = reader->cursor.line;
  made->column = reader->cursor.column;
  int code = reader->json ? asc_record_read_json(&reader->cursor, made, error)
                          : asc_record_read_text(&reader->cursor, made, error);
  reader->has_read_game = true;
  reader->stopped = code < 0;
  if (code == ASC_OK) code = rules_open(reader, made, error);
  if (code == ASC_OK) code = asc_record_replay(made, reader->rules, &reader->cache, summary, play, error);
  if (code < 0)
    asc_record_close(made);
  else
    *record = made;
  return code < 0 ? code : 1;
}

asc_rules *asc_record_reader_take_rules(asc_record_reader *reader) {
  asc_rules *rules = reader->rules;
  reader->rules = NULL;
  return rules;
}

size_t asc_record_reader_offset(const asc_record_reader *reader) {
  return (size_t)(reader->cursor.text - reader->text) + (reader->stopped ? reader->cursor.length : 0);
}

asc_record_format asc_record_reader_format(const asc_record_reader *reader) {
  return reader->json ? ASC_RECORD_JSON : ASC_RECORD_TEXT;
}

int asc_utf8_check(const char *text, size_t length, asc_error *error) {
  size_t valid = asc_utf8_valid_length(text, length);
  if (valid == length) return ASC_OK;
  asc_cursor cursor = asc_cursor_over_lines(text, length);
  while (cursor.text < text + valid) asc_cursor_step(&cursor);
  unsigned wrong = (unsigned char)*cursor.text;
  char byte[8];
  asc_writer writer = asc_writer_over(byte, sizeof byte);
  asc_writer_string(&writer, "0x");
  asc_writer_hex(&writer, wrong, 2);
  asc_span where = {byte, writer.length, cursor.line, cursor.column};
  return asc_error_set_at(error, ASC_E_INPUT, &where, "%s",
                          wrong == 0 ? "a NUL byte is no text" : "this byte is not UTF-8");
}
