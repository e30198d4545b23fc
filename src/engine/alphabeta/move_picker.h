/* The move picker: it chooses the next move of a node to try.

   Moves that were good before come first: the move of the transposition table, then the killers, which caused a cutoff
   elsewhere at this ply. They are often enough. Only if they are not, all moves are scored, by the move ordering of the
   game and by their history. */
#ifndef ASC_ENGINE_ALPHABETA_MOVE_PICKER_H
#define ASC_ENGINE_ALPHABETA_MOVE_PICKER_H

#include "worker.h"

typedef struct asc_move_picker {
  asc_worker *worker;
  int ply;
  const asc_move *moves;
  int count;
  int32_t *ranks;                                         /* buffer for `count` ranks; see move_picker.c */
  int first_indices[1 + ASC_WORKER_KILLERS], first_count; /* indices of the moves that come first */
  int returned_count;                                     /* moves returned so far */
} asc_move_picker;

/* Prepares the picker for a node. `tt_move` is 1 plus the index of a move, or 0 (tt_entry.h). `moves` and `ranks`
   belong to the caller and must outlive the picker. */
void asc_move_picker_init(asc_move_picker *picker, asc_worker *worker, int ply, int tt_move, const asc_move *moves,
                          int count, int32_t *ranks);
/* Returns the index of the next move. May be called once per move. *full_depth: the move should be searched without
   reduction. */
int asc_move_picker_next(asc_move_picker *picker, bool *full_depth);

/* Records a move that caused a beta cutoff, so that it is tried early elsewhere. */
void asc_move_picker_reward_cutoff(asc_worker *worker, int ply, int depth, asc_move move);

#endif
