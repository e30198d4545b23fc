/* A buddy allocator for the nodes and edges of a tree.

   The memory is an array of cells. A cell holds one node or some edges. A block has 1, 2, 4, … cells and starts at a
   multiple of its size. Its buddy is the other half of the next larger block, and one xor finds it. Two free buddies
   always merge into one block. So pruning small subtrees makes room for large ones. Cell 0 is never used: index 0 means
   "none". */
#ifndef ASC_ENGINE_MCTS_BUDDY_H
#define ASC_ENGINE_MCTS_BUDDY_H

#include <ascona/game.h>

/* The proved result of a node, for the player who made the move to it. A higher number is better, except that
   ASC_TREE_UNPROVED is 0. */
typedef enum asc_tree_result { ASC_TREE_UNPROVED, ASC_TREE_LOSS, ASC_TREE_DRAW, ASC_TREE_WIN } asc_tree_result;

typedef struct asc_tree_edge {
  asc_move move;
  uint16_t chance; /* estimated chance to win; see ASC_TREE_EDGE_SHIFT */
  uint16_t prior;  /* how promising the move looks compared with its siblings */
} asc_tree_edge;

typedef struct asc_tree_node {
  asc_move move;
  uint32_t visits;
  uint32_t mean;            /* mean of the chances found below, for the player who moved here */
  uint32_t prior_per_visit; /* see asc_tree_prior_per_visit */
  uint32_t edges;           /* first cell of the block of edges */
  uint32_t children;        /* first cell of the block of children */
  uint16_t edge_count;      /* 0: not expanded */
  uint16_t child_count;     /* the first so many edges have become children */
  uint16_t prior;
  uint8_t result;      /* an asc_tree_result */
  bool can_force_draw; /* the player to move there has a proved draw */
} asc_tree_node;

/* The first cell of a free block. */
typedef struct asc_tree_free_block {
  uint32_t next, previous; /* free blocks of the same order; 0: none */
  uint32_t order;          /* the block has 2^order cells */
  uint16_t padding[9];
  uint16_t mark; /* higher than any `result` of a node and any `prior` of an edge at this offset */
} asc_tree_free_block;

typedef union asc_tree_cell {
  asc_tree_node node;
  asc_tree_edge edges[sizeof(asc_tree_node) / sizeof(asc_tree_edge)];
  asc_tree_free_block free_block;
} asc_tree_cell;

enum { ASC_TREE_BUDDY_ORDERS = 13 }; /* block sizes from 2^0 to 2^12 cells */

typedef struct asc_tree_buddy {
  asc_tree_cell *cells;
  uint32_t capacity, used; /* in cells; `used`: cells that were ever part of a block */
  uint32_t free_cells;     /* used cells that are free again */
  uint32_t free_lists[ASC_TREE_BUDDY_ORDERS];
} asc_tree_buddy;

/* Uses `bytes` of memory that belongs to the caller and must outlive the allocator. The memory need not be cleared. */
void asc_tree_buddy_init(asc_tree_buddy *buddy, void *memory, size_t bytes);
/* Allocates a block of 2^order cells. Returns the index of its first cell, or 0 if there is no such block. */
uint32_t asc_tree_buddy_alloc(asc_tree_buddy *buddy, int order);
/* Frees a block. `order` must be the one it was allocated with. */
void asc_tree_buddy_free(asc_tree_buddy *buddy, uint32_t first, int order);

#endif
