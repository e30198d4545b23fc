/* Writes scores and lines as text and JSON; see score.h. */
#include "score.h"

#include <ascona/knowledge.h>

#include "base/text.h"
#include "core/outcome.h"

#include <stdio.h>
#include <string.h>

/* Writes hundredths with one decimal. */
static const char *estimate_write(int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]) {
  long long size = hundredths < 0 ? -hundredths : hundredths, tenths = (size + 5) / 10;
  (void)snprintf(text, ASC_HUNDREDTHS_MAX, "%s%lld.%lld", hundredths < 0 && tenths > 0 ? "-" : "", tenths / 10,
                 tenths % 10);
  return text;
}

const char *asc_score_number_write(asc_certainty certainty, int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]) {
  return certainty == ASC_ESTIMATE ? estimate_write(hundredths, text) : asc_hundredths_write(hundredths, text);
}

/* Each player's rounding error is carried over to the next player. */
void asc_score_round_chances(const int32_t *chances, int players, int32_t step, int32_t rounded[ASC_PLAYERS_MAX]) {
  int32_t sum = 0, rounded_sum = 0;
  for (int i = 0; i < players; i++) {
    sum += chances[i];
    int32_t sum_rounded = (sum + step / 2) / step * step;
    rounded[i] = sum_rounded - rounded_sum;
    rounded_sum = sum_rounded;
  }
}

const char *asc_score_unit(const asc_rules *rules) { return rules->game->score == ASC_SCORE_CHANCE ? " %" : ""; }

const char *asc_score_write(asc_certainty certainty, int32_t score, char text[ASC_SCORE_TEXT_MAX]) {
  char number[ASC_HUNDREDTHS_MAX];
  (void)snprintf(text, ASC_SCORE_TEXT_MAX, "%s %s", asc_certainty_name(certainty), asc_hundredths_write(score, number));
  return text;
}

const char *asc_score_write_with_unit(const asc_rules *rules, asc_certainty certainty, int32_t score,
                                      char text[ASC_SCORE_TEXT_MAX]) {
  char number[ASC_HUNDREDTHS_MAX];
  (void)snprintf(text, ASC_SCORE_TEXT_MAX, "%s %s%s", asc_certainty_name(certainty),
                 asc_score_number_write(certainty, score, number), asc_score_unit(rules));
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

int32_t asc_score_from_outcome(const asc_rules *rules, const asc_outcome *outcome, int player) {
  if (rules->game->score == ASC_SCORE_CHANCE) return asc_outcome_share(rules, outcome, player, 2 * ASC_SCORE_WIN);
  int32_t best_opponent = INT32_MIN;
  for (int i = 0; i < rules->players; i++)
    if (i != player - 1 && outcome->points[i] > best_opponent) best_opponent = outcome->points[i];
  return 50 * (outcome->points[player - 1] - best_opponent);
}

int32_t asc_score_for_opponent(const asc_rules *rules, int32_t score) {
  return rules->game->score == ASC_SCORE_CHANCE ? 2 * ASC_SCORE_WIN - score : -score;
}

asc_certainty asc_certainty_for_opponent(asc_certainty certainty) {
  return certainty == ASC_LOWER ? ASC_UPPER : certainty == ASC_UPPER ? ASC_LOWER : certainty;
}

int asc_line_write(const asc_rules *rules, const void *position, const asc_move *moves, int count, char *text,
                   size_t size) {
  asc_position current;
  memcpy(&current, position, rules->position_size);
  size_t length = 0;
  text[0] = '\0';
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, &current, moves[i], token);
    size_t space = i > 0, needed = space + strlen(token);
    if (length + needed >= size) return i;
    (void)snprintf(text + length, size - length, "%s%s", space > 0 ? " " : "", token);
    length += needed;
    asc_position_play(rules, &current, moves[i]);
  }
  return count;
}

static void tokens_json(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                        const asc_move *moves, int count, bool is_line) {
  asc_position current;
  memcpy(&current, position, rules->position_size);
  asc_json_open(json, name, '[');
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, &current, moves[i], token);
    asc_json_text(json, NULL, token);
    if (is_line) asc_position_play(rules, &current, moves[i]);
  }
  asc_json_close(json, ']');
}

void asc_line_tokens_json(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                          const asc_move *moves, int count) {
  tokens_json(json, name, rules, position, moves, count, true);
}

void asc_move_tokens_json(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                          const asc_move *moves, int count) {
  tokens_json(json, name, rules, position, moves, count, false);
}

void asc_score_values_json(asc_json *json, const char *name, const asc_rules *rules, const int32_t *values) {
  asc_json_open(json, name, '[');
  for (int i = 0; i < rules->players; i++) asc_json_hundredths(json, NULL, values[i]);
  asc_json_close(json, ']');
}

void asc_line_members_json(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line) {
  asc_json_text(json, "kind", asc_certainty_name(line->certainty));
  asc_json_hundredths(json, "value", line->score);
  asc_json_number(json, "depth", line->depth);
  asc_line_tokens_json(json, "line", rules, position, line->moves, line->length);
}

void asc_line_json(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line) {
  asc_json_open(json, NULL, '{');
  asc_line_members_json(json, rules, position, line);
  if (line->plies > 0) asc_json_number(json, "plies", line->plies);
  if (rules->game->score == ASC_SCORE_CHANCE) asc_score_values_json(json, "chances", rules, line->chances);
  asc_json_close(json, '}');
}
