/* Error codes and their words. */
#include <ascona/error.h>

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *asc_strerror(int code) {
  switch (code) {
  case ASC_E_INPUT: return "bad input";
  case ASC_E_ILLEGAL: return "not allowed by the rules";
  case ASC_E_STATE: return "not possible now";
  case ASC_E_MEMORY: return "out of memory";
  case ASC_E_FILE: return "file error";
  case ASC_E_SPACE: return "buffer too small";
  default: return code >= 0 ? "no error" : "unknown error";
  }
}

void asc_error_write(const asc_error *error, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  if (error->line > 0) asc_writer_format(&writer, "line %d, ", error->line);
  if (error->column > 0) asc_writer_format(&writer, "column %d, ", error->column);
  if (error->token[0] != '\0') asc_writer_format(&writer, "'%s', ", error->token);
  if (writer.length >= 2) {
    writer.length -= 2;
    asc_writer_string(&writer, ": ");
  }
  asc_writer_string(&writer, error->reason);
}

static void error_fill(asc_error *error, const char *format, va_list args) {
  error->line = 0;
  error->column = 0;
  error->token[0] = '\0';
  (void)vsnprintf(error->reason, sizeof error->reason, format, args);
}

void asc_error_token(asc_error *error, const char *text, size_t length) {
  if (error == NULL) return;
  if (length >= sizeof error->token) {
    length = sizeof error->token - 1;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  }
  memcpy(error->token, text, length);
  error->token[length] = '\0';
}

int asc_fail(asc_error *error, int code, const char *format, ...) {
  if (error == NULL) return code;
  va_list args;
  va_start(args, format);
  error_fill(error, format, args);
  va_end(args);
  return code;
}

int asc_fail_at(asc_error *error, const asc_cursor *cursor, const char *format, ...) {
  if (error == NULL) return ASC_E_INPUT;
  va_list args;
  va_start(args, format);
  error_fill(error, format, args);
  va_end(args);
  error->column = (int)(cursor->at - cursor->start) + 1;
  asc_error_token(error, cursor->at, strcspn(cursor->at, ":"));
  return ASC_E_INPUT;
}
