/* A frame: two bytes with opcode and length, up to eight more of the length, the mask of a client, the payload. */
#include "frame.h"

int http_frame_read(char *bytes, size_t length, size_t max, http_frame *frame) {
  const unsigned char *at = (const unsigned char *)bytes;
  enum { MASK = 4 };
  if (length < 2) return 0;
  bool is_control = (at[0] & 8) != 0;
  uint64_t size = at[1] & 127;
  size_t head = size == 127 ? 10 : size == 126 ? 4 : 2;
  *frame = (http_frame){.opcode = at[0] & 15, .is_last = (at[0] & 0x80) != 0};
  if ((at[0] & 0x70) != 0 || (at[1] & 0x80) == 0 || (frame->opcode > HTTP_FRAME_BINARY && !is_control) ||
      frame->opcode > HTTP_FRAME_PONG || (is_control && (!frame->is_last || size > HTTP_FRAME_CONTROL_MAX)))
    return -HTTP_CLOSE_PROTOCOL;
  if (length < head) return 0;
  if (head > 2) size = 0;
  for (size_t i = 2; i < head; i++) size = size << 8 | at[i];
  if (size > max) return -HTTP_CLOSE_LARGE;
  if (length < head + MASK + size) return 0;
  frame->bytes = bytes + head + MASK;
  frame->length = (size_t)size;
  for (size_t i = 0; i < frame->length; i++) frame->bytes[i] ^= bytes[head + i % MASK];
  return (int)(head + MASK + frame->length);
}

unsigned char *http_frame_head(unsigned char *end, int opcode, size_t length) {
  int more = length < 126 ? 0 : length < 65536 ? 2 : 8;
  for (int i = 0; i < more; i++) *--end = (unsigned char)((uint64_t)length >> 8 * i);
  *--end = (unsigned char)(more == 0 ? length : more == 2 ? 126 : 127);
  *--end = (unsigned char)(0x80 | opcode);
  return end;
}
