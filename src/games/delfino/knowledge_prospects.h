/* The prospects of each player: what they could complete in one turn if the layout stayed the same.

   This is a quick estimate that is right in 98% of all cases. It knows figures that need turns of one or two cards, the
   straight walk there, and the card move after a point. It ignores rare cases: a detour around a gap, cards turned on
   purpose along the way, and a second figure with the remaining steps. */
#ifndef ASC_GAMES_DELFINO_KNOWLEDGE_PROSPECTS_H
#define ASC_GAMES_DELFINO_KNOWLEDGE_PROSPECTS_H

#include "delfino.h"

enum {
  ASC_DELFINO_STEPS_MAX = 6,        /* the most steps in a turn */
  ASC_DELFINO_DEFAULT_STEPS_MAX = 4 /* the most in a turn with the default die */
};

/* All arrays are indexed by player, from 0. */
typedef struct asc_delfino_prospects {
  uint8_t gains[ASC_DELFINO_PLAYERS_MAX][ASC_DELFINO_STEPS_MAX + 1]; /* points within reach, by steps */
  uint8_t opportunities[ASC_DELFINO_PLAYERS_MAX];                    /* opportunities to complete a figure with
                                                                        ASC_DELFINO_DEFAULT_STEPS_MAX */
  uint8_t mobility[ASC_DELFINO_PLAYERS_MAX];                         /* cards around the pawn's card */
  bool has_gap; /* a card moved to some free space would complete a figure */
} asc_delfino_prospects;

/* Fills *prospects. A player without a pawn on the board has none. */
void asc_delfino_prospects_find(const asc_delfino_rules *rules, const asc_delfino_position *position,
                                asc_delfino_prospects *prospects);

#endif
