/* The moves and lines of a reviewed game as text. */
#include "review.h"

#include <string.h>

/* Adds a word or a line behind what there is. */
static void text_add(char *text, size_t size, const char *words) {
  size_t length = strlen(text);
  if (words[0] != '\0') (void)snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", words);
}

/* The tokens of plies first … end - 1. */
static void plies_add(const review_game *game, int first, int end, char *text, size_t size) {
  for (int i = first; i < end; i++) text_add(text, size, asc_play_event(game->play, game->plies[i].event)->token);
}

void review_turn_write(const review_game *game, const review_turn *turn, char *text, size_t size) {
  text[0] = '\0';
  plies_add(game, turn->first, turn->first + turn->count, text, size);
}

static const void *position_before(const review_game *game, const review_ply *ply) {
  return asc_play_before(game->play, ply->event);
}

void review_better_write(const review_game *game, const review_turn *turn, char *text, size_t size) {
  const review_ply *ply = &game->plies[turn->worst];
  char line[SCORE_LINE_MAX];
  text[0] = '\0';
  plies_add(game, turn->first, turn->worst, text, size);
  score_line(game->rules, position_before(game, ply), ply->best.moves, ply->best.length, line, sizeof line);
  text_add(text, size, line);
}

void review_refutation_write(const review_game *game, const review_turn *turn, char *text, size_t size) {
  const review_ply *ply = &game->plies[turn->first + turn->count - 1];
  text[0] = '\0';
  if (ply->played.length < 2 || game->rules->game->odds != NULL) return;
  asc_position after;
  memcpy(&after, position_before(game, ply), game->rules->position_size);
  asc_position_play(game->rules, &after, ply->move);
  score_line(game->rules, &after, ply->played.moves + 1, ply->played.length - 1, text, size);
}
