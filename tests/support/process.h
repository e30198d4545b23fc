/* Runs the real program as a child process of a test: sends input, reads output, checks how it ends.

   Nothing here measures time. A wait ends when the expected output arrives. Only a program that hangs reaches the
   deadline, and then the test fails. */
#ifndef ASC_TESTS_PROCESS_H
#define ASC_TESTS_PROCESS_H

#include <fcntl.h>
#include <poll.h>
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
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/support/child.h"

enum { PROCESS_DEADLINE_MS = 300000, PROCESS_ARGS_MAX = 24 };

typedef struct test_process {
  pid_t id;
  int in, out;         /* the test's ends of the pipes */
  char *text;          /* all output so far, including stderr */
  size_t length, seen; /* `seen`: offset after the last text that process_expect found */
} test_process;

static unsigned process_files; /* limit of open files for the child; 0: the same as for the test */

static inline test_process process_start(const char *const *args) {
  int in[2], out[2];
  assert_int_equal(pipe2(in, O_CLOEXEC), 0);
  assert_int_equal(pipe2(out, O_CLOEXEC), 0);
  test_process process = {.id = child_fork(), .in = in[1], .out = out[0], .text = calloc(1, 1)};
  if (process.id == 0) {
    const char *argv[PROCESS_ARGS_MAX + 2] = {TEST_PROGRAM};
    for (int i = 0; args[i] != NULL && i < PROCESS_ARGS_MAX; i++) argv[i + 1] = args[i];
    const struct rlimit file_limit = {process_files, process_files};
    if (process_files > 0) (void)setrlimit(RLIMIT_NOFILE, &file_limit);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(out[1], STDERR_FILENO);
    execv(TEST_PROGRAM, (char **)(uintptr_t)argv);
    _exit(127);
  }
  assert_true(process.id > 0);
  close(in[0]);
  close(out[1]);
  return process;
}

#define process_open(...) process_start((const char *const[]){__VA_ARGS__, NULL})

/* Reads available output. Returns false at the end of the output. */
static inline bool process_read(test_process *process) {
  struct pollfd ready = {.fd = process->out, .events = POLLIN};
  if (poll(&ready, 1, PROCESS_DEADLINE_MS) != 1) {
    kill(process->id, SIGKILL);
    fail_msg("the program hangs; it said:\n%s", process->text);
  }
  char buffer[65536];
  ssize_t got = read(process->out, buffer, sizeof buffer);
  if (got <= 0) return false;
  process->text = realloc(process->text, process->length + (size_t)got + 1);
  memcpy(process->text + process->length, buffer, (size_t)got);
  process->length += (size_t)got;
  process->text[process->length] = '\0';
  return true;
}

static inline void process_send(test_process *process, const char *text) {
  size_t length = strlen(text);
  assert_int_equal(write(process->in, text, length), length);
}

/* Waits until the text appears in the output, after the text that was expected last. */
static inline void process_expect(test_process *process, const char *words) {
  const char *found;
  while ((found = strstr(process->text + process->seen, words)) == NULL)
    if (!process_read(process)) fail_msg("it ended without saying '%s':\n%s", words, process->text);
  process->seen = (size_t)(found - process->text) + strlen(words);
}

/* Closes the input and reads the rest of the output. Returns the exit status, or minus the number of the signal that
   ended the program. */
static inline int process_end(test_process *process) {
  if (process->in >= 0) close(process->in);
  process->in = -1;
  while (process_read(process)) {
  }
  int status;
  assert_int_equal(waitpid(process->id, &status, 0), process->id);
  close(process->out);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static inline void process_close(test_process *process) {
  free(process->text);
  process->text = NULL;
}

/* Writes all bytes of the input, and reads output meanwhile so that neither side blocks. */
static inline void process_feed(test_process *process, const char *bytes, size_t length) {
  fcntl(process->in, F_SETFL, O_NONBLOCK);
  while (length > 0) {
    struct pollfd ready[] = {{.fd = process->in, .events = POLLOUT}, {.fd = process->out, .events = POLLIN}};
    if (poll(ready, 2, PROCESS_DEADLINE_MS) <= 0) {
      kill(process->id, SIGKILL);
      fail_msg("the program hangs");
    }
    if (ready[1].revents & POLLIN) process_read(process);
    if (!(ready[0].revents & (POLLOUT | POLLERR))) continue;
    ssize_t written = write(process->in, bytes, length);
    if (written < 0) break; /* the program has ended */
    bytes += written;
    length -= (size_t)written;
  }
}

/* Runs the program with this input to its end. Returns the exit status; the caller frees *text. */
static inline int process_run(const char *const *args, const char *input, char **text) {
  test_process process = process_start(args);
  process_feed(&process, input, strlen(input));
  int status = process_end(&process);
  *text = process.text;
  return status;
}

static inline bool has(const char *text, const char *words) { return strstr(text, words) != NULL; }

static inline void assert_has(const char *text, const char *words) {
  if (!has(text, words)) fail_msg("'%s' is missing in:\n%s", words, text);
}

static inline void assert_lacks(const char *text, const char *words) {
  if (has(text, words)) fail_msg("'%s' should not be in:\n%s", words, text);
}

#endif
