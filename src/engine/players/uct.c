/* UCT: plain Monte Carlo tree search with random playouts, on the rules alone.

   The tree is grown anew for every run, in a pool of nodes of fixed size; when that is full, playouts start from the
   leaves there are. Every player maximises his own reward: 1 for the first place, a part of it where it is shared. The
   die falls by its odds. A game that repeats or reaches the ply limit is a draw. There is one line, however many the
   task asks for; the depth limits the tree, not the playouts.

   Everything is integers: the same seed, task and limit of nodes give the same move everywhere. A node is one ply of a
   playout or of the way down the tree. */
#include <ascona/playout.h>

#include "core/chance.h"
#include "core/clock.h"
#include "core/history.h"
#include "core/outcome.h"
#include "engine/common/defaults.h"
#include "engine/common/pages.h"
#include "engine/mcts/scale.h"
#include "yardstick.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEPTH_MAX = 128,  /* plies of the tree */
  GROWN_AFTER = 4,  /* playouts that a leaf has seen before it gets children: saves nodes where nobody goes */
  POLL_PLIES = 1000 /* between two looks at the clock */
};

/* The children of a node lie side by side: nodes[first] … nodes[first + count - 1]. */
typedef struct uct_node {
  uint64_t sum; /* of the rewards of the player whose move led here */
  uint32_t visits;
  asc_move move;
  uint32_t first;
  uint32_t count : 13, tried : 13, turn : 3, grown : 1; /* children tried: the first so many of them */
} uct_node;

typedef struct uct {
  const asc_rules *rules;
  asc_host host;
  _Atomic bool stopped;
  mcts_scale scale;
  uct_node *nodes; /* the first is the root */
  uint32_t room, used;

  /* The run in progress. */
  const asc_task *task;
  asc_random random;
  bool full; /* no node grows any more */
  int64_t began;
  uint64_t plies, playouts;
  int64_t rewards[ASC_PLAYERS_MAX]; /* by player, of all playouts */
  int64_t margins;                  /* half-points of the player to move, of all playouts */

  /* The way down the tree in the playout under way: nodes, and the keys of their positions. */
  int length;
  uint32_t path[DEPTH_MAX + 1];
  uint64_t keys[DEPTH_MAX + 1];

  asc_line line;
} uct;

static int64_t microseconds(const uct *tree) {
  if (tree->host.microseconds != NULL) return tree->host.microseconds(tree->host.data);
  return asc_clock_microseconds();
}

static void uct_close(void *self) {
  uct *tree = self;
  asc_pages_close(tree->nodes, tree->room * sizeof *tree->nodes);
  free(tree);
}

static int uct_open(void **self, const asc_rules *rules, const asc_player_settings *settings, const asc_host *host) {
  size_t room = settings->hash / sizeof(uct_node), least = (size_t)rules->moves_max + 1;
  if (room < least) room = least;
  if (room > UINT32_MAX) room = UINT32_MAX;
  uct *tree = calloc(1, sizeof *tree);
  *self = NULL;
  if (tree == NULL) return ASC_E_MEMORY;
  tree->rules = rules;
  if (host != NULL) tree->host = *host;
  tree->room = (uint32_t)room;
  tree->nodes = asc_pages_open(room * sizeof *tree->nodes);
  if (tree->nodes == NULL) {
    uct_close(tree);
    return ASC_E_MEMORY;
  }
  asc_mcts_scale_fill(&tree->scale, settings->exploration);
  *self = tree;
  return ASC_OK;
}

static void uct_stop(void *self) { atomic_store(&((uct *)self)->stopped, true); }

static void moves_shuffle(asc_move *moves, int count, asc_random *random) {
  for (int i = count - 1; i > 0; i--) {
    uint32_t other = asc_random_below(random, (uint32_t)i + 1);
    asc_move move = moves[i];
    moves[i] = moves[other];
    moves[other] = move;
  }
}

/* Gives a node its children. They are tried in random order, but the faces of a die keep theirs. */
static void node_grow(uct *tree, uct_node *node, const void *position, const asc_move *moves, int count) {
  if ((uint32_t)count > tree->room - tree->used) {
    tree->full = true;
    return;
  }
  node->grown = 1;
  if (count == 0) return;
  node->turn = (uint32_t)tree->rules->game->turn(tree->rules, position) & 7U;
  node->count = (uint32_t)count & 0x1fffU;
  node->first = tree->used;
  for (int i = 0; i < count; i++) tree->nodes[tree->used++] = (uct_node){.move = moves[i]};
}

static void leaf_grow(uct *tree, uct_node *leaf, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  int count = tree->rules->game->moves(tree->rules, position, moves);
  if (count > 0 && tree->rules->game->turn(tree->rules, position) != ASC_CHANCE)
    moves_shuffle(moves, count, &tree->random);
  node_grow(tree, leaf, position, moves, count);
}

static uint32_t child_by_odds(uct *tree, const uct_node *node, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  for (uint32_t i = 0; i < node->count; i++) moves[i] = tree->nodes[node->first + i].move;
  asc_move drawn = asc_chance_draw(tree->rules, position, moves, (int)node->count, &tree->random);
  uint32_t child = node->first;
  while (tree->nodes[child].move != drawn) child++;
  return child;
}

/* One that has not been tried yet, or the one with the highest mean reward plus what its few visits are worth. */
static uint32_t child_by_promise(uct *tree, uct_node *node) {
  if (node->tried < node->count) return node->first + node->tried++;
  uint64_t exploration = mcts_scale_exploration(&tree->scale, node->visits);
  uint32_t best = node->first;
  uint64_t most = 0;
  for (uint32_t i = node->first; i < node->first + node->count; i++) {
    const uct_node *child = &tree->nodes[i];
    uint64_t promise = child->sum / child->visits + uct_scale_share(&tree->scale, exploration, child->visits);
    if (promise > most) {
      most = promise;
      best = i;
    }
  }
  return best;
}

/* Whether the position at the end of the path has been there twice before. */
static bool path_repeats(uct *tree, const void *position) {
  const asc_game *game = tree->rules->game;
  uint64_t key = game->key == NULL ? 0 : game->key(tree->rules, position);
  tree->keys[tree->length] = key;
  if (key == 0) return false;
  return asc_history_count(tree->task->keys, tree->task->key_count, key) +
             asc_history_count(tree->keys + 1, tree->length - 1, key) >=
         2;
}

/* Down the tree to the leaf where a playout begins. False when the game ends on the way as a draw. */
static bool path_walk(uct *tree, void *position, int *plies_left) {
  int depth_max = tree->task->depth > 0 && tree->task->depth < DEPTH_MAX ? tree->task->depth : DEPTH_MAX;
  for (tree->length = 0; tree->length<depth_max && * plies_left> 0;) {
    uct_node *node = &tree->nodes[tree->path[tree->length]];
    if (!node->grown && !tree->full && node->visits >= GROWN_AFTER) leaf_grow(tree, node, position);
    if (node->count == 0) break;
    uint32_t child = node->turn == ASC_CHANCE ? child_by_odds(tree, node, position) : child_by_promise(tree, node);
    tree->rules->game->play(tree->rules, position, tree->nodes[child].move);
    tree->path[++tree->length] = child;
    (*plies_left)--;
    if (path_repeats(tree, position)) return false;
  }
  return true;
}

/* `outcome` NULL: a draw. */
static void path_reward(uct *tree, const asc_outcome *outcome) {
  uint32_t rewards[ASC_PLAYERS_MAX];
  for (int i = 0; i < tree->rules->players; i++) {
    rewards[i] = (uint32_t)asc_outcome_share(tree->rules, outcome, i + 1, UCT_FIRST_PLACE);
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
    tree->plies +=
        (uint64_t)asc_playout(tree->rules, &position, plies_left, asc_playout_way_of(tree->rules), &tree->random);
  asc_outcome outcome;
  bool over = !draw && tree->rules->game->outcome(tree->rules, &position, &outcome);
  path_reward(tree, over ? &outcome : NULL);
  tree->playouts++;
}

static bool is_over(uct *tree) {
  const asc_task *task = tree->task;
  if (atomic_load(&tree->stopped) || (tree->host.stop != NULL && tree->host.stop(tree->host.data))) return true;
  int64_t limit = task->soft > 0 && (task->hard == 0 || task->soft < task->hard) ? task->soft : task->hard;
  if (limit > 0 && microseconds(tree) - tree->began >= limit) return true;
  return tree->nodes[0].visits >= UCT_VISITS_MOST || tree->nodes[0].count == 1; /* a single move needs no thought */
}

static const uct_node *most_visited(const uct *tree, const uct_node *node) {
  const uct_node *best = &tree->nodes[node->first];
  for (const uct_node *child = best + 1; child < &tree->nodes[node->first + node->count]; child++)
    if (child->visits > best->visits || (child->visits == best->visits && child->sum > best->sum)) best = child;
  return best;
}

/* The chances of the others: what is left, in proportion to how they did over all. */
static void chances_fill(const uct *tree, int player, int32_t own, int32_t chances[ASC_PLAYERS_MAX]) {
  int64_t others = 0;
  for (int i = 0; i < tree->rules->players; i++) others += i == player - 1 ? 0 : tree->rewards[i];
  for (int i = 0; i < tree->rules->players; i++)
    chances[i] = i == player - 1 ? own : others == 0 ? 0 : (int32_t)((10000 - own) * tree->rewards[i] / others);
}

/* Up to the first roll: what comes then is anybody's guess. */
static void line_fill(uct *tree) {
  const uct_node *root = &tree->nodes[0], *best = most_visited(tree, root);
  asc_line *line = &tree->line;
  *line = (asc_line){.certainty = ASC_ESTIMATE};
  if (tree->rules->game->score == ASC_SCORE_CHANCE) {
    line->score = (int32_t)(best->sum * 10000 / UCT_FIRST_PLACE / (best->visits > 0 ? best->visits : 1));
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

static void report_fill(uct *tree, asc_report *report) {
  line_fill(tree);
  *report = (asc_report){.depth = tree->line.depth,
                         .nodes = tree->plies,
                         .microseconds = microseconds(tree) - tree->began,
                         .count = 1,
                         .lines = &tree->line};
}

static void root_grow(uct *tree) {
  const asc_task *task = tree->task;
  tree->nodes[0] = (uct_node){0};
  tree->used = 1;
  if (task->moves == NULL)
    leaf_grow(tree, &tree->nodes[0], task->position);
  else
    node_grow(tree, &tree->nodes[0], task->position, task->moves, task->move_count);
}

static int uct_run(void *self, const asc_task *task, uint64_t seed, asc_report *report) {
  uct *tree = self;
  tree->task = task;
  asc_random_seed(&tree->random, seed);
  tree->full = false;
  tree->began = microseconds(tree);
  tree->plies = tree->playouts = 0;
  tree->margins = 0;
  memset(tree->rewards, 0, sizeof tree->rewards);
  root_grow(tree);
  uint64_t poll_at = POLL_PLIES, report_at = 1024;
  for (bool over = false; !over;) {
    playout(tree);
    over = task->nodes > 0 && tree->plies >= task->nodes;
    if (tree->plies >= poll_at) {
      poll_at = tree->plies + POLL_PLIES;
      over = over || is_over(tree);
    }
    if (task->report != NULL && tree->playouts == report_at) {
      report_at *= 2;
      report_fill(tree, report);
      task->report(task->data, report);
    }
  }
  atomic_store(&tree->stopped, false);
  report_fill(tree, report);
  return ASC_OK;
}

const asc_yardstick asc_uct = {.name = "uct", .open = uct_open, .run = uct_run, .stop = uct_stop, .close = uct_close};
