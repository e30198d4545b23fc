/* Relays that one turn can complete, and how they are parried: for all turns at once.

   Turns are sets of squares by direction, the squares where the precursor stops, as delta_reach gives them. A turn sets
   two men down side by side, the precursor and behind it the tracer. The square behind the tracer is empty afterwards:
   the precursor has crossed it or come from there. So a turn completes a row of four in two ways only:
   - along its own line, when the two squares before the precursor hold men;
   - across it, when one of the two men stops in a gap, the one square that a row in another line lacks.
   The square that the precursor leaves lies on the turn's own line: no row across is broken by its leaving.

   What counts as a row is taken from the set of men that is given: with the red pawn where it stays, without it where
   the turn moves it. */
#ifndef ASC_GAMES_DELTA_KNOWLEDGE_RELAYS_H
#define ASC_GAMES_DELTA_KNOWLEDGE_RELAYS_H

#include "delta.h"

/* Turns by direction. */
typedef struct delta_turns {
  uint64_t to[DELTA_DIRECTIONS];
} delta_turns;

ASC_INLINE bool delta_turns_any(const delta_turns *turns) {
  uint64_t any = 0;
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) any |= turns->to[direction];
  return any != 0;
}

ASC_INLINE int delta_turns_count(const delta_turns *turns) {
  int count = 0;
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) count += asc_bits_count(turns->to[direction]);
  return count;
}

/* The squares where one more man would complete a row of four, by line. */
ASC_INLINE void delta_gaps_by_line(uint64_t set, uint64_t gaps[DELTA_DIRECTIONS / 2]) {
  delta_lanes step = DELTA_LANE_STEPS, men = DELTA_LANES(set);
  delta_lanes before = men << step, after = men >> step;
  delta_lanes two_before = before & before << step, two_after = after & after >> step;
  delta_lanes all = (two_before & (after | men << 3 * step)) | (two_after & (before | men >> 3 * step));
  memcpy(gaps, &all, sizeof all);
}

ASC_INLINE uint64_t delta_gaps(uint64_t set) {
  uint64_t gaps[DELTA_DIRECTIONS / 2];
  delta_gaps_by_line(set, gaps);
  return gaps[0] | gaps[1] | gaps[2] | gaps[3];
}

/* The turns that would complete a row of `set`, wherever the precursor comes from. Returns the gaps. */
ASC_INLINE uint64_t delta_completions(uint64_t set, delta_turns *turns) {
  delta_lanes step = DELTA_LANE_STEPS, men = DELTA_LANES(set);
  uint64_t gaps[DELTA_DIRECTIONS / 2];
  delta_gaps_by_line(set, gaps);
  uint64_t low = gaps[0] | gaps[1], high = gaps[2] | gaps[3];
  delta_lanes across = {gaps[1] | high, gaps[0] | high, gaps[3] | low, gaps[2] | low};
  delta_lanes up = (men >> step & men >> 2 * step) | across | across << step;
  delta_lanes down = (men << step & men << 2 * step) | across | across >> step;
  memcpy(turns->to, &up, sizeof up);
  memcpy(turns->to + DELTA_DIRECTIONS / 2, &down, sizeof down);
  return low | high;
}

ASC_INLINE bool delta_turns_meet(const delta_turns *turns, const delta_turns *others) {
  uint64_t any = 0;
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    any |= turns->to[direction] & others->to[direction];
  return any != 0;
}

/* The turns of `movers` that are also among `wanted`. True when there are any. */
ASC_INLINE bool delta_turns_among(uint64_t movers, uint64_t free, const delta_turns *wanted, delta_turns *turns) {
  delta_reach(movers, free, turns->to);
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) turns->to[direction] &= wanted->to[direction];
  return delta_turns_any(turns);
}

/* The squares that a turn needs free: those its precursor crosses and the one it stops on. */
ASC_INLINE uint64_t delta_way_of(int direction, uint64_t to, uint64_t free) {
  uint64_t at = to, way = to;
  for (int distance = 2; distance < DELTA_SIZE_MAX; distance++) {
    at = delta_step(at, delta_opposite(direction)) & free;
    way |= at;
  }
  return way;
}

/* Of `turns`, those that stand in the way of every one of the threats, which are turns as well. */
ASC_INLINE void delta_turns_keep_parries(delta_turns *turns, const delta_turns *threats, uint64_t free) {
  delta_lanes step = DELTA_LANE_STEPS, up, down;
  memcpy(&up, turns->to, sizeof up);
  memcpy(&down, turns->to + DELTA_DIRECTIONS / 2, sizeof down);
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    for (uint64_t to = threats->to[direction]; to != 0; to = asc_bits_drop(to)) {
      delta_lanes way = DELTA_LANES(delta_way_of(direction, to & (0 - to), free));
      up &= way | way << step;
      down &= way | way >> step;
    }
  memcpy(turns->to, &up, sizeof up);
  memcpy(turns->to + DELTA_DIRECTIONS / 2, &down, sizeof down);
}

#endif
