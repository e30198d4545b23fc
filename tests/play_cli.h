/* What the tests of `ascona play` share: running the program, random games as scripts, and what it kept. */
#ifndef ASC_TESTS_PLAY_CLI_H
#define ASC_TESTS_PLAY_CLI_H

#include "process.h"

#include <ascona/ascona.h>

#include <pty.h>
#include <sys/stat.h>

/* A game of Delta that Black can win now, by c5-e3 with 13 squares free. */
#define BEFORE_BLUNDER "e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4"
#define BEFORE_RELAY BEFORE_BLUNDER " b2-e2"

static char folder[] = "/tmp/ascona-test-XXXXXX";
static char *said;

/* The path of a file in the test's own folder, which does not exist yet. */
static inline const char *fresh(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  unlink(path);
  return path;
}

/* A new, empty state folder for the program. */
static inline const char *fresh_state(void) {
  static char path[256];
  static int number;
  (void)snprintf(path, sizeof path, "%s/state-%d", folder, number++);
  setenv("XDG_STATE_HOME", path, 1);
  return path;
}

/* Runs `ascona play …` on this input; the status must be as expected. */
static inline const char *play(int status, const char *input, const char *const *args) {
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

static inline void lines_add(char **lines, size_t *length, const char *line) {
  size_t more = strlen(line) + 1;
  *lines = realloc(*lines, *length + more + 1);
  memcpy(*lines + *length, line, more - 1);
  (*lines)[*length + more - 1] = '\n';
  (*lines)[*length + more] = '\0';
  *length += more;
}

static inline test_script script_make(const char *spec, uint64_t seed) {
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

static inline void script_close(test_script *script) {
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

static inline void file_make(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* The last game of a file; *count is how many there are. */
static inline asc_record *file_last(const char *path, int *count) {
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

static inline void assert_games(const char *path, int count) {
  int there;
  asc_record_close(file_last(path, &there));
  assert_int_equal(there, count);
}

/* The kept game is the script's, ply by ply, with its result. */
static inline void assert_kept(const char *path, const test_script *script) {
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

static inline void assert_tag(const char *path, const char *name, const char *value) {
  int count;
  asc_record *record = file_last(path, &count);
  const char *tag = asc_record_tag(record, name);
  if (tag == NULL) fail_msg("no tag %s in %s", name, path);
  assert_string_equal(tag, value);
  asc_record_close(record);
}

/* The program on a terminal of its own. */
static inline test_process terminal_open(const char *game, const char *players, const char *moves) {
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

static inline int folder_make(void **state) {
  (void)state;
  signal(SIGPIPE, SIG_IGN);
  return mkdtemp(folder) == NULL ? -1 : 0;
}

static inline int folder_remove(void **state) {
  (void)state;
  free(said);
  char command[64];
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

#endif
