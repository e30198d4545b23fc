/* Scores of finished games, and the default knowledge of a game.

   A game may leave out any member of asc_knowledge (knowledge.h). The searches never check for that: they work with a
   copy in which the defaults are filled in. */
#ifndef ASC_ENGINE_COMMON_DEFAULTS_H
#define ASC_ENGINE_COMMON_DEFAULTS_H

#include <ascona/knowledge.h>

/* Returns the score of a finished game of two players for one of them, in hundredths as in knowledge.h: the margin, or
   ASC_SCORE_WIN, 0 or -ASC_SCORE_WIN. */
int32_t asc_outcome_score(const asc_rules *rules, const asc_outcome *outcome, int player);
/* Returns the half-points of a player minus those of the best opponent. Without opponents, it returns the player's own
   half-points. */
int32_t asc_outcome_margin(const asc_rules *rules, const asc_outcome *outcome, int player);
/* Returns the knowledge of the game with defaults for `evaluate`, `bounds`, `evaluate_moves`, `order` and `tt_hash`.
   All other members are as the game left them, so they may be NULL or 0. The defaults are for two players. */
asc_knowledge asc_knowledge_with_defaults(const asc_rules *rules);
/* Converts an internal score, where 0 is even, into the score of a report. In games that count the chance to win, that
   is the chance in hundredths of a percent. In the others it is the same score. */
int32_t asc_score_to_reported(const asc_rules *rules, int32_t score);

#endif
