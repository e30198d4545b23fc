/* Getting into another's seat, and other things that nobody should be able to do: each is refused, and after it the
   server still serves. */
#include "live_three.h"

static void say(const test_person *who, const test_game *game, const char *what, const char *more, int status,
                const char *key) {
  assert_status(game_do(&serving, who, game, what, game_last(&serving, &mara, game->id), more), status, key);
}

static const char *key_of(const test_game *game) {
  static char more[96];
  (void)snprintf(more, sizeof more, "\"key\":\"%s\"", game->keys[0]);
  return more;
}

static void test_another_cannot_move(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  say(&mara, &game, "move", "\"move\":\"c3\"", 422, "online.not-running");
  game_join(&serving, &jonas, &game, 0);
  say(&eve, &game, "move", "\"move\":\"c3\"", 403, "online.not-a-player");
  say(&jonas, &game, "move", "\"move\":\"c3\"", 422, "online.not-your-turn");
  say(NULL, &game, "move", "\"move\":\"c3\"", 401, "online.not-signed-in");
  const test_person forged = {.secret = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  say(&forged, &game, "move", "\"move\":\"c3\"", 401, "online.not-signed-in");
  say(&eve, &game, "resign", "", 403, "online.not-a-player");
  say(&mara, &game, "roll", "", 422, "online.no-die");
  say(&mara, &game, "move", "\"move\":\"z9\"", 422, NULL);
  say(&mara, &game, "move", "\"move\":\"c3\"", 200, NULL);
  assert_status(game_do(&serving, &jonas, &game, "move", 1, "\"move\":\"b2\""), 409, "online.stale");
  assert_status(game_do(&serving, &jonas, &game, "move", 99, "\"move\":\"b2\""), 422, "online.malformed");
}

static void test_a_key_seats_one_person_once(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  say(&mara, &game, "join", key_of(&game), 422, "online.own-link");
  say(&eve, &game, "join", "\"key\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"", 403, "online.invalid-key");
  say(&eve, &game, "join", "", 403, "online.invalid-key");
  game_join(&serving, &jonas, &game, 0);
  say(&eve, &game, "join", key_of(&game), 403, "online.seat-taken");
  test_game other = game_make(&serving, &mara, "\"game\":\"delta\"");
  say(&eve, &other, "join", key_of(&game), 403, "online.invalid-key"); /* the key of another game */
}

static void join_with(const test_person *who, const test_game *game, int key, int status, const char *reason) {
  char more[96];
  (void)snprintf(more, sizeof more, "\"key\":\"%s\"", game->keys[key]);
  say(who, game, "join", more, status, reason);
}

/* The person at a seat, from 1; "": nobody. */
static void seat_expect(const test_game *game, int seat, const char *person) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s", game->id);
  live_reply reply = live_get(&serving, &mara, path);
  const json_t *seats = json_object_get(reply.body, "seats");
  assert_string_equal(member(json_array_get(seats, (size_t)seat - 1), "person"), person);
  live_reply_close(&reply);
}

static void test_a_key_belongs_to_its_seat_and_works_again_after_leaving(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delfino:players=3\",\"random_seats\":false");
  join_with(&jonas, &game, 1, 200, NULL); /* the second key is the second free seat */
  seat_expect(&game, 2, "");
  seat_expect(&game, 3, jonas.person);
  join_with(&eve, &game, 1, 403, "online.seat-taken");
  say(&jonas, &game, "leave", "", 200, NULL);
  join_with(&jonas, &game, 1, 200, NULL);
  say(&jonas, &game, "leave", "", 200, NULL);
  join_with(&eve, &game, 1, 200, NULL);
  seat_expect(&game, 3, eve.person);
  join_with(&jonas, &game, 1, 403, "online.seat-taken");
  join_with(&jonas, &game, 0, 200, NULL);
  seat_expect(&game, 2, jonas.person);
}

/* Two join at once with one key: one has the seat. */
static void test_two_with_one_key(void **state) {
  (void)state;
  for (int i = 0; i < 10; i++) {
    test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
    test_client sockets[2] = {socket_open(&serving, &jonas), socket_open(&serving, &eve)};
    for (int k = 0; k < 2; k++)
      socket_say(&sockets[k], "{\"do\":\"join\",\"id\":\"s%d\",\"game\":\"%s\",\"last\":1,%s}", i, game.id,
                 key_of(&game));
    char id[16];
    (void)snprintf(id, sizeof id, "s%d", i);
    int seated = 0;
    for (int k = 0; k < 2; k++) {
      json_t *answer = socket_answer(&sockets[k], id);
      seated += number(answer, "status") == 200;
      json_decref(answer);
      client_close(&sockets[k]);
    }
    assert_int_equal(seated, 1);
  }
}

static void test_a_new_link_voids_the_old_one(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  say(&eve, &game, "link", "\"slot\":1", 403, "online.not-creator");
  live_reply reply = game_do(&serving, &mara, &game, "link", 1, "\"slot\":1");
  assert_int_equal(reply.status, 200);
  say(&jonas, &game, "join", key_of(&game), 403, "online.invalid-key");
  (void)snprintf(game.keys[0], 40, "%s", member(reply.body, "key"));
  live_reply_close(&reply);
  game_join(&serving, &jonas, &game, 0);
}

static void test_settings_that_changed_are_seen_first(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  say(&eve, &game, "change", "\"game\":\"kulami\"", 403, "online.not-a-player");
  say(&mara, &game, "change", "\"game\":\"kulami\",\"clock\":{\"kind\":\"days\",\"days\":3}", 200, NULL);
  live_reply reply = game_do(&serving, &jonas, &game, "join", 1, key_of(&game));
  assert_int_equal(reply.status, 409);
  assert_int_equal(json_array_size(json_object_get(reply.body, "events")), 1);
  live_reply_close(&reply);
  game_join(&serving, &jonas, &game, 0);
  say(&mara, &game, "change", "\"game\":\"delta\"", 422, "online.settings-locked");
}

/* What one may not see cannot be told from what is not there. */
static void test_private_games(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\",\"private\":true");
  static const char *const paths[] = {"", "/events?from=1"};
  char path[96], nowhere[96], header[96];
  for (size_t i = 0; i < 2; i++) {
    (void)snprintf(path, sizeof path, "/api/games/%.31s%s", game.id, paths[i]);
    (void)snprintf(nowhere, sizeof nowhere, "/api/games/aaaaaaaaaaaaaaaa%s", paths[i]);
    live_reply hidden = live_get(&serving, &eve, path), absent = live_get(&serving, &eve, nowhere);
    assert_int_equal(hidden.status, 404);
    assert_int_equal(absent.status, 404);
    assert_string_equal(hidden.text, absent.text);
    live_reply_close(&hidden);
    live_reply_close(&absent);
    assert_status(live_get(&serving, NULL, path), 404, "online.not-found");
    assert_status(live_get(&serving, &mara, path), 200, NULL);
    (void)snprintf(header, sizeof header, "Ascona-Key: %s\r\n", game.keys[0]);
    assert_status(live_ask_with(serving.port, &jonas, "GET", path, NULL, header), 200, NULL);
  }
  live_reply hidden = game_do(&serving, &eve, &game, "move", 1, "\"move\":\"c3\"");
  live_reply absent =
      POST(serving, &eve, "/api/games/aaaaaaaaaaaaaaaa/move", "{\"id\":\"x\",\"last\":1,\"move\":\"c3\"}");
  assert_int_equal(hidden.status, 404);
  assert_string_equal(hidden.text, absent.text);
  live_reply_close(&hidden);
  live_reply_close(&absent);
  assert_status(game_do(&serving, &eve, &game, "join", 1, "\"key\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\""), 404,
                "online.not-found");
  test_client socket = socket_open(&serving, &eve);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", game.id);
  json_t *answer = socket_answer(&socket, "w");
  assert_int_equal(number(answer, "status"), 404);
  json_decref(answer);
  client_close(&socket);
  /* In the middle of a game. */
  test_game open = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &open, 0);
  (void)snprintf(path, sizeof path, "/api/games/%.31s", open.id);
  assert_status(live_get(&serving, &eve, path), 200, NULL);
  say(&jonas, &open, "make-private", "", 200, NULL);
  assert_status(live_get(&serving, &eve, path), 404, "online.not-found");
  assert_status(live_get(&serving, &jonas, path), 200, NULL);
}

/* Who watches by a socket when a game becomes private hears no more of it; who sits does. */
static void test_watchers_are_sent_away(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  test_client watching = socket_open(&serving, &eve), sitting = socket_open(&serving, &jonas);
  socket_say(&watching, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", game.id);
  json_decref(socket_answer(&watching, "w"));
  socket_say(&sitting, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", game.id);
  json_decref(socket_answer(&sitting, "w"));
  game_join(&serving, &jonas, &game, 0);
  /* He looked on before he sat down; now he is one of the seats. */
  assert_status(game_do(&serving, &mara, &game, "say", 0, "\"phrase\":\"hello\""), 200, NULL);
  json_t *message;
  while ((message = socket_hear(&sitting)) != NULL && json_object_get(message, "said") == NULL) json_decref(message);
  assert_non_null(message);
  json_decref(message);
  say(&mara, &game, "make-private", "", 200, NULL);
  say(&mara, &game, "move", "\"move\":\"c3\"", 200, NULL);
  while ((message = socket_hear(&watching)) != NULL) {
    const char *type = member(json_object_get(message, "event"), "type");
    if (strcmp(type, "moved") == 0 || json_object_get(message, "said") != NULL) fail_msg("a watcher hears %s", type);
    json_decref(message);
  }
  for (json_t *event; (event = socket_event(&sitting)) != NULL; json_decref(event))
    if (strcmp(member(event, "type"), "moved") == 0) {
      json_decref(event);
      break;
    }
  client_close(&watching);
  client_close(&sitting);
}

static void test_who_is_blocked_cannot_sit_down(void **state) {
  (void)state;
  test_person anna = person_make(&serving, "Anna");
  assert_status(POST(serving, &anna, "/api/me/block", "{\"person\":\"%s\",\"blocked\":true}", eve.person), 200, NULL);
  test_game game = game_make(&serving, &anna, "\"game\":\"delta\"");
  assert_status(game_do(&serving, &eve, &game, "join", 1, key_of(&game)), 403, "online.blocked");
  assert_status(POST(serving, &anna, "/api/me/block", "{\"person\":\"%s\",\"blocked\":false}", eve.person), 200, NULL);
  assert_status(game_do(&serving, &eve, &game, "join", 1, key_of(&game)), 200, NULL);
}

/* A browser: the secret is in a cookie that no script reads, and other pages cannot use it. */
/* Who watches a private game by the key of a seat hears no more of it when another has sat down with that key. */
static void test_a_spent_key_shows_nothing(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\",\"private\":true");
  test_client watching = socket_open(&serving, &eve), sitting = socket_open(&serving, &mara);
  socket_say(&watching, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"key\":\"%s\"}", game.id, game.keys[0]);
  socket_say(&sitting, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", game.id);
  json_t *answer = socket_answer(&watching, "w");
  assert_int_equal(number(answer, "status"), 200);
  json_decref(answer);
  json_decref(socket_answer(&sitting, "w"));
  char header[96], more[96], path[96];
  (void)snprintf(header, sizeof header, "Ascona-Key: %s\r\n", game.keys[0]);
  (void)snprintf(more, sizeof more, "\"key\":\"%s\"", game.keys[0]);
  (void)snprintf(path, sizeof path, "/api/games/%.31s", game.id);
  assert_status(game_do(&serving, &jonas, &game, "join", game_last(&serving, &mara, game.id), more), 200, NULL);
  assert_closed(&watching, "reconnect");
  assert_status(live_ask_with(serving.port, &eve, "GET", path, NULL, header), 404, "online.not-found");
  socket_say(&sitting, "{\"do\":\"ping\",\"id\":\"p\"}"); /* who sits is still there */
  json_decref(socket_answer(&sitting, "p"));
  client_close(&watching);
  client_close(&sitting);
}

static void test_cookies_and_origins(void **state) {
  (void)state;
  char request[512], own[64], cookie[160], headers[400];
  (void)snprintf(own, sizeof own, "Origin: http://localhost:%d\r\n", serving.port);
  (void)snprintf(request, sizeof request,
                 "POST /api/me HTTP/1.1\r\nHost: localhost:%d\r\nAscona-Api: 2\r\n%sContent-Length: 15\r\n\r\n"
                 "{\"name\":\"Olga\"}",
                 serving.port, own);
  test_client client = client_open(serving.port);
  assert_true(client_say(&client, request));
  test_reply reply = client_reply(&client, false);
  client_close(&client);
  assert_int_equal(reply.status, 201);
  const char *set = header(&reply, "Set-Cookie");
  assert_non_null(set);
  assert_non_null(strstr(set, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000\n"));
  assert_null(strstr(reply.body, "secret"));
  (void)snprintf(cookie, sizeof cookie, "Cookie: other=1; %.*s\r\n", (int)strcspn(set, ";"), set);
  reply_close(&reply);
  static const char *const wrong[] = {"", "Origin: http://evil.example\r\n", "Origin: null\r\n"};
  for (size_t i = 0; i < 3; i++) {
    (void)snprintf(headers, sizeof headers, "%s%s", cookie, wrong[i]);
    assert_status(live_ask_with(serving.port, NULL, "POST", "/api/me", "{\"name\":\"Eve\"}", headers), 403,
                  "online.wrong-origin");
    int status;
    test_client socket = socket_open_with(serving.port, headers, "ascona.2", &status);
    assert_int_not_equal(status, 101);
    client_close(&socket);
  }
  (void)snprintf(headers, sizeof headers, "%s%s", cookie, own);
  assert_status(live_ask_with(serving.port, NULL, "POST", "/api/me", "{\"name\":\"Olga K.\"}", headers), 200, NULL);
  assert_status(live_ask_with(serving.port, NULL, "GET", "/api/me", NULL, cookie), 200, NULL);
  assert_status(live_ask_with(serving.port, &eve, "GET", "/api/me", NULL, cookie), 400, "online.two-secrets");
  /* Two of them: one was put there by somebody else. */
  (void)snprintf(headers, sizeof headers, "%.*s; %s%s", (int)strcspn(cookie, "\r"), cookie, strstr(cookie, "ascona_"),
                 own);
  assert_status(live_ask_with(serving.port, NULL, "GET", "/api/me", NULL, headers), 400, "online.two-secrets");
  (void)snprintf(headers, sizeof headers, "%s%s", cookie, own);
  int status;
  test_client socket = socket_open_with(serving.port, headers, "ascona.2", &status);
  assert_int_equal(status, 101);
  client_close(&socket);
  /* Who comes again keeps the cookie for as long again, the same one. */
  (void)snprintf(request, sizeof request, "GET /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\n%s\r\n", cookie);
  client = client_open(serving.port);
  assert_true(client_say(&client, request));
  reply = client_reply(&client, false);
  client_close(&client);
  set = header(&reply, "Set-Cookie");
  assert_non_null(set);
  assert_non_null(strstr(cookie, "; ascona_"));
  assert_int_equal(strncmp(strstr(cookie, "ascona_"), set, strcspn(set, ";")), 0);
  assert_non_null(strstr(set, "; HttpOnly; SameSite=Lax; Max-Age=34560000\n"));
  assert_null(strstr(reply.body, "secret"));
  reply_close(&reply);
}

/* A line for every request, and neither secret nor key nor code in any. */
static void test_no_secret_is_logged(void **state) {
  (void)state;
  char place[sizeof database], headers[128];
  memcpy(place, database, sizeof place);
  (void)snprintf(database + strlen(database), sizeof database - strlen(database), "-log");
  test_server logging = games_start_with("--log", NULL);
  memcpy(database, place, sizeof place);
  test_person anna = person_make(&logging, "Anna"), ben = person_make(&logging, "Ben");
  test_game game = game_make(&logging, &anna, "\"game\":\"delta\",\"private\":true");
  (void)snprintf(headers, sizeof headers, "Ascona-Key: %s\r\n", game.keys[0]);
  char path[96], code[64];
  (void)snprintf(path, sizeof path, "/api/games/%.31s", game.id);
  assert_status(live_ask_with(logging.port, &ben, "GET", path, NULL, headers), 200, NULL);
  assert_status(game_do(&logging, &ben, &game, "join", 1, key_of(&game)), 200, NULL);
  live_reply reply = POST(logging, &anna, "/api/me/device-code", "{}");
  (void)snprintf(code, sizeof code, "%s", member(reply.body, "code"));
  live_reply_close(&reply);
  assert_status(POST(logging, &ben, "/api/me/add-device", "{\"code\":\"%s\"}", code), 200, NULL);
  kill(logging.process.id, SIGTERM);
  assert_int_equal(process_end(&logging.process), 0);
  const char *secrets[] = {anna.secret, ben.secret, game.keys[0], code};
  assert_non_null(strstr(logging.process.text, "/api/"));
  for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
    if (strstr(logging.process.text, secrets[i]) != NULL) fail_msg("%s is in the log", secrets[i]);
  process_close(&logging.process);
}

static void test_names(void **state) {
  (void)state;
  static const char *const good[] = {
      "J", "Жанна", "Ŵ 123456789 123456789 12", "山田", "רות", "ที่รัก", "हिंदी", "A  B", "e\\u0301", "🦊",
  };
  static const struct {
    const char *name, *why;
  } bad[] = {
      {"1234567890123456789012345", "too long"},
      {"   ", "only spaces"},
      {"\\u00a0", "only a no-break space"},
      {" J", "a space first"},
      {"J\\u2003", "a wide space last"},
      {"\\u3164", "a Hangul filler"},
      {"\\u115f", "a Hangul filler"},
      {"a\\u2800", "an empty Braille cell"},
      {"\\u200b", "a space without width"},
      {"a\\u00adb", "a soft hyphen"},
      {"a\\ufe0f", "a variation selector"},
      {"\\u0301", "an accent on nothing"},
      {"a \\u0301", "an accent on a space"},
      {"a\\u0301\\u0302\\u0303", "a stack of accents"},
      {"a\\u202eb", "a change of direction"},
      {"a\\u2066b", "an isolate"},
      {"a\\u0000b", "a zero character"},
      {"a\\u0085", "a control character"},
      {"a\\u2028b", "a line separator"},
      {"a\\ue000", "private use"},
      {"a\\ufdd0", "unassigned"},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_status(POST(serving, &eve, "/api/me", "{\"name\":\"%s\"}", good[i]), 200, NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    live_reply reply = POST(serving, &eve, "/api/me", "{\"name\":\"%s\"}", bad[i].name);
    if (reply.status != 422 && reply.status != 400) fail_msg("'%s' is accepted: %s", bad[i].name, bad[i].why);
    live_reply_close(&reply);
  }
  /* An empty one takes the name away. */
  assert_status(POST(serving, &eve, "/api/me", "{\"name\":\"\"}"), 200, NULL);
  live_reply me = live_get(&serving, &eve, "/api/me");
  assert_string_equal(member(me.body, "name"), "");
  live_reply_close(&me);
}

/* When two persons become one, their games are made anew, and those of nobody else. */
static void test_joining_disturbs_nobody(void **state) {
  (void)state;
  test_person first = person_make(&serving, "Aiko"), other = person_make(&serving, "Nobody");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\""),
            own = game_make(&serving, &other, "\"game\":\"delta\"");
  test_client apart = socket_open(&serving, &mara), watcher = socket_open(&serving, &jonas);
  const char *const ids[] = {game.id, own.id};
  test_client *const sockets[] = {&apart, &watcher};
  for (int i = 0; i < 2; i++) {
    socket_say(sockets[i], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", ids[i]);
    json_decref(socket_answer(sockets[i], "w"));
  }
  live_reply code = POST(serving, &first, "/api/me/device-code", "{}");
  live_reply reply = POST(serving, &other, "/api/me/add-device", "{\"code\":\"%s\",\"confirm\":true,\"bearer\":true}",
                          member(code.body, "code"));
  assert_int_equal(reply.status, 201);
  live_reply_close(&code);
  live_reply_close(&reply);
  assert_closed(&watcher, "reconnect");
  socket_say(&apart, "{\"do\":\"ping\",\"id\":\"still\"}");
  json_decref(socket_answer(&apart, "still"));
  client_close(&apart);
  client_close(&watcher);
}

/* A one-time code makes another device the same person; what it had is merged. */
static void test_another_device(void **state) {
  (void)state;
  test_person first = person_make(&serving, "Aiko"), other = person_make(&serving, "Nobody");
  test_game own = game_make(&serving, &other, "\"game\":\"delta\"");
  live_reply code = POST(serving, &first, "/api/me/device-code", "{}");
  assert_int_equal(code.status, 200);
  char words[64];
  (void)snprintf(words, sizeof words, "%s", member(code.body, "code"));
  live_reply_close(&code);
  live_reply reply = POST(serving, &other, "/api/me/add-device", "{\"code\":\"%s\"}", words);
  assert_string_equal(member(reply.body, "name"), "Aiko");
  assert_true(json_is_true(json_object_get(reply.body, "merges")));
  live_reply_close(&reply);
  assert_status(POST(serving, &other, "/api/me/add-device", "{\"code\":\"bado bado bado bado bado bado\"}"), 403,
                "online.invalid-code");
  reply = POST(serving, &other, "/api/me/add-device", "{\"code\":\"%s\",\"confirm\":true,\"bearer\":true}", words);
  assert_int_equal(reply.status, 201);
  test_person joined = {0};
  (void)snprintf(joined.secret, sizeof joined.secret, "%s", member(reply.body, "secret"));
  (void)snprintf(joined.device, sizeof joined.device, "%s", member(reply.body, "device"));
  assert_string_equal(member(reply.body, "person"), first.person);
  live_reply_close(&reply);
  assert_status(POST(serving, &eve, "/api/me/add-device", "{\"code\":\"%s\",\"confirm\":true}", words), 403,
                "online.invalid-code");
  reply = live_get(&serving, &joined, "/api/me/games");
  assert_string_equal(member(json_array_get(json_object_get(reply.body, "games"), 0), "id"), own.id);
  live_reply_close(&reply);
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/link", own.id);
  assert_status(POST(serving, &other, path, "{}"), 401, "online.not-signed-in");
  reply = POST(serving, &first, path, "{}"); /* and his game */
  assert_int_equal(reply.status, 200);
  (void)snprintf(own.keys[0], sizeof own.keys[0], "%s", member(reply.body, "key"));
  live_reply_close(&reply);
  game_join(&serving, &jonas, &own, 0);
  say(&first, &own, "move", "\"move\":\"c3\"", 200, NULL); /* it is his seat now, on any device */
  reply = live_get(&serving, &first, "/api/me/devices");
  assert_int_equal(json_array_size(json_object_get(reply.body, "devices")), 2);
  live_reply_close(&reply);
  /* Putting a device out closes its socket and voids its secret. */
  test_client socket = socket_open(&serving, &joined);
  socket_say(&socket, "{\"do\":\"ping\",\"id\":\"p\"}");
  json_decref(socket_answer(&socket, "p"));
  assert_status(POST(serving, &first, "/api/me/sign-out", "{\"device\":\"%s\"}", joined.device), 200, NULL);
  assert_null(socket_hear(&socket));
  client_close(&socket);
  assert_status(live_get(&serving, &joined, "/api/me"), 401, "online.not-signed-in");
  assert_status(POST(serving, &first, "/api/me/forget", "{}"), 200, NULL);
  assert_status(live_get(&serving, &first, "/api/me"), 401, "online.not-signed-in");
}

static void test_what_cannot_be_read_is_refused(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  char path[96], large[20000];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/move", game.id);
  static const char *const bodies[] = {"[]",
                                       "{",
                                       "nothing",
                                       "{\"id\":1}",
                                       "{\"id\":\"a b\",\"last\":1}",
                                       "{\"id\":\"x\"}",
                                       "{\"id\":\"x\",\"last\":-1}",
                                       "{\"id\":\"x\",\"last\":1,\"id\":\"y\"}",
                                       "{\"id\":\"\xff\",\"last\":1}"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    assert_status(live_ask_plain(serving.port, &mara, "POST", path, bodies[i]), 400, "online.malformed");
  memset(large, 'x', sizeof large - 1);
  large[sizeof large - 1] = '\0';
  assert_status(live_ask_plain(serving.port, &mara, "POST", path, large), 413, "online.too-large");
  assert_status(live_ask_plain(serving.port, &mara, "PUT", path, NULL), 405, NULL);
  assert_status(live_ask_plain(serving.port, &mara, "GET", path, NULL), 405, "online.no-such-method");
  static const char *const versions[] = {"/api/me", "/api/me?v=1", "/api/me?v=3", "/api/me?v=x"};
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
    test_reply old = get(serving.port, versions[i]);
    assert_int_equal(old.status, 400);
    assert_non_null(strstr(old.body, "online.too-old"));
    reply_close(&old);
  }
  int status;
  test_client socket = socket_open_with(serving.port, "", "ascona.1", &status);
  assert_int_equal(status, 400);
  client_close(&socket);
  assert_status(POST(serving, &mara, "/api/games", "{\"id\":\"g\",\"game\":\"chess\"}"), 422, "online.no-such-game");
  assert_status(POST(serving, &mara, "/api/games", "{\"id\":\"g\",\"game\":\"delta\",\"clock\":{\"kind\":\"sun\"}}"),
                422, "online.no-such-clock");
  assert_status(POST(serving, &mara, "/api/games", "{\"id\":\"g\",\"game\":\"delta\",\"seats\":[{}]}"), 422,
                "online.no-such-seats");
}

/* Frames that are too large, no text, no JSON, or no frames at all. */
static void test_broken_frames(void **state) {
  (void)state;
  char large[40000];
  memset(large, ' ', sizeof large);
  for (int i = 0; i < 60; i++) {
    test_client socket = socket_open(&serving, &eve);
    if (i == 0) assert_true(frame_send(&socket, 1, large, sizeof large));
    if (i == 1) assert_true(frame_send(&socket, 2, "{}", 2));
    if (i == 2) assert_true(client_send(&socket, "\x81\x02{}", 4)); /* not masked */
    if (i == 3) assert_true(frame_send(&socket, 3, "{}", 2));       /* no such frame */
    if (i == 4) assert_true(frame_send(&socket, 1, "\xff\xfe", 2)); /* no UTF-8 */
    if (i == 5) assert_true(frame_send(&socket, 9, large, 200));    /* a ping too long */
    if (i > 5) {
      unsigned char noise[300];
      static uint32_t seed = 99;
      for (size_t k = 0; k < sizeof noise; k++)
        noise[k] = (unsigned char)((seed = seed * 1664525U + 1013904223U) >> 24);
      (void)client_send(&socket, (const char *)noise, sizeof noise);
      shutdown(socket.socket, SHUT_WR);
    }
    if (i == 4) socket_say(&socket, "{}"); /* refused, or closed before */
    for (json_t *message; (message = socket_hear(&socket)) != NULL;) {
      bool refused = number(message, "status") == 400;
      json_decref(message);
      if (refused) break;
    }
    client_close(&socket);
  }
  int status;
  test_client none = socket_open_with(serving.port, "", NULL, &status); /* without a version */
  assert_int_not_equal(status, 101);
  client_close(&none);
  assert_well(serving.port);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_another_cannot_move),
      cmocka_unit_test(test_a_key_seats_one_person_once),
      cmocka_unit_test(test_a_key_belongs_to_its_seat_and_works_again_after_leaving),
      cmocka_unit_test(test_two_with_one_key),
      cmocka_unit_test(test_a_new_link_voids_the_old_one),
      cmocka_unit_test(test_settings_that_changed_are_seen_first),
      cmocka_unit_test(test_private_games),
      cmocka_unit_test(test_watchers_are_sent_away),
      cmocka_unit_test(test_who_is_blocked_cannot_sit_down),
      cmocka_unit_test(test_a_spent_key_shows_nothing),
      cmocka_unit_test(test_cookies_and_origins),
      cmocka_unit_test(test_no_secret_is_logged),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_joining_disturbs_nobody),
      cmocka_unit_test(test_another_device),
      cmocka_unit_test(test_what_cannot_be_read_is_refused),
      cmocka_unit_test(test_broken_frames),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
