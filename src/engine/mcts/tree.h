/* Monte Carlo tree search without playouts: a tree that grows where the play seems to go.

   It is for games with fair but uncertain estimates, in which alpha-beta search trusts single estimates too much. Every
   walk has four steps:
   1. Selection: go down from the root to a leaf by PUCT. It adds the mean of what was found below a move and a bonus.
      The bonus depends on the prior, how promising the move looked at first, and falls with the visits.
   2. Expansion: give the leaf an edge for each move (expand.c).
   3. Evaluation: the best estimate of those moves is the chance of the leaf.
   4. Backpropagation: add the chance to the means on the path to the root.

   Estimates count as chances to win (asc_knowledge.error_margin). Proved results replace them. The search returns one
   move without a proof. pool.h has the memory of a tree, mcts.h the trees of all threads. */
#ifndef ASC_ENGINE_MCTS_TREE_H
#define ASC_ENGINE_MCTS_TREE_H

#include <ascona/knowledge.h>

#include "engine/common/search_state.h"
#include "pool.h"

enum { ASC_TREE_MAX_PATH = 128 };

typedef struct asc_tree_candidate {
  asc_move move;
  int32_t score; /* for the player who makes the move */
} asc_tree_candidate;

typedef struct asc_tree {
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge; /* with defaults filled in */
  const asc_uct_lookup *uct;
  asc_tree_chance_lookup chance_lookup;
  uint32_t exploration; /* in sixteenths */
  bool sends_reports;   /* this tree sends the reports of the search; exactly one tree does */
  bool has_root;        /* the tree below `root_position` can be reused */
  asc_position root_position;
  asc_tree_pool pool;

  /* The search in progress. */
  asc_search *search;
  uint64_t nodes, reported_nodes;               /* positions visited; those already added to the nodes of the search */
  asc_move moves[ASC_MOVES_MAX];                /* of the node that is expanded */
  asc_evaluation evaluations[ASC_MOVES_MAX];    /* of `moves` */
  asc_tree_candidate candidates[ASC_MOVES_MAX]; /* the unproved moves, best first */

  /* The walk in progress. */
  int path_length;
  asc_tree_node *path[ASC_TREE_MAX_PATH + 1];
  int path_turns[ASC_TREE_MAX_PATH + 1]; /* player to move at each node */
} asc_tree;

/* Sets up tree number `number` of a search, in memory that belongs to the caller. Each tree explores more than the one
   before. */
void asc_tree_init(asc_tree *tree, const asc_rules *rules, const asc_uct_lookup *uct, int number, void *memory,
                   size_t bytes);
/* Prepares the tree for the task of the search. Reuses the subtree of its position if the last search reached it. */
void asc_tree_set_root(asc_tree *tree, asc_search *search);
/* Walks through the tree until the search is over. */
void asc_tree_grow(asc_tree *tree);
/* Fills the line of the search with the best move and the expected play. */
void asc_tree_fill_line(const asc_tree *tree);

/* expand.c: gives a node edges for these moves. It gets none if there is no memory or the game is over. */
void asc_tree_expand(asc_tree *tree, asc_tree_node *node, const void *position, const asc_move *moves, int count);
/* Returns the chance to win that a proved result means. */
uint32_t asc_tree_result_chance(asc_tree_result result);

#endif
