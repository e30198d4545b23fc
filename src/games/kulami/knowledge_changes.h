/* How plates can still change hands, and what that is worth at most.

   A player has only so many marbles left, and because a plate is barred for two plies after each marble, he can put one
   on the same plate at every second of his plies at most. */
#ifndef ASC_GAMES_KULAMI_KNOWLEDGE_CHANGES_H
#define ASC_GAMES_KULAMI_KNOWLEDGE_CHANGES_H

#include "knowledge.h"

enum {
  KULAMI_OPEN_PLIES = 40, /* from the start: so little is decided that looking for it does not pay */
  KULAMI_PLAIN_PLIES = 3  /* before the end: it is plain how the game will go on */
};

/* What changes of plates depend on, as the player to move sees it. */
typedef struct kulami_outlook {
  kulami_stand stand;
  int own_marbles, other_marbles; /* still to be put */
  int last, before;               /* the barred plates */
} kulami_outlook;

ASC_INLINE kulami_outlook kulami_outlook_of(const kulami_rules *rules, const kulami_position *position) {
  int mover = position->plies % 2, left = kulami_plies_left(position);
  return (kulami_outlook){.stand = {.own = position->marbles[mover], .other = position->marbles[1 - mover]},
                          .own_marbles = (left + 1) / 2,
                          .other_marbles = left / 2,
                          .last = rules->plate_of[position->last],
                          .before = position->before};
}

/* One plate: by how many marbles he is ahead, and how often it can change for the better and for the worse. */
typedef struct kulami_change {
  int lead, up, down;
} kulami_change;

ASC_INLINE int kulami_least_of(int a, int b) { return a < b ? a : b; }

/* How often a plate can still get better for a player who is ahead by `lead` and puts so many marbles on it: from the
   opponent's to nobody's, from nobody's to his. */
ASC_INLINE int kulami_steps_up(int lead, int marbles) {
  int most = lead > 0 ? 0 : lead == 0 ? 1 : 2;
  int steps = marbles + lead + (lead < 0);
  return steps < 0 ? 0 : steps > most ? most : steps;
}

/* The last plate is barred for the next ply of both, the one before only for that of the player to move. */
ASC_INLINE kulami_change kulami_change_of(const kulami_rules *rules, const kulami_outlook *all, int plate) {
  uint64_t hollows = rules->plates[plate];
  int free = asc_bits_count(hollows & kulami_free(&all->stand)), lead = kulami_lead(&all->stand, hollows);
  int own = (all->own_marbles + 1 - (plate == all->last || plate == all->before)) / 2;
  int other = (all->other_marbles + 1 - (plate == all->last)) / 2;
  return (kulami_change){.lead = lead,
                         .up = kulami_steps_up(lead, kulami_least_of(own, free)),
                         .down = kulami_steps_up(-lead, kulami_least_of(other, free))};
}

ASC_INLINE int kulami_points(int worth, int lead) { return lead > 0 ? worth : lead < 0 ? -worth : 0; }

/* All plates together: the margin as they stand, and the steps by the worth of their plates. */
typedef struct kulami_changes {
  int margin;
  int ups[KULAMI_PLATE_MOST + 1], downs[KULAMI_PLATE_MOST + 1];
} kulami_changes;

/* Adds a plate, or with -1 takes it away. */
ASC_INLINE void kulami_changes_add(kulami_changes *changes, const kulami_rules *rules, const kulami_outlook *all,
                                   int plate, int times) {
  int worth = asc_bits_count(rules->plates[plate]);
  kulami_change change = kulami_change_of(rules, all, plate);
  changes->margin += times * kulami_points(worth, change.lead);
  changes->ups[worth] += times * change.up;
  changes->downs[worth] += times * change.down;
}

/* The points of the best `marbles` steps: each takes a marble at least. */
ASC_INLINE int kulami_steps_worth(const int steps[KULAMI_PLATE_MOST + 1], int marbles) {
  int sum = 0;
  for (int worth = KULAMI_PLATE_MOST; worth > 0; worth--) {
    int taken = kulami_least_of(steps[worth], marbles);
    sum += taken * worth;
    marbles -= taken;
  }
  return sum;
}

ASC_INLINE void kulami_changes_bound(const kulami_changes *changes, const kulami_outlook *all, int *least, int *most) {
  *most = changes->margin + kulami_steps_worth(changes->ups, all->own_marbles);
  *least = changes->margin - kulami_steps_worth(changes->downs, all->other_marbles);
}

#endif
