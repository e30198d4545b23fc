/* What the tests of records share: reading one game, and what must come of it. */
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

/* The tags every complete record of Delta begins with: two lines. */
#define DELTA_OPTIONS "size=5,pawns=9,scoring=points"
#define DELTA "[Game \"delta\"]\n[Options \"" DELTA_OPTIONS "\"]\n"

/* `head`, then `part` so many times, then `tail`. */
static inline char *text_of(const char *head, const char *part, size_t times, const char *tail) {
  size_t length = strlen(part);
  char *text = malloc(strlen(head) + length * times + strlen(tail) + 1);
  assert_non_null(text);
  char *at = text + sprintf(text, "%s", head);
  for (size_t i = 0; i < times; i++, at += length) memcpy(at, part, length);
  (void)sprintf(at, "%s", tail);
  return text;
}

/* The only game of a text. */
static inline asc_record *record_read(const char *text) {
  asc_reader *reader;
  asc_record *record, *none;
  asc_error error;
  if (asc_reader_open(&reader, text, strlen(text), &error) < 0) fail_msg("%s", error.reason);
  if (asc_reader_next(reader, &record, NULL, &error) != 1)
    fail_msg("line %d, column %d, '%s': %s\n%s", error.line, error.column, error.token, error.reason, text);
  assert_int_equal(asc_reader_next(reader, &none, NULL, &error), 0);
  asc_reader_close(reader);
  return record;
}

static inline char *record_write(const asc_record *record, asc_record_form form) {
  char *text;
  size_t length;
  assert_int_equal(asc_record_write(record, form, &text, &length), ASC_OK);
  assert_int_equal(strlen(text), length);
  return text;
}

static inline char *record_convert(const char *text, asc_record_form form) {
  asc_record *record = record_read(text);
  char *converted = record_write(record, form);
  asc_record_close(record);
  return converted;
}

/* What the text reads as is written as `expected`, and so again, and so by way of JSON. */
static inline void assert_becomes(const char *text, const char *expected) {
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

/* What the text reads as goes through both forms and comes back as it was. */
static inline void assert_passes_both_forms(const char *text) {
  char *once = record_convert(text, ASC_RECORD_TEXT);
  char *json = record_convert(once, ASC_RECORD_JSON);
  char *back = record_convert(json, ASC_RECORD_TEXT);
  assert_true(strcmp(back, once) == 0);
  free(once);
  free(json);
  free(back);
}

/* The same for the moves of an open game of Delta alone. */
static inline void assert_moves(const char *moves, const char *expected) {
  char text[4096], whole[4096];
  (void)snprintf(text, sizeof text, DELTA "[Result \"none\"]\n\n%s", moves);
  (void)snprintf(whole, sizeof whole, DELTA "[Result \"none\"]\n\n%s\n", expected);
  assert_becomes(text, whole);
}

/* The first game of the text is refused, there, with these words in the reason. */
static inline void assert_refused_bytes(const char *text, size_t length, int code, int line, int column,
                                        const char *token, const char *words) {
  asc_reader *reader;
  asc_record *record = NULL;
  asc_error error = {0};
  int got = asc_reader_open(&reader, text, length, &error);
  if (got == ASC_OK) got = asc_reader_next(reader, &record, NULL, &error);
  if (got != code || error.line != line || error.column != column || strcmp(error.token, token) != 0 ||
      strstr(error.reason, words) == NULL)
    fail_msg("%.300s\ngives %d at line %d, column %d, '%s': %s\nnot %d at line %d, column %d, '%s': %s", text, got,
             error.line, error.column, error.token, error.reason, code, line, column, token, words);
  assert_null(record);
  asc_reader_close(reader);
}

static inline void assert_refused(const char *text, int code, int line, int column, const char *token,
                                  const char *words) {
  assert_refused_bytes(text, strlen(text), code, line, column, token, words);
}

#endif
