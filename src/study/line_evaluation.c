/* Writes the evaluation of a line as a sentence for people; see line_evaluation.h. */
#include "line_evaluation.h"

#include <ascona/playout.h>

#include "say/say.h"
#include "score.h"

#include <stdio.h>
#include <string.h>

/* In hundredths: the chance to win a drawn and a won game; estimates of a margin below SCORE_SLIGHT count as even. */
enum { SCORE_EVEN = 5000, SCORE_WON = 10000, SCORE_SLIGHT = 25 };

asc_line_evaluation asc_line_evaluation_for_player(const asc_rules *rules, const asc_line *line, int turn, int player) {
  asc_line_evaluation evaluation = {line->certainty, line->score, line->depth};
  if (rules->game->score == ASC_SCORE_CHANCE)
    evaluation.score = line->chances[player - 1];
  else if (player != turn)
    evaluation.score = -line->score;
  if (player != turn)
    evaluation.certainty = rules->players == 2 ? asc_certainty_for_opponent(line->certainty) : ASC_ESTIMATE;
  return evaluation;
}

bool asc_line_evaluation_accepts_draw(const asc_rules *rules, const asc_line_evaluation *evaluation) {
  return evaluation->score <= asc_estimate_even(rules);
}

/* Writes a sentence about a player with a number that may have decimals. */
static const char *sentence(const char *language, const char *key, const char *who, int32_t hundredths, char *text,
                            size_t size) {
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX];
  asc_hundredths_write(hundredths, number);
  return asc_say_sentence(
      language, key,
      ASC_SAY_ARGS(asc_say_arg_text("who", who), asc_say_arg_decimal(language, "number", number, decimal)), text, size);
}

/* Returns the message key for a proven margin. For a lower bound, a win of 3 is "by at least 3" and a loss of 3 is "by
   at most 3". */
static const char *margin_key(const asc_line_evaluation *evaluation) {
  static const char *const wins[] = {
      [ASC_LOWER] = "verdict.wins-least", [ASC_UPPER] = "verdict.wins-most", [ASC_EXACT] = "verdict.wins"};
  static const char *const loses[] = {
      [ASC_LOWER] = "verdict.loses-most", [ASC_UPPER] = "verdict.loses-least", [ASC_EXACT] = "verdict.loses"};
  static const char *const even[] = {
      [ASC_LOWER] = "verdict.not-lose", [ASC_UPPER] = "verdict.not-win", [ASC_EXACT] = "verdict.draw"};
  return (evaluation->score > 0 ? wins : evaluation->score < 0 ? loses : even)[evaluation->certainty];
}

static const char *chance_key(const asc_rules *rules, const asc_line_evaluation *evaluation) {
  static const char *const kinds[] = {[ASC_ESTIMATE] = "verdict.chance-about",
                                      [ASC_LOWER] = "verdict.chance-least",
                                      [ASC_UPPER] = "verdict.chance-most",
                                      [ASC_EXACT] = "verdict.chance"};
  if (evaluation->certainty != ASC_EXACT) return kinds[evaluation->certainty];
  if (evaluation->score == SCORE_EVEN && rules->game->odds == NULL) return "verdict.draw";
  return evaluation->score == 0 ? "verdict.lost" : evaluation->score == SCORE_WON ? "verdict.won" : kinds[ASC_EXACT];
}

const char *asc_line_evaluation_write(const asc_rules *rules, const asc_line_evaluation *evaluation, const char *who,
                                      const char *language, char text[ASC_LINE_EVALUATION_TEXT_MAX]) {
  /* Estimates are rounded to tenths of a point or whole percents; more digits would promise too much. */
  enum { STEP = 10, PERCENT = 100 };
  bool is_estimate = evaluation->certainty == ASC_ESTIMATE, is_chance = rules->game->score == ASC_SCORE_CHANCE;
  int32_t size = evaluation->score < 0 ? -evaluation->score : evaluation->score;
  const char *key = is_chance               ? chance_key(rules, evaluation)
                    : !is_estimate          ? margin_key(evaluation)
                    : size < SCORE_SLIGHT   ? "verdict.even"
                    : evaluation->score > 0 ? "verdict.better"
                                            : "verdict.worse";
  if (is_estimate) size = is_chance ? (size + PERCENT / 2) / PERCENT * PERCENT : (size + STEP / 2) / STEP * STEP;
  (void)sentence(language, key, who, size, text, ASC_LINE_EVALUATION_TEXT_MAX);
  size_t length = strlen(text);
  (void)snprintf(text + length, ASC_LINE_EVALUATION_TEXT_MAX - length, " ");
  length = strlen(text);
  key = !is_estimate ? "verdict.proved" : rules->game->odds != NULL ? "verdict.guess-turns" : "verdict.guess-plies";
  (void)asc_say_sentence(language, key, ASC_SAY_ARGS(asc_say_arg_number("depth", evaluation->depth)), text + length,
                         ASC_LINE_EVALUATION_TEXT_MAX - length);
  return text;
}
