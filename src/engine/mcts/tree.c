/* Growing one tree: see tree.h, which has the steps of a walk. Between two walks, all means and results are
   consistent. */
#include "tree.h"

#include "engine/common/defaults.h"

#include <string.h>

enum {
  POLL_INTERVAL = 1024,   /* positions between two checks of the limits */
  FIRST_REPORT = 1 << 10, /* walks; the next report follows when their number has doubled */
  REUSE_PLIES = 2         /* plies that may lie between two root positions to reuse the tree: a move and its reply */
};

/* In sixteenths: the weight of the prior against the mean, and what each further thread adds. The values lie between
   those that did well in matches (docs/decisions/0007). */
enum { EXPLORATION = 12, EXPLORATION_STEP = 2 };
/* In sixteenths of an error margin: how much worse than the best a move looks when its prior is e times lower. */
enum { TOLERANCE = 20 };

void asc_tree_init(asc_tree *tree, const asc_rules *rules, const asc_uct_lookup *uct, int number, void *memory,
                   size_t bytes) {
  *tree = (asc_tree){.rules = rules, .game = rules->game, .knowledge = asc_knowledge_with_defaults(rules), .uct = uct};
  asc_tree_chance_lookup_fill(&tree->chance_lookup, tree->knowledge.error_margin,
                              TOLERANCE * tree->knowledge.error_margin / 16);
  tree->exploration = EXPLORATION + (uint32_t)number * EXPLORATION_STEP;
  tree->sends_reports = number == 0;
  asc_tree_pool_init(&tree->pool, memory, bytes);
}

static asc_tree_result result_negate(asc_tree_result result) {
  return result == ASC_TREE_WIN ? ASC_TREE_LOSS : result == ASC_TREE_LOSS ? ASC_TREE_WIN : result;
}

static void leaf_expand(asc_tree *tree, asc_tree_node *leaf, const void *position) {
  asc_tree_expand(tree, leaf, position, tree->moves, tree->game->moves(tree->rules, position, tree->moves));
}

/* Returns the node of the position of the task, at most `plies` plies below `from`, or NULL. `position` is the position
   of `from`. */
static asc_tree_node *find_root(const asc_tree *tree, asc_tree_node *from, const void *position, int plies) {
  const void *target = tree->search->task->position;
  if (memcmp(position, target, tree->rules->position_size) == 0) return from;
  for (uint32_t i = 0; plies > 0 && i < from->child_count; i++) {
    asc_position after;
    asc_tree_node *child = asc_tree_pool_child(&tree->pool, from, i);
    memcpy(&after, position, tree->rules->position_size);
    tree->game->play(tree->rules, &after, child->move);
    asc_tree_node *found = find_root(tree, child, &after, plies - 1);
    if (found != NULL) return found;
  }
  return NULL;
}

/* A reused node without edges is worth no more than a new one, even if its result is proved. The root gets a child at
   once, so there is always a move to play. */
void asc_tree_set_root(asc_tree *tree, asc_search *search) {
  const asc_search_task *task = search->task;
  asc_tree_node *root = &tree->pool.root;
  tree->search = search;
  tree->nodes = tree->reported_nodes = 0;
  asc_tree_node *reused =
      tree->has_root && task->root_moves == NULL ? find_root(tree, root, &tree->root_position, REUSE_PLIES) : NULL;
  asc_tree_pool_set_root(&tree->pool, reused);
  if (root->edge_count == 0) *root = (asc_tree_node){0};
  if (task->root_moves != NULL)
    asc_tree_expand(tree, root, task->position, task->root_moves, task->root_move_count);
  else if (root->edge_count == 0)
    leaf_expand(tree, root, task->position);
  if (root->child_count == 0) (void)asc_tree_pool_add_child(&tree->pool, root);
  memcpy(&tree->root_position, task->position, tree->rules->position_size);
  tree->has_root = task->root_moves == NULL;
}

/* Selection: returns the child with the highest PUCT value. The next edge competes too, and becomes a child if it wins
   and there is memory. Proved children are skipped, because there is nothing to learn. Returns NULL if none is left. */
static asc_tree_node *child_select(asc_tree *tree, asc_tree_node *node) {
  /* Fraction bits of the square root, the exploration, the prior and its term, minus the bits of a mean. */
  enum { SHIFT = 8 + 4 + 16 + ASC_TREE_PRIOR_BITS - 28 };
  uint64_t bonus_factor = asc_uct_sqrt(tree->uct, node->visits) * tree->exploration, best_puct = 0;
  asc_tree_node *best = NULL;
  for (uint32_t i = 0; i < node->child_count; i++) {
    asc_tree_node *child = asc_tree_pool_child(&tree->pool, node, i);
    uint64_t puct =
        child->result != ASC_TREE_UNPROVED ? 0 : 1 + child->mean + (bonus_factor * child->prior_per_visit >> SHIFT);
    if (puct <= best_puct) continue;
    best_puct = puct;
    best = child;
  }
  if (node->child_count == node->edge_count) return best;
  const asc_tree_edge *edge = &asc_tree_pool_edges(&tree->pool, node)[node->child_count];
  uint64_t puct = 1 + ((uint64_t)edge->chance << ASC_TREE_EDGE_SHIFT) +
                  (bonus_factor * asc_tree_prior_per_visit(edge->prior, 0) >> SHIFT);
  asc_tree_node *next = puct > best_puct ? asc_tree_pool_add_child(&tree->pool, node) : best;
  return next != NULL ? next : best;
}

static void path_step(asc_tree *tree, asc_tree_node *node, const void *position) {
  tree->path[tree->path_length] = node;
  tree->path_turns[tree->path_length] = tree->game->turn(tree->rules, position);
  node->visits++;
  asc_tree_node_update_prior(node);
}

/* Steps 1 and 2: selection down to a leaf, and its expansion. */
static void path_walk(asc_tree *tree) {
  asc_position position;
  memcpy(&position, tree->search->task->position, tree->rules->position_size);
  tree->nodes++; /* if everything is proved at its end, a walk evaluates nothing else */
  tree->path_length = 0;
  asc_tree_node *node = &tree->pool.root;
  path_step(tree, node, &position);
  while (node->edge_count > 0 && tree->path_length < ASC_TREE_MAX_PATH && node->result == ASC_TREE_UNPROVED) {
    asc_tree_node *child = child_select(tree, node);
    if (child == NULL) return;
    node = child;
    tree->game->play(tree->rules, &position, node->move);
    tree->path_length++;
    path_step(tree, node, &position);
  }
  if (node->edge_count == 0 && node->result == ASC_TREE_UNPROVED) leaf_expand(tree, node, &position);
}

/* Returns the player who moved to node `at` of the path; for the root, the opponent. */
static int path_mover(const asc_tree *tree, int at) {
  return at == 0 ? 3 - tree->path_turns[0] : tree->path_turns[at - 1];
}

/* Returns the proved result of a node by its children, for its player to move. */
static asc_tree_result children_result(const asc_tree *tree, asc_tree_node *node) {
  asc_tree_result best = ASC_TREE_LOSS;
  bool open = node->child_count < node->edge_count;
  for (uint32_t i = 0; i < node->child_count; i++) {
    asc_tree_result result = (asc_tree_result)asc_tree_pool_child(&tree->pool, node, i)->result;
    open = open || result == ASC_TREE_UNPROVED;
    if (result > best) best = result;
  }
  node->can_force_draw = best == ASC_TREE_DRAW;
  return open && best != ASC_TREE_WIN ? ASC_TREE_UNPROVED : best;
}

/* Returns the best mean of the children and the next edge. The edges are sorted, so the next is the best of them. */
static uint32_t moves_best(const asc_tree *tree, const asc_tree_node *node) {
  bool has_edge = node->child_count < node->edge_count;
  uint32_t best =
      has_edge ? (uint32_t)asc_tree_pool_edges(&tree->pool, node)[node->child_count].chance << ASC_TREE_EDGE_SHIFT : 0;
  for (uint32_t i = 0; i < node->child_count; i++) {
    uint32_t mean = asc_tree_pool_child(&tree->pool, node, i)->mean;
    if (mean > best) best = mean;
  }
  return best;
}

/* Step 3: returns the chance of player 1 at the leaf. */
static uint32_t leaf_chance(const asc_tree *tree) {
  const asc_tree_node *leaf = tree->path[tree->path_length];
  bool is_expanded = leaf->edge_count > 0 && leaf->result == ASC_TREE_UNPROVED;
  uint32_t chance = is_expanded ? moves_best(tree, leaf) : leaf->mean;
  int player = is_expanded ? tree->path_turns[tree->path_length] : path_mover(tree, tree->path_length);
  return player == 1 ? chance : ASC_TREE_CHANCE_ONE - chance;
}

/* Proves the node at `at` of the path if its children do. */
static void node_settle(const asc_tree *tree, int at) {
  asc_tree_node *node = tree->path[at];
  asc_tree_result result = children_result(tree, node);
  if (result == ASC_TREE_UNPROVED) return;
  if (path_mover(tree, at) != tree->path_turns[at]) result = result_negate(result);
  node->result = (uint8_t)result;
  node->mean = asc_tree_result_chance(result);
}

/* Step 4: backpropagation of the chance and of proved results. A player with a proved draw never gets less than a
   draw. */
static void path_backpropagate(const asc_tree *tree) {
  const uint32_t draw = ASC_TREE_CHANCE_ONE / 2;
  uint32_t chance = leaf_chance(tree);
  bool is_proved = true;
  for (int at = tree->path_length; at >= 0; at--) {
    asc_tree_node *node = tree->path[at];
    if (node->can_force_draw && (tree->path_turns[at] == 1) == (chance < draw)) chance = draw;
    uint32_t mover_chance = path_mover(tree, at) == 1 ? chance : ASC_TREE_CHANCE_ONE - chance;
    if (node->result == ASC_TREE_UNPROVED)
      node->mean += (uint32_t)(((int32_t)mover_chance - (int32_t)node->mean) / (int32_t)node->visits);
    if (is_proved && node->edge_count > 0 && node->result == ASC_TREE_UNPROVED) node_settle(tree, at);
    is_proved = node->result != ASC_TREE_UNPROVED;
  }
}

/* Returns the most visited child with this result, or NULL. */
static const asc_tree_node *child_most_visited(const asc_tree *tree, const asc_tree_node *node,
                                               asc_tree_result result) {
  const asc_tree_node *best = NULL;
  for (uint32_t i = 0; i < node->child_count; i++) {
    const asc_tree_node *child = asc_tree_pool_child(&tree->pool, node, i);
    if (child->result != result) continue;
    bool better = best == NULL || child->visits > best->visits;
    if (better || (child->visits == best->visits && child->mean > best->mean)) best = child;
  }
  return best;
}

/* Returns the move to play: a proved win; else the most visited unproved move, unless a proved draw has a better
   mean. */
static const asc_tree_node *child_to_play(const asc_tree *tree, const asc_tree_node *node) {
  const asc_tree_node *won = child_most_visited(tree, node, ASC_TREE_WIN),
                      *open = child_most_visited(tree, node, ASC_TREE_UNPROVED);
  const asc_tree_node *drawn = child_most_visited(tree, node, ASC_TREE_DRAW);
  if (won != NULL) return won;
  if (drawn != NULL && (open == NULL || open->mean < drawn->mean)) return drawn;
  return open != NULL ? open : asc_tree_pool_child(&tree->pool, node, 0);
}

void asc_tree_fill_line(const asc_tree *tree) {
  asc_search *search = tree->search;
  asc_line *line = &search->lines[0];
  const asc_tree_node *node = &tree->pool.root;
  *line = (asc_line){.certainty = ASC_ESTIMATE};
  line->score = asc_score_to_reported(
      tree->rules, asc_tree_chance_to_score(child_to_play(tree, node)->mean, tree->chance_lookup.error_margin));
  while (node->child_count > 0 && line->length < ASC_LINE_MAX && (line->length == 0 || node->visits > 1)) {
    node = child_to_play(tree, node);
    line->moves[line->length++] = node->move;
  }
  line->depth = line->length;
  search->line_count = 1;
}

static void nodes_flush(asc_tree *tree) {
  atomic_fetch_add(&tree->search->nodes, tree->nodes - tree->reported_nodes);
  tree->reported_nodes = tree->nodes;
}

/* Returns true if the tree should stop growing. After the soft time limit it still grows while the most visited move
   does not have the best mean. */
static bool is_over(asc_tree *tree) {
  const asc_tree_node *root = &tree->pool.root;
  const asc_search_task *task = tree->search->task;
  if (root->result != ASC_TREE_UNPROVED || root->edge_count <= 1) return true;
  if (root->visits >= (uint32_t)(ASC_UCT_MAX_VISITS / tree->search->threads)) return true;
  if (task->nodes > 0 && tree->nodes * (uint64_t)tree->search->threads >= task->nodes) return true;
  if (tree->nodes - tree->reported_nodes < POLL_INTERVAL) return false;
  nodes_flush(tree);
  if (asc_search_is_over(tree->search)) return true;
  return !asc_search_should_continue(tree->search) && child_to_play(tree, root)->mean == moves_best(tree, root);
}

static bool is_search_over(void *search) { return asc_search_is_over(search); }

void asc_tree_grow(asc_tree *tree) {
  uint64_t walks = 0, report_at = FIRST_REPORT;
  while (!is_over(tree) && asc_tree_pool_reclaim(&tree->pool, is_search_over, tree->search)) {
    path_walk(tree);
    path_backpropagate(tree);
    if (!tree->sends_reports || ++walks < report_at) continue;
    report_at *= 2;
    nodes_flush(tree);
    asc_tree_fill_line(tree);
    asc_search_send_report(tree->search, tree->search->lines[0].depth);
  }
  nodes_flush(tree);
}
