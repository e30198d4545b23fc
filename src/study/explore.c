#include "explore.h"

#include <ascona/knowledge.h>

#include "core/clock.h"
#include "score.h"

#include <stdlib.h>
#include <string.h>

bool asc_explorer_offers(const asc_rules *rules) {
  return asc_book(rules).ask != NULL && rules->players == 2 && rules->game->odds == NULL;
}

static void row_after(const asc_explorer *explorer, const asc_explored *row, asc_position *next) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  memcpy(next, asc_play_position(explorer->play), rules->position_size);
  asc_position_play(rules, next, explorer->alike.moves[row->index]);
}

/* The position after the move is worth `score` to who is to move there. */
static void row_learn(asc_explorer *explorer, asc_explored *row, const asc_position *next, int32_t score) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  const asc_knowledge *knowledge = rules->game->knowledge;
  bool other = asc_position_turn(rules, next) != asc_play_turn(explorer->play);
  int plies = knowledge->length == NULL ? 0 : knowledge->length(rules, next, score);
  row->known = true;
  row->score = other ? asc_score_turned(rules, score) : score;
  row->plies = plies > 0 ? plies + 1 : 0;
  explorer->open--;
}

static void row_recall(asc_explorer *explorer, asc_explored *row) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  asc_oracle book = asc_book(rules);
  asc_position next;
  asc_outcome outcome;
  int32_t score;
  int plies;
  row_after(explorer, row, &next);
  row->over = asc_position_outcome(rules, &next, &outcome);
  if (row->over) {
    row->known = true;
    row->score = asc_score_of(rules, &outcome, asc_play_turn(explorer->play));
    row->plies = row->score != 0;
    explorer->open--;
  } else if (book.ask(book.data, &next, &score, &plies)) {
    row_learn(explorer, row, &next, score);
  }
}

int asc_explorer_open(asc_explorer *explorer, const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  *explorer = (asc_explorer){.play = play};
  if (!asc_explorer_offers(rules) || asc_play_end(play) != ASC_END_NONE) return ASC_OK;
  int code = asc_alike_open(&explorer->alike, rules, asc_play_position(play));
  if (code < 0) return code;
  explorer->rows = calloc((size_t)explorer->alike.count + 1, sizeof *explorer->rows);
  if (explorer->rows == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < explorer->alike.count; i++)
    if (explorer->alike.first[i] == i) explorer->rows[explorer->count++].index = i;
  explorer->open = explorer->count;
  for (int i = 0; i < explorer->count; i++) row_recall(explorer, &explorer->rows[i]);
  explorer->solved = explorer->open == 0 && explorer->count > 0;
  return ASC_OK;
}

void asc_explorer_close(asc_explorer *explorer) {
  asc_alike_close(&explorer->alike);
  free(explorer->rows);
}

static int row_prove(asc_explorer *explorer, asc_explored *row, asc_search *search, int64_t microseconds) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  asc_position next;
  asc_solution found;
  row_after(explorer, row, &next);
  asc_task task = {.position = &next, .hard = microseconds};
  if (rules->ply_limit > 0) task.plies_left = rules->ply_limit - asc_play_plies(explorer->play) - 1;
  if (rules->ply_limit > 0 && task.plies_left < 1) { /* then it is a draw */
    row_learn(explorer, row, &next, 0);
    return 1;
  }
  int code = asc_search_solve(search, &task, &found, NULL, NULL);
  if (code < 0 || !found.proved) return code < 0 ? code : 0;
  row_learn(explorer, row, &next, found.least);
  return 1;
}

int asc_explorer_run(asc_explorer *explorer, asc_search *search, int64_t microseconds, const asc_watch *watch) {
  enum { SLICE = 50000, LONGER = 4 };
  int64_t ends = asc_clock_microseconds() + microseconds;
  for (int64_t slice = SLICE; explorer->open > 0; slice *= LONGER) {
    for (int i = 0; i < explorer->count; i++) {
      int64_t left = ends - asc_clock_microseconds();
      if (left <= 0 || watch->stopped(watch->data)) return ASC_OK;
      if (explorer->rows[i].known) continue;
      int code = row_prove(explorer, &explorer->rows[i], search, slice < left ? slice : left);
      if (code < 0) return code;
      if (code > 0) watch->told(watch->data);
    }
  }
  return ASC_OK;
}

static void row_json(asc_json *json, const asc_explorer *explorer, const asc_explored *row) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  const void *position = asc_play_position(explorer->play);
  asc_json_open(json, NULL, '{');
  asc_alike_json(json, "moves", &explorer->alike, rules, position, row->index);
  asc_json_text(json, "kind", row->known ? "exact" : "unknown");
  if (row->known)
    asc_json_hundredths(json, "value", row->score);
  else
    asc_json_null(json, "value");
  if (row->plies > 0)
    asc_json_number(json, "plies", row->plies);
  else
    asc_json_null(json, "plies");
  asc_json_bool(json, "over", row->over);
  asc_json_close(json, '}');
}

void asc_explorer_json(asc_json *json, const asc_explorer *explorer, bool final) {
  asc_json_bool(json, "offered", asc_explorer_offers(asc_play_rules(explorer->play)));
  asc_json_bool(json, "solved", explorer->solved);
  asc_json_bool(json, "final", final);
  asc_json_open(json, "rows", '[');
  for (int i = 0; i < explorer->count; i++) row_json(json, explorer, &explorer->rows[i]);
  asc_json_close(json, ']');
}
