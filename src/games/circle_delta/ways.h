/* Where men can go: what the list of moves and the engine's knowledge both ask.

   A man that goes along a circle is stopped by whatever stands there, itself included, since it may not enter the hole
   it came from. So the free holes of a circle fall into stretches between men, the same for every man of a position,
   and where a man gets is a union of stretches. What it meets there are the men beside them. A way can be gone in both
   directions: whom a man meets, meets it.

   A green man met along one track is left along the other, and what follows is the same whoever met it. So the green
   men make a small graph. Its nodes say which of them is left along which track, and whether the free bend is still to
   be had (fresh) or not (bent); sets of nodes are the bits of a number. A way through the graph comes to no green man
   twice.

   Everything in sets of holes is compiled twice, for boards of up to four rings, whose sets are one word, and for
   larger ones; `wide` is a constant wherever it is passed on. */
#ifndef ASC_GAMES_CIRCLE_WAYS_H
#define ASC_GAMES_CIRCLE_WAYS_H

#include "circle_delta.h"

enum {
  CIRCLE_FRESH_NODES = CIRCLE_GREENS_MAX * CIRCLE_TRACKS,
  CIRCLE_NODES = 2 * CIRCLE_FRESH_NODES,
  CIRCLE_ALL_FRESH = (1 << CIRCLE_FRESH_NODES) - 1
};

/* What one comes to: free holes, and the men at their ends, perhaps the one that left. */
typedef struct circle_gains {
  circle_set holes, met;
} circle_gains;

/* What a man comes to that leaves a hole along one track, and what it comes to after a free bend, along the other. */
typedef struct circle_trip {
  circle_gains straight, bent;
} circle_trip;

/* The ways of a position. Red and green men need men and lines only, the rest is for white and black ones. Green man g
   left along track t is the node 2g + t as long as the free bend is to be had, and the same + CIRCLE_FRESH_NODES after
   it. */
typedef struct circle_ways {
  const circle_board *board;
  circle_set men; /* all of them */
  circle_lines lines;
  circle_bends bends;
  int greens;
  int hole[CIRCLE_GREENS_MAX];
  circle_gains gains[CIRCLE_NODES];
  uint32_t next[CIRCLE_NODES]; /* the nodes that can follow */
} circle_ways;

ASC_INLINE circle_set circle_fit(circle_set set, bool wide) { return wide ? set : (circle_set){set.low, 0}; }

ASC_INLINE circle_gains circle_gains_or(circle_gains a, circle_gains b) {
  return (circle_gains){circle_or(a.holes, b.holes), circle_or(a.met, b.met)};
}

/* Men and lines. */
ASC_INLINE void circle_ways_begin(circle_ways *w, const circle_rules *rules, const circle_position *position,
                                  bool wide) {
  w->board = &rules->board;
  w->men = circle_fit(circle_all_men(position), wide);
  circle_lines_fill(w->board, w->men, &w->lines);
}

/* The free holes a red or green man gets to. */
ASC_INLINE circle_set circle_slide(const circle_ways *w, int hole, bool wide) {
  circle_set reach = circle_or(circle_reach(w->board, &w->lines, hole, CIRCLE_RING),
                               circle_reach(w->board, &w->lines, hole, CIRCLE_PETAL));
  return circle_fit(circle_without(reach, w->men), wide);
}

ASC_INLINE circle_trip circle_trip_from(const circle_ways *w, int hole, int track, bool wide) {
  circle_set men = circle_fit(w->men, wide);
  circle_set reach = circle_fit(circle_reach(w->board, &w->lines, hole, track), wide);
  circle_set holes = circle_without(reach, men);
  circle_set bent = circle_fit(circle_bend(&w->bends, hole, track, holes), wide);
  return (circle_trip){{holes, circle_and(circle_beside(w->board, reach, track), men)},
                       {bent, circle_and(circle_beside(w->board, bent, track ^ 1), men)}};
}

/* The nodes that a trip along `track` leads to: each green man is left along the track it was not met on. */
ASC_INLINE uint32_t circle_nodes_met(const circle_ways *w, const circle_trip *t, int track) {
  uint32_t nodes = 0;
  for (int green = 0; green < w->greens; green++) {
    uint32_t straight = circle_has(t->straight.met, w->hole[green]), bent = circle_has(t->bent.met, w->hole[green]);
    nodes |= (straight << (track ^ 1) | bent << (track + CIRCLE_FRESH_NODES)) << 2 * green;
  }
  return nodes;
}

ASC_INLINE void circle_ways_fill(circle_ways *w, const circle_rules *rules, const circle_position *position,
                                 bool wide) {
  circle_ways_begin(w, rules, position, wide);
  circle_bends_fill(w->board, &w->lines, &w->bends);
  w->greens = 0;
  for (circle_set left = circle_fit(position->men[CIRCLE_GREEN], wide); circle_any(left);)
    w->hole[w->greens++] = circle_take(&left);
  for (int node = 0; node < w->greens * CIRCLE_TRACKS; node++) {
    int track = node % CIRCLE_TRACKS;
    circle_trip t = circle_trip_from(w, w->hole[node / CIRCLE_TRACKS], track, wide);
    w->next[node] = circle_nodes_met(w, &t, track);
    w->next[node + CIRCLE_FRESH_NODES] = (w->next[node] & CIRCLE_ALL_FRESH) << CIRCLE_FRESH_NODES;
    w->gains[node] = circle_gains_or(t.straight, t.bent);
    w->gains[node + CIRCLE_FRESH_NODES] = t.straight;
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
ASC_INLINE circle_gains circle_gains_from(const circle_ways *w, int hole, bool wide) {
  circle_gains sum = {{0, 0}, {0, 0}};
  uint32_t met = 0, nodes = 0;
  for (int track = 0; track < CIRCLE_TRACKS; track++) {
    circle_trip t = circle_trip_from(w, hole, track, wide);
    met |= circle_nodes_met(w, &t, track);
    sum = circle_gains_or(sum, circle_gains_or(t.straight, t.bent));
  }
  for (uint32_t left = circle_best_nodes(met); left != 0; left &= left - 1)
    nodes |= circle_nodes_after(w, asc_bits_lowest(left), 0);
  for (uint32_t left = circle_best_nodes(nodes); left != 0; left &= left - 1)
    sum = circle_gains_or(sum, w->gains[asc_bits_lowest(left)]);
  return (circle_gains){circle_fit(sum.holes, wide), circle_fit(sum.met, wide)};
}

#endif
