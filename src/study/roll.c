#include "roll.h"

#include "core/clock.h"
#include "score.h"

#include <stdlib.h>
#include <string.h>

int asc_roll_open(asc_roll *roll, const asc_rules *rules, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  *roll = (asc_roll){.rules = rules, .position = position, .began = asc_clock_microseconds()};
  roll->count = asc_position_moves(rules, position, moves);
  roll->faces = calloc((size_t)roll->count + 1, sizeof *roll->faces);
  roll->deeper = calloc((size_t)roll->count + 1, sizeof *roll->deeper);
  if (roll->faces == NULL || roll->deeper == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < roll->count; i++) {
    uint32_t odds = asc_position_odds(rules, position, moves[i]);
    roll->deeper[i] = roll->faces[i] = (asc_roll_face){.move = moves[i], .odds = odds};
    roll->odds += odds;
  }
  return ASC_OK;
}

void asc_roll_close(asc_roll *roll) {
  free(roll->faces);
  free(roll->deeper);
}

int asc_roll_find(const asc_roll *roll, asc_move move) {
  for (int i = 0; i < roll->count; i++)
    if (roll->faces[i].move == move) return i;
  return -1;
}

void asc_roll_play(const asc_roll *roll, const asc_roll_face *face, asc_position *after) {
  memcpy(after, roll->position, roll->rules->position_size);
  asc_position_play(roll->rules, after, face->move);
}

/* What the line of a face is worth to each player: his chance to win, or the margin seen from his side. */
static void values_take(const asc_rules *rules, asc_roll_face *face, int player) {
  bool chance = rules->game->score == ASC_SCORE_CHANCE;
  for (int i = 0; i < rules->players; i++)
    face->values[i] = chance ? face->line.chances[i] : i == player - 1 ? face->line.score : -face->line.score;
}

/* The weighted means, rounded to nearest. */
static void averages_take(asc_roll *roll) {
  for (int i = 0; i < roll->rules->players; i++) {
    int64_t sum = 0, odds = roll->odds;
    for (int k = 0; k < roll->count; k++) sum += (int64_t)roll->faces[k].odds * roll->faces[k].values[i];
    roll->averages[i] = (int32_t)((2 * sum + (sum < 0 ? -odds : odds)) / (2 * odds));
  }
}

/* A face may end the game. */
static bool face_ends(const asc_rules *rules, const asc_position *after, asc_roll_face *face) {
  asc_outcome outcome;
  if (!asc_position_outcome(rules, after, &outcome)) return false;
  face->line = (asc_line){.certainty = ASC_EXACT};
  for (int i = 0; i < rules->players; i++) face->values[i] = asc_score_of(rules, &outcome, i + 1);
  return true;
}

/* True when the face was searched as deep as it should be. */
static int face_search(asc_roll *roll, asc_roll_face *face, asc_search *search, const asc_task *limits) {
  asc_position after;
  asc_report report;
  asc_task task = {.position = &after, .depth = roll->depth + 1, .plies_left = limits->plies_left};
  asc_roll_play(roll, face, &after);
  if (face_ends(roll->rules, &after, face)) return true;
  int64_t spent = asc_clock_microseconds() - roll->began;
  if (roll->depth > 0) {
    if (limits->nodes > 0) task.nodes = limits->nodes > roll->nodes ? limits->nodes - roll->nodes : 1;
    if (limits->hard > 0) task.hard = limits->hard > spent ? limits->hard - spent : 1;
  }
  int code = asc_search_run(search, &task, &report);
  if (code < 0) return code;
  roll->nodes += report.nodes;
  face->line = report.lines[0];
  values_take(roll->rules, face, asc_position_turn(roll->rules, &after));
  return report.depth > roll->depth || face->line.certainty == ASC_EXACT;
}

static bool is_settled(const asc_roll *roll) {
  for (int i = 0; i < roll->count; i++)
    if (roll->faces[i].line.certainty != ASC_EXACT) return false;
  return roll->depth > 0;
}

int asc_roll_deepen(asc_roll *roll, asc_search *search, const asc_task *limits) {
  if ((limits->depth > 0 && roll->depth >= limits->depth) || is_settled(roll)) return 0;
  for (int i = 0; i < roll->count; i++) {
    int deep = face_search(roll, &roll->deeper[i], search, limits);
    if (deep < 0) return deep;
    if (deep == 0 && roll->depth > 0) return 0;
  }
  memcpy(roll->faces, roll->deeper, (size_t)roll->count * sizeof *roll->faces);
  roll->depth++;
  averages_take(roll);
  return 1;
}

void asc_roll_set(asc_roll *roll, int face, const asc_line *line) {
  asc_position after;
  asc_roll_play(roll, &roll->faces[face], &after);
  roll->faces[face].line = *line;
  values_take(roll->rules, &roll->faces[face], asc_position_turn(roll->rules, &after));
  averages_take(roll);
}
