/* The abilities of the terminal, and progress lines that are redrawn in place while a command runs.

   Progress lines go to stderr, so that a result on stdout can be redirected to a file. They are erased before the
   result is printed. If stderr is not a terminal, or cannot move its cursor, they are not shown at all. */
#ifndef CLI_SCREEN_TERMINAL_H
#define CLI_SCREEN_TERMINAL_H

#include "draw/text/board.h"

/* Returns what `out` can show: UTF-8 according to the locale; colour and size if it is a terminal, otherwise no colour
   and 80 columns by 50 rows. Obeys NO_COLOR. */
asc_board_style cli_style_detect(FILE *out);
/* Applies `--ascii` and `--color WHEN` (NULL: the user's settings). An explicit "always" overrides NO_COLOR. Returns
   CLI_OK; if WHEN is not always, never or auto, prints an error and returns its exit status. */
int cli_style_apply_options(asc_board_style *style, const char *command, bool ascii, const char *when);

typedef struct cli_progress {
  asc_board_style style; /* of stderr */
  bool is_visible;       /* stderr is a terminal that can show them */
  int drawn_rows;        /* rows currently on the screen */
  int64_t next_draw_us;  /* time of the next drawing, in microseconds */
} cli_progress;

cli_progress cli_progress_open(void);
/* Returns true if the lines can be shown and the last drawing is at least 100 ms old. */
bool cli_progress_is_due(cli_progress *progress);
/* Draws lines, each with its newline, over the current ones. Cuts whatever does not fit on the terminal. */
void cli_progress_draw(cli_progress *progress, const char *text);
void cli_progress_clear(cli_progress *progress);

#endif
