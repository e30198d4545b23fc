#include "scan.h"

#include <ascona/record.h>

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>

static void error_fill(asc_error *error, int line, int column, const char *token, size_t token_length,
                       const char *format, va_list args) {
  (void)vsnprintf(error->reason, sizeof error->reason, format, args);
  error->line = line;
  error->column = column;
  asc_error_token(error, token, token_length);
}

int asc_fail_in(asc_error *error, int code, int line, int column, const char *token, size_t token_length,
                const char *format, ...) {
  if (error == NULL) return code;
  va_list args;
  va_start(args, format);
  error_fill(error, line, column, token, token_length, format, args);
  va_end(args);
  return code;
}

int asc_scan_fail(const asc_scan *scan, asc_error *error, const char *format, ...) {
  if (error == NULL) return ASC_E_INPUT;
  size_t end = scan->at;
  while (end < scan->length && !asc_is_space(scan->text[end])) end++;
  va_list args;
  va_start(args, format);
  error_fill(error, scan->line, asc_scan_column(scan), scan->text + scan->at, end - scan->at, format, args);
  va_end(args);
  return ASC_E_INPUT;
}

int asc_utf8_check(const char *text, size_t length, asc_error *error) {
  asc_scan scan = asc_scan_over(text, length);
  while (scan.at < length) {
    size_t step = asc_character_length(text + scan.at, length - scan.at);
    if (step == 0) {
      unsigned wrong = (unsigned char)text[scan.at];
      const char *what = wrong == 0 ? "a NUL byte is no text" : "this byte is not UTF-8";
      char byte[8];
      size_t written = (size_t)snprintf(byte, sizeof byte, "0x%02x", wrong);
      return asc_fail_in(error, ASC_E_INPUT, scan.line, asc_scan_column(&scan), byte, written, "%s", what);
    }
    if (step == 1)
      asc_scan_step(&scan);
    else
      scan.at += step;
  }
  return ASC_OK;
}
