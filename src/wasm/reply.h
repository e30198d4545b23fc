/* What an export answers: one JSON object as text, good until the next call.

   The module serves one caller at a time, so there is one reply. An export begins it, writes its members and returns
   reply_end(), or returns reply_error(…), which throws away what was written. */
#ifndef ASC_WASM_REPLY_H
#define ASC_WASM_REPLY_H

#include "core/json.h"

#include <ascona/ascona.h>

/* The open object. */
asc_json *reply_begin(void);
const char *reply_end(void);

/* {"error": {"code", "reason", "line", "column", "token", "why"}}. `error` may be NULL, and so may `why`, the message
   for people if there is one. */
const char *reply_error(int code, const asc_error *error, const asc_rules *rules, const asc_message *why);

#endif
