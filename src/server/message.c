/* Messages of sockets. `ping` and `hidden` are answered here, everything else by the game thread. */
#include "base/strbuf.h"
#include "socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ID_LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/* Returns the lowest of the last pings in ms, 0 if there was none. */
static int lag_of(const http_socket *socket) {
  int lowest = INT32_MAX;
  for (unsigned i = 0; i < HTTP_LAG_PINGS && i < socket->ping_count; i++)
    if (socket->pings[i] < lowest) lowest = socket->pings[i];
  return lowest == INT32_MAX ? 0 : lowest;
}

/* ---- replies ---- */

static asc_json reply_open(asc_strbuf *text, const char *re, int status) {
  asc_json json = asc_strbuf_json(text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "re", re);
  asc_json_number(&json, "status", status);
  return json;
}

static void reply_send(http_socket *socket, asc_json *json, asc_strbuf *text) {
  asc_json_close(json, '}');
  http_server_of(socket->exchange->wsi)->counts.requests++;
  http_socket_write_text(socket, text->failed ? NULL : text->text, text->length);
  free(text->text);
}

static void reject(http_socket *socket, const char *re, int status, const char *key, int seconds) {
  asc_strbuf text = {0};
  asc_json json = reply_open(&text, re, status);
  http_games_error(&json, key, seconds);
  http_server_of(socket->exchange->wsi)->counts.rejected++;
  reply_send(socket, &json, &text);
}

static void respond_ping(http_socket *socket, const char *re) {
  asc_strbuf text = {0};
  asc_json json = reply_open(&text, re, 200);
  asc_json_number(&json, "now", live_thread_clock() + http_server_of(socket->exchange->wsi)->figures.time_offset);
  reply_send(socket, &json, &text);
}

static void respond_hidden(http_socket *socket, const char *re, bool is_hidden) {
  if (is_hidden != socket->is_hidden && !http_socket_presence(socket, false, is_hidden, live_thread_clock())) {
    reject(socket, re, 503, "online.busy", 0);
    return;
  }
  asc_strbuf text = {0};
  asc_json json = reply_open(&text, re, 200);
  reply_send(socket, &json, &text);
}

/* ---- requests ---- */

static const char *text_of(const json_t *body, const char *name) {
  return json_string_value(json_object_get(body, name));
}

/* Posts a request that has its operation. */
static void request_post(http_socket *socket, live_request *request) {
  const char *key = text_of(request->body, "key"), *game = text_of(request->body, "game");
  char re[sizeof request->re];
  memcpy(re, request->re, sizeof re);
  if (key != NULL && strlen(key) < sizeof request->key) (void)snprintf(request->key, sizeof request->key, "%s", key);
  if (live_operation_needs_game(request->operation)) {
    if (game == NULL || !asc_secret_is_valid(game, ASC_ID_BITS)) {
      live_request_close(request);
      reject(socket, re, 404, "online.not-found", 0);
      return;
    }
    (void)snprintf(request->game, sizeof request->game, "%s", game);
  }
  request->sender = socket->sender;
  request->address = socket->address;
  request->is_near = http_address_is_near(socket->address);
  request->lag = lag_of(socket);
  if (!http_socket_post(socket, request)) reject(socket, re, 503, "online.busy", 0);
}

/* Takes the body over. */
static void body_take(http_socket *socket, json_t *body, const char *re) {
  const char *name = json_is_object(body) ? text_of(body, "do") : NULL;
  const live_operation *operation = name == NULL ? NULL : live_operation_named(name);
  live_request *request = operation == NULL ? NULL : live_request_open();
  if (name != NULL && strcmp(name, "ping") == 0) {
    respond_ping(socket, re);
  } else if (name != NULL && strcmp(name, "hidden") == 0) {
    respond_hidden(socket, re, json_is_true(json_object_get(body, "hidden")));
  } else if (operation == NULL) {
    reject(socket, re, 400, "online.malformed", 0);
  } else if (request == NULL) {
    reject(socket, re, 503, "online.busy", 0);
  } else {
    request->operation = operation;
    request->body = body;
    (void)snprintf(request->re, sizeof request->re, "%s", re);
    request_post(socket, request);
    return;
  }
  if (request != NULL) live_request_close(request);
  json_decref(body);
}

void http_message_take(http_socket *socket, const char *text, size_t length) {
  http_server *server = http_server_of(socket->exchange->wsi);
  char re[ONLINE_COMMAND_MAX] = "";
  int seconds;
  if (socket->pending_count >= HTTP_SOCKET_REQUESTS_MAX) {
    http_socket_close(socket, "flood");
    return;
  }
  json_t *body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
  const char *id = text_of(body, "id");
  if (id != NULL && strlen(id) < sizeof re && strspn(id, ID_LETTERS) == strlen(id))
    (void)snprintf(re, sizeof re, "%s", id);
  if (server->is_stopping) {
    reject(socket, re, 503, "online.busy", 0);
    json_decref(body);
  } else if (!live_rate_limit_take(server->limits, LIVE_LIMIT_REQUESTS, socket->address, LIVE_TOKEN,
                                   live_thread_clock(), &seconds)) {
    reject(socket, re, 429, "online.too-many-requests", seconds);
    json_decref(body);
  } else {
    body_take(socket, body, re);
  }
}
