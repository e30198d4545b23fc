/* Run as systemd runs it: at a socket that was opened before it and stays open behind it, so that nobody is turned away
   while it is started again; and telling when it is ready. */
#include "live.h"

#include <stddef.h>
#include <sys/un.h>

static int door, port, hears;
static const char *watchdog; /* microseconds, as systemd says it; NULL: it does not */
static char told[96];

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(door, (const struct sockaddr *)&address, size), 0);
  assert_int_equal(listen(door, 16), 0);
  assert_int_equal(getsockname(door, (struct sockaddr *)&address, &size), 0);
  port = ntohs(address.sin_port);
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  (void)snprintf(told, sizeof told, "%s.notify", web);
  memcpy(place.sun_path, told, strlen(told));
  hears = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(hears, (const struct sockaddr *)&place, sizeof place), 0);
  return 0;
}

static int over(void **state) {
  close(door);
  close(hears);
  unlink(told);
  return games_remove(state);
}

/* As process_start, with `socket` handed over; `count` is how many are said to be. */
static test_process handed_start(int socket, const char *count) {
  int out[2];
  assert_int_equal(pipe2(out, O_CLOEXEC), 0);
  test_process process = {.id = child_fork(), .in = -1, .out = out[0], .text = calloc(1, 1)};
  if (process.id == 0) {
    char own[16];
    (void)snprintf(own, sizeof own, "%d", (int)getpid());
    setenv("LISTEN_PID", own, 1);
    setenv("LISTEN_FDS", count, 1);
    setenv("NOTIFY_SOCKET", told, 1);
    if (watchdog != NULL) {
      setenv("WATCHDOG_PID", own, 1);
      setenv("WATCHDOG_USEC", watchdog, 1);
    }
    dup2(out[1], STDOUT_FILENO);
    dup2(out[1], STDERR_FILENO);
    int kept = fcntl(socket, F_DUPFD, 10);
    dup2(kept, 3);
    close(kept);
    execl(TEST_PROGRAM, TEST_PROGRAM, "serve", "--web", web, "--port", "1", "--database", database, (char *)NULL);
    _exit(127);
  }
  close(out[1]);
  return process;
}

static void assert_told(const char *state) {
  char text[64] = "";
  struct pollfd ready = {.fd = hears, .events = POLLIN};
  assert_int_equal(poll(&ready, 1, PROCESS_DEADLINE_MS), 1);
  assert_true(recv(hears, text, sizeof text - 1, 0) > 0);
  assert_string_equal(text, state);
}

static void end(test_process *process) {
  kill(process->id, SIGTERM);
  int status = process_end(process);
  if (status != 0) fail_msg("status %d: %s", status, process->text);
  process_close(process);
  assert_told("STOPPING=1");
}

static void test_nobody_is_turned_away(void **state) {
  (void)state;
  test_client early = client_open(port); /* before there is a server */
  assert_true(client_say(&early, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  test_process process = handed_start(door, "1");
  assert_int_equal(port_said(&process), port);
  assert_told("READY=1");
  test_reply reply = client_reply(&early, false);
  assert_int_equal(reply.status, 200);
  reply_close(&reply);
  client_close(&early);
  assert_well(port);
  end(&process);
  test_client between = client_open(port);
  assert_true(client_say(&between, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  process = handed_start(door, "1");
  assert_int_equal(port_said(&process), port);
  assert_told("READY=1");
  reply = client_reply(&between, false);
  assert_int_equal(reply.status, 200);
  reply_close(&reply);
  client_close(&between);
  end(&process);
}

/* How many messages have come, all of which say that the server is alive. */
static int pulses(void) {
  char text[64];
  int count = 0;
  for (ssize_t got; (got = recv(hears, text, sizeof text - 1, MSG_DONTWAIT)) > 0; count++) {
    text[got] = '\0';
    assert_string_equal(text, "WATCHDOG=1");
  }
  return count;
}

/* systemd restarts a service that does not report: a running loop reports, even without requests; a stopped one does
   not. */
static void test_only_a_loop_that_goes_round_is_alive(void **state) {
  (void)state;
  enum { EVERY = 50000 };
  watchdog = "100000";
  test_process process = handed_start(door, "1");
  watchdog = NULL;
  assert_int_equal(port_said(&process), port);
  assert_told("READY=1");
  for (int i = 0; i < 4; i++) assert_told("WATCHDOG=1");
  kill(process.id, SIGSTOP);
  assert_int_equal(waitpid(process.id, NULL, WUNTRACED), process.id);
  (void)pulses();
  usleep(6 * EVERY);
  assert_int_equal(pulses(), 0);
  kill(process.id, SIGCONT);
  for (int i = 0; i < 2; i++) assert_told("WATCHDOG=1");
  assert_well(port);
  kill(process.id, SIGTERM);
  assert_int_equal(process_end(&process), 0);
  process_close(&process);
  char text[64];
  do assert_true(recv(hears, text, sizeof text, 0) > 0);
  while (strncmp(text, "STOPPING=1", 10) != 0);
}

static void test_what_cannot_be_used_is_said(void **state) {
  (void)state;
  const struct {
    int socket;
    const char *count, *why;
  } wrong[] = {{door, "2", "passed 2 sockets; the socket unit must have exactly one"},
               {hears, "1", "did not pass a listening TCP socket"}};
  for (size_t i = 0; i < 2; i++) {
    test_process process = handed_start(wrong[i].socket, wrong[i].count);
    assert_int_equal(process_end(&process), 2);
    assert_has(process.text, wrong[i].why);
    process_close(&process);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nobody_is_turned_away),
                                     cmocka_unit_test(test_only_a_loop_that_goes_round_is_alive),
                                     cmocka_unit_test(test_what_cannot_be_used_is_said)};
  return cmocka_run_group_tests(tests, begin, over);
}
