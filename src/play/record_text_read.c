/* Reading a record as text in the form of PGN: tags, then items up to a result word, the tags of the next game or the
   end.

   The reader is a loop over words. It remembers the variation it is in and the last item of that line. Entering and
   leaving a variation only changes these two, so nested parentheses cost no stack. Move numbers are skipped. */
#include "record.h"

#include <string.h>

typedef struct text_reader {
  asc_cursor *cursor;
  asc_record *record;
  asc_record_item *parent, *last; /* the current variation, NULL: none, and the last item of its line */
  asc_error *error;
} text_reader;

static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool ends_word(int c) { return c < 0 || asc_text_is_space(c) || strchr("()[]{};", c) != NULL; }

static asc_span word_read(asc_cursor *cursor) {
  asc_cursor start = *cursor;
  while (!ends_word(asc_cursor_peek(cursor))) asc_cursor_step(cursor);
  return asc_cursor_since(cursor, &start);
}

/* Reads the text between two marks. The cursor is at the first mark and is left after the second. Returns false if the
   second is missing. */
static bool quoted_read(asc_cursor *cursor, char close, asc_span *span) {
  asc_cursor_step(cursor);
  asc_cursor start = *cursor;
  while (asc_cursor_peek(cursor) != close) {
    if (asc_cursor_peek(cursor) < 0) return false;
    bool backslash = asc_cursor_peek(cursor) == '\\';
    asc_cursor_step(cursor);
    if (backslash && (asc_cursor_peek(cursor) == close || asc_cursor_peek(cursor) == '\\')) asc_cursor_step(cursor);
  }
  *span = asc_cursor_since(cursor, &start);
  asc_cursor_step(cursor);
  return true;
}

/* Reads [Name "value"]. */
static int tag_read(text_reader *reader) {
  asc_cursor *cursor = reader->cursor, start = *cursor;
  asc_cursor_step(cursor);
  asc_cursor_skip_space(cursor);
  asc_cursor name_start = *cursor;
  asc_span value;
  while (is_letter(asc_cursor_peek(cursor)) || is_digit(asc_cursor_peek(cursor)) || asc_cursor_peek(cursor) == '_')
    asc_cursor_step(cursor);
  asc_span name = asc_cursor_since(cursor, &name_start);
  asc_cursor_skip_space(cursor);
  if (asc_cursor_peek(cursor) != '"')
    return asc_record_fail_at(cursor, reader->error, "a tag is written [Name \"value\"]");
  if (!quoted_read(cursor, '"', &value))
    return asc_record_fail_at(&start, reader->error, "this tag has no closing quote");
  asc_cursor_skip_space(cursor);
  if (asc_cursor_peek(cursor) != ']') return asc_record_fail_at(cursor, reader->error, "a tag ends with ]");
  asc_cursor_step(cursor);
  reader->record->escapable = '"';
  int code = asc_record_add_tag(reader->record, &name, &value, reader->error);
  reader->record->escapable = 0;
  return code;
}

static int item_add(text_reader *reader, asc_record_item_kind kind, const asc_span *span) {
  return asc_record_add_item(reader->record, reader->parent, reader->last, kind, span, &reader->last, reader->error);
}

static int comment_read(text_reader *reader) {
  asc_cursor start = *reader->cursor;
  asc_span comment;
  if (!quoted_read(reader->cursor, '}', &comment))
    return asc_record_fail_at(&start, reader->error, "this comment is not closed; a brace inside one is written \\}");
  reader->record->escapable = '}';
  int code = item_add(reader, ASC_RECORD_COMMENT, &comment);
  reader->record->escapable = 0;
  return code;
}

/* Reads a comment from a semicolon to the end of the line. */
static int line_comment_read(text_reader *reader) {
  asc_cursor_step(reader->cursor);
  asc_cursor start = *reader->cursor;
  while (asc_cursor_peek(reader->cursor) >= 0 && asc_cursor_peek(reader->cursor) != '\n')
    asc_cursor_step(reader->cursor);
  asc_span comment = asc_cursor_since(reader->cursor, &start);
  if (comment.length > 0 && comment.text[comment.length - 1] == '\r') comment.length--;
  return item_add(reader, ASC_RECORD_COMMENT, &comment);
}

static int glyph_read(text_reader *reader) {
  asc_cursor_step(reader->cursor);
  asc_span number = word_read(reader->cursor);
  return item_add(reader, ASC_RECORD_NAG, &number);
}

static int variation_enter(text_reader *reader) {
  asc_span here = *reader->cursor;
  here.length = 1;
  int code = item_add(reader, ASC_RECORD_VARIATION, &here);
  if (code < 0) return code;
  asc_cursor_step(reader->cursor);
  reader->parent = reader->last;
  reader->last = NULL;
  return ASC_OK;
}

static int variation_leave(text_reader *reader) {
  if (reader->parent == NULL) return asc_record_fail_at(reader->cursor, reader->error, "no variation is open here");
  asc_cursor_step(reader->cursor);
  reader->last = reader->parent;
  reader->parent = reader->parent->parent;
  return ASC_OK;
}

/* Returns how many bytes of a word are a move number: digits and dots that are the whole word or precede a letter. So
   `3.c3-e5` starts with a number; `1.1` and `0.-1>2.1`, which are plies of Delfino, do not. Several dots are never part
   of a ply. */
static size_t number_length(const asc_span *word) {
  size_t digits = 0;
  while (digits < word->length && is_digit(word->text[digits])) digits++;
  size_t end = digits;
  while (end < word->length && word->text[end] == '.') end++;
  if (end == digits) return 0;
  return end == word->length || end - digits > 1 || is_letter(word->text[end]) ? end : 0;
}

static bool is_result(const asc_span *word) {
  static const char *const results[] = {"p1win", "p2win", "p3win", "p4win",   "draw",
                                        "none",  "1-0",   "0-1",   "1/2-1/2", "*"};
  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
    if (strlen(results[i]) == word->length && memcmp(results[i], word->text, word->length) == 0) return true;
  return false;
}

static int ply_read(text_reader *reader, bool *ended) {
  asc_span word = word_read(reader->cursor);
  size_t number = number_length(&word);
  word.text += number;
  word.length -= number;
  word.column += (int)number;
  if (word.length == 0) return ASC_OK;
  if (!is_result(&word)) return item_add(reader, ASC_RECORD_PLY, &word);
  *ended = true;
  return asc_record_set_ending(reader->record, &word, reader->error);
}

static int item_read(text_reader *reader, bool *ended) {
  switch (asc_cursor_peek(reader->cursor)) {
  case '{': return comment_read(reader);
  case ';': return line_comment_read(reader);
  case '$': return glyph_read(reader);
  case '(': return variation_enter(reader);
  case ')': return variation_leave(reader);
  case ']':
  case '}': return asc_record_fail_at(reader->cursor, reader->error, "nothing was opened that this closes");
  case '[':
  case -1: *ended = true; return ASC_OK;
  default: return ply_read(reader, ended);
  }
}

int asc_record_read_text(asc_cursor *cursor, asc_record *record, asc_error *error) {
  text_reader reader = {.cursor = cursor, .record = record, .error = error};
  int code = ASC_OK;
  for (asc_cursor_skip_space(cursor); code == ASC_OK && asc_cursor_peek(cursor) == '['; asc_cursor_skip_space(cursor))
    code = tag_read(&reader);
  if (code == ASC_OK && record->tag_count == 0)
    return asc_record_fail_at(cursor, error, "a game begins with its tags; the first is [Game \"…\"]");
  for (bool ended = false; code == ASC_OK && !ended; asc_cursor_skip_space(cursor)) code = item_read(&reader, &ended);
  if (code < 0 || reader.parent == NULL) return code;
  asc_span where = {"(", 1, reader.parent->line, reader.parent->column};
  return asc_error_set_at(error, ASC_E_INPUT, &where, "this variation is not closed");
}
