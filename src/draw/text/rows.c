/* The smallest board: a line for each row of places, for terminals that are too low for boxes and curves.

   Without borders, what they would show stands behind each place: the letter of its plate, or the corner to which a
   card's nose points. Of a grid the rows are its rows. Places on circles go by their names: a row is a letter and a
   column a number, and a line joins neighbours in a row that are neighbours on a circle. */
#include "parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 1000, PITCH = 4, CARD_PITCH = 6, LETTERS = 26 };

typedef struct rows_board {
  const asc_scene *scene;
  const asc_view *view;
  text_canvas *canvas;
  text_legend *legend;
  bool grid;
  int32_t left, top;
  int columns, rows, pitch, margin;
} rows_board;

/* The row and column of a place. */
static void find(const rows_board *board, const asc_place *place, int *column, int *row) {
  if (board->grid) {
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
    find(board, &view->places[i], &column, &row);
    if (column >= board->columns) board->columns = column + 1;
    if (row >= board->rows) board->rows = row + 1;
  }
  board->pitch = cards ? CARD_PITCH : PITCH;
  board->margin = 5;
}

static int x_of(const rows_board *board, int column) { return board->margin + column * board->pitch + 1; }

/* What a border would have shown. */
static void tag_draw(rows_board *board, const asc_place *place, int x, int y) {
  static const char *const noses[4] = {"ne", "se", "sw", "nw"};
  static const text_glyph arrows[4] = {{"↗", 0}, {"↘", 0}, {"↙", 0}, {"↖", 0}};
  const asc_kind *ground = asc_scene_kind(board->scene, place->ground);
  text_ink ink = {PAINT_WALNUT, false};
  if (ground != NULL && strcmp(ground->id, "card") == 0) {
    int turns = place->ground_turns & 3;
    asc_canvas_text(board->canvas, x + 2, y, noses[turns], ink);
    asc_canvas_at(board->canvas, x + 2, y)->glyph.text = arrows[turns].text;
    asc_canvas_at(board->canvas, x + 3, y)->glyph.text = "\xc2\xa0";
    board->legend->used[LEGEND_NOSE] = true;
  } else if (place->region != ASC_NO_REGION && board->view->region_count <= LETTERS) {
    const char letter[] = {(char)('A' + place->region), '\0'};
    asc_canvas_text(board->canvas, x + 2, y, letter, ink);
    board->legend->used[LEGEND_PLATES] = true;
  }
}

/* A place on a curve, and where along it. */
typedef struct stop {
  int place;
  double angle;
} stop;

static int stop_order(const void *a, const void *b) {
  double p = ((const stop *)a)->angle, q = ((const stop *)b)->angle;
  return (p > q) - (p < q);
}

/* The places on a circle in their order. Returns how many. */
static int stops_find(const asc_view *view, const asc_curve *circle, stop stops[ASC_PLACES_MAX]) {
  const double near = 0.02;
  int count = 0;
  for (int i = 0; i < view->place_count; i++) {
    double x = view->places[i].x - circle->cx, y = view->places[i].y - circle->cy;
    if (fabs(hypot(x, y) - circle->radius) > near * circle->radius) continue;
    stops[count++] = (stop){i, atan2(y, x)};
  }
  qsort(stops, (size_t)count, sizeof *stops, stop_order);
  return count;
}

/* Two neighbours on a circle that stand side by side are joined; the first and the last of a row go round. */
static void link_draw(rows_board *board, int a, int b, bool first_kind) {
  const text_glyph link = first_kind ? (text_glyph){"─", '-'} : (text_glyph){"╌", '~'};
  const text_ink ink = {PAINT_WALNUT, false};
  int column, row, other, other_row;
  find(board, &board->view->places[a], &column, &row);
  find(board, &board->view->places[b], &other, &other_row);
  int from = column < other ? column : other, to = column < other ? other : column;
  bool round = from == 0 && to == board->columns - 1 && to > 1;
  if (row != other_row || (to - from != 1 && !round)) return;
  if (round) asc_canvas_put(board->canvas, x_of(board, from) - 2, row, link, ink);
  asc_canvas_put(board->canvas, x_of(board, round ? to : from) + 2, row, link, ink);
  board->legend->used[LEGEND_JOINED] = true;
}

/* The larger circles are of the first kind; where a small one joins the same two, the large one is drawn. */
static void links_draw(rows_board *board) {
  const asc_view *view = board->view;
  static stop stops[ASC_PLACES_MAX];
  for (int pass = 0; pass < 2 && !board->grid; pass++) {
    for (int i = 0; i < view->shape_count; i++) {
      bool first_kind = strcmp(view->shapes[i].kind, view->shapes[0].kind) == 0;
      if (view->shapes[i].curve.form != ASC_FORM_CIRCLE || first_kind != (pass == 1)) continue;
      int count = stops_find(view, &view->shapes[i].curve, stops);
      for (int k = 0; k < count; k++) link_draw(board, stops[k].place, stops[(k + 1) % count].place, first_kind);
    }
  }
}

static bool is_barred(const rows_board *board, const asc_place *place) {
  bool region = place->region != ASC_NO_REGION && (board->view->regions[place->region].marks & ASC_MARK_BARRED) != 0;
  return region || (place->marks & ASC_MARK_BARRED) != 0;
}

static void place_draw(rows_board *board, int index) {
  const asc_place *place = &board->view->places[index];
  int column, row;
  find(board, place, &column, &row);
  int x = x_of(board, column);
  bool spot = board->pitch == CARD_PITCH && place->ground == ASC_NO_KIND;
  asc_text_place_draw(board->canvas, x, row, board->scene, index, 1, board->legend);
  if (asc_canvas_blank(board->canvas, x, row))
    asc_canvas_put(board->canvas, x, row, (text_glyph){"·", '.'}, (text_ink){PAINT_STONE, false});
  for (int side = -1; side <= 1 && is_barred(board, place); side += 2) {
    if (!asc_canvas_blank(board->canvas, x + side, row)) continue;
    asc_canvas_put(board->canvas, x + side, row, (text_glyph){"╱", '/'}, (text_ink){PAINT_STONE, false});
    board->legend->used[LEGEND_BARRED] = true;
  }
  if (!spot) tag_draw(board, place, x, row);
}

/* The labels of a grid beside and below it; of other boards the letters and numbers of the places. */
static void label_put(rows_board *board, const char *text, bool lit, int x, int y) {
  text_ink ink = {lit ? PAINT_LAKE : PAINT_NONE, lit};
  int length = (int)strlen(text);
  if (x < 0) x = board->margin - 2 - length;
  asc_canvas_text(board->canvas, x, y, text, ink);
  if (!lit) return;
  asc_canvas_text(board->canvas, x - 1, y, "[", ink);
  asc_canvas_text(board->canvas, x + length, y, "]", ink);
}

static void labels_draw(rows_board *board) {
  const asc_view *view = board->view;
  for (int i = 0; i < view->label_count && board->grid; i++) {
    const asc_label *label = &view->labels[i];
    int column = (label->x - board->left + CELL / 2) / CELL, row = (label->y - board->top + CELL / 2) / CELL;
    if (label->x < board->left - CELL / 2)
      label_put(board, label->text, label->lit, -1, row);
    else if (row >= board->rows)
      label_put(board, label->text, label->lit, x_of(board, column), board->rows);
  }
  char text[16];
  for (int row = 0; row < board->rows && !board->grid; row++) {
    (void)snprintf(text, sizeof text, "%c", 'a' + row);
    label_put(board, text, false, -1, row);
  }
  for (int column = 0; column < board->columns && !board->grid; column++) {
    (void)snprintf(text, sizeof text, "%d", column + 1);
    label_put(board, text, false, x_of(board, column), board->rows);
  }
}

int asc_board_rows_draw(text_canvas *canvas, const asc_scene *scene, text_legend *legend) {
  rows_board board = {.scene = scene,
                      .view = &scene->view,
                      .canvas = canvas,
                      .legend = legend,
                      .grid = scene->view.layout == ASC_LAYOUT_GRID};
  measure(&board);
  int code = asc_canvas_open(canvas, board.margin + board.columns * board.pitch + 2, board.rows + 1);
  if (code < 0) return code;
  links_draw(&board);
  for (int i = 0; i < board.view->place_count; i++) place_draw(&board, i);
  labels_draw(&board);
  return ASC_OK;
}
