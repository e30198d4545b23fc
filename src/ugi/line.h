/* Reading and writing lines.

   The reader accepts any bytes from a file descriptor. A line that it returns is UTF-8 without control characters; it
   has replaced every other byte by '?'. It uses only the caller's buffer: a line that does not fit is skipped to its
   end and reported once. The last line needs no newline, and a carriage return before a newline is dropped.

   The output writes whole lines, so several threads can share it. */
#ifndef ASC_UGI_LINE_H
#define ASC_UGI_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct ugi_line_reader {
  int fd;
  char *buffer;
  size_t size;
  size_t start, scanned, end; /* buffer[start … end) is unread; there is no newline before `scanned` */
  bool is_skipping;           /* inside a line that does not fit */
  bool has_ended;
} ugi_line_reader;

typedef enum ugi_line_result {
  UGI_LINE_READ,
  UGI_LINE_TOO_LONG,
  UGI_LINE_NONE, /* no line yet: `wait` was false, or a signal arrived */
  UGI_LINE_ENDED
} ugi_line_result;

/* Returns a reader of `fd` that uses `buffer` of `size` bytes. The caller owns both. */
ugi_line_reader ugi_line_reader_over(int fd, char *buffer, size_t size);
/* Returns UGI_LINE_READ and sets *line, which is valid until the next call, or says why there is no line. With `wait`
   it blocks until a line, the end of the input or a signal. */
ugi_line_result ugi_line_reader_next(ugi_line_reader *reader, bool wait, char **line);

typedef struct ugi_output {
  FILE *file;             /* owned by the caller */
  atomic_bool has_failed; /* a line could not be written: the reader has gone */
} ugi_output;

/* Prints a line and flushes it, because the program that drives the engine waits for it. */
void ugi_output_print(ugi_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Print a line in parts: begin, print parts, end. Between begin and end, other threads wait. */
void ugi_output_begin_line(ugi_output *output);
void ugi_output_print_part(ugi_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ugi_output_end_line(ugi_output *output);

#endif
