/* Whole games between people, through the real server: all five, over sockets and by requests alone. */
#include "live.h"

static test_server serving;

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  serving = games_start();
  return 0;
}

static int over(void **state) {
  server_end_quietly(&serving);
  return games_remove(state);
}

/* A socket that listens to a game, and what it has told. */
typedef struct table {
  const test_person *who;
  test_client socket;
  test_view view;
} table;

static void table_watch(table *t, const test_game *game) {
  socket_say(&t->socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", game->id, t->view.last);
  json_t *answer = socket_answer(&t->socket, "w");
  if (number(answer, "status") != 200) fail_msg("%s", json_dumps(answer, 0));
  view_take_all(&t->view, json_object_get(answer, "events"));
  json_decref(answer);
}

static void table_open(table *t, const test_person *who, const test_game *game) {
  *t = (table){.who = who, .socket = socket_open(&serving, who)};
  table_watch(t, game);
}

static void table_close(table *t) {
  client_close(&t->socket);
  view_close(&t->view);
}

/* Waits for the event of this number. */
static void table_follow(table *t, int last) {
  while (t->view.last < last) {
    json_t *event = socket_event(&t->socket);
    if (event == NULL) fail_msg("the socket was closed");
    view_take(&t->view, event);
    json_decref(event);
  }
}

/* Until the end, each person playing at random; engines play by themselves. */
static void play_out(table *tables, int count, const test_game *game, asc_random *random, int most) {
  for (int ply = 0; ply < most && !tables[0].view.ended; ply++) {
    bool rolling;
    int seat = view_turn(&tables[0].view, &rolling), mover = -1;
    for (int i = 0; seat > 0 && i < count; i++)
      if (strcmp(tables[i].who->person, tables[0].view.persons[seat - 1]) == 0) mover = i;
    if (mover < 0) { /* an engine's turn, or the end is on its way */
      for (int i = 0; i < count; i++) table_follow(&tables[i], tables[0].view.last + (i == 0));
      continue;
    }
    table *t = &tables[mover];
    table_follow(t, tables[0].view.last);
    char token[ASC_TOKEN_MAX] = "";
    if (!rolling) view_pick(&t->view, random, token);
    socket_say(&t->socket, "{\"do\":\"%s\",\"id\":\"p%d\",\"game\":\"%s\",\"last\":%d%s%s%s}",
               rolling ? "roll" : "move", ply, game->id, t->view.last, rolling ? "" : ",\"move\":\"", token,
               rolling ? "" : "\"");
    char id[16];
    (void)snprintf(id, sizeof id, "p%d", ply);
    for (;;) { /* what came of it is in the answer */
      json_t *message = socket_hear(&t->socket);
      assert_non_null(message);
      bool answer = strcmp(member(message, "re"), id) == 0;
      if (answer && number(message, "status") != 200) fail_msg("%s", json_dumps(message, 0));
      if (json_object_get(message, "event") != NULL) view_take(&t->view, json_object_get(message, "event"));
      if (answer) view_take_all(&t->view, json_object_get(message, "events"));
      json_decref(message);
      if (answer) break;
    }
    for (int i = 0; i < count; i++) table_follow(&tables[i], t->view.last);
  }
}

static void assert_same(const table *a, const table *b) {
  assert_int_equal(a->view.last, b->view.last);
  assert_memory_equal(asc_play_position(a->view.play), asc_play_position(b->view.play), a->view.rules->position_size);
}

static void whole_game(const char *spec) {
  asc_random random;
  asc_random_seed(&random, 11);
  char settings[300];
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  (void)snprintf(settings, sizeof settings,
                 "\"game\":\"%s\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":5}", spec);
  test_game game = game_make(&serving, &mara, settings);
  assert_int_equal(game.key_count, 1);
  table tables[2];
  table_open(&tables[0], &mara, &game);
  game_join(&serving, &jonas, &game, 0);
  table_open(&tables[1], &jonas, &game);
  table_follow(&tables[0], tables[1].view.last);
  play_out(tables, 2, &game, &random, 5000);
  if (!tables[0].view.ended) fail_msg("%s did not end", spec);
  assert_same(&tables[0], &tables[1]);
  if (strcmp(tables[0].view.cause, "rules") == 0) assert_int_equal(asc_play_end(tables[0].view.play), ASC_END_RULES);
  /* The same by asking for the events. */
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%s/events?from=1", game.id);
  live_reply reply = live_get(&serving, NULL, path);
  assert_int_equal(reply.status, 200);
  int lines = 0;
  for (const char *at = reply.text; *at != '\0'; at++) lines += *at == '\n';
  assert_int_equal(lines, tables[0].view.last);
  live_reply_close(&reply);
  for (int i = 0; i < 2; i++) table_close(&tables[i]);
}

static void test_delta(void **state) {
  (void)state;
  whole_game("delta");
}
static void test_neo_delta(void **state) {
  (void)state;
  whole_game("neo-delta");
}
static void test_kulami(void **state) {
  (void)state;
  whole_game("kulami:level=1");
}
static void test_circle_delta(void **state) {
  (void)state;
  whole_game("circle-delta");
}
static void test_delfino(void **state) {
  (void)state;
  whole_game("delfino");
}

static void test_delfino_of_four_with_an_engine(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 5);
  test_person people[3];
  table tables[3];
  for (int i = 0; i < 3; i++) people[i] = person_make(&serving, "Aiko");
  test_game game =
      game_make(&serving, &people[0], "\"game\":\"delfino:players=4\",\"seats\":[{\"you\":true},{},{\"level\":0},{}]");
  assert_int_equal(game.key_count, 2);
  game_join(&serving, &people[1], &game, 0);
  game_join(&serving, &people[2], &game, 1);
  for (int i = 0; i < 3; i++) table_open(&tables[i], &people[i], &game);
  play_out(tables, 3, &game, &random, 8000);
  assert_true(tables[0].view.ended);
  assert_same(&tables[0], &tables[1]);
  assert_same(&tables[0], &tables[2]);
  for (int i = 0; i < 3; i++) table_close(&tables[i]);
}

/* Who leaves the table is stood in for by an engine if the others want it, and has his seat again at his next turn. */
static void test_a_seat_is_given_and_comes_back(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 9);
  test_person people[3];
  table tables[3];
  for (int i = 0; i < 3; i++) people[i] = person_make(&serving, "Aiko");
  test_game game = game_make(&serving, &people[0], "\"game\":\"delfino:players=3\"");
  for (int i = 1; i < 3; i++) game_join(&serving, &people[i], &game, i - 1);
  for (int i = 0; i < 3; i++) table_open(&tables[i], &people[i], &game);
  play_out(tables, 3, &game, &random, 12);
  assert_status(
      game_do(&serving, &people[0], &game, "offer", tables[0].view.last, "\"offer\":\"engine\",\"seat\":3,\"level\":0"),
      422, "online.not-away");
  assert_status(game_do(&serving, &people[2], &game, "leave", tables[0].view.last, ""), 200, NULL);
  table_follow(&tables[0], tables[2].view.last + 1);
  assert_status(
      game_do(&serving, &people[0], &game, "offer", tables[0].view.last, "\"offer\":\"engine\",\"seat\":3,\"level\":0"),
      200, NULL);
  client_close(&tables[2].socket);
  table_follow(&tables[0], tables[0].view.last + 1);
  live_reply reply = game_do(&serving, &people[1], &game, "accept", tables[0].view.last, "");
  assert_int_equal(reply.status, 200);
  assert_string_equal(member(json_array_get(json_object_get(reply.body, "events"), 1), "type"), "seat-given");
  live_reply_close(&reply);
  for (int i = 0; i < 2; i++) table_follow(&tables[i], tables[0].view.last + (i == 0 ? 2 : 0));
  play_out(tables, 2, &game, &random, 20); /* the engine plays by itself */
  assert_false(tables[0].view.ended);
  reply = game_get(&serving, &people[2], game.id);
  assert_int_equal(number(json_array_get(json_object_get(reply.body, "seats"), 2), "level"), 0);
  /* It may be the engine's turn: what it does in the meantime is told, and he asks again. */
  for (int last = (int)number(reply.body, "last");; last = (int)number(reply.body, "last")) {
    live_reply_close(&reply);
    reply = game_do(&serving, &people[2], &game, "return", last, "");
    if (reply.status != 409) break;
  }
  assert_status(reply, 200, NULL);
  tables[2].socket = socket_open(&serving, &people[2]);
  table_watch(&tables[2], &game);
  for (int i = 0; i < 2; i++) table_follow(&tables[i], tables[2].view.last);
  for (int k = 0; k < 40 && !tables[0].view.ended; k++) play_out(tables, 3, &game, &random, 1); /* he moves again */
  reply = game_get(&serving, &people[2], game.id);
  assert_null(json_object_get(json_array_get(json_object_get(reply.body, "seats"), 2), "level"));
  live_reply_close(&reply);
  for (int i = 0; i < 3; i++) table_close(&tables[i]);
}

/* What came of a command is in the answer to the socket that sent it, and there alone; all others are told. */
static void test_who_asked_is_told_once(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\",\"seats\":[{\"you\":true},{}]");
  game_join(&serving, &jonas, &game, 0);
  table here, there;
  table_open(&here, &mara, &game);
  table_open(&there, &mara, &game);
  int last = here.view.last;
  socket_say(&here.socket, "{\"do\":\"offer\",\"id\":\"o\",\"game\":\"%s\",\"last\":%d,\"offer\":\"draw\"}", game.id,
             last);
  for (bool answered = false; !answered;) {
    json_t *message = socket_hear(&here.socket);
    assert_non_null(message);
    assert_null(json_object_get(message, "event"));
    answered = strcmp(member(message, "re"), "o") == 0;
    if (answered) view_take_all(&here.view, json_object_get(message, "events"));
    json_decref(message);
  }
  assert_int_equal(here.view.last, last + 1);
  table_follow(&there, last + 1);
  table_close(&here);
  table_close(&there);
}

enum { MANY = 12 };

/* When the engine of a game moved. */
static int64_t engine_time(test_client *socket) {
  for (json_t *event; (event = socket_event(socket)) != NULL; json_decref(event)) {
    if (number(event, "seat") != 2) continue;
    int64_t time = number(event, "t");
    json_decref(event);
    return time;
  }
  fail_msg("the socket was closed");
  return 0;
}

/* How many of the moves in many games with engines, of one person or of many at one address, came before the move of
   one who has a single game, at another address, and asked last. */
static int served_before(test_person *greedy, int persons, test_person *other, uint32_t address) {
  static const char settings[] = "\"game\":\"delta\",\"seats\":[{\"you\":true},{\"level\":8}]";
  test_game games[MANY + 1];
  test_client sockets[MANY + 1];
  for (int i = 0; i <= MANY; i++) {
    test_person *who = i < MANY ? &greedy[i % persons] : other;
    live_from = i < MANY ? INADDR_LOOPBACK : address;
    games[i] = game_make(&serving, who, settings);
    sockets[i] = socket_open(&serving, who);
    live_from = INADDR_LOOPBACK;
    socket_say(&sockets[i], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", games[i].id);
    json_decref(socket_answer(&sockets[i], "w"));
  }
  int last = game_last(&serving, other, games[MANY].id);
  for (int i = 0; i <= MANY; i++)
    assert_status(
        game_do(&serving, i < MANY ? &greedy[i % persons] : other, &games[i], "move", last, "\"move\":\"c3\""), 200,
        NULL);
  int64_t served = engine_time(&sockets[MANY]);
  int before = 0;
  for (int i = 0; i < MANY; i++) before += engine_time(&sockets[i]) < served;
  for (int i = 0; i <= MANY; i++) client_close(&sockets[i]);
  return before;
}

/* Nobody waits behind another's second move: who has many games with engines is served in turn with who has one, and so
   is who comes as many persons. On a busy machine the many may be done before the one has asked; then it is tried
   again. */
static void assert_in_turn(int persons, uint32_t address) {
  test_person greedy[MANY], other = person_make(&serving, "Other");
  for (int i = 0; i < persons; i++) greedy[i] = person_make(&serving, "Greedy");
  int before = MANY;
  for (int tries = 0; tries < 5 && before >= MANY - 3; tries++)
    before = served_before(greedy, persons, &other, address);
  print_message("%d of %d were served before\n", before, MANY);
  assert_true(before < MANY - 3);
}

static void test_engines_serve_each_in_turn(void **state) {
  (void)state;
  assert_in_turn(1, INADDR_LOOPBACK);
}

static void test_engines_serve_each_address_in_turn(void **state) {
  (void)state;
  assert_in_turn(MANY, INADDR_LOOPBACK + 8);
}

/* Who was away names the last number he has and gets the rest. */
static void test_reconnecting_by_number(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 3);
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &game, 0);
  table tables[3];
  table_open(&tables[0], &mara, &game);
  table_open(&tables[1], &jonas, &game);
  table_open(&tables[2], &mara, &game); /* the same person on another device, who goes away */
  play_out(tables, 2, &game, &random, 4);
  client_close(&tables[2].socket);
  play_out(tables, 2, &game, &random, 6);
  tables[2].socket = socket_open(&serving, &mara);
  table_watch(&tables[2], &game);
  assert_same(&tables[0], &tables[2]);
  play_out(tables, 2, &game, &random, 3);
  table_follow(&tables[2], tables[0].view.last);
  assert_same(&tables[0], &tables[2]);
  for (int i = 0; i < 3; i++) table_close(&tables[i]);
}

/* Two devices of one person move at once: one move is made, the other is told what happened. */
static void test_two_devices_at_once(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &game, 0);
  test_client devices[2] = {socket_open(&serving, &mara), socket_open(&serving, &mara)};
  int last = game_last(&serving, &mara, game.id);
  socket_say(&devices[0], "{\"do\":\"move\",\"id\":\"a\",\"game\":\"%s\",\"last\":%d,\"move\":\"c3\"}", game.id, last);
  socket_say(&devices[1], "{\"do\":\"move\",\"id\":\"b\",\"game\":\"%s\",\"last\":%d,\"move\":\"b2\"}", game.id, last);
  json_t *first = socket_answer(&devices[0], "a"), *second = socket_answer(&devices[1], "b");
  assert_int_equal(number(first, "status") + number(second, "status"), 200 + 409);
  json_t *stale = number(first, "status") == 409 ? first : second;
  assert_string_equal(member(stale, "error"), "online.stale");
  assert_int_equal(json_array_size(json_object_get(stale, "events")), 1);
  assert_int_equal(game_last(&serving, &mara, game.id), last + 1);
  json_decref(first);
  json_decref(second);
  client_close(&devices[0]);
  client_close(&devices[1]);
}

static void test_a_command_sent_twice_is_done_once(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  live_reply first = POST(serving, &mara, "/api/games", "{\"id\":\"same\",\"game\":\"delta\"}");
  live_reply again = POST(serving, &mara, "/api/games", "{\"id\":\"same\",\"game\":\"delta\"}");
  assert_int_equal(first.status, 201);
  assert_int_equal(again.status, 200);
  assert_string_equal(first.text, again.text); /* with the same key */
  test_game game = {.key_count = 1};
  (void)snprintf(game.id, sizeof game.id, "%s", member(first.body, "game"));
  (void)snprintf(game.keys[0], 40, "%s", json_string_value(json_array_get(json_object_get(first.body, "keys"), 0)));
  live_reply_close(&first);
  live_reply_close(&again);
  game_join(&serving, &jonas, &game, 0);
  int last = game_last(&serving, &mara, game.id);
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%s/move", game.id);
  first = POST(serving, &mara, path, "{\"id\":\"once\",\"last\":%d,\"move\":\"c3\"}", last);
  again = POST(serving, &mara, path, "{\"id\":\"once\",\"last\":%d,\"move\":\"c3\"}", last);
  assert_int_equal(first.status, 200);
  assert_int_equal(again.status, 200);
  assert_string_equal(first.text, again.text);
  assert_int_equal(game_last(&serving, &mara, game.id), last + 1);
  live_reply_close(&first);
  live_reply_close(&again);
}

/* The second comes while the first waits for the disk. */
static void test_a_game_made_twice_at_once_is_one(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara");
  test_client devices[2] = {socket_open(&serving, &mara), socket_open(&serving, &mara)};
  for (int round = 0; round < 10; round++) {
    char id[16];
    (void)snprintf(id, sizeof id, "twin%d", round);
    for (int i = 0; i < 2; i++) socket_say(&devices[i], "{\"do\":\"create\",\"id\":\"%s\",\"game\":\"delta\"}", id);
    json_t *first = socket_answer(&devices[0], id), *second = socket_answer(&devices[1], id);
    assert_int_equal(number(first, "status") + number(second, "status"), 201 + 200);
    assert_int_equal(number(first, "last"), 1);
    assert_true(json_equal(json_object_get(first, "events"), json_object_get(second, "events")));
    assert_true(json_equal(json_object_get(first, "keys"), json_object_get(second, "keys")));
    json_decref(first);
    json_decref(second);
  }
  for (int i = 0; i < 2; i++) client_close(&devices[i]);
}

/* A game with as many events as it may have is refused more, and can be watched, moved in and resigned. */
static void test_a_full_game_can_be_watched_and_played(void **state) {
  (void)state;
  enum { GIFTS = 496, AT_ONCE = 8 };
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\",\"clock\":{\"kind\":\"days\",\"days\":3}");
  game_join(&serving, &jonas, &game, 0);
  test_client socket = socket_open(&serving, &mara);
  for (int i = 0; i < GIFTS; i += AT_ONCE) {
    char id[16];
    for (int k = 0; k < AT_ONCE; k++)
      socket_say(&socket, "{\"do\":\"give-time\",\"id\":\"g%d\",\"game\":\"%s\",\"last\":%d,\"seat\":2,\"seconds\":1}",
                 i + k, game.id, 3 + i);
    (void)snprintf(id, sizeof id, "g%d", i + AT_ONCE - 1);
    json_t *answer = socket_answer(&socket, id);
    if (number(answer, "status") != 200) fail_msg("%s", json_dumps(answer, 0));
    json_decref(answer);
  }
  client_close(&socket);
  assert_status(game_do(&serving, &mara, &game, "give-time", 499, "\"seat\":2,\"seconds\":1"), 200, NULL);
  assert_status(game_do(&serving, &mara, &game, "give-time", 500, "\"seat\":2,\"seconds\":1"), 422,
                "online.too-many-events");
  socket = socket_open(&serving, &jonas);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", game.id);
  json_t *answer = socket_answer(&socket, "w");
  assert_int_equal(json_array_size(json_object_get(answer, "events")), 500);
  json_decref(answer);
  client_close(&socket);
  assert_status(game_do(&serving, &mara, &game, "move", 500, "\"move\":\"c3\""), 200, NULL);
  assert_status(game_do(&serving, &jonas, &game, "offer", 501, "\"offer\":\"draw\""), 422, "online.too-many-events");
  assert_status(game_do(&serving, &jonas, &game, "resign", 501, ""), 200, NULL);
}

static void say(const test_person *who, const test_game *game, const char *what, const char *more, int status,
                const char *key) {
  assert_status(game_do(&serving, who, game, what, game_last(&serving, who, game->id), more), status, key);
}

static void test_offers_resigning_and_a_rematch(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &game, 0);
  say(&mara, &game, "move", "\"move\":\"c3\"", 200, NULL);
  say(&mara, &game, "offer", "\"offer\":\"takeback\"", 200, NULL);
  say(&jonas, &game, "accept", "", 200, NULL);
  say(&mara, &game, "move", "\"move\":\"b2\"", 200, NULL);
  say(&mara, &game, "offer", "\"offer\":\"draw\"", 200, NULL);
  say(&jonas, &game, "decline", "", 200, NULL);
  say(&mara, &game, "offer", "\"offer\":\"draw\"", 422, "online.draw-wait");
  say(&jonas, &game, "resign", "", 200, NULL);
  say(&jonas, &game, "move", "\"move\":\"c3\"", 422, "online.ended");
  say(&mara, &game, "offer", "\"offer\":\"rematch\"", 200, NULL);
  say(&jonas, &game, "offer", "\"offer\":\"rematch\"", 200, NULL);
  live_reply reply = game_get(&serving, &mara, game.id);
  test_game next = {0};
  (void)snprintf(next.id, sizeof next.id, "%s", member(reply.body, "next"));
  live_reply_close(&reply);
  reply = game_get(&serving, &mara, next.id);
  assert_int_equal(reply.status, 200);
  assert_string_equal(member(reply.body, "state"), "running");
  assert_int_equal(number(reply.body, "you"), 2); /* sides have changed */
  assert_string_equal(member(json_array_get(json_object_get(reply.body, "seats"), 0), "name"), "Jonas");
  live_reply_close(&reply);
  say(&jonas, &next, "move", "\"move\":\"c3\"", 200, NULL);
  live_reply list = live_get(&serving, &mara, "/api/me/games?state=running");
  assert_int_equal(list.status, 200);
  assert_int_equal(json_array_size(json_object_get(list.body, "games")), 1);
  const json_t *row = json_array_get(json_object_get(list.body, "games"), 0);
  assert_string_equal(member(row, "id"), next.id);
  assert_int_equal(number(row, "turn"), 2);
  assert_string_equal(member(json_object_get(list.body, "names"), jonas.person), "Jonas");
  live_reply_close(&list);
}

/* Phrases go to the seats alone, and not often. */
static void test_phrases(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &game, 0);
  table seat, watcher;
  table_open(&seat, &jonas, &game);
  *(&watcher) = (table){.who = NULL, .socket = socket_open(&serving, NULL)};
  table_watch(&watcher, &game);
  say(&mara, &game, "say", "\"phrase\":\"hello\"", 200, NULL);
  say(&mara, &game, "say", "\"phrase\":\"hello\"", 429, "online.phrase-wait");
  say(&mara, &game, "say", "\"phrase\":\"any text\"", 422, "online.no-such-phrase");
  json_t *said = NULL;
  for (json_t *message; said == NULL && (message = socket_hear(&seat.socket)) != NULL; json_decref(message))
    if (json_object_get(message, "said") != NULL) said = json_incref(json_object_get(message, "said"));
  assert_non_null(said);
  assert_string_equal(member(said, "phrase"), "hello");
  json_decref(said);
  say(&mara, &game, "move", "\"move\":\"c3\"", 200, NULL);
  for (json_t *message;
       (message = socket_hear(&watcher.socket)) != NULL;) { /* the move comes, and no phrase before it */
    assert_null(json_object_get(message, "said"));
    bool moved = json_object_get(message, "event") != NULL;
    json_decref(message);
    if (moved) break;
  }
  table_close(&seat);
  table_close(&watcher);
}

/* When the seats are drawn at the start, each name goes with its player. */
static void test_names_follow_players_to_the_seats_they_draw(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  bool changed = false;
  for (int i = 0; i < 30 && !changed; i++) {
    test_game game = game_make(&serving, &mara, "\"game\":\"delta\",\"random_seats\":true");
    game_join(&serving, &jonas, &game, 0);
    live_reply reply = game_get(&serving, &jonas, game.id);
    for (size_t k = 0; k < 2; k++) {
      const json_t *seat = json_array_get(json_object_get(reply.body, "seats"), k);
      bool hers = strcmp(member(seat, "person"), mara.person) == 0;
      assert_string_equal(member(seat, "name"), hers ? "Mara" : "Jonas");
      changed = changed || (k == 1 && hers);
    }
    live_reply_close(&reply);
    say(&mara, &game, "resign", "", 200, NULL);
  }
  assert_true(changed);
}

/* A player who resigned is still the player of that seat: no spectator, and not without a word. */
static void test_a_player_who_resigned_has_a_seat(void **state) {
  (void)state;
  test_person mara = person_make(&serving, "Mara"), jonas = person_make(&serving, "Jonas");
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  game_join(&serving, &jonas, &game, 0);
  say(&mara, &game, "move", "\"move\":\"c3\"", 200, NULL);
  say(&jonas, &game, "move", "\"move\":\"b2\"", 200, NULL);
  say(&jonas, &game, "resign", "", 200, NULL);
  table own;
  table_open(&own, &jonas, &game);
  live_reply reply = game_get(&serving, &jonas, game.id);
  assert_int_equal(number(reply.body, "you"), 2);
  assert_int_equal(number(reply.body, "spectators"), 0);
  live_reply_close(&reply);
  say(&jonas, &game, "say", "\"phrase\":\"good-game\"", 200, NULL);
  say(&jonas, &game, "offer", "\"offer\":\"rematch\"", 200, NULL);
  table_close(&own);
}

static void test_the_loop_is_epoll(void **state) {
  (void)state;
  char path[64], link[64];
  bool found = false;
  for (int fd = 0; fd < 64; fd++) {
    (void)snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)serving.process.id, fd);
    ssize_t length = readlink(path, link, sizeof link - 1);
    if (length > 0) link[length] = '\0';
    found |= length > 0 && strstr(link, "eventpoll") != NULL;
  }
  assert_true(found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_delta),
      cmocka_unit_test(test_neo_delta),
      cmocka_unit_test(test_kulami),
      cmocka_unit_test(test_circle_delta),
      cmocka_unit_test(test_delfino),
      cmocka_unit_test(test_delfino_of_four_with_an_engine),
      cmocka_unit_test(test_a_seat_is_given_and_comes_back),
      cmocka_unit_test(test_engines_serve_each_in_turn),
      cmocka_unit_test(test_engines_serve_each_address_in_turn),
      cmocka_unit_test(test_reconnecting_by_number),
      cmocka_unit_test(test_who_asked_is_told_once),
      cmocka_unit_test(test_two_devices_at_once),
      cmocka_unit_test(test_a_command_sent_twice_is_done_once),
      cmocka_unit_test(test_a_game_made_twice_at_once_is_one),
      cmocka_unit_test(test_a_full_game_can_be_watched_and_played),
      cmocka_unit_test(test_offers_resigning_and_a_rematch),
      cmocka_unit_test(test_phrases),
      cmocka_unit_test(test_names_follow_players_to_the_seats_they_draw),
      cmocka_unit_test(test_a_player_who_resigned_has_a_seat),
      cmocka_unit_test(test_the_loop_is_epoll),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
