/* Messages as JSON; see message_json.h. */
#include "message_json.h"

void asc_message_json_members(asc_json *json, const asc_rules *rules, const asc_message *message) {
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

void asc_message_json(asc_json *json, const char *name, const asc_rules *rules, const asc_message *message) {
  if (message->key == NULL) {
    asc_json_null(json, name);
    return;
  }
  asc_json_open(json, name, '{');
  asc_message_json_members(json, rules, message);
  asc_json_close(json, '}');
}
