/* Messages of sockets, a line each; one that begins with a 2 is the other player's. Every one is answered, once, by an
   object with its id, granted or refused; a socket that is closed for it says why. */
#define _GNU_SOURCE
#include "table.h"

static table_client clients[2];
static bool open_already;

static void client_begin(table_client *client, const char *secret) {
  char request[512];
  int length = snprintf(request, sizeof request,
                        "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Protocol: ascona.1\r\nAuthorization: Bearer %s\r\n\r\n",
                        secret);
  client->socket = table_connect();
  client->length = 0;
  client->closed = false;
  table_say(client, request, (size_t)length);
  for (int turn = 0; turn < TABLE_TURNS && strstr(client->text, "\r\n\r\n") == NULL; turn++) {
    asc_server_turn(table_server, true);
    table_listen(client);
  }
  const char *end = strstr(client->text, "\r\n\r\n");
  FUZZ_REQUIRE(end != NULL && strncmp(client->text, "HTTP/1.1 101", 12) == 0);
  size_t head = (size_t)(end + 4 - client->text);
  memmove(client->text, client->text + head, client->length - head + 1);
  client->length -= head;
}

static void clients_end(void) {
  for (int i = 0; i < 2 && open_already; i++) FUZZ_REQUIRE(close(clients[i].socket) == 0);
  open_already = false;
}

static void frame_say(table_client *client, const char *text, size_t length) {
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
  table_say(client, head, size + 4); /* masked by zeros */
  table_say(client, text, length);
}

/* Takes the frames that are whole; true when an answer was among them, or the socket was closed. */
static bool frames_take(table_client *client) {
  bool answered = client->closed;
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
      FUZZ_REQUIRE(length > 2); /* it says why */
      client->closed = answered = true;
    }
    if ((frame[0] & 15) == 1) {
      json_t *message = json_loadb((const char *)frame + head, length, 0, NULL);
      FUZZ_REQUIRE(json_is_object(message));
      if (json_object_get(message, "re") != NULL) {
        int status = (int)json_integer_value(json_object_get(message, "status"));
        table_check(message, status);
        answered = true;
      }
      json_decref(message);
    }
    at += head + length;
  }
  memmove(client->text, client->text + at, client->length - at + 1);
  client->length -= at;
  return answered;
}

static void message_say(const char *line, size_t length) {
  static char text[TABLE_TEXT];
  int who = length > 0 && line[0] == '2';
  table_client *client = &clients[who];
  if (client->closed) return;
  length = table_fill(line + who, length - (size_t)who, text, sizeof text);
  if (length > 60000) return;
  frame_say(client, text, length);
  bool answered = false;
  for (int turn = 0; turn < TABLE_TURNS && !answered; turn++) {
    asc_server_turn(table_server, true);
    table_listen(client);
    answered = frames_take(client);
  }
  FUZZ_REQUIRE(answered);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 4096) return 0;
  if (table_used || clients[0].closed || clients[1].closed) clients_end();
  table_begin();
  for (int i = 0; i < 2 && !open_already; i++) client_begin(&clients[i], table_seats[i].secret);
  open_already = true;
  const char *at = (const char *)data, *over = at + size;
  for (int lines = 0; at < over && lines < 16; lines++) {
    const char *end = memchr(at, '\n', (size_t)(over - at));
    if (end == NULL) end = over;
    message_say(at, (size_t)(end - at));
    at = end + 1;
  }
  return 0;
}
