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

/* Turns by direction, and the same as those upwards and those downwards. */
typedef union delta_turns {
  uint64_t to[DELTA_DIRECTIONS];
  delta_lanes side[2];
} delta_turns;
enum { DELTA_UP, DELTA_DOWN };

ASC_INLINE bool delta_turns_any(const delta_turns *turns) {
  delta_lanes any = turns->side[DELTA_UP] | turns->side[DELTA_DOWN];
  return (any[0] | any[1] | any[2] | any[3]) != 0;
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
  turns->side[DELTA_UP] = (men >> step & men >> 2 * step) | across | across << step;
  turns->side[DELTA_DOWN] = (men << step & men << 2 * step) | across | across >> step;
  return low | high;
}

/* Two sets at once, as of both players: two lines of the board a vector, for each the one set and the other. With AVX2
   that is as much at once as one set along four lines; WebAssembly shifts two words at once, but only by the same
   number. */
typedef union delta_duo {
  uint64_t to[DELTA_DIRECTIONS][2]; /* turns, as in delta_turns */
  delta_lanes side[2][2];           /* two lines each */
} delta_duo;

#define DELTA_BOTH(one, other) ((delta_lanes){(one), (other), (one), (other)})
enum { DELTA_HALVES = 2 };
#define DELTA_HALF_STEPS(half)                                           \
  ((half) == 0 ? (delta_lanes){1, 1, DELTA_STRIDE - 1, DELTA_STRIDE - 1} \
               : (delta_lanes){DELTA_STRIDE, DELTA_STRIDE, DELTA_STRIDE + 1, DELTA_STRIDE + 1})

/* delta_reach for two sets. */
ASC_INLINE void delta_duo_reach(uint64_t one, uint64_t other, uint64_t free, delta_duo *reached) {
  delta_lanes men = DELTA_BOTH(one, other), open = DELTA_BOTH(free, free);
  for (size_t half = 0; half < DELTA_HALVES; half++) {
    delta_lanes step = DELTA_HALF_STEPS(half), open_up = open & open << step, open_down = open & open >> step;
    delta_lanes up = men << 2 * step & open_up, down = men >> 2 * step & open_down;
    up |= up << step & open;
    down |= down >> step & open;
    up |= up << 2 * step & open_up;
    down |= down >> 2 * step & open_down;
    reached->side[DELTA_UP][half] = up;
    reached->side[DELTA_DOWN][half] = down;
  }
}

/* delta_completions for two sets. */
ASC_INLINE void delta_duo_completions(uint64_t one, uint64_t other, delta_duo *turns, uint64_t gaps[2]) {
  delta_lanes men = DELTA_BOTH(one, other), by_line[DELTA_HALVES];
  for (size_t half = 0; half < DELTA_HALVES; half++) {
    delta_lanes step = DELTA_HALF_STEPS(half), before = men << step, after = men >> step;
    delta_lanes two_before = before & before << step, two_after = after & after >> step;
    by_line[half] = (two_before & (after | men << 3 * step)) | (two_after & (before | men >> 3 * step));
  }
  for (size_t half = 0; half < DELTA_HALVES; half++) {
    delta_lanes step = DELTA_HALF_STEPS(half), here = by_line[half], there = by_line[half ^ 1];
    delta_lanes across =
        __builtin_shufflevector(here, here, 2, 3, 0, 1) | there | __builtin_shufflevector(there, there, 2, 3, 0, 1);
    turns->side[DELTA_UP][half] = (men >> step & men >> 2 * step) | across | across << step;
    turns->side[DELTA_DOWN][half] = (men << step & men << 2 * step) | across | across >> step;
  }
  delta_lanes all = by_line[0] | by_line[1];
  gaps[0] = all[0] | all[2];
  gaps[1] = all[1] | all[3];
}

/* delta_relay for two sets. */
ASC_INLINE void delta_duo_relays(uint64_t one, uint64_t other, bool relays[2]) {
  delta_lanes any = DELTA_BOTH(0, 0);
  for (size_t half = 0; half < DELTA_HALVES; half++) {
    delta_lanes step = DELTA_HALF_STEPS(half), pairs = DELTA_BOTH(one, other);
    pairs &= pairs >> step;
    any |= pairs & pairs >> 2 * step;
  }
  relays[0] = (any[0] | any[2]) != 0;
  relays[1] = (any[1] | any[3]) != 0;
}

ASC_INLINE void delta_duo_part(const delta_duo *both, delta_turns *one, delta_turns *other) {
  for (int side = DELTA_UP; side <= DELTA_DOWN; side++) {
    delta_lanes low = both->side[side][0], high = both->side[side][1];
    one->side[side] = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    other->side[side] = __builtin_shufflevector(low, high, 1, 3, 5, 7);
  }
}

/* What the men of a player reach, and what the red pawn does, if it stands. */
ASC_INLINE void delta_reach_with_red(uint64_t men, uint64_t red, uint64_t free, delta_turns *by_men,
                                     delta_turns *by_red) {
#ifdef __wasm__
  delta_duo both;
  delta_duo_reach(men, red, free, &both);
  delta_duo_part(&both, by_men, by_red);
#else
  delta_reach(men, free, by_men->to);
  if (red != 0) delta_reach(red, free, by_red->to);
#endif
}

/* The turns that would complete a row of the player's, moving his own men, and moving the red pawn. */
ASC_INLINE void delta_completions_with_red(uint64_t own, uint64_t red, delta_turns *by_own, delta_turns *by_red) {
#ifdef __wasm__
  delta_duo both;
  uint64_t gaps[2];
  delta_duo_completions(own | red, own, &both, gaps);
  delta_duo_part(&both, by_own, by_red);
#else
  delta_completions(own | red, by_own);
  if (red != 0) delta_completions(own, by_red);
#endif
}

/* Keeps of the turns those that are also among `wanted`. True when there are any. */
ASC_INLINE bool delta_turns_keep(delta_turns *turns, const delta_turns *wanted) {
  turns->side[DELTA_UP] &= wanted->side[DELTA_UP];
  turns->side[DELTA_DOWN] &= wanted->side[DELTA_DOWN];
  return delta_turns_any(turns);
}

ASC_INLINE bool delta_turns_meet(const delta_turns *turns, const delta_turns *others) {
  delta_turns common = *turns;
  return delta_turns_keep(&common, others);
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
  delta_lanes step = DELTA_LANE_STEPS, up = turns->side[DELTA_UP], down = turns->side[DELTA_DOWN];
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    for (uint64_t to = threats->to[direction]; to != 0; to = asc_bits_drop(to)) {
      delta_lanes way = DELTA_LANES(delta_way_of(direction, to & (0 - to), free));
      up &= way | way << step;
      down &= way | way >> step;
    }
  turns->side[DELTA_UP] = up;
  turns->side[DELTA_DOWN] = down;
}

#endif
