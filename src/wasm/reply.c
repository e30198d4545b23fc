#include "reply.h"

#include "play/growing.h"

#include <stdlib.h>

static asc_growing text;
static asc_json json;

asc_json *reply_begin(void) {
  free(text.text);
  text = (asc_growing){0};
  json = asc_growing_json(&text);
  asc_json_open(&json, NULL, '{');
  return &json;
}

const char *reply_end(void) {
  asc_json_close(&json, '}');
  return text.failed ? "{\"error\":{\"code\":-4,\"reason\":\"out of memory\"}}" : text.text;
}

const char *reply_error(int code, const asc_error *error, const asc_rules *rules, const asc_message *why) {
  (void)reply_begin();
  asc_json_open(&json, "error", '{');
  asc_json_number(&json, "code", code);
  asc_json_text(&json, "reason", error != NULL && error->reason[0] != '\0' ? error->reason : asc_strerror(code));
  if (error != NULL) {
    asc_json_number(&json, "line", error->line);
    asc_json_number(&json, "column", error->column);
    asc_json_text(&json, "token", error->token);
  }
  if (why != NULL && why->key != NULL) asc_json_message(&json, "why", rules, why);
  asc_json_close(&json, '}');
  return reply_end();
}
