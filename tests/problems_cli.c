/* `ascona problems`, by driving the real program: every problem is proved, one is solved with a wrong try first, and
   what was solved is remembered. */
#define _GNU_SOURCE
#include "play_cli.h"

#include <jansson.h>

static const char *problems(int status, const char *input, const char *const *args) {
  const char *all[PROCESS_ARGS_MAX] = {"problems"};
  for (int i = 0; args[i] != NULL; i++) all[i + 1] = args[i];
  free(said);
  int got = process_run(all, input, &said);
  if (got != status) fail_msg("status %d, not %d:\n%s", got, status, said);
  return said;
}
#define PROBLEMS(status, input, ...) problems(status, input, (const char *const[]){__VA_ARGS__, NULL})

/* Three moves from the end, and one at once; the second of these may also be won later. */
#define IN_THREE "1:.b.../...bw/...wb/...../..w..:w6b6:w | 3 | 14 | c1-c3 | 6 | faster\n"
#define AT_ONCE "1:....b/w..ww/..bb./...../.....:w6b6:w | 1 | 18 | a4-c4 | 1 | strict\n"

static const char *two_problems(void) {
  const char *path = fresh("problems.txt");
  file_make(path, "# easy\n" AT_ONCE "\n" IN_THREE);
  return path;
}

static void test_all_are_proved(void **state) {
  (void)state;
  fresh_state();
  const char *answer = PROBLEMS(0, "", "delta", "--check");
  int count = 0;
  assert_int_equal(sscanf(answer, "%d problems, 0 wrong", &count), 1);
  assert_true(count >= 300);
}

static void test_wrong_ones_are_found(void **state) {
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
    const char *path = fresh("wrong.txt");
    file_make(path, lines[i][0]);
    assert_has(PROBLEMS(1, "", "delta", "--check", "--file", path), lines[i][1]);
    assert_has(said, "1 problems, 1 wrong");
  }
}

static void test_a_try_is_refuted_and_the_key_found(void **state) {
  (void)state;
  fresh_state();
  const char *path = two_problems();
  const char *answer = PROBLEMS(0, "d3-a3\nhint\nundo\nc1\nc3\nposition\nquit\n", "delta", "2", "--file", path);
  assert_has(answer, "win by force in 3 moves, for 14\npoints. Other moves win too");
  assert_has(answer, "d3-a3 is not it: Black answers ");
  assert_has(answer, "White (undo)> hint");
  assert_has(answer, "undo takes the move back.");
  assert_has(answer, "c1-c3 is right. Black plays ");
  assert_lacks(answer, "Solved");
  assert_lacks(PROBLEMS(0, "", "delta", "--file", path), "; solved");
}

/* Asks for the move, plays it, and so on to the end. */
static void test_hints_lead_to_the_end(void **state) {
  (void)state;
  fresh_state();
  const char *path = two_problems();
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
  assert_has(PROBLEMS(0, "", "delta", "--file", path), "2 problems, 2 solved");
  assert_has(PROBLEMS(2, "", "delta", "next", "--file", path), "all of these are solved");
  assert_has(PROBLEMS(0, "", "delta", "1", "--file", path), "solved before");
}

static void test_who_is_told_the_solution_has_not_solved_it(void **state) {
  (void)state;
  fresh_state();
  const char *path = two_problems();
  const char *answer = PROBLEMS(0, "solution\na4-c4\nnext\nsolution\n", "delta", "next", "--file", path);
  assert_has(answer, "The key is a4-c4");
  assert_has(answer, "Won, with the solution at hand.");
  assert_has(answer, "Problem 2 of 2");
  assert_has(answer, "The key is c1-c3; a main line is c1-c3 ");
  assert_has(answer, "what wins against each:");
  assert_has(PROBLEMS(0, "", "delta", "--file", path), "2 problems, 0 solved");
}

/* The file that tells what is solved, in a new state folder. */
static const char *log_path(void) {
  static char path[300], inside[280];
  const char *home = fresh_state();
  (void)snprintf(inside, sizeof inside, "%s/ascona", home);
  (void)snprintf(path, sizeof path, "%s/problems-delta.txt", inside);
  assert_int_equal(mkdir(home, 0700), 0);
  assert_int_equal(mkdir(inside, 0700), 0);
  return path;
}

static void log_make(const char *path, const char *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

static void test_what_is_there_and_cannot_be_read_is_told_and_stays(void **state) {
  (void)state;
  const char *log = log_path(), *path = two_problems();
  struct stat facts;
  assert_int_equal(symlink(log, log), 0);
  assert_has(PROBLEMS(3, "", "delta", "--file", path), "what was solved cannot be read: Too many levels of symbolic");
  assert_has(said, "2 problems, 0 solved");
  assert_has(PROBLEMS(3, "a4-c4\nquit\n", "delta", "1", "--file", path), "Solved: White has won 18 points");
  assert_has(said, "that it is solved cannot be kept: Too many levels of symbolic links\n");
  assert_int_equal(lstat(log, &facts), 0);
  assert_true(S_ISLNK(facts.st_mode));
  assert_int_equal(unlink(log), 0);
  assert_int_equal(mkdir(log, 0700), 0);
  assert_has(PROBLEMS(3, "", "delta", "--file", path), "what was solved cannot be read: Is a directory\n");
  assert_int_equal(rmdir(log), 0);
  assert_int_equal(mkfifo(log, 0600), 0);
  assert_has(PROBLEMS(3, "", "delta", "--file", path), "what was solved cannot be read: it is no plain file\n");
  assert_int_equal(unlink(log), 0);
  setenv("XDG_STATE_HOME", "/dev/null", 1);
  assert_has(PROBLEMS(3, "a4-c4\n", "delta", "1", "--file", path),
             "that it is solved cannot be kept: Not a directory\n");
}

static void test_bytes_that_are_no_line_do_no_harm(void **state) {
  (void)state;
  static const char before[] = "\0\0\377 nonsense\n1:.b.../...bw/...wb/...../..w..:w6b6:w\r\n\0cut";
  static const char more[] = "\n1:....b/w..ww/..bb./...../.....:w6b6:w\n";
  const char *log = log_path(), *path = two_problems();
  log_make(log, before, sizeof before - 1);
  assert_has(PROBLEMS(0, "", "delta", "--file", path), "2 problems, 1 solved");
  assert_has(PROBLEMS(0, "a4-c4\n", "delta", "1", "--file", path), "Solved: ");
  assert_has(PROBLEMS(0, "", "delta", "--file", path), "2 problems, 2 solved");
  char *now = file_text(log);
  assert_memory_equal(now, before, sizeof before - 1);
  assert_string_equal(now + sizeof before - 1, more);
  free(now);
}

static void test_many_terminals_at_once_keep_all(void **state) {
  (void)state;
  enum { TERMINALS = 24 };
  test_process processes[TERMINALS];
  int count = 0;
  fresh_state();
  char *all = strdup(PROBLEMS(0, "", "delta", "--json")), *rest = all;
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
  assert_has(PROBLEMS(0, "", "delta"), " problems, 24 solved");
}

static void test_lists(void **state) {
  (void)state;
  fresh_state();
  const char *path = two_problems();
  assert_has(PROBLEMS(0, "", "delta", "--file", path),
             "grade 1\n     1  win in 1     6 pawns    18 points   only one move");
  assert_has(PROBLEMS(0, "", "delta", "--file", path, "--grade", "2-9"), "1 problem, 0 solved");
  assert_has(PROBLEMS(0, "", "delta", "--file", path, "--grade", "3"), "There are none.");
  json_t *object = json_loads(PROBLEMS(0, "", "delta", "--file", path, "--json", "--grade", "6"), 0, NULL);
  assert_non_null(object);
  assert_int_equal(json_integer_value(json_object_get(object, "number")), 2);
  assert_int_equal(json_integer_value(json_object_get(object, "moves")), 3);
  assert_int_equal(json_integer_value(json_object_get(object, "points")), 14);
  assert_string_equal(json_string_value(json_object_get(object, "key")), "c1-c3");
  assert_true(json_is_false(json_object_get(object, "strict")));
  assert_true(json_is_false(json_object_get(object, "solved")));
  json_decref(object);
}

static void test_bad_input_is_one_line(void **state) {
  (void)state;
  fresh_state();
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
    problems(2, "", args[i]);
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    assert_int_equal(strncmp(said, "ascona: ", 8), 0);
  }
  PROBLEMS(3, "", "delta", "--make", "--tables", folder);
  PROBLEMS(2, "", "delta", "--file", fresh("none.txt"));
  const char *path = fresh("bad.txt");
  file_make(path, AT_ONCE "a | b\n");
  assert_has(PROBLEMS(2, "", "delta", "--file", path), "line 2: a problem has six fields");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_are_proved),
      cmocka_unit_test(test_wrong_ones_are_found),
      cmocka_unit_test(test_a_try_is_refuted_and_the_key_found),
      cmocka_unit_test(test_hints_lead_to_the_end),
      cmocka_unit_test(test_who_is_told_the_solution_has_not_solved_it),
      cmocka_unit_test(test_what_is_there_and_cannot_be_read_is_told_and_stays),
      cmocka_unit_test(test_bytes_that_are_no_line_do_no_harm),
      cmocka_unit_test(test_many_terminals_at_once_keep_all),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_bad_input_is_one_line),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
