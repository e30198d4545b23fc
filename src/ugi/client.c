#define _GNU_SOURCE /* pipe2: no pipe may leak into a program that another thread starts */
#include "client.h"

#include "core/clock.h"
#include "core/text.h"
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
  SAID_MAX = 200,
  OPTIONS_MAX = 64,
  NAME_MAX_LENGTH = 32,
  MS = 1000,          /* microseconds */
  LOOK_UP = 50,       /* milliseconds between two looks at the host's stop */
  FAREWELL = 500 * MS /* for a program that was asked to quit, or whose output has ended */
};

struct asc_ugi_client {
  asc_ugi_driver host;
  pid_t process; /* 0: ended */
  int in;
  asc_line_reader out, err;
  char out_buffer[OUT_SIZE], err_buffer[ERR_SIZE];
  char said[SAID_MAX]; /* the last line it said, on either */
  int option_count;
  char options[OPTIONS_MAX][NAME_MAX_LENGTH];
};

static void fault_write(char *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault_write(char *fault, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vsnprintf(fault, ASC_UGI_FAULT_MAX, format, args);
  va_end(args);
  asc_text_clean(fault, strlen(fault)); /* it may have been cut inside a character */
}

static void said_add(asc_ugi_client *client, char *fault) {
  size_t length = strlen(fault);
  if (client->said[0] == '\0')
    (void)snprintf(fault + length, ASC_UGI_FAULT_MAX - length, "; it said nothing");
  else
    (void)snprintf(fault + length, ASC_UGI_FAULT_MAX - length, "; the last it said: %s", client->said);
  asc_text_clean(fault, strlen(fault));
}

/* Whether the process has ended, waiting for it no longer than until then. It is left as it is, so that its number
   stays its own. */
static bool process_ended(pid_t process, int64_t deadline, siginfo_t *how) {
  for (;;) {
    how->si_pid = 0;
    int code = waitid(P_PID, (id_t)process, how, WEXITED | WNOHANG | WNOWAIT);
    if (code == 0 && how->si_pid == process) return true;
    if (asc_clock_microseconds() >= deadline) return false;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

/* Ends the process and all it started, and gives up the pipes. */
static void process_end(asc_ugi_client *client) {
  (void)kill(-client->process, SIGKILL);
  while (waitpid(client->process, NULL, 0) < 0 && errno == EINTR) {
  }
  client->process = 0;
  close(client->in);
  close(client->out.file);
  close(client->err.file);
}

static void err_read(asc_ugi_client *client) {
  char *line;
  while (asc_line_reader_next(&client->err, false, &line) == ASC_LINE_READ)
    if (line[0] != '\0') (void)snprintf(client->said, sizeof client->said, "%s", line);
}

/* Its output has ended, or it takes no input: says how it ended. The shell adds 128 to the signal that ended what it
   ran. */
static asc_ugi_state fault_of_end(asc_ugi_client *client, char *fault) {
  siginfo_t how;
  bool ended = process_ended(client->process, asc_clock_microseconds() + FAREWELL, &how);
  err_read(client);
  if (!ended)
    fault_write(fault, "it closed its output");
  else if (how.si_code == CLD_EXITED && how.si_status > 128)
    fault_write(fault, "it was ended by signal %d (%s)", how.si_status - 128, strsignal(how.si_status - 128));
  else if (how.si_code == CLD_EXITED)
    fault_write(fault, "it ended with exit status %d", how.si_status);
  else
    fault_write(fault, "it was ended by signal %d (%s)", how.si_status, strsignal(how.si_status));
  said_add(client, fault);
  process_end(client);
  return ASC_UGI_FAULT;
}

static asc_ugi_state fault_of_silence(asc_ugi_client *client, const char *awaited, int64_t time, char *fault) {
  err_read(client);
  fault_write(fault, "no %s within %.1f s", awaited, (double)time / 1e6);
  said_add(client, fault);
  process_end(client);
  return ASC_UGI_FAULT;
}

static bool is_stopped(const asc_ugi_client *client) {
  return client->host.stop != NULL && client->host.stop(client->host.data);
}

/* Waits until one of the files is ready, the deadline is near, or it is time to look up. */
static void files_wait(const asc_ugi_client *client, int64_t deadline, bool to_write) {
  int64_t left = (deadline - asc_clock_microseconds()) / MS + 1;
  struct pollfd files[] = {{.fd = client->out.ended ? -1 : client->out.file, .events = POLLIN},
                           {.fd = client->err.ended ? -1 : client->err.file, .events = POLLIN},
                           {.fd = to_write ? client->in : -1, .events = POLLOUT}};
  (void)poll(files, 3, left < 0 ? 0 : left < LOOK_UP ? (int)left : LOOK_UP);
}

/* The next line, from now on at most until the deadline. `awaited` is what the caller hopes for. */
static asc_ugi_state line_await(asc_ugi_client *client, const char *awaited, int64_t began, int64_t time, char **line,
                                char *fault) {
  for (;;) {
    if (is_stopped(client)) return ASC_UGI_STOPPED;
    if (asc_clock_microseconds() - began >= time) return fault_of_silence(client, awaited, time, fault);
    err_read(client);
    switch (asc_line_reader_next(&client->out, false, line)) {
    case ASC_LINE_READ:
      if ((*line)[0] != '\0') (void)snprintf(client->said, sizeof client->said, "%s", *line);
      return ASC_UGI_FINE;
    case ASC_LINE_ENDED: return fault_of_end(client, fault);
    case ASC_LINE_TOO_LONG: break;
    case ASC_LINE_NONE: files_wait(client, began + time, false); break;
    }
  }
}

/* A line to the program. One that does not read must not make us wait for ever. */
static asc_ugi_state line_send(asc_ugi_client *client, const char *text, char *fault) {
  int64_t began = asc_clock_microseconds();
  size_t length = strlen(text), sent = 0;
  while (sent <= length) {
    if (is_stopped(client)) return ASC_UGI_STOPPED;
    if (asc_clock_microseconds() - began >= client->host.patience)
      return fault_of_silence(client, "reading of what it was sent", client->host.patience, fault);
    ssize_t count = sent < length ? write(client->in, text + sent, length - sent) : write(client->in, "\n", 1);
    if (count > 0) {
      sent += (size_t)count;
    } else if (errno == EAGAIN) {
      err_read(client);
      files_wait(client, began + client->host.patience, true);
    } else if (errno != EINTR) {
      return fault_of_end(client, fault);
    }
  }
  return ASC_UGI_FINE;
}

static bool is_error(const char *line) { return strncmp(line, "info string error", 17) == 0; }

/* Waits for the program to be done with what it was sent; what it refused is a fault. */
static asc_ugi_state ready_await(asc_ugi_client *client, const char *what, char *fault) {
  int64_t began = asc_clock_microseconds();
  char refusal[SAID_MAX] = "";
  char *line;
  asc_ugi_state state = line_send(client, "isready", fault);
  while (state == ASC_UGI_FINE) {
    state = line_await(client, "readyok", began, client->host.patience, &line, fault);
    if (state != ASC_UGI_FINE || strcmp(line, "readyok") == 0) break;
    if (is_error(line)) (void)snprintf(refusal, sizeof refusal, "%s", line);
  }
  if (state != ASC_UGI_FINE || refusal[0] == '\0') return state;
  fault_write(fault, "it refuses %s: %s", what, refusal);
  process_end(client);
  return ASC_UGI_FAULT;
}

static void option_note(asc_ugi_client *client, const char *line) {
  const char *name = strncmp(line, "option name ", 12) == 0 ? line + 12 : NULL;
  if (name == NULL || client->option_count == OPTIONS_MAX) return;
  const char *end = strstr(name, " type ");
  size_t length = end == NULL ? strlen(name) : (size_t)(end - name);
  if (length < NAME_MAX_LENGTH)
    (void)snprintf(client->options[client->option_count++], NAME_MAX_LENGTH, "%.*s", (int)length, name);
}

bool asc_ugi_client_has(const asc_ugi_client *client, const char *name) {
  for (int i = 0; i < client->option_count; i++)
    if (strcasecmp(client->options[i], name) == 0) return true;
  return false;
}

static asc_ugi_state greet(asc_ugi_client *client, char *fault) {
  int64_t began = asc_clock_microseconds();
  char *line;
  asc_ugi_state state = line_send(client, "ugi", fault);
  while (state == ASC_UGI_FINE) {
    state = line_await(client, "ugiok", began, client->host.patience, &line, fault);
    if (state != ASC_UGI_FINE || strcmp(line, "ugiok") == 0) return state;
    option_note(client, line);
  }
  return state;
}

/* The signals as a fresh program expects them, and a process group of its own. 0 or an error number. */
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

/* Our ends of the pipes do not block. 0 or an error number. */
static int process_start(asc_ugi_client *client, const char *command) {
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
  client->out = asc_line_reader_over(out[0], client->out_buffer, sizeof client->out_buffer);
  client->err = asc_line_reader_over(err[0], client->err_buffer, sizeof client->err_buffer);
  return 0;
}

asc_ugi_state asc_ugi_client_open(asc_ugi_client **client, const char *command, const asc_ugi_driver *host,
                                  char *fault) {
  *client = NULL;
  asc_ugi_client *made = calloc(1, sizeof *made);
  int code = made == NULL ? ENOMEM : process_start(made, command);
  if (code != 0) {
    fault_write(fault, "it cannot be started: %s", strerror(code));
    free(made);
    return ASC_UGI_FAULT;
  }
  made->host = *host;
  asc_ugi_state state = greet(made, fault);
  if (state == ASC_UGI_FINE)
    *client = made;
  else
    asc_ugi_client_close(made);
  return state;
}

asc_ugi_state asc_ugi_client_set(asc_ugi_client *client, const char *name, const char *value, char *fault) {
  char line[ASC_SPEC_MAX + 2 * NAME_MAX_LENGTH + 64];
  (void)snprintf(line, sizeof line, "setoption name %s value %s", name, value);
  asc_ugi_state state = line_send(client, line, fault);
  return state == ASC_UGI_FINE ? ready_await(client, name, fault) : state;
}

asc_ugi_state asc_ugi_client_new_game(asc_ugi_client *client, char *fault) {
  asc_ugi_state state = line_send(client, "uginewgame", fault);
  return state == ASC_UGI_FINE ? ready_await(client, "a new game", fault) : state;
}

/* The number behind a word of an info line. */
static void info_read(const char *line, const char *word, uint64_t *number) {
  const char *found = strstr(line, word);
  if (found != NULL) *number = strtoull(found + strlen(word), NULL, 10);
}

/* True when it is the move. */
static bool answer_read(const char *line, asc_ugi_answer *answer) {
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

asc_ugi_state asc_ugi_client_go(asc_ugi_client *client, const char *position, const char *go, int64_t time,
                                asc_ugi_answer *answer, char *fault) {
  char *line;
  *answer = (asc_ugi_answer){0};
  asc_ugi_state state = line_send(client, position, fault);
  if (state == ASC_UGI_FINE) state = line_send(client, go, fault);
  int64_t began = asc_clock_microseconds();
  while (state == ASC_UGI_FINE) {
    state = line_await(client, "bestmove", began, time + client->host.patience, &line, fault);
    if (state == ASC_UGI_FINE && answer_read(line, answer)) return ASC_UGI_FINE;
  }
  return state;
}

void asc_ugi_client_close(asc_ugi_client *client) {
  if (client == NULL) return;
  if (client->process > 0) {
    siginfo_t how;
    if (write(client->in, "quit\n", 5) == 5)
      (void)process_ended(client->process, asc_clock_microseconds() + FAREWELL, &how);
    process_end(client);
  }
  free(client);
}
