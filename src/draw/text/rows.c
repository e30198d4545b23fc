/* The smallest board: one line of text per row of places, for terminals that are too low for boxes and curves.

   There are no borders. Instead, a tag after each place shows the letter of its tile, or the corner that the nose of
   its card points to. A grid keeps its rows. Places on circles are arranged by their ids: the letter is the row and the
   number the column. A dash connects neighbours in a row that are also neighbours on a circle. */
#include "parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 1000, PITCH = 4, CARD_PITCH = 6, LETTERS = 26 };

typedef struct rows_board {
  const asc_scene *scene;
  const asc_view *view;
  asc_canvas *canvas;
  asc_legend *legend;
  bool is_grid;
  int32_t left, top;
  int columns, rows, pitch, margin;
} rows_board;

/* Sets *column and *row of a place. */
static void locate(const rows_board *board, const asc_place *place, int *column, int *row) {
  if (board->is_grid) {
    *column = (place->x - board->left + CELL / 2) / CELL;
    *row = (place->y - board->top + CELL / 2) / CELL;
    return;
  }
  const char *id = place->id;
  *row = islower((unsigned char)*id) ? *id - 'a' : 0;
  *column = (int)strtol(id + (*id != '\0' && !isdigit((unsigned char)*id)), NULL, 10) - 1;
  if (*column < 0) *column = 0;
}

static void measure(rows_board *board) {
  const asc_view *view = board->view;
  bool cards = false;
  board->left = board->top = INT32_MAX;
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    if (place->x < board->left) board->left = place->x;
    if (place->y < board->top) board->top = place->y;
    cards = cards || place->ground != ASC_NO_KIND;
  }
  for (int i = 0; i < view->place_count; i++) {
    int column, row;
    locate(board, &view->places[i], &column, &row);
    if (column >= board->columns) board->columns = column + 1;
    if (row >= board->rows) board->rows = row + 1;
  }
  board->pitch = cards ? CARD_PITCH : PITCH;
  board->margin = 5;
}

static int column_x(const rows_board *board, int column) { return board->margin + column * board->pitch + 1; }

/* Draws the tag after a place: the direction of the nose of its card, or the letter of its tile. */
static void tag_draw(rows_board *board, const asc_place *place, int x, int y) {
  static const char *const nose_names[4] = {"ne", "se", "sw", "nw"};
  static const asc_canvas_glyph arrows[4] = {{"↗", 0}, {"↘", 0}, {"↙", 0}, {"↖", 0}};
  const asc_kind *ground = asc_scene_kind(board->scene, place->ground);
  asc_canvas_ink ink = {ASC_PAINT_WALNUT, false};
  if (ground != NULL && strcmp(ground->id, "card") == 0) {
    int turns = place->ground_turns & 3;
    asc_canvas_put_text(board->canvas, x + 2, y, nose_names[turns], ink);
    asc_canvas_cell_at(board->canvas, x + 2, y)->glyph.text = arrows[turns].text;
    asc_canvas_cell_at(board->canvas, x + 3, y)->glyph.text = "\xc2\xa0";
    board->legend->used[ASC_LEGEND_NOSE] = true;
  } else if (place->region != ASC_NO_REGION && board->view->region_count <= LETTERS) {
    const char letter[] = {(char)('A' + place->region), '\0'};
    asc_canvas_put_text(board->canvas, x + 2, y, letter, ink);
    board->legend->used[ASC_LEGEND_TILES] = true;
  }
}

/* A place on a circle and its angle in radians. */
typedef struct circle_place {
  int place;
  double angle;
} circle_place;

static int by_angle(const void *a, const void *b) {
  double p = ((const circle_place *)a)->angle, q = ((const circle_place *)b)->angle;
  return (p > q) - (p < q);
}

/* Finds the places on a circle, in order. Returns their number. */
static int find_on_circle(const asc_view *view, const asc_curve *circle, circle_place on_circle[ASC_PLACES_MAX]) {
  const double tolerance = 0.02;
  int count = 0;
  for (int i = 0; i < view->place_count; i++) {
    double x = view->places[i].x - circle->cx, y = view->places[i].y - circle->cy;
    if (fabs(hypot(x, y) - circle->radius) > tolerance * circle->radius) continue;
    on_circle[count++] = (circle_place){i, atan2(y, x)};
  }
  qsort(on_circle, (size_t)count, sizeof *on_circle, by_angle);
  return count;
}

/* Connects two neighbours on a circle if they are side by side in a row. A connection of the first and the last column
   is drawn at both ends of the row. */
static void link_draw(rows_board *board, int a, int b, bool is_first_kind) {
  const asc_canvas_glyph link = is_first_kind ? (asc_canvas_glyph){"─", '-'} : (asc_canvas_glyph){"╌", '~'};
  const asc_canvas_ink ink = {ASC_PAINT_WALNUT, false};
  int column, row, other_column, other_row;
  locate(board, &board->view->places[a], &column, &row);
  locate(board, &board->view->places[b], &other_column, &other_row);
  int from = column < other_column ? column : other_column, to = column < other_column ? other_column : column;
  bool wraps_around = from == 0 && to == board->columns - 1 && to > 1;
  if (row != other_row || (to - from != 1 && !wraps_around)) return;
  if (wraps_around) asc_canvas_put_glyph(board->canvas, column_x(board, from) - 2, row, link, ink);
  asc_canvas_put_glyph(board->canvas, column_x(board, wraps_around ? to : from) + 2, row, link, ink);
  board->legend->used[ASC_LEGEND_CONNECTED] = true;
}

/* The large circles are the first kind of shape. They are drawn last, so they win if a small circle connects the same
   places. */
static void links_draw(rows_board *board) {
  const asc_view *view = board->view;
  circle_place on_circle[ASC_PLACES_MAX];
  for (int pass = 0; pass < 2 && !board->is_grid; pass++) {
    for (int i = 0; i < view->shape_count; i++) {
      bool is_first_kind = strcmp(view->shapes[i].kind, view->shapes[0].kind) == 0;
      if (view->shapes[i].curve.kind != ASC_CURVE_CIRCLE || is_first_kind != (pass == 1)) continue;
      int count = find_on_circle(view, &view->shapes[i].curve, on_circle);
      for (int k = 0; k < count; k++)
        link_draw(board, on_circle[k].place, on_circle[(k + 1) % count].place, is_first_kind);
    }
  }
}

static bool is_off_limits(const rows_board *board, const asc_place *place) {
  bool region =
      place->region != ASC_NO_REGION && (board->view->regions[place->region].marks & ASC_MARK_OFF_LIMITS) != 0;
  return region || (place->marks & ASC_MARK_OFF_LIMITS) != 0;
}

static void place_draw(rows_board *board, int index) {
  const asc_place *place = &board->view->places[index];
  int column, row;
  locate(board, place, &column, &row);
  int x = column_x(board, column);
  bool is_empty_space = board->pitch == CARD_PITCH && place->ground == ASC_NO_KIND;
  asc_board_place_draw(board->canvas, x, row, board->scene, index, 1, board->legend);
  if (asc_canvas_is_blank(board->canvas, x, row))
    asc_canvas_put_glyph(board->canvas, x, row, (asc_canvas_glyph){"·", '.'}, (asc_canvas_ink){ASC_PAINT_STONE, false});
  for (int side = -1; side <= 1 && is_off_limits(board, place); side += 2) {
    if (!asc_canvas_is_blank(board->canvas, x + side, row)) continue;
    asc_canvas_put_glyph(board->canvas, x + side, row, (asc_canvas_glyph){"╱", '/'},
                         (asc_canvas_ink){ASC_PAINT_STONE, false});
    board->legend->used[ASC_LEGEND_OFF_LIMITS] = true;
  }
  if (!is_empty_space) tag_draw(board, place, x, row);
}

/* Draws a label at (x, y), or left of the board if x is negative. A lit label is in brackets. */
static void label_put(rows_board *board, const char *text, bool lit, int x, int y) {
  asc_canvas_ink ink = {lit ? ASC_PAINT_LAKE : ASC_PAINT_NONE, lit};
  int length = (int)strlen(text);
  if (x < 0) x = board->margin - 2 - length;
  asc_canvas_put_text(board->canvas, x, y, text, ink);
  if (!lit) return;
  asc_canvas_put_text(board->canvas, x - 1, y, "[", ink);
  asc_canvas_put_text(board->canvas, x + length, y, "]", ink);
}

static void labels_draw(rows_board *board) {
  const asc_view *view = board->view;
  for (int i = 0; i < view->label_count && board->is_grid; i++) {
    const asc_label *label = &view->labels[i];
    int column = (label->x - board->left + CELL / 2) / CELL, row = (label->y - board->top + CELL / 2) / CELL;
    if (label->x < board->left - CELL / 2)
      label_put(board, label->text, label->is_highlighted, -1, row);
    else if (row >= board->rows)
      label_put(board, label->text, label->is_highlighted, column_x(board, column), board->rows);
  }
  char text[16];
  for (int row = 0; row < board->rows && !board->is_grid; row++) {
    (void)snprintf(text, sizeof text, "%c", 'a' + row);
    label_put(board, text, false, -1, row);
  }
  for (int column = 0; column < board->columns && !board->is_grid; column++) {
    (void)snprintf(text, sizeof text, "%d", column + 1);
    label_put(board, text, false, column_x(board, column), board->rows);
  }
}

int asc_board_rows_draw(asc_canvas *canvas, const asc_scene *scene, asc_legend *legend) {
  rows_board board = {.scene = scene,
                      .view = &scene->view,
                      .canvas = canvas,
                      .legend = legend,
                      .is_grid = scene->view.layout == ASC_LAYOUT_GRID};
  measure(&board);
  int code = asc_canvas_open(canvas, board.margin + board.columns * board.pitch + 2, board.rows + 1);
  if (code < 0) return code;
  links_draw(&board);
  for (int i = 0; i < board.view->place_count; i++) place_draw(&board, i);
  labels_draw(&board);
  return ASC_OK;
}
