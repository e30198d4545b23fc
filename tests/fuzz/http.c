/* Bytes over a connection to a server, as any client may send them, in pieces of any length. What comes back is whole
   answers, one after the other, each with the headers that are on everything, and the connection is given back when the
   client is done. Then the same bytes choose requests, with bodies and without: each of these is answered, in order. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "site.h"

#include "server/loop.h"

#include <sys/socket.h>

enum { TURNS_MAX = 20000, HEARD_MAX = 1 << 20, WATCH = 30 };

static web_server *server;
static char heard[HEARD_MAX + 1]; /* of one connection */
static size_t heard_length;

static void log_take(void *data, const char *line) {
  (void)data;
  FUZZ_REQUIRE(line[0] != '\0');
}

static char database[64];

static void end(void) {
  char command[96];
  asc_server_close(server);
  (void)snprintf(command, sizeof command, "rm -f '%s'*", database);
  (void)!system(command);
}

/* As tests/fuzz/table.h says it: a server that goes on from input to input is looked through at its end. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

static void begin(void) {
  if (server != NULL) return;
  fuzz_site_make();
  (void)snprintf(database, sizeof database, "%s/ascona-http-%d.db", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
                 (int)getpid());
  const web_options options = {.folder = fuzz_web,
                               .tables = fuzz_tables,
                               .host = "127.0.0.1",
                               .origin = "http://x", /* the host of many inputs */
                               .database = database,
                               .engines = 1,
                               .log = log_take,
                               .complain = log_take};
  FUZZ_REQUIRE(asc_server_open(&server, &options, NULL) == ASC_OK && atexit(end) == 0);
}

/* The client's end of a connection that the server has. */
static int connection_open(void) {
  int ends[2];
  FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
  server->proxies.connections++;
  asc_server_adopt(server, &server->proxies, ends[0]);
  return ends[1];
}

static void listen_on(int client) {
  for (ssize_t got; (got = recv(client, heard + heard_length, HEARD_MAX - heard_length, 0)) > 0;)
    heard_length += (size_t)got;
  FUZZ_REQUIRE(heard_length < HEARD_MAX);
}

static void turn(int client) {
  asc_server_turn(server, false);
  listen_on(client);
}

/* The client says all it has to say, in pieces that follow from it, then listens until the server has closed the
   connection. */
static void talk(int client, const uint8_t *data, size_t size) {
  uint64_t number = size * 1099511628211U;
  heard_length = 0;
  for (size_t at = 0, piece; at < size; at += piece) {
    number = (number ^ data[at]) * 1099511628211U;
    piece = number >> 32 & 1 ? size - at : 1 + (number >> 40) % 64;
    if (piece > size - at) piece = size - at;
    if (send(client, data + at, piece, MSG_NOSIGNAL) != (ssize_t)piece) break; /* it was refused */
    turn(client);
  }
  (void)shutdown(client, SHUT_WR);
  for (int turns = 0; turns < TURNS_MAX && server->connections > 0; turns++) turn(client);
  listen_on(client);
  heard[heard_length] = '\0';
}

static bool begins(const char *text, const char *beginning) { return strncmp(text, beginning, strlen(beginning)) == 0; }

/* Checks an answer and returns what is behind it. Whether it has a body depends on what was asked, which is not known
   here: one that has none is followed by the next answer, or by nothing. */
static const char *answer_check(const char *text, const char *over) {
  FUZZ_REQUIRE(begins(text, "HTTP/1.1 "));
  if (begins(text, "HTTP/1.1 101 ")) return over; /* frames follow */
  const char *body = strstr(text, "\r\n\r\n");
  FUZZ_REQUIRE(body != NULL);
  size_t size = 0;
  bool strict = false;
  for (const char *line = strstr(text, "\r\n") + 2; line < body; line = strstr(line, "\r\n") + 2) {
    if (strncasecmp(line, "content-length:", 15) == 0) size = strtoul(line + 15, NULL, 10);
    if (strncasecmp(line, "x-content-type-options:", 23) == 0) strict = true;
  }
  FUZZ_REQUIRE(strict);
  body += 4;
  if (body == over || begins(body, "HTTP/1.")) return body;
  FUZZ_REQUIRE(size <= (size_t)(over - body));
  return body + size;
}

/* A byte of the input chooses each. */
static const struct {
  const char *text, *status;
} KINDS[] = {
    {"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"},
    {"GET /nothing.png HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"},
    {"POST /api/me/code HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 1\r\nContent-Length: 2\r\n\r\n{}", "401"},
    {"POST /api/me/code HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 1\r\nContent-Length: 0\r\n\r\n", "401"},
    {"POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 1\r\nContent-Length: 8\r\n\r\nGET / \r\n", "400"},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS, REQUESTS_MAX = 64 };

static void ordered(const uint8_t *data, size_t size) {
  static char text[REQUESTS_MAX * 200];
  size_t count = size < REQUESTS_MAX ? size : REQUESTS_MAX, length = 0;
  for (size_t i = 0; i < count; i++) length += (size_t)sprintf(text + length, "%s", KINDS[data[i] % KIND_COUNT].text);
  int client = connection_open();
  talk(client, (const uint8_t *)text, length);
  FUZZ_REQUIRE(close(client) == 0 && server->connections == 0);
  const char *at = heard, *over = heard + heard_length;
  for (size_t i = 0; i < count; i++) {
    FUZZ_REQUIRE(begins(at, "HTTP/1.1 ") && begins(at + 9, KINDS[data[i] % KIND_COUNT].status));
    at = answer_check(at, over);
  }
  FUZZ_REQUIRE(at == over);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  fuzz_watch(WATCH);
  int client = connection_open();
  talk(client, data, size);
  FUZZ_REQUIRE(close(client) == 0);
  FUZZ_REQUIRE(server->connections == 0);
  const char *over = heard + heard_length;
  for (const char *text = heard; text < over;) text = answer_check(text, over);
  ordered(data, size);
  fuzz_watch(0);
  return 0;
}
