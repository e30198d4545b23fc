#include "line.h"

#include "core/text.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

asc_line_reader asc_line_reader_over(int file, char *buffer, size_t size) {
  return (asc_line_reader){.file = file, .buffer = buffer, .size = size};
}

/* Hands out buffer[begin … end), which a newline or the end of the input follows. */
static asc_line_result line_take(asc_line_reader *reader, size_t end, size_t next, char **line) {
  char *text = reader->buffer + reader->begin;
  size_t length = end - reader->begin;
  reader->begin = reader->scanned = next;
  if (reader->skipping) {
    reader->skipping = false;
    return ASC_LINE_TOO_LONG;
  }
  if (length > 0 && text[length - 1] == '\r') length--;
  asc_text_clean(text, length);
  text[length] = '\0';
  *line = text;
  return ASC_LINE_READ;
}

/* Makes room behind what is unread; a line that fills all of it is given up. */
static void room_make(asc_line_reader *reader) {
  if (reader->begin > 0) {
    memmove(reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin);
    reader->end -= reader->begin;
    reader->scanned -= reader->begin;
    reader->begin = 0;
  }
  if (reader->end + 1 < reader->size) return;
  reader->end = reader->scanned = 0;
  reader->skipping = true;
}

asc_line_result asc_line_reader_next(asc_line_reader *reader, bool wait, char **line) {
  for (;;) {
    char *from = reader->buffer + reader->scanned;
    char *newline = memchr(from, '\n', reader->end - reader->scanned);
    if (newline != NULL) {
      size_t end = (size_t)(newline - reader->buffer);
      return line_take(reader, end, end + 1, line);
    }
    reader->scanned = reader->end;
    if (reader->ended && (reader->begin < reader->end || reader->skipping))
      return line_take(reader, reader->end, reader->end, line);
    if (reader->ended) return ASC_LINE_ENDED;
    room_make(reader);
    struct pollfd ready = {.fd = reader->file, .events = POLLIN};
    if (!wait && poll(&ready, 1, 0) <= 0) return ASC_LINE_NONE;
    ssize_t got = read(reader->file, reader->buffer + reader->end, reader->size - 1 - reader->end);
    if (got < 0 && errno == EINTR) return ASC_LINE_NONE;
    if (got <= 0) reader->ended = true;
    if (got > 0) reader->end += (size_t)got;
  }
}

void asc_ugi_say_begin(asc_ugi_output *output) { flockfile(output->file); }

void asc_ugi_say_end(asc_ugi_output *output) {
  fputc('\n', output->file);
  if (fflush(output->file) != 0) output->refused = true;
  funlockfile(output->file);
}

void asc_ugi_say_part(asc_ugi_output *output, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vfprintf(output->file, format, args);
  va_end(args);
}

void asc_ugi_say(asc_ugi_output *output, const char *format, ...) {
  va_list args;
  asc_ugi_say_begin(output);
  va_start(args, format);
  (void)vfprintf(output->file, format, args);
  va_end(args);
  asc_ugi_say_end(output);
}
