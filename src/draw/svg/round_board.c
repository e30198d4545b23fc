/* A round board: the disc with its rim and its inlays.

   If the small circles form lines, the top consists of one segment per line, with the grain along the line. The small
   circles are paler inside, and a star in the centre points along the lines. Else the top is one piece of wood with a
   plain hub. */
#include "drawing.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct disc {
  double x, y, top, rim; /* the centre, and the radii of top and rim */
} disc;

static disc disc_of(const asc_svg_drawing *drawing) {
  const asc_svg_box b = drawing->places_box;
  double reach = (b.right - b.left) / 2, top = reach + drawing->edge_width;
  return (disc){(b.left + b.right) / 2, (b.top + b.bottom) / 2, top, top + drawing->rim_width};
}

/* Returns the angle of a line in radians, clockwise from the top. */
static double line_angle(const asc_svg_drawing *drawing, double line) {
  return 2 * pi * line / drawing->line_count + (drawing->is_flipped ? pi : 0);
}

static void rim_draw(const asc_svg_drawing *drawing, const disc *d) {
  const asc_svg_pen *pen = &drawing->pen;
  for (int i = 0; i < 3; i++)
    asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='#1a120b' opacity='%.2f'/>\n", d->x + 3 - i,
                       d->y + 6 - 1.7 * i, d->rim + 1.5 - i * 0.5, 0.05 + 0.015 * i);
  asc_svg_pen_format(
      pen,
      "<g><circle cx='%.1f' cy='%.1f' r='%.1f' class='@fr'/><circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@fg)'/>"
      "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='none' stroke='url(#@rl)' stroke-width='1.2'/>",
      d->x, d->y, d->rim, d->x, d->y, d->rim, d->x, d->y, d->rim - 0.6);
  asc_svg_pen_format(
      pen,
      "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@p'/><circle cx='%.1f' cy='%.1f' r='%.1f' fill='none' "
      "stroke='#1a0f06' stroke-opacity='.45'/>",
      d->x, d->y, d->top + 1.4, d->x, d->y, d->top + 0.8);
}

static void hub_draw(const asc_svg_drawing *drawing, const disc *d) {
  asc_svg_pen_format(
      &drawing->pen,
      "<circle cx='%.1f' cy='%.1f' r='5' class='@hub'/><circle cx='%.1f' cy='%.1f' r='1.3' class='@fr'/>", d->x, d->y,
      d->x, d->y);
}

/* Each segment is a little lighter or darker than the next. */
static void segments_draw(const asc_svg_drawing *drawing, const disc *d) {
  static const char *const tints[] = {NULL, "#5a3413' fill-opacity='.02", "#5a3413' fill-opacity='.03",
                                      "#fff8e6' fill-opacity='.1"};
  const double r = d->top + 0.2;
  for (int line = 0; line < drawing->line_count; line++) {
    double start = line_angle(drawing, line - 0.5), end = line_angle(drawing, line + 0.5);
    char segment[128];
    asc_svg_pen_format_part(
        &drawing->pen, segment, sizeof segment, "<path d='M%.1f %.1fL%.1f %.1fA%.1f %.1f 0 0 1 %.1f %.1fZ' fill='",
        d->x, d->y, d->x + r * sin(start), d->y - r * cos(start), r, r, d->x + r * sin(end), d->y - r * cos(end));
    asc_svg_pen_format(&drawing->pen, "%surl(#@wl%d)'/>", segment, line);
    if (tints[line % 4] != NULL) asc_svg_pen_format(&drawing->pen, "%s%s'/>", segment, tints[line % 4]);
  }
}

static void joints_draw(const asc_svg_drawing *drawing, const disc *d) {
  for (int layer = 0; layer < 2; layer++) {
    asc_svg_pen_put(&drawing->pen, "<path d='");
    for (int line = 0; line < drawing->line_count; line++) {
      double angle = line_angle(drawing, line + 0.5);
      asc_svg_pen_format(&drawing->pen, "M%.1f %.1fL%.1f %.1f", d->x + 0.5 * layer, d->y,
                         d->x + 0.5 * layer + d->top * sin(angle), d->y - d->top * cos(angle));
    }
    asc_svg_pen_put(&drawing->pen, layer == 0
                                       ? "' fill='none' stroke='#3a1f08' stroke-opacity='.3' stroke-width='.5'/>"
                                       : "' fill='none' stroke='#fff8e6' stroke-opacity='.4' stroke-width='.5'/>");
  }
}

static void star_draw(const asc_svg_drawing *drawing, const disc *d) {
  const double tip = 14.9, waist = 4.2;
  for (int line = 0; line < drawing->line_count; line++) {
    double angle = line_angle(drawing, line);
    for (int side = -1; side <= 1; side += 2) {
      double beside = line_angle(drawing, line + 0.5 * side);
      asc_svg_pen_format(&drawing->pen, "<path d='M%.1f %.1fL%.1f %.1fL%.1f %.1fZ' class='@%s'/>", d->x, d->y,
                         d->x + tip * sin(angle), d->y - tip * cos(angle), d->x + waist * sin(beside),
                         d->y - waist * cos(beside), side > 0 ? "fr" : "pr");
    }
  }
}

static void small_circles_draw(const asc_svg_drawing *drawing) {
  asc_svg_pen_put(&drawing->pen, "<g fill='#fff6df' fill-opacity='.36'>");
  for (int i = 0; i < drawing->view->shape_count; i++) {
    const asc_curve *curve = &drawing->view->shapes[i].curve;
    if (curve->kind == ASC_CURVE_CIRCLE && asc_svg_drawing_is_small_circle(drawing, curve))
      asc_svg_pen_format(&drawing->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f'/>", asc_svg_drawing_x(drawing, curve->cx),
                         asc_svg_drawing_y(drawing, curve->cy), curve->radius * drawing->scale);
  }
  asc_svg_pen_put(&drawing->pen, "</g>");
}

void asc_svg_round_board_define(const asc_svg_drawing *drawing) {
  for (int line = 0; line < drawing->line_count; line++)
    asc_svg_pen_format(&drawing->pen,
                       "<pattern id='@wl%d' href='#@wg' patternTransform='translate(%d %d)rotate(%.1f)'/>\n", line,
                       9 * line, 31 * line, line_angle(drawing, line) * 180 / pi - 90);
}

void asc_svg_round_board_draw(const asc_svg_drawing *drawing) {
  disc d = disc_of(drawing);
  rim_draw(drawing, &d);
  if (drawing->line_count > 0)
    segments_draw(drawing, &d);
  else
    asc_svg_pen_format(&drawing->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@wg)'/>", d.x, d.y, d.top + 0.2);
  asc_svg_pen_format(&drawing->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@sheen)'/>", d.x, d.y,
                     d.top + 0.2);
  if (drawing->line_count > 0) {
    joints_draw(drawing, &d);
    small_circles_draw(drawing);
    star_draw(drawing, &d);
  } else {
    hub_draw(drawing, &d);
  }
  asc_svg_pen_put(&drawing->pen, "</g>\n");
}
