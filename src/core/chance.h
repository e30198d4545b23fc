/* Choosing a move of chance at random, weighted by its odds. */
#ifndef ASC_CORE_CHANCE_H
#define ASC_CORE_CHANCE_H

#include <ascona/game.h>
#include <ascona/random.h>

/* Returns one of the `count` moves of a position where chance is to move. There must be at least one. */
static inline asc_move asc_chance_sample(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                                         asc_random *random) {
  uint32_t total = 0;
  for (int i = 0; i < count; i++) total += rules->game->odds(rules, position, moves[i]);
  uint32_t sampled = asc_random_below(random, total);
  for (int i = 0; i < count - 1; i++) {
    uint32_t weight = rules->game->odds(rules, position, moves[i]);
    if (sampled < weight) return moves[i];
    sampled -= weight;
  }
  return moves[count - 1];
}

#endif
