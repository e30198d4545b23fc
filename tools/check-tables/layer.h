/* What must hold in a layer: its rows as a file, and each value as what follows from the moves. */
#ifndef CHECK_LAYER_H
#define CHECK_LAYER_H

#include "squares.h"
#include "table.h"

typedef struct layer {
  int layer, pawns; /* on the board; of each side at the end */
  int own, other;   /* pawns of the side to move, and of the other */
  bool last;        /* all pawns stand: a tracer is taken from the board */
  const table *file, *next;
  const classes *own_classes, *other_classes;
  int8_t *values; /* the whole layer */
  /* Sets on the squares left, ascending: the other side's on what `own` leaves, so that a set's place is its column;
     the own ones on what `other` leaves, before and after a move. */
  set *columns, *owns, *moved;
  uint32_t column_count, own_count, moved_count;
} layer;

/* A way that the pawns of the other side leave open, on the squares that they leave. */
typedef struct open_way {
  set mask, from; /* the way can be gone when of `mask` only `from` is an own pawn */
  set change;     /* from, to and tracer: what changes but for a pawn lifted */
} open_way;

/* What a thread works with. */
typedef struct worker {
  const layer *layer;
  ZSTD_DCtx *zstd;
  int8_t *row;   /* a row of the next layer */
  int8_t *worth; /* by the own set after a move: what the move is worth */
  int8_t relay;  /* what a move is worth that makes a relay */
  spread spread;
  relays relays;
  open_way ways[MOST_WAYS];
  int way_count;
  uint64_t counts[2][256]; /* by value: columns that hold a position, and positions with all their images */
  uint64_t classes;        /* positions that are no images of each other */
  uint64_t checked;        /* positions checked against their moves */
} worker;

/* False when there is no memory. The values are not read yet. */
bool layer_make(layer *made, int size, int pawns, int number, const table *files, const classes *all);
void layer_free(layer *used);
bool worker_make(worker *made, const layer *of);
void worker_free(worker *used);

/* Reads a row into the values: the file's, and those that the board alone tells. */
void row_read(worker *by, uint64_t row);
/* Columns that are images of each other hold the same value; counts the positions. */
void row_check(worker *by, uint64_t row);
/* Each position whose other side's set is the first of this row: its value follows from its moves. */
void moves_check(worker *by, uint64_t row);
/* The same for one position, drawn at random by this seed. */
void sample_check(worker *by, uint64_t seed);
/* The counts of all workers together against those of the header. */
void counts_check(const layer *of, uint64_t counts[2][256]);

/* How a position that is wrong is told, by tell.c; it ends the program. `own` is the first of its class. */
_Noreturn void fault_tell(const layer *in, set own, set other, const char *what, int found, int expected);

#endif
