/* The board as text: with Unicode and colour if the terminal has them, readable without either.

   The drawing depends only on the view of the game. A grid becomes boxes (grid.c), a free layout becomes curves of
   small dots (free.c), both on a canvas of character cells (canvas.h). All marks are characters, so nothing depends on
   colour; a legend explains the marks in use. The text about the game (info.c) is below the board, or beside it if the
   terminal is too low for both. A terminal that is too narrow for the board gets a list of the pieces instead. */
#ifndef ASC_DRAW_TEXT_BOARD_H
#define ASC_DRAW_TEXT_BOARD_H

#include "draw/scene.h"

#include <stdio.h>

typedef enum asc_board_color { ASC_BOARD_COLOR_NONE, ASC_BOARD_COLOR_256, ASC_BOARD_COLOR_FULL } asc_board_color;

typedef struct asc_board_style {
  bool has_unicode;
  asc_board_color color;
  bool is_terminal;     /* the output must fit: a terminal breaks lines that are too long */
  int columns, rows;    /* the size that the output should fit into */
  const char *language; /* of the text around the board; NULL: English */
} asc_board_style;

/* Prints the title, the board and the text about the game. Returns ASC_OK or ASC_E_MEMORY. */
int asc_board_print(FILE *out, const asc_scene *scene, const asc_board_style *style);
/* Prints a diagram for use within a text: the smallest board, with caption and legend beside it or below. Returns
   ASC_OK or ASC_E_MEMORY. */
int asc_board_print_diagram(FILE *out, const asc_scene *scene, const char *caption, const asc_board_style *style);
/* Prints text in lines that are no longer than style->columns, and ends the last line. The first line starts after
   `indent` columns that the caller has printed; the other lines are indented by as much. */
void asc_board_print_sentence(FILE *out, const char *text, int indent, const asc_board_style *style);
/* Prints `count` words in columns, in order down each column. The words are `stride` bytes apart in `text`. */
void asc_board_print_columns(FILE *out, const char *text, size_t stride, int count, const asc_board_style *style);

#endif
