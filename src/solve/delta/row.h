/* The values of all positions with the same other side, from one row of the next layer.

   The pawns of `other` do not move, so everything happens on the n squares they leave. A set of `own` on these squares
   is a pattern of n bits, and a table by pattern, a *cube*, has its entry at that index. A move takes a pawn from a and
   puts pawns on b and t: for all sets for which it is possible the index changes by the same amount. So one move is
   tried for 32 sets at once: load 32 entries further on, hide those to which it does not apply, keep the greater. */
#ifndef ASC_SOLVE_DELTA_ROW_H
#define ASC_SOLVE_DELTA_ROW_H

#include "plan.h"

typedef struct retro_blocks retro_blocks;

/* What one thread needs. */
typedef struct retro_desk {
  int8_t *room; /* what the cubes lie in */
  size_t size;
  int8_t *in, *out, *shade;
  const retro_blocks *blocks; /* shared */
} retro_desk;

/* The patterns of d bits in the order of their counts, for every d that a layer needs; shared by all desks. */
retro_blocks *asc_retro_blocks_open(const retro_plan *plan);
void asc_retro_blocks_close(retro_blocks *blocks);

bool asc_retro_desk_open(retro_desk *desk, const retro_plan *plan, const retro_blocks *blocks);
void asc_retro_desk_close(retro_desk *desk);

/* `next` is the row of `other` in the layer that moves from `layer` lead to. Fills `values` by the number of the
   mover's set on the squares left, in the order of layer->movers. */
void asc_retro_row_solve(const retro_plan *plan, const retro_layer *layer, retro_desk *desk, uint32_t other,
                         const int8_t *next, int8_t *values);

#endif
