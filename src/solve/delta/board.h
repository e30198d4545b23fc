/* Delta's board as the solver sees it: at most 25 squares in one small word, without gaps.

   A square is rank * size + file. A *way* is what a precursor can do: leave `from`, cross and reach the squares `over`,
   stop at `to`, with the tracer on `tracer`, the last square crossed. A pawn put from the box is a way from nowhere. */
#ifndef ASC_SOLVE_DELTA_BOARD_H
#define ASC_SOLVE_DELTA_BOARD_H

#include "core/bits.h"

#include <stdbool.h>

enum {
  RETRO_SIZE_MIN = 4,
  RETRO_SIZE_MAX = 5,
  RETRO_SQUARES_MAX = RETRO_SIZE_MAX * RETRO_SIZE_MAX,
  RETRO_SYMMETRIES = 8,
  RETRO_WAYS_MAX = 384,
  RETRO_FOURS_MAX = 32
};

typedef struct retro_way {
  uint32_t from, over, to, tracer; /* sets; from is empty, and to is tracer, for a pawn that is put */
} retro_way;

typedef struct retro_board {
  int size, squares;
  uint32_t all;
  int way_count, four_count;
  retro_way ways[RETRO_WAYS_MAX];
  uint32_t fours[RETRO_FOURS_MAX]; /* each a relay */
  uint8_t image[RETRO_SYMMETRIES][RETRO_SQUARES_MAX];
} retro_board;

void asc_retro_board_make(retro_board *board, int size);
bool asc_retro_board_relay(const retro_board *board, uint32_t set);
uint32_t asc_retro_board_image(const retro_board *board, int symmetry, uint32_t set);

#endif
