#include "sweep.h"

#include "deliver.h"
#include "engine/common/pages.h"
#include "engine/common/team.h"
#include "obvious.h"

#include <ascona/error.h>

#include <stdlib.h>
#include <string.h>

/* Parcels take eight times the room of the values in them. */
enum { BATCH_BYTES = 64 << 20, BATCH_BYTES_SWAPPED = 4 << 20 };

bool retro_sweeper_open(retro_sweeper *sweeper, const retro_plan *plan, int threads, retro_watch *watch, void *data) {
  *sweeper = (retro_sweeper){.plan = plan, .threads = threads, .watch = watch, .watch_data = data};
  sweeper->blocks = retro_blocks_open(plan);
  sweeper->desks = calloc((size_t)threads, sizeof *sweeper->desks);
  if (sweeper->blocks == NULL || sweeper->desks == NULL) return false;
  for (int i = 0; i < threads; i++)
    if (!retro_desk_open(&sweeper->desks[i], plan, sweeper->blocks)) return false;
  return true;
}

void retro_sweeper_close(retro_sweeper *sweeper) {
  for (int i = 0; sweeper->desks != NULL && i < sweeper->threads; i++) retro_desk_close(&sweeper->desks[i]);
  free(sweeper->desks);
  retro_blocks_close(sweeper->blocks);
}

/* A layer being solved. The rows to be solved are those of the next layer, of the side that stands still. */
typedef struct sweep_job {
  retro_sweeper *sweeper;
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
  retro_row_solve(job->sweeper->plan, job->layer, &job->sweeper->desks[member], job->stills->first[row],
                  job->next + (size_t)(row - job->share.first) * job->next_columns,
                  job->fresh + (size_t)piece * job->layer->movers.count);
}

static void row_deliver(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  uint32_t row = job->batch[piece];
  size_t movers = job->layer->movers.count;
  retro_deliver_row(&job->delivery, job->stills->first[row], job->fresh + (size_t)piece * movers,
                    job->known == NULL ? NULL : job->known + (row - job->share.first) * movers);
}

static bool row_due(const sweep_job *job, uint32_t row) {
  atomic_uchar *changed = job->delivery.changed;
  return changed == NULL || atomic_exchange_explicit(&changed[row - job->share.first], 0, memory_order_relaxed);
}

static int64_t sum(const sweep_job *job, int64_t number) {
  retro_exchange *exchange = job->sweeper->exchange;
  return exchange == NULL ? number : exchange->sum(exchange, number);
}

static int batch_run(sweep_job *job) {
  retro_sweeper *sweeper = job->sweeper;
  retro_exchange *exchange = sweeper->exchange;
  asc_team_share(sweeper->threads, job->batch_count, row_solve, job);
  asc_team_share(sweeper->threads, job->batch_count, row_deliver, job);
  if (exchange == NULL) return ASC_OK;
  if (sum(job, atomic_load(&job->delivery.lost)) > 0) return ASC_E_MEMORY;
  if (!exchange->swap(exchange, job->delivery.out, &job->in)) return ASC_E_MEMORY;
  retro_deliver_parcels(&job->delivery, &job->in);
  return ASC_OK;
}

/* Every row once, or of the last layer those that changed. Returns how many there were, of all processes, or an error.
 */
static int64_t sweep_once(sweep_job *job, int sweep) {
  retro_sweeper *sweeper = job->sweeper;
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
    bool stop = sweeper->watch != NULL && sweeper->watch(sweeper->watch_data, &progress);
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
  retro_row_mark(job->sweeper->plan, job->layer, job->share.first + (uint32_t)piece, row);
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
  if (solved > 0) asc_team_share(job->sweeper->threads, rows, last_begin, job);
  for (int sweep = 1; solved > 0; sweep++) solved = sweep_once(job, sweep);
  asc_pages_close(job->known, size);
  free(job->delivery.changed);
  return (int)solved;
}

static bool job_open(sweep_job *job) {
  const retro_exchange *exchange = job->sweeper->exchange;
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

int retro_sweep(retro_sweeper *sweeper, const retro_layer *layer, const int8_t *next, int8_t *table) {
  const retro_plan *plan = sweeper->plan;
  const retro_exchange *exchange = sweeper->exchange;
  sweep_job job = {.sweeper = sweeper, .layer = layer, .next = next, .stills = &plan->sets[layer->other]};
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
