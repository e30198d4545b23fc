/* The first rank of a finished game, which several players may share. */
#ifndef ASC_CORE_OUTCOME_H
#define ASC_CORE_OUTCOME_H

#include <ascona/game.h>

/* Returns how many players have rank 1. */
static inline int asc_outcome_first_count(const asc_rules *rules, const asc_outcome *outcome) {
  int firsts = 0;
  for (int i = 0; i < rules->players; i++) firsts += outcome->rank[i] == 1;
  return firsts;
}

/* Returns the player's share of a first rank that is worth `whole`. A multiple of twelve divides evenly among one to
   four players. `outcome` is NULL for a game that is still open, such as one stopped at the ply limit: all players
   share it. */
static inline int32_t asc_outcome_share(const asc_rules *rules, const asc_outcome *outcome, int player, int32_t whole) {
  if (outcome == NULL) return whole / rules->players;
  int firsts = asc_outcome_first_count(rules, outcome);
  return firsts > 0 && outcome->rank[player - 1] == 1 ? whole / firsts : 0;
}

#endif
