/* Fuzzes a server with the bytes of a connection, as any client may send them, in pieces of any length.

   The server must send complete responses, one after the other, each with the mandatory headers, and release the
   connection when the client is done. Then the same bytes choose valid requests, with and without bodies: each of
   them must be answered, in order. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "site.h"

#include "server/server_inside.h"

#include <sys/socket.h>

enum { TURNS_MAX = 20000, RECEIVED_MAX = 1 << 20, TIMEOUT_SECONDS = 30 };

static http_server *server;
static char received[RECEIVED_MAX + 1]; /* received on one connection */
static size_t received_length;

static void check_log_line(void *data, const char *line) {
  (void)data;
  FUZZ_REQUIRE(line[0] != '\0');
}

static char database[64];

static void close_server(void) {
  char command[96];
  http_server_close(server);
  (void)snprintf(command, sizeof command, "rm -f '%s'*", database);
  (void)!system(command);
}

/* As in tests/fuzz/table.h: leaks are not checked after each input, because the server runs through all inputs. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

static void open_server_once(void) {
  if (server != NULL) return;
  fuzz_site_make();
  (void)snprintf(database, sizeof database, "%s/ascona-http-%d.db", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
                 (int)getpid());
  const http_options options = {.folder = fuzz_web_folder,
                                .tables = fuzz_tables_folder,
                                .host = "127.0.0.1",
                                .origin = "http://x", /* the host that many inputs name */
                                .database = database,
                                .engines = 1,
                                .log = check_log_line,
                                .complain = check_log_line};
  FUZZ_REQUIRE(http_server_open(&server, &options, NULL) == ASC_OK && atexit(close_server) == 0);
  FUZZ_REQUIRE(http_server_start(server, NULL) == ASC_OK);
}

/* Returns the client's end of a connection to the server. */
static int connection_open(void) {
  int ends[2];
  FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
  server->proxies.connections++;
  http_server_adopt(server, &server->proxies, ends[0]);
  return ends[1];
}

static void receive_all(int client) {
  for (ssize_t count; (count = recv(client, received + received_length, RECEIVED_MAX - received_length, 0)) > 0;)
    received_length += (size_t)count;
  FUZZ_REQUIRE(received_length < RECEIVED_MAX);
}

/* Waits only if the game thread has to reply. */
static void run_turn(int client) {
  http_server_turn(server, server->clients.pending_count > 0);
  receive_all(client);
}

/* Sends all bytes, in pieces whose lengths depend on the bytes. Then receives until the server has closed the
   connection. */
static void exchange(int client, const uint8_t *data, size_t size) {
  uint64_t hash = size * 1099511628211U;
  received_length = 0;
  for (size_t at = 0, piece; at < size; at += piece) {
    hash = (hash ^ data[at]) * 1099511628211U;
    piece = hash >> 32 & 1 ? size - at : 1 + (hash >> 40) % 64;
    if (piece > size - at) piece = size - at;
    if (send(client, data + at, piece, MSG_NOSIGNAL) != (ssize_t)piece) break; /* the server closed the connection */
    run_turn(client);
  }
  (void)shutdown(client, SHUT_WR);
  for (int turns = 0; turns < TURNS_MAX && server->connections > 0; turns++) run_turn(client);
  receive_all(client);
  received[received_length] = '\0';
}

static bool starts_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

/* Checks a response and returns its end. Whether it has a body depends on the request, which is unknown here: a
   response without a body is followed by the next response or by nothing. */
static const char *check_response(const char *text, const char *received_end) {
  FUZZ_REQUIRE(starts_with(text, "HTTP/1.1 "));
  if (starts_with(text, "HTTP/1.1 101 ")) return received_end; /* frames of a WebSocket follow */
  const char *body = strstr(text, "\r\n\r\n");
  FUZZ_REQUIRE(body != NULL);
  size_t size = 0;
  bool has_nosniff = false;
  for (const char *line = strstr(text, "\r\n") + 2; line < body; line = strstr(line, "\r\n") + 2) {
    if (strncasecmp(line, "content-length:", 15) == 0) size = strtoul(line + 15, NULL, 10);
    if (strncasecmp(line, "x-content-type-options:", 23) == 0) has_nosniff = true;
  }
  FUZZ_REQUIRE(has_nosniff);
  body += 4;
  if (body == received_end || starts_with(body, "HTTP/1.")) return body;
  FUZZ_REQUIRE(size <= (size_t)(received_end - body));
  return body + size;
}

/* Requests and their status. A byte of the input chooses each. */
static const struct {
  const char *text, *status;
} REQUESTS[] = {
    {"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"},
    {"GET /nothing.png HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"},
    {"POST /api/me/device-code HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 2\r\n\r\n{}", "401"},
    {"POST /api/me/device-code HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 0\r\n\r\n", "401"},
    {"POST /api/me HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nContent-Length: 8\r\n\r\nGET / \r\n", "400"},
};
enum { REQUEST_KINDS = sizeof REQUESTS / sizeof *REQUESTS, REQUESTS_MAX = 64 };

static void check_valid_requests(const uint8_t *data, size_t size) {
  static char text[REQUESTS_MAX * 200];
  size_t count = size < REQUESTS_MAX ? size : REQUESTS_MAX, length = 0;
  for (size_t i = 0; i < count; i++)
    length += (size_t)sprintf(text + length, "%s", REQUESTS[data[i] % REQUEST_KINDS].text);
  int client = connection_open();
  exchange(client, (const uint8_t *)text, length);
  FUZZ_REQUIRE(close(client) == 0 && server->connections == 0);
  const char *at = received, *received_end = received + received_length;
  for (size_t i = 0; i < count; i++) {
    FUZZ_REQUIRE(starts_with(at, "HTTP/1.1 ") && starts_with(at + 9, REQUESTS[data[i] % REQUEST_KINDS].status));
    at = check_response(at, received_end);
  }
  FUZZ_REQUIRE(at == received_end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  open_server_once();
  fuzz_set_timeout(TIMEOUT_SECONDS);
  int client = connection_open();
  exchange(client, data, size);
  FUZZ_REQUIRE(close(client) == 0);
  FUZZ_REQUIRE(server->connections == 0);
  const char *received_end = received + received_length;
  for (const char *text = received; text < received_end;) text = check_response(text, received_end);
  check_valid_requests(data, size);
  fuzz_set_timeout(0);
  return 0;
}
