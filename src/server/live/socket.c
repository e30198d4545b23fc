/* Sockets: messages in, messages out. A message that comes is an object as a POST has it, with "do" and "game" besides;
   its answer has "re", the id it came with. What waits for a slow reader is bounded: then the socket is closed, and the
   client comes again and names the last number it has. */
#include "live.h"

#include "server/frame.h"
#include "server/http.h"
#include "server/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASKS_MAX = 32, WRITES_A_TURN = 16, FRAMES_A_TURN = 16, REASON_MAX = 16 };

static live_message *frame_make(int opcode, const void *bytes, size_t length) {
  unsigned char head[FRAME_HEAD_MAX], *start = asc_frame_head(head + sizeof head, opcode, length);
  size_t size = (size_t)(head + sizeof head - start);
  live_message *message = malloc(sizeof *message + size + length);
  if (message == NULL) return NULL;
  message->users = 1;
  message->length = size + length;
  memcpy(message->bytes, start, size);
  if (length > 0) memcpy(message->bytes + size, bytes, length);
  return message;
}

live_message *asc_message_make(const char *text, size_t length) { return frame_make(FRAME_TEXT, text, length); }

void asc_message_release(live_message *message) {
  if (--message->users == 0) free(message);
}

static void close_with(live_socket *socket, int code, const char *why) {
  if (socket->closing != NULL || socket->exchange == NULL) return;
  socket->closing = why;
  socket->code = code;
  socket->closed = asc_live_now(socket->live);
  lws_callback_on_writable(socket->exchange->wsi);
}

void asc_socket_close(live_socket *socket, const char *why) { close_with(socket, CLOSE_AWAY, why); }

/* Closed without a word, soon. The library looks at what is due only after something came, so it is woken. */
static void cut(live_socket *socket) {
  lws_set_timeout(socket->exchange->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
  lws_cancel_service(lws_get_context(socket->exchange->wsi));
}

static void out_drop(live_socket *socket) {
  live_out *out = socket->first;
  socket->first = out->next;
  socket->queued -= out->message->length;
  socket->sent = 0;
  asc_message_release(out->message);
  free(out);
}

static bool out_add(live_socket *socket, live_message *message) {
  live_out *out = malloc(sizeof *out);
  if (out == NULL) return false;
  *out = (live_out){NULL, message};
  message->users++;
  if (socket->first == NULL)
    socket->first = out;
  else
    socket->last->next = out;
  socket->last = out;
  socket->queued += message->length;
  return true;
}

/* The first message goes out as far as the system takes it. False: the connection is broken. */
static bool out_write(live_socket *socket) {
  const live_message *message = socket->first->message;
  ssize_t taken = asc_wire_write(socket->exchange->wsi, message->bytes + socket->sent, message->length - socket->sent);
  if (taken < 0) return false;
  socket->sent += (size_t)taken;
  if (socket->sent == message->length) out_drop(socket);
  return true;
}

/* Nothing waits: it goes out at once. To be called back when the socket can be written to would take four more calls of
   the system. */
static void send_frame(live_socket *socket, live_message *message) {
  bool waits = socket->first != NULL;
  /* The last one may be longer than all, the whole of a long game; then nothing more is added. */
  if (socket->queued > LIVE_QUEUE_MAX || !out_add(socket, message)) {
    socket->live->counts.dropped++;
    asc_socket_close(socket, "slow");
    asc_http_hear(socket->exchange, false); /* nor is it listened to */
    return;
  }
  socket->live->counts.sent++;
  if (!waits && !out_write(socket)) {
    socket->closing = "gone"; /* nobody hears why */
    cut(socket);
    return;
  }
  if (socket->first != NULL) lws_callback_on_writable(socket->exchange->wsi);
}

void asc_socket_send(live_socket *socket, live_message *message) {
  if (socket->closing == NULL && socket->exchange != NULL) send_frame(socket, message);
}

static void send_control(live_socket *socket, int opcode, const void *bytes, size_t length) {
  live_message *message = frame_make(opcode, bytes, length);
  if (message == NULL) return;
  send_frame(socket, message);
  asc_message_release(message);
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

static void message_take(live_socket *socket, const char *text, size_t length) {
  web_live *live = socket->live;
  json_error_t error;
  json_t *body = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
  live_ask *ask = asc_ask_open(live);
  const char *name = json_string_value(json_object_get(body, "do"));
  const char *game = json_string_value(json_object_get(body, "game"));
  const char *id = json_string_value(json_object_get(body, "id"));
  const char *key = json_string_value(json_object_get(body, "key"));
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
    if (game == NULL || !asc_secret_is_valid(game, ASC_ID_BITS)) {
      asc_ask_refuse(ask, 404, "online.not-there");
      return;
    }
    (void)snprintf(ask->game, sizeof ask->game, "%s", game);
  }
  asc_ask_begin(ask);
}

/* A message is whole. */
static void text_take(live_socket *socket, const char *text, size_t length) {
  if (socket->asking >= ASKS_MAX)
    asc_socket_close(socket, "flood");
  else
    message_take(socket, text, length);
}

/* A piece of a message that comes in several. */
static void part_take(live_socket *socket, const web_frame *frame) {
  char *grown = realloc(socket->text, socket->length + frame->length + 1);
  if (grown == NULL) {
    asc_socket_close(socket, "again");
    return;
  }
  socket->text = grown;
  memcpy(grown + socket->length, frame->bytes, frame->length);
  socket->length += frame->length;
  if (!frame->last) return;
  text_take(socket, socket->text, socket->length);
  free(socket->text);
  socket->text = NULL;
  socket->length = 0;
}

static void ponged(live_socket *socket, const void *in, size_t length) {
  int64_t sent, now = asc_live_now(socket->live);
  if (length != sizeof sent) return;
  memcpy(&sent, in, sizeof sent);
  if (sent != socket->pinged || now < sent) return;
  int64_t took = now - sent;
  socket->pings[socket->ping_count++ % LIVE_PINGS] = (int16_t)(took < 10000 ? took : 10000);
}

/* The client closes, or answers that we do. */
static int close_take(live_socket *socket, const web_frame *frame) {
  if (socket->told) return -1;
  int code = frame->length >= 2 ? (unsigned char)frame->bytes[0] << 8 | (unsigned char)frame->bytes[1] : CLOSE_NORMAL;
  close_with(socket, code < CLOSE_NORMAL ? CLOSE_PROTOCOL : code, "");
  socket->answering = true;
  return 0;
}

static int frame_take(live_socket *socket, const web_frame *frame) {
  bool more = socket->text != NULL;
  socket->heard = asc_live_now(socket->live);
  if (frame->opcode == FRAME_CLOSE) return close_take(socket, frame);
  if (socket->closing != NULL) return 0;
  if (frame->opcode == FRAME_PING)
    send_control(socket, FRAME_PONG, frame->bytes, frame->length);
  else if (frame->opcode == FRAME_PONG)
    ponged(socket, frame->bytes, frame->length);
  else if ((frame->opcode == FRAME_MORE) != more)
    return -CLOSE_PROTOCOL;
  else if (frame->opcode == FRAME_BINARY || socket->length + frame->length > LIVE_BODY_MAX)
    return -CLOSE_LARGE;
  else if (frame->last && !more)
    text_take(socket, frame->bytes, frame->length);
  else
    part_take(socket, frame);
  return 0;
}

/* A socket takes its turn like others: after some frames it goes on when the loop comes round. */
static void turn_yield(live_socket *socket) {
  socket->yielded = true;
  asc_http_hear(socket->exchange, false);
  lws_callback_on_writable(socket->exchange->wsi);
}

/* Requests have a limit of their own; this one is for whatever else a client can send without end. */
static void frame_pay(live_socket *socket) {
  int seconds;
  if (socket->closing == NULL && !asc_limit_take(socket->live->server, LIMIT_FRAMES, socket->address, LIVE_TOKEN,
                                                 asc_live_now(socket->live), &seconds))
    asc_socket_close(socket, "flood");
}

int asc_socket_take(live_socket *socket, char *bytes, size_t length, size_t *used) {
  if (socket->yielded) asc_http_hear(socket->exchange, true);
  socket->yielded = false;
  for (int frames = 0; *used < length && socket->ready && !socket->exchange->deaf; frames++) {
    web_frame frame;
    if (frames == FRAMES_A_TURN) {
      turn_yield(socket);
      return 0;
    }
    if (socket->deaf) {
      *used = length;
      return 0;
    }
    int code = asc_frame_read(bytes + *used, length - *used, LIVE_BODY_MAX, &frame);
    if (code == 0) return 0;
    if (code > 0) {
      *used += (size_t)code;
      frame_pay(socket);
      code = frame_take(socket, &frame);
    }
    if (code == -1) return -1;
    if (code >= 0) continue;
    close_with(socket, -code, code == -CLOSE_LARGE ? "large" : "protocol");
    socket->deaf = true;
  }
  return 0;
}

/* ---- what goes out ---- */

/* Says why it is closed, and waits for the answer; what answers the client's own close is the last there is. */
static void tell_why(live_socket *socket) {
  char reason[2 + REASON_MAX];
  size_t length = strnlen(socket->closing, REASON_MAX);
  reason[0] = (char)(socket->code >> 8);
  reason[1] = (char)socket->code;
  memcpy(reason + 2, socket->closing, length);
  socket->told = socket->ready = true;
  asc_http_hear(socket->exchange, true);
  send_control(socket, FRAME_CLOSE, reason, 2 + length);
}

int asc_socket_write(live_socket *socket) {
  for (int i = 0; i < WRITES_A_TURN && socket->first != NULL; i++) {
    if (!out_write(socket)) return -1;
    if (socket->sent > 0) break;
  }
  if (socket->closing != NULL && !socket->told) {
    /* A slow client does not get the rest, except for a message that it has started to receive. */
    while (socket->first != NULL && socket->sent == 0 && strcmp(socket->closing, "slow") == 0) out_drop(socket);
    if (socket->first == NULL) tell_why(socket);
  }
  if (socket->told && socket->first == NULL && (socket->answering || socket->deaf)) {
    asc_wire_end(socket->exchange->wsi);
    if (socket->answering) return -1;
  }
  if (socket->ping && socket->closing == NULL && socket->first == NULL) {
    socket->ping = false;
    socket->pinged = asc_live_now(socket->live);
    send_control(socket, FRAME_PING, &socket->pinged, sizeof socket->pinged);
  }
  if (socket->first != NULL) lws_callback_on_writable(socket->exchange->wsi);
  return 0;
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
    lws_callback_on_writable(socket->exchange->wsi);
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
  if (socket->exchange == NULL) return;
  if (socket->who.known && asc_sockets_count_of(socket->live, socket->who.person) > LIVE_SOCKETS_MAX) {
    asc_socket_close(socket, "sockets");
    return;
  }
  socket->ready = true;
  asc_http_hear(socket->exchange, true);
  socket->ping = true;
  lws_callback_on_writable(socket->exchange->wsi);
}

/* The answer to the handshake; NULL: no memory. */
static live_message *welcome_make(const web_request *request) {
  char whole[64], accept[32], text[256];
  unsigned char digest[20];
  int length = snprintf(whole, sizeof whole, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                        asc_request_field(request, "Sec-WebSocket-Key"));
  lws_SHA1((const unsigned char *)whole, (size_t)length, digest);
  (void)lws_b64_encode_string((const char *)digest, sizeof digest, accept, sizeof accept);
  length = snprintf(text, sizeof text,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: " SERVER_SOCKET "\r\n\r\n",
                    accept);
  live_message *message = malloc(sizeof *message + (size_t)length);
  if (message == NULL) return NULL;
  message->users = 1;
  message->length = (size_t)length;
  memcpy(message->bytes, text, (size_t)length);
  return message;
}

/* Why there is no socket for a request, if there is none. */
static web_refusal handshake_check(web_live *live, const web_request *request, uint64_t address, live_who *who) {
  const char *version = asc_request_field(request, "Sec-WebSocket-Version");
  const char *key = asc_request_field(request, "Sec-WebSocket-Key");
  int seconds;
  if (live->ending) return (web_refusal){503, "The server is shutting down."};
  if (version == NULL || strcmp(version, "13") != 0) return (web_refusal){400, "Sec-WebSocket-Version must be 13."};
  if (key == NULL || strlen(key) != 24) return (web_refusal){400, "Sec-WebSocket-Key is not 16 bytes."};
  if (!asc_request_lists(request, "Sec-WebSocket-Protocol", SERVER_SOCKET))
    return (web_refusal){400, "Sec-WebSocket-Protocol must be " SERVER_SOCKET "."};
  if (!asc_who_read(live, request, who, NULL)) return (web_refusal){400, "The request has two secrets."};
  if (!asc_origin_allowed(live, request, who)) return (web_refusal){403, "The Origin is another site."};
  if (!asc_limit_take(live->server, LIMIT_ADDRESS, address, LIVE_TOKEN, asc_live_now(live), &seconds))
    return (web_refusal){429, "Too many requests; try again later."};
  return (web_refusal){0};
}

live_socket *asc_socket_open(web_exchange *exchange, const web_request *request, uint64_t address,
                             web_refusal *refusal) {
  web_live *live = server_of(exchange->wsi)->live;
  live_who who = {0};
  *refusal = handshake_check(live, request, address, &who);
  if (refusal->status != 0) return NULL;
  live_message *welcome = welcome_make(request);
  live_socket *socket = calloc(1, sizeof *socket);
  if (welcome == NULL || socket == NULL || !out_add(socket, welcome)) {
    *refusal = (web_refusal){503, "The server is out of memory."};
    free(welcome);
    free(socket);
    return NULL;
  }
  asc_message_release(welcome);
  socket->live = live;
  socket->exchange = exchange;
  socket->who = who;
  socket->address = address;
  socket->heard = asc_live_now(live);
  socket->next = live->sockets;
  if (socket->next != NULL) socket->next->back = &socket->next;
  socket->back = &live->sockets;
  live->sockets = socket;
  live->socket_count++;
  return socket;
}

void asc_socket_begin(live_socket *socket) {
  lws_callback_on_writable(socket->exchange->wsi);
  if (!socket->who.secret) {
    asc_socket_ready(socket);
    return;
  }
  asc_http_hear(socket->exchange, false);
  asc_people_know_socket(socket);
}

void asc_socket_end(live_socket *socket) {
  if (socket == NULL) return;
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
  free(socket->text);
  *socket->back = socket->next;
  if (socket->next != NULL) socket->next->back = socket->back;
  if (socket->live->look == socket) socket->live->look = socket->next;
  socket->live->socket_count--;
  free(socket);
}
