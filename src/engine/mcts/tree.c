#include "tree.h"

#include "engine/common/defaults.h"

#include <string.h>

enum {
  POLL_EVERY = 1024,      /* positions between two looks at the clock */
  FIRST_REPORT = 1 << 10, /* walks; the next comes when they have doubled */
  KEPT_PLIES = 2          /* from one run to the next: a move and its reply */
};

/* In sixteenths, between values that did well in matches (decision 7): how much the prior weighs against what was
   found, with a step for every further thread. */
enum { CURIOSITY = 12, CURIOSITY_STEP = 2 };
/* In sixteenths: by how many spreads a move may look worse than the best before its prior is a third. */
enum { TOLERANCE = 20 };

void asc_tree_open(asc_tree *tree, const asc_rules *rules, const mcts_scale *scale, int number, void *memory,
                   size_t bytes) {
  *tree = (asc_tree){.rules = rules, .game = rules->game, .knowledge = asc_knowledge_of(rules), .scale = scale};
  asc_tree_chances_fill(&tree->chances, tree->knowledge.spread, TOLERANCE * tree->knowledge.spread / 16);
  tree->exploration = CURIOSITY + (uint32_t)number * CURIOSITY_STEP;
  tree->tells = number == 0;
  asc_tree_pool_open(&tree->pool, memory, bytes);
}

static tree_proof proof_turned(tree_proof proof) {
  return proof == TREE_WON ? TREE_LOST : proof == TREE_LOST ? TREE_WON : proof;
}

static void leaf_grow(asc_tree *tree, tree_node *leaf, const void *position) {
  asc_tree_expand(tree, leaf, position, tree->moves, tree->game->moves(tree->rules, position, tree->moves));
}

/* The node of a position so many plies below one that has grown, or NULL. */
static tree_node *node_of(const asc_tree *tree, tree_node *from, const void *position, int plies) {
  const void *wanted = tree->search->task->position;
  if (memcmp(position, wanted, tree->rules->position_size) == 0) return from;
  for (uint32_t i = 0; plies > 0 && i < from->tried; i++) {
    asc_position after;
    tree_node *child = tree_child(&tree->pool, from, i);
    memcpy(&after, position, tree->rules->position_size);
    tree->game->play(tree->rules, &after, child->move);
    tree_node *found = node_of(tree, child, &after, plies - 1);
    if (found != NULL) return found;
  }
  return NULL;
}

/* A node that was kept without its moves is worth no more than a new one, even if it is proved: the root has a child
   from the start, and there is always something to play. */
void asc_tree_begin(asc_tree *tree, asc_search *search) {
  const asc_task *task = search->task;
  tree_node *root = &tree->pool.root;
  tree->search = search;
  tree->nodes = tree->told = 0;
  tree_node *kept = tree->rooted && task->moves == NULL ? node_of(tree, root, &tree->root, KEPT_PLIES) : NULL;
  asc_tree_pool_keep(&tree->pool, kept);
  if (root->count == 0) *root = (tree_node){0};
  if (task->moves != NULL)
    asc_tree_expand(tree, root, task->position, task->moves, task->move_count);
  else if (root->count == 0)
    leaf_grow(tree, root, task->position);
  if (root->tried == 0) (void)asc_tree_pool_try(&tree->pool, root);
  memcpy(&tree->root, task->position, tree->rules->position_size);
  tree->rooted = task->moves == NULL;
}

/* The child to go on with: one there is, or that of the next edge, if there is room for it. Of one that is proved there
   is nothing more to learn. NULL: there is none. */
static tree_node *child_chosen(asc_tree *tree, tree_node *node) {
  /* Bits behind the point: of the root, the exploration, the prior and the bonus, less those of a mean. */
  enum { SHIFT = 8 + 4 + 16 + TREE_BONUS_BITS - 28 };
  uint64_t root = uct_scale_root(tree->scale, node->visits) * tree->exploration, most = 0;
  tree_node *best = NULL;
  for (uint32_t i = 0; i < node->tried; i++) {
    tree_node *child = tree_child(&tree->pool, node, i);
    uint64_t worth = child->proof != TREE_OPEN ? 0 : 1 + child->mean + (root * child->bonus >> SHIFT);
    if (worth <= most) continue;
    most = worth;
    best = child;
  }
  if (node->tried == node->count) return best;
  const tree_edge *edge = &tree_edges(&tree->pool, node)[node->tried];
  uint64_t worth = 1 + ((uint64_t)edge->chance << TREE_EDGE_SHIFT) + (root * tree_bonus(edge->prior, 0) >> SHIFT);
  tree_node *next = worth > most ? asc_tree_pool_try(&tree->pool, node) : best;
  return next != NULL ? next : best;
}

static void path_step(asc_tree *tree, tree_node *node, const void *position) {
  tree->path[tree->length] = node;
  tree->turns[tree->length] = tree->game->turn(tree->rules, position);
  node->visits++;
  tree_node_share(node);
}

/* Down to a leaf, which grows. */
static void path_walk(asc_tree *tree) {
  asc_position position;
  memcpy(&position, tree->search->task->position, tree->rules->position_size);
  tree->nodes++; /* where all is known at its end, a walk looks at nothing else */
  tree->length = 0;
  tree_node *node = &tree->pool.root;
  path_step(tree, node, &position);
  while (node->count > 0 && tree->length < TREE_PATH_MAX && node->proof == TREE_OPEN) {
    tree_node *child = child_chosen(tree, node);
    if (child == NULL) return;
    node = child;
    tree->game->play(tree->rules, &position, node->move);
    tree->length++;
    path_step(tree, node, &position);
  }
  if (node->count == 0 && node->proof == TREE_OPEN) leaf_grow(tree, node, &position);
}

/* Whose move led to a node of the path; to the root, the opponent's. */
static int path_mover(const asc_tree *tree, int at) { return at == 0 ? 3 - tree->turns[0] : tree->turns[at - 1]; }

/* What is certain of a node by its children, for the player to move there. */
static tree_proof children_proof(const asc_tree *tree, tree_node *node) {
  tree_proof best = TREE_LOST;
  bool open = node->tried < node->count;
  for (uint32_t i = 0; i < node->tried; i++) {
    tree_proof proof = (tree_proof)tree_child(&tree->pool, node, i)->proof;
    open = open || proof == TREE_OPEN;
    if (proof > best) best = proof;
  }
  node->holds = best == TREE_DRAWN;
  return open && best != TREE_WON ? TREE_OPEN : best;
}

/* Of the edges, the next is the best. */
static uint32_t moves_best(const asc_tree *tree, const tree_node *node) {
  bool edges = node->tried < node->count;
  uint32_t best = edges ? (uint32_t)tree_edges(&tree->pool, node)[node->tried].chance << TREE_EDGE_SHIFT : 0;
  for (uint32_t i = 0; i < node->tried; i++) {
    uint32_t mean = tree_child(&tree->pool, node, i)->mean;
    if (mean > best) best = mean;
  }
  return best;
}

/* What the leaf is worth to player 1. */
static uint32_t leaf_chance(const asc_tree *tree) {
  const tree_node *leaf = tree->path[tree->length];
  bool grown = leaf->count > 0 && leaf->proof == TREE_OPEN;
  uint32_t chance = grown ? moves_best(tree, leaf) : leaf->mean;
  int player = grown ? tree->turns[tree->length] : path_mover(tree, tree->length);
  return player == 1 ? chance : TREE_CERTAIN - chance;
}

static void node_settle(const asc_tree *tree, int at) {
  tree_node *node = tree->path[at];
  tree_proof proof = children_proof(tree, node);
  if (proof == TREE_OPEN) return;
  if (path_mover(tree, at) != tree->turns[at]) proof = proof_turned(proof);
  node->proof = (uint8_t)proof;
  node->mean = asc_tree_chance_proved(proof);
}

/* Up again with what was found. Who can draw for certain need not put up with less. */
static void path_tell(const asc_tree *tree) {
  const uint32_t draw = TREE_CERTAIN / 2;
  uint32_t chance = leaf_chance(tree);
  bool settled = true;
  for (int at = tree->length; at >= 0; at--) {
    tree_node *node = tree->path[at];
    if (node->holds && (tree->turns[at] == 1) == (chance < draw)) chance = draw;
    uint32_t own = path_mover(tree, at) == 1 ? chance : TREE_CERTAIN - chance;
    if (node->proof == TREE_OPEN)
      node->mean += (uint32_t)(((int32_t)own - (int32_t)node->mean) / (int32_t)node->visits);
    if (settled && node->count > 0 && node->proof == TREE_OPEN) node_settle(tree, at);
    settled = node->proof != TREE_OPEN;
  }
}

/* The most visited child of which this is known, or NULL. */
static const tree_node *child_visited(const asc_tree *tree, const tree_node *node, tree_proof proof) {
  const tree_node *best = NULL;
  for (uint32_t i = 0; i < node->tried; i++) {
    const tree_node *child = tree_child(&tree->pool, node, i);
    if (child->proof != proof) continue;
    bool better = best == NULL || child->visits > best->visits;
    if (better || (child->visits == best->visits && child->mean > best->mean)) best = child;
  }
  return best;
}

/* The move to play: one that wins for certain; else the most visited one, unless a certain draw seems better. */
static const tree_node *child_to_play(const asc_tree *tree, const tree_node *node) {
  const tree_node *won = child_visited(tree, node, TREE_WON), *open = child_visited(tree, node, TREE_OPEN);
  const tree_node *drawn = child_visited(tree, node, TREE_DRAWN);
  if (won != NULL) return won;
  if (drawn != NULL && (open == NULL || open->mean < drawn->mean)) return drawn;
  return open != NULL ? open : tree_child(&tree->pool, node, 0);
}

void asc_tree_tell(const asc_tree *tree) {
  asc_search *search = tree->search;
  asc_line *line = &search->lines[0];
  const tree_node *node = &tree->pool.root;
  *line = (asc_line){.certainty = ASC_ESTIMATE};
  line->score = asc_score_told(tree->rules, asc_tree_score_of(child_to_play(tree, node)->mean, tree->chances.spread));
  while (node->tried > 0 && line->length < ASC_LINE_MAX && (line->length == 0 || node->visits > 1)) {
    node = child_to_play(tree, node);
    line->moves[line->length++] = node->move;
  }
  line->depth = line->length;
  search->line_count = 1;
}

static void nodes_tell(asc_tree *tree) {
  atomic_fetch_add(&tree->search->nodes, tree->nodes - tree->told);
  tree->told = tree->nodes;
}

/* Once the time is spent that a move should take, it goes on only while the most visited move does not seem best. */
static bool is_over(asc_tree *tree) {
  const tree_node *root = &tree->pool.root;
  const asc_task *task = tree->search->task;
  if (root->proof != TREE_OPEN || root->count <= 1) return true;
  if (root->visits >= (uint32_t)(UCT_VISITS_MOST / tree->search->threads)) return true;
  if (task->nodes > 0 && tree->nodes * (uint64_t)tree->search->threads >= task->nodes) return true;
  if (tree->nodes - tree->told < POLL_EVERY) return false;
  nodes_tell(tree);
  if (asc_run_is_over(tree->search)) return true;
  return !asc_run_goes_on(tree->search) && child_to_play(tree, root)->mean == moves_best(tree, root);
}

static bool has_no_time(void *search) { return asc_run_is_over(search); }

void asc_tree_grow(asc_tree *tree) {
  uint64_t walks = 0, report_at = FIRST_REPORT;
  while (!is_over(tree) && asc_tree_pool_tend(&tree->pool, has_no_time, tree->search)) {
    path_walk(tree);
    path_tell(tree);
    if (!tree->tells || ++walks < report_at) continue;
    report_at *= 2;
    nodes_tell(tree);
    asc_tree_tell(tree);
    asc_run_report(tree->search, tree->search->lines[0].depth);
  }
  nodes_tell(tree);
}
