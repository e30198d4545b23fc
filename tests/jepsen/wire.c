#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strcasestr */
#endif
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 5000000, ASK_MAX = 4096 };

int64_t wire_now(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void wire_sleep(int milliseconds) { (void)usleep((useconds_t)milliseconds * 1000); }

const char *wire_word(const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  return text == NULL ? "" : text;
}

int64_t wire_number(const json_t *object, const char *name) {
  return json_integer_value(json_object_get(object, name));
}

static bool ready(const wire *own, short events, int64_t until) {
  for (;;) {
    int64_t left = (until - wire_now()) / 1000;
    struct pollfd one = {.fd = own->socket, .events = events};
    int got = poll(&one, 1, left > 0 ? (int)left + 1 : 0);
    if (got > 0) return true;
    if (got == 0 || errno != EINTR) return false;
  }
}

bool wire_open(wire *own, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  *own = (wire){.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), .text = calloc(1, 1)};
  int yes = 1, code = 0;
  socklen_t size = sizeof code;
  (void)setsockopt(own->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(own->socket, (const struct sockaddr *)&address, sizeof address) == 0) return true;
  if (errno == EINPROGRESS && ready(own, POLLOUT, wire_now() + PATIENCE) &&
      getsockopt(own->socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0)
    return true;
  wire_close(own);
  return false;
}

void wire_close(wire *own) {
  if (own->socket >= 0) close(own->socket);
  free(own->text);
  *own = (wire){.socket = -1};
}

static bool send_all(wire *own, const void *bytes, size_t length) {
  int64_t until = wire_now() + PATIENCE;
  for (const char *at = bytes; length > 0;) {
    ssize_t sent = send(own->socket, at, length, MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR) && ready(own, POLLOUT, until)) continue;
    if (sent < 0) return false;
    at += sent;
    length -= (size_t)sent;
  }
  return true;
}

/* False: nothing came by then, or it was closed, which errno says by 0. */
static bool more(wire *own, int64_t until) {
  char buffer[16384];
  for (;;) {
    ssize_t got = recv(own->socket, buffer, sizeof buffer, 0);
    if (got > 0) {
      own->text = realloc(own->text, own->length + (size_t)got + 1);
      memcpy(own->text + own->length, buffer, (size_t)got);
      own->length += (size_t)got;
      own->text[own->length] = '\0';
      return true;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      if (ready(own, POLLIN, until)) continue;
      errno = ETIMEDOUT;
      return false;
    }
    errno = 0;
    return false;
  }
}

static void drop(wire *own, size_t length) {
  own->length -= length;
  memmove(own->text, own->text + length, own->length + 1);
}

bool wire_ask(wire *own, int port, const char *method, const char *path, const char *secret, const char *body) {
  char text[ASK_MAX], bearer[128] = "", size[48] = "";
  if (secret != NULL) (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", secret);
  if (body != NULL) (void)snprintf(size, sizeof size, "Content-Length: %zu\r\n", strlen(body));
  int length = snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nAscona-Api: 2\r\n%s%s\r\n%s",
                        method, path, port, bearer, size, body != NULL ? body : "");
  return length < ASK_MAX && send_all(own, text, (size_t)length);
}

int wire_reply(wire *own, int64_t until, char **text) {
  int status = 0;
  size_t head, length = 0;
  const char *end;
  *text = NULL;
  while ((end = strstr(own->text, "\r\n\r\n")) == NULL)
    if (!more(own, until)) return 0;
  head = (size_t)(end - own->text) + 4;
  const char *said = strcasestr(own->text, "\r\ncontent-length:");
  if (sscanf(own->text, "HTTP/1.%*[01] %d", &status) != 1) return 0;
  if (said != NULL && said < end) length = strtoul(said + strlen("\r\ncontent-length:"), NULL, 10);
  while (own->length < head + length)
    if (!more(own, until)) return 0;
  *text = strndup(own->text + head, length);
  drop(own, head + length);
  return status;
}

bool wire_upgrade(wire *own, int port, const char *secret, int64_t until) {
  char text[512];
  int length =
      snprintf(text, sizeof text,
               "GET /api/socket HTTP/1.1\r\nHost: localhost:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
               "Sec-WebSocket-Protocol: ascona.2\r\nAuthorization: Bearer %s\r\n\r\n",
               port, secret);
  const char *end;
  if (!wire_open(own, port)) return false;
  bool good = send_all(own, text, (size_t)length);
  while (good && (end = strstr(own->text, "\r\n\r\n")) == NULL) good = more(own, until);
  if (good && strncmp(own->text, "HTTP/1.1 101 ", 13) == 0) {
    drop(own, (size_t)(end + 4 - own->text));
    return true;
  }
  wire_close(own);
  return false;
}

/* A frame as a client sends it, masked by zeros. */
static bool frame(wire *own, int opcode, const char *bytes, size_t length) {
  unsigned char text[ASK_MAX] = {(unsigned char)(0x80 | opcode), (unsigned char)(0x80 | length)};
  size_t head = 6;
  if (length > 125) {
    text[1] = 0x80 | 126;
    text[2] = (unsigned char)(length >> 8);
    text[3] = (unsigned char)length;
    head = 8;
  }
  if (head + length > sizeof text) return false;
  memcpy(text + head, bytes, length);
  return send_all(own, text, head + length);
}

bool wire_say(wire *own, const char *text) { return frame(own, 1, text, strlen(text)); }

/* How long the frame that stands first is; 0: that cannot be told yet. */
static size_t frame_length(const wire *own, size_t *head) {
  const unsigned char *at = (const unsigned char *)own->text;
  if (own->length < 2) return 0;
  size_t length = at[1] & 127U;
  *head = length == 127 ? 10 : length == 126 ? 4 : 2;
  if (own->length < *head) return 0;
  if (*head > 2) length = 0;
  for (size_t i = 2; i < *head; i++) length = length << 8 | at[i];
  return *head + length;
}

json_t *wire_hear(wire *own, int64_t until) {
  for (;;) {
    size_t head = 0, whole;
    while ((whole = frame_length(own, &head)) == 0 || own->length < whole)
      if (!more(own, until)) {
        if (errno != ETIMEDOUT) wire_close(own);
        return NULL;
      }
    int opcode = own->text[0] & 15;
    json_t *message = opcode == 1 ? json_loadb(own->text + head, whole - head, 0, NULL) : NULL;
    if (opcode == 9) (void)frame(own, 10, own->text + head, whole - head);
    drop(own, whole);
    if (opcode == 8) wire_close(own);
    if (message != NULL || opcode == 8) return message;
  }
}
