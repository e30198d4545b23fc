/* Scores and lines as text and JSON: "exact 3", "estimate 57.3 %", "c3-e5 a1-a3".

   A score is a number of hundredths of a point or of a percent, written without trailing zeros: 3, 2.5, 57.31. Text for
   people shows an estimate with one decimal, because a second would promise more than is known. The kind of score
   always comes before the number. In JSON a score is `kind` and `value`, and its moves are `line`. */
#ifndef ASC_STUDY_SCORE_H
#define ASC_STUDY_SCORE_H

#include <ascona/search.h>

#include "base/json.h"
#include "base/text.h"

enum { ASC_SCORE_TEXT_MAX = 64, ASC_COUNT_TEXT_MAX = 32, ASC_LINE_TEXT_MAX = ASC_LINE_MAX * ASC_TOKEN_MAX };

/* Writes the number of a score for people: an estimate as "3.0" or "57.3", else "3" or "57.31". Returns `text`. */
const char *asc_score_number_write(asc_certainty certainty, int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]);
/* Rounds the chances of all players to multiples of `step` hundredths. They add up to the rounded sum. */
void asc_score_round_chances(const int32_t *chances, int players, int32_t step, int32_t rounded[ASC_PLAYERS_MAX]);
/* Returns the unit of a game's scores with a space before it: " %", or "" for points. */
const char *asc_score_unit(const asc_rules *rules);
/* Writes a score as in the engine protocol: "exact 3", "lower 2.5", "estimate 57.31". Returns `text`. */
const char *asc_score_write(asc_certainty certainty, int32_t score, char text[ASC_SCORE_TEXT_MAX]);
/* Writes a score for people, with the unit: "estimate 57.3 %". Returns `text`. */
const char *asc_score_write_with_unit(const asc_rules *rules, asc_certainty certainty, int32_t score,
                                      char text[ASC_SCORE_TEXT_MAX]);
/* Writes a number with thousands separators: "1,234,567". Returns `text`. */
const char *asc_count_write(uint64_t count, char text[ASC_COUNT_TEXT_MAX]);

/* Returns the score of a finished game for a player, in hundredths: the margin over the best opponent, or the share of
   first rank. */
int32_t asc_score_from_outcome(const asc_rules *rules, const asc_outcome *outcome, int player);
/* Returns a score as the opponent sees it; only for two players. */
int32_t asc_score_for_opponent(const asc_rules *rules, int32_t score);
/* Returns the certainty of such a score: lower and upper bounds change places. */
asc_certainty asc_certainty_for_opponent(asc_certainty certainty);

/* Writes the moves of a line from a position as tokens separated by spaces. A token that does not fit into `size` bytes
   ends the text. Returns how many were written. */
int asc_line_write(const asc_rules *rules, const void *position, const asc_move *moves, int count, char *text,
                   size_t size);

/* Writes an array of tokens: moves that follow each other from the position. */
void asc_line_tokens_json(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                          const asc_move *moves, int count);
/* Writes an array of tokens: moves that are all legal in the position. */
void asc_move_tokens_json(asc_json *json, const char *name, const asc_rules *rules, const void *position,
                          const asc_move *moves, int count);
/* Writes an array with one number of hundredths per player. */
void asc_score_values_json(asc_json *json, const char *name, const asc_rules *rules, const int32_t *values);

/* Writes the members of an analysed line into an open object: kind, value, depth, line. */
void asc_line_members_json(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line);
/* Writes an analysed line as an object: the members above, then the plies to the end if known. Games that count chances
   also get the chances of all players. */
void asc_line_json(asc_json *json, const asc_rules *rules, const void *position, const asc_line *line);

#endif
