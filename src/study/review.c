/* What every ply of a game lost, and how lucky every roll was. */
#include "review.h"

#include "core/history.h"
#include "engine/common/run.h"
#include "play/seats.h"
#include "roll.h"
#include "score.h"

#include <stdlib.h>
#include <string.h>

/* The ply of the record that is that event, at `item` or behind it. */
static asc_item *item_find(asc_item *item, int event) {
  while (item != NULL && (item->kind != ASC_ITEM_PLY || item->events_before != event)) item = item->next;
  return item;
}

static int plies_read(asc_review *game) {
  int events = asc_play_events(game->play);
  game->plies = calloc((size_t)events + 1, sizeof *game->plies);
  game->turns = calloc((size_t)events + 1, sizeof *game->turns);
  game->keys = calloc((size_t)events + 1, sizeof *game->keys);
  if (game->plies == NULL || game->turns == NULL || game->keys == NULL) return ASC_E_MEMORY;
  asc_item *item = asc_record_first(game->record);
  for (int i = 0; i < events; i++) {
    const asc_event *event = asc_play_event(game->play, i);
    if (event->gave_up) continue;
    asc_seats seats;
    if (asc_seats_read(&seats, game->rules, asc_play_before(game->play, i), "en") < 0) return ASC_E_MEMORY;
    item = item_find(item, i);
    game->plies[game->ply_count++] = (asc_review_ply){
        .item = item, .event = i, .move = event->move, .roll = event->player == ASC_CHANCE, .player = seats.player};
  }
  return asc_seats_read(&game->seats, game->rules, asc_play_first(game->play), "en");
}

int asc_review_open(asc_review *review, asc_record *record, const asc_summary *summary, asc_error *error) {
  *review = (asc_review){.record = record, .summary = summary};
  int code = asc_rules_open(&review->rules, summary->spec, error);
  if (code >= 0) code = asc_record_to_play(record, review->rules, &review->play, error);
  if (code < 0) return code;
  if (plies_read(review) < 0) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  for (int i = 0; i <= asc_play_events(review->play); i++)
    review->keys[i] = asc_position_key(review->rules, asc_play_before(review->play, i));
  asc_review_thresholds_set(review);
  return ASC_OK;
}

void asc_review_close(asc_review *review) {
  free(review->plies);
  free(review->turns);
  free(review->keys);
  asc_play_close(review->play);
  asc_rules_close(review->rules);
}

typedef struct review_desk {
  asc_review *game;
  asc_search *search;
  const asc_watch *watch;
  asc_task limits;
} review_desk;

static review_desk desk_of(asc_review *review, asc_search *search, const asc_limits *limits, const asc_watch *watch) {
  return (review_desk){
      review, search, watch, {.nodes = limits->nodes, .soft = limits->microseconds, .hard = limits->microseconds}};
}

static asc_task task_at(const review_desk *desk, int ply) {
  const asc_review *game = desk->game;
  asc_task task = desk->limits;
  task.position = asc_play_before(game->play, game->plies[ply].event);
  task.keys = game->keys;
  task.key_count = game->plies[ply].event + 1;
  if (game->rules->ply_limit > 0) task.plies_left = game->rules->ply_limit - ply;
  return task;
}

/* Parts of the limits for a proof: before a search, and after one that proved something of the position. A search does
   not say which move proves it. */
enum { PART_FIRST = 8, PART_AGAIN = 2 };

/* Tries to prove the value of a position, and adds what is proved to what is known of it. Where that succeeds there is
   a line that keeps it, unless it leads back to a position of the game, of which a proof knows nothing. */
static int value_prove(const review_desk *desk, const asc_task *task, int part, asc_review_value *value,
                       asc_solution *solution) {
  const asc_rules *rules = desk->game->rules;
  asc_task smaller = *task;
  *solution = (asc_solution){0};
  if (rules->players != 2 || rules->game->odds != NULL) return ASC_OK;
  if (task->nodes > 0) smaller.nodes = task->nodes / (uint64_t)part + 1;
  if (task->hard > 0) smaller.soft = smaller.hard = task->hard / part + 1;
  int code = asc_search_solve(desk->search, &smaller, solution, NULL, NULL);
  if (code < 0) return code;
  value->proved = asc_review_bounds_both(value->proved, (asc_review_bounds){solution->least, solution->most});
  if (!solution->proved || solution->length == 0) return ASC_OK;
  bool back = asc_task_goes_back(task, rules, solution->line, solution->length);
  value->line = (asc_line){.certainty = ASC_EXACT, .score = solution->least, .plies = solution->plies};
  value->line.depth = solution->length;
  value->line.length = back ? 1 : solution->length;
  memcpy(value->line.moves, solution->line, sizeof solution->line);
  return ASC_OK;
}

/* A search for a line, and what it proves of the moves that it looks at. */
static int value_search(const review_desk *desk, const asc_task *task, asc_review_value *value) {
  asc_report report;
  int code = asc_search_run(desk->search, task, &report);
  if (code < 0) return code;
  value->line = report.lines[0];
  asc_review_bounds found = asc_review_bounds_of(desk->game->rules, value->line.certainty, value->line.score);
  value->proved = asc_review_bounds_both(value->proved, found);
  return ASC_OK;
}

/* The position after a ply and its task. False where the game ends there, be it by repetition or the ply limit. */
static bool task_after(const review_desk *desk, int index, asc_task *task, asc_position *after) {
  const asc_rules *rules = desk->game->rules;
  *task = task_at(desk, index);
  memcpy(after, task->position, rules->position_size);
  asc_position_play(rules, after, desk->game->plies[index].move);
  bool repeated = asc_history_count(task->keys, task->key_count, asc_position_key(rules, after)) >= 2;
  bool last = task->plies_left == 1;
  if (task->plies_left > 0) task->plies_left--;
  task->position = after;
  return !repeated && !last && asc_position_count(rules, after) > 0;
}

static int best_look(const review_desk *desk, int index, asc_review_value *best, asc_solution *solution) {
  asc_task task = task_at(desk, index);
  int code = value_prove(desk, &task, PART_FIRST, best, solution);
  if (code < 0 || best->line.length > 0) return code;
  code = value_search(desk, &task, best);
  bool known = best->line.certainty != ASC_ESTIMATE || best->proved.least == best->proved.most;
  /* The first proof may leave nothing for a line; the table makes the second one short. */
  for (int i = 0; i < 2 && code == ASC_OK && known && solution->length == 0; i++)
    code = value_prove(desk, &task, PART_AGAIN, best, solution);
  return code;
}

/* A ply is proved by the position that it leads to. */
static int played_prove(const review_desk *desk, int index, int part, asc_review_value *played) {
  const asc_rules *rules = desk->game->rules;
  const asc_review_ply *ply = &desk->game->plies[index];
  asc_position after;
  asc_task task;
  asc_solution solution;
  asc_review_value then = {.proved = asc_review_bounds_none(rules)};
  if (!task_after(desk, index, &task, &after)) return ASC_OK;
  int code = value_prove(desk, &task, part, &then, &solution);
  if (asc_position_turn(rules, &after) != ply->player) {
    then.proved = asc_review_bounds_turned(rules, then.proved);
    then.line.score = asc_score_turned(rules, then.line.score);
  }
  played->proved = asc_review_bounds_both(played->proved, then.proved);
  if (then.line.length == 0) return code;
  played->line = then.line;
  asc_review_line_before(&played->line, &then.line, ply->move);
  return code;
}

/* The ply is searched as deep as all moves were, for scores of different depths do not compare; one that is proved
   compares with any. */
static int played_look(const review_desk *desk, int index, const asc_review_value *best, asc_review_value *played) {
  const asc_review_ply *ply = &desk->game->plies[index];
  asc_task task = task_at(desk, index);
  int code = played_prove(desk, index, PART_FIRST, played);
  if (code < 0 || played->line.length > 0) return code;
  task.moves = &ply->move;
  task.move_count = 1;
  if (best->proved.least < best->proved.most) task.depth = best->line.depth;
  if (best->line.moves[0] == ply->move)
    played->line = best->line; /* its bounds are those of the best of all moves */
  else
    code = value_search(desk, &task, played);
  return code < 0 || played->line.certainty == ASC_ESTIMATE ? code : played_prove(desk, index, PART_AGAIN, played);
}

static int choice_look(review_desk *desk, int index) {
  asc_review *game = desk->game;
  asc_review_ply *ply = &game->plies[index];
  asc_review_value *best = &ply->found[0], *played = &ply->found[1];
  asc_solution solution;
  ply->choices = asc_position_count(game->rules, asc_play_before(game->play, ply->event));
  *best = *played = (asc_review_value){.proved = asc_review_bounds_none(game->rules)};
  int code = best_look(desk, index, best, &solution);
  bool keeps = false;
  for (int i = 0; i < solution.best_count; i++) keeps |= solution.best[i] == ply->move;
  if (code == ASC_OK && keeps) {
    *played = *best;
    if (best->line.moves[0] != ply->move) played->line.length = 1, played->line.moves[0] = ply->move;
  } else if (code == ASC_OK) {
    code = played_look(desk, index, best, played);
  }
  return code;
}

/* A proof may leave no more than the first move: then a smaller search says how it would go on. */
static int line_extend(const review_desk *desk, int index, asc_line *line) {
  enum { ENOUGH = 3, PART = 4 };
  const asc_rules *rules = desk->game->rules;
  asc_task task = task_at(desk, index);
  asc_position after;
  memcpy(&after, task.position, rules->position_size);
  for (int i = 0; i < line->length; i++) asc_position_play(rules, &after, line->moves[i]);
  if (line->length >= ENOUGH || asc_position_count(rules, &after) == 0) return ASC_OK;
  asc_report report;
  asc_task smaller = {.position = &after, .nodes = task.nodes / PART, .hard = task.hard / PART};
  int code = asc_search_run(desk->search, &smaller, &report);
  for (int i = 0; code == ASC_OK && i < report.lines[0].length && line->length < ASC_LINE_MAX; i++)
    line->moves[line->length++] = report.lines[0].moves[i];
  return code;
}

static int roll_look(review_desk *desk, int index) {
  asc_review *game = desk->game;
  asc_review_ply *ply = &game->plies[index];
  asc_task task = task_at(desk, index);
  asc_roll roll;
  int code = asc_roll_open(&roll, game->rules, task.position);
  while (code >= 0 && !desk->watch->stopped(desk->watch->data) &&
         (code = asc_roll_deepen(&roll, desk->search, &task)) > 0)
    continue;
  const asc_roll_face *face = roll.depth == 0 ? NULL : &roll.faces[asc_roll_find(&roll, ply->move)];
  for (int i = 0; face != NULL && i < game->rules->players; i++) {
    ply->averages[i] = roll.averages[i];
    ply->luck[i] = face->values[i] - roll.averages[i];
  }
  ply->choices = roll.count;
  asc_roll_close(&roll);
  return code;
}

int asc_review_look(asc_review *review, int ply, asc_search *search, const asc_limits *limits, const asc_watch *watch) {
  review_desk desk = desk_of(review, search, limits, watch);
  asc_search_clear(search);
  int code = review->plies[ply].roll ? roll_look(&desk, ply) : choice_look(&desk, ply);
  if (code < 0 || watch->stopped(watch->data)) return code;
  review->plies[ply].judged = true;
  review->judged++;
  return ASC_OK;
}

/* A ply that a search took for the best may be proved to be worse: then another move is the best. */
static int others_look(const review_desk *desk, int index) {
  asc_review_ply *ply = &desk->game->plies[index];
  asc_move moves[ASC_MOVES_MAX];
  asc_report report;
  asc_task task = task_at(desk, index);
  int count = asc_position_moves(desk->game->rules, task.position, moves);
  task.moves = moves;
  for (int i = 0; i < count; i++)
    if (moves[i] != ply->move) moves[task.move_count++] = moves[i];
  int code = asc_search_run(desk->search, &task, &report);
  if (code < 0) return code;
  ply->best.line.depth = report.lines[0].depth;
  ply->best.line.length = report.lines[0].length;
  memcpy(ply->best.line.moves, report.lines[0].moves, sizeof ply->best.line.moves);
  return ASC_OK;
}

static int choice_explain(const review_desk *desk, int index) {
  const asc_review *game = desk->game;
  asc_review_ply *ply = &game->plies[index];
  bool other = ply->loss > 0 && ply->best.line.moves[0] == ply->move;
  bool longer = ply->loss >= game->thresholds[ASC_GRADE_INACCURACY] && game->rules->game->odds == NULL;
  if (!other && !longer) return ASC_OK;
  asc_search_clear(desk->search);
  int code = other ? others_look(desk, index) : ASC_OK;
  if (code == ASC_OK && longer) code = line_extend(desk, index, &ply->best.line);
  return code == ASC_OK && longer ? line_extend(desk, index, &ply->played.line) : code;
}

int asc_review_conclude(asc_review *review, asc_search *search, const asc_limits *limits, const asc_watch *watch) {
  review_desk desk = desk_of(review, search, limits, watch);
  int code = ASC_OK;
  asc_review_settle(review);
  for (int i = review->ply_count - 1; i >= 0 && code == ASC_OK && !watch->stopped(watch->data); i--)
    if (review->plies[i].judged && !review->plies[i].roll) code = choice_explain(&desk, i);
  return code;
}

int asc_review_judge(asc_review *review, asc_search *search, const asc_limits *limits, const asc_watch *watch) {
  for (int i = review->ply_count - 1; i >= 0; i--) {
    int code = asc_review_look(review, i, search, limits, watch);
    if (code < 0) return code;
    if (!review->plies[i].judged) break;
    watch->told(watch->data);
  }
  return asc_review_conclude(review, search, limits, watch);
}
