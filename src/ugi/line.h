/* Lines from a file descriptor, whatever bytes come.

   A line handed out is UTF-8 without control characters; each byte that is neither has become a '?'. Memory is the
   caller's buffer and no more: a line that does not fit is skipped to its end and reported once. The last line need
   not end with a newline, and a carriage return before one is dropped. */
#ifndef ASC_UGI_LINE_H
#define ASC_UGI_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line_reader {
  int file;
  char *buffer;
  size_t size;
  size_t begin, scanned, end; /* buffer[begin … end) is unread; no newline before `scanned` */
  bool skipping;              /* inside a line that did not fit */
  bool ended;
} line_reader;

typedef enum line_result {
  LINE_READ,
  LINE_TOO_LONG,
  LINE_NONE, /* nothing came: not waiting, or a signal arrived */
  LINE_ENDED
} line_result;

line_reader line_reader_over(int file, char *buffer, size_t size);
/* *line is good until the next call. With `wait` it comes back when there is a line, the end, or a signal. */
line_result line_next(line_reader *reader, bool wait, char **line);

#endif
