/* A grid of places as boxes of characters.

   Column c of places has its left border at margin_x + c * pitch_x and its middle half a pitch further; rows alike.
   Borders are shared: a box is pitch - 1 characters inside. Between two places of one region there is no border. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 1000, NO_PLACE = -1 };

typedef struct grid_board {
  const asc_scene *scene;
  const asc_view *view;
  text_canvas *canvas;
  text_legend *legend;
  int32_t left, top, right, bottom; /* of the middles of the outermost places */
  int columns, rows;
  int pitch_x, pitch_y, margin_x, margin_y;
  bool cards;  /* some place has a ground; one without is an empty spot between cards */
  int16_t *at; /* the place in each column of each row, or NO_PLACE */
} grid_board;

/* Characters from the outer border, rounded to the nearest; the middle of an even number of them goes up. */
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
  return grid->at[row * grid->columns + column];
}

/* A place that is there to be stood on: not a spot where a card is missing. */
static bool is_solid(const grid_board *grid, int place) {
  return place != NO_PLACE && !(grid->cards && grid->view->places[place].ground == ASC_NO_KIND);
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
    if (place->ground != ASC_NO_KIND) grid->cards = true;
  }
  grid->columns = (grid->right - grid->left + CELL / 2) / CELL + 1;
  grid->rows = (grid->bottom - grid->top + CELL / 2) / CELL + 1;
}

/* Roomy boxes where they fit, else the smallest that hold a man between two marks, or a card's four corners. */
static void choose_pitch(grid_board *grid, const board_style *style) {
  enum { ROOMY_X = 8, ROOMY_Y = 4, TEXT_ROWS = 16, ROOMY_ROWS_MAX = 34 };
  int height = grid->rows * ROOMY_Y + 2;
  bool regions = grid->view->region_count > 0;
  bool fits = grid->columns * ROOMY_X + 6 <= style->columns && height + TEXT_ROWS <= style->rows;
  bool roomy = fits && !regions && height <= ROOMY_ROWS_MAX;
  grid->pitch_x = roomy ? ROOMY_X : grid->cards ? 6 : 4;
  grid->pitch_y = roomy ? ROOMY_Y : grid->cards ? 3 : 2;
}

static int fill_places(grid_board *grid) {
  size_t count = (size_t)grid->columns * (size_t)grid->rows;
  grid->at = malloc(count * sizeof *grid->at);
  if (grid->at == NULL) return ASC_E_MEMORY;
  for (size_t i = 0; i < count; i++) grid->at[i] = NO_PLACE;
  for (int i = 0; i < grid->view->place_count; i++) {
    int column = (grid->view->places[i].x - grid->left + CELL / 2) / CELL;
    int row = (grid->view->places[i].y - grid->top + CELL / 2) / CELL;
    grid->at[row * grid->columns + column] = (int16_t)i;
  }
  return ASC_OK;
}

static bool is_barred(const grid_board *grid, const asc_place *place) {
  if ((place->marks & ASC_MARK_BARRED) != 0) return true;
  return place->region != ASC_NO_REGION && (grid->view->regions[place->region].marks & ASC_MARK_BARRED) != 0;
}

static text_paint place_ground(const grid_board *grid, const asc_place *place) {
  if ((place->marks & ASC_MARK_WON) != 0) return PAINT_GOLD;
  if (is_barred(grid, place)) return PAINT_BARRED;
  if (place->ground != ASC_NO_KIND) return PAINT_CARD;
  return place->region != ASC_NO_REGION ? PAINT_MAPLE : PAINT_FIELD;
}

static void draw_grounds(grid_board *grid) {
  for (int row = 0; row < grid->rows; row++) {
    for (int column = 0; column < grid->columns; column++) {
      int index = place_at(grid, column, row);
      if (!is_solid(grid, index)) continue;
      int x = grid->margin_x + column * grid->pitch_x, y = grid->margin_y + row * grid->pitch_y;
      const asc_place *place = &grid->view->places[index];
      asc_canvas_ground(grid->canvas, x, y, grid->pitch_x + 1, grid->pitch_y + 1, place_ground(grid, place));
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
  text_ink ink = {grid->view->region_count > 0 || grid->cards ? PAINT_WALNUT : PAINT_INLAY, false};
  for (int row = 0; row <= grid->rows; row++) {
    for (int column = 0; column <= grid->columns; column++) {
      int x = grid->margin_x + column * grid->pitch_x, y = grid->margin_y + row * grid->pitch_y;
      int here = place_at(grid, column, row);
      uint8_t above = border_weight(grid, place_at(grid, column, row - 1), here);
      uint8_t before = border_weight(grid, place_at(grid, column - 1, row), here);
      if (above > 0) asc_canvas_line(grid->canvas, x, y, x + grid->pitch_x, y, above, ink);
      if (before > 0) asc_canvas_line(grid->canvas, x, y, x, y + grid->pitch_y, before, ink);
    }
  }
}

/* Hatching all over a barred place. Lines drawn later leave it alone. */
static void draw_hatching(grid_board *grid, const asc_place *place) {
  int x = grid_x(grid, place->x), y = grid_y(grid, place->y);
  for (int row = y - grid->pitch_y / 2; row <= y + grid->pitch_y / 2; row++)
    for (int column = x - grid->pitch_x / 2; column <= x + grid->pitch_x / 2; column++)
      if ((column - x + row - y) % 2 != 0 && asc_canvas_blank(grid->canvas, column, row))
        asc_canvas_put(grid->canvas, column, row, (text_glyph){"╱", '/'}, (text_ink){PAINT_STONE, false});
  grid->legend->used[LEGEND_BARRED] = true;
}

/* The dolphin card. Its parts clockwise from the upper right corner of an unturned card; the body runs from the tail
   past the fin to the nose. */
enum { WATER = 1, FIN = 3 };
static const struct {
  text_glyph glyph;
  text_paint color, ground;
} parts[4] = {{{"N", 'N'}, PAINT_EBONY, PAINT_NOSE},
              {{"~", '~'}, PAINT_WAVE, PAINT_CARD},
              {{"T", 'T'}, PAINT_EBONY, PAINT_TAIL},
              {{"F", 'F'}, PAINT_EBONY, PAINT_FIN}};

static void draw_card(grid_board *grid, const asc_place *place) {
  int left = grid_x(grid, place->x - CELL / 2) + 1, right = left + grid->pitch_x - 2;
  int top = grid_y(grid, place->y - CELL / 2) + 1, bottom = top + grid->pitch_y - 2;
  const int xs[4] = {right, right, left, left}, ys[4] = {top, bottom, bottom, top};
  int turns = place->ground_turns & 3, bend = (turns + FIN) % 4;
  for (int x = left; x <= right; x++)
    asc_canvas_put(grid->canvas, x, ys[bend], (text_glyph){"━", '#'}, (text_ink){PAINT_MARK, false});
  for (int y = top; y <= bottom; y++)
    asc_canvas_put(grid->canvas, xs[bend], y, (text_glyph){"┃", '#'}, (text_ink){PAINT_MARK, false});
  for (int corner = 0; corner < 4; corner++) {
    int part = (corner - turns + 4) % 4, x = xs[corner], y = ys[corner];
    if (part != WATER) asc_canvas_ground(grid->canvas, x == right ? x - 1 : x, y, 2, 1, parts[part].ground);
    asc_canvas_put(grid->canvas, x, y, parts[part].glyph, (text_ink){parts[part].color, true});
  }
  grid->legend->used[LEGEND_PARTS] = true;
}

/* The row a man stands on. A low card has no middle row: there he stands beside the dolphin's back. */
static int man_y(const grid_board *grid, const asc_place *place) {
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
  static const text_glyph turned[4] = {{"↑", '^'}, {"→", '>'}, {"↓", 'v'}, {"←", '<'}};
  int x = grid_x(grid, place->x - CELL / 2) + 1, y = grid_y(grid, place->y - CELL / 2) + 1;
  asc_canvas_put(grid->canvas, x, y, asc_text_man_glyph(kind), (text_ink){PAINT_EBONY, false});
  if (place->ground_turns != 0)
    asc_canvas_put(grid->canvas, x + 1, y, turned[place->ground_turns & 3], (text_ink){PAINT_EBONY, false});
}

/* A straight line between two points, in whatever is still blank. Diagonals have a stroke a row. */
static void draw_line(grid_board *grid, const asc_curve *line, uint8_t weight) {
  int x1 = grid_x(grid, line->x1), y1 = grid_y(grid, line->y1), x2 = grid_x(grid, line->x2),
      y2 = grid_y(grid, line->y2);
  text_ink ink = {PAINT_MARK, false};
  bool across = line->y1 == line->y2;
  if (across || line->x1 == line->x2) {
    asc_canvas_stroke(grid->canvas, x1 < x2 ? x1 : x2, y1 < y2 ? y1 : y2, x1 < x2 ? x2 : x1, y1 < y2 ? y2 : y1, across,
                      weight, ink);
    return;
  }
  int steps = abs(y2 - y1), down = y2 > y1 ? 1 : -1;
  text_glyph stroke = (x2 > x1) == (y2 > y1) ? (text_glyph){"╲", '\\'} : (text_glyph){"╱", '/'};
  for (int i = 1; i < steps; i++) {
    int x = x1 + (x2 - x1) * i / steps, y = y1 + down * i;
    if (asc_canvas_blank(grid->canvas, x, y)) asc_canvas_put(grid->canvas, x, y, stroke, ink);
  }
}

/* Where a way ends: a head beside the man, pointing at it. */
static void draw_head(grid_board *grid, const asc_curve *line) {
  static const text_glyph heads[3][3] = {{{"↖", '\\'}, {"↑", '^'}, {"↗", '/'}},
                                         {{"←", '<'}, {"", ' '}, {"→", '>'}},
                                         {{"↙", '/'}, {"↓", 'v'}, {"↘", '\\'}}};
  int dx = (line->x2 > line->x1) - (line->x2 < line->x1), dy = (line->y2 > line->y1) - (line->y2 < line->y1);
  int x = grid_x(grid, line->x2) - dx * (dy == 0 ? grid->pitch_x / 4 + 1 : 2), y = grid_y(grid, line->y2) - dy;
  asc_canvas_put(grid->canvas, x, y, heads[dy + 1][dx + 1], (text_ink){PAINT_MARK, true});
}

/* Cards are full of lines of their own; there the marks at both ends must do. */
static void draw_ways(grid_board *grid) {
  const asc_way *way = &grid->view->last;
  if (grid->cards) return;
  for (int i = 0; i < way->motion_count; i++) {
    const asc_motion *motion = &way->motions[i];
    if (motion->act != ASC_ACT_TRAVEL || motion->curves == 0) continue;
    for (int k = 0; k < motion->curves; k++) draw_line(grid, &way->curves[motion->curve + k], 1);
    draw_head(grid, &way->curves[motion->curve + motion->curves - 1]);
  }
}

/* A figure is marked where its four cards meet, by the letter of its part: "figure-nose", "new-figure-tail",
   "short-fin". */
static void draw_figure(grid_board *grid, const asc_shape *shape) {
  bool stands = !asc_text_kind_begins(shape->kind, "short");
  const char *dash = strrchr(shape->kind, '-');
  char letter = dash == NULL ? '*' : dash[1];
  if (stands && letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
  int x = grid_x(grid, shape->curve.cx), y = grid_y(grid, shape->curve.cy);
  text_ink ink = {stands ? PAINT_GOLD : PAINT_MARK, true};
  asc_canvas_put(grid->canvas, x, y, (text_glyph){"", letter}, ink);
  if (stands) {
    asc_canvas_put(grid->canvas, x - 1, y, (text_glyph){"", '('}, ink);
    asc_canvas_put(grid->canvas, x + 1, y, (text_glyph){"", ')'}, ink);
  }
  grid->legend->used[stands ? LEGEND_FIGURE : LEGEND_SHORT] = true;
}

static void draw_shapes(grid_board *grid) {
  for (int i = 0; i < grid->view->shape_count; i++) {
    const asc_shape *shape = &grid->view->shapes[i];
    bool figure = strstr(shape->kind, "figure") != NULL || asc_text_kind_begins(shape->kind, "short");
    bool row = asc_text_kind_begins(shape->kind, "chain") || asc_text_kind_begins(shape->kind, "relay");
    if (shape->curve.form == ASC_FORM_LINE) draw_line(grid, &shape->curve, row ? 2 : 1);
    if (shape->curve.form == ASC_FORM_CIRCLE && figure) draw_figure(grid, shape);
  }
}

static void draw_label(grid_board *grid, const asc_label *label) {
  int length = (int)strlen(label->text);
  int x = grid_x(grid, label->x) - length / 2, y = grid_y(grid, label->y);
  if (label->x < grid->left - CELL / 2) x = grid->margin_x - 2 - length;
  if (label->x > grid->right + CELL / 2) x = grid->margin_x + grid->columns * grid->pitch_x + 3;
  if (label->y < grid->top - CELL / 2) y = 0;
  if (label->y > grid->bottom + CELL / 2) y = grid->margin_y + grid->rows * grid->pitch_y + 1;
  text_ink ink = {label->lit ? PAINT_LAKE : PAINT_NONE, label->lit};
  asc_canvas_text(grid->canvas, x, y, label->text, ink);
  if (label->lit) {
    asc_canvas_text(grid->canvas, x - 1, y, "[", ink);
    asc_canvas_text(grid->canvas, x + length, y, "]", ink);
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
  draw_grounds(grid);
  draw_borders(grid);
  for (int i = 0; i < view->place_count; i++)
    if (is_barred(grid, &view->places[i])) draw_hatching(grid, &view->places[i]);
  draw_shapes(grid);
  for (int i = 0; i < view->place_count; i++) draw_ground(grid, &view->places[i]);
  draw_ways(grid);
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    int x = grid_x(grid, place->x), y = man_y(grid, place);
    asc_text_place_draw(grid->canvas, x, y, grid->scene, i, grid->pitch_x / 2 - 1, grid->legend);
    if (!is_solid(grid, i) && asc_canvas_blank(grid->canvas, x, y))
      asc_canvas_put(grid->canvas, x, y, (text_glyph){"·", '.'}, (text_ink){PAINT_STONE, false});
  }
  for (int i = 0; i < view->label_count; i++) draw_label(grid, &view->labels[i]);
}

int asc_board_grid_draw(text_canvas *canvas, const asc_scene *scene, const board_style *style, text_legend *legend) {
  grid_board grid = {.scene = scene, .view = &scene->view, .canvas = canvas, .legend = legend};
  measure(&grid);
  choose_pitch(&grid, style);
  choose_margins(&grid);
  int code = fill_places(&grid);
  if (code < 0) return code;
  code = asc_canvas_open(canvas, grid.margin_x + grid.columns * grid.pitch_x + 6,
                         grid.margin_y + grid.rows * grid.pitch_y + 2);
  if (code == ASC_OK) draw_all(&grid);
  free(grid.at);
  return code;
}
