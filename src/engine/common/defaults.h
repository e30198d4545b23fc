/* What the engine assumes of a game that tells it nothing. */
#ifndef ASC_ENGINE_COMMON_DEFAULTS_H
#define ASC_ENGINE_COMMON_DEFAULTS_H

#include <ascona/knowledge.h>

/* The score of a finished game for a player. */
int32_t asc_outcome_score(const asc_rules *rules, const asc_outcome *outcome, int player);
/* A player's half-points less those of the best of the others; alone he has just his own. */
int32_t asc_outcome_margin(const asc_rules *rules, const asc_outcome *outcome, int player);
/* The knowledge of a game for two players, with every member but `quiescence` and `chances` there. */
asc_knowledge asc_knowledge_of(const asc_rules *rules);
/* From a score, 0 being even, to what is told outside: percent where the game counts the chance to win. */
int32_t asc_score_told(const asc_rules *rules, int32_t score);

#endif
