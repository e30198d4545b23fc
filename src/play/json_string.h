/* Strings of JSON, read by a library: jansson, or in WebAssembly the browser's own. */
#ifndef ASC_PLAY_JSON_STRING_H
#define ASC_PLAY_JSON_STRING_H

#include <ascona/error.h>

#include <stddef.h>

/* A string that was read, and stays until it is closed. */
typedef struct asc_json_string {
  void *owner;
  const char *text;
  size_t length;
} asc_json_string;

/* `text` is the string with its quotes. ASC_OK, ASC_E_MEMORY, or ASC_E_INPUT and what is wrong in `fault`. */
enum { ASC_JSON_FAULT_MAX = 160 };
int asc_json_string_open(asc_json_string *string, const char *text, size_t length, char fault[ASC_JSON_FAULT_MAX]);
/* Also for one that is all zero. */
void asc_json_string_close(asc_json_string *string);

#endif
