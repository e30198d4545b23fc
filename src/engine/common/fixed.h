/* Fixed searches, whose nodes together are the signature of the engine.

   Nothing here depends on time or chance, so the nodes are the same wherever and whenever they are counted, as long as
   the search is the same. A position is searched to depth 1, 2, 3 and so on, so that the number depends on the searches
   and not on a limit. Which options are searched follows from what the games say of theirs: a new game is counted by
   being in the list. */
#ifndef ASC_ENGINE_COMMON_FIXED_H
#define ASC_ENGINE_COMMON_FIXED_H

#include <ascona/search.h>

typedef struct fixed_sum {
  int searches; /* of a position each */
  uint64_t nodes;
} fixed_sum;

/* Adds the searches under these rules. ASC_OK or an error code. */
int fixed_rules_search(const asc_rules *rules, fixed_sum *sum);
/* The same, and under all rules with one option changed. */
int fixed_game_search(const asc_rules *usual, fixed_sum *sum);

#endif
