/* Plain UCT: it sees what is one ply away, obeys every limit, and the same seed gives the same choice. */
#include <ascona/ascona.h>

#include "engine/mcts/scale.h"
#include "engine/players/yardstick.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { POOL = 1 << 20 };

static asc_rules *rules_of(const char *spec) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  return rules;
}

static void *tree_of(const asc_rules *rules, size_t bytes) {
  void *tree;
  const asc_player_settings settings = {.hash = bytes, .exploration = UCT_EXPLORATION};
  assert_int_equal(asc_uct.open(&tree, rules, &settings, NULL), ASC_OK);
  return tree;
}

static asc_report run(void *tree, const asc_task *task, uint64_t seed) {
  asc_report report;
  assert_int_equal(asc_uct.run(tree, task, seed, &report), ASC_OK);
  assert_int_equal(report.count, 1);
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

static void test_tables_are_roots_and_logarithms(void **state) {
  (void)state;
  for (uint32_t c = 50; c < 10000; c += 91) {
    mcts_scale scale;
    asc_mcts_scale_fill(&scale, c);
    for (uint32_t visits = 2; visits < UINT32_MAX / 3; visits += 1 + visits / 3) {
      double exploration = (double)mcts_scale_exploration(&scale, visits) / UCT_FIRST_PLACE;
      double share = (double)uct_scale_share(&scale, 1ULL << 32, visits) / (double)(1ULL << 32);
      assert_true(fabs(exploration / (c / 100.0 * sqrt(log(visits))) - 1) < 0.01);
      assert_true(fabs(share * sqrt(visits) - 1) < 0.01);
    }
  }
}

static bool wins(const asc_rules *rules, const void *position, asc_move move) {
  asc_position next;
  asc_outcome outcome;
  int player = asc_position_turn(rules, position);
  memcpy(&next, position, rules->position_size);
  asc_position_play(rules, &next, move);
  return asc_position_outcome(rules, &next, &outcome) && outcome.place[player - 1] == 1 &&
         outcome.place[2 - player] != 1;
}

static bool can_win(const asc_rules *rules, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++)
    if (wins(rules, position, moves[i])) return true;
  return false;
}

static void test_it_takes_a_win_in_one(void **state) {
  (void)state;
  asc_rules *rules = rules_of("neo-delta");
  void *tree = tree_of(rules, POOL);
  asc_random random;
  asc_random_seed(&random, 1);
  for (int found = 0; found < 10;) {
    asc_position position;
    asc_position_start(rules, &position);
    while (asc_position_count(rules, &position) > 0 && !can_win(rules, &position))
      asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
    if (asc_position_count(rules, &position) == 0) continue;
    found++;
    asc_report report = run(tree, &(asc_task){.position = &position, .nodes = 50000}, 1);
    assert_true(wins(rules, &position, report.lines[0].moves[0]));
  }
  asc_uct.close(tree);
  asc_rules_close(rules);
}

static void test_a_seed_repeats_the_choice(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = rules_of(asc_game_at(i)->id);
    void *tree = tree_of(rules, POOL);
    asc_position start;
    asc_position_start(rules, &start);
    const asc_task task = {.position = &start, .nodes = 5000, .plies_left = rules->ply_limit};
    asc_report one = run(tree, &task, 7);
    asc_line line = one.lines[0];
    asc_report same = run(tree, &task, 7);
    assert_memory_equal(&line, same.lines, sizeof line);
    assert_int_equal(one.nodes, same.nodes);
    asc_report other = run(tree, &task, 8);
    assert_memory_not_equal(&line, other.lines, sizeof line);
    asc_uct.close(tree);
    asc_rules_close(rules);
  }
}

static void test_nodes_are_a_limit(void **state) {
  (void)state;
  asc_rules *rules = rules_of("kulami");
  void *tree = tree_of(rules, POOL);
  asc_position start;
  asc_position_start(rules, &start);
  asc_report report = run(tree, &(asc_task){.position = &start, .nodes = 3000}, 1);
  assert_in_range(report.nodes, 3000, 3000 + (uint64_t)rules->longest);
  asc_uct.close(tree);
  asc_rules_close(rules);
}

static void test_depth_limits_the_tree(void **state) {
  (void)state;
  asc_rules *rules = rules_of("kulami");
  void *tree = tree_of(rules, POOL);
  asc_position start;
  asc_position_start(rules, &start);
  asc_report deep = run(tree, &(asc_task){.position = &start, .nodes = 200000}, 1);
  assert_true(deep.depth > 2);
  asc_report shallow = run(tree, &(asc_task){.position = &start, .nodes = 200000, .depth = 2}, 1);
  assert_int_equal(shallow.depth, 2);
  asc_uct.close(tree);
  asc_rules_close(rules);
}

static void test_a_full_pool_still_gives_a_move(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = rules_of(asc_game_at(i)->id);
    void *tree = tree_of(rules, 0);
    asc_position start;
    asc_position_start(rules, &start);
    asc_report report = run(tree, &(asc_task){.position = &start, .nodes = 20000, .plies_left = rules->ply_limit}, 1);
    assert_true(is_legal(rules, &start, report.lines[0].moves[0]));
    asc_uct.close(tree);
    asc_rules_close(rules);
  }
}

static void test_stopped_before_it_began(void **state) {
  (void)state;
  asc_rules *rules = rules_of("delta");
  void *tree = tree_of(rules, POOL);
  asc_position start;
  asc_position_start(rules, &start);
  asc_uct.stop(tree);
  asc_report report = run(tree, &(asc_task){.position = &start}, 1);
  assert_true(is_legal(rules, &start, report.lines[0].moves[0]));
  assert_true(report.nodes < 5000);
  asc_uct.close(tree);
  asc_rules_close(rules);
}

static void test_only_the_moves_asked_for(void **state) {
  (void)state;
  asc_rules *rules = rules_of("kulami");
  void *tree = tree_of(rules, POOL);
  asc_position start;
  asc_move moves[ASC_MOVES_MAX];
  asc_position_start(rules, &start);
  int count = asc_position_moves(rules, &start, moves);
  const asc_task task = {.position = &start, .nodes = 5000, .moves = &moves[count - 2], .move_count = 2};
  asc_report report = run(tree, &task, 1);
  assert_in_range(report.lines[0].moves[0], moves[count - 2], moves[count - 1]);
  asc_uct.close(tree);
  asc_rules_close(rules);
}

static void test_the_ply_limit_is_a_draw(void **state) {
  (void)state;
  asc_rules *rules = rules_of("circle-delta");
  void *tree = tree_of(rules, POOL);
  asc_position start;
  asc_position_start(rules, &start);
  asc_report report = run(tree, &(asc_task){.position = &start, .nodes = 100, .plies_left = 1}, 1);
  assert_int_equal(report.lines[0].score, 5000);
  assert_int_equal(report.nodes, 100); /* playouts of one ply */
  asc_uct.close(tree);
  asc_rules_close(rules);
}

/* The last move of a round, the second time: the position has been there twice before. */
static void test_repetition_is_a_draw(void **state) {
  (void)state;
  asc_rules *rules = rules_of("delta");
  void *tree = tree_of(rules, POOL);
  asc_position position;
  asc_play *play;
  const char *const round[] = {"a3-a5:a2", "c2-e4:b1", "a4-a2:a5", "d3-b1:e4"};
  assert_int_equal(asc_position_read(rules, "1:.b.bb/.bbw./www.b/wbbww/.b.ww:w0b0:w", &position, NULL), ASC_OK);
  assert_int_equal(asc_play_open(&play, rules, &position), ASC_OK);
  for (int i = 0; i < 7; i++) assert_int_equal(asc_play_token(play, round[i % 4], NULL), ASC_OK);
  asc_move last;
  assert_int_equal(asc_move_read(rules, asc_play_position(play), round[3], &last, NULL), ASC_OK);
  asc_task task = {.position = asc_play_position(play), .nodes = 100, .moves = &last, .move_count = 1};
  task.key_count = asc_play_keys(play, &task.keys);
  asc_report report = run(tree, &task, 1);
  assert_int_equal(report.nodes, 100); /* every playout is over with that move */
  assert_int_equal(report.lines[0].score, 0);
  task.key_count = 0;
  assert_true(run(tree, &task, 1).nodes > 100);
  asc_play_close(play);
  asc_uct.close(tree);
  asc_rules_close(rules);
}

static void test_chances_of_all_players(void **state) {
  (void)state;
  asc_rules *rules = rules_of("delfino:players=3");
  void *tree = tree_of(rules, POOL);
  asc_position start;
  asc_position_start(rules, &start);
  const asc_line *line = run(tree, &(asc_task){.position = &start, .nodes = 20000}, 1).lines;
  assert_int_equal(line->certainty, ASC_ESTIMATE);
  assert_in_range(line->chances[0] + line->chances[1] + line->chances[2], 9990, 10000);
  assert_int_equal(line->chances[asc_position_turn(rules, &start) - 1], line->score);
  asc_uct.close(tree);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables_are_roots_and_logarithms), cmocka_unit_test(test_it_takes_a_win_in_one),
      cmocka_unit_test(test_a_seed_repeats_the_choice),       cmocka_unit_test(test_nodes_are_a_limit),
      cmocka_unit_test(test_depth_limits_the_tree),           cmocka_unit_test(test_a_full_pool_still_gives_a_move),
      cmocka_unit_test(test_stopped_before_it_began),         cmocka_unit_test(test_only_the_moves_asked_for),
      cmocka_unit_test(test_the_ply_limit_is_a_draw),         cmocka_unit_test(test_repetition_is_a_draw),
      cmocka_unit_test(test_chances_of_all_players),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
