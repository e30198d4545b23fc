/* A grid of places as boxes of characters.

   Column c of places has its left border at margin_x + c * pitch_x and its centre half a pitch further; the same holds
   for rows. Neighbours share a border, so a box is pitch - 1 characters wide inside. There is no border between two
   places of one region. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 1000, NO_PLACE = -1 };

typedef struct grid_board {
  const asc_scene *scene;
  const asc_view *view;
  asc_canvas *canvas;
  asc_legend *legend;
  int32_t left, top, right, bottom; /* centres of the outermost places, in units of the view */
  int columns, rows;
  int pitch_x, pitch_y, margin_x, margin_y;
  bool has_cards;         /* some place has a ground; a place without one is an empty space between cards */
  int16_t *place_indices; /* index of the place in each column of each row, or NO_PLACE */
} grid_board;

/* Returns the distance from the outer border in characters. `distance` is measured from the centre of the outermost
   place. Rounds to the nearest; halves are rounded down, towards the upper left. */
static int characters(int64_t distance, int pitch) {
  int64_t thousandths = (distance + CELL / 2) * pitch + CELL / 2 - 1;
  return (int)(thousandths >= 0 ? thousandths / CELL : (thousandths - CELL + 1) / CELL);
}

static int grid_x(const grid_board *grid, int32_t x) {
  return grid->margin_x + characters((int64_t)x - grid->left, grid->pitch_x);
}

static int grid_y(const grid_board *grid, int32_t y) {
  return grid->margin_y + characters((int64_t)y - grid->top, grid->pitch_y);
}

static int place_at(const grid_board *grid, int column, int row) {
  if (column < 0 || row < 0 || column >= grid->columns || row >= grid->rows) return NO_PLACE;
  return grid->place_indices[row * grid->columns + column];
}

/* Returns whether the place can hold a piece: it is not a space without a card. */
static bool is_solid(const grid_board *grid, int place) {
  return place != NO_PLACE && !(grid->has_cards && grid->view->places[place].ground == ASC_NO_KIND);
}

static void measure(grid_board *grid) {
  const asc_view *view = grid->view;
  grid->left = grid->top = INT32_MAX;
  grid->right = grid->bottom = INT32_MIN;
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    if (place->x < grid->left) grid->left = place->x;
    if (place->x > grid->right) grid->right = place->x;
    if (place->y < grid->top) grid->top = place->y;
    if (place->y > grid->bottom) grid->bottom = place->y;
    if (place->ground != ASC_NO_KIND) grid->has_cards = true;
  }
  grid->columns = (grid->right - grid->left + CELL / 2) / CELL + 1;
  grid->rows = (grid->bottom - grid->top + CELL / 2) / CELL + 1;
}

/* Large boxes if they fit, else the smallest boxes that hold a piece between two marks, or the four corners of a
   card. */
static void choose_pitch(grid_board *grid, const asc_board_style *style) {
  enum { ROOMY_X = 8, ROOMY_Y = 4, TEXT_ROWS = 16, ROOMY_ROWS_MAX = 34 };
  int height = grid->rows * ROOMY_Y + 2;
  bool regions = grid->view->region_count > 0;
  bool fits = grid->columns * ROOMY_X + 6 <= style->columns && height + TEXT_ROWS <= style->rows;
  bool roomy = fits && !regions && height <= ROOMY_ROWS_MAX;
  grid->pitch_x = roomy ? ROOMY_X : grid->has_cards ? 6 : 4;
  grid->pitch_y = roomy ? ROOMY_Y : grid->has_cards ? 3 : 2;
}

static int fill_places(grid_board *grid) {
  size_t count = (size_t)grid->columns * (size_t)grid->rows;
  grid->place_indices = malloc(count * sizeof *grid->place_indices);
  if (grid->place_indices == NULL) return ASC_E_MEMORY;
  for (size_t i = 0; i < count; i++) grid->place_indices[i] = NO_PLACE;
  for (int i = 0; i < grid->view->place_count; i++) {
    int column = (grid->view->places[i].x - grid->left + CELL / 2) / CELL;
    int row = (grid->view->places[i].y - grid->top + CELL / 2) / CELL;
    grid->place_indices[row * grid->columns + column] = (int16_t)i;
  }
  return ASC_OK;
}

static bool is_off_limits(const grid_board *grid, const asc_place *place) {
  if ((place->marks & ASC_MARK_OFF_LIMITS) != 0) return true;
  return place->region != ASC_NO_REGION && (grid->view->regions[place->region].marks & ASC_MARK_OFF_LIMITS) != 0;
}

static asc_canvas_paint place_background(const grid_board *grid, const asc_place *place) {
  if ((place->marks & ASC_MARK_WINNING) != 0) return ASC_PAINT_GOLD;
  if (is_off_limits(grid, place)) return ASC_PAINT_OFF_LIMITS;
  if (place->ground != ASC_NO_KIND) return ASC_PAINT_CARD;
  return place->region != ASC_NO_REGION ? ASC_PAINT_MAPLE : ASC_PAINT_FIELD;
}

static void draw_backgrounds(grid_board *grid) {
  for (int row = 0; row < grid->rows; row++) {
    for (int column = 0; column < grid->columns; column++) {
      int index = place_at(grid, column, row);
      if (!is_solid(grid, index)) continue;
      int x = grid->margin_x + column * grid->pitch_x, y = grid->margin_y + row * grid->pitch_y;
      const asc_place *place = &grid->view->places[index];
      asc_canvas_fill_background(grid->canvas, x, y, grid->pitch_x + 1, grid->pitch_y + 1,
                                 place_background(grid, place));
    }
  }
}

static uint8_t border_weight(const grid_board *grid, int a, int b) {
  if (!is_solid(grid, a) && !is_solid(grid, b)) return 0;
  int region_a = a == NO_PLACE ? ASC_NO_REGION : grid->view->places[a].region;
  int region_b = b == NO_PLACE ? ASC_NO_REGION : grid->view->places[b].region;
  if (region_a == ASC_NO_REGION && region_b == ASC_NO_REGION) return 1;
  return region_a == region_b ? 0 : 2;
}

static void draw_borders(grid_board *grid) {
  asc_canvas_ink ink = {grid->view->region_count > 0 || grid->has_cards ? ASC_PAINT_WALNUT : ASC_PAINT_INLAY, false};
  for (int row = 0; row <= grid->rows; row++) {
    for (int column = 0; column <= grid->columns; column++) {
      int x = grid->margin_x + column * grid->pitch_x, y = grid->margin_y + row * grid->pitch_y;
      int here = place_at(grid, column, row);
      uint8_t above = border_weight(grid, place_at(grid, column, row - 1), here);
      uint8_t before = border_weight(grid, place_at(grid, column - 1, row), here);
      if (above > 0) asc_canvas_draw_line(grid->canvas, x, y, x + grid->pitch_x, y, above, ink);
      if (before > 0) asc_canvas_draw_line(grid->canvas, x, y, x, y + grid->pitch_y, before, ink);
    }
  }
}

/* Hatches a place that is off limits. Lines drawn later do not overwrite it. */
static void draw_hatching(grid_board *grid, const asc_place *place) {
  int x = grid_x(grid, place->x), y = grid_y(grid, place->y);
  for (int row = y - grid->pitch_y / 2; row <= y + grid->pitch_y / 2; row++)
    for (int column = x - grid->pitch_x / 2; column <= x + grid->pitch_x / 2; column++)
      if ((column - x + row - y) % 2 != 0 && asc_canvas_is_blank(grid->canvas, column, row))
        asc_canvas_put_glyph(grid->canvas, column, row, (asc_canvas_glyph){"╱", '/'},
                             (asc_canvas_ink){ASC_PAINT_STONE, false});
  grid->legend->used[ASC_LEGEND_OFF_LIMITS] = true;
}

/* The parts of a dolphin card, clockwise from the upper right corner before it is turned. The body runs from the tail
   past the fin to the nose. */
enum { WATER = 1, FIN = 3 };
static const struct {
  asc_canvas_glyph glyph;
  asc_canvas_paint color, ground;
} parts[4] = {{{"N", 'N'}, ASC_PAINT_EBONY, ASC_PAINT_NOSE},
              {{"~", '~'}, ASC_PAINT_WAVE, ASC_PAINT_CARD},
              {{"T", 'T'}, ASC_PAINT_EBONY, ASC_PAINT_TAIL},
              {{"F", 'F'}, ASC_PAINT_EBONY, ASC_PAINT_FIN}};

static void draw_card(grid_board *grid, const asc_place *place) {
  int left = grid_x(grid, place->x - CELL / 2) + 1, right = left + grid->pitch_x - 2;
  int top = grid_y(grid, place->y - CELL / 2) + 1, bottom = top + grid->pitch_y - 2;
  const int xs[4] = {right, right, left, left}, ys[4] = {top, bottom, bottom, top};
  int turns = place->ground_turns & 3, back_corner = (turns + FIN) % 4;
  for (int x = left; x <= right; x++)
    asc_canvas_put_glyph(grid->canvas, x, ys[back_corner], (asc_canvas_glyph){"━", '#'},
                         (asc_canvas_ink){ASC_PAINT_MARK, false});
  for (int y = top; y <= bottom; y++)
    asc_canvas_put_glyph(grid->canvas, xs[back_corner], y, (asc_canvas_glyph){"┃", '#'},
                         (asc_canvas_ink){ASC_PAINT_MARK, false});
  for (int corner = 0; corner < 4; corner++) {
    int part = (corner - turns + 4) % 4, x = xs[corner], y = ys[corner];
    if (part != WATER) asc_canvas_fill_background(grid->canvas, x == right ? x - 1 : x, y, 2, 1, parts[part].ground);
    asc_canvas_put_glyph(grid->canvas, x, y, parts[part].glyph, (asc_canvas_ink){parts[part].color, true});
  }
  grid->legend->used[ASC_LEGEND_CARD_PARTS] = true;
}

/* Returns the row of the piece on a place. A low card has no middle row: there the piece is on the row without the
   dolphin's back. */
static int piece_y(const grid_board *grid, const asc_place *place) {
  int y = grid_y(grid, place->y);
  int turns = place->ground_turns & 3;
  bool back_above = turns == 0 || turns == 1;
  return grid->pitch_y % 2 == 1 && place->ground != ASC_NO_KIND && back_above ? y + 1 : y;
}

static void draw_ground(grid_board *grid, const asc_place *place) {
  const asc_kind *kind = asc_scene_kind(grid->scene, place->ground);
  if (kind == NULL) return;
  if (strcmp(kind->id, "card") == 0) {
    draw_card(grid, place);
    return;
  }
  static const asc_canvas_glyph arrows[4] = {{"↑", '^'}, {"→", '>'}, {"↓", 'v'}, {"←", '<'}};
  int x = grid_x(grid, place->x - CELL / 2) + 1, y = grid_y(grid, place->y - CELL / 2) + 1;
  asc_canvas_put_glyph(grid->canvas, x, y, asc_board_piece_glyph(kind), (asc_canvas_ink){ASC_PAINT_EBONY, false});
  if (place->ground_turns != 0)
    asc_canvas_put_glyph(grid->canvas, x + 1, y, arrows[place->ground_turns & 3],
                         (asc_canvas_ink){ASC_PAINT_EBONY, false});
}

/* Draws a straight line between two points in cells that are still blank. A diagonal has one stroke per row. */
static void draw_line(grid_board *grid, const asc_curve *line, uint8_t weight) {
  int x1 = grid_x(grid, line->x1), y1 = grid_y(grid, line->y1), x2 = grid_x(grid, line->x2),
      y2 = grid_y(grid, line->y2);
  asc_canvas_ink ink = {ASC_PAINT_MARK, false};
  bool across = line->y1 == line->y2;
  if (across || line->x1 == line->x2) {
    asc_canvas_draw_stroke(grid->canvas, x1 < x2 ? x1 : x2, y1 < y2 ? y1 : y2, x1 < x2 ? x2 : x1, y1 < y2 ? y2 : y1,
                           across, weight, ink);
    return;
  }
  int steps = abs(y2 - y1), down = y2 > y1 ? 1 : -1;
  asc_canvas_glyph stroke = (x2 > x1) == (y2 > y1) ? (asc_canvas_glyph){"╲", '\\'} : (asc_canvas_glyph){"╱", '/'};
  for (int i = 1; i < steps; i++) {
    int x = x1 + (x2 - x1) * i / steps, y = y1 + down * i;
    if (asc_canvas_is_blank(grid->canvas, x, y)) asc_canvas_put_glyph(grid->canvas, x, y, stroke, ink);
  }
}

/* Draws an arrowhead beside the piece at the end of a path. */
static void draw_head(grid_board *grid, const asc_curve *line) {
  static const asc_canvas_glyph heads[3][3] = {{{"↖", '\\'}, {"↑", '^'}, {"↗", '/'}},
                                               {{"←", '<'}, {"", ' '}, {"→", '>'}},
                                               {{"↙", '/'}, {"↓", 'v'}, {"↘", '\\'}}};
  int dx = (line->x2 > line->x1) - (line->x2 < line->x1), dy = (line->y2 > line->y1) - (line->y2 < line->y1);
  int x = grid_x(grid, line->x2) - dx * (dy == 0 ? grid->pitch_x / 4 + 1 : 2), y = grid_y(grid, line->y2) - dy;
  asc_canvas_put_glyph(grid->canvas, x, y, heads[dy + 1][dx + 1], (asc_canvas_ink){ASC_PAINT_MARK, true});
}

/* Cards have too many lines of their own, so there only the marks at both ends show the move. */
static void draw_paths(grid_board *grid) {
  const asc_path *path = &grid->view->last_path;
  if (grid->has_cards) return;
  for (int i = 0; i < path->motion_count; i++) {
    const asc_motion *motion = &path->motions[i];
    if (motion->type != ASC_MOTION_MOVE || motion->curves == 0) continue;
    for (int k = 0; k < motion->curves; k++) draw_line(grid, &path->curves[motion->curve + k], 1);
    draw_head(grid, &path->curves[motion->curve + motion->curves - 1]);
  }
}

/* Marks a figure where its four cards meet, with the first letter of its part. The kind of the shape is "figure-nose",
   "new-figure-tail" or the like; "short-fin" lacks a card. */
static void draw_figure(grid_board *grid, const asc_shape *shape) {
  bool is_complete = !asc_board_kind_has_prefix(shape->kind, "short");
  const char *dash = strrchr(shape->kind, '-');
  char letter = dash == NULL ? '*' : dash[1];
  if (is_complete && letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
  int x = grid_x(grid, shape->curve.cx), y = grid_y(grid, shape->curve.cy);
  asc_canvas_ink ink = {is_complete ? ASC_PAINT_GOLD : ASC_PAINT_MARK, true};
  asc_canvas_put_glyph(grid->canvas, x, y, (asc_canvas_glyph){"", letter}, ink);
  if (is_complete) {
    asc_canvas_put_glyph(grid->canvas, x - 1, y, (asc_canvas_glyph){"", '('}, ink);
    asc_canvas_put_glyph(grid->canvas, x + 1, y, (asc_canvas_glyph){"", ')'}, ink);
  }
  grid->legend->used[is_complete ? ASC_LEGEND_FIGURE : ASC_LEGEND_INCOMPLETE_FIGURE] = true;
}

static void draw_shapes(grid_board *grid) {
  for (int i = 0; i < grid->view->shape_count; i++) {
    const asc_shape *shape = &grid->view->shapes[i];
    bool figure = strstr(shape->kind, "figure") != NULL || asc_board_kind_has_prefix(shape->kind, "short");
    bool row = asc_board_kind_has_prefix(shape->kind, "chain") || asc_board_kind_has_prefix(shape->kind, "relay");
    if (shape->curve.kind == ASC_CURVE_LINE) draw_line(grid, &shape->curve, row ? 2 : 1);
    if (shape->curve.kind == ASC_CURVE_CIRCLE && figure) draw_figure(grid, shape);
  }
}

static void draw_label(grid_board *grid, const asc_label *label) {
  int length = (int)strlen(label->text);
  int x = grid_x(grid, label->x) - length / 2, y = grid_y(grid, label->y);
  if (label->x < grid->left - CELL / 2) x = grid->margin_x - 2 - length;
  if (label->x > grid->right + CELL / 2) x = grid->margin_x + grid->columns * grid->pitch_x + 3;
  if (label->y < grid->top - CELL / 2) y = 0;
  if (label->y > grid->bottom + CELL / 2) y = grid->margin_y + grid->rows * grid->pitch_y + 1;
  asc_canvas_ink ink = {label->is_highlighted ? ASC_PAINT_LAKE : ASC_PAINT_NONE, label->is_highlighted};
  asc_canvas_put_text(grid->canvas, x, y, label->text, ink);
  if (label->is_highlighted) {
    asc_canvas_put_text(grid->canvas, x - 1, y, "[", ink);
    asc_canvas_put_text(grid->canvas, x + length, y, "]", ink);
  }
}

static void choose_margins(grid_board *grid) {
  int widest = 1;
  for (int i = 0; i < grid->view->label_count; i++) {
    const asc_label *label = &grid->view->labels[i];
    if (label->y < grid->top - CELL / 2) grid->margin_y = 1;
    if (label->x < grid->left - CELL / 2 && (int)strlen(label->text) > widest) widest = (int)strlen(label->text);
  }
  grid->margin_x = widest + 3;
}

static void draw_all(grid_board *grid) {
  const asc_view *view = grid->view;
  draw_backgrounds(grid);
  draw_borders(grid);
  for (int i = 0; i < view->place_count; i++)
    if (is_off_limits(grid, &view->places[i])) draw_hatching(grid, &view->places[i]);
  draw_shapes(grid);
  for (int i = 0; i < view->place_count; i++) draw_ground(grid, &view->places[i]);
  draw_paths(grid);
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    int x = grid_x(grid, place->x), y = piece_y(grid, place);
    asc_board_place_draw(grid->canvas, x, y, grid->scene, i, grid->pitch_x / 2 - 1, grid->legend);
    if (!is_solid(grid, i) && asc_canvas_is_blank(grid->canvas, x, y))
      asc_canvas_put_glyph(grid->canvas, x, y, (asc_canvas_glyph){"·", '.'}, (asc_canvas_ink){ASC_PAINT_STONE, false});
  }
  for (int i = 0; i < view->label_count; i++) draw_label(grid, &view->labels[i]);
}

int asc_board_grid_draw(asc_canvas *canvas, const asc_scene *scene, const asc_board_style *style, asc_legend *legend) {
  grid_board grid = {.scene = scene, .view = &scene->view, .canvas = canvas, .legend = legend};
  measure(&grid);
  choose_pitch(&grid, style);
  choose_margins(&grid);
  int code = fill_places(&grid);
  if (code < 0) return code;
  code = asc_canvas_open(canvas, grid.margin_x + grid.columns * grid.pitch_x + 6,
                         grid.margin_y + grid.rows * grid.pitch_y + 2);
  if (code == ASC_OK) draw_all(&grid);
  free(grid.place_indices);
  return code;
}
