/* The signature of the engine: the number of nodes of some fixed searches, per game.

   Nothing here depends on time or chance. So the number is the same on every machine, as long as the search is the
   same. A position is searched to depth 1, 2, 3 and so on, so that the number depends on the search and not on a node
   limit. The options to search follow from what each game declares. A new game is counted once it is in the list of
   games. */
#ifndef ASC_ENGINE_COMMON_SIGNATURE_H
#define ASC_ENGINE_COMMON_SIGNATURE_H

#include <ascona/search.h>

typedef struct asc_signature {
  int searches; /* positions searched by iterative deepening */
  uint64_t nodes;
} asc_signature;

/* Adds the searches under these rules to *sum. Returns ASC_OK or an error code. */
int asc_signature_add_rules(const asc_rules *rules, asc_signature *sum);
/* The same, and also under all rules that differ from `usual` in one option. */
int asc_signature_add_game(const asc_rules *usual, asc_signature *sum);

#endif
