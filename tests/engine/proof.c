/* Proof-number search: its answers are those of brute force, in games that end and in games with cycles. */
#include "engine/proof/proof.h"
#include "engine/common/defaults.h"
#include "tests/support/graph_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SMALL_HASH_BYTES = 1 << 14 };

static asc_search *open_search(const asc_rules *rules, size_t hash_bytes) {
  asc_search *search;
  const asc_search_options options = {.hash_bytes = hash_bytes};
  assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
  return search;
}

static asc_proof_result run_proof_search(asc_search *search, const asc_proof_question *question) {
  asc_proof_result result;
  const asc_search_task task = {.position = question->position};
  assert_int_equal(asc_search_begin(search, &task), ASC_OK);
  assert_int_equal(asc_proof_search(search, question, &result), ASC_OK);
  assert_true(atomic_load(&search->nodes) == result.nodes);
  asc_search_end(search);
  return result;
}

/* The line of a yes is legal and, if it ends the game, reaches the score. */
static void assert_line_reaches_target(const asc_rules *rules, const asc_proof_question *question,
                                       const asc_proof_result *result) {
  static asc_move moves[ASC_MOVES_MAX];
  asc_position position;
  asc_outcome outcome;
  memcpy(&position, question->position, rules->position_size);
  assert_true(result->line_length > 0 || asc_position_count(rules, &position) == 0);
  for (int i = 0; i < result->line_length; i++) {
    int count = asc_position_moves(rules, &position, moves), at = 0;
    while (at < count && moves[at] != result->line[i]) at++;
    assert_true(at < count);
    asc_position_play(rules, &position, result->line[i]);
  }
  if (asc_position_outcome(rules, &position, &outcome))
    assert_true(asc_outcome_score(rules, &outcome, question->player) >= question->target_score);
}

static asc_rules *open_graph(int seed) {
  asc_rules *rules;
  char options[32];
  (void)snprintf(options, sizeof options, "seed=%d", seed);
  assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
  return rules;
}

/* Checks the answer for every node of a graph, for a player and a number of points. If a draw misses the points, every
   question gets an answer. If a draw reaches them, answers depend only on ends. */
static void check_graph_answers(asc_search *search, int player, int points, int answer_counts[3]) {
  const graph_rules *graph = (const graph_rules *)search->rules;
  int truth[GRAPH_NODES];
  bool forced[GRAPH_NODES], refuted[GRAPH_NODES];
  graph_solve(graph, truth);
  graph_attract(graph, player, player == 1 ? points : 1 - points, forced);
  graph_attract(graph, 3 - player, player == 1 ? points : 1 - points, refuted);
  for (int i = 0; i < GRAPH_NODES; i++) {
    graph_position position = {(uint64_t)i};
    const asc_proof_question question = {.position = &position, .player = player, .target_score = 100 * points};
    asc_proof_result result = run_proof_search(search, &question);
    int score = player == 1 ? 100 * truth[i] : -100 * truth[i];
    answer_counts[result.answer]++;
    if (result.answer == ASC_PROOF_YES) {
      assert_true(forced[i] && result.score >= 100 * points && result.score <= score);
      assert_line_reaches_target(search->rules, &question, &result);
    } else if (result.answer == ASC_PROOF_NO)
      assert_true((points > 0 || refuted[i]) && result.score < 100 * points && result.score >= score);
    else
      assert_true(points <= 0);
  }
}

static void test_answers_are_right_on_random_graphs_with_cycles(void **state) {
  (void)state;
  int answer_counts[3] = {0};
  for (int seed = 0; seed < 100; seed++) {
    asc_rules *rules = open_graph(seed);
    asc_search *search = open_search(rules, SMALL_HASH_BYTES);
    for (int player = 1; player <= 2; player++)
      for (int points = -2; points <= 3; points++) check_graph_answers(search, player, points, answer_counts);
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(answer_counts[ASC_PROOF_YES] > 5000 && answer_counts[ASC_PROOF_NO] > 5000);
}

/* Also compares the scores, including draws. */
static void test_scores_are_right_on_random_graphs(void **state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    asc_rules *rules = open_graph(seed);
    asc_search *search = open_search(rules, SMALL_HASH_BYTES);
    int truth[GRAPH_NODES];
    graph_solve((const graph_rules *)rules, truth);
    for (int i = 0; i < GRAPH_NODES; i++) {
      graph_position position = {(uint64_t)i};
      const asc_search_task task = {.position = &position};
      int32_t score = graph_turn(rules, &position) == 1 ? 100 * truth[i] : -100 * truth[i];
      asc_proof_bounds bounds = {.position = &position, .lower = -300, .upper = 300, .estimate = 100 * (i % 7 - 3)};
      assert_int_equal(asc_search_begin(search, &task), ASC_OK);
      assert_int_equal(asc_proof_narrow_bounds(search, &bounds), ASC_OK);
      asc_search_end(search);
      assert_int_equal(bounds.lower, score);
      assert_int_equal(bounds.upper, score);
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

/* Checks all answers for a graph whose bounds know everything except the ply limit. */
static void check_answers_before_limit(asc_search *search, int plies_left, int answer_counts[3]) {
  const graph_rules *graph = (const graph_rules *)search->rules;
  for (int i = 0; i < 12 * GRAPH_NODES; i++) {
    int node = i / 12, player = 1 + i % 2, points = i / 2 % 6 - 2;
    graph_position position = {(uint64_t)node};
    const asc_proof_question question = {
        .position = &position, .player = player, .target_score = 100 * points, .plies_left = plies_left};
    if (graph->nodes[node].edges == 0) continue;
    asc_proof_result result = run_proof_search(search, &question);
    int32_t score = graph_limited_truth(graph, node, plies_left);
    if (player == 2) score = -score;
    answer_counts[result.answer]++;
    if (result.answer == ASC_PROOF_YES) assert_true(result.score >= question.target_score && result.score <= score);
    if (result.answer == ASC_PROOF_NO) assert_true(result.score < question.target_score && result.score >= score);
  }
}

/* A proved win may still come too late. */
static void test_answers_hold_near_the_ply_limit(void **state) {
  (void)state;
  const asc_knowledge knowledge = {.bounds = graph_bounds};
  asc_game game = graph_game;
  game.knowledge = &knowledge;
  int answer_counts[3] = {0};
  for (int seed = 0; seed < 20; seed++) {
    char options[32];
    asc_rules *rules;
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &game, options, NULL), ASC_OK);
    asc_search *search = open_search(rules, SMALL_HASH_BYTES);
    for (int plies_left = 4; plies_left > 0; plies_left--)
      check_answers_before_limit(search, plies_left, answer_counts);
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(answer_counts[ASC_PROOF_YES] > 1000 && answer_counts[ASC_PROOF_NO] > 1000);
}

/* The transposition table does not know the path. Player 2 chooses between A and B. From A, player 1 reaches a good end
   through F, or goes to D, where the only move leads back to A. From B there is only D. After A, D is useless because
   it leads back; after B, it wins. */
static void test_a_dead_end_on_one_path_may_win_on_another(void **state) {
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
  asc_rules *rules = open_graph(0);
  memcpy(((graph_rules *)rules)->nodes, nodes, sizeof nodes);
  asc_search *search = open_search(rules, SMALL_HASH_BYTES);
  graph_position root = {ROOT};
  asc_proof_question question = {.position = &root, .player = 1, .target_score = 100};
  asc_proof_result result = run_proof_search(search, &question);
  assert_int_equal(result.answer, ASC_PROOF_YES);
  assert_int_equal(result.score, 100);
  assert_int_equal(result.plies, 6); /* to B, D, A, F, G and the end */
  assert_int_equal(result.line_length, 6);
  question.plies_left = 6;
  assert_int_equal(run_proof_search(search, &question).answer, ASC_PROOF_YES);
  question.plies_left = 5;
  assert_int_equal(run_proof_search(search, &question).answer, ASC_PROOF_UNKNOWN);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* The region around a position: the positions that can be reached from it, nearest first, as many as fit. Nothing is
   known about positions outside, so brute force only bounds what can be forced. */
enum { REGION_POSITIONS = 1500, REGION_EDGES = 30000, REGION_SLOTS = 1 << 12, OUTSIDE = -1, GAME_OVER = 0 };

typedef struct region {
  const asc_rules *rules;
  int count, edge_count;
  asc_position positions[REGION_POSITIONS];
  int slots[REGION_SLOTS];         /* by hash: 1 plus the index of a position, 0 for none */
  int turn[REGION_POSITIONS];      /* a player, GAME_OVER or OUTSIDE */
  int32_t score[REGION_POSITIONS]; /* of ends, for player 1 */
  int edges[REGION_EDGES], first_edge[REGION_POSITIONS + 1];
} region;

/* Returns the index of a position, which is added if it is new. */
static int region_index(region *r, const asc_position *position) {
  size_t size = r->rules->position_size;
  uint64_t slot = r->rules->game->hash(r->rules, position) % REGION_SLOTS;
  for (; r->slots[slot] != 0; slot = (slot + 1) % REGION_SLOTS)
    if (memcmp(&r->positions[r->slots[slot] - 1], position, size) == 0) return r->slots[slot] - 1;
  memcpy(&r->positions[r->count], position, size);
  r->slots[slot] = ++r->count;
  return r->count - 1;
}

static void region_expand(region *r, int i) {
  static asc_move moves[ASC_MOVES_MAX];
  asc_outcome outcome;
  int count = asc_position_moves(r->rules, &r->positions[i], moves);
  r->turn[i] = count > 0 ? asc_position_turn(r->rules, &r->positions[i]) : GAME_OVER;
  if (asc_position_outcome(r->rules, &r->positions[i], &outcome))
    r->score[i] = asc_outcome_score(r->rules, &outcome, 1);
  if (r->count + count > REGION_POSITIONS || r->edge_count + count > REGION_EDGES) {
    r->turn[i] = OUTSIDE;
    count = 0;
  }
  for (int k = 0; k < count; k++) {
    asc_position next = r->positions[i];
    asc_position_play(r->rules, &next, moves[k]);
    r->edges[r->edge_count++] = region_index(r, &next);
  }
  r->first_edge[i + 1] = r->edge_count;
}

static void region_explore(region *r, const asc_rules *rules, const asc_position *from) {
  memset(r, 0, sizeof *r);
  r->rules = rules;
  (void)region_index(r, from);
  for (int i = 0; i < r->count; i++) region_expand(r, i);
}

static bool is_forced(const region *r, int i, const asc_proof_question *question, bool outside_is_good,
                      const bool *forced) {
  if (r->turn[i] == OUTSIDE) return outside_is_good;
  if (r->turn[i] == GAME_OVER) return (question->player == 1 ? r->score[i] : -r->score[i]) >= question->target_score;
  int good_edges = 0;
  for (int e = r->first_edge[i]; e < r->first_edge[i + 1]; e++) good_edges += forced[r->edges[e]];
  return r->turn[i] == question->player ? good_edges > 0 : good_edges == r->first_edge[i + 1] - r->first_edge[i];
}

/* Finds the positions from which the score can be forced, if everything outside counts as good or as bad. */
static void region_find_forced(const region *r, const asc_proof_question *question, bool outside_is_good,
                               bool *forced) {
  memset(forced, 0, REGION_POSITIONS * sizeof *forced);
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = r->count - 1; i >= 0; i--) {
      if (forced[i] || !is_forced(r, i, question, outside_is_good, forced)) continue;
      forced[i] = changed = true;
    }
  }
}

/* Checks the answers for the first positions of a region. If brute force knows the answer, it must be the same. */
static void check_region_answers(const region *r, asc_search *search, int player, int32_t score, int known_counts[3]) {
  static bool surely_forced[REGION_POSITIONS], possibly_forced[REGION_POSITIONS];
  asc_proof_question question = {.player = player, .target_score = score, .max_nodes = 20000};
  region_find_forced(r, &question, false, surely_forced);
  region_find_forced(r, &question, true, possibly_forced);
  for (int i = 0; i < r->count && i < 12; i++) {
    question.position = &r->positions[i];
    asc_proof_result result = run_proof_search(search, &question);
    if (result.answer == ASC_PROOF_YES) {
      assert_true(possibly_forced[i]);
      assert_line_reaches_target(r->rules, &question, &result);
    }
    if (result.answer == ASC_PROOF_NO) assert_false(surely_forced[i]);
    known_counts[result.answer] += surely_forced[i] || !possibly_forced[i];
  }
}

/* Checks answers for positions of random games, for both players. */
static void check_answers_in_random_games(const char *spec, int games, int32_t score, int known_counts[3]) {
  static region r;
  asc_rules *rules;
  asc_random random;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  asc_search *search = open_search(rules, SMALL_HASH_BYTES);
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
    region_explore(&r, rules, &position);
    for (int player = 1; player <= 2; player++) check_region_answers(&r, search, player, score, known_counts);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_answers_match_brute_force_in_games_with_cycles(void **state) {
  (void)state;
  const char *const specs[] = {"delta:size=4,pawns=4",
                               "delta:size=4,pawns=5",
                               "delta:size=4,pawns=6",
                               "delta:size=4,pawns=7",
                               "neo-delta",
                               "circle-delta:rings=2,petals=3,men=1,reds=1,greens=0",
                               "circle-delta:rings=2,petals=3,men=2,reds=1,greens=1",
                               "circle-delta:board=rose,rings=2,petals=3,men=1,reds=1,greens=0",
                               "circle-delta:board=rose,rings=2,petals=3,men=2,reds=1,greens=1"};
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    int known_counts[3] = {0};
    check_answers_in_random_games(specs[s], 16, 1, known_counts);
    if (known_counts[ASC_PROOF_YES] < 25 || known_counts[ASC_PROOF_NO] < 25)
      fail_msg("%s: %d proved, %d disproved", specs[s], known_counts[ASC_PROOF_YES], known_counts[ASC_PROOF_NO]);
    assert_int_equal(known_counts[ASC_PROOF_UNKNOWN], 0);
  }
}

static void test_answers_about_points_match_brute_force(void **state) {
  (void)state;
  int known_counts[3] = {0};
  for (int32_t points = -8; points <= 8; points += 4)
    check_answers_in_random_games("delta:size=4,pawns=6", 8, 100 * points, known_counts);
  assert_true(known_counts[ASC_PROOF_YES] >= 100 && known_counts[ASC_PROOF_NO] >= 100);
}

/* A symmetric position: the empty board, which plain search proves to be a win for White by ten points. */
static void test_white_wins_by_ten_points_from_the_empty_board_of_delta(void **state) {
  (void)state;
  asc_rules *rules;
  asc_position start;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  asc_search *search = open_search(rules, 1 << 20);
  asc_position_start(rules, &start);
  const asc_proof_question ten_points = {.position = &start, .player = 1, .target_score = 1000};
  const asc_proof_question more_points = {.position = &start, .player = 1, .target_score = 1001};
  asc_proof_result result = run_proof_search(search, &ten_points);
  assert_int_equal(result.answer, ASC_PROOF_YES);
  assert_line_reaches_target(rules, &ten_points, &result);
  result = run_proof_search(search, &more_points);
  assert_int_equal(result.answer, ASC_PROOF_NO);
  assert_int_equal(result.score, 1000);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* There is no answer if the nodes run out or the search is stopped. */
static void test_limits_leave_the_answer_unknown(void **state) {
  (void)state;
  asc_rules *rules;
  asc_position start;
  assert_int_equal(asc_rules_open(&rules, "neo-delta", NULL), ASC_OK);
  asc_search *search = open_search(rules, SMALL_HASH_BYTES);
  asc_position_start(rules, &start);
  const asc_proof_question question = {.position = &start, .player = 2, .target_score = 1, .max_nodes = 50000};
  asc_proof_result result = run_proof_search(search, &question);
  assert_int_equal(result.answer, ASC_PROOF_UNKNOWN);
  assert_true(result.nodes >= 50000 && result.nodes < 60000);
  assert_true(result.proof_number > 0 && result.disproof_number > 0 && result.line_length == 0);
  asc_search_stop(search);
  const asc_proof_question unlimited = {.position = &start, .player = 2, .target_score = 1};
  assert_int_equal(run_proof_search(search, &unlimited).answer, ASC_PROOF_UNKNOWN);
  asc_search_close(search);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers_are_right_on_random_graphs_with_cycles),
      cmocka_unit_test(test_scores_are_right_on_random_graphs),
      cmocka_unit_test(test_answers_hold_near_the_ply_limit),
      cmocka_unit_test(test_a_dead_end_on_one_path_may_win_on_another),
      cmocka_unit_test(test_answers_match_brute_force_in_games_with_cycles),
      cmocka_unit_test(test_answers_about_points_match_brute_force),
      cmocka_unit_test(test_white_wins_by_ten_points_from_the_empty_board_of_delta),
      cmocka_unit_test(test_limits_leave_the_answer_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
