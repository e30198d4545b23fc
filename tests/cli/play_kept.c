/* Tests of the games that `ascona play` saves: after a kill, files and their locks, matches.

   The scripts are random games made by the library. The saved game must be exactly the same game. */
#define _GNU_SOURCE
#include "play_cli.h"

static const char *const games[] = {"delta", "neo-delta", "kulami", "delfino",
                                    "circle-delta:rings=2,petals=3,men=2,reds=1,greens=2"};
enum { GAMES = sizeof games / sizeof games[0] };
static void test_a_killed_game_can_be_resumed(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 30 + (uint64_t)i);
    char path[256];
    (void)snprintf(path, sizeof path, "%s", fresh_path("killed.txt"));
    test_process process = process_open("play", games[i], "--players", "human,human", "--dice", "hand", "--save", path);
    process_feed(&process, script.plies, script.half_offset);
    process_send(&process, "position\n");
    process_expect(&process, "> position\n");
    process_expect(&process, script.half_position);
    kill(process.id, SIGKILL);
    assert_int_equal(process_end(&process), -SIGKILL);
    process_close(&process);
    PLAY(0, script.plies + script.half_offset, "--resume", path);
    assert_saved(path, &script);
    script_close(&script);
  }
}

static void test_sigterm_saves_the_game(void **state) {
  (void)state;
  fresh_state_folder();
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

static void test_the_end_of_input_saves_the_game(void **state) {
  (void)state;
  fresh_state_folder();
  assert_has(PLAY(0, "d4\n", "kulami"), "ascona play --resume goes on with it.");
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4 ");
}

static void test_an_unfinished_game_is_not_overwritten(void **state) {
  (void)state;
  fresh_state_folder();
  assert_lacks(PLAY(0, "d4\n", "kulami"), "unfinished");
  assert_has(PLAY(0, "e5\n", "kulami"), "Your unfinished game of Kulami stays in ");
  assert_has(PLAY(0, "record\n", "--resume"), "1. e5 ");
  assert_has(PLAY(0, "resign\n", "--resume"), "has given up");
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4 ");
  assert_has(PLAY(0, "resign\n", "--resume"), "has given up");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
}

static void test_a_game_without_a_ply_is_not_saved(void **state) {
  (void)state;
  fresh_state_folder();
  assert_lacks(PLAY(0, "quit\n", "kulami"), "kept");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
}

static void test_two_programs_never_share_a_file(void **state) {
  (void)state;
  fresh_state_folder();
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
  fresh_state_folder();
  char path[256], indirect_path[300], link[256];
  (void)snprintf(path, sizeof path, "%s", fresh_path("one.txt"));
  (void)snprintf(link, sizeof link, "%s", fresh_path("link.txt"));
  (void)snprintf(indirect_path, sizeof indirect_path, "%s/./../%s/one.txt", folder, strrchr(folder, '/') + 1);
  assert_int_equal(symlink(path, link), 0);
  test_process process = process_open("play", "kulami", "--players", "human,human", "--save", path);
  process_send(&process, "d4\n");
  process_expect(&process, "Black> ");
  assert_has(PLAY(2, "", "--resume", path), "it is being played in another terminal");
  assert_has(PLAY(2, "", "--resume", indirect_path), "it is being played in another terminal");
  assert_has(PLAY(2, "", "--resume", link), "it is being played in another terminal");
  kill(process.id, SIGKILL);
  assert_int_equal(process_end(&process), -SIGKILL);
  process_close(&process);
  PLAY(0, "d1\n", "--resume", indirect_path);
  assert_has(PLAY(0, "record\n", "--resume", link), "1. d4 d1");
}

static void test_a_file_of_the_folder_is_played_by_one_program(void **state) {
  (void)state;
  char path[300], indirect_path[300];
  const char *home = fresh_state_folder();
  (void)snprintf(path, sizeof path, "%s/ascona/play.txt", home);
  (void)snprintf(indirect_path, sizeof indirect_path, "%s/ascona/../ascona/play.txt", home);
  PLAY(0, "d4\n", "kulami");
  test_process process = process_open("play", "--resume");
  process_expect(&process, "Red> ");
  assert_has(PLAY(2, "", "--resume", path), "it is being played in another terminal");
  assert_has(PLAY(2, "", "--resume", indirect_path), "it is being played in another terminal");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
  test_process named = process_open("play", "--resume", indirect_path);
  process_expect(&named, "Red> ");
  assert_has(PLAY(2, "", "--resume"), "there is no unfinished game");
  assert_int_equal(process_end(&named), 0);
  process_close(&named);
}

static void test_a_lock_is_removed_after_its_game(void **state) {
  (void)state;
  char lock[300];
  const char *path = fresh_path("locked.txt");
  (void)snprintf(lock, sizeof lock, "%s.lock", path);
  test_process process = process_open("play", "kulami", "--save", path);
  process_expect(&process, "Red> ");
  assert_int_equal(access(lock, F_OK), 0);
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
  assert_int_not_equal(access(lock, F_OK), 0);
}

static void test_any_number_of_games_is_saved_and_listed(void **state) {
  (void)state;
  char path[300], list[32];
  const char *home = fresh_state_folder();
  assert_has(PLAY(0, "", "--list"), "There are no kept games.");
  PLAY(0, "d4\nd1\n", "kulami", "--players", "human:Ann,human:Ben");
  (void)snprintf(path, sizeof path, "%s/ascona/play.txt", home);
  char *text = read_file(path);
  for (int number = 2; number <= 100; number++) {
    (void)snprintf(path, sizeof path, "%s/ascona/play-%d.txt", home, number);
    write_file(path, text);
  }
  free(text);
  (void)snprintf(path, sizeof path, "%s/ascona/play-7.txt", home);
  write_file(path, "nonsense");
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

static void test_special_files_are_listed_and_left_alone(void **state) {
  (void)state;
  char path[300];
  const char *home = fresh_state_folder();
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

static void test_many_games_at_once_are_all_saved(void **state) {
  (void)state;
  enum { GAMES_AT_ONCE = 12 };
  char path[300];
  test_process processes[GAMES_AT_ONCE];
  const char *home = fresh_state_folder();
  for (int i = 0; i < GAMES_AT_ONCE; i++) processes[i] = process_open("play", "kulami", "--players", "human,human");
  for (int i = 0; i < GAMES_AT_ONCE; i++) process_send(&processes[i], "d4\nd1\n");
  for (int i = 0; i < GAMES_AT_ONCE; i++) process_expect(&processes[i], "Black> d1\n");
  for (int i = 0; i < GAMES_AT_ONCE; i++) {
    assert_int_equal(process_end(&processes[i]), 0);
    process_close(&processes[i]);
    (void)snprintf(path, sizeof path, i == 0 ? "%s/ascona/play.txt" : "%s/ascona/play-%d.txt", home, i + 1);
    char *text = read_file(path);
    assert_has(text, "1. d4 d1 none\n");
    free(text);
  }
}

static void test_a_folder_that_cannot_be_listed_is_reported(void **state) {
  (void)state;
  char path[300];
  const char *home = fresh_state_folder();
  assert_int_equal(mkdir(home, 0700), 0);
  (void)snprintf(path, sizeof path, "%s/ascona", home);
  write_file(path, "");
  assert_has(PLAY(3, "", "--list"), "the kept games cannot be listed: Not a directory\n");
}

static void test_a_record_from_elsewhere_does_not_change(void **state) {
  (void)state;
  fresh_state_folder();
  const char *path = fresh_path("comments.txt");
  const char *text = "[Game \"kulami\"]\n[Result \"none\"]\n\n1. d4 {the middle} none\n";
  write_file(path, text);
  assert_has(PLAY(0, "record\n", "--resume", path), "stays as it is");
  char *after = read_file(path);
  assert_string_equal(after, text);
  free(after);
  assert_has(PLAY(0, "record\n", "--resume"), "1. d4");
}

/* Checks that the file is, byte for byte, what its records are written as. The program of the first release resumes
   only such a file in place. */
static void assert_canonical(const char *path) {
  char *text = read_file(path);
  asc_record_reader *reader;
  asc_record *record;
  size_t at = 0;
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), NULL), ASC_OK);
  while (asc_record_reader_next(reader, &record, NULL, NULL) == 1) {
    char *written;
    size_t length;
    assert_int_equal(asc_record_write(record, ASC_RECORD_TEXT, &written, &length), ASC_OK);
    if (at > 0) assert_int_equal(text[at++], '\n');
    if (strncmp(text + at, written, length) != 0) fail_msg("%s instead of\n%s", text + at, written);
    at += length;
    free(written);
    asc_record_close(record);
  }
  assert_int_equal(at, strlen(text));
  asc_record_reader_close(reader);
  free(text);
}

/* The files in tests/data/kept were written by the first release. */
static void test_files_of_the_first_release_are_resumed_in_place(void **state) {
  (void)state;
  static const char *const names[] = {"open", "evals", "match", "clock", "over"};
  fresh_state_folder();
  const char *path = fresh_path("released.txt");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char source[300];
    (void)snprintf(source, sizeof source, "%s/kept/%s.txt", TEST_DATA, names[i]);
    char *before = read_file(source);
    write_file(path, before);
    assert_lacks(PLAY(0, "quit\n", "--resume", path), "stays as it is");
    char *after = read_file(path);
    assert_string_equal(after, before);
    free(before);
    free(after);
  }
}

static void test_the_file_is_a_written_record_after_every_ply(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 50 + (uint64_t)i);
    char path[256];
    (void)snprintf(path, sizeof path, "%s", fresh_path("plies.txt"));
    test_process process = process_open("play", games[i], "--players", "human,human", "--dice", "hand", "--save", path);
    const char *line = script.plies;
    for (int ply = 0; ply < script.count; ply++) {
      size_t length = strcspn(line, "\n") + 1;
      process_feed(&process, line, length);
      process_send(&process, "position\n");
      process_expect(&process, ply + 1 < script.count ? "> position\n" : "");
      line += length;
      if (ply + 1 < script.count) assert_canonical(path);
    }
    assert_int_equal(process_end(&process), 0);
    process_close(&process);
    assert_canonical(path);
    assert_saved(path, &script);
    script_close(&script);
  }
}

static void test_a_ply_is_appended_to_the_file(void **state) {
  (void)state;
  struct stat before, after;
  const char *path = fresh_path("appended.txt");
  test_process process = process_open("play", "kulami", "--players", "human,human", "--save", path);
  process_expect(&process, "Red> ");
  assert_int_equal(stat(path, &before), 0);
  process_send(&process, "d4\n");
  process_expect(&process, "Black> ");
  assert_int_equal(stat(path, &after), 0);
  assert_int_equal(before.st_ino, after.st_ino);
  assert_canonical(path);
  process_send(&process, "undo\n");
  process_expect(&process, "Red> ");
  assert_int_equal(stat(path, &after), 0);
  assert_int_not_equal(before.st_ino, after.st_ino);
  assert_canonical(path);
  char *text = read_file(path); /* a file that somebody else wrote meanwhile is replaced */
  text[1] = 'X';
  write_file(path, text);
  free(text);
  process_send(&process, "d4\n");
  process_expect(&process, "Black> ");
  assert_canonical(path);
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

/* Writes the first `length` bytes of the text and then zero bytes. */
static void write_torn(const char *path, const char *text, size_t length, size_t zeros) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  for (; zeros > 0; zeros--) (void)fputc('\0', file);
  fclose(file);
}

static void test_an_append_that_was_not_finished_is_dropped(void **state) {
  (void)state;
  static const char *const ends[] = {" none\n", " d1 none\n", " d1 {[%eval estimate 1.5]} 2. d8 none\n"};
  static const char *const answers[] = {"1. d4 none", "1. d4 d1", "1. d4 d1 {[%eval"};
  static const char head[] = "[Game \"kulami\"]\n[Player1 \"A{\"]\n[Result \"none\"]\n[PlaySeed \"1\"]\n"
                             "[PlayEvals \"yes\"]\n\n1. d4";
  fresh_state_folder();
  const char *path = fresh_path("torn.txt");
  for (int i = 0; i < 3; i++) {
    char text[256];
    (void)snprintf(text, sizeof text, "%s%s", head, ends[i]);
    for (size_t length = strlen(head) + 1; length <= strlen(text); length++) {
      write_torn(path, text, length, length % 3);
      const char *answer = PLAY(0, "record\nquit\n", "--resume", path);
      if (!has(answer, "1. d4 none") && !has(answer, "1. d4 d1")) fail_msg("%.*s\n%s", (int)length, text, answer);
    }
    assert_has(output, answers[i]);
  }
}

static void test_a_torn_file_is_resumed_in_place(void **state) {
  (void)state;
  const char *path = fresh_path("torn-own.txt");
  fresh_state_folder();
  PLAY(0, "d4\nd1\n", "kulami", "--players", "human,human", "--save", path);
  char *whole = read_file(path);
  size_t length = strlen(whole);
  for (size_t missing = 1; missing <= 9; missing++) {
    write_torn(path, whole, length - missing, missing % 2);
    assert_lacks(PLAY(0, "", "--resume", path), "stays as it is");
    assert_canonical(path);
  }
  free(whole);
}

static void test_undone_plies_are_saved(void **state) {
  (void)state;
  const char *path = fresh_path("redo.txt");
  PLAY(0, "d4\nd1\nundo\nundo\n", "kulami", "--players", "human,human", "--save", path);
  assert_has(PLAY(0, "redo\nredo\nrecord\n", "--resume", path), "1. d4 d1 none");
}

static void test_the_points_of_a_match_add_up(void **state) {
  (void)state;
  const char *path = fresh_path("match.txt");
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

static void test_a_match_can_be_resumed_after_a_kill(void **state) {
  (void)state;
  char path[256];
  (void)snprintf(path, sizeof path, "%s", fresh_path("match-killed.txt"));
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

static void test_a_match_saves_all_its_games(void **state) {
  (void)state;
  char path[256], copy[256], input[300];
  (void)snprintf(path, sizeof path, "%s", fresh_path("match-all.txt"));
  (void)snprintf(copy, sizeof copy, "%s", fresh_path("match-copy.txt"));
  PLAY(0, "", "delta", "--players", "engine:0,engine:0", "--games", "3", "--seed", "1", "--save", path);
  assert_game_count(path, 3);
  PLAY(0, "", "--resume", path);
  assert_game_count(path, 3);
  (void)snprintf(path, sizeof path, "%s", fresh_path("match-some.txt"));
  PLAY(0, "resign\nb2\n", "delta", "--players", "human:Ann,human:Ben", "--games", "3", "--save", path);
  assert_game_count(path, 2);
  (void)snprintf(input, sizeof input, "b4\nsave %s\nresign\nrecord\n", copy);
  const char *answer = PLAY(0, input, "--resume", path);
  assert_game_count(path, 3);
  assert_tag(path, "Round", "3");
  assert_game_count(copy, 2);
  const char *record = strstr(answer, "[Game \"delta\"]");
  assert_has(record, "[Round \"3\"]");
  assert_lacks(record + 1, "[Game ");
}

static void test_a_match_of_engines_continues_as_if_never_stopped(void **state) {
  (void)state;
  const char *path = fresh_path("match-engines.txt");
  PLAY(0, "", "delfino", "--players", "engine:0,engine:0", "--games", "4", "--seed", "1", "--save", path);
  char *whole = read_file(path), *third = whole;
  for (int game = 1; game < 3; game++) third = strstr(third + 1, "\n\n[Game ");
  third[1] = '\0';
  write_file(path, whole);
  assert_game_count(path, 2);
  third[1] = '\n';
  PLAY(0, "", "--resume", path);
  char *resumed = read_file(path);
  assert_string_equal(resumed, whole);
  free(whole);
  free(resumed);
}

static void test_the_points_of_a_match_may_be_negative_halves(void **state) {
  (void)state;
  char head[] = "[Game \"kulami\"]\n[Player1 \"Ann\"]\n[Player2 \"Ben\"]\n[Round \"2\"]\n[Result \"none\"]\n"
                "[MatchGames \"2\"]\n[MatchWins \"0 1\"]\n[MatchDraws \"0\"]\n";
  static const char *const wrong[] = {"-0.5", "-0.5 1 2", "-0.5 1.25", "-0 1", "2000000000 1"};
  char text[512];
  fresh_state_folder();
  const char *path = fresh_path("halves.txt");
  (void)snprintf(text, sizeof text, "%s[MatchPoints \"-0.5 1.5\"]\n\nnone\n", head);
  write_file(path, text);
  const char *answer = PLAY(0, "d4\nrecord\n", "--resume", path);
  assert_has(answer, "[MatchPoints \"-0.5 1.5\"]");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    (void)snprintf(text, sizeof text, "%s[MatchPoints \"%s\"]\n\nnone\n", head, wrong[i]);
    write_file(path, text);
    assert_has(PLAY(2, "", "--resume", path), "the tag MatchPoints cannot be read");
  }
}

static void test_a_record_with_an_unknown_engine_is_rejected(void **state) {
  (void)state;
  fresh_state_folder();
  const char *path = fresh_path("engine.txt");
  write_file(path, "[Game \"kulami\"]\n[Player1 \"engine:deep\"]\n[Result \"none\"]\n\nnone\n");
  assert_has(PLAY(2, "", "--resume", path), "the tag Player1, engine:deep: ");
}

static void test_an_unwritable_state_folder_is_reported_once(void **state) {
  (void)state;
  setenv("XDG_STATE_HOME", "/dev/null", 1);
  const char *answer = PLAY(0, "d4\n", "kulami", "--seed", "1");
  assert_has(answer, "there is no place to keep the game in: Not a directory\n");
  assert_has(answer, "The game is not kept.");
  fresh_state_folder();
}

static void test_a_named_file_that_cannot_be_written_is_an_error(void **state) {
  (void)state;
  char game_folder[256], moved_folder[256], path[300];
  fresh_state_folder();
  const char *answer = PLAY(3, "d4\n", "kulami", "--save", "/nonexistent/x.txt");
  assert_string_equal(answer, "ascona: /nonexistent/x.txt: No such file or directory\n");
  (void)snprintf(game_folder, sizeof game_folder, "%s", fresh_path("inside"));
  (void)snprintf(moved_folder, sizeof moved_folder, "%s", fresh_path("away"));
  (void)snprintf(path, sizeof path, "%s/x.txt", game_folder);
  assert_int_equal(mkdir(game_folder, 0700), 0);
  test_process process = process_open("play", "kulami", "--save", path);
  process_expect(&process, "Red> ");
  assert_int_equal(rename(game_folder, moved_folder), 0);
  process_send(&process, "d4\n");
  assert_int_equal(process_end(&process), 3);
  assert_has(process.text, "x.txt: No such file or directory\n");
  assert_has(process.text, "The game is not kept.\n");
  process_close(&process);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_killed_game_can_be_resumed),
      cmocka_unit_test(test_sigterm_saves_the_game),
      cmocka_unit_test(test_the_end_of_input_saves_the_game),
      cmocka_unit_test(test_an_unfinished_game_is_not_overwritten),
      cmocka_unit_test(test_a_game_without_a_ply_is_not_saved),
      cmocka_unit_test(test_two_programs_never_share_a_file),
      cmocka_unit_test(test_a_named_file_is_played_by_one_program),
      cmocka_unit_test(test_a_file_of_the_folder_is_played_by_one_program),
      cmocka_unit_test(test_a_lock_is_removed_after_its_game),
      cmocka_unit_test(test_any_number_of_games_is_saved_and_listed),
      cmocka_unit_test(test_special_files_are_listed_and_left_alone),
      cmocka_unit_test(test_many_games_at_once_are_all_saved),
      cmocka_unit_test(test_a_folder_that_cannot_be_listed_is_reported),
      cmocka_unit_test(test_a_record_from_elsewhere_does_not_change),
      cmocka_unit_test(test_files_of_the_first_release_are_resumed_in_place),
      cmocka_unit_test(test_the_file_is_a_written_record_after_every_ply),
      cmocka_unit_test(test_a_ply_is_appended_to_the_file),
      cmocka_unit_test(test_an_append_that_was_not_finished_is_dropped),
      cmocka_unit_test(test_a_torn_file_is_resumed_in_place),
      cmocka_unit_test(test_undone_plies_are_saved),
      cmocka_unit_test(test_the_points_of_a_match_add_up),
      cmocka_unit_test(test_a_match_can_be_resumed_after_a_kill),
      cmocka_unit_test(test_a_match_saves_all_its_games),
      cmocka_unit_test(test_a_match_of_engines_continues_as_if_never_stopped),
      cmocka_unit_test(test_the_points_of_a_match_may_be_negative_halves),
      cmocka_unit_test(test_a_record_with_an_unknown_engine_is_rejected),
      cmocka_unit_test(test_an_unwritable_state_folder_is_reported_once),
      cmocka_unit_test(test_a_named_file_that_cannot_be_written_is_an_error),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
