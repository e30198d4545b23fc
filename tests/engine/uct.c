/* Plain UCT: it sees wins and losses one ply ahead, obeys every limit, and the same seed gives the same choice. */
#include <ascona/ascona.h>

#include "engine/mcts/fixed_point.h"
#include "engine/players/baseline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { POOL_BYTES = 1 << 20 };

static asc_rules *open_rules(const char *spec) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  return rules;
}

static void *open_tree(const asc_rules *rules, size_t bytes) {
  void *tree;
  const asc_player_settings settings = {.hash_bytes = bytes, .exploration = ASC_UCT_DEFAULT_EXPLORATION};
  assert_int_equal(asc_baseline_uct.open(&tree, rules, &settings, NULL), ASC_OK);
  return tree;
}

static asc_search_report run_search(void *tree, const asc_search_task *task, uint64_t seed) {
  asc_search_report report;
  assert_int_equal(asc_baseline_uct.run(tree, task, seed, &report), ASC_OK);
  assert_int_equal(report.line_count, 1);
  assert_true(report.lines[0].length >= 1);
  return report;
}

static bool is_legal(const asc_rules *rules, const void *position, asc_move move) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++)
    if (moves[i] == move) return true;
  return false;
}

static void test_lookup_tables_match_roots_and_logarithms(void **state) {
  (void)state;
  for (uint32_t c = 50; c < 10000; c += 91) {
    asc_uct_lookup lookup;
    asc_uct_lookup_fill(&lookup, c);
    for (uint32_t visits = 2; visits < UINT32_MAX / 3; visits += 1 + visits / 3) {
      double exploration = (double)asc_uct_exploration(&lookup, visits) / ASC_UCT_WIN_REWARD;
      double share = (double)asc_uct_bonus(&lookup, 1ULL << 32, visits) / (double)(1ULL << 32);
      assert_true(fabs(exploration / (c / 100.0 * sqrt(log(visits))) - 1) < 0.01);
      assert_true(fabs(share * sqrt(visits) - 1) < 0.01);
    }
  }
}

static bool is_winning_move(const asc_rules *rules, const void *position, asc_move move) {
  asc_position next;
  asc_outcome outcome;
  int player = asc_position_turn(rules, position);
  memcpy(&next, position, rules->position_size);
  asc_position_play(rules, &next, move);
  return asc_position_outcome(rules, &next, &outcome) && outcome.rank[player - 1] == 1 && outcome.rank[2 - player] != 1;
}

static bool has_winning_move(const asc_rules *rules, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++)
    if (is_winning_move(rules, position, moves[i])) return true;
  return false;
}

static void test_a_win_in_one_ply_is_played(void **state) {
  (void)state;
  asc_rules *rules = open_rules("neo-delta");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_random random;
  asc_random_seed(&random, 1);
  for (int found = 0; found < 10;) {
    asc_position position;
    asc_position_start(rules, &position);
    while (asc_position_count(rules, &position) > 0 && !has_winning_move(rules, &position))
      asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
    if (asc_position_count(rules, &position) == 0) continue;
    found++;
    asc_search_report report = run_search(tree, &(asc_search_task){.position = &position, .nodes = 50000}, 1);
    assert_true(is_winning_move(rules, &position, report.lines[0].moves[0]));
  }
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

static void test_the_same_seed_repeats_the_choice(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    void *tree = open_tree(rules, POOL_BYTES);
    asc_position start;
    asc_position_start(rules, &start);
    const asc_search_task task = {.position = &start, .nodes = 5000, .plies_left = rules->ply_limit};
    asc_search_report first = run_search(tree, &task, 7);
    asc_line line = first.lines[0];
    asc_search_report same = run_search(tree, &task, 7);
    assert_memory_equal(&line, same.lines, sizeof line);
    assert_int_equal(first.nodes, same.nodes);
    asc_search_report other = run_search(tree, &task, 8);
    assert_memory_not_equal(&line, other.lines, sizeof line);
    asc_baseline_uct.close(tree);
    asc_rules_close(rules);
  }
}

static void test_the_node_limit_holds(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position start;
  asc_position_start(rules, &start);
  asc_search_report report = run_search(tree, &(asc_search_task){.position = &start, .nodes = 3000}, 1);
  assert_in_range(report.nodes, 3000, 3000 + (uint64_t)rules->plies_max);
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

static void test_depth_limits_the_tree(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position start;
  asc_position_start(rules, &start);
  asc_search_report deep = run_search(tree, &(asc_search_task){.position = &start, .nodes = 200000}, 1);
  assert_true(deep.depth > 2);
  asc_search_report shallow = run_search(tree, &(asc_search_task){.position = &start, .nodes = 200000, .depth = 2}, 1);
  assert_int_equal(shallow.depth, 2);
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

static void test_a_full_pool_still_gives_a_move(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    void *tree = open_tree(rules, 0);
    asc_position start;
    asc_position_start(rules, &start);
    asc_search_report report =
        run_search(tree, &(asc_search_task){.position = &start, .nodes = 20000, .plies_left = rules->ply_limit}, 1);
    assert_true(is_legal(rules, &start, report.lines[0].moves[0]));
    asc_baseline_uct.close(tree);
    asc_rules_close(rules);
  }
}

static void test_a_search_stopped_before_it_starts_has_a_move(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delta");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position start;
  asc_position_start(rules, &start);
  asc_baseline_uct.stop(tree);
  asc_search_report report = run_search(tree, &(asc_search_task){.position = &start}, 1);
  assert_true(is_legal(rules, &start, report.lines[0].moves[0]));
  assert_true(report.nodes < 5000);
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

static void test_only_the_root_moves_are_searched(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position start;
  asc_move moves[ASC_MOVES_MAX];
  asc_position_start(rules, &start);
  int count = asc_position_moves(rules, &start, moves);
  const asc_search_task task = {
      .position = &start, .nodes = 5000, .root_moves = &moves[count - 2], .root_move_count = 2};
  asc_search_report report = run_search(tree, &task, 1);
  assert_in_range(report.lines[0].moves[0], moves[count - 2], moves[count - 1]);
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

static void test_the_ply_limit_is_a_draw(void **state) {
  (void)state;
  asc_rules *rules = open_rules("circle-delta");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position start;
  asc_position_start(rules, &start);
  asc_search_report report = run_search(tree, &(asc_search_task){.position = &start, .nodes = 100, .plies_left = 1}, 1);
  assert_int_equal(report.lines[0].score, 5000);
  assert_int_equal(report.nodes, 100); /* playouts of one ply */
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

/* The last move of the second cycle: the position has occurred twice before. */
static void test_repetition_is_a_draw(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delta");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position position;
  asc_play *play;
  const char *const cycle[] = {"a3-a5:a2", "c2-e4:b1", "a4-a2:a5", "d3-b1:e4"};
  assert_int_equal(asc_position_read(rules, "1:.b.bb/.bbw./www.b/wbbww/.b.ww:w0b0:w", &position, NULL), ASC_OK);
  assert_int_equal(asc_play_open(&play, rules, &position), ASC_OK);
  for (int i = 0; i < 7; i++) assert_int_equal(asc_play_move_text(play, cycle[i % 4], NULL), ASC_OK);
  asc_move last;
  assert_int_equal(asc_move_read(rules, asc_play_position(play), cycle[3], &last, NULL), ASC_OK);
  asc_search_task task = {.position = asc_play_position(play), .nodes = 100, .root_moves = &last, .root_move_count = 1};
  task.key_count = asc_play_repetition_keys(play, &task.keys);
  asc_search_report report = run_search(tree, &task, 1);
  assert_int_equal(report.nodes, 100); /* every playout ends with that move */
  assert_int_equal(report.lines[0].score, 0);
  task.key_count = 0;
  assert_true(run_search(tree, &task, 1).nodes > 100);
  asc_play_close(play);
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

static void test_chances_of_all_players_add_up(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delfino:players=3");
  void *tree = open_tree(rules, POOL_BYTES);
  asc_position start;
  asc_position_start(rules, &start);
  const asc_line *line = run_search(tree, &(asc_search_task){.position = &start, .nodes = 20000}, 1).lines;
  assert_int_equal(line->certainty, ASC_ESTIMATE);
  assert_in_range(line->chances[0] + line->chances[1] + line->chances[2], 9990, 10000);
  assert_int_equal(line->chances[asc_position_turn(rules, &start) - 1], line->score);
  asc_baseline_uct.close(tree);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lookup_tables_match_roots_and_logarithms),
      cmocka_unit_test(test_a_win_in_one_ply_is_played),
      cmocka_unit_test(test_the_same_seed_repeats_the_choice),
      cmocka_unit_test(test_the_node_limit_holds),
      cmocka_unit_test(test_depth_limits_the_tree),
      cmocka_unit_test(test_a_full_pool_still_gives_a_move),
      cmocka_unit_test(test_a_search_stopped_before_it_starts_has_a_move),
      cmocka_unit_test(test_only_the_root_moves_are_searched),
      cmocka_unit_test(test_the_ply_limit_is_a_draw),
      cmocka_unit_test(test_repetition_is_a_draw),
      cmocka_unit_test(test_chances_of_all_players_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
