/* Level 0 and its playouts: every move has the same chance, seeds repeat, estimates add up. */
#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static asc_rules *rules_of(const char *spec) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  return rules;
}

static asc_estimate estimate_of(const asc_rules *rules, int playouts, uint64_t seed) {
  asc_position start;
  asc_random random;
  asc_estimate estimate = {0};
  asc_position_start(rules, &start);
  asc_random_seed(&random, seed);
  for (int i = 0; i < playouts; i++) asc_estimate_add(&estimate, rules, &start, rules->ply_limit, &random);
  return estimate;
}

static void test_every_move_has_the_same_chance(void **state) {
  (void)state;
  enum { MOVES = 64, DRAWS = 64000 };
  asc_rules *rules = rules_of("kulami");
  asc_position start;
  asc_random random;
  asc_move moves[ASC_MOVES_MAX];
  int drawn[MOVES] = {0};
  asc_position_start(rules, &start);
  assert_int_equal(asc_position_moves(rules, &start, moves), MOVES);
  asc_random_seed(&random, 1);
  for (int i = 0; i < DRAWS; i++) {
    asc_move move = asc_random_move(rules, &start, &random);
    int index = 0;
    while (index < MOVES && moves[index] != move) index++;
    assert_true(index < MOVES);
    drawn[index]++;
  }
  /* 1000 each; five standard deviations are 157. */
  for (int i = 0; i < MOVES; i++) assert_in_range(drawn[i], 843, 1157);
  asc_rules_close(rules);
}

static void test_playouts_end_with_the_game_or_at_the_limit(void **state) {
  (void)state;
  const asc_playout_way ways[] = {ASC_PLAYOUT_LIST, ASC_PLAYOUT_PICK};
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = rules_of(asc_game_at(i)->id);
    asc_random random;
    asc_random_seed(&random, 1);
    for (int k = 0; k < 100; k++) {
      asc_position position;
      asc_position_start(rules, &position);
      int plies = asc_playout(rules, &position, rules->ply_limit, ways[k % 2], &random);
      asc_outcome outcome;
      bool over = asc_position_outcome(rules, &position, &outcome);
      assert_true(over || plies == rules->ply_limit);
      assert_true(plies <= rules->longest);
      asc_position_start(rules, &position);
      assert_int_equal(asc_playout(rules, &position, 3, ways[k % 2], &random), 3);
    }
    asc_rules_close(rules);
  }
}

static void test_a_seed_repeats_the_estimate(void **state) {
  (void)state;
  asc_rules *rules = rules_of("delfino");
  asc_estimate one = estimate_of(rules, 50, 7), same = estimate_of(rules, 50, 7), other = estimate_of(rules, 50, 8);
  assert_memory_equal(&one, &same, sizeof one);
  assert_memory_not_equal(&one, &other, sizeof one);
  asc_rules_close(rules);
}

static void test_margins_of_two_players_are_opposite(void **state) {
  (void)state;
  asc_rules *rules = rules_of("kulami");
  asc_estimate estimate = estimate_of(rules, 100, 1);
  assert_int_equal(asc_estimate_value(&estimate, rules, 1), -asc_estimate_value(&estimate, rules, 2));
  assert_int_equal(asc_estimate_even(rules), 0);
  asc_rules_close(rules);
}

static void test_chances_add_up_to_all(void **state) {
  (void)state;
  asc_rules *rules = rules_of("delfino:players=4");
  asc_estimate estimate = estimate_of(rules, 96, 1);
  int64_t all = 0;
  for (int player = 1; player <= 4; player++) all += asc_estimate_value(&estimate, rules, player);
  assert_in_range(all, 9998, 10002);
  assert_int_equal(asc_estimate_even(rules), 2500);
  asc_rules_close(rules);
}

static void test_a_game_cut_short_is_a_draw(void **state) {
  (void)state;
  asc_position start;
  asc_random random;
  asc_random_seed(&random, 1);
  const char *const specs[] = {"delta", "circle-delta"};
  for (int i = 0; i < 2; i++) {
    asc_rules *rules = rules_of(specs[i]);
    asc_estimate estimate = {0};
    asc_position_start(rules, &start);
    asc_estimate_add(&estimate, rules, &start, 2, &random);
    assert_int_equal(estimate.plies, 2);
    assert_int_equal(asc_estimate_value(&estimate, rules, 1), asc_estimate_even(rules));
    asc_rules_close(rules);
  }
}

static void test_nothing_known_is_even(void **state) {
  (void)state;
  asc_rules *rules = rules_of("delfino:players=3");
  asc_estimate estimate = {0};
  assert_int_equal(asc_estimate_value(&estimate, rules, 1), 3333);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_move_has_the_same_chance),
      cmocka_unit_test(test_playouts_end_with_the_game_or_at_the_limit),
      cmocka_unit_test(test_a_seed_repeats_the_estimate),
      cmocka_unit_test(test_margins_of_two_players_are_opposite),
      cmocka_unit_test(test_chances_add_up_to_all),
      cmocka_unit_test(test_a_game_cut_short_is_a_draw),
      cmocka_unit_test(test_nothing_known_is_even),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
