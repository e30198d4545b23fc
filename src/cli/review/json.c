/* A reviewed game as JSON. */
#include "review.h"

static json_t *values_json(const review_game *game, const int32_t *values) {
  json_t *list = json_array();
  for (int i = 0; i < game->rules->players; i++) json_array_append_new(list, score_json(values[i]));
  return list;
}

static json_t *line_json(const review_game *game, const review_ply *ply, const asc_line *line) {
  return json_pack("{s:s, s:o, s:i, s:o}", "kind", asc_certainty_word(line->certainty), "value",
                   score_json(line->score), "depth", line->depth, "line",
                   score_json_line(game->rules, asc_play_before(game->play, ply->event), line->moves, line->length));
}

static json_t *ply_json(const review_game *game, const review_ply *ply) {
  json_t *object =
      json_pack("{s:s, s:i}", "move", asc_play_event(game->play, ply->event)->token, "player", ply->player);
  if (!ply->judged) return object;
  if (ply->roll) {
    json_object_set_new(object, "averages", values_json(game, ply->averages));
    json_object_set_new(object, "luck", values_json(game, ply->luck));
    return object;
  }
  json_object_set_new(object, "choices", json_integer(ply->choices));
  json_object_set_new(object, "loss", score_json(ply->loss));
  json_object_set_new(object, "proof", json_string(review_proof_word(ply->proof)));
  json_object_set_new(object, "best", line_json(game, ply, &ply->best));
  json_object_set_new(object, "played", line_json(game, ply, &ply->played));
  return object;
}

static json_t *turn_json(const review_game *game, const review_turn *turn) {
  json_t *plies = json_array();
  for (int i = 0; i < turn->count; i++) json_array_append_new(plies, ply_json(game, &game->plies[turn->first + i]));
  json_t *object =
      json_pack("{s:i, s:i, s:b}", "number", review_round(game, turn), "player", turn->player, "roll", turn->roll);
  if (turn->judged && !turn->roll) {
    json_object_set_new(object, "grade", json_string(review_grade_word(turn->grade)));
    json_object_set_new(object, "loss", score_json(turn->loss));
    json_object_set_new(object, "proof", json_string(review_proof_word(turn->proof)));
  }
  json_object_set_new(object, "plies", plies);
  return object;
}

static json_t *player_json(const review_game *game, int index) {
  const review_player *player = &game->players[index];
  json_t *grades = json_object();
  for (int i = 0; i < GRADE_COUNT; i++)
    json_object_set_new(grades, review_grade_word((review_grade)i), json_integer(player->grades[i]));
  json_t *worst = player->worst < 0 ? json_null() : json_integer(player->worst + 1);
  int chosen = player->turns - player->grades[GRADE_FORCED];
  json_t *object = json_pack("{s:i, s:s, s:i, s:o, s:o, s:s, s:o, s:o}", "player", index + 1, "name",
                             game->seats.names[index], "turns", player->turns, "grades", grades, "loss",
                             score_json(player->loss), "proof", review_proof_word(player->proof), "mean_loss",
                             chosen == 0 ? json_null() : score_json(player->loss / chosen), "worst", worst);
  if (review_has_luck(game)) {
    json_object_set_new(object, "luck", score_json(player->luck));
    json_object_set_new(object, "own_luck", score_json(player->own));
  }
  return object;
}

json_t *review_json(const review_game *game) {
  json_t *turns = json_array(), *players = json_array(), *thresholds = json_object();
  for (int i = 0; i < game->turn_count; i++) json_array_append_new(turns, turn_json(game, &game->turns[i]));
  for (int i = 0; i < game->rules->players; i++) json_array_append_new(players, player_json(game, i));
  for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
    json_object_set_new(thresholds, review_grade_word((review_grade)i), score_json(game->thresholds[i]));
  bool chance = game->rules->game->score == ASC_SCORE_CHANCE;
  return json_pack("{s:i, s:b, s:s, s:s, s:s, s:o, s:o, s:o}", "number", game->number, "ok", true, "game",
                   game->rules->spec, "result", game->summary->result, "unit", chance ? "percent" : "points",
                   "thresholds", thresholds, "turns", turns, "players", players);
}
