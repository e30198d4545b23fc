/* Fills the rows of the move explorer from the book and from proofs; see explorer.h. */
#include "explorer.h"

#include <ascona/knowledge.h>

#include "base/clock.h"
#include "score.h"

#include <stdlib.h>
#include <string.h>

bool asc_explorer_supports(const asc_rules *rules) {
  return asc_book_oracle(rules).probe != NULL && rules->players == 2 && rules->game->odds == NULL;
}

static void row_position(const asc_explorer *explorer, const asc_explorer_row *row, asc_position *next) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  memcpy(next, asc_play_position(explorer->play), rules->position_size);
  asc_position_play(rules, next, explorer->moves.moves[row->move_index]);
}

/* Sets the value of a row from `score`, the value of the position after the move for the player to move there. */
static void row_set(asc_explorer *explorer, asc_explorer_row *row, const asc_position *next, int32_t score) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  const asc_knowledge *knowledge = rules->game->knowledge;
  bool is_for_opponent = asc_position_turn(rules, next) != asc_play_turn(explorer->play);
  int plies = knowledge->plies_to_end == NULL ? 0 : knowledge->plies_to_end(rules, next, score);
  row->is_known = true;
  row->score = is_for_opponent ? asc_score_for_opponent(rules, score) : score;
  row->plies = plies > 0 ? plies + 1 : 0;
  explorer->unknown_count--;
}

static void row_read_book(asc_explorer *explorer, asc_explorer_row *row) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  asc_oracle book = asc_book_oracle(rules);
  asc_position next;
  asc_outcome outcome;
  int32_t score;
  int plies;
  row_position(explorer, row, &next);
  row->is_over = asc_position_outcome(rules, &next, &outcome);
  if (row->is_over) {
    row->is_known = true;
    row->score = asc_score_from_outcome(rules, &outcome, asc_play_turn(explorer->play));
    row->plies = row->score != 0;
    explorer->unknown_count--;
  } else if (book.probe(book.data, &next, &score, &plies)) {
    row_set(explorer, row, &next, score);
  }
}

int asc_explorer_open(asc_explorer *explorer, const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  *explorer = (asc_explorer){.play = play};
  if (!asc_explorer_supports(rules) || asc_play_end(play) != ASC_END_NONE) return ASC_OK;
  int code = asc_symmetry_moves_open(&explorer->moves, rules, asc_play_position(play));
  if (code < 0) return code;
  explorer->rows = calloc((size_t)explorer->moves.count + 1, sizeof *explorer->rows);
  if (explorer->rows == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < explorer->moves.count; i++)
    if (explorer->moves.representatives[i] == i) explorer->rows[explorer->row_count++].move_index = i;
  explorer->unknown_count = explorer->row_count;
  for (int i = 0; i < explorer->row_count; i++) row_read_book(explorer, &explorer->rows[i]);
  explorer->is_solved_by_book = explorer->unknown_count == 0 && explorer->row_count > 0;
  return ASC_OK;
}

void asc_explorer_close(asc_explorer *explorer) {
  asc_symmetry_moves_close(&explorer->moves);
  free(explorer->rows);
}

static int row_prove(asc_explorer *explorer, asc_explorer_row *row, asc_search *search, int64_t time_us) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  asc_position next;
  asc_solution found;
  row_position(explorer, row, &next);
  asc_search_task task = {.position = &next, .hard_us = time_us};
  if (rules->ply_limit > 0) task.plies_left = rules->ply_limit - asc_play_ply_count(explorer->play) - 1;
  if (rules->ply_limit > 0 && task.plies_left < 1) { /* the ply limit makes it a draw */
    row_set(explorer, row, &next, 0);
    return 1;
  }
  int code = asc_search_solve(search, &task, &found, NULL, NULL);
  if (code < 0 || !found.proved) return code < 0 ? code : 0;
  row_set(explorer, row, &next, found.lower);
  return 1;
}

int asc_explorer_run(asc_explorer *explorer, asc_search *search, int64_t time_us, const asc_progress *progress) {
  enum { SLICE_US = 50000, GROWTH = 4 };
  int64_t end_us = asc_clock_now_us() + time_us;
  for (int64_t slice_us = SLICE_US; explorer->unknown_count > 0; slice_us *= GROWTH) {
    for (int i = 0; i < explorer->row_count; i++) {
      int64_t left_us = end_us - asc_clock_now_us();
      if (left_us <= 0 || asc_progress_is_stopped(progress)) return ASC_OK;
      if (explorer->rows[i].is_known) continue;
      int code = row_prove(explorer, &explorer->rows[i], search, slice_us < left_us ? slice_us : left_us);
      if (code < 0) return code;
      if (code > 0) asc_progress_report(progress);
    }
  }
  return ASC_OK;
}

static void row_json(asc_json *json, const asc_explorer *explorer, const asc_explorer_row *row) {
  const asc_rules *rules = asc_play_rules(explorer->play);
  const void *position = asc_play_position(explorer->play);
  asc_json_open(json, NULL, '{');
  asc_symmetry_moves_json(json, "moves", &explorer->moves, rules, position, row->move_index);
  asc_json_text(json, "kind", row->is_known ? "exact" : "unknown");
  if (row->is_known)
    asc_json_hundredths(json, "value", row->score);
  else
    asc_json_null(json, "value");
  if (row->plies > 0)
    asc_json_number(json, "plies", row->plies);
  else
    asc_json_null(json, "plies");
  asc_json_bool(json, "over", row->is_over);
  asc_json_close(json, '}');
}

void asc_explorer_json(asc_json *json, const asc_explorer *explorer, bool final) {
  asc_json_bool(json, "offered", asc_explorer_supports(asc_play_rules(explorer->play)));
  asc_json_bool(json, "solved", explorer->is_solved_by_book);
  asc_json_bool(json, "final", final);
  asc_json_open(json, "rows", '[');
  for (int i = 0; i < explorer->row_count; i++) row_json(json, explorer, &explorer->rows[i]);
  asc_json_close(json, ']');
}
