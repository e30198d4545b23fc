/* What clients should not do to `ascona serve`: nothing of it ends the server, fills it up, or keeps others out. After
   each attack it still serves; at the end it ends well, which under the address sanitizer means without a leak. */
#define _GNU_SOURCE /* pipe2 */
#include "serve.h"

#include "server/server.h"

#include <time.h>

static test_server serving;

static int serve_begin(void **state) {
  if (web_make(state) != 0) return -1;
  serving = server_start(NULL);
  return 0;
}

static int serve_over(void **state) {
  server_end_quietly(&serving);
  return web_remove(state);
}

static uint32_t random_state = 12345;
static uint32_t random_below(uint32_t limit) {
  random_state = random_state * 1664525U + 1013904223U;
  return (uint32_t)((uint64_t)random_state * limit >> 32);
}

/* Says it and waits until the server has closed the connection; how is its own affair. */
static void client_say_all(const char *bytes, size_t length) {
  test_client client = client_open(serving.port);
  (void)client_send(&client, bytes, length);
  shutdown(client.socket, SHUT_WR);
  client_drain(&client);
  client_close(&client);
}

static void test_garbage(void **state) {
  (void)state;
  for (int i = 0; i < 300; i++) {
    char bytes[2000];
    uint32_t length = 1 + random_below(sizeof bytes);
    for (uint32_t k = 0; k < length; k++) bytes[k] = (char)random_below(i % 2 == 0 ? 256 : 128);
    client_say_all(bytes, length);
  }
  assert_well(serving.port);
}

/* Real requests with some bytes changed, left out, doubled, several on a connection. */
static void test_broken_requests(void **state) {
  (void)state;
  static const char *const whole[] = {
      "GET /assets/app-1a2b.js?x=1&y=%20;z HTTP/1.1\r\nHost: localhost:8080\r\nAccept-Encoding: gzip, br;q=0.5\r\n"
      "If-None-Match: \"x\", W/\"y\"\r\nCookie: a=b; c=d\r\nX-Other: 1\r\n\r\n",
      "GET /a/../%2e%2e/./b//c%00 HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n",
      "POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
      "GET /play HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
      "13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "HEAD /core.wasm HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  };
  enum { COUNT = sizeof whole / sizeof *whole };
  for (int i = 0; i < 1500; i++) {
    char bytes[4096];
    size_t length = 0;
    for (uint32_t n = random_below(4); n != UINT32_MAX; n--) {
      const char *request = whole[random_below(COUNT)];
      memcpy(bytes + length, request, strlen(request));
      length += strlen(request);
    }
    for (uint32_t n = random_below(6); n > 0; n--) {
      size_t at = random_below((uint32_t)length), span = random_below(20);
      if (span > length - at) span = length - at;
      switch (random_below(4)) {
      case 0: bytes[at] = (char)random_below(256); break;
      case 1: bytes[at] = "\r\n\0%/:;?& ="[random_below(11)]; break;
      case 2:
        memmove(bytes + at, bytes + at + span, length - at - span);
        length -= span;
        break;
      default:
        if (length + span > sizeof bytes) break;
        memmove(bytes + at + span, bytes + at, length - at);
        length += span;
      }
    }
    client_say_all(bytes, length);
  }
  assert_well(serving.port);
}

/* `text` so many times between a beginning and an end. */
static void say_often(const char *before, const char *text, int times, const char *after) {
  test_client client = client_open(serving.port);
  bool open = client_say(&client, before);
  for (int i = 0; open && i < times; i++) open = client_say(&client, text);
  if (open) (void)client_say(&client, after);
  shutdown(client.socket, SHUT_WR);
  client_drain(&client);
  client_close(&client);
}

static void test_endless_headers(void **state) {
  (void)state;
  const char *line = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  say_often("GET /", "aaaaaaaaaaaaaaaa", 10000, " HTTP/1.1\r\n\r\n");
  say_often("GET /?", "a=b&", 10000, " HTTP/1.1\r\n\r\n");
  say_often("GET /?", "%41", 10000, " HTTP/1.1\r\n\r\n");
  say_often("GET ", "/..", 10000, " HTTP/1.1\r\n\r\n");
  say_often("GET ", "/%2e%2e;", 10000, " HTTP/1.1\r\n\r\n");
  say_often(line, "X-Other: something\r\n", 10000, "\r\n");
  say_often(line, "Accept-Encoding: br\r\n", 10000, "\r\n");
  say_often(line, "Host: y\r\n", 10000, "\r\n");
  say_often("GET / HTTP/1.1\r\nX: ", "xxxxxxxxxxxxxxxx", 10000, "\r\n\r\n");
  say_often("GET / HTTP/1.1\r\n", "xxxxxxxxxxxxxxxx", 10000, ": y\r\n\r\n");
  say_often("", "\r\n", 10000, "GET / HTTP/1.1\r\n\r\n");
  say_often("", "GET ", 10000, "\r\n\r\n");
  say_often("", "\0", 10000, "");
  assert_well(serving.port);
}

/* A request of every length around the most that the server keeps of one. */
static void test_headers_at_the_limit(void **state) {
  (void)state;
  enum { LIMIT = 16384 };
  static char request[LIMIT + 256];
  static const char *const starts[] = {"GET /?", "GET / HTTP/1.1\r\nX-Other: ", "GET / HTTP/1.1\r\nCookie: "};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    for (size_t length = LIMIT - 64; length < LIMIT + 32; length++) {
      size_t start = strlen(starts[i]);
      memcpy(request, starts[i], start);
      memset(request + start, 'a', length - start);
      const char *end = i == 0 ? "&b=c HTTP/1.1\r\nZ: 1\r\n\r\n" : "\r\nZ: 1\r\n\r\n";
      memcpy(request + length, end, strlen(end));
      client_say_all(request, length + strlen(end));
    }
  }
  assert_well(serving.port);
}

/* A body is refused, and with it what may be a second request inside. */
static void test_bodies(void **state) {
  (void)state;
  static const char *const lengths[] = {"Content-Length: 5",       "Content-Length: -5",
                                        "Content-Length: 1e9",     "Content-Length: 99999999999999999999999",
                                        "Content-Length: 0, 5",    "Content-Length: 0\r\nContent-Length: 5",
                                        "Content-Length: x",       "Transfer-Encoding: chunked",
                                        "Transfer-Encoding: none", "Content-Length: 5\r\nTransfer-Encoding: chunked"};
  static const char *const methods[] = {"GET", "HEAD", "POST", "PUT"};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
      char request[512];
      (void)snprintf(
          request, sizeof request,
          "%s / HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\nGET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n",
          methods[k], lengths[i]);
      test_client client = client_open(serving.port);
      (void)client_say(&client, request);
      test_reply reply = client_reply(&client, k == 1);
      assert_int_equal(reply.status, k < 2 ? 400 : 405);
      assert_header(&reply, "Connection", "close");
      client_drain(&client);
      assert_lacks(client.text, "User-agent");
      reply_close(&reply);
      client_close(&client);
    }
  }
  say_often("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n", "body body body ", 100000, "");
  assert_well(serving.port);
}

/* An upgrade that nobody knows is not there, also as a later request of a connection and with more behind it. */
static void test_unknown_upgrades(void **state) {
  (void)state;
  static const char upgrade[] =
      "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n";
  for (int count = 1; count < 4; count++) {
    test_client client = client_open(serving.port);
    for (int i = 0; i < count; i++) assert_true(client_say(&client, upgrade));
    for (int i = 0; i < count; i++) {
      test_reply reply = client_reply(&client, false);
      assert_int_equal(reply.status, 200);
      assert_string_equal(reply.body, "User-agent: *");
      reply_close(&reply);
    }
    client_close(&client);
  }
}

/* Clients that go away in the middle of an answer, politely or not. */
static void test_clients_that_go_away(void **state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    test_client client = client_open(serving.port);
    (void)client_say(&client, "GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n");
    if (i % 2 == 0) (void)client_read(&client);
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    if (i % 3 == 0) setsockopt(client.socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    client_close(&client);
  }
  assert_well(serving.port);
}

/* Of processor time, by the clock of that process: what is sampled at ticks can be far off. */
static double seconds_used(pid_t id) {
  clockid_t clock;
  struct timespec used;
  assert_int_equal(clock_getcpuclockid(id, &clock), 0);
  assert_int_equal(clock_gettime(clock, &used), 0);
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Who does not read his answer and goes on asking must wait, and so must not make the server run in circles. */
static void test_asking_on_without_reading(void **state) {
  (void)state;
  test_client clients[8];
  for (int i = 0; i < 8; i++) {
    clients[i] = client_open(serving.port);
    (void)client_say(
        &clients[i],
        "GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\nGET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_true(client_read(&clients[i]));
    (void)client_say(&clients[i], "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  assert_well(serving.port);
  double before = seconds_used(serving.process.id);
  usleep(1000000);
  double used = seconds_used(serving.process.id) - before;
  if (used > 0.5) fail_msg("%.2f s of processor time in a second of waiting", used);
  assert_well(serving.port);
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) {
      test_reply reply = client_reply(&clients[i], false);
      assert_int_equal(reply.length, k < 2 ? BIG : strlen("User-agent: *"));
      reply_close(&reply);
    }
    client_close(&clients[i]);
  }
}

/* More connections than the server has files for: those that are too many wait for their turn. */
static void test_too_many_connections(void **state) {
  (void)state;
  process_files = 128;
  test_server small = server_start(NULL);
  process_files = 0;
  enum { MANY = 300 };
  static test_client clients[MANY];
  for (int i = 0; i < MANY; i++) clients[i] = client_open(small.port);
  test_client last = client_open(small.port);
  (void)client_say(&last, "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n");
  struct pollfd ready = {.fd = last.socket, .events = POLLIN};
  assert_int_equal(poll(&ready, 1, 200), 0);
  for (int i = 0; i < MANY; i++) client_close(&clients[i]);
  test_reply reply = client_reply(&last, false);
  assert_string_equal(reply.body, "User-agent: *");
  reply_close(&reply);
  client_close(&last);
  for (int i = 0; i < 1000; i++) assert_well(small.port); /* none of the places is lost */
  server_end_quietly(&small);
}

static http_server *own;
static void own_stop(int signal) {
  (void)signal;
  http_server_stop(own);
}

static int own_run(const http_options *options, int port) {
  asc_error error;
  if (http_server_open(&own, options, &error) < 0) return 3;
  signal(SIGTERM, own_stop);
  int number = http_server_port(own);
  if (write(port, &number, sizeof number) != sizeof number) return 3;
  int status = http_server_run(own) < 0 ? 3 : 0;
  http_server_close(own);
  return status;
}

/* A server in a process of its own, with options that the command does not have; returns its port. */
static int own_start(const http_options *options, pid_t *id) {
  int port[2], number;
  assert_int_equal(pipe2(port, O_CLOEXEC), 0);
  *id = child_fork();
  if (*id == 0) _exit(own_run(options, port[1]));
  assert_int_equal(read(port[0], &number, sizeof number), sizeof number);
  close(port[0]);
  close(port[1]);
  return number;
}

static void own_end(pid_t id) {
  int status;
  kill(id, SIGTERM);
  assert_int_equal(waitpid(id, &status, 0), id);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void complaint_write(void *data, const char *line) {
  assert_string_equal(line, "an address has reached its maximum of connections; more are rejected");
  assert_int_equal(write(*(const int *)data, "!", 1), 1);
}

/* One address has its share of the connections and no more: what is beyond it is closed, and the rest stays as it is.
 */
static void test_one_address(void **state) {
  (void)state;
  enum { SHARE = 5, MANY = 40 };
  int complaints[2];
  char complaint;
  pid_t id;
  assert_int_equal(pipe2(complaints, O_CLOEXEC), 0);
  const http_options options = {
      .folder = web, .host = "0.0.0.0", .connections = SHARE, .complain = complaint_write, .data = &complaints[1]};
  int number = own_start(&options, &id);
  test_client held[SHARE], more[MANY];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < SHARE; i++) {
      held[i] = client_open(number);
      (void)client_say(&held[i], "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n");
      test_reply reply = client_reply(&held[i], false);
      assert_string_equal(reply.body, "User-agent: *");
      reply_close(&reply);
    }
    for (int i = 0; i < MANY; i++) {
      more[i] = client_open(number);
      assert_false(client_read(&more[i]));
      client_close(&more[i]);
    }
    test_client other = client_open_at(INADDR_LOOPBACK + 1, number); /* 127.0.0.2 */
    (void)client_say(&other, "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n");
    test_reply reply = client_reply(&other, false);
    assert_int_equal(reply.status, 200);
    reply_close(&reply);
    client_close(&other);
    for (int i = 0; i < SHARE; i++) {
      (void)client_say(&held[i], "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      client_drain(&held[i]); /* the server has forgotten it when it is closed here */
      assert_has(held[i].text, "User-agent: *");
      client_close(&held[i]);
    }
  }
  assert_int_equal(read(complaints[0], &complaint, 1), 1);
  close(complaints[0]);
  close(complaints[1]);
  own_end(id);
}

static void test_slow_clients(void **state) {
  (void)state;
  pid_t id;
  char kept[128];
  (void)snprintf(kept, sizeof kept, "%s/.slow.db", web);
  const http_options options = {
      .folder = web, .host = "127.0.0.1", .port = 0, .patience = 1, .database = kept, .engines = 1};
  int number = own_start(&options, &id);
  static const char *const halves[] = {"",
                                       "G",
                                       "GET / HT",
                                       "GET / HTTP/1.1\r\nHost: localhost\r\n",
                                       "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                       "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\nGET /ro"};
  for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
    test_client client = client_open(number);
    (void)client_say(&client, halves[i]);
    client_drain(&client); /* ends because the server loses patience */
    client_close(&client);
  }
  /* A byte now and then is not enough either. */
  static const char *const slow[] = {
      "GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
      "POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 9000\r\n\r\n",
      ("GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
       "POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 9000\r\n\r\n")};
  for (size_t k = 0; k < sizeof slow / sizeof *slow; k++) {
    test_client client = client_open(number);
    bool open = client_say(&client, slow[k]);
    for (int i = 0; open && i < 100; i++) {
      usleep(100000);
      open = client_say(&client, "x");
    }
    if (open) fail_msg("a request that comes byte by byte is waited for: %zu", k);
    client_close(&client);
  }
  /* Nor is asking for much and taking nothing. */
  test_client client = client_open(number);
  (void)client_say(&client, "GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n");
  usleep(4000000);
  client_drain(&client);
  assert_true(client.length < BIG);
  client_close(&client);
  assert_well(number);
  own_end(id);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_garbage),
      cmocka_unit_test(test_broken_requests),
      cmocka_unit_test(test_endless_headers),
      cmocka_unit_test(test_headers_at_the_limit),
      cmocka_unit_test(test_bodies),
      cmocka_unit_test(test_unknown_upgrades),
      cmocka_unit_test(test_clients_that_go_away),
      cmocka_unit_test(test_asking_on_without_reading),
      cmocka_unit_test(test_too_many_connections),
      cmocka_unit_test(test_one_address),
      cmocka_unit_test(test_slow_clients),
  };
  return cmocka_run_group_tests(tests, serve_begin, serve_over);
}
