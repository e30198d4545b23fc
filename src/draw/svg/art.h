/* Pieces and cards as drawn objects, chosen by the id of their kind and the material of the board.

   Pieces match the board they are on: `red` is a pawn with an ivory rim on squares, a marble on tiles, an octagon on
   circles. A kind without a drawing becomes a plain disc with its letter, so a new game is shown without a change
   here. */
#ifndef ASC_DRAW_SVG_ART_H
#define ASC_DRAW_SVG_ART_H

#include "pen.h"

#include <ascona/view.h>

#include <stdbool.h>

typedef enum asc_svg_material {
  ASC_SVG_SQUARES,
  ASC_SVG_TILES,
  ASC_SVG_CARDS,
  ASC_SVG_CIRCLES,
  ASC_SVG_ANY
} asc_svg_material;

/* The drawing of a piece, with its centre at (0, 0). */
typedef struct asc_svg_art {
  const char *kind; /* id of the kind, or the part of the id before a dash */
  asc_svg_material material;
  int style_set;       /* index of the styles and gradients that it shares with similar pieces (art.c) */
  const char *name;    /* id of the drawing, without the prefix */
  double cell;         /* side of a cell, in units of this drawing */
  double radius;       /* of the piece, in units of this drawing */
  const char *markup;  /* SVG with the replacements of pen.h; NULL: a plain disc with the letter of the kind */
  const char *outline; /* SVG path of the piece's edge at `radius`, for rings around it; NULL: a circle */
} asc_svg_art;

/* Returns the drawing of a kind on this material. Never NULL: the plain disc if the kind has no drawing. */
const asc_svg_art *asc_svg_art_find(const asc_kind *kind, asc_svg_material material);

/* Writes the id under which asc_svg_art_define defines the drawing of kind `kind`, with the prefix. */
enum { ASC_SVG_NAME_MAX = 32 };
void asc_svg_art_name(const asc_svg_pen *pen, const asc_kind *kinds, int kind, asc_svg_material material,
                      char name[ASC_SVG_NAME_MAX]);

/* Write the styles, or the definitions, of all kinds with used[kind], for kinds 0 … count - 1 of the game. A set of
   styles that several kinds share is written once. */
void asc_svg_art_styles(const asc_svg_pen *pen, const asc_kind *kinds, const bool *used, int count,
                        asc_svg_material material);
void asc_svg_art_define(const asc_svg_pen *pen, const asc_kind *kinds, const bool *used, int count,
                        asc_svg_material material);

/* Draws a piece at (x, y) on a board whose cells have the side `cell`. `size` scales it; 1 is the size on a place. */
void asc_svg_art_use(const asc_svg_pen *pen, const asc_kind *kinds, int kind, asc_svg_material material, double x,
                     double y, double cell, double size);

/* The same for grounds, the kinds that lie on a place: cards. Each is defined as 100 × 100 units; `turns` are quarter
   turns clockwise about its centre, which lies at (x, y). */
void asc_svg_art_ground_define(const asc_svg_pen *pen, const asc_kind *kinds, const bool *used, int count);
void asc_svg_art_ground_use(const asc_svg_pen *pen, int kind, double x, double y, double cell, int turns);
/* The styles of all grounds. */
extern const char asc_svg_art_ground_style[];

#endif
