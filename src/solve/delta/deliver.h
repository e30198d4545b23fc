/* Bringing solved values to where they belong: into the rows of their own sets, here or in another process. */
#ifndef ASC_SOLVE_DELTA_DELIVER_H
#define ASC_SOLVE_DELTA_DELIVER_H

#include "exchange.h"
#include "plan.h"

#include <stdatomic.h>

typedef struct retro_delivery {
  const retro_plan *plan;
  const retro_layer *layer;
  retro_share share;     /* the rows that are here */
  int8_t *table;         /* of these rows */
  atomic_uchar *changed; /* by row, of these rows: set when a value came; NULL where nobody asks */
  int processes;
  retro_parcels *out; /* by process; NULL when there is one only */
  atomic_bool lost;   /* a parcel, for want of memory */
} retro_delivery;

/* `fresh` holds the values of all positions in which `still` does not move, by the number of the mover's set. `known`,
   where it is given, holds what was delivered before: only what differs goes out, and is then known. */
void asc_retro_deliver_row(retro_delivery *delivery, uint32_t still, const int8_t *fresh, int8_t *known);
/* What came from others. */
void asc_retro_deliver_parcels(retro_delivery *delivery, const retro_parcels *in);

#endif
