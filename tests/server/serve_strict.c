/* Requests that two readers could take for two different things, and frames that no client may send: refused, plainly
   and through TLS, as the first request of a connection and as a later one. */
#define _GNU_SOURCE
#include "tls.h"

static test_server plain, secure;

static int begin(void **state) {
  if (tls_make(state) != 0) return -1;
  secure = tls_start();
  plain = games_start_beside("-plain", NULL, NULL);
  return 0;
}

static int over(void **state) {
  server_end_quietly(&plain);
  server_end_quietly(&secure);
  return tls_remove(state);
}

#define BYTES(text) text, sizeof text - 1
typedef struct test_bytes {
  const char *bytes;
  size_t length;
  int status;
} test_bytes;

static const char GOOD[] = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

/* The status of the answer; the connection ends behind it if it is refused. */
static int status_of(bool tls, bool later, const test_bytes *asked) {
  test_line line = line_open(tls ? secure.port : plain.port, tls);
  if (later) {
    assert_true(line_send(&line, GOOD, strlen(GOOD)));
    test_reply first = line_reply(&line);
    assert_int_equal(first.status, 200);
    reply_close(&first);
  }
  assert_true(line_send(&line, asked->bytes, asked->length));
  test_reply reply = line_reply(&line);
  int status = reply.status;
  if (status >= 400) {
    assert_header(&reply, "Connection", "close");
    assert_header(&reply, "X-Content-Type-Options", "nosniff");
    while (line_read(&line)) {
    }
    assert_int_equal(line.client.length, 0);
  }
  reply_close(&reply);
  line_close(&line);
  return status;
}

static void assert_statuses(const test_bytes *asked, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (int way = 0; way < 4; way++) {
      int status = status_of(way % 2 == 1, way >= 2, &asked[i]);
      if (status != asked[i].status) fail_msg("%zu, way %d: %d, not %d", i, way, status, asked[i].status);
    }
}

static void test_heads(void **state) {
  (void)state;
  static const test_bytes asked[] = {
      {BYTES("GET /health HTTP/1.1\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.0\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\nHost: localhost\n\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\nY: b\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: local\0host\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nX\0: a\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nX : a\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\nCookie: c=d\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n"), 400},
      {BYTES("GET  /health HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400},
      {BYTES("GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n"), 400},
      {BYTES("GET health HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400},
      {BYTES("\r\n\r\nGET /health HTTP/1.1\r\nhOST:\tlocalhost \r\nX: \xc3\xa9\t\r\n\r\n"), 200},
      {BYTES("GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: a=b; c=d\r\n\r\n"), 200},
  };
  assert_statuses(asked, sizeof asked / sizeof *asked);
}

static test_bytes host_ask(char text[256], const char *host, int status) {
  int length = snprintf(text, 256, "GET /health HTTP/1.1\r\nHost: %s\r\n\r\n", host);
  return (test_bytes){text, (size_t)length, status};
}

/* A page of another site whose name leads here (DNS rebinding) is not ours. */
static void test_hosts(void **state) {
  (void)state;
  char text[256], own[160], local[176];
  assert_int_equal(gethostname(own, sizeof own), 0);
  (void)snprintf(local, sizeof local, "%s.local:8080", own);
  const char *const good[] = {"localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]:8080", own, local};
  static const char *const foreign[] = {"evil.example",
                                        "localhost.evil.example",
                                        "evil.example:8080",
                                        "192.0.2.1",
                                        "[2001:db8::1]",
                                        "localhost:x",
                                        "",
                                        "127.0.0.1.evil.example",
                                        "a@localhost"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    test_bytes asked = host_ask(text, good[i], 200);
    assert_statuses(&asked, 1);
  }
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    test_bytes asked = host_ask(text, foreign[i], 421);
    assert_statuses(&asked, 1);
  }
}

static void test_the_public_address_is_a_host(void **state) {
  (void)state;
  test_server server = games_start_beside("-origin", "--origin", "https://play.example.org:8443");
  static const struct {
    const char *host;
    int status;
  } asked[] = {{"play.example.org", 200}, {"play.example.org:8443", 200}, {"127.0.0.1", 200}, {"example.org", 421}};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    char text[256];
    test_bytes bytes = host_ask(text, asked[i].host, asked[i].status);
    test_client client = client_open(server.port);
    assert_true(client_send(&client, bytes.bytes, bytes.length));
    test_reply reply = client_reply(&client, false);
    assert_int_equal(reply.status, bytes.status);
    reply_close(&reply);
    client_close(&client);
  }
  server_end_quietly(&server);
}

/* The number with which the server closes a socket that was sent these bytes. */
static int closed_with(bool tls, const test_bytes *said) {
  static const char upgrade[] =
      "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      "Sec-WebSocket-Protocol: ascona.2\r\n\r\n";
  test_line line = line_open(tls ? secure.port : plain.port, tls);
  assert_true(line_send(&line, upgrade, strlen(upgrade)));
  test_reply reply = line_reply(&line);
  assert_int_equal(reply.status, 101);
  assert_header(&reply, "Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  reply_close(&reply);
  assert_true(line_send(&line, said->bytes, said->length));
  while (line_read(&line)) {
  }
  int code = 0;
  const unsigned char *at = (const unsigned char *)line.client.text, *end = at + line.client.length;
  for (; at + 2 <= end; at += 2 + (at[1] & 127))
    if ((at[0] & 15) == 8 && at + 4 <= end) code = at[2] << 8 | at[3];
  line_close(&line);
  return code;
}

static void test_frames(void **state) {
  (void)state;
  static const test_bytes said[] = {
      {BYTES("\x81\x02{}"), 1002},                                       /* not masked */
      {BYTES("\x89\x00"), 1002},                                         /* not masked either */
      {BYTES("\xc1\x82\0\0\0\0{}"), 1002},                               /* a bit that nobody asked for */
      {BYTES("\x83\x82\0\0\0\0{}"), 1002},                               /* a kind that does not exist */
      {BYTES("\x80\x82\0\0\0\0{}"), 1002},                               /* the rest of nothing */
      {BYTES("\x01\x81\0\0\0\0{\x01\x81\0\0\0\0}"), 1002},               /* a message inside another */
      {BYTES("\x09\x80\0\0\0\0"), 1002},                                 /* a ping in pieces */
      {BYTES("\x89\xfe\0\x7e\0\0\0\0"), 1002},                           /* a long ping */
      {BYTES("\x82\x82\0\0\0\0{}"), 1009},                               /* bytes */
      {BYTES("\x81\xff\0\0\0\0\0\1\0\0\0\0\0\0"), 1009},                 /* 65536 bytes */
      {BYTES("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0"), 1009}, /* as many as can be said */
      {BYTES("\x88\x82\0\0\0\0\x03\xe8"), 1000},                         /* a client that closes is answered */
      {BYTES("\x88\x80\0\0\0\0"), 1000},
  };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    for (int tls = 0; tls < 2; tls++) {
      int code = closed_with(tls, &said[i]);
      if (code != said[i].status) fail_msg("%zu: %d, not %d", i, code, said[i].status);
    }
}

int main(void) {
  alarm(120);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_heads), cmocka_unit_test(test_hosts),
                                     cmocka_unit_test(test_the_public_address_is_a_host),
                                     cmocka_unit_test(test_frames)};
  return cmocka_run_group_tests(tests, begin, over);
}
