/* Writes moves, lines, losses and luck of a review as text. */
#include "base/text.h"
#include "review.h"
#include "say/say.h"
#include "score.h"

#include <stdio.h>
#include <string.h>

/* Appends words to a text, after a space if the text is not empty. */
static void text_add(char *text, size_t size, const char *words) {
  size_t length = strlen(text);
  if (words[0] != '\0') (void)snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", words);
}

/* Appends the tokens of the plies first … end - 1. */
static void plies_add(const asc_review *review, int first, int end, char *text, size_t size) {
  for (int i = first; i < end; i++)
    text_add(text, size, asc_play_event(review->play, review->plies[i].event_index)->token);
}

void asc_review_turn_write(const asc_review *review, const asc_review_turn *turn, char *text, size_t size) {
  text[0] = '\0';
  plies_add(review, turn->first_ply, turn->first_ply + turn->ply_count, text, size);
}

static const void *position_before(const asc_review *review, const asc_review_ply *ply) {
  return asc_play_position_before(review->play, ply->event_index);
}

void asc_review_better_line_write(const asc_review *review, const asc_review_turn *turn, char *text, size_t size) {
  const asc_review_ply *ply = &review->plies[turn->worst_ply];
  char line[ASC_LINE_TEXT_MAX];
  text[0] = '\0';
  plies_add(review, turn->first_ply, turn->worst_ply, text, size);
  asc_line_write(review->rules, position_before(review, ply), ply->best.line.moves, ply->best.line.length, line,
                 sizeof line);
  text_add(text, size, line);
}

void asc_review_refutation_write(const asc_review *review, const asc_review_turn *turn, char *text, size_t size) {
  const asc_review_ply *ply = &review->plies[turn->first_ply + turn->ply_count - 1];
  text[0] = '\0';
  if (ply->played.line.length < 2 || review->rules->game->odds != NULL) return;
  asc_position after;
  memcpy(&after, position_before(review, ply), review->rules->position_size);
  asc_position_play(review->rules, &after, ply->move);
  asc_line_write(review->rules, &after, ply->played.line.moves + 1, ply->played.line.length - 1, text, size);
}

/* Writes "3 points", "1 point" or "4.2 %". An estimate has one decimal. */
static const char *amount_write(const asc_review *review, int32_t hundredths, bool is_estimate, const char *language,
                                char text[ASC_SCORE_TEXT_MAX]) {
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX];
  bool is_chance = review->rules->game->score == ASC_SCORE_CHANCE;
  if (is_estimate) hundredths = (hundredths + (hundredths < 0 ? -5 : 5)) / 10 * 10;
  asc_hundredths_write(hundredths, number);
  return asc_say_sentence(language, is_chance ? "review.percent" : "review.points",
                          ASC_SAY_ARGS(asc_say_arg_decimal(language, "number", number, decimal)), text,
                          ASC_SCORE_TEXT_MAX);
}

const char *asc_review_loss_write(const asc_review *review, int32_t loss, asc_review_loss_certainty certainty,
                                  const char *language, char text[ASC_REVIEW_TEXT_MAX]) {
  static const char *const keys[] = {[ASC_REVIEW_LOSS_ESTIMATE] = "review.loses-about",
                                     [ASC_REVIEW_LOSS_AT_LEAST] = "review.loses-least",
                                     [ASC_REVIEW_LOSS_EXACT] = "review.loses"};
  char amount[ASC_SCORE_TEXT_MAX];
  text[0] = '\0';
  if (loss <= 0) return text;
  amount_write(review, loss, certainty == ASC_REVIEW_LOSS_ESTIMATE, language, amount);
  return asc_say_sentence(language, keys[certainty], ASC_SAY_ARGS(asc_say_arg_text("amount", amount)), text,
                          ASC_REVIEW_TEXT_MAX);
}

const char *asc_review_luck_write(const asc_review *review, int32_t luck, const char *language,
                                  char text[ASC_REVIEW_TEXT_MAX]) {
  char amount[ASC_SCORE_TEXT_MAX], whole[ASC_SCORE_TEXT_MAX + 1];
  (void)snprintf(whole, sizeof whole, "%s%s", luck > 0 ? "+" : "", amount_write(review, luck, true, language, amount));
  return asc_say_sentence(language, "review.luck", ASC_SAY_ARGS(asc_say_arg_text("amount", whole)), text,
                          ASC_REVIEW_TEXT_MAX);
}
