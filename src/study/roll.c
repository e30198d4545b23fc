/* Searches the faces of a die roll in passes of growing depth; see roll.h. */
#include "roll.h"

#include "base/clock.h"
#include "score.h"

#include <stdlib.h>
#include <string.h>

int asc_roll_open(asc_roll *roll, const asc_rules *rules, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  *roll = (asc_roll){.rules = rules, .position = position, .started_us = asc_clock_now_us()};
  roll->face_count = asc_position_moves(rules, position, moves);
  roll->faces = calloc((size_t)roll->face_count + 1, sizeof *roll->faces);
  roll->deeper_faces = calloc((size_t)roll->face_count + 1, sizeof *roll->deeper_faces);
  if (roll->faces == NULL || roll->deeper_faces == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < roll->face_count; i++) {
    uint32_t odds = asc_position_odds(rules, position, moves[i]);
    roll->deeper_faces[i] = roll->faces[i] = (asc_roll_face){.move = moves[i], .odds = odds};
    roll->total_odds += odds;
  }
  return ASC_OK;
}

void asc_roll_close(asc_roll *roll) {
  free(roll->faces);
  free(roll->deeper_faces);
}

int asc_roll_find_face(const asc_roll *roll, asc_move move) {
  for (int i = 0; i < roll->face_count; i++)
    if (roll->faces[i].move == move) return i;
  return -1;
}

void asc_roll_position_after(const asc_roll *roll, const asc_roll_face *face, asc_position *after) {
  memcpy(after, roll->position, roll->rules->position_size);
  asc_position_play(roll->rules, after, face->move);
}

/* Sets the value of a face for each player from its line: the chance to win, or the margin as that player sees it.
   `player` is the player to move after the face. */
static void values_set(const asc_rules *rules, asc_roll_face *face, int player) {
  bool chance = rules->game->score == ASC_SCORE_CHANCE;
  for (int i = 0; i < rules->players; i++)
    face->values[i] = chance ? face->line.chances[i] : i == player - 1 ? face->line.score : -face->line.score;
}

/* Sets the averages: means weighted by the odds, rounded to nearest. */
static void averages_set(asc_roll *roll) {
  for (int i = 0; i < roll->rules->players; i++) {
    int64_t sum = 0, odds = roll->total_odds;
    for (int k = 0; k < roll->face_count; k++) sum += (int64_t)roll->faces[k].odds * roll->faces[k].values[i];
    roll->averages[i] = (int32_t)((2 * sum + (sum < 0 ? -odds : odds)) / (2 * odds));
  }
}

/* Sets the result of a face that ends the game. Returns whether it does. */
static bool face_set_if_over(const asc_rules *rules, const asc_position *after, asc_roll_face *face) {
  asc_outcome outcome;
  if (!asc_position_outcome(rules, after, &outcome)) return false;
  face->line = (asc_line){.certainty = ASC_EXACT};
  for (int i = 0; i < rules->players; i++) face->values[i] = asc_score_from_outcome(rules, &outcome, i + 1);
  return true;
}

/* Returns 1 if the face was searched as deep as required, 0 if a limit came first, or an error code. */
static int face_search(asc_roll *roll, asc_roll_face *face, asc_search *search, const asc_search_task *limits) {
  asc_position after;
  asc_search_report report;
  asc_search_task task = {.position = &after, .depth = roll->depth + 1, .plies_left = limits->plies_left};
  asc_roll_position_after(roll, face, &after);
  if (face_set_if_over(roll->rules, &after, face)) return true;
  int64_t elapsed_us = asc_clock_now_us() - roll->started_us;
  if (roll->depth > 0) {
    if (limits->nodes > 0) task.nodes = limits->nodes > roll->nodes ? limits->nodes - roll->nodes : 1;
    if (limits->hard_us > 0) task.hard_us = limits->hard_us > elapsed_us ? limits->hard_us - elapsed_us : 1;
  }
  int code = asc_search_run(search, &task, &report);
  if (code < 0) return code;
  roll->nodes += report.nodes;
  face->line = report.lines[0];
  values_set(roll->rules, face, asc_position_turn(roll->rules, &after));
  return report.depth > roll->depth || face->line.certainty == ASC_EXACT;
}

static bool is_exact(const asc_roll *roll) {
  for (int i = 0; i < roll->face_count; i++)
    if (roll->faces[i].line.certainty != ASC_EXACT) return false;
  return roll->depth > 0;
}

int asc_roll_deepen(asc_roll *roll, asc_search *search, const asc_search_task *limits) {
  if ((limits->depth > 0 && roll->depth >= limits->depth) || is_exact(roll)) return 0;
  for (int i = 0; i < roll->face_count; i++) {
    int result = face_search(roll, &roll->deeper_faces[i], search, limits);
    if (result < 0) return result;
    if (result == 0 && roll->depth > 0) return 0;
  }
  memcpy(roll->faces, roll->deeper_faces, (size_t)roll->face_count * sizeof *roll->faces);
  roll->depth++;
  averages_set(roll);
  return 1;
}

void asc_roll_set_line(asc_roll *roll, int face, const asc_line *line) {
  asc_position after;
  asc_roll_position_after(roll, &roll->faces[face], &after);
  roll->faces[face].line = *line;
  values_set(roll->rules, &roll->faces[face], asc_position_turn(roll->rules, &after));
  averages_set(roll);
}
