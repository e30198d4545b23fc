/* A message as JSON: its key, its arguments and the English sentence. */
#ifndef ASC_CORE_MESSAGE_JSON_H
#define ASC_CORE_MESSAGE_JSON_H

#include <ascona/game.h>

#include "base/json.h"

/* Writes {"key", "args", "text"}, or null if the message has no key. The text is the English sentence; builds without
   catalogues leave it out. */
void asc_message_json(asc_json *json, const char *name, const asc_rules *rules, const asc_message *message);
/* Writes the same without the braces. The message must have a key. */
void asc_message_json_members(asc_json *json, const asc_rules *rules, const asc_message *message);

#endif
