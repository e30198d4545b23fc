/* Knowledge of Circle Delta for the engine, beyond the rules.

   If piece A meets piece B, then B meets A. If two opposing pieces are in contact, the player to move captures.
   So the evaluation counts the pieces of each player and, among the pieces in contact, those that are guarded: met by a
   piece of their own side that would recapture.

   knowledge.c evaluates positions, knowledge_order.c orders moves, and knowledge_bounds.c finds proven scores. All of
   them use reach.h for where pieces can go. */
#ifndef ASC_GAMES_CIRCLE_KNOWLEDGE_H
#define ASC_GAMES_CIRCLE_KNOWLEDGE_H

#include <ascona/knowledge.h>

#include "reach.h"

/* Returns the holes two steps from one of `partners` along a circle, with one of `pieces` on the hole in between. If
   the partners are red, a red piece that moves there traps the piece in between. */
ASC_INLINE asc_circle_set asc_circle_trap_holes(const asc_circle_board *board, asc_circle_set partners,
                                                asc_circle_set pieces) {
  asc_circle_set sum = {0, 0};
  while (asc_circle_set_any(partners)) {
    int partner = asc_circle_set_pop(&partners);
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
      for (int direction = 0; direction < ASC_CIRCLE_DIRECTIONS; direction++)
        if (asc_circle_set_has(pieces, board->next[partner][track][direction]))
          asc_circle_set_add(&sum, asc_circle_set_of(board->next_but_one[partner][track][direction]));
  }
  return sum;
}

/* Returns the holes to which the red piece on `red` can move to trap one of `pieces`. */
ASC_INLINE asc_circle_set asc_circle_trapping_slides(const asc_circle_reach *reach, asc_circle_set reds, int red,
                                                     asc_circle_set pieces, asc_circle_size size) {
  asc_circle_set partners = asc_circle_set_without(reds, asc_circle_set_of(red));
  return asc_circle_set_and(asc_circle_trap_holes(reach->board, partners, pieces), asc_circle_slides(reach, red, size));
}

/* The holes that at least one, and at least two, pieces of a player reach. Holes with pieces are included, but no piece
   counts as reaching its own hole. */
typedef struct asc_circle_cover {
  asc_circle_set once, twice;
} asc_circle_cover;

ASC_INLINE asc_circle_cover asc_circle_cover_by(asc_circle_reach *reach, asc_circle_set pieces, asc_circle_size size) {
  asc_circle_cover cover = {{0, 0}, {0, 0}};
  while (asc_circle_set_any(pieces)) {
    int hole = asc_circle_set_pop(&pieces);
    asc_circle_set gains = asc_circle_set_without(asc_circle_reached_from(reach, hole, size), asc_circle_set_of(hole));
    asc_circle_set_add(&cover.twice, asc_circle_set_and(cover.once, gains));
    asc_circle_set_add(&cover.once, gains);
  }
  return cover;
}

/* Returns those of `pieces` that can be captured with a gain: more opposing pieces reach them than pieces of their own
   side. Counts only up to two. */
ASC_INLINE asc_circle_set asc_circle_hanging(asc_circle_set pieces, const asc_circle_cover *others,
                                             const asc_circle_cover *own) {
  asc_circle_set once = asc_circle_set_without(others->once, own->once),
                 twice = asc_circle_set_without(others->twice, own->twice);
  return asc_circle_set_and(pieces, asc_circle_set_or(once, twice));
}

/* knowledge.c: the estimated score for the player to move, as in asc_knowledge. */
int32_t asc_circle_evaluate(const asc_rules *rules, const void *position);

/* knowledge_bounds.c: proven bounds of the score for the player to move, as in asc_knowledge. */
void asc_circle_bounds(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper);

/* knowledge_order.c: move ordering and the moves of quiescence search, as in asc_knowledge. */
void asc_circle_order(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *scores);
int asc_circle_quiescence(const asc_rules *rules, const void *position, asc_move *moves);

#endif
