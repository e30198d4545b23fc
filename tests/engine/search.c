/* Searches and proofs: their claims are true, their moves are legal, and the same task gets the same result. */
#include <ascona/ascona.h>

#include "tests/support/graph_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SMALL_HASH_BYTES = 1 << 16 };

static asc_rules *open_rules(const char *spec) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  return rules;
}

static asc_search *open_search(const asc_rules *rules, int threads) {
  asc_search *search;
  const asc_search_options options = {.hash_bytes = SMALL_HASH_BYTES, .threads = threads};
  assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
  return search;
}

/* Plain minimax without a transposition table. Returns the final margin in hundredths for the player to move. */
static int32_t brute_force(const asc_rules *rules, const void *position) {
  asc_move moves[64];
  asc_outcome outcome;
  int turn = asc_position_turn(rules, position);
  if (asc_position_outcome(rules, position, &outcome))
    return (outcome.points[turn - 1] - outcome.points[2 - turn]) * 50;
  int count = asc_position_moves(rules, position, moves);
  int32_t best = INT32_MIN;
  for (int i = 0; i < count; i++) {
    asc_position next;
    memcpy(&next, position, rules->position_size);
    asc_position_play(rules, &next, moves[i]);
    int32_t value = brute_force(rules, &next);
    if (asc_position_turn(rules, &next) != turn) value = -value;
    if (value > best) best = value;
  }
  return best;
}

/* Plays `plies` random plies from the start. Returns false if the game is over by then. */
static bool random_late_position(const asc_rules *rules, int plies, asc_random *random, asc_position *position) {
  asc_position_start(rules, position);
  for (int i = 0; i < plies; i++) {
    if (asc_position_count(rules, position) == 0) return false;
    asc_position_play(rules, position, asc_random_move(rules, position, random));
  }
  return asc_position_count(rules, position) > 0;
}

static void assert_claim_holds(asc_certainty certainty, int32_t score, int32_t truth) {
  if (certainty == ASC_EXACT) assert_int_equal(score, truth);
  if (certainty == ASC_LOWER) assert_true(score <= truth);
  if (certainty == ASC_UPPER) assert_true(score >= truth);
}

/* The claim of a line must hold for its first move. The first line describes the whole position, so its upper bound
   need not hold for the move. */
static void assert_line_claim_holds(const asc_rules *rules, const void *position, const asc_line *line,
                                    bool is_first_line) {
  asc_position next;
  memcpy(&next, position, rules->position_size);
  asc_position_play(rules, &next, line->moves[0]);
  int32_t truth = brute_force(rules, &next);
  if (asc_position_turn(rules, &next) != asc_position_turn(rules, position)) truth = -truth;
  if (!is_first_line)
    assert_claim_holds(line->certainty, line->score, truth);
  else if (line->certainty == ASC_EXACT || line->certainty == ASC_LOWER)
    assert_true(truth >= line->score);
}

static void test_claims_hold_near_the_end_of_games(void **state) {
  (void)state;
  const char *const specs[] = {"kulami", "kulami:level=3", "kulami:board=irregular,level=1"};
  asc_random random;
  asc_random_seed(&random, 1);
  int exact = 0;
  for (int s = 0; s < 3; s++) {
    asc_rules *rules = open_rules(specs[s]);
    asc_search *search = open_search(rules, 1);
    for (int k = 0; k < 300; k++) {
      asc_position position;
      if (!random_late_position(rules, 47 + k % 6, &random, &position)) continue;
      int32_t truth = brute_force(rules, &position);
      asc_search_report report;
      asc_search_task task = {.position = &position, .nodes = (uint64_t)(k % 3 == 0 ? 60 : 100000), .lines = 1 + k % 2};
      assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
      assert_claim_holds(report.lines[0].certainty, report.lines[0].score, truth);
      for (int i = 0; i < report.line_count; i++) assert_line_claim_holds(rules, &position, &report.lines[i], i == 0);
      exact += report.lines[0].certainty == ASC_EXACT;
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(exact > 300); /* the search does claim something */
}

static void assert_line_is_legal(const asc_rules *rules, const void *from, const asc_move *line, int length) {
  asc_position position;
  memcpy(&position, from, rules->position_size);
  for (int i = 0; i < length; i++) {
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, &position, moves), at = 0;
    while (at < count && moves[at] != line[i]) at++;
    assert_true(at < count);
    asc_position_play(rules, &position, moves[at]);
  }
}

/* The line of a solution goes to the end of the game, and every move keeps the score. */
static void assert_line_keeps_the_score(const asc_rules *rules, const void *from, const asc_solution *solution) {
  asc_position position;
  int32_t score = solution->lower;
  memcpy(&position, from, rules->position_size);
  for (int i = 0; i < solution->line_length; i++) {
    int turn = asc_position_turn(rules, &position);
    asc_position_play(rules, &position, solution->line[i]);
    if (asc_position_turn(rules, &position) != turn) score = -score;
    assert_int_equal(brute_force(rules, &position), score);
  }
  assert_int_equal(asc_position_count(rules, &position), 0);
}

static void test_solutions_match_brute_force(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami:level=2");
  asc_search *search = open_search(rules, 1);
  asc_random random;
  asc_random_seed(&random, 2);
  int solved = 0;
  for (int k = 0; k < 300; k++) {
    asc_position position;
    if (!random_late_position(rules, 47 + k % 6, &random, &position)) continue;
    asc_solution solution;
    asc_search_task task = {.position = &position};
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    int32_t truth = brute_force(rules, &position);
    assert_true(solution.proved && solution.others_worse);
    assert_int_equal(solution.lower, truth);
    assert_int_equal(solution.upper, truth);
    asc_move moves[64];
    int count = asc_position_moves(rules, &position, moves), best = 0;
    for (int i = 0; i < count; i++) {
      asc_position next;
      memcpy(&next, &position, rules->position_size);
      asc_position_play(rules, &next, moves[i]);
      bool is_best = -brute_force(rules, &next) == truth;
      if (is_best) assert_int_equal(solution.best[best], moves[i]);
      best += is_best;
    }
    assert_int_equal(solution.best_count, best);
    assert_line_is_legal(rules, &position, solution.line, solution.line_length);
    assert_line_keeps_the_score(rules, &position, &solution);
    solved++;
  }
  assert_true(solved > 100);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* With cycles, a proof must not depend on a repetition. */
static void test_claims_hold_in_games_with_cycles(void **state) {
  (void)state;
  int exact = 0, bounds = 0;
  for (int seed = 0; seed < 400; seed++) {
    char options[32];
    asc_rules *rules;
    int truth[GRAPH_NODES];
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
    graph_solve((const graph_rules *)rules, truth);
    asc_search *search = open_search(rules, 1);
    for (uint64_t node = 0; node < GRAPH_NODES; node++) {
      graph_position position = {node};
      if (graph_at(rules, &position)->edges == 0) continue;
      int32_t sign = graph_turn(rules, &position) == 1 ? 100 : -100;
      asc_search_report report;
      asc_search_task task = {.position = &position, .nodes = 20000, .depth = 2 + seed % 12, .lines = 1 + seed % 3};
      assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
      assert_claim_holds(report.lines[0].certainty, report.lines[0].score, sign * truth[node]);
      asc_position_play(rules, &position, report.lines[0].moves[0]);
      if (report.lines[0].certainty == ASC_EXACT || report.lines[0].certainty == ASC_LOWER)
        assert_true(sign * truth[position.node] >= report.lines[0].score);
      exact += report.lines[0].certainty == ASC_EXACT;
      bounds += report.lines[0].certainty == ASC_LOWER || report.lines[0].certainty == ASC_UPPER;
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(exact > 1000 && bounds > 100);
}

/* The proved bounds of a node are true, and so are its best moves and every move of its line. Returns the length of the
   line. */
static int assert_graph_solution(const asc_rules *rules, const int *truth, int node, const asc_solution *solution) {
  graph_position position = {(uint64_t)node};
  int32_t score = 100 * (graph_turn(rules, &position) == 1 ? truth[node] : -truth[node]);
  assert_true(solution->lower <= score && score <= solution->upper);
  for (int i = 0; i < solution->best_count; i++)
    assert_int_equal(truth[graph_at(rules, &position)->edge[solution->best[i]]], truth[node]);
  assert_line_is_legal(rules, &position, solution->line, solution->line_length);
  for (int i = 0; i < solution->line_length; i++) {
    asc_position_play(rules, &position, solution->line[i]);
    assert_int_equal(truth[position.node], truth[node]);
  }
  /* The line ends with the game, unless it is a draw by repetition. */
  if (solution->line_length > 0 && truth[node] != 0) assert_int_equal(graph_at(rules, &position)->edges, 0);
  return solution->line_length;
}

static void test_proofs_hold_in_games_with_cycles(void **state) {
  (void)state;
  int proved = 0, missed = 0, moves = 0;
  for (int seed = 400; seed < 600; seed++) {
    char options[32];
    asc_rules *rules;
    int truth[GRAPH_NODES];
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
    graph_solve((const graph_rules *)rules, truth);
    asc_search *search = open_search(rules, 1);
    for (int node = 0; node < GRAPH_NODES; node += 3) {
      graph_position position = {(uint64_t)node};
      if (graph_at(rules, &position)->edges == 0) continue;
      asc_solution solution;
      asc_search_task task = {.position = &position, .nodes = 100000};
      assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
      moves += assert_graph_solution(rules, truth, node, &solution);
      proved += solution.proved;
      missed += !solution.proved && graph_is_provable((const graph_rules *)rules, node, truth[node]);
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
  print_message("%d proved, %d missed, lines of %d moves\n", proved, missed, moves);
  assert_true(proved > 100 && missed * 20 < proved && moves > 2 * proved);
}

static const char *const two_player_specs[] = {"delta", "neo-delta", "kulami", "circle-delta"};
enum { TWO_PLAYER_SPECS = 4 };

static void test_the_same_task_has_the_same_result(void **state) {
  (void)state;
  for (int s = 0; s < TWO_PLAYER_SPECS; s++) {
    asc_rules *rules = open_rules(two_player_specs[s]);
    asc_search *search = open_search(rules, 1);
    asc_position start;
    asc_search_report report;
    uint64_t nodes[3];
    asc_move moves[3];
    asc_position_start(rules, &start);
    for (int run = 0; run < 3; run++) {
      asc_search_task task = {.position = &start, .nodes = 3000};
      asc_search_clear(search);
      assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
      nodes[run] = report.nodes;
      moves[run] = report.lines[0].moves[0];
    }
    assert_int_equal(nodes[0], nodes[1]);
    assert_int_equal(nodes[0], nodes[2]);
    assert_int_equal(moves[0], moves[1]);
    assert_int_equal(moves[0], moves[2]);
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

/* Each iteration may change the order, and so may the threads, so every report is checked. */
static void assert_lines_are_sorted(void *data, const asc_search_report *report) {
  int *report_count = data;
  for (int i = 0; i < report->line_count; i++) {
    if (i > 0) assert_true(report->lines[i - 1].score >= report->lines[i].score);
    for (int other = 0; other < i; other++)
      assert_int_not_equal(report->lines[i].moves[0], report->lines[other].moves[0]);
  }
  ++*report_count;
}

static void test_lines_are_legal_and_sorted(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 3);
  for (int k = 0; k < 12 * TWO_PLAYER_SPECS; k++) {
    asc_rules *rules = open_rules(two_player_specs[k % TWO_PLAYER_SPECS]);
    asc_search *search = open_search(rules, 1 + k / TWO_PLAYER_SPECS % 2);
    asc_position position;
    asc_search_report report;
    int report_count = 0;
    while (!random_late_position(rules, k / 3, &random, &position)) continue;
    asc_search_task task = {
        .position = &position, .lines = 5, .on_report = assert_lines_are_sorted, .data = &report_count};
    if (k % 3 == 0)
      task.nodes = 5000;
    else
      task.depth = 1 + k % 3;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.line_count,
                     asc_position_count(rules, &position) < 5 ? asc_position_count(rules, &position) : 5);
    assert_true(report_count > 0);
    for (int i = 0; i < report.line_count; i++)
      assert_line_is_legal(rules, &position, report.lines[i].moves, report.lines[i].length);
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

static void test_a_search_stopped_before_it_starts_has_a_move(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    asc_search *search = open_search(rules, 2);
    asc_position start;
    asc_search_report report;
    asc_position_start(rules, &start);
    asc_search_task task = {.position = &start};
    asc_search_stop(search);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_true(report.line_count >= 1 && report.lines[0].length >= 1);
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

static void test_claims_hold_near_the_ply_limit(void **state) {
  (void)state;
  const asc_knowledge knowledge = {.bounds = graph_bounds};
  asc_game game = graph_game;
  game.knowledge = &knowledge;
  int exact = 0;
  for (int seed = 0; seed < 8; seed++) {
    char options[32];
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    asc_rules *rules;
    assert_int_equal(asc_rules_open_game(&rules, &game, options, NULL), ASC_OK);
    asc_search *search = open_search(rules, 1);
    for (int k = 0; k < 4 * GRAPH_NODES; k++) {
      graph_position position = {(uint64_t)(k / 4)};
      if (graph_at(rules, &position)->edges == 0) continue;
      asc_search_task task = {.position = &position, .plies_left = 1 + k % 4, .nodes = 2000};
      int32_t truth = graph_limited_truth((const graph_rules *)rules, k / 4, task.plies_left);
      if (graph_turn(rules, &position) == 2) truth = -truth;
      asc_search_report report;
      assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
      assert_claim_holds(report.lines[0].certainty, report.lines[0].score, truth);
      exact += report.lines[0].certainty == ASC_EXACT;
      asc_solution solution;
      assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
      assert_in_range(truth + 300, solution.lower + 300, solution.upper + 300);
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(exact > 100);
}

/* Knowledge that gives the winner at every second node, but not the margin. */
static void graph_winner(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper) {
  graph_bounds(rules, position, lower, upper);
  if (graph_at(rules, position)->edges == 0) return;
  bool is_winner_known = ((const graph_position *)position)->node % 2 == 0 && *lower == *upper;
  *upper = is_winner_known && *lower < 0 ? -100 : 300;
  *lower = is_winner_known && *lower > 0 ? 100 : -300;
}

/* The distance to a win is part of its value, but not of its score. */
static void test_proved_scores_are_whole_points(void **state) {
  (void)state;
  const asc_knowledge knowledge = {.bounds = graph_winner};
  asc_game game = graph_game;
  game.knowledge = &knowledge;
  int bounds = 0;
  for (int seed = 526; seed < 680; seed += 4) {
    char options[32];
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    asc_rules *rules;
    assert_int_equal(asc_rules_open_game(&rules, &game, options, NULL), ASC_OK);
    asc_search *search = open_search(rules, 1);
    for (uint64_t node = 0; node < GRAPH_NODES; node++) {
      graph_position position = {node};
      if (graph_at(rules, &position)->edges == 0) continue;
      asc_search_report report;
      asc_search_task task = {.position = &position, .nodes = 20000, .depth = 2 + seed % 12, .lines = 1 + seed % 3};
      assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
      for (int i = 0; i < report.line_count; i++) {
        bounds += report.lines[i].certainty == ASC_LOWER || report.lines[i].certainty == ASC_UPPER;
        if (report.lines[i].certainty != ASC_ESTIMATE) assert_int_equal(report.lines[i].score % 100, 0);
      }
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(bounds > 100);
}

static void test_the_ply_limit_is_a_draw(void **state) {
  (void)state;
  int truth[GRAPH_NODES];
  asc_rules *rules;
  int draws = 0;
  for (int seed = 0; seed < 50; seed++) {
    char options[32];
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
    graph_solve((const graph_rules *)rules, truth);
    asc_search *search = open_search(rules, 1);
    graph_position position = {0};
    asc_search_task task = {.position = &position, .plies_left = 1, .depth = 20};
    asc_search_report report;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    /* With one ply left, the score is that of the best end one ply away, or a draw. */
    int sign = graph_turn(rules, &position) == 1 ? 1 : -1;
    int32_t best = INT32_MIN;
    for (int k = 0; k < graph_at(rules, &position)->edges; k++) {
      const graph_node *next = &((const graph_rules *)rules)->nodes[graph_at(rules, &position)->edge[k]];
      int32_t score = next->edges == 0 ? 100 * sign * next->score : 0;
      if (score > best) best = score;
    }
    assert_int_equal(report.lines[0].score, best);
    draws += best == 0;
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(draws > 5);
}

static void test_the_third_occurrence_is_a_draw(void **state) {
  (void)state;
  asc_rules *rules;
  int draws = 0;
  for (int seed = 0; seed < 200; seed++) {
    char options[32];
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
    graph_position position = {0};
    const graph_node *node = graph_at(rules, &position);
    asc_search *search = open_search(rules, 1);
    if (node->edges == 1) {
      /* The only successor has occurred twice already. */
      graph_position next = {(uint64_t)node->edge[0]};
      uint64_t key = graph_hash(rules, &next);
      const uint64_t keys[] = {key, key, graph_hash(rules, &position)};
      asc_search_task task = {.position = &position, .keys = keys, .key_count = 3, .depth = 20};
      asc_search_report report;
      assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
      if (graph_at(rules, &next)->edges > 0) {
        assert_int_equal(report.lines[0].score, 0);
        assert_int_equal(report.lines[0].certainty, ASC_ESTIMATE);
        draws++;
      }
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
  assert_true(draws > 10);
}

static void test_a_move_uses_at_most_half_of_the_clock(void **state) {
  (void)state;
  const int64_t left_us[] = {0, 1, 1000, 20000, 100000, 60000000, 3600000000};
  for (size_t i = 0; i < sizeof left_us / sizeof left_us[0]; i++) {
    asc_search_task task = {0};
    asc_search_task_set_clock(&task, left_us[i], 0);
    assert_true(task.soft_us >= 1 && task.soft_us <= task.hard_us);
    assert_true(task.hard_us <= left_us[i] / 2 + 1);
  }
}

static int64_t counting_clock(void *data) { return ++*(int64_t *)data; }

/* A node of Circle Delta may take 20 µs: a thousand nodes between two checks would be too many. */
static void test_the_clock_is_checked_often(void **state) {
  (void)state;
  int64_t clock_reads = 0;
  asc_rules *rules = open_rules("circle-delta");
  asc_search *search;
  const asc_search_options options = {.hash_bytes = SMALL_HASH_BYTES,
                                      .hooks = {.now_us = counting_clock, .data = &clock_reads}};
  assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
  asc_position position;
  asc_position_start(rules, &position);
  asc_search_task task = {.position = &position, .depth = 5, .hard_us = INT64_MAX};
  asc_search_report report;
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_true(report.nodes > 1000);
  assert_true((uint64_t)clock_reads >= report.nodes / 100);
  asc_search_close(search);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_claims_hold_near_the_end_of_games),
      cmocka_unit_test(test_solutions_match_brute_force),
      cmocka_unit_test(test_claims_hold_in_games_with_cycles),
      cmocka_unit_test(test_proofs_hold_in_games_with_cycles),
      cmocka_unit_test(test_the_same_task_has_the_same_result),
      cmocka_unit_test(test_lines_are_legal_and_sorted),
      cmocka_unit_test(test_a_search_stopped_before_it_starts_has_a_move),
      cmocka_unit_test(test_claims_hold_near_the_ply_limit),
      cmocka_unit_test(test_proved_scores_are_whole_points),
      cmocka_unit_test(test_the_ply_limit_is_a_draw),
      cmocka_unit_test(test_the_third_occurrence_is_a_draw),
      cmocka_unit_test(test_a_move_uses_at_most_half_of_the_clock),
      cmocka_unit_test(test_the_clock_is_checked_often),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
