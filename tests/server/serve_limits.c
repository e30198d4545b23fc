/* How much anybody may ask at once: each limit of docs/serve.md is met, told, and a bother to nobody else. */
#include "live_three.h"

#include "live/live.h"
#include "live/rate_limit.h"

static void test_sockets_of_a_person(void **state) {
  (void)state;
  test_client sockets[21];
  for (int i = 0; i < 20; i++) {
    sockets[i] = socket_open(&serving, &eve);
    socket_say(&sockets[i], "{\"do\":\"ping\",\"id\":\"p\"}");
    json_decref(socket_answer(&sockets[i], "p"));
  }
  sockets[20] = socket_open(&serving, &eve);
  assert_closed(&sockets[20], "too-many-sockets");
  for (int i = 0; i < 21; i++) client_close(&sockets[i]);
}

static void test_games_of_a_socket(void **state) {
  (void)state;
  test_client socket = socket_open(&serving, &eve);
  for (int i = 0; i < 65; i++) {
    test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
    socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w%d\",\"game\":\"%s\"}", i, game.id);
    char id[16];
    (void)snprintf(id, sizeof id, "w%d", i);
    json_t *answer = socket_answer(&socket, id);
    assert_int_equal(number(answer, "status"), i < 64 ? 200 : 429);
    if (i == 64) assert_string_equal(member(answer, "error"), "online.too-many-watched");
    json_decref(answer);
  }
  client_close(&socket);
}

/* Many messages at once, each of which waits for the disk; again, where it was quick enough to answer them. */
static void test_a_flood_of_messages(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  test_client socket = socket_open(&serving, &eve);
  char text[96], flood[200 * 100];
  int length = snprintf(text, sizeof text, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", game.id);
  size_t size = 0;
  for (int i = 0; i < 200; i++) {
    flood[size++] = (char)0x81;
    flood[size++] = (char)(0x80 | length);
    memset(flood + size, 0, 4);
    memcpy(flood + size + 4, text, (size_t)length);
    size += 4 + (size_t)length;
  }
  for (int i = 0; i < 20 && client_send(&socket, flood, size); i++) {
  }
  assert_closed(&socket, "flood");
  client_close(&socket);
  assert_status(game_get(&serving, &mara, game.id), 200, NULL);
}

/* Who does not read is closed when his queue is full; others do not notice. */
static void test_slow_reader(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &game, 0);
  int small = 65536; /* with less the system drops what acknowledges, and nothing comes through */
  test_client slow = socket_open(&serving, &eve);
  setsockopt(slow.socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  for (int i = 0;; i++) { /* answers of several hundred bytes each, of which none is read */
    char text[200];
    int length = snprintf(text, sizeof text, "{\"do\":\"watch\",\"id\":\"w%d\",\"game\":\"%s\"}", i, game.id);
    if (!frame_send(&slow, 1, text, (size_t)length)) break;
    if (i % 100 == 0) assert_well(serving.port);
    if (i > 30000) usleep(10000); /* what is sent is sooner sent than answered */
    if (i > 36000) fail_msg("a slow reader is served for ever");
  }
  client_close(&slow);
  assert_status(game_do(&serving, &mara, &game, "move", 3, "\"move\":\"c3\""), 200, NULL);
}

static void test_floods_are_slowed_down(void **state) {
  (void)state;
  char other[300];
  (void)snprintf(other, sizeof other, "%s-limits", database);
  test_server limited = {process_open("serve", "--web", web, "--port", "0", "--database", other), 0};
  limited.port = port_said(&limited.process);
  int made = 0, refused = 0;
  for (int i = 0; i < 45; i++) {
    live_reply reply = POST(limited, NULL, "/api/me", "{\"bearer\":true}");
    made += reply.status == 201;
    refused += reply.status == 429;
    if (reply.status == 429) {
      assert_string_equal(member(reply.body, "error"), "online.too-many-requests");
      assert_in_range(number(json_object_get(reply.body, "args"), "seconds"), 1, 10);
    }
    live_reply_close(&reply);
  }
  assert_in_range(made, 30, 31); /* persons of one address */
  assert_int_equal(made + refused, 45);
  test_person busy = person_make_from(&limited, "Busy", (127U << 24) + 2);
  for (int i = 0; i < 21; i++) {
    live_reply reply = POST(limited, &busy, "/api/games", "{\"id\":\"g%d\",\"game\":\"delta\"}", i);
    if (reply.status != (i < 20 ? 201 : 429)) fail_msg("game %d: %s", i, reply.text);
    live_reply_close(&reply);
  }
  refused = 0;
  char many[600 * 80] = "";
  for (size_t i = 0, at = 0; i < 600; i++)
    at += (size_t)snprintf(many + at, sizeof many - at,
                           "GET /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\n\r\n");
  test_client client = client_open(limited.port);
  assert_true(client_say(&client, many));
  for (int i = 0; i < 600; i++) {
    test_reply reply = client_reply(&client, false);
    refused += reply.status == 429;
    reply_close(&reply);
  }
  client_close(&client);
  assert_true(refused > 0);
  server_end_quietly(&limited);
}

/* Pings and messages that make no sense are counted like others: an address that sends them without end is closed. */
static void test_frames_of_an_address(void **state) {
  (void)state;
  char other[300];
  (void)snprintf(other, sizeof other, "%s-frames", database);
  test_server limited = {process_open("serve", "--web", web, "--port", "0", "--database", other), 0};
  limited.port = port_said(&limited.process);
  for (int opcode = 1; opcode <= 9; opcode += 8) { /* texts, then pings */
    live_from = (127U << 24) + 10 + (uint32_t)opcode;
    test_client socket = socket_open(&limited, NULL);
    live_from = INADDR_LOOPBACK;
    for (int i = 0; i < 20000 && frame_send(&socket, opcode, "", 0); i++) continue;
    assert_closed(&socket, "flood");
    client_close(&socket);
    assert_well(limited.port);
  }
  server_end_quietly(&limited);
}

/* A client that goes away in the middle of a body leaves nothing behind: the sanitized server would report it at its
   end. So does one that sends only empty lines. */
static void test_requests_that_do_not_come(void **state) {
  (void)state;
  static const char *const halves[] = {
      "POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 20\r\n\r\n{\"na",
      "POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 20\r\n\r\n",
  };
  for (int i = 0; i < 200; i++) {
    test_client client = client_open(serving.port);
    assert_true(client_say(&client, halves[i % 2]));
    client_close(&client);
  }
  test_client client = client_open(serving.port);
  assert_true(client_say(&client, "\r\n\r\n\r\n\r\n\r\n\r\n"));
  test_reply reply = client_reply(&client, false);
  assert_int_equal(reply.status, 400);
  reply_close(&reply);
  client_close(&client);
  assert_well(serving.port);
}

/* A bucket gives what its rate says, however often it is asked, and at any percentage. */
static void test_a_bucket_rounds_nothing(void **state) {
  (void)state;
  static const int percents[] = {100, 70, 300};
  for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
    live_rate_limits *limits = live_rate_limits_open(percents[i]);
    assert_non_null(limits);
    int64_t now = 1000000;
    int seconds, granted = 0, full = 30 * percents[i] / 100;
    for (int64_t end = now + 1000000; now < end; now += 3) /* 30, and one more every ten seconds */
      granted += live_rate_limit_take(limits, LIVE_LIMIT_NEW_PERSONS, 1, LIVE_TOKEN, now, &seconds);
    assert_in_range(granted, full + percents[i] - 1, full + percents[i]);
    live_rate_limits_close(limits);
  }
}

/* Numbers that fit no event, or no integer of the program, are refused and harm nothing. */
static void test_numbers_are_as_large_as_they_can_be(void **state) {
  (void)state;
  static const char *const numbers[] = {"9223372036854775807", "9223372036854775806", "4294967296", "2147483648", "-1"};
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  test_client socket = socket_open(&serving, &eve);
  char path[128], more[96];
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%s}", game.id, numbers[i]);
    json_t *answer = socket_answer(&socket, "w");
    assert_int_equal(number(answer, "status"), 400);
    json_decref(answer);
    (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=%s", game.id, numbers[i]);
    assert_status(live_get(&serving, &eve, path), 200, NULL);
    (void)snprintf(path, sizeof path, "/api/me/games?before=%s", numbers[i]);
    assert_status(live_get(&serving, &eve, path), 200, NULL);
    (void)snprintf(path, sizeof path, "/api/games/%.31s/link", game.id);
    assert_status(POST(serving, &mara, path, "{\"slot\":%s}", numbers[i]), 422, "online.no-such-seat");
    (void)snprintf(more, sizeof more, "\"seat\":2,\"seconds\":%s", numbers[i]);
    assert_status(game_do(&serving, &mara, &game, "give-time", 1, more), 400, "online.malformed");
    (void)snprintf(path, sizeof path, "/api/games/%.31s/resign", game.id);
    assert_status(POST(serving, &mara, path, "{\"id\":\"n%zu\",\"last\":%s}", i, numbers[i]), 400, "online.malformed");
  }
  /* A number that no event has yet: what comes is heard all the same. */
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":2147483647}", game.id);
  json_decref(socket_answer(&socket, "w"));
  game_join(&serving, &jonas, &game, 0);
  json_t *event = socket_event(&socket);
  assert_string_equal(member(event, "type"), "joined");
  json_decref(event);
  client_close(&socket);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sockets_of_a_person),
      cmocka_unit_test(test_games_of_a_socket),
      cmocka_unit_test(test_a_flood_of_messages),
      cmocka_unit_test(test_slow_reader),
      cmocka_unit_test(test_floods_are_slowed_down),
      cmocka_unit_test(test_frames_of_an_address),
      cmocka_unit_test(test_requests_that_do_not_come),
      cmocka_unit_test(test_a_bucket_rounds_nothing),
      cmocka_unit_test(test_numbers_are_as_large_as_they_can_be),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
