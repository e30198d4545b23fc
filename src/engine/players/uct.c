/* UCT: plain Monte Carlo tree search with random playouts, using only the rules of the game.

   The tree is grown from scratch for every search, in a pool of nodes of fixed size. If the pool is full, playouts
   start from the existing leaves. Every player maximises their own reward: 1 for the first rank, a share of it if it is
   shared. Dice fall by their odds. A game is a draw if it reaches the ply limit, or if a position occurs for the third
   time on the path down the tree; playouts do not check for repetitions. There is always one line, however many the
   task asks for. The depth limits the tree, not the playouts.

   All numbers are integers: the same seed, task and node limit give the same move everywhere. A node, in the sense of
   the limits, is one ply of a playout or of the path down the tree. */
#include <ascona/playout.h>

#include "base/clock.h"
#include "baseline.h"
#include "core/chance.h"
#include "core/history.h"
#include "core/outcome.h"
#include "engine/common/defaults.h"
#include "engine/common/large_pages.h"
#include "engine/mcts/fixed_point.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEPTH_MAX = 128,     /* plies of the tree */
  EXPAND_AFTER = 4,    /* playouts of a leaf before it gets children: saves memory where few playouts go */
  POLL_INTERVAL = 1000 /* plies between two checks of the clock */
};

/* The children of a node are adjacent: nodes[first] … nodes[first + count - 1]. */
typedef struct uct_node {
  uint64_t sum; /* sum of the rewards of the player who moved here */
  uint32_t visits;
  asc_move move;
  uint32_t first;
  uint32_t count : 13, tried : 13, turn : 3, is_expanded : 1; /* `tried`: the first so many children have been tried */
} uct_node;

typedef struct uct {
  const asc_rules *rules;
  asc_search_hooks hooks;
  _Atomic bool stop_requested;
  asc_uct_lookup lookup;
  uct_node *nodes; /* nodes[0] is the root */
  uint32_t capacity, used;

  /* The search in progress. */
  const asc_search_task *task;
  asc_random random;
  bool is_full; /* the pool is full: no node gets children */
  int64_t started_us;
  uint64_t plies, playouts;
  int64_t rewards[ASC_PLAYERS_MAX]; /* sums over all playouts, by player */
  int64_t margins;                  /* half-points of the player to move, sum over all playouts */

  /* The path down the tree in the current playout: nodes, and the repetition keys of their positions. */
  int length;
  uint32_t path[DEPTH_MAX + 1];
  uint64_t keys[DEPTH_MAX + 1];

  asc_line line;
} uct;

static int64_t now_us(const uct *tree) {
  if (tree->hooks.now_us != NULL) return tree->hooks.now_us(tree->hooks.data);
  return asc_clock_now_us();
}

static void uct_close(void *self) {
  uct *tree = self;
  asc_large_pages_free(tree->nodes, tree->capacity * sizeof *tree->nodes);
  free(tree);
}

static int uct_open(void **self, const asc_rules *rules, const asc_player_settings *settings,
                    const asc_search_hooks *hooks) {
  size_t capacity = settings->hash_bytes / sizeof(uct_node), min_nodes = (size_t)rules->moves_max + 1;
  if (capacity < min_nodes) capacity = min_nodes;
  if (capacity > UINT32_MAX) capacity = UINT32_MAX;
  uct *tree = calloc(1, sizeof *tree);
  *self = NULL;
  if (tree == NULL) return ASC_E_MEMORY;
  tree->rules = rules;
  if (hooks != NULL) tree->hooks = *hooks;
  tree->capacity = (uint32_t)capacity;
  tree->nodes = asc_large_pages_alloc(capacity * sizeof *tree->nodes);
  if (tree->nodes == NULL) {
    uct_close(tree);
    return ASC_E_MEMORY;
  }
  asc_uct_lookup_fill(&tree->lookup, settings->exploration);
  *self = tree;
  return ASC_OK;
}

static void uct_stop(void *self) { atomic_store(&((uct *)self)->stop_requested, true); }

static void moves_shuffle(asc_move *moves, int count, asc_random *random) {
  for (int i = count - 1; i > 0; i--) {
    uint32_t other = asc_random_below(random, (uint32_t)i + 1);
    asc_move move = moves[i];
    moves[i] = moves[other];
    moves[other] = move;
  }
}

/* Gives a node its children. They are tried in random order, except that the faces of a die keep theirs. */
static void node_expand(uct *tree, uct_node *node, const void *position, const asc_move *moves, int count) {
  if ((uint32_t)count > tree->capacity - tree->used) {
    tree->is_full = true;
    return;
  }
  node->is_expanded = 1;
  if (count == 0) return;
  node->turn = (uint32_t)tree->rules->game->turn(tree->rules, position) & 7U;
  node->count = (uint32_t)count & 0x1fffU;
  node->first = tree->used;
  for (int i = 0; i < count; i++) tree->nodes[tree->used++] = (uct_node){.move = moves[i]};
}

static void leaf_expand(uct *tree, uct_node *leaf, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  int count = tree->rules->game->moves(tree->rules, position, moves);
  if (count > 0 && tree->rules->game->turn(tree->rules, position) != ASC_CHANCE)
    moves_shuffle(moves, count, &tree->random);
  node_expand(tree, leaf, position, moves, count);
}

static uint32_t child_by_odds(uct *tree, const uct_node *node, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  for (uint32_t i = 0; i < node->count; i++) moves[i] = tree->nodes[node->first + i].move;
  asc_move sampled = asc_chance_sample(tree->rules, position, moves, (int)node->count, &tree->random);
  uint32_t child = node->first;
  while (tree->nodes[child].move != sampled) child++;
  return child;
}

/* Returns an untried child, or the one with the highest UCT value: mean reward plus exploration bonus. */
static uint32_t child_by_uct(uct *tree, uct_node *node) {
  if (node->tried < node->count) return node->first + node->tried++;
  uint64_t exploration = asc_uct_exploration(&tree->lookup, node->visits);
  uint32_t best = node->first;
  uint64_t best_value = 0;
  for (uint32_t i = node->first; i < node->first + node->count; i++) {
    const uct_node *child = &tree->nodes[i];
    uint64_t value = child->sum / child->visits + asc_uct_bonus(&tree->lookup, exploration, child->visits);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return best;
}

/* Returns true if the position at the end of the path has occurred twice before. */
static bool path_repeats(uct *tree, const void *position) {
  const asc_game *game = tree->rules->game;
  uint64_t key = game->repetition_key == NULL ? 0 : game->repetition_key(tree->rules, position);
  tree->keys[tree->length] = key;
  if (key == 0) return false;
  return asc_history_count(tree->task->keys, tree->task->key_count, key) +
             asc_history_count(tree->keys + 1, tree->length - 1, key) >=
         2;
}

/* Selection: walks down to the leaf where the playout starts. Returns false if the game ends on the way as a draw. */
static bool path_walk(uct *tree, void *position, int *plies_left) {
  int depth_max = tree->task->depth > 0 && tree->task->depth < DEPTH_MAX ? tree->task->depth : DEPTH_MAX;
  for (tree->length = 0; tree->length<depth_max && * plies_left> 0;) {
    uct_node *node = &tree->nodes[tree->path[tree->length]];
    if (!node->is_expanded && !tree->is_full && node->visits >= EXPAND_AFTER) leaf_expand(tree, node, position);
    if (node->count == 0) break;
    uint32_t child = node->turn == ASC_CHANCE ? child_by_odds(tree, node, position) : child_by_uct(tree, node);
    tree->rules->game->play(tree->rules, position, tree->nodes[child].move);
    tree->path[++tree->length] = child;
    (*plies_left)--;
    if (path_repeats(tree, position)) return false;
  }
  return true;
}

/* Backpropagation: adds the rewards to the nodes of the path. `outcome` NULL: a draw. */
static void path_reward(uct *tree, const asc_outcome *outcome) {
  uint32_t rewards[ASC_PLAYERS_MAX];
  for (int i = 0; i < tree->rules->players; i++) {
    rewards[i] = (uint32_t)asc_outcome_share(tree->rules, outcome, i + 1, ASC_UCT_WIN_REWARD);
    tree->rewards[i] += rewards[i];
  }
  if (outcome != NULL) tree->margins += asc_outcome_margin(tree->rules, outcome, (int)tree->nodes[0].turn);
  for (int i = tree->length; i >= 0; i--) {
    uct_node *node = &tree->nodes[tree->path[i]];
    node->visits++;
    uint32_t mover = i == 0 ? ASC_CHANCE : tree->nodes[tree->path[i - 1]].turn;
    if (mover != ASC_CHANCE) node->sum += rewards[mover - 1];
  }
}

static void playout(uct *tree) {
  asc_position position;
  memcpy(&position, tree->task->position, tree->rules->position_size);
  int plies_left = tree->task->plies_left > 0 ? tree->task->plies_left : INT_MAX;
  bool draw = !path_walk(tree, &position, &plies_left);
  tree->plies += (uint64_t)tree->length;
  if (!draw && plies_left > 0)
    tree->plies += (uint64_t)asc_playout(tree->rules, &position, plies_left, asc_playout_default_method(tree->rules),
                                         &tree->random);
  asc_outcome outcome;
  bool over = !draw && tree->rules->game->outcome(tree->rules, &position, &outcome);
  path_reward(tree, over ? &outcome : NULL);
  tree->playouts++;
}

static bool is_over(uct *tree) {
  const asc_search_task *task = tree->task;
  if (atomic_load(&tree->stop_requested) ||
      (tree->hooks.should_stop != NULL && tree->hooks.should_stop(tree->hooks.data)))
    return true;
  int64_t limit =
      task->soft_us > 0 && (task->hard_us == 0 || task->soft_us < task->hard_us) ? task->soft_us : task->hard_us;
  if (limit > 0 && now_us(tree) - tree->started_us >= limit) return true;
  return tree->nodes[0].visits >= ASC_UCT_MAX_VISITS || tree->nodes[0].count == 1; /* a single move needs no search */
}

static const uct_node *most_visited(const uct *tree, const uct_node *node) {
  const uct_node *best = &tree->nodes[node->first];
  for (const uct_node *child = best + 1; child < &tree->nodes[node->first + node->count]; child++)
    if (child->visits > best->visits || (child->visits == best->visits && child->sum > best->sum)) best = child;
  return best;
}

/* The other players share the rest of the chance, in proportion to their rewards over all playouts. */
static void chances_fill(const uct *tree, int player, int32_t own, int32_t chances[ASC_PLAYERS_MAX]) {
  int64_t others = 0;
  for (int i = 0; i < tree->rules->players; i++) others += i == player - 1 ? 0 : tree->rewards[i];
  for (int i = 0; i < tree->rules->players; i++)
    chances[i] = i == player - 1 ? own : others == 0 ? 0 : (int32_t)((10000 - own) * tree->rewards[i] / others);
}

/* Fills the line up to the first roll of a die: the face cannot be predicted. */
static void line_fill(uct *tree) {
  const uct_node *root = &tree->nodes[0], *best = most_visited(tree, root);
  asc_line *line = &tree->line;
  *line = (asc_line){.certainty = ASC_ESTIMATE};
  if (tree->rules->game->score == ASC_SCORE_CHANCE) {
    line->score = (int32_t)(best->sum * 10000 / ASC_UCT_WIN_REWARD / (best->visits > 0 ? best->visits : 1));
    chances_fill(tree, (int)root->turn, line->score, line->chances);
  } else {
    line->score = (int32_t)(tree->margins * 50 / (int64_t)tree->playouts);
  }
  for (const uct_node *node = root; line->length < ASC_LINE_MAX && node->count > 0; node = best) {
    best = most_visited(tree, node);
    if (node->turn == ASC_CHANCE || (best->visits == 0 && node != root)) break;
    line->moves[line->length++] = best->move;
  }
  line->depth = line->length;
}

static void report_fill(uct *tree, asc_search_report *report) {
  line_fill(tree);
  *report = (asc_search_report){.depth = tree->line.depth,
                                .nodes = tree->plies,
                                .elapsed_us = now_us(tree) - tree->started_us,
                                .line_count = 1,
                                .lines = &tree->line};
}

static void root_expand(uct *tree) {
  const asc_search_task *task = tree->task;
  tree->nodes[0] = (uct_node){0};
  tree->used = 1;
  if (task->root_moves == NULL)
    leaf_expand(tree, &tree->nodes[0], task->position);
  else
    node_expand(tree, &tree->nodes[0], task->position, task->root_moves, task->root_move_count);
}

static int uct_run(void *self, const asc_search_task *task, uint64_t seed, asc_search_report *report) {
  uct *tree = self;
  tree->task = task;
  asc_random_seed(&tree->random, seed);
  tree->is_full = false;
  tree->started_us = now_us(tree);
  tree->plies = tree->playouts = 0;
  tree->margins = 0;
  memset(tree->rewards, 0, sizeof tree->rewards);
  root_expand(tree);
  uint64_t poll_at = POLL_INTERVAL, report_at = 1024;
  for (bool over = false; !over;) {
    playout(tree);
    over = task->nodes > 0 && tree->plies >= task->nodes;
    if (tree->plies >= poll_at) {
      poll_at = tree->plies + POLL_INTERVAL;
      over = over || is_over(tree);
    }
    if (task->on_report != NULL && tree->playouts == report_at) {
      report_at *= 2;
      report_fill(tree, report);
      task->on_report(task->data, report);
    }
  }
  atomic_store(&tree->stop_requested, false);
  report_fill(tree, report);
  return ASC_OK;
}

const asc_baseline_player asc_baseline_uct = {
    .name = "uct", .open = uct_open, .run = uct_run, .stop = uct_stop, .close = uct_close};
