/* Stores solved values in the rows of their own sets, in this process or in another one.

   Solving a row yields the values of all positions with the same waiting side (row.h). Each of these positions
   belongs to a different row: the row of the side that moves. */
#ifndef ASC_SOLVE_DELTA_DELIVER_H
#define ASC_SOLVE_DELTA_DELIVER_H

#include "exchange.h"
#include "plan.h"

#include <stdatomic.h>

typedef struct solve_delivery {
  const asc_tablebase_plan *plan;
  const asc_tablebase_layer_plan *layer;
  solve_row_range rows;  /* the rows that this process holds */
  int8_t *values;        /* the values of these rows */
  atomic_uchar *changed; /* by row, counted from rows.first: set to 1 when a value was stored; NULL if not needed */
  int process_count;
  solve_updates *outgoing;   /* one list for each process; NULL if there is only one process */
  atomic_bool out_of_memory; /* an update was lost because memory ran out */
} solve_delivery;

/* `fresh` holds the values of all positions in which `waiting` are the pawns of the side that does not move, by rank
   of the mover's set. If `delivered` is not NULL, it holds the values delivered before: only values that differ are
   delivered, and `delivered` is updated. */
void solve_deliver_row(solve_delivery *delivery, uint32_t waiting, const int8_t *fresh, int8_t *delivered);
/* Stores the values that other processes sent. */
void solve_deliver_updates(solve_delivery *delivery, const solve_updates *in);

#endif
