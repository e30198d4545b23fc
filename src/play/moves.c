/* Running games from text. See moves.h. */
#include "moves.h"

#include "base/text.h"

#include <string.h>

int asc_play_move_texts(asc_play *play, const char *moves, int *played, asc_error *error) {
  static const char blanks[] = " \t\r\n";
  for (int count = 0; *(moves += strspn(moves, blanks)) != '\0'; count++) {
    char token[ASC_ERROR_TOKEN_MAX];
    size_t length = strcspn(moves, blanks);
    if (played != NULL) *played = count;
    asc_span where = {moves, length, 0, 0};
    if (length >= sizeof token)
      return asc_error_set_at(error, ASC_E_INPUT, &where, "this is too long for a ply, or empty");
    memcpy(token, moves, length);
    token[length] = '\0';
    int code = asc_play_move_text(play, token, error);
    if (code < 0) return error == NULL ? code : asc_error_set_at(error, code, &where, "%s", error->reason);
    moves += length;
  }
  return ASC_OK;
}

int asc_play_read(asc_play **play, const asc_rules *rules, const char *position, const char *moves, asc_error *error) {
  asc_position first;
  bool has_position = position[0] != '\0';
  *play = NULL;
  int code = has_position ? asc_position_read(rules, position, &first, error) : ASC_OK;
  if (code < 0) return code;
  code = asc_play_open(play, rules, has_position ? &first : NULL);
  if (code < 0) return asc_error_set(error, code, "%s", asc_strerror(code));
  code = asc_play_move_texts(*play, moves, NULL, error);
  if (code >= 0) return ASC_OK;
  asc_play_close(*play);
  *play = NULL;
  return code;
}
