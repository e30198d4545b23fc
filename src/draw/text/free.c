/* Places anywhere, joined by curves: the curves are drawn in small dots, eight to a character, so that the eye can
   follow them; men and holes stand on them with room around.

   A dot is as wide as high, two of them make a column and four a row. The first kind of curve is drawn through, the
   next is dotted, so that the kinds are told apart without colour. The way of the last move is drawn three dots wide.
 */
#include "parts.h"

#include <math.h>
#include <string.h>

enum {
  ROOM = 2,
  MARGIN_X = 6,
  MARGIN_Y = 2,
  PLACE_COLUMNS = 6,
  PLACE_COLUMNS_LEAST = 4,
  COLUMNS_LEAST = 40,
  KINDS_MAX = 6
};

typedef struct free_board {
  const asc_scene *scene;
  const asc_view *view;
  text_canvas *canvas;
  text_legend *legend;
  double left, top, scale; /* dots to a unit */
  double right, bottom;
  const char *kinds[KINDS_MAX]; /* of curves, in the order they come */
  int kind_count;
} free_board;

static double dot_x(const free_board *sheet, double x) { return (x - sheet->left) * sheet->scale + MARGIN_X; }
static double dot_y(const free_board *sheet, double y) { return (y - sheet->top) * sheet->scale + MARGIN_Y; }
static int cell_x(const free_board *sheet, double x) { return (int)lround(dot_x(sheet, x) - 0.5) / 2; }
static int cell_y(const free_board *sheet, double y) { return (int)lround(dot_y(sheet, y) - 1.5) / 4; }

static void include(free_board *sheet, double x, double y, double reach) {
  sheet->left = fmin(sheet->left, x - reach);
  sheet->right = fmax(sheet->right, x + reach);
  sheet->top = fmin(sheet->top, y - reach);
  sheet->bottom = fmax(sheet->bottom, y + reach);
}

static void measure(free_board *sheet) {
  const asc_view *view = sheet->view;
  sheet->left = sheet->top = INFINITY;
  sheet->right = sheet->bottom = -INFINITY;
  for (int i = 0; i < view->place_count; i++) include(sheet, view->places[i].x, view->places[i].y, 0);
  for (int i = 0; i < view->label_count; i++) include(sheet, view->labels[i].x, view->labels[i].y, 0);
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->form == ASC_FORM_CIRCLE) include(sheet, curve->cx, curve->cy, curve->radius);
    if (curve->form == ASC_FORM_LINE || curve->form == ASC_FORM_RECT) {
      include(sheet, curve->x1, curve->y1, 0);
      include(sheet, curve->x2, curve->y2, 0);
    }
  }
}

/* The closest two places, in the measure of characters: a row counts twice. */
static double closest(const asc_view *view) {
  double least = INFINITY;
  for (int i = 0; i < view->place_count; i++)
    for (int k = 0; k < i; k++)
      least = fmin(least, hypot(view->places[i].x - view->places[k].x, view->places[i].y - view->places[k].y));
  return least;
}

/* As small as the closest places allow, and no wider or higher than the style while there is a column between two men
   with their marks. */
static void choose_scale(free_board *sheet, const board_style *style) {
  double width = fmax(sheet->right - sheet->left, 1), gap = closest(sheet->view);
  double gaps = gap > 0 && isfinite(gap) ? width / gap : 1;
  int most = (style->columns < 100 ? style->columns : 100) - MARGIN_X;
  double columns = fmin(fmax(PLACE_COLUMNS * gaps, COLUMNS_LEAST), most);
  /* A character is two dots wide and four high. */
  double height = fmax(sheet->bottom - sheet->top, 1);
  if (style->terminal) columns = fmin(columns, (style->rows - BOARD_WORDS_ROWS) * 2 * width / height);
  sheet->scale = fmax(columns, PLACE_COLUMNS_LEAST * gaps) * 2 / width;
}

typedef struct stroke_style {
  char plain;
  text_ink ink;
  int period, gap; /* of every `period` dots the last `gap` are left out */
  int width;
} stroke_style;

/* Known kinds have their colour; others take turns. */
static stroke_style kind_stroke(free_board *sheet, const char *kind) {
  static const stroke_style strokes[KINDS_MAX] = {
      {'.', {PAINT_WALNUT, false}, 1, 0, 1}, {'=', {PAINT_LAKE, false}, 3, 1, 1},
      {'+', {PAINT_LEAF, false}, 6, 2, 1},   {',', {PAINT_STONE, false}, 3, 2, 1},
      {';', {PAINT_GOLD, false}, 8, 3, 1},   {'-', {PAINT_EBONY, false}, 10, 3, 1}};
  int i = 0;
  while (i < sheet->kind_count && strcmp(sheet->kinds[i], kind) != 0) i++;
  if (i == sheet->kind_count && i < KINDS_MAX) sheet->kinds[sheet->kind_count++] = kind;
  return strokes[i % KINDS_MAX];
}

static const stroke_style way_stroke = {'#', {PAINT_MARK, true}, 1, 0, 3};

/* Draws the dots of a path given by a function of the way along it. */
static void dots_draw(free_board *sheet, double x, double y, int step, const stroke_style *stroke) {
  if (step % stroke->period >= stroke->period - stroke->gap) return;
  int reach = stroke->width / 2;
  for (int dy = -reach; dy <= reach; dy++)
    for (int dx = -reach; dx <= reach; dx++)
      if (dx == 0 || dy == 0)
        asc_canvas_dot(sheet->canvas, (int)lround(dot_x(sheet, x)) + dx, (int)lround(dot_y(sheet, y)) + dy,
                       stroke->plain, stroke->ink);
}

static void line_draw(free_board *sheet, double x1, double y1, double x2, double y2, const stroke_style *stroke) {
  int steps = (int)ceil(hypot(x2 - x1, y2 - y1) * sheet->scale) + 1;
  for (int i = 0; i <= steps; i++) dots_draw(sheet, x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps, i, stroke);
}

/* From `start` over `sweep` radians, clockwise on the screen when positive. */
static void arc_draw(free_board *sheet, const asc_curve *arc, double start, double sweep, const stroke_style *stroke) {
  int steps = (int)ceil(fabs(sweep) * arc->radius * sheet->scale) + 1;
  steps = (steps + stroke->period - 1) / stroke->period * stroke->period; /* a dotted circle closes evenly */
  for (int i = 0; i <= steps; i++) {
    double angle = start + sweep * i / steps;
    dots_draw(sheet, arc->cx + arc->radius * cos(angle), arc->cy + arc->radius * sin(angle), i, stroke);
  }
}

static void curve_draw(free_board *sheet, const asc_curve *curve, const stroke_style *stroke) {
  const double round = 2 * acos(-1);
  switch ((asc_form)curve->form) {
  case ASC_FORM_LINE: line_draw(sheet, curve->x1, curve->y1, curve->x2, curve->y2, stroke); break;
  case ASC_FORM_CIRCLE: arc_draw(sheet, curve, 0, round, stroke); break;
  case ASC_FORM_ARC: {
    double start = atan2(curve->y1 - curve->cy, curve->x1 - curve->cx);
    double sweep = atan2(curve->y2 - curve->cy, curve->x2 - curve->cx) - start;
    while (curve->clockwise && sweep <= 0) sweep += round;
    while (!curve->clockwise && sweep >= 0) sweep -= round;
    arc_draw(sheet, curve, start, sweep, stroke);
    break;
  }
  case ASC_FORM_RECT:
    line_draw(sheet, curve->x1, curve->y1, curve->x2, curve->y1, stroke);
    line_draw(sheet, curve->x2, curve->y1, curve->x2, curve->y2, stroke);
    line_draw(sheet, curve->x2, curve->y2, curve->x1, curve->y2, stroke);
    line_draw(sheet, curve->x1, curve->y2, curve->x1, curve->y1, stroke);
    break;
  }
}

static void way_draw(free_board *sheet) {
  const asc_way *way = &sheet->view->last;
  for (int i = 0; i < way->motion_count; i++) {
    const asc_motion *motion = &way->motions[i];
    if (motion->act != ASC_ACT_TRAVEL) continue;
    for (int k = 0; k < motion->curves; k++) curve_draw(sheet, &way->curves[motion->curve + k], &way_stroke);
  }
}

/* Nothing of a curve may touch what stands at a place. */
static void clear_around(free_board *sheet, int x, int y, int reach) {
  for (int column = x - reach; column <= x + reach; column++) asc_canvas_clear(sheet->canvas, column, y);
}

static bool has_circle(const asc_view *view) {
  for (int i = 0; i < view->shape_count; i++)
    if (view->shapes[i].curve.form == ASC_FORM_CIRCLE) return true;
  return false;
}

/* Wood below everything: a disc where circles are crossed, else a board. */
static void ground_draw(free_board *sheet) {
  const text_canvas *canvas = sheet->canvas;
  bool disc = has_circle(sheet->view);
  double middle_x = canvas->width / 2.0, middle_y = canvas->height / 2.0;
  for (int y = 0; y < canvas->height; y++) {
    double off = (y + 0.5 - middle_y) / middle_y;
    int half = disc ? (int)lround(middle_x * sqrt(1 - off * off)) : canvas->width;
    asc_canvas_ground(sheet->canvas, (int)middle_x - half, y, 2 * half + 1, 1, PAINT_MAPLE);
  }
}

/* Where the way of the last move bends at a free place. */
static void bends_draw(free_board *sheet) {
  const asc_way *way = &sheet->view->last;
  for (int i = 0; i < way->curve_count; i++) {
    int x = cell_x(sheet, way->curves[i].x2), y = cell_y(sheet, way->curves[i].y2);
    const canvas_cell *cell = asc_canvas_at(sheet->canvas, x, y);
    if (way->joints[i] == NULL || cell == NULL || cell->glyph.plain != '.') continue;
    asc_canvas_put(sheet->canvas, x, y, (text_glyph){"◇", '%'}, (text_ink){PAINT_MARK, true});
    sheet->legend->used[LEGEND_BEND] = true;
  }
}

static void draw_all(free_board *sheet) {
  const asc_view *view = sheet->view;
  ground_draw(sheet);
  for (int i = 0; i < view->shape_count; i++) {
    stroke_style stroke = kind_stroke(sheet, view->shapes[i].kind);
    curve_draw(sheet, &view->shapes[i].curve, &stroke);
  }
  way_draw(sheet);
  for (int i = 0; i < view->place_count; i++) {
    int x = cell_x(sheet, view->places[i].x), y = cell_y(sheet, view->places[i].y);
    clear_around(sheet, x, y, 1);
    asc_text_place_draw(sheet->canvas, x, y, sheet->scene, i, ROOM, sheet->legend);
  }
  bends_draw(sheet);
  for (int i = 0; i < view->label_count; i++) {
    const asc_label *label = &view->labels[i];
    int length = (int)strlen(label->text);
    int x = cell_x(sheet, label->x) - (length - 1) / 2, y = cell_y(sheet, label->y);
    clear_around(sheet, x, y, 1);
    asc_canvas_text(sheet->canvas, x, y, label->text, (text_ink){label->lit ? PAINT_LAKE : PAINT_EBONY, true});
  }
}

int asc_board_free_draw(text_canvas *canvas, const asc_scene *scene, const board_style *style, text_legend *legend) {
  free_board sheet = {.scene = scene, .view = &scene->view, .canvas = canvas, .legend = legend};
  measure(&sheet);
  choose_scale(&sheet, style);
  int columns = (int)lround((dot_x(&sheet, sheet.right) + MARGIN_X) / 2);
  int rows = (int)ceil(dot_y(&sheet, sheet.bottom) + MARGIN_Y) / 4 + 1;
  int code = asc_canvas_open(canvas, columns, rows);
  if (code == ASC_OK) draw_all(&sheet);
  return code;
}
