/* An analysis as JSON. */
#include "analyse.h"

#include "cli/json_line.h"

/* A number for each player. */
static json_t *values_json(const asc_rules *rules, const int32_t *values) {
  json_t *list = json_array();
  for (int i = 0; i < rules->players; i++) json_array_append_new(list, score_json(values[i]));
  return list;
}

static json_t *line_json(const analysis *a, const asc_line *line) {
  json_t *object =
      json_pack("{s:s, s:o, s:i, s:o}", "kind", asc_certainty_word(line->certainty), "value", score_json(line->score),
                "depth", line->depth, "line", score_json_line(a->rules, a->position, line->moves, line->length));
  if (line->plies > 0) json_object_set_new(object, "plies", json_integer(line->plies));
  if (a->rules->game->score == ASC_SCORE_CHANCE)
    json_object_set_new(object, "chances", values_json(a->rules, line->chances));
  return object;
}

static json_t *face_json(const analysis *a, const roll_face *face) {
  char token[ASC_TOKEN_MAX];
  asc_position after;
  asc_move_write(a->rules, a->before, face->move, token);
  roll_play(&a->roll, face, &after);
  return json_pack("{s:s, s:i, s:s, s:o, s:o, s:o}", "face", token, "odds", (int)face->odds, "kind",
                   asc_certainty_word(face->line.certainty), "value", score_json(face->values[a->seats.player - 1]),
                   "values", values_json(a->rules, face->values), "line",
                   score_json_line(a->rules, &after, face->line.moves, face->line.length));
}

static json_t *roll_json(const analysis *a) {
  json_t *faces = json_array();
  for (int i = 0; i < a->roll.count; i++) json_array_append_new(faces, face_json(a, &a->roll.faces[i]));
  json_t *object = json_pack("{s:i, s:o, s:o}", "depth", a->roll.depth, "faces", faces, "average",
                             score_json(a->roll.averages[a->seats.player - 1]));
  json_object_set_new(object, "averages", values_json(a->rules, a->roll.averages));
  if (a->rolled < 0) return object;
  const roll_face *face = &a->roll.faces[a->rolled];
  char token[ASC_TOKEN_MAX];
  asc_move_write(a->rules, a->before, face->move, token);
  json_object_set_new(object, "rolled", json_string(token));
  json_object_set_new(object, "luck",
                      score_json(face->values[a->seats.player - 1] - a->roll.averages[a->seats.player - 1]));
  return object;
}

static json_t *result_json(const analysis *a) {
  asc_outcome outcome;
  bool over = asc_play_outcome(a->play, &outcome);
  return json_string(asc_outcome_word(a->rules, over, &outcome));
}

int analysis_print_json(const analysis *a, bool final) {
  char position[ASC_TEXT_MAX];
  asc_position_write(a->rules, a->position, position, sizeof position);
  uint64_t nodes = a->report.nodes + a->roll.nodes;
  int depth = analysis_depth(a);
  json_t *lines = json_array();
  for (int i = 0; i < a->report.count; i++) json_array_append_new(lines, line_json(a, &a->report.lines[i]));
  json_t *object =
      json_pack("{s:s, s:s, s:i, s:o, s:i, s:I, s:f, s:o, s:b}", "game", a->rules->spec, "position", position, "player",
                a->seats.player, "result", result_json(a), "depth", depth, "nodes", (json_int_t)nodes, "seconds",
                (double)a->microseconds / 1e6, "lines", lines, "final", final);
  if (a->roll.depth > 0) json_object_set_new(object, "roll", roll_json(a));
  return json_line_print("analyse", object, SCORE_JSON);
}
