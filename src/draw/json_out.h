/* Writing JSON to a stream, one value after the other: for what is built in WebAssembly as well, where there is no JSON
   library. Commas come by themselves. Text that is not UTF-8 is written with a question mark for each bad byte. */
#ifndef ASC_DRAW_JSON_OUT_H
#define ASC_DRAW_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_out {
  FILE *out;
  bool comma; /* the next value follows another */
} json_out;

/* `name` is the key in an object, or NULL in an array and at the top. */
void json_open(json_out *json, const char *name, char bracket);     /* '{' or '[' */
void json_close(json_out *json, char bracket);                      /* '}' or ']' */
void json_text(json_out *json, const char *name, const char *text); /* NULL: null */
void json_number(json_out *json, const char *name, int64_t number);
void json_bool(json_out *json, const char *name, bool value);
void json_null_out(json_out *json, const char *name);
/* Half-points: 3, 0.5. */
void json_points(json_out *json, const char *name, int32_t half_points);
/* A string whose text is written to json->out in between, by code that knows nothing of JSON: open, then pass each
   piece through json_string_put. */
void json_string_begin(json_out *json, const char *name);
void json_string_put(json_out *json, const char *text, size_t length);
void json_string_end(json_out *json);

#endif
