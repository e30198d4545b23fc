/* The layers of a board, and the numbering of their positions.

   Layer N holds the positions with N pawns on the board. The side to move, *own*, has N / 2 of them and the *other*
   side has the rest. White moves with n against n, Black with n against n + 1. A move leads to the next layer, where
   the other side is to move. In the last layer both sides have placed all their pawns, and a move stays in that layer.

   A layer is a two-dimensional array of bytes. It has one row for each class of own sets without a relay. It has one
   column for each set of the other side on the squares that `own` leaves free. So a position is at [row of own][rank
   of other]. All moves of `own` leave the other side as it is. Hence the positions after them are all in one row of
   the next layer, the row of `other`. Read sets.h first. */
#ifndef ASC_SOLVE_DELTA_PLAN_H
#define ASC_SOLVE_DELTA_PLAN_H

#include "sets.h"

enum {
  ASC_TABLEBASE_PAWNS_MIN = 4,
  ASC_TABLEBASE_PAWNS_MAX = 9,
  ASC_TABLEBASE_LAYERS_MAX = 2 * ASC_TABLEBASE_PAWNS_MAX + 1
};

/* Before the last layer a value is the points of the side to move. In the last layer it also encodes the plies until
   the end, so that a better value is always a greater number:

     +7 in d plies    127 - (d - 1) / 2      -7 in d plies    -128 + d / 2
     +1 in d plies     63 - (d - 1) / 2      -1 in d plies     -64 + d / 2      a draw  0

   Here 7 is the number of free squares when all pawns are on the board. The plies are odd for a winner and even for
   a loser. A player who has no legal move has lost in 0 plies. So one ply earlier a value v < 0 becomes ~v, and any
   other value becomes -v. */
enum {
  ASC_TABLEBASE_NO_POSITION = -128,  /* the other side has a relay already */
  ASC_TABLEBASE_LAST_RELAY_MIN = 64, /* in the last layer: values from here up are wins by a relay */
  ASC_TABLEBASE_LAST_NO_MOVE = -64   /* in the last layer: no legal move; smaller values are losses to a relay */
};

/* The shape of one layer. Everything it refers to belongs to the plan. */
typedef struct asc_tablebase_layer_plan {
  int pawns, own_pawns, other_pawns; /* on the board; of the side to move; of the other side */
  bool is_last;
  int relay_points;                   /* points of a relay made by a move from this layer */
  const asc_tablebase_sets *own_sets; /* the rows of the layer */
  uint32_t rows;                      /* number of rows */
  asc_tablebase_ranking columns;      /* sets of `other` on the squares that `own` leaves free */
  asc_tablebase_ranking movers;       /* sets of `own` on the squares that `other` leaves free */
} asc_tablebase_layer_plan;

typedef struct asc_tablebase_plan {
  asc_tablebase_board board;
  asc_tablebase_low_ranks low_ranks;
  int pawns_per_side;
  int layer_count;
  asc_tablebase_sets sets[ASC_TABLEBASE_PAWNS_MAX + 1];
  asc_tablebase_layer_plan layers[ASC_TABLEBASE_LAYERS_MAX];
} asc_tablebase_plan;

/* Allocates the sets and layers of a board. Returns false if memory runs out. Call asc_tablebase_plan_close in both
   cases. `pawns` is the number of pawns of each side. */
bool asc_tablebase_plan_open(asc_tablebase_plan *plan, int size, int pawns);
void asc_tablebase_plan_close(asc_tablebase_plan *plan);

/* Returns the number of values in the layer, which is also its size in bytes. */
static inline size_t asc_tablebase_layer_entries(const asc_tablebase_layer_plan *layer) {
  return (size_t)layer->rows * layer->columns.count;
}

/* Finds the row and the column of a position. Returns false if one side has a relay: then the layer has no such
   position. */
bool asc_tablebase_plan_find(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t own,
                             uint32_t other, uint32_t *row, uint32_t *column);

/* Decode a value of the layer: its points for the side to move, and its plies until the end. The plies are 0 for a
   draw and before the last layer. */
int asc_tablebase_value_points(const asc_tablebase_layer_plan *layer, int8_t value);
int asc_tablebase_value_plies(const asc_tablebase_layer_plan *layer, int8_t value);

#endif
