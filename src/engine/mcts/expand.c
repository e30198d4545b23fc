/* Expansion of a node: its moves are evaluated and become edges. Read tree.h first.

   Unproved moves are sorted by their estimate, best first. A better estimate gives a higher chance and a higher prior,
   so the best edge is always the next to try. One proved move of the best kind (win, draw, loss) is enough; it becomes
   a child at once. If there is a win, no other move is needed. A loss is used only if there is nothing else. */
#include "tree.h"

uint32_t asc_tree_result_chance(asc_tree_result result) {
  return result == ASC_TREE_WIN ? ASC_TREE_CHANCE_ONE : result == ASC_TREE_LOSS ? 0 : ASC_TREE_CHANCE_ONE / 2;
}

static asc_tree_result result_of(const asc_evaluation *evaluation) {
  return evaluation->lower > 0                    ? ASC_TREE_WIN
         : evaluation->upper < 0                  ? ASC_TREE_LOSS
         : evaluation->lower == evaluation->upper ? ASC_TREE_DRAW
                                                  : ASC_TREE_UNPROVED;
}

/* Inserts a move into the sorted candidates, best first. */
static void candidate_insert(asc_tree_candidate *candidates, int count, asc_move move, int32_t score) {
  int at = count;
  for (; at > 0 && candidates[at - 1].score < score; at--) candidates[at] = candidates[at - 1];
  candidates[at] = (asc_tree_candidate){move, score};
}

/* Evaluates the moves. Leaves the unproved ones, sorted, in tree->candidates and returns their number. *proved_move is
   the best of the proved moves, and *result its result, or ASC_TREE_UNPROVED if there is none. */
static int moves_sort(asc_tree *tree, const void *position, const asc_move *moves, int count, asc_move *proved_move,
                      asc_tree_result *result) {
  int open_count = 0;
  *result = ASC_TREE_UNPROVED;
  tree->knowledge.evaluate_moves(tree->rules, position, moves, count, tree->evaluations);
  tree->nodes += (uint64_t)count;
  for (int i = 0; i < count; i++) {
    asc_tree_result found = result_of(&tree->evaluations[i]);
    if (found == ASC_TREE_UNPROVED)
      candidate_insert(tree->candidates, open_count++, moves[i], tree->evaluations[i].score);
    if (found <= *result) continue;
    *result = found;
    *proved_move = moves[i];
  }
  return open_count;
}

/* Fills the edges from the candidates. The prior falls exponentially with the distance to the best estimate. */
static void edges_fill(asc_tree *tree, asc_tree_edge *edges, int count) {
  asc_tree_candidate *candidates = tree->candidates;
  int64_t sum = 0;
  for (int32_t i = 0, best = candidates[0].score; i < count; i++) {
    edges[i].move = candidates[i].move;
    edges[i].chance =
        (uint16_t)(asc_tree_chance_lookup_chance(&tree->chance_lookup, candidates[i].score) >> ASC_TREE_EDGE_SHIFT);
    candidates[i].score = (int32_t)asc_tree_chance_lookup_exp_minus(&tree->chance_lookup, best - candidates[i].score);
    sum += candidates[i].score;
  }
  for (int i = 0; i < count; i++)
    edges[i].prior = (uint16_t)(1 + candidates[i].score * (int64_t)ASC_TREE_PRIOR_SUM / sum);
}

/* Makes the proved move the first edge and the first child. Returns false if there is no memory. */
static bool proved_fill(asc_tree *tree, asc_tree_node *node, asc_move move, asc_tree_result result) {
  *asc_tree_pool_edges(&tree->pool, node) = (asc_tree_edge){.move = move};
  asc_tree_node *child = asc_tree_pool_add_child(&tree->pool, node);
  if (child == NULL) return false;
  child->result = (uint8_t)result;
  child->mean = asc_tree_result_chance(result);
  return true;
}

void asc_tree_expand(asc_tree *tree, asc_tree_node *node, const void *position, const asc_move *moves, int count) {
  asc_move proved_move = 0;
  asc_tree_result result;
  int open_count = moves_sort(tree, position, moves, count, &proved_move, &result);
  if (result == ASC_TREE_WIN) open_count = 0;
  bool has_proved = result == ASC_TREE_DRAW || (result != ASC_TREE_UNPROVED && open_count == 0);
  if (open_count + has_proved == 0 || !asc_tree_pool_add_edges(&tree->pool, node, open_count + has_proved)) return;
  if (has_proved && !proved_fill(tree, node, proved_move, result))
    asc_tree_pool_prune(&tree->pool, node);
  else if (open_count > 0)
    edges_fill(tree, asc_tree_pool_edges(&tree->pool, node) + has_proved, open_count);
}
