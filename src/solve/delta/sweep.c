/* Solving one layer, given the next one.

   Rows are taken in batches. First the rows of a batch are solved: row X of the next layer gives the values of all
   positions in which X stands still. Then each value is delivered to where it belongs, in the row of its own side.
   While one half goes on nothing is done of the other, so threads never read what others write. Between several
   processes, each with its share of the rows, parcels are swapped after every batch.

   The last layer leads into itself. It begins as all draws and is swept until nothing changes; a row is solved again
   only when something in it changed. What comes out is the one table in which every value follows from its children:
   a win in d plies rests on a loss in d - 1, so no value can hold itself up by going round. */
#include "solver.h"

#include "core/text.h"
#include "deliver.h"
#include "engine/common/pages.h"
#include "engine/common/team.h"
#include "obvious.h"
#include "row.h"

#include <stdlib.h>
#include <string.h>

/* Parcels take eight times the room of the values in them. */
enum { BATCH_BYTES = 64 << 20, BATCH_BYTES_SWAPPED = 4 << 20 };

typedef struct sweeper {
  retro_task task;
  retro_desk *desks; /* by member */
  retro_blocks *blocks;
} sweeper;

static void sweeper_close(void *data) {
  sweeper *self = data;
  if (self == NULL) return;
  for (int i = 0; self->desks != NULL && i < self->task.threads; i++) asc_retro_desk_close(&self->desks[i]);
  free(self->desks);
  asc_retro_blocks_close(self->blocks);
  free(self);
}

static bool desks_open(sweeper *self) {
  const retro_task *task = &self->task;
  self->blocks = asc_retro_blocks_open(task->plan);
  self->desks = calloc((size_t)task->threads, sizeof *self->desks);
  if (self->blocks == NULL || self->desks == NULL) return false;
  for (int i = 0; i < task->threads; i++)
    if (!asc_retro_desk_open(&self->desks[i], task->plan, self->blocks)) return false;
  return true;
}

static void *sweeper_open(const retro_task *task, asc_error *error) {
  sweeper *self = calloc(1, sizeof *self);
  if (self != NULL) self->task = *task;
  if (self != NULL && desks_open(self)) return self;
  sweeper_close(self);
  (void)asc_fail(error, ASC_E_MEMORY, "out of memory");
  return NULL;
}

/* A layer being solved. The rows to be solved are those of the next layer, of the side that stands still. */
typedef struct sweep_job {
  const retro_task *task;
  retro_desk *desks;
  const retro_layer *layer;
  const retro_sets *stills;
  retro_share share; /* of the rows to be solved */
  uint32_t next_columns;
  const int8_t *next;
  int8_t *fresh;   /* the batch: values by row and mover */
  uint32_t *batch; /* its rows */
  uint32_t batch_rows, batch_count;
  int8_t *known; /* the last layer only: what was delivered before, by row and mover */
  retro_delivery delivery;
  retro_parcels in;
} sweep_job;

static void row_solve(void *data, int member, uint64_t piece) {
  sweep_job *job = data;
  uint32_t row = job->batch[piece];
  asc_retro_row_solve(job->task->plan, job->layer, &job->desks[member], job->stills->first[row],
                      job->next + (size_t)(row - job->share.first) * job->next_columns,
                      job->fresh + (size_t)piece * job->layer->movers.count);
}

static void row_deliver(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  uint32_t row = job->batch[piece];
  size_t movers = job->layer->movers.count;
  asc_retro_deliver_row(&job->delivery, job->stills->first[row], job->fresh + (size_t)piece * movers,
                        job->known == NULL ? NULL : job->known + (row - job->share.first) * movers);
}

static bool row_due(const sweep_job *job, uint32_t row) {
  atomic_uchar *changed = job->delivery.changed;
  return changed == NULL || atomic_exchange_explicit(&changed[row - job->share.first], 0, memory_order_relaxed);
}

static int64_t sum(const sweep_job *job, int64_t number) {
  retro_exchange *exchange = job->task->exchange;
  return exchange == NULL ? number : exchange->sum(exchange, number);
}

static int batch_run(sweep_job *job) {
  retro_exchange *exchange = job->task->exchange;
  asc_team_share(job->task->threads, job->batch_count, row_solve, job);
  asc_team_share(job->task->threads, job->batch_count, row_deliver, job);
  if (exchange == NULL) return ASC_OK;
  if (sum(job, atomic_load(&job->delivery.lost)) > 0) return ASC_E_MEMORY;
  if (!exchange->swap(exchange, job->delivery.out, &job->in)) return ASC_E_MEMORY;
  asc_retro_deliver_parcels(&job->delivery, &job->in);
  return ASC_OK;
}

/* Every row once, or of the last layer those that changed. Returns how many there were, of all processes, or an error.
 */
static int64_t sweep_once(sweep_job *job, int sweep) {
  const retro_task *task = job->task;
  retro_share share = job->share;
  retro_progress progress = {.layer = job->layer->pawns, .sweep = sweep, .count = share.end - share.first};
  int64_t solved = 0;
  for (uint32_t row = share.first; sum(job, share.end - row) > 0;) {
    job->batch_count = 0;
    for (; row < share.end && job->batch_count < job->batch_rows; row++)
      if (row_due(job, row)) job->batch[job->batch_count++] = row;
    int code = batch_run(job);
    if (code < 0) return code;
    solved += job->batch_count;
    progress.done = row - share.first;
    bool stop = task->watch != NULL && task->watch(task->watch_data, &progress);
    if (sum(job, stop) > 0) return ASC_E_STATE;
  }
  return sum(job, solved);
}

/* The other side's relays are over; all else begins as a draw. */
static void last_begin(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  uint32_t columns = job->layer->columns.count;
  int8_t *row = job->delivery.table + piece * columns;
  memset(row, 0, columns);
  asc_retro_row_mark(job->task->plan, job->layer, job->share.first + (uint32_t)piece, row);
  atomic_init(&job->delivery.changed[piece], 1);
}

static int sweep_last(sweep_job *job) {
  uint32_t rows = job->share.end - job->share.first;
  size_t size = (size_t)rows * job->layer->movers.count;
  job->next = job->delivery.table;
  job->known = asc_pages_open_lazily(size);
  job->delivery.changed = calloc(rows + 1, sizeof *job->delivery.changed);
  bool short_of = job->known == NULL || job->delivery.changed == NULL;
  int64_t solved = sum(job, short_of) > 0 ? ASC_E_MEMORY : 1;
  if (solved > 0) asc_team_share(job->task->threads, rows, last_begin, job);
  for (int sweep = 1; solved > 0; sweep++) solved = sweep_once(job, sweep);
  asc_pages_close(job->known, size);
  free(job->delivery.changed);
  return (int)solved;
}

static bool job_open(sweep_job *job) {
  const retro_exchange *exchange = job->task->exchange;
  size_t movers = job->layer->movers.count, bytes = exchange == NULL ? BATCH_BYTES : BATCH_BYTES_SWAPPED;
  uint32_t rows = (uint32_t)(bytes / movers) + 1;
  job->batch_rows = rows < job->stills->rows ? rows : job->stills->rows;
  job->batch = malloc(job->batch_rows * sizeof *job->batch);
  job->fresh = malloc((size_t)job->batch_rows * movers);
  if (exchange != NULL) job->delivery.out = calloc((size_t)exchange->count, sizeof *job->delivery.out);
  return job->batch != NULL && job->fresh != NULL && (exchange == NULL || job->delivery.out != NULL);
}

static void job_close(sweep_job *job) {
  for (int p = 0; job->delivery.out != NULL && p < job->delivery.processes; p++)
    retro_parcels_close(&job->delivery.out[p]);
  free(job->delivery.out);
  retro_parcels_close(&job->in);
  free(job->batch);
  free(job->fresh);
}

static int layer_sweep(const sweeper *self, const retro_layer *layer, const int8_t *next, int8_t *table) {
  const retro_plan *plan = self->task.plan;
  const retro_exchange *exchange = self->task.exchange;
  sweep_job job = {.task = &self->task, .desks = self->desks, .layer = layer, .next = next};
  job.stills = &plan->sets[layer->other];
  job.share = retro_share_of(exchange, job.stills->rows);
  job.next_columns = layer->last ? layer->columns.count : plan->layers[layer->pawns + 1].columns.count;
  job.delivery.plan = plan;
  job.delivery.layer = layer;
  job.delivery.table = table;
  job.delivery.share = retro_share_of(exchange, layer->rows);
  job.delivery.processes = exchange == NULL ? 1 : exchange->count;
  atomic_init(&job.delivery.lost, false);
  int64_t code = sum(&job, job_open(&job) ? 0 : 1) > 0 ? ASC_E_MEMORY : ASC_OK;
  if (code == ASC_OK && layer->last) {
    code = sweep_last(&job);
  } else if (code == ASC_OK) {
    retro_share own = job.delivery.share;
    memset(table, RETRO_OVER, (size_t)(own.end - own.first) * layer->columns.count);
    code = sweep_once(&job, 1);
  }
  job_close(&job);
  return code < 0 ? (int)code : ASC_OK;
}

static int layer_solve(void *self, const retro_layer *layer, const int8_t *next, int8_t *table, asc_error *error) {
  int code = layer_sweep(self, layer, next, table);
  return code < 0 ? asc_fail(error, code, code == ASC_E_STATE ? "stopped" : "out of memory") : ASC_OK;
}

const retro_solver *asc_retro_solver_threads(void) {
  static const retro_solver solver = {sweeper_open, layer_solve, sweeper_close};
  return &solver;
}

#ifndef ASCONA_CUDA
const retro_solver *asc_retro_solver_card(void) { return NULL; }
#endif
