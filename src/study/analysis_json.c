/* Writes an analysis as JSON. */
#include "analysis.h"
#include "base/strbuf.h"
#include "score.h"

static void face_json(asc_json *json, const asc_analysis *a, const asc_roll_face *face) {
  char token[ASC_TOKEN_MAX];
  asc_position after;
  asc_move_write(a->rules, a->position_before_roll, face->move, token);
  asc_roll_position_after(&a->roll, face, &after);
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "face", token);
  asc_json_number(json, "odds", face->odds);
  asc_json_text(json, "kind", asc_certainty_name(face->line.certainty));
  asc_json_hundredths(json, "value", face->values[a->seats.to_move - 1]);
  asc_score_values_json(json, "values", a->rules, face->values);
  asc_line_tokens_json(json, "line", a->rules, &after, face->line.moves, face->line.length);
  asc_json_close(json, '}');
}

static void roll_json(asc_json *json, const asc_analysis *a) {
  const int32_t *averages = a->roll.averages;
  int player_index = a->seats.to_move - 1;
  asc_json_open(json, "roll", '{');
  asc_json_number(json, "depth", a->roll.depth);
  asc_json_open(json, "faces", '[');
  for (int i = 0; i < a->roll.face_count; i++) face_json(json, a, &a->roll.faces[i]);
  asc_json_close(json, ']');
  asc_json_hundredths(json, "average", averages[player_index]);
  asc_score_values_json(json, "averages", a->rules, averages);
  if (a->rolled_face >= 0) {
    const asc_roll_face *face = &a->roll.faces[a->rolled_face];
    char token[ASC_TOKEN_MAX];
    asc_move_write(a->rules, a->position_before_roll, face->move, token);
    asc_json_text(json, "rolled", token);
    asc_json_hundredths(json, "luck", face->values[player_index] - averages[player_index]);
  }
  asc_json_close(json, '}');
}

void asc_analysis_json(asc_json *json, const asc_analysis *a, bool final) {
  char position[ASC_POSITION_TEXT_MAX];
  asc_outcome outcome;
  bool over = asc_play_outcome(a->play, &outcome);
  asc_position_write(a->rules, a->position, position, sizeof position);
  asc_json_text(json, "game", a->rules->spec);
  asc_json_text(json, "position", position);
  asc_json_number(json, "player", a->seats.to_move);
  asc_json_text(json, "result", asc_outcome_name(a->rules, over, &outcome));
  asc_json_number(json, "depth", asc_analysis_depth(a));
  asc_json_number(json, "nodes", (int64_t)asc_analysis_nodes(a));
  asc_json_seconds(json, "seconds", a->elapsed_us);
  asc_json_open(json, "lines", '[');
  for (int i = 0; i < a->report.line_count; i++) asc_line_json(json, a->rules, a->position, &a->report.lines[i]);
  asc_json_close(json, ']');
  asc_json_bool(json, "final", final);
  if (a->roll.depth > 0) roll_json(json, a);
}

int asc_analysis_write_json(const asc_analysis *analysis, bool final, char **text, size_t *length) {
  asc_strbuf buffer = {0};
  asc_json json = asc_strbuf_json(&buffer);
  asc_json_open(&json, NULL, '{');
  asc_analysis_json(&json, analysis, final);
  asc_json_close(&json, '}');
  asc_strbuf_add_char(&buffer, '\n');
  return asc_strbuf_take(&buffer, text, length);
}
