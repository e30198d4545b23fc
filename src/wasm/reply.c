/* Builds the JSON reply of an export; see reply.h. Exports allocation, for the text that the page passes to one. */
#include "reply.h"
#include "imports.h"

#include "base/strbuf.h"
#include "core/message_json.h"

#include <stdlib.h>

static asc_strbuf text;
static asc_json json;

asc_json *wasm_reply_begin(void) {
  free(text.text);
  text = (asc_strbuf){0};
  json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  return &json;
}

const char *wasm_reply_end(void) {
  asc_json_close(&json, '}');
  return text.failed ? "{\"error\":{\"code\":-4,\"reason\":\"out of memory\"}}" : text.text;
}

const char *wasm_reply_error(int code, const asc_error *error, const asc_rules *rules, const asc_message *why) {
  (void)wasm_reply_begin();
  asc_json_open(&json, "error", '{');
  asc_json_number(&json, "code", code);
  asc_json_text(&json, "reason", error != NULL && error->reason[0] != '\0' ? error->reason : asc_strerror(code));
  if (error != NULL) {
    asc_json_number(&json, "line", error->line);
    asc_json_number(&json, "column", error->column);
    asc_json_text(&json, "token", error->token);
  }
  if (why != NULL && why->key != NULL) asc_message_json(&json, "why", rules, why);
  asc_json_close(&json, '}');
  return wasm_reply_end();
}

WASM_EXPORT("alloc") void *wasm_export_alloc(size_t size) { return malloc(size); }
WASM_EXPORT("release") void wasm_export_release(void *memory) { free(memory); }
