/* What is to be solved: the layers of a board, and how their positions are numbered.

   Layer N holds the positions with N pawns on the board. The side to move, *own*, has N / 2 of them, the *other* the
   rest: White moves with n against n, Black with n against n + 1. A move leads from layer N to layer N + 1, where the
   other side moves; in the last layer, where both have all their pawns, it leads back into it.

   A layer is a table of bytes: one row for each class of own sets without a relay, and in it one column for each set of
   the other side on the squares left. So a position stands at [row of own][number of other], and all positions that
   moves of `own` lead to have the same other side and stand in one row of the next layer: that of `other`. */
#ifndef ASC_SOLVE_DELTA_PLAN_H
#define ASC_SOLVE_DELTA_PLAN_H

#include "sets.h"

enum { RETRO_PAWNS_MIN = 4, RETRO_PAWNS_MAX = 9, RETRO_LAYERS_MAX = 2 * RETRO_PAWNS_MAX + 1 };

/* Values of the layers before the last are points for the side to move. In the last one they also say how many plies
   the better side needs, and so that a better value is a greater number:
     +7 in d plies    127 - (d - 1) / 2      -7 in d plies    -128 + d / 2
     +1 in d plies     63 - (d - 1) / 2      -1 in d plies     -64 + d / 2      a draw  0
   (7 stands for the squares free when all pawns are on the board.) A winner's plies are odd, a loser's even; a player
   who is stuck has lost in 0 plies. So the value of a position one ply earlier is ~v for v < 0, and -v otherwise. */
enum {
  RETRO_OVER = -128, /* no position: the other side has a relay */
  RETRO_LAST_RELAY = 64,
  RETRO_LAST_STUCK = -64
};

typedef struct retro_layer {
  int pawns, own, other;
  bool last;
  int relay;              /* points for a relay by a move from here */
  const retro_sets *sets; /* of own: the rows */
  uint32_t rows;
  retro_ranking columns; /* of other, on the squares own leaves */
  retro_ranking movers;  /* of own, on the squares other leaves */
} retro_layer;

typedef struct retro_plan {
  retro_board board;
  retro_low_ranks low_ranks;
  int pawns; /* each side has */
  int layer_count;
  retro_sets sets[RETRO_PAWNS_MAX + 1];
  retro_layer layers[RETRO_LAYERS_MAX];
} retro_plan;

/* False when memory ran out; closing is right in any case. */
bool asc_retro_plan_open(retro_plan *plan, int size, int pawns);
void asc_retro_plan_close(retro_plan *plan);

static inline size_t retro_layer_entries(const retro_layer *layer) {
  return (size_t)layer->rows * layer->columns.count;
}

/* Where a position stands in its layer: row and column. False: one side has a relay. */
bool asc_retro_plan_find(const retro_plan *plan, const retro_layer *layer, uint32_t own, uint32_t other, uint32_t *row,
                         uint32_t *column);

/* Points for the side to move, and in the last layer the plies of the better side (0 for a draw). */
int asc_retro_value_points(const retro_layer *layer, int8_t value);
int asc_retro_value_plies(const retro_layer *layer, int8_t value);

#endif
