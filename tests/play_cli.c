/* `ascona play`, by driving the real program: whole games typed in, taken up after a kill, taken back, lost and drawn.

   The scripts are random games made here by the library; what the program keeps must be the very same game. */
#define _GNU_SOURCE
#include "process.h"

#include <ascona/ascona.h>

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>

static const char *const games[] = {"delta", "neo-delta", "kulami", "delfino",
                                    "circle-delta:rings=2,petals=3,men=2,reds=1,greens=2"};
enum { GAMES = sizeof games / sizeof games[0] };

/* A game of Delta that Black can win now, by c5-e3 with 13 squares free. */
#define BEFORE_BLUNDER "e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4"
#define BEFORE_RELAY BEFORE_BLUNDER " b2-e2"

static char folder[] = "/tmp/ascona-test-XXXXXX";
static char *said;

/* The path of a file in the test's own folder, which does not exist yet. */
static const char *fresh(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  unlink(path);
  return path;
}

/* A new, empty state folder for the program. */
static const char *fresh_state(void) {
  static char path[256];
  static int number;
  (void)snprintf(path, sizeof path, "%s/state-%d", folder, number++);
  setenv("XDG_STATE_HOME", path, 1);
  return path;
}

/* Runs `ascona play …` on this input; the status must be as expected. */
static const char *play(int status, const char *input, const char *const *args) {
  const char *all[PROCESS_ARGS_MAX] = {"play"};
  for (int i = 0; args[i] != NULL; i++) all[i + 1] = args[i];
  free(said);
  int got = process_run(all, input, &said);
  if (got != status) fail_msg("status %d, not %d:\n%s", got, status, said);
  return said;
}
#define PLAY(status, input, ...) play(status, input, (const char *const[]){__VA_ARGS__, NULL})

/* A random game from start to end, as typed plies and as typed touches. */
typedef struct test_script {
  char *plies, *touches; /* a line each */
  int count;
  char last_half[ASC_TEXT_MAX]; /* the position after the first half of the plies */
  size_t half;                  /* where the second half begins in `plies` */
  const char *result;
} test_script;

static void lines_add(char **lines, size_t *length, const char *line) {
  size_t more = strlen(line) + 1;
  *lines = realloc(*lines, *length + more + 1);
  memcpy(*lines + *length, line, more - 1);
  (*lines)[*length + more - 1] = '\n';
  (*lines)[*length + more] = '\0';
  *length += more;
}

static test_script script_make(const char *spec, uint64_t seed) {
  test_script script = {0};
  size_t plies_length = 0, touches_length = 0;
  asc_rules *rules;
  asc_play *game;
  asc_random random;
  asc_random_seed(&random, seed);
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  assert_int_equal(asc_play_open(&game, rules, NULL), ASC_OK);
  while (asc_play_end(game) == ASC_END_NONE) {
    asc_move move = asc_random_move(rules, asc_play_position(game), &random);
    asc_steps steps;
    char token[ASC_TOKEN_MAX];
    asc_move_steps(rules, asc_play_position(game), move, &steps);
    asc_move_write(rules, asc_play_position(game), move, token);
    lines_add(&script.plies, &plies_length, token);
    for (int i = 0; i < steps.count; i++) lines_add(&script.touches, &touches_length, steps.ids[i]);
    assert_int_equal(asc_play_move(game, move, NULL), ASC_OK);
    script.count++;
  }
  asc_outcome outcome;
  bool over = asc_play_outcome(game, &outcome);
  script.result = asc_outcome_word(rules, over, &outcome);
  while (asc_play_plies(game) > script.count / 2) assert_true(asc_play_undo(game, 0, NULL) > 0);
  asc_position_write(rules, asc_play_position(game), script.last_half, sizeof script.last_half);
  for (int i = 0; i < asc_play_plies(game); i++) script.half += strcspn(script.plies + script.half, "\n") + 1;
  asc_play_close(game);
  asc_rules_close(rules);
  return script;
}

static void script_close(test_script *script) {
  free(script->plies);
  free(script->touches);
}

static char *file_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail_msg("%s is not there", path);
  char *text = calloc(1, 1 << 20);
  size_t length = fread(text, 1, (1 << 20) - 1, file);
  assert_true(length > 0);
  fclose(file);
  return text;
}

static void file_make(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* The last game of a file; *count is how many there are. */
static asc_record *file_last(const char *path, int *count) {
  char *text = file_text(path);
  asc_reader *reader;
  asc_record *record = NULL, *next;
  asc_error error;
  int code;
  assert_int_equal(asc_reader_open(&reader, text, strlen(text), &error), ASC_OK);
  for (*count = 0; (code = asc_reader_next(reader, &next, NULL, &error)) == 1; ++*count) {
    asc_record_close(record);
    record = next;
  }
  if (code < 0 || record == NULL) fail_msg("%s: %s\n%s", path, error.reason, text);
  asc_reader_close(reader);
  free(text);
  return record;
}

static void assert_games(const char *path, int count) {
  int there;
  asc_record_close(file_last(path, &there));
  assert_int_equal(there, count);
}

/* The kept game is the script's, ply by ply, with its result. */
static void assert_kept(const char *path, const test_script *script) {
  int count;
  asc_record *record = file_last(path, &count);
  const char *line = script->plies;
  for (const asc_item *item = asc_record_first(record); item != NULL; item = item->next) {
    if (item->kind != ASC_ITEM_PLY) continue;
    size_t length = strcspn(line, "\n");
    if (strlen(item->text) != length || memcmp(item->text, line, length) != 0)
      fail_msg("%s instead of %.*s", item->text, (int)length, line);
    line += length + 1;
  }
  assert_string_equal(line, "");
  assert_int_equal(count, 1);
  assert_string_equal(asc_record_tag(record, "Result"), script->result);
  asc_record_close(record);
}

static void assert_tag(const char *path, const char *name, const char *value) {
  int count;
  asc_record *record = file_last(path, &count);
  const char *tag = asc_record_tag(record, name);
  if (tag == NULL) fail_msg("no tag %s in %s", name, path);
  assert_string_equal(tag, value);
  asc_record_close(record);
}

static void test_whole_games_are_typed_in(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 10 + (uint64_t)i);
    const char *path = fresh("typed.txt");
    PLAY(0, script.plies, games[i], "--players", "human,human:Ann", "--dice", "hand", "--save", path);
    assert_kept(path, &script);
    assert_tag(path, "Player2", "Ann");
    script_close(&script);
  }
}

static void test_whole_games_are_touched_in(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    test_script script = script_make(games[i], 20 + (uint64_t)i);
    const char *path = fresh("touched.txt");
    PLAY(0, script.touches, games[i], "--players", "human,human", "--dice", "hand", "--save", path);
    assert_kept(path, &script);
    script_close(&script);
  }
}

static void test_engines_play_whole_games(void **state) {
  (void)state;
  for (int i = 0; i < GAMES; i++) {
    const char *path = fresh("engines.txt");
    PLAY(0, "", games[i], "--players", "engine:0,engine:0", "--seed", "7", "--save", path);
    char *once = file_text(path);
    assert_lacks(once, "[Result \"none\"]");
    path = fresh("engines.txt");
    PLAY(0, "", games[i], "--players", "engine:0,engine:0", "--seed", "7", "--save", path);
    char *again = file_text(path);
    assert_string_equal(once, again);
    free(once);
    free(again);
  }
}

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
  assert_has(process.text, "ascona play --resume goes on with it.");
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

/* The same file by another name is the same game, and a killed program is no longer in the way. */
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
  assert_has(answer, "Delta, ply 1: Cid, human\n");
  assert_has(answer, "/ascona/play-100.txt  ");
  assert_has(answer, "/ascona/play.txt      ");
  assert_has(answer, "Kulami, ply 2: Ann, Ben\n");
  assert_has(answer, "/ascona/play-7.txt    cannot be read\n");
  assert_has(PLAY(2, "", "--list", "delta"), "--list stands alone");
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

static void test_undo_returns_to_ones_own_choice(void **state) {
  (void)state;
  fresh_state();
  const char *answer = PLAY(0, "d4\nundo\nrecord\nundo\n", "kulami", "--seed", "1");
  assert_has(answer, "[%redo d4 ");
  assert_has(answer, "Not possible: ");
}

static void test_undo_never_passes_a_roll(void **state) {
  (void)state;
  fresh_state();
  assert_has(PLAY(0, "1.1\n4.4\nundo\n", "delfino", "--players", "human,human"),
             "Not possible: a die roll cannot be taken back.");
  assert_lacks(PLAY(0, "1.1\n4.4\nr3\nundo\nundo\nundo\n", "delfino", "--players", "human,human", "--dice", "hand"),
               "Not possible");
}

static void test_a_roll_can_be_left_to_the_program(void **state) {
  (void)state;
  fresh_state();
  const char *answer = PLAY(0, "1.1\n4.4\n\nundo\n", "delfino", "--players", "human,human", "--dice", "hand");
  assert_has(answer, "The die shows ");
  assert_has(answer, "Not possible: a die roll cannot be taken back.");
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
  file_make(path, "[Game \"kulami\"]\n[Player1 \"engine:5\"]\n[Result \"none\"]\n\nnone\n");
  assert_has(PLAY(2, "", "--resume", path), "the tag Player1: there is no engine:5, only engine:0");
}

static void test_resigning_says_who(void **state) {
  (void)state;
  fresh_state();
  /* At the die nobody is to move; Red is the engine. */
  const char *answer = PLAY(0, "4.4\nresign\nresign Red\nresign Zoe\nresign ann\n", "delfino", "--players",
                            "engine:0,human:Ann", "--dice", "hand", "--moves", "1.1");
  assert_has(answer, "Say who gives up, for example: resign Black\n");
  assert_lacks(answer, "resign Red\nBlack (Ann) gives up");
  assert_has(answer, "Black (Ann) has given up.\nRed (engine:0) wins");
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
  const char *path = fresh("draw.txt");
  const char *answer = PLAY(0, "draw\nno\ndraw\nyes\n", "delta", "--players", "human,human", "--save", path);
  assert_has(answer, "No draw: every seat must agree.");
  assert_tag(path, "Result", "draw");
  assert_tag(path, "Points", "0 0");
}

static void test_the_engine_answers_an_offer_by_its_estimate(void **state) {
  (void)state;
  fresh_state();
  /* Black to move can complete a relay: many a random game is won by it. */
  const char *answer = PLAY(0, "draw\n", "delta", "--players", "engine:0,human", "--moves", BEFORE_RELAY);
  assert_has(answer, "White (engine:0) agrees: its estimate for itself is -");
  assert_has(answer, "The players agreed on a draw.");
  answer = PLAY(0, "draw\n", "delta", "--players", "human,engine:0", "--moves", BEFORE_BLUNDER);
  assert_has(answer, "Black (engine:0) declines: its estimate for itself is ");
  assert_has(answer, "No draw: every seat must agree.");
}

static void test_wrong_words_are_explained_and_change_nothing(void **state) {
  (void)state;
  fresh_state();
  const char *answer = PLAY(0, "b2\nb4\nb2-b3\nb2 b3\nzz\nwhy b4\nhint b2\nE2\nrecord\n", "delta", "--players",
                            "human,human", "--ascii");
  assert_has(answer, "A precursor moves at least two squares.");
  assert_has(answer, "White b2> ");
  assert_has(answer, "1. b2 b4 2. b2-e2 none");
}

static void test_another_man_may_be_touched_instead(void **state) {
  (void)state;
  fresh_state();
  const char *answer =
      PLAY(0, "b2\nb4\nb2-e2\nb4-e4\ne2\nd2\nrecord\nd2\n\nmoves\n", "delta", "--players", "human,human", "--ascii");
  assert_has(answer, "White e2> d2");
  assert_has(answer, "White d2> ");
}

static void test_a_line_may_hold_the_plies_of_a_turn(void **state) {
  (void)state;
  fresh_state();
  const char *answer =
      PLAY(0, "1.1 4.4\n4.4\nr3\nturn ne2 end\nrecord\n", "delfino", "--players", "human,human", "--dice", "hand");
  assert_has(answer, "Your turn is over; 4.4 was not played.");
  assert_has(answer, "Your turn is over; end was not played.");
  assert_has(answer, "1.1 4.4 ");
  assert_has(answer, "r3 turn ne2");
}

static void test_help_hints_and_files(void **state) {
  (void)state;
  fresh_state();
  char input[1024], path[256], svg[256];
  (void)snprintf(path, sizeof path, "%s", fresh("saved.txt"));
  (void)snprintf(svg, sizeof svg, "%s", fresh("saved.svg"));
  (void)snprintf(input, sizeof input,
                 "help\nmoves\nhint\nrules\nposition\nshow\nsave\nsave %s\nsave %s\nsvg %s\nquit\n", path, path, svg);
  const char *answer = PLAY(0, input, "delta");
  assert_has(answer, "for example a1");
  assert_has(answer, "## Rulings");
  assert_has(answer, "Say where");
  assert_has(answer, "is there already and stays as it is.");
  assert_tag(path, "Game", "delta");
  char *drawing = file_text(svg);
  assert_has(drawing, "<svg");
  free(drawing);
}

static void test_the_game_is_asked_for(void **state) {
  (void)state;
  fresh_state();
  const char *answer = PLAY(0, "chess\n99\n1\nb2\n", "--ascii");
  assert_has(answer, "Which game?");
  assert_has(answer, "known are delta");
  assert_has(answer, "plays ");
  assert_has(PLAY(0, "r\nrecord\n", "--ascii"), "1. b2 ");
  assert_has(PLAY(0, "", "--ascii"), "Which game?");
}

static void test_bad_options_are_refused(void **state) {
  (void)state;
  fresh_state();
  assert_has(PLAY(2, "", "chess"), "known are delta");
  assert_has(PLAY(2, "", "delta", "--players", "human"), "1 players for delta, which is played by 2");
  assert_has(PLAY(2, "", "delta", "--players", "human,engine:9"), "known are human, human:NAME, engine:0");
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
  assert_int_not_equal(access(fresh_state(), F_OK), 0);
}

static void test_a_place_that_cannot_be_written_is_told_once(void **state) {
  (void)state;
  setenv("XDG_STATE_HOME", "/dev/null", 1);
  const char *answer = PLAY(0, "d4\n", "kulami", "--seed", "1");
  assert_has(answer, "there is no place to keep the game in");
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

static void test_any_bytes_may_be_typed(void **state) {
  (void)state;
  fresh_state();
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

/* The program on a terminal of its own. */
static test_process terminal_open(const char *game, const char *players, const char *moves) {
  int master;
  test_process process = {.text = calloc(1, 1)};
  process.id = forkpty(&master, NULL, NULL, NULL);
  if (process.id == 0) {
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    execl(TEST_PROGRAM, TEST_PROGRAM, "play", game, "--ascii", "--color", "never", "--seed", "1", "--players", players,
          "--moves", moves, NULL);
    _exit(127);
  }
  assert_true(process.id > 0);
  process.out = master;
  process.in = dup(master);
  return process;
}

static void test_tab_completes_and_control_c_leaves(void **state) {
  (void)state;
  fresh_state();
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
  process_send(&process, "\003");
  process_expect(&process, "ascona play --resume goes on with it.");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_the_terminal_is_set_up_again_after_a_stop(void **state) {
  (void)state;
  fresh_state();
  test_process process = terminal_open("kulami", "human,engine:0", "");
  int status;
  struct termios shell;
  process_expect(&process, "Red> ");
  kill(process.id, SIGSTOP);
  assert_int_equal(waitpid(process.id, &status, WUNTRACED), process.id);
  assert_true(WIFSTOPPED(status));
  /* As a shell leaves it: whole lines, echoed by the terminal. */
  assert_int_equal(tcgetattr(process.in, &shell), 0);
  shell.c_lflag |= ICANON | ECHO;
  assert_int_equal(tcsetattr(process.in, TCSANOW, &shell), 0);
  kill(process.id, SIGCONT);
  process_expect(&process, "Red> ");
  process_send(&process, "d\t");
  process_expect(&process, "d8");
  process_send(&process, "\003");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_a_window_may_change_its_size(void **state) {
  (void)state;
  fresh_state();
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
  fresh_state();
  test_process process = terminal_open("delta", "human,engine:0", "");
  process_expect(&process, "White> ");
  process_send(&process, "resign\n");
  process_expect(&process, "Black (engine:0) then wins and has 25 points.");
  process_send(&process, "yes\n");
  process_expect(&process, "Play again? (yes/no) ");
  process_send(&process, "yes\n");
  process_expect(&process, "After 1 of 2 games");
  process_expect(&process, "White (engine:0) plays ");
  process_expect(&process, "Black> ");
  process_send(&process, "quit\n");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
}

static void test_an_end_on_the_board_can_be_taken_back_on_a_terminal(void **state) {
  (void)state;
  fresh_state();
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

static int folder_make(void **state) {
  (void)state;
  signal(SIGPIPE, SIG_IGN);
  return mkdtemp(folder) == NULL ? -1 : 0;
}

static int folder_remove(void **state) {
  (void)state;
  free(said);
  char command[64];
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_games_are_typed_in),
      cmocka_unit_test(test_whole_games_are_touched_in),
      cmocka_unit_test(test_engines_play_whole_games),
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
      cmocka_unit_test(test_a_record_from_elsewhere_stays_as_it_is),
      cmocka_unit_test(test_what_was_taken_back_is_kept),
      cmocka_unit_test(test_undo_returns_to_ones_own_choice),
      cmocka_unit_test(test_undo_never_passes_a_roll),
      cmocka_unit_test(test_a_roll_can_be_left_to_the_program),
      cmocka_unit_test(test_a_match_adds_up),
      cmocka_unit_test(test_a_match_goes_on_after_a_kill),
      cmocka_unit_test(test_a_match_keeps_all_its_games),
      cmocka_unit_test(test_a_match_between_engines_goes_on_as_it_would_have),
      cmocka_unit_test(test_points_of_a_match_may_be_halves_below_zero),
      cmocka_unit_test(test_a_record_with_an_engine_nobody_has_is_refused),
      cmocka_unit_test(test_resigning_says_who),
      cmocka_unit_test(test_every_seat_must_agree_to_a_draw),
      cmocka_unit_test(test_the_engine_answers_an_offer_by_its_estimate),
      cmocka_unit_test(test_wrong_words_are_explained_and_change_nothing),
      cmocka_unit_test(test_another_man_may_be_touched_instead),
      cmocka_unit_test(test_a_line_may_hold_the_plies_of_a_turn),
      cmocka_unit_test(test_help_hints_and_files),
      cmocka_unit_test(test_the_game_is_asked_for),
      cmocka_unit_test(test_bad_options_are_refused),
      cmocka_unit_test(test_a_place_that_cannot_be_written_is_told_once),
      cmocka_unit_test(test_a_named_file_that_cannot_be_written_is_an_error),
      cmocka_unit_test(test_any_bytes_may_be_typed),
      cmocka_unit_test(test_tab_completes_and_control_c_leaves),
      cmocka_unit_test(test_the_terminal_is_set_up_again_after_a_stop),
      cmocka_unit_test(test_a_window_may_change_its_size),
      cmocka_unit_test(test_a_rematch_is_offered_on_a_terminal),
      cmocka_unit_test(test_an_end_on_the_board_can_be_taken_back_on_a_terminal),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
