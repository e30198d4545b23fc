#include "book.h"

#include <ascona/knowledge.h>

#include "delta.h"

/* A set of squares without gaps: rank * 5 + file. */
static uint32_t squares_of(uint64_t set) {
  uint32_t squares = 0, rank = (1u << DELTA_BOOK_SIZE) - 1;
  for (int r = 0; r < DELTA_BOOK_SIZE; r++)
    squares |= ((uint32_t)(set >> r * DELTA_STRIDE) & rank) << r * DELTA_BOOK_SIZE;
  return squares;
}

/* Bit 0 of the symmetry mirrors the files, bit 1 the ranks, bit 2 exchanges them at the end. */
static uint32_t image(uint32_t set, int symmetry) {
  uint32_t made = 0;
  for (; set != 0; set &= set - 1) {
    int square = asc_bits_lowest(set), file = square % DELTA_BOOK_SIZE, rank = square / DELTA_BOOK_SIZE;
    if (symmetry & 1) file = DELTA_BOOK_SIZE - 1 - file;
    if (symmetry & 2) rank = DELTA_BOOK_SIZE - 1 - rank;
    made |= 1u << (symmetry & 4 ? file * DELTA_BOOK_SIZE + rank : rank * DELTA_BOOK_SIZE + file);
  }
  return made;
}

static uint32_t binomial(int n, int k) {
  uint32_t value = 1;
  for (int i = 1; i <= k; i++) value = value * (uint32_t)(n - k + i) / (uint32_t)i;
  return k > n ? 0 : value;
}

/* The number of `set` among the sets as large on the squares that `own` leaves. */
static uint32_t column_of(uint32_t own, uint32_t set) {
  uint32_t column = 0;
  for (int k = 1; set != 0; set &= set - 1, k++) {
    int square = asc_bits_lowest(set);
    column += binomial(square - asc_bits_count(own & ((1u << square) - 1)), k);
  }
  return column;
}

typedef struct book_layer {
  const uint8_t *values, *sets, *halves;
  int rows;
  uint32_t columns;
} book_layer;

static book_layer layer_find(int pawns) {
  const uint8_t *at = (const uint8_t *)asc_delta_book;
  book_layer layer = {0};
  for (int n = 0; n <= pawns; n++) {
    layer.values = at;
    layer.rows = at[DELTA_BOOK_VALUES];
    layer.sets = at + DELTA_BOOK_VALUES + 1;
    layer.halves = layer.sets + (size_t)DELTA_BOOK_SET * (size_t)layer.rows;
    layer.columns = binomial(DELTA_BOOK_SQUARES - n / 2, n - n / 2);
    at = layer.halves + ((uint32_t)layer.rows * layer.columns + 1) / 2;
  }
  return layer;
}

static int row_find(const book_layer *layer, uint32_t first) {
  for (int row = 0; row < layer->rows; row++) {
    const uint8_t *set = layer->sets + (size_t)DELTA_BOOK_SET * (size_t)row;
    if ((set[0] | (uint32_t)set[1] << 8 | (uint32_t)set[2] << 16 | (uint32_t)set[3] << 24) == first) return row;
  }
  return -1;
}

/* A row's first set is the smallest image. */
static int32_t value_find(int pawns, uint32_t own, uint32_t other) {
  uint32_t first = own;
  int symmetry = 0;
  for (int s = 1; s < DELTA_SYMMETRIES; s++)
    if (image(own, s) < first) {
      first = image(own, s);
      symmetry = s;
    }
  book_layer layer = layer_find(pawns);
  uint32_t entry = (uint32_t)row_find(&layer, first) * layer.columns + column_of(first, image(other, symmetry));
  return (int8_t)layer.values[layer.halves[entry / 2] >> 4 * (entry % 2) & 15];
}

bool asc_delta_recall(const asc_rules *rules, const void *position, int32_t *score) {
  enum { HUNDREDTHS = 100 };
  const delta_rules *delta = (const delta_rules *)rules;
  const delta_position *now = position;
  uint64_t own = now->men[now->mover], other = now->men[!now->mover];
  int pawns = asc_bits_count(own | other);
  if (pawns >= DELTA_BOOK_LAYERS || delta->size != DELTA_BOOK_SIZE || delta->pawns != DELTA_PAWNS || delta->simple)
    return false;
  bool in_turn = (now->mover == DELTA_WHITE) == (pawns % 2 == 0) && asc_bits_count(own) == pawns / 2;
  if (!in_turn || now->stage != (pawns < DELTA_TURNS ? pawns : DELTA_TURNS)) return false;
  *score = HUNDREDTHS * value_find(pawns, squares_of(own), squares_of(other));
  return true;
}
