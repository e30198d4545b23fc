/* A request is answered as soon as it has come: headers and the first piece at once, the other pieces when the socket
   has room. The library gives us bytes, plain or out of TLS, and tells when there is room; what HTTP is, is here
   (request.h) and nowhere else.

   A request with a body is refused and its connection closed, except for requests about games between people: there is
   no other use for one. */
#include "http.h"

#include "address.h"
#include "answer.h"
#include "api.h"
#include "base/text.h"
#include "server/live/live.h"
#include "wire.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
  REQUESTS_A_TURN = 16, /* of one connection; then others have theirs */
  BLANK_MAX = 8,        /* bytes of empty lines before a request, which old clients send */
  LINGER = 2,           /* seconds for a client to take an answer while it is still sending */
};

/* What a page of ours needs and nothing else: WebAssembly, workers, and connections to where it came from. */
static const char POLICY[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                             "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
                             "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
static const char PERMISSIONS[] = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
                                  "hid=(), magnetometer=(), microphone=(), midi=(), payment=(), "
                                  "publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()";

static const char *const strict[][2] = {
    {"Content-Security-Policy:", POLICY},
    {"X-Content-Type-Options:", "nosniff"},
    {"X-Frame-Options:", "DENY"},
    {"Referrer-Policy:", "no-referrer"},
    {"Cross-Origin-Opener-Policy:", "same-origin"},
    {"Cross-Origin-Embedder-Policy:", "require-corp"},
    {"Cross-Origin-Resource-Policy:", "same-origin"},
    {"Permissions-Policy:", PERMISSIONS},
};

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

/* Headers are written between `at` and `end`; `full` when there is no room. */
typedef struct web_head {
  unsigned char *at, *end;
  bool full;
} web_head;

static void head_add(web_head *head, const char *name, const char *value) {
  if (value == NULL) return;
  size_t room = (size_t)(head->end - head->at);
  int length = snprintf((char *)head->at, room, "%s%s%s\r\n", name, *name != '\0' ? " " : "", value);
  head->full = head->full || length < 0 || (size_t)length >= room;
  if (!head->full) head->at += length;
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
               {503, "Service Unavailable"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].status == status) return known[i].text;
  return "Error";
}

static void head_write(web_server *server, web_head *head, const web_answer *answer, bool closing) {
  char line[64], size[24];
  (void)snprintf(line, sizeof line, "HTTP/1.1 %d %s", answer->status, status_text(answer->status));
  (void)snprintf(size, sizeof size, "%zu", answer->size);
  head_add(head, "", line);
  for (size_t i = 0; i < sizeof strict / sizeof *strict && !answer->framed; i++)
    head_add(head, strict[i][0], strict[i][1]);
  for (size_t i = 0; i < sizeof framed / sizeof *framed && answer->framed; i++)
    head_add(head, framed[i][0], framed[i][1]);
  head_add(head, "Date:", date_now(server));
  head_add(head, "Content-Type:", answer->type);
  head_add(head, "Content-Encoding:", answer->encoding);
  head_add(head, "ETag:", answer->tag);
  head_add(head, "Cache-Control:", answer->cache);
  head_add(head, "Allow:", answer->allow);
  head_add(head, "Retry-After:", answer->retry);
  head_add(head, "Service-Worker-Allowed:", answer->worker);
  head_add(head, "Set-Cookie:", answer->cookie);
  head_add(head, "Vary:", answer->varies ? "Accept-Encoding" : NULL);
  head_add(head, "Connection:", closing ? "close" : NULL);
  head_add(head, "Content-Length:", answer->has_size ? size : NULL);
  head_add(head, "", "");
}

static void deadline_set(web_exchange *exchange, int seconds) {
  lws_set_timeout(exchange->wsi, PENDING_TIMEOUT_USER_REASON_BASE, seconds);
}

static int patience_of(const web_exchange *exchange) { return server_of(exchange->wsi)->options.patience; }

/* What belongs to a request that is answered, or whose client is gone. */
static void exchange_end(web_exchange *exchange) {
  if (exchange->ask != NULL && exchange->phase == PHASE_BODY)
    asc_ask_drop(exchange->ask); /* its body did not come */
  else if (exchange->ask != NULL)
    exchange->ask->exchange = NULL;
  exchange->ask = NULL;
  free(exchange->head);
  free(exchange->owned);
  free(exchange->cookie);
  exchange->head = NULL;
  exchange->owned = exchange->cookie = NULL;
  exchange->head_length = exchange->head_at = exchange->left = 0;
  exchange->status = 0;
  asc_peer_release(exchange->forwarded);
  exchange->forwarded = NULL;
}

/* ---- what goes out ---- */

/* One piece: what is left of the head, or the next of the rest. 1: more later; -1: the connection is broken. */
static int piece_write(web_exchange *exchange) {
  ssize_t taken;
  if (exchange->head_at < exchange->head_length) {
    taken =
        asc_wire_write(exchange->wsi, exchange->head + exchange->head_at, exchange->head_length - exchange->head_at);
    if (taken > 0) exchange->head_at += (size_t)taken;
  } else {
    taken =
        asc_wire_write(exchange->wsi, exchange->rest, exchange->left < SERVER_CHUNK ? exchange->left : SERVER_CHUNK);
    if (taken > 0) {
      exchange->rest += taken;
      exchange->left -= (size_t)taken;
    }
  }
  if (taken < 0) return -1;
  return exchange->left > 0 || exchange->head_at < exchange->head_length;
}

/* All is written. */
static int answer_end(web_exchange *exchange) {
  bool sending = exchange->in_length > exchange->used || exchange->body > 0;
  exchange_end(exchange);
  exchange->phase = exchange->closing ? PHASE_END : PHASE_HEAD;
  deadline_set(exchange, exchange->closing ? LINGER : patience_of(exchange));
  if (!exchange->closing) return 0;
  asc_wire_end(exchange->wsi);
  return sending ? 0 : -1; /* closing now would throw the answer away with what still comes */
}

/* Writes on, or ends the exchange when all is written. -1: the connection is to be closed. */
static int answer_go_on(web_exchange *exchange) {
  int more = piece_write(exchange);
  if (more < 0) return -1;
  if (more == 0) return answer_end(exchange);
  deadline_set(exchange, patience_of(exchange));
  lws_callback_on_writable(exchange->wsi);
  return 0;
}

/* Writes the headers and the first piece of the body. */
static int answer_begin(web_exchange *exchange, const web_answer *answer) {
  web_server *server = server_of(exchange->wsi);
  web_head head = {server->buffer, server->buffer + SERVER_HEAD_MAX, false};
  head_write(server, &head, answer, exchange->closing);
  if (head.full) return -1;
  size_t first = answer->sent < SERVER_CHUNK ? answer->sent : SERVER_CHUNK;
  if (first > 0) memcpy(head.at, answer->body, first);
  exchange->phase = PHASE_ANSWER;
  exchange->rest = answer->body == NULL ? NULL : answer->body + first;
  exchange->left = answer->sent - first;
  size_t size = (size_t)(head.at - server->buffer) + first;
  ssize_t taken = asc_wire_write(exchange->wsi, server->buffer, size);
  if (taken < 0) return -1;
  if ((size_t)taken < size) {
    exchange->head = malloc(size - (size_t)taken);
    if (exchange->head == NULL) return -1;
    exchange->head_length = size - (size_t)taken;
    memcpy(exchange->head, server->buffer + taken, exchange->head_length);
  }
  if (exchange->left == 0 && exchange->head_length == 0) return answer_end(exchange);
  deadline_set(exchange, patience_of(exchange));
  lws_callback_on_writable(exchange->wsi);
  return 0;
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
  asc_strbuf line = {0};
  asc_json json = asc_strbuf_json(&line);
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

/* A request that is not one, or not for us: the connection ends with the answer. */
static int refuse(web_exchange *exchange, const web_refusal *refusal) {
  web_server *server = server_of(exchange->wsi);
  web_answer answer;
  exchange->closing = true;
  exchange->body = 1; /* whatever else is coming */
  asc_answer_explain(refusal->status, refusal->why, server->text, sizeof server->text, &answer);
  answer_log(exchange->wsi, "?", "?", &answer);
  return answer_begin(exchange, &answer);
}

/* ---- what is asked of games between people ---- */

void asc_http_answer(web_exchange *exchange, int status, const char *type, char *text, size_t length,
                     const char *cookie) {
  exchange->ask = NULL;
  exchange->phase = PHASE_ANSWER;
  exchange->status = text == NULL ? 503 : status;
  exchange->type = type;
  exchange->owned = text;
  exchange->owned_length = length;
  exchange->cookie = cookie == NULL ? NULL : strdup(cookie);
  deadline_set(exchange, patience_of(exchange));
  lws_callback_on_writable(exchange->wsi);
}

/* An answer that has come is begun; one that is under way goes on. */
static int later_write(web_exchange *exchange) {
  if (exchange->ask != NULL) return 0;
  if (exchange->status == 0) return answer_go_on(exchange);
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
  answer_log(exchange->wsi, method, path, &answer);
  return answer_begin(exchange, &answer);
}

static void live_refuse(web_exchange *exchange, live_ask *ask, int status, const char *key) {
  exchange->closing = exchange->closing || status == 413;
  asc_ask_refuse(ask, status, key);
}

/* The version of the API that a client was made for: in a header, or as ?v=. */
static bool version_good(const web_request *request) {
  char text[16];
  const char *version = asc_request_field(request, "Ascona-Api");
  if (version == NULL) version = asc_request_value(request, "v", text, sizeof text);
  long long number;
  return version != NULL && asc_text_number(version, LIVE_VERSION, LIVE_VERSION, &number);
}

static void query_read(const web_request *request, live_ask *ask) {
  char text[64];
  const char *value, *key = asc_request_field(request, "Ascona-Key");
  long long number;
  value = asc_request_value(request, "from", text, sizeof text);
  if (value == NULL) value = asc_request_value(request, "before", text, sizeof text);
  if (value != NULL && asc_text_number(value, 0, INT64_MAX / 2, &number)) ask->from = number;
  if (ask->game[0] == '\0' && (value = asc_request_value(request, "game", text, sizeof text)) != NULL &&
      asc_secret_is_valid(value, ASC_ID_BITS))
    (void)snprintf(ask->game, sizeof ask->game, "%s", value);
  if (ask->part[0] == '\0' && (value = asc_request_value(request, "state", text, sizeof text)) != NULL)
    (void)snprintf(ask->part, sizeof ask->part, "%.*s", (int)sizeof ask->part - 1, value);
  if (key != NULL && strlen(key) < sizeof ask->key) (void)snprintf(ask->key, sizeof ask->key, "%s", key);
}

static void post_end(web_exchange *exchange, const char *body, size_t length) {
  live_ask *ask = exchange->ask;
  exchange->phase = PHASE_ANSWER;
  deadline_set(exchange, patience_of(exchange));
  ask->body = length == 0 ? NULL : json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
  if (json_is_object(ask->body))
    asc_ask_begin(ask);
  else
    live_refuse(exchange, ask, 400, "online.malformed");
}

/* What the headers say; the rest comes with the body, if there is one. */
static int live_take(web_exchange *exchange, const web_request *request, uint64_t address, bool post) {
  web_live *live = server_of(exchange->wsi)->live;
  live_ask *ask = asc_ask_open(live);
  const char *path = request->path + strlen("/api/");
  bool known = false;
  if (ask == NULL) return -1;
  exchange->ask = ask;
  (void)snprintf(exchange->asked, sizeof exchange->asked, "%s %s", request->method, request->path);
  exchange->phase = PHASE_ANSWER;
  ask->exchange = exchange;
  ask->address = address;
  if (strlen(path) < 128) ask->op = asc_op_find(post, path, ask, &known);
  const char *refusal = NULL;
  int status = 0;
  if (ask->op == NULL)
    status = known ? 405 : 404, refusal = known ? "online.no-such-method" : "online.not-there";
  else if (!version_good(request))
    status = 400, refusal = "online.too-old";
  else if (!asc_who_read(live, request, &ask->who, ask->secret))
    status = 400, refusal = "online.two-secrets";
  else if (post && !asc_origin_allowed(live, request, &ask->who))
    status = 403, refusal = "online.origin";
  if (refusal != NULL) {
    exchange->closing = exchange->closing || request->body != 0; /* which is not wanted */
    live_refuse(exchange, ask, status, refusal);
    return 0;
  }
  query_read(request, ask);
  if (!post) {
    deadline_set(exchange, patience_of(exchange));
    asc_ask_begin(ask);
  } else if (request->body < 0 || request->body > LIVE_BODY_MAX) {
    live_refuse(exchange, ask, 413, "online.too-large");
  } else if (request->body == 0) {
    post_end(exchange, "{}", 2);
  } else {
    exchange->phase = PHASE_BODY;
  }
  return 0;
}

/* Whether the server is well, and its figures. */
static bool service_answer(web_server *server, const web_ask *ask, web_answer *answer) {
  bool health = ask->length == 7 && memcmp(ask->path, "/health", 7) == 0;
  bool metrics = ask->length == 8 && memcmp(ask->path, "/metrics", 8) == 0 && server->live != NULL;
  if ((!health && !metrics) || ask->method == ASK_OTHER) return false;
  const char *fault = server->live == NULL                           ? NULL
                      : !server->live->is_taking                     ? "nothing can be kept"
                      : asc_ask_oldest(server->live) > LIVE_WAIT_MAX ? "requests wait"
                                                                     : NULL;
  *answer = (web_answer){.status = health && fault != NULL ? 503 : 200,
                         .type = "text/plain; version=0.0.4; charset=utf-8",
                         .cache = "no-store",
                         .has_size = true,
                         .body = (const unsigned char *)server->text};
  answer->size = metrics ? asc_live_metrics(server->live, server->text, SERVER_CHUNK)
                         : (size_t)snprintf(server->text, SERVER_CHUNK, "%s\n", fault == NULL ? "well" : fault);
  answer->sent = ask->method == ASK_HEAD ? 0 : answer->size;
  return true;
}

/* ---- what comes in ---- */

/* A page of our own server that wants a socket of the games. */
static bool is_upgrade(const web_server *server, const web_request *request) {
  return server->live != NULL && strcmp(request->method, "GET") == 0 && strcmp(request->path, "/api/socket") == 0 &&
         asc_request_lists(request, "Connection", "upgrade") && asc_request_lists(request, "Upgrade", "websocket");
}

static int upgrade_take(web_exchange *exchange, const web_request *request, uint64_t address) {
  web_refusal refusal = {0};
  exchange->socket = asc_socket_open(exchange, request, address, &refusal);
  if (exchange->socket == NULL) return refuse(exchange, &refusal);
  exchange->phase = PHASE_SOCKET;
  lws_set_timeout(exchange->wsi, NO_PENDING_TIMEOUT, 0);
  asc_http_log(exchange->wsi, "SOCKET", "/api/socket", 101, 0);
  asc_socket_begin(exchange->socket);
  return 0;
}

/* Finds the client: the other end, or the client that a proxy names, whose connections are counted then. */
static bool client_find(web_exchange *exchange, const web_request *request, uint64_t *key, web_refusal *refusal) {
  web_server *server = server_of(exchange->wsi);
  struct sockaddr_storage from;
  socklen_t length = sizeof from;
  web_address address = {0};
  *key = 0;
  if (getpeername(lws_get_socket_fd(exchange->wsi), (struct sockaddr *)&from, &length) < 0) {
    *refusal = (web_refusal){400, "The client is gone."}; /* its limits are not known any more */
    return false;
  }
  if (!asc_address_of(&from, &address)) return true;
  if (asc_address_is_proxy(&server->options.proxy, &address)) {
    if (!asc_address_forwarded(request, &address)) {
      *refusal = (web_refusal){400, "X-Forwarded-For does not end in an address."};
      return false;
    }
    if (asc_request_field(request, "X-Forwarded-For") != NULL &&
        (exchange->forwarded = asc_peer_take(server, &address)) == NULL) {
      *refusal = (web_refusal){429, "There are too many connections from this address."};
      return false;
    }
  }
  *key = asc_address_key(&address);
  return true;
}

static int request_take(web_exchange *exchange, web_request *request) {
  char encodings[512], tags[1024];
  web_server *server = server_of(exchange->wsi);
  const char *method = request->method;
  const web_ask ask = {
      .method = strcmp(method, "GET") == 0    ? ASK_GET
                : strcmp(method, "HEAD") == 0 ? ASK_HEAD
                                              : ASK_OTHER,
      .path = request->path,
      .length = request->path_length,
      .accept_encoding = asc_request_list(request, "Accept-Encoding", encodings, sizeof encodings),
      .if_none_match = asc_request_list(request, "If-None-Match", tags, sizeof tags),
  };
  web_answer answer;
  web_refusal refusal = {0};
  uint64_t address;
  bool post = strcmp(method, "POST") == 0, zero = strlen(request->path) < request->path_length;
  exchange->closing = !request->keep;
  exchange->body = request->body < 0 ? 1 : request->body > 0 ? (size_t)request->body : 0;
  if (!asc_host_is_own(&server->options, asc_request_field(request, "Host"), lws_get_socket_fd(exchange->wsi)))
    refusal = (web_refusal){421, "This server does not serve the name in Host; set it with --origin."};
  if (refusal.status != 0 || !client_find(exchange, request, &address, &refusal)) return refuse(exchange, &refusal);
  if (!zero && is_upgrade(server, request) && request->body == 0) return upgrade_take(exchange, request, address);
  if (server->live != NULL && (post || ask.method == ASK_GET) && !zero && asc_api_is_asked(&ask) &&
      (post || request->body == 0) && !asc_api_is_of_tables(&ask))
    return live_take(exchange, request, address, post);
  exchange->closing = exchange->closing || ask.method == ASK_OTHER || request->body != 0;
  if (zero)
    asc_answer_refuse(404, ask.method, &answer);
  else if (request->body != 0 && ask.method != ASK_OTHER)
    asc_answer_refuse(400, ask.method, &answer);
  else if (service_answer(server, &ask, &answer))
    (void)0;
  else if (asc_api_is_asked(&ask))
    asc_api_answer(server, request, &ask, address, &answer);
  else
    asc_answer_find(server->site, &ask, &answer);
  answer_log(exchange->wsi, method, request->path, &answer);
  return answer_begin(exchange, &answer);
}

static void in_drop(web_exchange *exchange, size_t used) {
  exchange->in_length -= used;
  exchange->seen = exchange->used = 0;
  memmove(exchange->in, exchange->in + used, exchange->in_length);
}

static bool in_add(web_exchange *exchange, const char *bytes, size_t length) {
  if (exchange->in_length + length > exchange->in_room) {
    size_t room = exchange->in_length + length;
    char *grown = realloc(exchange->in, room);
    if (grown == NULL) return false;
    exchange->in = grown;
    exchange->in_room = room;
  }
  memcpy(exchange->in + exchange->in_length, bytes, length);
  exchange->in_length += length;
  return true;
}

/* A request whose head is whole. 1: it was one; 0: more must come; -1: the connection is to be closed. */
static int head_take(web_exchange *exchange) {
  static web_request request;
  web_refusal refusal;
  size_t blank = 0;
  while (exchange->in_length >= blank + 2 && memcmp(exchange->in + blank, "\r\n", 2) == 0) blank += 2;
  if (blank > 0) in_drop(exchange, blank);
  exchange->blank += blank;
  if (exchange->blank > BLANK_MAX) {
    refusal = (web_refusal){400, "There are empty lines before the request."};
    return refuse(exchange, &refusal) < 0 ? -1 : 1;
  }
  if (exchange->in_length == 0 || (exchange->in_length == 1 && exchange->in[0] == '\r')) return 0;
  size_t length = asc_request_scan(exchange->in, exchange->in_length, &exchange->seen, &refusal);
  if (refusal.status != 0) return refuse(exchange, &refusal) < 0 ? -1 : 1;
  if (length == 0) return 0;
  exchange->used = length;
  asc_request_read(exchange->in, length, &request, &refusal);
  if ((refusal.status != 0 ? refuse(exchange, &refusal) : request_take(exchange, &request)) < 0) return -1;
  in_drop(exchange, length);
  exchange->blank = 0;
  return 1;
}

static int body_take(web_exchange *exchange) {
  if (exchange->in_length < exchange->body) return 0;
  size_t length = exchange->body;
  exchange->body = 0;
  post_end(exchange, exchange->in, length);
  in_drop(exchange, length);
  return 1;
}

/* Frames of a socket, as far as they are whole. */
static int frames_take(web_exchange *exchange) {
  size_t used = 0;
  int code = asc_socket_take(exchange->socket, exchange->in, exchange->in_length, &used);
  if (used > 0) in_drop(exchange, used);
  return code;
}

/* Reads and answers as many requests as have come whole. */
static int in_use(web_exchange *exchange) {
  int code = 1;
  for (int requests = 0; code > 0; requests++) {
    if (requests == REQUESTS_A_TURN) {
      asc_http_hear(exchange, false);
      lws_callback_on_writable(exchange->wsi);
      return 0;
    }
    switch (exchange->phase) {
    case PHASE_HEAD: code = head_take(exchange); break;
    case PHASE_BODY: code = body_take(exchange); break;
    case PHASE_ANSWER: code = 0; break;
    case PHASE_SOCKET: return frames_take(exchange);
    case PHASE_END: exchange->in_length = 0, code = 0; break;
    }
  }
  if (code == 0) asc_http_hear(exchange, exchange->phase != PHASE_ANSWER);
  return code;
}

/* Continues with the bytes that have come. A waiting connection needs no memory. -1: the connection is to be closed. */
static int in_take(web_exchange *exchange) {
  int code = in_use(exchange);
  if (exchange->in_length > 0) return code;
  free(exchange->in);
  exchange->in = NULL;
  exchange->in_room = 0;
  return code;
}

void asc_http_hear(web_exchange *exchange, bool on) {
  if (exchange->deaf != on) return;
  exchange->deaf = !on;
  (void)lws_rx_flow_control(exchange->wsi, on);
}

static int bytes_take(web_exchange *exchange, const char *bytes, size_t length) {
  /* A request has so long from its first byte to its last, however it comes. */
  if (exchange->phase == PHASE_HEAD && exchange->in_length == 0) deadline_set(exchange, patience_of(exchange));
  if (exchange->phase == PHASE_END) return 0;
  return in_add(exchange, bytes, length) ? in_take(exchange) : -1;
}

static int write_on(web_exchange *exchange) {
  int code = exchange->phase == PHASE_ANSWER   ? later_write(exchange)
             : exchange->phase == PHASE_SOCKET ? asc_socket_write(exchange->socket)
                                               : 0;
  return code == 0 ? in_take(exchange) : code;
}

static void connection_end(web_exchange *exchange) {
  if (exchange == NULL) return;
  asc_socket_end(exchange->socket);
  exchange->socket = NULL;
  exchange_end(exchange);
  free(exchange->in);
  exchange->in = NULL;
  exchange->in_length = 0;
}

static void connection_forget(struct lws *wsi) {
  web_peer *peer = lws_get_opaque_user_data(wsi);
  if (peer == NULL) return; /* it is none of ours, or was counted already */
  lws_set_opaque_user_data(wsi, NULL);
  asc_peer_release(peer);
  server_of(wsi)->connections--;
}

int asc_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  web_exchange *exchange = user;
  server_of(wsi)->events++;
  switch (reason) {
  case LWS_CALLBACK_RAW_ADOPT:
    exchange->wsi = wsi;
    deadline_set(exchange, patience_of(exchange));
    return 0;
  case LWS_CALLBACK_RAW_RX: return bytes_take(exchange, in, length);
  case LWS_CALLBACK_RAW_WRITEABLE: return write_on(exchange);
  case LWS_CALLBACK_RAW_CLOSE:
  case LWS_CALLBACK_RAW_SKT_DROP_PROTOCOL: connection_end(exchange); return 0;
  case LWS_CALLBACK_WSI_DESTROY: connection_forget(wsi); return 0;
  default: return 0;
  }
}
