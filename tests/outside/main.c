/* A program outside of the repository that uses the installed library. */
#include <ascona/ascona.h>

#include <stdio.h>

int main(void) {
  asc_rules *rules;
  asc_error error;
  if (asc_rules_open(&rules, "delta", &error) < 0) {
    fprintf(stderr, "%s\n", error.reason);
    return 1;
  }
  asc_play *game;
  if (asc_play_open(&game, rules, NULL) < 0) return 1;
  asc_move moves[ASC_MOVES_MAX];
  printf("%s: %d first moves\n", rules->spec, asc_play_moves(game, moves));
  asc_play_close(game);
  asc_rules_close(rules);
  return 0;
}
