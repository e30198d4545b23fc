/* A few lines on the terminal that are drawn again in place while something takes time.

   They go to stderr, so that a result on stdout can be kept in a file, and vanish before the result is printed. Where
   stderr is no terminal, or one that cannot move its cursor, nothing is shown at all. */
#ifndef ASC_CLI_LIVE_H
#define ASC_CLI_LIVE_H

#include "draw/text/board.h"

typedef struct live_lines {
  board_style style; /* of stderr */
  bool shown;        /* there is a terminal to show them on */
  int rows;          /* drawn now */
  int64_t next;      /* when they may be drawn again, in microseconds */
} live_lines;

live_lines live_open(void);
/* Whether it is worth making new lines: they can be shown, and the last are not too young. */
bool live_due(live_lines *live);
/* Draws lines, each with its newline, over those there are. What is too long or too much for the terminal is cut. */
void live_draw(live_lines *live, const char *text);
void live_clear(live_lines *live);

#endif
