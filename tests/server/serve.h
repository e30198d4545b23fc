/* A small folder that is served, and a client that says exactly what a test wants to say, right or wrong. */
#ifndef ASC_TESTS_SERVE_H
#define ASC_TESTS_SERVE_H

#include "tests/support/process.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>

enum { BIG = 3 << 20 };

static char web[64];      /* the folder that is served */
static char outside[128]; /* a file beside it, which nobody may get */

static inline void file_write(const char *name, const char *bytes, size_t length) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", web, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static inline void file_text(const char *name, const char *text) { file_write(name, text, strlen(text)); }

static inline void folder_make(const char *name) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", web, name);
  assert_int_equal(mkdir(path, 0700), 0);
}

/* What core.wasm holds: bytes of every kind that do not repeat soon. */
static inline char *big_bytes(void) {
  char *bytes = malloc(BIG);
  assert_non_null(bytes);
  uint32_t state = 1;
  for (int i = 0; i < BIG; i++) bytes[i] = (char)((state = state * 1664525U + 1013904223U) >> 24);
  return bytes;
}

/* The server looks into no file, so the other codings of one may be any text. */
static inline int web_make(void **state) {
  (void)state;
  (void)snprintf(web, sizeof web, "/tmp/ascona-web-XXXXXX");
  assert_non_null(mkdtemp(web));
  (void)snprintf(outside, sizeof outside, "%s.secret.txt", web);
  FILE *secret = fopen(outside, "w");
  assert_non_null(secret);
  fputs("secret", secret);
  fclose(secret);
  folder_make("assets");
  folder_make("icons");
  file_text("index.html", "<!doctype html><title>Ascona</title>");
  file_text("embed.html", "<!doctype html><title>A game</title>");
  file_text("assets/app-1a2b.js", "console.log('the page, plainly and at some length');");
  file_text("assets/app-1a2b.js.br", "the page in brotli");
  file_text("assets/app-1a2b.js.gz", "the page in gzip, longer");
  file_text("assets/app-1a2b.css", "body { margin: 0 }");
  file_text("sw.js", "self.addEventListener('fetch', () => {})");
  file_text("sw.js.gz", "the worker in gzip");
  file_text("app.webmanifest", "{}");
  file_text("data.json", "[]");
  file_text("robots.txt", "User-agent: *");
  file_text("empty.txt", "");
  file_text("odd.xyz", "?");
  file_text("icons/a.svg", "<svg/>");
  file_text("icons/a.png", "png");
  file_text("icons/a.ico", "ico");
  file_text("icons/a.woff2", "woff2");
  file_text("icons/a.js.map", "{}");
  file_text(".hidden", "hidden");
  char link[256];
  (void)snprintf(link, sizeof link, "%s/link.txt", web);
  assert_int_equal(symlink(outside, link), 0);
  char *bytes = big_bytes();
  file_write("core.wasm", bytes, BIG);
  free(bytes);
  return 0;
}

static inline int web_remove(void **state) {
  (void)state;
  char command[256];
  (void)snprintf(command, sizeof command, "rm -rf '%s' '%s'", web, outside);
  return system(command);
}

/* A server that is listening, and where. */
typedef struct test_server {
  test_process process;
  int port;
} test_server;

static inline int port_said(test_process *process) {
  process_expect(process, "Ascona is at http://localhost:");
  const char *port = process->text + process->seen;
  process_expect(process, " (Ctrl-C ends it)\n");
  return atoi(port);
}

static inline test_server server_start(const char *option) {
  test_server server = {process_open("serve", "--no-games", "--web", web, "--port", "0", option), 0};
  server.port = port_said(&server.process);
  return server;
}

/* Ends it by a signal. */
static inline void server_end(test_server *server, int signal) {
  kill(server->process.id, signal);
  int status = process_end(&server->process);
  if (status != 0) fail_msg("status %d:\n%s", status, server->process.text);
}

/* It must not have said anything but its address. */
static inline void server_end_quietly(test_server *server) {
  server_end(server, SIGTERM);
  assert_string_equal(server->process.text + server->process.seen, "");
  process_close(&server->process);
}

/* It has reported that the database was lost, and that it is back. */
static inline void server_lost_database(test_server *server) {
  process_expect(&server->process, "games are paused until the database accepts changes again\n");
  process_expect(&server->process, "the database accepts changes again\n");
}

/* Whether /health says that all is well. */
static inline bool server_is_healthy(const char *body) { return strstr(body, "\"status\":\"ok\"") != NULL; }

/* A connection, and what has come over it that no reply has used yet. */
typedef struct test_client {
  int socket;
  char *text;
  size_t length;
} test_client;

/* From an address of this machine. */
static inline test_client client_open_at(uint32_t from, int port) {
  test_client client = {.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .text = calloc(1, 1)};
  assert_true(client.socket >= 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(from)};
  if (from != INADDR_LOOPBACK)
    assert_int_equal(bind(client.socket, (const struct sockaddr *)&address, sizeof address), 0);
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert_int_equal(connect(client.socket, (struct sockaddr *)&address, sizeof address), 0);
  struct timeval deadline = {.tv_sec = PROCESS_DEADLINE_MS / 1000};
  setsockopt(client.socket, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
  int yes = 1; /* what is said in two pieces is said at once */
  setsockopt(client.socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  setsockopt(client.socket, SOL_SOCKET, SO_SNDTIMEO, &deadline, sizeof deadline);
  return client;
}

static inline test_client client_open(int port) { return client_open_at(INADDR_LOOPBACK, port); }

static inline void client_close(test_client *client) {
  close(client->socket);
  free(client->text);
}

/* False when the server has closed the connection. */
static inline bool client_send(test_client *client, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(client->socket, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) fail_msg("the server does not read");
    if (sent < 0) return false;
    bytes += sent;
    length -= (size_t)sent;
  }
  return true;
}

static inline bool client_say(test_client *client, const char *text) { return client_send(client, text, strlen(text)); }

/* Reads what there is; false when the server has closed the connection. */
static inline bool client_read(test_client *client) {
  char buffer[65536];
  ssize_t got;
  do got = recv(client->socket, buffer, sizeof buffer, 0);
  while (got < 0 && errno == EINTR);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) fail_msg("the server hangs; it said:\n%s", client->text);
  if (got <= 0) return false;
  client->text = realloc(client->text, client->length + (size_t)got + 1);
  assert_non_null(client->text);
  memcpy(client->text + client->length, buffer, (size_t)got);
  client->length += (size_t)got;
  client->text[client->length] = '\0';
  return true;
}

/* Reads to the end of the connection. */
static inline void client_drain(test_client *client) {
  while (client_read(client)) {
  }
}

typedef struct test_reply {
  int status;
  char *head; /* with its lines ended by newlines alone */
  char *body;
  size_t length;
} test_reply;

static inline void reply_close(test_reply *reply) {
  free(reply->head);
  free(reply->body);
  *reply = (test_reply){0};
}

/* The value of a header, up to the end of its line, or NULL. */
static inline const char *header(const test_reply *reply, const char *name) {
  size_t length = strlen(name);
  for (const char *line = strchr(reply->head, '\n'); line != NULL; line = strchr(line, '\n')) {
    line++;
    if (strncasecmp(line, name, length) == 0 && line[length] == ':') return line + length + 2;
  }
  return NULL;
}

static inline void assert_header(const test_reply *reply, const char *name, const char *value) {
  const char *found = header(reply, name);
  if (value == NULL) {
    if (found != NULL) fail_msg("there is a header %s in:\n%s", name, reply->head);
    return;
  }
  if (found == NULL || strcspn(found, "\n") != strlen(value) || strncmp(found, value, strlen(value)) != 0)
    fail_msg("no '%s: %s' in:\n%s", name, value, reply->head);
}

/* The next reply of a connection. `bare`: one without a body, whatever its headers say. */
static inline test_reply client_reply(test_client *client, bool bare) {
  const char *end;
  while ((end = strstr(client->text, "\r\n\r\n")) == NULL)
    if (!client_read(client)) fail_msg("the connection ended in the middle of the headers:\n%s", client->text);
  size_t head = (size_t)(end - client->text) + 4;
  test_reply reply = {.head = calloc(1, head + 1)};
  for (size_t i = 0, k = 0; i < head; i++)
    if (client->text[i] != '\r') reply.head[k++] = client->text[i];
  assert_int_equal(sscanf(reply.head, "HTTP/1.%*[01] %d", &reply.status), 1);
  const char *length = header(&reply, "Content-Length");
  if (length != NULL && !bare && reply.status != 304) reply.length = strtoul(length, NULL, 10);
  while (client->length < head + reply.length)
    if (!client_read(client)) fail_msg("the connection ended in the middle of a body after:\n%s", reply.head);
  reply.body = calloc(1, reply.length + 1);
  assert_non_null(reply.body);
  memcpy(reply.body, client->text + head, reply.length);
  client->length -= head + reply.length;
  memmove(client->text, client->text + head + reply.length, client->length + 1);
  return reply;
}

/* One request on a connection of its own. `headers` are whole lines. */
static inline test_reply ask_with(int port, const char *method, const char *path, const char *headers) {
  char request[8192];
  (void)snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", method, path, headers);
  test_client client = client_open(port);
  assert_true(client_say(&client, request));
  test_reply reply = client_reply(&client, strcmp(method, "HEAD") == 0);
  client_close(&client);
  return reply;
}

static inline test_reply get(int port, const char *path) { return ask_with(port, "GET", path, ""); }

/* It still serves. */
static inline void assert_well(int port) {
  test_reply reply = get(port, "/");
  assert_int_equal(reply.status, 200);
  assert_string_equal(reply.body, "<!doctype html><title>Ascona</title>");
  reply_close(&reply);
}

#endif
