/* Two processes that serve from one PostgreSQL: people of one game on both see each other's moves; a process that is
   killed, paused or whose clock is wrong loses nothing and does nothing twice; a flag falls once; the database that
   goes away is waited for. */
#include "live.h"

#include "tests/support/postgres.h"

#include <sys/mman.h>
#include <time.h>

#if POSTGRES_HERE

static test_server servers[2];
static test_person mara, jonas;
static test_game timed; /* a game whose clock runs out while the other tests run */

/* A database of its own, whose clock the test sets. */
static void place_make(void) {
  postgres_fresh_place(database);
  (void)snprintf(database + strlen(database), sizeof database - strlen(database), "%%2Cpg_catalog");
  (void)postgres_sql(database, "CREATE SEQUENCE ahead MINVALUE 0 START 0;"
                               "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
                               " 'SELECT pg_catalog.clock_timestamp() + last_value * interval ''1 s'' FROM ahead'");
}

static void clock_set(int64_t seconds) {
  char sql[64];
  (void)snprintf(sql, sizeof sql, "SELECT setval('ahead', %lld)", (long long)seconds);
  (void)postgres_sql(database, sql);
}

static int begin(void **state) {
  if (!postgres_is_here()) return 0;
  if (web_make(state) != 0) return -1;
  place_make();
  for (int i = 0; i < 2; i++) servers[i] = games_start();
  mara = person_make(&servers[0], "Mara");
  jonas = person_make(&servers[1], "Jonas");
  return 0;
}

static int over(void **state) {
  if (!postgres_is_here()) return 0;
  for (int i = 0; i < 2; i++) server_end_quietly(&servers[i]);
  return web_remove(state);
}

/* ---- a game of two, each with a socket ---- */

typedef struct table {
  test_game game;
  test_view view; /* what both were told; the same, word for word */
  test_client sockets[2];
  char *lines[1000];
  int64_t time;
  asc_random random;
} table;

static const test_person *const people[] = {&mara, &jonas};

static void told(table *own, const json_t *event) {
  int n = (int)number(event, "n");
  char *line = json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS);
  assert_in_range(n, 1, 999);
  if (own->lines[n] == NULL) {
    own->lines[n] = line;
  } else {
    assert_string_equal(own->lines[n], line);
    free(line);
  }
  view_take(&own->view, event);
}

static void told_all(table *own, const json_t *events) {
  for (size_t i = 0; i < json_array_size(events); i++) told(own, json_array_get(events, i));
}

static void join_at(table *own, int who, int server) {
  own->sockets[who] = socket_open(&servers[server], people[who]);
  socket_say(&own->sockets[who], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", own->game.id,
             own->view.last);
  json_t *answer = socket_answer(&own->sockets[who], "w");
  assert_int_equal(number(answer, "status"), 200);
  told_all(own, json_object_get(answer, "events"));
  json_decref(answer);
}

/* Made on one process, joined on the other. */
static void table_make(table *own, const char *settings) {
  *own = (table){.game = game_make(&servers[0], &mara, settings)};
  asc_random_seed(&own->random, 7);
  game_join(&servers[1], &jonas, &own->game, 0);
  join_at(own, 0, 0);
  join_at(own, 1, 1);
  assert_true(own->view.started);
}

static void sockets_close(table *own) {
  for (int i = 0; i < 2; i++) {
    if (own->sockets[i].text != NULL) client_close(&own->sockets[i]);
    own->sockets[i].text = NULL;
  }
}

static void table_close(table *own) {
  sockets_close(own);
  view_close(&own->view);
  for (int i = 0; i < 1000; i++) free(own->lines[i]);
}

static int who_moves(const table *own) {
  bool rolling;
  int seat = view_turn(&own->view, &rolling);
  return seat == 0 ? -1 : strcmp(own->view.persons[seat - 1], mara.person) == 0 ? 0 : 1;
}

/* Waits until the socket of somebody has told the event of this number. */
static void hear_up_to(table *own, int who, int n) {
  for (int heard = 0; heard < n;) {
    json_t *event = socket_event(&own->sockets[who]);
    if (event == NULL) fail_msg("the socket was closed before event %d", n);
    heard = (int)number(event, "n");
    told(own, event);
    json_decref(event);
  }
}

/* A move by who has the turn, which the other hears of; false: the game is over. */
static bool move_on(table *own) {
  int who = own->view.ended ? -1 : who_moves(own);
  char token[ASC_TOKEN_MAX], id[16];
  if (who < 0) return false;
  view_pick(&own->view, &own->random, token);
  (void)snprintf(id, sizeof id, "m%d", live_command++);
  socket_say(&own->sockets[who], "{\"do\":\"move\",\"id\":\"%s\",\"game\":\"%s\",\"last\":%d,\"move\":\"%s\"}", id,
             own->game.id, own->view.last, token);
  json_t *answer = socket_answer(&own->sockets[who], id);
  if (number(answer, "status") != 200) fail_msg("%s", json_dumps(answer, 0));
  int before = own->view.last;
  told_all(own, json_object_get(answer, "events"));
  json_decref(answer);
  assert_true(own->view.last > before);
  hear_up_to(own, 1 - who, own->view.last);
  return true;
}

/* The events of a game as a server has them: numbered without a gap, in time; how many there are of a kind. */
static int count_of(const test_server *server, const char *game, const char *type) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", game);
  live_reply reply = live_get(server, NULL, path);
  assert_int_equal(reply.status, 200);
  int count = 0, n = 0;
  int64_t time = 0;
  for (char *at = reply.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
    json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
    assert_int_equal(number(event, "n"), ++n);
    assert_true(number(event, "t") >= time);
    time = number(event, "t");
    count += strcmp(member(event, "type"), type) == 0;
    json_decref(event);
  }
  live_reply_close(&reply);
  return count;
}

/* ---- tests ---- */

/* Ten seconds each; both have moved, so that it runs. Nobody looks at it until all else is done. */
static void a_clock_begins_to_run(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":10,\"increment\":0}");
  for (int i = 0; i < 2; i++) assert_true(move_on(&own));
  timed = own.game;
  table_close(&own);
}

static void moves_are_seen_on_the_other_process(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\"");
  while (move_on(&own)) {
  }
  assert_true(own.view.ended);
  for (int i = 0; i < 2; i++) assert_int_equal(count_of(&servers[i], own.game.id, "moved"), own.view.plies);
  table_close(&own);
}

/* Both act at once, again and again: each is told what became of it, nothing is there twice, and what each then hears
   is the same. */
static void of_two_at_once_one_is_first(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\"");
  int refused = 0;
  for (int round = 0; round < 25 && !own.view.ended; round++) {
    int who = who_moves(&own), done = 0;
    char token[ASC_TOKEN_MAX];
    view_pick(&own.view, &own.random, token);
    socket_say(&own.sockets[who], "{\"do\":\"move\",\"id\":\"a%d\",\"game\":\"%s\",\"last\":%d,\"move\":\"%s\"}", round,
               own.game.id, own.view.last, token);
    socket_say(&own.sockets[1 - who],
               "{\"do\":\"offer\",\"id\":\"b%d\",\"game\":\"%s\",\"last\":%d,\"offer\":\"takeback\"}", round,
               own.game.id, own.view.last);
    /* In the same breath: it stands on the offer, which may turn out not to be. */
    socket_say(&own.sockets[1 - who], "{\"do\":\"withdraw\",\"id\":\"c%d\",\"game\":\"%s\",\"last\":%d}", round,
               own.game.id, own.view.last + 1);
    int last = own.view.last;
    for (int i = 0; i < 2; i++)
      for (int answers = 0; answers < (i == who ? 1 : 2);) {
        json_t *message = socket_hear(&own.sockets[i]);
        assert_non_null(message);
        const json_t *event = json_object_get(message, "event"), *events = json_object_get(message, "events");
        int64_t status = number(message, "status");
        if (status != 0 && status != 200 && status != 409 && status != 422) fail_msg("status %lld", (long long)status);
        answers += status != 0;
        done += status == 200;
        refused += status > 200;
        if (event != NULL && number(event, "n") <= own.view.last + 1) told(&own, event);
        for (size_t k = 0; k < json_array_size(events); k++)
          if (number(json_array_get(events, k), "n") <= own.view.last + 1) told(&own, json_array_get(events, k));
        json_decref(message);
      }
    assert_true(done >= 1);
    /* What there is by now, from the store: and no more than was done. */
    char path[96];
    (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=%d", own.game.id, last + 1);
    live_reply reply = live_get(&servers[round % 2], NULL, path);
    int there = 0;
    for (char *at = reply.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1, there++) {
      json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
      told(&own, event);
      json_decref(event);
    }
    live_reply_close(&reply);
    assert_int_equal(there, own.view.last - last);
  }
  live_reply shown[2] = {game_get(&servers[0], &mara, own.game.id), game_get(&servers[1], &mara, own.game.id)};
  for (int i = 0; i < 2; i++) {
    assert_string_not_equal(member(shown[i].body, "state"), "damaged");
    live_reply_close(&shown[i]);
  }
  print_message("%d were refused\n", refused);
  table_close(&own);
}

/* Many processes start at once on an empty database: each of them serves, and a person of one is known to all. */
static void processes_that_start_together_all_serve(void **state) {
  (void)state;
  enum { TOGETHER = 6 };
  test_server all[TOGETHER];
  char before[256];
  memcpy(before, database, sizeof before);
  postgres_fresh_place(database);
  for (int i = 0; i < TOGETHER; i++)
    all[i] = (test_server){
        process_open("serve", "--web", web, "--port", "0", "--database", database, "--engines", "1", "--limits", "0"),
        0};
  for (int i = 0; i < TOGETHER; i++) all[i].port = port_said(&all[i].process);
  test_person anna = person_make(&all[0], "Anna");
  for (int i = 0; i < TOGETHER; i++) {
    live_reply reply = live_get(&all[i], &anna, "/api/me");
    assert_int_equal(reply.status, 200);
    live_reply_close(&reply);
  }
  for (int i = 0; i < TOGETHER; i++) server_end_quietly(&all[i]);
  memcpy(database, before, sizeof before);
}

/* Who had the process that is gone comes to the other, and back to one that was started anew: no ply is lost. */
static void a_process_is_killed_in_mid_game(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\"");
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 3; i++) assert_true(move_on(&own));
    kill(servers[1].process.id, SIGKILL);
    assert_int_equal(process_end(&servers[1].process), -SIGKILL);
    process_close(&servers[1].process);
    client_close(&own.sockets[1]);
    join_at(&own, 1, 0);
    for (int i = 0; i < 2; i++) assert_true(move_on(&own));
    servers[1] = games_start();
    client_close(&own.sockets[1]);
    join_at(&own, 1, 1);
  }
  assert_true(move_on(&own));
  /* The other process served all the while: nobody's clock stood still. */
  assert_int_equal(count_of(&servers[0], timed.id, "paused"), 0);
  assert_int_equal(count_of(&servers[1], own.game.id, "moved"), own.view.plies);
  table_close(&own);
}

static json_t *hear_with(test_client *socket, const char *name) {
  for (json_t *message; (message = socket_hear(socket)) != NULL; json_decref(message))
    if (json_object_get(message, name) != NULL) return message;
  fail_msg("closed before a message with %s", name);
  return NULL;
}

static void people_are_seen_and_heard_on_the_other_process(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\"");
  for (bool here = false; !here;) {
    json_t *message = hear_with(&own.sockets[0], "presence");
    here = strcmp(member(json_array_get(json_object_get(message, "presence"), 1), "state"), "here") == 0;
    json_decref(message);
  }
  socket_say(&own.sockets[1], "{\"do\":\"say\",\"id\":\"s\",\"game\":\"%s\",\"phrase\":\"hello\"}", own.game.id);
  json_t *message = hear_with(&own.sockets[0], "said");
  assert_string_equal(member(json_object_get(message, "said"), "phrase"), "hello");
  json_decref(message);
  /* Another name, told on one process, shown by the other. */
  live_reply reply = POST(servers[1], &jonas, "/api/me", "{\"name\":\"Jona Ray\"}");
  live_reply_close(&reply);
  for (bool named = false; !named;) {
    reply = game_get(&servers[0], &mara, own.game.id);
    named = strcmp(member(json_array_get(json_object_get(reply.body, "seats"), 1), "name"), "Jona Ray") == 0;
    live_reply_close(&reply);
  }
  /* A device that is signed out by one process has no socket in the other any more. */
  reply = POST(servers[0], &jonas, "/api/me/sign-out", "{\"device\":\"%s\"}", jonas.device);
  assert_int_equal(reply.status, 200);
  live_reply_close(&reply);
  assert_closed(&own.sockets[1], "signed-out");
  jonas = person_make(&servers[1], "Jonas");
  table_close(&own);
}

/* What the host says to do: any process does it, and it is done once. */
static int host(const char *word, const char *id) {
  test_process process = process_open("host", word, "--database", database, id);
  int status = process_end(&process);
  if (strcmp(word, "list") == 0) assert_non_null(strstr(process.text, timed.id));
  process_close(&process);
  return status;
}

static void orders_await(void) {
  for (int tries = 600; strcmp(postgres_sql(database, "SELECT count(*) FROM orders"), "0") != 0; tries--) {
    if (tries == 0) fail_msg("an order is not done");
    (void)usleep(50000);
  }
}

static void orders_of_the_host_are_done(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\"");
  assert_int_equal(host("list", NULL), 0);
  assert_int_equal(host("export", NULL), 0);
  assert_int_equal(host("close", own.game.id), 0);
  for (int i = 0; i < 2; i++)
    while (!own.view.ended || i == 1) {
      json_t *event = socket_event(&own.sockets[i]);
      assert_non_null(event);
      told(&own, event);
      bool over_now = strcmp(member(event, "type"), "ended") == 0;
      json_decref(event);
      if (over_now) break;
    }
  assert_int_equal(count_of(&servers[0], own.game.id, "ended"), 1);
  assert_int_equal(host("sign-out", jonas.person), 0);
  assert_closed(&own.sockets[1], "signed-out");
  jonas = person_make(&servers[1], "Jonas");
  orders_await();
  table_close(&own);
}

/* A game that cannot be gone through is closed as one: it ends for the store. */
static void a_broken_game_is_closed(void **state) {
  (void)state;
  char sql[200];
  test_game game = game_make(&servers[0], &mara, "\"game\":\"kulami\"");
  (void)snprintf(sql, sizeof sql,
                 "INSERT INTO events(game, seq, time, body) SELECT game, max(seq) + 1, max(time), '{}' FROM events"
                 " WHERE game = '%s' GROUP BY game",
                 game.id);
  (void)postgres_sql(database, sql);
  assert_int_equal(host("close", game.id), 0);
  orders_await();
  (void)snprintf(sql, sizeof sql, "SELECT state FROM games WHERE id = '%s'", game.id);
  assert_string_equal(postgres_sql(database, sql), "3");
}

/* A process is paused, and the game ends in the other meanwhile; what it was asked to do before is not done when it
   wakes. */
static void a_process_that_sleeps_does_nothing_twice(void **state) {
  (void)state;
  const char *wish = getenv("ASCONA_PAUSE");
  table own;
  table_make(&own, "\"game\":\"kulami\"");
  while (who_moves(&own) != 1) assert_true(move_on(&own));
  kill(servers[1].process.id, SIGSTOP);
  char token[ASC_TOKEN_MAX];
  view_pick(&own.view, &own.random, token);
  socket_say(&own.sockets[1], "{\"do\":\"move\",\"id\":\"late\",\"game\":\"%s\",\"last\":%d,\"move\":\"%s\"}",
             own.game.id, own.view.last, token);
  live_reply reply = game_do(&servers[0], &mara, &own.game, "resign", own.view.last, "");
  assert_int_equal(reply.status, 200);
  live_reply_close(&reply);
  sleep(wish != NULL ? (unsigned)atoi(wish) : 1);
  kill(servers[1].process.id, SIGCONT);
  json_t *answer = socket_answer(&own.sockets[1], "late");
  assert_int_equal(number(answer, "status"), 409);
  json_decref(answer);
  assert_int_equal(count_of(&servers[1], own.game.id, "ended"), 1);
  assert_int_equal(count_of(&servers[1], own.game.id, "moved"), own.view.plies);
  table_close(&own);
}

/* A process on a machine whose time of the day is so many seconds ahead. */
static test_server start_ahead(int64_t seconds) {
#ifdef TEST_CLOCK
  char file[96];
  (void)snprintf(file, sizeof file, "%.60s.clock", web);
  int64_t added[2] = {seconds * 1000000000, 0};
  FILE *out = fopen(file, "w");
  assert_int_equal(fwrite(added, sizeof added, 1, out), 1);
  fclose(out);
  setenv("LD_PRELOAD", TEST_CLOCK, 1);
  setenv("ASCONA_CLOCK", file, 1);
  test_server server = games_start();
  unsetenv("LD_PRELOAD");
  (void)unlink(file); /* it is mapped */
  return server;
#else
  (void)seconds;
  return games_start();
#endif
}

static void clocks_must_be_settable(void) {
#ifdef TEST_CLOCK
  if (access(TEST_CLOCK, R_OK) == 0) return;
#endif
  skip();
}

/* The time of the day is wrong by a quarter of an hour on one machine: the database's counts for both. */
static void clocks_that_differ_do_no_harm(void **state) {
  (void)state;
  clocks_must_be_settable();
  server_end_quietly(&servers[1]);
  servers[1] = start_ahead(900);
  table own;
  table_make(&own, "\"game\":\"kulami\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  for (int i = 0; i < 6; i++) assert_true(move_on(&own));
  live_reply shown[2] = {game_get(&servers[0], &mara, own.game.id), game_get(&servers[1], &mara, own.game.id)};
  assert_true(llabs(number(shown[0].body, "now") - number(shown[1].body, "now")) < 5000);
  for (int i = 0; i < 2; i++) {
    assert_string_equal(member(shown[i].body, "state"), "running");
    live_reply_close(&shown[i]);
  }
  table_close(&own);
  server_end_quietly(&servers[1]);
  servers[1] = games_start();
}

/* Who moves, and what. */
static int move_pick(table *own, char more[64]) {
  char token[ASC_TOKEN_MAX];
  assert_false(own->view.ended);
  view_pick(&own->view, &own->random, token);
  (void)snprintf(more, 64, "\"move\":\"%s\"", token);
  return who_moves(own);
}

/* So many moves on either process, without sockets. A pause may come between: then what came is read, and it is tried
   again. */
static void play_on(table *own, int moves) {
  for (int done = 0; done <= moves;) {
    char path[96], more[64];
    (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=%d", own->game.id, own->view.last + 1);
    live_reply reply = live_get(&servers[done % 2], &mara, path);
    for (char *at = reply.text, *end; reply.status == 200 && (end = strchr(at, '\n')) != NULL; at = end + 1) {
      json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
      told(own, event);
      json_decref(event);
    }
    bool known = reply.status == 200;
    live_reply_close(&reply);
    if (!known) (void)usleep(20000);
    if (!known) continue;
    if (done == moves) break;
    int who = move_pick(own, more);
    reply = game_do(&servers[done % 2], people[who], &own->game, "move", own->view.last, more);
    if (reply.status != 200 && reply.status != 409 && reply.status != 503) fail_msg("%d %s", reply.status, reply.text);
    done += reply.status == 200; /* what it made is read with the next, and all that came before it */
    live_reply_close(&reply);
  }
}

/* What time it is for a process, 0 while it does not say. */
static int64_t now_at(const test_server *server, const char *game) {
  live_reply reply = game_get(server, &mara, game);
  int64_t now = reply.status == 200 ? number(reply.body, "now") : 0;
  live_reply_close(&reply);
  return now;
}

/* The clock of the database is set two minutes ahead: both go by it, and nobody has thought that long. */
static void a_clock_that_is_set_takes_no_time(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  for (int i = 0; i < 4; i++) assert_true(move_on(&own));
  sockets_close(&own);
  int64_t ahead = now_at(&servers[0], own.game.id) + 100000;
  clock_set(120);
  for (int i = 0, tries = 600; i < 2; tries--) {
    if (tries == 0) fail_msg("process %d does not go by the clock of the database", i + 1);
    i += now_at(&servers[i], own.game.id) >= ahead;
    (void)usleep(100000);
  }
  play_on(&own, 4);
  live_reply reply = game_get(&servers[1], &mara, own.game.id);
  for (size_t i = 0; i < 2; i++)
    assert_true(json_integer_value(json_array_get(json_object_get(reply.body, "clocks"), i)) > 550000);
  live_reply_close(&reply);
  assert_in_range(count_of(&servers[0], own.game.id, "paused"), 1, 2);
  assert_int_equal(count_of(&servers[1], own.game.id, "paused"), count_of(&servers[1], own.game.id, "resumed"));
  table_close(&own);
}

/* Two processes start while the clock of the database is 200 days ahead, and sweep; then they start again with the
   right time: nothing is gone, and the time is right. */
static void a_clock_that_starts_ahead_deletes_nothing(void **state) {
  (void)state;
  clocks_must_be_settable();
  enum { AHEAD = 200 * 86400 };
  char before[256];
  test_server pair[2];
  test_person anna;
  test_game invitation;
  memcpy(before, database, sizeof before);
  place_make();
  for (int round = 0; round < 3; round++) {
    int64_t ahead = round == 1 ? AHEAD : 0;
    clock_set(ahead);
    for (int i = 0; i < 2; i++) pair[i] = start_ahead(ahead);
    if (round == 0) anna = person_make(&pair[0], "Anna");
    if (round == 0) invitation = game_make(&pair[0], &anna, "\"game\":\"delta\"");
    if (round == 1) clock_set(AHEAD + 660); /* the time of a sweep has come */
    for (int tries = 600; round == 1 && atoi(postgres_sql(database, "SELECT count(*) FROM marks")) == 0; tries--) {
      if (tries == 0) fail_msg("nothing is marked");
      (void)usleep(50000);
    }
    for (int i = 0; i < 2; i++) {
      live_reply reply = game_get(&pair[i], &anna, invitation.id);
      assert_int_equal(reply.status, 200);
      if (round != 1) assert_true(llabs(number(reply.body, "now") - time(NULL) * 1000LL) < 60000);
      live_reply_close(&reply);
      assert_status(live_get(&pair[i], &anna, "/api/me"), 200, NULL);
    }
    for (int i = 0; i < 2; i++) server_end_quietly(&pair[i]);
  }
  memcpy(database, before, sizeof before);
}

/* What the one who is to move has left, as a process has it. */
static int64_t left_at(const table *own, const test_server *server) {
  bool rolling;
  live_reply reply = game_get(server, &mara, own->game.id);
  int seat = view_turn(&own->view, &rolling);
  int64_t left = json_integer_value(json_array_get(json_object_get(reply.body, "clocks"), (size_t)seat - 1));
  live_reply_close(&reply);
  return left;
}

/* Some of the processes stand still for four seconds. Returns what the one who then moves has lost. */
static int64_t lost_in_stall(table *own, int from, int to) {
  char more[64];
  int64_t before = left_at(own, &servers[0]);
  bool rolling;
  size_t seat = (size_t)view_turn(&own->view, &rolling) - 1;
  for (int i = from; i <= to; i++) kill(servers[i].process.id, SIGSTOP);
  (void)sleep(4);
  for (int i = from; i <= to; i++) kill(servers[i].process.id, SIGCONT);
  int who = move_pick(own, more);
  live_reply reply = game_do(&servers[1], people[who], &own->game, "move", own->view.last, more);
  if (reply.status != 200) fail_msg("%d %s", reply.status, reply.text);
  const json_t *events = json_object_get(reply.body, "events");
  const json_t *moved = json_array_get(events, json_array_size(events) - 1);
  int64_t left = json_integer_value(json_array_get(json_object_get(moved, "clocks"), seat));
  told_all(own, events);
  live_reply_close(&reply);
  return before - left;
}

/* A process that stands still gives the time back only if no other process served meanwhile. */
static void a_stall_is_given_back_if_nobody_served(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  for (int i = 0; i < 4; i++) assert_true(move_on(&own));
  sockets_close(&own);
  assert_in_range(lost_in_stall(&own, 1, 1), 3900, 20000);
  assert_in_range(lost_in_stall(&own, 0, 1) + 200, 0, 2500);
  assert_int_equal(count_of(&servers[0], own.game.id, "paused"), 0);
  table_close(&own);
}

/* Nobody was there: one of the processes ended the game, once. */
static void a_flag_falls_once(void **state) {
  (void)state;
  for (bool ended = false; !ended;) {
    live_reply reply = game_get(&servers[1], &mara, timed.id);
    ended = strcmp(member(reply.body, "state"), "ended") == 0;
    if (ended) assert_string_equal(member(reply.body, "cause"), "time");
    live_reply_close(&reply);
    (void)usleep(100000);
  }
  (void)usleep(1500000); /* the other would have by now */
  for (int i = 0; i < 2; i++) assert_int_equal(count_of(&servers[i], timed.id, "ended"), 1);
}

/* The database is gone, and comes back: what was acknowledged is there, nothing was acknowledged meanwhile, no clock
   ran, and both go on. */
static void the_database_goes_and_comes_back(void **state) {
  (void)state;
  table own;
  table_make(&own, "\"game\":\"kulami\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  for (int i = 0; i < 4; i++) assert_true(move_on(&own));
  sockets_close(&own);
  postgres_do('q');
  char more[64];
  int who = move_pick(&own, more);
  for (int i = 0; i < 2; i++)
    assert_status(game_do(&servers[i], people[who], &own.game, "move", own.view.last, more), 503, NULL);
  postgres_do('s');
  for (int i = 0; i < 2; i++)
    for (bool well = false; !well;) {
      test_reply reply = get(servers[i].port, "/health");
      well = reply.status == 200;
      reply_close(&reply);
      (void)usleep(50000);
    }
  for (int i = 0; i < 2; i++) server_lost_database(&servers[i]);
  play_on(&own, 4);
  assert_int_equal(count_of(&servers[0], own.game.id, "moved"), own.view.plies);
  assert_in_range(count_of(&servers[0], own.game.id, "paused"), 1, 2);
  assert_int_equal(count_of(&servers[1], own.game.id, "paused"), count_of(&servers[1], own.game.id, "resumed"));
  table_close(&own);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_clock_begins_to_run),
      cmocka_unit_test(moves_are_seen_on_the_other_process),
      cmocka_unit_test(of_two_at_once_one_is_first),
      cmocka_unit_test(processes_that_start_together_all_serve),
      cmocka_unit_test(a_process_is_killed_in_mid_game),
      cmocka_unit_test(people_are_seen_and_heard_on_the_other_process),
      cmocka_unit_test(orders_of_the_host_are_done),
      cmocka_unit_test(a_broken_game_is_closed),
      cmocka_unit_test(a_process_that_sleeps_does_nothing_twice),
      cmocka_unit_test(a_flag_falls_once),
      cmocka_unit_test(a_stall_is_given_back_if_nobody_served),
      cmocka_unit_test(a_clock_that_starts_ahead_deletes_nothing),
      cmocka_unit_test(clocks_that_differ_do_no_harm),
      cmocka_unit_test(a_clock_that_is_set_takes_no_time),
      cmocka_unit_test(the_database_goes_and_comes_back),
  };
  if (postgres_is_here()) return cmocka_run_group_tests(tests, begin, over);
  print_message("[  SKIPPED ] PostgreSQL is not installed\n");
  return 0;
}

#else
int main(void) { return 0; }
#endif
