/* The board as text: Unicode and colour where the terminal has them, readable without either.

   How a game is drawn follows from its view alone. A grid becomes boxes (grid.c), a free layout curves of small
   dots (free.c), both on a canvas of character cells (canvas.h). What is marked is marked by characters, so that
   nothing rests on colour; a legend explains the marks that are in use. The words (words.c) stand below the
   board, or beside it where a terminal is too low for both. A terminal too narrow for the board gets a list of the men
   instead. */
#ifndef ASC_DRAW_TEXT_BOARD_H
#define ASC_DRAW_TEXT_BOARD_H

#include "draw/scene.h"

#include <stdio.h>

typedef enum board_color { BOARD_COLOR_NONE, BOARD_COLOR_256, BOARD_COLOR_FULL } board_color;

typedef struct board_style {
  bool unicode;
  board_color color;
  bool terminal;        /* it would break lines that are too long */
  int columns, rows;    /* what the drawing should fit into */
  const char *language; /* of the words around the board; NULL: English */
} board_style;

/* Title, board, and the words about it. Returns ASC_E_MEMORY or 0. */
int asc_board_print(FILE *out, const asc_scene *scene, const board_style *style);
/* The board alone, as small as it can be drawn, with what it shows beside it or below, and its legend: a diagram
   within a text. Returns ASC_E_MEMORY or 0. */
int asc_board_print_diagram(FILE *out, const asc_scene *scene, const char *caption, const board_style *style);
/* A sentence in lines no longer than the style allows. The first begins where `indent` columns have been printed; the
   others are indented as much. */
void asc_board_print_sentence(FILE *out, const char *text, int indent, const board_style *style);
/* Words in columns as wide as the style allows, in the given order. `stride` is the distance of two words in bytes. */
void asc_board_print_columns(FILE *out, const char *words, size_t stride, int count, const board_style *style);

#endif
