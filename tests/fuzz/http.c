/* Bytes over a connection to a server, as any client may send them. What comes back is whole answers, one after the
   other, each with the headers that are on everything, and the connection is given back when the client is done. */
#include "fuzz.h"
#include "site.h"

#include "server/loop.h"

#include <sys/socket.h>

enum { TURNS_MAX = 1000, HEARD_MAX = 1 << 20 };

static web_server *server;
static char heard[HEARD_MAX + 1]; /* of one connection */
static size_t heard_length;

static void log_take(void *data, const char *line) {
  (void)data;
  FUZZ_REQUIRE(line[0] != '\0');
}

static void end(void) { asc_server_close(server); }

static void begin(void) {
  if (server != NULL) return;
  fuzz_site_make();
  const web_options options = {
      .folder = fuzz_web, .tables = fuzz_tables, .host = "127.0.0.1", .log = log_take, .complain = log_take};
  FUZZ_REQUIRE(asc_server_open(&server, &options, NULL) == ASC_OK && atexit(end) == 0);
}

/* The client's end of a connection that the server has. */
static int connection_open(void) {
  int ends[2];
  FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
  lws_adopt_desc_t adopted = {
      .vh = server->vhost,
      .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP,
      .fd.sockfd = ends[0],
      .opaque = server,
  };
  server->connections++;
  FUZZ_REQUIRE(lws_adopt_descriptor_vhost_via_info(&adopted) != NULL);
  return ends[1];
}

static void listen_on(int client) {
  for (ssize_t got; (got = recv(client, heard + heard_length, HEARD_MAX - heard_length, 0)) > 0;)
    heard_length += (size_t)got;
  FUZZ_REQUIRE(heard_length < HEARD_MAX);
}

/* The client says all it has to say, then listens until the server has closed the connection. */
static void talk(int client, const uint8_t *data, size_t size) {
  heard_length = 0;
  FUZZ_REQUIRE(size == 0 || send(client, data, size, MSG_NOSIGNAL) == (ssize_t)size);
  FUZZ_REQUIRE(shutdown(client, SHUT_WR) == 0);
  for (int turn = 0; turn < TURNS_MAX && server->connections > 0; turn++) {
    asc_server_turn(server, false);
    listen_on(client);
  }
  listen_on(client);
  heard[heard_length] = '\0';
}

static bool begins(const char *text, const char *beginning) { return strncmp(text, beginning, strlen(beginning)) == 0; }

/* Checks an answer and returns what is behind it. Whether it has a body depends on what was asked, which is not known
   here: one that has none is followed by the next answer, or by nothing. */
static const char *answer_check(const char *text, const char *over) {
  FUZZ_REQUIRE(begins(text, "HTTP/1.1 ") || begins(text, "HTTP/1.0 "));
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  int client = connection_open();
  talk(client, data, size);
  FUZZ_REQUIRE(close(client) == 0);
  FUZZ_REQUIRE(server->connections == 0);
  const char *over = heard + heard_length;
  for (const char *text = heard; text < over;) text = answer_check(text, over);
  return 0;
}
