/* Tests of `ascona play` with the real program, over pipes and on a terminal: whole games are typed in, undone, lost
   and drawn. */
#define _GNU_SOURCE
#include "play_cli.h"

#include <sys/ioctl.h>
#include <termios.h>

static const char *const games[] = {"delta", "neo-delta", "kulami", "delfino",
                                    "circle-delta:rings=2,petals=3,men=2,reds=1,greens=2"};
enum { GAMES = sizeof games / sizeof games[0] };

static void test_whole_games_can_be_typed(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 10 + (uint64_t)i);
    const char *path = fresh_path("typed.txt");
    PLAY(0, script.plies, games[i], "--players", "human,human:Ann", "--dice", "hand", "--save", path);
    assert_saved(path, &script);
    assert_tag(path, "Player2", "Ann");
    script_close(&script);
  }
}

static void test_whole_games_can_be_typed_as_selections(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 20 + (uint64_t)i);
    const char *path = fresh_path("touched.txt");
    PLAY(0, script.selections, games[i], "--players", "human,human", "--dice", "hand", "--save", path);
    assert_saved(path, &script);
    script_close(&script);
  }
}

static void test_engines_play_whole_games(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    const char *path = fresh_path("engines.txt");
    PLAY(0, "", games[i], "--players", "engine:0,engine:0", "--seed", "7", "--save", path);
    char *once = read_file(path);
    assert_lacks(once, "[Result \"none\"]");
    path = fresh_path("engines.txt");
    PLAY(0, "", games[i], "--players", "engine:0,engine:0", "--seed", "7", "--save", path);
    char *again = read_file(path);
    assert_string_equal(once, again);
    free(once);
    free(again);
  }
}

static void test_undo_returns_to_your_own_move(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "d4\nundo\nrecord\nundo\n", "kulami", "--seed", "1");
  assert_has(answer, "[%redo d4 ");
  assert_has(answer, "Not possible: ");
}

static void test_undo_never_passes_a_roll(void **state) {
  (void)state;
  fresh_state_folder();
  assert_has(PLAY(0, "1.1\n4.4\nundo\n", "delfino", "--players", "human,human"),
             "Not possible: a die roll cannot be taken back.");
  assert_lacks(PLAY(0, "1.1\n4.4\nr3\nundo\nundo\nundo\n", "delfino", "--players", "human,human", "--dice", "hand"),
               "Not possible");
}

static void test_a_roll_can_be_left_to_the_program(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "1.1\n4.4\n\nundo\n", "delfino", "--players", "human,human", "--dice", "hand");
  assert_has(answer, "The die shows ");
  assert_has(answer, "Not possible: a die roll cannot be taken back.");
}

static void test_resigning_names_the_player(void **state) {
  (void)state;
  fresh_state_folder();
  /* at a roll no player is to move; Red is the engine */
  const char *answer = PLAY(0, "4.4\nresign\nresign Red\nresign Zoe\nresign ann\n", "delfino", "--players",
                            "engine:0,human:Ann", "--dice", "hand", "--moves", "1.1");
  assert_has(answer, "Say who gives up, for example: resign Black\n");
  assert_lacks(answer, "resign Red\nBlack (Ann) gives up");
  assert_has(answer, "Black (Ann) has given up.\nRed (Computer, level 0) wins");
  assert_lacks(answer, "Player 2");
  assert_has(PLAY(0, "resign black (ann)\n", "delta", "--players", "human,human:Ann"), "Black (Ann) has given up.");
  answer = PLAY(0, "resign Ann\nresign white\n", "delta", "--players", "human:Ann,human:Ann");
  assert_has(answer, "Say who gives up, for example: resign White\n");
  assert_has(answer, "White (Ann) has given up.\nBlack (Ann) wins and has 25 points.\n");
  assert_has(PLAY(0, "resign\n", "delfino", "--players", "engine:0,engine:0", "--dice", "hand"),
             "Only a person can give up, and none is playing.");
}

static void test_every_seat_must_agree_to_a_draw(void **state) {
  (void)state;
  const char *path = fresh_path("draw.txt");
  const char *answer = PLAY(0, "draw\nno\ndraw\nyes\n", "delta", "--players", "human,human", "--save", path);
  assert_has(answer, "No draw: every seat must agree.");
  assert_tag(path, "Result", "draw");
  assert_tag(path, "Points", "0 0");
}

static void test_wrong_input_is_explained_and_changes_nothing(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "b2\nb4\nb2-b3\nb2 b3\nzz\nwhy b4\nhint b2\nE2\nrecord\n", "delta", "--players",
                            "human,human", "--ascii");
  assert_has(answer, "A precursor moves at least two squares.");
  assert_has(answer, "White b2> ");
  assert_has(answer, "1. b2 b4 2. b2-e2 none");
}

static void test_another_piece_may_be_selected_instead(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer =
      PLAY(0, "b2\nb4\nb2-e2\nb4-e4\ne2\nd2\nrecord\nd2\n\nmoves\n", "delta", "--players", "human,human", "--ascii");
  assert_has(answer, "White e2> d2");
  assert_has(answer, "White d2> ");
}

static void test_a_line_may_contain_the_plies_of_a_turn(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer =
      PLAY(0, "1.1 4.4\n4.4\nr3\nturn ne2 end\nrecord\n", "delfino", "--players", "human,human", "--dice", "hand");
  assert_has(answer, "Your turn is over; 4.4 was not played.");
  assert_has(answer, "Your turn is over; end was not played.");
  assert_has(answer, "1.1 4.4 ");
  assert_has(answer, "r3 turn ne2");
}

static void test_help_hints_and_files(void **state) {
  (void)state;
  fresh_state_folder();
  char input[1024], path[256], svg[256];
  (void)snprintf(path, sizeof path, "%s", fresh_path("saved.txt"));
  (void)snprintf(svg, sizeof svg, "%s", fresh_path("saved.svg"));
  (void)snprintf(input, sizeof input,
                 "help\nmoves\nhint\nrules\nposition\nshow\nsave\nsave %s\nsave %s\nsvg %s\nquit\n", path, path, svg);
  const char *answer = PLAY(0, input, "delta");
  assert_has(answer, "for example a1");
  assert_has(answer, "## Rulings");
  assert_has(answer, "Say where");
  assert_has(answer, "is there already and stays as it is.");
  assert_tag(path, "Game", "delta");
  char *drawing = read_file(svg);
  assert_has(drawing, "<svg");
  free(drawing);
}

static void test_a_missing_game_is_asked_for(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PLAY(0, "chess\n99\n1\nb2\n", "--ascii");
  assert_has(answer, "Which game?");
  assert_has(answer, "known are delta");
  assert_has(answer, "plays ");
  assert_has(PLAY(0, "r\nrecord\n", "--ascii"), "1. b2 ");
  assert_has(PLAY(0, "", "--ascii"), "Which game?");
}

static void test_bad_options_are_rejected(void **state) {
  (void)state;
  fresh_state_folder();
  assert_has(PLAY(2, "", "chess"), "known are delta");
  assert_has(PLAY(2, "", "delta", "--players", "human"), "1 player for delta, which is played by 2");
  assert_has(PLAY(2, "", "delta", "--players", "human,robot"), "known are human, human:NAME, engine:0 to engine:10,");
  assert_has(PLAY(2, "", "delta", "--players", "human:,human"), "known are");
  assert_has(PLAY(2, "", "delta", "--players", "human,"), "known are");
  assert_has(PLAY(2, "", "delta", "--players", "human:engine:0,human"), "known are");
  assert_has(PLAY(2, "", "delta", "--players", "human:engine:5,human"), "known are");
  assert_has(PLAY(2, "", "delta", "--games", "0"), "from 1 to");
  assert_has(PLAY(2, "", "delta", "--seed", "-1"), "from 0 to");
  assert_has(PLAY(2, "", "delta", "--dice", "loaded"), "'loaded'");
  assert_has(PLAY(2, "", "delta", "--color", "pink"), "'pink'");
  assert_has(PLAY(2, "", "delta", "--position", "nonsense"), "ascona: position: ");
  assert_has(PLAY(2, "", "delta", "--moves", "b2 b2"), "move 2, 'b2'");
  assert_has(PLAY(2, "", "delta", "--save", "/dev/null"), "already");
  assert_has(PLAY(2, "", "delta", "--save", ""), "empty");
  assert_has(PLAY(2, "", "delta", "--save", "-"), "not in -");
  assert_has(PLAY(2, "", "--resume", "--games", "2"), "--resume");
  assert_int_not_equal(access(fresh_state_folder(), F_OK), 0);
}

static void test_any_bytes_may_be_typed(void **state) {
  (void)state;
  fresh_state_folder();
  enum { LENGTH = 1 << 17 };
  char *bytes = malloc(LENGTH);
  asc_random random;
  asc_random_seed(&random, 1);
  for (int i = 0; i < LENGTH; i++) bytes[i] = (char)asc_random_next(&random);
  memset(bytes + LENGTH / 2, 'x', LENGTH / 4);
  test_process process = process_open("play", "kulami");
  process_feed(&process, bytes, LENGTH);
  assert_int_equal(process_end(&process), 0);
  assert_has(process.text, "That line is too long.");
  assert_int_equal(asc_utf8_check(process.text, process.length, NULL), ASC_OK);
  process_close(&process);
  free(bytes);
}

static void test_tab_completes_and_control_c_cancels_a_line(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("kulami", "human,engine:0", "");
  process_expect(&process, "Red> ");
  process_send(&process, "d\t");
  process_expect(&process, "d1");
  process_expect(&process, "d8");
  process_send(&process, "4\n");
  process_expect(&process, "plays ");
  process_expect(&process, "Red> ");
  process_send(&process, "resi\t\n");
  process_expect(&process, "Resign? (yes/no) ");
  process_send(&process, "no\n");
  process_expect(&process, "Red> ");
  process_send(&process, "resign"); /* cancelled with Ctrl-C: no confirmation is asked for */
  process_expect(&process, "resign");
  process_send(&process, "\003");
  process_expect(&process, "^C");
  process_expect(&process, "Red> ");
  process_send(&process, "\003");
  process_expect(&process, "quit leaves, and so does Ctrl-D.");
  process_expect(&process, "Red> ");
  process_send(&process, "\003");
  process_expect(&process, "ascona play --resume");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

/* Word and Ctrl-C arrive together. As a signal, Ctrl-C would make the terminal discard input that the program has not
   read yet. */
static void test_control_c_cancels_input_that_arrives_with_it(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("kulami", "human,engine:0", "");
  process_expect(&process, "Red> ");
  for (int i = 0; i < 5; i++) {
    process_send(&process, "resign\003");
    process_expect(&process, "^C");
    process_expect(&process, "Red> ");
  }
  assert_null(strstr(process.text, "quit leaves"));
  process_send(&process, "\003\003");
  process_expect(&process, "quit leaves, and so does Ctrl-D.");
  process_expect(&process, "Red> ");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

/* The time left after a move is written behind it in the record, and the game resumes in the same file. */
static void test_clocks_are_saved_with_the_moves(void **state) {
  (void)state;
  char path[256];
  (void)snprintf(path, sizeof path, "%s", fresh_path("clocks.txt"));
  PLAY(0, "b2\nb4\nb2-e2\n", "delta", "--players", "human,human", "--clock", "10+7", "--save", path);
  char *text = read_file(path);
  assert_has(text, "1. b2 {[%clk 0:10:0");
  assert_has(text, "2. b2-e2 {[%clk 0:10:1");
  free(text);
  assert_lacks(PLAY(0, "b4-b1\n", "--resume", path), "stays as it is");
  text = read_file(path);
  assert_has(text, "2. b2-e2 {[%clk 0:10:1");
  assert_has(text, "2... b4-b1 {[%clk 0:10:1");
  free(text);
  assert_lacks(PLAY(0, "b2\nrecord\n", "delta", "--players", "human,human"), "[%clk");
}

static void test_the_terminal_is_set_up_again_after_a_stop(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("kulami", "human,engine:0", "");
  int status;
  struct termios shell;
  process_expect(&process, "Red> ");
  kill(process.id, SIGSTOP);
  assert_int_equal(waitpid(process.id, &status, WUNTRACED), process.id);
  assert_true(WIFSTOPPED(status));
  /* as a shell leaves the terminal: whole lines, echoed */
  assert_int_equal(tcgetattr(process.in, &shell), 0);
  shell.c_lflag |= ICANON | ECHO;
  assert_int_equal(tcsetattr(process.in, TCSANOW, &shell), 0);
  kill(process.id, SIGCONT);
  process_expect(&process, "Red> ");
  process_send(&process, "d\t");
  process_expect(&process, "d8");
  process_send(&process, "4\nquit\n");
  process_expect(&process, "ascona play --resume");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_a_window_may_change_its_size(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("kulami", "human,human", "");
  process_expect(&process, "Red> ");
  const struct winsize narrow = {.ws_col = 24, .ws_row = 50}, wide = {.ws_col = 200, .ws_row = 50};
  ioctl(process.in, TIOCSWINSZ, &narrow);
  process_send(&process, "moves\n");
  process_expect(&process, "\r\n  a1  b6  d3  e8  g5\r\n");
  ioctl(process.in, TIOCSWINSZ, &wide);
  process_send(&process, "moves\n");
  process_expect(&process, "\r\n  a1  a3  a5  a7  b1");
  process_send(&process, "quit\n");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_a_rematch_is_offered_on_a_terminal(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("delta", "human,engine:0", "");
  process_expect(&process, "White> ");
  process_send(&process, "resign\n");
  process_expect(&process, "Black (Computer, level 0) then wins and has 25 points.");
  process_send(&process, "yes\n");
  process_expect(&process, "Play again? (yes/no) ");
  process_send(&process, "yes\n");
  process_expect(&process, "After 1 of 2 games");
  process_expect(&process, "White (Computer, level 0) plays ");
  process_expect(&process, "Black> ");
  process_send(&process, "quit\n");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_an_end_on_the_board_can_be_undone_on_a_terminal(void **state) {
  (void)state;
  fresh_state_folder();
  test_process process = terminal_open("delta", "human,human", BEFORE_RELAY);
  process_expect(&process, "Black> ");
  process_send(&process, "c5-e3\n");
  process_expect(&process, "13 points");
  process_expect(&process, "Play again? (yes/no) ");
  process_send(&process, "undo\n");
  process_expect(&process, "Black> ");
  process_send(&process, "redo\n");
  process_expect(&process, "Play again? (yes/no) ");
  process_send(&process, "no\n");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_games_can_be_typed),
      cmocka_unit_test(test_whole_games_can_be_typed_as_selections),
      cmocka_unit_test(test_engines_play_whole_games),
      cmocka_unit_test(test_undo_returns_to_your_own_move),
      cmocka_unit_test(test_undo_never_passes_a_roll),
      cmocka_unit_test(test_a_roll_can_be_left_to_the_program),
      cmocka_unit_test(test_resigning_names_the_player),
      cmocka_unit_test(test_every_seat_must_agree_to_a_draw),
      cmocka_unit_test(test_wrong_input_is_explained_and_changes_nothing),
      cmocka_unit_test(test_another_piece_may_be_selected_instead),
      cmocka_unit_test(test_a_line_may_contain_the_plies_of_a_turn),
      cmocka_unit_test(test_help_hints_and_files),
      cmocka_unit_test(test_a_missing_game_is_asked_for),
      cmocka_unit_test(test_bad_options_are_rejected),
      cmocka_unit_test(test_any_bytes_may_be_typed),
      cmocka_unit_test(test_tab_completes_and_control_c_cancels_a_line),
      cmocka_unit_test(test_control_c_cancels_input_that_arrives_with_it),
      cmocka_unit_test(test_clocks_are_saved_with_the_moves),
      cmocka_unit_test(test_the_terminal_is_set_up_again_after_a_stop),
      cmocka_unit_test(test_a_window_may_change_its_size),
      cmocka_unit_test(test_a_rematch_is_offered_on_a_terminal),
      cmocka_unit_test(test_an_end_on_the_board_can_be_undone_on_a_terminal),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
