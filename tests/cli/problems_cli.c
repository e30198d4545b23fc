/* Tests of `ascona problems` with the real program: all puzzles are checked, one is solved after a wrong move, and
   solved puzzles are saved. */
#define _GNU_SOURCE
#include "play_cli.h"

#include <jansson.h>

static const char *run_puzzles(int status, const char *input, const char *const *args) {
  const char *all[PROCESS_ARGS_MAX] = {"problems"};
  for (int i = 0; args[i] != NULL; i++) all[i + 1] = args[i];
  free(output);
  int got = process_run(all, input, &output);
  if (got != status) fail_msg("status %d, not %d:\n%s", got, status, output);
  return output;
}
#define PUZZLES(status, input, ...) run_puzzles(status, input, (const char *const[]){__VA_ARGS__, NULL})

/* A win in three moves, where other moves win later; and a win in one move, where no other move wins. */
#define WIN_IN_THREE "1:.b.../...bw/...wb/...../..w..:w6b6:w | 3 | 14 | c1-c3 | 6 | faster\n"
#define WIN_IN_ONE "1:....b/w..ww/..bb./...../.....:w6b6:w | 1 | 18 | a4-c4 | 1 | strict\n"

static const char *write_two_puzzles(void) {
  const char *path = fresh_path("problems.txt");
  write_file(path, "# easy\n" WIN_IN_ONE "\n" WIN_IN_THREE);
  return path;
}

static void test_all_puzzles_are_proved(void **state) {
  (void)state;
  fresh_state_folder();
  const char *answer = PUZZLES(0, "", "delta", "--check");
  int count = 0;
  assert_int_equal(sscanf(answer, "%d problems, 0 wrong", &count), 1);
  assert_true(count >= 300);
}

static void test_wrong_puzzles_are_found(void **state) {
  (void)state;
  static const char *const lines[][2] = {
      {"1:....b/w..ww/..bb./...../.....:w6b6:w | 1 | 17 | a4-c4 | 1 | strict\n", "does not win 17"},
      {"1:....b/w..ww/..bb./...../.....:w6b6:w | 1 | 18 | a4-a2 | 1 | strict\n", "a4-a2 is not the key"},
      {"1:....b/w..ww/..bb./...../.....:w6b6:w | 2 | 18 | a4-c4 | 1 | strict\n", "does not take 2 moves"},
      {"1:....b/w..ww/..bb./...../.....:w6b6:w | 1 | 18 | a4-c4 | 1 | faster\n", "it is strict"},
      {"1:.b.../...bw/...wb/...../..w..:w6b6:w | 3 | 14 | c1-c3 | 6 | strict\n", "another move wins too"},
      {"1:....b/w..ww/..bb./...../.....:w6b6:w | 1 | 18 | a4-a5 | 1 | strict\n", "a4-a5"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    const char *path = fresh_path("wrong.txt");
    write_file(path, lines[i][0]);
    assert_has(PUZZLES(1, "", "delta", "--check", "--file", path), lines[i][1]);
    assert_has(output, "1 problems, 1 wrong");
  }
}

static void test_a_wrong_move_is_refuted_and_the_solution_accepted(void **state) {
  (void)state;
  fresh_state_folder();
  const char *path = write_two_puzzles();
  const char *answer = PUZZLES(0, "d3-a3\nhint\nundo\nc1\nc3\nposition\nquit\n", "delta", "2", "--file", path);
  assert_has(answer, "win by force in 3 moves, for 14\npoints. Other moves win too");
  assert_has(answer, "d3-a3 is not it: Black answers ");
  assert_has(answer, "White (undo)> hint");
  assert_has(answer, "undo takes the move back.");
  assert_has(answer, "c1-c3 is right. Black plays ");
  assert_lacks(answer, "Solved");
  assert_lacks(PUZZLES(0, "", "delta", "--file", path), "; solved");
}

/* Asks for a hint, plays the move, and repeats that to the end. */
static void test_hints_lead_to_the_end(void **state) {
  (void)state;
  fresh_state_folder();
  const char *path = write_two_puzzles();
  test_process process = process_open("problems", "delta", "2", "--file", path);
  for (int move = 0; move < 3; move++) {
    process_expect(&process, "White> ");
    process_send(&process, "hint\nhint\n");
    process_expect(&process, "Look at ");
    process_expect(&process, "Play ");
    process_expect(&process, "White> ");
    char token[16], line[24];
    assert_int_equal(sscanf(strstr(process.text + process.seen - 24, "Play ") + 5, "%15[^.]", token), 1);
    (void)snprintf(line, sizeof line, "%s\n", token);
    process_send(&process, line);
  }
  process_expect(&process, "Solved: White has won 14 points in 3 moves.");
  process_send(&process, "next\n");
  process_expect(&process, "Problem 1 of 2");
  process_send(&process, "a4-c4\n");
  process_expect(&process, "Solved: White has won 18 points in 1 move.");
  process_send(&process, "next\n");
  process_expect(&process, "There is no other that is not solved.");
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
  assert_has(PUZZLES(0, "", "delta", "--file", path), "2 problems, 2 solved");
  assert_has(PUZZLES(2, "", "delta", "next", "--file", path), "all of these are solved");
  assert_has(PUZZLES(0, "", "delta", "1", "--file", path), "solved before");
}

static void test_a_puzzle_with_its_solution_shown_is_not_solved(void **state) {
  (void)state;
  fresh_state_folder();
  const char *path = write_two_puzzles();
  const char *answer = PUZZLES(0, "solution\na4-c4\nnext\nsolution\n", "delta", "next", "--file", path);
  assert_has(answer, "The key is a4-c4");
  assert_has(answer, "Won, with the solution at hand.");
  assert_has(answer, "Problem 2 of 2");
  assert_has(answer, "The key is c1-c3; a main line is c1-c3 ");
  assert_has(answer, "what wins against each:");
  assert_has(PUZZLES(0, "", "delta", "--file", path), "2 problems, 0 solved");
}

/* Returns the path of the file with the solved puzzles, in a new state folder. */
static const char *log_path(void) {
  static char path[300], ascona_folder[280];
  const char *home = fresh_state_folder();
  (void)snprintf(ascona_folder, sizeof ascona_folder, "%s/ascona", home);
  (void)snprintf(path, sizeof path, "%s/problems-delta.txt", ascona_folder);
  assert_int_equal(mkdir(home, 0700), 0);
  assert_int_equal(mkdir(ascona_folder, 0700), 0);
  return path;
}

static void write_log(const char *path, const char *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

static void test_an_unreadable_log_is_reported_and_does_not_change(void **state) {
  (void)state;
  const char *log = log_path(), *path = write_two_puzzles();
  struct stat info;
  assert_int_equal(symlink(log, log), 0);
  assert_has(PUZZLES(3, "", "delta", "--file", path), "what was solved cannot be read: Too many levels of symbolic");
  assert_has(output, "2 problems, 0 solved");
  assert_has(PUZZLES(3, "a4-c4\nquit\n", "delta", "1", "--file", path), "Solved: White has won 18 points");
  assert_has(output, "that it is solved cannot be kept: Too many levels of symbolic links\n");
  assert_int_equal(lstat(log, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  assert_int_equal(unlink(log), 0);
  assert_int_equal(mkdir(log, 0700), 0);
  assert_has(PUZZLES(3, "", "delta", "--file", path), "what was solved cannot be read: Is a directory\n");
  assert_int_equal(rmdir(log), 0);
  assert_int_equal(mkfifo(log, 0600), 0);
  assert_has(PUZZLES(3, "", "delta", "--file", path), "what was solved cannot be read: it is no plain file\n");
  assert_int_equal(unlink(log), 0);
  setenv("XDG_STATE_HOME", "/dev/null", 1);
  assert_has(PUZZLES(3, "a4-c4\n", "delta", "1", "--file", path),
             "that it is solved cannot be kept: Not a directory\n");
}

static void test_invalid_lines_of_the_log_are_ignored(void **state) {
  (void)state;
  static const char before[] = "\0\0\377 nonsense\n1:.b.../...bw/...wb/...../..w..:w6b6:w\r\n\0cut";
  static const char more[] = "\n1:....b/w..ww/..bb./...../.....:w6b6:w\n";
  const char *log = log_path(), *path = write_two_puzzles();
  write_log(log, before, sizeof before - 1);
  assert_has(PUZZLES(0, "", "delta", "--file", path), "2 problems, 1 solved");
  assert_has(PUZZLES(0, "a4-c4\n", "delta", "1", "--file", path), "Solved: ");
  assert_has(PUZZLES(0, "", "delta", "--file", path), "2 problems, 2 solved");
  char *after = read_file(log);
  assert_memory_equal(after, before, sizeof before - 1);
  assert_string_equal(after + sizeof before - 1, more);
  free(after);
}

static void test_many_terminals_at_once_save_all_solutions(void **state) {
  (void)state;
  enum { TERMINALS = 24 };
  test_process processes[TERMINALS];
  int count = 0;
  fresh_state_folder();
  char *all = strdup(PUZZLES(0, "", "delta", "--json")), *rest = all;
  for (char *line; count < TERMINALS && (line = strsep(&rest, "\n")) != NULL && line[0] != '\0';) {
    json_t *object = json_loads(line, 0, NULL);
    if (json_integer_value(json_object_get(object, "moves")) == 1) {
      char number[16], key[32];
      (void)snprintf(number, sizeof number, "%lld", (long long)json_integer_value(json_object_get(object, "number")));
      (void)snprintf(key, sizeof key, "%s\n", json_string_value(json_object_get(object, "key")));
      processes[count] = process_open("problems", "delta", number);
      process_send(&processes[count++], key);
    }
    json_decref(object);
  }
  free(all);
  assert_int_equal(count, TERMINALS);
  for (int i = 0; i < TERMINALS; i++) {
    assert_int_equal(process_end(&processes[i]), 0);
    assert_has(processes[i].text, "Solved: ");
    process_close(&processes[i]);
  }
  assert_has(PUZZLES(0, "", "delta"), " problems, 24 solved");
}

static void test_puzzles_are_listed(void **state) {
  (void)state;
  fresh_state_folder();
  const char *path = write_two_puzzles();
  assert_has(PUZZLES(0, "", "delta", "--file", path),
             "grade 1\n     1  win in 1     6 pawns    18 points   only one move");
  assert_has(PUZZLES(0, "", "delta", "--file", path, "--grade", "2-9"), "1 problem, 0 solved");
  assert_has(PUZZLES(0, "", "delta", "--file", path, "--grade", "3"), "There are none.");
  json_t *object = json_loads(PUZZLES(0, "", "delta", "--file", path, "--json", "--grade", "6"), 0, NULL);
  assert_non_null(object);
  assert_int_equal(json_integer_value(json_object_get(object, "number")), 2);
  assert_int_equal(json_integer_value(json_object_get(object, "moves")), 3);
  assert_int_equal(json_integer_value(json_object_get(object, "points")), 14);
  assert_string_equal(json_string_value(json_object_get(object, "key")), "c1-c3");
  assert_true(json_is_false(json_object_get(object, "strict")));
  assert_true(json_is_false(json_object_get(object, "solved")));
  json_decref(object);
}

static void test_bad_input_is_reported_in_one_line(void **state) {
  (void)state;
  fresh_state_folder();
  static const char *const args[][6] = {
      {NULL},
      {"chess", NULL},
      {"kulami", NULL},
      {"delta", "0", NULL},
      {"delta", "1000000", NULL},
      {"delta", "first", NULL},
      {"delta", "--grade", "0", NULL},
      {"delta", "--grade", "5-2", NULL},
      {"delta", "--grade", "1-10", NULL},
      {"delta", "--make", NULL},
      {"delta", "--count", "3", NULL},
      {"delta", "1", "--json", NULL},
      {"delta", "--check", "--json", NULL},
      {"delta", "1", "--color", "sometimes", NULL},
      {"kulami", "--make", "--tables", "/", NULL},
      {"delta:scoring=simple", "--make", "--tables", "/", NULL},
  };
  unsetenv("ASCONA_TABLES");
  for (size_t i = 0; i < sizeof args / sizeof args[0]; i++) {
    run_puzzles(2, "", args[i]);
    assert_ptr_equal(strchr(output, '\n'), output + strlen(output) - 1);
    assert_int_equal(strncmp(output, "ascona: ", 8), 0);
  }
  PUZZLES(3, "", "delta", "--make", "--tables", folder);
  PUZZLES(2, "", "delta", "--file", fresh_path("none.txt"));
  const char *path = fresh_path("bad.txt");
  write_file(path, WIN_IN_ONE "a | b\n");
  assert_has(PUZZLES(2, "", "delta", "--file", path), "line 2: a problem has six fields");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_puzzles_are_proved),
      cmocka_unit_test(test_wrong_puzzles_are_found),
      cmocka_unit_test(test_a_wrong_move_is_refuted_and_the_solution_accepted),
      cmocka_unit_test(test_hints_lead_to_the_end),
      cmocka_unit_test(test_a_puzzle_with_its_solution_shown_is_not_solved),
      cmocka_unit_test(test_an_unreadable_log_is_reported_and_does_not_change),
      cmocka_unit_test(test_invalid_lines_of_the_log_are_ignored),
      cmocka_unit_test(test_many_terminals_at_once_save_all_solutions),
      cmocka_unit_test(test_puzzles_are_listed),
      cmocka_unit_test(test_bad_input_is_reported_in_one_line),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
