#include "touched.h"

#include "cli.h"
#include "draw/scene.h"

#include <string.h>

int touched_read(const asc_play *play, const char *text, asc_steps *touched) {
  static const char blanks[] = " \t\r\n";
  *touched = (asc_steps){0};
  if (text == NULL) return CLI_OK;
  while (*(text += strspn(text, blanks)) != '\0') {
    size_t length = strcspn(text, blanks);
    char id[ASC_TOKEN_MAX];
    if (length >= sizeof id)
      return cli_fail(ASC_E_INPUT, "touched", "touch %d is too long to be one", touched->count + 1);
    memcpy(id, text, length);
    id[length] = '\0';
    text += length;
    asc_message message;
    bool leads = asc_position_why(asc_play_rules(play), asc_play_position(play), touched, id, &message) == 1;
    if (touched->count == ASC_STEPS_MAX || !leads) {
      char sentence[ASC_SENTENCE_MAX];
      return cli_fail(ASC_E_INPUT, "touched", "'%s': %s", id, scene_sentence(asc_play_rules(play), &message, sentence));
    }
    memcpy(touched->ids[touched->count++], id, length + 1);
  }
  return CLI_OK;
}
