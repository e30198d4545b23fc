/* Where men can go: what the list of moves and the engine's knowledge both ask.

   A man that goes along a circle is stopped by whatever stands there, itself included, since it may not enter the hole
   it came from. So the free holes of a circle fall into stretches between men, the same for every man of a position.
   What a man comes to is a set of holes: the free ones are where it can go, the others hold the men it meets. A way can
   be gone in both directions: whom a man meets, meets it.

   A green man met along one track is left along the other, and what follows is the same whoever met it. So the green
   men make a small graph. Its nodes say which of them is left along which track, and whether the free bend is still to
   be had (fresh) or not (bent); sets of nodes are the bits of a number. A way through the graph comes to no green man
   twice.

   Everything in sets of holes is compiled twice, for boards of up to 64 holes, whose sets are one word, and for larger
   ones; `wide` is a constant wherever it is passed on. */
#ifndef ASC_GAMES_CIRCLE_WAYS_H
#define ASC_GAMES_CIRCLE_WAYS_H

#include "circle_delta.h"

enum {
  CIRCLE_FRESH_NODES = CIRCLE_GREENS_MAX * CIRCLE_TRACKS,
  CIRCLE_NODES = 2 * CIRCLE_FRESH_NODES,
  CIRCLE_ALL_FRESH = (1 << CIRCLE_FRESH_NODES) - 1
};

/* What a man comes to that leaves a hole along one track, what it comes to after a free bend, and the nodes it gets to
   over green men. */
typedef struct circle_trip {
  circle_set straight, bent;
  uint32_t nodes;
} circle_trip;

/* The ways of a position. Red and green men need men and lines only, the rest is for white and black ones. Green man g,
   counted by holes, left along track t is the node 2g + t as long as the free bend is to be had, and the same +
   CIRCLE_FRESH_NODES after it. */
typedef struct circle_ways {
  const circle_board *board;
  circle_set men; /* all of them */
  circle_set greens;
  circle_lines lines;
  circle_set gains[CIRCLE_NODES]; /* what one comes to from a node */
  uint32_t next[CIRCLE_NODES];    /* the nodes that can follow */
} circle_ways;

/* Men and lines. */
ASC_INLINE void circle_ways_begin(circle_ways *w, const circle_rules *rules, const circle_position *position,
                                  bool wide) {
  w->board = &rules->board;
  w->men = circle_fit(circle_all_men(position), wide);
  circle_lines_fill(w->board, w->men, &w->lines);
}

ASC_INLINE circle_set circle_seen(const circle_ways *w, circle_spot from, bool wide) {
  return circle_of_order(w->board, from.circle, circle_sight(w->board, &w->lines, from), wide);
}

/* The free holes a red or green man gets to. */
ASC_INLINE circle_set circle_slide(const circle_ways *w, int hole, bool wide) {
  circle_set seen =
      circle_or(circle_seen(w, w->board->spot[hole][0], wide), circle_seen(w, w->board->spot[hole][1], wide));
  return circle_fit(circle_without(seen, w->men), wide);
}

/* The fresh nodes of the green men among those seen along a circle: each is left along its other track. */
ASC_INLINE uint32_t circle_nodes_seen(const circle_ways *w, circle_set seen, int circle, bool wide) {
  uint32_t nodes = 0;
  for (circle_set met = circle_fit(circle_and(seen, w->greens), wide); circle_any(met);) {
    int hole = circle_take(&met), left = w->board->spot[hole][0].circle == circle;
    circle_set before =
        hole < 64 ? (circle_set){asc_bit(hole) - 1, 0} : (circle_set){~(uint64_t)0, asc_bit(hole - 64) - 1};
    nodes |= 1U << (2 * circle_count(circle_fit(circle_and(w->greens, before), wide)) + left);
  }
  return nodes;
}

ASC_INLINE circle_trip circle_trip_from(const circle_ways *w, circle_spot from, bool wide) {
  uint32_t order = circle_sight(w->board, &w->lines, from), bends = 0;
  circle_trip trip = {circle_of_order(w->board, from.circle, order, wide), {0, 0}, 0};
  for (uint32_t left = order & ~w->lines.men[from.circle]; left != 0; left &= left - 1) {
    circle_spot turn = w->board->other[from.circle][asc_bits_lowest(left)];
    circle_set seen = circle_seen(w, turn, wide);
    circle_add(&trip.bent, seen);
    bends |= circle_nodes_seen(w, seen, turn.circle, wide);
  }
  trip.nodes = circle_nodes_seen(w, trip.straight, from.circle, wide) | bends << CIRCLE_FRESH_NODES;
  return trip;
}

ASC_INLINE void circle_ways_fill(circle_ways *w, const circle_rules *rules, const circle_position *position,
                                 bool wide) {
  circle_ways_begin(w, rules, position, wide);
  w->greens = circle_fit(position->men[CIRCLE_GREEN], wide);
  int node = 0;
  for (circle_set left = w->greens; circle_any(left);) {
    int hole = circle_take(&left);
    for (int track = 0; track < CIRCLE_TRACKS; track++, node++) {
      circle_trip trip = circle_trip_from(w, w->board->spot[hole][track], wide);
      w->next[node] = trip.nodes;
      w->next[node + CIRCLE_FRESH_NODES] = (trip.nodes & CIRCLE_ALL_FRESH) << CIRCLE_FRESH_NODES;
      w->gains[node] = circle_or(trip.straight, trip.bent);
      w->gains[node + CIRCLE_FRESH_NODES] = trip.straight;
    }
  }
}

/* A node with the free bend to be had leads wherever the same node without it does. */
ASC_INLINE uint32_t circle_best_nodes(uint32_t nodes) { return nodes & ~(nodes << CIRCLE_FRESH_NODES); }

/* The node and all that can follow it when no node of `closed` may come any more. */
static uint32_t circle_nodes_after(const circle_ways *w, int node, uint32_t closed) {
  const uint32_t nodes_of_first_green = 3U | 3U << CIRCLE_FRESH_NODES;
  closed |= nodes_of_first_green << (node % CIRCLE_FRESH_NODES / CIRCLE_TRACKS * CIRCLE_TRACKS);
  uint32_t sum = 1U << node;
  for (uint32_t left = circle_best_nodes(w->next[node] & ~closed); left != 0; left &= left - 1)
    sum |= circle_nodes_after(w, asc_bits_lowest(left), closed);
  return sum;
}

/* What a white or black man on the hole comes to. It can go to the free holes, and take men of the other side. */
ASC_INLINE circle_set circle_gains_from(const circle_ways *w, int hole, bool wide) {
  circle_set sum = {0, 0};
  uint32_t met = 0, nodes = 0;
  for (int track = 0; track < CIRCLE_TRACKS; track++) {
    circle_trip trip = circle_trip_from(w, w->board->spot[hole][track], wide);
    met |= trip.nodes;
    circle_add(&sum, circle_or(trip.straight, trip.bent));
  }
  for (uint32_t left = circle_best_nodes(met); left != 0; left &= left - 1)
    nodes |= circle_nodes_after(w, asc_bits_lowest(left), 0);
  for (uint32_t left = circle_best_nodes(nodes); left != 0; left &= left - 1)
    circle_add(&sum, w->gains[asc_bits_lowest(left)]);
  return circle_fit(sum, wide);
}

#endif
