/* Drawing one of several moves of chance by their odds. */
#ifndef ASC_CORE_CHANCE_H
#define ASC_CORE_CHANCE_H

#include <ascona/game.h>
#include <ascona/random.h>

/* `moves` are the `count` moves of a position where chance is to move; there is at least one. */
static inline asc_move asc_chance_draw(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                                       asc_random *random) {
  uint32_t total = 0;
  for (int i = 0; i < count; i++) total += rules->game->odds(rules, position, moves[i]);
  uint32_t drawn = asc_random_below(random, total);
  for (int i = 0; i < count - 1; i++) {
    uint32_t weight = rules->game->odds(rules, position, moves[i]);
    if (drawn < weight) return moves[i];
    drawn -= weight;
  }
  return moves[count - 1];
}

#endif
