/* Behind a proxy: the address that it names is the client, with as many connections as any other. */
#define _GNU_SOURCE
#include "live.h"

enum { SHARE = 128 };
static test_server server;

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  server = games_start_with("--trust-proxy", "127.0.0.0/8");
  return 0;
}

static int over(void **state) {
  server_end(&server, SIGTERM);
  process_close(&server.process);
  return games_remove(state);
}

/* The status of a request that a proxy hands on with this X-Forwarded-For. */
static int forwarded(int port, const char *value) {
  char headers[2048];
  (void)snprintf(headers, sizeof headers, "X-Forwarded-For: %s\r\n", value);
  test_reply reply = ask_with(port, "GET", "/health", headers);
  int status = reply.status;
  if (status == 400) assert_has(reply.body, "X-Forwarded-For does not end in an address.");
  reply_close(&reply);
  return status;
}

static test_client socket_from(int port, const char *address, int *status) {
  char headers[128];
  (void)snprintf(headers, sizeof headers, "X-Forwarded-For: %s\r\n", address);
  return socket_open_with(port, headers, "ascona.2", status);
}

static void test_what_names_an_address(void **state) {
  (void)state;
  char list[1200] = "";
  for (int i = 0; i < 60; i++) strcat(list, "198.51.100.123, ");
  strcat(list, "203.0.113.7");
  const char *const good[] = {"203.0.113.7",       "203.0.113.7:567",        "2001:db8::1",     "[2001:db8::1]",
                              "[2001:db8::1]:567", "unknown, \t203.0.113.7", "\t203.0.113.7\t", list,
                              "::ffff:203.0.113.7"};
  static const char *const bad[] = {"",
                                    "unknown",
                                    "203.0.113.7,",
                                    "203.0.113.7:",
                                    "203.0.113.7:x",
                                    "203.0.113",
                                    "203.0.113.7 198.51.100.1",
                                    "[203.0.113.7]",
                                    "[2001:db8::1",
                                    "2001:db8::1]:5",
                                    "2001:db8::1%eth0",
                                    "203.0.113.7:5678901"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (forwarded(server.port, good[i]) != 200) fail_msg("'%s' is refused", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (forwarded(server.port, bad[i]) != 400) fail_msg("'%s' is taken for an address", bad[i]);
}

/* All that an address may have is taken; then it is refused, however it is written, and nobody else. */
static void share_take(int port) {
  static test_client sockets[SHARE];
  static const char *const same[] = {"203.0.113.7", "203.0.113.7:567", "198.51.100.1,\t203.0.113.7",
                                     "::ffff:203.0.113.7"};
  int status;
  for (int i = 0; i < SHARE; i++) {
    sockets[i] = socket_from(port, "203.0.113.7", &status);
    assert_int_equal(status, 101);
  }
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) assert_int_equal(forwarded(port, same[i]), 429);
  test_client refused = socket_from(port, "203.0.113.7", &status);
  assert_int_equal(status, 429);
  client_close(&refused);
  assert_int_equal(forwarded(port, "203.0.113.8"), 200);
  test_client other = socket_from(port, "2001:db8::1", &status);
  assert_int_equal(status, 101);
  client_close(&other);
  assert_well(port);
  for (int i = 0; i < SHARE; i++) {
    (void)frame_send(&sockets[i], 8, "", 0);
    client_drain(&sockets[i]); /* the server closes when it has been told */
    client_close(&sockets[i]);
  }
  do status = forwarded(port, "203.0.113.7");
  while (status == 429); /* until the last of them is forgotten */
  assert_int_equal(status, 200);
}

static void test_connections_of_one_client(void **state) {
  (void)state;
  share_take(server.port);
}

/* One connection of the proxy carries requests of many clients, and belongs to none of them in between. */
static void test_requests_on_one_connection_are_counted_while_they_last(void **state) {
  (void)state;
  test_client client = client_open(server.port);
  for (int i = 0; i < 3 * SHARE; i++) {
    assert_true(client_say(&client, "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n"));
    test_reply reply = client_reply(&client, false);
    assert_int_equal(reply.status, 200);
    reply_close(&reply);
  }
  client_close(&client);
}

/* A server at :: sees a proxy of IPv4 as ::ffff:127.0.0.1. */
static void test_a_proxy_of_ipv4_at_every_address(void **state) {
  (void)state;
  int probe = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in6 any = {.sin6_family = AF_INET6};
  bool possible = probe >= 0 && bind(probe, (const struct sockaddr *)&any, sizeof any) == 0;
  if (probe >= 0) close(probe);
  if (!possible) skip();
  char own[300];
  (void)snprintf(own, sizeof own, "%s-six", database);
  test_server six = {process_open("serve", "--web", web, "--port", "0", "--database", own, "--engines", "1", "--limits",
                                  "0", "--host", "::", "--trust-proxy", "127.0.0.0/8"),
                     0};
  process_expect(&six.process, "Ascona is at http://");
  process_expect(&six.process, ":");
  six.port = atoi(six.process.text + six.process.seen);
  share_take(six.port);
  server_end(&six, SIGTERM);
  process_close(&six.process);
}

int main(void) {
  alarm(120);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_names_an_address),
      cmocka_unit_test(test_connections_of_one_client),
      cmocka_unit_test(test_requests_on_one_connection_are_counted_while_they_last),
      cmocka_unit_test(test_a_proxy_of_ipv4_at_every_address),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
