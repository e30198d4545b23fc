#include "json.h"

#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(asc_json *json, const char *text) { json->put(json->data, text, strlen(text)); }

static void escaped_put(asc_json *json, unsigned char c) {
  char text[8];
  if (c == '"' || c == '\\' || c == '\n')
    (void)memcpy(text, (const char[]){'\\', c == '\n' ? 'n' : (char)c, '\0'}, 3);
  else
    (void)snprintf(text, sizeof text, "\\u%04x", c);
  put(json, text);
}

static bool is_plain(unsigned char c) { return c >= ' ' && c < 0x80 && c != '"' && c != '\\'; }

/* What needs no escape goes out in one piece. */
void asc_json_string_put(asc_json *json, const char *text, size_t length) {
  size_t from = 0;
  for (size_t i = 0; i < length;) {
    unsigned char c = (unsigned char)text[i];
    if (is_plain(c)) {
      i++;
      continue;
    }
    size_t step = asc_character_length(text + i, length - i);
    bool bad = step == 0, special = bad || c < ' ' || c == '"' || c == '\\';
    if (special && i > from) json->put(json->data, text + from, i - from);
    if (bad)
      put(json, "?");
    else if (special)
      escaped_put(json, c);
    i += bad ? 1 : step;
    if (special) from = i;
  }
  if (length > from) json->put(json->data, text + from, length - from);
}

static void string_put(asc_json *json, const char *text) {
  put(json, "\"");
  asc_json_string_put(json, text, strlen(text));
  put(json, "\"");
}

static void value_begin(asc_json *json, const char *name) {
  if (json->comma) put(json, ",");
  json->comma = true;
  if (name == NULL) return;
  string_put(json, name);
  put(json, ":");
}

void asc_json_open(asc_json *json, const char *name, char bracket) {
  value_begin(json, name);
  json->put(json->data, &bracket, 1);
  json->comma = false;
}

void asc_json_close(asc_json *json, char bracket) {
  json->put(json->data, &bracket, 1);
  json->comma = true;
}

void asc_json_text(asc_json *json, const char *name, const char *text) {
  if (text == NULL) {
    asc_json_null(json, name);
    return;
  }
  value_begin(json, name);
  string_put(json, text);
}

void asc_json_number(asc_json *json, const char *name, int64_t number) {
  char digits[ASC_DIGITS_MAX];
  value_begin(json, name);
  put(json, asc_digits_write(number, digits));
}

void asc_json_bool(asc_json *json, const char *name, bool value) {
  value_begin(json, name);
  put(json, value ? "true" : "false");
}

void asc_json_null(asc_json *json, const char *name) {
  value_begin(json, name);
  put(json, "null");
}

void asc_json_points(asc_json *json, const char *name, int32_t half_points) {
  asc_json_hundredths(json, name, (int64_t)half_points * 50);
}

void asc_json_hundredths(asc_json *json, const char *name, int64_t hundredths) {
  char text[ASC_HUNDREDTHS_MAX];
  value_begin(json, name);
  put(json, asc_hundredths_write(hundredths, text));
}

void asc_json_seconds(asc_json *json, const char *name, int64_t microseconds) {
  char text[32];
  int length = snprintf(text, sizeof text, "%lld.%06lld", (long long)(microseconds / 1000000),
                        (long long)(microseconds % 1000000));
  while (text[length - 1] == '0' && text[length - 2] != '.') text[--length] = '\0';
  value_begin(json, name);
  put(json, text);
}

/* As C writes it, but a fraction always shows and an exponent has no needless sign and zeros. */
void asc_json_real(asc_json *json, const char *name, double number, int digits) {
  char text[40];
  if (!isfinite(number)) {
    asc_json_null(json, name);
    return;
  }
  int length = snprintf(text, sizeof text, "%.*g", digits, number);
  char *exponent = strchr(text, 'e');
  if (exponent != NULL) {
    char *from = exponent + 1 + (exponent[1] == '+'), *to = from + (*from == '-'), *kept = to;
    while (*kept == '0' && kept[1] != '\0') kept++;
    memmove(to, kept, strlen(kept) + 1);
    memmove(exponent + 1, from, strlen(from) + 1);
  } else if (strchr(text, '.') == NULL) {
    (void)snprintf(text + length, sizeof text - (size_t)length, ".0");
  }
  value_begin(json, name);
  put(json, text);
}

void asc_json_message_members(asc_json *json, const asc_rules *rules, const asc_message *message) {
  asc_json_text(json, "key", message->key);
  asc_json_open(json, "args", '{');
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    if (arg->text[0] != '\0')
      asc_json_text(json, arg->name, arg->text);
    else
      asc_json_number(json, arg->name, arg->number);
  }
  asc_json_close(json, '}');
  char sentence[ASC_SENTENCE_MAX];
  if (rules->game->catalogues[0].language != NULL)
    asc_json_text(json, "text", asc_message_english(rules, message, sentence));
}

void asc_json_message(asc_json *json, const char *name, const asc_rules *rules, const asc_message *message) {
  if (message->key == NULL) {
    asc_json_null(json, name);
    return;
  }
  asc_json_open(json, name, '{');
  asc_json_message_members(json, rules, message);
  asc_json_close(json, '}');
}

void asc_json_string_begin(asc_json *json, const char *name) {
  value_begin(json, name);
  put(json, "\"");
}

void asc_json_string_end(asc_json *json) { put(json, "\""); }
