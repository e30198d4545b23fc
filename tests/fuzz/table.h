/* A server in this process with two people at a table, for what they may send: every input begins at a game that was
   just begun. What a message changes is of no use to the next input, so after one that was granted all is made anew.

   In an input @g stands for the game, @k for a key of its link, @l for the number of its last event, @p for a person.
 */
#ifndef ASC_TESTS_FUZZ_TABLE_H
#define ASC_TESTS_FUZZ_TABLE_H

#include "fuzz.h"
#include "site.h"

#include "server/live/live.h"

#include <jansson.h>
#include <sys/socket.h>

/* A server keeps some of what it was given from one input to the next; looking for leaks after each takes all the time
   there is, and what the tests of the server do under the sanitizer has been looked through at its end. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

enum { TABLE_TURNS = 4000, TABLE_HEARD = 1 << 20, TABLE_TEXT = 1 << 16 };

typedef struct table_seat {
  char person[32], secret[80];
} table_seat;

static web_server *table_server;
static table_seat table_seats[2];
static char table_game[32], table_key[40], table_database[64];
static int table_last;
static bool table_used, table_known; /* the game is not what an input begins with; the people are */

static inline void table_end(void) {
  char command[96];
  asc_server_close(table_server);
  (void)snprintf(command, sizeof command, "rm -f '%s'*", table_database);
  (void)!system(command);
}

/* The client's end of a connection that the server has. */
static inline int table_connect(void) {
  int ends[2];
  FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
  table_server->proxies.connections++;
  asc_server_adopt(table_server, &table_server->proxies, ends[0]);
  return ends[1];
}

typedef struct table_client {
  int socket;
  char text[TABLE_HEARD + 1];
  size_t length;
  bool closed;
} table_client;

static inline void table_listen(table_client *client) {
  ssize_t got = -1;
  while (client->length < TABLE_HEARD &&
         (got = recv(client->socket, client->text + client->length, TABLE_HEARD - client->length, 0)) > 0)
    client->length += (size_t)got;
  client->closed = client->closed || got == 0;
  client->text[client->length] = '\0';
}

static inline void table_say(table_client *client, const void *bytes, size_t length) {
  FUZZ_REQUIRE(client->closed || send(client->socket, bytes, length, MSG_NOSIGNAL) == (ssize_t)length);
}

/* A GET and a POST on a connection of their own, in two pieces: the answer to the POST, to be released; *status 0: none
   came. */
static inline json_t *table_ask(const char *path, const char *secret, const char *body, size_t length, int *status) {
  static table_client client;
  static char request[TABLE_TEXT + 1024];
  int head = snprintf(request, 1024,
                      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nPOST %s HTTP/1.1\r\nHost: "
                      "localhost\r\nAscona-Api: 1\r\n%s%s%sContent-Length: %zu\r\n\r\n",
                      path, secret[0] != '\0' ? "Authorization: Bearer " : "", secret, secret[0] != '\0' ? "\r\n" : "",
                      length);
  FUZZ_REQUIRE(head < 1024 && length <= TABLE_TEXT);
  memcpy(request + head, body, length);
  client = (table_client){.socket = table_connect()};
  size_t cut = fuzz_number(path) % ((size_t)head + length);
  table_say(&client, request, cut);
  asc_server_turn(table_server, false);
  table_say(&client, request + cut, (size_t)head + length - cut);
  const char *end = NULL, *second = NULL;
  size_t size = 0;
  *status = 0;
  for (int turn = 0; turn < TABLE_TURNS && !client.closed; turn++) {
    asc_server_turn(table_server, true);
    table_listen(&client);
    second = strstr(client.text + (client.length > 0), "HTTP/1.1 ");
    if (second == NULL || (end = strstr(second, "\r\n\r\n")) == NULL) continue;
    const char *sized = strcasestr(second, "content-length:");
    size = sized != NULL && sized < end ? strtoul(sized + 15, NULL, 10) : 0;
    if (client.length >= (size_t)(end + 4 - client.text) + size) break;
  }
  json_t *found = NULL;
  if (end != NULL && sscanf(second, "HTTP/1.1 %d", status) == 1) found = json_loadb(end + 4, size, 0, NULL);
  FUZZ_REQUIRE(close(client.socket) == 0);
  return found;
}

static inline void table_text(const json_t *object, const char *name, char *text, size_t size) {
  const char *found = json_string_value(json_object_get(object, name));
  FUZZ_REQUIRE(found != NULL);
  (void)snprintf(text, size, "%s", found);
}

static inline json_t *table_do(const char *path, const char *secret, const char *body) {
  int status;
  json_t *answer = table_ask(path, secret, body, strlen(body), &status);
  FUZZ_REQUIRE(answer != NULL && status < 300);
  return answer;
}

/* Of two games one waits for the other player, one has begun. */
static inline void table_lay(void) {
  static const char *const specs[] = {"delta", "delfino", "kulami:level=1"};
  static int made;
  char body[160], path[64];
  asc_hall_drop_all(table_server->live);
  for (int i = 0; i < 2 && !table_known; i++) {
    json_t *me = table_do("/api/me", "", "{\"bearer\":true,\"name\":\"Mara\"}");
    table_text(me, "person", table_seats[i].person, sizeof table_seats[i].person);
    table_text(me, "secret", table_seats[i].secret, sizeof table_seats[i].secret);
    json_decref(me);
  }
  table_known = true;
  (void)snprintf(body, sizeof body, "{\"id\":\"make%d\",\"game\":\"%s\",\"clock\":{\"kind\":\"days\",\"days\":3}}",
                 made, specs[made % 3]);
  json_t *game = table_do("/api/games", table_seats[0].secret, body);
  table_text(game, "game", table_game, sizeof table_game);
  (void)snprintf(table_key, sizeof table_key, "%s",
                 json_string_value(json_array_get(json_object_get(game, "keys"), 0)));
  json_decref(game);
  table_last = 1;
  if (made++ % 2 == 0) {
    (void)snprintf(body, sizeof body, "{\"id\":\"sit\",\"last\":1,\"key\":\"%s\"}", table_key);
    (void)snprintf(path, sizeof path, "/api/games/%.31s/sit", table_game);
    json_decref(table_do(path, table_seats[1].secret, body));
    table_last = 3;
  }
  table_used = false;
}

static inline void table_begin(void) {
  if (table_server == NULL) {
    fuzz_page_make();
    (void)snprintf(table_database, sizeof table_database, "%s/ascona-fuzz-%d.db",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    const web_options options = {
        .folder = fuzz_web, .host = "127.0.0.1", .database = table_database, .engines = 1, .limits = 0};
    FUZZ_REQUIRE(asc_server_open(&table_server, &options, NULL) == ASC_OK && atexit(table_end) == 0);
    table_used = true;
  }
  if (table_used) table_lay();
}

/* With what stands for something in its place; the length of it. */
static inline size_t table_fill(const char *text, size_t length, char *filled, size_t size) {
  size_t at = 0;
  char last[16];
  (void)snprintf(last, sizeof last, "%d", table_last);
  for (size_t i = 0; i < length && at + 80 < size; i++) {
    const char *word = NULL;
    if (text[i] == '@' && i + 1 < length) switch (text[i + 1]) {
      case 'g': word = table_game; break;
      case 'k': word = table_key; break;
      case 'l': word = last; break;
      case 'p': word = table_seats[1].person; break;
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

/* An answer is granted, or refused with a key and a sentence; nothing is ever the server's own fault. */
static inline void table_check(const json_t *answer, int status) {
  FUZZ_REQUIRE(json_is_object(answer));
  FUZZ_REQUIRE(status >= 200 && status < 500);
  if (status < 300) {
    /* Events of a game that were made, not only told. */
    table_used = table_used || json_object_get(answer, "key") != NULL ||
                 (json_object_get(answer, "events") != NULL && json_is_string(json_object_get(answer, "game")));
    return;
  }
  const char *error = json_string_value(json_object_get(answer, "error"));
  const char *text = json_string_value(json_object_get(answer, "text"));
  FUZZ_REQUIRE(error != NULL && strchr(error, '.') != NULL && text != NULL && text[0] != '\0');
  FUZZ_REQUIRE(json_is_object(json_object_get(answer, "args")));
}

#endif
