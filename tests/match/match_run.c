/* Running a match as a front end does: the calling thread counts the games in order, and a match can be stopped and
   resumed from its file. */
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

#include "match/runner.h"

typedef struct test_match {
  match_setup setup;
  match_runner *runner;
  int game_count, new_games, last_number;
  int stop_after; /* stop after this many games; 0: never */
} test_match;

static void on_game_counted(void *data, int number, const match_result *result, bool is_new) {
  test_match *match = data;
  assert_true(result->is_done && number > match->last_number);
  match->last_number = number;
  match->new_games += is_new;
  if (++match->game_count == match->stop_after) match_runner_stop(match->runner);
}

/* Plays a match of the random player against itself, until it ends or is stopped. */
static match_tally run_match(test_match *match, int games, int jobs, const char *path, bool resume) {
  match_error error;
  const match_runner_options options = {.path = path, .resume = resume, .on_counted = on_game_counted, .data = match};
  match->setup =
      (match_setup){.games = games, .jobs = jobs, .opening_plies_max = 0, .has_random_openings = true, .seed = 1};
  match->last_number = -1;
  assert_int_equal(asc_rules_open(&match->setup.rules, "delta", NULL), ASC_OK);
  for (int side = 0; side < 2; side++)
    assert_int_equal(match_player_read(&match->setup, side, "engine:0", &error), ASC_OK);
  assert_int_equal(match_setup_identify(&match->setup, &error), ASC_OK);
  assert_int_equal(match_runner_open(&match->runner, &match->setup, &options, &error), ASC_OK);
  match_runner_start(match->runner);
  while (match_runner_count(match->runner)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_int_equal(match_runner_error(match->runner)->code, ASC_OK);
  match_tally tally = *match_runner_tally(match->runner);
  assert_int_equal(tally.games, match->game_count);
  match_runner_close(match->runner);
  asc_rules_close(match->setup.rules);
  return tally;
}

static void test_all_games_are_counted_for_any_number_of_jobs(void **state) {
  (void)state;
  test_match one = {0}, four = {0};
  match_tally first = run_match(&one, 40, 1, NULL, false), second = run_match(&four, 40, 4, NULL, false);
  assert_int_equal(one.new_games, 40);
  assert_int_equal(four.new_games, 40);
  assert_memory_equal(&first.counts, &second.counts, sizeof first.counts);
}

static void test_a_stopped_match_resumes_from_its_file(void **state) {
  (void)state;
  char path[] = "/tmp/ascona-match-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  test_match stopped_match = {.stop_after = 5}, resumed_match = {0}, whole_match = {0};
  match_tally stopped = run_match(&stopped_match, MATCH_GAMES_MAX, 2, path, false);
  assert_in_range(stopped.games, 5, MATCH_GAMES_MAX - 1);
  match_tally resumed = run_match(&resumed_match, 40, 2, path, true),
              expected = run_match(&whole_match, 40, 1, NULL, false);
  assert_in_range(resumed_match.new_games, 0, 35);
  assert_memory_equal(&resumed.counts, &expected.counts, sizeof resumed.counts);
  unlink(path);
}

/* Returns the text of a file without the lines that differ from run to run, which the caller frees; "" without a
   file. */
static char *read_file_text(const char *path, bool without_times) {
  char line[4096], *text = calloc(1, 1 << 16);
  FILE *file = fopen(path, "rb");
  for (size_t length = 0; file != NULL && fgets(line, sizeof line, file) != NULL; length = strlen(text))
    if (!without_times || (strncmp(line, "[Effort", 7) != 0 && strncmp(line, "[Date", 5) != 0))
      (void)snprintf(text + length, (1 << 16) - length, "%s", line);
  if (file != NULL) fclose(file);
  return text;
}

static void write_file(const char *path, const char *text, size_t length, size_t zeros) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  while (zeros-- > 0) fputc('\0', file);
  fclose(file);
}

/* A kill or a power cut may leave any part of the last record, and zero bytes instead of the rest. */
static void test_a_match_resumes_from_a_file_truncated_anywhere(void **state) {
  (void)state;
  char path[] = "/tmp/ascona-match-XXXXXX", stump_path[64];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  (void)snprintf(stump_path, sizeof stump_path, "%s.stump-1", path);
  test_match first = {0};
  match_tally expected = run_match(&first, 2, 1, path, true);
  char *whole = read_file_text(path, false), *without_times = read_file_text(path, true);
  size_t length = strlen(whole), first_length = (size_t)(strstr(whole, "\n\n[Game") - whole) + 2;
  for (size_t cut_at = 0; cut_at <= length; cut_at++) {
    bool is_near_record_end =
        cut_at < 12 || (cut_at + 6 > first_length && cut_at < first_length + 12) || cut_at + 6 > length;
    if (!is_near_record_end && cut_at % 13 != 0) continue;
    bool has_zeros = cut_at % 3 == 2;
    write_file(path, whole, cut_at, has_zeros ? 16 : 0);
    test_match resumed = {0};
    match_tally tally = run_match(&resumed, 2, 1, path, true);
    assert_memory_equal(&tally.counts, &expected.counts, sizeof tally.counts);
    char *current = read_file_text(path, true), *stump_text = read_file_text(stump_path, false);
    assert_string_equal(current, without_times);
    /* A record that lacks only its last newlines is complete. */
    size_t record_start = cut_at < first_length ? 0 : first_length,
           record_end = record_start == 0 ? first_length : length;
    bool is_cut_off = cut_at > record_start && (cut_at + 2 < record_end || (has_zeros && cut_at < record_end));
    assert_int_equal(strlen(stump_text), is_cut_off ? cut_at - record_start : 0);
    assert_memory_equal(stump_text, whole + record_start, strlen(stump_text));
    assert_int_equal(access(stump_path, F_OK) == 0, is_cut_off || has_zeros);
    free(current);
    free(stump_text);
    unlink(stump_path);
  }
  free(whole);
  free(without_times);
  unlink(path);
}

static void test_games_are_not_appended_to_a_partial_record(void **state) {
  (void)state;
  static const char foreign_text[] = "my notes\n\n[Game \"delta\"]\n\n1. c3";
  char path[] = "/tmp/ascona-match-XXXXXX", stump_path[64];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  test_match first = {0}, second = {0}, resumed = {0}, foreign = {0};
  run_match(&first, 1, 1, path, false);
  char *record_text = read_file_text(path, false);
  write_file(path, record_text, strlen(record_text) - 20, 0);
  (void)snprintf(stump_path, sizeof stump_path, "%s.stump-1", path);
  write_file(stump_path, "taken", 5, 0);
  run_match(&second, 1, 1, path, false);
  char *current = read_file_text(path, true), *existing_stump = read_file_text(stump_path, false);
  unlink(stump_path);
  (void)snprintf(stump_path, sizeof stump_path, "%s.stump-2", path);
  char *stump_text = read_file_text(stump_path, false);
  unlink(stump_path);
  assert_string_equal(existing_stump, "taken");
  assert_int_equal(strlen(stump_text), strlen(record_text) - 20);
  assert_memory_equal(stump_text, record_text, strlen(stump_text));
  assert_null(strstr(current + 1, "[Game"));
  run_match(&resumed, 1, 1, path, true);
  assert_int_equal(resumed.new_games, 0);
  /* Content that does not belong to the match stays in the file. */
  write_file(path, foreign_text, sizeof foreign_text - 1, 0);
  run_match(&foreign, 1, 1, path, false);
  free(current);
  current = read_file_text(path, true);
  assert_memory_equal(current, foreign_text, sizeof foreign_text - 1);
  assert_memory_equal(current + sizeof foreign_text - 1, "\n\n[Game", 7);
  free(record_text);
  free(current);
  free(stump_text);
  free(existing_stump);
  unlink(path);
}

static void test_a_replaced_file_is_reported(void **state) {
  (void)state;
  char path[] = "/tmp/ascona-match-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  test_match match = {.setup = {.games = 4, .jobs = 1, .has_random_openings = true, .seed = 1}, .last_number = -1};
  match_error error;
  const match_runner_options options = {.path = path, .on_counted = on_game_counted, .data = &match};
  assert_int_equal(asc_rules_open(&match.setup.rules, "delta", NULL), ASC_OK);
  for (int side = 0; side < 2; side++)
    assert_int_equal(match_player_read(&match.setup, side, "engine:0", &error), ASC_OK);
  assert_int_equal(match_setup_identify(&match.setup, &error), ASC_OK);
  assert_int_equal(match_runner_open(&match.runner, &match.setup, &options, &error), ASC_OK);
  match_runner *second;
  assert_int_equal(match_runner_open(&second, &match.setup, &options, &error), ASC_E_FILE);
  assert_string_equal(error.reason, "another match is writing to it");
  unlink(path);
  match_runner_start(match.runner);
  while (match_runner_count(match.runner)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_int_equal(match_runner_error(match.runner)->code, ASC_E_FILE);
  assert_string_equal(match_runner_error(match.runner)->reason,
                      "the game cannot be written: it was removed or replaced meanwhile");
  assert_int_equal(match.game_count, 0);
  match_runner_close(match.runner);
  asc_rules_close(match.setup.rules);
}

static void test_an_unavailable_player_is_named(void **state) {
  (void)state;
  test_match match = {0};
  match_error error;
  const match_runner_options options = {.on_counted = on_game_counted, .data = &match};
  match.setup = (match_setup){.games = 4, .jobs = 2, .has_random_openings = true, .timeout_us = 1000000};
  assert_int_equal(asc_rules_open(&match.setup.rules, "delta", NULL), ASC_OK);
  assert_int_equal(match_player_read(&match.setup, 0, "someone", &error), ASC_E_INPUT);
  assert_string_equal(error.subject, "someone");
  assert_int_equal(match_player_read(&match.setup, 0, "engine:0", &error), ASC_OK);
  assert_int_equal(match_player_read(&match.setup, 1, "ugi:exit 3", &error), ASC_OK);
  assert_int_equal(match_runner_open(&match.runner, &match.setup, &options, &error), ASC_OK);
  match_runner_start(match.runner);
  while (match_runner_count(match.runner)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  assert_int_equal(match_runner_error(match.runner)->code, ASC_E_INPUT);
  assert_string_equal(match_runner_error(match.runner)->subject, "ugi:exit 3");
  assert_int_equal(match.game_count, 0);
  match_runner_close(match.runner);
  asc_rules_close(match.setup.rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_games_are_counted_for_any_number_of_jobs),
      cmocka_unit_test(test_a_stopped_match_resumes_from_its_file),
      cmocka_unit_test(test_a_match_resumes_from_a_file_truncated_anywhere),
      cmocka_unit_test(test_games_are_not_appended_to_a_partial_record),
      cmocka_unit_test(test_a_replaced_file_is_reported),
      cmocka_unit_test(test_an_unavailable_player_is_named),
  };
  (void)signal(SIGPIPE, SIG_IGN);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
