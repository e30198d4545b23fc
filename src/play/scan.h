/* Walking over a text of many lines, always knowing where. */
#ifndef ASC_PLAY_SCAN_H
#define ASC_PLAY_SCAN_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct asc_scan {
  const char *text;
  size_t length, at;
  size_t line_start;
  int line;
} asc_scan;

static inline asc_scan asc_scan_over(const char *text, size_t length) { return (asc_scan){text, length, 0, 0, 1}; }

/* The next byte, or -1 at the end. */
static inline int asc_scan_peek(const asc_scan *scan) {
  return scan->at < scan->length ? (unsigned char)scan->text[scan->at] : -1;
}

static inline void asc_scan_step(asc_scan *scan) {
  if (scan->text[scan->at++] != '\n') return;
  scan->line++;
  scan->line_start = scan->at;
}

static inline int asc_scan_column(const asc_scan *scan) { return (int)(scan->at - scan->line_start) + 1; }

static inline bool asc_is_space(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static inline void asc_scan_skip_space(asc_scan *scan) {
  while (asc_is_space(asc_scan_peek(scan))) asc_scan_step(scan);
}

/* Fills the error with a place, a token that is shortened at the end of a character, and a reason. Returns `code`. */
int asc_fail_in(asc_error *error, int code, int line, int column, const char *token, size_t token_length,
                const char *format, ...) __attribute__((format(printf, 7, 8)));
/* The same at the scan, with the word that stands there. Returns ASC_E_INPUT. */
int asc_scan_fail(const asc_scan *scan, asc_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
