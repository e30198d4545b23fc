/* Drawings of boards, read and written.

   A drawing that asc_kulami_drawing_read lets pass holds exactly the 17 plates of the box, in their shapes, in one
   piece, within 10 by 10, without an empty row or column at an edge. */
#include "kulami.h"

#include <ctype.h>
#include <string.h>

const kulami_kind asc_kulami_kinds[KULAMI_KINDS] = {{2, 3, 4}, {2, 2, 5}, {1, 3, 4}, {1, 2, 4}};

enum { LETTERS = 26 };

/* The rectangle around the hollows of one letter. */
typedef struct extent {
  int left, right, top, bottom;
  int hollows; /* 0: the letter is not used */
} extent;

static int row_read(const char *text, int length, int row, kulami_drawing *drawing, asc_error *error) {
  if (row == KULAMI_SIDE) return asc_fail(error, ASC_E_INPUT, "the board has more than %d rows", KULAMI_SIDE);
  if (length == 0) return asc_fail(error, ASC_E_INPUT, "row %d of the drawing has nothing in it", row + 1);
  if (length > KULAMI_SIDE)
    return asc_fail(error, ASC_E_INPUT, "row %d of the drawing is longer than %d", row + 1, KULAMI_SIDE);
  if (row > 0 && length != drawing->columns)
    return asc_fail(error, ASC_E_INPUT, "row %d of the drawing has length %d, the rows before it %d", row + 1, length,
                    drawing->columns);
  for (int column = 0; column < length; column++) {
    unsigned char cell = (unsigned char)text[column];
    if (cell != '.' && (cell >= 128 || !isalpha(cell)))
      return asc_fail(error, ASC_E_INPUT, "row %d of the drawing has neither a letter nor '.' in column %d", row + 1,
                      column + 1);
    drawing->cells[row][column] = cell == '.' ? '.' : (char)(cell | 0x20);
  }
  drawing->columns = length;
  drawing->rows = row + 1;
  return ASC_OK;
}

static void extents_measure(const kulami_drawing *drawing, extent extents[LETTERS]) {
  memset(extents, 0, LETTERS * sizeof *extents);
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      if (drawing->cells[row][column] == '.') continue;
      extent *e = &extents[drawing->cells[row][column] - 'a'];
      if (e->hollows++ == 0) *e = (extent){column, column, row, row, 1};
      if (column < e->left) e->left = column;
      if (column > e->right) e->right = column;
      e->bottom = row;
    }
  }
}

/* The kind of a plate with these sides, or -1. */
static int kind_of(const extent *e) {
  int width = e->right - e->left + 1, height = e->bottom - e->top + 1;
  for (int kind = 0; kind < KULAMI_KINDS; kind++) {
    const kulami_kind *k = &asc_kulami_kinds[kind];
    if ((width == k->shorter && height == k->longer) || (width == k->longer && height == k->shorter)) return kind;
  }
  return -1;
}

static int plates_check(const extent extents[LETTERS], asc_error *error) {
  int counts[KULAMI_KINDS] = {0}, plates = 0;
  for (int letter = 0; letter < LETTERS; letter++) {
    const extent *e = &extents[letter];
    if (e->hollows == 0) continue;
    int width = e->right - e->left + 1, height = e->bottom - e->top + 1;
    if (e->hollows != width * height)
      return asc_fail(error, ASC_E_INPUT, "plate %c of the board is not one full rectangle", 'A' + letter);
    int kind = kind_of(e);
    if (kind < 0)
      return asc_fail(error, ASC_E_INPUT, "plate %c of the board is %dx%d; plates are 2x3, 2x2, 1x3 and 1x2",
                      'A' + letter, width, height);
    counts[kind]++;
    plates++;
  }
  if (plates != KULAMI_PLATES)
    return asc_fail(error, ASC_E_INPUT, "the board has %d plates, not %d", plates, KULAMI_PLATES);
  for (int kind = 0; kind < KULAMI_KINDS; kind++) {
    const kulami_kind *k = &asc_kulami_kinds[kind];
    if (counts[kind] != k->supply)
      return asc_fail(error, ASC_E_INPUT, "the board has %d plates of %dx%d, not %d", counts[kind], k->shorter,
                      k->longer, k->supply);
  }
  return ASC_OK;
}

static int edges_check(const kulami_drawing *drawing, const extent extents[LETTERS], asc_error *error) {
  extent all = {KULAMI_SIDE, -1, KULAMI_SIDE, -1, KULAMI_HOLLOWS};
  for (int letter = 0; letter < LETTERS; letter++) {
    const extent *e = &extents[letter];
    if (e->hollows == 0) continue;
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
  return empty == NULL ? ASC_OK : asc_fail(error, ASC_E_INPUT, "%s", empty);
}

/* Marks what hangs together with a cell, side to side. Boards are small enough to recurse. */
static void spread(const kulami_drawing *drawing, int row, int column, bool reached[KULAMI_SIDE][KULAMI_SIDE]) {
  if (row < 0 || row >= drawing->rows || column < 0 || column >= drawing->columns) return;
  if (reached[row][column] || drawing->cells[row][column] == '.') return;
  reached[row][column] = true;
  spread(drawing, row - 1, column, reached);
  spread(drawing, row + 1, column, reached);
  spread(drawing, row, column - 1, reached);
  spread(drawing, row, column + 1, reached);
}

static int one_piece_check(const kulami_drawing *drawing, const extent extents[LETTERS], asc_error *error) {
  bool reached[KULAMI_SIDE][KULAMI_SIDE] = {{false}};
  int first = 0;
  while (drawing->cells[0][first] == '.') first++;
  spread(drawing, 0, first, reached);
  for (int letter = 0; letter < LETTERS; letter++) {
    const extent *e = &extents[letter];
    if (e->hollows > 0 && !reached[e->top][e->left])
      return asc_fail(error, ASC_E_INPUT, "the board is not in one piece: no way leads from plate %c to plate %c",
                      drawing->cells[0][first] - 'a' + 'A', 'A' + letter);
  }
  return ASC_OK;
}

int asc_kulami_drawing_read(const char *text, kulami_drawing *drawing, asc_error *error) {
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
  int code = plates_check(extents, error);
  if (code == ASC_OK) code = edges_check(drawing, extents, error);
  if (code == ASC_OK) code = one_piece_check(drawing, extents, error);
  return code;
}

int asc_kulami_drawing_write(const kulami_drawing *drawing, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int row = 0; row < drawing->rows; row++) {
    if (row > 0) asc_writer_char(&writer, '/');
    for (int column = 0; column < drawing->columns; column++) asc_writer_char(&writer, drawing->cells[row][column]);
  }
  return asc_writer_end(&writer);
}
