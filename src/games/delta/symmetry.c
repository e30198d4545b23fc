/* The eight symmetries of the square. Bit 0 mirrors the files, bit 1 the ranks, and then bit 2 exchanges the two. */
#include "delta.h"

enum { MIRROR_FILES = 1, MIRROR_RANKS = 2, EXCHANGE = 4 };

static int square_image(const delta_rules *rules, int symmetry, int square) {
  int file = delta_file(square), rank = delta_rank(square);
  if ((symmetry & MIRROR_FILES) != 0) file = rules->size - 1 - file;
  if ((symmetry & MIRROR_RANKS) != 0) rank = rules->size - 1 - rank;
  return (symmetry & EXCHANGE) != 0 ? delta_square(rank, file) : delta_square(file, rank);
}

static uint64_t set_image(const delta_rules *rules, int symmetry, uint64_t set) {
  uint64_t image = 0;
  for (; set != 0; set = asc_bits_drop(set)) image |= asc_bit(square_image(rules, symmetry, asc_bits_lowest(set)));
  return image;
}

/* The direction from the image of the tracer's square to the image of the square reached. */
static int direction_image(const delta_rules *rules, int symmetry, int direction, int to) {
  uint64_t tracer = delta_step(asc_bit(to), delta_opposite(direction));
  uint64_t start = set_image(rules, symmetry, tracer), end = set_image(rules, symmetry, asc_bit(to));
  int image = 0;
  while (delta_step(start, image) != end) image++;
  return image;
}

void asc_delta_transform(const asc_rules *common, int symmetry, const void *data, void *image) {
  const delta_rules *rules = (const delta_rules *)common;
  delta_position position = *(const delta_position *)data;
  position.men[DELTA_WHITE] = set_image(rules, symmetry, position.men[DELTA_WHITE]);
  position.men[DELTA_BLACK] = set_image(rules, symmetry, position.men[DELTA_BLACK]);
  position.red = set_image(rules, symmetry, position.red);
  *(delta_position *)image = position;
}

asc_move asc_delta_transform_move(const asc_rules *common, int symmetry, const void *data, asc_move move) {
  (void)data;
  const delta_rules *rules = (const delta_rules *)common;
  enum delta_kind kind = delta_move_kind(move);
  int to = delta_move_to(move), direction = delta_move_direction(move), lift = DELTA_FROM_BOX;
  uint64_t lifted = set_image(rules, symmetry, delta_move_lifted(move));
  if (kind >= DELTA_TURN) direction = direction_image(rules, symmetry, direction, to);
  if (lifted != 0) lift = asc_bits_lowest(lifted) + 1;
  return delta_move(kind, direction, square_image(rules, symmetry, to), lift);
}
