/* Runs the backend on one layer after the other, and writes and reports the results. See retrograde.h. */
#include "retrograde.h"

#include "base/text.h"
#include "engine/common/large_pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct retrograde_state {
  const solve_retrograde_options *options;
  asc_tablebase_plan plan;
  const solve_backend *backend;
  void *backend_self; /* state of the backend */
  int8_t *next; /* values of the layer that was solved or loaded most recently; this process holds only its own rows */
  size_t next_size;
} retrograde_state;

static bool is_first(const solve_retrograde_options *options) {
  return options->exchange == NULL || options->exchange->process == 0;
}

/* Returns the number that process 0 passes, in every process. */
static int64_t agree(const solve_retrograde_options *options, int64_t number) {
  solve_exchange *exchange = options->exchange;
  return exchange == NULL ? number : exchange->sum(exchange, is_first(options) ? number : 0);
}

static bool send_report(const solve_retrograde_options *options, const solve_report *report) {
  return is_first(options) && options->on_report != NULL && options->on_report(options->data, report);
}

static bool on_progress(void *data, const solve_progress *progress) {
  retrograde_state *state = data;
  solve_report report = {.phase = SOLVE_SOLVING,
                         .plan = &state->plan,
                         .layer = &state->plan.layers[progress->layer],
                         .sweep = progress->sweep,
                         .rows_done = progress->rows_done,
                         .row_count = progress->row_count};
  return send_report(state->options, &report);
}

/* Returns the lowest layer that is in the folder together with all later layers; the number of layers if there is
   none. */
static int find_solved_layers(retrograde_state *state) {
  int found = state->plan.layer_count;
  while (found > 0) {
    asc_tablebase_file table;
    const asc_tablebase_layer_plan *layer = &state->plan.layers[found - 1];
    if (asc_tablebase_file_open(&table, state->options->folder, &state->plan, layer, NULL) < 0) break;
    solve_report report = {.phase = SOLVE_FOUND, .plan = &state->plan, .layer = layer, .header = table.header};
    (void)send_report(state->options, &report);
    asc_tablebase_file_close(&table);
    found--;
  }
  return (int)agree(state->options, found);
}

static void set_next(retrograde_state *state, int8_t *values, size_t size) {
  asc_large_pages_free(state->next, state->next_size);
  state->next = values;
  state->next_size = size;
}

/* Returns the size in bytes of the rows that this process holds. */
static size_t own_bytes(const retrograde_state *state, const asc_tablebase_layer_plan *layer) {
  solve_row_range rows = solve_own_rows(state->options->exchange, layer->rows);
  return (size_t)(rows.end - rows.first) * layer->columns.count;
}

static int layer_load(retrograde_state *state, const asc_tablebase_layer_plan *layer, asc_error *error) {
  asc_tablebase_file table;
  solve_row_range rows = solve_own_rows(state->options->exchange, layer->rows);
  size_t size = own_bytes(state, layer);
  int8_t *values = asc_large_pages_alloc_lazy(size);
  if (values == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  set_next(state, values, size);
  int code = asc_tablebase_file_open(&table, state->options->folder, &state->plan, layer, error);
  if (code < 0) return code;
  code =
      asc_tablebase_file_read_rows(&table, state->options->threads, rows.first, rows.end - rows.first, values, error);
  asc_tablebase_file_close(&table);
  return code;
}

/* Supplies the rows of a layer to the file writer. Rows of other processes are fetched. */
typedef struct row_source {
  solve_exchange *exchange;
  const asc_tablebase_layer_plan *layer;
  const int8_t *values;
  int8_t *fetched;
  size_t capacity;
} row_source;

static void rows_fetch(row_source *source, uint32_t first, uint32_t end) {
  uint32_t columns = source->layer->columns.count;
  int processes = source->exchange->process_count;
  for (uint32_t row = first; row < end;) {
    int owner = solve_row_owner(processes, source->layer->rows, row);
    solve_row_range rows = solve_rows_of_process(owner, processes, source->layer->rows);
    uint32_t until = rows.end < end ? rows.end : end;
    int8_t *to = source->fetched + (size_t)(row - first) * columns;
    size_t size = (size_t)(until - row) * columns;
    if (owner == 0)
      memcpy(to, source->values + (size_t)row * columns, size);
    else
      source->exchange->fetch(source->exchange, owner, (uint64_t)(row - rows.first) * columns, size, to);
    row = until;
  }
}

static const int8_t *rows_get(void *data, uint32_t first, uint32_t count) {
  row_source *source = data;
  size_t columns = source->layer->columns.count, size = count * columns;
  if (source->exchange == NULL) return source->values + first * columns;
  if (size > source->capacity) {
    free(source->fetched);
    source->fetched = malloc(size);
    source->capacity = source->fetched == NULL ? 0 : size;
  }
  if (source->fetched != NULL) rows_fetch(source, first, first + count);
  return source->fetched;
}

static int layer_write(retrograde_state *state, const asc_tablebase_layer_plan *layer, asc_error *error) {
  const solve_retrograde_options *options = state->options;
  row_source source = {.exchange = options->exchange, .layer = layer, .values = state->next};
  if (!is_first(options)) {
    options->exchange->serve_fetches(options->exchange, state->next);
    return ASC_OK;
  }
  int code = solve_layer_file_write(options->folder, &state->plan, layer, options->threads, options->compression_level,
                                    rows_get, &source, error);
  if (options->exchange != NULL) options->exchange->fetch_done(options->exchange);
  free(source.fetched);
  return code;
}

static int layer_finish(retrograde_state *state, const asc_tablebase_layer_plan *layer, asc_error *error) {
  const solve_retrograde_options *options = state->options;
  solve_report report = {.phase = SOLVE_WRITING, .plan = &state->plan, .layer = layer};
  (void)send_report(options, &report);
  int code = (int)agree(options, layer_write(state, layer, error));
  if (code < 0) return code;
  asc_tablebase_file table;
  code = asc_tablebase_file_open(&table, options->folder, &state->plan, layer, error);
  if (code < 0) return code;
  report = (solve_report){.phase = SOLVE_WRITTEN, .plan = &state->plan, .layer = layer, .header = table.header};
  bool stop = agree(options, send_report(options, &report));
  asc_tablebase_file_close(&table);
  return stop && layer->pawns > 0 ? asc_error_set(error, ASC_E_STATE, "stopped") : ASC_OK;
}

static int layer_solve(retrograde_state *state, const asc_tablebase_layer_plan *layer, asc_error *error) {
  size_t size = own_bytes(state, layer);
  int8_t *values = asc_large_pages_alloc_lazy(size);
  if (values == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  int code = state->backend->solve(state->backend_self, layer, state->next, values, error);
  set_next(state, values, size);
  return code == ASC_OK ? layer_finish(state, layer, error) : code;
}

static int layers_solve(retrograde_state *state, asc_error *error) {
  const solve_retrograde_options *options = state->options;
  if (!asc_tablebase_plan_open(&state->plan, options->size, options->pawns))
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  solve_task task = {&state->plan, options->exchange, options->threads, on_progress, state};
  state->backend_self = state->backend->open(&task, error);
  if (state->backend_self == NULL) return ASC_E_MEMORY;
  int found = find_solved_layers(state), code = ASC_OK;
  if (found > 0 && found < state->plan.layer_count) code = layer_load(state, &state->plan.layers[found], error);
  for (int n = found - 1; n >= 0 && code == ASC_OK; n--) code = layer_solve(state, &state->plan.layers[n], error);
  return code;
}

static int folder_solve(const solve_retrograde_options *options, asc_error *error) {
  retrograde_state state = {.options = options,
                            .backend = options->backend != NULL ? options->backend : solve_backend_threads()};
  int code = layers_solve(&state, error);
  set_next(&state, NULL, 0);
  state.backend->close(state.backend_self);
  asc_tablebase_plan_close(&state.plan);
  return code;
}

int solve_retrograde(const solve_retrograde_options *options, asc_error *error) {
  int lock = is_first(options) ? solve_folder_lock(options->folder, error) : ASC_OK;
  int code = (int)agree(options, lock < 0 ? lock : ASC_OK);
  if (code < 0) return code;
  code = folder_solve(options, error);
  if (is_first(options)) (void)close(lock);
  return code;
}
