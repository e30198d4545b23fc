/* A node is expanded: its moves are looked at, and become edges.

   Those whose end is open are put in the order in which they will be tried. The better the estimate of a move, the
   higher are its chance and its prior, so the best one is always next. Of moves that are known to win, draw or lose
   one is enough, of the best kind there is; it is a child at once. A win needs no others, and a loss is for nodes that
   have nothing else. */
#include "tree.h"

uint32_t asc_tree_chance_proved(tree_proof proof) {
  return proof == TREE_WON ? TREE_CERTAIN : proof == TREE_LOST ? 0 : TREE_CERTAIN / 2;
}

static tree_proof proof_of(const asc_evaluation *seen) {
  return seen->least > 0 ? TREE_WON : seen->most < 0 ? TREE_LOST : seen->least == seen->most ? TREE_DRAWN : TREE_OPEN;
}

/* Puts a move into its place among the open ones before it, the best first. */
static void open_insert(tree_open_move *open, int count, asc_move move, int32_t score) {
  int at = count;
  for (; at > 0 && open[at - 1].score < score; at--) open[at] = open[at - 1];
  open[at] = (tree_open_move){move, score};
}

/* Leaves the open moves in tree->open and returns how many they are. `known` is the best of the others, if there are
   any, and `proof` what is known of it. */
static int moves_sort(asc_tree *tree, const void *position, const asc_move *moves, int count, asc_move *known,
                      tree_proof *proof) {
  int open = 0;
  *proof = TREE_OPEN;
  tree->knowledge.evaluate_moves(tree->rules, position, moves, count, tree->looks);
  tree->nodes += (uint64_t)count;
  for (int i = 0; i < count; i++) {
    tree_proof found = proof_of(&tree->looks[i]);
    if (found == TREE_OPEN) open_insert(tree->open, open++, moves[i], tree->looks[i].score);
    if (found <= *proof) continue;
    *proof = found;
    *known = moves[i];
  }
  return open;
}

/* The further the estimate of a move is behind the best, the less promising the move is. */
static void edges_fill(asc_tree *tree, tree_edge *edges, int count) {
  tree_open_move *open = tree->open;
  int64_t sum = 0;
  for (int32_t i = 0, best = open[0].score; i < count; i++) {
    edges[i].move = open[i].move;
    edges[i].chance = (uint16_t)(tree_chances_of(&tree->chances, open[i].score) >> TREE_EDGE_SHIFT);
    open[i].score = (int32_t)tree_chances_decay(&tree->chances, best - open[i].score);
    sum += open[i].score;
  }
  for (int i = 0; i < count; i++) edges[i].prior = (uint16_t)(1 + open[i].score * (int64_t)TREE_PRIOR / sum);
}

static bool known_fill(asc_tree *tree, tree_node *node, asc_move move, tree_proof proof) {
  *tree_edges(&tree->pool, node) = (tree_edge){.move = move};
  tree_node *child = asc_tree_pool_try(&tree->pool, node);
  if (child == NULL) return false;
  child->proof = (uint8_t)proof;
  child->mean = asc_tree_chance_proved(proof);
  return true;
}

void asc_tree_expand(asc_tree *tree, tree_node *node, const void *position, const asc_move *moves, int count) {
  asc_move known = 0;
  tree_proof proof;
  int open = moves_sort(tree, position, moves, count, &known, &proof);
  if (proof == TREE_WON) open = 0;
  bool keeps = proof == TREE_DRAWN || (proof != TREE_OPEN && open == 0);
  if (open + keeps == 0 || !asc_tree_pool_grow(&tree->pool, node, open + keeps)) return;
  if (keeps && !known_fill(tree, node, known, proof))
    asc_tree_pool_shed(&tree->pool, node);
  else if (open > 0)
    edges_fill(tree, tree_edges(&tree->pool, node) + keeps, open);
}
