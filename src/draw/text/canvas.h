/* A sheet of character cells: boxes that join by themselves, curves of small dots, glyphs, colours.

   A cell holds one of three things, the last one put winning over the others: a glyph; arms of lines towards its four
   sides, which become the right box-drawing character; or dots, two by four of them, which become a braille pattern.
   Each has an ASCII character to fall back to. Coordinates outside the sheet are ignored. */
#ifndef ASC_DRAW_TEXT_CANVAS_H
#define ASC_DRAW_TEXT_CANVAS_H

#include "board.h"

/* Colours by what they stand for, after the look of the boards. */
typedef enum cli_paint {
  PAINT_NONE, /* what the terminal has */
  PAINT_FIELD,
  PAINT_INLAY,
  PAINT_MAPLE,
  PAINT_WALNUT,
  PAINT_BARRED,
  PAINT_STONE,
  PAINT_IVORY,
  PAINT_EBONY,
  PAINT_VERMILION,
  PAINT_LEAF,
  PAINT_PEAR,
  PAINT_LAKE,
  PAINT_MARK,
  PAINT_GOLD,
  PAINT_CARD,
  PAINT_NOSE,
  PAINT_FIN,
  PAINT_TAIL,
  PAINT_WAVE,
  PAINT_COUNT
} cli_paint;

typedef struct cli_ink {
  cli_paint color;
  bool bold;
} cli_ink;

typedef struct cli_glyph {
  const char *text; /* one column of UTF-8; it must outlive the canvas */
  char plain;
} cli_glyph;

typedef struct canvas_cell {
  cli_glyph glyph;
  uint8_t arms[ASC_ARROWS]; /* 0 none, 1 light, 2 heavy */
  uint8_t dots;
  char dot_plain;
  cli_ink ink;
  cli_paint ground;
} canvas_cell;

typedef struct cli_canvas {
  int width, height;
  canvas_cell *cells;
} cli_canvas;

int canvas_open(cli_canvas *canvas, int width, int height);
void canvas_close(cli_canvas *canvas);

/* The cell, or NULL outside. */
canvas_cell *canvas_at(const cli_canvas *canvas, int x, int y);
bool canvas_blank(const cli_canvas *canvas, int x, int y); /* inside, and nothing put there yet but ground and dots */

void canvas_put(cli_canvas *canvas, int x, int y, cli_glyph glyph, cli_ink ink);
void canvas_text(cli_canvas *canvas, int x, int y, const char *ascii, cli_ink ink);
void canvas_ground(cli_canvas *canvas, int x, int y, int width, int height, cli_paint ground);
/* A straight line along a row or a column, ends included. Heavier arms stay heavy. */
void canvas_line(cli_canvas *canvas, int x1, int y1, int x2, int y2, uint8_t weight, cli_ink ink);
/* The same with arms both ways, across or down, in every cell it touches: a line that joins nothing. */
void canvas_stroke(cli_canvas *canvas, int x1, int y1, int x2, int y2, bool across, uint8_t weight, cli_ink ink);
/* A dot at two by four to the cell. */
void canvas_dot(cli_canvas *canvas, int x, int y, char plain, cli_ink ink);
void canvas_clear(cli_canvas *canvas, int x, int y);

void canvas_print(FILE *out, const cli_canvas *canvas, const board_style *style);
/* One row without its end, and how many columns it took; rows outside the sheet take none. */
int canvas_print_row(FILE *out, const cli_canvas *canvas, int y, const board_style *style);
int canvas_columns(const cli_canvas *canvas, const board_style *style); /* of the longest row */
/* One glyph on its own, for lines of text around the board. */
void canvas_print_glyph(FILE *out, cli_glyph glyph, cli_ink ink, const board_style *style);

/* Words around the board. Without Unicode, letters lose their accents and what has no likeness becomes '?'. */
void canvas_print_words(FILE *out, const char *words, const board_style *style);
int canvas_words_columns(const char *words, const board_style *style);

#endif
