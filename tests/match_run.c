/* A match as any front end runs it: games are counted in order by the thread that asks, it can be stopped, and goes on
   from its file. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* The text of a file without the lines that differ from run to run; "" where there is none. The test frees it. */
static char *file_text(const char *path, bool timeless) {
  char line[4096], *text = calloc(1, 1 << 16);
  FILE *file = fopen(path, "rb");
  for (size_t length = 0; file != NULL && fgets(line, sizeof line, file) != NULL; length = strlen(text))
    if (!timeless || (strncmp(line, "[Effort", 7) != 0 && strncmp(line, "[Date", 5) != 0))
      (void)snprintf(text + length, (1 << 16) - length, "%s", line);
  if (file != NULL) fclose(file);
  return text;
}

static void file_make(const char *path, const char *text, size_t length, size_t zeros) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  while (zeros-- > 0) fputc('\0', file);
  fclose(file);
}

/* A kill or a power cut may leave any part of what was last written, and zero bytes for the rest of it. */
static void test_a_file_cut_anywhere_goes_on(void **state) {
  (void)state;
  char path[] = "/tmp/ascona-match-XXXXXX", stump[64];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  (void)snprintf(stump, sizeof stump, "%s.stump-1", path);
  test_match first = {0};
  asc_match_tally expected = played(&first, 2, 1, path, true);
  char *whole = file_text(path, false), *timeless = file_text(path, true);
  size_t length = strlen(whole), one = (size_t)(strstr(whole, "\n\n[Game") - whole) + 2;
  for (size_t cut = 0; cut <= length; cut++) {
    bool near = cut < 12 || (cut + 6 > one && cut < one + 12) || cut + 6 > length;
    if (!near && cut % 13 != 0) continue;
    bool zeros = cut % 3 == 2;
    file_make(path, whole, cut, zeros ? 16 : 0);
    test_match on = {0};
    asc_match_tally tally = played(&on, 2, 1, path, true);
    assert_memory_equal(&tally.counts, &expected.counts, sizeof tally.counts);
    char *now = file_text(path, true), *aside = file_text(stump, false);
    assert_string_equal(now, timeless);
    /* A record that lacks but its last newlines is whole. */
    size_t begin = cut < one ? 0 : one, end = begin == 0 ? one : length;
    bool cut_off = cut > begin && (cut + 2 < end || (zeros && cut < end));
    assert_int_equal(strlen(aside), cut_off ? cut - begin : 0);
    assert_memory_equal(aside, whole + begin, strlen(aside));
    assert_int_equal(access(stump, F_OK) == 0, cut_off || zeros);
    free(now);
    free(aside);
    unlink(stump);
  }
  free(whole);
  free(timeless);
  unlink(path);
}

static void test_games_are_not_glued_to_a_stump(void **state) {
  (void)state;
  static const char own[] = "my notes\n\n[Game \"delta\"]\n\n1. c3";
  char path[] = "/tmp/ascona-match-XXXXXX", stump[64];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  test_match first = {0}, behind = {0}, again = {0}, foreign = {0};
  played(&first, 1, 1, path, false);
  char *one = file_text(path, false);
  file_make(path, one, strlen(one) - 20, 0);
  (void)snprintf(stump, sizeof stump, "%s.stump-1", path);
  file_make(stump, "taken", 5, 0);
  played(&behind, 1, 1, path, false);
  char *now = file_text(path, true), *taken = file_text(stump, false);
  unlink(stump);
  (void)snprintf(stump, sizeof stump, "%s.stump-2", path);
  char *aside = file_text(stump, false);
  unlink(stump);
  assert_string_equal(taken, "taken");
  assert_int_equal(strlen(aside), strlen(one) - 20);
  assert_memory_equal(aside, one, strlen(aside));
  assert_null(strstr(now + 1, "[Game"));
  played(&again, 1, 1, path, true);
  assert_int_equal(again.fresh, 0);
  /* What is not the match's stays where it is. */
  file_make(path, own, sizeof own - 1, 0);
  played(&foreign, 1, 1, path, false);
  free(now);
  now = file_text(path, true);
  assert_memory_equal(now, own, sizeof own - 1);
  assert_memory_equal(now + sizeof own - 1, "\n\n[Game", 7);
  free(one);
  free(now);
  free(aside);
  free(taken);
  unlink(path);
}

static void test_a_file_that_is_replaced_meanwhile_is_told(void **state) {
  (void)state;
  char path[] = "/tmp/ascona-match-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  test_match match = {.setup = {.games = 4, .jobs = 1, .random = true, .seed = 1}, .last = -1};
  asc_match_error error;
  const asc_match_host host = {.path = path, .counted = game_note, .data = &match};
  assert_int_equal(asc_rules_open(&match.setup.rules, "delta", NULL), ASC_OK);
  for (int side = 0; side < 2; side++)
    assert_int_equal(asc_match_player_read(&match.setup, side, "engine:0", &error), ASC_OK);
  assert_int_equal(asc_match_identify(&match.setup, &error), ASC_OK);
  assert_int_equal(asc_match_run_open(&match.run, &match.setup, &host, &error), ASC_OK);
  asc_match_run *second;
  assert_int_equal(asc_match_run_open(&second, &match.setup, &host, &error), ASC_E_FILE);
  assert_string_equal(error.why, "another match is writing to it");
  unlink(path);
  asc_match_run_start(match.run);
  while (asc_match_run_count(match.run)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_int_equal(asc_match_run_error(match.run)->code, ASC_E_FILE);
  assert_string_equal(asc_match_run_error(match.run)->why,
                      "the game cannot be written: it was removed or replaced meanwhile");
  assert_int_equal(match.counted, 0);
  asc_match_run_close(match.run);
  asc_rules_close(match.setup.rules);
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
      cmocka_unit_test(test_a_file_cut_anywhere_goes_on),
      cmocka_unit_test(test_games_are_not_glued_to_a_stump),
      cmocka_unit_test(test_a_file_that_is_replaced_meanwhile_is_told),
      cmocka_unit_test(test_a_player_that_cannot_be_had_is_named),
  };
  (void)signal(SIGPIPE, SIG_IGN);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
