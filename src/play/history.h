/* What records need of a running game beyond its public functions. */
#ifndef ASC_PLAY_HISTORY_H
#define ASC_PLAY_HISTORY_H

#include <ascona/play.h>

/* As asc_play_token, for a ply of a record: there `by_hand` says where a roll came from. */
int asc_play_replay(asc_play *play, const char *token, bool by_hand, asc_error *error);

/* What moves were, by their spelling. In many games most come again, and need not be looked for among all that are
   legal. A guess: another move may be spelled so elsewhere. */
enum { ASC_SPELLINGS = 4096 };
typedef struct asc_spellings {
  asc_move moves[ASC_SPELLINGS];
} asc_spellings;

/* The same, for one of many. */
int asc_play_replay_known(asc_play *play, const char *token, bool by_hand, asc_spellings *known, asc_error *error);

/* The roll that the seed gives now. The turn must be the die's, and the game seeded. */
asc_move asc_play_due(const asc_play *play);

/* Whose turn event `index` belonged to; a roll is of the player it is for. */
int asc_play_owner(const asc_play *play, int index);

/* Back to before event `index`, whatever it was. What followed is forgotten. */
void asc_play_cut(asc_play *play, int index);

/* Keeps the present and what repetition needs of the past, in as little memory as that takes. The history begins anew;
   plies and who left are still counted. */
void asc_play_forget(asc_play *play);

#endif
