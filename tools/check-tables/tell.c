/* See tell.h. */
#include "tell.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool tell_json, tell_progress;
static pthread_mutex_t end_lock = PTHREAD_MUTEX_INITIALIZER;

void progress_clear(void) {
  if (tell_progress) fputs("\r\033[K", stderr);
}

_Noreturn void stop(int status, const char *format, ...) {
  pthread_mutex_lock(&end_lock); /* never given back: one thread tells why, and all end */
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  progress_clear();
  fprintf(stderr, "ascona-check: %s\n", text);
  if (tell_json && status == STATUS_FAULT) {
    fputs("{\"fault\":\"", stdout);
    for (const char *c = text; *c != '\0'; c++)
      if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
        printf("\\u%04x", (unsigned)*c);
      else
        putchar(*c);
    puts("\"}");
  }
  fflush(stdout);
  _Exit(status);
}

/* A position as docs/formats.md writes it; with `drawn`, as a board with the names of files and ranks. */
static void position_text(const layer *in, set own, set other, bool drawn, char text[256]) {
  int size = the_board.size, n = 0;
  bool white = in->layer % 2 == 0;
  if (!drawn) n += snprintf(text, 256, "1:");
  for (int rank = size - 1; rank >= 0; rank--) {
    if (drawn) n += snprintf(text + n, (size_t)(256 - n), "%d", rank + 1);
    for (int file = 0; file < size; file++) {
      set square = (set)1 << (rank * size + file);
      char man = own & square ? (white ? 'w' : 'b') : other & square ? (white ? 'b' : 'w') : '.';
      n += snprintf(text + n, (size_t)(256 - n), drawn ? " %c" : "%c", man);
    }
    n += snprintf(text + n, (size_t)(256 - n), "%s", drawn ? "\n" : rank > 0 ? "/" : "");
  }
  if (drawn) {
    n += snprintf(text + n, (size_t)(256 - n), " ");
    for (int file = 0; file < size; file++) n += snprintf(text + n, (size_t)(256 - n), " %c", 'a' + file);
    return;
  }
  int own_box = in->pawns - in->own, other_box = in->pawns - in->other;
  n += snprintf(text + n, (size_t)(256 - n), ":w%db%d:%c", white ? own_box : other_box, white ? other_box : own_box,
                white ? 'w' : 'b');
  if (in->layer < 4) snprintf(text + n, (size_t)(256 - n), "%d", in->layer + 1);
}

/* A value of the last layer in words, after its byte. */
static void value_text(const layer *in, int value, char text[64]) {
  int relay = the_board.squares - 2 * in->pawns, n = snprintf(text, 64, "%d", value);
  if (!in->last || value == 0) return;
  const char *verb = value > 0 ? "wins" : "loses";
  int points = value >= 64 || value < -64 ? relay : 1;
  int plies = value > 0 ? 2 * ((value >= 64 ? 127 : 63) - value) + 1 : 2 * (value + (value >= -64 ? 64 : 128));
  snprintf(text + n, (size_t)(64 - n), " (%s %d in %d)", verb, points, plies);
}

_Noreturn void fault_tell(const layer *in, set own, set other, const char *what, int found, int expected) {
  char position[256], drawing[256], has[64], should[64];
  position_text(in, own, other, false, position);
  position_text(in, own, other, true, drawing);
  value_text(in, found, has);
  value_text(in, expected, should);
  stop(STATUS_FAULT, "layer %d: %s: %s: found %s, expected %s; row %u, column %u\n%s", in->layer, position, what, has,
       should, in->own_classes->row[number(own)] / 8, number(packed(other, own)), drawing);
}
