/* Delta's board for the tablebase: at most 25 squares, each one bit of a 32-bit set, without gaps between the rows.

   Square `rank * size + file` is bit `rank * size + file`. A move is listed as it could be made on an empty board:
   the precursor leaves `from`, crosses and reaches the squares of `path` and stops on `to`. The tracer is placed on
   `tracer`, the last square crossed. It is legal if `from` holds an own pawn and every square of `path` is free.
   If a pawn is only placed from the reserve, `from` is empty and `path`, `to` and `tracer` are its square. */
#ifndef ASC_SOLVE_DELTA_BOARD_H
#define ASC_SOLVE_DELTA_BOARD_H

#include "base/bits.h"

#include <stdbool.h>

enum {
  ASC_TABLEBASE_SIZE_MIN = 4,
  ASC_TABLEBASE_SIZE_MAX = 5,
  ASC_TABLEBASE_SQUARES_MAX = ASC_TABLEBASE_SIZE_MAX * ASC_TABLEBASE_SIZE_MAX,
  ASC_TABLEBASE_SYMMETRIES = 8,
  ASC_TABLEBASE_MOVES_MAX = 384,
  ASC_TABLEBASE_RELAYS_MAX = 32
};

typedef struct asc_tablebase_move {
  uint32_t from, path, to, tracer; /* sets of squares */
} asc_tablebase_move;

typedef struct asc_tablebase_board {
  int size, square_count;
  uint32_t all_squares; /* one bit for every square */
  int move_count, relay_count;
  asc_tablebase_move moves[ASC_TABLEBASE_MOVES_MAX];                  /* every move of a precursor on the empty board */
  uint32_t relays[ASC_TABLEBASE_RELAYS_MAX];                          /* each is a set of four squares in a row */
  uint8_t image[ASC_TABLEBASE_SYMMETRIES][ASC_TABLEBASE_SQUARES_MAX]; /* the square that a symmetry maps a square to */
} asc_tablebase_board;

/* Fills in the board. `size` must be from ASC_TABLEBASE_SIZE_MIN to ASC_TABLEBASE_SIZE_MAX. */
void asc_tablebase_board_init(asc_tablebase_board *board, int size);
/* Returns true if the set holds four squares in a row. */
bool asc_tablebase_board_has_relay(const asc_tablebase_board *board, uint32_t set);
/* Returns the image of a set under a symmetry (0 to 7; 0 is the identity). */
uint32_t asc_tablebase_board_image(const asc_tablebase_board *board, int symmetry, uint32_t set);

#endif
