#include "choice.h"

#include "defaults.h"
#include "grove.h"

#include <stdlib.h>
#include <string.h>

/* A first try takes an eighth of what there is; if it gets anywhere, a second one takes it to one half. But nobody
   should wait for long before there is something to see. */
enum { PARTS = 8, FIRST_PARTS = 1, SECOND_PARTS = 3, TIME_MOST = 8000000 /* microseconds, of which these are parts */ };

static int try_to_prove(asc_search *search, const asc_task *task, int parts, asc_solution *solution) {
  asc_task part = {.position = task->position, .keys = task->keys, .key_count = task->key_count};
  int64_t time = task->soft > 0 ? task->soft : task->hard;
  if (time == 0 && task->nodes == 0) time = TIME_MOST;
  part.nodes = task->nodes > 0 ? task->nodes / PARTS * (uint64_t)parts + 1 : 0;
  part.hard = time > 0 ? (time < TIME_MOST ? time : TIME_MOST) * parts / PARTS + 1 : 0;
  return asc_search_solve(search, &part, solution, NULL, NULL);
}

static bool gets_anywhere(const asc_search *search, const asc_task *task, const asc_solution *solution) {
  int32_t least, most;
  knowledge_of(search->rules).bounds(search->rules, task->position, &least, &most);
  return solution->least > least || solution->most < most;
}

/* What was spent is no longer there; of a limit that is used up, the least there can be. */
static void limits_lower(asc_task *task, const asc_solution *spent) {
  int64_t time = spent->microseconds;
  if (task->nodes > 0) task->nodes = task->nodes > spent->nodes ? task->nodes - spent->nodes : 1;
  if (task->soft > 0) task->soft = task->soft > time ? task->soft - time : 1;
  if (task->hard > 0) task->hard = task->hard > time ? task->hard - time : 1;
}

/* Two tries at a proof. What they spent is in the solution. */
static int prove(asc_search *search, const asc_task *task, asc_solution *solution) {
  int code = try_to_prove(search, task, FIRST_PARTS, solution);
  if (code < 0 || solution->proved || !gets_anywhere(search, task, solution)) return code;
  asc_solution first = *solution;
  code = try_to_prove(search, task, SECOND_PARTS, solution);
  solution->nodes += first.nodes;
  solution->microseconds += first.microseconds;
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
  asc_solution solution;
  int code = prove(search, task, &solution);
  if (code < 0) return code;
  search->continues = false;
  limits_lower(task, &solution);
  *report = (asc_report){.count = 1};
  bool known = solution.proved && solution.best_count > 0,
       done = known && (solution.least > 0 || solution.best_count == 1);
  asc_move move = done ? solution.best[0] : 0;
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

int choice_run(asc_search *search, const asc_task *task, asc_line *line, asc_report *report) {
  if (!grove_suits(search, task) || task->moves != NULL) return asc_search_run(search, task, report);
  asc_task rest = *task;
  search->continues = true;
  int code = choose(search, &rest, line, report);
  search->continues = false;
  return code;
}
