/* A reviewed game as JSON. */
#include "review.h"
#include "score.h"

static void line_json(asc_json *json, const char *name, const asc_review *game, const asc_review_ply *ply,
                      const asc_line *line) {
  asc_json_open(json, name, '{');
  asc_json_scored(json, game->rules, asc_play_before(game->play, ply->event), line);
  asc_json_close(json, '}');
}

static void ply_json(asc_json *json, const asc_review *game, const asc_review_ply *ply) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "move", asc_play_event(game->play, ply->event)->token);
  asc_json_number(json, "player", ply->player);
  if (ply->judged && ply->roll) {
    asc_json_values(json, "averages", game->rules, ply->averages);
    asc_json_values(json, "luck", game->rules, ply->luck);
  } else if (ply->judged) {
    asc_json_number(json, "choices", ply->choices);
    asc_json_hundredths(json, "loss", ply->loss);
    asc_json_text(json, "proof", asc_loss_word(ply->proof));
    line_json(json, "best", game, ply, &ply->best.line);
    line_json(json, "played", game, ply, &ply->played.line);
  }
  asc_json_close(json, '}');
}

static void turn_json(asc_json *json, const asc_review *game, const asc_review_turn *turn) {
  asc_json_open(json, NULL, '{');
  asc_json_number(json, "number", asc_review_round(game, turn));
  asc_json_number(json, "player", turn->player);
  asc_json_bool(json, "roll", turn->roll);
  if (turn->judged && !turn->roll) {
    asc_json_text(json, "grade", asc_grade_word(turn->grade));
    asc_json_hundredths(json, "loss", turn->loss);
    asc_json_text(json, "proof", asc_loss_word(turn->proof));
  }
  asc_json_open(json, "plies", '[');
  for (int i = 0; i < turn->count; i++) ply_json(json, game, &game->plies[turn->first + i]);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void grades_json(asc_json *json, const asc_review_player *player) {
  asc_json_open(json, "grades", '{');
  for (int i = 0; i < ASC_GRADE_COUNT; i++) asc_json_number(json, asc_grade_word((asc_grade)i), player->grades[i]);
  asc_json_close(json, '}');
}

static void player_json(asc_json *json, const asc_review *game, int index) {
  const asc_review_player *player = &game->players[index];
  int chosen = player->turns - player->grades[ASC_GRADE_FORCED];
  asc_json_open(json, NULL, '{');
  asc_json_number(json, "player", index + 1);
  asc_json_text(json, "name", game->seats.names[index]);
  asc_json_number(json, "turns", player->turns);
  grades_json(json, player);
  asc_json_hundredths(json, "loss", player->loss);
  asc_json_text(json, "proof", asc_loss_word(player->proof));
  if (chosen == 0)
    asc_json_null(json, "mean_loss");
  else
    asc_json_hundredths(json, "mean_loss", player->loss / chosen);
  if (player->worst < 0)
    asc_json_null(json, "worst");
  else
    asc_json_number(json, "worst", player->worst + 1);
  if (asc_review_has_luck(game)) {
    asc_json_hundredths(json, "luck", player->luck);
    asc_json_hundredths(json, "own_luck", player->own);
  }
  asc_json_close(json, '}');
}

void asc_review_json(asc_json *json, const asc_review *game) {
  bool chance = game->rules->game->score == ASC_SCORE_CHANCE;
  asc_json_number(json, "number", game->number);
  asc_json_bool(json, "ok", true);
  asc_json_text(json, "game", game->rules->spec);
  asc_json_text(json, "result", game->summary->result);
  asc_json_text(json, "unit", chance ? "percent" : "points");
  asc_json_open(json, "thresholds", '{');
  for (int i = ASC_GRADE_INACCURACY; i < ASC_GRADE_COUNT; i++)
    asc_json_hundredths(json, asc_grade_word((asc_grade)i), game->thresholds[i]);
  asc_json_close(json, '}');
  asc_json_open(json, "turns", '[');
  for (int i = 0; i < game->turn_count; i++) turn_json(json, game, &game->turns[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "players", '[');
  for (int i = 0; i < game->rules->players; i++) player_json(json, game, i);
  asc_json_close(json, ']');
}
