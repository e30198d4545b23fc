/* The list of games, made from games.def and ASCONA_EXTRA_GAMES (cmake/games.cmake), and opening rules by a game's
   id. */
#include <ascona/game.h>

#include "base/text.h"

#include <string.h>

#define ASC_GAME(name) extern const asc_game asc_##name##_game;
#include "games.list.h"
#undef ASC_GAME

#define ASC_GAME(name) &asc_##name##_game,
static const asc_game *const games[] = {
#include "games.list.h"
    NULL};
#undef ASC_GAME

const asc_game *asc_game_at(int index) {
  int count = (int)(sizeof games / sizeof games[0]) - 1;
  return index < 0 || index >= count ? NULL : games[index];
}

const asc_game *asc_game_find(const char *id) {
  for (int i = 0; games[i] != NULL; i++)
    if (strcmp(games[i]->id, id) == 0) return games[i];
  return NULL;
}

int asc_rules_open(asc_rules **rules, const char *spec, asc_error *error) {
  *rules = NULL;
  size_t length = strcspn(spec, ":");
  char id[64] = "";
  if (length < sizeof id) memcpy(id, spec, length);
  const asc_game *game = asc_game_find(id);
  if (game != NULL && spec[length] == ':' && spec[length + 1] == '\0')
    return asc_error_set(error, ASC_E_INPUT, "options are missing after the colon");
  if (game != NULL) return asc_rules_open_game(rules, game, spec + length + (spec[length] == ':'), error);
  char ids[ASC_REASON_MAX];
  asc_writer writer = asc_writer_over(ids, sizeof ids);
  for (int i = 0; games[i] != NULL; i++) {
    if (i > 0) asc_writer_string(&writer, ", ");
    asc_writer_string(&writer, games[i]->id);
  }
  asc_span where = asc_span_of(spec);
  return asc_error_set_at(error, ASC_E_INPUT, &where, "unknown game; known are %s", ids);
}
