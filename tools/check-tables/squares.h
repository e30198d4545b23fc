/* Sets of squares of a board of size 4 or 5: their ranks, images, classes and relays, and the moves of a precursor.

   This code was written from docs/formats.md and the rules of Delta. It uses nothing from src/ or include/, so that
   it does not repeat an error of the code that it checks. */
#ifndef CHECK_SQUARES_H
#define CHECK_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

enum {
  CHECK_SQUARES_MAX = 25,
  CHECK_PAWNS_MAX = 9,
  CHECK_MOVES_MAX = 176,  /* on an empty board of size 5 */
  CHECK_LOW_SQUARES = 13, /* lookup tables are split in two: these squares, and the rest */
  CHECK_LOW_SETS = 1 << CHECK_LOW_SQUARES,
  CHECK_HIGH_SETS = 1 << (CHECK_SQUARES_MAX - CHECK_LOW_SQUARES),
};
#define CHECK_NO_ROW UINT32_MAX

typedef uint32_t check_set; /* bit s stands for square s */

/* A move of a precursor on the empty board. */
typedef struct check_move {
  check_set from, path, to, tracer; /* path: the squares crossed and the square reached */
} check_move;

/* The classes of all sets with a certain number of pawns, under the eight symmetries. */
typedef struct check_classes {
  uint32_t rows;
  check_set *canonical; /* by row, ascending: the smallest set of the class */
  uint32_t *row_ref;    /* by rank: 8 * row + the symmetry that makes the set canonical; CHECK_NO_ROW with a relay */
} check_classes;

/* Spreads a set on the squares that another set leaves free, counted from 0, to squares of the board. */
typedef struct check_spread {
  check_set low[CHECK_LOW_SETS], high[CHECK_HIGH_SETS];
} check_spread;

/* The paths of the moves by which a set of pawns makes a relay at once, if the other side leaves the path free. */
typedef struct check_relay_paths {
  int count;
  check_set paths[CHECK_MOVES_MAX];
} check_relay_paths;

/* The board. check_board_init fills it in once; after that it is only read. */
typedef struct check_board {
  int size, squares, move_count;
  check_move moves[CHECK_MOVES_MAX];
  uint32_t binomial[CHECK_SQUARES_MAX + 2][CHECK_SQUARES_MAX + 2];
  uint8_t count_low[CHECK_LOW_SETS];                          /* number of squares in a set */
  uint32_t rank_low[CHECK_LOW_SETS];                          /* part of a set's rank that comes from its low squares */
  uint32_t rank_high[CHECK_LOW_SQUARES + 1][CHECK_HIGH_SETS]; /* part from its high squares, by number of low squares */
  check_set image_low[8][CHECK_LOW_SETS], image_high[8][CHECK_HIGH_SETS];
  check_set relay_starts[4];             /* squares where a relay can start, by direction */
  uint8_t pack[32][32], free_counts[32]; /* for check_pack, five squares at a time */
} check_board;
extern check_board check_the_board;

void check_board_init(int size);
/* Allocates. Returns false if memory runs out. */
bool check_classes_open(check_classes *self, int pawns);
/* Returns all sets of `pawns` squares among the squares 0 to `squares` - 1, ascending. NULL if memory runs out. The
   caller frees them. */
check_set *check_subsets(int squares, int pawns);
/* Prepares to spread sets on the squares that `taken` leaves free. */
void check_spread_init(check_spread *self, check_set taken);
/* Finds the moves of `own` that make a relay. `must_remove`: all pawns are on the board, and a turn takes its tracer
   from there. */
void check_relay_paths_find(check_relay_paths *found, check_set own, bool must_remove);

/* Returns how many sets with the same number of squares are smaller. */
static inline uint32_t check_rank(check_set s) {
  check_set low = s & (CHECK_LOW_SETS - 1);
  return check_the_board.rank_low[low] +
         check_the_board.rank_high[check_the_board.count_low[low]][s >> CHECK_LOW_SQUARES];
}

/* Returns the image of a set under one of the symmetries 0 to 7; 0 is the identity. */
static inline check_set check_image(int which, check_set s) {
  return check_the_board.image_low[which][s & (CHECK_LOW_SETS - 1)] |
         check_the_board.image_high[which][s >> CHECK_LOW_SQUARES];
}

static inline check_set check_spread_set(const check_spread *self, check_set s) {
  return self->low[s & (CHECK_LOW_SETS - 1)] | self->high[s >> CHECK_LOW_SQUARES];
}

/* The inverse of check_spread_set: returns `s` with the squares of `taken` left out of the count. */
static inline check_set check_pack(check_set s, check_set taken) {
  check_set all = 0;
  for (int i = 0, shift = 0; i < CHECK_SQUARES_MAX; i += 5) {
    check_set gone = taken >> i & 31;
    all |= (check_set)check_the_board.pack[gone][s >> i & 31] << shift;
    shift += check_the_board.free_counts[gone];
  }
  return all;
}

static inline bool check_relay_is_open(const check_relay_paths *self, check_set other) {
  for (int i = 0; i < self->count; i++)
    if (!(self->paths[i] & other)) return true;
  return false;
}

static inline bool check_has_relay(check_set s) {
  const check_set *from = check_the_board.relay_starts;
  int n = check_the_board.size;
  return (s & s >> 1 & s >> 2 & s >> 3 & from[0]) | (s & s >> n & s >> 2 * n & s >> 3 * n & from[1]) |
         (s & s >> (n + 1) & s >> 2 * (n + 1) & s >> 3 * (n + 1) & from[2]) |
         (s & s >> (n - 1) & s >> 2 * (n - 1) & s >> 3 * (n - 1) & from[3]);
}

#endif
