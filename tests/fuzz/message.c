/* Fuzzes the messages of a WebSocket, one per line; a line that starts with 2 comes from the other player. Every
   message gets exactly one answer, an object with its id, accepted or rejected. If a socket is closed instead, it
   says why. */
#define _GNU_SOURCE
#include "table.h"

static fuzz_client clients[2];
static bool are_connected;

static void client_open(fuzz_client *client, const char *secret) {
  char request[512];
  int length = snprintf(request, sizeof request,
                        "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Protocol: ascona.2\r\nAuthorization: Bearer %s\r\n\r\n",
                        secret);
  client->socket = fuzz_connect();
  client->length = 0;
  client->is_closed = false;
  fuzz_client_send(client, request, (size_t)length);
  for (int turn = 0; turn < FUZZ_TURNS_MAX && strstr(client->text, "\r\n\r\n") == NULL; turn++) {
    http_server_turn(fuzz_server, true);
    fuzz_client_receive(client);
  }
  const char *end = strstr(client->text, "\r\n\r\n");
  FUZZ_REQUIRE(end != NULL && strncmp(client->text, "HTTP/1.1 101", 12) == 0);
  size_t head = (size_t)(end + 4 - client->text);
  memmove(client->text, client->text + head, client->length - head + 1);
  client->length -= head;
}

static void clients_close(void) {
  for (int i = 0; i < 2 && are_connected; i++) FUZZ_REQUIRE(close(clients[i].socket) == 0);
  are_connected = false;
}

static void send_frame(fuzz_client *client, const char *text, size_t length) {
  unsigned char head[8] = {0x81};
  size_t size = 2;
  if (length < 126) {
    head[1] = (unsigned char)(0x80 | length);
  } else {
    head[1] = 0x80 | 126;
    head[2] = (unsigned char)(length >> 8);
    head[3] = (unsigned char)length;
    size = 4;
  }
  fuzz_client_send(client, head, size + 4); /* the mask is zero */
  fuzz_client_send(client, text, length);
}

/* Removes the complete frames. Returns true if there was an answer or the socket was closed. */
static bool receive_frames(fuzz_client *client) {
  bool is_answered = client->is_closed;
  size_t at = 0;
  while (client->length >= at + 2) {
    const unsigned char *frame = (const unsigned char *)client->text + at;
    size_t length = frame[1] & 127, head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if (client->length < at + head) break;
    if (head == 4) length = (size_t)frame[2] << 8 | frame[3];
    if (head == 10)
      for (size_t i = length = 0; i < 8; i++) length = length << 8 | frame[2 + i];
    if (client->length < at + head + length) break;
    if ((frame[0] & 15) == 8) {
      FUZZ_REQUIRE(length > 2); /* the close frame has a reason */
      client->is_closed = is_answered = true;
    }
    if ((frame[0] & 15) == 1) {
      json_t *message = json_loadb((const char *)frame + head, length, 0, NULL);
      FUZZ_REQUIRE(json_is_object(message));
      if (json_object_get(message, "re") != NULL) {
        int status = (int)json_integer_value(json_object_get(message, "status"));
        fuzz_check_answer(message, status);
        is_answered = true;
      }
      json_decref(message);
    }
    at += head + length;
  }
  memmove(client->text, client->text + at, client->length - at + 1);
  client->length -= at;
  return is_answered;
}

static void send_message(const char *line, size_t length) {
  static char text[FUZZ_TEXT_MAX];
  int player = length > 0 && line[0] == '2';
  fuzz_client *client = &clients[player];
  if (client->is_closed) return;
  length = fuzz_fill_placeholders(line + player, length - (size_t)player, text, sizeof text);
  if (length > 60000) return;
  send_frame(client, text, length);
  bool is_answered = false;
  for (int turn = 0; turn < FUZZ_TURNS_MAX && !is_answered; turn++) {
    http_server_turn(fuzz_server, true);
    fuzz_client_receive(client);
    is_answered = receive_frames(client);
  }
  FUZZ_REQUIRE(is_answered);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 4096) return 0;
  if (fuzz_is_game_changed || clients[0].is_closed || clients[1].is_closed) clients_close();
  fuzz_game_prepare();
  for (int i = 0; i < 2 && !are_connected; i++) client_open(&clients[i], fuzz_players[i].secret);
  are_connected = true;
  const char *at = (const char *)data, *data_end = at + size;
  for (int lines = 0; at < data_end && lines < 16; lines++) {
    const char *end = memchr(at, '\n', (size_t)(data_end - at));
    if (end == NULL) end = data_end;
    send_message(at, (size_t)(end - at));
    at = end + 1;
  }
  return 0;
}
