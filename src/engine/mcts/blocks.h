/* Room for a tree: cells, each for one node or for some edges, in blocks of 1, 2, 4, … of them.

   A block lies at a multiple of its size, so that the two halves of one are found from each other. Once both are free
   they are one again: a tree that sheds what is small has room for what is large. */
#ifndef ASC_ENGINE_MCTS_BLOCKS_H
#define ASC_ENGINE_MCTS_BLOCKS_H

#include <ascona/game.h>

/* What is known for certain of a node, for the player whose move led there: the better, the higher. */
typedef enum tree_proof { TREE_OPEN, TREE_LOST, TREE_DRAWN, TREE_WON } tree_proof;

typedef struct tree_edge {
  asc_move move;
  uint16_t chance;
  uint16_t prior; /* how good the move looks, beside the others */
} tree_edge;

typedef struct tree_node {
  asc_move move;
  uint32_t visits;
  uint32_t mean;     /* of the chances found here, for the player whose move led here */
  uint32_t bonus;    /* its prior divided among the visits: see tree_bonus */
  uint32_t edges;    /* the block they are in, */
  uint32_t children; /* and that of the children */
  uint16_t count;    /* of its edges; 0: it has not grown */
  uint16_t tried;    /* how many of them have become children */
  uint16_t prior;
  uint8_t proof; /* a tree_proof */
  bool holds;    /* the player to move there has a move that draws for certain */
} tree_node;

/* The first cell of a free block. */
typedef struct tree_spare {
  uint32_t next, previous; /* of its size; 0: none */
  uint32_t size;           /* the logarithm of its cells */
  uint16_t filling[9];
  uint16_t mark; /* where no node has its `proof`, and no edge its `prior`, so high */
} tree_spare;

typedef union tree_cell {
  tree_node node;
  tree_edge edges[sizeof(tree_node) / sizeof(tree_edge)];
  tree_spare spare;
} tree_cell;

enum { TREE_BLOCK_SIZES = 13 };

typedef struct tree_blocks {
  tree_cell *cells;
  uint32_t room, used; /* the first cell is not used: 0 is none */
  uint32_t spared;     /* how many cells of the used ones are free again */
  uint32_t spares[TREE_BLOCK_SIZES];
} tree_blocks;

void asc_tree_blocks_open(tree_blocks *blocks, void *memory, size_t bytes);
/* Where the block is; 0: there is none. Sizes are logarithms. */
uint32_t asc_tree_blocks_take(tree_blocks *blocks, int size);
void asc_tree_blocks_spare(tree_blocks *blocks, uint32_t first, int size);

#endif
