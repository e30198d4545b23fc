/* Filling the tables of a board: neighbours, the sets along its edges, and how far one gets along a circle for every
   way men can stand on it. They depend on rings and petals alone and never change after that. */
#include "board.h"

/* The holes from one on in steps around a circle, up to the first man. */
static uint32_t reach_one_way(uint32_t men, int from, int step, int length) {
  uint32_t reached = (uint32_t)1 << from;
  for (int at = (from + step) % length; at != from && (men >> at & 1) == 0; at = (at + step) % length)
    reached |= (uint32_t)1 << at;
  return reached;
}

static uint32_t reach_both_ways(uint32_t men, int from, int length) {
  return reach_one_way(men, from, 1, length) | reach_one_way(men, from, length - 1, length);
}

static void ring_reach_fill(circle_board *board) {
  int length = board->length[CIRCLE_RING];
  for (uint32_t others = 0; others < (uint32_t)1 << (length - 1); others++)
    board->ring_reach[others] = (uint16_t)reach_both_ways(others << 1, 0, length);
}

static void petal_reach_fill(circle_board *board) {
  int length = board->length[CIRCLE_PETAL];
  for (uint32_t men = 0; men < (uint32_t)1 << length; men++) {
    for (int ring = 0; ring < board->rings; ring++) {
      uint16_t *reach = board->petal_reach[men][ring];
      reach[0] = (uint16_t)reach_both_ways(men, ring, length);
      reach[1] = (uint16_t)reach_both_ways(men, length - 1 - ring, length);
    }
  }
}

static int petal_hole(const circle_board *board, int petal, int order) {
  return order < board->rings ? circle_hole(order, 2 * petal)
                              : circle_hole(board->length[CIRCLE_PETAL] - 1 - order, 2 * petal + 1);
}

static void petal_sets_fill(circle_board *board) {
  for (uint32_t bits = 0; bits < (uint32_t)1 << board->length[CIRCLE_PETAL]; bits++)
    for (int order = 0; order < board->length[CIRCLE_PETAL]; order++)
      if ((bits >> order & 1) != 0) circle_add(&board->petal_set[bits], circle_set_of(petal_hole(board, 0, order)));
}

static void next_fill(circle_board *board) {
  int around = board->length[CIRCLE_RING], along = board->length[CIRCLE_PETAL];
  for (circle_set left = board->holes; circle_any(left);) {
    int hole = circle_take(&left);
    int ring = circle_ring(hole), place = circle_place(hole), petal = circle_petal(hole);
    int order = hole % 2 == 0 ? ring : along - 1 - ring;
    uint8_t(*next)[CIRCLE_DIRECTIONS] = board->next[hole];
    next[CIRCLE_RING][CIRCLE_CLOCKWISE] = (uint8_t)circle_hole(ring, (place + 1) % around);
    next[CIRCLE_RING][CIRCLE_BACKWARDS] = (uint8_t)circle_hole(ring, (place + around - 1) % around);
    next[CIRCLE_PETAL][CIRCLE_CLOCKWISE] = (uint8_t)petal_hole(board, petal, (order + 1) % along);
    next[CIRCLE_PETAL][CIRCLE_BACKWARDS] = (uint8_t)petal_hole(board, petal, (order + along - 1) % along);
  }
}

void asc_circle_board_fill(circle_board *board, int rings, int petals) {
  board->rings = rings;
  board->petals = petals;
  board->length[CIRCLE_RING] = 2 * petals;
  board->length[CIRCLE_PETAL] = 2 * rings;
  for (int ring = 0; ring < rings; ring++) {
    for (int place = 0; place < 2 * petals; place++) {
      circle_set hole = circle_set_of(circle_hole(ring, place));
      circle_add(&board->holes, hole);
      if (place == 0) circle_add(&board->first, hole);
      if (place == 2 * petals - 1) circle_add(&board->last, hole);
      if (ring == 0) circle_add(&board->inmost, hole);
      if (ring == rings - 1) circle_add(&board->utmost, hole);
    }
  }
  next_fill(board);
  petal_sets_fill(board);
  ring_reach_fill(board);
  petal_reach_fill(board);
}
