/* Writing JSON, one value after the other, to wherever the caller puts it. Commas come by themselves. Text that is not
   UTF-8 is written with a question mark for each bad byte. What goes wrong on the way is the business of `put`. */
#ifndef ASC_CORE_JSON_H
#define ASC_CORE_JSON_H

#include <ascona/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct asc_json {
  void (*put)(void *data, const char *text, size_t length);
  void *data;
  bool comma; /* the next value follows another */
} asc_json;

/* `name` is the key in an object, or NULL in an array and at the top. */
void asc_json_open(asc_json *json, const char *name, char bracket);     /* '{' or '[' */
void asc_json_close(asc_json *json, char bracket);                      /* '}' or ']' */
void asc_json_text(asc_json *json, const char *name, const char *text); /* NULL: null */
void asc_json_number(asc_json *json, const char *name, int64_t number);
void asc_json_bool(asc_json *json, const char *name, bool value);
void asc_json_null(asc_json *json, const char *name);
/* Half-points: 3, 0.5. */
void asc_json_points(asc_json *json, const char *name, int32_t half_points);
/* Hundredths, whole where they are: 3, 2.5, 57.31. */
void asc_json_hundredths(asc_json *json, const char *name, int64_t hundredths);
/* Microseconds as seconds: 0.5, 1.0, 0.000012. */
void asc_json_seconds(asc_json *json, const char *name, int64_t microseconds);
/* So many digits at most: 0.5, 1.0, 1.2e-5; null where it is no number. */
void asc_json_real(asc_json *json, const char *name, double number, int digits);

/* {"key", "args", "text"}, or null for no message. The text is the English sentence; without catalogues it is left
   out. */
void asc_json_message(asc_json *json, const char *name, const asc_rules *rules, const asc_message *message);
/* The same without the braces, for a message that is there. */
void asc_json_message_members(asc_json *json, const asc_rules *rules, const asc_message *message);

/* A string whose text comes in pieces: begin, put each, end. */
void asc_json_string_begin(asc_json *json, const char *name);
void asc_json_string_put(asc_json *json, const char *text, size_t length);
void asc_json_string_end(asc_json *json);

#endif
