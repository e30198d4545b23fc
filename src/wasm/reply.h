/* The reply of an export: one JSON object as text, valid until the next call.

   The module serves one caller at a time, so there is one reply. An export calls wasm_reply_begin, writes the members
   and returns wasm_reply_end(). After an error it returns wasm_reply_error(…), which drops the members written. */
#ifndef WASM_REPLY_H
#define WASM_REPLY_H

#include "base/json.h"

#include <ascona/ascona.h>

/* Starts a reply. Returns the JSON writer with the object open. */
asc_json *wasm_reply_begin(void);
/* Ends the reply and returns its text. */
const char *wasm_reply_end(void);

/* Returns the reply {"error": {"code", "reason", "line", "column", "token", "why"}}. `error` and `why` may be NULL.
   `why` is the message for the user. */
const char *wasm_reply_error(int code, const asc_error *error, const asc_rules *rules, const asc_message *why);

#endif
