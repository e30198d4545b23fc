/* Error codes as text, and the functions that fill an asc_error. */
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
  case ASC_E_BUFFER: return "buffer too small";
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

asc_span asc_error_where(const asc_error *error) {
  return (asc_span){error->token, strlen(error->token), error->line, error->column};
}

static void error_fill(asc_error *error, const asc_span *where, const char *format, va_list args) {
  char reason[sizeof error->reason];
  size_t length = 0;
  if (error == NULL) return;
  char end = where->line == 0 && where->column > 0 ? ':' : '\0';
  (void)vsnprintf(reason, sizeof reason, format, args);
  memcpy(error->reason, reason, strlen(reason) + 1);
  error->line = where->line;
  error->column = where->column;
  while (length < where->length && length < sizeof error->token - 1 && where->text[length] != end) length++;
  while (length > 0 && length < where->length && ((unsigned char)where->text[length] & 0xc0) == 0x80) length--;
  memmove(error->token, where->text, length);
  error->token[length] = '\0';
}

int asc_error_set(asc_error *error, int code, const char *format, ...) {
  static const asc_span nowhere = {.text = ""};
  va_list args;
  va_start(args, format);
  error_fill(error, &nowhere, format, args);
  va_end(args);
  return code;
}

int asc_error_set_at(asc_error *error, int code, const asc_span *where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  error_fill(error, where, format, args);
  va_end(args);
  return code;
}
