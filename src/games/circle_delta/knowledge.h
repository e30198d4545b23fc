/* What the engine knows of Circle Delta beyond the rules.

   Whom a man meets, meets it: of two men in contact the one whose turn it is takes the other. So what counts is how
   many men each player has left, and of those in contact how many are guarded, that is, met by a man of their own side
   that would take back.

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

/* What the men of a player come to, and what at least two of them come to: holes and men, but not themselves. */
typedef struct circle_cover {
  circle_set once, twice;
} circle_cover;

ASC_INLINE circle_cover circle_cover_by(circle_ways *w, circle_set men, circle_size size) {
  circle_cover cover = {{0, 0}, {0, 0}};
  while (circle_any(men)) {
    int hole = circle_take(&men);
    circle_set gains = circle_without(circle_gains_from(w, hole, size), circle_set_of(hole));
    circle_add(&cover.twice, circle_and(cover.once, gains));
    circle_add(&cover.once, gains);
  }
  return cover;
}

/* Which of `men` can be taken with a gain: more of the others come to them than of their own side. */
ASC_INLINE circle_set circle_loose(circle_set men, const circle_cover *others, const circle_cover *own) {
  circle_set once = circle_without(others->once, own->once), twice = circle_without(others->twice, own->twice);
  return circle_and(men, circle_or(once, twice));
}

/* knowledge.c */
int32_t asc_circle_evaluate(const asc_rules *rules, const void *position);

/* knowledge_bounds.c */
void asc_circle_bounds(const asc_rules *rules, const void *position, int32_t *least, int32_t *most);

/* knowledge_order.c */
void asc_circle_order(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *promise);
int asc_circle_quiescence(const asc_rules *rules, const void *position, asc_move *moves);

#endif
