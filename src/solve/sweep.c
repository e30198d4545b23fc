#include "sweep.h"

#include "memory.h"
#include "team.h"

#include <ascona/error.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_BYTES = 64 << 20 };

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

/* A layer being solved. Rows here are those of the next layer, of the side that stands still. */
typedef struct sweep_job {
  retro_sweeper *sweeper;
  const retro_layer *layer;
  const retro_sets *stills;
  uint32_t next_columns;
  const int8_t *next;
  int8_t *table;
  int8_t *fresh; /* the batch: values by row and mover */
  uint32_t *batch;
  uint32_t batch_rows, batch_count;
  /* The last layer only. */
  int8_t *known;         /* what was delivered before, by row and mover */
  atomic_uchar *changed; /* rows of the table in which something changed since they were taken into a batch */
} sweep_job;

static void row_solve(void *data, int member, uint64_t piece) {
  sweep_job *job = data;
  uint32_t row = job->batch[piece];
  retro_row_solve(job->sweeper->plan, job->layer, &job->sweeper->desks[member], job->stills->first[row],
                  job->next + (size_t)row * job->next_columns, job->fresh + (size_t)piece * job->layer->movers.count);
}

typedef struct sweep_delivery {
  const retro_plan *plan;
  const retro_layer *layer;
  uint32_t left;                     /* what `still` leaves */
  uint32_t images[RETRO_SYMMETRIES]; /* of `still` */
  int8_t *table;
  atomic_uchar *changed;
} sweep_delivery;

static void place(const sweep_delivery *delivery, uint32_t row, uint32_t still, int8_t value) {
  const retro_layer *layer = delivery->layer;
  uint32_t left = delivery->plan->board.all & ~layer->sets->first[row];
  uint32_t column = retro_rank(&layer->columns, delivery->plan->low_ranks, (uint32_t)asc_bits_gather(still, left));
  delivery->table[(size_t)row * layer->columns.count + column] = value;
}

/* A set with symmetries of its own has the same position in several columns. */
static void place_images(const sweep_delivery *delivery, uint32_t row, uint32_t still, int8_t value) {
  unsigned own = delivery->layer->sets->symmetries[row];
  for (int s = 0; s < RETRO_SYMMETRIES; s++)
    if (own >> s & 1) place(delivery, row, retro_board_image(&delivery->plan->board, s, still), value);
}

ASC_FAST static void retro_sweep_deliver(const sweep_delivery *delivery, const int8_t *fresh, int8_t *known) {
  const retro_layer *layer = delivery->layer;
  const retro_sets *sets = layer->sets;
  const uint16_t *low_ranks = delivery->plan->low_ranks;
  uint32_t left = delivery->left, all = delivery->plan->board.all;
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    if (known != NULL && known[i] == fresh[i]) continue;
    uint32_t own = (uint32_t)asc_bits_spread(layer->movers.subset[i], left);
    uint32_t home = sets->home[retro_rank(&sets->ranking, low_ranks, own)];
    if (home == RETRO_NO_ROW) continue;
    uint32_t row = home >> RETRO_HOME_SHIFT, still = delivery->images[home & RETRO_HOME_SYMMETRY];
    if (home & RETRO_HOME_SYMMETRIC) {
      place_images(delivery, row, still, fresh[i]);
    } else {
      uint32_t column =
          retro_rank(&layer->columns, low_ranks, (uint32_t)asc_bits_gather(still, all & ~sets->first[row]));
      delivery->table[(size_t)row * layer->columns.count + column] = fresh[i];
    }
    if (known == NULL) continue;
    known[i] = fresh[i];
    atomic_store_explicit(&delivery->changed[row], 1, memory_order_relaxed);
  }
}

static void row_deliver(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  const retro_plan *plan = job->sweeper->plan;
  uint32_t row = job->batch[piece], still = job->stills->first[row];
  size_t movers = job->layer->movers.count;
  sweep_delivery delivery = {.plan = plan,
                             .layer = job->layer,
                             .left = plan->board.all & ~still,
                             .table = job->table,
                             .changed = job->changed};
  for (int s = 0; s < RETRO_SYMMETRIES; s++) delivery.images[s] = retro_board_image(&plan->board, s, still);
  retro_sweep_deliver(&delivery, job->fresh + (size_t)piece * movers,
                      job->known == NULL ? NULL : job->known + row * movers);
}

/* Every row once, or of the last layer those that changed. Returns how many there were, or an error. */
static int64_t sweep_once(sweep_job *job, int sweep) {
  retro_sweeper *sweeper = job->sweeper;
  retro_progress progress = {.layer = job->layer->pawns, .sweep = sweep, .count = job->stills->rows};
  int64_t solved = 0;
  for (uint32_t row = 0; row < job->stills->rows;) {
    job->batch_count = 0;
    for (; row < job->stills->rows && job->batch_count < job->batch_rows; row++) {
      if (job->changed != NULL && !atomic_exchange_explicit(&job->changed[row], 0, memory_order_relaxed)) continue;
      job->batch[job->batch_count++] = row;
    }
    retro_team_run(sweeper->threads, job->batch_count, row_solve, job);
    retro_team_run(sweeper->threads, job->batch_count, row_deliver, job);
    solved += job->batch_count;
    progress.done = row;
    if (sweeper->watch != NULL && sweeper->watch(sweeper->watch_data, &progress)) return ASC_E_STATE;
  }
  return solved;
}

/* The other side's relays are over; all else begins as a draw. */
static void last_begin(void *data, int member, uint64_t piece) {
  (void)member;
  sweep_job *job = data;
  retro_row_mark(job->sweeper->plan, job->layer, (uint32_t)piece, job->table + piece * job->layer->columns.count);
  atomic_init(&job->changed[piece], 1);
}

static int sweep_last(sweep_job *job) {
  size_t size = retro_layer_entries(job->layer);
  job->next = job->table;
  job->known = retro_memory_open(size);
  job->changed = calloc(job->layer->rows, sizeof *job->changed);
  int code = ASC_OK;
  if (job->known == NULL || job->changed == NULL) {
    code = ASC_E_MEMORY;
  } else {
    retro_team_run(job->sweeper->threads, job->layer->rows, last_begin, job);
    int64_t solved = 1;
    for (int sweep = 1; solved > 0; sweep++) solved = sweep_once(job, sweep);
    if (solved < 0) code = (int)solved;
  }
  retro_memory_close(job->known, size);
  free(job->changed);
  return code;
}

int retro_sweep(retro_sweeper *sweeper, const retro_layer *layer, const int8_t *next, int8_t *table) {
  const retro_plan *plan = sweeper->plan;
  sweep_job job = {.sweeper = sweeper, .layer = layer, .next = next, .table = table};
  job.stills = &plan->sets[layer->other];
  job.next_columns = layer->last ? layer->columns.count : plan->layers[layer->pawns + 1].columns.count;
  uint32_t rows = (uint32_t)(BATCH_BYTES / layer->movers.count) + 1;
  job.batch_rows = rows < job.stills->rows ? rows : job.stills->rows;
  job.batch = malloc(job.batch_rows * sizeof *job.batch);
  job.fresh = malloc((size_t)job.batch_rows * layer->movers.count);
  int code = ASC_E_MEMORY;
  if (job.batch != NULL && job.fresh != NULL) {
    if (!layer->last) memset(table, RETRO_OVER, retro_layer_entries(layer));
    code = layer->last ? sweep_last(&job) : ASC_OK;
    if (!layer->last) {
      int64_t solved = sweep_once(&job, 1);
      if (solved < 0) code = (int)solved;
    }
  }
  free(job.batch);
  free(job.fresh);
  return code;
}
