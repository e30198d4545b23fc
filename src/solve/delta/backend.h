/* The interface of the backends that solve a layer: the threads of the processor (sweep.c) or a graphics card (cuda/).

   All backends compute the same values, but by independent code. */
#ifndef ASC_SOLVE_DELTA_BACKEND_H
#define ASC_SOLVE_DELTA_BACKEND_H

#include "exchange.h"
#include "plan.h"

#include <ascona/error.h>

typedef struct solve_progress {
  int layer, sweep;
  uint64_t rows_done, row_count; /* rows of this sweep */
} solve_progress;

/* Called now and then from one thread. Returns true to stop. */
typedef bool solve_on_progress(void *data, const solve_progress *progress);

typedef struct solve_task {
  const asc_tablebase_plan *plan;
  solve_exchange *exchange; /* NULL: a single process */
  int threads;              /* must be 1 if there is an exchange */
  solve_on_progress *on_progress;
  void *data;
} solve_task;

typedef struct solve_backend {
  /* Returns the state of the backend, which close frees. NULL if it is not available; the error says why. */
  void *(*open)(const solve_task *task, asc_error *error);
  /* Fills `values` with the rows of the layer that this process holds. `next` holds its rows of the next layer; the
     last layer has none. Returns ASC_OK; ASC_E_STATE if on_progress returned true; or another error code. */
  int (*solve)(void *self, const asc_tablebase_layer_plan *layer, const int8_t *next, int8_t *values, asc_error *error);
  void (*close)(void *self); /* NULL is allowed */
} solve_backend;

/* Returns the backend for the threads of the processor; never NULL. */
const solve_backend *solve_backend_threads(void);
/* Returns the backend for a graphics card, which works for a single process only. NULL if the program was built without
   it. */
const solve_backend *solve_backend_gpu(void);

#endif
