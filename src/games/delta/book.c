/* Looks positions up in the opening book (format: book.h).

   The book holds only the default rules: 5x5 squares, nine pawns each, scoring in points. The player to move and the
   stage must also be those that play leads to. */
#include "book.h"

#include <ascona/knowledge.h>

#include "delta.h"

/* Returns a set with one bit per square and no gaps: bit row * 5 + column. */
static uint32_t compact_set(uint64_t set) {
  uint32_t squares = 0, row_mask = (1u << ASC_DELTA_BOOK_BOARD_SIZE) - 1;
  for (int r = 0; r < ASC_DELTA_BOOK_BOARD_SIZE; r++)
    squares |= ((uint32_t)(set >> r * ASC_DELTA_STRIDE) & row_mask) << r * ASC_DELTA_BOOK_BOARD_SIZE;
  return squares;
}

/* Bit 0 of `symmetry` mirrors the columns, bit 1 the rows; bit 2 then swaps columns and rows. */
static uint32_t set_image(uint32_t set, int symmetry) {
  uint32_t result = 0;
  for (; set != 0; set &= set - 1) {
    int square = asc_bits_lowest(set), column = square % ASC_DELTA_BOOK_BOARD_SIZE,
        row = square / ASC_DELTA_BOOK_BOARD_SIZE;
    if (symmetry & 1) column = ASC_DELTA_BOOK_BOARD_SIZE - 1 - column;
    if (symmetry & 2) row = ASC_DELTA_BOOK_BOARD_SIZE - 1 - row;
    result |=
        1u << (symmetry & 4 ? column * ASC_DELTA_BOOK_BOARD_SIZE + row : row * ASC_DELTA_BOOK_BOARD_SIZE + column);
  }
  return result;
}

static uint32_t binomial(int n, int k) {
  uint32_t value = 1;
  for (int i = 1; i <= k; i++) value = value * (uint32_t)(n - k + i) / (uint32_t)i;
  return k > n ? 0 : value;
}

/* Returns the index of `set` among the sets of the same size on the squares that `own` leaves free. */
static uint32_t column_index(uint32_t own, uint32_t set) {
  uint32_t column = 0;
  for (int k = 1; set != 0; set &= set - 1, k++) {
    int square = asc_bits_lowest(set);
    column += binomial(square - asc_bits_count(own & ((1u << square) - 1)), k);
  }
  return column;
}

typedef struct book_layer {
  const uint8_t *values, *first_sets, *half_bytes;
  int rows;
  uint32_t columns;
} book_layer;

static book_layer layer_find(int pawns) {
  const uint8_t *at = (const uint8_t *)asc_delta_book;
  book_layer layer = {0};
  for (int n = 0; n <= pawns; n++) {
    layer.values = at;
    layer.rows = at[ASC_DELTA_BOOK_VALUES];
    layer.first_sets = at + ASC_DELTA_BOOK_VALUES + 1;
    layer.half_bytes = layer.first_sets + (size_t)ASC_DELTA_BOOK_SET_BYTES * (size_t)layer.rows;
    layer.columns = binomial(ASC_DELTA_BOOK_SQUARES - n / 2, n - n / 2);
    at = layer.half_bytes + ((uint32_t)layer.rows * layer.columns + 1) / 2;
  }
  return layer;
}

static int row_find(const book_layer *layer, uint32_t first) {
  for (int row = 0; row < layer->rows; row++) {
    const uint8_t *set = layer->first_sets + (size_t)ASC_DELTA_BOOK_SET_BYTES * (size_t)row;
    if ((set[0] | (uint32_t)set[1] << 8 | (uint32_t)set[2] << 16 | (uint32_t)set[3] << 24) == first) return row;
  }
  return -1;
}

/* The first set of a row is the smallest of its images. */
static int32_t value_find(int pawns, uint32_t own, uint32_t other) {
  uint32_t first = own;
  int symmetry = 0;
  for (int s = 1; s < ASC_DELTA_SYMMETRIES; s++)
    if (set_image(own, s) < first) {
      first = set_image(own, s);
      symmetry = s;
    }
  book_layer layer = layer_find(pawns);
  uint32_t entry = (uint32_t)row_find(&layer, first) * layer.columns + column_index(first, set_image(other, symmetry));
  return (int8_t)layer.values[layer.half_bytes[entry / 2] >> 4 * (entry % 2) & 15];
}

bool asc_delta_book_probe(const asc_rules *common, const void *data, int32_t *score) {
  enum { HUNDREDTHS = 100 };
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  uint64_t own = position->pawns[position->mover], other = position->pawns[!position->mover];
  int pawns = asc_bits_count(own | other);
  if (pawns >= ASC_DELTA_BOOK_LAYERS || rules->size != ASC_DELTA_BOOK_BOARD_SIZE ||
      rules->pawns_per_player != ASC_DELTA_PAWNS || rules->simple_scoring)
    return false;
  bool in_turn = (position->mover == ASC_DELTA_WHITE) == (pawns % 2 == 0) && asc_bits_count(own) == pawns / 2;
  if (!in_turn || position->stage != (pawns < ASC_DELTA_STAGE_TURNS ? pawns : ASC_DELTA_STAGE_TURNS)) return false;
  *score = HUNDREDTHS * value_find(pawns, compact_set(own), compact_set(other));
  return true;
}
