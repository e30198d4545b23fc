/* A server in this process with two players in a game, for the messages that they may send.

   Every input starts with a game that has just been made. After a message that changed something, a new game
   is made, because the next input must not depend on it. In an input, @g means the id of the game and @k a key of its
   invitation link. @l means the number of its last event, and @p the id of a player. */
#ifndef ASC_TESTS_FUZZ_TABLE_H
#define ASC_TESTS_FUZZ_TABLE_H

#include "fuzz.h"
#include "site.h"

#include "server/server_inside.h"

#include <jansson.h>
#include <sys/socket.h>

/* The server keeps some data from one input to the next, and a leak check after each input would take most of the
   time. The tests of the server check for leaks at their end. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

enum { FUZZ_TURNS_MAX = 4000, FUZZ_RECEIVED_MAX = 1 << 20, FUZZ_TEXT_MAX = 1 << 16 };

typedef struct fuzz_player {
  char id[32], secret[80];
} fuzz_player;

static http_server *fuzz_server;
static fuzz_player fuzz_players[2];
static char fuzz_game_id[32], fuzz_invitation_key[40], fuzz_database[64];
static int fuzz_last_event;
static bool fuzz_is_game_changed, fuzz_has_players; /* the game was changed by an input; the players exist */

static inline void fuzz_server_close(void) {
  char command[96];
  http_server_close(fuzz_server);
  (void)snprintf(command, sizeof command, "rm -f '%s'*", fuzz_database);
  (void)!system(command);
}

/* Returns the client's end of a connection to the server. */
static inline int fuzz_connect(void) {
  int ends[2];
  FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
  fuzz_server->proxies.connections++;
  http_server_adopt(fuzz_server, &fuzz_server->proxies, ends[0]);
  return ends[1];
}

typedef struct fuzz_client {
  int socket;
  char text[FUZZ_RECEIVED_MAX + 1];
  size_t length;
  bool is_closed;
} fuzz_client;

static inline void fuzz_client_receive(fuzz_client *client) {
  ssize_t count = -1;
  while (client->length < FUZZ_RECEIVED_MAX &&
         (count = recv(client->socket, client->text + client->length, FUZZ_RECEIVED_MAX - client->length, 0)) > 0)
    client->length += (size_t)count;
  client->is_closed = client->is_closed || count == 0;
  client->text[client->length] = '\0';
}

static inline void fuzz_client_send(fuzz_client *client, const void *bytes, size_t length) {
  FUZZ_REQUIRE(client->is_closed || send(client->socket, bytes, length, MSG_NOSIGNAL) == (ssize_t)length);
}

/* Sends a GET and a POST on a new connection, in two pieces. Returns the answer to the POST, which the caller
   releases. *status is 0 if there was none. */
static inline json_t *fuzz_post(const char *path, const char *secret, const char *body, size_t length, int *status) {
  static fuzz_client client;
  static char request[FUZZ_TEXT_MAX + 1024];
  int head = snprintf(request, 1024,
                      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nPOST %s HTTP/1.1\r\nHost: "
                      "localhost\r\nAscona-Api: 2\r\n%s%s%sContent-Length: %zu\r\n\r\n",
                      path, secret[0] != '\0' ? "Authorization: Bearer " : "", secret, secret[0] != '\0' ? "\r\n" : "",
                      length);
  FUZZ_REQUIRE(head < 1024 && length <= FUZZ_TEXT_MAX);
  memcpy(request + head, body, length);
  client = (fuzz_client){.socket = fuzz_connect()};
  size_t cut = fuzz_hash(path) % ((size_t)head + length);
  fuzz_client_send(&client, request, cut);
  http_server_turn(fuzz_server, false);
  fuzz_client_send(&client, request + cut, (size_t)head + length - cut);
  const char *end = NULL, *second = NULL;
  size_t size = 0;
  *status = 0;
  for (int turn = 0; turn < FUZZ_TURNS_MAX && !client.is_closed; turn++) {
    http_server_turn(fuzz_server, true);
    fuzz_client_receive(&client);
    second = strstr(client.text + (client.length > 0), "HTTP/1.1 ");
    if (second == NULL || (end = strstr(second, "\r\n\r\n")) == NULL) continue;
    const char *length_header = strcasestr(second, "content-length:");
    size = length_header != NULL && length_header < end ? strtoul(length_header + 15, NULL, 10) : 0;
    if (client.length >= (size_t)(end + 4 - client.text) + size) break;
  }
  json_t *answer = NULL;
  if (end != NULL && sscanf(second, "HTTP/1.1 %d", status) == 1) answer = json_loadb(end + 4, size, 0, NULL);
  FUZZ_REQUIRE(close(client.socket) == 0);
  return answer;
}

static inline void fuzz_copy_member(const json_t *object, const char *name, char *text, size_t size) {
  const char *value = json_string_value(json_object_get(object, name));
  FUZZ_REQUIRE(value != NULL);
  (void)snprintf(text, size, "%s", value);
}

static inline json_t *fuzz_post_ok(const char *path, const char *secret, const char *body) {
  int status;
  json_t *answer = fuzz_post(path, secret, body, strlen(body), &status);
  FUZZ_REQUIRE(answer != NULL && status < 300);
  return answer;
}

/* Makes a new game. Every second game waits for the other player; the others have started. */
static inline void fuzz_game_make(void) {
  static const char *const specs[] = {"delta", "delfino", "kulami:level=1"};
  static int game_count;
  char body[160], path[64];
  for (int i = 0; i < 2 && !fuzz_has_players; i++) {
    json_t *me = fuzz_post_ok("/api/me", "", "{\"bearer\":true,\"name\":\"Mara\"}");
    fuzz_copy_member(me, "person", fuzz_players[i].id, sizeof fuzz_players[i].id);
    fuzz_copy_member(me, "secret", fuzz_players[i].secret, sizeof fuzz_players[i].secret);
    json_decref(me);
  }
  fuzz_has_players = true;
  (void)snprintf(body, sizeof body, "{\"id\":\"make%d\",\"game\":\"%s\",\"clock\":{\"kind\":\"days\",\"days\":3}}",
                 game_count, specs[game_count % 3]);
  json_t *game = fuzz_post_ok("/api/games", fuzz_players[0].secret, body);
  fuzz_copy_member(game, "game", fuzz_game_id, sizeof fuzz_game_id);
  (void)snprintf(fuzz_invitation_key, sizeof fuzz_invitation_key, "%s",
                 json_string_value(json_array_get(json_object_get(game, "keys"), 0)));
  json_decref(game);
  fuzz_last_event = 1;
  if (game_count++ % 2 == 0) {
    (void)snprintf(body, sizeof body, "{\"id\":\"join\",\"last\":1,\"key\":\"%s\"}", fuzz_invitation_key);
    (void)snprintf(path, sizeof path, "/api/games/%.31s/join", fuzz_game_id);
    json_decref(fuzz_post_ok(path, fuzz_players[1].secret, body));
    fuzz_last_event = 3;
  }
  fuzz_is_game_changed = false;
}

static inline void fuzz_game_prepare(void) {
  if (fuzz_server == NULL) {
    fuzz_site_make_pages();
    (void)snprintf(fuzz_database, sizeof fuzz_database, "%s/ascona-fuzz-%d.db",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    const http_options options = {
        .folder = fuzz_web_folder, .host = "127.0.0.1", .database = fuzz_database, .engines = 1, .limits = 0};
    FUZZ_REQUIRE(http_server_open(&fuzz_server, &options, NULL) == ASC_OK && atexit(fuzz_server_close) == 0);
    FUZZ_REQUIRE(http_server_start(fuzz_server, NULL) == ASC_OK);
    fuzz_is_game_changed = true;
  }
  if (fuzz_is_game_changed) fuzz_game_make();
}

/* Copies a text with its placeholders filled in. Returns the length. */
static inline size_t fuzz_fill_placeholders(const char *text, size_t length, char *filled, size_t size) {
  size_t at = 0;
  char last[16];
  (void)snprintf(last, sizeof last, "%d", fuzz_last_event);
  for (size_t i = 0; i < length && at + 80 < size; i++) {
    const char *word = NULL;
    if (text[i] == '@' && i + 1 < length) switch (text[i + 1]) {
      case 'g': word = fuzz_game_id; break;
      case 'k': word = fuzz_invitation_key; break;
      case 'l': word = last; break;
      case 'p': word = fuzz_players[1].id; break;
      default: break;
      }
    if (word == NULL) {
      filled[at++] = text[i];
      continue;
    }
    at += (size_t)snprintf(filled + at, size - at, "%s", word);
    i++;
  }
  return at;
}

/* An answer is a success, or a rejection with a key and a sentence. It is never an internal error of the server. */
static inline void fuzz_check_answer(const json_t *answer, int status) {
  FUZZ_REQUIRE(json_is_object(answer));
  FUZZ_REQUIRE(status >= 200 && status < 500);
  if (status < 300) {
    /* The answer has new events of a game, not only a report of them. */
    fuzz_is_game_changed =
        fuzz_is_game_changed || json_object_get(answer, "key") != NULL ||
        (json_object_get(answer, "events") != NULL && json_is_string(json_object_get(answer, "game")));
    return;
  }
  const char *error = json_string_value(json_object_get(answer, "error"));
  const char *text = json_string_value(json_object_get(answer, "text"));
  FUZZ_REQUIRE(error != NULL && strchr(error, '.') != NULL && text != NULL && text[0] != '\0');
  FUZZ_REQUIRE(json_is_object(json_object_get(answer, "args")));
}

#endif
