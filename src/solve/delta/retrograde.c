#include "retrograde.h"

#include "core/text.h"
#include "engine/common/pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct solve_run {
  const retro_order *order;
  retro_plan plan;
  const retro_solver *solver;
  void *solver_self;
  int8_t *next; /* the layer solved last */
  size_t next_size;
} solve_run;

static bool is_first(const retro_order *order) { return order->exchange == NULL || order->exchange->self == 0; }

/* What process 0 says counts for all. */
static int64_t agree(const retro_order *order, int64_t number) {
  retro_exchange *exchange = order->exchange;
  return exchange == NULL ? number : exchange->sum(exchange, is_first(order) ? number : 0);
}

static bool tell(const retro_order *order, const retro_news *news) {
  return is_first(order) && order->hear != NULL && order->hear(order->data, news);
}

static bool progress_hear(void *data, const retro_progress *progress) {
  solve_run *run = data;
  retro_news news = {.phase = RETRO_SOLVING,
                     .plan = &run->plan,
                     .layer = &run->plan.layers[progress->layer],
                     .sweep = progress->sweep,
                     .done = progress->done,
                     .count = progress->count};
  return tell(run->order, &news);
}

/* The lowest layer that is in the folder with all above it, or the number of layers when there is none. */
static int layers_found(solve_run *run) {
  int found = run->plan.layer_count;
  while (found > 0) {
    retro_table table;
    const retro_layer *layer = &run->plan.layers[found - 1];
    if (asc_retro_table_open(&table, run->order->folder, &run->plan, layer, NULL) < 0) break;
    retro_news news = {.phase = RETRO_FOUND, .plan = &run->plan, .layer = layer, .header = table.header};
    (void)tell(run->order, &news);
    asc_retro_table_close(&table);
    found--;
  }
  return (int)agree(run->order, found);
}

static void next_take(solve_run *run, int8_t *values, size_t size) {
  asc_pages_close(run->next, run->next_size);
  run->next = values;
  run->next_size = size;
}

/* Bytes of the rows that this process has. */
static size_t share_size(const solve_run *run, const retro_layer *layer) {
  retro_share share = retro_share_of(run->order->exchange, layer->rows);
  return (size_t)(share.end - share.first) * layer->columns.count;
}

static int layer_load(solve_run *run, const retro_layer *layer, asc_error *error) {
  retro_table table;
  retro_share share = retro_share_of(run->order->exchange, layer->rows);
  size_t size = share_size(run, layer);
  int8_t *values = asc_pages_open_lazily(size);
  if (values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  next_take(run, values, size);
  int code = asc_retro_table_open(&table, run->order->folder, &run->plan, layer, error);
  if (code < 0) return code;
  code = asc_retro_table_read(&table, run->order->threads, share.first, share.end - share.first, values, error);
  asc_retro_table_close(&table);
  return code;
}

/* Rows of a layer for the file: those that are here, or fetched from those who have them. */
typedef struct held_rows {
  retro_exchange *exchange;
  const retro_layer *layer;
  const int8_t *values;
  int8_t *fetched;
  size_t room;
} held_rows;

static void rows_fetch(held_rows *held, uint32_t first, uint32_t end) {
  uint32_t columns = held->layer->columns.count;
  int processes = held->exchange->count;
  for (uint32_t row = first; row < end;) {
    int owner = retro_share_owner(processes, held->layer->rows, row);
    retro_share share = retro_share_at(owner, processes, held->layer->rows);
    uint32_t until = share.end < end ? share.end : end;
    int8_t *to = held->fetched + (size_t)(row - first) * columns;
    size_t size = (size_t)(until - row) * columns;
    if (owner == 0)
      memcpy(to, held->values + (size_t)row * columns, size);
    else
      held->exchange->fetch(held->exchange, owner, (uint64_t)(row - share.first) * columns, size, to);
    row = until;
  }
}

static const int8_t *rows_held(void *data, uint32_t first, uint32_t count) {
  held_rows *held = data;
  size_t columns = held->layer->columns.count, size = count * columns;
  if (held->exchange == NULL) return held->values + first * columns;
  if (size > held->room) {
    free(held->fetched);
    held->fetched = malloc(size);
    held->room = held->fetched == NULL ? 0 : size;
  }
  if (held->fetched != NULL) rows_fetch(held, first, first + count);
  return held->fetched;
}

static int layer_write(solve_run *run, const retro_layer *layer, asc_error *error) {
  const retro_order *order = run->order;
  held_rows held = {.exchange = order->exchange, .layer = layer, .values = run->next};
  if (!is_first(order)) {
    order->exchange->answer(order->exchange, run->next);
    return ASC_OK;
  }
  int code =
      asc_retro_table_write(order->folder, &run->plan, layer, order->threads, order->level, rows_held, &held, error);
  if (order->exchange != NULL) order->exchange->done(order->exchange);
  free(held.fetched);
  return code;
}

static int layer_keep(solve_run *run, const retro_layer *layer, asc_error *error) {
  const retro_order *order = run->order;
  retro_news news = {.phase = RETRO_KEEPING, .plan = &run->plan, .layer = layer};
  (void)tell(order, &news);
  int code = (int)agree(order, layer_write(run, layer, error));
  if (code < 0) return code;
  retro_table table;
  code = asc_retro_table_open(&table, order->folder, &run->plan, layer, error);
  if (code < 0) return code;
  news = (retro_news){.phase = RETRO_KEPT, .plan = &run->plan, .layer = layer, .header = table.header};
  bool stop = agree(order, tell(order, &news));
  asc_retro_table_close(&table);
  return stop && layer->pawns > 0 ? asc_fail(error, ASC_E_STATE, "stopped") : ASC_OK;
}

static int layer_solve(solve_run *run, const retro_layer *layer, asc_error *error) {
  size_t size = share_size(run, layer);
  int8_t *values = asc_pages_open_lazily(size);
  if (values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  int code = run->solver->solve(run->solver_self, layer, run->next, values, error);
  next_take(run, values, size);
  return code == ASC_OK ? layer_keep(run, layer, error) : code;
}

static int layers_solve(solve_run *run, asc_error *error) {
  const retro_order *order = run->order;
  if (!asc_retro_plan_open(&run->plan, order->size, order->pawns))
    return asc_fail(error, ASC_E_MEMORY, "out of memory");
  retro_task task = {&run->plan, order->exchange, order->threads, progress_hear, run};
  run->solver_self = run->solver->open(&task, error);
  if (run->solver_self == NULL) return ASC_E_MEMORY;
  int found = layers_found(run), code = ASC_OK;
  if (found > 0 && found < run->plan.layer_count) code = layer_load(run, &run->plan.layers[found], error);
  for (int n = found - 1; n >= 0 && code == ASC_OK; n--) code = layer_solve(run, &run->plan.layers[n], error);
  return code;
}

static int folder_solve(const retro_order *order, asc_error *error) {
  solve_run run = {.order = order, .solver = order->solver != NULL ? order->solver : asc_retro_solver_threads()};
  int code = layers_solve(&run, error);
  next_take(&run, NULL, 0);
  run.solver->close(run.solver_self);
  asc_retro_plan_close(&run.plan);
  return code;
}

int asc_retro_solve(const retro_order *order, asc_error *error) {
  int lock = is_first(order) ? asc_retro_folder_lock(order->folder, error) : ASC_OK;
  int code = (int)agree(order, lock < 0 ? lock : ASC_OK);
  if (code < 0) return code;
  code = folder_solve(order, error);
  if (is_first(order)) (void)close(lock);
  return code;
}
