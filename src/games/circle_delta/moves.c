/* What is legal.

   A man that goes along a circle is stopped by whatever stands there, itself included, since it may not enter the hole
   it came from. So the free holes of a circle fall into stretches between men, the same for every man of a position,
   and where a man gets is a union of stretches. What it meets there are the men beside them.

   A green man met along one track is left along the other, and what follows is the same whoever met it. So the green
   men make a small graph. Its nodes say which of them is left along which track, and whether the free bend is still to
   be had (fresh) or not (bent); sets of nodes are the bits of a number. A way through the graph comes to no green man
   twice.

   Everything in sets of holes is compiled twice, for boards of up to four rings, whose sets are one word, and for
   larger ones; `wide` is a constant wherever it is passed on. */
#include "circle_delta.h"

enum { FRESH_NODES = CIRCLE_GREENS_MAX * CIRCLE_TRACKS, NODES = 2 * FRESH_NODES, ALL_FRESH = (1 << FRESH_NODES) - 1 };

typedef struct field {
  const circle_board *board;
  circle_set men; /* all of them */
  circle_lines lines;
  circle_bends bends; /* for the second act */
} field;

/* What one comes to: free holes, and the men at their ends, perhaps the one that left. */
typedef struct gains {
  circle_set holes, met;
} gains;

/* What a man comes to that leaves a hole along one track, and what it comes to after a free bend, along the other. */
typedef struct trip {
  gains straight, bent;
} trip;

/* Green man g left along track t is the node 2g + t as long as the free bend is to be had, and the same + FRESH_NODES
   after it. */
typedef struct graph {
  int greens;
  int hole[CIRCLE_GREENS_MAX];
  gains gains[NODES];
  uint32_t next[NODES]; /* the nodes that can follow */
} graph;

ASC_INLINE circle_set fit(circle_set set, bool wide) { return wide ? set : (circle_set){set.low, 0}; }

ASC_INLINE void field_fill(field *f, const circle_rules *rules, const circle_position *position, bool wide) {
  f->board = &rules->board;
  f->men = fit(circle_all_men(position), wide);
  circle_lines_fill(f->board, f->men, &f->lines);
}

ASC_INLINE circle_set stretch(const field *f, int hole, int track, bool wide) {
  return fit(circle_reach(f->board, &f->lines, hole, track), wide);
}

ASC_INLINE trip trip_from(const field *f, int hole, int track, bool wide) {
  circle_set men = fit(f->men, wide), reach = stretch(f, hole, track, wide);
  circle_set holes = circle_without(reach, men);
  circle_set bent = fit(circle_bend(&f->bends, hole, track, holes), wide);
  return (trip){{holes, circle_and(circle_beside(f->board, reach, track), men)},
                {bent, circle_and(circle_beside(f->board, bent, track ^ 1), men)}};
}

ASC_INLINE gains gains_or(gains a, gains b) { return (gains){circle_or(a.holes, b.holes), circle_or(a.met, b.met)}; }

/* The nodes that a trip along `track` leads to: each green man is left along the track it was not met on. */
ASC_INLINE uint32_t nodes_met(const graph *g, const trip *t, int track) {
  uint32_t nodes = 0;
  for (int green = 0; green < g->greens; green++) {
    uint32_t straight = circle_has(t->straight.met, g->hole[green]), bent = circle_has(t->bent.met, g->hole[green]);
    nodes |= (straight << (track ^ 1) | bent << (track + FRESH_NODES)) << 2 * green;
  }
  return nodes;
}

ASC_INLINE void graph_fill(graph *g, const field *f, circle_set greens, bool wide) {
  g->greens = 0;
  for (circle_set left = greens; circle_any(left);) g->hole[g->greens++] = circle_take(&left);
  for (int node = 0; node < g->greens * CIRCLE_TRACKS; node++) {
    int track = node % CIRCLE_TRACKS;
    trip t = trip_from(f, g->hole[node / CIRCLE_TRACKS], track, wide);
    g->next[node] = nodes_met(g, &t, track);
    g->next[node + FRESH_NODES] = (g->next[node] & ALL_FRESH) << FRESH_NODES;
    g->gains[node] = gains_or(t.straight, t.bent);
    g->gains[node + FRESH_NODES] = t.straight;
  }
}

/* A node with the free bend to be had leads wherever the same node without it does. */
ASC_INLINE uint32_t best_of(uint32_t nodes) { return nodes & ~(nodes << FRESH_NODES); }

/* The node and all that can follow it when no node of `closed` may come any more. */
static uint32_t nodes_after(const graph *g, int node, uint32_t closed) {
  const uint32_t nodes_of_first_green = 3U | 3U << FRESH_NODES;
  closed |= nodes_of_first_green << (node % FRESH_NODES / CIRCLE_TRACKS * CIRCLE_TRACKS);
  uint32_t sum = 1U << node;
  for (uint32_t left = best_of(g->next[node] & ~closed); left != 0; left &= left - 1)
    sum |= nodes_after(g, asc_bits_lowest(left), closed);
  return sum;
}

/* Where a white or black man on the hole can go: free holes, and men of the other side. */
ASC_INLINE circle_set targets_from(const graph *g, const field *f, int hole, circle_set others, bool wide) {
  gains sum = {{0, 0}, {0, 0}};
  uint32_t met = 0, nodes = 0;
  for (int track = 0; track < CIRCLE_TRACKS; track++) {
    trip t = trip_from(f, hole, track, wide);
    met |= nodes_met(g, &t, track);
    sum = gains_or(sum, gains_or(t.straight, t.bent));
  }
  for (uint32_t left = best_of(met); left != 0; left &= left - 1) nodes |= nodes_after(g, asc_bits_lowest(left), 0);
  for (uint32_t left = best_of(nodes); left != 0; left &= left - 1)
    sum = gains_or(sum, g->gains[asc_bits_lowest(left)]);
  return fit(circle_or(sum.holes, circle_and(sum.met, others)), wide);
}

ASC_INLINE asc_move *list_moves(asc_move *list, asc_move base, circle_set targets) {
  for (uint64_t left = targets.low; left != 0; left = asc_bits_drop(left))
    *list++ = base + (asc_move)asc_bits_lowest(left);
  for (uint64_t left = targets.high; left != 0; left = asc_bits_drop(left))
    *list++ = base + 64 + (asc_move)asc_bits_lowest(left);
  return list;
}

/* Red and green men move along one circle, over free holes. */
ASC_INLINE asc_move *list_first(const circle_rules *rules, const circle_position *p, asc_move *list, bool wide) {
  field f;
  field_fill(&f, rules, p, wide);
  circle_set men = fit(f.men, wide);
  for (circle_set left = fit(circle_or(p->men[CIRCLE_RED], p->men[CIRCLE_GREEN]), wide); circle_any(left);) {
    int from = circle_take(&left);
    circle_set reach = circle_or(stretch(&f, from, CIRCLE_RING, wide), stretch(&f, from, CIRCLE_PETAL, wide));
    list = list_moves(list, circle_move(from, 0), circle_without(reach, men));
  }
  return list;
}

ASC_INLINE asc_move *list_second(const circle_rules *rules, const circle_position *p, asc_move *list, bool wide) {
  field f;
  graph g;
  field_fill(&f, rules, p, wide);
  if (p->reserve[p->player] > 0) list = list_moves(list, 0, fit(circle_without(rules->board.holes, f.men), wide));
  circle_set own = fit(p->men[p->player], wide), others = fit(p->men[p->player ^ 1], wide);
  if (!circle_any(own)) return list;
  circle_bends_fill(f.board, &f.lines, &f.bends);
  graph_fill(&g, &f, fit(p->men[CIRCLE_GREEN], wide), wide);
  while (circle_any(own)) {
    int from = circle_take(&own);
    list = list_moves(list, circle_move(from, 0), targets_from(&g, &f, from, others, wide));
  }
  return list;
}

ASC_INLINE asc_move *list_act(const circle_rules *rules, const circle_position *p, asc_move *list, bool wide) {
  return p->stage == CIRCLE_SECOND ? list_second(rules, p, list, wide) : list_first(rules, p, list, wide);
}

ASC_FAST static asc_move *list_all(const circle_rules *rules, const circle_position *p, asc_move *list) {
  if (p->stage < CIRCLE_FIRST) return list_moves(list, 0, circle_without(rules->board.holes, circle_all_men(p)));
  return rules->board.rings > CIRCLE_WORD_RINGS ? list_act(rules, p, list, true) : list_act(rules, p, list, false);
}

int circle_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  if (circle_over(position)) return 0;
  asc_move *end = list_all((const circle_rules *)rules, position, moves);
  if (end == moves) *end++ = CIRCLE_PASS;
  return (int)(end - moves);
}
