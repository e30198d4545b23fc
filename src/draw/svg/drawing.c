/* The layout of a drawing: material, scale, margins, and the transformation from the view to the drawing. */
#include "drawing.h"

#include <math.h>
#include <string.h>

enum { CELL = 1000 };

static double signed_scale(const asc_svg_drawing *drawing) {
  return drawing->is_flipped ? -drawing->scale : drawing->scale;
}
double asc_svg_drawing_x(const asc_svg_drawing *drawing, double x) {
  return x * signed_scale(drawing) + drawing->shift_x;
}
double asc_svg_drawing_y(const asc_svg_drawing *drawing, double y) {
  return y * signed_scale(drawing) + drawing->shift_y;
}

const asc_kind *asc_svg_drawing_kinds(const asc_svg_drawing *drawing) { return drawing->scene->rules->game->kinds; }

double asc_svg_drawing_piece_radius(const asc_svg_drawing *drawing, const asc_place *place) {
  const asc_kind *kind = asc_scene_kind(drawing->scene, place->piece);
  if (kind == NULL) return 0;
  const asc_svg_art *art = asc_svg_art_find(kind, drawing->material);
  return art->radius * drawing->cell / art->cell;
}

static asc_svg_material choose_material(const asc_view *view) {
  if (view->layout == ASC_LAYOUT_FREE) return ASC_SVG_CIRCLES;
  for (int i = 0; i < view->place_count; i++)
    if (view->places[i].ground != ASC_NO_KIND) return ASC_SVG_CARDS;
  return view->region_count > 0 ? ASC_SVG_TILES : ASC_SVG_SQUARES;
}

static void box_add(asc_svg_box *box, double x, double y, double reach) {
  box->left = fmin(box->left, x - reach);
  box->right = fmax(box->right, x + reach);
  box->top = fmin(box->top, y - reach);
  box->bottom = fmax(box->bottom, y + reach);
}

/* The box around all places, regions and, on a free board, shapes. In units of the view. */
static asc_svg_box content_box(const asc_view *view) {
  bool grid = view->layout == ASC_LAYOUT_GRID;
  asc_svg_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < view->place_count; i++)
    box_add(&box, view->places[i].x, view->places[i].y, grid ? CELL / 2.0 : 0);
  for (int i = 0; i < view->region_count; i++) {
    box_add(&box, view->regions[i].left, view->regions[i].top, 0);
    box_add(&box, view->regions[i].right, view->regions[i].bottom, 0);
  }
  for (int i = 0; i < view->shape_count && !grid; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->kind == ASC_CURVE_CIRCLE) box_add(&box, curve->cx, curve->cy, curve->radius);
    if (curve->kind == ASC_CURVE_LINE || curve->kind == ASC_CURVE_RECT) {
      box_add(&box, curve->x1, curve->y1, 0);
      box_add(&box, curve->x2, curve->y2, 0);
    }
  }
  return box;
}

static double closest_distance(const asc_view *view) {
  int64_t smallest = INT64_MAX;
  double distance = 0;
  for (int i = 0; i < view->place_count; i++) {
    for (int k = 0; k < i; k++) {
      int64_t x = view->places[i].x - view->places[k].x, y = view->places[i].y - view->places[k].y;
      if (x * x + y * y >= smallest) continue;
      smallest = x * x + y * y;
      distance = hypot((double)x, (double)y);
    }
  }
  return distance > 1 ? distance : CELL;
}

/* A free board is round if all its places lie in or near its largest circle. Sets *box to a square with the same centre
   as this circle. Returns false and leaves *box unchanged if the board is not round. */
static bool find_round_box(const asc_view *view, asc_svg_box *box) {
  const asc_curve *largest = NULL;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->kind == ASC_CURVE_CIRCLE && (largest == NULL || curve->radius > largest->radius)) largest = curve;
  }
  if (largest == NULL) return false;
  double reach = 0;
  for (int i = 0; i < view->place_count; i++)
    reach = fmax(reach, hypot(view->places[i].x - largest->cx, view->places[i].y - largest->cy));
  if (reach > 1.2 * largest->radius) return false;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->kind != ASC_CURVE_CIRCLE) continue;
    reach = fmax(reach, hypot(curve->cx - largest->cx, curve->cy - largest->cy) + curve->radius);
  }
  *box = (asc_svg_box){largest->cx - reach, largest->cy - reach, largest->cx + reach, largest->cy + reach};
  return true;
}

static double midpoint(double a, double b) { return (a + b) / 2; }

bool asc_svg_drawing_is_small_circle(const asc_svg_drawing *drawing, const asc_curve *circle) {
  const asc_svg_box b = drawing->places_box;
  return hypot(asc_svg_drawing_x(drawing, circle->cx) - midpoint(b.left, b.right),
               asc_svg_drawing_y(drawing, circle->cy) - midpoint(b.top, b.bottom)) > 1;
}

/* Counts the lines of small circles, the circles that are not centred on the board. The first line points upwards. The
   number of lines is the number of small circles nearest to the centre. Returns 0 if no line has a second circle. */
static int count_lines(const asc_view *view, const asc_svg_box *box) {
  double x = midpoint(box->left, box->right), y = midpoint(box->top, box->bottom), nearest = INFINITY;
  int circles = 0, first = 0;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    double distance = hypot(curve->cx - x, curve->cy - y);
    if (curve->kind != ASC_CURVE_CIRCLE || distance < 1) continue;
    if (distance < nearest - 2) first = 0;
    nearest = fmin(nearest, distance);
    if (distance < nearest + 2) first++;
    circles++;
  }
  return circles > first ? first : 0;
}

void asc_svg_drawing_measure(asc_svg_drawing *drawing) {
  /* By material: side of a cell, width of the line of the last move, font size of the coordinates, margins for frame
     and labels, and the width of a board for which these margins were chosen. A wider board scales them up. */
  static const struct {
    double cell, line, font;
    asc_svg_box margin;
    double usual_width;
  } sizes[] = {[ASC_SVG_SQUARES] = {60, 2.2, 12.5, {34, 34, 34, 34}, 380},
               [ASC_SVG_TILES] = {44, 2, 12.5, {26, 10, 16, 30}, 400},
               [ASC_SVG_CARDS] = {101, 3.6, 16, {26, 10, 12, 30}, 520},
               [ASC_SVG_CIRCLES] = {24, 3, 9.8, {30, 30, 30, 30}, 300}};
  const asc_view *view = drawing->view;
  drawing->material = choose_material(view);
  asc_svg_box content = view->place_count > 0 ? content_box(view) : (asc_svg_box){0, 0, CELL, CELL};
  drawing->cell = sizes[drawing->material].cell;
  drawing->line_width = sizes[drawing->material].line;
  drawing->scale = drawing->cell / (drawing->material == ASC_SVG_CIRCLES ? closest_distance(view) : CELL);
  drawing->is_round = drawing->material == ASC_SVG_CIRCLES && find_round_box(view, &content);
  drawing->zoom = fmax(1, (content.right - content.left) * drawing->scale / sizes[drawing->material].usual_width);
  drawing->font_size = sizes[drawing->material].font * drawing->zoom;
  asc_svg_box margin = sizes[drawing->material].margin;
  drawing->line_count = drawing->is_round ? count_lines(view, &content) : 0;
  /* Both are narrow, so that the holes are far apart on a phone. If there are lines, the coordinates have room between
     them; else they lie on the rim. */
  drawing->edge_width = (drawing->line_count > 0 ? 3.8 : 5.5) * drawing->zoom;
  drawing->rim_width = (drawing->line_count > 0 ? 4.8 : 11.5) * drawing->zoom;
  if (drawing->line_count > 0) margin = (asc_svg_box){12, 12, 12, 12};
  margin = (asc_svg_box){margin.left * drawing->zoom, margin.top * drawing->zoom, margin.right * drawing->zoom,
                         margin.bottom * drawing->zoom};
  double width = (content.right - content.left) * drawing->scale,
         height = (content.bottom - content.top) * drawing->scale;
  if (drawing->is_flipped) {
    margin = (asc_svg_box){margin.right, margin.bottom, margin.left, margin.top};
    content = (asc_svg_box){content.right, content.bottom, content.left, content.top};
  }
  drawing->shift_x = margin.left - content.left * signed_scale(drawing);
  drawing->shift_y = margin.top - content.top * signed_scale(drawing);
  drawing->places_box = (asc_svg_box){margin.left, margin.top, margin.left + width, margin.top + height};
  drawing->width = drawing->places_box.right + margin.right;
  drawing->height = drawing->places_box.bottom + margin.bottom;
  drawing->board_box = (asc_svg_box){0, 0, drawing->width, drawing->height};
}
