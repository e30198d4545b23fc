/* Making a board: the lists of holes of its circles, and all that follows from them. They never change after that. */
#include "board.h"

int asc_circle_board_holes(bool chain, int rings, int petals) { return 2 * petals * (chain ? 2 * rings - 1 : rings); }

static int circle_begin(circle_board *board) { return board->circles++; }

static void circle_append(circle_board *board, int circle, int hole) {
  board->hole[circle][board->length[circle]++] = (uint8_t)hole;
}

static void ring_add(circle_board *board, int row) {
  int circle = circle_begin(board);
  for (int place = 0; place < board->row_length; place++) circle_append(board, circle, circle_hole(board, row, place));
}

/* A small circle crosses the rows from one to another: outwards on its left side, seen from the middle, and back on its
   right side. */
static void small_add(circle_board *board, int line, int first, int last) {
  int circle = circle_begin(board);
  for (int row = first; row <= last; row++) circle_append(board, circle, circle_hole(board, row, 2 * line));
  for (int row = last; row >= first; row--) circle_append(board, circle, circle_hole(board, row, 2 * line + 1));
}

static void chain_make(circle_board *board) {
  int last = board->rows - 1;
  for (int ring = 0; ring < board->rings; ring++) ring_add(board, 2 * ring);
  for (int line = 0; line < board->petals; line++)
    for (int row = 0; row <= last; row += 2) small_add(board, line, row > 0 ? row - 1 : 0, row < last ? row + 1 : last);
}

static void rose_make(circle_board *board) {
  for (int ring = 0; ring < board->rings; ring++) ring_add(board, ring);
  for (int petal = 0; petal < board->petals; petal++) small_add(board, petal, 0, board->rows - 1);
}

/* The first circle of a hole comes first in the list: rings before small circles, and these from the middle outwards.
 */
static void spots_fill(circle_board *board) {
  uint8_t tracks[CIRCLE_HOLES_MAX] = {0};
  for (int circle = 0; circle < board->circles; circle++) {
    for (int order = 0; order < board->length[circle]; order++) {
      int hole = board->hole[circle][order];
      uint32_t seen = (uint32_t)(circle * CIRCLE_HALF + order) << CIRCLE_HALF;
      board->spot[hole][tracks[hole]++] = (circle_spot){(uint8_t)circle, (uint8_t)order, seen};
    }
  }
}

static uint8_t hole_after(const circle_board *board, circle_spot spot, int direction, int steps) {
  int length = board->length[spot.circle];
  return board->hole[spot.circle][(spot.order + (direction == CIRCLE_CLOCKWISE ? steps : length - steps)) % length];
}

static void neighbours_fill(circle_board *board, int holes) {
  for (int hole = 0; hole < holes; hole++) {
    for (int track = 0; track < CIRCLE_TRACKS; track++) {
      circle_spot spot = board->spot[hole][track];
      if (track == 0) circle_add(&board->first[spot.circle], circle_set_of(hole));
      board->men_bits[hole][track] = (1U | 1U << board->length[spot.circle]) << spot.order;
      for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++) {
        board->next[hole][track][direction] = hole_after(board, spot, direction, 1);
        board->after[hole][track][direction] = hole_after(board, spot, direction, 2);
      }
    }
  }
}

/* The holes from the first on in steps around a circle, up to the first man and with it. */
static uint32_t sight_one_way(uint32_t men, int step, int length) {
  uint32_t seen = 0;
  for (int at = step; at != 0; at = (at + step) % length) {
    seen |= (uint32_t)1 << at;
    if ((men >> at & 1) != 0) break;
  }
  return seen;
}

static void sight_fill(circle_board *board, int length) {
  uint32_t self = (uint32_t)1 << (length - 1);
  for (uint32_t others = 0; others < self; others++)
    board->sight[self | others] =
        (uint16_t)(sight_one_way(others << 1, 1, length) | sight_one_way(others << 1, length - 1, length));
}

/* For circles of less than eight holes too, whose lines have the men twice in the first eight bits. */
static void seen_fill(circle_board *board, circle_spot spot) {
  int length = board->length[spot.circle];
  for (uint32_t men = 0; men < 1 << CIRCLE_HALF; men++) {
    circle_lines lines;
    lines.men[spot.circle] = (men & ((1U << length) - 1)) * (1U | 1U << length);
    board->seen[spot.seen + men] = circle_seen(board, &lines, spot, CIRCLE_NARROW).low;
  }
}

static void sets_fill(circle_board *board, int circle) {
  for (int order = 0; order < board->length[circle]; order++) {
    circle_set hole = circle_set_of(board->hole[circle][order]);
    int half = order / CIRCLE_HALF;
    uint32_t bit = (uint32_t)1 << order % CIRCLE_HALF;
    for (uint32_t bits = bit; bits < 1 << CIRCLE_HALF; bits = (bits + 1) | bit) {
      board->low[circle][half][bits] |= hole.low;
      board->high[circle][half][bits] |= hole.high;
    }
  }
}

void asc_circle_board_fill(circle_board *board, bool chain, int rings, int petals) {
  int holes = asc_circle_board_holes(chain, rings, petals);
  board->chain = chain;
  board->rings = rings;
  board->petals = petals;
  board->row_length = 2 * petals;
  board->rows = holes / board->row_length;
  if (chain)
    chain_make(board);
  else
    rose_make(board);
  spots_fill(board);
  neighbours_fill(board, holes);
  for (int hole = 0; hole < holes; hole++) circle_add(&board->holes, circle_set_of(hole));
  bool known[CIRCLE_LENGTH_MAX + 1] = {false}, is_short = holes <= 64;
  for (int circle = 0; circle < board->circles; circle++) {
    int length = board->length[circle];
    if (length > 1 && !known[length]) sight_fill(board, length);
    known[length] = true;
    sets_fill(board, circle);
    is_short = is_short && length <= CIRCLE_HALF;
  }
  board->size = is_short ? CIRCLE_SHORT : holes <= 64 ? CIRCLE_NARROW : CIRCLE_WIDE;
  for (int hole = 0; is_short && hole < holes; hole++)
    for (int track = 0; track < CIRCLE_TRACKS; track++) seen_fill(board, board->spot[hole][track]);
}
