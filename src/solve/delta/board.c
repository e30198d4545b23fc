/* Lists the moves, relays and symmetries of an empty board of Delta. See board.h. */
#include "board.h"

#include <assert.h>

static const int STEPS[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static bool inside(int size, int file, int rank) { return file >= 0 && file < size && rank >= 0 && rank < size; }

static void list_moves_from(asc_tablebase_board *board, int file, int rank) {
  int size = board->size;
  for (int d = 0; d < 8; d++) {
    uint32_t path = 0, last = 0;
    int f = file + STEPS[d][0], r = rank + STEPS[d][1];
    for (int distance = 1; inside(size, f, r); distance++, f += STEPS[d][0], r += STEPS[d][1]) {
      uint32_t here = (uint32_t)1 << (r * size + f);
      path |= here;
      if (distance >= 2) {
        assert(board->move_count < ASC_TABLEBASE_MOVES_MAX);
        board->moves[board->move_count++] = (asc_tablebase_move){(uint32_t)1 << (rank * size + file), path, here, last};
      }
      last = here;
    }
  }
}

static void list_relays_from(asc_tablebase_board *board, int file, int rank) {
  for (int d = 0; d < 4; d++) {
    if (!inside(board->size, file + 3 * STEPS[d][0], rank + 3 * STEPS[d][1])) continue;
    uint32_t relay = 0;
    for (int i = 0; i < 4; i++)
      relay |= (uint32_t)1 << ((rank + i * STEPS[d][1]) * board->size + file + i * STEPS[d][0]);
    assert(board->relay_count < ASC_TABLEBASE_RELAYS_MAX);
    board->relays[board->relay_count++] = relay;
  }
}

/* Symmetry 0 is the identity. Bit 0 mirrors the files and bit 1 the ranks; then bit 2 swaps files and ranks. */
static int square_image(int size, int symmetry, int square) {
  int file = square % size, rank = square / size;
  if (symmetry & 1) file = size - 1 - file;
  if (symmetry & 2) rank = size - 1 - rank;
  return symmetry & 4 ? file * size + rank : rank * size + file;
}

void asc_tablebase_board_init(asc_tablebase_board *board, int size) {
  *board =
      (asc_tablebase_board){.size = size, .square_count = size * size, .all_squares = ((uint32_t)1 << size * size) - 1};
  for (int square = 0; square < board->square_count; square++) {
    list_moves_from(board, square % size, square / size);
    list_relays_from(board, square % size, square / size);
    for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++) board->image[s][square] = (uint8_t)square_image(size, s, square);
  }
}

bool asc_tablebase_board_has_relay(const asc_tablebase_board *board, uint32_t set) {
  for (int i = 0; i < board->relay_count; i++)
    if ((set & board->relays[i]) == board->relays[i]) return true;
  return false;
}

uint32_t asc_tablebase_board_image(const asc_tablebase_board *board, int symmetry, uint32_t set) {
  uint32_t image = 0;
  for (uint32_t rest = set; rest != 0; rest &= rest - 1)
    image |= (uint32_t)1 << board->image[symmetry][asc_bits_lowest(rest)];
  return image;
}
