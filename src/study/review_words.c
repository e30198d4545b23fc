/* Moves, lines, losses and luck of a reviewed game in words. */
#include "core/text.h"
#include "review.h"
#include "say/say.h"
#include "score.h"

#include <stdio.h>
#include <string.h>

/* Adds a word or a line behind what there is. */
static void text_add(char *text, size_t size, const char *words) {
  size_t length = strlen(text);
  if (words[0] != '\0') (void)snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", words);
}

/* The tokens of plies first … end - 1. */
static void plies_add(const asc_review *game, int first, int end, char *text, size_t size) {
  for (int i = first; i < end; i++) text_add(text, size, asc_play_event(game->play, game->plies[i].event)->token);
}

void asc_review_turn_write(const asc_review *game, const asc_review_turn *turn, char *text, size_t size) {
  text[0] = '\0';
  plies_add(game, turn->first, turn->first + turn->count, text, size);
}

static const void *position_before(const asc_review *game, const asc_review_ply *ply) {
  return asc_play_before(game->play, ply->event);
}

void asc_review_better_write(const asc_review *game, const asc_review_turn *turn, char *text, size_t size) {
  const asc_review_ply *ply = &game->plies[turn->worst];
  char line[ASC_LINE_TEXT_MAX];
  text[0] = '\0';
  plies_add(game, turn->first, turn->worst, text, size);
  asc_line_write(game->rules, position_before(game, ply), ply->best.line.moves, ply->best.line.length, line,
                 sizeof line);
  text_add(text, size, line);
}

void asc_review_refutation_write(const asc_review *game, const asc_review_turn *turn, char *text, size_t size) {
  const asc_review_ply *ply = &game->plies[turn->first + turn->count - 1];
  text[0] = '\0';
  if (ply->played.line.length < 2 || game->rules->game->odds != NULL) return;
  asc_position after;
  memcpy(&after, position_before(game, ply), game->rules->position_size);
  asc_position_play(game->rules, &after, ply->move);
  asc_line_write(game->rules, &after, ply->played.line.moves + 1, ply->played.line.length - 1, text, size);
}

/* "3 points", "1 point", "4.2 %". What is only estimated has one decimal. */
static const char *amount_write(const asc_review *game, int32_t hundredths, bool estimated, const char *language,
                                char text[ASC_SCORE_TEXT_MAX]) {
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX];
  bool chance = game->rules->game->score == ASC_SCORE_CHANCE;
  if (estimated) hundredths = (hundredths + (hundredths < 0 ? -5 : 5)) / 10 * 10;
  asc_hundredths_write(hundredths, number);
  return asc_say(language, chance ? "review.percent" : "review.points",
                 ASC_WORDS(asc_word_decimal(language, "number", number, decimal)), text, ASC_SCORE_TEXT_MAX);
}

const char *asc_review_loss_write(const asc_review *game, int32_t loss, asc_loss proof, const char *language,
                                  char text[ASC_REVIEW_TEXT_MAX]) {
  static const char *const keys[] = {[ASC_LOSS_GUESSED] = "review.loses-about",
                                     [ASC_LOSS_AT_LEAST] = "review.loses-least",
                                     [ASC_LOSS_EXACT] = "review.loses"};
  char amount[ASC_SCORE_TEXT_MAX];
  text[0] = '\0';
  if (loss <= 0) return text;
  amount_write(game, loss, proof == ASC_LOSS_GUESSED, language, amount);
  return asc_say(language, keys[proof], ASC_WORDS(asc_word_text("amount", amount)), text, ASC_REVIEW_TEXT_MAX);
}

const char *asc_review_luck_write(const asc_review *game, int32_t luck, const char *language,
                                  char text[ASC_REVIEW_TEXT_MAX]) {
  char amount[ASC_SCORE_TEXT_MAX], whole[ASC_SCORE_TEXT_MAX + 1];
  (void)snprintf(whole, sizeof whole, "%s%s", luck > 0 ? "+" : "", amount_write(game, luck, true, language, amount));
  return asc_say(language, "review.luck", ASC_WORDS(asc_word_text("amount", whole)), text, ASC_REVIEW_TEXT_MAX);
}
