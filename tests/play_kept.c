/* What `ascona play` keeps: games after a kill, files and their locks, matches.

   The scripts are random games made here by the library; what the program keeps must be the very same game. */
#define _GNU_SOURCE
#include "play_cli.h"

static const char *const games[] = {"delta", "neo-delta", "kulami", "delfino",
                                    "circle-delta:rings=2,petals=3,men=2,reds=1,greens=2"};
enum { GAMES = sizeof games / sizeof games[0] };
static void test_a_killed_game_goes_on(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 30 + (uint64_t)i);
    char path[256];
    (void)snprintf(path, sizeof path, "%s", fresh("killed.txt"));
    test_process process = process_open("play", games[i], "--players", "human,human", "--dice", "hand", "--save", path);
    process_feed(&process, script.plies, script.half);
    process_send(&process, "position\n");
    process_expect(&process, "> position\n");
    process_expect(&process, script.last_half);
    kill(process.id, SIGKILL);
    assert_int_equal(process_end(&process), -SIGKILL);
    process_close(&process);
    PLAY(0, script.plies + script.half, "--resume", path);
    assert_kept(path, &script);
    script_close(&script);
  }
}

static void test_sigterm_keeps_the_game(void **state) {
  (void)state;
  fresh_state();
  test_process process = process_open("play", "kulami");
  process_send(&process, "d4\n");
  process_expect(&process, "plays");
  process_expect(&process, "Red> ");
  kill(process.id, SIGTERM);
  assert_int_equal(process_end(&process), -SIGTERM);
  assert_has(process.text, "ascona play --resume");
  process_close(&process);
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4 ");
}

static void test_the_end_of_input_keeps_the_game(void **state) {
  (void)state;
  fresh_state();
  assert_has(PLAY(0, "d4\n", "kulami"), "ascona play --resume goes on with it.");
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4 ");
}

static void test_an_unfinished_game_is_not_written_over(void **state) {
  (void)state;
  fresh_state();
  assert_lacks(PLAY(0, "d4\n", "kulami"), "unfinished");
  assert_has(PLAY(0, "e5\n", "kulami"), "Your unfinished game of Kulami stays in ");
  assert_has(PLAY(0, "record\n", "--resume"), "1. e5 ");
  assert_has(PLAY(0, "resign\n", "--resume"), "has given up");
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4 ");
  assert_has(PLAY(0, "resign\n", "--resume"), "has given up");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
}

static void test_a_game_without_a_ply_is_not_kept(void **state) {
  (void)state;
  fresh_state();
  assert_lacks(PLAY(0, "quit\n", "kulami"), "kept");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
}

static void test_two_programs_never_share_a_file(void **state) {
  (void)state;
  fresh_state();
  test_process process = process_open("play", "kulami");
  process_send(&process, "d4\n");
  process_expect(&process, "plays");
  process_expect(&process, "Red> ");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
  assert_has(PLAY(0, "e5\n", "kulami"), "play-2.txt");
  assert_int_equal(process_end(&process), 0);
  assert_has(process.text, "play.txt");
  process_close(&process);
}

static void test_a_named_file_is_played_by_one_program(void **state) {
  (void)state;
  fresh_state();
  char path[256], crooked[300], link[256];
  (void)snprintf(path, sizeof path, "%s", fresh("one.txt"));
  (void)snprintf(link, sizeof link, "%s", fresh("link.txt"));
  (void)snprintf(crooked, sizeof crooked, "%s/./../%s/one.txt", folder, strrchr(folder, '/') + 1);
  assert_int_equal(symlink(path, link), 0);
  test_process process = process_open("play", "kulami", "--players", "human,human", "--save", path);
  process_send(&process, "d4\n");
  process_expect(&process, "Black> ");
  assert_has(PLAY(2, "", "--resume", path), "it is being played in another terminal");
  assert_has(PLAY(2, "", "--resume", crooked), "it is being played in another terminal");
  assert_has(PLAY(2, "", "--resume", link), "it is being played in another terminal");
  kill(process.id, SIGKILL);
  assert_int_equal(process_end(&process), -SIGKILL);
  process_close(&process);
  PLAY(0, "d1\n", "--resume", crooked);
  assert_has(PLAY(0, "record\n", "--resume", link), "1. d4 d1");
}

static void test_a_file_of_the_folder_is_played_by_one_program(void **state) {
  (void)state;
  char path[300], crooked[300];
  const char *home = fresh_state();
  (void)snprintf(path, sizeof path, "%s/ascona/play.txt", home);
  (void)snprintf(crooked, sizeof crooked, "%s/ascona/../ascona/play.txt", home);
  PLAY(0, "d4\n", "kulami");
  test_process process = process_open("play", "--resume");
  process_expect(&process, "Red> ");
  assert_has(PLAY(2, "", "--resume", path), "it is being played in another terminal");
  assert_has(PLAY(2, "", "--resume", crooked), "it is being played in another terminal");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
  test_process named = process_open("play", "--resume", crooked);
  process_expect(&named, "Red> ");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
  assert_int_equal(process_end(&named), 0);
  process_close(&named);
}

static void test_a_lock_goes_with_its_game(void **state) {
  (void)state;
  char lock[300];
  const char *path = fresh("locked.txt");
  (void)snprintf(lock, sizeof lock, "%s.lock", path);
  test_process process = process_open("play", "kulami", "--save", path);
  process_expect(&process, "Red> ");
  assert_int_equal(access(lock, F_OK), 0);
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
  assert_int_not_equal(access(lock, F_OK), 0);
}

static void test_any_number_of_games_is_kept_and_listed(void **state) {
  (void)state;
  char path[300], list[32];
  const char *home = fresh_state();
  assert_has(PLAY(0, "", "--list"), "There are no kept games.");
  PLAY(0, "d4\nd1\n", "kulami", "--players", "human:Ann,human:Ben");
  (void)snprintf(path, sizeof path, "%s/ascona/play.txt", home);
  char *text = file_text(path);
  for (int number = 2; number <= 100; number++) {
    (void)snprintf(path, sizeof path, "%s/ascona/play-%d.txt", home, number);
    file_make(path, text);
  }
  free(text);
  (void)snprintf(path, sizeof path, "%s/ascona/play-7.txt", home);
  file_make(path, "nonsense");
  assert_has(PLAY(0, "b2\n", "delta", "--players", "human:Cid,human"), "/ascona/play-101.txt;");
  const char *answer = PLAY(0, "", "--list");
  (void)snprintf(list, sizeof list, "%s", strstr(answer, "/ascona/play"));
  assert_has(list, "/ascona/play-101.txt  ");
  assert_has(answer, "Delta, ply 1: Cid; human\n");
  assert_has(answer, "/ascona/play-100.txt  ");
  assert_has(answer, "/ascona/play.txt      ");
  assert_has(answer, "Kulami, ply 2: Ann; Ben\n");
  assert_has(answer, "/ascona/play-7.txt    cannot be read: line 1, column 1");
  assert_has(PLAY(2, "", "--list", "delta"), "--list stands alone");
}

static void test_what_is_no_plain_file_is_listed_and_left_alone(void **state) {
  (void)state;
  char path[300];
  const char *home = fresh_state();
  PLAY(0, "d4\n", "kulami");
  (void)snprintf(path, sizeof path, "%s/ascona/play-2.txt", home);
  assert_int_equal(symlink("/nonexistent", path), 0);
  (void)snprintf(path, sizeof path, "%s/ascona/play-3.txt", home);
  assert_int_equal(mkfifo(path, 0600), 0);
  (void)snprintf(path, sizeof path, "%s/ascona/play-4.txt", home);
  assert_int_equal(mkdir(path, 0700), 0);
  const char *answer = PLAY(0, "", "--list");
  assert_has(answer, "/ascona/play-2.txt  cannot be read: No such file or directory\n");
  assert_has(answer, "/ascona/play-3.txt  cannot be read: it is no plain file\n");
  assert_has(answer, "/ascona/play-4.txt  cannot be read: Is a directory\n");
  assert_has(answer, "Kulami, ply 2: ");
  assert_has(PLAY(0, "e5\n", "kulami"), "/ascona/play-5.txt;");
}

static void test_many_games_at_once_are_all_kept(void **state) {
  (void)state;
  enum { GAMES_AT_ONCE = 12 };
  char path[300];
  test_process processes[GAMES_AT_ONCE];
  const char *home = fresh_state();
  for (int i = 0; i < GAMES_AT_ONCE; i++) processes[i] = process_open("play", "kulami", "--players", "human,human");
  for (int i = 0; i < GAMES_AT_ONCE; i++) process_send(&processes[i], "d4\nd1\n");
  for (int i = 0; i < GAMES_AT_ONCE; i++) process_expect(&processes[i], "Black> d1\n");
  for (int i = 0; i < GAMES_AT_ONCE; i++) {
    assert_int_equal(process_end(&processes[i]), 0);
    process_close(&processes[i]);
    (void)snprintf(path, sizeof path, i == 0 ? "%s/ascona/play.txt" : "%s/ascona/play-%d.txt", home, i + 1);
    char *text = file_text(path);
    assert_has(text, "1. d4 d1 none\n");
    free(text);
  }
}

static void test_a_folder_that_cannot_be_listed_is_told(void **state) {
  (void)state;
  char path[300];
  const char *home = fresh_state();
  assert_int_equal(mkdir(home, 0700), 0);
  (void)snprintf(path, sizeof path, "%s/ascona", home);
  file_make(path, "");
  assert_has(PLAY(3, "", "--list"), "the kept games cannot be listed: Not a directory\n");
}

static void test_a_record_from_elsewhere_stays_as_it_is(void **state) {
  (void)state;
  fresh_state();
  const char *path = fresh("comments.txt");
  const char *text = "[Game \"kulami\"]\n[Result \"none\"]\n\n1. d4 {the middle} none\n";
  file_make(path, text);
  assert_has(PLAY(0, "record\n", "--resume", path), "stays as it is");
  char *now = file_text(path);
  assert_string_equal(now, text);
  free(now);
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4");
}

static void test_what_was_taken_back_is_kept(void **state) {
  (void)state;
  const char *path = fresh("redo.txt");
  PLAY(0, "d4\nd1\nundo\nundo\n", "kulami", "--players", "human,human", "--save", path);
  assert_has(PLAY(0, "redo\nredo\nrecord\n", "--resume", path), "1. d4 d1 none");
}

static void test_a_match_adds_up(void **state) {
  (void)state;
  const char *path = fresh("match.txt");
  const char *answer =
      PLAY(0, "resign\nresign\nresign\n", "delta", "--players", "human:Ann,human:Ben", "--games", "3", "--save", path);
  assert_has(answer, "After 1 of 3 games");
  assert_has(answer, "After 3 of 3 games");
  assert_has(strstr(answer, "After 3"), "1 Ann                          25    1");
  assert_has(strstr(answer, "After 3"), "2 Ben                          50    2");
  assert_tag(path, "Round", "3");
  assert_tag(path, "Player1", "Ann");
  assert_tag(path, "Player2", "Ben");
}

static void test_a_match_goes_on_after_a_kill(void **state) {
  (void)state;
  char path[256];
  (void)snprintf(path, sizeof path, "%s", fresh("match-killed.txt"));
  test_process process =
      process_open("play", "delta", "--players", "human:Ann,human:Ben", "--games", "2", "--save", path);
  process_send(&process, "resign\nb2\n");
  process_expect(&process, "White (Ben)> b2\n");
  process_expect(&process, "Black (Ann)> ");
  kill(process.id, SIGKILL);
  assert_int_equal(process_end(&process), -SIGKILL);
  process_close(&process);
  const char *answer = PLAY(0, "resign\n", "--resume", path);
  assert_has(answer, "After 2 of 2 games");
  assert_has(answer, "1 Ann                           0    0");
  assert_has(answer, "2 Ben                          49    2");
}

static void test_a_match_keeps_all_its_games(void **state) {
  (void)state;
  char path[256], copy[256], input[300];
  (void)snprintf(path, sizeof path, "%s", fresh("match-all.txt"));
  (void)snprintf(copy, sizeof copy, "%s", fresh("match-copy.txt"));
  PLAY(0, "", "delta", "--players", "engine:0,engine:0", "--games", "3", "--seed", "1", "--save", path);
  assert_games(path, 3);
  PLAY(0, "", "--resume", path);
  assert_games(path, 3);
  (void)snprintf(path, sizeof path, "%s", fresh("match-some.txt"));
  PLAY(0, "resign\nb2\n", "delta", "--players", "human:Ann,human:Ben", "--games", "3", "--save", path);
  assert_games(path, 2);
  (void)snprintf(input, sizeof input, "b4\nsave %s\nresign\nrecord\n", copy);
  const char *answer = PLAY(0, input, "--resume", path);
  assert_games(path, 3);
  assert_tag(path, "Round", "3");
  assert_games(copy, 2);
  const char *record = strstr(answer, "[Game \"delta\"]");
  assert_has(record, "[Round \"3\"]");
  assert_lacks(record + 1, "[Game ");
}

static void test_a_match_between_engines_goes_on_as_it_would_have(void **state) {
  (void)state;
  const char *path = fresh("match-engines.txt");
  PLAY(0, "", "delfino", "--players", "engine:0,engine:0", "--games", "4", "--seed", "1", "--save", path);
  char *whole = file_text(path), *third = whole;
  for (int game = 1; game < 3; game++) third = strstr(third + 1, "\n\n[Game ");
  third[1] = '\0';
  file_make(path, whole);
  assert_games(path, 2);
  third[1] = '\n';
  PLAY(0, "", "--resume", path);
  char *resumed = file_text(path);
  assert_string_equal(resumed, whole);
  free(whole);
  free(resumed);
}

static void test_points_of_a_match_may_be_halves_below_zero(void **state) {
  (void)state;
  char head[] = "[Game \"kulami\"]\n[Player1 \"Ann\"]\n[Player2 \"Ben\"]\n[Round \"2\"]\n[Result \"none\"]\n"
                "[MatchGames \"2\"]\n[MatchWins \"0 1\"]\n[MatchDraws \"0\"]\n";
  static const char *const wrong[] = {"-0.5", "-0.5 1 2", "-0.5 1.25", "-0 1", "2000000000 1"};
  char text[512];
  fresh_state();
  const char *path = fresh("halves.txt");
  (void)snprintf(text, sizeof text, "%s[MatchPoints \"-0.5 1.5\"]\n\nnone\n", head);
  file_make(path, text);
  const char *answer = PLAY(0, "d4\nrecord\n", "--resume", path);
  assert_has(answer, "[MatchPoints \"-0.5 1.5\"]");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    (void)snprintf(text, sizeof text, "%s[MatchPoints \"%s\"]\n\nnone\n", head, wrong[i]);
    file_make(path, text);
    assert_has(PLAY(2, "", "--resume", path), "the tag MatchPoints cannot be read");
  }
}

static void test_a_record_with_an_engine_nobody_has_is_refused(void **state) {
  (void)state;
  fresh_state();
  const char *path = fresh("engine.txt");
  file_make(path, "[Game \"kulami\"]\n[Player1 \"engine:deep\"]\n[Result \"none\"]\n\nnone\n");
  assert_has(PLAY(2, "", "--resume", path), "the tag Player1, engine:deep: ");
}

static void test_a_place_that_cannot_be_written_is_told_once(void **state) {
  (void)state;
  setenv("XDG_STATE_HOME", "/dev/null", 1);
  const char *answer = PLAY(0, "d4\n", "kulami", "--seed", "1");
  assert_has(answer, "there is no place to keep the game in: Not a directory\n");
  assert_has(answer, "The game is not kept.");
  fresh_state();
}

static void test_a_named_file_that_cannot_be_written_is_an_error(void **state) {
  (void)state;
  char inside[256], away[256], path[300];
  fresh_state();
  const char *answer = PLAY(3, "d4\n", "kulami", "--save", "/nonexistent/x.txt");
  assert_string_equal(answer, "ascona: /nonexistent/x.txt: No such file or directory\n");
  (void)snprintf(inside, sizeof inside, "%s", fresh("inside"));
  (void)snprintf(away, sizeof away, "%s", fresh("away"));
  (void)snprintf(path, sizeof path, "%s/x.txt", inside);
  assert_int_equal(mkdir(inside, 0700), 0);
  test_process process = process_open("play", "kulami", "--save", path);
  process_expect(&process, "Red> ");
  assert_int_equal(rename(inside, away), 0);
  process_send(&process, "d4\n");
  assert_int_equal(process_end(&process), 3);
  assert_has(process.text, "x.txt: No such file or directory\n");
  assert_has(process.text, "The game is not kept.\n");
  process_close(&process);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_killed_game_goes_on),
      cmocka_unit_test(test_sigterm_keeps_the_game),
      cmocka_unit_test(test_the_end_of_input_keeps_the_game),
      cmocka_unit_test(test_an_unfinished_game_is_not_written_over),
      cmocka_unit_test(test_a_game_without_a_ply_is_not_kept),
      cmocka_unit_test(test_two_programs_never_share_a_file),
      cmocka_unit_test(test_a_named_file_is_played_by_one_program),
      cmocka_unit_test(test_a_file_of_the_folder_is_played_by_one_program),
      cmocka_unit_test(test_a_lock_goes_with_its_game),
      cmocka_unit_test(test_any_number_of_games_is_kept_and_listed),
      cmocka_unit_test(test_what_is_no_plain_file_is_listed_and_left_alone),
      cmocka_unit_test(test_many_games_at_once_are_all_kept),
      cmocka_unit_test(test_a_folder_that_cannot_be_listed_is_told),
      cmocka_unit_test(test_a_record_from_elsewhere_stays_as_it_is),
      cmocka_unit_test(test_what_was_taken_back_is_kept),
      cmocka_unit_test(test_a_match_adds_up),
      cmocka_unit_test(test_a_match_goes_on_after_a_kill),
      cmocka_unit_test(test_a_match_keeps_all_its_games),
      cmocka_unit_test(test_a_match_between_engines_goes_on_as_it_would_have),
      cmocka_unit_test(test_points_of_a_match_may_be_halves_below_zero),
      cmocka_unit_test(test_a_record_with_an_engine_nobody_has_is_refused),
      cmocka_unit_test(test_a_place_that_cannot_be_written_is_told_once),
      cmocka_unit_test(test_a_named_file_that_cannot_be_written_is_an_error),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
