/* Men and cards as drawn objects, chosen by the id of their kind and the material of the board.

   `red` is a pawn with an ivory rim on squares, a marble on plates, an octagon on circles: men go with the board they
   stand on. A kind nobody drew becomes a plain disc with its letter, so a new game is shown without a change here. */
#ifndef ASC_DRAW_SVG_ART_H
#define ASC_DRAW_SVG_ART_H

#include "pen.h"

#include <ascona/view.h>

#include <stdbool.h>

typedef enum svg_material { SVG_SQUARES, SVG_PLATES, SVG_CARDS, SVG_CIRCLES, SVG_ANY } svg_material;

/* A man drawn round (0, 0). */
typedef struct svg_art {
  const char *kind; /* its id, or the word its id begins with before a dash */
  svg_material material;
  int set;             /* what it needs besides: styles and gradients, shared by the men of a box */
  const char *name;    /* of the drawing, behind the prefix */
  double cell;         /* the side of a cell in the drawing's units */
  double radius;       /* of the man in the drawing's units */
  const char *drawing; /* NULL: plain */
  const char *outline; /* a ring round it that is no circle: the path at `radius`; NULL: round */
} svg_art;

const svg_art *asc_svg_art_find(const asc_kind *kind, svg_material material);

/* The id under which asc_svg_art_define puts the drawing of a kind. */
enum { SVG_NAME_MAX = 32 };
void asc_svg_art_name(const svg_pen *pen, const asc_kind *kinds, int kind, svg_material material,
                      char name[SVG_NAME_MAX]);

/* The styles and the definitions of all kinds that are used, each once. `used` goes with the game's table of kinds. */
void asc_svg_art_styles(const svg_pen *pen, const asc_kind *kinds, const bool *used, int count, svg_material material);
void asc_svg_art_define(const svg_pen *pen, const asc_kind *kinds, const bool *used, int count, svg_material material);

/* Draws a man of the kind in a board whose cells have the side `cell`, `size` times as large as on a place. */
void asc_svg_art_use(const svg_pen *pen, const asc_kind *kinds, int kind, svg_material material, double x, double y,
                     double cell, double size);

/* What lies on a place: a card. One drawing of 100 by 100 each, to be turned about its middle. */
void asc_svg_ground_define(const svg_pen *pen, const asc_kind *kinds, const bool *used, int count);
void asc_svg_ground_use(const svg_pen *pen, int kind, double x, double y, double cell, int turns);
extern const char asc_svg_ground_style[];

#endif
