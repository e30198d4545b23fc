/* Solves one layer, given the next one, with the threads of the processor.

   Rows are processed in batches, in two steps. 1. Solve: row X of the next layer gives the values of all positions in
   which X is the waiting side. 2. Deliver: each value is stored in the row of the side that moves. The two steps never
   overlap, so no thread reads values while another writes them. If there are several processes, each with its own rows,
   they swap updates after every batch.

   A move in the last layer leads to the last layer. It starts as all draws and is swept until nothing changes; a row
   is solved again only if one of its values changed. The result is the only table in which every value follows from
   its children: a win in d plies rests on a loss in d - 1 plies, so no value can support itself through a cycle. */
#include "backend.h"

#include "base/text.h"
#include "deliver.h"
#include "engine/common/large_pages.h"
#include "engine/common/parallel.h"
#include "obvious.h"
#include "row.h"

#include <stdlib.h>
#include <string.h>

/* An update takes eight times the memory of the value in it, so batches with an exchange are smaller. */
enum { BATCH_BYTES = 64 << 20, BATCH_BYTES_SWAPPED = 4 << 20 };

typedef struct sweeper {
  solve_task task;
  solve_row_workspace *workspaces; /* one for each thread */
  solve_row_patterns *patterns;
} sweeper;

static void sweeper_close(void *data) {
  sweeper *self = data;
  if (self == NULL) return;
  for (int i = 0; self->workspaces != NULL && i < self->task.threads; i++)
    solve_row_workspace_close(&self->workspaces[i]);
  free(self->workspaces);
  solve_row_patterns_close(self->patterns);
  free(self);
}

static bool workspaces_open(sweeper *self) {
  const solve_task *task = &self->task;
  self->patterns = solve_row_patterns_open(task->plan);
  self->workspaces = calloc((size_t)task->threads, sizeof *self->workspaces);
  if (self->patterns == NULL || self->workspaces == NULL) return false;
  for (int i = 0; i < task->threads; i++)
    if (!solve_row_workspace_open(&self->workspaces[i], task->plan, self->patterns)) return false;
  return true;
}

static void *sweeper_open(const solve_task *task, asc_error *error) {
  sweeper *self = calloc(1, sizeof *self);
  if (self != NULL) self->task = *task;
  if (self != NULL && workspaces_open(self)) return self;
  sweeper_close(self);
  (void)asc_error_set(error, ASC_E_MEMORY, "out of memory");
  return NULL;
}

/* A layer that is being solved. The rows to solve are rows of the next layer: sets of the waiting side. */
typedef struct sweep_job {
  const solve_task *task;
  solve_row_workspace *workspaces;
  const asc_tablebase_layer_plan *layer;
  const asc_tablebase_sets *waiting_sets;
  solve_row_range rows; /* of the rows to solve */
  uint32_t next_columns;
  const int8_t *next;
  int8_t *batch_values; /* values of the batch, by row and mover */
  uint32_t *batch;      /* rows of the batch */
  uint32_t batch_rows, batch_count;
  int8_t *delivered; /* in the last layer only: values delivered before, by row and mover */
  solve_delivery delivery;
  solve_updates in;
} sweep_job;

static void row_solve(void *data, int member, uint64_t piece) {
  sweep_job *job = data;
  uint32_t row = job->batch[piece];
  solve_row(job->task->plan, job->layer, &job->workspaces[member], job->waiting_sets->canonical[row],
            job->next + (size_t)(row - job->rows.first) * job->next_columns,
            job->batch_values + (size_t)piece * job->layer->movers.count);
}

static void row_deliver(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  uint32_t row = job->batch[piece];
  size_t movers = job->layer->movers.count;
  solve_deliver_row(&job->delivery, job->waiting_sets->canonical[row], job->batch_values + (size_t)piece * movers,
                    job->delivered == NULL ? NULL : job->delivered + (row - job->rows.first) * movers);
}

static bool take_row_if_changed(const sweep_job *job, uint32_t row) {
  atomic_uchar *changed = job->delivery.changed;
  return changed == NULL || atomic_exchange_explicit(&changed[row - job->rows.first], 0, memory_order_relaxed);
}

static int64_t sum(const sweep_job *job, int64_t number) {
  solve_exchange *exchange = job->task->exchange;
  return exchange == NULL ? number : exchange->sum(exchange, number);
}

static int batch_run(sweep_job *job) {
  solve_exchange *exchange = job->task->exchange;
  asc_parallel_for(job->task->threads, job->batch_count, row_solve, job);
  asc_parallel_for(job->task->threads, job->batch_count, row_deliver, job);
  if (exchange == NULL) return ASC_OK;
  if (sum(job, atomic_load(&job->delivery.out_of_memory)) > 0) return ASC_E_MEMORY;
  if (!exchange->swap(exchange, job->delivery.outgoing, &job->in)) return ASC_E_MEMORY;
  solve_deliver_updates(&job->delivery, &job->in);
  return ASC_OK;
}

/* Solves every row once; in the last layer, every row that changed. Returns the number of rows solved in all
   processes, or a negative code. */
static int64_t sweep_once(sweep_job *job, int sweep) {
  const solve_task *task = job->task;
  solve_row_range rows = job->rows;
  solve_progress progress = {.layer = job->layer->pawns, .sweep = sweep, .row_count = rows.end - rows.first};
  int64_t solved = 0;
  for (uint32_t row = rows.first; sum(job, rows.end - row) > 0;) {
    job->batch_count = 0;
    for (; row < rows.end && job->batch_count < job->batch_rows; row++)
      if (take_row_if_changed(job, row)) job->batch[job->batch_count++] = row;
    int code = batch_run(job);
    if (code < 0) return code;
    solved += job->batch_count;
    progress.rows_done = row - rows.first;
    bool stop = task->on_progress != NULL && task->on_progress(task->data, &progress);
    if (sum(job, stop) > 0) return ASC_E_STATE;
  }
  return sum(job, solved);
}

/* A position in which the other side has a relay does not exist. Every other position starts as a draw. */
static void init_last_row(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  uint32_t columns = job->layer->columns.count;
  int8_t *row = job->delivery.values + piece * columns;
  memset(row, 0, columns);
  asc_tablebase_row_mark_over(job->task->plan, job->layer, job->rows.first + (uint32_t)piece, row);
  atomic_init(&job->delivery.changed[piece], 1);
}

static int sweep_last(sweep_job *job) {
  uint32_t rows = job->rows.end - job->rows.first;
  size_t size = (size_t)rows * job->layer->movers.count;
  job->next = job->delivery.values;
  job->delivered = asc_large_pages_alloc_lazy(size);
  job->delivery.changed = calloc(rows + 1, sizeof *job->delivery.changed);
  bool no_memory = job->delivered == NULL || job->delivery.changed == NULL;
  int64_t solved = sum(job, no_memory) > 0 ? ASC_E_MEMORY : 1;
  if (solved > 0) asc_parallel_for(job->task->threads, rows, init_last_row, job);
  for (int sweep = 1; solved > 0; sweep++) solved = sweep_once(job, sweep);
  asc_large_pages_free(job->delivered, size);
  free(job->delivery.changed);
  return (int)solved;
}

static bool job_open(sweep_job *job) {
  const solve_exchange *exchange = job->task->exchange;
  size_t movers = job->layer->movers.count, bytes = exchange == NULL ? BATCH_BYTES : BATCH_BYTES_SWAPPED;
  uint32_t rows = (uint32_t)(bytes / movers) + 1;
  job->batch_rows = rows < job->waiting_sets->rows ? rows : job->waiting_sets->rows;
  job->batch = malloc(job->batch_rows * sizeof *job->batch);
  job->batch_values = malloc((size_t)job->batch_rows * movers);
  if (exchange != NULL)
    job->delivery.outgoing = calloc((size_t)exchange->process_count, sizeof *job->delivery.outgoing);
  return job->batch != NULL && job->batch_values != NULL && (exchange == NULL || job->delivery.outgoing != NULL);
}

static void job_close(sweep_job *job) {
  for (int p = 0; job->delivery.outgoing != NULL && p < job->delivery.process_count; p++)
    solve_updates_close(&job->delivery.outgoing[p]);
  free(job->delivery.outgoing);
  solve_updates_close(&job->in);
  free(job->batch);
  free(job->batch_values);
}

static int layer_sweep(const sweeper *self, const asc_tablebase_layer_plan *layer, const int8_t *next, int8_t *values) {
  const asc_tablebase_plan *plan = self->task.plan;
  const solve_exchange *exchange = self->task.exchange;
  sweep_job job = {.task = &self->task, .workspaces = self->workspaces, .layer = layer, .next = next};
  job.waiting_sets = &plan->sets[layer->other_pawns];
  job.rows = solve_own_rows(exchange, job.waiting_sets->rows);
  job.next_columns = layer->is_last ? layer->columns.count : plan->layers[layer->pawns + 1].columns.count;
  job.delivery.plan = plan;
  job.delivery.layer = layer;
  job.delivery.values = values;
  job.delivery.rows = solve_own_rows(exchange, layer->rows);
  job.delivery.process_count = exchange == NULL ? 1 : exchange->process_count;
  atomic_init(&job.delivery.out_of_memory, false);
  int64_t code = sum(&job, job_open(&job) ? 0 : 1) > 0 ? ASC_E_MEMORY : ASC_OK;
  if (code == ASC_OK && layer->is_last) {
    code = sweep_last(&job);
  } else if (code == ASC_OK) {
    solve_row_range own = job.delivery.rows;
    memset(values, ASC_TABLEBASE_NO_POSITION, (size_t)(own.end - own.first) * layer->columns.count);
    code = sweep_once(&job, 1);
  }
  job_close(&job);
  return code < 0 ? (int)code : ASC_OK;
}

static int layer_solve(void *self, const asc_tablebase_layer_plan *layer, const int8_t *next, int8_t *values,
                       asc_error *error) {
  int code = layer_sweep(self, layer, next, values);
  return code < 0 ? asc_error_set(error, code, code == ASC_E_STATE ? "stopped" : "out of memory") : ASC_OK;
}

const solve_backend *solve_backend_threads(void) {
  static const solve_backend solver = {sweeper_open, layer_solve, sweeper_close};
  return &solver;
}

#ifndef ASCONA_CUDA
const solve_backend *solve_backend_gpu(void) { return NULL; }
#endif
