/* Writes a review as JSON. */
#include "base/strbuf.h"
#include "review.h"
#include "score.h"

static void line_json(asc_json *json, const char *name, const asc_review *review, const asc_review_ply *ply,
                      const asc_line *line) {
  asc_json_open(json, name, '{');
  asc_line_members_json(json, review->rules, asc_play_position_before(review->play, ply->event_index), line);
  asc_json_close(json, '}');
}

static void ply_json(asc_json *json, const asc_review *review, const asc_review_ply *ply) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "move", asc_play_event(review->play, ply->event_index)->token);
  asc_json_number(json, "player", ply->player);
  if (ply->is_evaluated && ply->is_roll) {
    asc_score_values_json(json, "averages", review->rules, ply->averages);
    asc_score_values_json(json, "luck", review->rules, ply->luck);
  } else if (ply->is_evaluated) {
    asc_json_number(json, "choices", ply->choice_count);
    asc_json_hundredths(json, "loss", ply->loss);
    asc_json_text(json, "proof", asc_review_loss_certainty_name(ply->loss_certainty));
    line_json(json, "best", review, ply, &ply->best.line);
    line_json(json, "played", review, ply, &ply->played.line);
  }
  asc_json_close(json, '}');
}

static void turn_json(asc_json *json, const asc_review *review, const asc_review_turn *turn) {
  asc_json_open(json, NULL, '{');
  asc_json_number(json, "number", asc_review_turn_number(review, turn));
  asc_json_number(json, "player", turn->player);
  asc_json_bool(json, "roll", turn->is_roll);
  if (turn->is_evaluated && !turn->is_roll) {
    asc_json_text(json, "grade", asc_review_grade_name(turn->grade));
    asc_json_hundredths(json, "loss", turn->loss);
    asc_json_text(json, "proof", asc_review_loss_certainty_name(turn->loss_certainty));
  }
  asc_json_open(json, "plies", '[');
  for (int i = 0; i < turn->ply_count; i++) ply_json(json, review, &review->plies[turn->first_ply + i]);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void grades_json(asc_json *json, const asc_review_player *player) {
  asc_json_open(json, "grades", '{');
  for (int i = 0; i < ASC_REVIEW_GRADE_COUNT; i++)
    asc_json_number(json, asc_review_grade_name((asc_review_grade)i), player->grade_counts[i]);
  asc_json_close(json, '}');
}

static void player_json(asc_json *json, const asc_review *review, int index) {
  const asc_review_player *player = &review->players[index];
  int choice_turns = player->turn_count - player->grade_counts[ASC_REVIEW_GRADE_FORCED];
  asc_json_open(json, NULL, '{');
  asc_json_number(json, "player", index + 1);
  asc_json_text(json, "name", review->seats.names[index]);
  asc_json_number(json, "turns", player->turn_count);
  grades_json(json, player);
  asc_json_hundredths(json, "loss", player->loss);
  asc_json_text(json, "proof", asc_review_loss_certainty_name(player->loss_certainty));
  if (choice_turns == 0)
    asc_json_null(json, "mean_loss");
  else
    asc_json_hundredths(json, "mean_loss", player->loss / choice_turns);
  if (player->worst_turn < 0)
    asc_json_null(json, "worst");
  else
    asc_json_number(json, "worst", player->worst_turn + 1);
  if (asc_review_has_dice(review)) {
    asc_json_hundredths(json, "luck", player->luck);
    asc_json_hundredths(json, "own_luck", player->own_luck);
  }
  asc_json_close(json, '}');
}

void asc_review_json(asc_json *json, const asc_review *review) {
  bool chance = review->rules->game->score == ASC_SCORE_CHANCE;
  asc_json_number(json, "number", review->game_number);
  asc_json_bool(json, "ok", true);
  asc_json_text(json, "game", review->rules->spec);
  asc_json_text(json, "result", review->summary->result);
  asc_json_text(json, "unit", chance ? "percent" : "points");
  asc_json_open(json, "thresholds", '{');
  for (int i = ASC_REVIEW_GRADE_INACCURACY; i < ASC_REVIEW_GRADE_COUNT; i++)
    asc_json_hundredths(json, asc_review_grade_name((asc_review_grade)i), review->thresholds[i]);
  asc_json_close(json, '}');
  asc_json_open(json, "turns", '[');
  for (int i = 0; i < review->turn_count; i++) turn_json(json, review, &review->turns[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "players", '[');
  for (int i = 0; i < review->rules->players; i++) player_json(json, review, i);
  asc_json_close(json, ']');
}

int asc_review_write_json(const asc_review *review, char **text, size_t *length) {
  asc_strbuf buffer = {0};
  asc_json json = asc_strbuf_json(&buffer);
  asc_json_open(&json, NULL, '{');
  asc_review_json(&json, review);
  asc_json_close(&json, '}');
  asc_strbuf_add_char(&buffer, '\n');
  return asc_strbuf_take(&buffer, text, length);
}
