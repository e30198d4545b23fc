/* What the terminal can show, and a few lines on it that are drawn again in place while something takes time.

   These lines go to stderr, so that a result on stdout can be kept in a file, and vanish before the result is printed.
   Where stderr is no terminal, or one that cannot move its cursor, nothing is shown at all. */
#ifndef ASC_CLI_SCREEN_TERMINAL_H
#define ASC_CLI_SCREEN_TERMINAL_H

#include "draw/text/board.h"

/* What `out` can show: UTF-8 by the locale, colour and size if it is a terminal. NO_COLOR is obeyed. */
board_style board_style_detect(FILE *out);
/* Applies `--ascii` and `--color WHEN` (NULL: as the settings have it). CLI_OK, or the status after the error was
   printed, when WHEN is none of always, never, auto. Who asks for colours gets them, NO_COLOR or not. */
int board_style_choose(board_style *style, const char *command, bool ascii, const char *when);

typedef struct progress_lines {
  board_style style; /* of stderr */
  bool shown;        /* there is a terminal to show them on */
  int rows;          /* drawn now */
  int64_t next;      /* when they may be drawn again, in microseconds */
} progress_lines;

progress_lines progress_open(void);
/* Whether it is worth making new lines: they can be shown, and the last are not too young. */
bool progress_due(progress_lines *progress);
/* Draws lines, each with its newline, over those there are. What is too long or too much for the terminal is cut. */
void progress_draw_lines(progress_lines *progress, const char *text);
void progress_clear(progress_lines *progress);

#endif
