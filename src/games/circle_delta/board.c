/* Builds a board: the lists of holes of its circles, and all tables that follow from them. A board never changes after
   that. Read board.h first. */
#include "board.h"

int asc_circle_board_holes(bool is_chain, int rings, int petals) {
  return 2 * petals * (is_chain ? 2 * rings - 1 : rings);
}

static int circle_new(asc_circle_board *board) { return board->circles++; }

static void circle_append(asc_circle_board *board, int circle, int hole) {
  board->hole[circle][board->length[circle]++] = (uint8_t)hole;
}

static void ring_add(asc_circle_board *board, int row) {
  int circle = circle_new(board);
  for (int column = 0; column < board->row_length; column++)
    circle_append(board, circle, asc_circle_hole(board, row, column));
}

/* A small circle crosses the rows `first` to `last`: outwards on its left side, seen from the middle of the board, and
   back on its right side. */
static void small_circle_add(asc_circle_board *board, int line, int first, int last) {
  int circle = circle_new(board);
  for (int row = first; row <= last; row++) circle_append(board, circle, asc_circle_hole(board, row, 2 * line));
  for (int row = last; row >= first; row--) circle_append(board, circle, asc_circle_hole(board, row, 2 * line + 1));
}

static void chain_make(asc_circle_board *board) {
  int last = board->rows - 1;
  for (int ring = 0; ring < board->rings; ring++) ring_add(board, 2 * ring);
  for (int line = 0; line < board->petals; line++)
    for (int row = 0; row <= last; row += 2)
      small_circle_add(board, line, row > 0 ? row - 1 : 0, row < last ? row + 1 : last);
}

static void rose_make(asc_circle_board *board) {
  for (int ring = 0; ring < board->rings; ring++) ring_add(board, ring);
  for (int petal = 0; petal < board->petals; petal++) small_circle_add(board, petal, 0, board->rows - 1);
}

/* Circles are listed with the rings first, then the small circles from the middle outwards. So the first circle that
   contains a hole is its track 0. */
static void spots_fill(asc_circle_board *board) {
  uint8_t tracks[ASC_CIRCLE_HOLES_MAX] = {0};
  for (int circle = 0; circle < board->circles; circle++) {
    for (int order = 0; order < board->length[circle]; order++) {
      int hole = board->hole[circle][order];
      uint32_t seen = (uint32_t)(circle * ASC_CIRCLE_HALF_HOLES + order) << ASC_CIRCLE_HALF_HOLES;
      board->spot[hole][tracks[hole]++] = (asc_circle_spot){(uint8_t)circle, (uint8_t)order, seen};
    }
  }
}

static uint8_t hole_after(const asc_circle_board *board, asc_circle_spot spot, int direction, int steps) {
  int length = board->length[spot.circle];
  return board->hole[spot.circle][(spot.order + (direction == ASC_CIRCLE_CLOCKWISE ? steps : length - steps)) % length];
}

static void neighbours_fill(asc_circle_board *board, int holes) {
  for (int hole = 0; hole < holes; hole++) {
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++) {
      asc_circle_spot spot = board->spot[hole][track];
      if (track == 0) asc_circle_set_add(&board->first_track_holes[spot.circle], asc_circle_set_of(hole));
      board->occupancy_bits[hole][track] = (1U | 1U << board->length[spot.circle]) << spot.order;
      for (int direction = 0; direction < ASC_CIRCLE_DIRECTIONS; direction++) {
        board->next[hole][track][direction] = hole_after(board, spot, direction, 1);
        board->next_but_one[hole][track][direction] = hole_after(board, spot, direction, 2);
      }
    }
  }
}

/* Returns the holes from hole 0 on, `step` holes at a time, up to and including the first piece. */
static uint32_t seen_one_way(uint32_t pieces, int step, int length) {
  uint32_t seen = 0;
  for (int at = step; at != 0; at = (at + step) % length) {
    seen |= (uint32_t)1 << at;
    if ((pieces >> at & 1) != 0) break;
  }
  return seen;
}

static void seen_bits_fill(asc_circle_board *board, int length) {
  uint32_t self = (uint32_t)1 << (length - 1);
  for (uint32_t others = 0; others < self; others++)
    board->seen_bits[self | others] =
        (uint16_t)(seen_one_way(others << 1, 1, length) | seen_one_way(others << 1, length - 1, length));
}

/* Also correct for circles of fewer than eight holes: there the first eight bits of the occupancy contain some pieces
   twice, and the table has an entry for every such index. */
static void seen_sets_fill(asc_circle_board *board, asc_circle_spot spot) {
  int length = board->length[spot.circle];
  for (uint32_t pieces = 0; pieces < 1 << ASC_CIRCLE_HALF_HOLES; pieces++) {
    asc_circle_occupancy occupancy;
    occupancy.bits[spot.circle] = (pieces & ((1U << length) - 1)) * (1U | 1U << length);
    board->seen_sets[spot.seen_index + pieces] = asc_circle_seen(board, &occupancy, spot, ASC_CIRCLE_SIZE_NARROW).low;
  }
}

static void sets_fill(asc_circle_board *board, int circle) {
  for (int order = 0; order < board->length[circle]; order++) {
    asc_circle_set hole = asc_circle_set_of(board->hole[circle][order]);
    int half = order / ASC_CIRCLE_HALF_HOLES;
    uint32_t bit = (uint32_t)1 << order % ASC_CIRCLE_HALF_HOLES;
    for (uint32_t bits = bit; bits < 1 << ASC_CIRCLE_HALF_HOLES; bits = (bits + 1) | bit) {
      board->low[circle][half][bits] |= hole.low;
      board->high[circle][half][bits] |= hole.high;
    }
  }
}

void asc_circle_board_fill(asc_circle_board *board, bool is_chain, int rings, int petals) {
  int holes = asc_circle_board_holes(is_chain, rings, petals);
  board->is_chain = is_chain;
  board->rings = rings;
  board->petals = petals;
  board->row_length = 2 * petals;
  board->rows = holes / board->row_length;
  if (is_chain)
    chain_make(board);
  else
    rose_make(board);
  spots_fill(board);
  neighbours_fill(board, holes);
  for (int hole = 0; hole < holes; hole++) asc_circle_set_add(&board->all_holes, asc_circle_set_of(hole));
  bool is_filled[ASC_CIRCLE_LENGTH_MAX + 1] = {false}, is_short = holes <= 64;
  for (int circle = 0; circle < board->circles; circle++) {
    int length = board->length[circle];
    if (length > 1 && !is_filled[length]) seen_bits_fill(board, length);
    is_filled[length] = true;
    sets_fill(board, circle);
    is_short = is_short && length <= ASC_CIRCLE_HALF_HOLES;
  }
  board->size = is_short ? ASC_CIRCLE_SIZE_SHORT : holes <= 64 ? ASC_CIRCLE_SIZE_NARROW : ASC_CIRCLE_SIZE_WIDE;
  for (int hole = 0; is_short && hole < holes; hole++)
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++) seen_sets_fill(board, board->spot[hole][track]);
}
