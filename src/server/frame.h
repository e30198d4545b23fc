/* Frames of WebSocket (RFC 6455), as a server reads and writes them. Pure functions of bytes. */
#ifndef ASC_SERVER_FRAME_H
#define ASC_SERVER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_HEAD_MAX = 10, FRAME_CONTROL_MAX = 125 };
enum { FRAME_MORE = 0, FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
/* Why a socket is closed. */
enum { CLOSE_NORMAL = 1000, CLOSE_AWAY = 1001, CLOSE_PROTOCOL = 1002, CLOSE_LARGE = 1009 };

typedef struct web_frame {
  int opcode;
  bool last; /* of its message */
  char *bytes;
  size_t length;
} web_frame;

/* Reads the first frame of the bytes, and unmasks it. Returns its length; 0 if more must come; a negative CLOSE_…
   constant for a frame that no client may send, or that is longer than `most`. */
int asc_frame_read(char *bytes, size_t length, size_t most, web_frame *frame);
/* Writes the head of a last frame so that it ends at `end`; returns where it begins. */
unsigned char *asc_frame_head(unsigned char *end, int opcode, size_t length);

#endif
