/* Frames of WebSocket (RFC 6455), as a server reads and writes them. Pure functions of bytes. */
#ifndef ASC_SERVER_FRAME_H
#define ASC_SERVER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HTTP_FRAME_HEAD_MAX = 10, HTTP_FRAME_CONTROL_MAX = 125 };
enum {
  HTTP_FRAME_MORE = 0, /* continues a message */
  HTTP_FRAME_TEXT = 1,
  HTTP_FRAME_BINARY = 2,
  HTTP_FRAME_CLOSE = 8,
  HTTP_FRAME_PING = 9,
  HTTP_FRAME_PONG = 10
};
/* Status codes of a closed socket. */
enum { HTTP_CLOSE_NORMAL = 1000, HTTP_CLOSE_AWAY = 1001, HTTP_CLOSE_PROTOCOL = 1002, HTTP_CLOSE_LARGE = 1009 };

typedef struct http_frame {
  int opcode;
  bool is_last; /* of its message */
  char *bytes;  /* in the bytes that were read */
  size_t length;
} http_frame;

/* Reads the first frame of the bytes and unmasks it in place. Returns its length, which the caller must skip before the
   next call; 0 if more must come, and then nothing is changed; a negative HTTP_CLOSE_… constant for a frame that no
   client may send, or that is longer than `max`. */
int http_frame_read(char *bytes, size_t length, size_t max, http_frame *frame);
/* Writes the head of a frame that is the last of its message so that it ends at `end`. Returns where it starts. */
unsigned char *http_frame_head(unsigned char *end, int opcode, size_t length);

#endif
