/* The possible next selections, and the pieces in danger.

   Shapes tell them apart, not colours: a heavy ring around the selected piece, ring and dot on a free target, a
   crosshair around a piece that can be captured, a ring in four parts around another piece that can be selected. */
#include "drawing.h"

#include <math.h>

/* Draws circles around all free targets as one path: many small elements are slow to draw. */
static void target_circles(const asc_svg_drawing *drawing, double radius, const char *look) {
  asc_svg_pen_put(&drawing->pen, "<path d='");
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (!drawing->scene->targets.places[i] || place->piece != ASC_NO_KIND) continue;
    asc_svg_pen_format(&drawing->pen, "M%.2f %.2fa%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0",
                       asc_svg_drawing_x(drawing, place->x) - radius, asc_svg_drawing_y(drawing, place->y), radius,
                       radius, 2 * radius, radius, radius, -2 * radius);
  }
  asc_svg_pen_format(&drawing->pen, "' %s/>\n", look);
}

/* `quiet` draws only dots, which do not cover the board if there are many targets. */
static void free_targets_draw(const asc_svg_drawing *drawing, bool quiet) {
  /* On cards and circles the target has a background, because cards and holes are as dark as its dot. */
  static const struct {
    double ring, width, dot;
    bool has_background;
  } sizes[] = {[ASC_SVG_SQUARES] = {7.6, 1.9, 3, false},
               [ASC_SVG_TILES] = {9.4, 2, 3.2, false},
               [ASC_SVG_CARDS] = {12, 2.8, 4.6, true},
               [ASC_SVG_CIRCLES] = {6.4, 1.9, 2.4, true}};
  const double ring = sizes[drawing->material].ring, width = sizes[drawing->material].width;
  const double dot = sizes[drawing->material].dot;
  char look[48];
  if (quiet) {
    target_circles(drawing, dot * 1.35, "class='@hf'");
    target_circles(drawing, dot * 0.8, "class='@mf'");
    return;
  }
  if (sizes[drawing->material].has_background) target_circles(drawing, ring, "class='@hf'");
  asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@h' stroke-width='%.1f'", width * 2.2);
  target_circles(drawing, ring, look);
  asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@m' stroke-width='%.1f'", width);
  target_circles(drawing, ring, look);
  target_circles(drawing, dot, "class='@mf'");
}

/* Draws straight strokes around a piece, on a halo: in `count` directions, the first at the angle `first`, each from
   the distance `near` to the distance `far` from its centre. */
static void strokes_draw(const asc_svg_drawing *drawing, const asc_place *place, int count, double first, double near,
                         double far, const char *look) {
  double x = asc_svg_drawing_x(drawing, place->x), y = asc_svg_drawing_y(drawing, place->y);
  for (int halo = 1; halo >= 0; halo--) {
    asc_svg_pen_put(&drawing->pen, "<path d='");
    for (int i = 0; i < count; i++) {
      double angle = first + 2 * acos(-1) * i / count, across = cos(angle), down = sin(angle);
      asc_svg_pen_format(&drawing->pen, "M%.1f %.1fL%.1f %.1f", x + near * across, y + near * down, x + far * across,
                         y + far * down);
    }
    asc_svg_pen_format(&drawing->pen, "' class='@%s' stroke-width='%.1f'/>", halo ? "h" : look,
                       drawing->line_width * (halo ? 1.9 : 0.85));
  }
}

static double ring_gap(const asc_svg_drawing *drawing) {
  return drawing->material == ASC_SVG_CIRCLES ? drawing->line_width * 1.3 : drawing->cell * 0.07;
}

/* A crosshair: a thin ring and a stroke across it on each of four sides. */
static void capture_draw(const asc_svg_drawing *drawing, const asc_place *place) {
  double radius = asc_svg_drawing_piece_radius(drawing, place) + ring_gap(drawing);
  asc_svg_ring_draw(drawing, place, radius, drawing->line_width * 0.5, "");
  strokes_draw(drawing, place, 4, 0, radius - drawing->line_width * 0.9, radius + drawing->line_width * 0.9, "m");
  asc_svg_pen_put(&drawing->pen, "\n");
}

static void choice_draw(const asc_svg_drawing *drawing, const asc_place *place) {
  char dashes[64];
  double radius = asc_svg_drawing_piece_radius(drawing, place) + ring_gap(drawing), quarter = acos(-1) * radius / 2;
  asc_svg_pen_format_part(&drawing->pen, dashes, sizeof dashes,
                          " stroke-dasharray='%.1f %.1f' stroke-dashoffset='%.1f'", quarter * 0.72, quarter * 0.28,
                          quarter * 0.36);
  asc_svg_ring_draw(drawing, place, radius, drawing->line_width * 1.2, dashes);
}

static void piece_target_draw(const asc_svg_drawing *drawing, const asc_place *place) {
  const asc_kind *kind = asc_scene_kind(drawing->scene, place->piece);
  int owner = kind == NULL ? 0 : kind->owner;
  if (owner != 0 && owner != drawing->scene->seat_to_move)
    capture_draw(drawing, place);
  else
    choice_draw(drawing, place);
}

/* Pieces that a move can start with are not marked: the drawing would be full of rings. Once a piece is selected, the
   pieces that it can capture or select are marked. On circles, where a piece can reach thirty places, free targets are
   dots. */
void asc_svg_targets_draw(const asc_svg_drawing *drawing) {
  const asc_scene_targets *targets = &drawing->scene->targets;
  int count = 0;
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    bool has_piece = place->piece != ASC_NO_KIND;
    if (targets->selected[i])
      asc_svg_piece_ring_draw(drawing, place, ring_gap(drawing), drawing->line_width * 1.5);
    else if (targets->places[i] && has_piece && !targets->starts_move)
      piece_target_draw(drawing, place);
    count += targets->places[i] && !has_piece;
  }
  if (count == 0) return;
  bool has_many = targets->starts_move && 3 * count > drawing->view->place_count;
  bool quiet = has_many && drawing->material != ASC_SVG_CARDS; /* a dot is hard to see on the picture of a card */
  free_targets_draw(drawing, quiet || drawing->material == ASC_SVG_CIRCLES);
}

/* A piece that can be captured has four diagonal strokes across its edge; a piece that can be trapped is between two
   bars. */
void asc_svg_threats_draw(const asc_svg_drawing *drawing) {
  const double quarter = acos(-1) / 4, bar = 0.42;
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    double radius = asc_svg_drawing_piece_radius(drawing, place) + drawing->line_width * 0.9;
    if ((place->marks & (ASC_MARK_CAPTURABLE | ASC_MARK_TRAPPABLE)) == 0) continue;
    asc_svg_pen_put(&drawing->pen, "<g>");
    if ((place->marks & ASC_MARK_CAPTURABLE) != 0)
      strokes_draw(drawing, place, 4, quarter, radius - drawing->line_width * 0.9, radius + drawing->line_width * 1.1,
                   "w");
    if ((place->marks & ASC_MARK_TRAPPABLE) != 0) {
      double x = asc_svg_drawing_x(drawing, place->x), y = asc_svg_drawing_y(drawing, place->y), half = radius * bar;
      for (int halo = 1; halo >= 0; halo--)
        asc_svg_pen_format(&drawing->pen, "<path d='M%.1f %.1fv%.1fM%.1f %.1fv%.1f' class='@%s' stroke-width='%.1f'/>",
                           x - radius, y - half, 2 * half, x + radius, y - half, 2 * half, halo ? "h" : "w",
                           drawing->line_width * (halo ? 1.9 : 0.85));
    }
    asc_svg_pen_put(&drawing->pen, "</g>\n");
  }
}
