/* Relays that a single turn completes, and the turns that parry them, computed for all turns at once.

   A set of turns has, for each direction, the squares where the precursor stops, as asc_delta_reach returns them. A
   turn places two pieces side by side: the precursor, and the tracer behind it. The square behind the tracer is empty
   afterwards, because the precursor crossed it or came from it. So a turn completes a relay in only two ways:
   - along its own line, if the two squares in front of the precursor are occupied by the player's pieces;
   - across its line, if precursor or tracer fills a gap, the only square that a relay along another line lacks.

   The square that the precursor leaves is on the turn's own line, so leaving it breaks no relay across that line.

   The caller chooses the pieces that count: with the red pawn if the turn leaves it in place, without it if the turn
   moves it. */
#ifndef ASC_GAMES_DELTA_KNOWLEDGE_RELAYS_H
#define ASC_GAMES_DELTA_KNOWLEDGE_RELAYS_H

#include "delta.h"

/* Turns by direction; the same words as two vectors, the four directions upwards and the four downwards. */
typedef union asc_delta_turn_set {
  uint64_t to[ASC_DELTA_DIRECTIONS];
  asc_delta_lanes side[2];
} asc_delta_turn_set;
enum { ASC_DELTA_UP, ASC_DELTA_DOWN };

ASC_INLINE bool asc_delta_turn_set_any(const asc_delta_turn_set *turns) {
  asc_delta_lanes any = turns->side[ASC_DELTA_UP] | turns->side[ASC_DELTA_DOWN];
  return (any[0] | any[1] | any[2] | any[3]) != 0;
}

/* Writes to gaps[d], for directions 0 to 3, the squares where one more piece would complete a relay of `set`. */
ASC_INLINE void asc_delta_gaps_by_line(uint64_t set, uint64_t gaps[ASC_DELTA_DIRECTIONS / 2]) {
  asc_delta_lanes step = ASC_DELTA_LANE_SHIFTS, pieces = ASC_DELTA_BROADCAST(set);
  asc_delta_lanes before = pieces << step, after = pieces >> step;
  asc_delta_lanes two_before = before & before << step, two_after = after & after >> step;
  asc_delta_lanes all = (two_before & (after | pieces << 3 * step)) | (two_after & (before | pieces >> 3 * step));
  memcpy(gaps, &all, sizeof all);
}

/* The same for all lines together. */
ASC_INLINE uint64_t asc_delta_gaps(uint64_t set) {
  uint64_t gaps[ASC_DELTA_DIRECTIONS / 2];
  asc_delta_gaps_by_line(set, gaps);
  return gaps[0] | gaps[1] | gaps[2] | gaps[3];
}

/* Writes the turns that would complete a relay of `set`, whatever the origin of the precursor. Returns the gaps. */
ASC_INLINE uint64_t asc_delta_completions(uint64_t set, asc_delta_turn_set *turns) {
  asc_delta_lanes step = ASC_DELTA_LANE_SHIFTS, pieces = ASC_DELTA_BROADCAST(set);
  uint64_t gaps[ASC_DELTA_DIRECTIONS / 2];
  asc_delta_gaps_by_line(set, gaps);
  uint64_t low = gaps[0] | gaps[1], high = gaps[2] | gaps[3];
  asc_delta_lanes across = {gaps[1] | high, gaps[0] | high, gaps[3] | low, gaps[2] | low};
  turns->side[ASC_DELTA_UP] = (pieces >> step & pieces >> 2 * step) | across | across << step;
  turns->side[ASC_DELTA_DOWN] = (pieces << step & pieces << 2 * step) | across | across >> step;
  return low | high;
}

/* The turns of two sets at once, for example of both players. Each vector holds two lines of the board, and for each
   line both sets. With AVX2 this does as much at once as one set along four lines. WebAssembly shifts two words at
   once, but only by the same count. */
typedef union asc_delta_turn_set_pair {
  uint64_t to[ASC_DELTA_DIRECTIONS][2]; /* turns, as in asc_delta_turn_set */
  asc_delta_lanes side[2][2];           /* by half of the directions (up, down), then two lines each */
} asc_delta_turn_set_pair;

#define ASC_DELTA_BROADCAST_PAIR(one, other) ((asc_delta_lanes){(one), (other), (one), (other)})
enum { ASC_DELTA_PAIR_VECTORS = 2 };
#define ASC_DELTA_PAIR_SHIFTS(half)                                                  \
  ((half) == 0 ? (asc_delta_lanes){1, 1, ASC_DELTA_STRIDE - 1, ASC_DELTA_STRIDE - 1} \
               : (asc_delta_lanes){ASC_DELTA_STRIDE, ASC_DELTA_STRIDE, ASC_DELTA_STRIDE + 1, ASC_DELTA_STRIDE + 1})

/* asc_delta_reach for two sets. */
ASC_INLINE void asc_delta_pair_reach(uint64_t one, uint64_t other, uint64_t free, asc_delta_turn_set_pair *reached) {
  asc_delta_lanes pieces = ASC_DELTA_BROADCAST_PAIR(one, other), open = ASC_DELTA_BROADCAST_PAIR(free, free);
  for (size_t half = 0; half < ASC_DELTA_PAIR_VECTORS; half++) {
    asc_delta_lanes step = ASC_DELTA_PAIR_SHIFTS(half), open_up = open & open << step, open_down = open & open >> step;
    asc_delta_lanes up = pieces << 2 * step & open_up, down = pieces >> 2 * step & open_down;
    up |= up << step & open;
    down |= down >> step & open;
    up |= up << 2 * step & open_up;
    down |= down >> 2 * step & open_down;
    reached->side[ASC_DELTA_UP][half] = up;
    reached->side[ASC_DELTA_DOWN][half] = down;
  }
}

/* asc_delta_completions for two sets. */
ASC_INLINE void asc_delta_pair_completions(uint64_t one, uint64_t other, asc_delta_turn_set_pair *turns,
                                           uint64_t gaps[2]) {
  asc_delta_lanes pieces = ASC_DELTA_BROADCAST_PAIR(one, other), by_line[ASC_DELTA_PAIR_VECTORS];
  for (size_t half = 0; half < ASC_DELTA_PAIR_VECTORS; half++) {
    asc_delta_lanes step = ASC_DELTA_PAIR_SHIFTS(half), before = pieces << step, after = pieces >> step;
    asc_delta_lanes two_before = before & before << step, two_after = after & after >> step;
    by_line[half] = (two_before & (after | pieces << 3 * step)) | (two_after & (before | pieces >> 3 * step));
  }
  for (size_t half = 0; half < ASC_DELTA_PAIR_VECTORS; half++) {
    asc_delta_lanes step = ASC_DELTA_PAIR_SHIFTS(half), here = by_line[half], there = by_line[half ^ 1];
    asc_delta_lanes across =
        __builtin_shufflevector(here, here, 2, 3, 0, 1) | there | __builtin_shufflevector(there, there, 2, 3, 0, 1);
    turns->side[ASC_DELTA_UP][half] = (pieces >> step & pieces >> 2 * step) | across | across << step;
    turns->side[ASC_DELTA_DOWN][half] = (pieces << step & pieces << 2 * step) | across | across >> step;
  }
  asc_delta_lanes all = by_line[0] | by_line[1];
  gaps[0] = all[0] | all[2];
  gaps[1] = all[1] | all[3];
}

/* asc_delta_contains_relay for two sets. */
ASC_INLINE void asc_delta_pair_relays(uint64_t one, uint64_t other, bool relays[2]) {
  asc_delta_lanes any = ASC_DELTA_BROADCAST_PAIR(0, 0);
  for (size_t half = 0; half < ASC_DELTA_PAIR_VECTORS; half++) {
    asc_delta_lanes step = ASC_DELTA_PAIR_SHIFTS(half), pairs = ASC_DELTA_BROADCAST_PAIR(one, other);
    pairs &= pairs >> step;
    any |= pairs & pairs >> 2 * step;
  }
  relays[0] = (any[0] | any[2]) != 0;
  relays[1] = (any[1] | any[3]) != 0;
}

/* Splits the turns of two sets into two sets of turns. */
ASC_INLINE void asc_delta_pair_split(const asc_delta_turn_set_pair *both, asc_delta_turn_set *one,
                                     asc_delta_turn_set *other) {
  for (int side = ASC_DELTA_UP; side <= ASC_DELTA_DOWN; side++) {
    asc_delta_lanes low = both->side[side][0], high = both->side[side][1];
    one->side[side] = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    other->side[side] = __builtin_shufflevector(low, high, 1, 3, 5, 7);
  }
}

/* Writes what the pieces of a player reach, and what the red pawn reaches. `by_red` may stay unset if there is no red
   pawn on the board. */
ASC_INLINE void asc_delta_reach_with_red(uint64_t pieces, uint64_t red, uint64_t free, asc_delta_turn_set *by_own,
                                         asc_delta_turn_set *by_red) {
#ifdef __wasm__
  asc_delta_turn_set_pair both;
  asc_delta_pair_reach(pieces, red, free, &both);
  asc_delta_pair_split(&both, by_own, by_red);
#else
  asc_delta_reach(pieces, free, by_own->to);
  if (red != 0) asc_delta_reach(red, free, by_red->to);
#endif
}

/* Writes the turns that would complete a relay of the player: those of own pawns, and those of the red pawn. `by_red`
   may stay unset if there is no red pawn on the board. */
ASC_INLINE void asc_delta_completions_with_red(uint64_t own, uint64_t red, asc_delta_turn_set *by_own,
                                               asc_delta_turn_set *by_red) {
#ifdef __wasm__
  asc_delta_turn_set_pair both;
  uint64_t gaps[2];
  asc_delta_pair_completions(own | red, own, &both, gaps);
  asc_delta_pair_split(&both, by_own, by_red);
#else
  asc_delta_completions(own | red, by_own);
  if (red != 0) asc_delta_completions(own, by_red);
#endif
}

/* Removes the turns that are not also in `others`. Returns whether any are left. */
ASC_INLINE bool asc_delta_turn_set_intersect(asc_delta_turn_set *turns, const asc_delta_turn_set *others) {
  turns->side[ASC_DELTA_UP] &= others->side[ASC_DELTA_UP];
  turns->side[ASC_DELTA_DOWN] &= others->side[ASC_DELTA_DOWN];
  return asc_delta_turn_set_any(turns);
}

/* Returns whether the two sets have a turn in common. */
ASC_INLINE bool asc_delta_turn_set_overlaps(const asc_delta_turn_set *turns, const asc_delta_turn_set *others) {
  asc_delta_turn_set common = *turns;
  return asc_delta_turn_set_intersect(&common, others);
}

/* Returns the squares that must be free for a turn: those the precursor crosses and the one it stops on. */
ASC_INLINE uint64_t asc_delta_turn_path(int direction, uint64_t to, uint64_t free) {
  uint64_t at = to, path = to;
  for (int distance = 2; distance < ASC_DELTA_SIZE_MAX; distance++) {
    at = asc_delta_shift(at, asc_delta_opposite(direction)) & free;
    path |= at;
  }
  return path;
}

/* Removes the turns that do not block every one of `threats`, which are turns as well. A turn blocks with its precursor
   or its tracer. */
ASC_INLINE void asc_delta_turn_set_filter_parries(asc_delta_turn_set *turns, const asc_delta_turn_set *threats,
                                                  uint64_t free) {
  asc_delta_lanes step = ASC_DELTA_LANE_SHIFTS, up = turns->side[ASC_DELTA_UP], down = turns->side[ASC_DELTA_DOWN];
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    for (uint64_t to = threats->to[direction]; to != 0; to = asc_bits_clear_lowest(to)) {
      asc_delta_lanes path = ASC_DELTA_BROADCAST(asc_delta_turn_path(direction, to & (0 - to), free));
      up &= path | path << step;
      down &= path | path >> step;
    }
  turns->side[ASC_DELTA_UP] = up;
  turns->side[ASC_DELTA_DOWN] = down;
}

#endif
