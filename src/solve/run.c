#include "run.h"

#include "core/text.h"
#include "memory.h"
#include "sweep.h"
#include "team.h"

#include <string.h>

typedef struct solve_run {
  const retro_order *order;
  retro_plan plan;
  retro_sweeper sweeper;
  int8_t *next; /* the layer solved last */
  size_t next_size;
} solve_run;

static bool tell(const retro_order *order, const retro_news *news) {
  return order->hear != NULL && order->hear(order->data, news);
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

uint64_t retro_run_memory(const retro_plan *plan) {
  uint64_t widest = 0;
  for (int n = 0; n < plan->layer_count; n++) {
    const retro_layer *layer = &plan->layers[n], *next = layer->last ? layer : layer + 1;
    uint64_t both = retro_layer_entries(layer) + retro_layer_entries(next);
    if (both > widest) widest = both;
  }
  return widest;
}

/* The lowest layer that is in the folder with all above it, or the number of layers when there is none. */
static int layers_found(solve_run *run) {
  int found = run->plan.layer_count;
  while (found > 0) {
    retro_table table;
    const retro_layer *layer = &run->plan.layers[found - 1];
    if (retro_table_open(&table, run->order->folder, &run->plan, layer, NULL) < 0) break;
    retro_news news = {.phase = RETRO_FOUND, .plan = &run->plan, .layer = layer, .header = table.header};
    (void)tell(run->order, &news);
    retro_table_close(&table);
    found--;
  }
  return found;
}

static void next_take(solve_run *run, int8_t *values, size_t size) {
  retro_memory_close(run->next, run->next_size);
  run->next = values;
  run->next_size = size;
}

typedef struct row_marking {
  const retro_plan *plan;
  const retro_layer *layer;
  int8_t *values;
} row_marking;

static void row_mark(void *data, int member, uint64_t piece) {
  (void)member;
  row_marking *marking = data;
  retro_row_mark(marking->plan, marking->layer, (uint32_t)piece,
                 marking->values + piece * marking->layer->columns.count);
}

static int layer_load(solve_run *run, const retro_layer *layer, asc_error *error) {
  retro_table table;
  size_t size = retro_layer_entries(layer);
  int8_t *values = retro_memory_open(size);
  if (values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  next_take(run, values, size);
  int code = retro_table_open(&table, run->order->folder, &run->plan, layer, error);
  if (code < 0) return code;
  code = retro_table_read(&table, run->order->threads, 0, layer->rows, values, error);
  retro_table_close(&table);
  row_marking marking = {&run->plan, layer, values};
  if (code == ASC_OK) retro_team_run(run->order->threads, layer->rows, row_mark, &marking);
  return code;
}

typedef struct held_rows {
  const int8_t *values;
  uint32_t columns;
} held_rows;

static const int8_t *rows_held(void *data, uint32_t first, uint32_t count) {
  (void)count;
  const held_rows *held = data;
  return held->values + (size_t)first * held->columns;
}

static int layer_keep(solve_run *run, const retro_layer *layer, asc_error *error) {
  const retro_order *order = run->order;
  held_rows held = {run->next, layer->columns.count};
  retro_news news = {.phase = RETRO_KEEPING, .plan = &run->plan, .layer = layer};
  (void)tell(order, &news);
  int code = retro_table_write(order->folder, &run->plan, layer, order->threads, order->level, rows_held, &held, error);
  if (code < 0) return code;
  retro_table table;
  code = retro_table_open(&table, order->folder, &run->plan, layer, error);
  if (code < 0) return code;
  news = (retro_news){.phase = RETRO_KEPT, .plan = &run->plan, .layer = layer, .header = table.header};
  bool stop = tell(order, &news);
  retro_table_close(&table);
  return stop ? asc_fail(error, ASC_E_STATE, "stopped") : ASC_OK;
}

static int layer_solve(solve_run *run, const retro_layer *layer, asc_error *error) {
  size_t size = retro_layer_entries(layer);
  int8_t *values = retro_memory_open(size);
  if (values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  int code = retro_sweep(&run->sweeper, layer, run->next, values);
  next_take(run, values, size);
  if (code < 0) return asc_fail(error, code, code == ASC_E_STATE ? "stopped" : "out of memory");
  return layer_keep(run, layer, error);
}

static int layers_solve(solve_run *run, asc_error *error) {
  const retro_order *order = run->order;
  if (!retro_plan_open(&run->plan, order->size, order->pawns) ||
      !retro_sweeper_open(&run->sweeper, &run->plan, order->threads, progress_hear, run))
    return asc_fail(error, ASC_E_MEMORY, "out of memory");
  int found = layers_found(run), code = ASC_OK;
  if (found > 0 && found < run->plan.layer_count) code = layer_load(run, &run->plan.layers[found], error);
  for (int n = found - 1; n >= 0 && code == ASC_OK; n--) code = layer_solve(run, &run->plan.layers[n], error);
  return code;
}

int retro_run(const retro_order *order, asc_error *error) {
  solve_run run = {.order = order};
  int code = layers_solve(&run, error);
  next_take(&run, NULL, 0);
  retro_sweeper_close(&run.sweeper);
  retro_plan_close(&run.plan);
  return code;
}
