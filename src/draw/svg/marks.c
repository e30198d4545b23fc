/* What is drawn on the board about the game: curves, figures, the last move.

   Everything about a move is drawn in `mark` on a wider `halo`, so that it reads on any wood, and is told apart by
   shape: a dashed ring where it began, a line with a head, a thin ring round what it put. targets.c has what may come
   next. */
#include "stage.h"

#include <math.h>
#include <string.h>

typedef struct point {
  double x, y;
} point;

static bool begins(const char *kind, const char *beginning) { return strncmp(kind, beginning, strlen(beginning)) == 0; }

/* The end of a curve, `away` units along it before its end; or behind its start. */
static point curve_end(const svg_stage *stage, const asc_curve *curve, double away) {
  point start = {asc_stage_x(stage, curve->x1), asc_stage_y(stage, curve->y1)};
  point end = {asc_stage_x(stage, curve->x2), asc_stage_y(stage, curve->y2)};
  if (curve->form == ASC_FORM_ARC) {
    point middle = {asc_stage_x(stage, curve->cx), asc_stage_y(stage, curve->cy)};
    double radius = curve->radius * stage->scale, turn = (curve->clockwise ? -1 : 1) * away / fmax(radius, 1);
    double angle = atan2(end.y - middle.y, end.x - middle.x) + turn;
    return (point){middle.x + radius * cos(angle), middle.y + radius * sin(angle)};
  }
  double length = fmax(hypot(end.x - start.x, end.y - start.y), 1e-6);
  return (point){end.x - (end.x - start.x) * away / length, end.y - (end.y - start.y) * away / length};
}

static asc_curve curve_reversed(const asc_curve *curve) {
  asc_curve back = *curve;
  back.x1 = curve->x2, back.y1 = curve->y2, back.x2 = curve->x1, back.y2 = curve->y1;
  back.clockwise = !curve->clockwise;
  return back;
}

/* The angle an arc covers, more than 0 and at most a whole round. */
static double arc_sweep(const asc_curve *arc) {
  double round = 2 * acos(-1);
  double start = atan2(arc->y1 - arc->cy, arc->x1 - arc->cx), end = atan2(arc->y2 - arc->cy, arc->x2 - arc->cx);
  double sweep = arc->clockwise ? end - start : start - end;
  while (sweep <= 1e-9) sweep += round;
  return sweep;
}

static double curve_length(const svg_stage *stage, const asc_curve *curve) {
  if (curve->form == ASC_FORM_ARC) return arc_sweep(curve) * curve->radius * stage->scale;
  return hypot(curve->x2 - curve->x1, curve->y2 - curve->y1) * stage->scale;
}

/* Goes on with a path along the curve to `end`. */
static void path_add(const svg_stage *stage, const asc_curve *curve, point end) {
  if (curve->form == ASC_FORM_ARC)
    asc_pen_format(&stage->pen, "A%.1f %.1f 0 %d %d %.1f %.1f", curve->radius * stage->scale,
                   curve->radius * stage->scale, arc_sweep(curve) > acos(-1), curve->clockwise, end.x, end.y);
  else
    asc_pen_format(&stage->pen, "L%.1f %.1f", end.x, end.y);
}

static void shape_outline(const svg_stage *stage, const asc_curve *curve, const char *look) {
  const svg_pen *pen = &stage->pen;
  double x = asc_stage_x(stage, curve->x1), y = asc_stage_y(stage, curve->y1);
  switch ((asc_form)curve->form) {
  case ASC_FORM_CIRCLE:
    asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' %s/>", asc_stage_x(stage, curve->cx),
                   asc_stage_y(stage, curve->cy), curve->radius * stage->scale, look);
    break;
  case ASC_FORM_RECT:
    asc_pen_format(pen, "<path d='M%.1f %.1fH%.1fV%.1fH%.1fZ' %s/>", x, y, asc_stage_x(stage, curve->x2),
                   asc_stage_y(stage, curve->y2), x, look);
    break;
  default:
    asc_pen_format(pen, "<path d='M%.1f %.1f", x, y);
    path_add(stage, curve, (point){asc_stage_x(stage, curve->x2), asc_stage_y(stage, curve->y2)});
    asc_pen_format(pen, "' %s/>", look);
  }
}

bool asc_svg_is_track(const svg_stage *stage, const asc_shape *shape) {
  return begins(shape->kind, "ring") || begins(shape->kind, "petal") || stage->material == SVG_CIRCLES;
}

/* A circle with a gap for the coordinate that stands on it; false: none does. */
static bool gap_outline(const svg_stage *stage, const asc_curve *curve, const char *look) {
  double font = fmin(stage->font, INSIDE_FONT), radius = curve->radius * stage->scale;
  if (curve->form != ASC_FORM_CIRCLE) return false;
  for (int i = 0; i < stage->view->label_count; i++) {
    const asc_label *label = &stage->view->labels[i];
    double x = label->x - curve->cx, y = label->y - curve->cy;
    if (fabs(hypot(x, y) * stage->scale - radius) > 1) continue;
    double angle = atan2(y, x) + (stage->flipped ? acos(-1) : 0), half = font * 0.6 / radius;
    double middle_x = asc_stage_x(stage, curve->cx), middle_y = asc_stage_y(stage, curve->cy);
    asc_pen_format(&stage->pen, "<path d='M%.1f %.1fA%.1f %.1f 0 1 1 %.1f %.1f' %s/>",
                   middle_x + radius * cos(angle + half), middle_y + radius * sin(angle + half), radius, radius,
                   middle_x + radius * cos(angle - half), middle_y + radius * sin(angle - half), look);
    return true;
  }
  return false;
}

void asc_svg_tracks_draw(const svg_stage *stage) {
  for (int i = 0; i < stage->view->shape_count; i++) {
    const asc_shape *shape = &stage->view->shapes[i];
    if (!asc_svg_is_track(stage, shape)) continue;
    const char *look = begins(shape->kind, "petal") ? "class='@pt'" : "class='@rg'";
    if (!gap_outline(stage, &shape->curve, look)) shape_outline(stage, &shape->curve, look);
    asc_pen_put(&stage->pen, "\n");
  }
}

/* A gold ring where four cards meet: with a glow while it is new, thin as long as it stands, dotted while a card is
   missing. */
static void figure_draw(const svg_stage *stage, const asc_shape *shape) {
  const svg_pen *pen = &stage->pen;
  double x = asc_stage_x(stage, shape->curve.cx), y = asc_stage_y(stage, shape->curve.cy);
  double radius = shape->curve.radius * stage->scale, thin = stage->line * 0.4;
  bool is_new = begins(shape->kind, "new"), is_short = begins(shape->kind, "short");
  if (is_new) asc_pen_put(pen, "<g data-new=''>");
  if (is_new) asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@glow)'/>", x, y, radius * 1.5);
  double width = is_new ? 1.8 * thin : thin;
  if (!is_short)
    asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@g0' stroke-width='%.1f'/>", x, y, radius,
                   width * 2.2);
  asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@g1' stroke-width='%.1f'%s/>%s\n", x, y, radius,
                 width, is_short ? " stroke-dasharray='2.5 5.6' stroke-linecap='round'" : "", is_new ? "</g>" : "");
}

static void outline_on_halo(const svg_stage *stage, const asc_curve *curve, double width) {
  char look[64];
  (void)snprintf(look, sizeof look, "class='@h' stroke-width='%.1f' stroke-opacity='.9'", width * 2.3);
  shape_outline(stage, curve, look);
  (void)snprintf(look, sizeof look, "class='@m' stroke-width='%.1f'", width);
  shape_outline(stage, curve, look);
  asc_pen_put(&stage->pen, "\n");
}

/* The lines among the shapes on their halo, as two paths: one for each line would be many things to draw. */
static void lines_draw(const svg_stage *stage, const asc_shape *const *lines, int count) {
  const svg_pen *pen = &stage->pen;
  for (int halo = 1; halo >= 0 && count > 0; halo--) {
    asc_pen_put(pen, "<path d='");
    for (int i = 0; i < count; i++) {
      const asc_curve *curve = &lines[i]->curve;
      asc_pen_format(pen, "M%.1f %.1f", asc_stage_x(stage, curve->x1), asc_stage_y(stage, curve->y1));
      path_add(stage, curve, (point){asc_stage_x(stage, curve->x2), asc_stage_y(stage, curve->y2)});
    }
    asc_pen_format(
        pen, halo ? "' class='@h' stroke-width='%.1f' stroke-opacity='.9'/>\n" : "' class='@m' stroke-width='%.1f'/>\n",
        stage->line * (halo ? 2.3 : 1));
  }
}

static bool is_figure(const asc_shape *shape) {
  const char *kind = shape->kind;
  return shape->curve.form == ASC_FORM_CIRCLE &&
         (begins(kind, "figure") || begins(kind, "new-figure") || begins(kind, "short"));
}

void asc_svg_shapes_draw(const svg_stage *stage) {
  const asc_shape *lines[ASC_SHAPES_MAX];
  int count = 0;
  for (int i = 0; i < stage->view->shape_count; i++) {
    const asc_shape *shape = &stage->view->shapes[i];
    if (asc_svg_is_track(stage, shape)) continue;
    if (is_figure(shape)) {
      figure_draw(stage, shape);
    } else if (begins(shape->kind, "chain") || begins(shape->kind, "relay")) {
      char look[64];
      (void)snprintf(look, sizeof look, "class='@ch' stroke-width='%.1f'", stage->cell * 0.34);
      shape_outline(stage, &shape->curve, look);
      asc_pen_put(&stage->pen, "\n");
    } else if (strcmp(shape->kind, "permission-gap") == 0) {
      shape_outline(stage, &shape->curve, "class='@lks'");
      asc_pen_put(&stage->pen, "\n");
    } else if (shape->curve.form == ASC_FORM_LINE || shape->curve.form == ASC_FORM_ARC) {
      lines[count++] = shape;
    } else {
      outline_on_halo(stage, &shape->curve, stage->line);
    }
  }
  lines_draw(stage, lines, count);
}

static const asc_place *place_named(const svg_stage *stage, const char *id) {
  int index = asc_scene_place_find(stage->view, id);
  return index < 0 ? NULL : &stage->view->places[index];
}

void asc_svg_ring_draw(const svg_stage *stage, const asc_place *place, double radius, double width,
                       const char *dashes) {
  double x = asc_stage_x(stage, place->x), y = asc_stage_y(stage, place->y);
  asc_pen_format(
      &stage->pen,
      "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@h' stroke-width='%.1f'/><circle cx='%.1f' cy='%.1f' r='%.1f' "
      "class='@m' stroke-width='%.1f'%s/>\n",
      x, y, radius, width * 2, x, y, radius, width, dashes);
}

void asc_svg_man_ring_draw(const svg_stage *stage, const asc_place *place, double gap, double width) {
  const asc_kind *kind = asc_scene_kind(stage->scene, place->man);
  double radius = asc_stage_man_radius(stage, place) + gap;
  const svg_art *art = kind == NULL ? NULL : asc_svg_art_find(kind, stage->material);
  if (art == NULL || art->outline == NULL) {
    asc_svg_ring_draw(stage, place, kind == NULL ? stage->cell * 0.3 : radius, width, "");
    return;
  }
  double scale = radius / art->radius, sink = stage->material == SVG_SQUARES ? 2 : 0; /* a triangle sits lower */
  for (int halo = 1; halo >= 0; halo--)
    asc_pen_format(&stage->pen,
                   "<path d='%s' transform='translate(%.1f %.1f)scale(%.3f)' class='@%c' stroke-width='%.1f'/>",
                   art->outline, asc_stage_x(stage, place->x), asc_stage_y(stage, place->y) + sink, scale,
                   halo ? 'h' : 'm', (halo ? 2 : 1) * width / scale);
  asc_pen_put(&stage->pen, "\n");
}

static double start_radius(const svg_stage *stage) { return stage->material == SVG_CIRCLES ? 7 : stage->cell * 0.18; }

/* A head is measured by this: on circles, where the line is strong, a little less than the line. */
static double head_size(const svg_stage *stage) { return stage->line * (stage->material == SVG_CIRCLES ? 0.78 : 1); }

/* How much of a travelled way is left out at either end, so that it stops short of ring and man. */
typedef struct way_ends {
  double start, end, tip;
} way_ends;

static way_ends ends_of(const svg_stage *stage, const asc_motion *motion) {
  const asc_way *way = &stage->view->last;
  const asc_place *from = place_named(stage, motion->from), *to = place_named(stage, motion->to);
  double radius = to == NULL ? 0 : asc_stage_man_radius(stage, to);
  if (radius == 0) radius = stage->cell * 0.16;
  double tip = radius + stage->line * (stage->material == SVG_CIRCLES ? 0.4 : 1), length = 0;
  for (int i = 0; i < motion->curves; i++) length += curve_length(stage, &way->curves[motion->curve + i]);
  way_ends ends = {start_radius(stage), tip + head_size(stage) * 2.6, tip};
  double standing = from == NULL ? 0 : asc_stage_man_radius(stage, from); /* the way is still to be gone */
  if (standing > 0) ends.start = standing + stage->line * 1.5;
  const asc_curve *last = &way->curves[motion->curve + motion->curves - 1];
  double last_length = curve_length(stage, last);
  if (ends.end > last_length * 0.9) ends.end = last_length * 0.9;
  if (ends.start + ends.end > length) ends.start = fmax(0, length - ends.end);
  return ends;
}

static void way_path(const svg_stage *stage, const asc_motion *motion, way_ends ends, const char *look) {
  const asc_curve *curves = &stage->view->last.curves[motion->curve];
  asc_curve back = curve_reversed(&curves[0]);
  double first = curve_length(stage, &curves[0]);
  point start = curve_end(stage, &back, fmin(ends.start, first * 0.9));
  asc_pen_format(&stage->pen, "<path d='M%.1f %.1f", start.x, start.y);
  for (int i = 0; i < motion->curves; i++)
    path_add(stage, &curves[i], curve_end(stage, &curves[i], i + 1 == motion->curves ? ends.end : 0));
  asc_pen_format(&stage->pen, "' %s/>", look);
}

/* A way from a place to itself, as when a turn is ended, is not drawn. */
static bool travels(const svg_stage *stage, const asc_motion *motion) {
  double length = 0;
  for (int i = 0; i < motion->curves; i++) length += curve_length(stage, &stage->view->last.curves[motion->curve + i]);
  return motion->act == ASC_ACT_TRAVEL && length > 1;
}

bool asc_svg_way_path(const svg_stage *stage, const asc_motion *motion) {
  if (!travels(stage, motion)) return false;
  const asc_curve *curves = &stage->view->last.curves[motion->curve];
  asc_pen_format(&stage->pen, "M%.1f %.1f", asc_stage_x(stage, curves[0].x1), asc_stage_y(stage, curves[0].y1));
  for (int i = 0; i < motion->curves; i++) path_add(stage, &curves[i], curve_end(stage, &curves[i], 0));
  return true;
}

bool asc_svg_way_travels(const svg_stage *stage, const asc_motion *motion) { return travels(stage, motion); }

double asc_svg_way_length(const svg_stage *stage, const asc_motion *motion) {
  return curve_length(stage, &stage->view->last.curves[motion->curve + motion->curves - 1]);
}

void asc_svg_way_line(const svg_stage *stage, const asc_motion *motion, double start, double end, const char *look) {
  way_path(stage, motion, (way_ends){start, end, end}, look);
}

void asc_svg_way_point(const svg_stage *stage, const asc_motion *motion, double away, double *x, double *y) {
  point at = curve_end(stage, &stage->view->last.curves[motion->curve + motion->curves - 1], away);
  *x = at.x, *y = at.y;
}

static void ways_draw(const svg_stage *stage, const char *dashes) {
  const asc_way *way = &stage->view->last;
  for (int i = 0; i < way->motion_count; i++) {
    const asc_motion *motion = &way->motions[i];
    if (!travels(stage, motion)) continue;
    way_ends ends = ends_of(stage, motion);
    char look[112];
    (void)snprintf(look, sizeof look, "class='@h' stroke-width='%.1f'", stage->line * 2.27);
    way_path(stage, motion, ends, look);
    (void)snprintf(look, sizeof look, "class='@m' stroke-width='%.1f'%s", stage->line, dashes);
    way_path(stage, motion, ends, look);
    asc_pen_put(&stage->pen, "\n");
  }
}

void asc_svg_way_draw(const svg_stage *stage) { ways_draw(stage, ""); }

/* The head: a barb with its tip where the man's edge begins. */
static void head_draw(const svg_stage *stage, point tip, double dx, double dy) {
  double size = head_size(stage), length = fmax(hypot(dx, dy), 1e-6);
  dx *= size / length, dy *= size / length;
  char path[160];
  (void)snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ", tip.x, tip.y,
                 tip.x - 3.8 * dx - 2.5 * dy, tip.y - 3.8 * dy + 2.5 * dx, tip.x - 2.9 * dx, tip.y - 2.9 * dy,
                 tip.x - 3.8 * dx + 2.5 * dy, tip.y - 3.8 * dy - 2.5 * dx);
  asc_pen_format(&stage->pen, "<path d='%s' class='@h' stroke-width='%.1f'/><path d='%s' class='@mf'/>\n", path,
                 size * 1.4, path);
}

/* A bend at a man is a thin ring round him, a free one a small diamond. */
static void joint_draw(const svg_stage *stage, const asc_curve *curve) {
  double x = asc_stage_x(stage, curve->x2), y = asc_stage_y(stage, curve->y2), big = stage->line * 1.87,
         small = stage->line * 1.4;
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (place->x == curve->x2 && place->y == curve->y2 && place->man != ASC_NO_KIND) {
      asc_svg_ring_draw(stage, place, asc_stage_man_radius(stage, place) + stage->line * 1.2, stage->line * 0.47, "");
      return;
    }
  }
  asc_pen_format(&stage->pen, "<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fZ' class='@hf'/>", x, y - big, big, big,
                 -big, big, -big, -big);
  asc_pen_format(&stage->pen, "<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fZ' class='@mf'/>\n", x, y - small,
                 small, small, -small, small, -small, -small);
}

static void travel_marks(const svg_stage *stage, const asc_motion *motion) {
  const asc_way *way = &stage->view->last;
  for (int k = 0; k < motion->curves; k++) {
    const asc_curve *curve = &way->curves[motion->curve + k];
    if (way->joints[motion->curve + k] != NULL) joint_draw(stage, curve);
    if (k + 1 < motion->curves) continue;
    way_ends ends = ends_of(stage, motion);
    double tip_away = fmin(ends.tip, curve_length(stage, curve) * 0.6);
    point tip = curve_end(stage, curve, tip_away), behind = curve_end(stage, curve, tip_away + stage->line * 3);
    head_draw(stage, tip, tip.x - behind.x, tip.y - behind.y);
  }
}

/* An arrow round the middle of a card that was turned, above the pawn. */
void asc_svg_turn_draw(const svg_stage *stage, const asc_place *place) {
  const double degree = acos(-1) / 180, radius = stage->cell * 0.31;
  double x = asc_stage_x(stage, place->x), y = asc_stage_y(stage, place->y);
  point start = {x + radius * cos(-150 * degree), y + radius * sin(-150 * degree)};
  point end = {x + radius * cos(-42 * degree), y + radius * sin(-42 * degree)};
  point tip = {x + radius * cos(-28 * degree), y + radius * sin(-28 * degree)};
  for (int halo = 1; halo >= 0; halo--)
    asc_pen_format(&stage->pen, "<path d='M%.1f %.1fA%.1f %.1f 0 0 1 %.1f %.1f' class='@%c' stroke-width='%.1f'/>",
                   start.x, start.y, radius, radius, end.x, end.y, halo ? 'h' : 'm', stage->line * (halo ? 2 : 0.85));
  head_draw(stage, tip, tip.x - end.x, tip.y - end.y);
}

static void cross_draw(const svg_stage *stage, const asc_place *place) {
  double x = asc_stage_x(stage, place->x), y = asc_stage_y(stage, place->y), arm = stage->line * 2.4;
  for (int halo = 1; halo >= 0; halo--)
    asc_pen_format(&stage->pen, "<path d='M%.1f %.1fl%.1f %.1fM%.1f %.1fl%.1f %.1f' class='@%c' stroke-width='%.1f'/>",
                   x - arm, y - arm, 2 * arm, 2 * arm, x + arm, y - arm, -2 * arm, 2 * arm, halo ? 'h' : 'm',
                   stage->line * (halo ? 2 : 0.9));
  asc_pen_put(&stage->pen, "\n");
}

static void start_draw(const svg_stage *stage, const asc_place *place) {
  char dashes[48];
  double radius = start_radius(stage), step = 2 * acos(-1) * radius / 20;
  if (stage->material == SVG_CIRCLES)
    asc_pen_format(&stage->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@hf'/>", asc_stage_x(stage, place->x),
                   asc_stage_y(stage, place->y), radius);
  (void)snprintf(dashes, sizeof dashes, " stroke-dasharray='%.2f %.2f'", step * 0.96, step * 1.04);
  asc_svg_ring_draw(stage, place, radius, stage->line * (stage->material == SVG_CIRCLES ? 0.53 : 0.73), dashes);
}

static bool arrived_by_travel(const svg_stage *stage, const asc_place *place) {
  const asc_way *way = &stage->view->last;
  for (int i = 0; i < way->motion_count; i++)
    if (travels(stage, &way->motions[i]) && strcmp(way->motions[i].to, place->id) == 0) return true;
  return false;
}

static void place_marks(const svg_stage *stage, const asc_place *place) {
  double line = stage->line, gap = stage->material == SVG_CIRCLES ? line : stage->cell * 0.045;
  bool empty = place->man == ASC_NO_KIND;
  if ((place->marks & ASC_MARK_FROM) != 0 && empty) start_draw(stage, place);
  if ((place->marks & ASC_MARK_TAKEN) != 0 && empty) cross_draw(stage, place);
  if ((place->marks & ASC_MARK_PUT) != 0) asc_svg_man_ring_draw(stage, place, gap, line * 0.7);
  if ((place->marks & ASC_MARK_TO) != 0 && !arrived_by_travel(stage, place))
    asc_svg_man_ring_draw(stage, place, gap, line);
  if ((place->marks & ASC_MARK_TURNED) != 0) asc_svg_turn_draw(stage, place);
}

/* Dashed, for nobody has gone it yet, with a cross over what the move would take and a ring where it would put. */
void asc_svg_ahead_draw(const svg_stage *stage) {
  char dashes[48];
  const asc_way *way = &stage->view->last;
  (void)snprintf(dashes, sizeof dashes, " stroke-dasharray='%.1f %.1f'", stage->line * 1.6, stage->line * 2);
  ways_draw(stage, dashes);
  for (int i = 0; i < way->motion_count; i++) {
    const asc_motion *motion = &way->motions[i];
    const asc_place *from = place_named(stage, motion->from), *to = place_named(stage, motion->to);
    if (travels(stage, motion)) travel_marks(stage, motion);
    if (motion->act == ASC_ACT_TAKE && from != NULL) cross_draw(stage, from);
    if (motion->act == ASC_ACT_PUT && to != NULL)
      asc_svg_ring_draw(stage, to, stage->cell * 0.3, stage->line * 0.7, dashes);
  }
}

void asc_svg_marks_draw(const svg_stage *stage) {
  for (int i = 0; i < stage->view->place_count; i++) place_marks(stage, &stage->view->places[i]);
  for (int i = 0; i < stage->view->last.motion_count; i++)
    if (travels(stage, &stage->view->last.motions[i])) travel_marks(stage, &stage->view->last.motions[i]);
}

void asc_svg_men_draw(const svg_stage *stage) {
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if ((place->marks & ASC_MARK_WON) == 0 || place->ground != ASC_NO_KIND) continue;
    double radius = fmax(asc_stage_man_radius(stage, place), stage->cell * 0.2) + stage->line;
    double x = asc_stage_x(stage, place->x), y = asc_stage_y(stage, place->y);
    asc_pen_format(
        &stage->pen,
        "<g data-new=''><circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@glow)'/><circle cx='%.1f' cy='%.1f' r='%.1f' "
        "class='@g0' stroke-width='%.1f'/><circle cx='%.1f' cy='%.1f' r='%.1f' class='@g1' stroke-width='%.1f'/></g>\n",
        x, y, radius * 1.45, x, y, radius, stage->line * 2, x, y, radius, stage->line);
  }
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (asc_scene_kind(stage->scene, place->man) == NULL) continue;
    asc_pen_put(&stage->pen, "<g id='@on-");
    asc_pen_words(&stage->pen, place->id);
    asc_pen_put(&stage->pen, "'>");
    asc_svg_art_use(&stage->pen, asc_stage_kinds(stage), place->man, stage->material, asc_stage_x(stage, place->x),
                    asc_stage_y(stage, place->y), stage->cell, 1);
    asc_pen_put(&stage->pen, "</g>\n");
  }
}
