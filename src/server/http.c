/* A request is answered as soon as it has come: headers and the first piece at once, the other pieces when the socket
   has room. What the library (4.1) does with unusual requests is kept in bounds here:

   - A request with a body is refused and its connection closed: we have no use for one, and the library would read on.
   - An upgrade is not offered. The library frees the headers of an unknown one before it is done with them unless the
     connection is to be closed anyway; so between two requests of a connection it believes that (keep_forget).
   - What is no HTTP, or has a method the library does not know, arrives as raw bytes and is answered as such. */
#include "http.h"

#include "answer.h"
#include "api.h"
#include "loop.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* What a page of ours needs and nothing else: WebAssembly, workers, and connections to where it came from. */
static const char POLICY[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                             "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
                             "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
static const char PERMISSIONS[] = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
                                  "hid=(), magnetometer=(), microphone=(), midi=(), payment=(), "
                                  "publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()";

static const struct lws_protocol_vhost_options strict[] = {
    {&strict[1], NULL, "Content-Security-Policy:", POLICY},
    {&strict[2], NULL, "X-Content-Type-Options:", "nosniff"},
    {&strict[3], NULL, "X-Frame-Options:", "DENY"},
    {&strict[4], NULL, "Referrer-Policy:", "no-referrer"},
    {&strict[5], NULL, "Cross-Origin-Opener-Policy:", "same-origin"},
    {&strict[6], NULL, "Cross-Origin-Embedder-Policy:", "require-corp"},
    {&strict[7], NULL, "Cross-Origin-Resource-Policy:", "same-origin"},
    {NULL, NULL, "Permissions-Policy:", PERMISSIONS},
};
const struct lws_protocol_vhost_options *const asc_http_headers = strict;

/* Headers are written between *at and `end`. Both return 0, or -1 when there is no room. */
typedef struct web_head {
  struct lws *wsi;
  unsigned char *at, *end;
} web_head;

static int head_add(web_head *head, const char *name, const char *value) {
  if (value == NULL) return 0;
  return lws_add_http_header_by_name(head->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                     (int)strlen(value), &head->at, head->end);
}

static const char *date_now(web_server *server) {
  time_t now = time(NULL);
  struct tm parts;
  if (now != server->now && gmtime_r(&now, &parts) != NULL) {
    (void)strftime(server->date, sizeof server->date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    server->now = now;
  }
  return server->date;
}

static int head_write(web_head *head, const web_answer *answer, bool closing) {
  if (lws_add_http_header_status(head->wsi, (unsigned)answer->status, &head->at, head->end)) return -1;
  if (head_add(head, "Date:", date_now(server_of(head->wsi))) || head_add(head, "Content-Type:", answer->type) ||
      head_add(head, "Content-Encoding:", answer->encoding) || head_add(head, "ETag:", answer->tag) ||
      head_add(head, "Cache-Control:", answer->cache) || head_add(head, "Allow:", answer->allow) ||
      head_add(head, "Service-Worker-Allowed:", answer->worker) ||
      head_add(head, "Vary:", answer->varies ? "Accept-Encoding" : NULL) ||
      head_add(head, "Connection:", closing ? "close" : NULL))
    return -1;
  if (answer->has_size && lws_add_http_header_content_length(head->wsi, answer->size, &head->at, head->end)) return -1;
  return lws_finalize_http_header(head->wsi, &head->at, head->end);
}

/* Writes the headers and the first piece of the body. */
static int answer_begin(struct lws *wsi, web_exchange *exchange, const web_answer *answer) {
  web_server *server = server_of(wsi);
  unsigned char *start = server->buffer + LWS_PRE;
  web_head head = {wsi, start, start + SERVER_HEAD_MAX};
  if (head_write(&head, answer, exchange->closing)) return -1;
  size_t first = answer->sent < SERVER_CHUNK ? answer->sent : SERVER_CHUNK;
  if (first > 0) memcpy(head.at, answer->body, first);
  exchange->rest = answer->body + first;
  exchange->left = answer->sent - first;
  size_t size = (size_t)(head.at - start) + first;
  return lws_write(wsi, start, size, LWS_WRITE_HTTP) == (int)size ? 0 : -1;
}

/* The library goes by what it knew of the last request's connection until it has read the next one whole. */
static int keep_forget(struct lws *wsi) {
  unsigned char scratch[SERVER_HEAD_MAX], *at = scratch;
  return lws_add_http_common_headers(wsi, 200, NULL, LWS_ILLEGAL_HTTP_CONTENT_LEN, &at, scratch + sizeof scratch);
}

/* Writes on, or ends the exchange when all is written. -1: the connection is to be closed. */
static int answer_go_on(struct lws *wsi, web_exchange *exchange) {
  web_server *server = server_of(wsi);
  if (exchange->left > 0 && !lws_partial_buffered(wsi)) {
    size_t size = exchange->left < SERVER_CHUNK ? exchange->left : SERVER_CHUNK;
    memcpy(server->buffer + LWS_PRE, exchange->rest, size);
    if (lws_write(wsi, server->buffer + LWS_PRE, size, LWS_WRITE_HTTP) != (int)size) return -1;
    exchange->rest += size;
    exchange->left -= size;
  }
  if (exchange->left > 0 || lws_partial_buffered(wsi)) {
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, server->options.patience);
    lws_callback_on_writable(wsi);
    return 0;
  }
  if (exchange->closing || lws_http_transaction_completed(wsi)) return -1;
  return keep_forget(wsi) == 0 ? 0 : -1;
}

static void peer_write(struct lws *wsi, char *text, socklen_t size) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&address, &length) < 0 ||
      getnameinfo((const struct sockaddr *)&address, length, text, size, NULL, 0, NI_NUMERICHOST) != 0)
    (void)snprintf(text, size, "?");
}

static void answer_log(struct lws *wsi, const char *method, const char *path, const web_answer *answer) {
  const web_server *server = server_of(wsi);
  if (server->options.log == NULL) return;
  char peer[64], when[32] = "", line[2048];
  time_t now = time(NULL);
  struct tm parts;
  if (gmtime_r(&now, &parts) != NULL) (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
  peer_write(wsi, peer, sizeof peer);
  (void)snprintf(line, sizeof line, "%s %s %s %.1024s %d %zu", when, peer, method, path, answer->status, answer->sent);
  server->options.log(server->options.data, line);
}

static const char *const METHODS[] = {"GET", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "CONNECT", "HEAD"};

static const char *method_of(struct lws *wsi) {
  char *path;
  int length, method = lws_http_get_uri_and_method(wsi, &path, &length);
  return method >= 0 && (size_t)method < sizeof METHODS / sizeof *METHODS ? METHODS[method] : "?";
}

/* The header, or NULL when there is none or it does not fit: nobody honest sends one so long. */
static const char *header_copy(struct lws *wsi, enum lws_token_indexes token, char *text, int size) {
  return lws_hdr_copy(wsi, text, size, token) > 0 ? text : NULL;
}

static bool has_body(struct lws *wsi) {
  char length[64];
  if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) return true;
  if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0) return false;
  if (header_copy(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) == NULL) return true;
  return strspn(length, "0") != strlen(length);
}

static int request_take(struct lws *wsi, web_exchange *exchange, const char *path, size_t length) {
  char encodings[512], tags[1024];
  const char *method = method_of(wsi);
  const web_ask ask = {
      .method = strcmp(method, "GET") == 0    ? ASK_GET
                : strcmp(method, "HEAD") == 0 ? ASK_HEAD
                                              : ASK_OTHER,
      .path = path,
      .length = length,
      .accept_encoding = header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings),
      .if_none_match = header_copy(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags),
  };
  web_answer answer;
  *exchange = (web_exchange){.closing = ask.method == ASK_OTHER || has_body(wsi)};
  /* Behind a zero byte lies what the library took for another part of the path, or nothing at all. */
  if (strnlen(path, length) < length)
    asc_answer_refuse(404, ask.method, &answer);
  else if (exchange->closing && ask.method != ASK_OTHER)
    asc_answer_refuse(400, ask.method, &answer);
  else if (asc_api_is_asked(&ask))
    asc_api_answer(wsi, &ask, &answer);
  else
    asc_answer_find(server_of(wsi)->site, &ask, &answer);
  answer_log(wsi, method, path, &answer);
  return answer_begin(wsi, exchange, &answer) == 0 ? answer_go_on(wsi, exchange) : -1;
}

/* The beginning of what is no HTTP, or of a method that the library does not know. */
static int bytes_refuse(struct lws *wsi, const char *bytes, size_t length) {
  size_t word = 0;
  while (word < length && bytes[word] >= 'A' && bytes[word] <= 'Z') word++;
  bool is_method = word > 0 && (word == length || bytes[word] == ' ');
  web_answer answer;
  web_exchange exchange = {.closing = true};
  asc_answer_refuse(is_method ? 405 : 400, ASK_OTHER, &answer);
  answer_log(wsi, "?", "?", &answer);
  (void)answer_begin(wsi, &exchange, &answer);
  return -1;
}

/* An upgrade that the library would carry out is made one that it does not know, after it has asked which it is. */
static int upgrade_ignore(char *name) {
  if (strcasecmp(name, "websocket") != 0 && strcasecmp(name, "h2c") != 0) return -1;
  *name = '\0';
  return 0;
}

static void connection_forget(struct lws *wsi) {
  web_peer *peer = lws_get_opaque_user_data(wsi);
  if (peer == NULL) return; /* it is none of ours */
  peer->connections--;
  server_of(wsi)->connections--;
}

int asc_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  server_of(wsi)->events++;
  switch (reason) {
  case LWS_CALLBACK_HTTP: return request_take(wsi, user, in, length);
  case LWS_CALLBACK_HTTP_WRITEABLE: return answer_go_on(wsi, user);
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return upgrade_ignore(in);
  case LWS_CALLBACK_HTTP_BODY: return -1;
  case LWS_CALLBACK_RAW_RX: return bytes_refuse(wsi, in, length);
  case LWS_CALLBACK_WSI_DESTROY: connection_forget(wsi); return 0;
  default: return 0;
  }
}
