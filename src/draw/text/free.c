/* A free layout: places anywhere, connected by curves. Curves are drawn in small dots, 2 × 4 per character, so that the
   eye can follow them. Pieces and holes lie on the curves, with some room around them.

   A dot is as wide as it is high. The first kind of curve is solid and the others are dotted, so that they differ
   without colour. The path of the last move is three dots wide. */
#include "parts.h"

#include <math.h>
#include <string.h>

enum {
  ROOM = 2,
  MARGIN_X = 6,
  MARGIN_Y = 2,
  PLACE_COLUMNS = 6,
  MIN_PLACE_COLUMNS = 4,
  MIN_COLUMNS = 40,
  KINDS_MAX = 6
};

typedef struct free_board {
  const asc_scene *scene;
  const asc_view *view;
  asc_canvas *canvas;
  asc_legend *legend;
  double left, top, scale; /* scale: dots per unit of the view */
  double right, bottom;
  const char *kinds[KINDS_MAX]; /* kinds of curves, in the order of the view */
  int kind_count;
} free_board;

static double dot_x(const free_board *board, double x) { return (x - board->left) * board->scale + MARGIN_X; }
static double dot_y(const free_board *board, double y) { return (y - board->top) * board->scale + MARGIN_Y; }
static int cell_x(const free_board *board, double x) { return (int)lround(dot_x(board, x) - 0.5) / 2; }
static int cell_y(const free_board *board, double y) { return (int)lround(dot_y(board, y) - 1.5) / 4; }

static void include(free_board *board, double x, double y, double reach) {
  board->left = fmin(board->left, x - reach);
  board->right = fmax(board->right, x + reach);
  board->top = fmin(board->top, y - reach);
  board->bottom = fmax(board->bottom, y + reach);
}

static void measure(free_board *board) {
  const asc_view *view = board->view;
  board->left = board->top = INFINITY;
  board->right = board->bottom = -INFINITY;
  for (int i = 0; i < view->place_count; i++) include(board, view->places[i].x, view->places[i].y, 0);
  for (int i = 0; i < view->label_count; i++) include(board, view->labels[i].x, view->labels[i].y, 0);
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (curve->kind == ASC_CURVE_CIRCLE) include(board, curve->cx, curve->cy, curve->radius);
    if (curve->kind == ASC_CURVE_LINE || curve->kind == ASC_CURVE_RECT) {
      include(board, curve->x1, curve->y1, 0);
      include(board, curve->x2, curve->y2, 0);
    }
  }
}

/* Returns the smallest distance between two places, in units of the view. */
static double closest_distance(const asc_view *view) {
  double smallest = INFINITY;
  for (int i = 0; i < view->place_count; i++)
    for (int k = 0; k < i; k++)
      smallest = fmin(smallest, hypot(view->places[i].x - view->places[k].x, view->places[i].y - view->places[k].y));
  return smallest;
}

/* Chooses a board as small as the closest places allow. It fits into the size of the style if this leaves
   MIN_PLACE_COLUMNS columns per place: enough for a column between two pieces with their marks. */
static void choose_scale(free_board *board, const asc_board_style *style) {
  double width = fmax(board->right - board->left, 1), gap = closest_distance(board->view);
  double gaps = gap > 0 && isfinite(gap) ? width / gap : 1;
  int max_columns = (style->columns < 100 ? style->columns : 100) - MARGIN_X;
  double columns = fmin(fmax(PLACE_COLUMNS * gaps, MIN_COLUMNS), max_columns);
  /* A character is two dots wide and four dots high. */
  double height = fmax(board->bottom - board->top, 1);
  if (style->is_terminal) columns = fmin(columns, (style->rows - ASC_BOARD_INFO_ROWS) * 2 * width / height);
  board->scale = fmax(columns, MIN_PLACE_COLUMNS * gaps) * 2 / width;
}

typedef struct stroke_style {
  char ascii;
  asc_canvas_ink ink;
  int period, gap; /* the last `gap` of every `period` dots are left out */
  int width;
} stroke_style;

/* Each kind of curve has its own stroke, in the order of the view. Kinds after the first KINDS_MAX share the first. */
static stroke_style kind_stroke(free_board *board, const char *kind) {
  static const stroke_style strokes[KINDS_MAX] = {
      {'.', {ASC_PAINT_WALNUT, false}, 1, 0, 1}, {'=', {ASC_PAINT_LAKE, false}, 3, 1, 1},
      {'+', {ASC_PAINT_LEAF, false}, 6, 2, 1},   {',', {ASC_PAINT_STONE, false}, 3, 2, 1},
      {';', {ASC_PAINT_GOLD, false}, 8, 3, 1},   {'-', {ASC_PAINT_EBONY, false}, 10, 3, 1}};
  int i = 0;
  while (i < board->kind_count && strcmp(board->kinds[i], kind) != 0) i++;
  if (i == board->kind_count && i < KINDS_MAX) board->kinds[board->kind_count++] = kind;
  return strokes[i % KINDS_MAX];
}

static const stroke_style path_stroke = {'#', {ASC_PAINT_MARK, true}, 1, 0, 3};

/* Draws dot number `step` of a curve, as thick as the stroke, unless it falls into a gap. */
static void dots_draw(free_board *board, double x, double y, int step, const stroke_style *stroke) {
  if (step % stroke->period >= stroke->period - stroke->gap) return;
  int reach = stroke->width / 2;
  for (int dy = -reach; dy <= reach; dy++)
    for (int dx = -reach; dx <= reach; dx++)
      if (dx == 0 || dy == 0)
        asc_canvas_put_dot(board->canvas, (int)lround(dot_x(board, x)) + dx, (int)lround(dot_y(board, y)) + dy,
                           stroke->ascii, stroke->ink);
}

static void line_draw(free_board *board, double x1, double y1, double x2, double y2, const stroke_style *stroke) {
  int steps = (int)ceil(hypot(x2 - x1, y2 - y1) * board->scale) + 1;
  for (int i = 0; i <= steps; i++) dots_draw(board, x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps, i, stroke);
}

/* Draws an arc from the angle `start` over `sweep` radians; a positive sweep is clockwise on the screen. */
static void arc_draw(free_board *board, const asc_curve *arc, double start, double sweep, const stroke_style *stroke) {
  int steps = (int)ceil(fabs(sweep) * arc->radius * board->scale) + 1;
  steps =
      (steps + stroke->period - 1) / stroke->period * stroke->period; /* so that a dotted circle has no irregular gap */
  for (int i = 0; i <= steps; i++) {
    double angle = start + sweep * i / steps;
    dots_draw(board, arc->cx + arc->radius * cos(angle), arc->cy + arc->radius * sin(angle), i, stroke);
  }
}

static void curve_draw(free_board *board, const asc_curve *curve, const stroke_style *stroke) {
  const double round = 2 * acos(-1);
  switch ((asc_curve_kind)curve->kind) {
  case ASC_CURVE_LINE: line_draw(board, curve->x1, curve->y1, curve->x2, curve->y2, stroke); break;
  case ASC_CURVE_CIRCLE: arc_draw(board, curve, 0, round, stroke); break;
  case ASC_CURVE_ARC: {
    double start = atan2(curve->y1 - curve->cy, curve->x1 - curve->cx);
    double sweep = atan2(curve->y2 - curve->cy, curve->x2 - curve->cx) - start;
    while (curve->clockwise && sweep <= 0) sweep += round;
    while (!curve->clockwise && sweep >= 0) sweep -= round;
    arc_draw(board, curve, start, sweep, stroke);
    break;
  }
  case ASC_CURVE_RECT:
    line_draw(board, curve->x1, curve->y1, curve->x2, curve->y1, stroke);
    line_draw(board, curve->x2, curve->y1, curve->x2, curve->y2, stroke);
    line_draw(board, curve->x2, curve->y2, curve->x1, curve->y2, stroke);
    line_draw(board, curve->x1, curve->y2, curve->x1, curve->y1, stroke);
    break;
  }
}

static void path_draw(free_board *board) {
  const asc_path *path = &board->view->last_path;
  for (int i = 0; i < path->motion_count; i++) {
    const asc_motion *motion = &path->motions[i];
    if (motion->type != ASC_MOTION_MOVE) continue;
    for (int k = 0; k < motion->curves; k++) curve_draw(board, &path->curves[motion->curve + k], &path_stroke);
  }
}

/* Clears cells around a place, so that no curve touches what is drawn there. */
static void clear_around(free_board *board, int x, int y, int reach) {
  for (int column = x - reach; column <= x + reach; column++) asc_canvas_clear_cell(board->canvas, column, y);
}

static bool has_circle(const asc_view *view) {
  for (int i = 0; i < view->shape_count; i++)
    if (view->shapes[i].curve.kind == ASC_CURVE_CIRCLE) return true;
  return false;
}

/* The background is wood: a disc if there are circles, else a rectangle. */
static void background_draw(free_board *board) {
  const asc_canvas *canvas = board->canvas;
  bool disc = has_circle(board->view);
  double middle_x = canvas->width / 2.0, middle_y = canvas->height / 2.0;
  for (int y = 0; y < canvas->height; y++) {
    double off = (y + 0.5 - middle_y) / middle_y;
    int half = disc ? (int)lround(middle_x * sqrt(1 - off * off)) : canvas->width;
    asc_canvas_fill_background(board->canvas, (int)middle_x - half, y, 2 * half + 1, 1, ASC_PAINT_MAPLE);
  }
}

/* Marks the empty places where the last move switches circles. */
static void switches_draw(free_board *board) {
  const asc_path *path = &board->view->last_path;
  for (int i = 0; i < path->curve_count; i++) {
    int x = cell_x(board, path->curves[i].x2), y = cell_y(board, path->curves[i].y2);
    const asc_canvas_cell *cell = asc_canvas_cell_at(board->canvas, x, y);
    if (path->joints[i] == NULL || cell == NULL || cell->glyph.ascii != '.') continue;
    asc_canvas_put_glyph(board->canvas, x, y, (asc_canvas_glyph){"◇", '%'}, (asc_canvas_ink){ASC_PAINT_MARK, true});
    board->legend->used[ASC_LEGEND_CIRCLE_SWITCH] = true;
  }
}

static void draw_all(free_board *board) {
  const asc_view *view = board->view;
  background_draw(board);
  for (int i = 0; i < view->shape_count; i++) {
    stroke_style stroke = kind_stroke(board, view->shapes[i].kind);
    curve_draw(board, &view->shapes[i].curve, &stroke);
  }
  path_draw(board);
  for (int i = 0; i < view->place_count; i++) {
    int x = cell_x(board, view->places[i].x), y = cell_y(board, view->places[i].y);
    clear_around(board, x, y, 1);
    asc_board_place_draw(board->canvas, x, y, board->scene, i, ROOM, board->legend);
  }
  switches_draw(board);
  for (int i = 0; i < view->label_count; i++) {
    const asc_label *label = &view->labels[i];
    int length = (int)strlen(label->text);
    int x = cell_x(board, label->x) - (length - 1) / 2, y = cell_y(board, label->y);
    clear_around(board, x, y, 1);
    asc_canvas_put_text(board->canvas, x, y, label->text,
                        (asc_canvas_ink){label->is_highlighted ? ASC_PAINT_LAKE : ASC_PAINT_EBONY, true});
  }
}

int asc_board_free_draw(asc_canvas *canvas, const asc_scene *scene, const asc_board_style *style, asc_legend *legend) {
  free_board board = {.scene = scene, .view = &scene->view, .canvas = canvas, .legend = legend};
  measure(&board);
  choose_scale(&board, style);
  int columns = (int)lround((dot_x(&board, board.right) + MARGIN_X) / 2);
  int rows = (int)ceil(dot_y(&board, board.bottom) + MARGIN_Y) / 4 + 1;
  int code = asc_canvas_open(canvas, columns, rows);
  if (code == ASC_OK) draw_all(&board);
  return code;
}
