/* Running an external engine as a child process, with deadlines for everything it does. */
#define _GNU_SOURCE /* pipe2: no pipe may leak into a process that another thread starts */
#include "client.h"

#include "base/clock.h"
#include "base/text.h"
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  OUT_SIZE = 1 << 16,
  ERR_SIZE = 1024,
  LAST_LINE_MAX = 200,
  OPTIONS_MAX = 64,
  NAME_MAX_LENGTH = 32,
  MS = 1000,         /* in microseconds */
  POLL_MS = 50,      /* ms between two calls of should_stop */
  QUIT_US = 500 * MS /* us; for an engine that was asked to quit, or that closed its output */
};

struct ugi_client {
  ugi_client_hooks hooks;
  pid_t process; /* 0: ended */
  int in;
  ugi_line_reader out, err;
  char out_buffer[OUT_SIZE], err_buffer[ERR_SIZE];
  char last_line[LAST_LINE_MAX]; /* the last line on stdout or stderr */
  int option_count;
  char options[OPTIONS_MAX][NAME_MAX_LENGTH];
};

static void error_write(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void error_write(char *error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vsnprintf(error, UGI_ERROR_MAX, format, args);
  va_end(args);
  asc_text_clean(error, strlen(error)); /* it may have been cut inside a character */
}

static void add_last_line(ugi_client *client, char *error) {
  size_t length = strlen(error);
  if (client->last_line[0] == '\0')
    (void)snprintf(error + length, UGI_ERROR_MAX - length, "; it said nothing");
  else
    (void)snprintf(error + length, UGI_ERROR_MAX - length, "; the last it said: %s", client->last_line);
  asc_text_clean(error, strlen(error));
}

/* Waits until the process has ended or the deadline has passed. Returns whether it has ended. Does not reap it, so that
   the process number stays reserved. */
static bool process_ended(pid_t process, int64_t deadline, siginfo_t *info) {
  for (;;) {
    info->si_pid = 0;
    int code = waitid(P_PID, (id_t)process, info, WEXITED | WNOHANG | WNOWAIT);
    if (code == 0 && info->si_pid == process) return true;
    if (asc_clock_now_us() >= deadline) return false;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

/* Kills the process and all processes that it started, and closes the pipes. */
static void process_end(ugi_client *client) {
  (void)kill(-client->process, SIGKILL);
  while (waitpid(client->process, NULL, 0) < 0 && errno == EINTR) {
  }
  client->process = 0;
  close(client->in);
  close(client->out.fd);
  close(client->err.fd);
}

static void err_read(ugi_client *client) {
  char *line;
  while (ugi_line_reader_next(&client->err, false, &line) == UGI_LINE_READ)
    if (line[0] != '\0') (void)snprintf(client->last_line, sizeof client->last_line, "%s", line);
}

/* The engine has closed its output or its input: describes how it ended. The shell reports a signal as exit status 128
   + signal. */
static ugi_status error_of_end(ugi_client *client, char *error) {
  siginfo_t info;
  bool ended = process_ended(client->process, asc_clock_now_us() + QUIT_US, &info);
  err_read(client);
  if (!ended)
    error_write(error, "it closed its output");
  else if (info.si_code == CLD_EXITED && info.si_status > 128)
    error_write(error, "it was ended by signal %d (%s)", info.si_status - 128, strsignal(info.si_status - 128));
  else if (info.si_code == CLD_EXITED)
    error_write(error, "it ended with exit status %d", info.si_status);
  else
    error_write(error, "it was ended by signal %d (%s)", info.si_status, strsignal(info.si_status));
  add_last_line(client, error);
  process_end(client);
  return UGI_ERROR;
}

static ugi_status error_of_timeout(ugi_client *client, const char *awaited, int64_t time_us, char *error) {
  err_read(client);
  error_write(error, "no %s within %.1f s", awaited, (double)time_us / 1e6);
  add_last_line(client, error);
  process_end(client);
  return UGI_ERROR;
}

static bool is_stopped(const ugi_client *client) {
  return client->hooks.should_stop != NULL && client->hooks.should_stop(client->hooks.data);
}

/* Waits until a file is ready, the deadline has passed, or should_stop must be called again. */
static void files_wait(const ugi_client *client, int64_t deadline, bool to_write) {
  int64_t left_ms = (deadline - asc_clock_now_us()) / MS + 1;
  struct pollfd files[] = {{.fd = client->out.has_ended ? -1 : client->out.fd, .events = POLLIN},
                           {.fd = client->err.has_ended ? -1 : client->err.fd, .events = POLLIN},
                           {.fd = to_write ? client->in : -1, .events = POLLOUT}};
  (void)poll(files, 3, left_ms < 0 ? 0 : left_ms < POLL_MS ? (int)left_ms : POLL_MS);
}

/* Reads the next line. The deadline is time_us after `start`, both in microseconds. `awaited` names the expected answer
   in the error. */
static ugi_status line_await(ugi_client *client, const char *awaited, int64_t start, int64_t time_us, char **line,
                             char *error) {
  for (;;) {
    if (is_stopped(client)) return UGI_STOPPED;
    if (asc_clock_now_us() - start >= time_us) return error_of_timeout(client, awaited, time_us, error);
    err_read(client);
    switch (ugi_line_reader_next(&client->out, false, line)) {
    case UGI_LINE_READ:
      if ((*line)[0] != '\0') (void)snprintf(client->last_line, sizeof client->last_line, "%s", *line);
      return UGI_OK;
    case UGI_LINE_ENDED: return error_of_end(client, error);
    case UGI_LINE_TOO_LONG: break;
    case UGI_LINE_NONE: files_wait(client, start + time_us, false); break;
    }
  }
}

/* Sends a line. The deadline covers an engine that does not read its input. */
static ugi_status line_send(ugi_client *client, const char *text, char *error) {
  int64_t start = asc_clock_now_us();
  size_t length = strlen(text), sent = 0;
  while (sent <= length) {
    if (is_stopped(client)) return UGI_STOPPED;
    if (asc_clock_now_us() - start >= client->hooks.timeout_us)
      return error_of_timeout(client, "reading of what it was sent", client->hooks.timeout_us, error);
    ssize_t count = sent < length ? write(client->in, text + sent, length - sent) : write(client->in, "\n", 1);
    if (count > 0) {
      sent += (size_t)count;
    } else if (errno == EAGAIN) {
      err_read(client);
      files_wait(client, start + client->hooks.timeout_us, true);
    } else if (errno != EINTR) {
      return error_of_end(client, error);
    }
  }
  return UGI_OK;
}

static bool is_error(const char *line) { return strncmp(line, "info string error", 17) == 0; }

/* Waits until the engine has processed what it was sent. If it reported an error, the result is UGI_ERROR. */
static ugi_status ready_await(ugi_client *client, const char *what, char *error) {
  int64_t start = asc_clock_now_us();
  char rejection[LAST_LINE_MAX] = "";
  char *line;
  ugi_status state = line_send(client, "isready", error);
  while (state == UGI_OK) {
    state = line_await(client, "readyok", start, client->hooks.timeout_us, &line, error);
    if (state != UGI_OK || strcmp(line, "readyok") == 0) break;
    if (is_error(line)) (void)snprintf(rejection, sizeof rejection, "%s", line);
  }
  if (state != UGI_OK || rejection[0] == '\0') return state;
  error_write(error, "it refuses %s: %s", what, rejection);
  process_end(client);
  return UGI_ERROR;
}

static void option_add(ugi_client *client, const char *line) {
  const char *name = strncmp(line, "option name ", 12) == 0 ? line + 12 : NULL;
  if (name == NULL || client->option_count == OPTIONS_MAX) return;
  const char *end = strstr(name, " type ");
  size_t length = end == NULL ? strlen(name) : (size_t)(end - name);
  if (length < NAME_MAX_LENGTH)
    (void)snprintf(client->options[client->option_count++], NAME_MAX_LENGTH, "%.*s", (int)length, name);
}

bool ugi_client_has_option(const ugi_client *client, const char *name) {
  for (int i = 0; i < client->option_count; i++)
    if (strcasecmp(client->options[i], name) == 0) return true;
  return false;
}

static ugi_status handshake(ugi_client *client, char *error) {
  int64_t start = asc_clock_now_us();
  char *line;
  ugi_status state = line_send(client, "ugi", error);
  while (state == UGI_OK) {
    state = line_await(client, "ugiok", start, client->hooks.timeout_us, &line, error);
    if (state != UGI_OK || strcmp(line, "ugiok") == 0) return state;
    option_add(client, line);
  }
  return state;
}

/* Starts the command with default signals and in its own process group. Returns 0 or an error number. */
static int spawn(pid_t *process, const char *command, const int in[2], const int out[2], const int err[2]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, pipe_signal;
  sigemptyset(&none);
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
  const char *const args[] = {"sh", "-c", command, NULL};
  int code = posix_spawn(process, "/bin/sh", &actions, &attributes, (char *const *)args, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

static void pipe_close(const int ends[2]) {
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
}

/* Starts the engine with three pipes. Writing to it does not block. Returns 0 or an error number. */
static int process_start(ugi_client *client, const char *command) {
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
  int code = pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0 || pipe2(err, O_CLOEXEC) < 0 ? errno : 0;
  if (code == 0) code = spawn(&client->process, command, in, out, err);
  if (code != 0) {
    pipe_close(in);
    pipe_close(out);
    pipe_close(err);
    return code;
  }
  close(in[0]);
  close(out[1]);
  close(err[1]);
  (void)fcntl(in[1], F_SETFL, O_NONBLOCK);
  client->in = in[1];
  client->out = ugi_line_reader_over(out[0], client->out_buffer, sizeof client->out_buffer);
  client->err = ugi_line_reader_over(err[0], client->err_buffer, sizeof client->err_buffer);
  return 0;
}

ugi_status ugi_client_open(ugi_client **client, const char *command, const ugi_client_hooks *hooks, char *error) {
  *client = NULL;
  ugi_client *opened = calloc(1, sizeof *opened);
  int code = opened == NULL ? ENOMEM : process_start(opened, command);
  if (code != 0) {
    error_write(error, "it cannot be started: %s", strerror(code));
    free(opened);
    return UGI_ERROR;
  }
  opened->hooks = *hooks;
  ugi_status state = handshake(opened, error);
  if (state == UGI_OK)
    *client = opened;
  else
    ugi_client_close(opened);
  return state;
}

ugi_status ugi_client_set_option(ugi_client *client, const char *name, const char *value, char *error) {
  char line[ASC_SPEC_MAX + 2 * NAME_MAX_LENGTH + 64];
  (void)snprintf(line, sizeof line, "setoption name %s value %s", name, value);
  ugi_status state = line_send(client, line, error);
  return state == UGI_OK ? ready_await(client, name, error) : state;
}

ugi_status ugi_client_new_game(ugi_client *client, char *error) {
  ugi_status state = line_send(client, "uginewgame", error);
  return state == UGI_OK ? ready_await(client, "a new game", error) : state;
}

/* Reads the number after a word of an info line; leaves *number unchanged if the word is missing. */
static void info_read(const char *line, const char *word, uint64_t *number) {
  const char *found = strstr(line, word);
  if (found != NULL) *number = strtoull(found + strlen(word), NULL, 10);
}

/* Reads a line into the answer. Returns true if it is the `bestmove`. */
static bool answer_read(const char *line, ugi_answer *answer) {
  if (is_error(line)) {
    (void)snprintf(answer->error, sizeof answer->error, "%s", line + 12);
  } else if (strncmp(line, "info ", 5) == 0 && strncmp(line, "info string", 11) != 0) {
    uint64_t depth = (uint64_t)answer->depth;
    info_read(line, " depth ", &depth);
    info_read(line, " nodes ", &answer->nodes);
    answer->depth = depth < 10000 ? (int)depth : 10000;
  } else if (strncmp(line, "bestmove ", 9) == 0) {
    (void)snprintf(answer->move, sizeof answer->move, "%.*s", (int)strcspn(line + 9, " \t"), line + 9);
    return true;
  }
  return false;
}

ugi_status ugi_client_go(ugi_client *client, const char *position, const char *go, int64_t time_us, ugi_answer *answer,
                         char *error) {
  char *line;
  *answer = (ugi_answer){0};
  ugi_status state = line_send(client, position, error);
  if (state == UGI_OK) state = line_send(client, go, error);
  int64_t start = asc_clock_now_us();
  while (state == UGI_OK) {
    state = line_await(client, "bestmove", start, time_us + client->hooks.timeout_us, &line, error);
    if (state == UGI_OK && answer_read(line, answer)) return UGI_OK;
  }
  return state;
}

void ugi_client_close(ugi_client *client) {
  if (client == NULL) return;
  if (client->process > 0) {
    siginfo_t info;
    if (write(client->in, "quit\n", 5) == 5) (void)process_ended(client->process, asc_clock_now_us() + QUIT_US, &info);
    process_end(client);
  }
  free(client);
}
