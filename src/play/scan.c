#include "scan.h"

#include <ascona/record.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void error_fill(asc_error *error, int line, int column, const char *token, size_t token_length,
                       const char *format, va_list args) {
  (void)vsnprintf(error->reason, sizeof error->reason, format, args);
  error->line = line;
  error->column = column;
  size_t length = token_length;
  if (length >= sizeof error->token) {
    length = sizeof error->token - 1;
    while (length > 0 && ((unsigned char)token[length] & 0xc0) == 0x80) length--;
  }
  memcpy(error->token, token, length);
  error->token[length] = '\0';
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

/* The bytes of the character that begins here, or 0 when none does: no overlong forms, surrogates or NUL, nothing past
   the last code point. */
static size_t character_length(const unsigned char *at, size_t left) {
  if (at[0] < 0x80) return at[0] != 0;
  size_t length = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
  if (at[0] < 0xc2 || at[0] > 0xf4 || length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
  bool surrogate = at[0] == 0xed && at[1] >= 0xa0;
  bool too_large = at[0] == 0xf4 && at[1] >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

int asc_utf8_check(const char *text, size_t length, asc_error *error) {
  asc_scan scan = asc_scan_over(text, length);
  while (scan.at < length) {
    const unsigned char *at = (const unsigned char *)text + scan.at;
    size_t step = character_length(at, length - scan.at);
    if (step == 0) {
      const char *what = at[0] == 0 ? "a NUL byte is no text" : "this byte is not UTF-8";
      char byte[8];
      size_t written = (size_t)snprintf(byte, sizeof byte, "0x%02x", at[0]);
      return asc_fail_in(error, ASC_E_INPUT, scan.line, asc_scan_column(&scan), byte, written, "%s", what);
    }
    if (step == 1)
      asc_scan_step(&scan);
    else
      scan.at += step;
  }
  return ASC_OK;
}
