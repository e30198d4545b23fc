/* The life of a socket. Frames are read from the bytes of its connection in place; http_socket_take says how many bytes
   it used, and only then its caller removes them. A frame that is written at once needs no turn of the loop; the rest
   of it waits in the queue.

   The network thread tells the game thread when a socket opens and closes, and when it falls silent, is heard again or
   is hidden. */
#include "socket.h"

#include "sender.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  QUEUE_MAX = 1 << 18, /* bytes that wait for a slow reader */
  WRITES_PER_TURN = 16,
  FRAMES_PER_TURN = 16,
  REASON_MAX = 16,
  PING_INTERVAL = 3500, /* ms of silence, and since the last ping */
  SILENCE_MAX = 31000,  /* ms; then the connection is cut */
  CLOSE_MAX = 2000,     /* ms for the client to read why it is closed */
  STALL = 1000,         /* ms without a tick: the process stood still, and heard nobody */
  LAG_MAX = 10000       /* ms */
};

static http_server *server_of(const http_socket *socket) { return http_server_of(socket->exchange->wsi); }

/* ---- frames and the queue ---- */

static http_message *message_alloc(size_t length) {
  http_message *message = malloc(sizeof *message + length);
  if (message == NULL) return NULL;
  message->users = 1;
  message->length = length;
  return message;
}

http_message *http_message_open(int opcode, const void *bytes, size_t length) {
  unsigned char head[HTTP_FRAME_HEAD_MAX], *start = http_frame_head(head + sizeof head, opcode, length);
  size_t size = (size_t)(head + sizeof head - start);
  http_message *message = message_alloc(size + length);
  if (message == NULL) return NULL;
  memcpy(message->bytes, start, size);
  if (length > 0) memcpy(message->bytes + size, bytes, length);
  return message;
}

void http_message_release(http_message *message) {
  if (message != NULL && --message->users == 0) free(message);
}

static void queue_drop(http_socket *socket) {
  http_queued *queued = socket->first;
  socket->first = queued->next;
  socket->queued -= queued->message->length;
  socket->written = 0;
  http_message_release(queued->message);
  free(queued);
}

static bool queue_add(http_socket *socket, http_message *message) {
  http_queued *queued = malloc(sizeof *queued);
  if (queued == NULL) return false;
  *queued = (http_queued){NULL, message};
  message->users++;
  if (socket->first == NULL)
    socket->first = queued;
  else
    socket->last->next = queued;
  socket->last = queued;
  socket->queued += message->length;
  return true;
}

/* Writes as much of the first frame as the system accepts. False: the connection is broken. */
static bool queue_write(http_socket *socket) {
  const http_message *message = socket->first->message;
  ssize_t written =
      http_wire_write(socket->exchange->wsi, message->bytes + socket->written, message->length - socket->written);
  if (written < 0) return false;
  socket->written += (size_t)written;
  if (socket->written == message->length) queue_drop(socket);
  return true;
}

/* ---- closing ---- */

static void close_with(http_socket *socket, int code, const char *reason) {
  if (socket->state != HTTP_SOCKET_OPEN) return;
  socket->state = HTTP_SOCKET_CLOSING;
  socket->close_reason = reason;
  socket->close_code = code;
  socket->closed = live_thread_clock();
  lws_callback_on_writable(socket->exchange->wsi);
}

void http_socket_close(http_socket *socket, const char *reason) { close_with(socket, HTTP_CLOSE_AWAY, reason); }

/* Ends the connection soon, without a close frame. libwebsockets looks at its timeouts only after an event, so it is
   woken. */
static void cut(http_socket *socket) {
  lws_set_timeout(socket->exchange->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
  lws_cancel_service(lws_get_context(socket->exchange->wsi));
}

/* ---- sending ---- */

/* If nothing waits, the frame is written at once: waiting for the callback would take four more system calls. The last
   frame of the queue may exceed its limit, because the state of a long game does. */
static void frame_send(http_socket *socket, http_message *message) {
  bool is_waiting = socket->first != NULL;
  http_server *server = server_of(socket);
  if (socket->is_broken) return;
  if (socket->queued > QUEUE_MAX || !queue_add(socket, message)) {
    server->counts.slow_sockets++;
    http_socket_close(socket, "slow");
    http_read_pause(socket->exchange, true);
    return;
  }
  server->counts.messages++;
  if (!is_waiting && !queue_write(socket)) {
    http_socket_close(socket, "gone");
    socket->is_broken = true;
    cut(socket);
    return;
  }
  if (socket->first != NULL) lws_callback_on_writable(socket->exchange->wsi);
}

void http_socket_send(http_socket *socket, http_message *message) {
  if (socket->state == HTTP_SOCKET_OPEN) frame_send(socket, message);
}

void http_socket_write_text(http_socket *socket, const char *text, size_t length) {
  http_message *message = text == NULL ? NULL : http_message_open(HTTP_FRAME_TEXT, text, length);
  if (message == NULL)
    http_socket_close(socket, "reconnect");
  else
    http_socket_send(socket, message);
  http_message_release(message);
}

static void control_send(http_socket *socket, int opcode, const void *bytes, size_t length) {
  http_message *message = http_message_open(opcode, bytes, length);
  if (message == NULL) return;
  frame_send(socket, message);
  http_message_release(message);
}

/* Says why the socket is closed. */
static void close_send(http_socket *socket) {
  char payload[2 + REASON_MAX];
  size_t length = strnlen(socket->close_reason, REASON_MAX);
  payload[0] = (char)(socket->close_code >> 8);
  payload[1] = (char)socket->close_code;
  memcpy(payload + 2, socket->close_reason, length);
  socket->state = HTTP_SOCKET_CLOSE_SENT;
  http_read_pause(socket->exchange, false);
  control_send(socket, HTTP_FRAME_CLOSE, payload, 2 + length);
}

int http_socket_write(http_socket *socket) {
  for (int i = 0; i < WRITES_PER_TURN && socket->first != NULL; i++) {
    if (!queue_write(socket)) return -1;
    if (socket->written > 0) break;
  }
  if (socket->state == HTTP_SOCKET_CLOSING) {
    /* A slow client gets no more than the rest of the frame that it has started to receive. */
    while (socket->first != NULL && socket->written == 0 && strcmp(socket->close_reason, "slow") == 0)
      queue_drop(socket);
    if (socket->first == NULL) close_send(socket);
  }
  if (socket->state == HTTP_SOCKET_CLOSE_SENT && socket->first == NULL &&
      (socket->is_client_closing || socket->is_garbled)) {
    http_wire_end(socket->exchange->wsi);
    if (socket->is_client_closing) return -1;
  }
  if (socket->is_ping_due && socket->state == HTTP_SOCKET_OPEN && socket->first == NULL) {
    socket->is_ping_due = false;
    socket->pinged = live_thread_clock();
    control_send(socket, HTTP_FRAME_PING, &socket->pinged, sizeof socket->pinged);
  }
  if (socket->first != NULL) lws_callback_on_writable(socket->exchange->wsi);
  return 0;
}

/* ---- receiving ---- */

/* A part of a message that comes in several frames. */
static void part_take(http_socket *socket, const http_frame *frame) {
  char *grown = realloc(socket->text, socket->length + frame->length + 1);
  if (grown == NULL) {
    http_socket_close(socket, "reconnect");
    return;
  }
  socket->text = grown;
  memcpy(grown + socket->length, frame->bytes, frame->length);
  socket->length += frame->length;
  if (!frame->is_last) return;
  http_message_take(socket, socket->text, socket->length);
  free(socket->text);
  socket->text = NULL;
  socket->length = 0;
}

static void pong_take(http_socket *socket, const http_frame *frame) {
  int64_t sent, now = live_thread_clock();
  if (frame->length != sizeof sent) return;
  memcpy(&sent, frame->bytes, sizeof sent);
  if (sent != socket->pinged || now < sent) return;
  socket->pings[socket->ping_count++ % HTTP_LAG_PINGS] = (int16_t)(now - sent < LAG_MAX ? now - sent : LAG_MAX);
}

/* The client closes, or confirms that we do. */
static int close_take(http_socket *socket, const http_frame *frame) {
  if (socket->state == HTTP_SOCKET_CLOSE_SENT) return -1;
  int code =
      frame->length >= 2 ? (unsigned char)frame->bytes[0] << 8 | (unsigned char)frame->bytes[1] : HTTP_CLOSE_NORMAL;
  close_with(socket, code < HTTP_CLOSE_NORMAL ? HTTP_CLOSE_PROTOCOL : code, "");
  socket->is_client_closing = true;
  return 0;
}

/* Returns 0, -1 if the connection must be closed, or a negative HTTP_CLOSE_… constant. */
static int frame_take(http_socket *socket, const http_frame *frame) {
  bool is_part = socket->text != NULL;
  socket->heard = live_thread_clock();
  if (socket->is_silent) (void)http_socket_presence(socket, false, socket->is_hidden, socket->heard);
  if (frame->opcode == HTTP_FRAME_CLOSE) return close_take(socket, frame);
  if (socket->state != HTTP_SOCKET_OPEN) return 0;
  if (frame->opcode == HTTP_FRAME_PING)
    control_send(socket, HTTP_FRAME_PONG, frame->bytes, frame->length);
  else if (frame->opcode == HTTP_FRAME_PONG)
    pong_take(socket, frame);
  else if ((frame->opcode == HTTP_FRAME_MORE) != is_part)
    return -HTTP_CLOSE_PROTOCOL;
  else if (frame->opcode == HTTP_FRAME_BINARY || socket->length + frame->length > LIVE_BODY_MAX)
    return -HTTP_CLOSE_LARGE;
  else if (frame->is_last && !is_part)
    http_message_take(socket, frame->bytes, frame->length);
  else
    part_take(socket, frame);
  return 0;
}

/* Requests have a limit of their own. This one is for everything else that a client can send without end. */
static void frame_limit(http_socket *socket) {
  int seconds;
  if (socket->state == HTTP_SOCKET_OPEN &&
      !live_rate_limit_take(server_of(socket)->limits, LIVE_LIMIT_FRAMES, socket->address, LIVE_TOKEN,
                            live_thread_clock(), &seconds))
    http_socket_close(socket, "flood");
}

int http_socket_take(http_socket *socket, char *bytes, size_t length, size_t *used) {
  if (socket->has_yielded) http_read_pause(socket->exchange, false);
  socket->has_yielded = false;
  for (int frames = 0; *used < length && !socket->exchange->is_paused; frames++) {
    http_frame frame;
    if (socket->is_garbled) {
      *used = length;
      return 0;
    }
    if (frames == FRAMES_PER_TURN) { /* other sockets have their turn */
      socket->has_yielded = true;
      http_read_pause(socket->exchange, true);
      lws_callback_on_writable(socket->exchange->wsi);
      return 0;
    }
    int code = http_frame_read(bytes + *used, length - *used, LIVE_BODY_MAX, &frame);
    if (code == 0) return 0;
    if (code > 0) {
      *used += (size_t)code;
      frame_limit(socket);
      code = frame_take(socket, &frame);
    }
    if (code == -1) return -1;
    if (code >= 0) continue;
    close_with(socket, -code, code == -HTTP_CLOSE_LARGE ? "too-large" : "protocol");
    socket->is_garbled = true;
  }
  return 0;
}

/* ---- presence and silence ---- */

bool http_socket_presence(http_socket *socket, bool is_silent, bool is_hidden, int64_t since) {
  live_input *input = live_input_open(LIVE_INPUT_SOCKET_PRESENCE, NULL);
  if (input == NULL) return false;
  input->client = socket->client.id;
  input->is_silent = socket->is_silent = is_silent;
  input->is_hidden = socket->is_hidden = is_hidden;
  input->since = since;
  (void)live_thread_post(server_of(socket)->live, input);
  return true;
}

static void socket_check(http_socket *socket, int64_t now) {
  int64_t silence = now - socket->heard;
  if (silence > LIVE_HERE_TIME && !socket->is_silent)
    (void)http_socket_presence(socket, true, socket->is_hidden, socket->heard);
  if (silence > SILENCE_MAX || (socket->state != HTTP_SOCKET_OPEN && now - socket->closed > CLOSE_MAX)) {
    cut(socket);
  } else if (silence >= PING_INTERVAL && now - socket->pinged >= PING_INTERVAL) {
    socket->is_ping_due = true;
    lws_callback_on_writable(socket->exchange->wsi);
  }
}

/* Checks a part of the sockets, so that each has its turn about once a second. libwebsockets has timers too, but
   inserts each into a sorted list of all. Time in which the process stood still does not count as silence. */
void http_sockets_tick(http_server *server) {
  http_clients *clients = &server->clients;
  int64_t now = live_thread_clock(), stall = now - server->ticked;
  server->ticked = now;
  for (http_socket *socket = stall < STALL ? NULL : clients->sockets; socket != NULL; socket = socket->next) {
    socket->heard += stall;
    socket->pinged += stall;
    socket->closed += stall;
  }
  for (int count = clients->socket_count * HTTP_TICK / 1000 + 1; count > 0 && clients->sockets != NULL; count--) {
    http_socket *socket = clients->next_due != NULL ? clients->next_due : clients->sockets;
    clients->next_due = socket->next;
    socket_check(socket, now);
  }
}

void http_sockets_close(http_server *server, const char *reason, bool all) {
  for (http_socket *socket = server->clients.sockets; socket != NULL; socket = socket->next)
    if (all || socket->pending_count == 0) http_socket_close(socket, reason);
}

/* ---- opening and ending ---- */

/* Returns the response to the handshake; NULL if memory ran out. */
static http_message *handshake_open(const http_request *request) {
  char key[64], accept[32], text[256];
  unsigned char digest[20];
  int length = snprintf(key, sizeof key, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                        http_request_field(request, "Sec-WebSocket-Key"));
  lws_SHA1((const unsigned char *)key, (size_t)length, digest);
  (void)lws_b64_encode_string((const char *)digest, sizeof digest, accept, sizeof accept);
  length = snprintf(text, sizeof text,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: " HTTP_SOCKET_PROTOCOL "\r\n\r\n",
                    accept);
  http_message *message = message_alloc((size_t)length);
  if (message != NULL) memcpy(message->bytes, text, (size_t)length);
  return message;
}

/* Returns why a request is rejected, with status 0 if it is not. */
static http_rejection handshake_check(http_server *server, const http_request *request, uint64_t address,
                                      live_sender *sender) {
  const char *version = http_request_field(request, "Sec-WebSocket-Version");
  const char *key = http_request_field(request, "Sec-WebSocket-Key");
  int seconds;
  if (server->is_stopping) return (http_rejection){503, "The server is shutting down."};
  if (version == NULL || strcmp(version, "13") != 0) return (http_rejection){400, "Sec-WebSocket-Version must be 13."};
  if (key == NULL || strlen(key) != 24) return (http_rejection){400, "Sec-WebSocket-Key is not 16 bytes."};
  if (!http_request_lists(request, "Sec-WebSocket-Protocol", HTTP_SOCKET_PROTOCOL))
    return (http_rejection){400, "Sec-WebSocket-Protocol must be " HTTP_SOCKET_PROTOCOL "."};
  if (!http_sender_read(server, request, sender)) return (http_rejection){400, "The request has two secrets."};
  if (!http_sender_is_allowed(server, request, sender)) return (http_rejection){403, "The Origin is another site."};
  if (!live_rate_limit_take(server->limits, LIVE_LIMIT_REQUESTS, address, LIVE_TOKEN, live_thread_clock(), &seconds))
    return (http_rejection){429, "Too many requests; try again later."};
  return (http_rejection){0};
}

/* Enters the socket into the lists and tells the game thread. */
static void socket_enter(http_socket *socket, live_input *opened) {
  http_server *server = server_of(socket);
  http_clients *clients = &server->clients;
  socket->client.socket = socket;
  http_client_add(server, &socket->client);
  socket->next = clients->sockets;
  if (socket->next != NULL) socket->next->back = &socket->next;
  socket->back = &clients->sockets;
  clients->sockets = socket;
  clients->socket_count++;
  socket->closed_input->client = opened->client = socket->client.id;
  *opened->sender = socket->sender;
  opened->address = socket->address;
  (void)live_thread_post(server->live, opened);
}

http_socket *http_socket_open(http_exchange *exchange, const http_request *request, uint64_t address,
                              http_rejection *rejection) {
  live_sender sender;
  *rejection = handshake_check(http_server_of(exchange->wsi), request, address, &sender);
  if (rejection->status != 0) return NULL;
  http_message *handshake = handshake_open(request);
  http_socket *socket = calloc(1, sizeof *socket);
  live_input *opened = live_input_open(LIVE_INPUT_SOCKET_OPENED, NULL);
  live_input *closed = live_input_open(LIVE_INPUT_SOCKET_CLOSED, NULL);
  if (opened != NULL) opened->sender = malloc(sizeof *opened->sender);
  bool is_complete = handshake != NULL && socket != NULL && opened != NULL && opened->sender != NULL && closed != NULL;
  if (!is_complete || !queue_add(socket, handshake)) {
    *rejection = (http_rejection){503, "The server is out of memory."};
    if (opened != NULL) live_input_close(opened);
    if (closed != NULL) live_input_close(closed);
    free(handshake);
    free(socket);
    return NULL;
  }
  http_message_release(handshake);
  memset(sender.cookie, 0, sizeof sender.cookie); /* a socket renews no cookie */
  socket->exchange = exchange;
  socket->sender = sender;
  socket->address = address;
  socket->heard = live_thread_clock();
  socket->is_ping_due = true;
  socket->closed_input = closed;
  socket_enter(socket, opened);
  lws_callback_on_writable(exchange->wsi);
  return socket;
}

void http_socket_end(http_socket *socket) {
  http_server *server = server_of(socket);
  http_clients *clients = &server->clients;
  if (server->live != NULL)
    (void)live_thread_post(server->live, socket->closed_input);
  else
    live_input_close(socket->closed_input);
  http_socket_pending_free(socket);
  http_client_remove(server, &socket->client);
  while (socket->first != NULL) queue_drop(socket);
  free(socket->text);
  *socket->back = socket->next;
  if (socket->next != NULL) socket->next->back = socket->back;
  if (clients->next_due == socket) clients->next_due = socket->next;
  clients->socket_count--;
  free(socket);
}
