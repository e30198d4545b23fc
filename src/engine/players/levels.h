/* The levels 1 to 9: a search within the limits of a person of that strength. */
#ifndef ASC_ENGINE_PLAYERS_LEVELS_H
#define ASC_ENGINE_PLAYERS_LEVELS_H

#include <ascona/knowledge.h>
#include <ascona/search.h>

/* The move of a level for the task; the task's own limits hold as well. The same seed gives the same move, unless time
   ran out. `report` may be NULL. */
int asc_level_choose(asc_search *search, const asc_task *task, int level, uint64_t seed, asc_move *move,
                     asc_report *report);

/* The level as it is in one game, for the player of that seat. */
asc_level asc_level_in_form(const asc_level *usual, int form, uint64_t game, int player);

#endif
