/* A sheet of character cells: boxes that join by themselves, curves of small dots, glyphs, colours.

   A cell holds one of three things, the last one put winning over the others: a glyph; arms of lines towards its four
   sides, which become the right box-drawing character; or dots, two by four of them, which become a braille pattern.
   Each has an ASCII character to fall back to. Coordinates outside the sheet are ignored. */
#ifndef ASC_DRAW_TEXT_CANVAS_H
#define ASC_DRAW_TEXT_CANVAS_H

#include "board.h"

/* Colours by what they stand for, after the look of the boards. */
typedef enum text_paint {
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
} text_paint;

typedef struct text_ink {
  text_paint color;
  bool bold;
} text_ink;

typedef struct text_glyph {
  const char *text; /* one column of UTF-8; it must outlive the canvas */
  char plain;
} text_glyph;

typedef struct canvas_cell {
  text_glyph glyph;
  uint8_t arms[ASC_ARROWS]; /* 0 none, 1 light, 2 heavy */
  uint8_t dots;
  char dot_plain;
  text_ink ink;
  text_paint ground;
} canvas_cell;

typedef struct text_canvas {
  int width, height;
  canvas_cell *cells;
} text_canvas;

int asc_canvas_open(text_canvas *canvas, int width, int height);
void asc_canvas_close(text_canvas *canvas);

/* The cell, or NULL outside. */
canvas_cell *asc_canvas_at(const text_canvas *canvas, int x, int y);
bool asc_canvas_blank(const text_canvas *canvas, int x,
                      int y); /* inside, and nothing put there yet but ground and dots */

void asc_canvas_put(text_canvas *canvas, int x, int y, text_glyph glyph, text_ink ink);
void asc_canvas_text(text_canvas *canvas, int x, int y, const char *ascii, text_ink ink);
void asc_canvas_ground(text_canvas *canvas, int x, int y, int width, int height, text_paint ground);
/* A straight line along a row or a column, ends included. Heavier arms stay heavy. */
void asc_canvas_line(text_canvas *canvas, int x1, int y1, int x2, int y2, uint8_t weight, text_ink ink);
/* The same with arms both ways, across or down, in every cell it touches: a line that joins nothing. */
void asc_canvas_stroke(text_canvas *canvas, int x1, int y1, int x2, int y2, bool across, uint8_t weight, text_ink ink);
/* A dot at two by four to the cell. */
void asc_canvas_dot(text_canvas *canvas, int x, int y, char plain, text_ink ink);
void asc_canvas_clear(text_canvas *canvas, int x, int y);

void asc_canvas_print(FILE *out, const text_canvas *canvas, const board_style *style);
/* One row without its end, and how many columns it took; rows outside the sheet take none. */
int asc_canvas_print_row(FILE *out, const text_canvas *canvas, int y, const board_style *style);
int asc_canvas_columns(const text_canvas *canvas, const board_style *style); /* of the longest row */
/* One glyph on its own, for lines of text around the board. */
void asc_canvas_print_glyph(FILE *out, text_glyph glyph, text_ink ink, const board_style *style);

/* Words around the board. Without Unicode, letters lose their accents and what has no likeness becomes '?'. */
void asc_canvas_print_words(FILE *out, const char *words, const board_style *style);
int asc_canvas_words_columns(const char *words, const board_style *style);

/* Words that stand out in a line of text, by what they mean. A style without colour leaves them plain: what matters is
   always in the words. At least `columns` wide: blanks follow them, or precede them when `columns` is negative. */
typedef enum text_tone { TONE_PLAIN, TONE_STRONG, TONE_FAINT, TONE_GOOD, TONE_DOUBTFUL, TONE_BAD } text_tone;
void asc_tone_words(FILE *out, text_tone tone, const char *words, int columns, const board_style *style);

#endif
