/* Sockets as the game thread knows them: who they are, whether somebody is there, and which rooms they listen to. The
   network thread owns the connections; it is sent ids. So a publication is one message and a list of ids. */
#include "rooms.h"

#include "gaps.h"
#include "operations.h"
#include "request.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static live_socket **bucket_of(live_loop *loop, live_client_id id) {
  return &loop->sockets[asc_hash_add(0, id) % LIVE_BUCKETS];
}

live_socket *live_socket_find(live_loop *loop, live_client_id id) {
  for (live_socket *socket = *bucket_of(loop, id); socket != NULL; socket = socket->next)
    if (socket->id == id) return socket;
  return NULL;
}

static bool close_send(live_loop *loop, live_client_id id, const char *reason) {
  live_output *output = calloc(1, sizeof *output);
  if (output == NULL) return false;
  output->kind = LIVE_OUTPUT_CLOSE;
  output->client = id;
  output->reason = reason;
  live_send(loop, output);
  return true;
}

void live_socket_close(live_socket *socket, const char *reason) {
  if (close_send(socket->loop, socket->id, reason)) return;
  socket->close_reason = reason;
  socket->loop->has_unclosed = true;
}

void live_sockets_close_late(live_loop *loop) {
  if (!loop->has_unclosed) return;
  loop->has_unclosed = false;
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_socket *socket = loop->sockets[i]; socket != NULL; socket = socket->next) {
      const char *reason = socket->close_reason;
      socket->close_reason = NULL;
      if (reason != NULL) live_socket_close(socket, reason);
    }
}

/* ---- whose socket it is ---- */

/* Asks the store by a request of its own. */
static void identify(live_socket *socket) {
  live_loop *loop = socket->loop;
  if (socket->sender == NULL || !loop->store_is_up) return;
  live_request *request = live_request_open();
  if (request == NULL) {
    live_socket_close(socket, "reconnect");
    return;
  }
  request->operation = &live_operation_identify;
  request->from = (int64_t)socket->id; /* not `client`: there is no reply */
  request->sender = *socket->sender;
  request->address = socket->address;
  request->arrived = loop->step_start; /* not after any request that waits: see flag_time */
  request->inside->loop = loop;
  request->inside->is_counted = true;
  live_queue_add(loop, request);
}

void live_sockets_identify(live_loop *loop) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_socket *socket = loop->sockets[i]; socket != NULL; socket = socket->next) identify(socket);
}

void live_socket_add(live_loop *loop, live_client_id id, uint64_t address, live_sender *sender) {
  live_socket *socket = calloc(1, sizeof *socket);
  bool has_secret = sender != NULL && sender->has_secret;
  if (socket == NULL) (void)close_send(loop, id, "reconnect");
  if (socket == NULL || !has_secret) free(sender);
  if (socket == NULL) return;
  live_socket **bucket = bucket_of(loop, id);
  socket->loop = loop;
  socket->id = id;
  socket->address = address;
  socket->sender = has_secret ? sender : NULL;
  socket->next = *bucket;
  *bucket = socket;
  identify(socket);
}

static live_socket **own_bucket_of(live_loop *loop, const char *person) {
  return &loop->person_sockets[asc_hash_text(0, person) % LIVE_BUCKETS];
}

static void own_remove(live_socket *socket) {
  if (socket->person[0] == '\0') return;
  live_socket **at = own_bucket_of(socket->loop, socket->person);
  while (*at != socket) at = &(*at)->next_own;
  *at = socket->next_own;
}

void live_socket_identify(live_socket *socket, const live_sender *sender) {
  free(socket->sender);
  socket->sender = NULL;
  if (!sender->is_known) return;
  own_remove(socket);
  memcpy(socket->person, sender->person, sizeof socket->person);
  memcpy(socket->device, sender->device, sizeof socket->device);
  live_socket **bucket = own_bucket_of(socket->loop, socket->person);
  socket->next_own = *bucket;
  *bucket = socket;
}

void live_socket_remove(live_loop *loop, live_client_id id) {
  live_socket **at = bucket_of(loop, id);
  while (*at != NULL && (*at)->id != id) at = &(*at)->next;
  live_socket *socket = *at;
  if (socket == NULL) return;
  while (socket->listeners != NULL) live_listener_remove(socket->listeners);
  *at = socket->next;
  own_remove(socket);
  free(socket->sender);
  free(socket);
}

/* Presence changes are published by the tick of the rooms. */
static void rooms_wake(live_socket *socket) {
  for (live_listener *listener = socket->listeners; listener != NULL; listener = listener->beside)
    if (listener->room->state == LIVE_ROOM_OPEN) live_room_wake_set(listener->room);
}

void live_socket_presence(live_loop *loop, const live_input *input) {
  live_socket *socket = live_socket_find(loop, input->client);
  if (socket == NULL) return;
  int64_t since = live_time_at(loop, input->since);
  if (input->is_silent && !socket->is_silent) socket->heard = since;
  if (input->is_hidden && !socket->is_hidden) socket->hidden_since = since;
  socket->is_silent = input->is_silent;
  socket->is_hidden = input->is_hidden;
  for (live_listener *listener = socket->listeners; listener != NULL; listener = listener->beside)
    listener->room->presence_changed = true;
  rooms_wake(socket);
}

void live_sockets_close_all(live_loop *loop, const char *reason) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_socket *socket = loop->sockets[i]; socket != NULL; socket = socket->next)
      live_socket_close(socket, reason);
}

void live_sockets_close_of(live_loop *loop, const char *person, const char *device) {
  for (live_socket *socket = *own_bucket_of(loop, person); socket != NULL; socket = socket->next_own) {
    if (strcmp(socket->person, person) != 0) continue;
    if (device == NULL || strcmp(socket->device, device) == 0) live_socket_close(socket, "signed-out");
  }
}

int live_sockets_count_of(live_loop *loop, const char *person) {
  int count = 0;
  for (const live_socket *socket = *own_bucket_of(loop, person); socket != NULL; socket = socket->next_own)
    count += strcmp(socket->person, person) == 0;
  return count;
}

void live_sockets_free(live_loop *loop) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    while (loop->sockets[i] != NULL) live_socket_remove(loop, loop->sockets[i]->id);
}

/* ---- listeners ---- */

live_listener *live_listener_find(const live_socket *socket, const char *game) {
  for (live_listener *listener = socket->listeners; listener != NULL; listener = listener->beside)
    if (strcmp(listener->room->id, game) == 0) return listener;
  return NULL;
}

static int seat_of(const live_room *room, const live_socket *socket) {
  return socket->person[0] != '\0' ? online_room_seat_of(room->game, socket->person) : 0;
}

bool live_listener_add(live_room *room, live_socket *socket, int64_t number) {
  live_listener *listener = live_listener_find(socket, room->id);
  if (listener == NULL) {
    listener = calloc(1, sizeof *listener);
    if (listener == NULL) return false;
    listener->room = room;
    listener->socket = socket;
    listener->next = room->listeners;
    if (listener->next != NULL) listener->next->back = &listener->next;
    listener->back = &room->listeners;
    room->listeners = listener;
    listener->beside = socket->listeners;
    socket->listeners = listener;
    socket->listener_count++;
  }
  listener->number = number;
  listener->seat = seat_of(room, socket);
  return true;
}

/* The seat was heard from until now, or until its socket fell silent. */
void live_listener_remove(live_listener *listener) {
  live_socket *socket = listener->socket;
  live_room *room = listener->room;
  int64_t now = live_now(socket->loop);
  live_listener **at = &socket->listeners;
  while (*at != listener) at = &(*at)->beside;
  *at = listener->beside;
  socket->listener_count--;
  int64_t heard = socket->is_silent ? socket->heard : now;
  if (listener->seat > 0 && heard > room->seats[listener->seat - 1].heard)
    room->seats[listener->seat - 1].heard = heard;
  room->used = now;
  room->presence_changed = true;
  *listener->back = listener->next;
  if (listener->next != NULL) listener->next->back = listener->back;
  free(listener);
  if (room->state == LIVE_ROOM_OPEN) live_room_wake_set(room);
}

void live_listeners_update(live_room *room, bool hides) {
  for (live_listener *listener = room->listeners, *next; listener != NULL; listener = next) {
    live_socket *socket = listener->socket;
    next = listener->next;
    listener->seat = seat_of(room, socket);
    if (!hides || listener->seat > 0) continue;
    live_listener_remove(listener);
    live_socket_close(socket, "reconnect");
  }
}

/* ---- publishing ---- */

/* A listener that cannot get a message must come back, and catches up then. */
static void listeners_lose(live_room *room) {
  for (live_listener *listener = room->listeners; listener != NULL; listener = listener->next)
    live_socket_close(listener->socket, "reconnect");
}

/* Takes the list of sockets over. */
static void publish_to(live_room *room, const asc_strbuf *text, live_client_id *sockets, size_t count) {
  live_output *output = count == 0 || text->failed ? NULL : calloc(1, sizeof *output);
  char *bytes = output == NULL ? NULL : malloc(text->length);
  if (bytes == NULL) {
    if (count > 0) listeners_lose(room);
    free(output);
    free(sockets);
    return;
  }
  memcpy(bytes, text->text, text->length);
  *output = (live_output){
      .kind = LIVE_OUTPUT_PUBLISH, .bytes = bytes, .length = text->length, .sockets = sockets, .socket_count = count};
  live_send(room->loop, output);
}

/* Memory for the ids of all listeners; NULL: there are none, or there is no memory. */
static live_client_id *sockets_open(live_room *room) {
  size_t count = 0;
  for (const live_listener *at = room->listeners; at != NULL; at = at->next) count++;
  live_client_id *sockets = count == 0 ? NULL : malloc(count * sizeof(live_client_id));
  if (count > 0 && sockets == NULL) listeners_lose(room);
  return sockets;
}

void live_publish_event(live_room *room, const char *line, int64_t number, live_client_id except) {
  live_client_id *sockets = sockets_open(room);
  size_t count = 0;
  if (sockets == NULL) return;
  for (live_listener *listener = room->listeners; listener != NULL; listener = listener->next) {
    if (number <= listener->number) continue;
    listener->number = number;
    if (listener->socket->id != except) sockets[count++] = listener->socket->id;
  }
  asc_strbuf text = {.failed = line == NULL};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "game", room->id);
  if (line != NULL) asc_json_raw(&json, "event", line, strlen(line));
  asc_json_close(&json, '}');
  publish_to(room, &text, sockets, count);
  free(text.text);
}

void live_publish(live_room *room, const asc_strbuf *text, bool seats_only) {
  live_client_id *sockets = sockets_open(room);
  size_t count = 0;
  if (sockets == NULL) return;
  for (live_listener *listener = room->listeners; listener != NULL; listener = listener->next)
    if (!seats_only || listener->seat > 0) sockets[count++] = listener->socket->id;
  publish_to(room, text, sockets, count);
}
