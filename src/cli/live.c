#include "live.h"

#include "core/clock.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>

enum { INTERVAL = 100000 }; /* microseconds */

live_lines live_open(void) {
  live_lines live = {.style = board_style_detect(stderr)};
  const char *terminal = getenv("TERM");
  live.shown = live.style.terminal && terminal != NULL && strcmp(terminal, "dumb") != 0;
  return live;
}

bool live_due(live_lines *live) {
  int64_t now = live->shown ? asc_clock_microseconds() : 0;
  if (!live->shown || now < live->next) return false;
  live->next = now + INTERVAL;
  return true;
}

/* The bytes of the text's first line, without its newline, that fit into `columns`. Sequences that colour take none. */
static size_t fitting(const char *text, int columns) {
  size_t length = 0;
  while (text[length] != '\n' && text[length] != '\0') {
    if (text[length] == '\033') {
      length += strcspn(text + length, "m\n");
      length += text[length] == 'm';
      continue;
    }
    if (columns-- == 0) break;
    length++;
    while (((unsigned char)text[length] & 0xc0) == 0x80) length++;
  }
  return length;
}

static void rows_write(FILE *out, live_lines *live, const char *text) {
  if (live->rows > 0) fprintf(out, "\033[%dA\r\033[J", live->rows);
  live->rows = 0;
  for (; *text != '\0' && live->rows < live->style.rows - 1; live->rows++) {
    fprintf(out, "%.*s%s\n", (int)fitting(text, live->style.columns - 1), text,
            live->style.color != BOARD_COLOR_NONE ? "\033[0m" : "");
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
}

void live_draw(live_lines *live, const char *text) {
  if (!live->shown) return;
  board_style now = board_style_detect(stderr); /* the window may have another size by now */
  live->style.columns = now.columns;
  live->style.rows = now.rows;
  char *all = NULL; /* in one piece, so that nothing flickers */
  size_t size = 0;
  FILE *memory = open_memstream(&all, &size);
  if (memory == NULL) return;
  rows_write(memory, live, text);
  if (fclose(memory) == 0) fputs(all, stderr);
  free(all);
}

void live_clear(live_lines *live) { live_draw(live, ""); }
