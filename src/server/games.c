/* Requests about games. The headers become a live_request, the body becomes its JSON, and the game thread decides. Its
   reply comes later by the id of the request (clients.h), and is written when the connection accepts bytes.

   Requests that are wrong in themselves, too many or too late are answered here. */
#include "base/text.h"
#include "exchange.h"
#include "online/messages.h"
#include "sender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void http_exchange_reply(http_exchange *exchange, live_output *reply) {
  exchange->reply = reply;
  exchange->is_reply_new = true;
  exchange->phase = HTTP_RESPONDING;
  http_deadline_set(exchange, http_patience(exchange));
  lws_callback_on_writable(exchange->wsi);
}

int http_games_respond(http_exchange *exchange) {
  const live_output *reply = exchange->reply;
  if (exchange->pending != NULL) return 0;
  if (reply == NULL || !exchange->is_reply_new) return http_respond_continue(exchange);
  char method[8] = "", path[sizeof exchange->logged_request] = "", seconds[16];
  (void)snprintf(seconds, sizeof seconds, "%d", reply->seconds);
  const http_response response = {.status = reply->bytes == NULL ? 503 : reply->status,
                                  .type = reply->type != NULL ? reply->type : "application/json; charset=utf-8",
                                  .cache = "no-store",
                                  .cookie = reply->cookie,
                                  .retry_after = reply->seconds > 0 ? seconds : NULL,
                                  .has_size = true,
                                  .body = (const unsigned char *)reply->bytes,
                                  .size = reply->bytes == NULL ? 0 : reply->length,
                                  .sent = reply->bytes == NULL ? 0 : reply->length};
  exchange->is_reply_new = false;
  (void)sscanf(exchange->logged_request, "%7s %47s", method, path);
  http_log(exchange->wsi, method, path, response.status, response.sent);
  return http_respond(exchange, &response);
}

/* ---- rejections ---- */

void http_games_error(asc_json *json, const char *key, int seconds) {
  asc_message message;
  asc_message_set(&message, key);
  if (seconds > 0) asc_message_add_number(&message, "seconds", seconds);
  live_error_write(json, NULL, &message);
}

static void reject(http_exchange *exchange, int status, const char *key, int seconds) {
  http_server *server = http_server_of(exchange->wsi);
  live_output *reply = calloc(1, sizeof *reply);
  server->counts.requests++;
  server->counts.rejected++;
  if (exchange->request != NULL) live_request_close(exchange->request);
  exchange->request = NULL;
  exchange->is_closing = exchange->is_closing || status == 413;
  if (reply == NULL) { /* without memory the connection ends */
    lws_set_timeout(exchange->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    exchange->phase = HTTP_ENDING;
    return;
  }
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  http_games_error(&json, key, seconds);
  asc_json_close(&json, '}');
  asc_strbuf_add_char(&text, '\n');
  reply->kind = LIVE_OUTPUT_REPLY;
  reply->status = status;
  reply->seconds = seconds;
  (void)asc_strbuf_take(&text, &reply->bytes, &reply->length);
  http_exchange_reply(exchange, reply);
}

/* ---- requests ---- */

/* Returns whether the client was made for this version of the API, which it names in a header or as ?v=. */
static bool is_version_served(const http_request *request) {
  char text[16];
  const char *version = http_request_field(request, "Ascona-Api");
  if (version == NULL) version = http_request_value(request, "v", text, sizeof text);
  long long number;
  return version != NULL && asc_text_number(version, LIVE_API_VERSION, LIVE_API_VERSION, &number);
}

static void query_read(const http_request *request, live_request *live) {
  char text[64];
  const char *value, *key = http_request_field(request, "Ascona-Key");
  long long number;
  value = http_request_value(request, "from", text, sizeof text);
  if (value == NULL) value = http_request_value(request, "before", text, sizeof text);
  if (value != NULL && asc_text_number(value, 0, INT64_MAX / 2, &number)) live->from = number;
  if (live->game[0] == '\0' && (value = http_request_value(request, "game", text, sizeof text)) != NULL &&
      asc_secret_is_valid(value, ASC_ID_BITS))
    (void)snprintf(live->game, sizeof live->game, "%s", value);
  if (live->part[0] == '\0' && (value = http_request_value(request, "state", text, sizeof text)) != NULL)
    (void)snprintf(live->part, sizeof live->part, "%.*s", (int)sizeof live->part - 1, value);
  if (key != NULL && strlen(key) < sizeof live->key) (void)snprintf(live->key, sizeof live->key, "%s", key);
}

/* Posts the request of the exchange. */
static void post(http_exchange *exchange) {
  http_server *server = http_server_of(exchange->wsi);
  live_request *live = exchange->request;
  int seconds;
  http_deadline_set(exchange, http_patience(exchange));
  if (server->is_stopping) {
    reject(exchange, 503, "online.busy", 0);
  } else if (!live_rate_limit_take(server->limits, LIVE_LIMIT_REQUESTS, live->address, LIVE_TOKEN, live_thread_clock(),
                                   &seconds)) {
    reject(exchange, 429, "online.too-many-requests", seconds);
  } else {
    exchange->request = NULL;
    if (!http_exchange_post(exchange, live)) reject(exchange, 503, "online.busy", 0);
  }
}

void http_games_take_body(http_exchange *exchange, const char *body, size_t length) {
  exchange->phase = HTTP_RESPONDING;
  exchange->request->body = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
  if (json_is_object(exchange->request->body))
    post(exchange);
  else
    reject(exchange, 400, "online.malformed", 0);
}

/* Returns why the head of a request is rejected, NULL if it is not. */
static const char *head_check(const http_server *server, const http_request *request, live_request *live, bool is_post,
                              int *status) {
  const char *path = request->path + strlen("/api/");
  bool exists = false;
  if (strlen(path) < 128) live->operation = live_operation_find(is_post, path, live, &exists);
  if (live->operation == NULL) {
    *status = exists ? 405 : 404;
    return exists ? "online.no-such-method" : "online.not-found";
  }
  *status = 400;
  if (!is_version_served(request)) return "online.too-old";
  if (!http_sender_read(server, request, &live->sender)) return "online.two-secrets";
  *status = 403;
  return is_post && !http_sender_is_allowed(server, request, &live->sender) ? "online.wrong-origin" : NULL;
}

void http_games_take(http_exchange *exchange, const http_request *request, uint64_t address, bool is_post) {
  const http_server *server = http_server_of(exchange->wsi);
  live_request *live = exchange->request = live_request_open();
  (void)snprintf(exchange->logged_request, sizeof exchange->logged_request, "%s %s", request->method, request->path);
  exchange->phase = HTTP_RESPONDING;
  if (live == NULL) {
    exchange->is_closing = exchange->is_closing || request->body != 0;
    reject(exchange, 503, "online.busy", 0);
    return;
  }
  live->address = address;
  live->is_near = http_address_is_near(address);
  int status;
  const char *reason = head_check(server, request, live, is_post, &status);
  if (reason != NULL) {
    exchange->is_closing = exchange->is_closing || request->body != 0; /* the body is not read */
    reject(exchange, status, reason, 0);
    return;
  }
  query_read(request, live);
  if (!is_post)
    post(exchange);
  else if (request->body < 0 || request->body > LIVE_BODY_MAX)
    reject(exchange, 413, "online.too-large", 0);
  else if (request->body == 0)
    http_games_take_body(exchange, "{}", 2);
  else
    exchange->phase = HTTP_READING_BODY;
}
