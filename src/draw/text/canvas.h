/* A canvas of character cells: boxes that join by themselves, curves of small dots, glyphs, colours.

   A cell shows the first of these that it has: a glyph; arms of lines towards its four sides, which become the
   box-drawing character that fits; or 2 × 4 dots, which become a braille pattern. Each has an ASCII character as a
   fallback. Lines leave a cell with a glyph unchanged. Coordinates outside the canvas are ignored. */
#ifndef ASC_DRAW_TEXT_CANVAS_H
#define ASC_DRAW_TEXT_CANVAS_H

#include "board.h"

/* Colours by meaning, similar to those of the SVG boards. */
typedef enum asc_canvas_paint {
  ASC_PAINT_NONE, /* the terminal's default */
  ASC_PAINT_FIELD,
  ASC_PAINT_INLAY,
  ASC_PAINT_MAPLE,
  ASC_PAINT_WALNUT,
  ASC_PAINT_OFF_LIMITS,
  ASC_PAINT_STONE,
  ASC_PAINT_IVORY,
  ASC_PAINT_EBONY,
  ASC_PAINT_VERMILION,
  ASC_PAINT_LEAF,
  ASC_PAINT_PEAR,
  ASC_PAINT_LAKE,
  ASC_PAINT_MARK,
  ASC_PAINT_GOLD,
  ASC_PAINT_CARD,
  ASC_PAINT_NOSE,
  ASC_PAINT_FIN,
  ASC_PAINT_TAIL,
  ASC_PAINT_WAVE,
  ASC_PAINT_COUNT
} asc_canvas_paint;

typedef struct asc_canvas_ink {
  asc_canvas_paint color;
  bool bold;
} asc_canvas_ink;

typedef struct asc_canvas_glyph {
  const char *text; /* UTF-8, one column wide; must outlive the canvas. "": use `ascii`. NULL in a cell: no glyph */
  char ascii;
} asc_canvas_glyph;

typedef struct asc_canvas_cell {
  asc_canvas_glyph glyph;
  uint8_t arms[ASC_ARROW_COUNT]; /* by arrow (ASC_UP, …): 0 none, 1 light, 2 heavy */
  uint8_t dots;
  char dot_ascii;
  asc_canvas_ink ink;
  asc_canvas_paint background;
} asc_canvas_cell;

typedef struct asc_canvas {
  int width, height;
  asc_canvas_cell *cells;
} asc_canvas;

/* Makes a canvas of empty cells, which the caller closes. Returns ASC_OK or ASC_E_MEMORY. */
int asc_canvas_open(asc_canvas *canvas, int width, int height);
void asc_canvas_close(asc_canvas *canvas);

/* Returns the cell at (x, y), or NULL if it is outside. */
asc_canvas_cell *asc_canvas_cell_at(const asc_canvas *canvas, int x, int y);
/* Returns whether (x, y) is inside and has neither glyph nor arms. It may have a background and dots. */
bool asc_canvas_is_blank(const asc_canvas *canvas, int x, int y);

/* Put a glyph, or one glyph per character of an ASCII text, and replace what the cells held except the background. */
void asc_canvas_put_glyph(asc_canvas *canvas, int x, int y, asc_canvas_glyph glyph, asc_canvas_ink ink);
void asc_canvas_put_text(asc_canvas *canvas, int x, int y, const char *ascii, asc_canvas_ink ink);
void asc_canvas_fill_background(asc_canvas *canvas, int x, int y, int width, int height, asc_canvas_paint background);
/* Draws a line along a row or a column, ends included. Needs x1 <= x2 and y1 <= y2. A heavier arm stays heavy. */
void asc_canvas_draw_line(asc_canvas *canvas, int x1, int y1, int x2, int y2, uint8_t weight, asc_canvas_ink ink);
/* Draws a line that joins no other: every cell of the rectangle gets both horizontal arms, or both vertical arms if not
   `across`. */
void asc_canvas_draw_stroke(asc_canvas *canvas, int x1, int y1, int x2, int y2, bool across, uint8_t weight,
                            asc_canvas_ink ink);
/* Sets a dot. A cell has 2 × 4 dots, and x and y count dots. `ascii` replaces the dots of the cell without Unicode. */
void asc_canvas_put_dot(asc_canvas *canvas, int x, int y, char ascii, asc_canvas_ink ink);
/* Empties a cell except for its background. */
void asc_canvas_clear_cell(asc_canvas *canvas, int x, int y);

void asc_canvas_print(FILE *out, const asc_canvas *canvas, const asc_board_style *style);
/* Prints row y without a newline. Returns the number of columns printed; 0 for a row outside the canvas. */
int asc_canvas_print_row(FILE *out, const asc_canvas *canvas, int y, const asc_board_style *style);
/* Returns the columns of the longest row, without empty cells at its end. */
int asc_canvas_used_columns(const asc_canvas *canvas, const asc_board_style *style);
/* Prints one glyph, for text around the board. */
void asc_canvas_print_glyph(FILE *out, asc_canvas_glyph glyph, asc_canvas_ink ink, const asc_board_style *style);

/* Prints text, or returns its width in columns. Without Unicode, letters lose their accents and a character without an
   ASCII equivalent becomes '?'. */
void asc_canvas_print_text(FILE *out, const char *text, const asc_board_style *style);
int asc_canvas_text_columns(const char *text, const asc_board_style *style);

/* Prints text in a tone that fits its meaning. A style without colour prints it plain, so the text itself must carry
   the meaning. Pads to `columns` with blanks after the text, or before it if `columns` is negative. */
typedef enum asc_canvas_tone {
  ASC_TONE_PLAIN,
  ASC_TONE_STRONG,
  ASC_TONE_FAINT,
  ASC_TONE_GOOD,
  ASC_TONE_DOUBTFUL,
  ASC_TONE_BAD
} asc_canvas_tone;
void asc_canvas_print_toned(FILE *out, asc_canvas_tone tone, const char *text, int columns,
                            const asc_board_style *style);

#endif
