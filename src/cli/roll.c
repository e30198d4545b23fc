#include "roll.h"

#include "think.h"

#include <stdlib.h>
#include <string.h>

int roll_open(cli_roll *roll, const asc_rules *rules, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  *roll = (cli_roll){.count = asc_position_moves(rules, position, moves)};
  roll->faces = calloc((size_t)roll->count + 1, sizeof *roll->faces);
  if (roll->faces == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < roll->count; i++) {
    roll->faces[i].move = moves[i];
    roll->faces[i].odds = asc_position_odds(rules, position, moves[i]);
    roll->odds += roll->faces[i].odds;
  }
  return ASC_OK;
}

void roll_close(cli_roll *roll) {
  free(roll->faces);
  roll->faces = NULL;
}

void roll_values(const asc_rules *rules, const asc_line *line, int player, int32_t values[ASC_PLAYERS_MAX]) {
  bool chance = rules->game->score == ASC_SCORE_CHANCE;
  for (int i = 0; i < rules->players; i++)
    values[i] = chance ? line->chances[i] : i == player - 1 ? line->score : -line->score;
}

/* The weighted mean of the faces, rounded to nearest. */
static void averages_take(cli_roll *roll, int players) {
  for (int i = 0; i < players; i++) {
    int64_t sum = 0, odds = roll->odds;
    for (int k = 0; k < roll->count; k++) sum += (int64_t)roll->faces[k].odds * roll->faces[k].values[i];
    roll->averages[i] = (int32_t)((2 * sum + (sum < 0 ? -odds : odds)) / (2 * odds));
  }
}

void roll_play(const asc_rules *rules, const void *position, asc_move face, asc_position *after) {
  memcpy(after, position, rules->position_size);
  asc_position_play(rules, after, face);
}

int roll_search(cli_roll *roll, asc_search *search, const asc_rules *rules, const void *position,
                const asc_task *limits, const asc_line *known) {
  roll_face *face = &roll->faces[roll->done];
  asc_position after;
  roll_play(rules, position, face->move, &after);
  asc_outcome outcome;
  if (asc_position_outcome(rules, &after, &outcome)) {
    for (int i = 0; i < rules->players; i++) face->values[i] = think_outcome_score(rules, &outcome, i + 1);
    face->line.certainty = ASC_EXACT;
  } else {
    asc_report report = {.lines = known};
    asc_task task = *limits;
    task.position = &after;
    int code = known != NULL ? ASC_OK : asc_search_run(search, &task, &report);
    if (code < 0) return code;
    roll->nodes += report.nodes;
    face->line = report.lines[0];
    roll_values(rules, &face->line, asc_position_turn(rules, &after), face->values);
  }
  if (++roll->done == roll->count) averages_take(roll, rules->players);
  return ASC_OK;
}

int roll_find(const cli_roll *roll, asc_move move) {
  for (int i = 0; i < roll->count; i++)
    if (roll->faces[i].move == move) return i;
  return -1;
}
