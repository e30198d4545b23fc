/* The first place of a finished game, which several may share. */
#ifndef ASC_CORE_OUTCOME_H
#define ASC_CORE_OUTCOME_H

#include <ascona/game.h>

static inline int asc_outcome_firsts(const asc_rules *rules, const asc_outcome *outcome) {
  int firsts = 0;
  for (int i = 0; i < rules->players; i++) firsts += outcome->place[i] == 1;
  return firsts;
}

/* A player's part of a first place that is worth `whole`. Twelve can be shared by one to four without a rest. A game
   that is open still, as one cut short by the ply limit, has no outcome, NULL: all share it. */
static inline int32_t asc_outcome_share(const asc_rules *rules, const asc_outcome *outcome, int player, int32_t whole) {
  if (outcome == NULL) return whole / rules->players;
  int firsts = asc_outcome_firsts(rules, outcome);
  return firsts > 0 && outcome->place[player - 1] == 1 ? whole / firsts : 0;
}

#endif
