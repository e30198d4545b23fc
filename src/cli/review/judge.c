/* What every ply of a game lost, and how lucky every roll was. */
#include "review.h"

#include "cli/roll.h"
#include "play/seats.h"

#include <stdlib.h>
#include <string.h>

/* The ply of the record that is that event, at `item` or behind it. */
static asc_item *item_find(asc_item *item, int event) {
  while (item != NULL && (item->kind != ASC_ITEM_PLY || item->events_before != event)) item = item->next;
  return item;
}

int review_open(review_game *game, const asc_record *record, const asc_play *play, const asc_summary *summary) {
  int events = asc_play_events(play);
  *game = (review_game){.rules = asc_play_rules(play), .record = record, .play = play, .summary = summary};
  game->plies = calloc((size_t)events + 1, sizeof *game->plies);
  game->turns = calloc((size_t)events + 1, sizeof *game->turns);
  if (game->plies == NULL || game->turns == NULL) return ASC_E_MEMORY;
  asc_item *item = asc_record_first(record);
  for (int i = 0; i < events; i++) {
    const asc_event *event = asc_play_event(play, i);
    if (event->gave_up) continue;
    asc_seats seats;
    if (asc_seats_read(&seats, game->rules, asc_play_before(play, i)) < 0) return ASC_E_MEMORY;
    item = item_find(item, i);
    game->plies[game->ply_count++] = (review_ply){
        .item = item, .event = i, .move = event->move, .roll = event->player == ASC_CHANCE, .player = seats.player};
  }
  review_thresholds_set(game);
  return asc_seats_read(&game->seats, game->rules, asc_play_first(play));
}

void review_close(review_game *game) {
  free(game->plies);
  free(game->turns);
}

typedef struct review_desk {
  review_game *game;
  asc_search *search;
  asc_task limits;
  uint64_t *keys; /* of all positions of the game */
} review_desk;

static asc_task task_at(const review_desk *desk, int ply) {
  const review_game *game = desk->game;
  asc_task task = desk->limits;
  task.position = asc_play_before(game->play, game->plies[ply].event);
  task.keys = desk->keys;
  task.key_count = game->plies[ply].event + 1;
  if (game->rules->ply_limit > 0) task.plies_left = game->rules->ply_limit - ply;
  return task;
}

static bool at_least(const asc_line *line) { return line->certainty == ASC_EXACT || line->certainty == ASC_LOWER; }
static bool at_most(const asc_line *line) { return line->certainty == ASC_EXACT || line->certainty == ASC_UPPER; }

/* A line as it is after one more move in front, seen by the other of two players, or by the same. */
static asc_line line_before(const asc_rules *rules, const asc_line *line, asc_move move, bool other) {
  static const asc_certainty turned[] = {
      [ASC_ESTIMATE] = ASC_ESTIMATE, [ASC_LOWER] = ASC_UPPER, [ASC_UPPER] = ASC_LOWER, [ASC_EXACT] = ASC_EXACT};
  asc_line before = *line;
  if (other) {
    before.certainty = turned[line->certainty];
    before.score = rules->game->score == ASC_SCORE_CHANCE ? 2 * ASC_SCORE_WIN - line->score : -line->score;
  }
  int kept = line->length < ASC_LINE_MAX ? line->length : ASC_LINE_MAX - 1;
  memmove(before.moves + 1, line->moves, (size_t)kept * sizeof *before.moves);
  before.moves[0] = move;
  before.plies = line->plies > 0 ? line->plies + 1 : 0;
  before.length = kept + 1;
  return before;
}

/* What was found one ply later is known of this one too: what is proved of it, and how it goes on. */
static void played_learn(const review_desk *desk, int index) {
  const review_game *game = desk->game;
  review_ply *ply = &game->plies[index], *next = ply + 1;
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
static void best_replace(review_ply *ply) {
  const asc_line *played = &ply->played;
  bool least = at_least(played);
  bool most = ply->choices == 1 ? at_most(played) : at_most(&ply->best) && played->score >= ply->best.score;
  ply->best = *played;
  ply->best.certainty = least && most ? ASC_EXACT : least ? ASC_LOWER : most ? ASC_UPPER : ASC_ESTIMATE;
}

static void loss_take(review_ply *ply) {
  const asc_line *played = &ply->played;
  if (ply->best.moves[0] == ply->move || played->score >= ply->best.score) best_replace(ply);
  ply->loss = ply->best.score - played->score;
  bool exact = ply->best.certainty == ASC_EXACT && played->certainty == ASC_EXACT;
  ply->proof = ply->choices == 1 || exact ? PROOF_EXACT : PROOF_NONE;
  if (ply->proof == PROOF_NONE && ply->loss > 0 && at_least(&ply->best) && at_most(played)) ply->proof = PROOF_BOUND;
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
  review_ply *ply = &desk->game->plies[index];
  asc_task task = task_at(desk, index);
  asc_report report;
  int code = asc_search_run(desk->search, &task, &report);
  if (code < 0) return code;
  ply->best = report.lines[0];
  if (ply->best.moves[0] != ply->move) {
    task.moves = &ply->move;
    task.move_count = 1;
    task.depth = ply->best.depth; /* scores of different depths do not compare */
    code = asc_search_run(desk->search, &task, &report);
    if (code < 0) return code;
  }
  ply->played = report.lines[0];
  return ASC_OK;
}

static int choice_judge(review_desk *desk, int index) {
  review_game *game = desk->game;
  review_ply *ply = &game->plies[index];
  ply->choices = asc_position_count(game->rules, asc_play_before(game->play, ply->event));
  int code = lines_search(desk, index);
  if (code < 0) return code;
  played_learn(desk, index);
  loss_take(ply);
  bool explained = ply->loss >= game->thresholds[GRADE_INACCURACY] && game->rules->game->odds == NULL;
  if (explained) code = line_extend(desk, index, &ply->best);
  if (explained && code == ASC_OK) code = line_extend(desk, index, &ply->played);
  return code;
}

static int roll_judge(review_desk *desk, int index) {
  review_game *game = desk->game;
  review_ply *ply = &game->plies[index];
  asc_task task = task_at(desk, index);
  cli_roll roll;
  int code = roll_open(&roll, game->rules, task.position);
  while (code >= 0 && !think_interrupted() && (code = roll_deepen(&roll, desk->search, &task)) > 0) continue;
  const roll_face *face = roll.depth == 0 ? NULL : &roll.faces[roll_find(&roll, ply->move)];
  for (int i = 0; face != NULL && i < game->rules->players; i++) {
    ply->averages[i] = roll.averages[i];
    ply->luck[i] = face->values[i] - roll.averages[i];
  }
  ply->choices = roll.count;
  roll_close(&roll);
  return code;
}

int review_judge(review_game *game, asc_search *search, const think_limits *limits, const review_progress *progress) {
  review_desk desk = {.game = game, .search = search};
  int events = asc_play_events(game->play), code = ASC_OK;
  desk.keys = calloc((size_t)events + 1, sizeof *desk.keys);
  if (desk.keys == NULL) return ASC_E_MEMORY;
  for (int i = 0; i <= events; i++) desk.keys[i] = asc_position_key(game->rules, asc_play_before(game->play, i));
  desk.limits =
      (asc_task){.nodes = (uint64_t)limits->nodes, .soft = limits->microseconds, .hard = limits->microseconds};
  for (int i = game->ply_count - 1; i >= 0 && code == ASC_OK; i--) {
    asc_search_clear(search); /* what a ply is worth should not hang on the plies judged before it */
    code = game->plies[i].roll ? roll_judge(&desk, i) : choice_judge(&desk, i);
    if (think_interrupted()) break;
    game->plies[i].judged = code == ASC_OK;
    progress->told(progress->data, game->ply_count - i);
  }
  free(desk.keys);
  return code;
}
