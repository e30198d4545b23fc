/* Random boards, the same for the same seed on every platform.

   Both kinds of boards place the 17 tiles one by one into a drawing. The letters have no order until the
   end, when the tiles get new ones in reading order. */
#include "kulami.h"

#include <ascona/random.h>

#include <string.h>

/* An orientation of a tile: its sides, and the index of its shape in asc_kulami_tile_shapes. */
typedef struct tile_placement {
  int columns, rows, shape;
} tile_placement;

static const tile_placement placements[] = {{3, 2, 0}, {2, 3, 0}, {2, 2, 1}, {3, 1, 2},
                                            {1, 3, 2}, {2, 1, 3}, {1, 2, 3}};
enum { PLACEMENTS = sizeof placements / sizeof placements[0] };

/* The published irregular boards have outlines of length 38 and 40; from about 46 on, a board looks like a snake. */
enum { OUTLINE_MAX = 42 };

typedef struct board_builder {
  asc_kulami_drawing drawing;
  asc_random random;
  int supply[ASC_KULAMI_TILE_SHAPES]; /* tiles still to be placed, by shape */
  int placed;
} board_builder;

static void builder_clear(board_builder *builder, int side) {
  memset(&builder->drawing, 0, sizeof builder->drawing);
  builder->drawing.columns = builder->drawing.rows = side;
  for (int row = 0; row < side; row++) memset(builder->drawing.cells[row], '.', (size_t)side);
  for (int shape = 0; shape < ASC_KULAMI_TILE_SHAPES; shape++)
    builder->supply[shape] = asc_kulami_tile_shapes[shape].count;
  builder->placed = 0;
}

static bool placement_fits(const board_builder *builder, const tile_placement *placement, int left, int top) {
  const asc_kulami_drawing *drawing = &builder->drawing;
  if (builder->supply[placement->shape] == 0) return false;
  if (left + placement->columns > drawing->columns || top + placement->rows > drawing->rows) return false;
  for (int row = top; row < top + placement->rows; row++)
    for (int column = left; column < left + placement->columns; column++)
      if (drawing->cells[row][column] != '.') return false;
  return true;
}

static void placement_set(board_builder *builder, const tile_placement *placement, int left, int top, char letter) {
  for (int row = top; row < top + placement->rows; row++)
    memset(&builder->drawing.cells[row][left], letter, (size_t)placement->columns);
}

static void tile_place(board_builder *builder, const tile_placement *placement, int left, int top) {
  placement_set(builder, placement, left, top, (char)('a' + builder->placed++));
  builder->supply[placement->shape]--;
}

static void tile_remove(board_builder *builder, const tile_placement *placement, int left, int top) {
  placement_set(builder, placement, left, top, '.');
  builder->supply[placement->shape]++;
  builder->placed--;
}

/* Copies the board with letters in reading order, trimmed to its smallest rectangle. */
static void builder_finish(const board_builder *builder, asc_kulami_drawing *drawing) {
  const asc_kulami_drawing *placed = &builder->drawing;
  int left = ASC_KULAMI_SIDE_MAX, right = -1, top = ASC_KULAMI_SIDE_MAX, bottom = -1;
  for (int row = 0; row < placed->rows; row++) {
    for (int column = 0; column < placed->columns; column++) {
      if (placed->cells[row][column] == '.') continue;
      if (column < left) left = column;
      if (column > right) right = column;
      if (row < top) top = row;
      if (row > bottom) bottom = row;
    }
  }
  char letters[ASC_KULAMI_TILES] = {0};
  char letter = 'a';
  memset(drawing, 0, sizeof *drawing);
  drawing->columns = right - left + 1;
  drawing->rows = bottom - top + 1;
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      char cell = placed->cells[top + row][left + column];
      if (cell != '.' && letters[cell - 'a'] == 0) letters[cell - 'a'] = letter++;
      drawing->cells[row][column] = cell == '.' ? '.' : letters[cell - 'a'];
    }
  }
}

/* Makes a weighted random choice without storing a list. Each new item replaces the one chosen so far with a
   probability equal to its share of the sum of weights. */
static bool choose(asc_random *random, uint32_t *sum, uint32_t weight) {
  *sum += weight;
  return weight > 0 && asc_random_below(random, *sum) < weight;
}

static bool first_free(const asc_kulami_drawing *drawing, int *column, int *row) {
  for (*row = 0; *row < drawing->rows; ++*row)
    for (*column = 0; *column < drawing->columns; ++*column)
      if (drawing->cells[*row][*column] == '.') return true;
  return false;
}

/* Fills the square from the first free cell on. Tries what fits there in an order drawn at random, weighted by supply.
   Returns false if that is impossible or the trials are used up. */
static bool square_fill(board_builder *builder, int *trials) {
  int column, row;
  if (!first_free(&builder->drawing, &column, &row)) return true;
  bool tried[PLACEMENTS] = {false};
  while (--*trials > 0) {
    const tile_placement *chosen = NULL;
    uint32_t sum = 0;
    for (int i = 0; i < PLACEMENTS; i++) {
      if (tried[i] || !placement_fits(builder, &placements[i], column, row)) continue;
      if (choose(&builder->random, &sum, (uint32_t)builder->supply[placements[i].shape])) chosen = &placements[i];
    }
    if (chosen == NULL) return false;
    tried[chosen - placements] = true;
    tile_place(builder, chosen, column, row);
    if (square_fill(builder, trials)) return true;
    tile_remove(builder, chosen, column, row);
  }
  return false;
}

/* A search that goes wrong early may stay wrong for long, so starting again after some trials costs less. One start in
   seven fails. */
void asc_kulami_random_square(uint64_t seed, asc_kulami_drawing *drawing) {
  board_builder builder;
  asc_random_seed(&builder.random, seed);
  int trials;
  do {
    builder_clear(&builder, 8);
    trials = 400;
  } while (!square_fill(&builder, &trials));
  builder_finish(&builder, drawing);
}

/* Returns the length of the contact between a tile placed here and the board. */
static int contact_length(const asc_kulami_drawing *drawing, const tile_placement *placement, int left, int top) {
  int contact = 0;
  for (int row = top; row < top + placement->rows; row++) {
    contact += left > 0 && drawing->cells[row][left - 1] != '.';
    contact += left + placement->columns < drawing->columns && drawing->cells[row][left + placement->columns] != '.';
  }
  for (int column = left; column < left + placement->columns; column++) {
    contact += top > 0 && drawing->cells[top - 1][column] != '.';
    contact += top + placement->rows < drawing->rows && drawing->cells[top + placement->rows][column] != '.';
  }
  return contact;
}

/* The larger the part of a tile's edge that touches the board, the likelier that placement. The cube makes boards as
   compact as the published ones, and as ragged at the edge. */
static uint32_t placement_weight(const board_builder *builder, const tile_placement *placement, int left, int top) {
  if (!placement_fits(builder, placement, left, top)) return 0;
  int edge = 2 * (placement->columns + placement->rows);
  uint32_t share = (uint32_t)(10 * contact_length(&builder->drawing, placement, left, top) / edge);
  return (uint32_t)builder->supply[placement->shape] * share * share * share;
}

/* Places one more tile next to the others. Returns false if none fits any more. */
static bool irregular_grow(board_builder *builder) {
  const tile_placement *chosen = NULL;
  int left = 0, top = 0;
  uint32_t sum = 0;
  for (int i = 0; i < PLACEMENTS; i++) {
    for (int row = 0; row < builder->drawing.rows; row++) {
      for (int column = 0; column < builder->drawing.columns; column++) {
        if (!choose(&builder->random, &sum, placement_weight(builder, &placements[i], column, row))) continue;
        chosen = &placements[i];
        left = column;
        top = row;
      }
    }
  }
  if (chosen == NULL) return false;
  tile_place(builder, chosen, left, top);
  return true;
}

/* Returns the length of the board's edge, including the edges of gaps inside it. */
static int outline_length(const asc_kulami_drawing *drawing) {
  static const tile_placement cell = {1, 1, 0};
  int length = 0;
  for (int row = 0; row < drawing->rows; row++)
    for (int column = 0; column < drawing->columns; column++)
      if (drawing->cells[row][column] != '.') length += 4 - contact_length(drawing, &cell, column, row);
  return length;
}

/* One start in two succeeds. Most others are too spread out; about one in ten thousand runs out of room. */
static bool irregular_complete(board_builder *builder) {
  builder_clear(builder, ASC_KULAMI_SIDE_MAX);
  tile_place(builder, &placements[asc_random_below(&builder->random, PLACEMENTS)], 4, 4);
  while (builder->placed < ASC_KULAMI_TILES)
    if (!irregular_grow(builder)) return false;
  return outline_length(&builder->drawing) <= OUTLINE_MAX;
}

void asc_kulami_random_irregular(uint64_t seed, asc_kulami_drawing *drawing) {
  board_builder builder;
  asc_random_seed(&builder.random, seed);
  do {
    while (!irregular_complete(&builder)) continue;
    builder_finish(&builder, drawing);
  } while (drawing->columns * drawing->rows == ASC_KULAMI_HOLES); /* a full rectangle is not irregular */
}
