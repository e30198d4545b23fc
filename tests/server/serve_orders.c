/* Orders of the host (`ascona host close` and `host sign-out`) while servers run, end and are killed: an order whose
   command ended with 0 is carried out, once, and then it is gone. */
#include "live.h"

#include "tests/support/postgres.h"

enum { GAMES = 6, PERSONS = 3, ORDERS = GAMES + PERSONS };

static test_server servers[2];
static int server_count;

static void servers_start(void) {
  test_process processes[2];
  for (int i = 0; i < server_count; i++)
    processes[i] =
        process_open("serve", "--web", web, "--port", "0", "--database", database, "--engines", "1", "--limits", "0");
  for (int i = 0; i < server_count; i++) {
    servers[i] = (test_server){processes[i], 0};
    servers[i].port = port_said(&servers[i].process);
  }
}

static void servers_kill(void) {
  for (int i = 0; i < server_count; i++) {
    kill(servers[i].process.id, SIGKILL);
    assert_int_equal(process_end(&servers[i].process), -SIGKILL);
    process_close(&servers[i].process);
  }
}

static int rounds(void) {
  const char *wanted = getenv("ASCONA_ROUNDS");
  return wanted != NULL ? atoi(wanted) : 2;
}

static int ended_count(const char *game) {
  char path[96];
  int count = 0;
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", game);
  live_reply reply = live_get(&servers[0], NULL, path);
  assert_int_equal(reply.status, 200);
  for (const char *at = reply.text; (at = strstr(at, "\"type\":\"ended\"")) != NULL; at++) count++;
  live_reply_close(&reply);
  return count;
}

static bool is_signed_out(const test_person *who) {
  live_reply reply = live_get(&servers[server_count - 1], who, "/api/me");
  int status = reply.status;
  live_reply_close(&reply);
  return status == 401;
}

typedef struct ordered {
  test_game games[GAMES];
  test_person persons[PERSONS], owner, guest;
  int statuses[ORDERS];
} ordered;

static void ordered_make(ordered *own) {
  own->owner = person_make(&servers[0], "Mara");
  own->guest = person_make(&servers[0], "Jonas");
  for (int i = 0; i < GAMES; i++) {
    own->games[i] = game_make(&servers[0], &own->owner,
                              "\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
    game_join(&servers[0], &own->guest, &own->games[i], 0);
  }
  for (int i = 0; i < PERSONS; i++) own->persons[i] = person_make(&servers[server_count - 1], "Guest");
}

/* All orders at once; each command's exit status is kept. */
static void orders_give(ordered *own, bool kills) {
  test_process processes[ORDERS];
  for (int i = 0; i < ORDERS; i++) {
    bool is_close = i < GAMES;
    processes[i] = process_open("host", is_close ? "close" : "sign-out", "--database", database,
                                is_close ? own->games[i].id : own->persons[i - GAMES].person);
    if (kills && i == ORDERS / 2) servers_kill();
  }
  for (int i = 0; i < ORDERS; i++) {
    own->statuses[i] = process_end(&processes[i]);
    process_close(&processes[i]);
  }
}

/* A child in which the players give each other time on both processes, until it is killed: so orders meet conflicts. */
static pid_t players_start(const ordered *own) {
  pid_t child = child_fork();
  if (child != 0) return child;
  int lasts[GAMES];
  for (int i = 0; i < GAMES; i++) lasts[i] = 3;
  for (int n = 0;; n++)
    for (int i = 0; i < GAMES; i++) {
      live_reply reply =
          game_do(&servers[(n + i) % server_count], n % 2 == 0 ? &own->owner : &own->guest, &own->games[i], "give-time",
                  lasts[i], n % 2 == 0 ? "\"seat\":2,\"seconds\":1" : "\"seat\":1,\"seconds\":1");
      if (reply.status == 200) lasts[i]++;
      if (reply.status == 409) lasts[i] = (int)number(reply.body, "last");
      live_reply_close(&reply);
      (void)usleep(2000);
    }
}

static void players_end(pid_t child) {
  if (child == 0) return;
  kill(child, SIGKILL);
  assert_int_equal(waitpid(child, NULL, 0), child);
}

/* Waits until every accepted order is carried out. The server reads orders every two seconds. */
static void orders_check(const ordered *own) {
  for (int i = 0; i < ORDERS; i++) {
    if (own->statuses[i] != 0) continue;
    for (int tries = 0;; tries++) {
      bool is_done = i < GAMES ? ended_count(own->games[i].id) > 0 : is_signed_out(&own->persons[i - GAMES]);
      if (is_done) break;
      if (tries == 150) fail_msg("order %d was accepted and is not carried out", i);
      (void)usleep(100000);
    }
  }
  for (int i = 0; i < GAMES; i++) assert_in_range(ended_count(own->games[i].id), 0, 1);
}

static void orders_run(void) {
  int accepted = 0, given = 0;
  servers_start();
  for (int round = 0; round < rounds(); round++)
    for (int kills = 0; kills < 2; kills++) {
      ordered own = {0};
      ordered_make(&own);
      pid_t players = kills ? 0 : players_start(&own);
      orders_give(&own, kills);
      if (kills) {
        /* Killed once more, when the first orders may be under way. */
        servers_start();
        (void)usleep(300000U * (unsigned)(round % 8));
        servers_kill();
        servers_start();
      }
      for (int i = 0; i < ORDERS; i++, given++) accepted += own.statuses[i] == 0;
      if (!kills) assert_int_equal(accepted, given);
      orders_check(&own);
      players_end(players);
      /* A person who was signed out by an order stays able to come again: the order is not carried out twice. */
      test_person again = person_make(&servers[0], "Guest");
      assert_false(is_signed_out(&again));
    }
  print_message("%d of %d orders were accepted\n", accepted, given);
  assert_true(accepted > given / 2);
  for (int i = 0; i < server_count; i++) server_end_quietly(&servers[i]);
}

/* The disk is slow, and the server is killed while it carries out orders, at different moments. */
static void a_kill_between_two_commits_loses_no_order(void **state) {
  (void)state;
  if (access(TEST_STUCK, R_OK) != 0) skip();
  char slow_path[300];
  (void)snprintf(slow_path, sizeof slow_path, "%s.slow", database);
  server_count = 1;
  for (int round = 0; round < rounds(); round++) {
    ordered own = {0};
    setenv("LD_PRELOAD", TEST_STUCK, 1);
    setenv("ASCONA_SLOW", slow_path, 1);
    servers_start();
    unsetenv("LD_PRELOAD");
    ordered_make(&own);
    int file = open(slow_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0 && close(file) == 0);
    orders_give(&own, false);
    (void)usleep(2000000 + 700000U * (unsigned)(round % 6));
    servers_kill();
    assert_int_equal(unlink(slow_path), 0);
    servers_start();
    for (int i = 0; i < ORDERS; i++) assert_int_equal(own.statuses[i], 0);
    orders_check(&own);
    server_end_quietly(&servers[0]);
  }
}

static void orders_are_carried_out_in_a_file(void **state) {
  (void)state;
  server_count = 1;
  orders_run();
}

static void orders_are_carried_out_by_two_processes(void **state) {
  (void)state;
#if POSTGRES_HERE
  if (!postgres_is_here()) skip();
  char file[sizeof database];
  memcpy(file, database, sizeof file);
  postgres_fresh_place(database);
  server_count = 2;
  orders_run();
  assert_string_equal(postgres_sql(database, "SELECT count(*) FROM orders"), "0");
  memcpy(database, file, sizeof file);
#else
  skip();
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_kill_between_two_commits_loses_no_order),
      cmocka_unit_test(orders_are_carried_out_in_a_file),
      cmocka_unit_test(orders_are_carried_out_by_two_processes),
  };
  return cmocka_run_group_tests(tests, games_make, games_remove);
}
