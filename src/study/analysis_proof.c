/* Proofs in an analysis. What can be proved soon is no matter of a search: where the end is near, a proof is there long
   before a search is sure of anything. And every move can be proved by itself, by the position it leads to. */
#include "analysis.h"

#include <ascona/knowledge.h>

#include "core/clock.h"
#include "engine/common/run.h"
#include "score.h"

#include <string.h>

bool asc_analysis_is_provable(const asc_analysis *a) { return a->rules->players == 2 && a->rules->game->odds == NULL; }

/* Seen by the player to move, of two. */
static void chances_set(const asc_analysis *a, asc_line *line) {
  int player = a->seats.player;
  line->chances[player - 1] = line->score;
  line->chances[2 - player] = 2 * ASC_SCORE_WIN - line->score;
}

static void line_fill(const asc_analysis *a, const asc_solution *solution, asc_line *line) {
  *line = (asc_line){.certainty = ASC_EXACT, .score = solution->least, .depth = solution->length};
  line->length = solution->length;
  line->plies = solution->plies;
  memcpy(line->moves, solution->line, sizeof line->moves);
  chances_set(a, line);
}

int asc_analysis_prove(const asc_analysis *a, asc_search *search, const asc_limits *limits, asc_line *line,
                       uint64_t *nodes) {
  enum { PART = 8, LONGEST = 1000000 }; /* microseconds: who watches should see something */
  *nodes = 0;
  if (!asc_analysis_is_provable(a)) return 0;
  asc_task task = asc_task_of(a->play, limits);
  if (task.nodes > 0) task.nodes = task.nodes / PART + 1;
  if (task.hard > 0) task.hard = task.hard / PART < LONGEST ? task.hard / PART + 1 : LONGEST;
  asc_solution solution;
  int code = asc_search_solve(search, &task, &solution, NULL, NULL);
  if (code < 0) return code;
  *nodes = solution.nodes;
  /* A proof knows nothing of the game so far. */
  if (!solution.proved || solution.length == 0 || asc_task_goes_back(&task, a->rules, solution.line, solution.length))
    return 0;
  line_fill(a, &solution, line);
  return 1;
}

/* What was guessed stays, within what is proved now. */
static void line_learn(const asc_rules *rules, asc_line *line, const asc_solution *found, bool other) {
  int32_t least = other ? asc_score_turned(rules, found->most) : found->least;
  int32_t most = other ? asc_score_turned(rules, found->least) : found->most;
  if (line->certainty == ASC_LOWER && line->score > least) least = line->score;
  if (line->certainty == ASC_UPPER && line->score < most) most = line->score;
  if (line->score < least) line->score = least;
  if (line->score > most) line->score = most;
  line->certainty = least == most          ? ASC_EXACT
                    : line->score == least ? ASC_LOWER
                    : line->score == most  ? ASC_UPPER
                                           : ASC_ESTIMATE;
  if (found->length == 0 || !found->proved) return;
  int kept = found->length < ASC_LINE_MAX ? found->length : ASC_LINE_MAX - 1;
  memcpy(line->moves + 1, found->line, (size_t)kept * sizeof *line->moves);
  line->length = line->depth = kept + 1;
}

static int move_prove(const asc_analysis *a, asc_search *search, const asc_limits *limits, asc_line *line,
                      uint64_t *nodes) {
  asc_position next;
  asc_outcome outcome;
  asc_solution found;
  memcpy(&next, a->position, a->rules->position_size);
  asc_position_play(a->rules, &next, line->moves[0]);
  if (asc_position_outcome(a->rules, &next, &outcome)) return ASC_OK;
  asc_task task = {.position = &next, .nodes = limits->nodes, .hard = limits->microseconds};
  if (a->rules->ply_limit > 0) task.plies_left = a->rules->ply_limit - asc_play_plies(a->play) - 1;
  if (a->rules->ply_limit > 0 && task.plies_left < 1) return ASC_OK;
  int code = asc_search_solve(search, &task, &found, NULL, NULL);
  if (code < 0) return code;
  *nodes += found.nodes;
  line_learn(a->rules, line, &found, asc_position_turn(a->rules, &next) != a->seats.player);
  if (a->rules->game->score == ASC_SCORE_CHANCE) chances_set(a, line);
  return ASC_OK;
}

/* Of equal scores what is surer goes first; else the order stays. */
static void lines_sort(asc_line *lines, int count) {
  for (int i = 1; i < count; i++) {
    asc_line line = lines[i];
    int at = i;
    for (; at > 0; at--) {
      const asc_line *before = &lines[at - 1];
      bool equal = line.score == before->score;
      if (line.score < before->score || (equal && (line.certainty != ASC_EXACT || before->certainty == ASC_EXACT)))
        break;
      lines[at] = lines[at - 1];
    }
    lines[at] = line;
  }
}

/* Each move gets an equal part of what is left. */
int asc_analysis_prove_moves(const asc_analysis *a, asc_search *search, const asc_limits *limits,
                             const asc_watch *watch, asc_line *lines, int count, uint64_t *nodes) {
  int64_t began = asc_clock_microseconds();
  uint64_t before = *nodes;
  int code = ASC_OK;
  for (int i = 0; i < count && code == ASC_OK && !watch->stopped(watch->data); i++) {
    if (lines[i].certainty == ASC_EXACT) continue;
    int64_t time = limits->microseconds - (asc_clock_microseconds() - began), left = count - i;
    int64_t allowed = (int64_t)limits->nodes - (int64_t)(*nodes - before);
    if ((limits->microseconds > 0 && time <= 0) || (limits->nodes > 0 && allowed <= 0)) break;
    asc_limits part = {.microseconds = limits->microseconds > 0 ? time / left + 1 : 0,
                       .nodes = limits->nodes > 0 ? (uint64_t)(allowed / left + 1) : 0};
    code = move_prove(a, search, &part, &lines[i], nodes);
  }
  lines_sort(lines, count);
  return code;
}
