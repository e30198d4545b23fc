/* Writing JSON: commas, escapes and numbers. See json.h. */
#include "json.h"

#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void text_write(asc_json *json, const char *text) { json->write(json->data, text, strlen(text)); }

static void escape_write(asc_json *json, unsigned char c) {
  char text[8];
  asc_writer writer = asc_writer_over(text, sizeof text);
  bool is_short = c == '"' || c == '\\' || c == '\n';
  asc_writer_char(&writer, '\\');
  asc_writer_char(&writer, !is_short ? 'u' : c == '\n' ? 'n' : (char)c);
  if (!is_short) asc_writer_hex(&writer, c, 4);
  text_write(json, text);
}

static bool is_plain(unsigned char c) { return c >= ' ' && c < 0x80 && c != '"' && c != '\\'; }

/* A run of bytes that need no escape is written in one call. */
void asc_json_string_add(asc_json *json, const char *text, size_t length) {
  size_t from = 0;
  for (size_t i = 0; i < length;) {
    unsigned char c = (unsigned char)text[i];
    if (is_plain(c)) {
      i++;
      continue;
    }
    size_t step = asc_utf8_character_length(text + i, length - i);
    bool bad = step == 0, special = bad || c < ' ' || c == '"' || c == '\\';
    if (special && i > from) json->write(json->data, text + from, i - from);
    if (bad)
      text_write(json, "?");
    else if (special)
      escape_write(json, c);
    i += bad ? 1 : step;
    if (special) from = i;
  }
  if (length > from) json->write(json->data, text + from, length - from);
}

static void string_write(asc_json *json, const char *text) {
  text_write(json, "\"");
  asc_json_string_add(json, text, strlen(text));
  text_write(json, "\"");
}

static void value_begin(asc_json *json, const char *name) {
  if (json->needs_comma) text_write(json, ",");
  json->needs_comma = true;
  if (name == NULL) return;
  string_write(json, name);
  text_write(json, ":");
}

void asc_json_open(asc_json *json, const char *name, char bracket) {
  value_begin(json, name);
  json->write(json->data, &bracket, 1);
  json->needs_comma = false;
}

void asc_json_close(asc_json *json, char bracket) {
  json->write(json->data, &bracket, 1);
  json->needs_comma = true;
}

void asc_json_text(asc_json *json, const char *name, const char *text) {
  if (text == NULL) {
    asc_json_null(json, name);
    return;
  }
  value_begin(json, name);
  string_write(json, text);
}

void asc_json_number(asc_json *json, const char *name, int64_t number) {
  char digits[ASC_DIGITS_MAX];
  value_begin(json, name);
  text_write(json, asc_digits_write(number, digits));
}

void asc_json_hex(asc_json *json, const char *name, uint64_t number) {
  char digits[ASC_DIGITS_MAX];
  asc_writer writer = asc_writer_over(digits, sizeof digits);
  asc_writer_hex(&writer, number, 1);
  asc_json_text(json, name, digits);
}

void asc_json_bool(asc_json *json, const char *name, bool value) {
  value_begin(json, name);
  text_write(json, value ? "true" : "false");
}

void asc_json_null(asc_json *json, const char *name) {
  value_begin(json, name);
  text_write(json, "null");
}

void asc_json_raw(asc_json *json, const char *name, const char *text, size_t length) {
  value_begin(json, name);
  json->write(json->data, text, length);
}

void asc_json_points(asc_json *json, const char *name, int32_t half_points) {
  asc_json_hundredths(json, name, (int64_t)half_points * 50);
}

void asc_json_hundredths(asc_json *json, const char *name, int64_t hundredths) {
  char text[ASC_HUNDREDTHS_MAX];
  value_begin(json, name);
  text_write(json, asc_hundredths_write(hundredths, text));
}

void asc_json_seconds(asc_json *json, const char *name, int64_t microseconds) {
  char text[32];
  int length = snprintf(text, sizeof text, "%lld.%06lld", (long long)(microseconds / 1000000),
                        (long long)(microseconds % 1000000));
  while (text[length - 1] == '0' && text[length - 2] != '.') text[--length] = '\0';
  value_begin(json, name);
  text_write(json, text);
}

/* As %g, but a number without exponent always shows a fraction, and an exponent has no needless sign or zeros. */
void asc_json_real(asc_json *json, const char *name, double number, int digits) {
  char text[40];
  if (!isfinite(number)) {
    asc_json_null(json, name);
    return;
  }
  int length = snprintf(text, sizeof text, "%.*g", digits, number);
  char *exponent = strchr(text, 'e');
  if (exponent != NULL) {
    char *from = exponent + 1 + (exponent[1] == '+'), *to = from + (*from == '-'), *digit = to;
    while (*digit == '0' && digit[1] != '\0') digit++;
    memmove(to, digit, strlen(digit) + 1);
    memmove(exponent + 1, from, strlen(from) + 1);
  } else if (strchr(text, '.') == NULL) {
    (void)snprintf(text + length, sizeof text - (size_t)length, ".0");
  }
  value_begin(json, name);
  text_write(json, text);
}

void asc_json_string_begin(asc_json *json, const char *name) {
  value_begin(json, name);
  text_write(json, "\"");
}

void asc_json_string_end(asc_json *json) { text_write(json, "\""); }
