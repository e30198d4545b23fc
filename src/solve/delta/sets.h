/* Numbers sets of squares, and groups them into classes under the eight symmetries of the board.

   The k-subsets of n squares are numbered in ascending order of their bit patterns (the combinatorial number system). A
   rank is the sum of two lookups: one for the lowest 13 squares, one for the rest.

   A *row* is a class of sets without a relay. Symmetries map its sets onto each other, and the smallest set is the
   canonical one. Sets with a relay have no row: a side that has a relay has won and is never to move. */
#ifndef ASC_SOLVE_DELTA_SETS_H
#define ASC_SOLVE_DELTA_SETS_H

#include "board.h"

#include <stddef.h>

enum { ASC_TABLEBASE_LOW_SQUARES = 13, ASC_TABLEBASE_LOW_SETS = 1 << ASC_TABLEBASE_LOW_SQUARES };

typedef struct asc_tablebase_ranking {
  uint32_t count;    /* number of subsets */
  uint32_t *base;    /* by the squares from ASC_TABLEBASE_LOW_SQUARES up: number of subsets with smaller high squares */
  uint32_t *subsets; /* by rank, ascending */
} asc_tablebase_ranking;

/* By the low squares: the number of smaller low patterns with the same number of squares. */
typedef uint16_t asc_tablebase_low_ranks[ASC_TABLEBASE_LOW_SETS];

/* Returns the rank of a set. `set` must have as many squares as the subsets of `ranking`. */
ASC_INLINE uint32_t asc_tablebase_rank(const asc_tablebase_ranking *ranking, const uint16_t *low_ranks, uint32_t set) {
  return ranking->base[set >> ASC_TABLEBASE_LOW_SQUARES] + low_ranks[set & (ASC_TABLEBASE_LOW_SETS - 1)];
}

/* A row reference is `row << ROW_REF_SHIFT | flags`. The ROW_REF_SYMMETRY bits name the symmetry that maps the set
   to the canonical set of its row. ROW_REF_SYMMETRIC is set if some symmetry other than the identity maps the
   canonical set to itself. */
enum { ASC_TABLEBASE_ROW_REF_SYMMETRY = 7, ASC_TABLEBASE_ROW_REF_SYMMETRIC = 8, ASC_TABLEBASE_ROW_REF_SHIFT = 4 };
#define ASC_TABLEBASE_NO_ROW UINT32_MAX

typedef struct asc_tablebase_sets {
  asc_tablebase_ranking ranking;
  uint32_t *row_ref;   /* by rank of the set: its row reference, or ASC_TABLEBASE_NO_ROW if it has a relay */
  uint32_t rows;       /* number of rows */
  uint32_t *canonical; /* by row: its canonical set, the smallest of the class */
  uint8_t *symmetries; /* by row: one bit for each symmetry that maps the canonical set to itself, so bit 0 always */
} asc_tablebase_sets;

/* Returns n over k; 0 if k is negative or greater than n. */
uint32_t asc_tablebase_binomial(int n, int k);
/* Fills the lookup of the low squares, which all rankings share. */
void asc_tablebase_low_ranks_init(asc_tablebase_low_ranks ranks);

/* Both functions allocate and return false if memory runs out. Call the close function in both cases. `count` is the
   number of squares in each subset. */
bool asc_tablebase_ranking_open(asc_tablebase_ranking *ranking, int squares, int count);
void asc_tablebase_ranking_close(asc_tablebase_ranking *ranking);
bool asc_tablebase_sets_open(asc_tablebase_sets *sets, const asc_tablebase_board *board, const uint16_t *low_ranks,
                             int count);
void asc_tablebase_sets_close(asc_tablebase_sets *sets);

/* Returns how many sets of the board belong to the row. */
int asc_tablebase_sets_row_size(const asc_tablebase_sets *sets, uint32_t row);

#endif
