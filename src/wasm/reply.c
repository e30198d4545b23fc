#include "reply.h"

#include "draw/scene_json.h"

#include <stdlib.h>

static struct {
  char *text;
  size_t length;
  json_out json;
} reply;

json_out *reply_begin(void) {
  free(reply.text);
  reply.text = NULL;
  reply.json = (json_out){.out = open_memstream(&reply.text, &reply.length)};
  if (reply.json.out == NULL) __builtin_trap(); /* not even a few bytes left: the page starts the module anew */
  json_open(&reply.json, NULL, '{');
  return &reply.json;
}

const char *reply_end(void) {
  json_close(&reply.json, '}');
  bool written = ferror(reply.json.out) == 0;
  if (fclose(reply.json.out) != 0 || !written) return "{\"error\":{\"code\":-4,\"reason\":\"out of memory\"}}";
  return reply.text;
}

const char *reply_error(int code, const asc_error *error, const asc_rules *rules, const asc_message *why) {
  json_out *json = reply_begin();
  json_open(json, "error", '{');
  json_number(json, "code", code);
  json_text(json, "reason", error != NULL && error->reason[0] != '\0' ? error->reason : asc_strerror(code));
  if (error != NULL) {
    json_number(json, "line", error->line);
    json_number(json, "column", error->column);
    json_text(json, "token", error->token);
  }
  if (why != NULL && why->key != NULL) scene_json_message(json, "why", rules, why);
  json_close(json, '}');
  return reply_end();
}
