/* What the parts of a text board share: men and marks on a place, the legend of marks in use, the words around it. */
#ifndef ASC_DRAW_TEXT_PARTS_H
#define ASC_DRAW_TEXT_PARTS_H

#include "canvas.h"

enum { BOARD_WORDS_ROWS = 12 }; /* what usually stands under a board */

typedef enum legend_entry {
  LEGEND_TO,
  LEGEND_FROM,
  LEGEND_PUT,
  LEGEND_TAKEN,
  LEGEND_TURNED,
  LEGEND_BEND,
  LEGEND_WON,
  LEGEND_CHOSEN,
  LEGEND_FREE_TARGET,
  LEGEND_MAN_TARGET,
  LEGEND_BARRED,
  LEGEND_FIGURE,
  LEGEND_SHORT,
  LEGEND_PARTS,
  LEGEND_NOSE,
  LEGEND_PLATES,
  LEGEND_JOINED,
  LEGEND_COUNT
} legend_entry;

typedef struct text_legend {
  bool used[LEGEND_COUNT];
} text_legend;

void asc_text_legend_print(FILE *out, const text_legend *legend, const board_style *style);

/* Legend, rows and chains, seats with points and stock, the last move, what is asked, what may be touched; with blank
   lines between them unless it is tight. */
void asc_board_words_print(FILE *out, const asc_scene *scene, const text_legend *legend, bool tight,
                           const board_style *style);

/* How a man of this kind is coloured on a ground; PAINT_NONE for kinds nobody dressed. */
text_paint asc_text_man_paint(const asc_kind *kind, text_paint ground);
text_glyph asc_text_man_glyph(const asc_kind *kind);

/* The man, target or hole of place `index`, with its marks in the `room` columns left and right of it. */
void asc_text_place_draw(text_canvas *canvas, int x, int y, const asc_scene *scene, int index, int room,
                         text_legend *legend);

bool asc_text_kind_begins(const char *kind, const char *beginning);

/* They open the canvas; the caller closes it. ASC_E_MEMORY or 0. */
int asc_board_grid_draw(text_canvas *canvas, const asc_scene *scene, const board_style *style, text_legend *legend);
int asc_board_free_draw(text_canvas *canvas, const asc_scene *scene, const board_style *style, text_legend *legend);
/* A line a row, whatever the layout. */
int asc_board_rows_draw(text_canvas *canvas, const asc_scene *scene, text_legend *legend);

#endif
