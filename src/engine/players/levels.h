/* Levels 1 to 9: a search that is limited to the strength of a weaker player. levels.c explains the limits. */
#ifndef ASC_ENGINE_PLAYERS_LEVELS_H
#define ASC_ENGINE_PLAYERS_LEVELS_H

#include <ascona/knowledge.h>
#include <ascona/search.h>

/* Chooses the move of a level for the task. The limits of the task also apply. The same seed gives the same move,
   unless time runs out. `report` may be NULL. Returns ASC_OK or an error code. */
int asc_level_choose(asc_search *search, const asc_search_task *task, int level, uint64_t seed, asc_move *move,
                     asc_search_report *report);

/* Returns the level as it plays in one game, for the player at this seat: its noise varies by `variation` thousandths,
   up or down, depending on the game. */
asc_level asc_level_for_game(const asc_level *usual, int variation, uint64_t game, int player);

#endif
