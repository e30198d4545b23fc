#include "board.h"

#include <assert.h>

static const int STEPS[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static bool inside(int size, int file, int rank) { return file >= 0 && file < size && rank >= 0 && rank < size; }

static void ways_from(retro_board *board, int file, int rank) {
  int size = board->size;
  for (int d = 0; d < 8; d++) {
    uint32_t over = 0, last = 0;
    int f = file + STEPS[d][0], r = rank + STEPS[d][1];
    for (int distance = 1; inside(size, f, r); distance++, f += STEPS[d][0], r += STEPS[d][1]) {
      uint32_t here = (uint32_t)1 << (r * size + f);
      over |= here;
      if (distance >= 2) {
        assert(board->way_count < RETRO_WAYS_MAX);
        board->ways[board->way_count++] = (retro_way){(uint32_t)1 << (rank * size + file), over, here, last};
      }
      last = here;
    }
  }
}

static void fours_from(retro_board *board, int file, int rank) {
  for (int d = 0; d < 4; d++) {
    if (!inside(board->size, file + 3 * STEPS[d][0], rank + 3 * STEPS[d][1])) continue;
    uint32_t four = 0;
    for (int i = 0; i < 4; i++)
      four |= (uint32_t)1 << ((rank + i * STEPS[d][1]) * board->size + file + i * STEPS[d][0]);
    assert(board->four_count < RETRO_FOURS_MAX);
    board->fours[board->four_count++] = four;
  }
}

/* Symmetry 0 is the identity: bit 0 mirrors the files, bit 1 the ranks, bit 2 exchanges them at the end. */
static int square_image(int size, int symmetry, int square) {
  int file = square % size, rank = square / size;
  if (symmetry & 1) file = size - 1 - file;
  if (symmetry & 2) rank = size - 1 - rank;
  return symmetry & 4 ? file * size + rank : rank * size + file;
}

void asc_retro_board_make(retro_board *board, int size) {
  *board = (retro_board){.size = size, .squares = size * size, .all = ((uint32_t)1 << size * size) - 1};
  for (int square = 0; square < board->squares; square++) {
    ways_from(board, square % size, square / size);
    fours_from(board, square % size, square / size);
    for (int s = 0; s < RETRO_SYMMETRIES; s++) board->image[s][square] = (uint8_t)square_image(size, s, square);
  }
}

bool asc_retro_board_relay(const retro_board *board, uint32_t set) {
  for (int i = 0; i < board->four_count; i++)
    if ((set & board->fours[i]) == board->fours[i]) return true;
  return false;
}

uint32_t asc_retro_board_image(const retro_board *board, int symmetry, uint32_t set) {
  uint32_t image = 0;
  for (uint32_t rest = set; rest != 0; rest &= rest - 1)
    image |= (uint32_t)1 << board->image[symmetry][asc_bits_lowest(rest)];
  return image;
}
