/* Searches through the engine protocol: limits, players, output, and commands during a search. No test depends on time:
   it waits for the expected output, however long that takes. */
#define _GNU_SOURCE
#include "ugi_cli.h"

/* Checks for an info line of the protocol and a `bestmove` equal to the first move of its line. */
static void assert_complete_search(const char *answer) {
  char type[16], move[ASC_TOKEN_MAX], best[ASC_TOKEN_MAX];
  double score;
  unsigned long long depth, nodes, nps, time;
  const char *line;
  for (line = answer; strstr(line + 1, "\ninfo depth") != NULL; line = strstr(line + 1, "\ninfo depth") + 1) {
  }
  int read = sscanf(line, "info depth %llu score %15s %lf nodes %llu nps %llu time %llu pv %23s", &depth, type, &score,
                    &nodes, &nps, &time, move);
  const char *end = strstr(line, "\nbestmove ");
  if (read != 7 || end == NULL) fail_msg("no complete search in:\n%s", answer);
  assert_int_equal(sscanf(end, "\nbestmove %23s\n", best), 1);
  bool is_known = strcmp(type, "exact") == 0 || strcmp(type, "lower") == 0 || strcmp(type, "upper") == 0 ||
                  strcmp(type, "estimate") == 0;
  if (!is_known) fail_msg("a score of the kind %s in:\n%s", type, answer);
  assert_string_equal(move, best);
}

/* Sends the lines, which start a search, and waits for its end. Returns the output, which the caller frees. */
static char *run_search(const char *lines) {
  test_process process = process_open("ugi");
  process_send(&process, "setoption name Hash value 1\n"); /* with more, most of the time goes into clearing memory */
  process_send(&process, lines);
  process_expect(&process, "bestmove ");
  process_send(&process, "quit\n");
  assert_int_equal(process_end(&process), 0);
  return process.text;
}

static const char *const all_games[] = {"delta", "neo-delta", "kulami", "delfino", "circle-delta"};
enum { GAMES = sizeof all_games / sizeof all_games[0] };

static void test_go_with_every_limit_in_every_game(void **state) {
  (void)state;
  const char *const limits[] = {" movetime 20",
                                " depth 2",
                                " nodes 500",
                                " p1time 1000 p1inc 10 p2time 1000 p2inc 10",
                                " nodes 100 movetime 10000 depth 2",
                                " movetime 0",
                                " depth 0",
                                " nodes 0",
                                " p1time 0",
                                " p1inc 20",
                                " movetime 9223372036854775807 nodes 1",
                                " depth 9223372036854775807 nodes 1",
                                " p1time 9223372036854775807 p1inc 9223372036854775807 nodes 1"};
  for (size_t game = 0; game < GAMES; game++) {
    for (size_t limit = 0; limit < sizeof limits / sizeof limits[0]; limit++) {
      char lines[256];
      (void)snprintf(lines, sizeof lines, "setoption name Game value %s\ngo%s\n", all_games[game], limits[limit]);
      char *answer = run_search(lines);
      assert_complete_search(answer);
      free(answer);
    }
  }
}

static void test_every_player_answers_in_every_game(void **state) {
  (void)state;
  const char *const players[] = {"0",     "1", "9", "10,nodes=1000", "10,nodes=1000,threads=2,hash=2", "uct,nodes=500",
                                 "greedy"};
  for (size_t game = 0; game < GAMES; game++) {
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
      char lines[256];
      (void)snprintf(lines, sizeof lines,
                     "setoption name Game value %s\nsetoption name Player value %s\ngo nodes 1000\n", all_games[game],
                     players[i]);
      char *answer = run_search(lines);
      assert_lacks(answer, "error");
      assert_lacks(answer, "bestmove none");
      free(answer);
    }
  }
}

static void test_go_without_limits_ends(void **state) {
  (void)state;
  char *answer = run_search("setoption name Level value 3\ngo\n");
  assert_has(answer, "bestmove ");
  free(answer);
}

static void test_a_proved_score_is_exact(void **state) {
  (void)state;
  char *answer = run_search("position startpos moves " BEFORE_RELAY "\ngo depth 3\n");
  assert_has(answer, " score exact 13 ");
  free(answer);
}

static void test_several_lines_are_numbered(void **state) {
  (void)state;
  /* A board without an opening book. */
  char *answer = run_search("setoption name Game value delta:size=6\nsetoption name MultiPV value 3\n"
                            "position startpos moves b2 b4\ngo depth 2\n");
  char moves[3][ASC_TOKEN_MAX];
  for (int i = 0; i < 3; i++) {
    char words[64];
    (void)snprintf(words, sizeof words, "info depth 2 multipv %d score ", i + 1);
    assert_has(answer, words);
    assert_int_equal(sscanf(strstr(strstr(answer, words), " pv "), " pv %23s", moves[i]), 1);
  }
  assert_string_not_equal(moves[0], moves[1]);
  assert_string_not_equal(moves[0], moves[2]);
  assert_string_not_equal(moves[1], moves[2]);
  assert_lacks(answer, "multipv 4");
  free(answer);
}

static void test_there_are_no_more_lines_than_moves(void **state) {
  (void)state;
  char *answer = run_search("setoption name MultiPV value 64\nposition startpos moves " BEFORE_RELAY "\ngo depth 1\n");
  assert_has(answer, " multipv 2 ");
  assert_lacks(answer, " multipv 64 ");
  free(answer);
}

static void test_go_answers_none_at_a_roll_and_at_the_end(void **state) {
  (void)state;
  assert_answers("position startpos moves " RELAY "\ngo\nquit\n", "bestmove none\n");
  assert_answers("setoption name Game value delfino\nposition startpos moves 1.1 4.4\ngo infinite\nquit\n",
                 "bestmove none\n");
}

static void test_a_rejected_go_starts_no_search(void **state) {
  (void)state;
  assert_rejected("go movetime", "movetime takes a whole number");
  assert_rejected("go movetime soon", "'soon'");
  assert_rejected("go nodes -1", "'-1'");
  assert_rejected("go ponder", "'ponder'");
  assert_rejected("go p5time 10", "'p5time'");
}

static void test_infinite_ends_only_with_stop(void **state) {
  (void)state;
  test_process process = process_open("ugi");
  process_send(&process, "go infinite\nisready\nquery turn\nfoo\nisready\n");
  process_expect(&process, "readyok\n"); /* the search may print reports between the answers */
  process_expect(&process, "response 1\n");
  process_expect(&process, "info string error unknown command 'foo'\n");
  process_expect(&process, "readyok\n");
  assert_lacks(process.text, "bestmove");
  process_send(&process, "stop\n");
  process_expect(&process, "bestmove ");
  process_send(&process, "stop\nisready\n");
  process_expect(&process, "\nreadyok\n");
  process_send(&process, "quit\n");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_infinite_waits_for_stop_after_a_proof(void **state) {
  (void)state;
  test_process process = process_open("ugi");
  process_send(&process, "position startpos moves " BEFORE_RELAY "\ngo infinite\n");
  process_expect(&process, " score exact 13 ");
  for (int i = 0; i < 20; i++) {
    process_send(&process, "isready\n");
    process_expect(&process, "readyok\n");
  }
  assert_lacks(process.text, "bestmove");
  process_send(&process, "stop\n");
  process_expect(&process, "bestmove ");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static int count_words(const char *text, const char *words) {
  int count = 0;
  while ((text = strstr(text, words)) != NULL) {
    text += strlen(words);
    count++;
  }
  return count;
}

static void test_every_go_has_one_bestmove(void **state) {
  (void)state;
  test_process process = process_open("ugi");
  for (int i = 0; i < 25; i++) {
    process_send(&process, "go infinite\nstop\nstop\ngo infinite\ngo nodes 1\nposition startpos moves b2\n");
    process_send(&process, "go movetime 3600000\nsetoption name MultiPV value 2\nisready\n");
    process_expect(&process, "readyok\n");
  }
  assert_int_equal(process_end(&process), 0);
  assert_int_equal(count_words(process.text, "bestmove "), 100);
  process_close(&process);
}

static void test_a_late_stop_does_not_end_the_next_search(void **state) {
  (void)state;
  test_process process = process_open("ugi");
  process_send(&process, "setoption name Game value delta:size=6\ngo depth 1\n"); /* a board without an opening book */
  process_expect(&process, "bestmove ");
  process_send(&process, "stop\ngo depth 4\n");
  process_expect(&process, "info depth 4 ");
  process_expect(&process, "bestmove ");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_stop_ends_a_long_search(void **state) {
  (void)state;
  test_process process = process_open("ugi");
  process_send(&process, "setoption name Game value kulami\ngo movetime 3600000\nisready\n");
  process_expect(&process, "readyok\n");
  process_send(&process, "stop\n");
  process_expect(&process, "bestmove ");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_quit_and_the_end_of_input_end_a_search(void **state) {
  (void)state;
  assert_complete_search(run_ugi("go infinite\nquit\n"));
  assert_complete_search(run_ugi("go infinite\n"));
  assert_complete_search(run_ugi("go infinite"));
}

static void test_a_command_that_changes_state_ends_the_search_first(void **state) {
  (void)state;
  const char *answer = run_ugi("go infinite\nposition startpos moves b2\nquery turn\nquit\n");
  assert_has(answer, "bestmove ");
  assert_has(strstr(answer, "bestmove "), "\nresponse 2\n");
}

static void test_a_rejected_command_does_not_end_the_search(void **state) {
  (void)state;
  const char *const lines[] = {"go bogus 3",
                               "go movetime",
                               "go nodes many",
                               "position fen zzz",
                               "position fen",
                               "position startpos moves b2 zz",
                               "position startpos b2",
                               "setoption name Game value chess",
                               "setoption name Threads value 0",
                               "setoption name Seed value x",
                               "uginewgame now",
                               "stop now",
                               "quit now"};
  test_process process = process_open("ugi");
  process_send(&process, "go infinite\n");
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    process_send(&process, lines[i]);
    process_send(&process, "\n");
    process_expect(&process, "info string error ");
    if (has(process.text, "bestmove")) fail_msg("'%s' ended the search:\n%s", lines[i], process.text);
  }
  process_send(&process, "stop\n");
  process_expect(&process, "bestmove ");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

/* One hour and a trillion nodes, and a limit that is reached at once: only the latter ends the search in time. */
static void test_the_limit_reached_first_ends_the_search(void **state) {
  (void)state;
  const char *const limits[] = {
      "depth 1 movetime 3600000",       "movetime 3600000 depth 2 nodes 1000000000000", "nodes 100 movetime 3600000",
      "nodes 1000000000000 movetime 5", "movetime 3600000 p1time 1000 p1inc 0",         "p1time 3600000 movetime 5",
      "depth 0 nodes 1000000000000"};
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    char line[128];
    (void)snprintf(line, sizeof line, "go %s\n", limits[i]);
    test_process process = process_open("ugi");
    process_send(&process, line);
    process_expect(&process, "bestmove ");
    assert_int_equal(process_end(&process), 0);
    process_close(&process);
  }
}

/* Returns the answer without the parts that depend on the machine. */
static char *output_without_times(const char *lines) {
  char *text = run_search(lines), *to = text;
  for (const char *from = text; *from != '\0';) {
    bool is_time = strncmp(from, " nps ", 5) == 0 || strncmp(from, " time ", 6) == 0;
    if (is_time) from += 1 + strcspn(from + 1, " ");
    if (is_time) from += 1 + strcspn(from + 1, " \n");
    if (!is_time) *to++ = *from++;
  }
  *to = '\0';
  return text;
}

static void test_searches_are_repeatable(void **state) {
  (void)state;
  for (size_t i = 0; i < GAMES; i++) {
    char lines[256];
    (void)snprintf(lines, sizeof lines, "setoption name Game value %s\nsetoption name MultiPV value 2\ngo nodes 3000\n",
                   all_games[i]);
    char *first = output_without_times(lines), *second = output_without_times(lines);
    assert_string_equal(first, second);
    free(first);
    free(second);
  }
}

static void test_the_same_seed_repeats_the_moves(void **state) {
  (void)state;
  const char lines[] = "setoption name Level value 0\nsetoption name Seed value 42\ngo\ngo\ngo\nquit\n";
  char *first = strdup(run_ugi(lines)), *second = strdup(run_ugi(lines));
  char *a = first, *b = second;
  for (int i = 0; i < 3; i++) {
    a = strstr(a, "bestmove ") + 9;
    b = strstr(b, "bestmove ") + 9;
    assert_int_equal(strcspn(a, "\n"), strcspn(b, "\n"));
    assert_memory_equal(a, b, strcspn(a, "\n"));
  }
  free(first);
  free(second);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_go_with_every_limit_in_every_game),
      cmocka_unit_test(test_every_player_answers_in_every_game),
      cmocka_unit_test(test_go_without_limits_ends),
      cmocka_unit_test(test_a_proved_score_is_exact),
      cmocka_unit_test(test_several_lines_are_numbered),
      cmocka_unit_test(test_there_are_no_more_lines_than_moves),
      cmocka_unit_test(test_go_answers_none_at_a_roll_and_at_the_end),
      cmocka_unit_test(test_a_rejected_go_starts_no_search),
      cmocka_unit_test(test_infinite_ends_only_with_stop),
      cmocka_unit_test(test_infinite_waits_for_stop_after_a_proof),
      cmocka_unit_test(test_every_go_has_one_bestmove),
      cmocka_unit_test(test_a_late_stop_does_not_end_the_next_search),
      cmocka_unit_test(test_stop_ends_a_long_search),
      cmocka_unit_test(test_quit_and_the_end_of_input_end_a_search),
      cmocka_unit_test(test_a_command_that_changes_state_ends_the_search_first),
      cmocka_unit_test(test_a_rejected_command_does_not_end_the_search),
      cmocka_unit_test(test_the_limit_reached_first_ends_the_search),
      cmocka_unit_test(test_searches_are_repeatable),
      cmocka_unit_test(test_the_same_seed_repeats_the_moves),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  free(ugi_output);
  return failed;
}
