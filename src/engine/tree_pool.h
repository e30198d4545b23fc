/* The nodes of a tree, in memory that is lent to it. The children of a node lie side by side.

   When the memory is used up the least visited nodes lose their children: they keep what was found below them, and grow
   again if the search comes back. */
#ifndef ASC_ENGINE_TREE_POOL_H
#define ASC_ENGINE_TREE_POOL_H

#include <ascona/game.h>

#include "tree_chance.h"

#include <stddef.h>

enum { TREE_ROOT = 0 };

#define TREE_PROMISE 60000U /* the promise of all children together, nearly */

/* What is known for certain of a node, for the player whose move led there: the better, the higher. */
typedef enum tree_proof { TREE_OPEN, TREE_LOST, TREE_DRAWN, TREE_WON } tree_proof;

typedef struct tree_node {
  asc_move move;
  tree_proof proof;
  uint32_t visits;
  uint32_t mean;  /* of the chances found here, for the player whose move led here */
  uint32_t urge;  /* its promise divided among the visits: see tree_node_share */
  uint32_t first; /* of its children */
  uint16_t count;
  uint16_t capacity; /* for how many there is room */
  uint16_t promise;  /* how good the move looked at first, beside the others */
  bool holds;        /* the player to move there has a move that draws for certain */
} tree_node;

enum { TREE_URGE_BITS = 12 };

/* After the visits have changed. Kept, since it is asked for more often than it changes. */
static inline void tree_node_share(tree_node *node) {
  node->urge = ((uint32_t)node->promise << TREE_URGE_BITS) / (1 + node->visits);
}

typedef struct tree_pool {
  tree_node *nodes;
  uint32_t room, used;
  uint32_t spared;                    /* how many of the used ones are free again */
  uint32_t spares[ASC_MOVES_MAX + 1]; /* families that lost their parents, by their size; 0: none */
  uint32_t largest;                   /* of these sizes */
  bool refused;                       /* there was no room for a family */
} tree_pool;

void tree_pool_open(tree_pool *pool, void *memory, size_t bytes);
/* Makes a node the root, and forgets all that did not grow from it; NULL: everything. */
void tree_pool_keep(tree_pool *pool, const tree_node *node);
/* Between two walks through the tree: sees to it that there is room for more. */
void tree_pool_tend(tree_pool *pool);
/* Gives a node so many children, to be filled in. False when there is no room for them. */
bool tree_pool_grow(tree_pool *pool, tree_node *node, int count);

#endif
