#define _GNU_SOURCE /* fopencookie: a stream that tells when memory runs out, as open_memstream does not */
#include "growing.h"

#include <stdlib.h>
#include <string.h>

/* Room for so many bytes more, and the end. */
static bool room_make(asc_growing *growing, size_t length) {
  if (growing->failed) return false;
  if (growing->capacity - growing->length > length) return true;
  size_t capacity = growing->capacity * 2 + length + 256;
  char *grown = realloc(growing->text, capacity);
  growing->failed = grown == NULL;
  if (grown == NULL) return false;
  growing->text = grown;
  growing->capacity = capacity;
  return true;
}

void asc_growing_add(asc_growing *growing, const char *text, size_t length) {
  if (!room_make(growing, length)) return;
  memcpy(growing->text + growing->length, text, length);
  growing->length += length;
  growing->text[growing->length] = '\0';
}

void asc_growing_text(asc_growing *growing, const char *text) { asc_growing_add(growing, text, strlen(text)); }
void asc_growing_char(asc_growing *growing, char c) { asc_growing_add(growing, &c, 1); }

void asc_growing_format_list(asc_growing *growing, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  if (length < 0) growing->failed = true;
  if (length >= 0 && room_make(growing, (size_t)length)) {
    (void)vsnprintf(growing->text + growing->length, (size_t)length + 1, format, again);
    growing->length += (size_t)length;
  }
  va_end(again);
}

void asc_growing_format(asc_growing *growing, const char *format, ...) {
  va_list args;
  va_start(args, format);
  asc_growing_format_list(growing, format, args);
  va_end(args);
}

#ifndef __wasm__

static ssize_t file_write(void *growing, const char *text, size_t length) {
  asc_growing_add(growing, text, length);
  return ((asc_growing *)growing)->failed ? 0 : (ssize_t)length;
}

FILE *asc_growing_file(asc_growing *growing) {
  return fopencookie(growing, "w", (cookie_io_functions_t){.write = file_write});
}

#endif

static void put(void *data, const char *text, size_t length) { asc_growing_add(data, text, length); }

asc_json asc_growing_json(asc_growing *growing) { return (asc_json){.put = put, .data = growing}; }
