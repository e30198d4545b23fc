/* Rates how hard a puzzle is to solve: the wrong moves that look good, the defences against the solution, and how many
   of White's moves are the only ones that keep the score. All of it is read from the tables. */
#include "puzzles.h"

#include "base/text.h"
#include "engine/common/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>

size_t solve_layer_files_row_bytes(const solve_layer_files *layer_files) {
  size_t max = 1;
  for (int n = 0; n < layer_files->plan.layer_count; n++)
    if (layer_files->plan.layers[n].columns.count > max) max = layer_files->plan.layers[n].columns.count;
  return max;
}

int solve_legal_moves(const solve_layer_files *layer_files, uint32_t own, uint32_t other, int8_t *row_values,
                      solve_legal_move moves[SOLVE_LEGAL_MOVES_MAX], asc_error *error) {
  const asc_tablebase_plan *plan = &layer_files->plan;
  int pawns = asc_bits_count(own | other), count = 0;
  const asc_tablebase_layer_plan *layer = &plan->layers[pawns], *next = layer + 1;
  uint32_t row_ref = next->own_sets->row_ref[asc_tablebase_rank(&next->own_sets->ranking, plan->low_ranks, other)];
  uint32_t row = row_ref >> ASC_TABLEBASE_ROW_REF_SHIFT,
           left = plan->board.all_squares & ~next->own_sets->canonical[row];
  int code = asc_tablebase_file_read_rows(&layer_files->files[pawns + 1], 1, row, 1, row_values, error);
  if (code < 0) return code;
  for (int i = 0; i < plan->board.move_count; i++) {
    const asc_tablebase_move *move = &plan->board.moves[i];
    if ((move->from & own) == 0 || (move->path & (own | other)) != 0) continue;
    uint32_t set = (own & ~move->from) | move->to | move->tracer;
    uint32_t image = asc_tablebase_board_image(&plan->board, (int)(row_ref & ASC_TABLEBASE_ROW_REF_SYMMETRY), set);
    uint32_t column = asc_tablebase_rank(&next->columns, plan->low_ranks, (uint32_t)asc_bits_extract(image, left));
    bool relay = asc_tablebase_board_has_relay(&plan->board, set);
    moves[count++] = (solve_legal_move){
        *move, set, relay ? layer->relay_points : -asc_tablebase_value_points(next, row_values[column])};
  }
  return count;
}

/* The rating of one puzzle. Below, `white` and `black` are the pawns at that point of the line. */
typedef struct rating {
  const solve_layer_files *layer_files;
  int8_t *row;
  int points; /* White's score by the solution */
  asc_error *error;
} rating;

/* Returns how many of the moves score these points, and the first of them. */
static int count_with_points(const solve_legal_move *moves, int count, int points, const solve_legal_move **first) {
  int found = 0;
  for (int i = 0; i < count; i++)
    if (moves[i].points == points && found++ == 0) *first = &moves[i];
  return found;
}

/* Returns 1 if exactly one reply of Black makes White's result worse, else 0, or a negative code. */
static int is_near_miss(rating *state, uint32_t white, uint32_t black) {
  solve_legal_move replies[SOLVE_LEGAL_MOVES_MAX];
  if (asc_tablebase_board_has_relay(&state->layer_files->plan.board, white)) return 0;
  int count = solve_legal_moves(state->layer_files, black, white, state->row, replies, state->error), refuting = 0;
  for (int i = 0; i < count; i++) refuting += replies[i].points > -state->points;
  return count < 0 ? count : refuting == 1;
}

static int rate_tries(rating *state, solve_puzzle *puzzle) {
  solve_legal_move tries[SOLVE_LEGAL_MOVES_MAX];
  int count = solve_legal_moves(state->layer_files, puzzle->white, puzzle->black, state->row, tries, state->error);
  puzzle->legal_moves = count;
  puzzle->near_misses = 0;
  for (int i = 0; i < count; i++) {
    if (tries[i].points == puzzle->points) continue;
    int near_miss = is_near_miss(state, tries[i].pawns_after, puzzle->black);
    if (near_miss < 0) return near_miss;
    puzzle->near_misses += near_miss;
  }
  return count < 0 ? count : ASC_OK;
}

typedef struct defence {
  int answers;             /* number of White's moves that keep the full score */
  solve_legal_move answer; /* the first of them */
  uint32_t black;
} defence;

/* Lists Black's longest defences and White's answers to each. Returns their number, or a negative code. */
static int defences_list(rating *state, uint32_t white, uint32_t black, defence defences[SOLVE_LEGAL_MOVES_MAX]) {
  solve_legal_move replies[SOLVE_LEGAL_MOVES_MAX], answers[SOLVE_LEGAL_MOVES_MAX];
  const solve_legal_move *first = NULL;
  int count = solve_legal_moves(state->layer_files, black, white, state->row, replies, state->error), found = 0;
  for (int i = 0; i < count; i++) {
    if (replies[i].points != -state->points) continue;
    int all = solve_legal_moves(state->layer_files, white, replies[i].pawns_after, state->row, answers, state->error);
    if (all < 0) return all;
    defences[found].answers = count_with_points(answers, all, state->points, &first);
    defences[found].black = replies[i].pawns_after;
    if (first != NULL) defences[found++].answer = *first;
  }
  return count < 0 ? count : found;
}

static int variations_count(const defence *defences, int count) {
  int different = 0;
  for (int i = 0; i < count; i++) {
    bool new = defences[i].answers == 1;
    for (int k = 0; new &&k < i; k++)
      new = defences[k].answers != 1 || defences[k].answer.pawns_after != defences[i].answer.pawns_after;
    different += new;
  }
  return different;
}

/* Follows the main line: Black prefers a defence that leaves White the fewest answers. */
static int rate_line(rating *state, solve_puzzle *puzzle) {
  defence defences[SOLVE_LEGAL_MOVES_MAX];
  uint32_t black = puzzle->black,
           white = (puzzle->white & ~puzzle->solution.from) | puzzle->solution.to | puzzle->solution.tracer;
  puzzle->only_moves = 1;
  puzzle->variations = 0;
  for (int move = 2; move <= puzzle->white_moves; move++) {
    int count = defences_list(state, white, black, defences), main = 0;
    if (count < 0) return count;
    if (count == 0) return asc_error_set(state->error, ASC_E_FILE, "the tables contradict themselves");
    if (move == 2) puzzle->variations = variations_count(defences, count);
    for (int i = 1; i < count; i++)
      if (defences[i].answers < defences[main].answers) main = i;
    puzzle->only_moves += defences[main].answers == 1;
    white = defences[main].answer.pawns_after;
    black = defences[main].black;
  }
  return ASC_OK;
}

static int at_most(int number, int max) { return number < max ? number : max; }

int solve_puzzle_difficulty(const solve_puzzle *puzzle) {
  int sum = 6 * (puzzle->white_moves - 1) + puzzle->legal_moves / 4 + (puzzle->is_quiet ? 8 : 0) +
            (puzzle->is_only_win ? 0 : 2) + at_most(puzzle->near_misses, 8) + 2 * (puzzle->only_moves - 1) +
            at_most(puzzle->variations, 6);
  int difficulty = 1 + sum / 6;
  return at_most(difficulty, SOLVE_PUZZLE_DIFFICULTY_MAX);
}

typedef struct rate_job {
  const solve_layer_files *layer_files;
  solve_puzzle *list;
  int8_t *rows[ASC_THREADS_MAX];
  atomic_int failed;
} rate_job;

static void rate_puzzle(void *data, int member, uint64_t piece) {
  rate_job *job = data;
  solve_puzzle *puzzle = &job->list[piece];
  rating state = {job->layer_files, job->rows[member], puzzle->points, NULL};
  int code = rate_tries(&state, puzzle);
  if (code >= 0) code = rate_line(&state, puzzle);
  if (code < 0) atomic_store(&job->failed, code);
  puzzle->difficulty = solve_puzzle_difficulty(puzzle);
}

int solve_puzzles_rate(const solve_layer_files *layer_files, solve_puzzle *list, size_t count, int threads,
                       asc_error *error) {
  rate_job job = {.layer_files = layer_files, .list = list};
  bool has_memory = true;
  atomic_init(&job.failed, ASC_OK);
  for (int i = 0; i < threads; i++)
    has_memory &= (job.rows[i] = malloc(solve_layer_files_row_bytes(layer_files))) != NULL;
  if (has_memory) asc_parallel_for(threads, count, rate_puzzle, &job);
  for (int i = 0; i < threads; i++) free(job.rows[i]);
  if (!has_memory) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  int code = atomic_load(&job.failed);
  return code < 0 ? asc_error_set(error, code, "the tables are damaged") : ASC_OK;
}
