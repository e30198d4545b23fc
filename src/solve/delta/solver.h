/* Who solves the layers of a run: the processor's threads (sweep.c) or a graphics card (cuda/). They fill the same
   tables with the same values, each in its own way. */
#ifndef ASC_SOLVE_DELTA_SOLVER_H
#define ASC_SOLVE_DELTA_SOLVER_H

#include "exchange.h"
#include "plan.h"

#include <ascona/error.h>

typedef struct retro_progress {
  int layer, sweep;
  uint64_t done, count; /* rows of this sweep */
} retro_progress;

/* Called now and then from one thread; true asks to stop. */
typedef bool retro_watch(void *data, const retro_progress *progress);

typedef struct retro_task {
  const retro_plan *plan;
  retro_exchange *exchange; /* NULL: one process alone */
  int threads;              /* of several processes each has one */
  retro_watch *watch;
  void *watch_data;
} retro_task;

typedef struct retro_solver {
  /* NULL: it cannot be had, and the error says why. */
  void *(*open)(const retro_task *task, asc_error *error);
  /* Fills `table`, the rows of the layer that this process has. `next` are its rows of the next layer, as they were
     filled before or read from a file; the last layer has none. ASC_E_STATE when asked to stop. */
  int (*solve)(void *self, const retro_layer *layer, const int8_t *next, int8_t *table, asc_error *error);
  void (*close)(void *self);
} retro_solver;

const retro_solver *asc_retro_solver_threads(void);
/* For one process alone. NULL: the program was built without. */
const retro_solver *asc_retro_solver_card(void);

#endif
