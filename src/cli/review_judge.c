/* What every ply of a game lost, and how lucky every roll was. */
#include "review.h"

#include "roll.h"

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
    think_seats seats;
    if (think_seats_read(&seats, game->rules, asc_play_before(play, i)) < 0) return ASC_E_MEMORY;
    item = item_find(item, i);
    game->plies[game->ply_count++] = (review_ply){
        .item = item, .event = i, .move = event->move, .roll = event->player == ASC_CHANCE, .player = seats.player};
  }
  return think_seats_read(&game->seats, game->rules, asc_play_first(play));
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

static void loss_take(review_ply *ply) {
  const asc_line *best = &ply->best, *played = &ply->played;
  ply->loss = best->score > played->score ? best->score - played->score : 0;
  bool exact = best->certainty == ASC_EXACT && played->certainty == ASC_EXACT;
  ply->proof = ply->choices == 1 || exact ? PROOF_EXACT : PROOF_NONE;
  if (ply->proof == PROOF_NONE && ply->loss > 0 && at_least(best) && at_most(played)) ply->proof = PROOF_BOUND;
}

static int choice_judge(review_desk *desk, int index) {
  review_ply *ply = &desk->game->plies[index];
  asc_task task = task_at(desk, index);
  asc_report report;
  ply->choices = asc_position_count(desk->game->rules, task.position);
  int code = asc_search_run(desk->search, &task, &report);
  if (code < 0) return code;
  ply->best = report.lines[0];
  /* The same depth for both: scores of different depths do not compare. */
  if (ply->best.moves[0] != ply->move) {
    task.moves = &ply->move;
    task.move_count = 1;
    task.depth = ply->best.depth;
    code = asc_search_run(desk->search, &task, &report);
    if (code < 0) return code;
  }
  ply->played = report.lines[0];
  loss_take(ply);
  return ASC_OK;
}

static int roll_judge(review_desk *desk, int index) {
  review_game *game = desk->game;
  review_ply *ply = &game->plies[index], *next = index + 1 < game->ply_count ? ply + 1 : NULL;
  asc_task task = task_at(desk, index);
  task.keys = NULL;
  task.key_count = 0;
  cli_roll roll;
  int code = roll_open(&roll, game->rules, task.position);
  while (code == ASC_OK && roll.done < roll.count) {
    /* What the roll was used for has been searched already, as the choice that followed. */
    bool known = roll.faces[roll.done].move == ply->move && next != NULL && !next->roll && next->judged;
    code = roll_search(&roll, desk->search, game->rules, task.position, &task, known ? &next->best : NULL);
  }
  const roll_face *face = code < 0 ? NULL : &roll.faces[roll_find(&roll, ply->move)];
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
    code = game->plies[i].roll ? roll_judge(&desk, i) : choice_judge(&desk, i);
    if (think_interrupted()) break;
    game->plies[i].judged = code == ASC_OK;
    progress->told(progress->data, game->ply_count - i);
  }
  free(desk.keys);
  return code;
}
