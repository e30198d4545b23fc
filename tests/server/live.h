/* Clients of games between people: requests as a bot sends them, and sockets. */
#ifndef ASC_TESTS_LIVE_H
#define ASC_TESTS_LIVE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#ifdef TEST_DATA
#include "api.h"
#else /* who makes load has no time to judge */
#define api_answer_check(...) ((void)0)
#define api_message_check(...) ((void)0)
#endif
#include "serve.h"

#include <ascona/play.h>
#include <ascona/random.h>

#include "play/history.h"

#include <jansson.h>

static char database[256];
static uint32_t live_from = INADDR_LOOPBACK; /* the address of who asks */

/* ---- the server ---- */

static inline test_server games_start_with(const char *option, const char *value) {
  test_server server = {process_open("serve", "--web", web, "--port", "0", "--database", database, "--engines", "1",
                                     "--limits", "0", option, value),
                        0};
  server.port = port_said(&server.process);
  return server;
}

/* With a database of its own, beside that of another server. */
static inline test_server games_start_beside(const char *suffix, const char *option, const char *value) {
  char own[sizeof database];
  (void)snprintf(own, sizeof own, "%s", database);
  strncat(database, suffix, sizeof database - strlen(database) - 1);
  test_server server = games_start_with(option, value);
  (void)snprintf(database, sizeof database, "%s", own);
  return server;
}

static inline test_server games_start(void) { return games_start_with(NULL, NULL); }

static inline int games_make(void **state) {
  if (web_make(state) != 0) return -1;
  /* In memory where that can be: what a test waits for is not this machine's disk. */
  bool memory = access("/dev/shm", W_OK) == 0;
  (void)snprintf(database, sizeof database, "%s/%s.games.db", memory ? "/dev/shm" : web,
                 memory ? strrchr(web, '/') + 1 : "");
  return 0;
}

static inline int games_remove(void **state) {
  char command[300];
  (void)snprintf(command, sizeof command, "rm -f '%s'*", database);
  return system(command) | web_remove(state);
}

/* ---- requests ---- */

typedef struct test_person {
  char person[32], device[32], secret[80];
} test_person;

typedef struct live_reply {
  int status;
  json_t *body; /* NULL: it is none */
  char *text;
} live_reply;

static inline void live_reply_close(live_reply *reply) {
  json_decref(reply->body);
  free(reply->text);
  *reply = (live_reply){0};
}

/* `headers` are whole lines besides the version's and the secret's. */
static inline live_reply live_ask_with(int port, const test_person *who, const char *method, const char *path,
                                       const char *body, const char *headers) {
  char request[32768];
  char bearer[128] = "";
  if (who != NULL) (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", who->secret);
  int length = body == NULL ? snprintf(request, sizeof request,
                                       "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nAscona-Api: 2\r\n%s%s\r\n", method,
                                       path, port, bearer, headers)
                            : snprintf(request, sizeof request,
                                       "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nAscona-Api: 2\r\n%s%s"
                                       "Content-Length: %zu\r\n\r\n%s",
                                       method, path, port, bearer, headers, strlen(body), body);
  assert_true(length < (int)sizeof request);
  test_client client = client_open_at(live_from, port);
  assert_true(client_say(&client, request));
  test_reply reply = client_reply(&client, false);
  client_close(&client);
  live_reply found = {reply.status, json_loads(reply.body, 0, NULL), strdup(reply.body)};
  reply_close(&reply);
  api_answer_check(method, path, body, found.status, found.text);
  return found;
}

static inline live_reply live_ask_plain(int port, const test_person *who, const char *method, const char *path,
                                        const char *body) {
  return live_ask_with(port, who, method, path, body, "");
}

#define POST(server, who, path, ...) live_post(&(server), who, path, __VA_ARGS__)
static inline live_reply live_post(const test_server *server, const test_person *who, const char *path,
                                   const char *format, ...) __attribute__((format(printf, 4, 5)));
static inline live_reply live_post(const test_server *server, const test_person *who, const char *path,
                                   const char *format, ...) {
  char body[16000];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(body, sizeof body, format, args);
  va_end(args);
  return live_ask_plain(server->port, who, "POST", path, body);
}

static inline live_reply live_get(const test_server *server, const test_person *who, const char *path) {
  return live_ask_plain(server->port, who, "GET", path, NULL);
}

static inline const char *member(const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  return text == NULL ? "" : text;
}

static inline int64_t number(const json_t *object, const char *name) {
  return json_integer_value(json_object_get(object, name));
}

static inline void assert_status(live_reply reply, int status, const char *key) {
  if (reply.status != status || (key != NULL && strcmp(member(reply.body, "error"), key) != 0))
    fail_msg("status %d, not %d %s: %s", reply.status, status, key == NULL ? "" : key, reply.text);
  live_reply_close(&reply);
}

static inline test_person person_make(const test_server *server, const char *name) {
  test_person who = {0};
  live_reply reply = POST(*server, NULL, "/api/me", "{\"name\":\"%s\",\"bearer\":true}", name);
  assert_int_equal(reply.status, 201);
  (void)snprintf(who.person, sizeof who.person, "%s", member(reply.body, "person"));
  (void)snprintf(who.device, sizeof who.device, "%s", member(reply.body, "device"));
  (void)snprintf(who.secret, sizeof who.secret, "%s", member(reply.body, "secret"));
  live_reply_close(&reply);
  return who;
}

static inline test_person person_make_from(const test_server *server, const char *name, uint32_t address) {
  live_from = address;
  test_person who = person_make(server, name);
  live_from = INADDR_LOOPBACK;
  return who;
}

static int live_command; /* every command has an id of its own */

/* A game somebody made, and the keys of its free seats. */
typedef struct test_game {
  char id[32], keys[4][40];
  int key_count;
} test_game;

static inline test_game game_make(const test_server *server, const test_person *who, const char *settings) {
  test_game game = {0};
  live_reply reply = POST(*server, who, "/api/games", "{\"id\":\"make-%d\",%s}", live_command++, settings);
  if (reply.status != 201) fail_msg("%d %s", reply.status, reply.text);
  (void)snprintf(game.id, sizeof game.id, "%s", member(reply.body, "game"));
  const json_t *keys = json_object_get(reply.body, "keys");
  for (size_t i = 0; i < json_array_size(keys); i++)
    (void)snprintf(game.keys[game.key_count++], 40, "%s", json_string_value(json_array_get(keys, i)));
  live_reply_close(&reply);
  return game;
}

/* A command of a game; `more` are members, or "". */
static inline live_reply game_do(const test_server *server, const test_person *who, const test_game *game,
                                 const char *what, int last, const char *more) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/%s", game->id, what);
  return POST(*server, who, path, "{\"id\":\"c-%d\",\"last\":%d%s%s}", live_command++, last, *more == '\0' ? "" : ",",
              more);
}

/* How it stands, as somebody sees it. */
static inline live_reply game_get(const test_server *server, const test_person *who, const char *id) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s", id);
  return live_get(server, who, path);
}

static inline int game_last(const test_server *server, const test_person *who, const char *id) {
  live_reply reply = game_get(server, who, id);
  if (reply.status != 200) fail_msg("%d %s", reply.status, reply.text);
  int last = (int)number(reply.body, "last");
  live_reply_close(&reply);
  return last;
}

static inline void game_join(const test_server *server, const test_person *who, const test_game *game, int key) {
  char more[96];
  (void)snprintf(more, sizeof more, "\"key\":\"%s\"", game->keys[key]);
  live_reply reply = game_do(server, who, game, "join", game_last(server, who, game->id), more);
  if (reply.status != 200) fail_msg("%d %s", reply.status, reply.text);
  live_reply_close(&reply);
}

/* ---- sockets ---- */

/* A handshake; the status that came is in *status. */
static inline test_client socket_open_with(int port, const char *headers, const char *protocol, int *status) {
  char request[1024];
  (void)snprintf(request, sizeof request,
                 "GET /api/socket HTTP/1.1\r\nHost: localhost:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s%s\r\n",
                 port, protocol != NULL ? "Sec-WebSocket-Protocol: " : "", protocol != NULL ? protocol : "",
                 protocol != NULL ? "\r\n" : "", headers);
  test_client client = client_open_at(live_from, port);
  assert_true(client_say(&client, request));
  *status = 0;
  while (strstr(client.text, "\r\n\r\n") == NULL)
    if (!client_read(&client)) return client;
  (void)sscanf(client.text, "HTTP/1.1 %d", status);
  size_t head = (size_t)(strstr(client.text, "\r\n\r\n") + 4 - client.text);
  client.length -= head;
  memmove(client.text, client.text + head, client.length + 1);
  return client;
}

static inline test_client socket_open(const test_server *server, const test_person *who) {
  char bearer[128] = "";
  int status;
  if (who != NULL) (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", who->secret);
  test_client client = socket_open_with(server->port, bearer, "ascona.2", &status);
  assert_int_equal(status, 101);
  return client;
}

/* A frame as a client sends it, in one packet where it fits, masked by zeros. */
static inline bool frame_send(test_client *client, int opcode, const void *bytes, size_t length) {
  unsigned char head[14] = {(unsigned char)(0x80 | opcode)};
  size_t size = 2;
  if (length < 126) {
    head[1] = (unsigned char)(0x80 | length);
  } else if (length < 65536) {
    head[1] = 0x80 | 126;
    head[2] = (unsigned char)(length >> 8);
    head[3] = (unsigned char)length;
    size = 4;
  } else {
    head[1] = 0x80 | 127;
    for (int i = 0; i < 8; i++) head[2 + i] = (unsigned char)((uint64_t)length >> (56 - 8 * i));
    size = 10;
  }
  size += 4; /* the mask */
  return send(client->socket, head, size, MSG_NOSIGNAL | (length > 0 ? MSG_MORE : 0)) == (ssize_t)size &&
         client_send(client, bytes, length);
}

static inline void socket_say(test_client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void socket_say(test_client *client, const char *format, ...) {
  char text[16000];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (length < 0 || (size_t)length >= sizeof text) fail_msg("a message is too long");
  assert_true(frame_send(client, 1, text, (size_t)length));
}

/* The next message, pings answered; NULL: the socket was closed. */
static inline json_t *socket_hear(test_client *client) {
  for (;;) {
    while (client->length < 2)
      if (!client_read(client)) return NULL;
    const unsigned char *at = (const unsigned char *)client->text;
    int opcode = at[0] & 15;
    size_t length = at[1] & 127, head = 2;
    if (length == 126) head = 4;
    if (length == 127) head = 10;
    while (client->length < head)
      if (!client_read(client)) return NULL;
    at = (const unsigned char *)client->text;
    if (head == 4) length = (size_t)at[2] << 8 | at[3];
    if (head == 10)
      for (length = 0, at += 2; at < (const unsigned char *)client->text + 10; at++) length = length << 8 | *at;
    while (client->length < head + length)
      if (!client_read(client)) return NULL;
    json_t *message = opcode == 1 ? json_loadb(client->text + head, length, 0, NULL) : NULL;
    if (opcode == 9) (void)frame_send(client, 10, client->text + head, length);
    client->length -= head + length;
    memmove(client->text, client->text + head + length, client->length + 1);
    if (opcode == 8) return NULL;
    if (message != NULL) api_message_check(message);
    if (message != NULL) return message;
  }
}

/* Reads to the end of a socket, which the server closes for this reason. */
static inline void assert_closed(test_client *socket, const char *why) {
  char found[32] = "";
  for (size_t at = 0;;) {
    while (socket->length < at + 4)
      if (!client_read(socket)) fail_msg("closed without a word, not for %s", why);
    const unsigned char *frame = (const unsigned char *)socket->text + at;
    size_t length = frame[1] & 127, head = length == 126 ? 4 : 2;
    if (length == 126) length = (size_t)frame[2] << 8 | frame[3];
    while (socket->length < at + head + length)
      if (!client_read(socket)) fail_msg("closed in the middle of a frame");
    frame = (const unsigned char *)socket->text + at;
    if ((frame[0] & 15) == 8 && length >= 2)
      (void)snprintf(found, sizeof found, "%.*s", (int)length - 2, (const char *)frame + head + 2);
    if ((frame[0] & 15) == 8) break;
    at += head + length;
  }
  assert_string_equal(found, why);
  client_drain(socket);
}

/* The answer to a message with this id; what comes before it is dropped. */
static inline json_t *socket_answer(test_client *client, const char *id) {
  for (json_t *message; (message = socket_hear(client)) != NULL; json_decref(message))
    if (strcmp(member(message, "re"), id) == 0) return message;
  fail_msg("the socket was closed before the answer to %s", id);
  return NULL;
}

/* The next event; what is none is dropped. NULL: closed. */
static inline json_t *socket_event(test_client *client) {
  for (json_t *message; (message = socket_hear(client)) != NULL; json_decref(message)) {
    json_t *event = json_object_get(message, "event");
    if (event == NULL) continue;
    json_incref(event);
    json_decref(message);
    return event;
  }
  return NULL;
}

/* ---- a game as clients see it: what is told, played through the rules ---- */

typedef struct test_view {
  asc_rules *rules;
  asc_play *play;
  int last, plies;
  bool started, ended;
  char cause[16], next[32];
  char persons[4][32];
} test_view;

static inline void view_close(test_view *view) {
  asc_play_close(view->play);
  asc_rules_close(view->rules);
}

static inline void view_take(test_view *view, const json_t *event) {
  const char *type = member(event, "type");
  int n = (int)number(event, "n"), seat = (int)number(event, "seat");
  if (n <= view->last) return;
  if (n != view->last + 1) fail_msg("event %d came after %d", n, view->last);
  view->last = n;
  if (strcmp(type, "created") == 0 || strcmp(type, "changed") == 0) {
    asc_rules_close(view->rules);
    assert_int_equal(asc_rules_open(&view->rules, member(event, "game"), NULL), ASC_OK);
  } else if (strcmp(type, "started") == 0) {
    assert_int_equal(asc_play_open(&view->play, view->rules, NULL), ASC_OK);
    for (size_t i = 0; i < json_array_size(json_object_get(event, "seats")); i++)
      (void)snprintf(view->persons[i], 32, "%s", member(json_array_get(json_object_get(event, "seats"), i), "person"));
    view->started = true;
  } else if (strcmp(type, "moved") == 0 || strcmp(type, "rolled") == 0) {
    asc_error error;
    if (asc_play_replay(view->play, member(event, "move"), false, &error) < 0)
      fail_msg("event %d, %s: %s", n, member(event, "move"), error.reason);
    view->plies++;
  } else if (strcmp(type, "taken-back") == 0) {
    assert_int_equal(asc_play_undo(view->play, seat, NULL), number(event, "plies"));
    asc_play_truncate(view->play, asc_play_event_count(view->play));
  } else if (strcmp(type, "left") == 0 && view->started && strcmp(member(event, "cause"), "away") != 0) {
    assert_int_equal(asc_play_resign(view->play, seat, NULL), ASC_OK);
  } else if (strcmp(type, "ended") == 0) {
    view->ended = true;
    (void)snprintf(view->cause, sizeof view->cause, "%s", member(event, "cause"));
  } else if (strcmp(type, "rematch") == 0) {
    (void)snprintf(view->next, sizeof view->next, "%s", member(event, "next"));
  }
}

static inline void view_take_all(test_view *view, const json_t *events) {
  for (size_t i = 0; i < json_array_size(events); i++) view_take(view, json_array_get(events, i));
}

/* The seat that is to move or roll; 0: none. *rolling says which. */
static inline int view_turn(const test_view *view, bool *rolling) {
  int turn = asc_play_turn(view->play);
  *rolling = turn == ASC_CHANCE;
  if (turn > 0) return turn;
  if (turn == ASC_NO_PLAYER) return 0;
  asc_position after;
  asc_move moves[ASC_MOVES_MAX];
  memcpy(&after, asc_play_position(view->play), view->rules->position_size);
  (void)asc_position_moves(view->rules, &after, moves);
  asc_position_play(view->rules, &after, moves[0]);
  return asc_position_turn(view->rules, &after);
}

static inline void view_pick(const test_view *view, asc_random *random, char token[ASC_TOKEN_MAX]) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(view->play, moves);
  assert_true(count > 0);
  asc_move move = moves[asc_random_below(random, (uint32_t)count)];
  asc_move_write(view->rules, asc_play_position(view->play), move, token);
}

#endif
