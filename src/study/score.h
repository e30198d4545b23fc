/* Scores and lines as people and programs read them: "exact 3", "estimate 57.3 %", "c3-e5 a1-a3".

   A score is a number of hundredths, of a point or of a percent, and is written without needless digits: 3, 2.5, 57.31.
   To people an estimate is told with one decimal: the second promises more than it knows. What kind of score it is
   stands before the number, always. As JSON it is `kind` and `value`, and the moves are `line`. */
#ifndef ASC_STUDY_SCORE_H
#define ASC_STUDY_SCORE_H

#include <ascona/search.h>

#include "core/json.h"
#include "core/text.h"

enum { ASC_SCORE_TEXT_MAX = 64, ASC_COUNT_TEXT_MAX = 32, ASC_LINE_TEXT_MAX = ASC_LINE_MAX * ASC_TOKEN_MAX };

/* A number to be said: a guess as "3.0", "-2.5", "57.3", else "3", "-2.5", "57.31". Returns `text`. */
const char *asc_score_number(asc_certainty certainty, int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]);
/* The players' chances as multiples of `step` hundredths, which add up to the same whole. */
void asc_chances_round(const int32_t *chances, int players, int32_t step, int32_t rounded[ASC_PLAYERS_MAX]);
/* The unit of a game's scores with the space before it: " %", or "" for points. */
const char *asc_score_unit(const asc_rules *rules);
/* "exact 3", "lower 2.5", "estimate 57.31": the score of the engine protocol. Returns `text`. */
const char *asc_score_write(asc_certainty certainty, int32_t score, char text[ASC_SCORE_TEXT_MAX]);
/* The same for people, with the unit: "estimate 57.3 %". */
const char *asc_score_say(const asc_rules *rules, asc_certainty certainty, int32_t score,
                          char text[ASC_SCORE_TEXT_MAX]);
/* "1,234,567". Returns `text`. */
const char *asc_count_write(uint64_t count, char text[ASC_COUNT_TEXT_MAX]);

/* The score of a finished game for a player, in hundredths: his margin, or his share of the first place. */
int32_t asc_score_of(const asc_rules *rules, const asc_outcome *outcome, int player);
/* A score as the other of two players sees it. */
int32_t asc_score_turned(const asc_rules *rules, int32_t score);
asc_certainty asc_certainty_turned(asc_certainty certainty);

/* The moves from a position as tokens with a space between them; what does not fit into `size` bytes is left out whole.
   Returns how many were written. */
int asc_line_write(const asc_rules *rules, const void *position, const asc_move *moves, int count, char *text,
                   size_t size);

/* An array of tokens: of moves that follow each other from the position, or that all are moves of it. */
void asc_json_line(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                   const asc_move *moves, int count);
void asc_json_moves(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                    const asc_move *moves, int count);
/* A number of hundredths for each player. */
void asc_json_values(asc_json *json, const char *name, const asc_rules *rules, const int32_t *values);

/* The members of an analysed line, into an object that is open: kind, value, depth, line. */
void asc_json_scored(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line);
/* The object of a line of a report: the same, with the plies to the end where they are known, and the chances of all
   where the game counts those. */
void asc_json_report_line(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line);

#endif
