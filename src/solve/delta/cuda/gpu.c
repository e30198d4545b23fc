/* The backend that solves layers on a graphics card. It copies the data that the kernels need to the card and the
   values back.

   The card keeps the layer that was solved last, because the following layer needs it. */
#include "solve/delta/backend.h"

#include "base/text.h"
#include "kernels.h"

#include <assert.h>
#include <stdlib.h>

enum { BUFFERS_MAX = 32 };

typedef struct gpu {
  solve_task task;
  const asc_tablebase_layer_plan *held_layer; /* the layer whose values are on the card; NULL: none */
  int8_t *values;                             /* its values, in memory of the card */
  void *buffers[BUFFERS_MAX];                 /* memory of the card that only the current layer needs */
  int buffer_count;
  cudaError_t failed; /* the first error; nothing is tried after it */
} gpu;

/* Records the first error. Returns true if there has been no error so far. */
static bool succeeded(gpu *self, cudaError_t code) {
  if (self->failed == cudaSuccess) self->failed = code;
  return self->failed == cudaSuccess;
}

static int fail(const gpu *self, asc_error *error) {
  if (self->failed == cudaErrorMemoryAllocation)
    return asc_error_set(error, ASC_E_MEMORY, "the graphics card has too little memory");
  return asc_error_set(error, ASC_E_FILE, "the graphics card failed: %s", cudaGetErrorString(self->failed));
}

/* Allocates memory of the card until buffers_close. NULL after an error. */
static void *buffer_open(gpu *self, size_t size) {
  void *buffer = NULL;
  assert(self->buffer_count < BUFFERS_MAX);
  if (self->failed != cudaSuccess || !succeeded(self, cudaMalloc(&buffer, size))) return NULL;
  return self->buffers[self->buffer_count++] = buffer;
}

/* Allocates memory of the card and fills it from host memory. NULL after an error. */
static void *buffer_copy(gpu *self, const void *from, size_t size) {
  void *buffer = buffer_open(self, size);
  if (buffer != NULL) (void)succeeded(self, cudaMemcpy(buffer, from, size, cudaMemcpyHostToDevice));
  return buffer;
}

static void buffers_close(gpu *self) {
  while (self->buffer_count > 0) (void)cudaFree(self->buffers[--self->buffer_count]);
}

static void gpu_close(void *data) {
  gpu *self = data;
  if (self == NULL) return;
  buffers_close(self);
  (void)cudaFree(self->values);
  free(self);
}

static void *gpu_open(const solve_task *task, asc_error *error) {
  int count = 0;
  cudaError_t code = cudaGetDeviceCount(&count);
  gpu *self = calloc(1, sizeof *self);
  if (self == NULL) {
    (void)asc_error_set(error, ASC_E_MEMORY, "out of memory");
  } else if (code != cudaSuccess || count == 0) {
    (void)asc_error_set(error, ASC_E_FILE, "there is no graphics card to use: %s",
                        code != cudaSuccess ? cudaGetErrorString(code) : "none was found");
    free(self);
    self = NULL;
  } else {
    *self = (gpu){.task = *task};
  }
  return self;
}

/* Lists the moves that the rules allow in this layer. */
static void moves_list(solve_gpu_board *board, const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer) {
  bool opening = layer->pawns < 2, choice = layer->pawns == 3;
  for (int i = 0; i < plan->board.move_count && !opening; i++) {
    const asc_tablebase_move *move = &plan->board.moves[i];
    board->moves[board->move_count++] = (solve_gpu_move){move->from, move->path, move->to | move->tracer};
  }
  for (int square = 0; square < plan->board.square_count && (opening || choice); square++) {
    uint32_t at = (uint32_t)1 << square;
    board->moves[board->move_count++] = (solve_gpu_move){0, at, at};
  }
}

/* Returns a value of the next layer as seen one ply earlier by the other side. See docs/formats.md. */
static int value_before(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, int value) {
  if (layer->is_last) return value < 0 ? -1 - value : -value;
  if (value == ASC_TABLEBASE_NO_POSITION) return layer->relay_points;
  if (!plan->layers[layer->pawns + 1].is_last) return -value;
  int points = value == 0 ? 0 : value >= 64 || value < -64 ? plan->board.square_count - 2 * plan->pawns_per_side : 1;
  return value > 0 ? -points : points;
}

static const solve_gpu_board *board_copy(gpu *self, const asc_tablebase_layer_plan *layer) {
  const asc_tablebase_plan *plan = self->task.plan;
  static_assert(SOLVE_GPU_MOVES_MAX >= ASC_TABLEBASE_MOVES_MAX + ASC_TABLEBASE_SQUARES_MAX,
                "there is room for all ways");
  solve_gpu_board board = {
      .all = plan->board.all_squares, .squares = plan->board.square_count, .relay_count = plan->board.relay_count};
  moves_list(&board, plan, layer);
  for (int i = 0; i < board.relay_count; i++) board.relays[i] = plan->board.relays[i];
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++)
    for (int i = 0; i < board.squares; i++) board.image[s][i] = plan->board.image[s][i];
  for (int v = -128; v < 128; v++) board.before[(uint8_t)v] = (int8_t)value_before(plan, layer, v);
  return buffer_copy(self, &board, sizeof board);
}

/* Returns how many entries a ranking of subsets of so many squares has for their high squares. */
static uint32_t high_entries(int squares) {
  return squares > SOLVE_GPU_LOW_SQUARES ? (uint32_t)1 << (squares - SOLVE_GPU_LOW_SQUARES) : 1;
}

static const uint32_t *words_copy(gpu *self, const uint32_t *from, uint32_t count) {
  return buffer_copy(self, from, count * sizeof *from);
}

static void job_open(gpu *self, solve_gpu_job *job, const asc_tablebase_layer_plan *layer) {
  const asc_tablebase_plan *plan = self->task.plan;
  const asc_tablebase_layer_plan *next = layer->is_last ? layer : layer + 1;
  const asc_tablebase_sets *waiting = &plan->sets[layer->other_pawns], *sets = layer->own_sets;
  int squares = plan->board.square_count;
  static_assert((int)SOLVE_GPU_LOW_SQUARES == (int)ASC_TABLEBASE_LOW_SQUARES, "the card splits sets as the plan does");
  *job = (solve_gpu_job){.count = waiting->rows,
                         .next_columns = next->columns.count,
                         .next_highs = high_entries(squares - next->own_pawns),
                         .mover_count = layer->movers.count,
                         .rows = layer->rows,
                         .columns = layer->columns.count,
                         .no_move_value = (int8_t)(layer->is_last ? ASC_TABLEBASE_LAST_NO_MOVE : -1),
                         .max_value = (int8_t)(layer->is_last ? INT8_MAX : layer->relay_points)};
  job->board = board_copy(self, layer);
  job->low_ranks = buffer_copy(self, plan->low_ranks, sizeof plan->low_ranks);
  job->waiting = words_copy(self, waiting->canonical, waiting->rows);
  job->next_base = words_copy(self, next->columns.base, job->next_highs);
  job->movers = words_copy(self, layer->movers.subsets, layer->movers.count);
  job->set_base = words_copy(self, sets->ranking.base, high_entries(squares));
  job->row_ref = words_copy(self, sets->row_ref, sets->ranking.count);
  job->canonical = words_copy(self, sets->canonical, sets->rows);
  job->symmetries = buffer_copy(self, sets->symmetries, sets->rows);
  job->column_base = words_copy(self, layer->columns.base, high_entries(squares - layer->own_pawns));
  job->column_sets = words_copy(self, layer->columns.subsets, layer->columns.count);
  job->values = buffer_open(self, asc_tablebase_layer_entries(layer));
}

/* Reports progress before and after every sweep, which takes less than a second. Returns true if the run should
   stop. */
static bool should_stop(const gpu *self, const asc_tablebase_layer_plan *layer, int sweep, bool done) {
  uint64_t rows = self->task.plan->sets[layer->other_pawns].rows;
  solve_progress progress = {.layer = layer->pawns, .sweep = sweep, .rows_done = done ? rows : 0, .row_count = rows};
  return self->task.on_progress != NULL && self->task.on_progress(self->task.data, &progress);
}

/* After k complete sweeps every win or loss by a relay within k plies is final. It rests only on such results with
   fewer plies, and those were correct after the sweep before. */
static void set_final_values(solve_gpu_job *job, int sweep) {
  int plies = sweep - 1, final_win = INT8_MAX - (plies > 0 ? plies - 1 : 0) / 2,
      final_loss = ASC_TABLEBASE_NO_POSITION + plies / 2;
  job->final_win = (int8_t)(final_win > ASC_TABLEBASE_LAST_RELAY_MIN ? final_win : ASC_TABLEBASE_LAST_RELAY_MIN);
  job->final_loss = (int8_t)(final_loss < ASC_TABLEBASE_LAST_NO_MOVE ? final_loss : ASC_TABLEBASE_LAST_NO_MOVE - 1);
}

/* Returns ASC_OK, also if the card failed, or ASC_E_STATE if the run should stop. */
static int last_solve(gpu *self, solve_gpu_job *job, const asc_tablebase_layer_plan *layer) {
  size_t size = asc_tablebase_layer_entries(layer);
  int blocks;
  uint32_t *list = buffer_open(self, layer->rows * sizeof *list), *count = buffer_open(self, sizeof *count);
  job->next = job->values;
  job->delivered = buffer_open(self, size);
  job->changed = buffer_open(self, layer->rows);
  if (self->failed != cudaSuccess || !succeeded(self, cudaMemset(job->delivered, 0, size)) ||
      !succeeded(self, cudaMemset(job->changed, 0, layer->rows)) || !succeeded(self, solve_gpu_init_last(job)) ||
      !succeeded(self, solve_gpu_block_count(job, &blocks)))
    return ASC_OK;
  for (int sweep = 1; job->count > 0; sweep++) {
    set_final_values(job, sweep);
    if (!succeeded(self, solve_gpu_solve(job, blocks)) ||
        !succeeded(self, solve_gpu_list_changed(job->changed, layer->rows, list, count)) ||
        !succeeded(self, cudaMemcpy(&job->count, count, sizeof *count, cudaMemcpyDeviceToHost)))
      return ASC_OK;
    job->list = list;
    if (should_stop(self, layer, sweep, true)) return ASC_E_STATE;
  }
  return ASC_OK;
}

static int earlier_solve(gpu *self, solve_gpu_job *job, const asc_tablebase_layer_plan *layer, const int8_t *next) {
  int blocks;
  job->next =
      self->held_layer == layer + 1 ? self->values : buffer_copy(self, next, asc_tablebase_layer_entries(layer + 1));
  if (self->failed != cudaSuccess ||
      !succeeded(self, cudaMemset(job->values, ASC_TABLEBASE_NO_POSITION, asc_tablebase_layer_entries(layer))) ||
      !succeeded(self, solve_gpu_block_count(job, &blocks)) || !succeeded(self, solve_gpu_solve(job, blocks)) ||
      !succeeded(self, cudaDeviceSynchronize()))
    return ASC_OK;
  return should_stop(self, layer, 1, true) ? ASC_E_STATE : ASC_OK;
}

/* Keeps the values of this layer on the card and frees those of the layer before. */
static void layer_hold(gpu *self, const asc_tablebase_layer_plan *layer, int8_t *values) {
  (void)cudaFree(self->values);
  self->values = values;
  self->held_layer = layer;
  for (int i = 0; i < self->buffer_count; i++)
    if (self->buffers[i] == values) self->buffers[i] = self->buffers[--self->buffer_count];
}

static int layer_solve(void *data, const asc_tablebase_layer_plan *layer, const int8_t *next, int8_t *values,
                       asc_error *error) {
  gpu *self = data;
  solve_gpu_job job;
  if (should_stop(self, layer, 1, false)) return asc_error_set(error, ASC_E_STATE, "stopped");
  job_open(self, &job, layer);
  int code = layer->is_last ? last_solve(self, &job, layer) : earlier_solve(self, &job, layer, next);
  if (code == ASC_OK && self->failed == cudaSuccess &&
      succeeded(self, cudaMemcpy(values, job.values, asc_tablebase_layer_entries(layer), cudaMemcpyDeviceToHost)))
    layer_hold(self, layer, job.values);
  buffers_close(self);
  if (code < 0) return asc_error_set(error, code, "stopped");
  return self->failed == cudaSuccess ? ASC_OK : fail(self, error);
}

const solve_backend *solve_backend_gpu(void) {
  static const solve_backend solver = {gpu_open, layer_solve, gpu_close};
  return &solver;
}
