/* Where pieces can go. The move generator and the engine's knowledge both use this.

   A piece that moves along a circle is stopped by any piece, also by itself, because it must not enter the hole it came
   from. So the free holes of a circle fall into stretches between pieces, which are the same for every piece of a
   position. What a piece reaches is a set of holes. It can move to the free ones; on the others are pieces that it
   meets. Every path can be used in both directions: if A meets B, then B meets A.

   A piece that meets a green piece along one track must leave it along the other. What follows does not depend on the
   piece that met it. So the green pieces form a small graph. A node is a green piece and the track along which it is
   left. It also says whether the free switch of circles is still available (a fresh node) or used up. Sets of nodes are
   the bits of an integer. A path through the graph visits no green piece twice.

   All code on sets of holes is compiled for each size class of board. `size` is a compile-time constant in every
   inlined call. */
#ifndef ASC_GAMES_CIRCLE_REACH_H
#define ASC_GAMES_CIRCLE_REACH_H

#include "circle_delta.h"

/* Calls an inline function with the size class of the board as an additional last argument. */
#define ASC_CIRCLE_BY_SIZE(board, function, ...)                                            \
  ((board).size == ASC_CIRCLE_SIZE_SHORT    ? function(__VA_ARGS__, ASC_CIRCLE_SIZE_SHORT)  \
   : (board).size == ASC_CIRCLE_SIZE_NARROW ? function(__VA_ARGS__, ASC_CIRCLE_SIZE_NARROW) \
                                            : function(__VA_ARGS__, ASC_CIRCLE_SIZE_WIDE))

enum {
  ASC_CIRCLE_FRESH_NODES = ASC_CIRCLE_TRACKS * ASC_CIRCLE_GREENS_MAX,
  ASC_CIRCLE_NODES = 2 * ASC_CIRCLE_FRESH_NODES,
  ASC_CIRCLE_NODES_OF_GREEN = (1 | 1 << ASC_CIRCLE_GREENS_MAX) *
                              (1 | 1 << ASC_CIRCLE_FRESH_NODES) /* the four nodes of green piece 0, as bits */
};

/* Holes seen along some circles, divided by track: `first` has those for which the circle is track 0, `second` those
   for which it is track 1. A green piece in `first` is left along its track 1, and a green piece in `second` along its
   track 0. */
typedef struct asc_circle_track_sets {
  asc_circle_set first, second;
} asc_circle_track_sets;

/* The reach of the pieces of a position. Red and green pieces need only `board`, `pieces` and `occupancy`; the other
   members are for white and black pieces.

   Green pieces are numbered in the order of their holes. Piece g, left along track t, is node t * ASC_CIRCLE_GREENS_MAX
   + g while the free switch is available. Without it, ASC_CIRCLE_FRESH_NODES is added. The data of a node are computed
   when they are first needed. */
typedef struct asc_circle_reach {
  const asc_circle_board *board;
  asc_circle_set pieces; /* of all four colours */
  asc_circle_set greens;
  asc_circle_occupancy occupancy;
  uint8_t green[ASC_CIRCLE_GREENS_MAX]; /* the holes of the green pieces */
  uint32_t filled; /* fresh nodes for which `reached` and `next` are filled, with and without the free switch */
  asc_circle_set reached[ASC_CIRCLE_NODES];         /* the holes reached from a node without another green piece */
  uint32_t next[ASC_CIRCLE_NODES];                  /* the nodes that can follow directly */
  uint32_t followed;                                /* nodes for which `reached_through` is filled */
  asc_circle_set reached_through[ASC_CIRCLE_NODES]; /* the holes reached from a node and all nodes that can follow it */
} asc_circle_reach;

/* Fills what red and green pieces need. */
ASC_INLINE void asc_circle_reach_init_slides(asc_circle_reach *reach, const asc_circle_rules *rules,
                                             const asc_circle_position *position, asc_circle_size size) {
  reach->board = &rules->board;
  reach->pieces = asc_circle_set_fit(asc_circle_all_pieces(position), size);
  asc_circle_occupancy_fill(reach->board, reach->pieces, &reach->occupancy, size);
}

/* Fills what all pieces need. */
ASC_INLINE void asc_circle_reach_init(asc_circle_reach *reach, const asc_circle_rules *rules,
                                      const asc_circle_position *position, asc_circle_size size) {
  asc_circle_reach_init_slides(reach, rules, position, size);
  reach->greens = asc_circle_set_fit(position->pieces[ASC_CIRCLE_GREEN], size);
  reach->filled = reach->followed = 0;
  int green = 0;
  for (asc_circle_set left = reach->greens; asc_circle_set_any(left);)
    reach->green[green++] = (uint8_t)asc_circle_set_pop(&left);
}

ASC_INLINE asc_circle_set asc_circle_track_sets_all(asc_circle_track_sets sets) {
  return asc_circle_set_or(sets.first, sets.second);
}

ASC_INLINE asc_circle_track_sets asc_circle_track_sets_or(asc_circle_track_sets one, asc_circle_track_sets other) {
  return (asc_circle_track_sets){asc_circle_set_or(one.first, other.first),
                                 asc_circle_set_or(one.second, other.second)};
}

/* Adds the holes seen from a spot to `sets`. */
ASC_INLINE void asc_circle_add_seen(const asc_circle_reach *reach, asc_circle_spot from, asc_circle_track_sets *sets,
                                    asc_circle_size size) {
  asc_circle_set seen = asc_circle_seen(reach->board, &reach->occupancy, from, size),
                 first = reach->board->first_track_holes[from.circle];
  asc_circle_set_add(&sets->first, asc_circle_set_fit(asc_circle_set_and(seen, first), size));
  asc_circle_set_add(&sets->second, asc_circle_set_fit(asc_circle_set_without(seen, first), size));
}

/* Returns the free holes to which a red or green piece on the hole can move. */
ASC_INLINE asc_circle_set asc_circle_slides(const asc_circle_reach *reach, int hole, asc_circle_size size) {
  asc_circle_set seen =
      asc_circle_set_or(asc_circle_seen(reach->board, &reach->occupancy, reach->board->spot[hole][0], size),
                        asc_circle_seen(reach->board, &reach->occupancy, reach->board->spot[hole][1], size));
  return asc_circle_set_fit(asc_circle_set_without(seen, reach->pieces), size);
}

/* Returns the holes seen after a free switch of circles on any free hole that is seen from the spot. Only the other
   circle of such a hole is tried, because its first circle shows nothing new. */
ASC_INLINE asc_circle_track_sets asc_circle_seen_after_switch(const asc_circle_reach *reach, asc_circle_spot from,
                                                              asc_circle_size size) {
  asc_circle_track_sets sets = {{0, 0}, {0, 0}};
  asc_circle_set seen = asc_circle_seen(reach->board, &reach->occupancy, from, size),
                 first = reach->board->first_track_holes[from.circle];
  for (asc_circle_set left = asc_circle_set_fit(asc_circle_set_without(seen, reach->pieces), size);
       asc_circle_set_any(left);) {
    int hole = asc_circle_set_pop(&left);
    asc_circle_add_seen(reach, reach->board->spot[hole][asc_circle_set_has(first, hole)], &sets, size);
  }
  return sets;
}

/* Returns the fresh nodes of the green pieces in `sets`. */
ASC_INLINE uint32_t asc_circle_nodes_seen(const asc_circle_reach *reach, asc_circle_track_sets sets,
                                          asc_circle_size size) {
  uint64_t nodes = asc_bits_extract(sets.second.low, reach->greens.low) |
                   asc_bits_extract(sets.first.low, reach->greens.low) << ASC_CIRCLE_GREENS_MAX;
  if (size == ASC_CIRCLE_SIZE_WIDE)
    nodes |= (asc_bits_extract(sets.second.high, reach->greens.high) |
              asc_bits_extract(sets.first.high, reach->greens.high) << ASC_CIRCLE_GREENS_MAX)
             << asc_bits_count(reach->greens.low);
  return (uint32_t)nodes;
}

/* Fills the data of a fresh node and of the same node without the free switch. */
ASC_INLINE void asc_circle_node_fill(asc_circle_reach *reach, int node, asc_circle_size size) {
  asc_circle_track_sets straight = {{0, 0}, {0, 0}};
  int track = node >= ASC_CIRCLE_GREENS_MAX;
  asc_circle_spot from = reach->board->spot[reach->green[node - track * ASC_CIRCLE_GREENS_MAX]][track];
  asc_circle_add_seen(reach, from, &straight, size);
  asc_circle_track_sets switched = asc_circle_seen_after_switch(reach, from, size);
  uint32_t met = asc_circle_nodes_seen(reach, straight, size);
  reach->next[node] = met | asc_circle_nodes_seen(reach, switched, size) << ASC_CIRCLE_FRESH_NODES;
  reach->next[node + ASC_CIRCLE_FRESH_NODES] = met << ASC_CIRCLE_FRESH_NODES;
  reach->reached[node] = asc_circle_set_or(asc_circle_track_sets_all(straight), asc_circle_track_sets_all(switched));
  reach->reached[node + ASC_CIRCLE_FRESH_NODES] = asc_circle_track_sets_all(straight);
  reach->filled |= 1U << node;
}

/* Removes the nodes whose fresh counterpart is also in the set: the fresh node leads to at least the same holes. */
ASC_INLINE uint32_t asc_circle_best_nodes(uint32_t nodes) { return nodes & ~(nodes << ASC_CIRCLE_FRESH_NODES); }

/* Returns the node and all nodes that can follow it if no node of `closed` may be used. Fills them as needed. */
static uint32_t asc_circle_nodes_after(asc_circle_reach *reach, int node, uint32_t closed, asc_circle_size size) {
  int fresh = node % ASC_CIRCLE_FRESH_NODES;
  if ((reach->filled >> fresh & 1) == 0) asc_circle_node_fill(reach, fresh, size);
  closed |= (uint32_t)ASC_CIRCLE_NODES_OF_GREEN << fresh % ASC_CIRCLE_GREENS_MAX;
  uint32_t sum = 1U << node;
  for (uint32_t left = asc_circle_best_nodes(reach->next[node] & ~closed); left != 0; left &= left - 1)
    sum |= asc_circle_nodes_after(reach, asc_bits_lowest(left), closed, size);
  return sum;
}

/* Returns the holes reached from a node and all nodes that can follow it. They are the same for every piece that meets
   the green piece there. */
ASC_INLINE asc_circle_set asc_circle_reached_through(asc_circle_reach *reach, int node, asc_circle_size size) {
  if ((reach->followed >> node & 1) == 0) {
    asc_circle_set sum = {0, 0};
    uint32_t nodes = asc_circle_nodes_after(reach, node, 0, size); /* fills `reached` for all of them */
    for (uint32_t left = asc_circle_best_nodes(nodes); left != 0; left &= left - 1)
      asc_circle_set_add(
          &sum, asc_circle_set_fit(reach->reached[asc_bits_lowest(left)], size)); /* NOLINT(clang-analyzer-core.*) */
    reach->reached_through[node] = sum;
    reach->followed |= 1U << node;
  }
  return asc_circle_set_fit(reach->reached_through[node], size);
}

/* Returns the holes that a white or black piece on the hole reaches. It can move to the free ones and capture on those
   with a piece of the opponent. */
ASC_INLINE asc_circle_set asc_circle_reached_from(asc_circle_reach *reach, int hole, asc_circle_size size) {
  const asc_circle_spot *spot = reach->board->spot[hole];
  asc_circle_track_sets straight = {{0, 0}, {0, 0}};
  asc_circle_add_seen(reach, spot[0], &straight, size);
  asc_circle_add_seen(reach, spot[1], &straight, size);
  asc_circle_track_sets switched = asc_circle_track_sets_or(asc_circle_seen_after_switch(reach, spot[0], size),
                                                            asc_circle_seen_after_switch(reach, spot[1], size));
  asc_circle_set sum = asc_circle_set_or(asc_circle_track_sets_all(straight), asc_circle_track_sets_all(switched));
  uint32_t met = asc_circle_nodes_seen(reach, straight, size) | asc_circle_nodes_seen(reach, switched, size)
                                                                    << ASC_CIRCLE_FRESH_NODES;
  for (uint32_t left = asc_circle_best_nodes(met); left != 0; left &= left - 1)
    asc_circle_set_add(&sum, asc_circle_reached_through(reach, asc_bits_lowest(left), size));
  return sum;
}

#endif
