/* Runs all steps from the tables to a list of puzzles. See puzzles.h. */
#include "puzzles.h"

#include "base/text.h"
#include "engine/common/parallel.h"
#include "position.h"

#include <stdio.h>
#include <stdlib.h>

/* Positions sampled per layer, and the minimum number of candidates per kind. */
enum { SAMPLE = 4000000, PER_KIND_MIN = 40 };

typedef struct make_state {
  const asc_rules *rules;
  const solve_puzzle_options *options;
  solve_layer_files layer_files;
} make_state;

/* Tables hold one position of each symmetric class. The random number of the puzzle chooses the image that is shown. */
static solve_made_puzzle puzzle_write(const make_state *state, const solve_puzzle *found) {
  const asc_tablebase_plan *plan = &state->layer_files.plan;
  solve_made_puzzle made = {.white_moves = found->white_moves,
                            .points = found->points,
                            .difficulty = found->difficulty,
                            .is_only_win = found->is_only_win};
  solve_puzzle image = *found;
  asc_position position;
  char from[ASC_TOKEN_MAX], to[ASC_TOKEN_MAX];
  solve_puzzle_transform(&plan->board, (int)(found->random % ASC_TABLEBASE_SYMMETRIES), &image);
  asc_tablebase_position_make(&plan->board, &plan->layers[found->pawns], image.white, image.black, &position);
  (void)asc_position_write(state->rules, &position, made.position, sizeof made.position);
  asc_tablebase_square_write(&plan->board, image.solution.from, from);
  asc_tablebase_square_write(&plan->board, image.solution.to, to);
  (void)snprintf(made.solution, sizeof made.solution, "%.7s-%.7s", from, to);
  return made;
}

static bool puzzle_accept(void *data, const solve_puzzle *found) {
  const make_state *state = data;
  solve_made_puzzle made = puzzle_write(state, found);
  return state->options->accept == NULL || state->options->accept(state->options->data, &made);
}

static int list_make(make_state *state, solve_made_puzzle **list, size_t *count, asc_error *error) {
  const solve_puzzle_options *options = state->options;
  const solve_layer_files *layer_files = &state->layer_files;
  solve_puzzle *found = NULL;
  size_t found_count = 0;
  int threads = asc_parallel_thread_count(options->threads), per_kind = PER_KIND_MIN + (int)(options->max_count / 5);
  int code = solve_puzzles_find(layer_files, options->seed, SAMPLE, per_kind, threads, &found, &found_count, error);
  if (code >= 0) code = solve_puzzles_rate(layer_files, found, found_count, threads, error);
  if (code >= 0) {
    *count = solve_puzzles_pick(&layer_files->plan.board, found, found_count, options->max_count, puzzle_accept, state);
    *list = malloc((*count + 1) * sizeof **list);
    if (*list == NULL) code = asc_error_set(error, ASC_E_MEMORY, "out of memory");
  }
  for (size_t i = 0; *list != NULL && i < *count; i++) (*list)[i] = puzzle_write(state, &found[i]);
  free(found);
  return code;
}

int solve_puzzles_make(const asc_rules *rules, const solve_puzzle_options *options, solve_made_puzzle **list,
                       size_t *count, asc_error *error) {
  static const char *const reasons[ASC_TABLEBASE_SUPPORT_KINDS] = {
      [ASC_TABLEBASE_OTHER_GAME] = "problems are made of delta alone",
      [ASC_TABLEBASE_NO_POINTS] = "problems count points: leave scoring=simple out",
      [ASC_TABLEBASE_TOO_LARGE] = "there are no tables for boards of more than 25 squares"};
  int size, pawns;
  asc_tablebase_support fit = asc_tablebase_rules_support(rules, &size, &pawns);
  *list = NULL;
  *count = 0;
  if (fit != ASC_TABLEBASE_SUPPORTED) return asc_error_set(error, ASC_E_INPUT, "%s", reasons[fit]);
  make_state *state = calloc(1, sizeof *state);
  if (state == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  state->rules = rules;
  state->options = options;
  int code = solve_layer_files_open(&state->layer_files, size, pawns, options->folder, error);
  if (code >= 0) code = list_make(state, list, count, error);
  solve_layer_files_close(&state->layer_files);
  free(state);
  return code;
}
