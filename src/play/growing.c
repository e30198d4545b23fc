#include "growing.h"

#include <stdlib.h>
#include <string.h>

void asc_growing_add(asc_growing *growing, const char *text, size_t length) {
  if (growing->failed) return;
  if (growing->capacity - growing->length <= length) {
    size_t capacity = growing->capacity * 2 + length + 256;
    char *grown = realloc(growing->text, capacity);
    growing->failed = grown == NULL;
    if (grown == NULL) return;
    growing->text = grown;
    growing->capacity = capacity;
  }
  memcpy(growing->text + growing->length, text, length);
  growing->length += length;
  growing->text[growing->length] = '\0';
}

static void put(void *data, const char *text, size_t length) { asc_growing_add(data, text, length); }

asc_json asc_growing_json(asc_growing *growing) { return (asc_json){.put = put, .data = growing}; }
