/* Fixed searches, whose nodes are the signature of the engine, a number a game.

   Nothing here depends on time or chance, so the nodes are the same wherever and whenever they are counted, as long as
   the search is the same. A position is searched to depth 1, 2, 3 and so on, so that the number depends on the searches
   and not on a limit. Which options are searched follows from what the games say of theirs: a new game is counted by
   being in the list. */
#ifndef ASC_ENGINE_COMMON_SIGNATURE_H
#define ASC_ENGINE_COMMON_SIGNATURE_H

#include <ascona/search.h>

typedef struct asc_signature {
  int searches; /* of a position each */
  uint64_t nodes;
} asc_signature;

/* Adds the searches under these rules. ASC_OK or an error code. */
int asc_signature_rules(const asc_rules *rules, asc_signature *sum);
/* The same, and under all rules with one option changed. */
int asc_signature_game(const asc_rules *usual, asc_signature *sum);

#endif
