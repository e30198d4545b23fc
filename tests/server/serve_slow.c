/* Slow and silent storage: commits that take long, a standby that does not confirm, and a server that is ended
   meanwhile. Sockets stay open, nothing that was acknowledged is lost, and no player's clock runs in a stall. */
#include "live.h"

#include "tests/support/postgres.h"

#include <time.h>

static test_server serving;
static char slow_path[300], stuck_path[300];

static int64_t milliseconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  (void)snprintf(slow_path, sizeof slow_path, "%s.slow", database);
  (void)snprintf(stuck_path, sizeof stuck_path, "%s.stuck", database);
  return 0;
}

static void start_on_disk(void) {
  setenv("LD_PRELOAD", TEST_STUCK, 1);
  setenv("ASCONA_SLOW", slow_path, 1);
  setenv("ASCONA_STUCK", stuck_path, 1);
  serving = games_start();
  unsetenv("LD_PRELOAD");
}

static void flag_set(const char *path, bool is_on) {
  if (!is_on) {
    assert_int_equal(unlink(path), 0);
    return;
  }
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  assert_true(file >= 0 && close(file) == 0);
}

/* ---- a game of two ---- */

typedef struct pair {
  test_person people[2];
  test_client sockets[2];
  test_client quiet; /* a socket that is told nothing */
  test_game game;
  int last;
} pair;

static void pair_open(pair *own) {
  own->people[0] = person_make(&serving, "Mara");
  own->people[1] = person_make(&serving, "Jonas");
  own->game = game_make(&serving, &own->people[0],
                        "\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  game_join(&serving, &own->people[1], &own->game, 0);
  assert_status(game_do(&serving, &own->people[0], &own->game, "move", 3, "\"move\":\"c3\""), 200, NULL);
  assert_status(game_do(&serving, &own->people[1], &own->game, "move", 4, "\"move\":\"b2\""), 200, NULL);
  own->last = 5;
  own->quiet = socket_open(&serving, NULL);
  for (int i = 0; i < 2; i++) {
    own->sockets[i] = socket_open(&serving, &own->people[i]);
    socket_say(&own->sockets[i], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":5}", own->game.id);
    json_t *answer = socket_answer(&own->sockets[i], "w");
    assert_int_equal(number(answer, "status"), 200);
    json_decref(answer);
  }
}

static void pair_close(pair *own) {
  for (int i = 0; i < 2; i++) client_close(&own->sockets[i]);
  client_close(&own->quiet);
}

/* Jonas gives Mara a second, whose clock runs; nothing is waited for. */
static void time_give(pair *own, const char *id) {
  socket_say(&own->sockets[1],
             "{\"do\":\"give-time\",\"id\":\"%s\",\"game\":\"%s\",\"last\":%d,\"seat\":1,\"seconds\":1}", id,
             own->game.id, own->last);
}

static int time_given(pair *own, const char *id) {
  json_t *answer = socket_answer(&own->sockets[1], id);
  int status = (int)number(answer, "status");
  own->last += status == 200;
  json_decref(answer);
  return status;
}

/* The network thread answers by itself, whatever the game thread waits for. */
static void assert_pings(pair *own) {
  char pong[7];
  assert_true(frame_send(&own->quiet, 9, "hello", 5));
  struct pollfd ready = {.fd = own->quiet.socket, .events = POLLIN};
  do { /* the server sends pings too, with eight bytes */
    if (poll(&ready, 1, 1000) != 1) fail_msg("no pong within a second");
    assert_int_equal(recv(own->quiet.socket, pong, 2, MSG_WAITALL), 2);
    char rest[125];
    assert_int_equal(recv(own->quiet.socket, rest, (size_t)pong[1], MSG_WAITALL), pong[1]);
  } while ((pong[0] & 15) != 10);
  test_reply reply = get(serving.port, "/health");
  reply_close(&reply);
}

static int64_t left_of(const pair *own, size_t seat) {
  live_reply reply = game_get(&serving, &own->people[0], own->game.id);
  assert_int_equal(reply.status, 200);
  int64_t left = json_integer_value(json_array_get(json_object_get(reply.body, "clocks"), seat));
  live_reply_close(&reply);
  return left;
}

/* ---- a slow disk ---- */

static void commits_that_take_long_lose_nothing(void **state) {
  (void)state;
  if (access(TEST_STUCK, R_OK) != 0) skip();
  pair own;
  start_on_disk();
  pair_open(&own);
  int64_t before = left_of(&own, 0);
  flag_set(slow_path, true);
  for (int i = 0; i < 3; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "g%d", i);
    time_give(&own, id);
    (void)usleep(100000);
    assert_pings(&own);
    assert_int_equal(time_given(&own, id), 200);
  }
  flag_set(slow_path, false);
  /* More than three seconds were spent in commits, and three were given. */
  assert_in_range(before + 3000 - left_of(&own, 0) + 200, 0, 1700);
  kill(serving.process.id, SIGKILL);
  assert_int_equal(process_end(&serving.process), -SIGKILL);
  process_close(&serving.process);
  pair_close(&own);
  start_on_disk();
  assert_true(game_last(&serving, &own.people[0], own.game.id) >= own.last);
  server_end_quietly(&serving);
}

/* The network thread serves while the disk hangs. */
static void a_disk_that_hangs_keeps_no_socket_waiting(void **state) {
  (void)state;
  if (access(TEST_STUCK, R_OK) != 0) skip();
  pair own;
  start_on_disk();
  pair_open(&own);
  flag_set(stuck_path, true);
  time_give(&own, "g");
  (void)usleep(300000);
  assert_pings(&own);
  flag_set(stuck_path, false);
  assert_int_equal(time_given(&own, "g"), 200);
  server_end_quietly(&serving);
  pair_close(&own);
}

/* Two people join while the disk hangs, so that one batch has both: each of them is told both events in order, the own
   one by the reply. */
static void events_of_one_batch_come_in_order(void **state) {
  (void)state;
  if (access(TEST_STUCK, R_OK) != 0) skip();
  test_person people[3];
  test_client sockets[3];
  start_on_disk();
  for (int i = 0; i < 3; i++) people[i] = person_make(&serving, "Ann");
  test_game game = game_make(&serving, &people[0], "\"game\":\"delfino:players=3\"");
  for (int i = 0; i < 3; i++) {
    sockets[i] = socket_open(&serving, &people[i]);
    socket_say(&sockets[i], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":1}", game.id);
    json_decref(socket_answer(&sockets[i], "w"));
  }
  flag_set(stuck_path, true);
  socket_say(&sockets[0], "{\"do\":\"create\",\"id\":\"c\",\"game\":\"delta\"}"); /* the game thread waits for it */
  (void)usleep(200000);
  for (int i = 1; i < 3; i++)
    socket_say(&sockets[i], "{\"do\":\"join\",\"id\":\"s\",\"game\":\"%s\",\"last\":1,\"key\":\"%s\"}", game.id,
               game.keys[i - 1]);
  (void)usleep(200000);
  flag_set(stuck_path, false);
  for (int i = 0; i < 3; i++)
    for (int n = 1; n < 4;) { /* both are seated, and the game starts */
      json_t *message = socket_hear(&sockets[i]), *event = json_object_get(message, "event");
      json_t *events = json_object_get(message, "events");
      assert_non_null(message);
      if (event != NULL) assert_int_equal(number(event, "n"), ++n);
      for (size_t k = 0; strcmp(member(message, "re"), "s") == 0 && k < json_array_size(events); k++)
        assert_int_equal(number(json_array_get(events, k), "n"), ++n);
      json_decref(message);
    }
  for (int i = 0; i < 3; i++) client_close(&sockets[i]);
  server_end_quietly(&serving);
}

/* ---- a standby that is silent ---- */

#if POSTGRES_HERE

static void standby_set(bool is_missing) {
  (void)postgres_sql(database, is_missing ? "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"
                                          : "ALTER SYSTEM RESET synchronous_standby_names");
  (void)postgres_sql(database, "SELECT pg_reload_conf()");
  while (strcmp(postgres_sql(database, "SHOW synchronous_standby_names"), is_missing ? "nobody" : "") != 0)
    (void)usleep(20000);
}

static bool is_healthy(void) {
  test_reply reply = get(serving.port, "/health");
  bool is_ok = reply.status == 200;
  reply_close(&reply);
  return is_ok;
}

static void a_silent_standby_is_waited_for(void **state) {
  (void)state;
  if (!postgres_is_here()) skip();
  char file[sizeof database];
  memcpy(file, database, sizeof file);
  postgres_fresh_place(database);
  serving = games_start();
  pair own;
  pair_open(&own);
  int64_t before = left_of(&own, 0), start = milliseconds();
  int last = own.last;
  standby_set(true);
  time_give(&own, "g");
  while (milliseconds() - start < 8000) {
    (void)usleep(1000000);
    assert_pings(&own);
    test_reply reply = get(serving.port, "/robots.txt");
    assert_int_equal(reply.status, 200);
    reply_close(&reply);
  }
  standby_set(false);
  int status = time_given(&own, "g");
  assert_true(status == 200 || status == 503);
  for (int tries = 0; !is_healthy(); tries++) {
    if (tries == 400) fail_msg("it does not recover");
    (void)usleep(50000);
  }
  /* The second may have been given although nobody was told so. */
  int64_t lost = before + 1000 - left_of(&own, 0);
  print_message("answered with %d; Mara lost %lld ms\n", status, (long long)lost);
  assert_in_range(lost + 200, 0, 2700);
  own.last = game_last(&serving, &own.people[0], own.game.id);
  assert_true(own.last >= last + (status == 200));
  /* The same sockets go on, without a gap. */
  time_give(&own, "h");
  assert_int_equal(time_given(&own, "h"), 200);
  for (int n = last; n < own.last;) {
    json_t *event = socket_event(&own.sockets[0]);
    assert_non_null(event);
    assert_int_equal(number(event, "n"), ++n);
    json_decref(event);
  }
  pair_close(&own);
  server_end(&serving, SIGTERM);
  process_close(&serving.process);
  memcpy(database, file, sizeof file);
}

static void the_server_ends_while_a_standby_is_silent(void **state) {
  (void)state;
  if (!postgres_is_here()) skip();
  char file[sizeof database];
  memcpy(file, database, sizeof file);
  postgres_fresh_place(database);
  serving = games_start();
  pair own;
  pair_open(&own);
  standby_set(true);
  time_give(&own, "g");
  (void)usleep(500000);
  int64_t start = milliseconds();
  server_end(&serving, SIGTERM);
  assert_in_range(milliseconds() - start, 0, 5500);
  process_close(&serving.process);
  pair_close(&own);
  standby_set(false);
  serving = games_start();
  assert_true(game_last(&serving, &own.people[0], own.game.id) >= 5);
  server_end_quietly(&serving);
  memcpy(database, file, sizeof file);
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(commits_that_take_long_lose_nothing),
    cmocka_unit_test(a_disk_that_hangs_keeps_no_socket_waiting),
    cmocka_unit_test(events_of_one_batch_come_in_order),
#if POSTGRES_HERE
    cmocka_unit_test(a_silent_standby_is_waited_for),
    cmocka_unit_test(the_server_ends_while_a_standby_is_silent),
#endif
  };
  return cmocka_run_group_tests(tests, begin, games_remove);
}
