/* A game on a random graph, for tests of searches: positions are the nodes of a graph with cycles, each belongs to a
   player, and some are ends with a score for player 1. Play that never ends is a draw. Small enough that the truth is
   found by plain iteration: see graph_solve. */
#ifndef ASC_TESTS_GRAPH_GAME_H
#define ASC_TESTS_GRAPH_GAME_H

#include <ascona/ascona.h>

#include "core/hash.h"

#include <string.h>

enum { GRAPH_NODES = 24, GRAPH_EDGES = 3 };

typedef struct graph_node {
  int player, edges;
  int score; /* of an end, which has no edges: points for player 1 */
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

/* The seed is an option. */
static int graph_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  graph_rules *graph = (graph_rules *)rules;
  asc_random random;
  asc_random_seed(&random, (uint64_t)values[0].number);
  rules->position_size = sizeof(graph_position);
  rules->players = 2;
  rules->moves_max = GRAPH_EDGES;
  rules->longest = rules->ply_limit = 1000;
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
  outcome->place[0] = node->score >= 0 ? 1 : 2;
  outcome->place[1] = node->score <= 0 ? 1 : 2;
  return true;
}
static uint64_t graph_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  return asc_mix(((const graph_position *)position)->node + 1);
}

static const asc_option graph_options[] = {
    {.key = "seed", .type = ASC_OPTION_NUMBER, .standard = "0", .least = 0, .most = 1000000}};

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
                                    .key = graph_hash};

/* The nodes from which `player` can force a score for player 1 that is good for him, by ends alone. */
static void graph_attract(const graph_rules *graph, int player, int threshold, bool won[GRAPH_NODES]) {
  memset(won, 0, GRAPH_NODES * sizeof *won);
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < GRAPH_NODES; i++) {
      const graph_node *node = &graph->nodes[i];
      int good = 0;
      for (int k = 0; k < node->edges; k++) good += won[node->edge[k]];
      bool end = node->edges == 0 && (player == 1 ? node->score >= threshold : node->score < threshold);
      bool now = end || (node->edges > 0 && (node->player == player ? good > 0 : good == node->edges));
      more = more || (now && !won[i]);
      won[i] = won[i] || now;
    }
  }
}

/* The true scores in points for player 1, where play without end is worth 0. */
static void graph_solve(const graph_rules *graph, int truth[GRAPH_NODES]) {
  bool won[GRAPH_NODES];
  for (int i = 0; i < GRAPH_NODES; i++) truth[i] = -3;
  for (int threshold = -2; threshold <= 3; threshold++) {
    graph_attract(graph, threshold > 0 ? 1 : 2, threshold, won);
    for (int i = 0; i < GRAPH_NODES; i++)
      if (won[i] == (threshold > 0)) truth[i] = threshold;
  }
}

/* Whether ends alone prove the score of a node: each player can force his side of it without going round for ever. */
static inline bool graph_is_provable(const graph_rules *graph, int node, int truth) {
  bool least[GRAPH_NODES], most[GRAPH_NODES];
  graph_attract(graph, 1, truth, least);
  graph_attract(graph, 2, truth + 1, most);
  return least[node] && most[node];
}

/* The score for player 1 when so many plies are left. */
static inline int32_t graph_limited_truth(const graph_rules *graph, int node, int plies_left) {
  const graph_node *at = &graph->nodes[node];
  if (at->edges == 0 || plies_left == 0) return 100 * at->score;
  int32_t best = 0;
  for (int k = 0; k < at->edges; k++) {
    int32_t score = graph_limited_truth(graph, at->edge[k], plies_left - 1);
    if (k == 0 || (at->player == 1 ? score > best : score < best)) best = score;
  }
  return best;
}

/* What is certain of a node in a game without a limit. */
static inline void graph_bounds(const asc_rules *rules, const void *position, int32_t *least, int32_t *most) {
  int truth[GRAPH_NODES], node = (int)((const graph_position *)position)->node;
  graph_solve((const graph_rules *)rules, truth);
  *most = 300;
  *least = -300;
  if (graph_is_provable((const graph_rules *)rules, node, truth[node]))
    *least = *most = 100 * (graph_turn(rules, position) == 1 ? truth[node] : -truth[node]);
}

#endif
