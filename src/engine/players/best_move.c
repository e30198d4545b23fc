/* The choice of the best move: see best_move.h. The time and nodes of a proof are subtracted from the limits of the
   search. */
#include "best_move.h"

#include <ascona/knowledge.h>

#include "engine/common/oracle.h"
#include "engine/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

/* A proof may use PROOF_PARTS / PARTS of the limits. The time is capped, because users should not wait long before they
   see something. */
enum { PARTS = 4, PROOF_PARTS = 3, MAX_TIME_US = 8000000 /* the cap */ };

/* A node limit also limits the proof: so many nodes count as one microsecond. */
enum { NODES_PER_US = 16 };

/* Returns the microseconds that can be spent; 0: the task limits only nodes. */
static int64_t usable_time_us(const asc_search_task *task) {
  int64_t time_us = task->soft_us > 0 ? task->soft_us : task->hard_us;
  if (time_us == 0) return task->nodes > 0 ? 0 : MAX_TIME_US;
  return time_us < MAX_TIME_US ? time_us : MAX_TIME_US;
}

/* Returns true if the game expects a proof within the limits of the task. */
static bool can_be_proved(const asc_search *search, const asc_search_task *task) {
  const asc_knowledge *knowledge = search->rules->game->knowledge;
  if (knowledge == NULL || knowledge->proof_effort == NULL) return false;
  uint64_t effort = (uint64_t)1 << knowledge->proof_effort(search->rules, task->position);
  int64_t time_us = usable_time_us(task);
  return (time_us == 0 || effort <= (uint64_t)time_us) && (task->nodes == 0 || effort <= task->nodes / NODES_PER_US);
}

/* Tries a proof and subtracts its cost from the limits of the task. An exhausted limit becomes 1, because 0 means
   none. */
static int prove(asc_search *search, asc_search_task *task, asc_solution *solution) {
  asc_search_task proof_task = {
      .position = task->position, .keys = task->keys, .key_count = task->key_count, .plies_left = task->plies_left};
  int64_t time_us = usable_time_us(task);
  if (task->nodes > 0) proof_task.nodes = task->nodes / PARTS * PROOF_PARTS + 1;
  if (time_us > 0) proof_task.hard_us = time_us / PARTS * PROOF_PARTS + 1;
  int code = asc_search_solve(search, &proof_task, solution, NULL, NULL);
  time_us = solution->elapsed_us;
  if (task->nodes > 0) task->nodes = task->nodes > solution->nodes ? task->nodes - solution->nodes : 1;
  if (task->soft_us > 0) task->soft_us = task->soft_us > time_us ? task->soft_us - time_us : 1;
  if (task->hard_us > 0) task->hard_us = task->hard_us > time_us ? task->hard_us - time_us : 1;
  return code;
}

static void line_fill(asc_line *line, const asc_solution *solution, asc_move move) {
  *line = (asc_line){.certainty = ASC_EXACT, .score = solution->lower, .length = 1, .depth = 1};
  line->moves[0] = move;
  if (solution->line_length == 0 || solution->line[0] != move) return;
  memcpy(line->moves, solution->line, (size_t)solution->line_length * sizeof *line->moves);
  line->depth = line->length = solution->line_length;
}

/* Copies the best moves, because the search overwrites them. */
static int moves_copy(const asc_solution *solution, asc_move **moves) {
  size_t size = (size_t)solution->best_count * sizeof **moves;
  *moves = malloc(size);
  if (*moves == NULL) return ASC_E_MEMORY;
  memcpy(*moves, solution->best, size);
  return ASC_OK;
}

/* Lets the search choose among the moves that keep the proved score. */
static int choose_among_best(asc_search *search, asc_search_task *task, const asc_solution *solution,
                             asc_search_report *report) {
  asc_move *moves;
  int code = moves_copy(solution, &moves);
  if (code < 0) return code;
  task->root_moves = moves;
  task->root_move_count = solution->best_count;
  code = asc_search_run(search, task, report);
  free(moves);
  return code;
}

/* Proof first, then search. The search is skipped if a win is proved or only one move keeps the score. It is not
   skipped if the move would repeat a position of the game. */
static int choose(asc_search *search, asc_search_task *task, asc_line *line, asc_search_report *report) {
  asc_solution solution = {0};
  int code = can_be_proved(search, task) ? prove(search, task, &solution) : ASC_OK;
  if (code < 0) return code;
  search->stop_persists = false;
  *report = (asc_search_report){.line_count = 1};
  bool is_proved = solution.proved && solution.best_count > 0,
       is_decided = is_proved && (solution.lower > 0 || solution.best_count == 1);
  asc_move move = !is_decided ? 0 : solution.line_length > 0 ? solution.line[0] : solution.best[0];
  is_decided = is_decided && !asc_search_line_repeats_game(task, search->rules, &move, 1);
  if (!is_decided) {
    code = is_proved ? choose_among_best(search, task, &solution, report) : asc_search_run(search, task, report);
    if (code < 0) return code;
    move = report->lines[0].moves[0];
  }
  report->nodes += solution.nodes;
  report->elapsed_us += solution.elapsed_us;
  if (!is_proved) return ASC_OK;
  line_fill(line, &solution, move);
  report->lines = line;
  report->depth = line->depth;
  return ASC_OK;
}

/* Returns 1 and fills the report if an oracle knows every move, 0 if it does not, or an error code. Then no proof is
   needed. The oracle also knows the distance to the end, and the history of the game counts. */
static int choose_by_oracle(asc_search *search, const asc_search_task *task, asc_search_report *report) {
  if (search->oracle.probe == NULL) return 0;
  int code = asc_search_begin(search, task);
  if (code == ASC_OK) code = asc_oracle_run(search);
  if (code == 1) asc_search_fill_report(search, search->lines[0].depth, report);
  search->stop_persists = code == 0; /* a stop request is for the search that follows */
  asc_search_end(search);
  search->stop_persists = false;
  return code;
}

int asc_best_move_choose(asc_search *search, const asc_search_task *task, asc_line *line, asc_search_report *report) {
  int oracle_result = choose_by_oracle(search, task, report);
  if (oracle_result != 0) return oracle_result < 0 ? oracle_result : ASC_OK;
  bool uses_mcts = asc_mcts_can_run(search, task);
  bool uses_proof = can_be_proved(search, task) && task->lines <= 1 && task->depth == 0;
  if (task->root_moves != NULL || !(uses_mcts || uses_proof)) return asc_search_run(search, task, report);
  asc_search_task remaining = *task;
  search->stop_persists = true;
  int code = choose(search, &remaining, line, report);
  search->stop_persists = false;
  return code;
}
