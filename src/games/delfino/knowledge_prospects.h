/* What each player could complete in one turn if the layout stayed as it is.

   A quick estimate, right in 98 of 100 cases. It knows figures that lack the turning of one card or of two, the
   straight walk there, and the card move that follows a point. It leaves out what is rare: a way round a gap, cards
   turned on purpose on the way, and another figure with the points that are left. */
#ifndef ASC_GAMES_DELFINO_KNOWLEDGE_PROSPECTS_H
#define ASC_GAMES_DELFINO_KNOWLEDGE_PROSPECTS_H

#include "delfino.h"

enum {
  DELFINO_REACH = 6, /* the most movement points there are */
  DELFINO_NEAR = 4   /* movement points that most turns have at most */
};

/* By player. */
typedef struct delfino_prospects {
  uint8_t gains[DELFINO_PLAYERS][DELFINO_REACH + 1]; /* points to be had, by movement points */
  uint8_t ways[DELFINO_PLAYERS];                     /* to complete a figure that is near */
  uint8_t freedom[DELFINO_PLAYERS];                  /* cards round his */
  bool hole;                                         /* there is a place where a card moved completes a figure */
} delfino_prospects;

void asc_delfino_prospects_find(const delfino_rules *rules, const delfino_position *position,
                                delfino_prospects *prospects);

#endif
