#include "terminal.h"

#include "cli/cli.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "core/clock.h"
#include "play/growing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INTERVAL = 100000 }; /* microseconds */

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value != NULL && value[0] != '\0';
}

/* It shows no colours and cannot move its cursor. */
static bool is_dumb(void) {
  const char *terminal = getenv("TERM");
  return terminal == NULL || strcmp(terminal, "dumb") == 0;
}

static board_color best_color(void) {
  const char *kind = getenv("COLORTERM");
  bool full = kind != NULL && (strcmp(kind, "truecolor") == 0 || strcmp(kind, "24bit") == 0);
  return full ? BOARD_COLOR_FULL : BOARD_COLOR_256;
}

board_style board_style_detect(FILE *out) {
  board_style style = {.unicode = language_unicode(), .columns = 80, .rows = 50, .language = language_now()};
  style.terminal = isatty(fileno(out)) == 1;
  if (!style.terminal) return style;
  if (!is_dumb() && !is_set("NO_COLOR")) style.color = best_color();
  struct winsize size;
  if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    style.columns = size.ws_col;
    style.rows = size.ws_row;
  }
  return style;
}

int board_style_choose(board_style *style, const char *command, bool ascii, const char *when) {
  if (ascii) {
    language_only_ascii();
    style->unicode = false;
    style->language = language_now();
  }
  if (when == NULL) when = setting_value(SETTING_COLOR);
  if (strcmp(when, "auto") == 0) return CLI_OK;
  bool always = strcmp(when, "always") == 0;
  if (!always && strcmp(when, "never") != 0)
    return cli_fail(ASC_E_INPUT, command, "--color is always, never or auto, not '%s'", when);
  style->color = always ? best_color() : BOARD_COLOR_NONE;
  return CLI_OK;
}

progress_lines progress_open(void) {
  progress_lines progress = {.style = board_style_detect(stderr)};
  progress.shown = progress.style.terminal && !is_dumb();
  return progress;
}

bool progress_due(progress_lines *progress) {
  int64_t now = progress->shown ? asc_clock_microseconds() : 0;
  if (!progress->shown || now < progress->next) return false;
  progress->next = now + INTERVAL;
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

static void rows_write(asc_growing *out, progress_lines *progress, const char *text) {
  if (progress->rows > 0) asc_growing_format(out, "\033[%dA\r\033[J", progress->rows);
  progress->rows = 0;
  for (; *text != '\0' && progress->rows < progress->style.rows - 1; progress->rows++) {
    asc_growing_format(out, "%.*s%s\n", (int)fitting(text, progress->style.columns - 1), text,
                       progress->style.color != BOARD_COLOR_NONE ? "\033[0m" : "");
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
}

void progress_draw_lines(progress_lines *progress, const char *text) {
  if (!progress->shown) return;
  board_style now = board_style_detect(stderr); /* the window may have another size by now */
  progress->style.columns = now.columns;
  progress->style.rows = now.rows;
  asc_growing all = {0}; /* in one piece, so that nothing flickers */
  rows_write(&all, progress, text);
  if (all.text != NULL && !all.failed) fputs(all.text, stderr);
  free(all.text);
}

void progress_clear(progress_lines *progress) { progress_draw_lines(progress, ""); }
