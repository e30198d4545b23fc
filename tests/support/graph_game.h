/* A game on a random graph, for tests of searches.

   Positions are the nodes of a graph with cycles. Each node belongs to a player, and some nodes are ends with a score
   for player 1. Play that never ends is a draw. The graph is so small that plain iteration finds the true scores: see
   graph_solve. */
#ifndef ASC_TESTS_GRAPH_GAME_H
#define ASC_TESTS_GRAPH_GAME_H

#include <ascona/ascona.h>

#include "base/hash.h"

#include <string.h>

enum { GRAPH_NODES = 24, GRAPH_EDGES = 3 };

typedef struct graph_node {
  int player, edges;
  int score; /* points for player 1 if the node is an end (it has no edges) */
  int edge[GRAPH_EDGES];
} graph_node;

typedef struct graph_rules {
  asc_rules common;
  graph_node nodes[GRAPH_NODES];
} graph_rules;

typedef struct graph_position {
  uint64_t node;
} graph_position;

static const graph_node *graph_at(const asc_rules *rules, const void *position) {
  return &((const graph_rules *)rules)->nodes[((const graph_position *)position)->node];
}

/* The graph depends on the option `seed`. */
static int graph_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  graph_rules *graph = (graph_rules *)rules;
  asc_random random;
  asc_random_seed(&random, (uint64_t)values[0].number);
  rules->position_size = sizeof(graph_position);
  rules->players = 2;
  rules->moves_max = GRAPH_EDGES;
  rules->plies_max = rules->ply_limit = 1000;
  rules->symmetries = 1;
  for (int i = 0; i < GRAPH_NODES; i++) {
    graph_node *node = &graph->nodes[i];
    node->player = 1 + (int)asc_random_below(&random, 2);
    node->edges = i > 0 && asc_random_below(&random, 4) == 0 ? 0 : 1 + (int)asc_random_below(&random, GRAPH_EDGES);
    node->score = node->edges == 0 ? (int)asc_random_below(&random, 7) - 3 : 0;
    for (int k = 0; k < node->edges; k++) node->edge[k] = (int)asc_random_below(&random, GRAPH_NODES);
  }
  return ASC_OK;
}

static void graph_start(const asc_rules *rules, void *position) {
  (void)rules;
  memset(position, 0, sizeof(graph_position));
}
static int graph_turn(const asc_rules *rules, const void *position) { return graph_at(rules, position)->player; }
static int graph_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  const graph_node *node = graph_at(rules, position);
  for (int k = 0; k < node->edges; k++) moves[k] = (asc_move)k;
  return node->edges;
}
static void graph_play(const asc_rules *rules, void *position, asc_move move) {
  ((graph_position *)position)->node = (uint64_t)graph_at(rules, position)->edge[move];
}
static bool graph_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const graph_node *node = graph_at(rules, position);
  memset(outcome, 0, sizeof *outcome);
  if (node->edges > 0) return false;
  outcome->points[0] = 2 * (node->score > 0 ? node->score : 0);
  outcome->points[1] = 2 * (node->score < 0 ? -node->score : 0);
  outcome->rank[0] = node->score >= 0 ? 1 : 2;
  outcome->rank[1] = node->score <= 0 ? 1 : 2;
  return true;
}
static uint64_t graph_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  return asc_hash_mix(((const graph_position *)position)->node + 1);
}

static const asc_option graph_options[] = {
    {.key = "seed", .type = ASC_OPTION_NUMBER, .default_value = "0", .min = 0, .max = 1000000}};

static const asc_game graph_game = {.id = "graph",
                                    .title = "Graph",
                                    .options = graph_options,
                                    .option_count = 1,
                                    .rules_size = sizeof(graph_rules),
                                    .open = graph_open,
                                    .start = graph_start,
                                    .turn = graph_turn,
                                    .moves = graph_moves,
                                    .play = graph_play,
                                    .outcome = graph_outcome,
                                    .hash = graph_hash,
                                    .repetition_key = graph_hash};

/* Finds the nodes from which a player can force an end that is good for that player: a score of at least `threshold`
   for player 1, below it for player 2. Play without end does not count. */
static void graph_attract(const graph_rules *graph, int player, int threshold, bool won[GRAPH_NODES]) {
  memset(won, 0, GRAPH_NODES * sizeof *won);
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < GRAPH_NODES; i++) {
      const graph_node *node = &graph->nodes[i];
      int good_edges = 0;
      for (int k = 0; k < node->edges; k++) good_edges += won[node->edge[k]];
      bool is_good_end = node->edges == 0 && (player == 1 ? node->score >= threshold : node->score < threshold);
      bool is_won =
          is_good_end || (node->edges > 0 && (node->player == player ? good_edges > 0 : good_edges == node->edges));
      changed = changed || (is_won && !won[i]);
      won[i] = won[i] || is_won;
    }
  }
}

/* Finds the true scores in points for player 1, where play without end is worth 0. */
static void graph_solve(const graph_rules *graph, int truth[GRAPH_NODES]) {
  bool won[GRAPH_NODES];
  for (int i = 0; i < GRAPH_NODES; i++) truth[i] = -3;
  for (int threshold = -2; threshold <= 3; threshold++) {
    graph_attract(graph, threshold > 0 ? 1 : 2, threshold, won);
    for (int i = 0; i < GRAPH_NODES; i++)
      if (won[i] == (threshold > 0)) truth[i] = threshold;
  }
}

/* Returns true if ends prove the score of a node: each player can force their side of it without endless play. */
static inline bool graph_is_provable(const graph_rules *graph, int node, int truth) {
  bool at_least[GRAPH_NODES], at_most[GRAPH_NODES];
  graph_attract(graph, 1, truth, at_least);
  graph_attract(graph, 2, truth + 1, at_most);
  return at_least[node] && at_most[node];
}

/* Returns the score for player 1, in hundredths, if `plies_left` plies are left. */
static inline int32_t graph_limited_truth(const graph_rules *graph, int node, int plies_left) {
  const graph_node *here = &graph->nodes[node];
  if (here->edges == 0 || plies_left == 0) return 100 * here->score;
  int32_t best = 0;
  for (int k = 0; k < here->edges; k++) {
    int32_t score = graph_limited_truth(graph, here->edge[k], plies_left - 1);
    if (k == 0 || (here->player == 1 ? score > best : score < best)) best = score;
  }
  return best;
}

/* Knowledge for the tests: the exact score of every node that ends prove, in a game without a ply limit. */
static inline void graph_bounds(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper) {
  int truth[GRAPH_NODES], node = (int)((const graph_position *)position)->node;
  graph_solve((const graph_rules *)rules, truth);
  *upper = 300;
  *lower = -300;
  if (graph_is_provable((const graph_rules *)rules, node, truth[node]))
    *lower = *upper = 100 * (graph_turn(rules, position) == 1 ? truth[node] : -truth[node]);
}

#endif
