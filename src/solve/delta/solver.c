#include "solver.h"

#include "core/text.h"

#include <stdlib.h>

static void threads_close(void *self) {
  if (self != NULL) retro_sweeper_close(self);
  free(self);
}

static void *threads_open(const retro_task *task, asc_error *error) {
  retro_sweeper *sweeper = malloc(sizeof *sweeper);
  if (sweeper == NULL || !retro_sweeper_open(sweeper, task->plan, task->threads, task->watch, task->watch_data)) {
    threads_close(sweeper);
    (void)asc_fail(error, ASC_E_MEMORY, "out of memory");
    return NULL;
  }
  sweeper->exchange = task->exchange;
  return sweeper;
}

static int threads_solve(void *self, const retro_layer *layer, const int8_t *next, int8_t *table, asc_error *error) {
  int code = retro_sweep(self, layer, next, table);
  return code < 0 ? asc_fail(error, code, code == ASC_E_STATE ? "stopped" : "out of memory") : ASC_OK;
}

const retro_solver *retro_solver_threads(void) {
  static const retro_solver solver = {threads_open, threads_solve, threads_close};
  return &solver;
}

#ifndef ASCONA_CUDA
const retro_solver *retro_solver_card(void) { return NULL; }
#endif
