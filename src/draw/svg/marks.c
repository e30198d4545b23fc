/* The state of the game on the board: shapes, pieces and the last move. targets.c draws the possible next moves.

   Everything about a move is drawn in the colour `mark` on a wider `halo`, so that it is visible on any wood. Shapes
   tell the marks apart: a dashed ring where the move starts, a line with an arrowhead, a thin ring around a piece that
   was placed. */
#include "drawing.h"

#include <math.h>
#include <string.h>

typedef struct point {
  double x, y;
} point;

static bool has_prefix(const char *kind, const char *prefix) { return strncmp(kind, prefix, strlen(prefix)) == 0; }

/* Returns the point `away` units before the end of a curve, measured along it. */
static point curve_end(const asc_svg_drawing *drawing, const asc_curve *curve, double away) {
  point start = {asc_svg_drawing_x(drawing, curve->x1), asc_svg_drawing_y(drawing, curve->y1)};
  point end = {asc_svg_drawing_x(drawing, curve->x2), asc_svg_drawing_y(drawing, curve->y2)};
  if (curve->kind == ASC_CURVE_ARC) {
    point middle = {asc_svg_drawing_x(drawing, curve->cx), asc_svg_drawing_y(drawing, curve->cy)};
    double radius = curve->radius * drawing->scale, turn = (curve->clockwise ? -1 : 1) * away / fmax(radius, 1);
    double angle = atan2(end.y - middle.y, end.x - middle.x) + turn;
    return (point){middle.x + radius * cos(angle), middle.y + radius * sin(angle)};
  }
  double length = fmax(hypot(end.x - start.x, end.y - start.y), 1e-6);
  return (point){end.x - (end.x - start.x) * away / length, end.y - (end.y - start.y) * away / length};
}

static asc_curve curve_reversed(const asc_curve *curve) {
  asc_curve reversed = *curve;
  reversed.x1 = curve->x2, reversed.y1 = curve->y2, reversed.x2 = curve->x1, reversed.y2 = curve->y1;
  reversed.clockwise = !curve->clockwise;
  return reversed;
}

/* Returns the angle of an arc in radians, more than 0 and at most 2 pi. */
static double arc_sweep(const asc_curve *arc) {
  double round = 2 * acos(-1);
  double start = atan2(arc->y1 - arc->cy, arc->x1 - arc->cx), end = atan2(arc->y2 - arc->cy, arc->x2 - arc->cx);
  double sweep = arc->clockwise ? end - start : start - end;
  while (sweep <= 1e-9) sweep += round;
  return sweep;
}

static double curve_length(const asc_svg_drawing *drawing, const asc_curve *curve) {
  if (curve->kind == ASC_CURVE_ARC) return arc_sweep(curve) * curve->radius * drawing->scale;
  return hypot(curve->x2 - curve->x1, curve->y2 - curve->y1) * drawing->scale;
}

/* Continues the data of an SVG path along the curve to `end`. */
static void path_add(const asc_svg_drawing *drawing, const asc_curve *curve, point end) {
  if (curve->kind == ASC_CURVE_ARC)
    asc_svg_pen_format(&drawing->pen, "A%.1f %.1f 0 %d %d %.1f %.1f", curve->radius * drawing->scale,
                       curve->radius * drawing->scale, arc_sweep(curve) > acos(-1), curve->clockwise, end.x, end.y);
  else
    asc_svg_pen_format(&drawing->pen, "L%.1f %.1f", end.x, end.y);
}

static void shape_outline(const asc_svg_drawing *drawing, const asc_curve *curve, const char *look) {
  const asc_svg_pen *pen = &drawing->pen;
  double x = asc_svg_drawing_x(drawing, curve->x1), y = asc_svg_drawing_y(drawing, curve->y1);
  switch ((asc_curve_kind)curve->kind) {
  case ASC_CURVE_CIRCLE:
    asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' %s/>", asc_svg_drawing_x(drawing, curve->cx),
                       asc_svg_drawing_y(drawing, curve->cy), curve->radius * drawing->scale, look);
    break;
  case ASC_CURVE_RECT:
    asc_svg_pen_format(pen, "<path d='M%.1f %.1fH%.1fV%.1fH%.1fZ' %s/>", x, y, asc_svg_drawing_x(drawing, curve->x2),
                       asc_svg_drawing_y(drawing, curve->y2), x, look);
    break;
  default:
    asc_svg_pen_format(pen, "<path d='M%.1f %.1f", x, y);
    path_add(drawing, curve, (point){asc_svg_drawing_x(drawing, curve->x2), asc_svg_drawing_y(drawing, curve->y2)});
    asc_svg_pen_format(pen, "' %s/>", look);
  }
}

bool asc_svg_shape_is_track(const asc_svg_drawing *drawing, const asc_shape *shape) {
  return has_prefix(shape->kind, "ring") || has_prefix(shape->kind, "petal") || drawing->material == ASC_SVG_CIRCLES;
}

/* Draws a circle with a gap for the coordinate on it. Returns false and draws nothing if no coordinate is on it. */
static bool circle_with_gap(const asc_svg_drawing *drawing, const asc_curve *curve, const char *look) {
  double font = fmin(drawing->font_size, ASC_SVG_INNER_FONT_MAX), radius = curve->radius * drawing->scale;
  if (curve->kind != ASC_CURVE_CIRCLE) return false;
  for (int i = 0; i < drawing->view->label_count; i++) {
    const asc_label *label = &drawing->view->labels[i];
    double x = label->x - curve->cx, y = label->y - curve->cy;
    if (fabs(hypot(x, y) * drawing->scale - radius) > 1) continue;
    double angle = atan2(y, x) + (drawing->is_flipped ? acos(-1) : 0), half = font * 0.6 / radius;
    double middle_x = asc_svg_drawing_x(drawing, curve->cx), middle_y = asc_svg_drawing_y(drawing, curve->cy);
    asc_svg_pen_format(&drawing->pen, "<path d='M%.1f %.1fA%.1f %.1f 0 1 1 %.1f %.1f' %s/>",
                       middle_x + radius * cos(angle + half), middle_y + radius * sin(angle + half), radius, radius,
                       middle_x + radius * cos(angle - half), middle_y + radius * sin(angle - half), look);
    return true;
  }
  return false;
}

void asc_svg_tracks_draw(const asc_svg_drawing *drawing) {
  for (int i = 0; i < drawing->view->shape_count; i++) {
    const asc_shape *shape = &drawing->view->shapes[i];
    if (!asc_svg_shape_is_track(drawing, shape)) continue;
    const char *look = has_prefix(shape->kind, "petal") ? "class='@pt'" : "class='@rg'";
    if (!circle_with_gap(drawing, &shape->curve, look)) shape_outline(drawing, &shape->curve, look);
    asc_svg_pen_put(&drawing->pen, "\n");
  }
}

/* A gold ring where four cards meet: with a glow if the figure is new, thin if it is older, dotted if a card is
   missing. */
static void figure_draw(const asc_svg_drawing *drawing, const asc_shape *shape) {
  const asc_svg_pen *pen = &drawing->pen;
  double x = asc_svg_drawing_x(drawing, shape->curve.cx), y = asc_svg_drawing_y(drawing, shape->curve.cy);
  double radius = shape->curve.radius * drawing->scale, thin = drawing->line_width * 0.4;
  bool is_new = has_prefix(shape->kind, "new"), is_short = has_prefix(shape->kind, "short");
  if (is_new) asc_svg_pen_put(pen, "<g data-new=''>");
  if (is_new) asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@glow)'/>", x, y, radius * 1.5);
  double width = is_new ? 1.8 * thin : thin;
  if (!is_short)
    asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@g0' stroke-width='%.1f'/>", x, y, radius,
                       width * 2.2);
  asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@g1' stroke-width='%.1f'%s/>%s\n", x, y, radius,
                     width, is_short ? " stroke-dasharray='2.5 5.6' stroke-linecap='round'" : "", is_new ? "</g>" : "");
}

static void outline_on_halo(const asc_svg_drawing *drawing, const asc_curve *curve, double width) {
  char look[80];
  asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@h' stroke-width='%.1f' stroke-opacity='.9'",
                          width * 2.3);
  shape_outline(drawing, curve, look);
  asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@m' stroke-width='%.1f'", width);
  shape_outline(drawing, curve, look);
  asc_svg_pen_put(&drawing->pen, "\n");
}

/* Draws all lines with their halos as only two paths: many small elements are slow to draw. */
static void lines_draw(const asc_svg_drawing *drawing, const asc_shape *const *lines, int count) {
  const asc_svg_pen *pen = &drawing->pen;
  for (int halo = 1; halo >= 0 && count > 0; halo--) {
    asc_svg_pen_put(pen, "<path d='");
    for (int i = 0; i < count; i++) {
      const asc_curve *curve = &lines[i]->curve;
      asc_svg_pen_format(pen, "M%.1f %.1f", asc_svg_drawing_x(drawing, curve->x1),
                         asc_svg_drawing_y(drawing, curve->y1));
      path_add(drawing, curve, (point){asc_svg_drawing_x(drawing, curve->x2), asc_svg_drawing_y(drawing, curve->y2)});
    }
    asc_svg_pen_format(
        pen, halo ? "' class='@h' stroke-width='%.1f' stroke-opacity='.9'/>\n" : "' class='@m' stroke-width='%.1f'/>\n",
        drawing->line_width * (halo ? 2.3 : 1));
  }
}

static bool is_figure(const asc_shape *shape) {
  const char *kind = shape->kind;
  return shape->curve.kind == ASC_CURVE_CIRCLE &&
         (has_prefix(kind, "figure") || has_prefix(kind, "new-figure") || has_prefix(kind, "short"));
}

void asc_svg_shapes_draw(const asc_svg_drawing *drawing) {
  const asc_shape *lines[ASC_SHAPES_MAX];
  int count = 0;
  for (int i = 0; i < drawing->view->shape_count; i++) {
    const asc_shape *shape = &drawing->view->shapes[i];
    if (asc_svg_shape_is_track(drawing, shape)) continue;
    if (is_figure(shape)) {
      figure_draw(drawing, shape);
    } else if (has_prefix(shape->kind, "chain") || has_prefix(shape->kind, "relay")) {
      char look[64];
      asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@ch' stroke-width='%.1f'",
                              drawing->cell * 0.34);
      shape_outline(drawing, &shape->curve, look);
      asc_svg_pen_put(&drawing->pen, "\n");
    } else if (strcmp(shape->kind, "permission-gap") == 0) {
      shape_outline(drawing, &shape->curve, "class='@lks'");
      asc_svg_pen_put(&drawing->pen, "\n");
    } else if (shape->curve.kind == ASC_CURVE_LINE || shape->curve.kind == ASC_CURVE_ARC) {
      lines[count++] = shape;
    } else {
      outline_on_halo(drawing, &shape->curve, drawing->line_width);
    }
  }
  lines_draw(drawing, lines, count);
}

static const asc_place *find_place(const asc_svg_drawing *drawing, const char *id) {
  int index = asc_scene_find_place(drawing->view, id);
  return index < 0 ? NULL : &drawing->view->places[index];
}

void asc_svg_ring_draw(const asc_svg_drawing *drawing, const asc_place *place, double radius, double width,
                       const char *dashes) {
  double x = asc_svg_drawing_x(drawing, place->x), y = asc_svg_drawing_y(drawing, place->y);
  asc_svg_pen_format(
      &drawing->pen,
      "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@h' stroke-width='%.1f'/><circle cx='%.1f' cy='%.1f' r='%.1f' "
      "class='@m' stroke-width='%.1f'%s/>\n",
      x, y, radius, width * 2, x, y, radius, width, dashes);
}

void asc_svg_piece_ring_draw(const asc_svg_drawing *drawing, const asc_place *place, double gap, double width) {
  const asc_kind *kind = asc_scene_kind(drawing->scene, place->piece);
  double radius = asc_svg_drawing_piece_radius(drawing, place) + gap;
  const asc_svg_art *art = kind == NULL ? NULL : asc_svg_art_find(kind, drawing->material);
  if (art == NULL || art->outline == NULL) {
    asc_svg_ring_draw(drawing, place, kind == NULL ? drawing->cell * 0.3 : radius, width, "");
    return;
  }
  double scale = radius / art->radius,
         shift_y = drawing->material == ASC_SVG_SQUARES ? 2 : 0; /* the triangle of Delta is drawn 2 units lower */
  for (int halo = 1; halo >= 0; halo--)
    asc_svg_pen_format(
        &drawing->pen, "<path d='%s' transform='translate(%.1f %.1f)scale(%.3f)' class='@%c' stroke-width='%.1f'/>",
        art->outline, asc_svg_drawing_x(drawing, place->x), asc_svg_drawing_y(drawing, place->y) + shift_y, scale,
        halo ? 'h' : 'm', (halo ? 2 : 1) * width / scale);
  asc_svg_pen_put(&drawing->pen, "\n");
}

static double start_radius(const asc_svg_drawing *drawing) {
  return drawing->material == ASC_SVG_CIRCLES ? 7 : drawing->cell * 0.18;
}

/* The unit of an arrowhead. On circles, where the line is wide, it is a little less than the line. */
static double head_size(const asc_svg_drawing *drawing) {
  return drawing->line_width * (drawing->material == ASC_SVG_CIRCLES ? 0.78 : 1);
}

/* Lengths left out at both ends of a path, so that the line does not reach the ring and the piece. `tip` is the
   distance of the arrowhead from the end. */
typedef struct path_ends {
  double start, end, tip;
} path_ends;

static path_ends path_ends_of(const asc_svg_drawing *drawing, const asc_motion *motion) {
  const asc_path *path = &drawing->view->last_path;
  const asc_place *from = find_place(drawing, motion->from), *to = find_place(drawing, motion->to);
  double radius = to == NULL ? 0 : asc_svg_drawing_piece_radius(drawing, to);
  if (radius == 0) radius = drawing->cell * 0.16;
  double tip = radius + drawing->line_width * (drawing->material == ASC_SVG_CIRCLES ? 0.4 : 1), length = 0;
  for (int i = 0; i < motion->curves; i++) length += curve_length(drawing, &path->curves[motion->curve + i]);
  path_ends ends = {start_radius(drawing), tip + head_size(drawing) * 2.6, tip};
  double from_radius =
      from == NULL ? 0
                   : asc_svg_drawing_piece_radius(drawing, from); /* > 0 in a preview: the piece has not moved yet */
  if (from_radius > 0) ends.start = from_radius + drawing->line_width * 1.5;
  const asc_curve *last = &path->curves[motion->curve + motion->curves - 1];
  double last_length = curve_length(drawing, last);
  if (ends.end > last_length * 0.9) ends.end = last_length * 0.9;
  if (ends.start + ends.end > length) ends.start = fmax(0, length - ends.end);
  return ends;
}

static void motion_line(const asc_svg_drawing *drawing, const asc_motion *motion, path_ends ends, const char *look) {
  const asc_curve *curves = &drawing->view->last_path.curves[motion->curve];
  asc_curve reversed = curve_reversed(&curves[0]);
  double first = curve_length(drawing, &curves[0]);
  point start = curve_end(drawing, &reversed, fmin(ends.start, first * 0.9));
  asc_svg_pen_format(&drawing->pen, "<path d='M%.1f %.1f", start.x, start.y);
  for (int i = 0; i < motion->curves; i++)
    path_add(drawing, &curves[i], curve_end(drawing, &curves[i], i + 1 == motion->curves ? ends.end : 0));
  asc_svg_pen_format(&drawing->pen, "' %s/>", look);
}

/* A path from a place to itself does not count. */
static bool motion_travels(const asc_svg_drawing *drawing, const asc_motion *motion) {
  double length = 0;
  for (int i = 0; i < motion->curves; i++)
    length += curve_length(drawing, &drawing->view->last_path.curves[motion->curve + i]);
  return motion->type == ASC_MOTION_MOVE && length > 1;
}

bool asc_svg_motion_path_data(const asc_svg_drawing *drawing, const asc_motion *motion) {
  if (!motion_travels(drawing, motion)) return false;
  const asc_curve *curves = &drawing->view->last_path.curves[motion->curve];
  asc_svg_pen_format(&drawing->pen, "M%.1f %.1f", asc_svg_drawing_x(drawing, curves[0].x1),
                     asc_svg_drawing_y(drawing, curves[0].y1));
  for (int i = 0; i < motion->curves; i++) path_add(drawing, &curves[i], curve_end(drawing, &curves[i], 0));
  return true;
}

bool asc_svg_motion_travels(const asc_svg_drawing *drawing, const asc_motion *motion) {
  return motion_travels(drawing, motion);
}

double asc_svg_motion_last_curve_length(const asc_svg_drawing *drawing, const asc_motion *motion) {
  return curve_length(drawing, &drawing->view->last_path.curves[motion->curve + motion->curves - 1]);
}

void asc_svg_motion_line_draw(const asc_svg_drawing *drawing, const asc_motion *motion, double start, double end,
                              const char *look) {
  motion_line(drawing, motion, (path_ends){start, end, end}, look);
}

void asc_svg_motion_point(const asc_svg_drawing *drawing, const asc_motion *motion, double away, double *x, double *y) {
  point found = curve_end(drawing, &drawing->view->last_path.curves[motion->curve + motion->curves - 1], away);
  *x = found.x, *y = found.y;
}

static void motion_lines_draw(const asc_svg_drawing *drawing, const char *dashes) {
  const asc_path *path = &drawing->view->last_path;
  for (int i = 0; i < path->motion_count; i++) {
    const asc_motion *motion = &path->motions[i];
    if (!motion_travels(drawing, motion)) continue;
    path_ends ends = path_ends_of(drawing, motion);
    char look[112];
    asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@h' stroke-width='%.1f'",
                            drawing->line_width * 2.27);
    motion_line(drawing, motion, ends, look);
    asc_svg_pen_format_part(&drawing->pen, look, sizeof look, "class='@m' stroke-width='%.1f'%s", drawing->line_width,
                            dashes);
    motion_line(drawing, motion, ends, look);
    asc_svg_pen_put(&drawing->pen, "\n");
  }
}

void asc_svg_move_path_draw(const asc_svg_drawing *drawing) { motion_lines_draw(drawing, ""); }

/* Draws a barbed arrowhead with its tip at `tip` in the direction (dx, dy). */
static void head_draw(const asc_svg_drawing *drawing, point tip, double dx, double dy) {
  double size = head_size(drawing), length = fmax(hypot(dx, dy), 1e-6);
  dx *= size / length, dy *= size / length;
  char path[160];
  asc_svg_pen_format_part(&drawing->pen, path, sizeof path, "M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ", tip.x, tip.y,
                          tip.x - 3.8 * dx - 2.5 * dy, tip.y - 3.8 * dy + 2.5 * dx, tip.x - 2.9 * dx, tip.y - 2.9 * dy,
                          tip.x - 3.8 * dx + 2.5 * dy, tip.y - 3.8 * dy - 2.5 * dx);
  asc_svg_pen_format(&drawing->pen, "<path d='%s' class='@h' stroke-width='%.1f'/><path d='%s' class='@mf'/>\n", path,
                     size * 1.4, path);
}

/* A switch of circles: a thin ring around the piece there, or a small diamond if the place is empty. */
static void joint_draw(const asc_svg_drawing *drawing, const asc_curve *curve) {
  double x = asc_svg_drawing_x(drawing, curve->x2), y = asc_svg_drawing_y(drawing, curve->y2),
         big = drawing->line_width * 1.87, small = drawing->line_width * 1.4;
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (place->x == curve->x2 && place->y == curve->y2 && place->piece != ASC_NO_KIND) {
      asc_svg_ring_draw(drawing, place, asc_svg_drawing_piece_radius(drawing, place) + drawing->line_width * 1.2,
                        drawing->line_width * 0.47, "");
      return;
    }
  }
  asc_svg_pen_format(&drawing->pen, "<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fZ' class='@hf'/>", x, y - big,
                     big, big, -big, big, -big, -big);
  asc_svg_pen_format(&drawing->pen, "<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fZ' class='@mf'/>\n", x, y - small,
                     small, small, -small, small, -small, -small);
}

static void travel_marks(const asc_svg_drawing *drawing, const asc_motion *motion) {
  const asc_path *path = &drawing->view->last_path;
  for (int k = 0; k < motion->curves; k++) {
    const asc_curve *curve = &path->curves[motion->curve + k];
    if (path->joints[motion->curve + k] != NULL) joint_draw(drawing, curve);
    if (k + 1 < motion->curves) continue;
    path_ends ends = path_ends_of(drawing, motion);
    double tip_away = fmin(ends.tip, curve_length(drawing, curve) * 0.6);
    point tip = curve_end(drawing, curve, tip_away),
          behind = curve_end(drawing, curve, tip_away + drawing->line_width * 3);
    head_draw(drawing, tip, tip.x - behind.x, tip.y - behind.y);
  }
}

/* The arc runs above the centre, so that a pawn on the card does not hide it. */
void asc_svg_turn_arrow_draw(const asc_svg_drawing *drawing, const asc_place *place) {
  const double degree = acos(-1) / 180, radius = drawing->cell * 0.31;
  double x = asc_svg_drawing_x(drawing, place->x), y = asc_svg_drawing_y(drawing, place->y);
  point start = {x + radius * cos(-150 * degree), y + radius * sin(-150 * degree)};
  point end = {x + radius * cos(-42 * degree), y + radius * sin(-42 * degree)};
  point tip = {x + radius * cos(-28 * degree), y + radius * sin(-28 * degree)};
  for (int halo = 1; halo >= 0; halo--)
    asc_svg_pen_format(
        &drawing->pen, "<path d='M%.1f %.1fA%.1f %.1f 0 0 1 %.1f %.1f' class='@%c' stroke-width='%.1f'/>", start.x,
        start.y, radius, radius, end.x, end.y, halo ? 'h' : 'm', drawing->line_width * (halo ? 2 : 0.85));
  head_draw(drawing, tip, tip.x - end.x, tip.y - end.y);
}

static void cross_draw(const asc_svg_drawing *drawing, const asc_place *place) {
  double x = asc_svg_drawing_x(drawing, place->x), y = asc_svg_drawing_y(drawing, place->y),
         arm = drawing->line_width * 2.4;
  for (int halo = 1; halo >= 0; halo--)
    asc_svg_pen_format(&drawing->pen,
                       "<path d='M%.1f %.1fl%.1f %.1fM%.1f %.1fl%.1f %.1f' class='@%c' stroke-width='%.1f'/>", x - arm,
                       y - arm, 2 * arm, 2 * arm, x + arm, y - arm, -2 * arm, 2 * arm, halo ? 'h' : 'm',
                       drawing->line_width * (halo ? 2 : 0.9));
  asc_svg_pen_put(&drawing->pen, "\n");
}

static void start_draw(const asc_svg_drawing *drawing, const asc_place *place) {
  char dashes[48];
  double radius = start_radius(drawing), step = 2 * acos(-1) * radius / 20;
  if (drawing->material == ASC_SVG_CIRCLES)
    asc_svg_pen_format(&drawing->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@hf last-move'/>",
                       asc_svg_drawing_x(drawing, place->x), asc_svg_drawing_y(drawing, place->y), radius);
  asc_svg_pen_format_part(&drawing->pen, dashes, sizeof dashes, " stroke-dasharray='%.2f %.2f'", step * 0.96,
                          step * 1.04);
  asc_svg_ring_draw(drawing, place, radius, drawing->line_width * (drawing->material == ASC_SVG_CIRCLES ? 0.53 : 0.73),
                    dashes);
}

static bool arrived_by_travel(const asc_svg_drawing *drawing, const asc_place *place) {
  const asc_path *path = &drawing->view->last_path;
  for (int i = 0; i < path->motion_count; i++)
    if (motion_travels(drawing, &path->motions[i]) && strcmp(path->motions[i].to, place->id) == 0) return true;
  return false;
}

static bool starts_at(const asc_place *place) {
  return (place->marks & ASC_MARK_FROM) != 0 && place->piece == ASC_NO_KIND;
}

static bool has_start(const asc_svg_drawing *drawing) {
  for (int i = 0; i < drawing->view->place_count; i++)
    if (starts_at(&drawing->view->places[i])) return true;
  return false;
}

static void piece_rings_draw(const asc_svg_drawing *drawing) {
  double line = drawing->line_width, gap = drawing->material == ASC_SVG_CIRCLES ? line : drawing->cell * 0.045;
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if ((place->marks & ASC_MARK_PLACED) != 0) asc_svg_piece_ring_draw(drawing, place, gap, line * 0.7);
    if ((place->marks & ASC_MARK_TO) != 0 && !arrived_by_travel(drawing, place))
      asc_svg_piece_ring_draw(drawing, place, gap, line);
  }
}

/* Dashed, because the move is not made yet. A cross marks a piece that it would remove, and a ring a piece that it
   would place. */
void asc_svg_preview_draw(const asc_svg_drawing *drawing) {
  char dashes[48];
  const asc_path *path = &drawing->view->last_path;
  asc_svg_pen_format_part(&drawing->pen, dashes, sizeof dashes, " stroke-dasharray='%.1f %.1f'",
                          drawing->line_width * 1.6, drawing->line_width * 2);
  motion_lines_draw(drawing, dashes);
  for (int i = 0; i < path->motion_count; i++) {
    const asc_motion *motion = &path->motions[i];
    const asc_place *from = find_place(drawing, motion->from), *to = find_place(drawing, motion->to);
    if (motion_travels(drawing, motion)) travel_marks(drawing, motion);
    if (motion->type == ASC_MOTION_REMOVE && from != NULL) cross_draw(drawing, from);
    if (motion->type == ASC_MOTION_PLACE && to != NULL)
      asc_svg_ring_draw(drawing, to, drawing->cell * 0.3, drawing->line_width * 0.7, dashes);
  }
}

void asc_svg_marks_draw_start(const asc_svg_drawing *drawing) {
  if (!has_start(drawing)) piece_rings_draw(drawing);
  for (int i = 0; i < drawing->view->place_count; i++)
    if (starts_at(&drawing->view->places[i])) start_draw(drawing, &drawing->view->places[i]);
}

void asc_svg_marks_draw_rest(const asc_svg_drawing *drawing) {
  if (has_start(drawing)) piece_rings_draw(drawing);
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if ((place->marks & ASC_MARK_REMOVED) != 0 && place->piece == ASC_NO_KIND) cross_draw(drawing, place);
    if ((place->marks & ASC_MARK_TURNED) != 0) asc_svg_turn_arrow_draw(drawing, place);
  }
  for (int i = 0; i < drawing->view->last_path.motion_count; i++)
    if (motion_travels(drawing, &drawing->view->last_path.motions[i]))
      travel_marks(drawing, &drawing->view->last_path.motions[i]);
}

void asc_svg_pieces_draw(const asc_svg_drawing *drawing) {
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if ((place->marks & ASC_MARK_WINNING) == 0 || place->ground != ASC_NO_KIND) continue;
    double radius = fmax(asc_svg_drawing_piece_radius(drawing, place), drawing->cell * 0.2) + drawing->line_width;
    double x = asc_svg_drawing_x(drawing, place->x), y = asc_svg_drawing_y(drawing, place->y);
    asc_svg_pen_format(
        &drawing->pen,
        "<g data-new=''><circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@glow)'/><circle cx='%.1f' cy='%.1f' r='%.1f' "
        "class='@g0' stroke-width='%.1f'/><circle cx='%.1f' cy='%.1f' r='%.1f' class='@g1' stroke-width='%.1f'/></g>\n",
        x, y, radius * 1.45, x, y, radius, drawing->line_width * 2, x, y, radius, drawing->line_width);
  }
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (asc_scene_kind(drawing->scene, place->piece) == NULL) continue;
    asc_svg_pen_put(&drawing->pen, "<g id='@on-");
    asc_svg_pen_escaped(&drawing->pen, place->id);
    asc_svg_pen_put(&drawing->pen, "'>");
    asc_svg_art_use(&drawing->pen, asc_svg_drawing_kinds(drawing), place->piece, drawing->material,
                    asc_svg_drawing_x(drawing, place->x), asc_svg_drawing_y(drawing, place->y), drawing->cell, 1);
    asc_svg_pen_put(&drawing->pen, "</g>\n");
  }
}
