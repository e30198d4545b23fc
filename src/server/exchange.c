/* Reading requests. Bytes that come are appended to `in`; whole requests are taken from its start, answered one after
   the other, and removed. Nothing but in_add and in_drop moves these bytes, and neither runs while a request or a frame
   is being read from them.

   A request with a body is rejected and its connection closed, except for requests about games. */
#include "exchange.h"

#include "api.h"
#include "metrics.h"
#include "socket.h"

#include <stdlib.h>
#include <string.h>

enum {
  REQUESTS_PER_TURN = 16, /* of one connection; then the others have their turn */
  BLANK_MAX = 8           /* bytes of empty lines before a request, which old clients send */
};

void http_read_pause(http_exchange *exchange, bool is_paused) {
  if (exchange->is_paused == is_paused) return;
  exchange->is_paused = is_paused;
  (void)lws_rx_flow_control(exchange->wsi, !is_paused);
}

/* ---- deciding who responds ---- */

static bool is_upgrade(const http_server *server, const http_request *request) {
  return server->live != NULL && strcmp(request->method, "GET") == 0 && strcmp(request->path, "/api/socket") == 0 &&
         request->body == 0 && http_request_lists(request, "Connection", "upgrade") &&
         http_request_lists(request, "Upgrade", "websocket");
}

static int upgrade_take(http_exchange *exchange, const http_request *request, uint64_t address) {
  http_rejection rejection = {0};
  exchange->socket = http_socket_open(exchange, request, address, &rejection);
  if (exchange->socket == NULL) return http_respond_reject(exchange, &rejection);
  exchange->phase = HTTP_SOCKET;
  lws_set_timeout(exchange->wsi, NO_PENDING_TIMEOUT, 0);
  http_log(exchange->wsi, "SOCKET", "/api/socket", 101, 0);
  return 0;
}

/* Finds the key of the client's address, or of the client that a proxy names, whose connections are then counted. */
static bool client_find(http_exchange *exchange, const http_request *request, uint64_t *key,
                        http_rejection *rejection) {
  http_server *server = http_server_of(exchange->wsi);
  struct sockaddr_storage from;
  socklen_t length = sizeof from;
  http_address address = {0};
  *key = 0;
  if (getpeername(lws_get_socket_fd(exchange->wsi), (struct sockaddr *)&from, &length) < 0) {
    *rejection = (http_rejection){400, "The client is gone."}; /* its limits are unknown */
    return false;
  }
  if (!http_address_from(&from, &address)) return true;
  if (http_address_is_proxy(&server->options.proxy, &address)) {
    if (!http_address_forwarded(request, &address)) {
      *rejection = (http_rejection){400, "X-Forwarded-For does not end in an address."};
      return false;
    }
    if (http_request_field(request, "X-Forwarded-For") != NULL &&
        (exchange->forwarded = http_peer_take(server, &address)) == NULL) {
      *rejection = (http_rejection){429, "There are too many connections from this address."};
      return false;
    }
  }
  *key = http_address_key(&address);
  return true;
}

/* Responds to a request that the network thread answers alone. */
static int respond_alone(http_exchange *exchange, const http_request *request, const http_target *target,
                         uint64_t address) {
  http_server *server = http_server_of(exchange->wsi);
  http_response response;
  char retry_after[16];
  bool has_nul = strlen(request->path) < request->path_length;
  exchange->is_closing = exchange->is_closing || target->method == HTTP_OTHER || request->body != 0;
  if (has_nul)
    http_response_reject(404, target->method, &response);
  else if (request->body != 0 && target->method != HTTP_OTHER)
    http_response_reject(400, target->method, &response);
  else if (http_metrics_respond(server, target, &response))
    (void)0;
  else if (http_api_is_path(target))
    http_api_respond(server, request, target, address, retry_after, sizeof retry_after, &response);
  else
    http_response_find(server->site, target, &response);
  http_log(exchange->wsi, request->method, request->path, response.status, response.sent);
  return http_respond(exchange, &response);
}

static int request_take(http_exchange *exchange, const http_request *request) {
  char encodings[512], tags[1024];
  http_server *server = http_server_of(exchange->wsi);
  const char *method = request->method;
  const http_target target = {
      .method = strcmp(method, "GET") == 0    ? HTTP_GET
                : strcmp(method, "HEAD") == 0 ? HTTP_HEAD
                                              : HTTP_OTHER,
      .path = request->path,
      .length = request->path_length,
      .accept_encoding = http_request_list(request, "Accept-Encoding", encodings, sizeof encodings),
      .if_none_match = http_request_list(request, "If-None-Match", tags, sizeof tags),
  };
  http_rejection rejection = {0};
  uint64_t address;
  bool is_post = strcmp(method, "POST") == 0, has_nul = strlen(request->path) < request->path_length;
  exchange->is_closing = !request->keep_alive;
  exchange->body = request->body < 0 ? 1 : (size_t)request->body;
  if (!http_host_is_own(&server->options, http_request_field(request, "Host"), lws_get_socket_fd(exchange->wsi)))
    rejection = (http_rejection){421, "This server does not serve the name in Host; set it with --origin."};
  if (rejection.status != 0 || !client_find(exchange, request, &address, &rejection))
    return http_respond_reject(exchange, &rejection);
  if (!has_nul && is_upgrade(server, request)) return upgrade_take(exchange, request, address);
  if (server->live == NULL || has_nul || !http_api_is_path(&target) || http_api_is_about_tables(&target) ||
      (!is_post && (target.method != HTTP_GET || request->body != 0)))
    return respond_alone(exchange, request, &target, address);
  http_games_take(exchange, request, address, is_post);
  return 0;
}

/* ---- the bytes ---- */

static void in_drop(http_exchange *exchange, size_t used) {
  exchange->in_length -= used;
  exchange->scanned = exchange->used = 0;
  memmove(exchange->in, exchange->in + used, exchange->in_length);
}

static bool in_add(http_exchange *exchange, const char *bytes, size_t length) {
  if (exchange->in_length + length > exchange->in_capacity) {
    size_t capacity = exchange->in_length + length;
    char *grown = realloc(exchange->in, capacity);
    if (grown == NULL) return false;
    exchange->in = grown;
    exchange->in_capacity = capacity;
  }
  memcpy(exchange->in + exchange->in_length, bytes, length);
  exchange->in_length += length;
  return true;
}

static int reject(http_exchange *exchange, int status, const char *reason) {
  const http_rejection rejection = {status, reason};
  return http_respond_reject(exchange, &rejection) < 0 ? -1 : 1;
}

/* Takes a request whose head is complete. Returns 1 if it was one, 0 if more must come, -1 if the connection must be
   closed. */
static int head_take(http_exchange *exchange) {
  http_request request;
  http_rejection rejection;
  size_t blank = 0;
  while (exchange->in_length >= blank + 2 && memcmp(exchange->in + blank, "\r\n", 2) == 0) blank += 2;
  if (blank > 0) in_drop(exchange, blank);
  exchange->blank += blank;
  if (exchange->blank > BLANK_MAX) return reject(exchange, 400, "There are empty lines before the request.");
  if (exchange->in_length == 0 || (exchange->in_length == 1 && exchange->in[0] == '\r')) return 0;
  size_t length = http_request_scan(exchange->in, exchange->in_length, &exchange->scanned, &rejection);
  if (rejection.status != 0) return reject(exchange, rejection.status, rejection.reason);
  if (length == 0) return 0;
  exchange->used = length;
  http_request_read(exchange->in, length, &request, &rejection);
  if ((rejection.status != 0 ? http_respond_reject(exchange, &rejection) : request_take(exchange, &request)) < 0)
    return -1;
  in_drop(exchange, length);
  exchange->blank = 0;
  return 1;
}

static int body_take(http_exchange *exchange) {
  if (exchange->in_length < exchange->body) return 0;
  size_t length = exchange->body;
  exchange->body = 0;
  http_games_take_body(exchange, exchange->in, length);
  in_drop(exchange, length);
  return 1;
}

static int frames_take(http_exchange *exchange) {
  size_t used = 0;
  int code = http_socket_take(exchange->socket, exchange->in, exchange->in_length, &used);
  if (used > 0) in_drop(exchange, used);
  return code;
}

/* Reads and answers as many requests as are complete. */
static int requests_take(http_exchange *exchange) {
  int code = 1;
  for (int requests = 0; code > 0; requests++) {
    if (exchange->phase == HTTP_SOCKET) return frames_take(exchange);
    if (requests == REQUESTS_PER_TURN) {
      http_read_pause(exchange, true);
      lws_callback_on_writable(exchange->wsi);
      return 0;
    }
    switch (exchange->phase) {
    case HTTP_READING_HEAD: code = head_take(exchange); break;
    case HTTP_READING_BODY: code = body_take(exchange); break;
    case HTTP_ENDING: exchange->in_length = 0, code = 0; break;
    default: code = 0; break;
    }
  }
  if (code == 0) http_read_pause(exchange, exchange->phase == HTTP_RESPONDING);
  return code;
}

/* Continues with the bytes that have come. An idle connection holds no memory for them. Returns -1 if the connection
   must be closed. */
static int in_take(http_exchange *exchange) {
  int code = requests_take(exchange);
  if (exchange->in_length > 0) return code;
  free(exchange->in);
  exchange->in = NULL;
  exchange->in_capacity = 0;
  return code;
}

/* ---- the callback ---- */

static int bytes_take(http_exchange *exchange, const char *bytes, size_t length) {
  /* The deadline runs from the first byte of a request to its last. */
  if (exchange->phase == HTTP_READING_HEAD && exchange->in_length == 0)
    http_deadline_set(exchange, http_patience(exchange));
  if (exchange->phase == HTTP_ENDING) return 0;
  return in_add(exchange, bytes, length) ? in_take(exchange) : -1;
}

static int write_continue(http_exchange *exchange) {
  int code = exchange->phase == HTTP_RESPONDING ? http_games_respond(exchange)
             : exchange->phase == HTTP_SOCKET   ? http_socket_write(exchange->socket)
                                                : 0;
  return code == 0 ? in_take(exchange) : code;
}

static void connection_end(http_exchange *exchange) {
  if (exchange == NULL) return;
  if (exchange->socket != NULL) http_socket_end(exchange->socket);
  exchange->socket = NULL;
  http_exchange_end(exchange);
  free(exchange->in);
  exchange->in = NULL;
  exchange->in_length = 0;
}

static void connection_forget(struct lws *wsi) {
  http_peer *peer = lws_get_opaque_user_data(wsi);
  if (peer == NULL) return; /* it is not a client's, or was counted already */
  lws_set_opaque_user_data(wsi, NULL);
  http_peer_release(peer);
  http_server_of(wsi)->connections--;
}

int http_exchange_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  http_exchange *exchange = user;
  http_server_of(wsi)->callbacks++;
  switch (reason) {
  case LWS_CALLBACK_RAW_ADOPT:
    exchange->wsi = wsi;
    http_deadline_set(exchange, http_patience(exchange));
    return 0;
  case LWS_CALLBACK_RAW_RX: return bytes_take(exchange, in, length);
  case LWS_CALLBACK_RAW_WRITEABLE: return write_continue(exchange);
  case LWS_CALLBACK_RAW_CLOSE:
  case LWS_CALLBACK_RAW_SKT_DROP_PROTOCOL: connection_end(exchange); return 0;
  case LWS_CALLBACK_WSI_DESTROY: connection_forget(wsi); return 0;
  default: return 0;
  }
}
