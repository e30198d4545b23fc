/* What a game's table and the rules it opens must keep, as far as that can be seen without playing: faults of whoever
   wrote the game, found before anything relies on them. */
#ifndef ASC_CORE_CONTRACT_H
#define ASC_CORE_CONTRACT_H

#include <ascona/game.h>

/* What is wrong, or NULL. */
const char *asc_game_fault(const asc_game *game);
const char *asc_rules_fault(const asc_rules *rules);

#endif
