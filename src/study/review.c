/* What every ply of a game lost, and how lucky every roll was. */
#include "review.h"

#include "core/text.h"

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

static bool at_least(const asc_line *line) { return line->certainty == ASC_EXACT || line->certainty == ASC_LOWER; }
static bool at_most(const asc_line *line) { return line->certainty == ASC_EXACT || line->certainty == ASC_UPPER; }

/* A line as it is after one more move in front, seen by the other of two players, or by the same. */
static asc_line line_before(const asc_rules *rules, const asc_line *line, asc_move move, bool other) {
  asc_line before = *line;
  if (other) {
    before.certainty = asc_certainty_turned(line->certainty);
    before.score = asc_score_turned(rules, line->score);
  }
  int kept = line->length < ASC_LINE_MAX ? line->length : ASC_LINE_MAX - 1;
  memmove(before.moves + 1, line->moves, (size_t)kept * sizeof *before.moves);
  before.moves[0] = move;
  before.plies = line->plies > 0 ? line->plies + 1 : 0;
  before.length = kept + 1;
  return before;
}

/* What was found one ply later is known of this one too: what is proved of it, and how it goes on. */
static void played_learn(asc_review *game, int index) {
  asc_review_ply *ply = &game->plies[index], *next = ply + 1;
  bool follows = index + 1 < game->ply_count && next->judged && next->event == ply->event + 1;
  if (!follows || ply->roll || next->roll || game->rules->players != 2) return;
  asc_line later = line_before(game->rules, &next->best, ply->move, next->player != ply->player);
  const asc_line *played = &ply->played;
  bool settles = later.certainty == ASC_EXACT && played->certainty != ASC_EXACT;
  bool refutes = later.certainty == ASC_UPPER && !at_most(played) && played->score > later.score;
  bool raises = later.certainty == ASC_LOWER && !at_least(played) && played->score < later.score;
  if (settles || refutes || raises)
    ply->played = later;
  else if (played->length < 2)
    ply->played.length = later.length, memcpy(ply->played.moves, later.moves, sizeof later.moves);
}

/* The best line is the played one. That is proved to be all there is only where nothing else gets more: a move that
   turned out well says no more than "at least" of the position. */
static void best_replace(asc_review_ply *ply) {
  const asc_line *played = &ply->played;
  bool least = at_least(played);
  bool most = ply->choices == 1 ? at_most(played) : at_most(&ply->best) && played->score >= ply->best.score;
  ply->best = *played;
  ply->best.certainty = least && most ? ASC_EXACT : least ? ASC_LOWER : most ? ASC_UPPER : ASC_ESTIMATE;
}

static void loss_take(asc_review_ply *ply) {
  const asc_line *played = &ply->played;
  if (ply->best.moves[0] == ply->move || played->score >= ply->best.score) best_replace(ply);
  ply->loss = ply->best.score - played->score;
  bool exact = ply->best.certainty == ASC_EXACT && played->certainty == ASC_EXACT;
  ply->proof = ply->choices == 1 || exact ? ASC_LOSS_EXACT : ASC_LOSS_GUESSED;
  if (ply->proof == ASC_LOSS_GUESSED && ply->loss > 0 && at_least(&ply->best) && at_most(played))
    ply->proof = ASC_LOSS_AT_LEAST;
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

static int lines_search(review_desk *desk, int index) {
  asc_review_ply *ply = &desk->game->plies[index];
  asc_task task = task_at(desk, index);
  asc_report report;
  int code = asc_search_run(desk->search, &task, &report);
  if (code < 0) return code;
  ply->found[0] = report.lines[0];
  if (ply->found[0].moves[0] != ply->move) {
    task.moves = &ply->move;
    task.move_count = 1;
    task.depth = ply->found[0].depth; /* scores of different depths do not compare */
    code = asc_search_run(desk->search, &task, &report);
    if (code < 0) return code;
  }
  ply->found[1] = report.lines[0];
  return ASC_OK;
}

static int choice_look(review_desk *desk, int index) {
  asc_review *game = desk->game;
  asc_review_ply *ply = &game->plies[index];
  ply->choices = asc_position_count(game->rules, asc_play_before(game->play, ply->event));
  return lines_search(desk, index);
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

/* What a choice lost. What was found of the next ply must be put together before. */
static void choice_settle(asc_review *review, int index) {
  asc_review_ply *ply = &review->plies[index];
  ply->best = ply->found[0];
  ply->played = ply->found[1];
  played_learn(review, index);
  loss_take(ply);
}

void asc_review_settle(asc_review *review) {
  for (int i = review->ply_count - 1; i >= 0; i--)
    if (review->plies[i].judged && !review->plies[i].roll) choice_settle(review, i);
  asc_review_grade_turns(review);
}

static int choice_explain(const review_desk *desk, int index) {
  const asc_review *game = desk->game;
  asc_review_ply *ply = &game->plies[index];
  if (ply->loss < game->thresholds[ASC_GRADE_INACCURACY] || game->rules->game->odds != NULL) return ASC_OK;
  asc_search_clear(desk->search);
  int code = line_extend(desk, index, &ply->best);
  return code < 0 ? code : line_extend(desk, index, &ply->played);
}

int asc_review_conclude(asc_review *review, asc_search *search, const asc_limits *limits, const asc_watch *watch) {
  review_desk desk = desk_of(review, search, limits, watch);
  int code = ASC_OK;
  for (int i = review->ply_count - 1; i >= 0 && code == ASC_OK; i--) {
    if (!review->plies[i].judged || review->plies[i].roll) continue;
    choice_settle(review, i);
    if (!watch->stopped(watch->data)) code = choice_explain(&desk, i);
  }
  asc_review_grade_turns(review);
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
