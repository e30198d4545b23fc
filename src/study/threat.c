#include "threat.h"

#include "analysis.h"
#include "score.h"

#include <ascona/edit.h>

#include <string.h>

/* Of a line from `position`, what belongs to the turn that is under way there. */
static void turn_take(asc_threat *threat, const asc_rules *rules, const asc_position *position, const asc_line *line) {
  asc_position at = *position;
  threat->certainty = line->certainty;
  threat->score = line->score;
  for (int i = 0; i < line->length && threat->count < ASC_LINE_MAX; i++) {
    if (asc_position_turn(rules, &at) != threat->player) return;
    threat->moves[threat->count++] = line->moves[i];
    asc_position_play(rules, &at, line->moves[i]);
  }
}

/* The face he would like best, and what he would do with it. */
static void face_take(asc_threat *threat, const asc_analysis *analysis) {
  const asc_roll *roll = &analysis->roll;
  const asc_roll_face *best = NULL;
  asc_position after;
  for (int i = 0; i < roll->count && roll->depth > 0; i++)
    if (best == NULL || roll->faces[i].values[threat->player - 1] > best->values[threat->player - 1])
      best = &roll->faces[i];
  if (best == NULL) return;
  threat->moves[threat->count++] = best->move;
  asc_roll_play(roll, best, &after);
  turn_take(threat, analysis->rules, &after, &best->line);
  threat->score = best->values[threat->player - 1];
}

int asc_threat_find(asc_threat *threat, const asc_play *play, asc_search *search, const asc_limits *limits,
                    const asc_watch *watch) {
  const asc_rules *rules = asc_play_rules(play);
  asc_play *passed;
  asc_analysis analysis;
  memset(threat, 0, sizeof *threat);
  memcpy(&threat->passed, asc_play_position(play), rules->position_size);
  if (asc_play_end(play) != ASC_END_NONE || !asc_position_pass(rules, &threat->passed)) return ASC_OK;
  int code = asc_play_open(&passed, rules, &threat->passed);
  if (code < 0) return code;
  code = asc_analysis_open(&analysis, passed);
  if (code == ASC_OK)
    code = asc_analysis_run(&analysis, search, &(asc_analysis_wish){.limits = *limits, .lines = 1}, watch);
  threat->player = analysis.seats.player;
  if (code == ASC_OK && analysis.report.count > 0)
    turn_take(threat, rules, &threat->passed, &analysis.report.lines[0]);
  else if (code == ASC_OK)
    face_take(threat, &analysis);
  asc_analysis_close(&analysis);
  asc_play_close(passed);
  return code;
}

void asc_threat_json(asc_json *json, const asc_rules *rules, const asc_threat *threat) {
  asc_json_number(json, "player", threat->player);
  asc_json_line(json, "moves", rules, &threat->passed, threat->moves, threat->count);
  asc_json_text(json, "kind", asc_certainty_word(threat->certainty));
  asc_json_hundredths(json, "value", threat->score);
}
