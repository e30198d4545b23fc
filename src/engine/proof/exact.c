/* Proofs of the exact score of a position: asc_search_solve. Read exact.h and value.h first.

   A proof for a player counts everything that stays open against that player: positions that can repeat, and the end of
   the depth. So the score that it finds can be reached for certain. Two proofs, one per side, close in on the score
   from below and from above. Each proof is a series of null-window searches, which starts at an estimate and follows
   the values that they return. If nothing stayed open, one proof settles both sides.

   This is for games in which no position repeats. In the others, proof-number search asks the questions (proof.h): it
   handles cycles, and in such games wins are deep and narrow. */
#include "exact.h"

#include "base/hash.h"
#include "engine/common/defaults.h"
#include "engine/common/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { ESTIMATE_NODES = 20000, EXTREMES_MAX_NODES = 1 << 19 /* nodes for the extreme scores: a tenth of a second */ };

static bool is_settled(const asc_exact_search *exact) { return exact->solution->lower == exact->solution->upper; }

/* Updates nodes and time of the solution and calls the progress callback, if there is one. */
static void report_progress(asc_exact_search *exact) {
  asc_search_report report;
  asc_search_fill_report(exact->search, 0, &report);
  exact->solution->nodes = report.nodes;
  exact->solution->elapsed_us = report.elapsed_us;
  if (exact->progress == NULL) return;
  asc_solution reported = *exact->solution;
  reported.lower = asc_score_to_reported(exact->search->rules, reported.lower);
  reported.upper = asc_score_to_reported(exact->search->rules, reported.upper);
  exact->progress(exact->data, &reported);
}

/* Updates the bounds of the solution with a result for the root. Returns true if they have changed. */
static bool update_bounds(asc_exact_search *exact, asc_value_result found) {
  asc_solution *solution = exact->solution;
  int32_t score = asc_value_to_score(found.value);
  bool has_changed = false;
  if ((found.proved & ASC_PROVED_LOWER) && score > solution->lower) {
    solution->lower = score;
    has_changed = true;
  }
  if ((found.proved & ASC_PROVED_UPPER) && score < solution->upper) {
    solution->upper = score;
    has_changed = true;
  }
  if (has_changed) report_progress(exact);
  return has_changed;
}

void asc_exact_set_side(asc_exact_search *exact, int player) {
  asc_worker *worker = exact->worker;
  worker->proof_player = player;
  worker->tt_salt = asc_hash_text((uint64_t)player, "proof");
}

/* Null-window search: is the score reached at the root? */
static asc_value_result null_window_search(asc_exact_search *exact, int32_t score, int depth) {
  asc_value beta = asc_value_floor(score);
  asc_value_result found = asc_worker_search(exact->worker, 0, depth, beta - 1, beta);
  if (!exact->worker->is_over) (void)update_bounds(exact, found);
  return found;
}

/* Finds the best score that can be proved for a player within the depth. Each search either raises the score known to
   be reached or lowers the one still possible. */
static void prove_side(asc_exact_search *exact, int player, int depth) {
  int32_t reached = exact->solution->lower, possible = exact->solution->upper, target = exact->estimate;
  asc_exact_set_side(exact, player);
  while (reached < possible && !is_settled(exact) && !exact->worker->is_over) {
    if (target <= reached) target = reached + 1;
    if (target > possible) target = possible;
    asc_value_result found = null_window_search(exact, target, depth);
    if (exact->worker->is_over) return;
    int32_t score = asc_value_to_score(found.value);
    if (found.value >= asc_value_floor(target))
      reached = score;
    else
      possible = score;
    exact->estimate = target = score;
  }
}

static void on_bounds_change(void *data, const asc_proof_bounds *bounds) {
  asc_exact_search *exact = data;
  exact->solution->lower = bounds->lower;
  exact->solution->upper = bounds->upper;
  report_progress(exact);
}

/* Works from the extremes inwards: can the highest possible score be reached, and can the lowest be avoided? If a
   sooner win is worth more, these are the shortest proofs. */
static void prove_extremes(asc_exact_search *exact) {
  int32_t high = exact->solution->upper, low = exact->solution->lower, was_high, was_low;
  do {
    was_high = high, was_low = low;
    asc_exact_set_side(exact, exact->player);
    int32_t score = asc_value_to_score(null_window_search(exact, high, ASC_WORKER_MAX_PLY).value);
    if (exact->worker->is_over || is_settled(exact)) return;
    if (score < high) high = score;
    asc_exact_set_side(exact, 3 - exact->player);
    score = asc_value_to_score(null_window_search(exact, low + 1, ASC_WORKER_MAX_PLY).value);
    if (exact->worker->is_over || is_settled(exact)) return;
    if (score > low) low = score;
  } while (low < high && (high < was_high || low > was_low));
}

/* Tries null-window searches with a small node limit first. Returns true if they settle the score. */
static bool prove_extremes_quickly(asc_exact_search *exact) {
  asc_worker *worker = exact->worker;
  worker->max_nodes = worker->nodes + EXTREMES_MAX_NODES;
  prove_extremes(exact);
  worker->is_over = false;
  return is_settled(exact);
}

/* Proves the score as far as the limits allow: see the top of the file. Returns ASC_OK or an error code. */
static int prove(asc_exact_search *exact) {
  asc_solution *solution = exact->solution;
  if (!exact->can_repeat) {
    prove_side(exact, exact->player, ASC_WORKER_MAX_PLY);
    prove_side(exact, 3 - exact->player, ASC_WORKER_MAX_PLY);
    return ASC_OK;
  }
  if (prove_extremes_quickly(exact)) return ASC_OK;
  exact->used_pns = true;
  asc_proof_bounds bounds = {.position = exact->search->task->position,
                             .plies_left = exact->search->task->plies_left,
                             .estimate = exact->estimate,
                             .lower = solution->lower,
                             .upper = solution->upper,
                             .on_change = on_bounds_change,
                             .data = exact};
  int code = asc_proof_narrow_bounds(exact->search, &bounds);
  solution->lower = bounds.lower;
  solution->upper = bounds.upper;
  memcpy(exact->last_yes, bounds.last_yes, sizeof exact->last_yes);
  memcpy(exact->last_no, bounds.last_no, sizeof exact->last_no);
  exact->first_move = bounds.first_move;
  return code;
}

/* Finds an estimate of the score by a short iterative deepening, and learns what that proves. */
static void estimate_score(asc_exact_search *exact) {
  asc_worker *worker = exact->worker;
  worker->max_nodes = ESTIMATE_NODES;
  worker->reduces_late_moves = true;
  for (int depth = 1; depth < ASC_WORKER_MAX_PLY && !worker->is_over && !is_settled(exact); depth++) {
    asc_value_result found = asc_worker_search(worker, 0, depth, -ASC_VALUE_MAX, ASC_VALUE_MAX);
    if (worker->is_over) break;
    (void)update_bounds(exact, found);
    exact->estimate = asc_value_to_score(found.value);
  }
  worker->reduces_late_moves = false;
  worker->max_nodes = UINT64_MAX;
  worker->is_over = false;
}

/* Opens the worker and sets the first bounds. Returns ASC_OK or ASC_E_MEMORY. */
static int solve_prepare(asc_exact_search *exact) {
  asc_search *search = exact->search;
  asc_move *best = realloc(search->best_moves, (size_t)search->rules->moves_max * sizeof *best);
  if (best == NULL) return ASC_E_MEMORY;
  search->best_moves = best;
  exact->worker = asc_worker_open(search);
  if (exact->worker == NULL) return ASC_E_MEMORY;
  asc_worker_set_root(exact->worker);
  exact->player = exact->worker->frames[0].turn;
  exact->can_repeat = search->rules->game->repetition_key != NULL && !asc_worker_may_reach_ply_limit(exact->worker);
  asc_worker_bounds(exact->worker, 0, &exact->solution->lower, &exact->solution->upper);
  int32_t score;
  int plies;
  if (!is_settled(exact) && asc_worker_probe_oracle(exact->worker, 0, &score, &plies))
    exact->solution->lower = exact->solution->upper = score;
  return ASC_OK;
}

static int solve_by_search(asc_exact_search *exact) {
  asc_solution *solution = exact->solution;
  int code = ASC_OK;
  estimate_score(exact);
  exact->worker->leaves_cycles_open = exact->can_repeat;
  if (!is_settled(exact)) code = prove(exact);
  solution->proved = code == ASC_OK && is_settled(exact);
  if (!solution->proved) return code;
  report_progress(exact);
  asc_exact_find_line(exact);
  return asc_exact_find_best_moves(exact);
}

int asc_search_solve(asc_search *search, const asc_search_task *task, asc_solution *solution,
                     void (*progress)(void *data, const asc_solution *so_far), void *data) {
  asc_exact_search exact_search = {.search = search, .solution = solution, .progress = progress, .data = data};
  *solution = (asc_solution){0};
  if (search->rules->players != 2 || search->rules->game->odds != NULL) return ASC_E_STATE;
  int code = asc_search_begin(search, task);
  if (code == ASC_OK) code = solve_prepare(&exact_search);
  if (code == ASC_OK) {
    int oracle_result = asc_oracle_solve(search, solution);
    code = oracle_result == 0 ? solve_by_search(&exact_search) : oracle_result < 0 ? oracle_result : ASC_OK;
    asc_worker_flush_nodes(exact_search.worker);
    report_progress(&exact_search);
    solution->lower = asc_score_to_reported(search->rules, solution->lower);
    solution->upper = asc_score_to_reported(search->rules, solution->upper);
  }
  asc_worker_close(exact_search.worker);
  asc_search_end(search);
  return code;
}
