#include "choice.h"

#include <ascona/knowledge.h>

#include "engine/common/oracle.h"
#include "engine/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

/* Of what there is, so much may go into a proof. But nobody should wait for long before there is something to see. */
enum { PARTS = 4, PROOF_PARTS = 3, TIME_MOST = 8000000 /* microseconds, of which these are parts */ };

/* Where positions are counted and not the time: so many of them are a microsecond. */
enum { POSITIONS = 16 };

/* Microseconds that can be spent; 0: positions are counted instead. */
static int64_t time_of(const asc_task *task) {
  int64_t time = task->soft > 0 ? task->soft : task->hard;
  if (time == 0) return task->nodes > 0 ? 0 : TIME_MOST;
  return time < TIME_MOST ? time : TIME_MOST;
}

static bool can_be_proved(const asc_search *search, const asc_task *task) {
  const asc_knowledge *knowledge = search->rules->game->knowledge;
  if (knowledge == NULL || knowledge->effort == NULL) return false;
  uint64_t takes = (uint64_t)1 << knowledge->effort(search->rules, task->position);
  int64_t time = time_of(task);
  return (time == 0 || takes <= (uint64_t)time) && (task->nodes == 0 || takes <= task->nodes / POSITIONS);
}

/* What is spent on it is taken off the limits; of one that is used up, the least there can be is left. */
static int prove(asc_search *search, asc_task *task, asc_solution *solution) {
  asc_task part = {
      .position = task->position, .keys = task->keys, .key_count = task->key_count, .plies_left = task->plies_left};
  int64_t time = time_of(task);
  if (task->nodes > 0) part.nodes = task->nodes / PARTS * PROOF_PARTS + 1;
  if (time > 0) part.hard = time / PARTS * PROOF_PARTS + 1;
  int code = asc_search_solve(search, &part, solution, NULL, NULL);
  time = solution->microseconds;
  if (task->nodes > 0) task->nodes = task->nodes > solution->nodes ? task->nodes - solution->nodes : 1;
  if (task->soft > 0) task->soft = task->soft > time ? task->soft - time : 1;
  if (task->hard > 0) task->hard = task->hard > time ? task->hard - time : 1;
  return code;
}

static void line_fill(asc_line *line, const asc_solution *solution, asc_move move) {
  *line = (asc_line){.certainty = ASC_EXACT, .score = solution->least, .length = 1, .depth = 1};
  line->moves[0] = move;
  if (solution->length == 0 || solution->line[0] != move) return;
  memcpy(line->moves, solution->line, (size_t)solution->length * sizeof *line->moves);
  line->depth = line->length = solution->length;
}

/* The moves are the search's, which will need the room. */
static int moves_keep(const asc_solution *solution, asc_move **moves) {
  size_t size = (size_t)solution->best_count * sizeof **moves;
  *moves = malloc(size);
  if (*moves == NULL) return ASC_E_MEMORY;
  memcpy(*moves, solution->best, size);
  return ASC_OK;
}

/* Which of several moves that keep what is proved. */
static int choose_among_best(asc_search *search, asc_task *task, const asc_solution *solution, asc_report *report) {
  asc_move *moves;
  int code = moves_keep(solution, &moves);
  if (code < 0) return code;
  task->moves = moves;
  task->move_count = solution->best_count;
  code = asc_search_run(search, task, report);
  free(moves);
  return code;
}

static int choose(asc_search *search, asc_task *task, asc_line *line, asc_report *report) {
  asc_solution solution = {0};
  int code = can_be_proved(search, task) ? prove(search, task, &solution) : ASC_OK;
  if (code < 0) return code;
  search->continues = false;
  *report = (asc_report){.count = 1};
  bool known = solution.proved && solution.best_count > 0,
       done = known && (solution.least > 0 || solution.best_count == 1);
  asc_move move = !done ? 0 : solution.length > 0 ? solution.line[0] : solution.best[0];
  done = done && !asc_task_goes_back(task, search->rules, &move, 1);
  if (!done) {
    code = known ? choose_among_best(search, task, &solution, report) : asc_search_run(search, task, report);
    if (code < 0) return code;
    move = report->lines[0].moves[0];
  }
  report->nodes += solution.nodes;
  report->microseconds += solution.microseconds;
  if (!known) return ASC_OK;
  line_fill(line, &solution, move);
  report->lines = line;
  report->depth = line->depth;
  return ASC_OK;
}

/* Where an oracle knows every move there is nothing to prove: he also minds how soon, and what the game has seen. */
static int choose_by_oracle(asc_search *search, const asc_task *task, asc_report *report) {
  if (search->oracle.ask == NULL) return 0;
  int code = asc_run_begin(search, task);
  if (code == ASC_OK) code = asc_oracle_run(search);
  if (code == 1) asc_run_fill_report(search, search->lines[0].depth, report);
  search->continues = code == 0; /* a stop is for what follows */
  asc_run_end(search);
  search->continues = false;
  return code;
}

int asc_choice_run(asc_search *search, const asc_task *task, asc_line *line, asc_report *report) {
  int known = choose_by_oracle(search, task, report);
  if (known != 0) return known < 0 ? known : ASC_OK;
  bool grows = asc_mcts_suits(search, task);
  bool proves = can_be_proved(search, task) && task->lines <= 1 && task->depth == 0;
  if (task->moves != NULL || !(grows || proves)) return asc_search_run(search, task, report);
  asc_task rest = *task;
  search->continues = true;
  int code = choose(search, &rest, line, report);
  search->continues = false;
  return code;
}
