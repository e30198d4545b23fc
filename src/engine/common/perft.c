/* Perft by plain recursion: see perft.h. */
#include "perft.h"

#include <string.h>

uint64_t asc_perft(const asc_rules *rules, const void *position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return (uint64_t)asc_position_count(rules, position);
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  uint64_t total = 0;
  for (int i = 0; i < count; i++) {
    asc_position child;
    memcpy(&child, position, rules->position_size);
    rules->game->play(rules, &child, moves[i]);
    total += asc_perft(rules, &child, depth - 1);
  }
  return total;
}
