/* Scores and lines as people and programs read them: "exact 3", "estimate 57.3 %", "c3-e5 a1-a3".

   A score is a number of hundredths, of a point or of a percent, and is written without needless digits: 3, 2.5, 57.31.
   To people an estimate is told with one decimal: the second promises more than it knows. What kind of score it is
   stands before the number, always. */
#ifndef ASC_CLI_SCORE_H
#define ASC_CLI_SCORE_H

#include <ascona/ascona.h>

#include <jansson.h>

enum {
  SCORE_NUMBER_MAX = 24,
  SCORE_COUNT_MAX = 32,
  SCORE_TEXT_MAX = 40,
  SCORE_LINE_MAX = ASC_LINE_MAX * ASC_TOKEN_MAX
};

/* Reals as they were meant: 57.31, not 57.310000000000002. For json_line_print. */
#define SCORE_JSON JSON_REAL_PRECISION(15)

/* "3", "-2.5", "57.31". Returns `text`. */
const char *score_number(int64_t hundredths, char text[SCORE_NUMBER_MAX]);
/* "3.0", "-2.5", "57.3": a guess, with one decimal. Returns `text`. */
const char *score_guess(int64_t hundredths, char text[SCORE_NUMBER_MAX]);
/* The one or the other. */
const char *score_said(asc_certainty certainty, int64_t hundredths, char text[SCORE_NUMBER_MAX]);
/* "1,234,567". Returns `text`. */
const char *score_count(uint64_t count, char text[SCORE_COUNT_MAX]);
/* The unit of a game's scores with the space before it: " %", or "" for points. */
const char *score_unit(const asc_rules *rules);
/* "exact 3", "lower 2.5", "estimate 57.31": the score of the engine protocol. Returns `text`. */
const char *score_write(asc_certainty certainty, int32_t score, char text[SCORE_TEXT_MAX]);
/* The same for people, with the unit: "estimate 57.3 %". */
const char *score_write_unit(const asc_rules *rules, asc_certainty certainty, int32_t score, char text[SCORE_TEXT_MAX]);

/* The moves from a position as tokens with a space between them; what does not fit into `size` bytes is left out whole.
   Returns how many were written. */
int score_line(const asc_rules *rules, const void *position, const asc_move *moves, int count, char *text, size_t size);

/* A JSON number, whole where it is. */
json_t *score_json(int64_t hundredths);
/* The moves as an array of tokens. NULL when out of memory. */
json_t *score_json_line(const asc_rules *rules, const void *position, const asc_move *moves, int count);

#endif
