/* Writing JSON, one value after another, with the caller's function `write`. Commas are added automatically. Each byte
   of text that is not UTF-8 becomes a question mark. Nothing here fails: handling errors of output is up to `write`. */
#ifndef ASC_BASE_JSON_H
#define ASC_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct asc_json {
  void (*write)(void *data, const char *text, size_t length);
  void *data;
  bool needs_comma; /* a comma must precede the next value */
} asc_json;

/* Each writes one value. `name` is the key inside an object, and NULL inside an array and at the top level. */
void asc_json_open(asc_json *json, const char *name, char bracket);     /* '{' or '[' */
void asc_json_close(asc_json *json, char bracket);                      /* '}' or ']' */
void asc_json_text(asc_json *json, const char *name, const char *text); /* NULL writes null */
void asc_json_number(asc_json *json, const char *name, int64_t number);
/* Writes the number as a string of hexadecimal digits. */
void asc_json_hex(asc_json *json, const char *name, uint64_t number);
void asc_json_bool(asc_json *json, const char *name, bool value);
void asc_json_null(asc_json *json, const char *name);
/* Writes text that is a complete JSON value already. */
void asc_json_raw(asc_json *json, const char *name, const char *text, size_t length);
/* Writes half-points as points: 3, 0.5. */
void asc_json_points(asc_json *json, const char *name, int32_t half_points);
/* Writes hundredths with no more decimals than needed: 3, 2.5, 57.31. */
void asc_json_hundredths(asc_json *json, const char *name, int64_t hundredths);
/* Writes microseconds as seconds: 0.5, 1.0, 0.000012. */
void asc_json_seconds(asc_json *json, const char *name, int64_t microseconds);
/* Writes a number with at most `digits` significant digits: 0.5, 1.0, 1.2e-5. Writes null if it is not finite. */
void asc_json_real(asc_json *json, const char *name, double number, int digits);

/* Writes a string whose text comes in parts: begin, add each part, end. No part may end within a UTF-8 character. */
void asc_json_string_begin(asc_json *json, const char *name);
void asc_json_string_add(asc_json *json, const char *text, size_t length);
void asc_json_string_end(asc_json *json);

#endif
