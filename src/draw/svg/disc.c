/* A round board: the disc with its rim, and what is inlaid in it.

   Where small circles stand in lines, the top is joined of as many pieces as there are lines, each with its grain along
   its line; the small circles are paler inside, and a star in the middle points along the lines. Elsewhere the top is
   one piece with a plain hub. */
#include "stage.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct disc {
  double x, y, top, rim; /* the middle, and both radii */
} disc;

static disc disc_of(const svg_stage *stage) {
  const svg_box b = stage->places;
  double reach = (b.right - b.left) / 2, top = reach + stage->edge;
  return (disc){(b.left + b.right) / 2, (b.top + b.bottom) / 2, top, top + stage->rim};
}

/* Angles run clockwise from the top. */
static double line_angle(const svg_stage *stage, double line) {
  return 2 * pi * line / stage->lines + (stage->flipped ? pi : 0);
}

static void rim_draw(const svg_stage *stage, const disc *d) {
  const svg_pen *pen = &stage->pen;
  for (int i = 0; i < 3; i++)
    asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='#1a120b' opacity='%.2f'/>\n", d->x + 3 - i,
                   d->y + 6 - 1.7 * i, d->rim + 1.5 - i * 0.5, 0.05 + 0.015 * i);
  asc_pen_format(
      pen,
      "<g><circle cx='%.1f' cy='%.1f' r='%.1f' class='@fr'/><circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@fg)'/>"
      "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='none' stroke='url(#@rl)' stroke-width='1.2'/>",
      d->x, d->y, d->rim, d->x, d->y, d->rim, d->x, d->y, d->rim - 0.6);
  asc_pen_format(pen,
                 "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@p'/><circle cx='%.1f' cy='%.1f' r='%.1f' fill='none' "
                 "stroke='#1a0f06' stroke-opacity='.45'/>",
                 d->x, d->y, d->top + 1.4, d->x, d->y, d->top + 0.8);
}

static void hub_draw(const svg_stage *stage, const disc *d) {
  asc_pen_format(&stage->pen,
                 "<circle cx='%.1f' cy='%.1f' r='5' class='@hub'/><circle cx='%.1f' cy='%.1f' r='1.3' class='@fr'/>",
                 d->x, d->y, d->x, d->y);
}

/* Each piece a little lighter or darker than the next. */
static void pieces_draw(const svg_stage *stage, const disc *d) {
  static const char *const tints[] = {NULL, "#5a3413' fill-opacity='.02", "#5a3413' fill-opacity='.03",
                                      "#fff8e6' fill-opacity='.1"};
  const double r = d->top + 0.2;
  for (int line = 0; line < stage->lines; line++) {
    double one = line_angle(stage, line - 0.5), two = line_angle(stage, line + 0.5);
    char piece[128];
    (void)snprintf(piece, sizeof piece, "<path d='M%.1f %.1fL%.1f %.1fA%.1f %.1f 0 0 1 %.1f %.1fZ' fill='", d->x, d->y,
                   d->x + r * sin(one), d->y - r * cos(one), r, r, d->x + r * sin(two), d->y - r * cos(two));
    asc_pen_format(&stage->pen, "%surl(#@wl%d)'/>", piece, line);
    if (tints[line % 4] != NULL) asc_pen_format(&stage->pen, "%s%s'/>", piece, tints[line % 4]);
  }
}

static void joints_draw(const svg_stage *stage, const disc *d) {
  for (int layer = 0; layer < 2; layer++) {
    asc_pen_put(&stage->pen, "<path d='");
    for (int line = 0; line < stage->lines; line++) {
      double angle = line_angle(stage, line + 0.5);
      asc_pen_format(&stage->pen, "M%.1f %.1fL%.1f %.1f", d->x + 0.5 * layer, d->y,
                     d->x + 0.5 * layer + d->top * sin(angle), d->y - d->top * cos(angle));
    }
    asc_pen_put(&stage->pen, layer == 0 ? "' fill='none' stroke='#3a1f08' stroke-opacity='.3' stroke-width='.5'/>"
                                        : "' fill='none' stroke='#fff8e6' stroke-opacity='.4' stroke-width='.5'/>");
  }
}

static void star_draw(const svg_stage *stage, const disc *d) {
  const double tip = 14.9, waist = 4.2;
  for (int line = 0; line < stage->lines; line++) {
    double angle = line_angle(stage, line);
    for (int side = -1; side <= 1; side += 2) {
      double beside = line_angle(stage, line + 0.5 * side);
      asc_pen_format(&stage->pen, "<path d='M%.1f %.1fL%.1f %.1fL%.1f %.1fZ' class='@%s'/>", d->x, d->y,
                     d->x + tip * sin(angle), d->y - tip * cos(angle), d->x + waist * sin(beside),
                     d->y - waist * cos(beside), side > 0 ? "fr" : "pr");
    }
  }
}

static void pale_draw(const svg_stage *stage) {
  asc_pen_put(&stage->pen, "<g fill='#fff6df' fill-opacity='.36'>");
  for (int i = 0; i < stage->view->shape_count; i++) {
    const asc_curve *curve = &stage->view->shapes[i].curve;
    if (curve->form == ASC_FORM_CIRCLE && asc_stage_is_small(stage, curve))
      asc_pen_format(&stage->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f'/>", asc_stage_x(stage, curve->cx),
                     asc_stage_y(stage, curve->cy), curve->radius * stage->scale);
  }
  asc_pen_put(&stage->pen, "</g>");
}

void asc_svg_disc_define(const svg_stage *stage) {
  for (int line = 0; line < stage->lines; line++)
    asc_pen_format(&stage->pen, "<pattern id='@wl%d' href='#@wg' patternTransform='translate(%d %d)rotate(%.1f)'/>\n",
                   line, 9 * line, 31 * line, line_angle(stage, line) * 180 / pi - 90);
}

void asc_svg_disc_draw(const svg_stage *stage) {
  disc d = disc_of(stage);
  rim_draw(stage, &d);
  if (stage->lines > 0)
    pieces_draw(stage, &d);
  else
    asc_pen_format(&stage->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@wg)'/>", d.x, d.y, d.top + 0.2);
  asc_pen_format(&stage->pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='url(#@sheen)'/>", d.x, d.y, d.top + 0.2);
  if (stage->lines > 0) {
    joints_draw(stage, &d);
    pale_draw(stage);
    star_draw(stage, &d);
  } else {
    hub_draw(stage, &d);
  }
  asc_pen_put(&stage->pen, "</g>\n");
}
