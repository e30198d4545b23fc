/* Many requests on one connection, with and without bodies, cut anywhere, plain and through TLS: every one is answered,
   in order, and the server serves on. */
#define _GNU_SOURCE
#include "tls.h"

static test_server plain, secure;
static asc_random random_bytes;

static int begin(void **state) {
  if (tls_make(state) != 0) return -1;
  secure = tls_start();
  plain = games_start_beside("-plain", NULL, NULL);
  asc_random_seed(&random_bytes, 34);
  return 0;
}

static int over(void **state) {
  server_end_quietly(&plain);
  server_end_quietly(&secure);
  return tls_remove(state);
}

static uint32_t below(uint32_t count) { return asc_random_below(&random_bytes, count); }

/* Requests that are told apart by their answers. */
static const struct {
  const char *text, *body;
  int status;
} KINDS[] = {
    {"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n", "User-agent: *", 200},
    {"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", NULL, 200},
    {"POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 2\r\n\r\n{}", "\"person\"", 201},
    {"POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 0\r\n\r\n", "\"person\"", 201},
    {"POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 30\r\n\r\n"
     "GET / HTTP/1.1\r\nHost: host\r\n\r\n",
     "online.malformed", 400},
    {"GET /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\n\r\n", "online.not-signed-in", 401},
    {"GET /nothing.png HTTP/1.1\r\nHost: localhost\r\n\r\n", "Not found", 404},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS, MANY = 40 };

/* Says `count` requests in pieces of at most `piece` bytes, 0: in one, and reads all answers. */
static void talk(const test_server *server, bool tls, const int *kinds, int count, uint32_t piece) {
  char text[MANY * 200] = "";
  for (int i = 0; i < count; i++) strcat(text, KINDS[kinds[i]].text);
  test_line line = line_open(server->port, tls);
  for (size_t at = 0, length = strlen(text), size; at < length; at += size) {
    size = piece == 0 ? length : 1 + below(piece);
    if (size > length - at) size = length - at;
    assert_true(line_send(&line, text + at, size));
    if (piece > 0 && below(8) == 0) usleep(200);
  }
  for (int i = 0; i < count; i++) {
    test_reply reply = line_reply(&line);
    if (reply.status != KINDS[kinds[i]].status) fail_msg("answer %d is %d: %s", i, reply.status, reply.body);
    if (KINDS[kinds[i]].body != NULL) assert_has(reply.body, KINDS[kinds[i]].body);
    reply_close(&reply);
  }
  assert_int_equal(line.client.length, 0);
  line_close(&line);
}

/* One packet with a request before a POST stopped the server for good. */
static void test_every_pair(void **state) {
  (void)state;
  for (int first = 0; first < KIND_COUNT; first++)
    for (int second = 0; second < KIND_COUNT; second++) {
      const int kinds[] = {first, second};
      talk(&plain, false, kinds, 2, 0);
      talk(&secure, true, kinds, 2, 0);
    }
}

static void test_a_pair_cut_anywhere(void **state) {
  (void)state;
  static const char *const pairs[] = {"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/me HTTP/1.1\r\nHost: "
                                      "localhost\r\nAscona-Api: 2\r\nContent-Length: 2\r\n\r\n{}"};
  for (size_t cut = 0; cut <= strlen(pairs[0]); cut++)
    for (int tls = 0; tls < 2; tls++) {
      test_line line = line_open(tls ? secure.port : plain.port, tls);
      assert_true(line_send(&line, pairs[0], cut));
      usleep(500);
      assert_true(line_send(&line, pairs[0] + cut, strlen(pairs[0]) - cut));
      test_reply first = line_reply(&line), second = line_reply(&line);
      assert_int_equal(first.status, 200);
      assert_int_equal(second.status, 201);
      reply_close(&first);
      reply_close(&second);
      line_close(&line);
    }
}

static void test_many_in_any_order_and_cut_anywhere(void **state) {
  (void)state;
  static const uint32_t pieces[] = {0, 1, 3, 40, 300, 2000};
  for (int round = 0; round < 24; round++) {
    int kinds[MANY], count = 1 + (int)below(MANY);
    for (int i = 0; i < count; i++) kinds[i] = (int)below(KIND_COUNT);
    talk(&plain, false, kinds, count, pieces[round % 6]);
    talk(&secure, true, kinds, count, pieces[round % 6]);
  }
  assert_well(plain.port);
}

/* ---- messages that come with the upgrade ---- */

static const char UPGRADE[] =
    "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: ascona.2\r\n\r\n";

/* The upgrade and `count` messages, as the bytes of one packet. Two of three messages go to the game thread, which
   answers 404; the others are answered by the network thread. */
static size_t upgrade_make(char *bytes, int count) {
  size_t length = strlen(UPGRADE);
  memcpy(bytes, UPGRADE, length);
  for (int i = 0; i < count; i++) {
    char text[120];
    size_t size = (size_t)(i % 3 == 0 ? snprintf(text, sizeof text, "{\"do\":\"ping\",\"id\":\"m%d\"}%80s", i, "")
                                      : snprintf(text, sizeof text,
                                                 "{\"do\":\"watch\",\"id\":\"m%d\",\"game\":\"aaaaaaaaaaaaaaaa\"}", i));
    assert_true(size < 126);
    bytes[length++] = (char)0x81;
    bytes[length++] = (char)(0x80 | size);
    memset(bytes + length, 0, 4); /* the mask */
    length += 4;
    memcpy(bytes + length, text, size);
    length += size;
  }
  return length;
}

/* Every message is answered, those of each thread in their order. */
static void upgrade_check(test_client *client, int count) {
  int next[2] = {0, 1};
  while (strstr(client->text, "\r\n\r\n") == NULL) assert_true(client_read(client));
  assert_int_equal(strncmp(client->text, "HTTP/1.1 101 ", 13), 0);
  size_t head = (size_t)(strstr(client->text, "\r\n\r\n") + 4 - client->text);
  client->length -= head;
  memmove(client->text, client->text + head, client->length + 1);
  for (int i = 0; i < count; i++) {
    json_t *answer = socket_hear(client);
    assert_non_null(answer);
    int number_of = atoi(member(answer, "re") + 1), kind = number_of % 3 == 0 ? 0 : 1;
    assert_int_equal(number(answer, "status"), kind == 0 ? 200 : 404);
    if (number_of != next[kind]) fail_msg("the answer to %d came, expected was %d", number_of, next[kind]);
    next[kind] += kind == 0 ? 3 : number_of % 3 == 1 ? 1 : 2;
    json_decref(answer);
  }
}

static void test_messages_with_the_upgrade_are_answered(void **state) {
  (void)state;
  static char bytes[MANY * 140];
  for (int count = 0; count <= MANY; count += count < 4 ? 1 : 9) {
    size_t length = upgrade_make(bytes, count);
    test_client client = client_open(plain.port);
    assert_true(client_send(&client, bytes, length));
    upgrade_check(&client, count);
    client_close(&client);
  }
}

static void test_messages_with_the_upgrade_cut_anywhere(void **state) {
  (void)state;
  static char bytes[MANY * 140];
  size_t length = upgrade_make(bytes, MANY);
  /* Each cut in the upgrade and the first messages; then every seventh. */
  for (size_t cut = 1; cut < length; cut += cut < strlen(UPGRADE) + 200 ? 1 : 7) {
    test_client client = client_open(plain.port);
    assert_true(client_send(&client, bytes, cut));
    usleep(300);
    assert_true(client_send(&client, bytes + cut, length - cut));
    upgrade_check(&client, MANY);
    client_close(&client);
  }
}

int main(void) {
  alarm(120); /* a server that runs in circles answers nobody */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_pair),
      cmocka_unit_test(test_a_pair_cut_anywhere),
      cmocka_unit_test(test_many_in_any_order_and_cut_anywhere),
      cmocka_unit_test(test_messages_with_the_upgrade_are_answered),
      cmocka_unit_test(test_messages_with_the_upgrade_cut_anywhere),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
