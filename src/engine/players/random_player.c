/* Level 0: every legal move has the same chance. */
#include <ascona/engine.h>

asc_move asc_random_move(const asc_rules *rules, const void *position, asc_random *random) {
  uint32_t count = (uint32_t)asc_position_count(rules, position);
  return asc_position_pick(rules, position, (int)asc_random_below(random, count));
}
