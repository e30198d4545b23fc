/* What is true of a problem, by the engine's proof. Positions before the last pawns stand are proved in no time. */
#include "problems.h"

#include "core/text.h"

#include <string.h>

enum { HUNDREDTHS = 100, NODES = 4000000, NODES_GUESS = 100000 };

int truth_open(problem_truth *truth, const asc_rules *rules, asc_tables *tables) {
  truth->rules = rules;
  int code = asc_search_open(&truth->search, rules, NULL);
  if (code < 0 || tables == NULL) return code;
  asc_oracle oracle = asc_tables_oracle(tables);
  asc_search_consult(truth->search, &oracle);
  return ASC_OK;
}

void truth_close(problem_truth *truth) { asc_search_close(truth->search); }

/* A proof that ran out of nodes has no line: a search gives one. */
static int line_guess(problem_truth *truth, const void *position, asc_solution *solution) {
  asc_task task = {.position = position, .nodes = NODES_GUESS};
  asc_report report;
  int code = asc_search_run(truth->search, &task, &report);
  if (code < 0) return code;
  solution->length = report.lines[0].length;
  memcpy(solution->line, report.lines[0].moves, sizeof solution->line);
  return ASC_OK;
}

int truth_ask(problem_truth *truth, const void *position, asc_solution *solution) {
  asc_task task = {.position = position, .nodes = NODES};
  int code = asc_search_solve(truth->search, &task, solution, NULL, NULL);
  if (code < 0) return code;
  if (solution->proved && solution->best_count > 0) {
    /* The line begins with a best move, whatever else it knows. */
    if (solution->length == 0) solution->line[solution->length++] = solution->best[0];
    return ASC_OK;
  }
  return line_guess(truth, position, solution);
}

asc_move truth_defence(problem_truth *truth, const void *position, const asc_solution *solution) {
  asc_move best[ASC_MOVES_MAX], chosen = solution->line[0];
  int count = solution->best_count, fewest = ASC_MOVES_MAX;
  memcpy(best, solution->best, (size_t)count * sizeof *best);
  for (int i = 0; i < count; i++) {
    asc_position next;
    asc_solution answer;
    asc_outcome outcome;
    memcpy(&next, position, truth->rules->position_size);
    asc_position_play(truth->rules, &next, best[i]);
    if (asc_position_outcome(truth->rules, &next, &outcome)) return best[i];
    if (truth_ask(truth, &next, &answer) < 0 || !answer.proved || answer.best_count >= fewest) continue;
    fewest = answer.best_count;
    chosen = best[i];
  }
  return chosen;
}

/* Stops a proof as soon as it has shown that the player to move does not lose. */
typedef struct loss_watch {
  asc_search *search;
} loss_watch;

static void loss_look(void *data, const asc_solution *so_far) {
  const loss_watch *watch = data;
  if (so_far->least >= 0) asc_search_stop(watch->search);
}

/* Whether no move but the key wins. */
static int strict_check(problem_truth *truth, const void *position, asc_move key, bool *strict) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(truth->rules, position, moves);
  loss_watch watch = {truth->search};
  *strict = true;
  for (int i = 0; i < count && *strict; i++) {
    asc_position next;
    asc_solution solution;
    asc_outcome outcome;
    memcpy(&next, position, truth->rules->position_size);
    asc_position_play(truth->rules, &next, moves[i]);
    if (moves[i] == key) continue;
    *strict = !asc_position_outcome(truth->rules, &next, &outcome);
    asc_task task = {.position = &next, .nodes = NODES};
    int code = *strict ? asc_search_solve(truth->search, &task, &solution, loss_look, &watch) : ASC_OK;
    if (code < 0) return code;
    if (*strict) *strict = solution.least >= 0;
  }
  return ASC_OK;
}

/* Best play lasts as long as it should. */
static bool length_fits(const problem_truth *truth, const void *position, const asc_solution *solution, int moves) {
  asc_position at;
  asc_outcome outcome;
  memcpy(&at, position, truth->rules->position_size);
  for (int i = 0; i < solution->length; i++) {
    if (asc_position_outcome(truth->rules, &at, &outcome)) return false;
    asc_position_play(truth->rules, &at, solution->line[i]);
  }
  return solution->length == 2 * moves - 1 && asc_position_outcome(truth->rules, &at, &outcome);
}

int truth_check(problem_truth *truth, const cli_problem *problem, asc_error *error) {
  asc_position position;
  asc_solution solution;
  asc_move key;
  bool strict;
  int code = asc_position_read(truth->rules, problem->position, &position, error);
  if (code >= 0) code = asc_move_read(truth->rules, &position, problem->key, &key, error);
  if (code < 0) return code;
  if (asc_position_turn(truth->rules, &position) != 1) return asc_fail(error, ASC_E_ILLEGAL, "White is not to move");
  code = truth_ask(truth, &position, &solution);
  if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
  if (!solution.proved) return asc_fail(error, ASC_E_STATE, "it takes too long to prove");
  if (solution.least != problem->points * HUNDREDTHS)
    return asc_fail(error, ASC_E_ILLEGAL, "White does not win %d points", problem->points);
  if (solution.best_count != 1 || !solution.best_all) return asc_fail(error, ASC_E_ILLEGAL, "there are several keys");
  if (solution.best[0] != key) return asc_fail(error, ASC_E_ILLEGAL, "%s is not the key", problem->key);
  if (!length_fits(truth, &position, &solution, problem->moves))
    return asc_fail(error, ASC_E_ILLEGAL, "the win does not take %d moves", problem->moves);
  code = strict_check(truth, &position, key, &strict);
  if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
  if (strict != problem->strict)
    return asc_fail(error, ASC_E_ILLEGAL, strict ? "no other move wins: it is strict" : "another move wins too");
  return ASC_OK;
}
