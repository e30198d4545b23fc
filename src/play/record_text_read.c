/* Reading a record as text in the shape of PGN: tags, then items up to a result word, the tags of the next game or the
   end.

   The reader is a loop over words that remembers the variation it is in and the last item of that line. Going into a
   variation and out of it changes these two, so no depth of parentheses costs stack. Move numbers are read over. */
#include "record.h"

#include <string.h>

typedef struct text_reader {
  asc_scan *scan;
  asc_record *record;
  asc_item *outer, *last; /* the variation, and the last item of its line */
  asc_error *error;
} text_reader;

static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool ends_word(int c) { return c < 0 || asc_is_space(c) || strchr("()[]{};", c) != NULL; }

static asc_found found_here(const asc_scan *scan) {
  return (asc_found){scan->text + scan->at, 0, scan->line, asc_scan_column(scan), 0};
}

static asc_found word_read(asc_scan *scan) {
  asc_found word = found_here(scan);
  while (!ends_word(asc_scan_peek(scan))) asc_scan_step(scan);
  word.length = (size_t)(scan->text + scan->at - word.text);
  return word;
}

/* What stands between two marks; the scan is on the first and is left behind the second. False when there is none. */
static bool quoted_read(asc_scan *scan, char close, asc_found *found) {
  asc_scan_step(scan);
  *found = found_here(scan);
  found->escaped = close;
  while (asc_scan_peek(scan) != close) {
    if (asc_scan_peek(scan) < 0) return false;
    bool backslash = asc_scan_peek(scan) == '\\';
    asc_scan_step(scan);
    if (backslash && (asc_scan_peek(scan) == close || asc_scan_peek(scan) == '\\')) asc_scan_step(scan);
  }
  found->length = (size_t)(scan->text + scan->at - found->text);
  asc_scan_step(scan);
  return true;
}

/* [Name "value"] */
static int tag_read(text_reader *reader) {
  asc_scan *scan = reader->scan, start = *scan;
  asc_scan_step(scan);
  asc_scan_skip_space(scan);
  asc_found name = found_here(scan), value;
  while (is_letter(asc_scan_peek(scan)) || is_digit(asc_scan_peek(scan)) || asc_scan_peek(scan) == '_')
    asc_scan_step(scan);
  name.length = (size_t)(scan->text + scan->at - name.text);
  asc_scan_skip_space(scan);
  if (asc_scan_peek(scan) != '"') return asc_scan_fail(scan, reader->error, "a tag is written [Name \"value\"]");
  if (!quoted_read(scan, '"', &value)) return asc_scan_fail(&start, reader->error, "this tag has no closing quote");
  asc_scan_skip_space(scan);
  if (asc_scan_peek(scan) != ']') return asc_scan_fail(scan, reader->error, "a tag ends with ]");
  asc_scan_step(scan);
  return asc_record_add_tag(reader->record, &name, &value, reader->error);
}

static int item_add(text_reader *reader, asc_item_kind kind, const asc_found *found) {
  return asc_record_add(reader->record, reader->outer, reader->last, kind, found, &reader->last, reader->error);
}

static int comment_read(text_reader *reader) {
  asc_scan start = *reader->scan;
  asc_found comment;
  if (!quoted_read(reader->scan, '}', &comment))
    return asc_scan_fail(&start, reader->error, "this comment is not closed; a brace inside one is written \\}");
  return item_add(reader, ASC_ITEM_COMMENT, &comment);
}

/* A comment from a semicolon to the end of the line. */
static int line_comment_read(text_reader *reader) {
  asc_scan_step(reader->scan);
  asc_found comment = found_here(reader->scan);
  while (asc_scan_peek(reader->scan) >= 0 && asc_scan_peek(reader->scan) != '\n') asc_scan_step(reader->scan);
  comment.length = (size_t)(reader->scan->text + reader->scan->at - comment.text);
  if (comment.length > 0 && comment.text[comment.length - 1] == '\r') comment.length--;
  return item_add(reader, ASC_ITEM_COMMENT, &comment);
}

static int glyph_read(text_reader *reader) {
  asc_scan_step(reader->scan);
  asc_found number = word_read(reader->scan);
  return item_add(reader, ASC_ITEM_NAG, &number);
}

static int variation_enter(text_reader *reader) {
  asc_found here = found_here(reader->scan);
  here.length = 1;
  int code = item_add(reader, ASC_ITEM_VARIATION, &here);
  if (code < 0) return code;
  asc_scan_step(reader->scan);
  reader->outer = reader->last;
  reader->last = NULL;
  return ASC_OK;
}

static int variation_leave(text_reader *reader) {
  if (reader->outer == NULL) return asc_scan_fail(reader->scan, reader->error, "no variation is open here");
  asc_scan_step(reader->scan);
  reader->last = reader->outer;
  reader->outer = reader->outer->outer;
  return ASC_OK;
}

/* How much of a word is a move number: digits and dots, alone or before a letter, so that `3.c3-e5` begins with one
   and `1.1` and `0.-1>2.1`, which are plies of Delfino, do not. Several dots are never part of a ply. */
static size_t number_length(const asc_found *word) {
  size_t digits = 0;
  while (digits < word->length && is_digit(word->text[digits])) digits++;
  size_t end = digits;
  while (end < word->length && word->text[end] == '.') end++;
  if (end == digits) return 0;
  return end == word->length || end - digits > 1 || is_letter(word->text[end]) ? end : 0;
}

static bool is_result(const asc_found *word) {
  static const char *const results[] = {"p1win", "p2win", "p3win", "p4win",   "draw",
                                        "none",  "1-0",   "0-1",   "1/2-1/2", "*"};
  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
    if (strlen(results[i]) == word->length && memcmp(results[i], word->text, word->length) == 0) return true;
  return false;
}

static int ply_read(text_reader *reader, bool *ended) {
  asc_found word = word_read(reader->scan);
  size_t number = number_length(&word);
  word.text += number;
  word.length -= number;
  word.column += (int)number;
  if (word.length == 0) return ASC_OK;
  if (!is_result(&word)) return item_add(reader, ASC_ITEM_PLY, &word);
  *ended = true;
  return asc_record_end(reader->record, &word, reader->error);
}

static int item_read(text_reader *reader, bool *ended) {
  switch (asc_scan_peek(reader->scan)) {
  case '{': return comment_read(reader);
  case ';': return line_comment_read(reader);
  case '$': return glyph_read(reader);
  case '(': return variation_enter(reader);
  case ')': return variation_leave(reader);
  case ']':
  case '}': return asc_scan_fail(reader->scan, reader->error, "nothing was opened that this closes");
  case '[':
  case -1: *ended = true; return ASC_OK;
  default: return ply_read(reader, ended);
  }
}

int asc_text_read(asc_scan *scan, asc_record *record, asc_error *error) {
  text_reader reader = {.scan = scan, .record = record, .error = error};
  int code = ASC_OK;
  for (asc_scan_skip_space(scan); code == ASC_OK && asc_scan_peek(scan) == '['; asc_scan_skip_space(scan))
    code = tag_read(&reader);
  if (code == ASC_OK && record->tag_count == 0)
    return asc_scan_fail(scan, error, "a game begins with its tags; the first is [Game \"…\"]");
  for (bool ended = false; code == ASC_OK && !ended; asc_scan_skip_space(scan)) code = item_read(&reader, &ended);
  if (code == ASC_OK && reader.outer != NULL)
    return asc_fail_in(error, ASC_E_INPUT, reader.outer->line, reader.outer->column, "(", 1,
                       "this variation is not closed");
  return code;
}
