/* Helpers for the tests of `ascona play`: running the program, random games as scripts, and reading saved games. */
#ifndef ASC_TESTS_PLAY_CLI_H
#define ASC_TESTS_PLAY_CLI_H

#include "tests/support/process.h"

#include <ascona/ascona.h>

#include <pty.h>
#include <sys/stat.h>

/* A game of Delta in which White is to move. After b2-e2 (BEFORE_RELAY) Black wins with c5-e3, with 13 squares free. */
#define BEFORE_BLUNDER "e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4"
#define BEFORE_RELAY BEFORE_BLUNDER " b2-e2"

static char folder[] = "/tmp/ascona-test-XXXXXX";
static char *output;

/* Returns the path of a file in the folder of this test, after removing the file. */
static inline const char *fresh_path(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  unlink(path);
  return path;
}

/* Sets a new state folder for the program, which does not exist yet. Returns XDG_STATE_HOME. */
static inline const char *fresh_state_folder(void) {
  static char path[256];
  static int number;
  (void)snprintf(path, sizeof path, "%s/state-%d", folder, number++);
  setenv("XDG_STATE_HOME", path, 1);
  return path;
}

/* Runs `ascona play …` with this input and checks its exit status. Returns the output, valid until the next call. */
static inline const char *play(int status, const char *input, const char *const *args) {
  const char *all[PROCESS_ARGS_MAX] = {"play"};
  for (int i = 0; args[i] != NULL; i++) all[i + 1] = args[i];
  free(output);
  int got = process_run(all, input, &output);
  if (got != status) fail_msg("status %d, not %d:\n%s", got, status, output);
  return output;
}
#define PLAY(status, input, ...) play(status, input, (const char *const[]){__VA_ARGS__, NULL})

/* A random game from start to end, as typed plies and as typed selections. */
typedef struct test_script {
  char *plies, *selections; /* one per line */
  int count;
  char half_position[ASC_POSITION_TEXT_MAX]; /* the position after the first half of the plies */
  size_t half_offset;                        /* offset of the second half in `plies` */
  const char *result;
} test_script;

static inline void lines_add(char **lines, size_t *length, const char *line) {
  size_t line_size = strlen(line) + 1;
  *lines = realloc(*lines, *length + line_size + 1);
  memcpy(*lines + *length, line, line_size - 1);
  (*lines)[*length + line_size - 1] = '\n';
  (*lines)[*length + line_size] = '\0';
  *length += line_size;
}

static inline test_script script_make(const char *spec, uint64_t seed) {
  test_script script = {0};
  size_t plies_length = 0, selections_length = 0;
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
    for (int i = 0; i < steps.count; i++) lines_add(&script.selections, &selections_length, steps.ids[i]);
    assert_int_equal(asc_play_move(game, move, NULL), ASC_OK);
    script.count++;
  }
  asc_outcome outcome;
  bool over = asc_play_outcome(game, &outcome);
  script.result = asc_outcome_name(rules, over, &outcome);
  while (asc_play_ply_count(game) > script.count / 2) assert_true(asc_play_undo(game, 0, NULL) > 0);
  asc_position_write(rules, asc_play_position(game), script.half_position, sizeof script.half_position);
  for (int i = 0; i < asc_play_ply_count(game); i++)
    script.half_offset += strcspn(script.plies + script.half_offset, "\n") + 1;
  asc_play_close(game);
  asc_rules_close(rules);
  return script;
}

static inline void script_close(test_script *script) {
  free(script->plies);
  free(script->selections);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail_msg("%s is not there", path);
  char *text = calloc(1, 1 << 20);
  size_t length = fread(text, 1, (1 << 20) - 1, file);
  assert_true(length > 0);
  fclose(file);
  return text;
}

static inline void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* Returns the last game of a file, which the caller closes; *count is the number of games. */
static inline asc_record *read_last_record(const char *path, int *count) {
  char *text = read_file(path);
  asc_record_reader *reader;
  asc_record *record = NULL, *next;
  asc_error error;
  int code;
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), &error), ASC_OK);
  for (*count = 0; (code = asc_record_reader_next(reader, &next, NULL, &error)) == 1; ++*count) {
    asc_record_close(record);
    record = next;
  }
  if (code < 0 || record == NULL) fail_msg("%s: %s\n%s", path, error.reason, text);
  asc_record_reader_close(reader);
  free(text);
  return record;
}

static inline void assert_game_count(const char *path, int count) {
  int found;
  asc_record_close(read_last_record(path, &found));
  assert_int_equal(found, count);
}

/* Checks that the file holds exactly the script's game, ply by ply, with its result. */
static inline void assert_saved(const char *path, const test_script *script) {
  int count;
  asc_record *record = read_last_record(path, &count);
  const char *line = script->plies;
  for (const asc_record_item *item = asc_record_first_item(record); item != NULL; item = item->next) {
    if (item->kind != ASC_RECORD_PLY) continue;
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
  asc_record *record = read_last_record(path, &count);
  const char *tag = asc_record_tag(record, name);
  if (tag == NULL) fail_msg("no tag %s in %s", name, path);
  assert_string_equal(tag, value);
  asc_record_close(record);
}

/* Starts the program on a terminal of its own. */
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
  free(output);
  char command[64];
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

#endif
