/* The square boards of Delta as bit sets.

   A square is the number rank * 7 + file, both counted from 0. Boards have at most six files, so between the last
   square of a rank and the first of the next there is always a bit that is no square, and a step over an edge ends on
   such a bit or past the top of the board. Masking with the free squares, or with men, cuts these off: no step needs
   to know where the edge is.

   There are eight directions; d and d ^ 4 are opposite. In one direction a free square can be reached by one man only,
   the first one behind it: a turn is a direction and the square reached. */
#ifndef ASC_GAMES_DELTA_BOARD_H
#define ASC_GAMES_DELTA_BOARD_H

#include "core/bits.h"

#include <stdbool.h>
#include <string.h>

enum {
  DELTA_SIZE_MIN = 4,
  DELTA_SIZE_MAX = 6,
  DELTA_STRIDE = DELTA_SIZE_MAX + 1, /* from one rank to the next */
  DELTA_DIRECTIONS = 8,              /* east, north-west, north, north-east, and their opposites */
  DELTA_NO_SQUARE = -1
};

ASC_INLINE int delta_square(int file, int rank) { return rank * DELTA_STRIDE + file; }
ASC_INLINE int delta_file(int square) { return square % DELTA_STRIDE; }
ASC_INLINE int delta_rank(int square) { return square / DELTA_STRIDE; }
ASC_INLINE int delta_opposite(int direction) { return direction ^ 4; }

/* One step of all squares of a set. A rotation serves both signs: what leaves the word at the bottom comes back at the
   top, where there are no squares. The eight rotations are the bytes of one word, which is nearer than a table. */
ASC_INLINE uint64_t delta_step(uint64_t set, int direction) {
  int by = (int)(0x38393a3f08070601U >> 8 * direction & 63);
  return set << by | set >> (64 - by);
}

/* Four words that processors with AVX2 handle at once: here one set on its way in four directions. */
typedef uint64_t delta_lanes __attribute__((vector_size(32)));
#define DELTA_LANES(word) ((delta_lanes){(word), (word), (word), (word)})
#define DELTA_LANE_STEPS ((delta_lanes){1, DELTA_STRIDE - 1, DELTA_STRIDE, DELTA_STRIDE + 1})

/* By direction, the squares that `movers` reach by two steps or more over free squares. Where two squares in a row are
   free two steps are one: all ways of two to five steps take three stages. */
ASC_INLINE void delta_reach(uint64_t movers, uint64_t free, uint64_t reached[DELTA_DIRECTIONS]) {
  _Static_assert(DELTA_SIZE_MAX == 6, "no way is longer than five steps");
  delta_lanes step = DELTA_LANE_STEPS, men = DELTA_LANES(movers), open = DELTA_LANES(free);
  delta_lanes open_up = open & open << step, open_down = open & open >> step;
  delta_lanes up = men << 2 * step & open_up, down = men >> 2 * step & open_down;
  up |= up << step & open;
  down |= down >> step & open;
  up |= up << 2 * step & open_up;
  down |= down >> 2 * step & open_down;
  memcpy(reached, &up, sizeof up);
  memcpy(reached + DELTA_DIRECTIONS / 2, &down, sizeof down);
}

/* The man whose way in this direction ended on `to`: the first one behind it, two squares away or more. */
ASC_INLINE uint64_t delta_precursor(uint64_t men, int direction, uint64_t to) {
  int back = delta_opposite(direction);
  uint64_t at = delta_step(delta_step(to, back), back), seen = at;
  for (int distance = 3; distance < DELTA_SIZE_MAX; distance++) {
    at = delta_step(at & ~men, back);
    seen |= at;
  }
  return seen & men;
}

/* The squares from which a row of four begins, by direction 0 to 3. */
ASC_INLINE void delta_fours(uint64_t set, uint64_t fours[DELTA_DIRECTIONS / 2]) {
  delta_lanes step = DELTA_LANE_STEPS, pairs = DELTA_LANES(set);
  pairs &= pairs >> step;
  pairs &= pairs >> 2 * step;
  memcpy(fours, &pairs, sizeof pairs);
}

/* Whether four squares of the set lie side by side in a row, column or diagonal. */
ASC_INLINE bool delta_relay(uint64_t set) {
  uint64_t fours[DELTA_DIRECTIONS / 2];
  delta_fours(set, fours);
  return (fours[0] | fours[1] | fours[2] | fours[3]) != 0;
}

#endif
