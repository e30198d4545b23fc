/* Checks a layer: its rows as they are in the file, and that each value follows from the moves. */
#ifndef CHECK_LAYER_H
#define CHECK_LAYER_H

#include "file.h"
#include "squares.h"

typedef struct check_layer {
  int index, pawns_per_side;  /* number of the layer: pawns on the board; pawns of each side in the last layer */
  int own_pawns, other_pawns; /* pawns of the side to move, and of the other side */
  bool is_last;               /* all pawns are on the board: a turn takes its tracer from there */
  const check_file *file, *next_file; /* next_file is NULL in the last layer */
  const check_classes *own_classes, *other_classes;
  int8_t *values; /* of the whole layer, row by row */
  /* Sets on the free squares, ascending. `columns` are sets of the other side on the squares that `own` leaves free,
     so the index of a set is its column. `owns` and `moved` are own sets on the squares that `other` leaves free,
     before and after a move. */
  check_set *columns, *owns, *moved;
  uint32_t column_count, own_count, moved_count;
} check_layer;

/* A move that the pawns of the other side leave open. Its sets count the squares that they leave free. */
typedef struct check_open_move {
  check_set mask, from; /* legal if `from` is the only own pawn on the squares of `mask` */
  check_set change;     /* from, to and tracer: the squares that change, except for a removed pawn */
} check_open_move;

/* The working memory of one thread. */
typedef struct check_worker {
  const check_layer *layer;
  ZSTD_DCtx *zstd;
  int8_t *next_row;    /* a row of the next layer */
  int8_t *move_values; /* by own set after a move: value of the move */
  int8_t relay_value;  /* value of a move that makes a relay */
  check_spread spread;
  check_relay_paths relay_paths;
  check_open_move moves[CHECK_MOVES_MAX];
  int move_count;
  uint64_t counts[2][256]; /* by value: columns that hold a position, and positions including all their images */
  uint64_t class_count;    /* positions that are not images of each other */
  uint64_t checked;        /* positions checked against their moves */
} check_worker;

/* Both open functions allocate and return false if memory runs out. `files` is indexed by layer, `classes` by number of
   pawns; both must outlive the layer. check_layer_open does not read the values yet. */
bool check_layer_open(check_layer *self, int size, int pawns, int index, const check_file *files,
                      const check_classes *classes);
void check_layer_close(check_layer *self);
bool check_worker_open(check_worker *self, const check_layer *layer);
void check_worker_close(check_worker *self);

/* Reads a row into layer->values: the stored values, and those that are obvious from the board. */
void check_row_read(check_worker *worker, uint64_t row);
/* Checks that columns that are images of each other hold the same value, and counts the positions. */
void check_row_images(check_worker *worker, uint64_t row);
/* Checks all positions whose other side is the canonical set of this row: each value must follow from its moves. */
void check_row_moves(check_worker *worker, uint64_t row);
/* Does the same for one random position that depends on the seed. */
void check_sample(check_worker *worker, uint64_t seed);
/* Compares the counts of all workers together with those in the header. */
void check_counts(const check_layer *layer, uint64_t counts[2][256]);

/* Reports a wrong value and ends the program; see report.c. `own` must be the canonical set of its class. */
_Noreturn void check_report_position(const check_layer *layer, check_set own, check_set other, const char *what,
                                     int found, int expected);

#endif
