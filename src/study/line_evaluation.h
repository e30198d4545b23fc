/* The evaluation of a line as a sentence for people. The sentence always says whether the value is proven or an
   estimate. */
#ifndef ASC_STUDY_LINE_EVALUATION_H
#define ASC_STUDY_LINE_EVALUATION_H

#include <ascona/search.h>

enum { ASC_LINE_EVALUATION_TEXT_MAX = 1024 };

/* A score for a given player. */
typedef struct asc_line_evaluation {
  asc_certainty certainty;
  int32_t score; /* in hundredths of a point or of a percent, as in search.h */
  int depth;     /* as in asc_line */
} asc_line_evaluation;

/* Returns the score of a line for a player. `turn` is the player to move at the start of the line, or ASC_CHANCE. */
asc_line_evaluation asc_line_evaluation_for_player(const asc_rules *rules, const asc_line *line, int turn, int player);
/* Returns whether a draw is at least as good for the player as the evaluation. */
bool asc_line_evaluation_accepts_draw(const asc_rules *rules, const asc_line_evaluation *evaluation);

/* Writes the evaluation in a language: "Black wins by 3 points with best play. That is proved." `who` is the name of
   the player. Returns `text`. */
const char *asc_line_evaluation_write(const asc_rules *rules, const asc_line_evaluation *evaluation, const char *who,
                                      const char *language, char text[ASC_LINE_EVALUATION_TEXT_MAX]);

#endif
