/* The engine protocol, tested by driving `ascona ugi` over pipes: all commands except searches, errors, and arbitrary
   bytes as input. */
#define _GNU_SOURCE
#include "ugi_cli.h"

static void test_ugi_lists_name_and_options(void **state) {
  (void)state;
  const char *answer = run_ugi("ugi\nquit\n");
  assert_int_equal(strncmp(answer, "id name Ascona ", 15), 0);
  assert_has(answer, "\nid author ");
  assert_has(answer, "\noption name Game type string default delta\n");
  assert_has(answer, "\noption name Threads type spin default 1 min 1 max ");
  assert_has(answer, "\noption name Hash type spin default 64 min 1 max ");
  assert_has(answer, "\noption name Level type spin default 10 min 0 max 10\n");
  assert_has(answer, "\noption name MultiPV type spin default 1 min 1 max ");
  assert_has(answer, "\noption name Seed type spin default 0 min 0 max ");
  assert_has(answer, "\noption name Player type string default <empty>\n");
  assert_string_equal(answer + strlen(answer) - 7, "\nugiok\n");
}

static void test_ugi_lists_the_extensions(void **state) {
  (void)state;
  const char *answer = run_ugi("ugi\nquit\n");
  const char *const extensions[] = {"query gameover", "query turn",   "query p1turn",     "query p4turn",
                                    "query result",   "query points", "query legalmoves", "query position",
                                    "query hash",     "p1time p1inc", "p4time p4inc",     "exact lower upper estimate"};
  for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) assert_has(answer, extensions[i]);
}

static void test_isready_is_answered(void **state) {
  (void)state;
  assert_answers("isready\nisready\nquit\n", "readyok\nreadyok\n");
}

static void test_the_game_is_an_option(void **state) {
  (void)state;
  char lines[256];
  const char *const games[] = {"delta", "neo-delta", "kulami:level=3", "delfino:players=4", "circle-delta"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    asc_rules *rules;
    asc_position start;
    char position[ASC_POSITION_TEXT_MAX], answer[ASC_POSITION_TEXT_MAX + 16];
    assert_int_equal(asc_rules_open(&rules, games[i], NULL), ASC_OK);
    asc_position_start(rules, &start);
    asc_position_write(rules, &start, position, sizeof position);
    (void)snprintf(lines, sizeof lines, "setoption name Game value %s\nquery position\nquit\n", games[i]);
    (void)snprintf(answer, sizeof answer, "response %s\n", position);
    assert_answers(lines, answer);
    asc_rules_close(rules);
  }
}

static void test_another_game_starts_at_its_first_position(void **state) {
  (void)state;
  assert_string_equal(run_ugi("position startpos moves b2\nsetoption name game value delta\nquery turn\nquit\n"),
                      "response 1\n");
}

static void test_invalid_options_are_rejected(void **state) {
  (void)state;
  assert_rejected("setoption name Game value chess", "known are delta");
  assert_rejected("setoption name Game value delta:size=7", "4 to 6");
  assert_rejected("setoption name Game value", "setoption");
  assert_rejected("setoption name Threads value 0", "from 1 to");
  assert_rejected("setoption name Threads value many", "'many'");
  assert_rejected("setoption name Hash value 99999999999999999999", "Hash");
  assert_rejected("setoption name Level value 11", "from 0 to 10");
  assert_rejected("setoption name Player value deep-blue", "'deep-blue': the players are");
  assert_rejected("setoption name Player value uct,hash=much", "'much': hash is a whole number");
  assert_rejected("setoption name MultiPV value -1", "MultiPV");
  assert_rejected("setoption name Seed value 1.5", "Seed");
  assert_rejected("setoption name Contempt value 1", "'Contempt'");
  assert_rejected("setoption Threads 4", "setoption name NAME value VALUE");
  assert_rejected("setoption", "setoption name NAME value VALUE");
}

static void test_accepted_options_are_silent(void **state) {
  (void)state;
  assert_answers("setoption name Threads value 4\nsetoption name Hash value 64\nsetoption name Level value 0\n"
                 "setoption name MultiPV value 3\nsetoption name Seed value 5\nsetoption name Player value uct\n"
                 "setoption name Player value <empty>\nsetoption name Player value\nquit\n",
                 "");
}

static void test_uginewgame_resets_the_position(void **state) {
  (void)state;
  assert_answers("position startpos moves b2\nquery turn\nuginewgame\nquery turn\nquit\n", "response 2\nresponse 1\n");
}

static void test_position_with_moves(void **state) {
  (void)state;
  assert_answers("position startpos moves b2 b4 b2-e2\nquery turn\nquery p1turn\nquery p2turn\nquery p3turn\nquit\n",
                 "response 2\nresponse false\nresponse true\nresponse false\n");
}

static void test_position_fen_reads_what_query_position_writes(void **state) {
  (void)state;
  char position[ASC_POSITION_TEXT_MAX], lines[2 * ASC_POSITION_TEXT_MAX], hash[64];
  (void)snprintf(hash, sizeof hash, "%s", run_ugi("position startpos moves b2 b4\nquery hash\nquit\n"));
  (void)snprintf(position, sizeof position, "%s", run_ugi("position startpos moves b2 b4\nquery position\nquit\n"));
  position[strcspn(position, "\n")] = '\0';
  (void)snprintf(lines, sizeof lines, "position fen %s\nquery hash\nquit\n", position + strlen("response "));
  assert_answers(lines, hash);
  (void)snprintf(lines, sizeof lines, "position fen %s moves b2-e2\nquery turn\nquit\n",
                 position + strlen("response "));
  assert_answers(lines, "response 2\n");
}

static void test_rejected_positions_name_the_token(void **state) {
  (void)state;
  assert_rejected("position startpos moves b2 b4 b2-b3 z9", "move 3, 'b2-b3'");
  assert_rejected("position startpos b4", "'b4'");
  assert_rejected("position endpos", "'endpos'");
  assert_rejected("position", "startpos or fen");
  assert_rejected("position fen", "position string");
  assert_rejected("position fen nonsense", "'nonsense'");
  assert_rejected("position fen 1:xyz moves b2", "'");
  assert_rejected("position startpos moves " RELAY " a1", "move 13, 'a1'");
}

static void test_queries_of_an_open_game(void **state) {
  (void)state;
  assert_answers("query gameover\nquery result\nquery points\nquery turn\nquit\n",
                 "response false\nresponse none\nresponse 0 0\nresponse 1\n");
}

static void test_queries_of_a_finished_game(void **state) {
  (void)state;
  assert_answers("position startpos moves " RELAY "\nquery gameover\nquery result\nquery points\nquery turn\n"
                 "query p1turn\nquery legalmoves\nquit\n",
                 "response true\nresponse p2win\nresponse 0 13\nresponse none\nresponse false\nresponse\n");
}

static void test_queries_of_the_fourth_player_and_of_the_die(void **state) {
  (void)state;
  assert_answers("setoption name Game value delfino:players=4\nposition startpos moves 1.1 1.5 5.1\nquery turn\n"
                 "query p4turn\nquery points\nposition startpos moves 1.1 1.5 5.1 5.5\nquery turn\nquery p1turn\n"
                 "query legalmoves\nquit\n",
                 "response 4\nresponse true\nresponse 0 0 0 0\nresponse chance\nresponse false\nresponse r2 r3 r4\n");
}

static void test_legal_moves_are_sorted_bytewise(void **state) {
  (void)state;
  char *answer = strdup(run_ugi("position startpos moves b2 b4\nquery legalmoves\nquit\n"));
  char *rest = answer + strlen("response"), last[ASC_TOKEN_MAX] = "";
  int count = 0;
  for (char *word; (word = strtok_r(rest, " \n", &rest)) != NULL; count++) {
    assert_true(strcmp(last, word) < 0);
    (void)snprintf(last, sizeof last, "%s", word);
  }
  assert_true(count > 3);
  free(answer);
}

static void test_the_hash_depends_on_rules_and_position(void **state) {
  (void)state;
  asc_rules *rules;
  asc_position start;
  char answer[64];
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  asc_position_start(rules, &start);
  (void)snprintf(answer, sizeof answer, "response %016llx\n", (unsigned long long)asc_position_hash(rules, &start));
  asc_rules_close(rules);
  assert_answers("query hash\nquit\n", answer);
  assert_string_not_equal(run_ugi("setoption name Game value delta:scoring=simple\nquery hash\nquit\n"), answer);
}

static void test_unknown_words_are_rejected(void **state) {
  (void)state;
  assert_rejected("castle", "unknown command 'castle'");
  assert_rejected("query", "query: say what");
  assert_rejected("query weather", "'weather'");
  assert_rejected("query turn now", "'now'");
  assert_rejected("isready now", "'now'");
  assert_rejected("QUIT", "unknown command 'QUIT'");
}

static void test_blanks_and_line_ends_do_not_matter(void **state) {
  (void)state;
  assert_answers("\r\n\n   \t\n  isready  \r\n\tquery\tturn\r\nquit", "readyok\nresponse 1\n");
}

/* Checks that the program still answers after the bytes, in UTF-8, and ends without an error. */
static void assert_survives(const char *bytes, size_t length, const char *words) {
  test_process process = process_open("ugi");
  process_feed(&process, bytes, length);
  process_feed(&process, "\nisready\nquit\n", 14);
  assert_int_equal(process_end(&process), 0);
  assert_has(process.text, "\nreadyok\n");
  assert_has(process.text, words);
  assert_int_equal(asc_utf8_check(process.text, process.length, NULL), ASC_OK);
  process_close(&process);
}

static void test_nul_bytes_are_accepted_as_input(void **state) {
  (void)state;
  assert_survives("quit\0quit\nposition\0startpos", 27, "unknown command 'quit?quit'");
}

static void test_invalid_utf8_is_accepted_as_input(void **state) {
  (void)state;
  const char bytes[] = "\xff\xfe\xc3\n\xed\xa0\x80\nsetoption name Game value n\xc3\xa9o\nposition fen 1:\xe2\x82";
  assert_survives(bytes, sizeof bytes - 1, "unknown command '?");
}

static void test_an_error_does_not_cut_a_character_in_two(void **state) {
  (void)state;
  char bytes[400];
  for (int shift = 0; shift < 4; shift++) {
    int length = snprintf(bytes, sizeof bytes, "position fen %.*s", shift, "xyz");
    for (int i = 0; i < 100; i++) length += snprintf(bytes + length, sizeof bytes - (size_t)length, "\xe2\x99\x9e");
    assert_survives(bytes, (size_t)length, "info string error position");
  }
}

static void test_a_very_long_line_is_rejected(void **state) {
  (void)state;
  size_t length = 5U << 20;
  char *bytes = malloc(length);
  memset(bytes, 'x', length);
  assert_survives(bytes, length, "info string error the line is too long\n");
  free(bytes);
}

static void test_random_bytes_are_accepted_as_input(void **state) {
  (void)state;
  enum { LENGTH = 1 << 18 };
  char *bytes = malloc(LENGTH);
  asc_random random;
  asc_random_seed(&random, 1);
  const char *const words[] = {"position ", "startpos ", "moves ", "go ", "fen ",   "setoption ", "name ",     "Game ",
                               "value ",    "delta ",    "stop\n", "b2 ", "query ", "ugi\n",      "infinite\n"};
  for (int i = 0; i < LENGTH;) {
    const char *word = words[asc_random_below(&random, sizeof words / sizeof words[0])];
    if (asc_random_below(&random, 2) == 0 && i + (int)strlen(word) < LENGTH) {
      memcpy(bytes + i, word, strlen(word));
      i += (int)strlen(word);
    } else {
      bytes[i++] = (char)asc_random_next(&random);
    }
  }
  assert_survives(bytes, LENGTH, "unknown command");
  free(bytes);
}

static void test_a_closed_output_ends_the_program(void **state) {
  (void)state;
  test_process process = process_open("ugi");
  close(process.out);
  process.out = open("/dev/null", O_RDONLY | O_CLOEXEC);
  process_send(&process, "ugi\n");
  /* Its input stays open: it must end because stdout is closed. */
  int status;
  assert_int_equal(waitpid(process.id, &status, 0), process.id);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  close(process.in);
  close(process.out);
  process_close(&process);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ugi_lists_name_and_options),
      cmocka_unit_test(test_ugi_lists_the_extensions),
      cmocka_unit_test(test_isready_is_answered),
      cmocka_unit_test(test_the_game_is_an_option),
      cmocka_unit_test(test_another_game_starts_at_its_first_position),
      cmocka_unit_test(test_invalid_options_are_rejected),
      cmocka_unit_test(test_accepted_options_are_silent),
      cmocka_unit_test(test_uginewgame_resets_the_position),
      cmocka_unit_test(test_position_with_moves),
      cmocka_unit_test(test_position_fen_reads_what_query_position_writes),
      cmocka_unit_test(test_rejected_positions_name_the_token),
      cmocka_unit_test(test_queries_of_an_open_game),
      cmocka_unit_test(test_queries_of_a_finished_game),
      cmocka_unit_test(test_queries_of_the_fourth_player_and_of_the_die),
      cmocka_unit_test(test_legal_moves_are_sorted_bytewise),
      cmocka_unit_test(test_the_hash_depends_on_rules_and_position),
      cmocka_unit_test(test_unknown_words_are_rejected),
      cmocka_unit_test(test_blanks_and_line_ends_do_not_matter),
      cmocka_unit_test(test_nul_bytes_are_accepted_as_input),
      cmocka_unit_test(test_invalid_utf8_is_accepted_as_input),
      cmocka_unit_test(test_an_error_does_not_cut_a_character_in_two),
      cmocka_unit_test(test_a_very_long_line_is_rejected),
      cmocka_unit_test(test_random_bytes_are_accepted_as_input),
      cmocka_unit_test(test_a_closed_output_ends_the_program),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  free(ugi_output);
  return failed;
}
