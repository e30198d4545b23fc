/* Score, Elo and SPRT of `ascona match`, compared with values computed by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match/stats.h"

static void assert_near(double value, double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance)) fail_msg("%.9g is not %.9g", value, expected);
}

static void test_elo_follows_from_the_score(void **state) {
  (void)state;
  assert_near(match_stats_elo(0.5), 0, 1e-9);
  assert_near(match_stats_elo(0.75), 190.848502, 1e-6); /* 400 log10 3 */
  assert_near(match_stats_elo(0.25), -190.848502, 1e-6);
  assert_near(match_stats_elo(10.0 / 11), 400, 1e-9);
  assert_near(match_stats_elo_score(400), 10.0 / 11, 1e-12);
  assert_true(isinf(match_stats_elo(1)) && match_stats_elo(1) > 0);
  assert_true(isinf(match_stats_elo(0)) && match_stats_elo(0) < 0);
}

static void test_wilson_interval(void **state) {
  (void)state;
  /* 8 of 10: (0.8 + 0.19207) / 1.38415 -+ 1.95996 sqrt(0.016 + 0.0096036) / 1.38415 */
  match_stats_interval range = match_stats_wilson(0.8, 10);
  assert_near(range.low, 0.490162, 1e-6);
  assert_near(range.high, 0.943318, 1e-6);
  /* n of n: n / (n + 3.841459) */
  range = match_stats_wilson(1, 200);
  assert_near(range.low, 200 / 203.841459, 1e-8);
  assert_near(range.high, 1, 1e-12);
}

static void test_the_interval_reaches_zero_and_one(void **state) {
  (void)state;
  for (int trials = 1; trials < 1000; trials++) {
    assert_true(match_stats_wilson(1, trials).high == 1);
    assert_true(match_stats_wilson(0, trials).low == 0);
  }
}

static void test_without_games_any_score_is_possible(void **state) {
  (void)state;
  match_stats_interval range = match_stats_score(&(match_stats_counts){0});
  assert_near(range.low, 0, 0);
  assert_near(range.high, 1, 0);
}

static void test_all_won_and_all_lost(void **state) {
  (void)state;
  match_stats_interval range = match_stats_score(&(match_stats_counts){.wins = 20, .pairs = {0, 0, 0, 0, 10}});
  assert_near(range.value, 1, 0);
  assert_near(range.low, 20 / 23.841459, 1e-8);
  range = match_stats_score(&(match_stats_counts){.losses = 20, .pairs = {10}});
  assert_near(range.value, 0, 0);
  assert_near(range.high, 3.841459 / 23.841459, 1e-8);
}

/* Pairs of independent games vary as coin flips do, so the interval is Wilson's interval for the games. */
static void test_pairs_of_coin_flips(void **state) {
  (void)state;
  /* 25 pairs lost, 50 split, 25 won: a pair has the variance 12.5 / 99, a game twice that, compared with 0.25. */
  match_stats_counts counts = {.wins = 100, .losses = 100, .pairs = {25, 0, 50, 0, 25}};
  match_stats_interval range = match_stats_score(&counts),
                       wilson = match_stats_wilson(0.5, 200 / (2 * 12.5 / 99 / 0.25));
  assert_near(range.low, wilson.low, 1e-12);
  assert_near(range.high - range.low, 0.137957, 1e-6);
}

/* Every opening wins for the same seat: the pairs do not vary, and the interval is half as wide as for coin flips. */
static void test_pairs_that_split(void **state) {
  (void)state;
  match_stats_counts counts = {.wins = 100, .losses = 100, .pairs = {0, 0, 100, 0, 0}};
  match_stats_interval range = match_stats_score(&counts), wilson = match_stats_wilson(0.5, 800);
  assert_near(range.low, wilson.low, 1e-12);
}

/* If all pairs are won or lost, they are coin flips with the score as their probability: w ln(s1/s0) + l
   ln((1-s1)/(1-s0)). */
static void test_sprt_of_coin_flips(void **state) {
  (void)state;
  /* Elo 0 and 190.848502 are scores of 0.5 and 0.75: 30 ln 1.5 + 10 ln 0.5. */
  match_stats_counts counts = {.wins = 60, .losses = 20, .pairs = {10, 0, 0, 0, 30}};
  assert_near(match_stats_sprt(&counts, 0, 190.848501888), 30 * 0.405465108 - 10 * 0.693147181, 0.01);
  /* Both are equally likely if the score lies in the middle. */
  counts = (match_stats_counts){.wins = 100, .losses = 100, .pairs = {20, 0, 60, 0, 20}};
  assert_near(match_stats_sprt(&counts, -10, 10), 0, 1e-6);
}

static void test_sprt_of_draws(void **state) {
  (void)state;
  /* One pair of each score has the mean 0.5 and needs no fit to it. For the mean 0.6, t = -0.820383 makes the sum of d
     / (1 + t d) zero, where d is -0.6, -0.35, -0.1, 0.15, 0.4; the ratio is minus the sum of ln(1 + t d). */
  match_stats_counts counts = {.wins = 2, .draws = 6, .losses = 2, .pairs = {1, 1, 1, 1, 1}};
  assert_near(match_stats_sprt(&counts, 0, match_stats_elo(0.6)), -0.202497, 1e-6);
}

static void test_sprt_does_not_decide_after_few_games(void **state) {
  (void)state;
  match_stats_counts counts = {.wins = 6, .pairs = {0, 0, 0, 0, 3}};
  assert_true(match_stats_sprt(&counts, 0, 10) > 0);
  assert_true(match_stats_sprt(&counts, 0, 10) < match_stats_sprt_bound());
  assert_near(match_stats_sprt_bound(), 2.944439, 1e-6); /* ln 19 */
  assert_near(match_stats_sprt(&(match_stats_counts){0}, 0, 10), 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_elo_follows_from_the_score),
      cmocka_unit_test(test_wilson_interval),
      cmocka_unit_test(test_the_interval_reaches_zero_and_one),
      cmocka_unit_test(test_without_games_any_score_is_possible),
      cmocka_unit_test(test_all_won_and_all_lost),
      cmocka_unit_test(test_pairs_of_coin_flips),
      cmocka_unit_test(test_pairs_that_split),
      cmocka_unit_test(test_sprt_of_coin_flips),
      cmocka_unit_test(test_sprt_of_draws),
      cmocka_unit_test(test_sprt_does_not_decide_after_few_games),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
