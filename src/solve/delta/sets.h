/* Sets of squares by number, and their classes under the eight symmetries.

   The k-subsets of n squares are numbered in the order of their bit patterns (the combinatorial number system). The
   number is the sum of two table entries, one for the squares from the 13th on and one for those below.

   A *row* is a class of sets of the whole board that hold no relay: the sets that symmetries make of each other, with
   the smallest as the one that stands for all. Sets with a relay have no row: whoever has one does not come to move. */
#ifndef ASC_SOLVE_DELTA_SETS_H
#define ASC_SOLVE_DELTA_SETS_H

#include "board.h"

#include <stddef.h>

enum { RETRO_LOW = 13, RETRO_LOW_SETS = 1 << RETRO_LOW };

typedef struct retro_ranking {
  uint32_t count;   /* how many subsets there are */
  uint32_t *base;   /* by the bits from RETRO_LOW on: how many subsets come before all of these */
  uint32_t *subset; /* by number */
} retro_ranking;

/* By the low bits: how many patterns with as many bits are smaller. */
typedef uint16_t retro_low_ranks[RETRO_LOW_SETS];

ASC_INLINE uint32_t retro_rank(const retro_ranking *ranking, const uint16_t *low_ranks, uint32_t set) {
  return ranking->base[set >> RETRO_LOW] + low_ranks[set & (RETRO_LOW_SETS - 1)];
}

/* Where a set of the board belongs: its row, and the symmetry that makes it the one that stands for the row. */
enum { RETRO_HOME_SYMMETRY = 7, RETRO_HOME_SYMMETRIC = 8, RETRO_HOME_SHIFT = 4 };
#define RETRO_NO_ROW UINT32_MAX

typedef struct retro_sets {
  retro_ranking ranking;
  uint32_t *home; /* by number: row << RETRO_HOME_SHIFT | RETRO_HOME_SYMMETRIC where the row has symmetries of its own |
                     the symmetry; or RETRO_NO_ROW */
  uint32_t rows;
  uint32_t *first;     /* by row: the set that stands for it */
  uint8_t *symmetries; /* by row: which symmetries leave that set as it is, as bits; bit 0 always is */
} retro_sets;

uint32_t asc_retro_binomial(int n, int k);
void asc_retro_low_ranks_make(retro_low_ranks ranks);

/* Both return false when memory ran out; closing is right in any case. */
bool asc_retro_ranking_open(retro_ranking *ranking, int squares, int count);
void asc_retro_ranking_close(retro_ranking *ranking);
bool asc_retro_sets_open(retro_sets *sets, const retro_board *board, const uint16_t *low_ranks, int count);
void asc_retro_sets_close(retro_sets *sets);

/* How many sets of the board are of this row. */
int asc_retro_row_size(const retro_sets *sets, uint32_t row);

#endif
