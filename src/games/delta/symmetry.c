/* The eight symmetries of the square. Bit 0 mirrors the columns, bit 1 the rows; bit 2 then swaps columns and rows. */
#include "delta.h"

enum { MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, SWAP = 4 };

static int square_image(const asc_delta_rules *rules, int symmetry, int square) {
  int column = asc_delta_column_of(square), row = asc_delta_row_of(square);
  if ((symmetry & MIRROR_COLUMNS) != 0) column = rules->size - 1 - column;
  if ((symmetry & MIRROR_ROWS) != 0) row = rules->size - 1 - row;
  return (symmetry & SWAP) != 0 ? asc_delta_square_at(row, column) : asc_delta_square_at(column, row);
}

static uint64_t set_image(const asc_delta_rules *rules, int symmetry, uint64_t set) {
  uint64_t image = 0;
  for (; set != 0; set = asc_bits_clear_lowest(set))
    image |= asc_bit(square_image(rules, symmetry, asc_bits_lowest(set)));
  return image;
}

/* Returns the direction from the image of the tracer's square to the image of the square reached. */
static int direction_image(const asc_delta_rules *rules, int symmetry, int direction, int to) {
  uint64_t tracer = asc_delta_shift(asc_bit(to), asc_delta_opposite(direction));
  uint64_t start = set_image(rules, symmetry, tracer), end = set_image(rules, symmetry, asc_bit(to));
  int image = 0;
  while (asc_delta_shift(start, image) != end) image++;
  return image;
}

void asc_delta_transform(const asc_rules *common, int symmetry, const void *data, void *image) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  asc_delta_position position = *(const asc_delta_position *)data;
  position.pawns[ASC_DELTA_WHITE] = set_image(rules, symmetry, position.pawns[ASC_DELTA_WHITE]);
  position.pawns[ASC_DELTA_BLACK] = set_image(rules, symmetry, position.pawns[ASC_DELTA_BLACK]);
  position.red = set_image(rules, symmetry, position.red);
  *(asc_delta_position *)image = position;
}

asc_move asc_delta_transform_move(const asc_rules *common, int symmetry, const void *data, asc_move move) {
  (void)data;
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  enum asc_delta_move_type type = asc_delta_move_type_of(move);
  int to = asc_delta_move_to(move), direction = asc_delta_move_direction(move), tracer_from = ASC_DELTA_FROM_RESERVE;
  uint64_t tracer_image = set_image(rules, symmetry, asc_delta_move_tracer_from(move));
  if (type >= ASC_DELTA_MOVE_TURN) direction = direction_image(rules, symmetry, direction, to);
  if (tracer_image != 0) tracer_from = asc_bits_lowest(tracer_image) + 1;
  return asc_delta_move_make(type, direction, square_image(rules, symmetry, to), tracer_from);
}
