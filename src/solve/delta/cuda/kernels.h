/* What a graphics card does: one layer from the next, a block of threads for each set that stands still.

   A block takes the row of the side that stands still into its own fast memory. Its threads go over the sets of the
   side that moves: each tries every way, finds the position after it by its number, keeps the best, and puts the value
   where the position belongs. There are no cubes here, and nothing of row.c or sweep.c: only the numbering is shared,
   so the two solvers check each other.

   All pointers are into the card's memory. */
#ifndef ASC_SOLVE_DELTA_CUDA_KERNELS_H
#define ASC_SOLVE_DELTA_CUDA_KERNELS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

enum { CARD_WAYS_MAX = 416, CARD_FOURS_MAX = 32, CARD_SQUARES_MAX = 25, CARD_LOW = 13 };

/* What can be done with a pawn: `from` must be own, `over` free; then `from` is empty and `put` is own. A pawn from the
   box has no `from`. */
typedef struct card_way {
  uint32_t from, over, put;
} card_way;

typedef struct card_board {
  uint32_t all;
  int squares, way_count, four_count;
  card_way ways[CARD_WAYS_MAX];
  uint32_t fours[CARD_FOURS_MAX];
  uint8_t image[8][CARD_SQUARES_MAX];
  int8_t before[256]; /* a value of the next layer, by its byte, as it is worth to who moved there */
} card_board;

typedef struct card_job {
  const card_board *board;
  const uint16_t *low_ranks;
  /* The side that stands still: rows of the next layer. */
  const uint32_t *stills; /* by row */
  const uint32_t *list;   /* the rows to do; NULL: all */
  uint32_t count;
  const int8_t *next;
  uint32_t next_columns;
  const uint32_t *next_base;
  uint32_t next_highs; /* entries of next_base */
  /* The side that moves. */
  const uint32_t *movers; /* on the squares left, by number */
  uint32_t mover_count;
  const uint32_t *set_base, *home, *first;
  const uint8_t *symmetries;
  /* Where values go. */
  const uint32_t *column_base, *column_sets;
  int8_t *table;
  uint32_t rows, columns;
  int8_t stuck;
  int8_t most; /* no move is worth more */
  /* The last layer only. */
  int8_t *known;    /* what was put last, by row of the side that stands still and mover */
  uint8_t *changed; /* by row: something in it is new */
  int8_t won, lost; /* known values from `won` up and up to `lost` will not change any more */
} card_job;

#ifdef __cplusplus
extern "C" {
#endif

/* How many blocks the card runs at once, for card_solve. */
cudaError_t card_blocks(const card_job *job, int *blocks);
/* Solves the rows of the job. The last layer leads into itself: table and next are the same there, and what other
   blocks put while one reads is seen now or the next time. */
cudaError_t card_solve(const card_job *job, int blocks);
/* The last layer before the first sweep: all draws, but where the other side has a relay. */
cudaError_t card_begin(const card_job *job);
/* Rows that changed go into `list`, and are unchanged from now on; `count` is one number of the card's. */
cudaError_t card_gather(uint8_t *changed, uint32_t rows, uint32_t *list, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
