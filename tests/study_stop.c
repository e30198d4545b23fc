/* Who looks into a position can be stopped at once. That is counted, not timed: between two looks at the word that
   stops lie a thousand nodes or so, and after the first look that finds it there are few more. */
#include "study/analysis.h"
#include "study/threat.h"

#include <ascona/ascona.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
  NODES_BETWEEN = 2048, /* a few milliseconds in the page */
  WALKS = 4
};

typedef struct stopping {
  asc_search *search;
  int wanted;        /* so many looks, and then it is to stop */
  int looks, after;  /* before that, and since */
  uint64_t seen;     /* nodes at the last look */
  uint64_t most;     /* between two looks */
  uint64_t searched; /* nodes since the first look that found it */
} stopping;

/* Nodes are those of one run: a smaller number is that of the next. */
static bool look(void *data) {
  stopping *s = data;
  uint64_t nodes = s->search == NULL ? 0 : asc_search_nodes(s->search),
           since = nodes < s->seen ? nodes : nodes - s->seen;
  s->seen = nodes;
  if (since > s->most) s->most = since;
  if (s->looks < s->wanted) {
    s->looks++;
    return false;
  }
  if (s->after++ > 0) s->searched += since;
  return true;
}

static void told(void *data) { (void)data; }

static void expect_ended(const stopping *s, const char *spec, const char *what) {
  if (s->most > NODES_BETWEEN)
    fail_msg("%s, %s: %llu nodes between two looks", spec, what, (unsigned long long)s->most);
  if (s->searched > 2 * NODES_BETWEEN)
    fail_msg("%s, %s: %llu nodes after the one that stops", spec, what, (unsigned long long)s->searched);
}

static void stop_in_game(const char *spec, asc_play *play, int lines, int wanted) {
  const asc_rules *rules = asc_play_rules(play);
  stopping s = {.wanted = wanted};
  const asc_search_options options = {.hash = 1 << 20, .host = {.stop = look, .data = &s}};
  const asc_limits limits = {.microseconds = 60000000};
  const asc_watch watch = {told, look, &s};
  asc_analysis analysis;
  asc_threat threat;
  assert_int_equal(asc_search_open(&s.search, rules, &options), ASC_OK);
  assert_int_equal(asc_analysis_open(&analysis, play), ASC_OK);
  assert_int_equal(
      asc_analysis_run(&analysis, s.search, &(asc_analysis_wish){.limits = limits, .lines = lines}, &watch), ASC_OK);
  expect_ended(&s, spec, "analysis");
  asc_analysis_close(&analysis);
  s.looks = s.after = 0;
  s.searched = 0;
  assert_int_equal(asc_threat_find(&threat, play, s.search, &limits, &watch), ASC_OK);
  expect_ended(&s, spec, "threat");
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
      for (int wanted = 0; wanted <= 60; wanted += 20) stop_in_game(specs[i], play, 1 + walk, wanted);
      asc_play_close(play);
      asc_rules_close(rules);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_an_analysis_stops_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
