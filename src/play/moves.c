#include "moves.h"

#include "core/text.h"

#include <string.h>

int asc_play_tokens(asc_play *play, const char *moves, int *played, asc_error *error) {
  static const char blanks[] = " \t\r\n";
  for (int count = 0; *(moves += strspn(moves, blanks)) != '\0'; count++) {
    char token[ASC_CULPRIT_MAX];
    size_t length = strcspn(moves, blanks);
    if (played != NULL) *played = count;
    if (length >= sizeof token) return asc_fail(error, ASC_E_INPUT, "this is too long for a ply, or empty");
    memcpy(token, moves, length);
    token[length] = '\0';
    int code = asc_play_token(play, token, error);
    if (code < 0) {
      asc_error_token(error, token, length);
      return code;
    }
    moves += length;
  }
  return ASC_OK;
}

int asc_play_read(asc_play **play, const asc_rules *rules, const char *position, const char *moves, asc_error *error) {
  asc_position first;
  bool given = position[0] != '\0';
  *play = NULL;
  int code = given ? asc_position_read(rules, position, &first, error) : ASC_OK;
  if (code < 0) return code;
  code = asc_play_open(play, rules, given ? &first : NULL);
  if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
  code = asc_play_tokens(*play, moves, NULL, error);
  if (code >= 0) return ASC_OK;
  asc_play_close(*play);
  *play = NULL;
  return code;
}
