/* Best-first search, by Monte Carlo tree search without its random games: a tree that grows where the play seems to go.

   For games whose estimates are fair but uncertain, where a search to a fixed depth trusts single estimates too much.
   Every walk goes down from the root to a leaf, by the mean of what was found below each move and by its prior, how
   promising it looked at first, which counts the more the less it was visited (PUCT); the leaf is expanded, and the
   best of their estimates is added to the means on the way up. Estimates count as chances to win
   (asc_knowledge.spread), and what is certain as certain. It gives one move and no proof of it. expand.c looks at the
   moves of a leaf, pool.h has the memory, mcts.h the trees of all threads.
 */
#ifndef ASC_ENGINE_MCTS_TREE_H
#define ASC_ENGINE_MCTS_TREE_H

#include <ascona/knowledge.h>

#include "engine/common/run.h"
#include "pool.h"

enum { TREE_PATH_MAX = 128 };

typedef struct tree_open_move {
  asc_move move;
  int32_t score; /* for who makes it */
} tree_open_move;

typedef struct asc_tree {
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge; /* with what the game leaves out filled in */
  const mcts_scale *scale;
  tree_chances chances;
  uint32_t exploration;
  bool tells; /* reports to the task, as one of the trees of a search does */
  bool rooted;
  asc_position root;
  tree_pool pool;

  /* The run in progress. */
  asc_search *search;
  uint64_t nodes, told;          /* positions looked at; how many of them the search has been told */
  asc_move moves[ASC_MOVES_MAX]; /* of the node that grows, what they look like, */
  asc_evaluation looks[ASC_MOVES_MAX];
  tree_open_move open[ASC_MOVES_MAX]; /* and those whose end is open, the best first */

  /* The walk in progress. */
  int length;
  tree_node *path[TREE_PATH_MAX + 1];
  int turns[TREE_PATH_MAX + 1]; /* who is to move there */
} asc_tree;

/* The `number`th tree of a search, in memory lent to it: each has more exploration than the one before. */
void asc_tree_open(asc_tree *tree, const asc_rules *rules, const mcts_scale *scale, int number, void *memory,
                   size_t bytes);
/* Prepares for the task of the search. What has grown below its position in the last run is kept. */
void asc_tree_begin(asc_tree *tree, asc_search *search);
void asc_tree_grow(asc_tree *tree);
/* Makes the line of the search. */
void asc_tree_tell(const asc_tree *tree);

/* expand.c: gives a node edges for these moves. A node without room for them, or whose game is over, gets none. */
void asc_tree_expand(asc_tree *tree, tree_node *node, const void *position, const asc_move *moves, int count);
uint32_t asc_tree_chance_proved(tree_proof proof);

#endif
