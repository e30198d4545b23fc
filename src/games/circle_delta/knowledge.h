/* What the engine knows of Circle Delta beyond the rules.

   On a board with few men everyone can take everyone: a man gets almost anywhere with one bend, and whom it meets meets
   it. So whoever is to move takes first, and what decides is who runs out of men on the board first; the other then
   puts one man a turn, and loses it. Reserves only make that take longer. What breaks the count is red: one move of a
   red man can lock a man in, and the same turn still has its capture.

   knowledge.c judges by that, knowledge_order.c says which moves to look at first, knowledge_bounds.c what is certain.
   All of them ask ways.h where men can go. */
#ifndef ASC_GAMES_CIRCLE_KNOWLEDGE_H
#define ASC_GAMES_CIRCLE_KNOWLEDGE_H

#include <ascona/knowledge.h>

#include "ways.h"

/* The holes next but one from `partners`, along any circle, with one of `men` between: a red man that comes there locks
   it in if the partners are red. */
ASC_INLINE circle_set circle_lock_holes(const circle_board *board, circle_set partners, circle_set men) {
  circle_set sum = {0, 0};
  while (circle_any(partners)) {
    int partner = circle_take(&partners);
    for (int track = 0; track < CIRCLE_TRACKS; track++)
      for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++)
        if (circle_has(men, board->next[partner][track][direction]))
          circle_add(&sum, circle_set_of(board->after[partner][track][direction]));
  }
  return sum;
}

/* Where the red man on a hole can go to lock in one of `men`. */
ASC_INLINE circle_set circle_locks(const circle_ways *w, circle_set reds, int red, circle_set men, circle_size size) {
  circle_set partners = circle_without(reds, circle_set_of(red));
  return circle_and(circle_lock_holes(w->board, partners, men), circle_slide(w, red, size));
}

/* knowledge_bounds.c */
void asc_circle_bounds(const asc_rules *rules, const void *position, int32_t *least, int32_t *most);

/* knowledge_order.c */
void asc_circle_order(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *promise);
int asc_circle_quiescence(const asc_rules *rules, const void *position, asc_move *moves);

#endif
