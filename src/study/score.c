#include "score.h"

#include <ascona/knowledge.h>

#include "core/outcome.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

/* With one decimal. */
static const char *guess_write(int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]) {
  long long size = hundredths < 0 ? -hundredths : hundredths, tenths = (size + 5) / 10;
  (void)snprintf(text, ASC_HUNDREDTHS_MAX, "%s%lld.%lld", hundredths < 0 && tenths > 0 ? "-" : "", tenths / 10,
                 tenths % 10);
  return text;
}

const char *asc_score_number(asc_certainty certainty, int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]) {
  return certainty == ASC_ESTIMATE ? guess_write(hundredths, text) : asc_hundredths_write(hundredths, text);
}

/* What rounding one leaves over goes to the next. */
void asc_chances_round(const int32_t *chances, int players, int32_t step, int32_t rounded[ASC_PLAYERS_MAX]) {
  int32_t sum = 0, given = 0;
  for (int i = 0; i < players; i++) {
    sum += chances[i];
    int32_t upto = (sum + step / 2) / step * step;
    rounded[i] = upto - given;
    given = upto;
  }
}

const char *asc_score_unit(const asc_rules *rules) { return rules->game->score == ASC_SCORE_CHANCE ? " %" : ""; }

const char *asc_score_write(asc_certainty certainty, int32_t score, char text[ASC_SCORE_TEXT_MAX]) {
  char number[ASC_HUNDREDTHS_MAX];
  (void)snprintf(text, ASC_SCORE_TEXT_MAX, "%s %s", asc_certainty_word(certainty), asc_hundredths_write(score, number));
  return text;
}

const char *asc_score_say(const asc_rules *rules, asc_certainty certainty, int32_t score,
                          char text[ASC_SCORE_TEXT_MAX]) {
  char number[ASC_HUNDREDTHS_MAX];
  (void)snprintf(text, ASC_SCORE_TEXT_MAX, "%s %s%s", asc_certainty_word(certainty),
                 asc_score_number(certainty, score, number), asc_score_unit(rules));
  return text;
}

const char *asc_count_write(uint64_t count, char text[ASC_COUNT_TEXT_MAX]) {
  char digits[ASC_COUNT_TEXT_MAX];
  int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count), at = 0;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[at++] = ',';
    text[at++] = digits[i];
  }
  text[at] = '\0';
  return text;
}

int32_t asc_score_of(const asc_rules *rules, const asc_outcome *outcome, int player) {
  if (rules->game->score == ASC_SCORE_CHANCE) return asc_outcome_share(rules, outcome, player, 2 * ASC_SCORE_WIN);
  int32_t rival = INT32_MIN;
  for (int i = 0; i < rules->players; i++)
    if (i != player - 1 && outcome->points[i] > rival) rival = outcome->points[i];
  return 50 * (outcome->points[player - 1] - rival);
}

int32_t asc_score_turned(const asc_rules *rules, int32_t score) {
  return rules->game->score == ASC_SCORE_CHANCE ? 2 * ASC_SCORE_WIN - score : -score;
}

asc_certainty asc_certainty_turned(asc_certainty certainty) {
  return certainty == ASC_LOWER ? ASC_UPPER : certainty == ASC_UPPER ? ASC_LOWER : certainty;
}

int asc_line_write(const asc_rules *rules, const void *position, const asc_move *moves, int count, char *text,
                   size_t size) {
  asc_position here;
  memcpy(&here, position, rules->position_size);
  size_t length = 0;
  text[0] = '\0';
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, &here, moves[i], token);
    size_t gap = i > 0, needed = gap + strlen(token);
    if (length + needed >= size) return i;
    (void)snprintf(text + length, size - length, "%s%s", gap > 0 ? " " : "", token);
    length += needed;
    asc_position_play(rules, &here, moves[i]);
  }
  return count;
}

static void tokens_json(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                        const asc_move *moves, int count, bool follow) {
  asc_position here;
  memcpy(&here, position, rules->position_size);
  asc_json_open(json, name, '[');
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, &here, moves[i], token);
    asc_json_text(json, NULL, token);
    if (follow) asc_position_play(rules, &here, moves[i]);
  }
  asc_json_close(json, ']');
}

void asc_json_line(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                   const asc_move *moves, int count) {
  tokens_json(json, name, rules, position, moves, count, true);
}

void asc_json_moves(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                    const asc_move *moves, int count) {
  tokens_json(json, name, rules, position, moves, count, false);
}

void asc_json_values(asc_json *json, const char *name, const asc_rules *rules, const int32_t *values) {
  asc_json_open(json, name, '[');
  for (int i = 0; i < rules->players; i++) asc_json_hundredths(json, NULL, values[i]);
  asc_json_close(json, ']');
}

void asc_json_scored(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line) {
  asc_json_text(json, "kind", asc_certainty_word(line->certainty));
  asc_json_hundredths(json, "value", line->score);
  asc_json_number(json, "depth", line->depth);
  asc_json_line(json, "line", rules, position, line->moves, line->length);
}

void asc_json_report_line(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line) {
  asc_json_open(json, NULL, '{');
  asc_json_scored(json, rules, position, line);
  if (line->plies > 0) asc_json_number(json, "plies", line->plies);
  if (rules->game->score == ASC_SCORE_CHANCE) asc_json_values(json, "chances", rules, line->chances);
  asc_json_close(json, '}');
}
