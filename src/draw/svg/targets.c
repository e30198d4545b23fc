/* What may come next: what is in hand, where it may go, what it may take; and men in danger.

   Told apart by form, whatever the colours: a heavy ring round what is in hand, ring and dot where one may go, a sight
   round a man that may be captured, a ring in four pieces round one that may be chosen. */
#include "stage.h"

#include <math.h>
#include <stdio.h>

/* Circles round all free places one may go to, as one path: many small elements are slow to draw. */
static void target_circles(const svg_stage *stage, double radius, const char *look) {
  asc_pen_put(&stage->pen, "<path d='");
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (!stage->scene->targets.places[i] || place->man != ASC_NO_KIND) continue;
    asc_pen_format(&stage->pen, "M%.2f %.2fa%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0",
                   asc_stage_x(stage, place->x) - radius, asc_stage_y(stage, place->y), radius, radius, 2 * radius,
                   radius, radius, -2 * radius);
  }
  asc_pen_format(&stage->pen, "' %s/>\n", look);
}

/* When almost anything goes, dots say so without covering the board. */
static void free_targets_draw(const svg_stage *stage, bool quiet) {
  /* On cards and holes the target has a ground of its own: what lies below is as dark as its dot. */
  static const struct {
    double ring, width, dot;
    bool ground;
  } sizes[] = {[SVG_SQUARES] = {7.6, 1.9, 3, false},
               [SVG_PLATES] = {9.4, 2, 3.2, false},
               [SVG_CARDS] = {12, 2.8, 4.6, true},
               [SVG_CIRCLES] = {6.4, 1.9, 2.4, true}};
  const double ring = sizes[stage->material].ring, width = sizes[stage->material].width;
  const double dot = sizes[stage->material].dot;
  char look[48];
  if (quiet) {
    target_circles(stage, dot * 1.35, "class='@hf'");
    target_circles(stage, dot * 0.8, "class='@mf'");
    return;
  }
  if (sizes[stage->material].ground) target_circles(stage, ring, "class='@hf'");
  (void)snprintf(look, sizeof look, "class='@h' stroke-width='%.1f'", width * 2.2);
  target_circles(stage, ring, look);
  (void)snprintf(look, sizeof look, "class='@m' stroke-width='%.1f'", width);
  target_circles(stage, ring, look);
  target_circles(stage, dot, "class='@mf'");
}

/* Straight strokes about a man, mark on halo: the same stroke in `count` directions from `first`, each between two
   distances from his middle. */
static void strokes_draw(const svg_stage *stage, const asc_place *place, int count, double first, double near,
                         double far, const char *look) {
  double x = asc_stage_x(stage, place->x), y = asc_stage_y(stage, place->y);
  for (int halo = 1; halo >= 0; halo--) {
    asc_pen_put(&stage->pen, "<path d='");
    for (int i = 0; i < count; i++) {
      double angle = first + 2 * acos(-1) * i / count, across = cos(angle), down = sin(angle);
      asc_pen_format(&stage->pen, "M%.1f %.1fL%.1f %.1f", x + near * across, y + near * down, x + far * across,
                     y + far * down);
    }
    asc_pen_format(&stage->pen, "' class='@%s' stroke-width='%.1f'/>", halo ? "h" : look,
                   stage->line * (halo ? 1.9 : 0.85));
  }
}

static double gap_of(const svg_stage *stage) {
  return stage->material == SVG_CIRCLES ? stage->line * 1.3 : stage->cell * 0.07;
}

/* A sight: a thin ring, and strokes across it from four sides. */
static void capture_draw(const svg_stage *stage, const asc_place *place) {
  double radius = asc_stage_man_radius(stage, place) + gap_of(stage);
  asc_svg_ring_draw(stage, place, radius, stage->line * 0.5, "");
  strokes_draw(stage, place, 4, 0, radius - stage->line * 0.9, radius + stage->line * 0.9, "m");
  asc_pen_put(&stage->pen, "\n");
}

static void choice_draw(const svg_stage *stage, const asc_place *place) {
  char dashes[64];
  double radius = asc_stage_man_radius(stage, place) + gap_of(stage), quarter = acos(-1) * radius / 2;
  (void)snprintf(dashes, sizeof dashes, " stroke-dasharray='%.1f %.1f' stroke-dashoffset='%.1f'", quarter * 0.72,
                 quarter * 0.28, quarter * 0.36);
  asc_svg_ring_draw(stage, place, radius, stage->line * 1.2, dashes);
}

static void man_target_draw(const svg_stage *stage, const asc_place *place) {
  const asc_kind *kind = asc_scene_kind(stage->scene, place->man);
  int owner = kind == NULL ? 0 : kind->owner;
  if (owner != 0 && owner != stage->scene->seat_to_move)
    capture_draw(stage, place);
  else
    choice_draw(stage, place);
}

/* Men that a move may begin with are not marked: the drawing would be all rings. Once one is chosen, what it may
   capture or take is. On circles, where a man has thirty places to go to, these are dots. */
void asc_svg_targets_draw(const svg_stage *stage) {
  const scene_targets *targets = &stage->scene->targets;
  int count = 0;
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    bool man = place->man != ASC_NO_KIND;
    if (targets->chosen[i])
      asc_svg_man_ring_draw(stage, place, gap_of(stage), stage->line * 1.5);
    else if (targets->places[i] && man && !targets->first)
      man_target_draw(stage, place);
    count += targets->places[i] && !man;
  }
  if (count == 0) return;
  bool most = targets->first && 3 * count > stage->view->place_count;
  bool quiet = most && stage->material != SVG_CARDS; /* on a card a dot is lost in the picture */
  free_targets_draw(stage, quiet || stage->material == SVG_CIRCLES);
}

/* Who could be captured is in the sight of four strokes that do not touch him; who could be locked in, between bars. */
void asc_svg_threats_draw(const svg_stage *stage) {
  const double quarter = acos(-1) / 4, bar = 0.42;
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    double radius = asc_stage_man_radius(stage, place) + stage->line * 0.9;
    if ((place->marks & (ASC_MARK_PREY | ASC_MARK_CAGED)) == 0) continue;
    asc_pen_put(&stage->pen, "<g>");
    if ((place->marks & ASC_MARK_PREY) != 0)
      strokes_draw(stage, place, 4, quarter, radius - stage->line * 0.9, radius + stage->line * 1.1, "w");
    if ((place->marks & ASC_MARK_CAGED) != 0) {
      double x = asc_stage_x(stage, place->x), y = asc_stage_y(stage, place->y), half = radius * bar;
      for (int halo = 1; halo >= 0; halo--)
        asc_pen_format(&stage->pen, "<path d='M%.1f %.1fv%.1fM%.1f %.1fv%.1f' class='@%s' stroke-width='%.1f'/>",
                       x - radius, y - half, 2 * half, x + radius, y - half, 2 * half, halo ? "h" : "w",
                       stage->line * (halo ? 1.9 : 0.85));
    }
    asc_pen_put(&stage->pen, "</g>\n");
  }
}
