/* Files are replaced completely or not at all, and logs have everything that was appended. Failures leave no other
   files behind. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/lock.h"

static char folder[] = "/tmp/ascona-file-XXXXXX";

static const char *path_in_folder(const char *name) {
  static char paths[4][64];
  static int next;
  char *path = paths[next++ % 4];
  (void)snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static int count_files(void) {
  DIR *directory = opendir(folder);
  int count = -2; /* . and .. */
  while (readdir(directory) != NULL) count++;
  closedir(directory);
  return count;
}

static void assert_file(const char *path, const char *expected) {
  char *text;
  size_t length;
  assert_int_equal(asc_file_read_regular(path, 1 << 20, &text, &length, NULL), ASC_OK);
  assert_string_equal(text, expected);
  free(text);
}

/* Limits the size of files from now on. */
static void limit_file_size(rlim_t max_bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = max_bytes == 0 ? limit.rlim_max : max_bytes;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_a_file_that_cannot_be_written_does_not_change(void **state) {
  (void)state;
  const char *path = path_in_folder("replaced");
  asc_error error = {0};
  assert_int_equal(asc_file_write_atomic(path, "old", 3, &error), ASC_OK);
  int before = count_files();
  limit_file_size(4);
  assert_int_equal(asc_file_write_atomic(path, "new and long", 12, &error), ASC_E_FILE);
  limit_file_size(0);
  assert_string_equal(error.reason, "File too large");
  assert_file(path, "old");
  assert_int_equal(count_files(), before);
  assert_int_equal(asc_file_write_atomic(folder, "new", 3, &error), ASC_E_FILE);
  assert_int_equal(asc_file_write_atomic("", "new", 3, &error), ASC_E_INPUT);
}

static void test_a_new_file_obeys_the_umask_and_an_old_one_keeps_its_mode(void **state) {
  (void)state;
  const char *path = path_in_folder("mode");
  struct stat info;
  mode_t before = umask(027);
  assert_int_equal(asc_file_write_atomic(path, "new", 3, NULL), ASC_OK);
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0640);
  assert_int_equal(chmod(path, 0606), 0);
  assert_int_equal(asc_file_write_atomic(path, "old", 3, NULL), ASC_OK);
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0606);
  (void)umask(before);
}

static void test_a_lock_is_held_until_its_file_is_closed(void **state) {
  (void)state;
  const char *path = path_in_folder("locked");
  int one = open(path, O_RDWR | O_CREAT, 0600), other = open(path, O_RDWR);
  assert_int_equal(asc_lock_acquire(one, false), 0);
  assert_true(asc_lock_is_busy(other));
  assert_int_equal(asc_lock_acquire(other, false), -1);
  assert_int_equal(errno, EWOULDBLOCK);
  close(one);
  assert_false(asc_lock_is_busy(other));
  assert_int_equal(asc_lock_acquire(other, true), 0);
  close(other);
}

static void test_links_stay_links(void **state) {
  (void)state;
  const char *path = path_in_folder("target"), *link = path_in_folder("link"), *dangling = path_in_folder("nowhere");
  char target[64];
  asc_error error = {0};
  assert_int_equal(asc_file_write_atomic(path, "old", 3, &error), ASC_OK);
  assert_int_equal(symlink(path, link), 0);
  assert_int_equal(symlink("missing", dangling), 0);
  assert_int_equal(asc_file_write_atomic(link, "new", 3, &error), ASC_OK);
  assert_file(path, "new");
  assert_true(readlink(link, target, sizeof target) > 0);
  assert_int_equal(asc_file_write_atomic(dangling, "new", 3, &error), ASC_E_FILE);
  assert_string_equal(error.reason, "it is a link that leads nowhere");
  assert_int_equal(readlink(dangling, target, sizeof target), 7);
}

static void test_pipes_and_devices_are_written_directly(void **state) {
  (void)state;
  const char *path = path_in_folder("pipe");
  char text[8] = "", *all;
  size_t length;
  asc_error error = {0};
  assert_int_equal(mkfifo(path, 0600), 0);
  int reader = open(path, O_RDONLY | O_NONBLOCK);
  assert_int_equal(asc_file_write_atomic(path, "text", 4, &error), ASC_OK);
  assert_int_equal(read(reader, text, sizeof text), 4);
  assert_string_equal(text, "text");
  close(reader);
  assert_int_equal(asc_file_write_atomic("/dev/null", "text", 4, &error), ASC_OK);
  assert_int_equal(asc_file_write_atomic("/dev/full", "text", 4, &error), ASC_E_FILE);
  assert_string_equal(error.reason, "No space left on device");
  int log = asc_log_open("/dev/null", false, &error);
  assert_true(log >= 0);
  assert_int_equal(asc_log_append(log, "text", 4, &error), ASC_OK);
  close(log);
  assert_int_equal(asc_file_read_regular(path, 100, &all, &length, &error), ASC_E_INPUT);
  assert_string_equal(error.reason, "it is no plain file");
}

static void test_an_interrupt_waits_until_the_file_is_complete(void **state) {
  (void)state;
  const char *path = path_in_folder("interrupted");
  enum { LENGTH = 1 << 22 };
  char *text = malloc(LENGTH);
  memset(text, 'x', LENGTH);
  int before = count_files();
  for (int i = 0; i < 20; i++) {
    pid_t child = fork();
    if (child == 0) {
      while (asc_file_write_atomic(path, text, LENGTH, NULL) == ASC_OK) {
      }
      _exit(1);
    }
    usleep(10000 + 3000 * (unsigned)i);
    kill(child, SIGTERM);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_true(count_files() <= before + 1);
  }
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_size, LENGTH);
  free(text);
}

/* A killed program leaves nothing beside the file, or at most what the next program removes. */
static void test_leftovers_of_a_kill_are_removed_later(void **state) {
  (void)state;
  const char *path = path_in_folder("killed"), *temporary = path_in_folder(".killed.ascona-new");
  enum { LENGTH = 1 << 21 };
  char *text = malloc(LENGTH);
  memset(text, 'x', LENGTH);
  assert_int_equal(asc_file_write_atomic(path, text, LENGTH, NULL), ASC_OK);
  int before = count_files();
  struct stat info;
  for (int i = 0; i < 15; i++) {
    pid_t child = fork();
    if (child == 0) {
      while (asc_file_write_atomic(path, text, LENGTH, NULL) == ASC_OK) {
      }
      _exit(1);
    }
    usleep(3000 + 3400 * (unsigned)i);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(count_files(), before + (stat(temporary, &info) == 0));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, LENGTH);
  }
  assert_int_equal(close(open(temporary, O_CREAT | O_WRONLY, 0600)), 0);
  assert_int_equal(asc_file_write_atomic(path, "new", 3, NULL), ASC_OK);
  assert_file(path, "new");
  assert_int_equal(count_files(), before);
  free(text);
}

/* Every replacement succeeds, there is always a complete file, and no other file remains beside it. */
static void test_many_programs_replace_a_file(void **state) {
  (void)state;
  enum { WRITERS = 6, TIMES = 15, LENGTH = 30000 };
  const char *path = path_in_folder("contested");
  assert_int_equal(asc_file_write_atomic(path, "", 0, NULL), ASC_OK);
  int before = count_files();
  for (int i = 0; i < WRITERS; i++) {
    if (fork() != 0) continue;
    char *text = malloc(LENGTH);
    memset(text, 'a' + i, LENGTH);
    for (int j = 0; j < TIMES; j++) {
      struct stat info;
      if (asc_file_write_atomic(path, text, LENGTH - (size_t)i, NULL) != ASC_OK) _exit(1);
      char *read;
      size_t length;
      if (stat(path, &info) != 0 || asc_file_read_regular(path, LENGTH, &read, &length, NULL) != ASC_OK) _exit(2);
      for (size_t k = 0; k < length; k++)
        if (read[k] != read[0]) _exit(3);
      if (length != LENGTH - (size_t)(read[0] - 'a')) _exit(4);
      free(read);
    }
    _exit(0);
  }
  for (int i = 0, status; i < WRITERS; i++) {
    assert_true(wait(&status) > 0);
    assert_int_equal(status, 0);
  }
  assert_int_equal(count_files(), before);
}

static void test_a_log_entry_is_appended_completely_or_not_at_all(void **state) {
  (void)state;
  const char *path = path_in_folder("log");
  asc_error error = {0};
  int log = asc_log_open(path, false, &error);
  assert_true(log >= 0);
  assert_int_equal(asc_log_append(log, "one\n", 4, &error), ASC_OK);
  limit_file_size(6);
  assert_int_equal(asc_log_append(log, "two\n", 4, &error), ASC_E_FILE);
  limit_file_size(0);
  assert_string_equal(error.reason, "File too large");
  assert_file(path, "one\n");
  assert_int_equal(asc_log_append(log, "three\n", 6, &error), ASC_OK);
  assert_int_equal(asc_log_open(path, false, &error), ASC_E_STATE);
  unlink(path);
  assert_int_equal(asc_log_append(log, "four\n", 5, &error), ASC_E_FILE);
  assert_string_equal(error.reason, "it was removed or replaced meanwhile");
  close(log);
}

static void test_many_programs_append_to_a_log(void **state) {
  (void)state;
  enum { WRITERS = 8, LINES = 20, LENGTH = 3000 };
  const char *path = path_in_folder("shared");
  for (int i = 0; i < WRITERS; i++) {
    if (fork() != 0) continue;
    char line[LENGTH];
    memset(line, 'a' + i, LENGTH - 1);
    line[LENGTH - 1] = '\n';
    for (int j = 0; j < LINES; j++) {
      int log = asc_log_open(path, true, NULL);
      if (log < 0 || asc_log_append(log, line, LENGTH, NULL) < 0) _exit(1);
      close(log);
    }
    _exit(0);
  }
  for (int i = 0, status; i < WRITERS; i++) assert_true(wait(&status) > 0 && status == 0);
  char *text;
  size_t length;
  assert_int_equal(asc_file_read_regular(path, 1 << 20, &text, &length, NULL), ASC_OK);
  assert_int_equal(length, (size_t)WRITERS * LINES * LENGTH);
  for (size_t i = 0; i < length; i++) assert_int_equal(text[i], i % LENGTH == LENGTH - 1 ? '\n' : text[i - i % LENGTH]);
  free(text);
}

static int folder_make(void **state) {
  (void)state;
  (void)signal(SIGXFSZ, SIG_IGN);
  return mkdtemp(folder) == NULL ? -1 : 0;
}

static int folder_remove(void **state) {
  (void)state;
  char command[64];
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_file_that_cannot_be_written_does_not_change),
      cmocka_unit_test(test_a_new_file_obeys_the_umask_and_an_old_one_keeps_its_mode),
      cmocka_unit_test(test_a_lock_is_held_until_its_file_is_closed),
      cmocka_unit_test(test_links_stay_links),
      cmocka_unit_test(test_pipes_and_devices_are_written_directly),
      cmocka_unit_test(test_an_interrupt_waits_until_the_file_is_complete),
      cmocka_unit_test(test_leftovers_of_a_kill_are_removed_later),
      cmocka_unit_test(test_many_programs_replace_a_file),
      cmocka_unit_test(test_a_log_entry_is_appended_completely_or_not_at_all),
      cmocka_unit_test(test_many_programs_append_to_a_log),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
