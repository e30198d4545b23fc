/* Writing responses. The head and the first piece of the body go out at once, the other pieces when the system accepts
   more. Pieces are written straight from the body, which is part of the site or of the reply. Only bytes that the
   system did not accept at first are copied. */
#include "base/strbuf.h"
#include "base/text.h"
#include "exchange.h"
#include "wire.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { LINGER = 2 /* seconds for a client to read the response while it is still sending */ };

/* The web app needs WebAssembly, workers, and connections to its own server, and nothing else. */
static const char POLICY[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                             "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
                             "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
static const char PERMISSIONS[] = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
                                  "hid=(), magnetometer=(), microphone=(), midi=(), payment=(), "
                                  "publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()";

static const char *const STRICT[][2] = {
    {"Content-Security-Policy:", POLICY},
    {"X-Content-Type-Options:", "nosniff"},
    {"X-Frame-Options:", "DENY"},
    {"Referrer-Policy:", "no-referrer"},
    {"Cross-Origin-Opener-Policy:", "same-origin"},
    {"Cross-Origin-Embedder-Policy:", "require-corp"},
    {"Cross-Origin-Resource-Policy:", "same-origin"},
    {"Permissions-Policy:", PERMISSIONS},
};

/* A page that other sites show in a frame runs and loads its own files, and nothing else. */
static const char FRAMED_POLICY[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                                    "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
                                    "form-action 'none'; frame-ancestors *";
static const char *const FRAMED[][2] = {
    {"Content-Security-Policy:", FRAMED_POLICY},
    {"X-Content-Type-Options:", "nosniff"},
    {"Referrer-Policy:", "no-referrer"},
    {"Cross-Origin-Embedder-Policy:", "require-corp"},
    {"Cross-Origin-Resource-Policy:", "cross-origin"},
    {"Permissions-Policy:", PERMISSIONS},
};

void http_deadline_set(http_exchange *exchange, int seconds) {
  lws_set_timeout(exchange->wsi, PENDING_TIMEOUT_USER_REASON_BASE, seconds);
}

int http_patience(const http_exchange *exchange) { return http_server_of(exchange->wsi)->options.patience; }

/* ---- the head ---- */

/* Headers are written between `at` and `end`. */
typedef struct head_writer {
  unsigned char *at, *end;
  bool is_full;
} head_writer;

static void head_add(head_writer *head, const char *name, const char *value) {
  if (value == NULL) return;
  size_t room = (size_t)(head->end - head->at);
  int length = snprintf((char *)head->at, room, "%s%s%s\r\n", name, *name != '\0' ? " " : "", value);
  head->is_full = head->is_full || length < 0 || (size_t)length >= room;
  if (!head->is_full) head->at += length;
}

static const char *date_now(http_server *server) {
  time_t now = time(NULL);
  struct tm parts;
  if (now != server->date_time && gmtime_r(&now, &parts) != NULL) {
    (void)strftime(server->date, sizeof server->date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    server->date_time = now;
  }
  return server->date;
}

static const char *status_text(int status) {
  static const struct {
    int status;
    const char *text;
  } known[] = {{200, "OK"},
               {201, "Created"},
               {304, "Not Modified"},
               {400, "Bad Request"},
               {401, "Unauthorized"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {409, "Conflict"},
               {413, "Content Too Large"},
               {421, "Misdirected Request"},
               {422, "Unprocessable Content"},
               {426, "Upgrade Required"},
               {429, "Too Many Requests"},
               {431, "Request Header Fields Too Large"},
               {503, "Service Unavailable"},
               {507, "Insufficient Storage"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].status == status) return known[i].text;
  return "Error";
}

static void head_write(http_server *server, head_writer *head, const http_response *response, bool is_closing) {
  char line[64], size[24];
  (void)snprintf(line, sizeof line, "HTTP/1.1 %d %s", response->status, status_text(response->status));
  (void)snprintf(size, sizeof size, "%zu", response->size);
  head_add(head, "", line);
  for (size_t i = 0; i < sizeof STRICT / sizeof *STRICT && !response->is_framed; i++)
    head_add(head, STRICT[i][0], STRICT[i][1]);
  for (size_t i = 0; i < sizeof FRAMED / sizeof *FRAMED && response->is_framed; i++)
    head_add(head, FRAMED[i][0], FRAMED[i][1]);
  head_add(head, "Date:", date_now(server));
  head_add(head, "Content-Type:", response->type);
  head_add(head, "Content-Encoding:", response->encoding);
  head_add(head, "ETag:", response->tag);
  head_add(head, "Cache-Control:", response->cache);
  head_add(head, "Allow:", response->allow);
  head_add(head, "Retry-After:", response->retry_after);
  head_add(head, "Service-Worker-Allowed:", response->worker);
  head_add(head, "Set-Cookie:", response->cookie);
  head_add(head, "Vary:", response->varies ? "Accept-Encoding" : NULL);
  head_add(head, "Connection:", is_closing ? "close" : NULL);
  head_add(head, "Content-Length:", response->has_size ? size : NULL);
  head_add(head, "", "");
}

/* ---- the pieces ---- */

void http_exchange_end(http_exchange *exchange) {
  if (exchange->request != NULL) live_request_close(exchange->request); /* its body did not come */
  if (exchange->pending != NULL) exchange->pending->exchange = NULL;
  if (exchange->reply != NULL) live_output_close(exchange->reply);
  exchange->request = NULL;
  exchange->pending = NULL;
  exchange->reply = NULL;
  free(exchange->head);
  exchange->head = NULL;
  exchange->head_length = exchange->head_written = exchange->rest_length = 0;
  http_peer_release(exchange->forwarded);
  exchange->forwarded = NULL;
}

/* Writes one piece: the rest of the head, or the next piece of the body. Returns 1 if there is more, -1 if the
   connection is broken. */
static int piece_write(http_exchange *exchange) {
  ssize_t written;
  if (exchange->head_written < exchange->head_length) {
    written = http_wire_write(exchange->wsi, exchange->head + exchange->head_written,
                              exchange->head_length - exchange->head_written);
    if (written > 0) exchange->head_written += (size_t)written;
  } else {
    written = http_wire_write(exchange->wsi, exchange->rest,
                              exchange->rest_length < HTTP_CHUNK ? exchange->rest_length : HTTP_CHUNK);
    if (written > 0) {
      exchange->rest += written;
      exchange->rest_length -= (size_t)written;
    }
  }
  if (written < 0) return -1;
  return exchange->rest_length > 0 || exchange->head_written < exchange->head_length;
}

/* Everything is written. */
static int response_end(http_exchange *exchange) {
  bool is_sending = exchange->in_length > exchange->used || exchange->body > 0;
  http_exchange_end(exchange);
  exchange->phase = exchange->is_closing ? HTTP_ENDING : HTTP_READING_HEAD;
  http_deadline_set(exchange, exchange->is_closing ? LINGER : http_patience(exchange));
  if (!exchange->is_closing) return 0;
  http_wire_end(exchange->wsi);
  return is_sending ? 0 : -1; /* closing now would discard the response together with the bytes that still come */
}

int http_respond_continue(http_exchange *exchange) {
  int more = piece_write(exchange);
  if (more < 0) return -1;
  if (more == 0) return response_end(exchange);
  http_deadline_set(exchange, http_patience(exchange));
  lws_callback_on_writable(exchange->wsi);
  return 0;
}

int http_respond(http_exchange *exchange, const http_response *response) {
  http_server *server = http_server_of(exchange->wsi);
  head_writer head = {server->buffer, server->buffer + HTTP_RESPONSE_HEAD, false};
  head_write(server, &head, response, exchange->is_closing);
  if (head.is_full) return -1;
  size_t first = response->sent < HTTP_CHUNK ? response->sent : HTTP_CHUNK;
  if (first > 0) memcpy(head.at, response->body, first);
  exchange->phase = HTTP_RESPONDING;
  exchange->rest = response->body == NULL ? NULL : response->body + first;
  exchange->rest_length = response->sent - first;
  size_t size = (size_t)(head.at - server->buffer) + first;
  ssize_t written = http_wire_write(exchange->wsi, server->buffer, size);
  if (written < 0) return -1;
  if ((size_t)written < size) {
    exchange->head = malloc(size - (size_t)written);
    if (exchange->head == NULL) return -1;
    exchange->head_length = size - (size_t)written;
    memcpy(exchange->head, server->buffer + written, exchange->head_length);
  }
  if (exchange->rest_length == 0 && exchange->head_length == 0) return response_end(exchange);
  http_deadline_set(exchange, http_patience(exchange));
  lws_callback_on_writable(exchange->wsi);
  return 0;
}

int http_respond_reject(http_exchange *exchange, const http_rejection *rejection) {
  http_server *server = http_server_of(exchange->wsi);
  http_response response;
  exchange->is_closing = true;
  exchange->body = 1; /* unknown bytes may follow */
  http_response_explain(rejection->status, rejection->reason, server->text, sizeof server->text, &response);
  http_log(exchange->wsi, "?", "?", response.status, response.sent);
  return http_respond(exchange, &response);
}

/* ---- the log ---- */

static void peer_write(struct lws *wsi, char *text, socklen_t size) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&address, &length) < 0 ||
      getnameinfo((const struct sockaddr *)&address, length, text, size, NULL, 0, NI_NUMERICHOST) != 0)
    (void)snprintf(text, size, "?");
}

/* A line of JSON without queries, headers and bodies, and without addresses unless the host wants them. */
void http_log(struct lws *wsi, const char *method, const char *path, int status, size_t sent) {
  const http_server *server = http_server_of(wsi);
  if (server->options.log == NULL) return;
  char peer[64], when[32] = "", shown[1024];
  time_t now = time(NULL);
  struct tm parts;
  if (gmtime_r(&now, &parts) != NULL) (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
  (void)snprintf(shown, sizeof shown, "%s", path);
  asc_text_clean(shown, strlen(shown));
  asc_strbuf line = {0};
  asc_json json = asc_strbuf_json(&line);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "time", when);
  if (server->options.log_addresses) {
    peer_write(wsi, peer, sizeof peer);
    asc_json_text(&json, "address", peer);
  }
  asc_json_text(&json, "method", method);
  asc_json_text(&json, "path", shown);
  asc_json_number(&json, "status", status);
  asc_json_number(&json, "bytes", (int64_t)sent);
  asc_json_close(&json, '}');
  if (!line.failed) server->options.log(server->options.data, line.text);
  free(line.text);
}
