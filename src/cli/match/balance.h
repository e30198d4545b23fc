/* Which of several positions is the most even, as the engine sees it.

   All are judged by a short search, and the more even part of them again by a longer one, until one is left. A proved
   win is as uneven as it gets. The searches are limited by nodes: the answer is the same everywhere. */
#ifndef ASC_CLI_MATCH_BALANCE_H
#define ASC_CLI_MATCH_BALANCE_H

#include <ascona/ascona.h>

#include <stdatomic.h>

typedef struct balance_candidate {
  asc_position position;
  int plies_left; /* until the ply limit; 0: none */
  bool over;      /* the game has ended there */
  int index;      /* the caller's */
  int32_t uneven; /* set by the choice: how far ahead somebody is, in hundredths of a point or of a percent */
} balance_candidate;

/* What is added where somebody is proved to win. */
enum { BALANCE_DECIDED = 1 << 24 };

/* Puts the most even candidate first. `stop` ends it early, with any of them first. ASC_OK or an error code. */
int balance_choose(const asc_rules *rules, balance_candidate *candidates, int count, const _Atomic bool *stop);

#endif
