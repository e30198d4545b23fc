#include "touched.h"

#include "cli.h"

#include <string.h>

int touched_read(const asc_play *play, const char *text, asc_steps *touched) {
  asc_steps all;
  *touched = (asc_steps){0};
  if (!asc_steps_read(text == NULL ? "" : text, &all))
    return all.count == ASC_STEPS_MAX
               ? cli_fail(ASC_E_INPUT, "touched", "no move takes more than %d touches", ASC_STEPS_MAX)
               : cli_fail(ASC_E_INPUT, "touched", "touch %d is too long to be one", all.count + 1);
  for (; touched->count < all.count; touched->count++) {
    const char *id = all.ids[touched->count];
    asc_message message;
    char sentence[ASC_SENTENCE_MAX];
    if (asc_position_why(asc_play_rules(play), asc_play_position(play), touched, id, &message) != 1)
      return cli_fail(ASC_E_INPUT, "touched", "'%s': %s", id,
                      asc_message_english(asc_play_rules(play), &message, sentence));
    memcpy(touched->ids[touched->count], id, ASC_TOKEN_MAX);
  }
  return CLI_OK;
}
