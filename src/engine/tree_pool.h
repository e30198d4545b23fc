/* The memory of a tree.

   A move of a node is a bud until it is tried for the first time: then it becomes a child, with moves of its own. Most
   moves are never tried, and a bud takes a quarter of what a child does. The buds of a node stand in the order in which
   they will be tried, so the children come of the first of them, in the same order.

   When the memory is used up the least visited nodes lose their moves: they keep what was found below them, and grow
   again if the search comes back. */
#ifndef ASC_ENGINE_TREE_POOL_H
#define ASC_ENGINE_TREE_POOL_H

#include <ascona/game.h>

#include "tree_chance.h"

#include <stddef.h>

#define TREE_PROMISE 60000U /* the promise of all buds of a node together, nearly */

/* What is known for certain of a node, for the player whose move led there: the better, the higher. */
typedef enum tree_proof { TREE_OPEN, TREE_LOST, TREE_DRAWN, TREE_WON } tree_proof;

enum { TREE_BUD_SHIFT = 13 }; /* from the chance of a node to that of a bud, which has fewer bits */

typedef struct tree_bud {
  asc_move move;
  uint16_t chance;
  uint16_t promise; /* how good the move looks, beside the others */
} tree_bud;

typedef struct tree_node {
  asc_move move;
  uint32_t visits;
  uint32_t mean;     /* of the chances found here, for the player whose move led here */
  uint32_t urge;     /* its promise divided among the visits: see tree_urge */
  uint32_t buds;     /* where in the pool they begin, */
  uint32_t children; /* and where the children do */
  uint16_t count;    /* of its buds; 0: it has not grown */
  uint16_t tried;    /* how many of them have become children */
  uint16_t promise;
  uint8_t proof; /* a tree_proof */
  bool holds;    /* the player to move there has a move that draws for certain */
} tree_node;

enum { TREE_URGE_BITS = 12 };

static inline uint32_t tree_urge(uint32_t promise, uint32_t visits) {
  return (promise << TREE_URGE_BITS) / (1 + visits);
}
/* After the visits have changed. Kept, since it is asked for more often than it changes. */
static inline void tree_node_share(tree_node *node) { node->urge = tree_urge(node->promise, node->visits); }

/* The pool is made of cells, each with room for one node or for some buds. Room is taken in blocks of 1, 2, 4, … cells;
   those that are free again are in a list for every size. */
typedef union tree_cell {
  tree_node node;
  tree_bud buds[sizeof(tree_node) / sizeof(tree_bud)];
  uint32_t next; /* of the list; 0: none */
} tree_cell;

enum { TREE_BLOCK_SIZES = 13 };

typedef struct tree_pool {
  tree_node root;
  tree_cell *cells;
  uint32_t room, used; /* the first cell is not used: 0 is none */
  uint32_t spared;     /* how many cells of the used ones are free again */
  uint32_t spares[TREE_BLOCK_SIZES];
  uint32_t dropped; /* the first block of children nobody wants, which are cleared away when room is needed; 0: none */
  bool refused;     /* there was no room */
} tree_pool;

static inline tree_bud *tree_buds(const tree_pool *pool, const tree_node *node) { return pool->cells[node->buds].buds; }
static inline tree_node *tree_child(const tree_pool *pool, const tree_node *node, uint32_t number) {
  return &pool->cells[node->children + number].node;
}

void tree_pool_open(tree_pool *pool, void *memory, size_t bytes);
/* Makes a node the root, and forgets all that did not grow from it; NULL: everything. */
void tree_pool_keep(tree_pool *pool, tree_node *node);
/* Between two walks through the tree: sees to it that there is room for more. That can take long where there is much
   memory, so now and then it asks whether there is no time for it. */
void tree_pool_tend(tree_pool *pool, bool (*is_over)(void *data), void *data);
/* Takes the moves of a node away, and all that came from them. */
void tree_pool_shed(tree_pool *pool, tree_node *node);
/* Gives a node so many buds, to be filled in. False when there is no room for them. */
bool tree_pool_grow(tree_pool *pool, tree_node *node, int count);
/* The next bud of a node becomes a child. Its siblings may move. NULL when there is no room. */
tree_node *tree_pool_try(tree_pool *pool, tree_node *node);

#endif
