/* Solving one layer, given the next one.

   Rows are taken in batches. First the rows of a batch are solved: row X of the next layer gives the values of all
   positions in which X stands still. Then each value is delivered to where it belongs, in the row of its own side.
   While one half goes on nothing is done of the other, so threads never read what others write. Between several
   processes, each with its share of the rows, parcels are swapped after every batch.

   The last layer leads into itself. It begins as all draws and is swept until nothing changes; a row is solved again
   only when something in it changed. What comes out is the one table in which every value follows from its children:
   a win in d plies rests on a loss in d - 1, so no value can hold itself up by going round. */
#ifndef ASC_SOLVE_DELTA_SWEEP_H
#define ASC_SOLVE_DELTA_SWEEP_H

#include "exchange.h"
#include "row.h"

typedef struct retro_progress {
  int layer, sweep;
  uint64_t done, count; /* rows of this sweep */
} retro_progress;

/* Called now and then from one thread; true asks to stop. */
typedef bool retro_watch(void *data, const retro_progress *progress);

typedef struct retro_sweeper {
  const retro_plan *plan;
  retro_exchange *exchange; /* NULL: one process alone */
  int threads;
  retro_desk *desks;
  retro_blocks *blocks;
  retro_watch *watch;
  void *watch_data;
} retro_sweeper;

/* Of several processes each has one thread. */
bool retro_sweeper_open(retro_sweeper *sweeper, const retro_plan *plan, int threads, retro_watch *watch, void *data);
void retro_sweeper_close(retro_sweeper *sweeper);

/* Fills `table`, the rows of the layer that this process has. `next` are its rows of the next layer; the last layer has
   none. ASC_E_MEMORY, or ASC_E_STATE when asked to stop. */
int retro_sweep(retro_sweeper *sweeper, const retro_layer *layer, const int8_t *next, int8_t *table);

#endif
