/* Score, Elo and the sequential test of `ascona match`, against values worked out by hand. */
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

static void test_elo_of_scores(void **state) {
  (void)state;
  assert_near(asc_stats_elo(0.5), 0, 1e-9);
  assert_near(asc_stats_elo(0.75), 190.848502, 1e-6); /* 400 log10 3 */
  assert_near(asc_stats_elo(0.25), -190.848502, 1e-6);
  assert_near(asc_stats_elo(10.0 / 11), 400, 1e-9);
  assert_near(asc_stats_elo_score(400), 10.0 / 11, 1e-12);
  assert_true(isinf(asc_stats_elo(1)) && asc_stats_elo(1) > 0);
  assert_true(isinf(asc_stats_elo(0)) && asc_stats_elo(0) < 0);
}

static void test_wilson(void **state) {
  (void)state;
  /* 8 of 10: (0.8 + 0.19207) / 1.38415 -+ 1.95996 sqrt(0.016 + 0.0096036) / 1.38415 */
  asc_stats_range range = asc_stats_share(0.8, 10);
  assert_near(range.low, 0.490162, 1e-6);
  assert_near(range.high, 0.943318, 1e-6);
  /* All of n: n / (n + 3.841459) */
  range = asc_stats_share(1, 200);
  assert_near(range.low, 200 / 203.841459, 1e-8);
  assert_near(range.high, 1, 1e-12);
}

static void test_the_ends_are_reached(void **state) {
  (void)state;
  for (int trials = 1; trials < 1000; trials++) {
    assert_true(asc_stats_share(1, trials).high == 1);
    assert_true(asc_stats_share(0, trials).low == 0);
  }
}

static void test_without_games_all_is_possible(void **state) {
  (void)state;
  asc_stats_range range = asc_stats_score(&(asc_stats_counts){0});
  assert_near(range.low, 0, 0);
  assert_near(range.high, 1, 0);
}

static void test_all_won_and_all_lost(void **state) {
  (void)state;
  asc_stats_range range = asc_stats_score(&(asc_stats_counts){.wins = 20, .pairs = {0, 0, 0, 0, 10}});
  assert_near(range.value, 1, 0);
  assert_near(range.low, 20 / 23.841459, 1e-8);
  range = asc_stats_score(&(asc_stats_counts){.losses = 20, .pairs = {10}});
  assert_near(range.value, 0, 0);
  assert_near(range.high, 3.841459 / 23.841459, 1e-8);
}

/* Independent games make pairs that vary as coin flips do, and the interval is Wilson's for the games. */
static void test_pairs_of_coin_flips(void **state) {
  (void)state;
  /* 25 pairs lost, 50 split, 25 won: variance 12.5 / 99 of a pair, twice that of a game, against 0.25. */
  asc_stats_counts counts = {.wins = 100, .losses = 100, .pairs = {25, 0, 50, 0, 25}};
  asc_stats_range range = asc_stats_score(&counts), wilson = asc_stats_share(0.5, 200 / (2 * 12.5 / 99 / 0.25));
  assert_near(range.low, wilson.low, 1e-12);
  assert_near(range.high - range.low, 0.137957, 1e-6);
}

/* Every opening wins itself: the pairs do not vary, and the interval is half of what coin flips would give. */
static void test_pairs_that_split(void **state) {
  (void)state;
  asc_stats_counts counts = {.wins = 100, .losses = 100, .pairs = {0, 0, 100, 0, 0}};
  asc_stats_range range = asc_stats_score(&counts), wilson = asc_stats_share(0.5, 800);
  assert_near(range.low, wilson.low, 1e-12);
}

/* Won and lost pairs alone are coin flips with the score as their chance: w ln(s1/s0) + l ln((1-s1)/(1-s0)). */
static void test_sprt_of_coin_flips(void **state) {
  (void)state;
  /* Elo 0 and 190.848502 are scores of 0.5 and 0.75: 30 ln 1.5 + 10 ln 0.5. */
  asc_stats_counts counts = {.wins = 60, .losses = 20, .pairs = {10, 0, 0, 0, 30}};
  assert_near(asc_stats_sprt(&counts, 0, 190.848501888), 30 * 0.405465108 - 10 * 0.693147181, 0.01);
  /* As likely under both when the score lies evenly between. */
  counts = (asc_stats_counts){.wins = 100, .losses = 100, .pairs = {20, 0, 60, 0, 20}};
  assert_near(asc_stats_sprt(&counts, -10, 10), 0, 1e-6);
}

static void test_sprt_of_draws(void **state) {
  (void)state;
  /* A pair of each score has the mean 0.5 and needs no fitting to it. For the mean 0.6, t = -0.820383 makes the sum of
     off / (1 + t off) zero, where off is -0.6, -0.35, -0.1, 0.15, 0.4; the ratio is minus the sum of ln(1 + t off). */
  asc_stats_counts counts = {.wins = 2, .draws = 6, .losses = 2, .pairs = {1, 1, 1, 1, 1}};
  assert_near(asc_stats_sprt(&counts, 0, asc_stats_elo(0.6)), -0.202497, 1e-6);
}

static void test_sprt_is_not_rash(void **state) {
  (void)state;
  asc_stats_counts counts = {.wins = 6, .pairs = {0, 0, 0, 0, 3}};
  assert_true(asc_stats_sprt(&counts, 0, 10) > 0);
  assert_true(asc_stats_sprt(&counts, 0, 10) < asc_stats_sprt_bound());
  assert_near(asc_stats_sprt_bound(), 2.944439, 1e-6); /* ln 19 */
  assert_near(asc_stats_sprt(&(asc_stats_counts){0}, 0, 10), 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_elo_of_scores),        cmocka_unit_test(test_wilson),
      cmocka_unit_test(test_the_ends_are_reached), cmocka_unit_test(test_without_games_all_is_possible),
      cmocka_unit_test(test_all_won_and_all_lost), cmocka_unit_test(test_pairs_of_coin_flips),
      cmocka_unit_test(test_pairs_that_split),     cmocka_unit_test(test_sprt_of_coin_flips),
      cmocka_unit_test(test_sprt_of_draws),        cmocka_unit_test(test_sprt_is_not_rash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
