/* Evaluates the plies of a game: the loss of every move and the luck of every roll; see review.h.

   A move is evaluated in these steps:
   1. Try to prove the position before it with a small part of the limits.
   2. Without a proof, search the position; if the search proves anything, try the proof again.
   3. If the move played is a proven best move, it loses nothing.
   4. Else prove or search the move in the same way, no deeper than the best move. */
#include "review.h"

#include "core/history.h"
#include "engine/common/search_state.h"
#include "play/seats.h"
#include "roll.h"
#include "score.h"

#include <stdlib.h>
#include <string.h>

/* Returns the ply of the record with that event index, at `item` or after it, or NULL. */
static asc_record_item *item_find(asc_record_item *item, int event) {
  while (item != NULL && (item->kind != ASC_RECORD_PLY || item->events_before != event)) item = item->next;
  return item;
}

static int plies_read(asc_review *review) {
  int events = asc_play_event_count(review->play);
  review->plies = calloc((size_t)events + 1, sizeof *review->plies);
  review->turns = calloc((size_t)events + 1, sizeof *review->turns);
  review->position_keys = calloc((size_t)events + 1, sizeof *review->position_keys);
  if (review->plies == NULL || review->turns == NULL || review->position_keys == NULL) return ASC_E_MEMORY;
  asc_record_item *item = asc_record_first_item(review->record);
  for (int i = 0; i < events; i++) {
    const asc_event *event = asc_play_event(review->play, i);
    if (event->resigned) continue;
    asc_seats seats;
    if (asc_seats_fill(&seats, review->rules, asc_play_position_before(review->play, i), "en") < 0) return ASC_E_MEMORY;
    item = item_find(item, i);
    review->plies[review->ply_count++] = (asc_review_ply){.item = item,
                                                          .event_index = i,
                                                          .move = event->move,
                                                          .is_roll = event->player == ASC_CHANCE,
                                                          .player = seats.to_move};
  }
  return asc_seats_fill(&review->seats, review->rules, asc_play_first_position(review->play), "en");
}

int asc_review_open(asc_review **review, asc_record *record, const asc_record_summary *summary, asc_error *error) {
  *review = NULL;
  asc_review *made = calloc(1, sizeof *made);
  if (made == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  *made = (asc_review){.game_number = 1, .record = record, .summary = summary};
  int code = asc_rules_open(&made->rules, summary->spec, error);
  if (code >= 0) code = asc_record_to_play(record, made->rules, &made->play, error);
  if (code >= 0 && plies_read(made) < 0) code = asc_error_set(error, ASC_E_MEMORY, "out of memory");
  if (code < 0) {
    asc_review_close(made);
    return code;
  }
  for (int i = 0; i <= asc_play_event_count(made->play); i++)
    made->position_keys[i] = asc_position_repetition_key(made->rules, asc_play_position_before(made->play, i));
  asc_review_set_thresholds(made);
  *review = made;
  return ASC_OK;
}

void asc_review_close(asc_review *review) {
  if (review == NULL) return;
  free(review->plies);
  free(review->turns);
  free(review->position_keys);
  asc_play_close(review->play);
  asc_rules_close(review->rules);
  free(review);
}

int asc_review_turn_count(const asc_review *review) { return review->turn_count; }

const asc_review_turn *asc_review_turn_at(const asc_review *review, int index) {
  return index < 0 || index >= review->turn_count ? NULL : &review->turns[index];
}

const asc_review_player *asc_review_player_at(const asc_review *review, int player) {
  return player < 1 || player > review->rules->players ? NULL : &review->players[player - 1];
}

typedef struct review_context {
  asc_review *review;
  asc_search *search;
  const asc_progress *progress;
  asc_search_task limits;
} review_context;

static review_context context_make(asc_review *review, asc_search *search, const asc_search_limits *limits,
                                   const asc_progress *progress) {
  return (review_context){
      review, search, progress, {.nodes = limits->nodes, .soft_us = limits->time_us, .hard_us = limits->time_us}};
}

static asc_search_task task_at(const review_context *context, int ply) {
  const asc_review *review = context->review;
  asc_search_task task = context->limits;
  task.position = asc_play_position_before(review->play, review->plies[ply].event_index);
  task.keys = review->position_keys;
  task.key_count = review->plies[ply].event_index + 1;
  if (review->rules->ply_limit > 0) task.plies_left = review->rules->ply_limit - ply;
  return task;
}

/* Divisors of the limits for a proof: before a search, and after a search that proved something about the position. A
   search does not say which move proves it. */
enum { DIVISOR_FIRST = 8, DIVISOR_AGAIN = 2 };

/* Tries to prove the value of a position and intersects the proven bounds with those known. If it succeeds, `value`
   gets a line that reaches it. The line is cut to one move if it repeats a position of the game, because a proof does
   not know the history. */
static int value_prove(const review_context *context, const asc_search_task *task, int divisor, asc_review_value *value,
                       asc_solution *solution) {
  const asc_rules *rules = context->review->rules;
  asc_search_task smaller = *task;
  *solution = (asc_solution){0};
  if (rules->players != 2 || rules->game->odds != NULL) return ASC_OK;
  if (task->nodes > 0) smaller.nodes = task->nodes / (uint64_t)divisor + 1;
  if (task->hard_us > 0) smaller.soft_us = smaller.hard_us = task->hard_us / divisor + 1;
  int code = asc_search_solve(context->search, &smaller, solution, NULL, NULL);
  if (code < 0) return code;
  value->bounds = asc_review_bounds_intersect(value->bounds, (asc_review_bounds){solution->lower, solution->upper});
  if (!solution->proved || solution->line_length == 0) return ASC_OK;
  bool repeats = asc_search_line_repeats_game(task, rules, solution->line, solution->line_length);
  value->line = (asc_line){.certainty = ASC_EXACT, .score = solution->lower, .plies = solution->plies};
  value->line.depth = solution->line_length;
  value->line.length = repeats ? 1 : solution->line_length;
  memcpy(value->line.moves, solution->line, sizeof solution->line);
  return ASC_OK;
}

/* Searches for a line, and adds the bounds that the search proves. */
static int value_search(const review_context *context, const asc_search_task *task, asc_review_value *value) {
  asc_search_report report;
  int code = asc_search_run(context->search, task, &report);
  if (code < 0) return code;
  value->line = report.lines[0];
  asc_review_bounds found =
      asc_review_bounds_from_score(context->review->rules, value->line.certainty, value->line.score);
  value->bounds = asc_review_bounds_intersect(value->bounds, found);
  return ASC_OK;
}

/* Writes the position after a ply and its task. Returns false if the game ends there, also by repetition or the ply
   limit. */
static bool task_after(const review_context *context, int index, asc_search_task *task, asc_position *after) {
  const asc_rules *rules = context->review->rules;
  *task = task_at(context, index);
  memcpy(after, task->position, rules->position_size);
  asc_position_play(rules, after, context->review->plies[index].move);
  bool repeated = asc_history_count(task->keys, task->key_count, asc_position_repetition_key(rules, after)) >= 2;
  bool last = task->plies_left == 1;
  if (task->plies_left > 0) task->plies_left--;
  task->position = after;
  return !repeated && !last && asc_position_count(rules, after) > 0;
}

static int best_evaluate(const review_context *context, int index, asc_review_value *best, asc_solution *solution) {
  asc_search_task task = task_at(context, index);
  int code = value_prove(context, &task, DIVISOR_FIRST, best, solution);
  if (code < 0 || best->line.length > 0) return code;
  code = value_search(context, &task, best);
  bool is_bounded = best->line.certainty != ASC_ESTIMATE || best->bounds.lower == best->bounds.upper;
  /* The first proof may not find a line; the transposition table makes the second proof short. */
  for (int i = 0; i < 2 && code == ASC_OK && is_bounded && solution->line_length == 0; i++)
    code = value_prove(context, &task, DIVISOR_AGAIN, best, solution);
  return code;
}

/* Proves a ply by proving the position that it leads to. */
static int played_prove(const review_context *context, int index, int divisor, asc_review_value *played) {
  const asc_rules *rules = context->review->rules;
  const asc_review_ply *ply = &context->review->plies[index];
  asc_position after;
  asc_search_task task;
  asc_solution solution;
  asc_review_value next_value = {.bounds = asc_review_bounds_none(rules)};
  if (!task_after(context, index, &task, &after)) return ASC_OK;
  int code = value_prove(context, &task, divisor, &next_value, &solution);
  if (asc_position_turn(rules, &after) != ply->player) {
    next_value.bounds = asc_review_bounds_for_opponent(rules, next_value.bounds);
    next_value.line.score = asc_score_for_opponent(rules, next_value.line.score);
  }
  played->bounds = asc_review_bounds_intersect(played->bounds, next_value.bounds);
  if (next_value.line.length == 0) return code;
  played->line = next_value.line;
  asc_review_line_prepend(&played->line, &next_value.line, ply->move);
  return code;
}

/* Searches the ply as deep as all moves were searched, because scores of different depths do not compare. A proven
   score compares with any. */
static int played_evaluate(const review_context *context, int index, const asc_review_value *best,
                           asc_review_value *played) {
  const asc_review_ply *ply = &context->review->plies[index];
  asc_search_task task = task_at(context, index);
  int code = played_prove(context, index, DIVISOR_FIRST, played);
  if (code < 0 || played->line.length > 0) return code;
  task.root_moves = &ply->move;
  task.root_move_count = 1;
  if (best->bounds.lower < best->bounds.upper) task.depth = best->line.depth;
  if (best->line.moves[0] == ply->move)
    played->line = best->line; /* the bounds are not copied: they hold for the best of all moves */
  else
    code = value_search(context, &task, played);
  return code < 0 || played->line.certainty == ASC_ESTIMATE ? code
                                                            : played_prove(context, index, DIVISOR_AGAIN, played);
}

static int move_evaluate(review_context *context, int index) {
  asc_review *review = context->review;
  asc_review_ply *ply = &review->plies[index];
  asc_review_value *best = &ply->searched[0], *played = &ply->searched[1];
  asc_solution solution;
  ply->choice_count = asc_position_count(review->rules, asc_play_position_before(review->play, ply->event_index));
  *best = *played = (asc_review_value){.bounds = asc_review_bounds_none(review->rules)};
  int code = best_evaluate(context, index, best, &solution);
  bool is_best = false;
  for (int i = 0; i < solution.best_count; i++) is_best |= solution.best[i] == ply->move;
  if (code == ASC_OK && is_best) {
    *played = *best;
    if (best->line.moves[0] != ply->move) played->line.length = 1, played->line.moves[0] = ply->move;
  } else if (code == ASC_OK) {
    code = played_evaluate(context, index, best, played);
  }
  return code;
}

/* Extends a line that a proof cut to its first moves, by a smaller search. */
static int line_extend(const review_context *context, int index, asc_line *line) {
  enum { LENGTH_MIN = 3, DIVISOR = 4 };
  const asc_rules *rules = context->review->rules;
  asc_search_task task = task_at(context, index);
  asc_position after;
  memcpy(&after, task.position, rules->position_size);
  for (int i = 0; i < line->length; i++) asc_position_play(rules, &after, line->moves[i]);
  if (line->length >= LENGTH_MIN || asc_position_count(rules, &after) == 0) return ASC_OK;
  asc_search_report report;
  asc_search_task smaller = {.position = &after, .nodes = task.nodes / DIVISOR, .hard_us = task.hard_us / DIVISOR};
  /* A part of a small limit must not become 0, which is no limit. */
  if (smaller.nodes == 0 && task.nodes > 0) smaller.nodes = 1;
  if (smaller.hard_us == 0 && task.hard_us > 0) smaller.hard_us = 1;
  int code = asc_search_run(context->search, &smaller, &report);
  for (int i = 0; code == ASC_OK && i < report.lines[0].length && line->length < ASC_LINE_MAX; i++)
    line->moves[line->length++] = report.lines[0].moves[i];
  return code;
}

static int roll_evaluate(review_context *context, int index) {
  asc_review *review = context->review;
  asc_review_ply *ply = &review->plies[index];
  asc_search_task task = task_at(context, index);
  asc_roll roll;
  int code = asc_roll_open(&roll, review->rules, task.position);
  while (code >= 0 && !asc_progress_is_stopped(context->progress) &&
         (code = asc_roll_deepen(&roll, context->search, &task)) > 0)
    continue;
  const asc_roll_face *face = roll.depth == 0 ? NULL : &roll.faces[asc_roll_find_face(&roll, ply->move)];
  for (int i = 0; face != NULL && i < review->rules->players; i++) {
    ply->averages[i] = roll.averages[i];
    ply->luck[i] = face->values[i] - roll.averages[i];
  }
  ply->choice_count = roll.face_count;
  asc_roll_close(&roll);
  return code;
}

int asc_review_evaluate_ply(asc_review *review, int ply, asc_search *search, const asc_search_limits *limits,
                            const asc_progress *progress) {
  review_context context = context_make(review, search, limits, progress);
  asc_search_clear(search);
  int code = review->plies[ply].is_roll ? roll_evaluate(&context, ply) : move_evaluate(&context, ply);
  if (code < 0 || asc_progress_is_stopped(progress)) return code;
  review->plies[ply].is_evaluated = true;
  review->evaluated_count++;
  return ASC_OK;
}

/* Finds the best other move if the ply, which a search took for the best, is proven to be worse. */
static int other_best_find(const review_context *context, int index) {
  asc_review_ply *ply = &context->review->plies[index];
  asc_move moves[ASC_MOVES_MAX];
  asc_search_report report;
  asc_search_task task = task_at(context, index);
  int count = asc_position_moves(context->review->rules, task.position, moves);
  task.root_moves = moves;
  for (int i = 0; i < count; i++)
    if (moves[i] != ply->move) moves[task.root_move_count++] = moves[i];
  int code = asc_search_run(context->search, &task, &report);
  if (code < 0) return code;
  ply->best.line.depth = report.lines[0].depth;
  ply->best.line.length = report.lines[0].length;
  memcpy(ply->best.line.moves, report.lines[0].moves, sizeof ply->best.line.moves);
  return ASC_OK;
}

static int move_explain(const review_context *context, int index) {
  const asc_review *review = context->review;
  asc_review_ply *ply = &review->plies[index];
  bool needs_other = ply->loss > 0 && ply->best.line.moves[0] == ply->move;
  bool needs_extension =
      ply->loss >= review->thresholds[ASC_REVIEW_GRADE_INACCURACY] && review->rules->game->odds == NULL;
  if (!needs_other && !needs_extension) return ASC_OK;
  asc_search_clear(context->search);
  int code = needs_other ? other_best_find(context, index) : ASC_OK;
  if (code == ASC_OK && needs_extension) code = line_extend(context, index, &ply->best.line);
  return code == ASC_OK && needs_extension ? line_extend(context, index, &ply->played.line) : code;
}

int asc_review_finish(asc_review *review, asc_search *search, const asc_search_limits *limits,
                      const asc_progress *progress) {
  review_context context = context_make(review, search, limits, progress);
  int code = ASC_OK;
  asc_review_combine(review);
  for (int i = review->ply_count - 1; i >= 0 && code == ASC_OK && !asc_progress_is_stopped(progress); i--)
    if (review->plies[i].is_evaluated && !review->plies[i].is_roll) code = move_explain(&context, i);
  return code;
}

int asc_review_run(asc_review *review, asc_search *search, const asc_search_limits *limits,
                   const asc_progress *progress) {
  for (int i = review->ply_count - 1; i >= 0; i--) {
    int code = asc_review_evaluate_ply(review, i, search, limits, progress);
    if (code < 0) return code;
    if (!review->plies[i].is_evaluated) break;
    asc_progress_report(progress);
  }
  return asc_review_finish(review, search, limits, progress);
}
