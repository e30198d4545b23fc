/* Searches with several threads, and several searches in one process. Also used with the thread sanitizer. */
#include <ascona/ascona.h>

#include <pthread.h>
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

/* Sets up a position late enough in a game of Kulami for a search to find the end. */
static void random_late_position(const asc_rules *rules, asc_random *random, asc_position *position) {
  do {
    asc_position_start(rules, position);
    (void)asc_playout(rules, position, 44, ASC_PLAYOUT_LIST, random);
  } while (asc_position_count(rules, position) == 0);
}

static asc_line best_line(const asc_rules *rules, const asc_position *position, int threads, uint64_t nodes) {
  const asc_search_options options = {.hash_bytes = 1 << 16, .threads = threads};
  const asc_search_task task = {.position = position, .nodes = nodes};
  asc_search *search;
  asc_search_report report;
  assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  asc_line line = report.lines[0];
  asc_search_close(search);
  return line;
}

static void test_several_threads_prove_the_same_score_as_one(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  asc_random random;
  asc_random_seed(&random, 5);
  for (int i = 0; i < 20; i++) {
    asc_position position;
    random_late_position(rules, &random, &position);
    asc_line one = best_line(rules, &position, 1, 0), three = best_line(rules, &position, 3, 0);
    assert_int_equal(one.certainty, ASC_EXACT);
    assert_int_equal(three.certainty, ASC_EXACT);
    assert_int_equal(one.score, three.score);
  }
  asc_rules_close(rules);
}

typedef struct job {
  const asc_rules *rules;
  asc_position position;
  asc_line line;
} job;

static void *job_run(void *data) {
  job *j = data;
  j->line = best_line(j->rules, &j->position, 1, 4000);
  return NULL;
}

static void test_concurrent_searches_are_independent(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    job jobs[2] = {{.rules = rules}, {.rules = rules}};
    pthread_t threads[2];
    asc_random random;
    asc_random_seed(&random, 7);
    for (int k = 0; k < 2; k++) {
      asc_position_start(rules, &jobs[k].position);
      asc_position_play(rules, &jobs[k].position, asc_random_move(rules, &jobs[k].position, &random));
      assert_int_equal(pthread_create(&threads[k], NULL, job_run, &jobs[k]), 0);
    }
    for (int k = 0; k < 2; k++) assert_int_equal(pthread_join(threads[k], NULL), 0);
    for (int k = 0; k < 2; k++) {
      asc_line expected = best_line(rules, &jobs[k].position, 1, 4000);
      assert_int_equal(expected.score, jobs[k].line.score);
      assert_int_equal(expected.moves[0], jobs[k].line.moves[0]);
    }
    asc_rules_close(rules);
  }
}

/* The limit that search.h promises. */
static void test_many_threads_respect_the_node_limit(void **state) {
  (void)state;
  enum { THREADS = ASC_THREADS_MAX, NODES = 1000, MAX = NODES + NODES / 16 + THREADS + 1000 };
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    const asc_search_options options = {.hash_bytes = 1 << 16, .threads = THREADS};
    asc_position start;
    asc_position_start(rules, &start);
    const asc_search_task task = {.position = &start, .nodes = NODES};
    asc_search *search;
    asc_search_report report;
    assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    if (report.nodes > MAX) fail_msg("%s: %llu nodes", rules->game->id, (unsigned long long)report.nodes);
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

static void *stop_search(void *search) {
  asc_search_stop(search);
  return NULL;
}

static void test_another_thread_can_stop_a_search_without_limits(void **state) {
  (void)state;
  asc_rules *rules = open_rules("neo-delta");
  asc_position start;
  asc_position_start(rules, &start);
  for (int i = 0; i < 5; i++) {
    const asc_search_options options = {.hash_bytes = 1 << 16, .threads = 2};
    const asc_search_task task = {.position = &start};
    asc_search *search;
    asc_search_report report;
    pthread_t thread;
    assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
    assert_int_equal(pthread_create(&thread, NULL, stop_search, search), 0);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(report.line_count == 1 && report.lines[0].length >= 1);
    asc_search_close(search);
  }
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_several_threads_prove_the_same_score_as_one),
      cmocka_unit_test(test_concurrent_searches_are_independent),
      cmocka_unit_test(test_many_threads_respect_the_node_limit),
      cmocka_unit_test(test_another_thread_can_stop_a_search_without_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
