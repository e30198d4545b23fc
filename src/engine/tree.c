#include "tree.h"

#include "defaults.h"
#include "tree_pool.h"
#include "uct_scale.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
  PATH_MAX = 128,
  POLL_EVERY = 1024,     /* positions between two looks at the clock */
  FIRST_REPORT = 1 << 10 /* visits; the next comes when they have doubled */
};

/* In sixteenths, from matches at 0.1 s a move: how much promise weighs against what was found, with a step for every
   further thread; and by how many spreads a move may look worse before its promise is a third. */
enum { CURIOSITY = 24, CURIOSITY_STEP = 3, TOLERANCE = 20 };

typedef struct asc_tree {
  asc_search *search;
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge;
  const uct_scale *scale;
  int32_t spread;
  uint32_t curiosity;
  uint64_t nodes, told; /* positions looked at; how many of them the search has been told */
  tree_pool pool;

  asc_move moves[ASC_MOVES_MAX]; /* of the node that grows, and what they seem to be worth */
  int32_t scores[ASC_MOVES_MAX];

  /* The walk in progress. */
  int length;
  tree_node *path[PATH_MAX + 1];
  int turns[PATH_MAX + 1]; /* who is to move there */
} asc_tree;

bool tree_is_for(const asc_rules *rules) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  return knowledge != NULL && knowledge->spread > 0 && rules->game->key == NULL && rules->ply_limit == 0;
}

bool tree_suits(const asc_search *search) {
  const asc_task *task = search->task;
  return search->grove != NULL && task->lines <= 1 && task->depth == 0 && search->sight.seed == 0;
}

static tree_proof proof_turned(tree_proof proof) {
  return proof == TREE_WON ? TREE_LOST : proof == TREE_LOST ? TREE_WON : proof;
}
static uint32_t chance_proved(tree_proof proof) {
  return proof == TREE_WON ? TREE_CERTAIN : proof == TREE_LOST ? 0 : TREE_CERTAIN / 2;
}

/* Makes a child of what its position tells. Returns what it seems to be worth to the player who moves there. */
static int32_t child_fill(asc_tree *tree, tree_node *child, const void *position, int mover, asc_move move) {
  asc_position after;
  int32_t least, most;
  memcpy(&after, position, tree->rules->position_size);
  tree->game->play(tree->rules, &after, move);
  tree->nodes++;
  tree->knowledge.bounds(tree->rules, &after, &least, &most);
  int32_t score = least == most ? least : tree->knowledge.evaluate(tree->rules, &after);
  tree_proof proof = least > 0 ? TREE_WON : most < 0 ? TREE_LOST : least == most ? TREE_DRAWN : TREE_OPEN;
  if (tree->game->turn(tree->rules, &after) != mover) {
    score = -score;
    proof = proof_turned(proof);
  }
  uint32_t chance = proof == TREE_OPEN ? tree_chance_of(score, tree->spread) : chance_proved(proof);
  *child = (tree_node){.move = move, .mean = chance, .proof = proof};
  return score;
}

/* The further the estimate of a move is behind the best, the less promising the move is. */
static void children_promise(asc_tree *tree, tree_node *children, int count) {
  int32_t *scores = tree->scores, best = scores[0];
  int64_t tolerance = TOLERANCE * (int64_t)tree->spread / 16, sum = 0;
  for (int i = 1; i < count; i++) best = scores[i] > best ? scores[i] : best;
  for (int i = 0; i < count; i++) {
    scores[i] = (int32_t)tree_decay(best - scores[i], tolerance);
    sum += scores[i];
  }
  for (int i = 0; i < count; i++) {
    children[i].promise = (uint16_t)(scores[i] * (int64_t)TREE_PROMISE / sum);
    tree_node_share(&children[i]);
  }
}

/* A node without room for its children, or whose game is over, has none. */
static void node_grow(asc_tree *tree, tree_node *node, const void *position, const asc_move *moves, int count) {
  if (count == 0 || !tree_pool_grow(&tree->pool, node, count)) return;
  int mover = tree->game->turn(tree->rules, position);
  tree_node *children = &tree->pool.nodes[node->first];
  for (int i = 0; i < count; i++) tree->scores[i] = child_fill(tree, &children[i], position, mover, moves[i]);
  children_promise(tree, children, count);
}

static void leaf_grow(asc_tree *tree, tree_node *leaf, const void *position) {
  node_grow(tree, leaf, position, tree->moves, tree->game->moves(tree->rules, position, tree->moves));
}

static void root_grow(asc_tree *tree) {
  const asc_task *task = tree->search->task;
  tree_node *root = &tree->pool.nodes[TREE_ROOT];
  if (task->moves == NULL)
    leaf_grow(tree, root, task->position);
  else
    node_grow(tree, root, task->position, task->moves, task->move_count);
}

/* The child to go on with. One that is known to lose is none while there is another. */
static tree_node *child_chosen(asc_tree *tree, const tree_node *node) {
  /* Bits behind the point: of the root, the curiosity, the promise and the urge, less those of a mean. */
  enum { SHIFT = 8 + 4 + 16 + TREE_URGE_BITS - 28 };
  uint64_t root = uct_scale_root(tree->scale, node->visits) * tree->curiosity, most = 0;
  tree_node *best = &tree->pool.nodes[node->first];
  for (uint32_t i = 0; i < node->count; i++) {
    tree_node *child = &tree->pool.nodes[node->first + i];
    uint64_t worth = child->proof == TREE_LOST ? 0 : 1 + child->mean + (root * child->urge >> SHIFT);
    if (worth <= most) continue;
    most = worth;
    best = child;
  }
  return best;
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
  path_step(tree, &tree->pool.nodes[TREE_ROOT], &position);
  for (tree_node *node = tree->path[0]; node->count > 0 && tree->length < PATH_MAX && node->proof == TREE_OPEN;) {
    node = child_chosen(tree, node);
    tree->game->play(tree->rules, &position, node->move);
    tree->length++;
    path_step(tree, node, &position);
  }
  tree_node *leaf = tree->path[tree->length];
  if (leaf->count == 0 && leaf->proof == TREE_OPEN) leaf_grow(tree, leaf, &position);
}

/* Whose move led to a node of the path; to the root, the opponent's. */
static int path_mover(const asc_tree *tree, int at) { return at == 0 ? 3 - tree->turns[0] : tree->turns[at - 1]; }

/* What is certain of a node by its children, for the player to move there. */
static tree_proof children_proof(const asc_tree *tree, const tree_node *node) {
  tree_proof best = TREE_LOST;
  for (uint32_t i = 0; i < node->count; i++) {
    tree_proof proof = tree->pool.nodes[node->first + i].proof;
    if (proof == TREE_WON) return TREE_WON;
    if (proof == TREE_OPEN || best == TREE_OPEN)
      best = TREE_OPEN;
    else if (proof > best)
      best = proof;
  }
  return best;
}

static uint32_t children_best(const asc_tree *tree, const tree_node *node) {
  uint32_t best = 0;
  for (uint32_t i = 0; i < node->count; i++) {
    uint32_t mean = tree->pool.nodes[node->first + i].mean;
    if (mean > best) best = mean;
  }
  return best;
}

/* What the leaf is worth to player 1. */
static uint32_t leaf_chance(const asc_tree *tree) {
  const tree_node *leaf = tree->path[tree->length];
  bool grown = leaf->count > 0 && leaf->proof == TREE_OPEN;
  uint32_t chance = grown ? children_best(tree, leaf) : leaf->mean;
  int player = grown ? tree->turns[tree->length] : path_mover(tree, tree->length);
  return player == 1 ? chance : TREE_CERTAIN - chance;
}

static void node_settle(const asc_tree *tree, int at) {
  tree_node *node = tree->path[at];
  tree_proof proof = children_proof(tree, node);
  if (proof == TREE_OPEN) return;
  node->proof = path_mover(tree, at) == tree->turns[at] ? proof : proof_turned(proof);
  node->mean = chance_proved(node->proof);
}

/* Up again with what was found. */
static void path_tell(const asc_tree *tree) {
  uint32_t chance = leaf_chance(tree);
  bool settled = true;
  for (int at = tree->length; at >= 0; at--) {
    tree_node *node = tree->path[at];
    uint32_t own = path_mover(tree, at) == 1 ? chance : TREE_CERTAIN - chance;
    if (node->proof == TREE_OPEN)
      node->mean += (uint32_t)(((int32_t)own - (int32_t)node->mean) / (int32_t)node->visits);
    if (settled && node->count > 0 && node->proof == TREE_OPEN) node_settle(tree, at);
    settled = node->proof != TREE_OPEN;
  }
}

/* The move to play: one that wins for certain, else the most visited of those that do not lose. */
static const tree_node *child_to_play(const asc_tree *tree, const tree_node *node) {
  const tree_node *best = &tree->pool.nodes[node->first];
  for (uint32_t i = 1; i < node->count; i++) {
    const tree_node *child = &tree->pool.nodes[node->first + i];
    bool better = child->visits != best->visits ? child->visits > best->visits : child->mean > best->mean;
    if ((child->proof == TREE_WON) != (best->proof == TREE_WON))
      better = child->proof == TREE_WON;
    else if ((child->proof == TREE_LOST) != (best->proof == TREE_LOST))
      better = best->proof == TREE_LOST;
    if (better) best = child;
  }
  return best;
}

static void line_fill(const asc_tree *tree) {
  asc_search *search = tree->search;
  asc_line *line = &search->lines[0];
  const tree_node *node = &tree->pool.nodes[TREE_ROOT];
  *line = (asc_line){.certainty = ASC_ESTIMATE};
  line->score = score_told(tree->rules, tree_score_of(child_to_play(tree, node)->mean, tree->spread));
  while (node->count > 0 && line->length < ASC_LINE_MAX && (line->length == 0 || node->visits > 1)) {
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
  const tree_node *root = &tree->pool.nodes[TREE_ROOT];
  const asc_task *task = tree->search->task;
  if (root->proof != TREE_OPEN || root->count <= 1) return true;
  if (task->nodes > 0 && tree->nodes * (uint64_t)tree->search->threads >= task->nodes) return true;
  if (tree->nodes - tree->told < POLL_EVERY) return false;
  nodes_tell(tree);
  if (run_is_over(tree->search)) return true;
  return !run_goes_on(tree->search) && child_to_play(tree, root)->mean == children_best(tree, root);
}

static void *tree_search(void *data) {
  asc_tree *tree = data;
  const tree_node *root = &tree->pool.nodes[TREE_ROOT];
  uint32_t report_at = FIRST_REPORT;
  while (!is_over(tree)) {
    tree_pool_tend(&tree->pool);
    path_walk(tree);
    path_tell(tree);
    if (root->visits < report_at || tree->curiosity != CURIOSITY) continue;
    report_at *= 2;
    line_fill(tree);
    run_report(tree->search, tree->search->lines[0].depth);
  }
  nodes_tell(tree);
  return NULL;
}

static void trees_open(asc_search *search, const uct_scale *scale, asc_tree *trees) {
  size_t part = search->grove_bytes / (size_t)search->threads / sizeof(tree_node) * sizeof(tree_node);
  for (int i = 0; i < search->threads; i++) {
    asc_tree *tree = &trees[i];
    tree->search = search;
    tree->rules = search->rules;
    tree->game = search->rules->game;
    tree->knowledge = knowledge_of(search->rules);
    tree->spread = tree->knowledge.spread;
    tree->curiosity = CURIOSITY + (uint32_t)i * CURIOSITY_STEP;
    tree->scale = scale;
    tree_pool_open(&tree->pool, (char *)search->grove + part * (size_t)i, part);
    root_grow(tree);
  }
}

/* Adds the visits of another tree to the moves of the first. */
static void tree_add(asc_tree *first, const asc_tree *other) {
  const tree_node *to = &first->pool.nodes[TREE_ROOT], *from = &other->pool.nodes[TREE_ROOT];
  for (uint32_t i = 0; i < from->count; i++)
    first->pool.nodes[to->first + i].visits += other->pool.nodes[from->first + i].visits;
}

static void trees_search(asc_tree *trees, int count) {
  pthread_t threads[THREADS_MAX];
  int started = 1;
  while (started < count && pthread_create(&threads[started], NULL, tree_search, &trees[started]) == 0) started++;
  (void)tree_search(&trees[0]);
  atomic_store(&trees[0].search->ended, true);
  for (int i = 1; i < started; i++) {
    pthread_join(threads[i], NULL);
    tree_add(&trees[0], &trees[i]);
  }
}

int tree_run(asc_search *search) {
  uct_scale *scale = malloc(sizeof *scale);
  asc_tree *trees = calloc((size_t)search->threads, sizeof *trees);
  int code = scale != NULL && trees != NULL ? ASC_OK : ASC_E_MEMORY;
  if (code == ASC_OK) {
    uct_scale_fill(scale);
    trees_open(search, scale, trees);
    trees_search(trees, search->threads);
    line_fill(&trees[0]);
  }
  free(trees);
  free(scale);
  return code;
}
