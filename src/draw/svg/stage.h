/* What the parts of an SVG drawing share: the pen, the scale, and where things come to lie.

   Lengths are user units of the drawing (a cell is 60 of them on squares, 44 on plates, 101 on cards, 24 between the
   closest holes on circles), so that strokes and art have the proportions of the look. Layers are drawn from the
   bottom: board, labels, shapes, the way of the last move, men, its rings and head, targets, trays. */
#ifndef ASC_DRAW_SVG_STAGE_H
#define ASC_DRAW_SVG_STAGE_H

#include "art.h"
#include "draw/scene.h"
#include "pen.h"

/* Sorts of wood that take turns. */
enum { SQUARE_WOODS = 3, PLATE_WOODS = 4 };
enum { FRAME = 25 };       /* width of the frame round squares */
enum { INSIDE_FONT = 13 }; /* the most for coordinates that stand between the men */

typedef struct svg_box {
  double left, top, right, bottom;
} svg_box;

typedef struct svg_stage {
  svg_pen pen;
  const asc_scene *scene;
  const asc_view *view;
  svg_material material;
  bool round;   /* a round board; else a rectangle */
  int lines;    /* of small circles that stand one behind the other on a round board; 0: there are none */
  bool flipped; /* seen from the other side: turned by half a circle. Set before measuring */
  double scale; /* units of the drawing to one of the view */
  double shift_x, shift_y;
  double cell;          /* side of a cell */
  double line;          /* width of the line of the last move; other strokes follow it */
  svg_box places;       /* the outermost places with their whole cells, and on circles all curves */
  svg_box board;        /* with frame and labels */
  double zoom;          /* what is not on the board (coordinates, frame, trays) grows with a large board */
  double edge, rim;     /* of a round board beyond its outermost circle: wood, then the rim */
  double font;          /* of the coordinates */
  double width, height; /* of the drawing */
} svg_stage;

/* Chooses material and scale and lays out the board; `height` leaves the tray to asc_svg_tray_measure. */
void asc_svg_stage_measure(svg_stage *stage);
double asc_stage_x(const svg_stage *stage, double x);
double asc_stage_y(const svg_stage *stage, double y);
/* Whether a circle does not lie round the middle of a round board. */
bool asc_stage_is_small(const svg_stage *stage, const asc_curve *circle);
const asc_kind *asc_stage_kinds(const svg_stage *stage);
/* How far the man on a place reaches from its middle; 0: nobody stands there. */
double asc_stage_man_radius(const svg_stage *stage, const asc_place *place);

void asc_svg_board_styles(const svg_stage *stage);
void asc_svg_board_define(const svg_stage *stage);
void asc_svg_board_draw(const svg_stage *stage);
/* The same in layers, for a page that writes anew what changes: the base stays, on it lies what may change, over both
   are holes and labels, of which some are lit. */
void asc_svg_base_draw(const svg_stage *stage);
void asc_svg_laid_draw(const svg_stage *stage);
void asc_svg_holes_draw(const svg_stage *stage);
void asc_svg_lit_draw(const svg_stage *stage);
void asc_svg_leads_draw(const svg_stage *stage); /* who leads each plate */
void asc_svg_disc_define(const svg_stage *stage);
void asc_svg_disc_draw(const svg_stage *stage);

/* Whether a shape belongs to the board, as rings and petals do. */
bool asc_svg_is_track(const svg_stage *stage, const asc_shape *shape);
void asc_svg_tracks_draw(const svg_stage *stage); /* those */
void asc_svg_shapes_draw(const svg_stage *stage); /* what lies on it: figures, rows, chains */
void asc_svg_way_draw(const svg_stage *stage);    /* under the men */
/* The way of a motion as the data of a path; false: it does not travel. */
bool asc_svg_way_path(const svg_stage *stage, const asc_motion *motion);
/* The way of a motion of `last` that travels: how long its last curve is; a line along it that leaves out so much at
   either end; and the point so far before its end. */
bool asc_svg_way_travels(const svg_stage *stage, const asc_motion *motion);
double asc_svg_way_length(const svg_stage *stage, const asc_motion *motion);
void asc_svg_way_line(const svg_stage *stage, const asc_motion *motion, double start, double end, const char *look);
void asc_svg_way_point(const svg_stage *stage, const asc_motion *motion, double away, double *x, double *y);
/* An arrow round the middle of a card that is turned. */
void asc_svg_turn_draw(const svg_stage *stage, const asc_place *place);
void asc_svg_men_draw(const svg_stage *stage);
void asc_svg_marks_draw(const svg_stage *stage); /* over the men */
/* The way of a move that is not made yet, in the place of the last one's (asc_scene_look_ahead). */
void asc_svg_ahead_draw(const svg_stage *stage);
/* A circle round a place, mark on halo; the same round its man, in his own outline. */
void asc_svg_ring_draw(const svg_stage *stage, const asc_place *place, double radius, double width, const char *dashes);
void asc_svg_man_ring_draw(const svg_stage *stage, const asc_place *place, double gap, double width);
void asc_svg_targets_draw(const svg_stage *stage);
void asc_svg_threats_draw(const svg_stage *stage); /* men in danger */

/* Men in hand and points, below the board. */
void asc_svg_tray_measure(svg_stage *stage);
void asc_svg_tray_draw(const svg_stage *stage);

#endif
