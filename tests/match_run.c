/* A match as any front end runs it: games are counted in order by the thread that asks, it can be stopped, and goes on
   from its file. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "match/run.h"

typedef struct test_match {
  asc_match_setup setup;
  asc_match_run *run;
  int counted, fresh, last;
  int stop_after; /* games; 0: never */
} test_match;

static void game_note(void *data, int number, const asc_match_result *result, bool fresh) {
  test_match *match = data;
  assert_true(result->done && number > match->last);
  match->last = number;
  match->fresh += fresh;
  if (++match->counted == match->stop_after) asc_match_run_stop(match->run);
}

/* Plays a match of the random player against himself, as far as it goes. */
static asc_match_tally played(test_match *match, int games, int jobs, const char *path, bool resume) {
  asc_match_error error;
  const asc_match_host host = {.path = path, .resume = resume, .counted = game_note, .data = match};
  match->setup = (asc_match_setup){.games = games, .jobs = jobs, .opening_most = 0, .random = true, .seed = 1};
  match->last = -1;
  assert_int_equal(asc_rules_open(&match->setup.rules, "delta", NULL), ASC_OK);
  for (int side = 0; side < 2; side++)
    assert_int_equal(asc_match_player_read(&match->setup, side, "engine:0", &error), ASC_OK);
  assert_int_equal(asc_match_identify(&match->setup, &error), ASC_OK);
  assert_int_equal(asc_match_run_open(&match->run, &match->setup, &host, &error), ASC_OK);
  asc_match_run_start(match->run);
  while (asc_match_run_count(match->run)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_int_equal(asc_match_run_error(match->run)->code, ASC_OK);
  asc_match_tally tally = *asc_match_run_tally(match->run);
  assert_int_equal(tally.games, match->counted);
  asc_match_run_close(match->run);
  asc_rules_close(match->setup.rules);
  return tally;
}

static void test_all_games_are_counted_for_any_number_of_jobs(void **state) {
  (void)state;
  test_match one = {0}, four = {0};
  asc_match_tally first = played(&one, 40, 1, NULL, false), second = played(&four, 40, 4, NULL, false);
  assert_int_equal(one.fresh, 40);
  assert_int_equal(four.fresh, 40);
  assert_memory_equal(&first.counts, &second.counts, sizeof first.counts);
}

static void test_it_stops_and_goes_on_from_its_file(void **state) {
  (void)state;
  char path[] = "/tmp/ascona-match-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  test_match cut = {.stop_after = 5}, on = {0}, whole = {0};
  asc_match_tally stopped = played(&cut, ASC_MATCH_GAMES_MAX, 2, path, false);
  assert_in_range(stopped.games, 5, ASC_MATCH_GAMES_MAX - 1);
  asc_match_tally resumed = played(&on, 40, 2, path, true), expected = played(&whole, 40, 1, NULL, false);
  assert_in_range(on.fresh, 0, 35);
  assert_memory_equal(&resumed.counts, &expected.counts, sizeof resumed.counts);
  unlink(path);
}

static void test_a_player_that_cannot_be_had_is_named(void **state) {
  (void)state;
  test_match match = {0};
  asc_match_error error;
  const asc_match_host host = {.counted = game_note, .data = &match};
  match.setup = (asc_match_setup){.games = 4, .jobs = 2, .random = true, .patience = 1000000};
  assert_int_equal(asc_rules_open(&match.setup.rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_match_player_read(&match.setup, 0, "someone", &error), ASC_E_INPUT);
  assert_string_equal(error.what, "someone");
  assert_int_equal(asc_match_player_read(&match.setup, 0, "engine:0", &error), ASC_OK);
  assert_int_equal(asc_match_player_read(&match.setup, 1, "ugi:exit 3", &error), ASC_OK);
  assert_int_equal(asc_match_run_open(&match.run, &match.setup, &host, &error), ASC_OK);
  asc_match_run_start(match.run);
  while (asc_match_run_count(match.run)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_int_equal(asc_match_run_error(match.run)->code, ASC_E_INPUT);
  assert_string_equal(asc_match_run_error(match.run)->what, "ugi:exit 3");
  assert_int_equal(match.counted, 0);
  asc_match_run_close(match.run);
  asc_rules_close(match.setup.rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_games_are_counted_for_any_number_of_jobs),
      cmocka_unit_test(test_it_stops_and_goes_on_from_its_file),
      cmocka_unit_test(test_a_player_that_cannot_be_had_is_named),
  };
  (void)signal(SIGPIPE, SIG_IGN);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
