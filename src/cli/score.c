#include "score.h"

#include <stdio.h>
#include <string.h>

const char *score_number(int64_t hundredths, char text[SCORE_NUMBER_MAX]) {
  const char *sign = hundredths < 0 ? "-" : "";
  long long size = hundredths < 0 ? -hundredths : hundredths;
  if (size % 100 == 0)
    (void)snprintf(text, SCORE_NUMBER_MAX, "%s%lld", sign, size / 100);
  else if (size % 10 == 0)
    (void)snprintf(text, SCORE_NUMBER_MAX, "%s%lld.%lld", sign, size / 100, size % 100 / 10);
  else
    (void)snprintf(text, SCORE_NUMBER_MAX, "%s%lld.%02lld", sign, size / 100, size % 100);
  return text;
}

const char *score_guess(int64_t hundredths, char text[SCORE_NUMBER_MAX]) {
  long long size = hundredths < 0 ? -hundredths : hundredths, tenths = (size + 5) / 10;
  (void)snprintf(text, SCORE_NUMBER_MAX, "%s%lld.%lld", hundredths < 0 && tenths > 0 ? "-" : "", tenths / 10,
                 tenths % 10);
  return text;
}

const char *score_said(asc_certainty certainty, int64_t hundredths, char text[SCORE_NUMBER_MAX]) {
  return certainty == ASC_ESTIMATE ? score_guess(hundredths, text) : score_number(hundredths, text);
}

const char *score_count(uint64_t count, char text[SCORE_COUNT_MAX]) {
  char digits[SCORE_COUNT_MAX];
  int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count), at = 0;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[at++] = ',';
    text[at++] = digits[i];
  }
  text[at] = '\0';
  return text;
}

const char *score_unit(const asc_rules *rules) { return rules->game->score == ASC_SCORE_CHANCE ? " %" : ""; }

const char *score_write(asc_certainty certainty, int32_t score, char text[SCORE_TEXT_MAX]) {
  char number[SCORE_NUMBER_MAX];
  (void)snprintf(text, SCORE_TEXT_MAX, "%s %s", asc_certainty_word(certainty), score_number(score, number));
  return text;
}

const char *score_write_unit(const asc_rules *rules, asc_certainty certainty, int32_t score,
                             char text[SCORE_TEXT_MAX]) {
  char number[SCORE_NUMBER_MAX];
  (void)snprintf(text, SCORE_TEXT_MAX, "%s %s%s", asc_certainty_word(certainty), score_said(certainty, score, number),
                 score_unit(rules));
  return text;
}

int score_line(const asc_rules *rules, const void *position, const asc_move *moves, int count, char *text,
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

json_t *score_json(int64_t hundredths) {
  return hundredths % 100 == 0 ? json_integer(hundredths / 100) : json_real((double)hundredths / 100);
}

json_t *score_json_line(const asc_rules *rules, const void *position, const asc_move *moves, int count) {
  asc_position here;
  memcpy(&here, position, rules->position_size);
  json_t *line = json_array();
  for (int i = 0; line != NULL && i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, &here, moves[i], token);
    if (json_array_append_new(line, json_string(token)) != 0) {
      json_decref(line);
      line = NULL;
    }
    asc_position_play(rules, &here, moves[i]);
  }
  return line;
}
