/* Databases of earlier versions (tests/data/databases): the server opens them, knows everybody in them, and all games
   go on. The databases may be years old. No clock has run since, and retention is off, so that no game is due to end.
 */
#include "live.h"

#include "online/event.h"
#include "tests/support/postgres.h"

static json_t *described; /* the persons and games of the database that is served */

static void must(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void must(const char *format, ...) {
  char command[1024];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(command, sizeof command, format, args);
  va_end(args);
  if (system(command) != 0) fail_msg("%s", command);
}

static test_server server_open(void) {
  test_server server = {process_open("serve", "--web", web, "--port", "0", "--database", database, "--engines", "1",
                                     "--limits", "0", "--idle-days", "36500", "--invitation-days", "0",
                                     "--unplayed-days", "0", "--person-days", "0"),
                        0};
  server.port = port_said(&server.process);
  return server;
}

/* ---- what the file beside the databases says ---- */

static test_person person_of(const char *key) {
  const json_t *persons = json_object_get(described, "persons");
  test_person found = {0};
  for (size_t i = 0; i < json_array_size(persons); i++) {
    const json_t *person = json_array_get(persons, i);
    if (strcmp(member(person, "key"), key) != 0) continue;
    (void)snprintf(found.person, sizeof found.person, "%s", member(person, "person"));
    (void)snprintf(found.secret, sizeof found.secret, "%s", member(person, "secret"));
    return found;
  }
  fail_msg("there is no %s", key);
  return found;
}

static const json_t *game_of(const char *name) {
  const json_t *game = json_object_get(json_object_get(described, "games"), name);
  if (game == NULL) fail_msg("there is no game %s", name);
  return game;
}

/* The first person of a game, who may always see it. */
static test_person owner_of(const json_t *game) {
  return person_of(json_string_value(json_array_get(json_object_get(game, "people"), 0)));
}

static test_game handle_of(const json_t *game) {
  test_game handle = {0};
  (void)snprintf(handle.id, sizeof handle.id, "%s", member(game, "id"));
  const json_t *keys = json_object_get(game, "keys");
  for (size_t i = 0; i < json_array_size(keys); i++)
    (void)snprintf(handle.keys[handle.key_count++], 40, "%s", json_string_value(json_array_get(keys, i)));
  return handle;
}

/* ---- checks ---- */

static void check_persons(const test_server *server) {
  const json_t *persons = json_object_get(described, "persons");
  assert_int_equal(json_array_size(persons), 6);
  for (size_t i = 0; i < json_array_size(persons); i++) {
    const json_t *person = json_array_get(persons, i);
    test_person who = person_of(member(person, "key"));
    live_reply reply = live_get(server, &who, "/api/me");
    if (reply.status != 200) fail_msg("%s: %d %s", member(person, "key"), reply.status, reply.text);
    assert_string_equal(member(reply.body, "person"), who.person);
    assert_string_equal(member(reply.body, "name"), member(person, "name"));
    live_reply_close(&reply);
  }
  test_person mara = person_of("Mara"), eve = person_of("Eve");
  live_reply reply = live_get(server, &mara, "/api/me/blocks");
  const json_t *blocked = json_object_get(reply.body, "persons");
  assert_int_equal(json_array_size(blocked), 1);
  assert_string_equal(member(json_array_get(blocked, 0), "person"), eve.person);
  live_reply_close(&reply);
  reply = live_get(server, &mara, "/api/me/devices");
  assert_int_equal(json_array_size(json_object_get(reply.body, "devices")), 2);
  assert_non_null(strstr(reply.text, "Mara’s laptop"));
  live_reply_close(&reply);
}

/* Everybody has the games in which they play; a merged device has those of both persons. */
static void check_lists(const test_server *server) {
  const json_t *persons = json_object_get(described, "persons"), *game;
  for (size_t i = 0; i < json_array_size(persons); i++) {
    test_person who = person_of(member(json_array_get(persons, i), "key"));
    live_reply reply = live_get(server, &who, "/api/me/games");
    size_t expected = 0;
    const char *name;
    json_object_foreach((json_t *)json_object_get(described, "games"), name, game) {
      bool is_theirs = false;
      for (size_t k = 0; k < json_array_size(json_object_get(game, "people")); k++) {
        test_person player = person_of(json_string_value(json_array_get(json_object_get(game, "people"), k)));
        is_theirs = is_theirs || strcmp(player.person, who.person) == 0;
      }
      if (is_theirs && strstr(reply.text, member(game, "id")) == NULL) fail_msg("%s is not in %s", name, reply.text);
      expected += is_theirs;
    }
    assert_int_equal(json_array_size(json_object_get(reply.body, "games")), expected);
    live_reply_close(&reply);
  }
}

/* Since the last stored event the server has only noted that it was away: no flag fell, no game was aborted. */
static void check_untouched(const test_server *server, const char *name) {
  const json_t *game = game_of(name);
  test_person owner = owner_of(game);
  int last = (int)number(game, "last"), since = 0;
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=%d", member(game, "id"), last + 1);
  live_reply now = game_get(server, &owner, member(game, "id")), events = live_get(server, &owner, path);
  if (now.status != 200 || strcmp(member(now.body, "state"), member(game, "state")) != 0)
    fail_msg("%s: %d %s", name, now.status, now.text);
  for (char *at = events.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1, since++) {
    json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
    const char *type = member(event, "type");
    assert_int_equal(number(event, "n"), last + 1 + since);
    if (strcmp(type, "paused") != 0 && strcmp(type, "resumed") != 0) fail_msg("%s: %s", name, events.text);
    json_decref(event);
  }
  bool is_timed = json_is_true(json_object_get(game, "timed"));
  if (is_timed != (since == 2)) fail_msg("%s: %d events since it was stored", name, since);
  for (size_t i = 0; i < json_array_size(json_object_get(now.body, "clocks")); i++)
    assert_true(json_integer_value(json_array_get(json_object_get(now.body, "clocks"), i)) > 500000);
  live_reply_close(&now);
  live_reply_close(&events);
}

/* Version 0.1 stored other words: clients see those of today. */
static void check_words(const test_server *server, const char *name, const char *word, const char *old) {
  const json_t *game = game_of(name);
  test_person owner = owner_of(game);
  test_game handle = handle_of(game);
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", member(game, "id"));
  live_reply replies[] = {live_get(server, &owner, path), game_do(server, &owner, &handle, "resign", 0, "")};
  assert_int_equal(replies[1].status, 409);
  for (size_t i = 0; i < 2; i++) {
    if (strstr(replies[i].text, word) == NULL || strstr(replies[i].text, old) != NULL)
      fail_msg("%s: %s", name, replies[i].text);
    live_reply_close(&replies[i]);
  }
  test_client socket = socket_open(server, &owner);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", member(game, "id"));
  json_t *answer = socket_answer(&socket, "w");
  char *text = json_dumps(answer, JSON_COMPACT);
  if (strstr(text, word) == NULL || strstr(text, old) != NULL) fail_msg("%s: %s", name, text);
  free(text);
  json_decref(answer);
  client_close(&socket);
}

/* Jonas has resigned in this game, and sends that once more. */
static void check_repeated(const test_server *server) {
  const json_t *game = game_of("ended");
  test_person jonas = person_of("Jonas");
  char path[96], id[ONLINE_COMMAND_MAX] = "";
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", member(game, "id"));
  live_reply events = live_get(server, &jonas, path);
  for (const char *at = strtok(events.text, "\n"); at != NULL; at = strtok(NULL, "\n")) {
    json_t *event = json_loads(at, 0, NULL);
    if (strcmp(member(event, "type"), "left") == 0) (void)snprintf(id, sizeof id, "%s", member(event, "id"));
    json_decref(event);
  }
  live_reply_close(&events);
  (void)snprintf(path, sizeof path, "/api/games/%.31s/resign", member(game, "id"));
  live_reply reply = POST(*server, &jonas, path, "{\"id\":\"%s\",\"last\":7}", id);
  assert_int_equal(reply.status, 200);
  if (strstr(reply.text, "\"resigned\"") == NULL || strstr(reply.text, "given-up") != NULL) fail_msg("%s", reply.text);
  live_reply_close(&reply);
}

static void check_move(const test_server *server, const char *name) {
  const json_t *game = game_of(name);
  test_person mover = person_of(member(game, "turn"));
  test_game handle = handle_of(game);
  char more[ASC_TOKEN_MAX + 16];
  (void)snprintf(more, sizeof more, "\"move\":\"%s\"", member(game, "move"));
  int last = game_last(server, &mover, handle.id);
  live_reply reply = game_do(server, &mover, &handle, "move", last, more);
  if (reply.status != 200) fail_msg("%s: %d %s", name, reply.status, reply.text);
  assert_int_equal(number(reply.body, "last"), last + 1);
  live_reply_close(&reply);
}

/* An engine answers while somebody is there. */
static void check_engine(const test_server *server) {
  const json_t *game = game_of("engine");
  test_person mara = person_of("Mara");
  test_client socket = socket_open(server, &mara);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", member(game, "id"),
             (int)number(game, "last"));
  json_decref(socket_answer(&socket, "w"));
  check_move(server, "engine");
  for (int moves = 0; moves < 2;) {
    json_t *event = socket_event(&socket);
    if (event == NULL) fail_msg("the socket was closed");
    moves += strcmp(member(event, "type"), "moved") == 0;
    json_decref(event);
  }
  client_close(&socket);
}

static void check_offer(const test_server *server) {
  const json_t *game = game_of("offered");
  test_person lea = person_of("Léa");
  test_game handle = handle_of(game);
  live_reply reply = game_get(server, &lea, handle.id);
  assert_string_equal(member(json_object_get(reply.body, "offer"), "offer"), "draw");
  int last = (int)number(reply.body, "last");
  live_reply_close(&reply);
  assert_status(game_do(server, &lea, &handle, "accept", last, ""), 200, NULL);
  reply = game_get(server, &lea, handle.id);
  assert_string_equal(member(reply.body, "cause"), "agreed");
  live_reply_close(&reply);
}

static void join(const test_server *server, const test_person *who, const char *name, int key, int status,
                 const char *error) {
  const json_t *game = game_of(name);
  test_person owner = owner_of(game);
  test_game handle = handle_of(game);
  char more[64];
  (void)snprintf(more, sizeof more, "\"key\":\"%s\"", handle.keys[key]);
  int last = game_last(server, &owner, handle.id);
  assert_status(game_do(server, who, &handle, "join", last, more), status, error);
}

static void check_keys(const test_server *server) {
  test_person noor = person_make(server, "Noor"), eve = person_of("Eve");
  join(server, &noor, "claimed", 0, 403, "online.seat-taken");
  join(server, &eve, "unclaimed", 0, 403, NULL); /* Mara has blocked her */
  join(server, &noor, "unclaimed", 0, 200, NULL);
  join(server, &noor, "claimed", 1, 200, NULL); /* the last free seat: the game starts */
  for (const char *const *name = (const char *const[]){"claimed", "unclaimed", NULL}; *name != NULL; name++) {
    live_reply reply = game_get(server, &noor, member(game_of(*name), "id"));
    assert_string_equal(member(reply.body, "state"), "running");
    live_reply_close(&reply);
  }
}

/* The host has ordered to close this game before the server stopped. */
static void check_order(const test_server *server) {
  test_person mara = person_of("Mara");
  for (int i = 0;; i++, usleep(20000)) {
    live_reply reply = game_get(server, &mara, member(game_of("ordered"), "id"));
    bool is_closed = strcmp(member(reply.body, "cause"), "aborted") == 0;
    live_reply_close(&reply);
    if (is_closed) return;
    if (i == 500) fail_msg("the order was not carried out");
  }
}

/* A private game looks like none to everybody else, and a rematch is linked with its first game. */
static void check_rest(const test_server *server) {
  test_person mara = person_of("Mara");
  assert_status(game_get(server, &mara, member(game_of("private"), "id")), 404, "online.not-found");
  static const char *const pairs[][2] = {{"ended", "rematch"}, {"match", "second"}};
  for (size_t i = 0; i < 2; i++) {
    live_reply first = game_get(server, &mara, member(game_of(pairs[i][0]), "id"));
    assert_string_equal(member(first.body, "next"), member(game_of(pairs[i][1]), "id"));
    live_reply_close(&first);
  }
}

/* Plays on in the database. What is played is there after a restart. */
static void upgrade(void) {
  static const char *const moved[] = {"plain", "days", "three", "private", "rematch", "second", "merged"};
  test_server server = server_open();
  check_persons(&server);
  check_lists(&server);
  check_order(&server);
  check_untouched(&server, "engine");
  check_untouched(&server, "offered");
  check_untouched(&server, "ended");
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) check_untouched(&server, moved[i]);
  check_words(&server, "plain", "\"joined\"", "\"seated\"");
  check_words(&server, "plain", "\"takeback\"", "\"take-back\"");
  check_words(&server, "plain", "\"random_seats\"", "\"toss\"");
  check_words(&server, "ended", "\"resigned\"", "\"given-up\"");
  check_repeated(&server);
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) check_move(&server, moved[i]);
  check_engine(&server);
  check_offer(&server);
  check_keys(&server);
  check_rest(&server);
  server_end_quietly(&server);
  server = server_open();
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
    test_person owner = owner_of(game_of(moved[i]));
    assert_true(game_last(&server, &owner, member(game_of(moved[i]), "id")) > number(game_of(moved[i]), "last"));
  }
  server_end_quietly(&server);
}

static json_t *description_open(const char *kind) {
  json_t *all = json_load_file(TEST_DATA "/databases/0.1.json", 0, NULL);
  assert_non_null(all);
  json_t *one = json_incref(json_object_get(all, kind));
  json_decref(all);
  return one;
}

static void test_sqlite(void **state) {
  (void)state;
  must("cp '%s/databases/0.1.db' '%s' && cp '%s/databases/0.1.db.orders' '%s.orders' && chmod 600 '%s'*", TEST_DATA,
       database, TEST_DATA, database, database);
  described = description_open("sqlite");
  upgrade();
  json_decref(described);
}

#if POSTGRES_HERE
static void test_postgres(void **state) {
  (void)state;
  if (!postgres_is_here()) skip();
  char file[sizeof database], all[256];
  memcpy(file, database, sizeof file);
  postgres_begin();
  postgres_url(all, "public");
  (void)postgres_sql(all, "CREATE DATABASE old");
  (void)snprintf(database, sizeof database, "postgresql://ascona@/old?host=%.40s", postgres_folder);
  must("psql -q -v ON_ERROR_STOP=1 -f '%s/databases/0.1.sql' '%s' >/dev/null", TEST_DATA, database);
  described = description_open("postgres");
  upgrade();
  /* Version 0.1 can't read what is written now: it must not serve from this database again. */
  assert_string_equal(postgres_sql(database, "SELECT value FROM meta WHERE key = 'oldest'"), "3");
  json_decref(described);
  memcpy(database, file, sizeof database);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sqlite),
#if POSTGRES_HERE
    cmocka_unit_test(test_postgres),
#endif
  };
  return cmocka_run_group_tests(tests, games_make, games_remove);
}
