/* A string buffer that grows. The text always ends with a NUL once anything was added. */
#define _GNU_SOURCE /* fopencookie: its stream reports that memory ran out, which open_memstream does not */
#include "strbuf.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `length` more bytes and a NUL. */
static bool reserve(asc_strbuf *buffer, size_t length) {
  if (buffer->failed) return false;
  if (buffer->capacity - buffer->length > length) return true;
  size_t capacity = buffer->capacity * 2 + length + 256;
  char *grown = realloc(buffer->text, capacity);
  buffer->failed = grown == NULL;
  if (grown == NULL) return false;
  buffer->text = grown;
  buffer->capacity = capacity;
  return true;
}

void asc_strbuf_add(asc_strbuf *buffer, const char *text, size_t length) {
  if (!reserve(buffer, length)) return;
  memcpy(buffer->text + buffer->length, text, length);
  buffer->length += length;
  buffer->text[buffer->length] = '\0';
}

void asc_strbuf_add_text(asc_strbuf *buffer, const char *text) { asc_strbuf_add(buffer, text, strlen(text)); }
void asc_strbuf_add_char(asc_strbuf *buffer, char c) { asc_strbuf_add(buffer, &c, 1); }

void asc_strbuf_vformat(asc_strbuf *buffer, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  if (length < 0) buffer->failed = true;
  if (length >= 0 && reserve(buffer, (size_t)length)) {
    (void)vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
    buffer->length += (size_t)length;
  }
  va_end(again);
}

void asc_strbuf_format(asc_strbuf *buffer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  asc_strbuf_vformat(buffer, format, args);
  va_end(args);
}

#ifndef __wasm__

static ssize_t file_write(void *buffer, const char *text, size_t length) {
  asc_strbuf_add(buffer, text, length);
  return ((asc_strbuf *)buffer)->failed ? 0 : (ssize_t)length;
}

FILE *asc_strbuf_stream(asc_strbuf *buffer) {
  return fopencookie(buffer, "w", (cookie_io_functions_t){.write = file_write});
}

#endif

static void json_write(void *data, const char *text, size_t length) { asc_strbuf_add(data, text, length); }

asc_json asc_strbuf_json(asc_strbuf *buffer) { return (asc_json){.write = json_write, .data = buffer}; }

int asc_strbuf_take(asc_strbuf *buffer, char **text, size_t *length) {
  if (buffer->failed) {
    free(buffer->text);
    *buffer = (asc_strbuf){0};
  }
  *text = buffer->text;
  *length = buffer->length;
  return buffer->text == NULL ? ASC_E_MEMORY : ASC_OK;
}
