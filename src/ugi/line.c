/* Reading and writing lines. */
#include "line.h"

#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

ugi_line_reader ugi_line_reader_over(int fd, char *buffer, size_t size) {
  return (ugi_line_reader){.fd = fd, .buffer = buffer, .size = size};
}

/* Returns buffer[start … end) as a line. A newline or the end of the input follows it; the next line starts at
   `next`. */
static ugi_line_result line_take(ugi_line_reader *reader, size_t end, size_t next, char **line) {
  char *text = reader->buffer + reader->start;
  size_t length = end - reader->start;
  reader->start = reader->scanned = next;
  if (reader->is_skipping) {
    reader->is_skipping = false;
    return UGI_LINE_TOO_LONG;
  }
  if (length > 0 && text[length - 1] == '\r') length--;
  asc_text_clean(text, length);
  text[length] = '\0';
  *line = text;
  return UGI_LINE_READ;
}

/* Makes room after the unread bytes. If one line fills the whole buffer, starts to skip it. */
static void room_make(ugi_line_reader *reader) {
  if (reader->start > 0) {
    memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
    reader->end -= reader->start;
    reader->scanned -= reader->start;
    reader->start = 0;
  }
  if (reader->end + 1 < reader->size) return;
  reader->end = reader->scanned = 0;
  reader->is_skipping = true;
}

ugi_line_result ugi_line_reader_next(ugi_line_reader *reader, bool wait, char **line) {
  for (;;) {
    char *from = reader->buffer + reader->scanned;
    char *newline = memchr(from, '\n', reader->end - reader->scanned);
    if (newline != NULL) {
      size_t end = (size_t)(newline - reader->buffer);
      return line_take(reader, end, end + 1, line);
    }
    reader->scanned = reader->end;
    if (reader->has_ended && (reader->start < reader->end || reader->is_skipping))
      return line_take(reader, reader->end, reader->end, line);
    if (reader->has_ended) return UGI_LINE_ENDED;
    room_make(reader);
    struct pollfd ready = {.fd = reader->fd, .events = POLLIN};
    if (!wait && poll(&ready, 1, 0) <= 0) return UGI_LINE_NONE;
    ssize_t got = read(reader->fd, reader->buffer + reader->end, reader->size - 1 - reader->end);
    if (got < 0 && errno == EINTR) return UGI_LINE_NONE;
    if (got <= 0) reader->has_ended = true;
    if (got > 0) reader->end += (size_t)got;
  }
}

void ugi_output_begin_line(ugi_output *output) { flockfile(output->file); }

void ugi_output_end_line(ugi_output *output) {
  fputc('\n', output->file);
  if (fflush(output->file) != 0) output->has_failed = true;
  funlockfile(output->file);
}

void ugi_output_print_part(ugi_output *output, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vfprintf(output->file, format, args);
  va_end(args);
}

void ugi_output_print(ugi_output *output, const char *format, ...) {
  va_list args;
  ugi_output_begin_line(output);
  va_start(args, format);
  (void)vfprintf(output->file, format, args);
  va_end(args);
  ugi_output_end_line(output);
}
