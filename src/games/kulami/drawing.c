/* Reads and writes drawings of boards.

   A drawing that asc_kulami_drawing_read accepts has exactly the 17 tiles of the set in their shapes. It is connected,
   at most 10 by 10, and has no empty row or column at an edge. */
#include "kulami.h"

#include <ctype.h>
#include <string.h>

const asc_kulami_tile_shape asc_kulami_tile_shapes[ASC_KULAMI_TILE_SHAPES] = {
    {2, 3, 4}, {2, 2, 5}, {1, 3, 4}, {1, 2, 4}};

enum { LETTERS = 26 };

/* The rectangle around the holes of one letter. */
typedef struct extent {
  int left, right, top, bottom;
  int holes; /* 0: the letter is not used */
} extent;

static int row_read(const char *text, int length, int row, asc_kulami_drawing *drawing, asc_error *error) {
  if (row == ASC_KULAMI_SIDE_MAX)
    return asc_error_set(error, ASC_E_INPUT, "the board has more than %d rows", ASC_KULAMI_SIDE_MAX);
  if (length == 0) return asc_error_set(error, ASC_E_INPUT, "row %d of the drawing has nothing in it", row + 1);
  if (length > ASC_KULAMI_SIDE_MAX)
    return asc_error_set(error, ASC_E_INPUT, "row %d of the drawing is longer than %d", row + 1, ASC_KULAMI_SIDE_MAX);
  if (row > 0 && length != drawing->columns)
    return asc_error_set(error, ASC_E_INPUT, "row %d of the drawing has length %d, the rows before it %d", row + 1,
                         length, drawing->columns);
  for (int column = 0; column < length; column++) {
    unsigned char cell = (unsigned char)text[column];
    if (cell != '.' && (cell >= 128 || !isalpha(cell)))
      return asc_error_set(error, ASC_E_INPUT, "row %d of the drawing has neither a letter nor '.' in column %d",
                           row + 1, column + 1);
    drawing->cells[row][column] = cell == '.' ? '.' : (char)(cell | 0x20);
  }
  drawing->columns = length;
  drawing->rows = row + 1;
  return ASC_OK;
}

static void extents_measure(const asc_kulami_drawing *drawing, extent extents[LETTERS]) {
  memset(extents, 0, LETTERS * sizeof *extents);
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      if (drawing->cells[row][column] == '.') continue;
      extent *e = &extents[drawing->cells[row][column] - 'a'];
      if (e->holes++ == 0) *e = (extent){column, column, row, row, 1};
      if (column < e->left) e->left = column;
      if (column > e->right) e->right = column;
      e->bottom = row;
    }
  }
}

/* Returns the shape of a tile with these sides, or -1. */
static int shape_of(const extent *e) {
  int width = e->right - e->left + 1, height = e->bottom - e->top + 1;
  for (int shape = 0; shape < ASC_KULAMI_TILE_SHAPES; shape++) {
    const asc_kulami_tile_shape *k = &asc_kulami_tile_shapes[shape];
    if ((width == k->short_side && height == k->long_side) || (width == k->long_side && height == k->short_side))
      return shape;
  }
  return -1;
}

static int tiles_check(const extent extents[LETTERS], asc_error *error) {
  int counts[ASC_KULAMI_TILE_SHAPES] = {0}, tiles = 0;
  for (int letter = 0; letter < LETTERS; letter++) {
    const extent *e = &extents[letter];
    if (e->holes == 0) continue;
    int width = e->right - e->left + 1, height = e->bottom - e->top + 1;
    if (e->holes != width * height)
      return asc_error_set(error, ASC_E_INPUT, "plate %c of the board is not one full rectangle", 'A' + letter);
    int shape = shape_of(e);
    if (shape < 0)
      return asc_error_set(error, ASC_E_INPUT, "plate %c of the board is %dx%d; plates are 2x3, 2x2, 1x3 and 1x2",
                           'A' + letter, width, height);
    counts[shape]++;
    tiles++;
  }
  if (tiles != ASC_KULAMI_TILES)
    return asc_error_set(error, ASC_E_INPUT, "the board has %d plates, not %d", tiles, ASC_KULAMI_TILES);
  for (int shape = 0; shape < ASC_KULAMI_TILE_SHAPES; shape++) {
    const asc_kulami_tile_shape *k = &asc_kulami_tile_shapes[shape];
    if (counts[shape] != k->count)
      return asc_error_set(error, ASC_E_INPUT, "the board has %d plates of %dx%d, not %d", counts[shape], k->short_side,
                           k->long_side, k->count);
  }
  return ASC_OK;
}

static int edges_check(const asc_kulami_drawing *drawing, const extent extents[LETTERS], asc_error *error) {
  extent all = {ASC_KULAMI_SIDE_MAX, -1, ASC_KULAMI_SIDE_MAX, -1, ASC_KULAMI_HOLES};
  for (int letter = 0; letter < LETTERS; letter++) {
    const extent *e = &extents[letter];
    if (e->holes == 0) continue;
    if (e->left < all.left) all.left = e->left;
    if (e->right > all.right) all.right = e->right;
    if (e->top < all.top) all.top = e->top;
    if (e->bottom > all.bottom) all.bottom = e->bottom;
  }
  const char *empty = NULL;
  if (all.right < drawing->columns - 1) empty = "the last column of the drawing is empty; leave it out";
  if (all.left > 0) empty = "the first column of the drawing is empty; leave it out";
  if (all.bottom < drawing->rows - 1) empty = "the last row of the drawing is empty; leave it out";
  if (all.top > 0) empty = "the first row of the drawing is empty; leave it out";
  return empty == NULL ? ASC_OK : asc_error_set(error, ASC_E_INPUT, "%s", empty);
}

/* Marks the cells connected with a cell side by side. Boards are small enough for recursion. */
static void mark_connected(const asc_kulami_drawing *drawing, int row, int column,
                           bool reached[ASC_KULAMI_SIDE_MAX][ASC_KULAMI_SIDE_MAX]) {
  if (row < 0 || row >= drawing->rows || column < 0 || column >= drawing->columns) return;
  if (reached[row][column] || drawing->cells[row][column] == '.') return;
  reached[row][column] = true;
  mark_connected(drawing, row - 1, column, reached);
  mark_connected(drawing, row + 1, column, reached);
  mark_connected(drawing, row, column - 1, reached);
  mark_connected(drawing, row, column + 1, reached);
}

static int connected_check(const asc_kulami_drawing *drawing, const extent extents[LETTERS], asc_error *error) {
  bool reached[ASC_KULAMI_SIDE_MAX][ASC_KULAMI_SIDE_MAX] = {{false}};
  int first = 0;
  while (drawing->cells[0][first] == '.') first++;
  mark_connected(drawing, 0, first, reached);
  for (int letter = 0; letter < LETTERS; letter++) {
    const extent *e = &extents[letter];
    if (e->holes > 0 && !reached[e->top][e->left])
      return asc_error_set(error, ASC_E_INPUT, "the board is not in one piece: no way leads from plate %c to plate %c",
                           drawing->cells[0][first] - 'a' + 'A', 'A' + letter);
  }
  return ASC_OK;
}

int asc_kulami_drawing_read(const char *text, asc_kulami_drawing *drawing, asc_error *error) {
  memset(drawing, 0, sizeof *drawing);
  for (int row = 0;; row++) {
    size_t length = strcspn(text, "/");
    int code = row_read(text, (int)length, row, drawing, error);
    if (code < 0) return code;
    if (text[length] == '\0') break;
    text += length + 1;
  }
  extent extents[LETTERS];
  extents_measure(drawing, extents);
  int code = tiles_check(extents, error);
  if (code == ASC_OK) code = edges_check(drawing, extents, error);
  if (code == ASC_OK) code = connected_check(drawing, extents, error);
  return code;
}

int asc_kulami_drawing_write(const asc_kulami_drawing *drawing, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int row = 0; row < drawing->rows; row++) {
    if (row > 0) asc_writer_char(&writer, '/');
    for (int column = 0; column < drawing->columns; column++) asc_writer_char(&writer, drawing->cells[row][column]);
  }
  return asc_writer_end(&writer);
}
