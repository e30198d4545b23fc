/* The contract of a game: checks of its interface (asc_game) and of the rules it opens, as far as they are possible
   without playing. They find programming errors in a game before other code relies on it. */
#ifndef ASC_CORE_CONTRACT_H
#define ASC_CORE_CONTRACT_H

#include <ascona/game.h>

/* Each returns what is wrong as a static English text, or NULL if nothing is. */
const char *asc_contract_check_game(const asc_game *game);
const char *asc_contract_check_rules(const asc_rules *rules);

#endif
