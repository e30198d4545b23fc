/* Several requests at once on two processes with one PostgreSQL: people who join the same game all get their seats, and
   a request that the database refuses disturbs nobody else. */
#include "live.h"

#include "tests/support/postgres.h"

#include <time.h>

#if POSTGRES_HERE

static test_server servers[2];
static test_person owner, guests[3];

/* The server's role is no superuser, so that rights can be taken from it. */
static void role_make(void) {
  char plain[256], sql[200], schema[32];
  postgres_fresh_place(plain);
  (void)snprintf(schema, sizeof schema, "%s", strstr(plain, "%3D") + 3);
  (void)snprintf(sql, sizeof sql, "CREATE ROLE player LOGIN; ALTER SCHEMA %s OWNER TO player", schema);
  (void)postgres_sql(plain, sql);
  (void)snprintf(database, sizeof database, "postgresql://player@%s", strchr(plain, '@') + 1);
}

static int begin(void **state) {
  if (web_make(state) != 0) return -1;
  role_make();
  for (int i = 0; i < 2; i++) servers[i] = games_start();
  owner = person_make(&servers[0], "Mara");
  for (int i = 0; i < 3; i++) guests[i] = person_make(&servers[i % 2], "Guest");
  return 0;
}

static int over(void **state) {
  for (int i = 0; i < 2; i++) server_end_quietly(&servers[i]);
  return web_remove(state);
}

static int rounds(void) {
  const char *wanted = getenv("ASCONA_ROUNDS");
  return wanted != NULL ? atoi(wanted) : 15;
}

static int64_t milliseconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- joining ---- */

/* Sends a request and does not wait for its reply. */
static test_client post_start(const test_server *server, const test_person *who, const char *path, const char *body) {
  char request[1024];
  test_client client = client_open(server->port);
  (void)snprintf(request, sizeof request,
                 "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nAscona-Api: 2\r\nAuthorization: Bearer %s\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 path, server->port, who->secret, strlen(body), body);
  assert_true(client_say(&client, request));
  return client;
}

static int post_end(test_client *client) {
  test_reply reply = client_reply(client, false);
  int status = reply.status;
  reply_close(&reply);
  client_close(client);
  return status;
}

/* All at once, on both processes: nobody with a valid key is turned away. */
static void everybody_with_a_key_gets_a_seat(void **state) {
  (void)state;
  int count = 0, failed = 0;
  for (int round = 0; round < rounds(); round++) {
    test_game game = game_make(&servers[round % 2], &owner, "\"game\":\"delfino:players=4\"");
    char path[96], body[128];
    test_client clients[3];
    assert_int_equal(game.key_count, 3);
    (void)snprintf(path, sizeof path, "/api/games/%.31s/join", game.id);
    for (int i = 0; i < 3; i++) {
      (void)snprintf(body, sizeof body, "{\"id\":\"s-%d\",\"last\":1,\"key\":\"%s\"}", live_command++, game.keys[i]);
      clients[i] = post_start(&servers[(round + i) % 2], &guests[i], path, body);
    }
    for (int i = 0; i < 3; i++, count++) failed += post_end(&clients[i]) != 200;
    for (bool is_running = failed > 0; !is_running;) { /* the other process hears of it a moment later */
      live_reply reply = game_get(&servers[round % 2], &owner, game.id);
      is_running = strcmp(member(reply.body, "state"), "running") == 0;
      live_reply_close(&reply);
    }
  }
  if (failed > 0) fail_msg("%d of %d were turned away", failed, count);
}

/* Two people have the same link: one of them gets the seat, on whichever process they are. */
static void a_key_seats_one_person(void **state) {
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    test_game game = game_make(&servers[round % 2], &owner, "\"game\":\"delta\"");
    char path[96], body[128];
    test_client clients[2];
    (void)snprintf(path, sizeof path, "/api/games/%.31s/join", game.id);
    for (int i = 0; i < 2; i++) {
      (void)snprintf(body, sizeof body, "{\"id\":\"s-%d\",\"last\":1,\"key\":\"%s\"}", live_command++, game.keys[0]);
      clients[i] = post_start(&servers[i], &guests[i], path, body);
    }
    int statuses[2];
    for (int i = 0; i < 2; i++) statuses[i] = post_end(&clients[i]);
    if ((statuses[0] == 200) + (statuses[1] == 200) != 1 || (statuses[0] != 403 && statuses[1] != 403))
      fail_msg("%d and %d", statuses[0], statuses[1]);
  }
}

/* ---- a refused request ---- */

static bool store_is_up(const test_server *server) {
  test_reply reply = get(server->port, "/metrics");
  bool is_up = strstr(reply.body, "\nascona_store_up 1\n") != NULL;
  reply_close(&reply);
  return is_up;
}

static void right_set(const char *word, const char *rights) {
  char sql[128];
  (void)snprintf(sql, sizeof sql, "%s %s ON blocks %s player", word, rights, *word == 'G' ? "TO" : "FROM");
  (void)postgres_sql(database, sql);
}

/* Two people play while the database refuses the requests of another. */
static void a_refused_request_disturbs_nobody_else(void **state) {
  (void)state;
  static const char *const rights[] = {"SELECT", "INSERT"};
  test_game game = game_make(&servers[0], &owner,
                             "\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  game_join(&servers[0], &guests[0], &game, 0);
  for (int kind = 0; kind < 2; kind++) {
    right_set("REVOKE", rights[kind]);
    int last = game_last(&servers[0], &owner, game.id);
    int64_t slowest = 0;
    for (int i = 0; i < 20; i++) {
      char body[96];
      (void)snprintf(body, sizeof body, "{\"person\":\"%s\",\"blocked\":true}", guests[2].person);
      test_client refused = post_start(&servers[0], &guests[1], "/api/me/block", body);
      int64_t start = milliseconds();
      live_reply reply = game_do(&servers[0], i % 2 == 0 ? &owner : &guests[0], &game, "give-time", last,
                                 i % 2 == 0 ? "\"seat\":2,\"seconds\":1" : "\"seat\":1,\"seconds\":1");
      if (reply.status != 200) fail_msg("without the right to %s: %d %s", rights[kind], reply.status, reply.text);
      last++;
      live_reply_close(&reply);
      if (milliseconds() - start > slowest) slowest = milliseconds() - start;
      assert_int_equal(post_end(&refused), 503);
      assert_true(store_is_up(&servers[0]));
    }
    if (slowest > 900) fail_msg("somebody waited %lld ms", (long long)slowest);
    right_set("GRANT", rights[kind]);
  }
  assert_status(POST(servers[0], &guests[1], "/api/me/block", "{\"person\":\"%s\",\"blocked\":true}", guests[2].person),
                200, NULL);
}

/* Another session holds the row of one game, whose players try again and again: they get 503, and nobody else waits for
   long. */
static void a_locked_game_stops_no_other(void **state) {
  (void)state;
  enum { WAIT_MAX = 3000, ROUNDS = 3 }; /* ms; the server waits a second, and only in the first round */
  test_game games[2];
  test_client clients[2];
  char sql[128], path[96], body[96];
  for (int i = 0; i < 2; i++) {
    games[i] = game_make(&servers[0], &owner,
                         "\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
    game_join(&servers[0], &guests[0], &games[i], 0);
  }
  PGconn *other = PQconnectdb(database);
  (void)snprintf(sql, sizeof sql, "BEGIN; SELECT 1 FROM games WHERE id = '%.31s' FOR UPDATE", games[0].id);
  PQclear(PQexec(other, sql));
  for (int round = 0; round < ROUNDS; round++) {
    int64_t start = milliseconds();
    for (int i = 0; i < 2; i++) {
      (void)snprintf(path, sizeof path, "/api/games/%.31s/give-time", games[i].id);
      (void)snprintf(body, sizeof body, "{\"id\":\"l-%d\",\"last\":%d,\"seat\":2,\"seconds\":1}", live_command++,
                     i == 0 ? 3 : 3 + round);
      clients[i] = post_start(&servers[0], &owner, path, body);
    }
    assert_int_equal(post_end(&clients[1]), 200);
    int64_t took = milliseconds() - start;
    if (took > WAIT_MAX) fail_msg("round %d: somebody else waited %lld ms", round, (long long)took);
    assert_int_equal(post_end(&clients[0]), 503);
    assert_true(store_is_up(&servers[0]));
  }
  PQfinish(other);
  assert_status(game_do(&servers[0], &owner, &games[0], "resign", 3, ""), 200, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everybody_with_a_key_gets_a_seat),
      cmocka_unit_test(a_key_seats_one_person),
      cmocka_unit_test(a_refused_request_disturbs_nobody_else),
      cmocka_unit_test(a_locked_game_stops_no_other),
  };
  if (postgres_is_here()) return cmocka_run_group_tests(tests, begin, over);
  print_message("[  SKIPPED ] PostgreSQL is not installed\n");
  return 0;
}

#else
int main(void) { return 0; }
#endif
