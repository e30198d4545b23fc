/* Where men can go: what the list of moves and the engine's knowledge both ask.

   A man that goes along a circle is stopped by whatever stands there, itself included, since it may not enter the hole
   it came from. So the free holes of a circle fall into stretches between men, the same for every man of a position.
   What a man comes to is a set of holes: the free ones are where it can go, the others hold the men it meets. A way can
   be gone in both directions: whom a man meets, meets it.

   A green man met along one track is left along the other, and what follows is the same whoever met it. So the green
   men make a small graph. Its nodes say which of them is left along which track, and whether the free bend is still to
   be had (fresh) or not (bent); sets of nodes are the bits of a number. A way through the graph comes to no green man
   twice.

   Everything in sets of holes is compiled for each size of board; `size` is a constant wherever it is passed on inline.
 */
#ifndef ASC_GAMES_CIRCLE_WAYS_H
#define ASC_GAMES_CIRCLE_WAYS_H

#include "circle_delta.h"

/* Calls an inline function for the size of the board, which is its last argument. */
#define CIRCLE_BY_SIZE(board, function, ...)                              \
  ((board).size == CIRCLE_SHORT    ? function(__VA_ARGS__, CIRCLE_SHORT)  \
   : (board).size == CIRCLE_NARROW ? function(__VA_ARGS__, CIRCLE_NARROW) \
                                   : function(__VA_ARGS__, CIRCLE_WIDE))

enum {
  CIRCLE_FRESH_NODES = CIRCLE_TRACKS * CIRCLE_GREENS_MAX,
  CIRCLE_NODES = 2 * CIRCLE_FRESH_NODES,
  CIRCLE_NODES_OF_GREEN = (1 | 1 << CIRCLE_GREENS_MAX) * (1 | 1 << CIRCLE_FRESH_NODES) /* of the first one */
};

/* What one comes to along circles: the holes that have the circle as their first track, and those that have it as their
   second one. A green man among the first is left along its second track, and the other way round. */
typedef struct circle_sights {
  circle_set first, second;
} circle_sights;

/* The ways of a position. Red and green men need men and lines only, the rest is for white and black ones. Green man g,
   counted by holes, left along its track t is the node t * CIRCLE_GREENS_MAX + g as long as the free bend is to be had,
   and the same + CIRCLE_FRESH_NODES after it. What follows from a node is found out when a man comes there. */
typedef struct circle_ways {
  const circle_board *board;
  circle_set men; /* all of them */
  circle_set greens;
  circle_lines lines;
  uint8_t green[CIRCLE_GREENS_MAX]; /* the holes of the green men */
  uint32_t known;                   /* fresh nodes of which the rest is filled */
  circle_set gains[CIRCLE_NODES];   /* what one comes to from a node */
  uint32_t next[CIRCLE_NODES];      /* the nodes that can follow */
  uint32_t walked;                  /* nodes of which `through` is filled */
  circle_set through[CIRCLE_NODES]; /* what one comes to from a node and all that can follow it */
} circle_ways;

/* Men and lines. */
ASC_INLINE void circle_ways_begin(circle_ways *w, const circle_rules *rules, const circle_position *position,
                                  circle_size size) {
  w->board = &rules->board;
  w->men = circle_fit(circle_all_men(position), size);
  circle_lines_fill(w->board, w->men, &w->lines, size);
}

ASC_INLINE void circle_ways_fill(circle_ways *w, const circle_rules *rules, const circle_position *position,
                                 circle_size size) {
  circle_ways_begin(w, rules, position, size);
  w->greens = circle_fit(position->men[CIRCLE_GREEN], size);
  w->known = w->walked = 0;
  int green = 0;
  for (circle_set left = w->greens; circle_any(left);) w->green[green++] = (uint8_t)circle_take(&left);
}

ASC_INLINE circle_set circle_all(circle_sights sights) { return circle_or(sights.first, sights.second); }

ASC_INLINE circle_sights circle_both(circle_sights one, circle_sights other) {
  return (circle_sights){circle_or(one.first, other.first), circle_or(one.second, other.second)};
}

/* Adds what is seen from a spot. */
ASC_INLINE void circle_look(const circle_ways *w, circle_spot from, circle_sights *sights, circle_size size) {
  circle_set seen = circle_seen(w->board, &w->lines, from, size), first = w->board->first[from.circle];
  circle_add(&sights->first, circle_fit(circle_and(seen, first), size));
  circle_add(&sights->second, circle_fit(circle_without(seen, first), size));
}

/* The free holes a red or green man gets to. */
ASC_INLINE circle_set circle_slide(const circle_ways *w, int hole, circle_size size) {
  circle_set seen = circle_or(circle_seen(w->board, &w->lines, w->board->spot[hole][0], size),
                              circle_seen(w->board, &w->lines, w->board->spot[hole][1], size));
  return circle_fit(circle_without(seen, w->men), size);
}

/* What one comes to by a free bend on any of the free holes seen from a spot: along the other circle of each. Along the
   one that led there nothing new is seen. */
ASC_INLINE circle_sights circle_bend(const circle_ways *w, circle_spot from, circle_size size) {
  circle_sights sights = {{0, 0}, {0, 0}};
  circle_set seen = circle_seen(w->board, &w->lines, from, size), first = w->board->first[from.circle];
  for (circle_set left = circle_fit(circle_without(seen, w->men), size); circle_any(left);) {
    int hole = circle_take(&left);
    circle_look(w, w->board->spot[hole][circle_has(first, hole)], &sights, size);
  }
  return sights;
}

/* The fresh nodes of the green men in sight. */
ASC_INLINE uint32_t circle_nodes_seen(const circle_ways *w, circle_sights sights, circle_size size) {
  uint64_t nodes = asc_bits_gather(sights.second.low, w->greens.low) | asc_bits_gather(sights.first.low, w->greens.low)
                                                                           << CIRCLE_GREENS_MAX;
  if (size == CIRCLE_WIDE)
    nodes |= (asc_bits_gather(sights.second.high, w->greens.high) | asc_bits_gather(sights.first.high, w->greens.high)
                                                                        << CIRCLE_GREENS_MAX)
             << asc_bits_count(w->greens.low);
  return (uint32_t)nodes;
}

ASC_INLINE void circle_node_fill(circle_ways *w, int node, circle_size size) {
  circle_sights straight = {{0, 0}, {0, 0}};
  int track = node >= CIRCLE_GREENS_MAX;
  circle_spot from = w->board->spot[w->green[node - track * CIRCLE_GREENS_MAX]][track];
  circle_look(w, from, &straight, size);
  circle_sights bent = circle_bend(w, from, size);
  uint32_t met = circle_nodes_seen(w, straight, size);
  w->next[node] = met | circle_nodes_seen(w, bent, size) << CIRCLE_FRESH_NODES;
  w->next[node + CIRCLE_FRESH_NODES] = met << CIRCLE_FRESH_NODES;
  w->gains[node] = circle_or(circle_all(straight), circle_all(bent));
  w->gains[node + CIRCLE_FRESH_NODES] = circle_all(straight);
  w->known |= 1U << node;
}

/* A node with the free bend to be had leads wherever the same node without it does. */
ASC_INLINE uint32_t circle_best_nodes(uint32_t nodes) { return nodes & ~(nodes << CIRCLE_FRESH_NODES); }

/* The node and all that can follow it when no node of `closed` may come any more. */
static uint32_t circle_nodes_after(circle_ways *w, int node, uint32_t closed, circle_size size) {
  int fresh = node % CIRCLE_FRESH_NODES;
  if ((w->known >> fresh & 1) == 0) circle_node_fill(w, fresh, size);
  closed |= (uint32_t)CIRCLE_NODES_OF_GREEN << fresh % CIRCLE_GREENS_MAX;
  uint32_t sum = 1U << node;
  for (uint32_t left = circle_best_nodes(w->next[node] & ~closed); left != 0; left &= left - 1)
    sum |= circle_nodes_after(w, asc_bits_lowest(left), closed, size);
  return sum;
}

/* The same for every man that meets the green one there. */
ASC_INLINE circle_set circle_gains_through(circle_ways *w, int node, circle_size size) {
  if ((w->walked >> node & 1) == 0) {
    circle_set sum = {0, 0};
    uint32_t nodes = circle_nodes_after(w, node, 0, size); /* all of them known, so that what they gain is filled */
    for (uint32_t left = circle_best_nodes(nodes); left != 0; left &= left - 1)
      circle_add(&sum, circle_fit(w->gains[asc_bits_lowest(left)], size)); /* NOLINT(clang-analyzer-core.*) */
    w->through[node] = sum;
    w->walked |= 1U << node;
  }
  return circle_fit(w->through[node], size);
}

/* What a white or black man on the hole comes to. It can go to the free holes, and take men of the other side. */
ASC_INLINE circle_set circle_gains_from(circle_ways *w, int hole, circle_size size) {
  const circle_spot *spot = w->board->spot[hole];
  circle_sights straight = {{0, 0}, {0, 0}};
  circle_look(w, spot[0], &straight, size);
  circle_look(w, spot[1], &straight, size);
  circle_sights bent = circle_both(circle_bend(w, spot[0], size), circle_bend(w, spot[1], size));
  circle_set sum = circle_or(circle_all(straight), circle_all(bent));
  uint32_t met = circle_nodes_seen(w, straight, size) | circle_nodes_seen(w, bent, size) << CIRCLE_FRESH_NODES;
  for (uint32_t left = circle_best_nodes(met); left != 0; left &= left - 1)
    circle_add(&sum, circle_gains_through(w, asc_bits_lowest(left), size));
  return sum;
}

#endif
