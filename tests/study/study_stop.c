/* An analysis stops at once. The test counts nodes, not time. Between two calls of should_stop there are about a
   thousand nodes, and few nodes follow after the first call that returns true. */
#include "study/analysis.h"
#include "study/threat.h"

#include <ascona/ascona.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
  NODES_BETWEEN_CALLS = 2048, /* a few milliseconds in the browser */
  WALKS = 4
};

typedef struct stop_counts {
  asc_search *search;
  int stop_after;              /* calls of should_stop before it returns true */
  int false_calls, true_calls; /* calls that returned false, and true */
  uint64_t last_nodes;         /* nodes at the last call */
  uint64_t max_gap;            /* largest number of nodes between two calls */
  uint64_t nodes_after_stop;   /* nodes since the first call that returned true */
} stop_counts;

/* Counts the nodes since the last call. The count restarts with every search, so a smaller number belongs to a new
   search. */
static bool should_stop(void *data) {
  stop_counts *s = data;
  uint64_t nodes = s->search == NULL ? 0 : asc_search_nodes(s->search),
           nodes_since = nodes < s->last_nodes ? nodes : nodes - s->last_nodes;
  s->last_nodes = nodes;
  if (nodes_since > s->max_gap) s->max_gap = nodes_since;
  if (s->false_calls < s->stop_after) {
    s->false_calls++;
    return false;
  }
  if (s->true_calls++ > 0) s->nodes_after_stop += nodes_since;
  return true;
}

static void ignore_progress(void *data) { (void)data; }

static void assert_stopped(const stop_counts *s, const char *spec, const char *what) {
  if (s->max_gap > NODES_BETWEEN_CALLS)
    fail_msg("%s, %s: %llu nodes between two looks", spec, what, (unsigned long long)s->max_gap);
  if (s->nodes_after_stop > 2 * NODES_BETWEEN_CALLS)
    fail_msg("%s, %s: %llu nodes after the one that stops", spec, what, (unsigned long long)s->nodes_after_stop);
}

static void check_stop_in_game(const char *spec, asc_play *play, int lines, int stop_after) {
  const asc_rules *rules = asc_play_rules(play);
  stop_counts s = {.stop_after = stop_after};
  const asc_search_options options = {.hash_bytes = 1 << 20, .hooks = {.should_stop = should_stop, .data = &s}};
  const asc_search_limits limits = {.time_us = 60000000};
  const asc_progress progress = {ignore_progress, should_stop, &s};
  asc_analysis *analysis;
  asc_threat threat;
  assert_int_equal(asc_search_open(&s.search, rules, &options), ASC_OK);
  assert_int_equal(asc_analysis_open(&analysis, play), ASC_OK);
  assert_int_equal(
      asc_analysis_run(analysis, s.search, &(asc_analysis_options){.limits = limits, .lines = lines}, &progress),
      ASC_OK);
  assert_stopped(&s, spec, "analysis");
  asc_analysis_close(analysis);
  s.false_calls = s.true_calls = 0;
  s.nodes_after_stop = 0;
  assert_int_equal(asc_threat_find(&threat, play, s.search, &limits, &progress), ASC_OK);
  assert_stopped(&s, spec, "threat");
  asc_search_close(s.search);
}

static void test_an_analysis_stops_at_once(void **state) {
  (void)state;
  static const char *const specs[] = {"delta",   "neo-delta",         "kulami:level=3",
                                      "delfino", "delfino:players=4", "circle-delta"};
  asc_random random;
  asc_random_seed(&random, 50);
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    for (int walk = 0; walk < WALKS; walk++) {
      asc_rules *rules;
      asc_play *play;
      asc_move moves[ASC_MOVES_MAX];
      assert_int_equal(asc_rules_open(&rules, specs[i], NULL), ASC_OK);
      assert_int_equal(asc_play_open(&play, rules, NULL), ASC_OK);
      for (int ply = 0, count; ply < 7 * walk && (count = asc_play_moves(play, moves)) > 0; ply++)
        assert_int_equal(asc_play_move(play, moves[asc_random_below(&random, (uint32_t)count)], NULL), ASC_OK);
      for (int stop_after = 0; stop_after <= 60; stop_after += 20)
        check_stop_in_game(specs[i], play, 1 + walk, stop_after);
      asc_play_close(play);
      asc_rules_close(rules);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_an_analysis_stops_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
