/* Time, as the real server has it: flags that fall once, time that is given, a first move that does not come, a time of
   the day that jumps, ends of sockets that are gone without a word. The clocks of the server are the test's to set
   (tests/faults/clock.c), so that nobody waits. */
#include "live.h"

#include "store/sqlite.h"

#include <sys/mman.h>
#include <time.h>

static int64_t *added; /* nanoseconds: to the time of the day, and to the clock that never goes back */
static char clock_file[96], stuck_file[96]; /* while there is a stuck_file, the disk hangs */
static char clock_file[96];
static char first_database[200];
static test_server serving;
static test_person mara, jonas;

static void server_begin(void) {
  setenv("LD_PRELOAD", TEST_CLOCK ":" TEST_STUCK, 1);
  setenv("ASCONA_CLOCK", clock_file, 1);
  setenv("ASCONA_STUCK", stuck_file, 1);
  serving = games_start();
  unsetenv("LD_PRELOAD");
}

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  (void)snprintf(clock_file, sizeof clock_file, "%.80s.clock", database);
  (void)snprintf(stuck_file, sizeof stuck_file, "%.80s.stuck", database);
  (void)snprintf(first_database, sizeof first_database, "%.190s", database);
  int file = open(clock_file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, 2 * sizeof *added) != 0) return -1;
  added = mmap(NULL, 2 * sizeof *added, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (added == MAP_FAILED) return -1;
  server_begin();
  mara = person_make(&serving, "Mara");
  jonas = person_make(&serving, "Jonas");
  return 0;
}

static int over(void **state) {
  server_end_quietly(&serving);
  (void)munmap(added, 2 * sizeof *added);
  (void)snprintf(database, sizeof database, "%s", first_database); /* and all that begins so */
  return games_remove(state);
}

/* Both clocks jump, as they do for a process that stands still. */
static void clocks_jump(int64_t milliseconds) {
  added[0] += milliseconds * 1000000;
  added[1] += milliseconds * 1000000;
}

/* Both clocks go on, as they do; a reply of the game thread shows that it has taken a step meanwhile. */
static void seconds_pass(int seconds) {
  for (int i = 0; i < 2 * seconds; i++) {
    clocks_jump(500);
    live_reply reply = live_ask_plain(serving.port, NULL, "GET", "/api/me", NULL);
    live_reply_close(&reply);
  }
}

/* From here on another database. */
static void server_begin_anew(const char *name) {
  server_end_quietly(&serving);
  (void)snprintf(database, sizeof database, "%s.%s", first_database, name);
  server_begin();
  mara = person_make(&serving, "Mara");
  jonas = person_make(&serving, "Jonas");
}

static test_game game_of(const char *settings) {
  test_game game = game_make(&serving, &mara, settings);
  game_join(&serving, &jonas, &game, 0);
  return game;
}

static test_game timed_game(void) {
  test_game game = game_of("\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":10,\"increment\":0}");
  const test_person *const who[] = {&mara, &jonas};
  static const char *const moves[] = {"\"move\":\"c3\"", "\"move\":\"b2\""};
  for (int i = 0; i < 2; i++)
    assert_status(game_do(&serving, who[i], &game, "move", game_last(&serving, &mara, game.id), moves[i]), 200, NULL);
  return game;
}

/* Its events so far, as one array. */
static json_t *events_of(const test_game *game) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", game->id);
  live_reply reply = live_get(&serving, NULL, path);
  assert_int_equal(reply.status, 200);
  json_t *events = json_array();
  int64_t time = 0;
  for (char *at = reply.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
    json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
    assert_true(number(event, "t") >= time); /* time never goes back */
    time = number(event, "t");
    json_array_append_new(events, event);
  }
  live_reply_close(&reply);
  return events;
}

static int count_of(const test_game *game, const char *type) {
  json_t *events = events_of(game);
  int count = 0;
  for (size_t i = 0; i < json_array_size(events); i++)
    count += strcmp(member(json_array_get(events, i), "type"), type) == 0;
  json_decref(events);
  return count;
}

/* Waits until the game is over, and says by what. */
static void assert_ends(const test_game *game, const char *cause) {
  for (int i = 0; i < 300; i++) {
    live_reply reply = game_get(&serving, &mara, game->id);
    bool ended = strcmp(member(reply.body, "state"), "ended") == 0;
    if (ended) assert_string_equal(member(reply.body, "cause"), cause);
    live_reply_close(&reply);
    if (ended) return;
    usleep(20000);
  }
  fail_msg("the game does not end");
}

static int64_t clock_of(const test_game *game, size_t seat) {
  live_reply reply = game_get(&serving, &mara, game->id);
  int64_t left = json_integer_value(json_array_get(json_object_get(reply.body, "clocks"), seat));
  live_reply_close(&reply);
  return left;
}

static void test_a_flag_falls_once(void **state) {
  (void)state;
  test_game watched = timed_game(), alone = timed_game();
  test_client socket = socket_open(&serving, &jonas);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":5}", watched.id);
  json_decref(socket_answer(&socket, "w"));
  seconds_pass(11);
  json_t *left = socket_event(&socket), *ended = socket_event(&socket);
  assert_string_equal(member(left, "type"), "left");
  assert_int_equal(number(left, "seat"), 1);
  assert_string_equal(member(left, "cause"), "time");
  assert_string_equal(member(ended, "type"), "ended");
  assert_true(json_number_value(json_array_get(json_object_get(ended, "points"), 1)) > 0);
  json_decref(left);
  json_decref(ended);
  client_close(&socket);
  assert_ends(&alone, "time"); /* with nobody there */
  seconds_pass(60);
  usleep(300000);
  server_end_quietly(&serving);
  server_begin(); /* nor does it fall again after a restart */
  for (const test_game *games[] = {&watched, &alone}, **game = games; game < games + 2; game++) {
    assert_int_equal(count_of(*game, "left"), 1);
    assert_int_equal(count_of(*game, "ended"), 1);
  }
}

/* Time without requests is no stall: it is not given back. */
static void test_a_clock_runs_while_nobody_asks(void **state) {
  (void)state;
  test_game game = timed_game();
  usleep(4500000); /* longer than two intervals of upkeep; nothing else wakes the game thread */
  live_reply reply = game_get(&serving, &mara, game.id);
  json_int_t left = json_integer_value(json_array_get(json_object_get(reply.body, "clocks"), 0));
  if (left > 6000) fail_msg("%lld ms of 10,000 are left after 4.5 s", (long long)left);
  live_reply_close(&reply);
}

static void test_time_that_is_given_counts(void **state) {
  (void)state;
  test_game game = timed_game();
  int64_t before = clock_of(&game, 0);
  assert_in_range(before, 5000, 10000);
  assert_status(game_do(&serving, &jonas, &game, "give-time", 5, "\"seat\":1,\"seconds\":60"), 200, NULL);
  assert_status(game_do(&serving, &mara, &game, "give-time", 5, "\"seat\":1,\"seconds\":60"), 422,
                "online.no-such-seat");
  seconds_pass(30);
  usleep(300000);
  assert_in_range(clock_of(&game, 0), before + 20000, before + 30000);
  assert_int_equal(count_of(&game, "ended"), 0);
  seconds_pass(60);
  assert_ends(&game, "time");
}

/* ---- a process that stands still ---- */

/* A move that is legal after the two of timed_game. */
static void third_move(char token[ASC_TOKEN_MAX]) {
  asc_random random;
  test_view view = {0};
  asc_random_seed(&random, 1);
  assert_int_equal(asc_rules_open(&view.rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_play_open(&view.play, view.rules, NULL), ASC_OK);
  assert_int_equal(asc_play_replay(view.play, "c3", false, NULL), ASC_OK);
  assert_int_equal(asc_play_replay(view.play, "b2", false, NULL), ASC_OK);
  view_pick(&view, &random, token);
  view_close(&view);
}

/* The process is stopped for so long; Mara's move comes meanwhile, and is the first thing it sees. Returns what she has
   left after it. */
static int64_t left_after_stall(const test_game *game, int64_t milliseconds) {
  char id[16], token[ASC_TOKEN_MAX];
  (void)snprintf(id, sizeof id, "m%d", live_command++);
  third_move(token);
  test_client socket = socket_open(&serving, &mara);
  socket_say(&socket, "{\"do\":\"ping\",\"id\":\"p\"}");
  json_decref(socket_answer(&socket, "p"));
  kill(serving.process.id, SIGSTOP);
  clocks_jump(milliseconds);
  socket_say(&socket, "{\"do\":\"move\",\"id\":\"%s\",\"game\":\"%s\",\"last\":5,\"move\":\"%s\"}", id, game->id,
             token);
  kill(serving.process.id, SIGCONT);
  json_t *answer = socket_answer(&socket, id);
  if (number(answer, "status") != 200) fail_msg("%s", json_dumps(answer, 0));
  json_decref(answer);
  client_close(&socket);
  return clock_of(game, 0);
}

static void test_a_short_stall_is_given_back(void **state) {
  (void)state;
  test_game game = timed_game(), other = timed_game();
  test_game slow = game_of("\"game\":\"delta\",\"clock\":{\"kind\":\"days\",\"days\":1}");
  int64_t before = clock_of(&game, 0);
  assert_in_range(left_after_stall(&game, 9000), before - 1500, 10000);
  assert_in_range(clock_of(&other, 0), before - 1500, 10000);
  usleep(300000);
  assert_int_equal(count_of(&game, "ended") + count_of(&other, "ended"), 0);
  assert_int_equal(count_of(&game, "paused") + count_of(&other, "paused"), 0);
  seconds_pass(60); /* a game that nobody looks at is closed, and read again */
  assert_ends(&other, "time");
  assert_in_range(clock_of(&slow, 0), 86400000 - 65000, 86400000 - 59000);
}

static void test_a_long_stall_is_a_pause(void **state) {
  (void)state;
  test_game game = timed_game();
  int64_t before = clock_of(&game, 0);
  kill(serving.process.id, SIGSTOP);
  clocks_jump(11000);
  kill(serving.process.id, SIGCONT);
  for (int tries = 300; count_of(&game, "resumed") == 0; tries--) {
    if (tries == 0) fail_msg("no pause is told");
    usleep(20000);
  }
  assert_int_equal(count_of(&game, "paused"), 1);
  assert_in_range(clock_of(&game, 0), before - 1500, 10000);
  char token[ASC_TOKEN_MAX], more[64];
  third_move(token);
  (void)snprintf(more, sizeof more, "\"move\":\"%s\"", token);
  assert_status(game_do(&serving, &mara, &game, "move", game_last(&serving, &mara, game.id), more), 200, NULL);
}

/* A new database has a heartbeat from the first moment: after a kill no clock has run. */
static void test_a_kill_in_the_first_seconds_takes_no_time(void **state) {
  (void)state;
  server_begin_anew("killed");
  test_game game = timed_game();
  kill(serving.process.id, SIGKILL);
  assert_int_equal(process_end(&serving.process), -SIGKILL);
  process_close(&serving.process);
  clocks_jump(60000);
  server_begin();
  assert_in_range(clock_of(&game, 0), 5000, 10000);
  assert_int_equal(count_of(&game, "paused"), 1);
  assert_int_equal(count_of(&game, "ended"), 0);
}

static void test_a_first_move_is_waited_for_two_minutes(void **state) {
  (void)state;
  test_game game = game_of("\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":10,\"increment\":0}");
  seconds_pass(110);
  usleep(300000);
  assert_int_equal(count_of(&game, "ended"), 0);
  seconds_pass(11);
  assert_ends(&game, "aborted");
}

/* Somebody sets the time of the day, a day back and a year on: no clock notices, and events stay in order. */
static void test_the_time_of_the_day_jumps(void **state) {
  (void)state;
  static const int64_t jumps[] = {-86400LL, 366 * 86400LL, -366 * 86400LL + 86400LL};
  test_game game = timed_game();
  int64_t before = clock_of(&game, 0);
  for (size_t i = 0; i < 3; i++) {
    added[0] += jumps[i] * 1000000000LL;
    usleep(250000);
    int64_t now = clock_of(&game, 0);
    assert_in_range(now, before - 5000, before);
  }
  assert_status(game_do(&serving, &mara, &game, "give-time", 5, "\"seat\":2,\"seconds\":60"), 200, NULL);
  assert_int_equal(count_of(&game, "ended"), 0);
}

/* And while the server is down: what comes is not before what was, and no clock has run. */
static void test_the_time_of_the_day_jumps_while_it_is_down(void **state) {
  (void)state;
  static const int64_t jumps[] = {-3600LL, 3 * 3600LL, -2 * 3600LL};
  test_game game = timed_game();
  for (size_t i = 0; i < 3; i++) {
    int64_t before = clock_of(&game, 0);
    server_end_quietly(&serving);
    added[0] += jumps[i] * 1000000000LL;
    server_begin();
    /* A server that ends before it has told all games of the pause lets the next one begin that anew: some moments
     * more. */
    assert_in_range(clock_of(&game, 0), before - 3000, before + 1000);
  }
  assert_int_equal(count_of(&game, "ended"), 0);
  seconds_pass(11);
  assert_ends(&game, "time");
}

static const int64_t DAY = 86400LL * 1000000000;

static void server_restart(int64_t jump) {
  server_end_quietly(&serving);
  added[0] += jump;
  server_begin();
}

/* The server sweeps every ten minutes. */
static void sweeps_pass(int count) {
  for (int i = 0; i < count; i++) {
    clocks_jump(660000);
    usleep(300000);
  }
}

/* How far the server's time is ahead of the time of the day, in milliseconds. */
static int64_t ahead_of_day(const test_game *game) {
  struct timespec day;
  (void)clock_gettime(CLOCK_REALTIME, &day);
  live_reply reply = game_get(&serving, &mara, game->id);
  assert_int_equal(reply.status, 200);
  int64_t now = number(reply.body, "now");
  live_reply_close(&reply);
  return now - (day.tv_sec * 1000LL + day.tv_nsec / 1000000 + added[0] / 1000000);
}

/* The server starts with a clock that is 200 days ahead, runs for half an hour, and starts again with the right time:
   nothing is gone, and the time is right. */
static void test_a_clock_that_starts_ahead_deletes_nothing(void **state) {
  (void)state;
  server_begin_anew("ahead");
  test_game invitation = game_make(&serving, &mara, "\"game\":\"delta\"");
  test_game unplayed = game_of("\"game\":\"delta\"");
  test_person lena = person_make(&serving, "Lena");
  for (int ahead = 1; ahead >= 0; ahead--) {
    server_restart(ahead != 0 ? 200 * DAY : -200 * DAY);
    sweeps_pass(3);
    assert_in_range(ahead_of_day(&invitation) + 60000, 0, 120000);
    assert_status(live_get(&serving, &lena, "/api/me"), 200, NULL);
    assert_status(game_get(&serving, &mara, unplayed.id), 200, NULL);
  }
  game_join(&serving, &lena, &invitation, 0);
}

/* What people did while the clock was ahead stays in order: then time goes on from there. */
static void test_time_does_not_go_back_behind_an_event(void **state) {
  (void)state;
  server_begin_anew("event");
  test_game game = game_of("\"game\":\"delta\""), timed = timed_game();
  test_person lena = person_make(&serving, "Lena");
  server_restart(200 * DAY);
  assert_status(game_do(&serving, &mara, &game, "move", game_last(&serving, &mara, game.id), "\"move\":\"c3\""), 200,
                NULL);
  sweeps_pass(1);
  server_restart(-200 * DAY);
  assert_in_range(ahead_of_day(&game), 199 * 86400000LL, 201 * 86400000LL);
  assert_status(game_do(&serving, &jonas, &game, "move", game_last(&serving, &mara, game.id), "\"move\":\"b2\""), 200,
                NULL);
  assert_int_equal(count_of(&game, "moved"), 2);
  assert_in_range(clock_of(&timed, 0), 5000, 10000);
  /* Nobody goes by that time, however long the server runs. */
  sweeps_pass(1);
  server_end_quietly(&serving);
  store_sqlite_link link;
  assert_int_equal(store_sqlite_connect(&link, database, SQLITE_OPEN_READWRITE, NULL), ASC_OK);
  assert_int_equal(store_sqlite_run(&link, "UPDATE meta SET value = value + 90000000 WHERE key = 'uptime'", NULL),
                   ASC_OK);
  store_sqlite_disconnect(&link);
  server_begin();
  sweeps_pass(1);
  assert_status(live_get(&serving, &lena, "/api/me"), 200, NULL);
}

/* A socket whose other end is gone without a word is found out; one that answers stays. */
static void test_half_open_sockets_are_closed(void **state) {
  (void)state;
  test_client gone = socket_open(&serving, &mara), here = socket_open(&serving, &jonas);
  for (int i = 0; i < 6; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "p%d", i);
    socket_say(&here, "{\"do\":\"ping\",\"id\":\"%s\"}", id);
    json_decref(socket_answer(&here, id));
    usleep(150000);
    seconds_pass(7);
  }
  client_drain(&gone); /* to its end */
  socket_say(&here, "{\"do\":\"ping\",\"id\":\"still\"}");
  json_decref(socket_answer(&here, "still"));
  client_close(&gone);
  client_close(&here);
}

static void assert_health(int status) {
  test_reply reply = get(serving.port, "/health");
  assert_int_equal(reply.status, status);
  assert_true(server_is_healthy(reply.body) == (status == 200));
  reply_close(&reply);
}

/* A request that waits for a disk that hangs: the server is not well after five seconds, until it is answered. */
static void test_health_says_that_requests_wait(void **state) {
  (void)state;
  test_game game = timed_game();
  test_client socket = socket_open(&serving, &mara);
  int file = open(stuck_file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  assert_true(file >= 0);
  close(file);
  socket_say(&socket, "{\"do\":\"make-private\",\"id\":\"p\",\"game\":\"%s\",\"last\":5}", game.id);
  socket_say(&socket, "{\"do\":\"ping\",\"id\":\"begun\"}");
  json_decref(socket_answer(&socket, "begun")); /* the one before has begun */
  assert_health(200);
  clocks_jump(4000);
  assert_health(200);
  clocks_jump(2000);
  assert_health(503);
  assert_int_equal(unlink(stuck_file), 0);
  json_t *answer = socket_answer(&socket, "p");
  assert_int_equal(number(answer, "status"), 200);
  json_decref(answer);
  assert_health(200);
  client_close(&socket);
}

int main(void) {
  if (access(TEST_CLOCK, R_OK) != 0) {
    print_message("the clocks cannot be set in this build\n");
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_flag_falls_once),
      cmocka_unit_test(test_a_clock_runs_while_nobody_asks),
      cmocka_unit_test(test_time_that_is_given_counts),
      cmocka_unit_test(test_a_first_move_is_waited_for_two_minutes),
      cmocka_unit_test(test_the_time_of_the_day_jumps),
      cmocka_unit_test(test_the_time_of_the_day_jumps_while_it_is_down),
      cmocka_unit_test(test_half_open_sockets_are_closed),
      cmocka_unit_test(test_health_says_that_requests_wait),
      cmocka_unit_test(test_a_short_stall_is_given_back),
      cmocka_unit_test(test_a_long_stall_is_a_pause),
      cmocka_unit_test(test_a_kill_in_the_first_seconds_takes_no_time),
      cmocka_unit_test(test_a_clock_that_starts_ahead_deletes_nothing),
      cmocka_unit_test(test_time_does_not_go_back_behind_an_event),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
