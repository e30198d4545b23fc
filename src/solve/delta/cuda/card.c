/* A graphics card as a solver: what the kernels need goes into its memory, the table comes back. It keeps the layer it
   solved, because that is the next one of the layer to come. */
#include "solve/delta/solver.h"

#include "core/text.h"
#include "kernels.h"

#include <assert.h>
#include <stdlib.h>

enum { PARTS_MAX = 32 };

typedef struct card {
  retro_task task;
  const retro_layer *held; /* NULL: none */
  int8_t *table;           /* of the layer held */
  void *parts[PARTS_MAX];  /* what only the layer at hand needs */
  int part_count;
  cudaError_t failed; /* the first failure; after it nothing more is tried */
} card;

static bool fine(card *self, cudaError_t code) {
  if (self->failed == cudaSuccess) self->failed = code;
  return self->failed == cudaSuccess;
}

static int fail(const card *self, asc_error *error) {
  if (self->failed == cudaErrorMemoryAllocation)
    return asc_fail(error, ASC_E_MEMORY, "the graphics card has too little memory");
  return asc_fail(error, ASC_E_FILE, "the graphics card failed: %s", cudaGetErrorString(self->failed));
}

/* Memory of the card until parts_close; NULL when something failed. */
static void *part_open(card *self, size_t size) {
  void *part = NULL;
  assert(self->part_count < PARTS_MAX);
  if (self->failed != cudaSuccess || !fine(self, cudaMalloc(&part, size))) return NULL;
  return self->parts[self->part_count++] = part;
}

/* The same filled with what lies here. */
static void *part_copy(card *self, const void *from, size_t size) {
  void *part = part_open(self, size);
  if (part != NULL) (void)fine(self, cudaMemcpy(part, from, size, cudaMemcpyHostToDevice));
  return part;
}

static void parts_close(card *self) {
  while (self->part_count > 0) (void)cudaFree(self->parts[--self->part_count]);
}

static void card_close(void *data) {
  card *self = data;
  if (self == NULL) return;
  parts_close(self);
  (void)cudaFree(self->table);
  free(self);
}

static void *card_open(const retro_task *task, asc_error *error) {
  int count = 0;
  cudaError_t code = cudaGetDeviceCount(&count);
  card *self = calloc(1, sizeof *self);
  if (self == NULL) {
    (void)asc_fail(error, ASC_E_MEMORY, "out of memory");
  } else if (code != cudaSuccess || count == 0) {
    (void)asc_fail(error, ASC_E_FILE, "there is no graphics card to use: %s",
                   code != cudaSuccess ? cudaGetErrorString(code) : "none was found");
    free(self);
    self = NULL;
  } else {
    *self = (card){.task = *task};
  }
  return self;
}

/* What the rules allow at this layer. */
static void ways_list(card_board *board, const retro_plan *plan, const retro_layer *layer) {
  bool opening = layer->pawns < 2, choice = layer->pawns == 3;
  for (int i = 0; i < plan->board.way_count && !opening; i++) {
    const retro_way *way = &plan->board.ways[i];
    board->ways[board->way_count++] = (card_way){way->from, way->over, way->to | way->tracer};
  }
  for (int square = 0; square < plan->board.squares && (opening || choice); square++) {
    uint32_t at = (uint32_t)1 << square;
    board->ways[board->way_count++] = (card_way){0, at, at};
  }
}

/* What a value of the next layer is worth one ply earlier, to the other side: docs/formats.md. */
static int value_turned(const retro_plan *plan, const retro_layer *layer, int value) {
  if (layer->last) return value < 0 ? -1 - value : -value;
  if (value == RETRO_OVER) return layer->relay;
  if (!plan->layers[layer->pawns + 1].last) return -value;
  int points = value == 0 ? 0 : value >= 64 || value < -64 ? plan->board.squares - 2 * plan->pawns : 1;
  return value > 0 ? -points : points;
}

static const card_board *board_copy(card *self, const retro_layer *layer) {
  const retro_plan *plan = self->task.plan;
  static_assert(CARD_WAYS_MAX >= RETRO_WAYS_MAX + RETRO_SQUARES_MAX, "there is room for all ways");
  card_board board = {.all = plan->board.all, .squares = plan->board.squares, .four_count = plan->board.four_count};
  ways_list(&board, plan, layer);
  for (int i = 0; i < board.four_count; i++) board.fours[i] = plan->board.fours[i];
  for (int s = 0; s < RETRO_SYMMETRIES; s++)
    for (int i = 0; i < board.squares; i++) board.image[s][i] = plan->board.image[s][i];
  for (int v = -128; v < 128; v++) board.before[(uint8_t)v] = (int8_t)value_turned(plan, layer, v);
  return part_copy(self, &board, sizeof board);
}

/* How many entries the ranking of subsets of so many squares has by their high bits. */
static uint32_t highs(int squares) { return squares > CARD_LOW ? (uint32_t)1 << (squares - CARD_LOW) : 1; }

static const uint32_t *words_copy(card *self, const uint32_t *from, uint32_t count) {
  return part_copy(self, from, count * sizeof *from);
}

static void job_open(card *self, card_job *job, const retro_layer *layer) {
  const retro_plan *plan = self->task.plan;
  const retro_layer *next = layer->last ? layer : layer + 1;
  const retro_sets *stills = &plan->sets[layer->other], *sets = layer->sets;
  int squares = plan->board.squares;
  static_assert((int)CARD_LOW == (int)RETRO_LOW, "the card splits sets as the plan does");
  *job = (card_job){.count = stills->rows,
                    .next_columns = next->columns.count,
                    .next_highs = highs(squares - next->own),
                    .mover_count = layer->movers.count,
                    .rows = layer->rows,
                    .columns = layer->columns.count,
                    .stuck = (int8_t)(layer->last ? RETRO_LAST_STUCK : -1),
                    .most = (int8_t)(layer->last ? INT8_MAX : layer->relay)};
  job->board = board_copy(self, layer);
  job->low_ranks = part_copy(self, plan->low_ranks, sizeof plan->low_ranks);
  job->stills = words_copy(self, stills->first, stills->rows);
  job->next_base = words_copy(self, next->columns.base, job->next_highs);
  job->movers = words_copy(self, layer->movers.subset, layer->movers.count);
  job->set_base = words_copy(self, sets->ranking.base, highs(squares));
  job->home = words_copy(self, sets->home, sets->ranking.count);
  job->first = words_copy(self, sets->first, sets->rows);
  job->symmetries = part_copy(self, sets->symmetries, sets->rows);
  job->column_base = words_copy(self, layer->columns.base, highs(squares - layer->own));
  job->column_sets = words_copy(self, layer->columns.subset, layer->columns.count);
  job->table = part_open(self, retro_layer_entries(layer));
}

/* Told before and after every sweep: it takes less than a second. */
static bool stop_wanted(const card *self, const retro_layer *layer, int sweep, bool done) {
  uint64_t rows = self->task.plan->sets[layer->other].rows;
  retro_progress progress = {.layer = layer->pawns, .sweep = sweep, .done = done ? rows : 0, .count = rows};
  return self->task.watch != NULL && self->task.watch(self->task.watch_data, &progress);
}

/* A win or loss of a relay within as many plies as there were whole sweeps is right and stays: it rests only on such
   with fewer plies, which a whole sweep before had right. */
static void settled(card_job *job, int sweep) {
  int plies = sweep - 1, won = INT8_MAX - (plies > 0 ? plies - 1 : 0) / 2, lost = RETRO_OVER + plies / 2;
  job->won = (int8_t)(won > RETRO_LAST_RELAY ? won : RETRO_LAST_RELAY);
  job->lost = (int8_t)(lost < RETRO_LAST_STUCK ? lost : RETRO_LAST_STUCK - 1);
}

/* Returns ASC_OK, also when the card failed, or ASC_E_STATE. */
static int last_solve(card *self, card_job *job, const retro_layer *layer) {
  size_t size = retro_layer_entries(layer);
  int blocks;
  uint32_t *list = part_open(self, layer->rows * sizeof *list), *count = part_open(self, sizeof *count);
  job->next = job->table;
  job->known = part_open(self, size);
  job->changed = part_open(self, layer->rows);
  if (self->failed != cudaSuccess || !fine(self, cudaMemset(job->known, 0, size)) ||
      !fine(self, cudaMemset(job->changed, 0, layer->rows)) || !fine(self, card_begin(job)) ||
      !fine(self, card_blocks(job, &blocks)))
    return ASC_OK;
  for (int sweep = 1; job->count > 0; sweep++) {
    settled(job, sweep);
    if (!fine(self, card_solve(job, blocks)) || !fine(self, card_gather(job->changed, layer->rows, list, count)) ||
        !fine(self, cudaMemcpy(&job->count, count, sizeof *count, cudaMemcpyDeviceToHost)))
      return ASC_OK;
    job->list = list;
    if (stop_wanted(self, layer, sweep, true)) return ASC_E_STATE;
  }
  return ASC_OK;
}

static int earlier_solve(card *self, card_job *job, const retro_layer *layer, const int8_t *next) {
  int blocks;
  job->next = self->held == layer + 1 ? self->table : part_copy(self, next, retro_layer_entries(layer + 1));
  if (self->failed != cudaSuccess || !fine(self, cudaMemset(job->table, RETRO_OVER, retro_layer_entries(layer))) ||
      !fine(self, card_blocks(job, &blocks)) || !fine(self, card_solve(job, blocks)) ||
      !fine(self, cudaDeviceSynchronize()))
    return ASC_OK;
  return stop_wanted(self, layer, 1, true) ? ASC_E_STATE : ASC_OK;
}

/* The table just made is kept on the card, instead of the one before it. */
static void table_keep(card *self, const retro_layer *layer, int8_t *table) {
  (void)cudaFree(self->table);
  self->table = table;
  self->held = layer;
  for (int i = 0; i < self->part_count; i++)
    if (self->parts[i] == table) self->parts[i] = self->parts[--self->part_count];
}

static int layer_solve(void *data, const retro_layer *layer, const int8_t *next, int8_t *table, asc_error *error) {
  card *self = data;
  card_job job;
  if (stop_wanted(self, layer, 1, false)) return asc_fail(error, ASC_E_STATE, "stopped");
  job_open(self, &job, layer);
  int code = layer->last ? last_solve(self, &job, layer) : earlier_solve(self, &job, layer, next);
  if (code == ASC_OK && self->failed == cudaSuccess &&
      fine(self, cudaMemcpy(table, job.table, retro_layer_entries(layer), cudaMemcpyDeviceToHost)))
    table_keep(self, layer, job.table);
  parts_close(self);
  if (code < 0) return asc_fail(error, code, "stopped");
  return self->failed == cudaSuccess ? ASC_OK : fail(self, error);
}

const retro_solver *asc_retro_solver_card(void) {
  static const retro_solver solver = {card_open, layer_solve, card_close};
  return &solver;
}
