/* Finds the threat in a position by analysing it after a pass; see threat.h. */
#include "threat.h"

#include "analysis.h"
#include "score.h"

#include <ascona/edit.h>

#include <string.h>

/* Adds the moves of `line` that belong to the turn of the threat's player. */
static void turn_add(asc_threat *threat, const asc_rules *rules, const asc_position *position, const asc_line *line) {
  asc_position at = *position;
  threat->certainty = line->certainty;
  threat->score = line->score;
  for (int i = 0; i < line->length && threat->move_count < ASC_LINE_MAX; i++) {
    if (asc_position_turn(rules, &at) != threat->player) return;
    threat->moves[threat->move_count++] = line->moves[i];
    asc_position_play(rules, &at, line->moves[i]);
  }
}

/* Adds the best face for the player and the turn that follows it. */
static void best_face_add(asc_threat *threat, const asc_analysis *analysis) {
  const asc_roll *roll = &analysis->roll;
  const asc_roll_face *best = NULL;
  asc_position after;
  for (int i = 0; i < roll->face_count && roll->depth > 0; i++)
    if (best == NULL || roll->faces[i].values[threat->player - 1] > best->values[threat->player - 1])
      best = &roll->faces[i];
  if (best == NULL) return;
  threat->moves[threat->move_count++] = best->move;
  asc_roll_position_after(roll, best, &after);
  turn_add(threat, analysis->rules, &after, &best->line);
  threat->score = best->values[threat->player - 1];
}

int asc_threat_find(asc_threat *threat, const asc_play *play, asc_search *search, const asc_search_limits *limits,
                    const asc_progress *progress) {
  const asc_rules *rules = asc_play_rules(play);
  asc_play *passed_play;
  asc_analysis *analysis;
  memset(threat, 0, sizeof *threat);
  memcpy(&threat->position, asc_play_position(play), rules->position_size);
  if (asc_play_end(play) != ASC_END_NONE || !asc_position_pass(rules, &threat->position)) return ASC_OK;
  int code = asc_play_open(&passed_play, rules, &threat->position);
  if (code < 0) return code;
  code = asc_analysis_open(&analysis, passed_play);
  if (code < 0) {
    asc_play_close(passed_play);
    return code;
  }
  code = asc_analysis_run(analysis, search, &(asc_analysis_options){.limits = *limits, .lines = 1}, progress);
  threat->player = analysis->seats.to_move;
  if (code == ASC_OK && analysis->report.line_count > 0)
    turn_add(threat, rules, &threat->position, &analysis->report.lines[0]);
  else if (code == ASC_OK)
    best_face_add(threat, analysis);
  asc_analysis_close(analysis);
  asc_play_close(passed_play);
  return code;
}

void asc_threat_json(asc_json *json, const asc_rules *rules, const asc_threat *threat) {
  asc_json_number(json, "player", threat->player);
  asc_line_tokens_json(json, "moves", rules, &threat->position, threat->moves, threat->move_count);
  asc_json_text(json, "kind", asc_certainty_name(threat->certainty));
  asc_json_hundredths(json, "value", threat->score);
}
