/* The memory of a tree.

   A move of a node is an edge until it is tried for the first time: then it becomes a child, with moves of its own.
   Most moves are never tried, and an edge takes a quarter of what a child does. The edges of a node stand in the order
   in which they will be tried, so the children come of the first of them, in the same order.

   When the memory is used up the least visited nodes lose their moves: they keep what was found below them, and grow
   again if the search comes back. */
#ifndef ASC_ENGINE_MCTS_POOL_H
#define ASC_ENGINE_MCTS_POOL_H

#include "blocks.h"
#include "scale.h"

#include <stddef.h>

#define TREE_PRIOR 60000U /* the prior of all edges of a node together, nearly */

enum { TREE_EDGE_SHIFT = 13 }; /* from the chance of a node to that of an edge, which has fewer bits */

enum { TREE_BONUS_BITS = 12 };

static inline uint32_t tree_bonus(uint32_t prior, uint32_t visits) { return (prior << TREE_BONUS_BITS) / (1 + visits); }
/* After the visits have changed. Kept, since it is asked for more often than it changes. */
static inline void tree_node_share(tree_node *node) { node->bonus = tree_bonus(node->prior, node->visits); }

typedef struct tree_pool {
  tree_node root;
  tree_blocks blocks;
  uint32_t dropped; /* the first block of children nobody wants, which are cleared away when room is needed; 0: none */
  bool refused;     /* there was no room */
} tree_pool;

static inline tree_edge *tree_edges(const tree_pool *pool, const tree_node *node) {
  return pool->blocks.cells[node->edges].edges;
}
static inline tree_node *tree_child(const tree_pool *pool, const tree_node *node, uint32_t number) {
  return &pool->blocks.cells[node->children + number].node;
}

void asc_tree_pool_open(tree_pool *pool, void *memory, size_t bytes);
/* Makes a node the root, and forgets all that did not grow from it; NULL: everything. */
void asc_tree_pool_keep(tree_pool *pool, tree_node *node);
/* Between two walks through the tree: sees to it that there is room for more. That can take long where there is much
   memory, so now and then it asks whether there is no time for it. False when there was none. */
bool asc_tree_pool_tend(tree_pool *pool, bool (*is_over)(void *data), void *data);
/* Takes the moves of a node away, and all that came from them. */
void asc_tree_pool_shed(tree_pool *pool, tree_node *node);
/* Gives a node so many edges, to be filled in. False when there is no room for them. */
bool asc_tree_pool_grow(tree_pool *pool, tree_node *node, int count);
/* The next edge of a node becomes a child. Its siblings may move. NULL when there is no room. */
tree_node *asc_tree_pool_try(tree_pool *pool, tree_node *node);

#endif
