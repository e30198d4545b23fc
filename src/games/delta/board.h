/* Bitboards for the square boards of Delta.

   A square is the number row * 7 + column, both counted from 0; row 0 is at the bottom. Boards have at most six
   columns, so after each row there is at least one bit that is not a square. A step over an edge ends on such a bit or
   beyond the top of the board. Masking with the free or the occupied squares removes these bits, so no step has to test
   for the edge.

   There are eight directions; d and d ^ 4 are opposite. In one direction only one pawn can reach a given free square:
   the first pawn behind it. So a direction and the square reached describe a turn. */
#ifndef ASC_GAMES_DELTA_BOARD_H
#define ASC_GAMES_DELTA_BOARD_H

#include "base/bits.h"

#include <stdbool.h>
#include <string.h>

enum {
  ASC_DELTA_SIZE_MIN = 4,
  ASC_DELTA_SIZE_MAX = 6,
  ASC_DELTA_STRIDE = ASC_DELTA_SIZE_MAX + 1, /* from one row to the next */
  ASC_DELTA_DIRECTIONS = 8,                  /* east, north-west, north, north-east, then their opposites */
  ASC_DELTA_NO_SQUARE = -1
};

ASC_INLINE int asc_delta_square_at(int column, int row) { return row * ASC_DELTA_STRIDE + column; }
ASC_INLINE int asc_delta_column_of(int square) { return square % ASC_DELTA_STRIDE; }
ASC_INLINE int asc_delta_row_of(int square) { return square / ASC_DELTA_STRIDE; }
ASC_INLINE int asc_delta_opposite(int direction) { return direction ^ 4; }

/* Returns all squares of `set` moved one step. A rotation serves positive and negative steps alike: bits that leave at
   the bottom come back at the top, where there are no squares. The eight rotation counts are the bytes of one constant,
   which is quicker to reach than an array. */
ASC_INLINE uint64_t asc_delta_shift(uint64_t set, int direction) {
  int rotation = (int)(0x38393a3f08070601U >> 8 * direction & 63);
  return set << rotation | set >> (64 - rotation);
}

/* Four 64-bit words that processors with AVX2 handle at once. Here they hold one set that moves along four lines. */
typedef uint64_t asc_delta_lanes __attribute__((vector_size(32)));
#define ASC_DELTA_BROADCAST(word) ((asc_delta_lanes){(word), (word), (word), (word)})
/* The shift counts of directions 0 to 3. */
#define ASC_DELTA_LANE_SHIFTS ((asc_delta_lanes){1, ASC_DELTA_STRIDE - 1, ASC_DELTA_STRIDE, ASC_DELTA_STRIDE + 1})

/* Writes to reached[d] the squares that `movers` reach in direction d by two or more steps over free squares. A double
   step crosses two free squares at once, so three stages cover all paths of two to five steps. */
ASC_INLINE void asc_delta_reach(uint64_t movers, uint64_t free, uint64_t reached[ASC_DELTA_DIRECTIONS]) {
  _Static_assert(ASC_DELTA_SIZE_MAX == 6, "no way is longer than five steps");
  asc_delta_lanes step = ASC_DELTA_LANE_SHIFTS, from = ASC_DELTA_BROADCAST(movers), open = ASC_DELTA_BROADCAST(free);
  asc_delta_lanes open_up = open & open << step, open_down = open & open >> step;
  asc_delta_lanes up = from << 2 * step & open_up, down = from >> 2 * step & open_down;
  up |= up << step & open;
  down |= down >> step & open;
  up |= up << 2 * step & open_up;
  down |= down >> 2 * step & open_down;
  memcpy(reached, &up, sizeof up);
  memcpy(reached + ASC_DELTA_DIRECTIONS / 2, &down, sizeof down);
}

/* Returns the pawn, as a set, that moved in `direction` and stopped on `to`: the first occupied square behind `to`, at
   least two squares away. There must be such a pawn. */
ASC_INLINE uint64_t asc_delta_precursor(uint64_t occupied, int direction, uint64_t to) {
  int back = asc_delta_opposite(direction);
  uint64_t at = asc_delta_shift(asc_delta_shift(to, back), back), seen = at;
  for (int distance = 3; distance < ASC_DELTA_SIZE_MAX; distance++) {
    at = asc_delta_shift(at & ~occupied, back);
    seen |= at;
  }
  return seen & occupied;
}

/* Writes to starts[d], for directions 0 to 3, the squares of `set` at which four in a row start. */
ASC_INLINE void asc_delta_relay_starts(uint64_t set, uint64_t starts[ASC_DELTA_DIRECTIONS / 2]) {
  asc_delta_lanes step = ASC_DELTA_LANE_SHIFTS, pairs = ASC_DELTA_BROADCAST(set);
  pairs &= pairs >> step;
  pairs &= pairs >> 2 * step;
  memcpy(starts, &pairs, sizeof pairs);
}

/* Returns whether `set` contains a relay: four adjacent squares in a row, a column or a diagonal. */
ASC_INLINE bool asc_delta_contains_relay(uint64_t set) {
  uint64_t starts[ASC_DELTA_DIRECTIONS / 2];
  asc_delta_relay_starts(set, starts);
  return (starts[0] | starts[1] | starts[2] | starts[3]) != 0;
}

#endif
