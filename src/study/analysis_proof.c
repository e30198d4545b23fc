/* Proofs in an analysis. Near the end of a game a proof succeeds long before a search is sure of anything, so it is
   tried first. A move is proved by proving the position that it leads to. */
#include "analysis.h"

#include <ascona/knowledge.h>

#include "base/clock.h"
#include "engine/common/search_state.h"
#include "score.h"

#include <string.h>

bool asc_analysis_is_provable(const asc_analysis *a) { return a->rules->players == 2 && a->rules->game->odds == NULL; }

/* Sets the win chances of both players from the score, which is for the player to move. */
static void chances_set(const asc_analysis *a, asc_line *line) {
  int player = a->seats.to_move;
  line->chances[player - 1] = line->score;
  line->chances[2 - player] = 2 * ASC_SCORE_WIN - line->score;
}

static void line_fill(const asc_analysis *a, const asc_solution *solution, asc_line *line) {
  *line = (asc_line){.certainty = ASC_EXACT, .score = solution->lower, .depth = solution->line_length};
  line->length = solution->line_length;
  line->plies = solution->plies;
  memcpy(line->moves, solution->line, sizeof line->moves);
  chances_set(a, line);
}

int asc_analysis_prove(const asc_analysis *a, asc_search *search, const asc_search_limits *limits, asc_line *line,
                       uint64_t *nodes) {
  /* A caller that reports progress should have something to show after TIME_MAX_US microseconds. */
  enum { PART = 8, TIME_MAX_US = 1000000 };
  *nodes = 0;
  if (!asc_analysis_is_provable(a)) return 0;
  asc_search_task task = asc_search_task_from_play(a->play, limits);
  if (task.nodes > 0) task.nodes = task.nodes / PART + 1;
  if (task.hard_us > 0) task.hard_us = task.hard_us / PART < TIME_MAX_US ? task.hard_us / PART + 1 : TIME_MAX_US;
  asc_solution solution;
  int code = asc_search_solve(search, &task, &solution, NULL, NULL);
  if (code < 0) return code;
  *nodes = solution.nodes;
  /* A proof does not know the history of the game, so a line that repeats an earlier position proves nothing. */
  if (!solution.proved || solution.line_length == 0 ||
      asc_search_line_repeats_game(&task, a->rules, solution.line, solution.line_length))
    return 0;
  line_fill(a, &solution, line);
  return 1;
}

/* Moves the estimate of a line into the proven bounds and updates its certainty. If the proof has a line, it continues
   the first move. `is_for_opponent`: the bounds are for the opponent of the player to move. */
static void line_apply_bounds(const asc_rules *rules, asc_line *line, const asc_solution *found, bool is_for_opponent) {
  int32_t lower = is_for_opponent ? asc_score_for_opponent(rules, found->upper) : found->lower;
  int32_t upper = is_for_opponent ? asc_score_for_opponent(rules, found->lower) : found->upper;
  if (line->certainty == ASC_LOWER && line->score > lower) lower = line->score;
  if (line->certainty == ASC_UPPER && line->score < upper) upper = line->score;
  if (line->score < lower) line->score = lower;
  if (line->score > upper) line->score = upper;
  line->certainty = lower == upper         ? ASC_EXACT
                    : line->score == lower ? ASC_LOWER
                    : line->score == upper ? ASC_UPPER
                                           : ASC_ESTIMATE;
  if (found->line_length == 0 || !found->proved) return;
  int copied = found->line_length < ASC_LINE_MAX ? found->line_length : ASC_LINE_MAX - 1;
  memcpy(line->moves + 1, found->line, (size_t)copied * sizeof *line->moves);
  line->length = line->depth = copied + 1;
}

static int move_prove(const asc_analysis *a, asc_search *search, const asc_search_limits *limits, asc_line *line,
                      uint64_t *nodes) {
  asc_position next;
  asc_outcome outcome;
  asc_solution found;
  memcpy(&next, a->position, a->rules->position_size);
  asc_position_play(a->rules, &next, line->moves[0]);
  if (asc_position_outcome(a->rules, &next, &outcome)) return ASC_OK;
  asc_search_task task = {.position = &next, .nodes = limits->nodes, .hard_us = limits->time_us};
  if (a->rules->ply_limit > 0) task.plies_left = a->rules->ply_limit - asc_play_ply_count(a->play) - 1;
  if (a->rules->ply_limit > 0 && task.plies_left < 1) return ASC_OK;
  int code = asc_search_solve(search, &task, &found, NULL, NULL);
  if (code < 0) return code;
  *nodes += found.nodes;
  line_apply_bounds(a->rules, line, &found, asc_position_turn(a->rules, &next) != a->seats.to_move);
  if (a->rules->game->score == ASC_SCORE_CHANCE) chances_set(a, line);
  return ASC_OK;
}

/* Sorts by score, best first. If scores are equal, exact lines come first; else the order stays (insertion sort). */
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

/* Every move gets an equal part of the remaining limits. */
int asc_analysis_prove_moves(const asc_analysis *a, asc_search *search, const asc_search_limits *limits,
                             const asc_progress *progress, asc_line *lines, int count, uint64_t *nodes) {
  int64_t started_us = asc_clock_now_us();
  uint64_t before = *nodes;
  int code = ASC_OK;
  for (int i = 0; i < count && code == ASC_OK && !asc_progress_is_stopped(progress); i++) {
    if (lines[i].certainty == ASC_EXACT) continue;
    int64_t time_left_us = limits->time_us - (asc_clock_now_us() - started_us), moves_left = count - i;
    int64_t nodes_left = (int64_t)limits->nodes - (int64_t)(*nodes - before);
    if ((limits->time_us > 0 && time_left_us <= 0) || (limits->nodes > 0 && nodes_left <= 0)) break;
    asc_search_limits part = {.time_us = limits->time_us > 0 ? time_left_us / moves_left + 1 : 0,
                              .nodes = limits->nodes > 0 ? (uint64_t)(nodes_left / moves_left + 1) : 0};
    code = move_prove(a, search, &part, &lines[i], nodes);
  }
  lines_sort(lines, count);
  return code;
}
