/* The memory of a tree: its root, and the nodes and edges below it.

   A move is an edge until it is tried for the first time. Then it becomes a child with moves of its own. Most moves are
   never tried, and an edge takes a quarter of the memory of a child. The edges of a node are in the order in which they
   will be tried, so the children belong to the first edges, in the same order.

   If the memory is full, the least visited nodes lose their moves. They keep their mean, and are expanded again if the
   search comes back. */
#ifndef ASC_ENGINE_MCTS_POOL_H
#define ASC_ENGINE_MCTS_POOL_H

#include "buddy.h"
#include "fixed_point.h"

#include <stddef.h>

#define ASC_TREE_PRIOR_SUM 60000U /* the priors of all edges of a node add up to about this */

enum { ASC_TREE_EDGE_SHIFT = 13 }; /* chances of edges have this many bits less than those of nodes */

enum { ASC_TREE_PRIOR_BITS = 12 };

/* Returns prior / (1 + visits), the PUCT exploration term, with ASC_TREE_PRIOR_BITS fraction bits. */
static inline uint32_t asc_tree_prior_per_visit(uint32_t prior, uint32_t visits) {
  return (prior << ASC_TREE_PRIOR_BITS) / (1 + visits);
}
/* Call this after the visits have changed. The term is cached because it is read more often than it changes. */
static inline void asc_tree_node_update_prior(asc_tree_node *node) {
  node->prior_per_visit = asc_tree_prior_per_visit(node->prior, node->visits);
}

typedef struct asc_tree_pool {
  asc_tree_node root;
  asc_tree_buddy buddy;
  uint32_t discarded;     /* list of discarded blocks of children, freed when memory is needed; 0: none */
  bool allocation_failed; /* an allocation has failed since the last reclaim */
} asc_tree_pool;

static inline asc_tree_edge *asc_tree_pool_edges(const asc_tree_pool *pool, const asc_tree_node *node) {
  return pool->buddy.cells[node->edges].edges;
}
static inline asc_tree_node *asc_tree_pool_child(const asc_tree_pool *pool, const asc_tree_node *node, uint32_t index) {
  return &pool->buddy.cells[node->children + index].node;
}

/* Starts with an empty root. The memory belongs to the caller and must outlive the pool. */
void asc_tree_pool_init(asc_tree_pool *pool, void *memory, size_t bytes);
/* Makes a node the root and discards everything that is not below it. NULL: discards everything. */
void asc_tree_pool_set_root(asc_tree_pool *pool, asc_tree_node *node);
/* Makes room if an allocation has failed. Call it only between two walks through the tree. With much memory it can take
   long, so it calls is_over now and then, and returns false if that returned true. */
bool asc_tree_pool_reclaim(asc_tree_pool *pool, bool (*is_over)(void *data), void *data);
/* Removes the edges of a node and everything below it. */
void asc_tree_pool_prune(asc_tree_pool *pool, asc_tree_node *node);
/* Gives a node `count` edges, to be filled in by the caller. Returns false if there is no memory. */
bool asc_tree_pool_add_edges(asc_tree_pool *pool, asc_tree_node *node, int count);
/* Turns the next edge of a node into a child and returns it. Its siblings may move to another address. Returns NULL if
   there is no memory. */
asc_tree_node *asc_tree_pool_add_child(asc_tree_pool *pool, asc_tree_node *node);

#endif
