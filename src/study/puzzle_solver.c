/* Proves puzzles and answers their moves by search; see puzzle.h. A search proves positions in which not all pawns are
   on the board almost at once. */
#include "puzzle.h"

#include "base/clock.h"
#include "base/text.h"
#include "search_task.h"

#include <string.h>

enum { HUNDREDTHS = 100, NODES = 4000000, NODES_LINE = 100000 };

int asc_puzzle_solver_open(asc_puzzle_solver *solver, const asc_rules *rules,
                           const asc_puzzle_solver_options *options) {
  static const asc_puzzle_solver_options none = {0};
  if (options == NULL) options = &none;
  *solver = (asc_puzzle_solver){.rules = rules, .hooks = options->hooks, .time_limit_us = options->time_limit_us};
  int code = asc_search_open(&solver->search, rules, &(asc_search_options){.hooks = options->hooks});
  if (code >= 0 && options->oracle.probe != NULL) asc_search_set_oracle(solver->search, &options->oracle);
  return code;
}

void asc_puzzle_solver_close(asc_puzzle_solver *solver) {
  asc_search_close(solver->search);
  *solver = (asc_puzzle_solver){0};
}

static int64_t now_us(const asc_puzzle_solver *solver) {
  if (solver->time_limit_us == 0) return 0;
  return solver->hooks.now_us == NULL ? asc_clock_now_us() : solver->hooks.now_us(solver->hooks.data);
}

static asc_search_task task_for(const asc_puzzle_solver *solver, const void *position, uint64_t nodes) {
  return (asc_search_task){.position = position,
                           .nodes = nodes,
                           .hard_us =
                               asc_search_limit_left(solver->time_limit_us, now_us(solver) - solver->started_us)};
}

/* Finds a line by search for a position whose proof ran out of nodes. */
static int line_search(asc_puzzle_solver *solver, const void *position, asc_solution *solution) {
  asc_search_task task = task_for(solver, position, NODES_LINE);
  asc_search_report report;
  int code = asc_search_run(solver->search, &task, &report);
  if (code < 0) return code;
  solution->line_length = report.lines[0].length;
  memcpy(solution->line, report.lines[0].moves, sizeof solution->line);
  return ASC_OK;
}

/* Proves a position that is not finished: bounds, best moves, a line. The results stay valid until the next call. If
   the proof takes too long, `proved` is false and the line is the best known. */
static int position_solve(asc_puzzle_solver *solver, const void *position, asc_solution *solution) {
  asc_search_task task = task_for(solver, position, NODES);
  int code = asc_search_solve(solver->search, &task, solution, NULL, NULL);
  if (code < 0) return code;
  if (solution->proved && solution->best_count > 0) {
    /* The line starts with a best move even if the proof has no line. */
    if (solution->line_length == 0) solution->line[solution->line_length++] = solution->best[0];
    return ASC_OK;
  }
  /* A finished game has no line. */
  return asc_position_count(solver->rules, position) == 0 ? ASC_OK : line_search(solver, position, solution);
}

static int question_solve(asc_puzzle_solver *solver, const void *position, asc_solution *solution) {
  solver->started_us = now_us(solver);
  return position_solve(solver, position, solution);
}

/* Plays a move on a copy of the position. Returns whether the game is then over. */
static bool after(const asc_rules *rules, const void *position, asc_move move, asc_position *next) {
  asc_outcome outcome;
  memcpy(next, position, rules->position_size);
  asc_position_play(rules, next, move);
  return asc_position_outcome(rules, next, &outcome);
}

/* Returns the best move for Black that leaves White the fewest right answers. `solution` is the proven solution of the
   position. */
static asc_move defence(asc_puzzle_solver *solver, const void *position, const asc_solution *solution) {
  asc_move best[ASC_MOVES_MAX], chosen = solution->line[0];
  int count = solution->best_count, fewest = ASC_MOVES_MAX;
  memcpy(best, solution->best, (size_t)count * sizeof *best);
  for (int i = 0; i < count; i++) {
    asc_position next;
    asc_solution answer;
    if (after(solver->rules, position, best[i], &next)) return best[i];
    if (position_solve(solver, &next, &answer) < 0 || !answer.proved || answer.best_count >= fewest) continue;
    fewest = answer.best_count;
    chosen = best[i];
  }
  return chosen;
}

static void line_fill(const asc_solution *solution, asc_line *line) {
  *line = (asc_line){.certainty = solution->proved ? ASC_EXACT : ASC_LOWER,
                     .score = solution->lower,
                     .plies = solution->plies,
                     .length = solution->line_length};
  memcpy(line->moves, solution->line, sizeof line->moves);
}

const char *asc_puzzle_result_name(asc_puzzle_result result) {
  static const char *const words[] = {"right", "late", "less", "draw", "loss"};
  return words[result];
}

int asc_puzzle_answer(asc_puzzle_solver *solver, const asc_puzzle *puzzle, const void *position, bool has_erred,
                      asc_puzzle_reply *reply) {
  asc_solution solution;
  int code = question_solve(solver, position, &solution);
  if (code < 0) return code;
  line_fill(&solution, &reply->line);
  reply->result = !solution.proved     ? ASC_PUZZLE_LATE
                  : solution.lower < 0 ? ASC_PUZZLE_LESS
                  : solution.lower > 0 ? ASC_PUZZLE_LOSS
                                       : ASC_PUZZLE_DRAW;
  if (has_erred || !solution.proved || solution.lower != -puzzle->points * HUNDREDTHS) return ASC_OK;
  reply->result = ASC_PUZZLE_RIGHT;
  asc_move chosen = defence(solver, position, &solution);
  if (chosen != reply->line.moves[0]) reply->line.length = 1;
  reply->line.moves[0] = chosen;
  return ASC_OK;
}

int asc_puzzle_hint(asc_puzzle_solver *solver, const void *position, asc_move *move) {
  asc_solution solution;
  int code = question_solve(solver, position, &solution);
  if (code < 0) return code;
  if (solution.line_length == 0) return ASC_E_STATE;
  *move = solution.line[0];
  return ASC_OK;
}

int asc_puzzle_solution(asc_puzzle_solver *solver, const asc_puzzle *puzzle, asc_position *position, asc_line *line) {
  asc_solution solution;
  int code = asc_position_read(solver->rules, puzzle->position, position, NULL);
  if (code >= 0) code = question_solve(solver, position, &solution);
  if (code < 0) return code;
  line_fill(&solution, line);
  return solution.line_length > 0 ? ASC_OK : ASC_E_STATE;
}

int asc_puzzle_defences(asc_puzzle_solver *solver, const void *position,
                        void (*report)(void *data, asc_move defence, const void *after, const asc_solution *solution),
                        void *data) {
  asc_solution solution;
  asc_move best[ASC_MOVES_MAX];
  asc_outcome outcome;
  if (asc_position_outcome(solver->rules, position, &outcome)) return ASC_OK;
  int code = question_solve(solver, position, &solution);
  if (code < 0 || !solution.proved) return code;
  int count = solution.best_count;
  memcpy(best, solution.best, (size_t)count * sizeof *best);
  for (int i = 0; i < count && code >= 0; i++) {
    asc_position next;
    (void)after(solver->rules, position, best[i], &next);
    code = position_solve(solver, &next, &solution);
    if (code >= 0) report(data, best[i], &next, &solution);
  }
  return code;
}

/* Stops a proof as soon as it shows that the player to move does not lose. */
static void stop_unless_loss(void *data, const asc_solution *so_far) {
  if (so_far->lower >= 0) asc_search_stop(data);
}

/* Writes to *strict whether no move except the key move wins. */
static int strict_check(asc_puzzle_solver *solver, const void *position, asc_move key, bool *strict) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(solver->rules, position, moves);
  *strict = true;
  for (int i = 0; i < count && *strict; i++) {
    asc_position next;
    asc_solution solution;
    if (moves[i] == key) continue;
    *strict = !after(solver->rules, position, moves[i], &next);
    asc_search_task task = task_for(solver, &next, NODES);
    int code = *strict ? asc_search_solve(solver->search, &task, &solution, stop_unless_loss, solver->search) : ASC_OK;
    if (code < 0) return code;
    if (*strict) *strict = solution.lower >= 0;
  }
  return ASC_OK;
}

/* Returns whether best play ends the game with White's move number `moves`. */
static bool length_fits(const asc_puzzle_solver *solver, const void *position, const asc_solution *solution,
                        int moves) {
  asc_position current;
  asc_outcome outcome;
  memcpy(&current, position, solver->rules->position_size);
  for (int i = 0; i < solution->line_length; i++) {
    if (asc_position_outcome(solver->rules, &current, &outcome)) return false;
    asc_position_play(solver->rules, &current, solution->line[i]);
  }
  return solution->line_length == 2 * moves - 1 && asc_position_outcome(solver->rules, &current, &outcome);
}

int asc_puzzle_check(asc_puzzle_solver *solver, const asc_puzzle *puzzle, asc_error *error) {
  asc_position position;
  asc_solution solution;
  asc_move key;
  bool strict;
  int code = asc_position_read(solver->rules, puzzle->position, &position, error);
  if (code >= 0) code = asc_move_read(solver->rules, &position, puzzle->solution_move, &key, error);
  if (code < 0) return code;
  if (asc_position_turn(solver->rules, &position) != 1)
    return asc_error_set(error, ASC_E_ILLEGAL, "White is not to move");
  code = question_solve(solver, &position, &solution);
  if (code < 0) return asc_error_set(error, code, "%s", asc_strerror(code));
  if (!solution.proved) return asc_error_set(error, ASC_E_STATE, "it takes too long to prove");
  if (solution.lower != puzzle->points * HUNDREDTHS)
    return asc_error_set(error, ASC_E_ILLEGAL, "White does not win %d points", puzzle->points);
  if (solution.best_count != 1 || !solution.others_worse)
    return asc_error_set(error, ASC_E_ILLEGAL, "there are several keys");
  if (solution.best[0] != key) return asc_error_set(error, ASC_E_ILLEGAL, "%s is not the key", puzzle->solution_move);
  if (!length_fits(solver, &position, &solution, puzzle->move_count))
    return asc_error_set(error, ASC_E_ILLEGAL, "the win does not take %d moves", puzzle->move_count);
  code = strict_check(solver, &position, key, &strict);
  if (code < 0) return asc_error_set(error, code, "%s", asc_strerror(code));
  if (strict != puzzle->is_only_win)
    return asc_error_set(error, ASC_E_ILLEGAL, strict ? "no other move wins: it is strict" : "another move wins too");
  return ASC_OK;
}
