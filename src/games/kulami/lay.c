/* Random boards: the same for the same seed on every platform.

   Both kinds lay the 17 plates one by one into a drawing; a plate's letter tells nothing until the end, when the
   letters are dealt anew in reading order. */
#include "kulami.h"

#include <ascona/random.h>

#include <string.h>

/* Ways to lay a plate: its sides, and which of the asc_kulami_kinds it is. */
typedef struct plate_shape {
  int columns, rows, kind;
} plate_shape;

static const plate_shape shapes[] = {{3, 2, 0}, {2, 3, 0}, {2, 2, 1}, {3, 1, 2}, {1, 3, 2}, {2, 1, 3}, {1, 2, 3}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* The published irregular boards have outlines of 38 and 40; from about 46 on a board looks like a snake. */
enum { OUTLINE_MAX = 42 };

typedef struct workbench {
  kulami_drawing drawing;
  asc_random random;
  int supply[KULAMI_KINDS]; /* plates still to be laid */
  int laid;
} workbench;

static void bench_clear(workbench *bench, int side) {
  memset(&bench->drawing, 0, sizeof bench->drawing);
  bench->drawing.columns = bench->drawing.rows = side;
  for (int row = 0; row < side; row++) memset(bench->drawing.cells[row], '.', (size_t)side);
  for (int kind = 0; kind < KULAMI_KINDS; kind++) bench->supply[kind] = asc_kulami_kinds[kind].supply;
  bench->laid = 0;
}

static bool shape_fits(const workbench *bench, const plate_shape *shape, int left, int top) {
  const kulami_drawing *drawing = &bench->drawing;
  if (bench->supply[shape->kind] == 0) return false;
  if (left + shape->columns > drawing->columns || top + shape->rows > drawing->rows) return false;
  for (int row = top; row < top + shape->rows; row++)
    for (int column = left; column < left + shape->columns; column++)
      if (drawing->cells[row][column] != '.') return false;
  return true;
}

static void shape_set(workbench *bench, const plate_shape *shape, int left, int top, char letter) {
  for (int row = top; row < top + shape->rows; row++)
    memset(&bench->drawing.cells[row][left], letter, (size_t)shape->columns);
}

static void shape_lay(workbench *bench, const plate_shape *shape, int left, int top) {
  shape_set(bench, shape, left, top, (char)('a' + bench->laid++));
  bench->supply[shape->kind]--;
}

static void shape_lift(workbench *bench, const plate_shape *shape, int left, int top) {
  shape_set(bench, shape, left, top, '.');
  bench->supply[shape->kind]++;
  bench->laid--;
}

/* Letters in reading order, on the smallest sheet that holds the board. */
static void bench_finish(const workbench *bench, kulami_drawing *drawing) {
  const kulami_drawing *laid = &bench->drawing;
  int left = KULAMI_SIDE, right = -1, top = KULAMI_SIDE, bottom = -1;
  for (int row = 0; row < laid->rows; row++) {
    for (int column = 0; column < laid->columns; column++) {
      if (laid->cells[row][column] == '.') continue;
      if (column < left) left = column;
      if (column > right) right = column;
      if (row < top) top = row;
      if (row > bottom) bottom = row;
    }
  }
  char letters[KULAMI_PLATES] = {0};
  char letter = 'a';
  memset(drawing, 0, sizeof *drawing);
  drawing->columns = right - left + 1;
  drawing->rows = bottom - top + 1;
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      char cell = laid->cells[top + row][left + column];
      if (cell != '.' && letters[cell - 'a'] == 0) letters[cell - 'a'] = letter++;
      drawing->cells[row][column] = cell == '.' ? '.' : letters[cell - 'a'];
    }
  }
}

/* A choice among things of different weight, without keeping a list: each new one takes the place of the one chosen
   so far with the chance that its weight has in the sum. */
static bool choose(asc_random *random, uint32_t *sum, uint32_t weight) {
  *sum += weight;
  return weight > 0 && asc_random_below(random, *sum) < weight;
}

static bool first_free(const kulami_drawing *drawing, int *column, int *row) {
  for (*row = 0; *row < drawing->rows; ++*row)
    for (*column = 0; *column < drawing->columns; ++*column)
      if (drawing->cells[*row][*column] == '.') return true;
  return false;
}

/* Fills the square from the first free cell on, trying what fits there in an order drawn by the supplies. False: it
   cannot be done, or the trials ran out. */
static bool square_fill(workbench *bench, int *trials) {
  int column, row;
  if (!first_free(&bench->drawing, &column, &row)) return true;
  bool tried[SHAPES] = {false};
  while (--*trials > 0) {
    const plate_shape *chosen = NULL;
    uint32_t sum = 0;
    for (int i = 0; i < SHAPES; i++) {
      if (tried[i] || !shape_fits(bench, &shapes[i], column, row)) continue;
      if (choose(&bench->random, &sum, (uint32_t)bench->supply[shapes[i].kind])) chosen = &shapes[i];
    }
    if (chosen == NULL) return false;
    tried[chosen - shapes] = true;
    shape_lay(bench, chosen, column, row);
    if (square_fill(bench, trials)) return true;
    shape_lift(bench, chosen, column, row);
  }
  return false;
}

/* A search that went wrong early may stay wrong for long; starting afresh after some trials costs less. One start in
   seven fails. */
void asc_kulami_lay_square(uint64_t seed, kulami_drawing *drawing) {
  workbench bench;
  asc_random_seed(&bench.random, seed);
  int trials;
  do {
    bench_clear(&bench, 8);
    trials = 400;
  } while (!square_fill(&bench, &trials));
  bench_finish(&bench, drawing);
}

/* The sides by which a shape laid here would touch the board. */
static int shape_contact(const kulami_drawing *drawing, const plate_shape *shape, int left, int top) {
  int contact = 0;
  for (int row = top; row < top + shape->rows; row++) {
    contact += left > 0 && drawing->cells[row][left - 1] != '.';
    contact += left + shape->columns < drawing->columns && drawing->cells[row][left + shape->columns] != '.';
  }
  for (int column = left; column < left + shape->columns; column++) {
    contact += top > 0 && drawing->cells[top - 1][column] != '.';
    contact += top + shape->rows < drawing->rows && drawing->cells[top + shape->rows][column] != '.';
  }
  return contact;
}

/* The larger the part of a plate's edge that touches the board, the likelier it comes to lie there: the cube makes
   boards as compact as the published ones, and ragged at the edge like them. */
static uint32_t shape_weight(const workbench *bench, const plate_shape *shape, int left, int top) {
  if (!shape_fits(bench, shape, left, top)) return 0;
  int edge = 2 * (shape->columns + shape->rows);
  uint32_t share = (uint32_t)(10 * shape_contact(&bench->drawing, shape, left, top) / edge);
  return (uint32_t)bench->supply[shape->kind] * share * share * share;
}

/* Lays one more plate against the others. False: none fits any more. */
static bool irregular_grow(workbench *bench) {
  const plate_shape *chosen = NULL;
  int left = 0, top = 0;
  uint32_t sum = 0;
  for (int i = 0; i < SHAPES; i++) {
    for (int row = 0; row < bench->drawing.rows; row++) {
      for (int column = 0; column < bench->drawing.columns; column++) {
        if (!choose(&bench->random, &sum, shape_weight(bench, &shapes[i], column, row))) continue;
        chosen = &shapes[i];
        left = column;
        top = row;
      }
    }
  }
  if (chosen == NULL) return false;
  shape_lay(bench, chosen, left, top);
  return true;
}

/* The length of the board's edge, holes included. */
static int outline_length(const kulami_drawing *drawing) {
  static const plate_shape hollow = {1, 1, 0};
  int length = 0;
  for (int row = 0; row < drawing->rows; row++)
    for (int column = 0; column < drawing->columns; column++)
      if (drawing->cells[row][column] != '.') length += 4 - shape_contact(drawing, &hollow, column, row);
  return length;
}

/* One start in two succeeds; most others straggle, and one in some ten thousand does not find room. */
static bool irregular_complete(workbench *bench) {
  bench_clear(bench, KULAMI_SIDE);
  shape_lay(bench, &shapes[asc_random_below(&bench->random, SHAPES)], 4, 4);
  while (bench->laid < KULAMI_PLATES)
    if (!irregular_grow(bench)) return false;
  return outline_length(&bench->drawing) <= OUTLINE_MAX;
}

void asc_kulami_lay_irregular(uint64_t seed, kulami_drawing *drawing) {
  workbench bench;
  asc_random_seed(&bench.random, seed);
  do {
    while (!irregular_complete(&bench)) continue;
    bench_finish(&bench, drawing);
  } while (drawing->columns * drawing->rows == KULAMI_HOLLOWS); /* a full rectangle is not irregular */
}
