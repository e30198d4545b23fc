/* An SVG drawing in progress: the state that the files of this folder share. Contains the pen, the scene, the scale and
   the boxes of the layout.

   Lengths are user units of the drawing. A cell has 60 of them on squares, 44 on tiles and 101 on cards; on circles the
   closest holes are 24 apart. So strokes and pieces have the proportions they were designed with.

   Layers, from the bottom: board, labels, shapes, path of the last move, pieces, rings and arrowhead of the last move,
   targets, tray. All functions write to the pen; lack of memory shows in its buffer. */
#ifndef ASC_DRAW_SVG_DRAWING_H
#define ASC_DRAW_SVG_DRAWING_H

#include "art.h"
#include "draw/scene.h"
#include "pen.h"

/* Numbers of wood patterns that alternate over the board. */
enum { ASC_SVG_SQUARE_WOODS = 3, ASC_SVG_TILE_WOODS = 4 };
enum { ASC_SVG_FRAME_WIDTH = 25 };    /* of the frame around squares, before zoom */
enum { ASC_SVG_INNER_FONT_MAX = 13 }; /* largest font size of coordinates between the pieces */

typedef struct asc_svg_box {
  double left, top, right, bottom;
} asc_svg_box;

typedef struct asc_svg_drawing {
  asc_svg_pen pen;
  const asc_scene *scene;
  const asc_view *view; /* the view of the scene */
  asc_svg_material material;
  bool is_round;   /* the board is a disc; else a rectangle */
  int line_count;  /* lines of small circles from the centre of a round board outwards; 0: none */
  bool is_flipped; /* seen from the other side, turned by 180 degrees. Set it before measuring */
  double scale;    /* drawing units per unit of the view */
  double shift_x, shift_y;
  double cell;                  /* side of a cell */
  double line_width;            /* of the path of the last move; other strokes are multiples of it */
  asc_svg_box places_box;       /* around the cells of all places, and on circles around all curves */
  asc_svg_box board_box;        /* with frame and labels */
  double zoom;                  /* factor, at least 1, for coordinates, frame and tray of a large board */
  double edge_width, rim_width; /* of a round board beyond its outermost circle: first wood, then the rim */
  double font_size;             /* of the coordinates */
  double width, height;         /* of the whole drawing */
} asc_svg_drawing;

/* Chooses material and scale and lays out the board. Needs `scene`, `view` and `is_flipped`. `height` does not include
   the tray: asc_svg_tray_measure adds it. */
void asc_svg_drawing_measure(asc_svg_drawing *drawing);
/* Return a coordinate of the view as a coordinate of the drawing. */
double asc_svg_drawing_x(const asc_svg_drawing *drawing, double x);
double asc_svg_drawing_y(const asc_svg_drawing *drawing, double y);
/* Returns whether the circle is not centred on the board: a small circle of Circle Delta. */
bool asc_svg_drawing_is_small_circle(const asc_svg_drawing *drawing, const asc_curve *circle);
/* Returns the game's kinds, which the view refers to by index. */
const asc_kind *asc_svg_drawing_kinds(const asc_svg_drawing *drawing);
/* Returns the radius of the piece on a place; 0 if the place is empty. */
double asc_svg_drawing_piece_radius(const asc_svg_drawing *drawing, const asc_place *place);

/* The empty board (defs.c, board.c): CSS, definitions, and the drawing with holes and labels. */
void asc_svg_board_styles(const asc_svg_drawing *drawing);
void asc_svg_board_define(const asc_svg_drawing *drawing);
void asc_svg_board_draw(const asc_svg_drawing *drawing);
/* The same board in layers, for a page that redraws only what changes. From the bottom: the base, which stays; cards
   and tiles that are off limits, which change; holes, tracks and labels, which stay; the labels lit by the last
   move. */
void asc_svg_board_draw_base(const asc_svg_drawing *drawing);
void asc_svg_board_draw_changing(const asc_svg_drawing *drawing);
void asc_svg_board_draw_holes(const asc_svg_drawing *drawing);
void asc_svg_board_draw_lit_labels(const asc_svg_drawing *drawing);
/* Marks the player who leads each tile. */
void asc_svg_board_draw_leads(const asc_svg_drawing *drawing);
/* A round board (round_board.c). */
void asc_svg_round_board_define(const asc_svg_drawing *drawing);
void asc_svg_round_board_draw(const asc_svg_drawing *drawing);

/* Returns whether a shape is part of the board, as rings and petals are, and does not lie on it. */
bool asc_svg_shape_is_track(const asc_svg_drawing *drawing, const asc_shape *shape);
void asc_svg_tracks_draw(const asc_svg_drawing *drawing); /* the shapes that are part of the board */
void asc_svg_shapes_draw(const asc_svg_drawing *drawing); /* the other shapes: figures, rows, chains */
/* Draws the line of the last move, which lies below the pieces. asc_svg_marks_draw_rest adds its arrowhead. */
void asc_svg_move_path_draw(const asc_svg_drawing *drawing);
/* Writes the path of a motion of `view->last_path` as the `d` attribute of a <path>. Returns false and writes nothing
   if the motion does not travel. */
bool asc_svg_motion_path_data(const asc_svg_drawing *drawing, const asc_motion *motion);
/* Returns whether a motion travels: it moves a piece along a path longer than one unit. The next three functions need a
   motion of `view->last_path` that travels. */
bool asc_svg_motion_travels(const asc_svg_drawing *drawing, const asc_motion *motion);
/* Returns the length of the last curve of the path. */
double asc_svg_motion_last_curve_length(const asc_svg_drawing *drawing, const asc_motion *motion);
/* Draws a line along the path that starts `start` units after its start and stops `end` units before its end. `look`
   holds the attributes of the <path>. */
void asc_svg_motion_line_draw(const asc_svg_drawing *drawing, const asc_motion *motion, double start, double end,
                              const char *look);
/* Sets *x, *y to the point `away` units before the end of the path, measured along its last curve. */
void asc_svg_motion_point(const asc_svg_drawing *drawing, const asc_motion *motion, double away, double *x, double *y);
/* Draws an arrow around the centre of a card that is turned. */
void asc_svg_turn_arrow_draw(const asc_svg_drawing *drawing, const asc_place *place);
void asc_svg_pieces_draw(const asc_svg_drawing *drawing);
/* The marks of the last move that lie above the pieces, in two parts. First the ring where the move started; if it
   started at no place, the rings around its pieces. Then all others: rings, crosses and arrowheads. */
void asc_svg_marks_draw_start(const asc_svg_drawing *drawing);
void asc_svg_marks_draw_rest(const asc_svg_drawing *drawing);
/* Draws the path of a move that is not made yet. asc_scene_preview_move has put it into `view->last_path`. */
void asc_svg_preview_draw(const asc_svg_drawing *drawing);
/* Draws a circle around a place, in the mark colour on a wider halo. `dashes` holds more attributes, or is "". */
void asc_svg_ring_draw(const asc_svg_drawing *drawing, const asc_place *place, double radius, double width,
                       const char *dashes);
/* The same around the piece of a place, in the shape of the piece and `gap` units outside its edge. */
void asc_svg_piece_ring_draw(const asc_svg_drawing *drawing, const asc_place *place, double gap, double width);
/* Draws the targets of the scene: the selected piece and the possible next selections. */
void asc_svg_targets_draw(const asc_svg_drawing *drawing);
/* Marks the pieces that can be captured or trapped. */
void asc_svg_threats_draw(const asc_svg_drawing *drawing);

/* The tray below the board shows reserves, points and the die. Measuring adds its height to the drawing's. */
void asc_svg_tray_measure(asc_svg_drawing *drawing);
void asc_svg_tray_draw(const asc_svg_drawing *drawing);

#endif
