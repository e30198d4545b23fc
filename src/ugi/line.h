/* Lines in and out.

   Lines are read from a file descriptor, whatever bytes come. A line handed out is UTF-8 without control characters;
   each byte that is neither has become a '?'. Memory is the caller's buffer and no more: a line that does not fit is
   skipped to its end and reported once. The last line need not end with a newline, and a carriage return before one is
   dropped. What is said goes out a whole line at a time, whichever thread says it. */
#ifndef ASC_UGI_LINE_H
#define ASC_UGI_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct asc_line_reader {
  int file;
  char *buffer;
  size_t size;
  size_t begin, scanned, end; /* buffer[begin … end) is unread; no newline before `scanned` */
  bool skipping;              /* inside a line that did not fit */
  bool ended;
} asc_line_reader;

typedef enum asc_line_result {
  ASC_LINE_READ,
  ASC_LINE_TOO_LONG,
  ASC_LINE_NONE, /* nothing came: not waiting, or a signal arrived */
  ASC_LINE_ENDED
} asc_line_result;

asc_line_reader asc_line_reader_over(int file, char *buffer, size_t size);
/* *line is good until the next call. With `wait` it comes back when there is a line, the end, or a signal. */
asc_line_result asc_line_reader_next(asc_line_reader *reader, bool wait, char **line);

typedef struct asc_ugi_output {
  FILE *file;          /* the caller's */
  atomic_bool refused; /* a line could not be written: nobody listens any more */
} asc_ugi_output;

/* Writes a line and sends it off: who drives an engine waits for it. */
void asc_ugi_say(asc_ugi_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parts of a line, between the other two, which keep other threads out. */
void asc_ugi_say_begin(asc_ugi_output *output);
void asc_ugi_say_part(asc_ugi_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
void asc_ugi_say_end(asc_ugi_output *output);

#endif
