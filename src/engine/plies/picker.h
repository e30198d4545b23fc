/* Which move of a node is tried next.

   Those that were good before come first: the best of an earlier search, then the killers, which refuted something else
   at this ply. They are often enough; only when they are not, all moves are judged, by what the game promises of them
   and by their past. */
#ifndef ASC_ENGINE_PLIES_PICKER_H
#define ASC_ENGINE_PLIES_PICKER_H

#include "worker.h"

typedef struct asc_picker {
  asc_worker *worker;
  int ply;
  const asc_move *moves;
  int count;
  int32_t *ranks;                      /* room for as many */
  int early[1 + KILLERS], early_count; /* the indices of those that come first */
  int given;
} asc_picker;

/* `hint` is the best move of an earlier search, as in memory. */
void asc_picker_open(asc_picker *picker, asc_worker *worker, int ply, int hint, const asc_move *moves, int count,
                     int32_t *ranks);
/* The index of the next move, as often as there are moves. *good: it should be searched to the full depth. */
int asc_picker_next(asc_picker *picker, bool *good);

/* The move was too good for the opponent: it will be tried early elsewhere. */
void asc_picker_reward(asc_worker *worker, int ply, int depth, asc_move move);

#endif
