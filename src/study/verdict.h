/* What the engine thinks of a game, in words for people. What is proved is said to be, and what is guessed too. */
#ifndef ASC_STUDY_VERDICT_H
#define ASC_STUDY_VERDICT_H

#include <ascona/search.h>

enum { ASC_VERDICT_MAX = 1024 };

/* A score for somebody in particular. */
typedef struct asc_verdict {
  asc_certainty certainty;
  int32_t score; /* in hundredths, of a point or of a percent */
  int depth;
} asc_verdict;

/* What a line found at the turn of `turn` means for a player; the turn may be ASC_CHANCE. */
asc_verdict asc_verdict_for(const asc_rules *rules, const asc_line *line, int turn, int player);
/* Whether he should be glad of a draw. */
bool asc_verdict_suits_draw(const asc_rules *rules, const asc_verdict *verdict);

/* "Black wins by 3 points with best play. That is proved." in a language. `who` is what to call him. Returns `text`. */
const char *asc_verdict_write(const asc_rules *rules, const asc_verdict *verdict, const char *who, const char *language,
                              char text[ASC_VERDICT_MAX]);

#endif
