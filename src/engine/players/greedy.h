/* The greedy player: he takes the whole turn that leaves him with the best margin of points, whatever comes after. */
#ifndef ASC_ENGINE_PLAYERS_GREEDY_H
#define ASC_ENGINE_PLAYERS_GREEDY_H

#include <ascona/game.h>

/* A move of such a turn; of equally good turns the seed draws one. A player must be to move. Without memory it is the
   first legal move. */
asc_move greedy_move(const asc_rules *rules, const void *position, uint64_t seed);

#endif
