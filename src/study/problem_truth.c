/* What is true of a problem, by the engine's proof. Positions before the last pawns stand are proved in no time. */
#include "problem.h"

#include "core/clock.h"
#include "core/text.h"
#include "task.h"

#include <string.h>

enum { HUNDREDTHS = 100, NODES = 4000000, NODES_GUESS = 100000 };

int asc_problem_truth_open(asc_problem_truth *truth, const asc_rules *rules, const asc_problem_truth_options *options) {
  static const asc_problem_truth_options none = {0};
  if (options == NULL) options = &none;
  *truth = (asc_problem_truth){.rules = rules, .host = options->host, .patience = options->microseconds};
  int code = asc_search_open(&truth->search, rules, &(asc_search_options){.host = options->host});
  if (code >= 0 && options->oracle.ask != NULL) asc_search_consult(truth->search, &options->oracle);
  return code;
}

void asc_problem_truth_close(asc_problem_truth *truth) {
  asc_search_close(truth->search);
  *truth = (asc_problem_truth){0};
}

static int64_t now(const asc_problem_truth *truth) {
  if (truth->patience == 0) return 0;
  return truth->host.microseconds == NULL ? asc_clock_microseconds() : truth->host.microseconds(truth->host.data);
}

static asc_task task_of(const asc_problem_truth *truth, const void *position, uint64_t nodes) {
  return (asc_task){
      .position = position, .nodes = nodes, .hard = asc_limit_left(truth->patience, now(truth) - truth->began)};
}

/* A proof that ran out of nodes has no line: a search gives one. */
static int line_guess(asc_problem_truth *truth, const void *position, asc_solution *solution) {
  asc_task task = task_of(truth, position, NODES_GUESS);
  asc_report report;
  int code = asc_search_run(truth->search, &task, &report);
  if (code < 0) return code;
  solution->length = report.lines[0].length;
  memcpy(solution->line, report.lines[0].moves, sizeof solution->line);
  return ASC_OK;
}

/* The truth about a position that is not over: bounds, best moves, a line. It stays until the next question. Where the
   proof would take too long, `proved` is false and the line is the best that is known. */
static int ask(asc_problem_truth *truth, const void *position, asc_solution *solution) {
  asc_task task = task_of(truth, position, NODES);
  int code = asc_search_solve(truth->search, &task, solution, NULL, NULL);
  if (code < 0) return code;
  if (solution->proved && solution->best_count > 0) {
    /* The line begins with a best move, whatever else it knows. */
    if (solution->length == 0) solution->line[solution->length++] = solution->best[0];
    return ASC_OK;
  }
  /* Of a game that is over there is nothing to guess. */
  return asc_position_count(truth->rules, position) == 0 ? ASC_OK : line_guess(truth, position, solution);
}

static int question(asc_problem_truth *truth, const void *position, asc_solution *solution) {
  truth->began = now(truth);
  return ask(truth, position, solution);
}

/* Plays a move on a copy. Whether the game is then over. */
static bool after(const asc_rules *rules, const void *position, asc_move move, asc_position *next) {
  asc_outcome outcome;
  memcpy(next, position, rules->position_size);
  asc_position_play(rules, next, move);
  return asc_position_outcome(rules, next, &outcome);
}

/* The best move for Black that leaves White the fewest right answers: solution is that of the position, proved. */
static asc_move defence(asc_problem_truth *truth, const void *position, const asc_solution *solution) {
  asc_move best[ASC_MOVES_MAX], chosen = solution->line[0];
  int count = solution->best_count, fewest = ASC_MOVES_MAX;
  memcpy(best, solution->best, (size_t)count * sizeof *best);
  for (int i = 0; i < count; i++) {
    asc_position next;
    asc_solution answer;
    if (after(truth->rules, position, best[i], &next)) return best[i];
    if (ask(truth, &next, &answer) < 0 || !answer.proved || answer.best_count >= fewest) continue;
    fewest = answer.best_count;
    chosen = best[i];
  }
  return chosen;
}

static void line_take(const asc_solution *solution, asc_line *line) {
  *line = (asc_line){.certainty = solution->proved ? ASC_EXACT : ASC_LOWER,
                     .score = solution->least,
                     .plies = solution->plies,
                     .length = solution->length};
  memcpy(line->moves, solution->line, sizeof line->moves);
}

const char *asc_problem_verdict_word(asc_problem_verdict verdict) {
  static const char *const words[] = {"right", "late", "less", "draw", "loss"};
  return words[verdict];
}

int asc_problem_answer(asc_problem_truth *truth, const asc_problem *problem, const void *position, bool astray,
                       asc_problem_reply *reply) {
  asc_solution solution;
  int code = question(truth, position, &solution);
  if (code < 0) return code;
  line_take(&solution, &reply->line);
  reply->verdict = !solution.proved     ? ASC_PROBLEM_LATE
                   : solution.least < 0 ? ASC_PROBLEM_LESS
                   : solution.least > 0 ? ASC_PROBLEM_LOSS
                                        : ASC_PROBLEM_DRAW;
  if (astray || !solution.proved || solution.least != -problem->points * HUNDREDTHS) return ASC_OK;
  reply->verdict = ASC_PROBLEM_RIGHT;
  asc_move chosen = defence(truth, position, &solution);
  if (chosen != reply->line.moves[0]) reply->line.length = 1;
  reply->line.moves[0] = chosen;
  return ASC_OK;
}

int asc_problem_hint(asc_problem_truth *truth, const void *position, asc_move *move) {
  asc_solution solution;
  int code = question(truth, position, &solution);
  if (code < 0) return code;
  if (solution.length == 0) return ASC_E_STATE;
  *move = solution.line[0];
  return ASC_OK;
}

int asc_problem_solution(asc_problem_truth *truth, const asc_problem *problem, asc_position *position, asc_line *line) {
  asc_solution solution;
  int code = asc_position_read(truth->rules, problem->position, position, NULL);
  if (code >= 0) code = question(truth, position, &solution);
  if (code < 0) return code;
  line_take(&solution, line);
  return solution.length > 0 ? ASC_OK : ASC_E_STATE;
}

int asc_problem_defences(asc_problem_truth *truth, const void *position,
                         void (*tell)(void *data, asc_move defence, const void *after, const asc_solution *solution),
                         void *data) {
  asc_solution solution;
  asc_move best[ASC_MOVES_MAX];
  asc_outcome outcome;
  if (asc_position_outcome(truth->rules, position, &outcome)) return ASC_OK;
  int code = question(truth, position, &solution);
  if (code < 0 || !solution.proved) return code;
  int count = solution.best_count;
  memcpy(best, solution.best, (size_t)count * sizeof *best);
  for (int i = 0; i < count && code >= 0; i++) {
    asc_position next;
    (void)after(truth->rules, position, best[i], &next);
    code = ask(truth, &next, &solution);
    if (code >= 0) tell(data, best[i], &next, &solution);
  }
  return code;
}

/* Stops a proof as soon as it has shown that the player to move does not lose. */
static void loss_look(void *data, const asc_solution *so_far) {
  if (so_far->least >= 0) asc_search_stop(data);
}

/* Whether no move but the key wins. */
static int strict_check(asc_problem_truth *truth, const void *position, asc_move key, bool *strict) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(truth->rules, position, moves);
  *strict = true;
  for (int i = 0; i < count && *strict; i++) {
    asc_position next;
    asc_solution solution;
    if (moves[i] == key) continue;
    *strict = !after(truth->rules, position, moves[i], &next);
    asc_task task = task_of(truth, &next, NODES);
    int code = *strict ? asc_search_solve(truth->search, &task, &solution, loss_look, truth->search) : ASC_OK;
    if (code < 0) return code;
    if (*strict) *strict = solution.least >= 0;
  }
  return ASC_OK;
}

/* Best play lasts as long as it should. */
static bool length_fits(const asc_problem_truth *truth, const void *position, const asc_solution *solution, int moves) {
  asc_position at;
  asc_outcome outcome;
  memcpy(&at, position, truth->rules->position_size);
  for (int i = 0; i < solution->length; i++) {
    if (asc_position_outcome(truth->rules, &at, &outcome)) return false;
    asc_position_play(truth->rules, &at, solution->line[i]);
  }
  return solution->length == 2 * moves - 1 && asc_position_outcome(truth->rules, &at, &outcome);
}

int asc_problem_check(asc_problem_truth *truth, const asc_problem *problem, asc_error *error) {
  asc_position position;
  asc_solution solution;
  asc_move key;
  bool strict;
  int code = asc_position_read(truth->rules, problem->position, &position, error);
  if (code >= 0) code = asc_move_read(truth->rules, &position, problem->key, &key, error);
  if (code < 0) return code;
  if (asc_position_turn(truth->rules, &position) != 1) return asc_fail(error, ASC_E_ILLEGAL, "White is not to move");
  code = question(truth, &position, &solution);
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
