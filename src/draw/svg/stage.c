#include "stage.h"

#include <math.h>
#include <string.h>

enum { CELL = 1000 };

static double stage_scale(const svg_stage *stage) { return stage->flipped ? -stage->scale : stage->scale; }
double asc_stage_x(const svg_stage *stage, double x) { return x * stage_scale(stage) + stage->shift_x; }
double asc_stage_y(const svg_stage *stage, double y) { return y * stage_scale(stage) + stage->shift_y; }

const asc_kind *asc_stage_kinds(const svg_stage *stage) { return stage->scene->rules->game->kinds; }

double asc_stage_man_radius(const svg_stage *stage, const asc_place *place) {
  const asc_kind *kind = asc_scene_kind(stage->scene, place->man);
  if (kind == NULL) return 0;
  const svg_art *art = asc_svg_art_find(kind, stage->material);
  return art->radius * stage->cell / art->cell;
}

static svg_material material_of(const asc_view *view) {
  if (view->layout == ASC_LAYOUT_FREE) return SVG_CIRCLES;
  for (int i = 0; i < view->place_count; i++)
    if (view->places[i].ground != ASC_NO_KIND) return SVG_CARDS;
  return view->region_count > 0 ? SVG_PLATES : SVG_SQUARES;
}

static void box_add(svg_box *box, double x, double y, double reach) {
  box->left = fmin(box->left, x - reach);
  box->right = fmax(box->right, x + reach);
  box->top = fmin(box->top, y - reach);
  box->bottom = fmax(box->bottom, y + reach);
}

/* In units of the view. */
static svg_box content_box(const asc_view *view) {
  bool grid = view->layout == ASC_LAYOUT_GRID;
  svg_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < view->place_count; i++)
    box_add(&box, view->places[i].x, view->places[i].y, grid ? CELL / 2.0 : 0);
  for (int i = 0; i < view->region_count; i++) {
    box_add(&box, view->regions[i].left, view->regions[i].top, 0);
    box_add(&box, view->regions[i].right, view->regions[i].bottom, 0);
  }
  for (int i = 0; i < view->shape_count && !grid; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->form == ASC_FORM_CIRCLE) box_add(&box, curve->cx, curve->cy, curve->radius);
    if (curve->form == ASC_FORM_LINE || curve->form == ASC_FORM_RECT) {
      box_add(&box, curve->x1, curve->y1, 0);
      box_add(&box, curve->x2, curve->y2, 0);
    }
  }
  return box;
}

static double closest_places(const asc_view *view) {
  int64_t least = INT64_MAX;
  double distance = 0;
  for (int i = 0; i < view->place_count; i++) {
    for (int k = 0; k < i; k++) {
      int64_t x = view->places[i].x - view->places[k].x, y = view->places[i].y - view->places[k].y;
      if (x * x + y * y >= least) continue;
      least = x * x + y * y;
      distance = hypot((double)x, (double)y);
    }
  }
  return distance > 1 ? distance : CELL;
}

/* A free board is round when all its places lie in or near its largest circle. Its box then has that middle. */
static bool round_box(const asc_view *view, svg_box *box) {
  const asc_curve *largest = NULL;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->form == ASC_FORM_CIRCLE && (largest == NULL || curve->radius > largest->radius)) largest = curve;
  }
  if (largest == NULL) return false;
  double reach = 0;
  for (int i = 0; i < view->place_count; i++)
    reach = fmax(reach, hypot(view->places[i].x - largest->cx, view->places[i].y - largest->cy));
  if (reach > 1.2 * largest->radius) return false;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->form != ASC_FORM_CIRCLE) continue;
    reach = fmax(reach, hypot(curve->cx - largest->cx, curve->cy - largest->cy) + curve->radius);
  }
  *box = (svg_box){largest->cx - reach, largest->cy - reach, largest->cx + reach, largest->cy + reach};
  return true;
}

static double middle_of(double one, double other) { return (one + other) / 2; }

bool asc_stage_is_small(const svg_stage *stage, const asc_curve *circle) {
  const svg_box b = stage->places;
  return hypot(asc_stage_x(stage, circle->cx) - middle_of(b.left, b.right),
               asc_stage_y(stage, circle->cy) - middle_of(b.top, b.bottom)) > 1;
}

/* Circles that do not lie round the middle, by their directions from there, the first of which is upwards: how many
   directions there are, if there are circles behind each other. */
static int lines_of(const asc_view *view, const svg_box *box) {
  double x = middle_of(box->left, box->right), y = middle_of(box->top, box->bottom), nearest = INFINITY;
  int circles = 0, first = 0;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    double distance = hypot(curve->cx - x, curve->cy - y);
    if (curve->form != ASC_FORM_CIRCLE || distance < 1) continue;
    if (distance < nearest - 2) first = 0;
    nearest = fmin(nearest, distance);
    if (distance < nearest + 2) first++;
    circles++;
  }
  return circles > first ? first : 0;
}

void asc_svg_stage_measure(svg_stage *stage) {
  /* By material: the side of a cell, the line of the last move, the coordinates, the margins for frame and labels
     (left, top, right, bottom), and the width of a board these margins are good for. */
  static const struct {
    double cell, line, font;
    svg_box margin;
    double usual;
  } sizes[] = {[SVG_SQUARES] = {60, 2.2, 12.5, {34, 34, 34, 34}, 380},
               [SVG_PLATES] = {44, 2, 12.5, {26, 10, 16, 30}, 400},
               [SVG_CARDS] = {101, 3.6, 16, {26, 10, 12, 30}, 520},
               [SVG_CIRCLES] = {24, 3, 9.8, {30, 30, 30, 30}, 300}};
  const asc_view *view = stage->view;
  stage->material = material_of(view);
  svg_box content = view->place_count > 0 ? content_box(view) : (svg_box){0, 0, CELL, CELL};
  stage->cell = sizes[stage->material].cell;
  stage->line = sizes[stage->material].line;
  stage->scale = stage->cell / (stage->material == SVG_CIRCLES ? closest_places(view) : CELL);
  stage->round = stage->material == SVG_CIRCLES && round_box(view, &content);
  stage->zoom = fmax(1, (content.right - content.left) * stage->scale / sizes[stage->material].usual);
  stage->font = sizes[stage->material].font * stage->zoom;
  svg_box margin = sizes[stage->material].margin;
  stage->lines = stage->round ? lines_of(view, &content) : 0;
  /* Both are narrow, so that a phone shows the holes far apart. With lines there is room for the coordinates between
     them, else the rim has them. */
  stage->edge = (stage->lines > 0 ? 3.8 : 5.5) * stage->zoom;
  stage->rim = (stage->lines > 0 ? 4.8 : 11.5) * stage->zoom;
  if (stage->lines > 0) margin = (svg_box){12, 12, 12, 12};
  margin = (svg_box){margin.left * stage->zoom, margin.top * stage->zoom, margin.right * stage->zoom,
                     margin.bottom * stage->zoom};
  double width = (content.right - content.left) * stage->scale, height = (content.bottom - content.top) * stage->scale;
  if (stage->flipped) {
    margin = (svg_box){margin.right, margin.bottom, margin.left, margin.top};
    content = (svg_box){content.right, content.bottom, content.left, content.top};
  }
  stage->shift_x = margin.left - content.left * stage_scale(stage);
  stage->shift_y = margin.top - content.top * stage_scale(stage);
  stage->places = (svg_box){margin.left, margin.top, margin.left + width, margin.top + height};
  stage->width = stage->places.right + margin.right;
  stage->height = stage->places.bottom + margin.bottom;
  stage->board = (svg_box){0, 0, stage->width, stage->height};
}
