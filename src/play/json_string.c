#include "json_string.h"

#include <jansson.h>
#include <stdio.h>

int asc_json_string_open(asc_json_string *string, const char *text, size_t length, char fault[ASC_JSON_FAULT_MAX]) {
  json_error_t error;
  json_t *value = json_loadb(text, length, JSON_DECODE_ANY, &error);
  if (value == NULL) {
    (void)snprintf(fault, ASC_JSON_FAULT_MAX, "%s", error.text);
    /* The library mostly says nothing when memory runs out, but sometimes calls the token invalid. */
    return error.text[0] == '\0' ? ASC_E_MEMORY : ASC_E_INPUT;
  }
  *string = (asc_json_string){value, json_string_value(value), json_string_length(value)};
  return ASC_OK;
}

void asc_json_string_close(asc_json_string *string) {
  json_decref(string->owner);
  *string = (asc_json_string){0};
}
