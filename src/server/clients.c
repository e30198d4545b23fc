/* Ids count up, so they spread evenly over the chains of the table. Pending requests are listed in the order in which
   they were posted, and each socket has a list of its own, because its replies may come in another order. */
#include "clients.h"

#include "exchange.h"
#include "server_inside.h"
#include "socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ---- */

static http_client **chain_of(http_server *server, live_client_id id) {
  return &server->clients.chains[id % HTTP_CLIENT_CHAINS];
}

void http_client_add(http_server *server, http_client *client) {
  client->id = ++server->clients.last_id;
  http_client **chain = chain_of(server, client->id);
  client->next = *chain;
  *chain = client;
}

void http_client_remove(http_server *server, http_client *client) {
  http_client **at = chain_of(server, client->id);
  while (*at != client) at = &(*at)->next;
  *at = client->next;
}

static http_client *client_find(http_server *server, live_client_id id) {
  http_client *client = *chain_of(server, id);
  while (client != NULL && client->id != id) client = client->next;
  return client;
}

/* ---- pending requests ---- */

static void pending_add(http_clients *clients, http_pending *pending) {
  pending->posted = live_thread_clock();
  pending->older = clients->newest;
  *(pending->older != NULL ? &pending->older->newer : &clients->oldest) = pending;
  clients->newest = pending;
  clients->pending_count++;
}

static void pending_free(http_clients *clients, http_pending *pending) {
  *(pending->older != NULL ? &pending->older->newer : &clients->oldest) = pending->newer;
  *(pending->newer != NULL ? &pending->newer->older : &clients->newest) = pending->older;
  clients->pending_count--;
  free(pending);
}

/* Posts a request. On failure everything is freed. */
static bool post(http_server *server, live_request *request, http_pending *pending) {
  live_input *input = pending == NULL ? NULL : live_input_open(LIVE_INPUT_REQUEST, NULL);
  if (input != NULL) {
    input->request = request;
    if (live_thread_post(server->live, input)) return true;
    input->request = NULL;
    live_input_close(input);
  }
  live_request_close(request);
  return false;
}

bool http_exchange_post(http_exchange *exchange, live_request *request) {
  http_server *server = http_server_of(exchange->wsi);
  http_pending *pending = calloc(1, sizeof *pending);
  if (pending != NULL) {
    pending->client.pending = pending;
    pending->exchange = exchange;
    http_client_add(server, &pending->client);
    request->client = pending->client.id;
    request->is_socket = false;
  }
  if (!post(server, request, pending)) {
    if (pending != NULL) http_client_remove(server, &pending->client);
    free(pending);
    return false;
  }
  pending_add(&server->clients, pending);
  exchange->pending = pending;
  return true;
}

bool http_socket_post(http_socket *socket, live_request *request) {
  http_server *server = http_server_of(socket->exchange->wsi);
  http_pending *pending = calloc(1, sizeof *pending);
  if (pending != NULL) memcpy(pending->re, request->re, sizeof pending->re);
  request->client = socket->client.id;
  request->is_socket = true;
  if (!post(server, request, pending)) {
    free(pending);
    return false;
  }
  pending_add(&server->clients, pending);
  http_pending **end = &socket->pending;
  while (*end != NULL) end = &(*end)->next;
  *end = pending;
  socket->pending_count++;
  return true;
}

/* Removes the request that a reply answers. The reply starts with {"re":"ID". */
static void socket_settle(http_server *server, http_socket *socket, const live_output *reply) {
  static const char START[] = "{\"re\":\"";
  const size_t start = sizeof START - 1;
  const char *re = reply->length > start && memcmp(reply->bytes, START, start) == 0 ? reply->bytes + start : NULL;
  const char *end = re == NULL ? NULL : memchr(re, '"', reply->length - start);
  http_pending **at = &socket->pending;
  while (*at != NULL && end != NULL &&
         (strlen((*at)->re) != (size_t)(end - re) || memcmp((*at)->re, re, (size_t)(end - re)) != 0))
    at = &(*at)->next;
  if (*at == NULL) at = &socket->pending;
  http_pending *pending = *at;
  if (pending == NULL) return;
  *at = pending->next;
  socket->pending_count--;
  pending_free(&server->clients, pending);
}

void http_socket_pending_free(http_socket *socket) {
  http_server *server = http_server_of(socket->exchange->wsi);
  for (http_pending *pending = socket->pending, *next; pending != NULL; pending = next) {
    next = pending->next;
    pending_free(&server->clients, pending);
  }
  socket->pending = NULL;
  socket->pending_count = 0;
}

int64_t http_clients_oldest(const http_server *server) {
  const http_pending *oldest = server->clients.oldest;
  return oldest == NULL ? 0 : live_thread_clock() - oldest->posted;
}

void http_clients_free(http_server *server) {
  while (server->clients.oldest != NULL) pending_free(&server->clients, server->clients.oldest);
}

/* ---- outputs ---- */

/* Takes the output over. */
static void reply_take(http_server *server, live_output *reply) {
  http_client *client = client_find(server, reply->client);
  if (client != NULL && client->socket != NULL) {
    socket_settle(server, client->socket, reply);
    http_socket_write_text(client->socket, reply->bytes, reply->length);
    if (server->is_stopping && client->socket->pending_count == 0) http_socket_close(client->socket, "restart");
  } else if (client != NULL) {
    http_pending *pending = client->pending;
    http_exchange *exchange = pending->exchange;
    http_client_remove(server, client);
    pending_free(&server->clients, pending);
    if (exchange != NULL) {
      exchange->pending = NULL;
      http_exchange_reply(exchange, reply);
      return;
    }
  }
  live_output_close(reply);
}

/* All sockets share one frame. A socket that can't get it is closed: the client catches up when it comes back. */
static void publish(http_server *server, const live_output *output) {
  http_message *message =
      output->bytes == NULL ? NULL : http_message_open(HTTP_FRAME_TEXT, output->bytes, output->length);
  for (size_t i = 0; i < output->socket_count; i++) {
    http_client *client = client_find(server, output->sockets[i]);
    if (client == NULL || client->socket == NULL) continue;
    if (message != NULL)
      http_socket_send(client->socket, message);
    else
      http_socket_close(client->socket, "reconnect");
  }
  http_message_release(message);
}

static void output_take(http_server *server, live_output *output) {
  const http_client *client;
  switch (output->kind) {
  case LIVE_OUTPUT_REPLY: reply_take(server, output); return;
  case LIVE_OUTPUT_PUBLISH: publish(server, output); break;
  case LIVE_OUTPUT_CLOSE:
    client = client_find(server, output->client);
    if (client != NULL && client->socket != NULL) http_socket_close(client->socket, output->reason);
    break;
  case LIVE_OUTPUT_FIGURES: server->figures = output->figures; break;
  case LIVE_OUTPUT_ENDED: server->has_ended = true; break;
  }
  live_output_close(output);
}

void http_outputs_take(http_server *server) {
  for (live_output *output = live_thread_take(server->live), *next; output != NULL; output = next) {
    next = output->next;
    output_take(server, output);
  }
}
