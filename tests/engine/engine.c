/* Level 0 and its playouts: every move is equally likely, seeds repeat, and estimates add up. */
#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static asc_rules *open_rules(const char *spec) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  return rules;
}

static asc_estimate estimate_start(const asc_rules *rules, int playouts, uint64_t seed) {
  asc_position start;
  asc_random random;
  asc_estimate estimate = {0};
  asc_position_start(rules, &start);
  asc_random_seed(&random, seed);
  for (int i = 0; i < playouts; i++) asc_estimate_add(&estimate, rules, &start, rules->ply_limit, &random);
  return estimate;
}

static void test_every_move_is_equally_likely(void **state) {
  (void)state;
  enum { MOVES = 64, PICKS = 64000 };
  asc_rules *rules = open_rules("kulami");
  asc_position start;
  asc_random random;
  asc_move moves[ASC_MOVES_MAX];
  int pick_counts[MOVES] = {0};
  asc_position_start(rules, &start);
  assert_int_equal(asc_position_moves(rules, &start, moves), MOVES);
  asc_random_seed(&random, 1);
  for (int i = 0; i < PICKS; i++) {
    asc_move move = asc_random_move(rules, &start, &random);
    int index = 0;
    while (index < MOVES && moves[index] != move) index++;
    assert_true(index < MOVES);
    pick_counts[index]++;
  }
  /* 1000 expected; five standard deviations are 157. */
  for (int i = 0; i < MOVES; i++) assert_in_range(pick_counts[i], 843, 1157);
  asc_rules_close(rules);
}

static void test_playouts_end_with_the_game_or_at_the_limit(void **state) {
  (void)state;
  const asc_playout_method methods[] = {ASC_PLAYOUT_LIST, ASC_PLAYOUT_PICK};
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    asc_random random;
    asc_random_seed(&random, 1);
    for (int k = 0; k < 100; k++) {
      asc_position position;
      asc_position_start(rules, &position);
      int plies = asc_playout(rules, &position, rules->ply_limit, methods[k % 2], &random);
      asc_outcome outcome;
      bool is_over = asc_position_outcome(rules, &position, &outcome);
      assert_true(is_over || plies == rules->ply_limit);
      assert_true(plies <= rules->plies_max);
      asc_position_start(rules, &position);
      assert_int_equal(asc_playout(rules, &position, 3, methods[k % 2], &random), 3);
    }
    asc_rules_close(rules);
  }
}

static void test_the_same_seed_repeats_the_estimate(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delfino");
  asc_estimate first = estimate_start(rules, 50, 7), same = estimate_start(rules, 50, 7),
               other = estimate_start(rules, 50, 8);
  assert_memory_equal(&first, &same, sizeof first);
  assert_memory_not_equal(&first, &other, sizeof first);
  asc_rules_close(rules);
}

static void test_margins_of_two_players_are_opposite(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  asc_estimate estimate = estimate_start(rules, 100, 1);
  assert_int_equal(asc_estimate_value(&estimate, rules, 1), -asc_estimate_value(&estimate, rules, 2));
  assert_int_equal(asc_estimate_even(rules), 0);
  asc_rules_close(rules);
}

static void test_chances_add_up_to_one_hundred_percent(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delfino:players=4");
  asc_estimate estimate = estimate_start(rules, 96, 1);
  int64_t sum = 0;
  for (int player = 1; player <= 4; player++) sum += asc_estimate_value(&estimate, rules, player);
  assert_in_range(sum, 9998, 10002);
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
    asc_rules *rules = open_rules(specs[i]);
    asc_estimate estimate = {0};
    asc_position_start(rules, &start);
    asc_estimate_add(&estimate, rules, &start, 2, &random);
    assert_int_equal(estimate.plies, 2);
    assert_int_equal(asc_estimate_value(&estimate, rules, 1), asc_estimate_even(rules));
    asc_rules_close(rules);
  }
}

static void test_an_estimate_without_playouts_is_even(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delfino:players=3");
  asc_estimate estimate = {0};
  assert_int_equal(asc_estimate_value(&estimate, rules, 1), 3333);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_move_is_equally_likely),
      cmocka_unit_test(test_playouts_end_with_the_game_or_at_the_limit),
      cmocka_unit_test(test_the_same_seed_repeats_the_estimate),
      cmocka_unit_test(test_margins_of_two_players_are_opposite),
      cmocka_unit_test(test_chances_add_up_to_one_hundred_percent),
      cmocka_unit_test(test_a_game_cut_short_is_a_draw),
      cmocka_unit_test(test_an_estimate_without_playouts_is_even),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
