/* Strings of JSON by the browser's own JSON (see play/json_string.h). */
#include "play/json_string.h"

#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *taken(int length) {
  char *text = malloc((size_t)length + 1);
  if (text == NULL) return NULL;
  host_string_take(text);
  text[length] = '\0';
  return text;
}

int asc_json_string_open(asc_json_string *string, const char *text, size_t length, char fault[ASC_JSON_FAULT_MAX]) {
  int decoded = host_string_read(text, length);
  if (decoded < 0) {
    (void)snprintf(fault, ASC_JSON_FAULT_MAX, "the string cannot be read");
    return ASC_E_INPUT;
  }
  char *copy = taken(decoded);
  if (copy == NULL) return ASC_E_MEMORY;
  *string = (asc_json_string){copy, copy, (size_t)decoded};
  return ASC_OK;
}

void asc_json_string_close(asc_json_string *string) {
  free(string->owner);
  *string = (asc_json_string){0};
}
