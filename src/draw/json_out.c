#include "json_out.h"

#include "core/text.h"

#include <string.h>

static void escaped_put(FILE *out, unsigned char c) {
  if (c == '"' || c == '\\')
    fprintf(out, "\\%c", c);
  else if (c == '\n')
    fputs("\\n", out);
  else
    fprintf(out, "\\u%04x", c);
}

void json_string_put(json_out *json, const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    size_t step = asc_character_length(text + i, length - i);
    unsigned char c = (unsigned char)text[i];
    if (step == 0) {
      fputc('?', json->out);
      i++;
    } else if (c < ' ' || c == '"' || c == '\\') {
      escaped_put(json->out, c);
      i++;
    } else {
      fwrite(text + i, 1, step, json->out);
      i += step;
    }
  }
}

static void string_put(json_out *json, const char *text) {
  fputc('"', json->out);
  json_string_put(json, text, strlen(text));
  fputc('"', json->out);
}

static void value_begin(json_out *json, const char *name) {
  if (json->comma) fputc(',', json->out);
  json->comma = true;
  if (name == NULL) return;
  string_put(json, name);
  fputc(':', json->out);
}

void json_open(json_out *json, const char *name, char bracket) {
  value_begin(json, name);
  fputc(bracket, json->out);
  json->comma = false;
}

void json_close(json_out *json, char bracket) {
  fputc(bracket, json->out);
  json->comma = true;
}

void json_text(json_out *json, const char *name, const char *text) {
  if (text == NULL) {
    json_null_out(json, name);
    return;
  }
  value_begin(json, name);
  string_put(json, text);
}

void json_number(json_out *json, const char *name, int64_t number) {
  value_begin(json, name);
  fprintf(json->out, "%lld", (long long)number);
}

void json_bool(json_out *json, const char *name, bool value) {
  value_begin(json, name);
  fputs(value ? "true" : "false", json->out);
}

void json_null_out(json_out *json, const char *name) {
  value_begin(json, name);
  fputs("null", json->out);
}

void json_points(json_out *json, const char *name, int32_t half_points) {
  value_begin(json, name);
  fprintf(json->out, "%s%d%s", half_points == -1 ? "-" : "", half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

void json_string_begin(json_out *json, const char *name) {
  value_begin(json, name);
  fputc('"', json->out);
}

void json_string_end(json_out *json) { fputc('"', json->out); }
