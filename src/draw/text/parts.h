/* Shared parts of the text boards: pieces and marks on a place, the legend of the marks in use, the text around the
   board. */
#ifndef ASC_DRAW_TEXT_PARTS_H
#define ASC_DRAW_TEXT_PARTS_H

#include "canvas.h"

enum { ASC_BOARD_INFO_ROWS = 12 }; /* rows that the text below a board usually needs */

/* Marks that the legend can explain. */
typedef enum asc_legend_entry {
  ASC_LEGEND_TO,
  ASC_LEGEND_FROM,
  ASC_LEGEND_PLACED,
  ASC_LEGEND_CAPTURED,
  ASC_LEGEND_TURNED,
  ASC_LEGEND_CIRCLE_SWITCH,
  ASC_LEGEND_WON,
  ASC_LEGEND_SELECTED,
  ASC_LEGEND_FREE_TARGET,
  ASC_LEGEND_PIECE_TARGET,
  ASC_LEGEND_OFF_LIMITS,
  ASC_LEGEND_FIGURE,
  ASC_LEGEND_INCOMPLETE_FIGURE,
  ASC_LEGEND_CARD_PARTS,
  ASC_LEGEND_NOSE,
  ASC_LEGEND_TILES,
  ASC_LEGEND_CONNECTED,
  ASC_LEGEND_COUNT
} asc_legend_entry;

typedef struct asc_legend {
  bool used[ASC_LEGEND_COUNT];
} asc_legend;

/* Prints the marks in use with their meanings; nothing if there are none. */
void asc_legend_print(FILE *out, const asc_legend *legend, const asc_board_style *style);

/* Prints the text about the game: legend, shared pieces, relays and chains, seats with points and reserves, last move,
   prompt, and the controls that can be selected. Blank lines separate the parts unless `tight`. */
void asc_board_info_print(FILE *out, const asc_scene *scene, const asc_legend *legend, bool tight,
                          const asc_board_style *style);

/* Returns the colour of a piece on a background. A kind without a colour of its own is ebony, or ASC_PAINT_NONE if the
   background is. */
asc_canvas_paint asc_board_piece_paint(const asc_kind *kind, asc_canvas_paint background);
/* Returns the glyph of a piece, with its letter as the ASCII fallback. */
asc_canvas_glyph asc_board_piece_glyph(const asc_kind *kind);

/* Draws the piece, target or hole of place `index` at (x, y), with its marks in up to `room` columns on each side. Adds
   the marks to the legend. */
void asc_board_place_draw(asc_canvas *canvas, int x, int y, const asc_scene *scene, int index, int room,
                          asc_legend *legend);

/* Returns whether the name of a kind starts with this text. */
bool asc_board_kind_has_prefix(const char *kind, const char *prefix);

/* Draw the board of a grid or of a free layout on *canvas, which is all zero before and which the caller closes. Return
   ASC_OK or ASC_E_MEMORY. */
int asc_board_grid_draw(asc_canvas *canvas, const asc_scene *scene, const asc_board_style *style, asc_legend *legend);
int asc_board_free_draw(asc_canvas *canvas, const asc_scene *scene, const asc_board_style *style, asc_legend *legend);
/* The same for any layout, with one line of text per row of places: the smallest board. */
int asc_board_rows_draw(asc_canvas *canvas, const asc_scene *scene, asc_legend *legend);

#endif
