/* A request is answered as soon as it has come: headers and the first piece at once, the other pieces when the socket
   has room. What the library (4.1) does with unusual requests is kept in bounds here:

   - A request with a body is refused and its connection closed, but for what is asked of games between people: there is
     no other use for one, and the library would read on.
   - An upgrade is not offered but at /api/socket. The library frees the headers of an unknown one before it is done
   with them unless the connection is to be closed anyway; so between two requests of a connection it believes that
   (keep_forget).
   - What is no HTTP, or has a method the library does not know, arrives as raw bytes and is answered as such. */
#include "http.h"

#include "answer.h"
#include "api.h"
#include "core/text.h"
#include "loop.h"
#include "server/live/live.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
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

/* What pages of other sites may show in a frame: it runs and asks for its own files, and nothing else. */
static const char FRAMED_POLICY[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                                    "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
                                    "form-action 'none'; frame-ancestors *";
static const char *const framed[][2] = {
    {"Content-Security-Policy:", FRAMED_POLICY},
    {"X-Content-Type-Options:", "nosniff"},
    {"Referrer-Policy:", "no-referrer"},
    {"Cross-Origin-Embedder-Policy:", "require-corp"},
    {"Cross-Origin-Resource-Policy:", "cross-origin"},
    {"Permissions-Policy:", PERMISSIONS},
};

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

/* The library adds the strict headers to every status it writes, so one without them is written by hand. */
static int status_write(web_head *head, const web_answer *answer) {
  if (!answer->framed) return lws_add_http_header_status(head->wsi, (unsigned)answer->status, &head->at, head->end);
  const char *line = answer->status == 304 ? "HTTP/1.1 304 Not Modified" : "HTTP/1.1 200 OK";
  if (lws_add_http_header_by_name(head->wsi, NULL, (const unsigned char *)line, (int)strlen(line), &head->at,
                                  head->end))
    return -1;
  for (size_t i = 0; i < sizeof framed / sizeof *framed; i++)
    if (head_add(head, framed[i][0], framed[i][1])) return -1;
  return 0;
}

static int head_write(web_head *head, const web_answer *answer, bool closing) {
  if (status_write(head, answer)) return -1;
  if (head_add(head, "Date:", date_now(server_of(head->wsi))) || head_add(head, "Content-Type:", answer->type) ||
      head_add(head, "Content-Encoding:", answer->encoding) || head_add(head, "ETag:", answer->tag) ||
      head_add(head, "Cache-Control:", answer->cache) || head_add(head, "Allow:", answer->allow) ||
      head_add(head, "Service-Worker-Allowed:", answer->worker) || head_add(head, "Set-Cookie:", answer->cookie) ||
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

/* What belongs to a request that is answered, or whose client is gone. */
static void exchange_end(web_exchange *exchange) {
  if (exchange->ask != NULL) exchange->ask->exchange = NULL;
  free(exchange->post);
  free(exchange->owned);
  free(exchange->cookie);
  *exchange = (web_exchange){.closing = exchange->closing};
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
  exchange_end(exchange);
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

/* A line of JSON: what was asked, without what stands behind a question mark, in headers or in bodies, and who asked
   only if the host wants to know. */
void asc_http_log(struct lws *wsi, const char *method, const char *path, int status, size_t sent) {
  const web_server *server = server_of(wsi);
  if (server->options.log == NULL) return;
  char peer[64], when[32] = "", place[1024];
  time_t now = time(NULL);
  struct tm parts;
  if (gmtime_r(&now, &parts) != NULL) (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
  (void)snprintf(place, sizeof place, "%s", path);
  asc_text_clean(place, strlen(place));
  asc_growing line = {0};
  asc_json json = asc_growing_json(&line);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "time", when);
  if (server->options.log_addresses) {
    peer_write(wsi, peer, sizeof peer);
    asc_json_text(&json, "address", peer);
  }
  asc_json_text(&json, "method", method);
  asc_json_text(&json, "path", place);
  asc_json_number(&json, "status", status);
  asc_json_number(&json, "bytes", (int64_t)sent);
  asc_json_close(&json, '}');
  if (!line.failed) server->options.log(server->options.data, line.text);
  free(line.text);
}

static void answer_log(struct lws *wsi, const char *method, const char *path, const web_answer *answer) {
  asc_http_log(wsi, method, path, answer->status, answer->sent);
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

/* ---- what is asked of games between people ---- */

void asc_http_answer(web_exchange *exchange, int status, const char *type, char *text, size_t length,
                     const char *cookie) {
  exchange->ask = NULL;
  exchange->status = text == NULL ? 503 : status;
  exchange->type = type;
  exchange->owned = text;
  exchange->owned_length = length;
  exchange->cookie = cookie == NULL ? NULL : strdup(cookie);
  lws_set_timeout(exchange->wsi, PENDING_TIMEOUT_HTTP_CONTENT, server_of(exchange->wsi)->options.patience);
  lws_callback_on_writable(exchange->wsi);
}

/* An answer that has come is begun; one that is under way goes on. */
static int later_write(struct lws *wsi, web_exchange *exchange) {
  if (exchange->ask != NULL) return 0;
  if (exchange->status == 0) return answer_go_on(wsi, exchange);
  const web_answer answer = {.status = exchange->status,
                             .type = exchange->type,
                             .cache = "no-store",
                             .cookie = exchange->cookie,
                             .has_size = true,
                             .body = (const unsigned char *)exchange->owned,
                             .size = exchange->owned_length,
                             .sent = exchange->owned_length};
  exchange->status = 0;
  char method[8] = "", path[sizeof exchange->asked] = "";
  (void)sscanf(exchange->asked, "%7s %47s", method, path);
  answer_log(wsi, method, path, &answer);
  return answer_begin(wsi, exchange, &answer) == 0 ? answer_go_on(wsi, exchange) : -1;
}

static void live_refuse(web_exchange *exchange, live_ask *ask, int status, const char *key) {
  exchange->closing = exchange->closing || status == 413;
  asc_ask_refuse(ask, status, key);
}

/* The version of the API that a client was made for: in a header, or as ?v=. */
static bool version_good(struct lws *wsi) {
  char text[16];
  const char *version = text;
  if (lws_hdr_custom_copy(wsi, text, sizeof text, "ascona-api:", 11) <= 0)
    version = lws_get_urlarg_by_name(wsi, "v=", text, sizeof text);
  long long number;
  return version != NULL && asc_text_number(version, LIVE_VERSION, LIVE_VERSION, &number);
}

static void query_read(struct lws *wsi, live_ask *ask) {
  char text[32];
  const char *value;
  long long number;
  value = lws_get_urlarg_by_name(wsi, "from=", text, sizeof text);
  if (value == NULL) value = lws_get_urlarg_by_name(wsi, "before=", text, sizeof text);
  if (value != NULL && asc_text_number(value, 0, INT64_MAX / 2, &number)) ask->from = number;
  if (ask->game[0] == '\0' && (value = lws_get_urlarg_by_name(wsi, "game=", text, sizeof text)) != NULL &&
      asc_secret_is(value, ASC_ID_BITS))
    (void)snprintf(ask->game, sizeof ask->game, "%.*s", (int)sizeof ask->game - 1, value);
  if (ask->part[0] == '\0' && (value = lws_get_urlarg_by_name(wsi, "state=", text, sizeof text)) != NULL)
    (void)snprintf(ask->part, sizeof ask->part, "%.*s", (int)sizeof ask->part - 1, value);
  if (lws_hdr_custom_copy(wsi, ask->key, sizeof ask->key, "ascona-key:", 11) < 0) ask->key[0] = '\0';
}

/* What the headers say; the rest comes with the body, if there is one. */
static int live_take(struct lws *wsi, web_exchange *exchange, const web_ask *asked, bool post) {
  web_live *live = server_of(wsi)->live;
  live_ask *ask = asc_ask_open(live);
  char path[128];
  bool known = false;
  if (ask == NULL) return -1;
  exchange->wsi = wsi;
  exchange->ask = ask;
  (void)snprintf(exchange->asked, sizeof exchange->asked, "%s %.*s", post ? "POST" : "GET", (int)asked->length,
                 asked->path);
  ask->exchange = exchange;
  ask->address = asc_address_of(live, wsi);
  lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, server_of(wsi)->options.patience);
  (void)snprintf(path, sizeof path, "%.*s", (int)asked->length - 5, asked->path + 5);
  if (asked->length - 5 < sizeof path) ask->op = asc_op_find(post, path, ask, &known);
  const char *refusal = NULL;
  int status = 0;
  if (ask->op == NULL)
    status = known ? 405 : 404, refusal = known ? "online.no-such-method" : "online.not-there";
  else if (!version_good(wsi))
    status = 400, refusal = "online.too-old";
  else if (!asc_who_read(live, wsi, &ask->who, ask->secret))
    status = 400, refusal = "online.two-secrets";
  else if (post && !asc_origin_allowed(live, wsi, &ask->who))
    status = 403, refusal = "online.origin";
  if (refusal != NULL) {
    exchange->closing = post; /* its body is not wanted */
    live_refuse(exchange, ask, status, refusal);
    return 0;
  }
  query_read(wsi, ask);
  char length[24] = "0";
  long long size = 0;
  bool sized = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) == 0 &&
               (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0 ||
                header_copy(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) != NULL) &&
               asc_text_number(length, 0, LIVE_BODY_MAX, &size);
  if (!post) {
    asc_ask_begin(ask);
  } else if (!sized) {
    exchange->closing = true;
    live_refuse(exchange, ask, 413, "online.too-large");
  } else if (size == 0) {
    ask->body = json_object();
    asc_ask_begin(ask);
  }
  return 0;
}

static int post_take(web_exchange *exchange, const char *in, size_t length) {
  if (exchange->ask == NULL && exchange->status == 0) return -1;
  if (exchange->ask == NULL) return 0; /* refused already: the rest is not looked at */
  if (exchange->post_length + length > LIVE_BODY_MAX) return -1;
  if (length == 0) return 0; /* then there are no bytes at all */
  char *grown = realloc(exchange->post, exchange->post_length + length + 1);
  if (grown == NULL) return -1;
  exchange->post = grown;
  memcpy(grown + exchange->post_length, in, length);
  exchange->post_length += length;
  return 0;
}

static int post_end(web_exchange *exchange) {
  live_ask *ask = exchange->ask;
  if (ask == NULL) return exchange->status == 0 ? -1 : 0;
  if (ask->body != NULL) return 0; /* there was none, and it has begun */
  ask->body =
      json_loadb(exchange->post == NULL ? "" : exchange->post, exchange->post_length, JSON_REJECT_DUPLICATES, NULL);
  if (json_is_object(ask->body))
    asc_ask_begin(ask);
  else
    live_refuse(exchange, ask, 400, "online.malformed");
  return 0;
}

/* Whether the server is well, and its figures. */
static bool service_answer(web_server *server, const web_ask *ask, web_answer *answer) {
  bool health = ask->length == 7 && memcmp(ask->path, "/health", 7) == 0;
  bool metrics = ask->length == 8 && memcmp(ask->path, "/metrics", 8) == 0 && server->live != NULL;
  if ((!health && !metrics) || ask->method == ASK_OTHER) return false;
  bool well = server->live == NULL || server->live->is_taking;
  *answer = (web_answer){.status = health && !well ? 503 : 200,
                         .type = "text/plain; version=0.0.4; charset=utf-8",
                         .cache = "no-store",
                         .has_size = true,
                         .body = (const unsigned char *)server->text};
  answer->size = metrics ? asc_live_metrics(server->live, server->text, SERVER_CHUNK)
                         : (size_t)snprintf(server->text, SERVER_CHUNK, "%s\n", well ? "well" : "nothing can be kept");
  answer->sent = ask->method == ASK_HEAD ? 0 : answer->size;
  return true;
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
  bool post = strcmp(method, "POST") == 0;
  exchange_end(exchange);
  if (server_of(wsi)->live != NULL && (post || ask.method == ASK_GET) && strnlen(path, length) == length &&
      asc_api_is_asked(&ask) && (post || !has_body(wsi)) && !asc_api_is_of_tables(&ask)) {
    exchange->closing = false;
    return live_take(wsi, exchange, &ask, post);
  }
  exchange->closing = ask.method == ASK_OTHER || has_body(wsi);
  /* Behind a zero byte lies what the library took for another part of the path, or nothing at all. */
  if (strnlen(path, length) < length)
    asc_answer_refuse(404, ask.method, &answer);
  else if (exchange->closing && ask.method != ASK_OTHER)
    asc_answer_refuse(400, ask.method, &answer);
  else if (service_answer(server_of(wsi), &ask, &answer))
    (void)0;
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

/* An upgrade that the library would carry out is made one that it does not know, after it has asked which it is; but
   for a socket of the games, in the words of a version that is served. */
static int upgrade_confirm(struct lws *wsi, char *name) {
  char path[32], protocol[32];
  if (strcasecmp(name, "websocket") == 0 && server_of(wsi)->live != NULL &&
      header_copy(wsi, WSI_TOKEN_GET_URI, path, sizeof path) != NULL && strcmp(path, "/api/socket") == 0 &&
      header_copy(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol) != NULL && strcmp(protocol, SERVER_SOCKET) == 0)
    return 0;
  if (strcasecmp(name, "websocket") != 0 && strcasecmp(name, "h2c") != 0) return -1;
  *name = '\0';
  return 0;
}

void asc_http_connection_forget(struct lws *wsi) {
  web_peer *peer = lws_get_opaque_user_data(wsi);
  if (peer == NULL) return; /* it is none of ours, or was counted already */
  lws_set_opaque_user_data(wsi, NULL);
  peer->connections--;
  server_of(wsi)->connections--;
}

int asc_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  server_of(wsi)->events++;
  switch (reason) {
  case LWS_CALLBACK_HTTP: return request_take(wsi, user, in, length);
  case LWS_CALLBACK_HTTP_WRITEABLE: return later_write(wsi, user);
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return upgrade_confirm(wsi, in);
  case LWS_CALLBACK_HTTP_BODY: return post_take(user, in, length);
  case LWS_CALLBACK_HTTP_BODY_COMPLETION: return post_end(user);
  case LWS_CALLBACK_RAW_RX: return bytes_refuse(wsi, in, length);
  case LWS_CALLBACK_CLOSED_HTTP:
  case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    if (user != NULL) exchange_end(user);
    return 0;
  case LWS_CALLBACK_WSI_DESTROY: asc_http_connection_forget(wsi); return 0;
  default: return 0;
  }
}
