/* Proof-number search: what it answers is what brute force finds, where games end and where play can go round. */
#include "engine/proof/proof.h"
#include "engine/common/defaults.h"
#include "graph_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SMALL_TABLE = 1 << 14 };

static asc_search *search_of(const asc_rules *rules, size_t hash) {
  asc_search *search;
  const asc_search_options options = {.hash = hash};
  assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
  return search;
}

static asc_proof_result asked(asc_search *search, const asc_proof_question *question) {
  asc_proof_result result;
  const asc_task task = {.position = question->position};
  assert_int_equal(asc_run_begin(search, &task), ASC_OK);
  assert_int_equal(asc_proof_search(search, question, &result), ASC_OK);
  assert_true(atomic_load(&search->nodes) == result.nodes);
  asc_run_end(search);
  return result;
}

/* The line of a yes is legal and, where it ends with the game, reaches the score. */
static void assert_line(const asc_rules *rules, const asc_proof_question *question, const asc_proof_result *result) {
  static asc_move moves[ASC_MOVES_MAX];
  asc_position position;
  asc_outcome outcome;
  memcpy(&position, question->position, rules->position_size);
  assert_true(result->length > 0 || asc_position_count(rules, &position) == 0);
  for (int i = 0; i < result->length; i++) {
    int count = asc_position_moves(rules, &position, moves), at = 0;
    while (at < count && moves[at] != result->line[i]) at++;
    assert_true(at < count);
    asc_position_play(rules, &position, result->line[i]);
  }
  if (asc_position_outcome(rules, &position, &outcome))
    assert_true(asc_outcome_score(rules, &outcome, question->player) >= question->score);
}

static asc_rules *graph_of(int seed) {
  asc_rules *rules;
  char options[32];
  (void)snprintf(options, sizeof options, "seed=%d", seed);
  assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
  return rules;
}

/* All that is asked about a graph for a player and a number of points. Where a draw misses them no question stays open;
   where it reaches them, an answer rests on ends alone. */
static void ask_graph(asc_search *search, int player, int points, int answers[3]) {
  const graph_rules *graph = (const graph_rules *)search->rules;
  int truth[GRAPH_NODES];
  bool forced[GRAPH_NODES], refuted[GRAPH_NODES];
  graph_solve(graph, truth);
  graph_attract(graph, player, player == 1 ? points : 1 - points, forced);
  graph_attract(graph, 3 - player, player == 1 ? points : 1 - points, refuted);
  for (int i = 0; i < GRAPH_NODES; i++) {
    graph_position position = {(uint64_t)i};
    const asc_proof_question question = {.position = &position, .player = player, .score = 100 * points};
    asc_proof_result result = asked(search, &question);
    int score = player == 1 ? 100 * truth[i] : -100 * truth[i];
    answers[result.answer]++;
    if (result.answer == PROOF_YES) {
      assert_true(forced[i] && result.score >= 100 * points && result.score <= score);
      assert_line(search->rules, &question, &result);
    } else if (result.answer == PROOF_NO)
      assert_true((points > 0 || refuted[i]) && result.score < 100 * points && result.score >= score);
    else
      assert_true(points <= 0);
  }
}

static void test_random_graphs_with_cycles(void **state) {
  (void)state;
  int answers[3] = {0};
  for (int seed = 0; seed < 100; seed++) {
    asc_rules *rules = graph_of(seed);
    asc_search *search = search_of(rules, SMALL_TABLE);
    for (int player = 1; player <= 2; player++)
      for (int points = -2; points <= 3; points++) ask_graph(search, player, points, answers);
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(answers[PROOF_YES] > 5000 && answers[PROOF_NO] > 5000);
}

/* The scores too, draws among them. */
static void test_scores_of_random_graphs(void **state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    asc_rules *rules = graph_of(seed);
    asc_search *search = search_of(rules, SMALL_TABLE);
    int truth[GRAPH_NODES];
    graph_solve((const graph_rules *)rules, truth);
    for (int i = 0; i < GRAPH_NODES; i++) {
      graph_position position = {(uint64_t)i};
      const asc_task task = {.position = &position};
      int32_t score = graph_turn(rules, &position) == 1 ? 100 * truth[i] : -100 * truth[i];
      asc_proof_score closing = {.position = &position, .least = -300, .most = 300, .guess = 100 * (i % 7 - 3)};
      assert_int_equal(asc_run_begin(search, &task), ASC_OK);
      assert_int_equal(asc_proof_close_in(search, &closing), ASC_OK);
      asc_run_end(search);
      assert_int_equal(closing.least, score);
      assert_int_equal(closing.most, score);
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

/* All questions about a graph of which its bounds know everything but the ply limit. */
static void ask_before_the_limit(asc_search *search, int plies_left, int answers[3]) {
  const graph_rules *graph = (const graph_rules *)search->rules;
  for (int i = 0; i < 12 * GRAPH_NODES; i++) {
    int node = i / 12, player = 1 + i % 2, points = i / 2 % 6 - 2;
    graph_position position = {(uint64_t)node};
    const asc_proof_question question = {
        .position = &position, .player = player, .score = 100 * points, .plies_left = plies_left};
    if (graph->nodes[node].edges == 0) continue;
    asc_proof_result result = asked(search, &question);
    int32_t score = graph_limited_truth(graph, node, plies_left);
    if (player == 2) score = -score;
    answers[result.answer]++;
    if (result.answer == PROOF_YES) assert_true(result.score >= question.score && result.score <= score);
    if (result.answer == PROOF_NO) assert_true(result.score < question.score && result.score >= score);
  }
}

/* A win that is certain may still come too late. */
static void test_answers_hold_near_the_ply_limit(void **state) {
  (void)state;
  const asc_knowledge knowledge = {.bounds = graph_bounds};
  asc_game game = graph_game;
  game.knowledge = &knowledge;
  int answers[3] = {0};
  for (int seed = 0; seed < 20; seed++) {
    char options[32];
    asc_rules *rules;
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &game, options, NULL), ASC_OK);
    asc_search *search = search_of(rules, SMALL_TABLE);
    for (int plies_left = 4; plies_left > 0; plies_left--) ask_before_the_limit(search, plies_left, answers);
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(answers[PROOF_YES] > 1000 && answers[PROOF_NO] > 1000);
}

/* The history that a table does not know. Player 2 chooses between A and B; from A player 1 reaches an end he likes by
   way of F, or D, from where the only move leads back to A; from B there is only D. Seen from A, D is of no use because
   it leads back; seen from B it wins. */
static void test_a_dead_end_on_one_path_is_none_on_another(void **state) {
  (void)state;
  enum { ROOT, A, B, D, F, G, END };
  const graph_node nodes[] = {
      [ROOT] = {.player = 2, .edges = 2, .edge = {A, B}},
      [A] = {.player = 1, .edges = 2, .edge = {D, F}},
      [B] = {.player = 1, .edges = 3, .edge = {D, D, D}},
      [D] = {.player = 1, .edges = 1, .edge = {A}},
      [F] = {.player = 2, .edges = 2, .edge = {G, G}},
      [G] = {.player = 2, .edges = 2, .edge = {END, END}},
      [END] = {.player = 1, .score = 1},
  };
  asc_rules *rules = graph_of(0);
  memcpy(((graph_rules *)rules)->nodes, nodes, sizeof nodes);
  asc_search *search = search_of(rules, SMALL_TABLE);
  graph_position root = {ROOT};
  asc_proof_question question = {.position = &root, .player = 1, .score = 100};
  asc_proof_result result = asked(search, &question);
  assert_int_equal(result.answer, PROOF_YES);
  assert_int_equal(result.score, 100);
  assert_int_equal(result.plies, 6); /* to B, D, A, F, G and the end */
  assert_int_equal(result.length, 6);
  question.plies_left = 6;
  assert_int_equal(asked(search, &question).answer, PROOF_YES);
  question.plies_left = 5;
  assert_int_equal(asked(search, &question).answer, PROOF_UNKNOWN);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* The neighbourhood of a position: those that can be reached from it, the nearest first, as many as there is room for.
   What follows the last of them is not known, so what can be forced is known from two sides. */
enum { WORLD_POSITIONS = 1500, WORLD_EDGES = 30000, WORLD_SLOTS = 1 << 12, BEYOND = -1, OVER = 0 };

typedef struct world {
  const asc_rules *rules;
  int count, edge_count;
  asc_position positions[WORLD_POSITIONS];
  int slots[WORLD_SLOTS];         /* by hash: one more than the number of a position, 0 for none */
  int turn[WORLD_POSITIONS];      /* a player, OVER or BEYOND */
  int32_t score[WORLD_POSITIONS]; /* of ends, for player 1 */
  int edges[WORLD_EDGES], first_edge[WORLD_POSITIONS + 1];
} world;

/* The number of a position, which is added if it is new. */
static int world_number(world *w, const asc_position *position) {
  size_t size = w->rules->position_size;
  uint64_t slot = w->rules->game->hash(w->rules, position) % WORLD_SLOTS;
  for (; w->slots[slot] != 0; slot = (slot + 1) % WORLD_SLOTS)
    if (memcmp(&w->positions[w->slots[slot] - 1], position, size) == 0) return w->slots[slot] - 1;
  memcpy(&w->positions[w->count], position, size);
  w->slots[slot] = ++w->count;
  return w->count - 1;
}

static void world_follow(world *w, int i) {
  static asc_move moves[ASC_MOVES_MAX];
  asc_outcome outcome;
  int count = asc_position_moves(w->rules, &w->positions[i], moves);
  w->turn[i] = count > 0 ? asc_position_turn(w->rules, &w->positions[i]) : OVER;
  if (asc_position_outcome(w->rules, &w->positions[i], &outcome))
    w->score[i] = asc_outcome_score(w->rules, &outcome, 1);
  if (w->count + count > WORLD_POSITIONS || w->edge_count + count > WORLD_EDGES) {
    w->turn[i] = BEYOND;
    count = 0;
  }
  for (int k = 0; k < count; k++) {
    asc_position next = w->positions[i];
    asc_position_play(w->rules, &next, moves[k]);
    w->edges[w->edge_count++] = world_number(w, &next);
  }
  w->first_edge[i + 1] = w->edge_count;
}

static void world_explore(world *w, const asc_rules *rules, const asc_position *from) {
  memset(w, 0, sizeof *w);
  w->rules = rules;
  (void)world_number(w, from);
  for (int i = 0; i < w->count; i++) world_follow(w, i);
}

static bool is_forced(const world *w, int i, const asc_proof_question *question, bool beyond, const bool *forced) {
  if (w->turn[i] == BEYOND) return beyond;
  if (w->turn[i] == OVER) return (question->player == 1 ? w->score[i] : -w->score[i]) >= question->score;
  int good = 0;
  for (int e = w->first_edge[i]; e < w->first_edge[i + 1]; e++) good += forced[w->edges[e]];
  return w->turn[i] == question->player ? good > 0 : good == w->first_edge[i + 1] - w->first_edge[i];
}

/* From where the score can be forced, if what is beyond is good or if it is bad. */
static void world_force(const world *w, const asc_proof_question *question, bool beyond, bool *forced) {
  memset(forced, 0, WORLD_POSITIONS * sizeof *forced);
  for (bool more = true; more;) {
    more = false;
    for (int i = w->count - 1; i >= 0; i--) {
      if (forced[i] || !is_forced(w, i, question, beyond, forced)) continue;
      forced[i] = more = true;
    }
  }
}

/* Asks about the first positions of a world. The answers that brute force knows too must be the same. */
static void ask_world(const world *w, asc_search *search, int player, int32_t score, int known[3]) {
  static bool at_least[WORLD_POSITIONS], at_most[WORLD_POSITIONS];
  asc_proof_question question = {.player = player, .score = score, .nodes = 20000};
  world_force(w, &question, false, at_least);
  world_force(w, &question, true, at_most);
  for (int i = 0; i < w->count && i < 12; i++) {
    question.position = &w->positions[i];
    asc_proof_result result = asked(search, &question);
    if (result.answer == PROOF_YES) {
      assert_true(at_most[i]);
      assert_line(w->rules, &question, &result);
    }
    if (result.answer == PROOF_NO) assert_false(at_least[i]);
    known[result.answer] += at_least[i] || !at_most[i];
  }
}

/* Positions of random games, asked about for both players. */
static void ask_games(const char *spec, int games, int32_t score, int known[3]) {
  static world w;
  asc_rules *rules;
  asc_random random;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  asc_search *search = search_of(rules, SMALL_TABLE);
  asc_random_seed(&random, 1);
  for (int game = 0; game < games; game++) {
    asc_position position, next;
    asc_position_start(rules, &position);
    for (int ply = 0; ply < 8 + game % 16; ply++) {
      next = position;
      asc_position_play(rules, &next, asc_random_move(rules, &position, &random));
      if (asc_position_count(rules, &next) == 0) break;
      position = next;
    }
    world_explore(&w, rules, &position);
    for (int player = 1; player <= 2; player++) ask_world(&w, search, player, score, known);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_games_that_go_round(void **state) {
  (void)state;
  const char *const specs[] = {"delta:size=4,pawns=4",
                               "delta:size=4,pawns=5",
                               "delta:size=4,pawns=6",
                               "delta:size=4,pawns=7",
                               "neo-delta",
                               "circle-delta:rings=2,petals=3,men=1,reds=1,greens=0",
                               "circle-delta:rings=2,petals=3,men=2,reds=1,greens=1"};
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    int known[3] = {0};
    ask_games(specs[s], 16, 1, known);
    if (known[PROOF_YES] < 25 || known[PROOF_NO] < 25)
      fail_msg("%s: %d proved, %d disproved", specs[s], known[PROOF_YES], known[PROOF_NO]);
    assert_int_equal(known[PROOF_UNKNOWN], 0);
  }
}

static void test_points_of_delta(void **state) {
  (void)state;
  int known[3] = {0};
  for (int32_t points = -8; points <= 8; points += 4) ask_games("delta:size=4,pawns=6", 8, 100 * points, known);
  assert_true(known[PROOF_YES] >= 100 && known[PROOF_NO] >= 100);
}

/* A symmetric position: the empty board, which plain search proves to be a win of White by ten points. */
static void test_the_empty_board_of_delta(void **state) {
  (void)state;
  asc_rules *rules;
  asc_position start;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  asc_search *search = search_of(rules, 1 << 20);
  asc_position_start(rules, &start);
  const asc_proof_question ten = {.position = &start, .player = 1, .score = 1000};
  const asc_proof_question more = {.position = &start, .player = 1, .score = 1001};
  asc_proof_result result = asked(search, &ten);
  assert_int_equal(result.answer, PROOF_YES);
  assert_line(rules, &ten, &result);
  result = asked(search, &more);
  assert_int_equal(result.answer, PROOF_NO);
  assert_int_equal(result.score, 1000);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* Out of nodes, or stopped, there is no answer. */
static void test_limits(void **state) {
  (void)state;
  asc_rules *rules;
  asc_position start;
  assert_int_equal(asc_rules_open(&rules, "neo-delta", NULL), ASC_OK);
  asc_search *search = search_of(rules, SMALL_TABLE);
  asc_position_start(rules, &start);
  const asc_proof_question question = {.position = &start, .player = 2, .score = 1, .nodes = 50000};
  asc_proof_result result = asked(search, &question);
  assert_int_equal(result.answer, PROOF_UNKNOWN);
  assert_true(result.nodes >= 50000 && result.nodes < 60000);
  assert_true(result.proof > 0 && result.disproof > 0 && result.length == 0);
  asc_search_stop(search);
  const asc_proof_question endless = {.position = &start, .player = 2, .score = 1};
  assert_int_equal(asked(search, &endless).answer, PROOF_UNKNOWN);
  asc_search_close(search);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_graphs_with_cycles),
      cmocka_unit_test(test_scores_of_random_graphs),
      cmocka_unit_test(test_answers_hold_near_the_ply_limit),
      cmocka_unit_test(test_a_dead_end_on_one_path_is_none_on_another),
      cmocka_unit_test(test_games_that_go_round),
      cmocka_unit_test(test_points_of_delta),
      cmocka_unit_test(test_the_empty_board_of_delta),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
