/* Reports errors. See report.h. */
#include "report.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool check_print_json, check_show_progress;
static pthread_mutex_t end_lock = PTHREAD_MUTEX_INITIALIZER;

void check_progress_clear(void) {
  if (check_show_progress) fputs("\r\033[K", stderr);
}

_Noreturn void check_fail(int status, const char *format, ...) {
  pthread_mutex_lock(&end_lock); /* never released: one thread reports the reason, and all threads end */
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  check_progress_clear();
  fprintf(stderr, "ascona-check: %s\n", text);
  if (check_print_json && status == CHECK_STATUS_WRONG) {
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

/* Writes a position in the notation of docs/formats.md; with `as_board`, as a board with the names of files and
   ranks. */
static void position_text(const check_layer *layer, check_set own, check_set other, bool as_board, char text[256]) {
  int size = check_the_board.size, n = 0;
  bool white = layer->index % 2 == 0;
  if (!as_board) n += snprintf(text, 256, "1:");
  for (int rank = size - 1; rank >= 0; rank--) {
    if (as_board) n += snprintf(text + n, (size_t)(256 - n), "%d", rank + 1);
    for (int file = 0; file < size; file++) {
      check_set square = (check_set)1 << (rank * size + file);
      char piece = own & square ? (white ? 'w' : 'b') : other & square ? (white ? 'b' : 'w') : '.';
      n += snprintf(text + n, (size_t)(256 - n), as_board ? " %c" : "%c", piece);
    }
    n += snprintf(text + n, (size_t)(256 - n), "%s", as_board ? "\n" : rank > 0 ? "/" : "");
  }
  if (as_board) {
    n += snprintf(text + n, (size_t)(256 - n), " ");
    for (int file = 0; file < size; file++) n += snprintf(text + n, (size_t)(256 - n), " %c", 'a' + file);
    return;
  }
  int own_reserve = layer->pawns_per_side - layer->own_pawns,
      other_reserve = layer->pawns_per_side - layer->other_pawns;
  n += snprintf(text + n, (size_t)(256 - n), ":w%db%d:%c", white ? own_reserve : other_reserve,
                white ? other_reserve : own_reserve, white ? 'w' : 'b');
  if (layer->index < 4) snprintf(text + n, (size_t)(256 - n), "%d", layer->index + 1);
}

/* Writes a value; in the last layer, also its meaning in words. */
static void value_text(const check_layer *layer, int value, char text[64]) {
  int relay = check_the_board.squares - 2 * layer->pawns_per_side, n = snprintf(text, 64, "%d", value);
  if (!layer->is_last || value == 0) return;
  const char *verb = value > 0 ? "wins" : "loses";
  int points = value >= 64 || value < -64 ? relay : 1;
  int plies = value > 0 ? 2 * ((value >= 64 ? 127 : 63) - value) + 1 : 2 * (value + (value >= -64 ? 64 : 128));
  snprintf(text + n, (size_t)(64 - n), " (%s %d in %d)", verb, points, plies);
}

_Noreturn void check_report_position(const check_layer *layer, check_set own, check_set other, const char *what,
                                     int found, int expected) {
  char position[256], drawing[256], has[64], should[64];
  position_text(layer, own, other, false, position);
  position_text(layer, own, other, true, drawing);
  value_text(layer, found, has);
  value_text(layer, expected, should);
  check_fail(CHECK_STATUS_WRONG, "layer %d: %s: %s: found %s, expected %s; row %u, column %u\n%s", layer->index,
             position, what, has, should, layer->own_classes->row_ref[check_rank(own)] / 8,
             check_rank(check_pack(other, own)), drawing);
}
