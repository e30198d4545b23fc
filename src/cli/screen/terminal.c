/* Detects the abilities of the terminal and draws progress lines. See terminal.h. */
#include "terminal.h"

#include "base/clock.h"
#include "base/strbuf.h"
#include "cli/cli.h"
#include "cli/settings.h"
#include "cli/speech/language.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INTERVAL_US = 100000 }; /* minimum time between two drawings, in microseconds */

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value != NULL && value[0] != '\0';
}

/* Returns true if the terminal shows no colours and cannot move its cursor. */
static bool is_dumb(void) {
  const char *terminal = getenv("TERM");
  return terminal == NULL || strcmp(terminal, "dumb") == 0;
}

static asc_board_color best_color(void) {
  const char *kind = getenv("COLORTERM");
  bool full = kind != NULL && (strcmp(kind, "truecolor") == 0 || strcmp(kind, "24bit") == 0);
  return full ? ASC_BOARD_COLOR_FULL : ASC_BOARD_COLOR_256;
}

asc_board_style cli_style_detect(FILE *out) {
  asc_board_style style = {
      .has_unicode = cli_language_has_unicode(), .columns = 80, .rows = 50, .language = cli_language_current()};
  style.is_terminal = isatty(fileno(out)) == 1;
  if (!style.is_terminal) return style;
  if (!is_dumb() && !is_set("NO_COLOR")) style.color = best_color();
  struct winsize size;
  if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    style.columns = size.ws_col;
    style.rows = size.ws_row;
  }
  return style;
}

int cli_style_apply_options(asc_board_style *style, const char *command, bool ascii, const char *when) {
  if (ascii) {
    cli_language_force_ascii();
    style->has_unicode = false;
    style->language = cli_language_current();
  }
  if (when == NULL) when = cli_setting_value(CLI_SETTING_COLOR);
  if (strcmp(when, "auto") == 0) return CLI_OK;
  bool always = strcmp(when, "always") == 0;
  if (!always && strcmp(when, "never") != 0)
    return cli_fail(ASC_E_INPUT, command, "--color is always, never or auto, not '%s'", when);
  style->color = always ? best_color() : ASC_BOARD_COLOR_NONE;
  return CLI_OK;
}

cli_progress cli_progress_open(void) {
  cli_progress progress = {.style = cli_style_detect(stderr)};
  progress.is_visible = progress.style.is_terminal && !is_dumb();
  return progress;
}

bool cli_progress_is_due(cli_progress *progress) {
  int64_t now = progress->is_visible ? asc_clock_now_us() : 0;
  if (!progress->is_visible || now < progress->next_draw_us) return false;
  progress->next_draw_us = now + INTERVAL_US;
  return true;
}

/* Returns how many bytes of the first line, without its newline, fit into `columns`. Colour sequences take no
   column. */
static size_t fitting_length(const char *text, int columns) {
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

static void rows_write(asc_strbuf *out, cli_progress *progress, const char *text) {
  if (progress->drawn_rows > 0) asc_strbuf_format(out, "\033[%dA\r\033[J", progress->drawn_rows);
  progress->drawn_rows = 0;
  for (; *text != '\0' && progress->drawn_rows < progress->style.rows - 1; progress->drawn_rows++) {
    asc_strbuf_format(out, "%.*s%s\n", (int)fitting_length(text, progress->style.columns - 1), text,
                      progress->style.color != ASC_BOARD_COLOR_NONE ? "\033[0m" : "");
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
}

void cli_progress_draw(cli_progress *progress, const char *text) {
  if (!progress->is_visible) return;
  asc_board_style now = cli_style_detect(stderr); /* the window may have been resized */
  progress->style.columns = now.columns;
  progress->style.rows = now.rows;
  asc_strbuf all = {0}; /* written at once, so that nothing flickers */
  rows_write(&all, progress, text);
  if (all.text != NULL && !all.failed) fputs(all.text, stderr);
  free(all.text);
}

void cli_progress_clear(cli_progress *progress) { cli_progress_draw(progress, ""); }
