/* The server is killed at random points while people play, its power is cut, and it is ended by a signal: every move
   that was acknowledged is there afterwards, word for word, no clock is wrong and no game broken. ASCONA_KILLS and
   ASCONA_CUTS say how often. */
#include "live.h"

#include <time.h>

enum { GAMES = 3, LINES_MAX = 6000 };

static uint32_t random_state = 20261117;
static uint32_t random_below(uint32_t limit) {
  random_state = random_state * 1664525U + 1013904223U;
  return (uint32_t)((uint64_t)random_state * limit >> 32);
}

typedef struct played {
  test_game game;
  test_person people[2];
  test_view view;
  char *lines[LINES_MAX]; /* of every event that somebody was told of, by its number */
} played;

static played games[GAMES];
static int moves_told;

static void told(played *own, const json_t *event) {
  int n = (int)number(event, "n");
  assert_in_range(n, 1, LINES_MAX - 1);
  char *line = json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS);
  if (own->lines[n] == NULL)
    own->lines[n] = line;
  else {
    assert_string_equal(own->lines[n], line);
    free(line);
  }
  moves_told += strcmp(member(event, "type"), "moved") == 0;
  view_take(&own->view, event);
}

static void told_all(played *own, const json_t *events) {
  for (size_t i = 0; i < json_array_size(events); i++) told(own, json_array_get(events, i));
}

/* All that was told is there, in its words; then what is there beyond that, which may be. */
static void compare(const test_server *server, played *own) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", own->game.id);
  live_reply reply = live_get(server, NULL, path);
  assert_int_equal(reply.status, 200);
  int n = 0;
  int64_t left[2] = {0}, time = 0;
  for (char *at = reply.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
    json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
    assert_int_equal(number(event, "n"), ++n);
    /* While nobody was served no clock ran: it stands when the game goes on as it stood when the pause began. */
    const json_t *clocks = json_object_get(event, "clocks");
    if (strcmp(member(event, "type"), "resumed") == 0)
      for (size_t i = 0; i < 2; i++) assert_int_equal(json_integer_value(json_array_get(clocks, i)), left[i]);
    assert_true(number(event, "t") >= time);
    time = number(event, "t");
    for (size_t i = 0; clocks != NULL && i < 2; i++) left[i] = json_integer_value(json_array_get(clocks, i));
    told(own, event);
    json_decref(event);
  }
  for (int i = 1; i < LINES_MAX; i++)
    if (own->lines[i] != NULL && i > n) fail_msg("event %d was told and is not there: %s", i, own->lines[i]);
  live_reply_close(&reply);
}

static void game_begin(const test_server *server, played *own) {
  own->people[0] = person_make(server, "Mara");
  own->people[1] = person_make(server, "Jonas");
  own->game = game_make(server, &own->people[0],
                        "\"game\":\"kulami\",\"clock\":{\"kind\":\"time\",\"seconds\":3600,\"increment\":0}");
  game_join(server, &own->people[1], &own->game, 0);
}

static void game_forget(played *own) {
  view_close(&own->view);
  for (int i = 0; i < LINES_MAX; i++) free(own->lines[i]);
  *own = (played){0};
}

/* A child that waits a moment and kills; the test need not know when. */
static pid_t killer_start(pid_t victim, int signal, unsigned microseconds) {
  pid_t child = fork();
  if (child != 0) return child;
  struct timespec moment = {.tv_nsec = (long)microseconds * 1000};
  nanosleep(&moment, NULL);
  kill(victim, signal);
  _exit(0);
}

/* Plays in all games at once, over a socket a person, until the server is gone, which the signal makes it as soon as
   all sockets are there. */
static void play_on(const test_server *server, int signal) {
  test_client sockets[GAMES][2];
  for (int g = 0; g < GAMES; g++)
    for (int i = 0; i < 2; i++) {
      int status;
      char bearer[128];
      (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", games[g].people[i].secret);
      sockets[g][i] = socket_open_with(server->port, bearer, "ascona.2", &status);
      assert_int_equal(status, 101);
      socket_say(&sockets[g][i], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", games[g].game.id,
                 games[g].view.last);
      json_t *answer = socket_answer(&sockets[g][i], "w");
      told_all(&games[g], json_object_get(answer, "events")); /* the pause while it was down is among them */
      json_decref(answer);
    }
  pid_t killer = killer_start(server->process.id, signal, 1000 + random_below(60000));
  asc_random random;
  asc_random_seed(&random, random_below(1000000));
  bool gone = false, playing = true;
  while (!gone && playing) {
    playing = false;
    for (int g = 0; g < GAMES && !gone; g++) {
      played *own = &games[g];
      bool rolling;
      int seat = own->view.started && !own->view.ended ? view_turn(&own->view, &rolling) : 0;
      if (seat == 0) continue;
      playing = true;
      int who = strcmp(own->view.persons[seat - 1], own->people[0].person) == 0 ? 0 : 1;
      char token[ASC_TOKEN_MAX], text[300];
      view_pick(&own->view, &random, token);
      int length =
          snprintf(text, sizeof text, "{\"do\":\"move\",\"id\":\"k%d\",\"game\":\"%s\",\"last\":%d,\"move\":\"%s\"}",
                   live_command, own->game.id, own->view.last, token);
      char id[16];
      (void)snprintf(id, sizeof id, "k%d", live_command++);
      gone = !frame_send(&sockets[g][who], 1, text, (size_t)length);
      for (bool answered = false; !gone && !answered;) {
        json_t *message = socket_hear(&sockets[g][who]);
        gone = message == NULL;
        answered = !gone && strcmp(member(message, "re"), id) == 0;
        if (answered && number(message, "status") != 503) told_all(own, json_object_get(message, "events"));
        if (answered && number(message, "status") == 503) gone = true;
        json_decref(message);
      }
    }
  }
  for (int g = 0; g < GAMES; g++)
    for (int i = 0; i < 2; i++) client_close(&sockets[g][i]);
  assert_int_equal(waitpid(killer, NULL, 0), killer);
}

static void ready(const test_server *server) {
  for (int g = 0; g < GAMES; g++) {
    played *own = &games[g];
    if (own->game.id[0] == '\0' || own->view.ended) {
      game_forget(own);
      game_begin(server, own);
    }
    compare(server, own);
  }
}

static int times(const char *name) {
  const char *wanted = getenv(name);
  return wanted != NULL ? atoi(wanted) : 20;
}

static void none_is_broken(const test_server *server) {
  for (int g = 0; g < GAMES; g++) {
    live_reply reply = game_get(server, NULL, games[g].game.id);
    assert_string_not_equal(member(reply.body, "state"), "damaged");
    live_reply_close(&reply);
  }
}

static void test_what_was_acknowledged_is_there_after_a_kill(void **state) {
  (void)state;
  int kills = times("ASCONA_KILLS");
  for (int i = 0; i < kills; i++) {
    test_server server = games_start();
    ready(&server);
    play_on(&server, SIGKILL);
    (void)process_end(&server.process);
    process_close(&server.process);
  }
  test_server server = games_start();
  ready(&server);
  none_is_broken(&server);
  assert_true(moves_told > kills);
  server_end_quietly(&server);
}

/* Before the n-th call that changes something on the disk all that was not synced is dropped, or left as zero bytes, or
   by half (tests/faults/powercut.c). */
static test_server server_with_a_cut(const char *disk, const char *after, int n, const char *keep) {
  char number[16];
  (void)snprintf(number, sizeof number, "%d", n);
  const char *const names[] = {"LD_PRELOAD", "ASCONA_DISK", "ASCONA_AFTER", "ASCONA_CUT", "ASCONA_KEEP"};
  const char *const values[] = {TEST_POWERCUT, disk, after, number, keep};
  for (int i = 0; i < 5; i++) setenv(names[i], values[i], 1);
  test_server server = games_start();
  for (int i = 0; i < 5; i++) unsetenv(names[i]);
  return server;
}

static void test_what_was_acknowledged_is_there_after_a_power_cut(void **state) {
  (void)state;
  if (access(TEST_POWERCUT, R_OK) != 0) skip();
  static const char *const keeps[] = {"drop", "names", "half"};
  enum { OPENING = 150, PLAYING = 350 }; /* calls that it takes to begin, and in a while of playing */
  char place[sizeof database], disk[80], after[96], command[400];
  memcpy(place, database, sizeof place);
  (void)snprintf(disk, sizeof disk, "%.60s-disk", database);
  (void)snprintf(after, sizeof after, "%s-after", disk);
  assert_int_equal(mkdir(disk, 0700), 0);
  (void)snprintf(database, sizeof database, "%s/games.db", disk);
  for (int g = 0; g < GAMES; g++) game_forget(&games[g]);
  int cuts = times("ASCONA_CUTS"), before = moves_told, cut = 0;
  for (int i = 0; i <= cuts; i++) {
    test_server server = games_start();
    ready(&server);
    none_is_broken(&server);
    server_end_quietly(&server);
    if (i == cuts) break;
    server = server_with_a_cut(disk, after, OPENING + (int)random_below(PLAYING), keeps[i % 3]);
    play_on(&server, 0);
    kill(server.process.id, SIGTERM); /* all games came to their ends: the power goes right behind it */
    cut += process_end(&server.process) == -SIGKILL;
    process_close(&server.process);
    (void)snprintf(command, sizeof command, "rm -rf '%s' && mv '%s' '%s'", disk, after, disk);
    assert_int_equal(system(command), 0);
  }
  print_message("%d of %d cuts came while they played, %d moves were told\n", cut, cuts, moves_told - before);
  assert_true(moves_told - before > cuts && cut > cuts / 2);
  for (int g = 0; g < GAMES; g++) game_forget(&games[g]);
  (void)snprintf(command, sizeof command, "rm -rf '%s'", disk);
  assert_int_equal(system(command), 0);
  memcpy(database, place, sizeof place);
}

/* SIGTERM: what is in the queue is finished, clients are told to come back, and it ends soon. */
static void test_what_was_acknowledged_is_there_after_a_signal(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) {
    test_server server = games_start();
    ready(&server);
    play_on(&server, SIGTERM);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    int status = process_end(&server.process);
    clock_gettime(CLOCK_MONOTONIC, &after);
    if (status != 0) fail_msg("status %d: %s", status, server.process.text);
    assert_true(after.tv_sec - before.tv_sec <= 5);
    process_close(&server.process);
  }
  test_server server = games_start();
  ready(&server);
  server_end_quietly(&server);
  for (int g = 0; g < GAMES; g++) game_forget(&games[g]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_was_acknowledged_is_there_after_a_kill),
      cmocka_unit_test(test_what_was_acknowledged_is_there_after_a_signal),
      cmocka_unit_test(test_what_was_acknowledged_is_there_after_a_power_cut),
  };
  return cmocka_run_group_tests(tests, games_make, games_remove);
}
