/* Shared by the tests of records: reading one game, and checks of the result. */
#ifndef ASC_TESTS_RECORD_HELP_H
#define ASC_TESTS_RECORD_HELP_H

#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The two lines of tags that every complete record of Delta starts with. */
#define DELTA_OPTIONS "size=5,pawns=9,scoring=points"
#define DELTA "[Game \"delta\"]\n[Options \"" DELTA_OPTIONS "\"]\n"

/* Returns `head`, then `part` repeated `times` times, then `tail`. The caller frees it. */
static inline char *repeat_text(const char *head, const char *part, size_t times, const char *tail) {
  size_t length = strlen(part);
  char *text = malloc(strlen(head) + length * times + strlen(tail) + 1);
  assert_non_null(text);
  char *end = text + sprintf(text, "%s", head);
  for (size_t i = 0; i < times; i++, end += length) memcpy(end, part, length);
  (void)sprintf(end, "%s", tail);
  return text;
}

/* Returns the only game of a text. The caller closes it. */
static inline asc_record *record_read(const char *text) {
  asc_record_reader *reader;
  asc_record *record, *none;
  asc_error error;
  if (asc_record_reader_open(&reader, text, strlen(text), &error) < 0) fail_msg("%s", error.reason);
  if (asc_record_reader_next(reader, &record, NULL, &error) != 1)
    fail_msg("line %d, column %d, '%s': %s\n%s", error.line, error.column, error.token, error.reason, text);
  assert_int_equal(asc_record_reader_next(reader, &none, NULL, &error), 0);
  asc_record_reader_close(reader);
  return record;
}

static inline char *record_write(const asc_record *record, asc_record_format format) {
  char *text;
  size_t length;
  assert_int_equal(asc_record_write(record, format, &text, &length), ASC_OK);
  assert_int_equal(strlen(text), length);
  return text;
}

static inline char *record_convert(const char *text, asc_record_format format) {
  asc_record *record = record_read(text);
  char *converted = record_write(record, format);
  asc_record_close(record);
  return converted;
}

/* The record read from the text is written as `expected`, also after reading that again, and after a round trip through
   JSON. */
static inline void assert_rewritten_as(const char *text, const char *expected) {
  char *once = record_convert(text, ASC_RECORD_TEXT);
  assert_string_equal(once, expected);
  char *again = record_convert(once, ASC_RECORD_TEXT);
  assert_string_equal(again, expected);
  char *json = record_convert(text, ASC_RECORD_JSON);
  char *back = record_convert(json, ASC_RECORD_TEXT);
  assert_string_equal(back, expected);
  free(once);
  free(again);
  free(json);
  free(back);
}

/* The record read from the text survives both formats unchanged. */
static inline void assert_survives_both_formats(const char *text) {
  char *once = record_convert(text, ASC_RECORD_TEXT);
  char *json = record_convert(once, ASC_RECORD_JSON);
  char *back = record_convert(json, ASC_RECORD_TEXT);
  assert_true(strcmp(back, once) == 0);
  free(once);
  free(json);
  free(back);
}

/* The same for the moves of an open game of Delta. */
static inline void assert_moves(const char *moves, const char *expected) {
  char text[4096], expected_text[4096];
  (void)snprintf(text, sizeof text, DELTA "[Result \"none\"]\n\n%s", moves);
  (void)snprintf(expected_text, sizeof expected_text, DELTA "[Result \"none\"]\n\n%s\n", expected);
  assert_rewritten_as(text, expected_text);
}

/* The first game of the text is rejected at this line and column, with these words in the reason. */
static inline void assert_rejected_bytes(const char *text, size_t length, int code, int line, int column,
                                         const char *token, const char *words) {
  asc_record_reader *reader;
  asc_record *record = NULL;
  asc_error error = {0};
  int got = asc_record_reader_open(&reader, text, length, &error);
  if (got == ASC_OK) got = asc_record_reader_next(reader, &record, NULL, &error);
  if (got != code || error.line != line || error.column != column || strcmp(error.token, token) != 0 ||
      strstr(error.reason, words) == NULL)
    fail_msg("%.300s\ngives %d at line %d, column %d, '%s': %s\nnot %d at line %d, column %d, '%s': %s", text, got,
             error.line, error.column, error.token, error.reason, code, line, column, token, words);
  assert_null(record);
  asc_record_reader_close(reader);
}

static inline void assert_rejected(const char *text, int code, int line, int column, const char *token,
                                   const char *words) {
  assert_rejected_bytes(text, strlen(text), code, line, column, token, words);
}

#endif
