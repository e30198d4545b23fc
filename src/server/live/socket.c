/* Sockets: messages in, messages out. A message that comes is an object as a POST has it, with "do" and "game" besides;
   its answer has "re", the id it came with. What waits for a slow reader is bounded: then the socket is closed, and the
   client comes again and names the last number it has. */
#include "live.h"

#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASKS_MAX = 32, WRITES_A_TURN = 16 };

live_message *asc_message_make(const char *text, size_t length) {
  live_message *message = malloc(sizeof *message + LWS_PRE + length);
  if (message == NULL) return NULL;
  message->users = 1;
  message->length = length;
  memcpy(message->bytes + LWS_PRE, text, length);
  return message;
}

void asc_message_release(live_message *message) {
  if (--message->users == 0) free(message);
}

void asc_socket_close(live_socket *socket, const char *why) {
  if (socket->closing != NULL || socket->wsi == NULL) return;
  socket->closing = why;
  unsigned char text[16];
  size_t length = strnlen(why, sizeof text);
  memcpy(text, why, length);
  lws_close_reason(socket->wsi, LWS_CLOSE_STATUS_GOINGAWAY, text, length);
  socket->closed = asc_live_now(socket->live);
  lws_callback_on_writable(socket->wsi);
}

/* Closed without a word, soon. The library looks at what is due only after something came, so it is woken. */
static void cut(live_socket *socket) {
  lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
  lws_cancel_service(lws_get_context(socket->wsi));
}

/* The library writes its header in front of the text; all sockets get the same one. */
static int message_write(const live_socket *socket, live_message *message) {
  return lws_write(socket->wsi, message->bytes + LWS_PRE, message->length, LWS_WRITE_TEXT);
}

/* Nothing waits: it goes out at once, and what the system does not take of it the library keeps. To be called back when
   the socket can be written to would take four more calls of the system. */
void asc_socket_send(live_socket *socket, live_message *message) {
  if (socket->closing != NULL || socket->wsi == NULL) return;
  if (socket->first == NULL && !lws_partial_buffered(socket->wsi)) {
    socket->live->counts.sent++;
    if (message_write(socket, message) >= 0) return;
    socket->closing = "gone"; /* nobody hears why */
    cut(socket);
    return;
  }
  live_out *out = malloc(sizeof *out);
  /* The last one may be longer than all, the whole of a long game; then nothing more is added. */
  if (out == NULL || socket->queued > LIVE_QUEUE_MAX) {
    free(out);
    socket->live->counts.dropped++;
    asc_socket_close(socket, "slow");
    (void)lws_rx_flow_control(socket->wsi, 0); /* nor is he listened to */
    return;
  }
  *out = (live_out){NULL, message};
  message->users++;
  if (socket->first == NULL)
    socket->first = out;
  else
    socket->last->next = out;
  socket->last = out;
  socket->queued += message->length;
  socket->live->counts.sent++;
  lws_callback_on_writable(socket->wsi);
}

static void out_drop(live_socket *socket) {
  live_out *out = socket->first;
  socket->first = out->next;
  socket->queued -= out->message->length;
  asc_message_release(out->message);
  free(out);
}

void asc_socket_unfollow(live_follow *follow) {
  live_socket *socket = follow->socket;
  live_follow **at = &socket->follows;
  while (*at != follow) at = &(*at)->beside;
  *at = follow->beside;
  socket->follow_count--;
  if (follow->seat > 0) {
    live_seat *seat = &follow->room->seats[follow->seat - 1];
    if (socket->heard > seat->heard) seat->heard = socket->heard;
  }
  follow->room->used = asc_live_now(socket->live);
  *follow->back = follow->next;
  if (follow->next != NULL) follow->next->back = follow->back;
  free(follow);
}

int asc_socket_lag(const live_socket *socket) {
  int lowest = INT32_MAX;
  for (unsigned i = 0; i < LIVE_PINGS && i < socket->ping_count; i++)
    if (socket->pings[i] < lowest) lowest = socket->pings[i];
  return lowest == INT32_MAX ? 0 : lowest;
}

void asc_sockets_close_of(web_live *live, const char *person, const char *device) {
  for (live_socket *socket = live->sockets; socket != NULL; socket = socket->next)
    if (socket->who.known && strcmp(socket->who.person, person) == 0 &&
        (device == NULL || strcmp(socket->who.device, device) == 0))
      asc_socket_close(socket, "out");
}

int asc_sockets_count_of(const web_live *live, const char *person) {
  int count = 0;
  for (const live_socket *socket = live->sockets; socket != NULL; socket = socket->next)
    count += socket->who.known && strcmp(socket->who.person, person) == 0;
  return count;
}

/* ---- what comes in ---- */

static void message_take(live_socket *socket) {
  web_live *live = socket->live;
  json_error_t error;
  json_t *body = json_loadb(socket->text, socket->length, JSON_REJECT_DUPLICATES, &error);
  live_ask *ask = asc_ask_open(live);
  const char *name = json_string_value(json_object_get(body, "do"));
  const char *game = json_string_value(json_object_get(body, "game"));
  const char *id = json_string_value(json_object_get(body, "id"));
  const char *key = json_string_value(json_object_get(body, "key"));
  socket->length = 0;
  if (ask == NULL) {
    json_decref(body);
    asc_socket_close(socket, "again");
    return;
  }
  ask->body = body;
  ask->socket = socket;
  ask->beside = socket->asks;
  socket->asks = ask;
  socket->asking++;
  ask->who = socket->who;
  ask->address = socket->address;
  ask->lag = asc_socket_lag(socket);
  if (id != NULL && strlen(id) < sizeof ask->re &&
      strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(id))
    (void)snprintf(ask->re, sizeof ask->re, "%s", id);
  ask->op = !json_is_object(body) || name == NULL ? NULL : asc_op_named(name);
  if (ask->op == NULL) {
    asc_ask_refuse(ask, 400, "online.malformed");
    return;
  }
  bool creates = ask->op->begin == asc_hall_create;
  if (key != NULL && strlen(key) < sizeof ask->key) (void)snprintf(ask->key, sizeof ask->key, "%s", key);
  if ((ask->op->room || ask->op->begin == asc_game_unwatch) && !creates) {
    if (game == NULL || !asc_secret_is(game, ASC_ID_BITS)) {
      asc_ask_refuse(ask, 404, "online.not-there");
      return;
    }
    (void)snprintf(ask->game, sizeof ask->game, "%s", game);
  }
  asc_ask_begin(ask);
}

static int received(live_socket *socket, const char *in, size_t length) {
  socket->heard = asc_live_now(socket->live);
  if (socket->closing != NULL) return 0;
  if (socket->length + length > LIVE_BODY_MAX || lws_frame_is_binary(socket->wsi)) {
    unsigned char why[] = "large";
    lws_close_reason(socket->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, why, sizeof why - 1);
    return -1;
  }
  char *grown = realloc(socket->text, socket->length + length + 1);
  if (grown == NULL) return -1;
  socket->text = grown;
  memcpy(grown + socket->length, in, length);
  socket->length += length;
  if (!lws_is_final_fragment(socket->wsi) || lws_remaining_packet_payload(socket->wsi) > 0) return 0;
  if (socket->asking >= ASKS_MAX) {
    asc_socket_close(socket, "flood");
    return 0;
  }
  message_take(socket);
  free(socket->text);
  socket->text = NULL;
  socket->length = 0;
  return 0;
}

static void ponged(live_socket *socket, const void *in, size_t length) {
  int64_t sent, now = asc_live_now(socket->live);
  socket->heard = now;
  if (length != sizeof sent) return;
  memcpy(&sent, in, sizeof sent);
  if (sent != socket->pinged || now < sent) return;
  int64_t took = now - sent;
  socket->pings[socket->ping_count++ % LIVE_PINGS] = (int16_t)(took < 10000 ? took : 10000);
}

/* ---- what goes out ---- */

static int ping_write(live_socket *socket) {
  unsigned char bytes[LWS_PRE + sizeof(int64_t)];
  socket->ping = false;
  socket->pinged = asc_live_now(socket->live);
  memcpy(bytes + LWS_PRE, &socket->pinged, sizeof socket->pinged);
  return lws_write(socket->wsi, bytes + LWS_PRE, sizeof socket->pinged, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static int writeable(live_socket *socket) {
  for (int i = 0; i < WRITES_A_TURN && socket->first != NULL && !lws_partial_buffered(socket->wsi); i++) {
    if (message_write(socket, socket->first->message) < 0) return -1;
    out_drop(socket);
  }
  if (socket->closing != NULL) {
    /* Who is too slow does not get the rest. The library tells why only when it is not from here that it is told to
       close: then it takes the socket for broken. */
    while (socket->first != NULL && strcmp(socket->closing, "slow") == 0) out_drop(socket);
    if (socket->first == NULL && !socket->told && !lws_partial_buffered(socket->wsi))
      lws_set_timer_usecs(socket->wsi, 1);
  }
  if (socket->ping && socket->closing == NULL && socket->first == NULL && !lws_partial_buffered(socket->wsi) &&
      ping_write(socket) < 0)
    return -1;
  if (socket->first != NULL || lws_partial_buffered(socket->wsi)) lws_callback_on_writable(socket->wsi);
  return 0;
}

/* The library tells why and waits for the answer; but not when it still has something to send, or is told once more.
   Then it just closes, and nobody hears why. */
static int tell_why(live_socket *socket) {
  if (socket->closing == NULL || socket->told) return 0;
  socket->told = true;
  return -1;
}

/* ---- beginning and end ---- */

/* Silence is answered with a ping, and long silence by closing: the other end is gone. So is one that does not take
   the reason why it is closed. */
static void look_at(live_socket *socket, int64_t now) {
  int64_t silent = now - socket->heard;
  if (silent > LIVE_SILENCE || (socket->closing != NULL && now - socket->closed > LIVE_CLOSE)) {
    cut(socket);
  } else if (silent >= LIVE_PING / 2 && now - socket->pinged >= LIVE_PING / 2) {
    socket->ping = true;
    lws_callback_on_writable(socket->wsi);
  }
}

void asc_sockets_shift(web_live *live, int64_t by) {
  for (live_socket *socket = live->sockets; socket != NULL; socket = socket->next) {
    socket->heard += by;
    socket->pinged += by;
    socket->closed += by;
    if (socket->hidden != 0) socket->hidden += by;
  }
}

/* A part of them at a time, each about once a second. The library has timers, but each is put into a list of all. */
void asc_sockets_tick(web_live *live, int64_t now) {
  for (int count = live->socket_count * LIVE_TICK / 1000 + 1; count > 0 && live->sockets != NULL; count--) {
    live_socket *socket = live->look != NULL ? live->look : live->sockets;
    live->look = socket->next;
    look_at(socket, now);
  }
}

void asc_socket_ready(live_socket *socket) {
  if (socket->wsi == NULL) return;
  if (socket->who.known && asc_sockets_count_of(socket->live, socket->who.person) > LIVE_SOCKETS_MAX) {
    asc_socket_close(socket, "sockets");
    return;
  }
  socket->ready = true;
  (void)lws_rx_flow_control(socket->wsi, 1);
  socket->ping = true;
  lws_callback_on_writable(socket->wsi);
}

static int filtered(struct lws *wsi, live_socket *socket) {
  web_live *live = server_of(wsi)->live;
  if (live == NULL || live->ending || socket == NULL) return -1;
  memset(socket, 0, sizeof *socket);
  if (!asc_who_read(live, wsi, &socket->who, NULL)) return -1;
  if (!asc_origin_allowed(live, wsi, &socket->who)) return -1;
  socket->address = asc_address_of(live, wsi);
  int seconds;
  return asc_limit_take(live, LIMIT_ADDRESS, socket->address, asc_live_now(live), &seconds) ? 0 : -1;
}

static int established(struct lws *wsi, live_socket *socket) {
  web_live *live = server_of(wsi)->live;
  socket->wsi = wsi;
  socket->live = live;
  socket->heard = asc_live_now(live);
  socket->next = live->sockets;
  if (socket->next != NULL) socket->next->back = &socket->next;
  socket->back = &live->sockets;
  live->sockets = socket;
  live->socket_count++;
  asc_http_log(wsi, "SOCKET", "/api/socket", 101, 0);
  if (!socket->who.secret) {
    asc_socket_ready(socket);
    return 0;
  }
  (void)lws_rx_flow_control(wsi, 0);
  asc_people_know_socket(socket);
  return 0;
}

static void closed(live_socket *socket) {
  if (socket->live == NULL) return;
  if (socket->job != NULL) asc_live_job_orphan(socket->job);
  for (live_ask *ask = socket->asks, *next; ask != NULL; ask = next) {
    next = ask->beside;
    ask->socket = NULL;
  }
  for (live_follow *follow = socket->follows, *after; follow != NULL; follow = after) {
    after = follow->beside;
    asc_socket_unfollow(follow);
  }
  for (live_out *out = socket->first, *after; out != NULL; out = after) {
    after = out->next;
    asc_message_release(out->message);
    free(out);
  }
  socket->first = socket->last = NULL;
  free(socket->text);
  *socket->back = socket->next;
  if (socket->next != NULL) socket->next->back = socket->back;
  if (socket->live->look == socket) socket->live->look = socket->next;
  socket->live->socket_count--;
  socket->live = NULL;
  socket->wsi = NULL;
}

int asc_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  server_of(wsi)->events++;
  live_socket *socket = user;
  switch (reason) {
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return filtered(wsi, socket);
  case LWS_CALLBACK_ESTABLISHED: return established(wsi, socket);
  case LWS_CALLBACK_RECEIVE: return received(socket, in, length);
  case LWS_CALLBACK_RECEIVE_PONG: ponged(socket, in, length); return 0;
  case LWS_CALLBACK_SERVER_WRITEABLE: return writeable(socket);
  case LWS_CALLBACK_TIMER: return tell_why(socket);
  case LWS_CALLBACK_CLOSED: closed(socket); return 0;
  case LWS_CALLBACK_WSI_DESTROY: asc_http_connection_forget(wsi); return 0;
  default: return 0;
  }
}
