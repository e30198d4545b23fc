/* A server with a certificate of its own, and lines to it or to a plain one: what is said over one is the same. */
#ifndef ASC_TESTS_TLS_H
#define ASC_TESTS_TLS_H

#include "live.h"

#include <openssl/ssl.h>

static char tls_cert[96], tls_key[96];

static inline int tls_make(void **state) {
  char command[512];
  if (games_make(state) != 0) return -1;
  (void)snprintf(tls_cert, sizeof tls_cert, "%s.cert.pem", web);
  (void)snprintf(tls_key, sizeof tls_key, "%s.key.pem", web);
  (void)snprintf(
      command, sizeof command,
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost "
      "-keyout '%s' -out '%s' 2>/dev/null",
      tls_key, tls_cert);
  return system(command);
}

static inline int tls_remove(void **state) {
  unlink(tls_cert);
  unlink(tls_key);
  return games_remove(state);
}

static inline test_server tls_start(void) {
  test_server server = {process_open("serve", "--web", web, "--port", "0", "--database", database, "--limits", "0",
                                     "--cert", tls_cert, "--key", tls_key),
                        0};
  process_expect(&server.process, "Ascona is at https://localhost:");
  const char *port = server.process.text + server.process.seen;
  process_expect(&server.process, " (Ctrl-C ends it)\n");
  server.port = atoi(port);
  return server;
}

/* A connection, through TLS if `tls` is not NULL. What it hears is in `client`, as of a plain one. */
typedef struct test_line {
  test_client client;
  SSL_CTX *context;
  SSL *tls;
} test_line;

static inline test_line line_open(int port, bool secure) {
  test_line line = {.client = client_open(port)};
  if (!secure) return line;
  line.context = SSL_CTX_new(TLS_client_method());
  assert_int_equal(SSL_CTX_load_verify_locations(line.context, tls_cert, NULL), 1);
  SSL_CTX_set_verify(line.context, SSL_VERIFY_PEER, NULL);
  line.tls = SSL_new(line.context);
  SSL_set_fd(line.tls, line.client.socket);
  assert_int_equal(SSL_connect(line.tls), 1);
  return line;
}

static inline void line_close(test_line *line) {
  SSL_free(line->tls);
  SSL_CTX_free(line->context);
  client_close(&line->client);
}

static inline bool line_send(test_line *line, const char *bytes, size_t length) {
  if (line->tls == NULL) return client_send(&line->client, bytes, length);
  return length == 0 || SSL_write(line->tls, bytes, (int)length) == (int)length;
}

/* Reads what there is; false when the server has closed the connection. */
static inline bool line_read(test_line *line) {
  test_client *client = &line->client;
  char buffer[16384];
  if (line->tls == NULL) return client_read(client);
  int got = SSL_read(line->tls, buffer, sizeof buffer);
  if (got <= 0) return false;
  client->text = realloc(client->text, client->length + (size_t)got + 1);
  memcpy(client->text + client->length, buffer, (size_t)got);
  client->length += (size_t)got;
  client->text[client->length] = '\0';
  return true;
}

/* The next reply, read whole before client_reply takes it apart. */
static inline test_reply line_reply(test_line *line) {
  const test_client *client = &line->client;
  for (;;) {
    const char *end = strstr(client->text, "\r\n\r\n"), *sized = strcasestr(client->text, "content-length:");
    size_t size = sized != NULL && end != NULL && sized < end ? strtoul(sized + 15, NULL, 10) : 0;
    if (end != NULL && client->length >= (size_t)(end + 4 - client->text) + size) break;
    if (!line_read(line)) fail_msg("the connection ended before an answer; it said:\n%s", client->text);
  }
  return client_reply(&line->client, false);
}

#endif
