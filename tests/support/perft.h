/* Perft for the tests, by the public functions only: the number of move sequences of `depth` plies from a position.
   Every face of a die counts once. */
#ifndef ASC_TESTS_PERFT_H
#define ASC_TESTS_PERFT_H

#include <ascona/game.h>

#include <string.h>

static inline uint64_t test_perft(const asc_rules *rules, const void *position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return (uint64_t)asc_position_count(rules, position);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) {
    asc_position next;
    memcpy(&next, position, rules->position_size);
    asc_position_play(rules, &next, moves[i]);
    sum += test_perft(rules, &next, depth - 1);
  }
  return sum;
}

#endif
