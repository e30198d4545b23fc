/* The engine in `ascona play`: its moves, its advice, and that it can be interrupted. */
#define _GNU_SOURCE
#include "play_cli.h"

static const char *const games[] = {"delta", "neo-delta", "kulami", "delfino",
                                    "circle-delta:rings=2,petals=3,men=2,reds=1,greens=2"};
enum { GAMES = sizeof games / sizeof games[0] };

static void test_engines_play_whole_games(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    const char *path = fresh_path("engines.txt");
    PLAY(0, "", games[i], "--players", "engine:2,engine:10,nodes=200", "--seed", "7", "--save", path);
    assert_tag(path, "Player1", "engine:2");
    assert_tag(path, "Player2", "engine:10,nodes=200");
    char *once = read_file(path);
    assert_lacks(once, "[Result \"none\"]");
    path = fresh_path("engines.txt");
    PLAY(0, "", games[i], "--players", "engine:2,engine:10,nodes=200", "--seed", "7", "--save", path);
    char *again = read_file(path);
    assert_string_equal(once, again);
    free(once);
    free(again);
  }
}

static void test_a_resumed_game_continues_as_if_never_stopped(void **state) {
  (void)state;
  const char *path = fresh_path("levels.txt");
  PLAY(0, "", "delta", "--players", "engine:3,engine:4", "--games", "3", "--seed", "1", "--save", path);
  char *whole = read_file(path), *third = whole;
  for (int game = 1; game < 3; game++) third = strstr(third + 1, "\n\n[Game ");
  third[1] = '\0';
  write_file(path, whole);
  third[1] = '\n';
  PLAY(0, "", "--resume", path);
  char *resumed = read_file(path);
  assert_string_equal(resumed, whole);
  free(whole);
  free(resumed);
}

static void test_the_default_opponent_has_level_5(void **state) {
  (void)state;
  fresh_state_folder();
  assert_has(PLAY(0, "record\n", "delta"), "[Player1 \"human\"]\n[Player2 \"engine:5\"]\n");
  assert_has(PLAY(0, "record\n", "delfino:players=3"), "[Player2 \"engine:5\"]\n[Player3 \"engine:5\"]\n");
}

static void test_unknown_players_are_rejected(void **state) {
  (void)state;
  fresh_state_folder();
  assert_has(PLAY(2, "", "delta", "--players", "human,engine:11"), "11");
  assert_has(PLAY(2, "", "delta", "--players", "human,engine:"), "ascona: players: ");
  assert_has(PLAY(2, "", "delta", "--players", "human,engine:5,colour=red"), "colour");
  assert_has(PLAY(2, "", "delta", "--players", "human,nodes=5,engine:5"), "unknown player 'nodes=5'");
}

static void test_a_hint_names_the_best_move(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "hint\n", "delta", "--moves", BEFORE_RELAY, "--players", "human,human:Ann");
  assert_has(answer, "Best is ");
  assert_has(answer, ". Black (Ann) wins by 13 points with best play. That is");
  assert_has(answer, "A move may begin with one of these");
}

static void test_a_hint_respects_the_selection(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "hint c4\n", "delta", "--moves", BEFORE_RELAY, "--players", "human,human");
  assert_has(answer, "Of these moves the best ");
  assert_has(strstr(answer, "the best "), " c4-");
  assert_has(answer, "c4 goes on with one of these");
}

static void test_a_hint_is_a_whole_turn(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "hint\n", "delfino", "--moves", "1.1 4.4 r2", "--players", "human,human");
  const char *hint = strstr(answer, "Best seems ");
  assert_non_null(hint);
  assert_has(hint, "'s chance to win is about ");
  assert_has(hint, "That is a guess");
}

static void test_the_value_is_printed_in_words(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "eval\n", "delta", "--moves", BEFORE_RELAY, "--players", "human,human");
  assert_has(answer, "Black wins by 13 points with best play. That is proved.\nExpected: ");
  answer = PLAY(0, "eval\n", "delfino:players=3", "--moves", "1.1 1.5 5.1", "--players", "human,human,human", "--dice",
                "hand");
  assert_has(answer, "Chances to win: Red ");
  assert_has(answer, " %, Black ");
}

static void test_the_engine_answers_a_draw_offer(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "draw\n", "delta", "--players", "engine:0,human", "--moves", BEFORE_RELAY);
  assert_has(answer, "White (Computer, level 0) agrees. White (Computer, level 0) loses by 13 points\nwith best play.");
  assert_has(answer, "The players agreed on a draw.");
  answer = PLAY(0, "draw\n", "delta", "--players", "engine:0,human", "--moves", BEFORE_BLUNDER " b2-d4");
  assert_has(answer, "White (Computer, level 0) declines. White (Computer, level 0) wins by ");
  assert_has(answer, "No draw: every seat must agree.");
}

static void test_the_level_can_be_changed(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "level 2\nd4\nlevel\nlevel 11\nlevel 2,nodes=9\nrecord\n", "kulami", "--seed", "1");
  assert_has(answer, "The computer plays at level 2 from now on.");
  assert_has(answer, "Black (Computer, level 2) plays ");
  assert_has(answer, "Say which: a level from 0 to 10");
  assert_has(answer, "Not possible: ");
  assert_has(answer, "[Player2 \"engine:2,nodes=9\"]");
  assert_has(PLAY(0, "level 3\n", "kulami", "--players", "human,human"), "Not possible: no engine is playing.");
}

static void test_evaluations_of_the_engine_can_be_saved(void **state) {
  (void)state;
  char path[256];
  (void)snprintf(path, sizeof path, "%s", fresh_path("evals.txt"));
  const char *answer = PLAY(0, "d4\nundo\nd4\nrecord\n", "kulami", "--players", "human,engine:10,depth=2", "--seed",
                            "1", "--evals", "--save", path);
  const char *record = strstr(answer, "\n1. d4 ");
  assert_has(record, " {[%eval estimate ");
  assert_lacks(strstr(record, "[%eval") + 1, "[%eval");
  assert_lacks(PLAY(0, "record\n", "--resume", path), "stays as it is");
  char *text = read_file(path);
  assert_has(text, " {[%eval estimate ");
  free(text);
  answer = PLAY(0, "d4\nrecord\n", "kulami", "--players", "human,engine:10,depth=2");
  assert_lacks(answer, "[%eval");
}

static void test_control_c_interrupts_thinking(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("kulami", "human,engine:10,movetime=3600000", "");
  process_expect(&process, "Red> ");
  process_send(&process, "d4\n");
  process_expect(&process, "is thinking");
  process_send(&process, "\003");
  process_expect(&process, "ascona play --resume");
  assert_int_equal(process_end(&process), 0);
  assert_lacks(process.text, " plays ");
  process_close(&process);
}

static void test_a_signal_interrupts_thinking(void **state) {
  (void)state;
  char path[300];
  (void)snprintf(path, sizeof path, "%s/ascona/play.txt", fresh_state_folder());
  test_process process = process_open("play", "kulami", "--players", "human,engine:10,movetime=3600000,threads=2");
  process_send(&process, "d4\n");
  process_expect(&process, "Red> d4\n");
  kill(process.id, SIGTERM);
  assert_int_equal(process_end(&process), -SIGTERM);
  assert_has(process.text, "ascona play --resume");
  process_close(&process);
  char *text = read_file(path);
  assert_has(text, "1. d4 none");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_engines_play_whole_games),
      cmocka_unit_test(test_a_resumed_game_continues_as_if_never_stopped),
      cmocka_unit_test(test_the_default_opponent_has_level_5),
      cmocka_unit_test(test_unknown_players_are_rejected),
      cmocka_unit_test(test_a_hint_names_the_best_move),
      cmocka_unit_test(test_a_hint_respects_the_selection),
      cmocka_unit_test(test_a_hint_is_a_whole_turn),
      cmocka_unit_test(test_the_value_is_printed_in_words),
      cmocka_unit_test(test_the_engine_answers_a_draw_offer),
      cmocka_unit_test(test_the_level_can_be_changed),
      cmocka_unit_test(test_evaluations_of_the_engine_can_be_saved),
      cmocka_unit_test(test_control_c_interrupts_thinking),
      cmocka_unit_test(test_a_signal_interrupts_thinking),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
