/* Finds candidates for puzzles.

   The row of Black's pawns in the next layer holds the values of all moves that White can make. So one row rates
   every white move in all positions with these black pawns. It shows whether one move is better than all others. */
#include "puzzles.h"

#include "base/hash.h"
#include "base/text.h"
#include "engine/common/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* With fewer than LEGAL_MOVES_MIN legal moves the solution is too easy to find. */
enum {
  MOVES_MAX = ASC_TABLEBASE_LAYERS_MAX / 2 + 1,
  KINDS = 4 * MOVES_MAX,
  MOVES_PER_SQUARE = 16,
  LEGAL_MOVES_MIN = 5
};

/* The candidates of one kind: those with the smallest random numbers, at most `max_per_kind`. */
typedef struct find_kind {
  solve_puzzle *puzzles;
  int count, largest; /* `largest` is the index of the largest random number */
} find_kind;

typedef struct find_worker {
  int8_t *row;
  find_kind kinds[KINDS];
} find_worker;

typedef struct find_job {
  const solve_layer_files *layer_files;
  const asc_tablebase_layer_plan *layer; /* White is to move in it */
  uint64_t seed, threshold;              /* a row is scanned if its random number is not above `threshold` */
  int max_per_kind;
  find_worker *workers;
  atomic_int failed;
  const asc_tablebase_move *moves[ASC_TABLEBASE_SQUARES_MAX][MOVES_PER_SQUARE + 1]; /* by starting square */
} find_job;

int solve_layer_files_open(solve_layer_files *layer_files, int size, int pawns, const char *folder, asc_error *error) {
  memset(layer_files, 0, sizeof *layer_files);
  if (!asc_tablebase_plan_open(&layer_files->plan, size, pawns))
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  for (int n = SOLVE_PUZZLE_PAWNS_MIN; n < layer_files->plan.layer_count; n++) {
    int code = asc_tablebase_file_open(&layer_files->files[n], folder, &layer_files->plan, &layer_files->plan.layers[n],
                                       error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

void solve_layer_files_close(solve_layer_files *layer_files) {
  for (int n = 0; n < layer_files->plan.layer_count; n++) asc_tablebase_file_close(&layer_files->files[n]);
  asc_tablebase_plan_close(&layer_files->plan);
}

static void kind_add(find_kind *kind, int max_per_kind, const solve_puzzle *puzzle) {
  int at = kind->count < max_per_kind ? kind->count++ : kind->largest;
  kind->puzzles[at] = *puzzle;
  kind->largest = 0;
  for (int i = 1; i < kind->count; i++)
    if (kind->puzzles[i].random > kind->puzzles[kind->largest].random) kind->largest = i;
}

static bool kind_accepts(const find_kind *kind, int max_per_kind, uint64_t random) {
  return kind->count < max_per_kind || random < kind->puzzles[kind->largest].random;
}

static bool has_relay(const asc_tablebase_plan *plan, uint32_t set, int count) {
  const asc_tablebase_sets *sets = &plan->sets[count];
  return sets->row_ref[asc_tablebase_rank(&sets->ranking, plan->low_ranks, set)] == ASC_TABLEBASE_NO_ROW;
}

static bool threatens(const find_job *job, uint32_t own, uint32_t other) {
  const asc_tablebase_plan *plan = &job->layer_files->plan;
  for (uint32_t rest = own; rest != 0; rest &= rest - 1)
    for (const asc_tablebase_move *const *move = job->moves[asc_bits_lowest(rest)]; *move != NULL; move++)
      if (((*move)->path & (own | other)) == 0 &&
          asc_tablebase_board_has_relay(&plan->board, (own & ~(*move)->from) | (*move)->to | (*move)->tracer))
        return true;
  return false;
}

/* Finds the best move and compares the others with it. Returns false if several moves are best, no move wins before
   the last layer, or there are too few legal moves. */
static bool solution_find(const find_job *job, const int8_t *row, uint32_t white, uint32_t black,
                          solve_puzzle *puzzle) {
  const asc_tablebase_plan *plan = &job->layer_files->plan;
  const asc_tablebase_layer_plan *layer = job->layer, *next = layer + 1;
  uint32_t left = plan->board.all_squares & ~black;
  int points_min = plan->layers[plan->layer_count - 1].relay_points, winning = 0, legal_count = 0;
  bool is_unique = false;
  puzzle->points = points_min;
  for (uint32_t rest = white; rest != 0; rest &= rest - 1)
    for (const asc_tablebase_move *const *at = job->moves[asc_bits_lowest(rest)]; *at != NULL; at++) {
      const asc_tablebase_move *move = *at;
      if ((move->path & (white | black)) != 0) continue;
      uint32_t set = (white & ~move->from) | move->to | move->tracer;
      uint32_t column = asc_tablebase_rank(&next->columns, plan->low_ranks, (uint32_t)asc_bits_extract(set, left));
      int points = has_relay(plan, set, layer->own_pawns + 1) ? layer->relay_points
                                                              : -asc_tablebase_value_points(next, row[column]);
      winning += points > 0;
      legal_count++;
      if (points < puzzle->points || points <= points_min) continue;
      is_unique = points > puzzle->points;
      puzzle->points = points;
      puzzle->solution = *move;
    }
  puzzle->is_only_win = winning == 1;
  return is_unique && legal_count >= LEGAL_MOVES_MIN;
}

static void try_position(const find_job *job, find_worker *worker, uint32_t white, uint32_t black) {
  const asc_tablebase_board *board = &job->layer_files->plan.board;
  solve_puzzle puzzle = {.white = white, .black = black, .pawns = job->layer->pawns};
  if (!solution_find(job, worker->row, white, black, &puzzle)) return;
  uint32_t after = (white & ~puzzle.solution.from) | puzzle.solution.to | puzzle.solution.tracer;
  puzzle.white_moves = (board->square_count - puzzle.points - puzzle.pawns + 1) / 2;
  puzzle.is_quiet = puzzle.white_moves > 1 && !threatens(job, after, black);
  puzzle.random = asc_hash_add(asc_hash_add(asc_hash_add(0, job->seed), white), black);
  find_kind *kind = &worker->kinds[4 * puzzle.white_moves + 2 * puzzle.is_only_win + puzzle.is_quiet];
  if (kind_accepts(kind, job->max_per_kind, puzzle.random) && solve_puzzle_is_reachable(board, white, black))
    kind_add(kind, job->max_per_kind, &puzzle);
}

static void row_search(void *data, int number, uint64_t row) {
  find_job *job = data;
  find_worker *worker = &job->workers[number];
  const asc_tablebase_plan *plan = &job->layer_files->plan;
  const asc_tablebase_layer_plan *layer = job->layer;
  uint64_t random = asc_hash_add(asc_hash_add(asc_hash_add(0, job->seed), (uint64_t)layer->pawns), row);
  if (random > job->threshold || atomic_load(&job->failed) < 0) return;
  int code =
      asc_tablebase_file_read_rows(&job->layer_files->files[layer->pawns + 1], 1, (uint32_t)row, 1, worker->row, NULL);
  if (code < 0) atomic_store(&job->failed, code);
  if (code < 0) return;
  uint32_t black = plan->layers[layer->pawns + 1].own_sets->canonical[row], left = plan->board.all_squares & ~black;
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    uint32_t white = (uint32_t)asc_bits_deposit(layer->movers.subsets[i], left);
    if (!has_relay(plan, white, layer->own_pawns)) try_position(job, worker, white, black);
  }
}

static void moves_sort(find_job *job) {
  const asc_tablebase_board *board = &job->layer_files->plan.board;
  int counts[ASC_TABLEBASE_SQUARES_MAX] = {0};
  for (int i = 0; i < board->move_count; i++) {
    int from = asc_bits_lowest(board->moves[i].from);
    job->moves[from][counts[from]++] = &board->moves[i];
  }
}

static bool workers_open(find_job *job, int threads) {
  job->workers = calloc((size_t)threads, sizeof *job->workers);
  if (job->workers == NULL) return false;
  for (int i = 0; i < threads; i++) {
    find_worker *worker = &job->workers[i];
    worker->row = malloc(solve_layer_files_row_bytes(job->layer_files));
    if (worker->row == NULL) return false;
    for (int k = 0; k < KINDS; k++)
      if ((worker->kinds[k].puzzles = malloc((size_t)job->max_per_kind * sizeof(solve_puzzle))) == NULL) return false;
  }
  return true;
}

static void workers_close(find_job *job, int threads) {
  for (int i = 0; job->workers != NULL && i < threads; i++) {
    for (int k = 0; k < KINDS; k++) free(job->workers[i].kinds[k].puzzles);
    free(job->workers[i].row);
  }
  free(job->workers);
}

/* Merges what all workers found in the layer, appends it to the list and empties the workers' lists. */
static bool workers_merge(find_job *job, int threads, solve_puzzle **list, size_t *count) {
  for (int k = 0; k < KINDS; k++) {
    find_kind *merged = &job->workers[0].kinds[k];
    for (int i = 1; i < threads; i++) {
      find_kind *kind = &job->workers[i].kinds[k];
      for (int p = 0; p < kind->count; p++)
        if (kind_accepts(merged, job->max_per_kind, kind->puzzles[p].random))
          kind_add(merged, job->max_per_kind, &kind->puzzles[p]);
      kind->count = 0;
    }
    solve_puzzle *grown = realloc(*list, (*count + (size_t)merged->count + 1) * sizeof *grown);
    if (grown == NULL) return false;
    *list = grown;
    memcpy(grown + *count, merged->puzzles, (size_t)merged->count * sizeof *grown);
    *count += (size_t)merged->count;
    merged->count = 0;
  }
  return true;
}

int solve_puzzles_find(const solve_layer_files *layer_files, uint64_t seed, uint64_t sample, int max_per_kind,
                       int threads, solve_puzzle **list, size_t *count, asc_error *error) {
  find_job job = {.layer_files = layer_files, .seed = seed, .max_per_kind = max_per_kind};
  const asc_tablebase_plan *plan = &layer_files->plan;
  atomic_init(&job.failed, ASC_OK);
  *list = NULL;
  *count = 0;
  moves_sort(&job);
  bool has_memory = workers_open(&job, threads);
  for (int n = SOLVE_PUZZLE_PAWNS_MIN; has_memory && n + 2 < plan->layer_count && atomic_load(&job.failed) == ASC_OK;
       n += 2) {
    job.layer = &plan->layers[n];
    uint32_t rows = plan->layers[n + 1].rows;
    uint64_t positions = (uint64_t)rows * job.layer->movers.count;
    job.threshold = sample >= positions ? UINT64_MAX : UINT64_MAX / positions * sample;
    asc_parallel_for(threads, rows, row_search, &job);
    has_memory = workers_merge(&job, threads, list, count);
  }
  workers_close(&job, threads);
  if (!has_memory) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  int code = atomic_load(&job.failed);
  return code < 0 ? asc_error_set(error, code, "the tables are damaged") : ASC_OK;
}
