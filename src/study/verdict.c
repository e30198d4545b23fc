#include "verdict.h"

#include <ascona/playout.h>

#include "say/say.h"
#include "score.h"

#include <stdio.h>
#include <string.h>

enum { EVEN = 5000, ALL = 10000, HARDLY = 25 };

asc_verdict asc_verdict_for(const asc_rules *rules, const asc_line *line, int turn, int player) {
  asc_verdict verdict = {line->certainty, line->score, line->depth};
  if (rules->game->score == ASC_SCORE_CHANCE)
    verdict.score = line->chances[player - 1];
  else if (player != turn)
    verdict.score = -line->score;
  if (player != turn) verdict.certainty = rules->players == 2 ? asc_certainty_turned(line->certainty) : ASC_ESTIMATE;
  return verdict;
}

bool asc_verdict_suits_draw(const asc_rules *rules, const asc_verdict *verdict) {
  return verdict->score <= asc_estimate_even(rules);
}

/* A sentence about somebody, with a number that may have decimals. */
static const char *sentence(const char *language, const char *key, const char *who, int32_t hundredths, char *text,
                            size_t size) {
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX];
  asc_hundredths_write(hundredths, number);
  return asc_say(language, key,
                 ASC_WORDS(asc_word_text("who", who), asc_word_decimal(language, "number", number, decimal)), text,
                 size);
}

/* What is proved of a margin. At least a win of 3 is "by at least 3", at least a loss of 3 is "by at most 3". */
static const char *margin_key(const asc_verdict *verdict) {
  static const char *const wins[] = {
      [ASC_LOWER] = "verdict.wins-least", [ASC_UPPER] = "verdict.wins-most", [ASC_EXACT] = "verdict.wins"};
  static const char *const loses[] = {
      [ASC_LOWER] = "verdict.loses-most", [ASC_UPPER] = "verdict.loses-least", [ASC_EXACT] = "verdict.loses"};
  static const char *const even[] = {
      [ASC_LOWER] = "verdict.not-lose", [ASC_UPPER] = "verdict.not-win", [ASC_EXACT] = "verdict.draw"};
  return (verdict->score > 0 ? wins : verdict->score < 0 ? loses : even)[verdict->certainty];
}

static const char *chance_key(const asc_rules *rules, const asc_verdict *verdict) {
  static const char *const kinds[] = {[ASC_ESTIMATE] = "verdict.chance-about",
                                      [ASC_LOWER] = "verdict.chance-least",
                                      [ASC_UPPER] = "verdict.chance-most",
                                      [ASC_EXACT] = "verdict.chance"};
  if (verdict->certainty != ASC_EXACT) return kinds[verdict->certainty];
  if (verdict->score == EVEN && rules->game->odds == NULL) return "verdict.draw";
  return verdict->score == 0 ? "verdict.lost" : verdict->score == ALL ? "verdict.won" : kinds[ASC_EXACT];
}

const char *asc_verdict_write(const asc_rules *rules, const asc_verdict *verdict, const char *who, const char *language,
                              char text[ASC_VERDICT_MAX]) {
  enum { STEP = 10, PERCENT = 100 }; /* tenths of a point and parts of a percent are more than anybody can guess */
  bool guess = verdict->certainty == ASC_ESTIMATE, chance = rules->game->score == ASC_SCORE_CHANCE;
  int32_t size = verdict->score < 0 ? -verdict->score : verdict->score;
  const char *key = chance               ? chance_key(rules, verdict)
                    : !guess             ? margin_key(verdict)
                    : size < HARDLY      ? "verdict.even"
                    : verdict->score > 0 ? "verdict.better"
                                         : "verdict.worse";
  if (guess) size = chance ? (size + PERCENT / 2) / PERCENT * PERCENT : (size + STEP / 2) / STEP * STEP;
  (void)sentence(language, key, who, size, text, ASC_VERDICT_MAX);
  size_t length = strlen(text);
  (void)snprintf(text + length, ASC_VERDICT_MAX - length, " ");
  length = strlen(text);
  key = !guess ? "verdict.proved" : rules->game->odds != NULL ? "verdict.guess-turns" : "verdict.guess-plies";
  (void)asc_say(language, key, ASC_WORDS(asc_word_number("depth", verdict->depth)), text + length,
                ASC_VERDICT_MAX - length);
  return text;
}
