/* Builds the lookup tables of the board. See squares.h. */
#include "squares.h"

#include <stdlib.h>

check_board check_the_board;

static check_set at(int file, int rank) { return (check_set)1 << (rank * check_the_board.size + file); }
static bool inside(int file, int rank) {
  return file >= 0 && rank >= 0 && file < check_the_board.size && rank < check_the_board.size;
}

/* Pascal's triangle, and the rank C(s1, 1) + C(s2, 2) + … split into the low and the high squares of a set. */
static void init_ranks(void) {
  for (int n = 0; n <= CHECK_SQUARES_MAX + 1; n++)
    for (int k = 0; k <= n; k++)
      check_the_board.binomial[n][k] =
          k == 0 || k == n ? 1 : check_the_board.binomial[n - 1][k - 1] + check_the_board.binomial[n - 1][k];
  for (check_set s = 0; s < CHECK_LOW_SETS; s++) {
    int k = 0;
    for (int i = 0; i < CHECK_LOW_SQUARES; i++)
      if (s >> i & 1) check_the_board.rank_low[s] += check_the_board.binomial[i][++k];
    check_the_board.count_low[s] = (uint8_t)k;
  }
  for (int below = 0; below <= CHECK_LOW_SQUARES; below++)
    for (check_set s = 0; s < CHECK_HIGH_SETS; s++) {
      int k = below;
      for (int i = 0; i < CHECK_SQUARES_MAX - CHECK_LOW_SQUARES; i++)
        if (s >> i & 1) check_the_board.rank_high[below][s] += check_the_board.binomial[CHECK_LOW_SQUARES + i][++k];
    }
}

static check_set square_image(int which, int square) {
  int last = check_the_board.size - 1, file = square % check_the_board.size, rank = square / check_the_board.size;
  if (which & 1) file = last - file;
  if (which & 2) rank = last - rank;
  return which & 4 ? at(rank, file) : at(file, rank);
}

static void init_images(void) {
  for (int which = 0; which < 8; which++) {
    for (check_set s = 1; s < CHECK_LOW_SETS; s++)
      for (int i = 0; i < CHECK_LOW_SQUARES; i++)
        if (s >> i & 1) check_the_board.image_low[which][s] |= square_image(which, i);
    for (check_set s = 1; s < (check_set)1 << (check_the_board.squares - CHECK_LOW_SQUARES); s++)
      for (int i = 0; i < check_the_board.squares - CHECK_LOW_SQUARES; i++)
        if (s >> i & 1) check_the_board.image_high[which][s] |= square_image(which, CHECK_LOW_SQUARES + i);
  }
}

/* Lists the moves of two or more squares from a square in one of eight directions. */
static void list_moves(int file, int rank, int right, int up) {
  check_set path = 0, before = 0;
  for (int steps = 1; inside(file + steps * right, rank + steps * up); steps++) {
    check_set to = at(file + steps * right, rank + steps * up);
    path |= to;
    if (steps >= 2)
      check_the_board.moves[check_the_board.move_count++] =
          (check_move){.from = at(file, rank), .path = path, .to = to, .tracer = before};
    before = to;
  }
}

void check_board_init(int size) {
  check_the_board.size = size;
  check_the_board.squares = size * size;
  init_ranks();
  init_images();
  for (int file = 0; file < size; file++)
    for (int rank = 0; rank < size; rank++) {
      for (int direction = 0; direction < 9; direction++)
        if (direction != 4) list_moves(file, rank, direction % 3 - 1, direction / 3 - 1);
      /* A relay is four squares from its lowest one to the right, upwards, or diagonally upwards to the right or
         left. */
      bool right = inside(file + 3, rank), up = inside(file, rank + 3), left = inside(file - 3, rank);
      if (right) check_the_board.relay_starts[0] |= at(file, rank);
      if (up) check_the_board.relay_starts[1] |= at(file, rank);
      if (right && up) check_the_board.relay_starts[2] |= at(file, rank);
      if (left && up) check_the_board.relay_starts[3] |= at(file, rank);
    }
  for (check_set taken = 0; taken < 32; taken++)
    for (int i = 0; i < 5; i++) {
      if (taken >> i & 1) continue;
      for (check_set s = 0; s < 32; s++)
        if (s >> i & 1) check_the_board.pack[taken][s] |= (uint8_t)(1 << check_the_board.free_counts[taken]);
      check_the_board.free_counts[taken]++;
    }
}

/* Returns the next greater set with the same number of squares: the highest square of the lowest run moves up, the
   rest of the run moves down. */
static check_set next_subset(check_set s) {
  check_set lowest = s & (~s + 1), carried = s + lowest;
  return carried | ((carried ^ s) >> 2) / lowest;
}

check_set *check_subsets(int squares, int pawns) {
  uint32_t sets = check_the_board.binomial[squares][pawns];
  check_set *all = malloc(sets * sizeof *all);
  if (all == NULL) return NULL;
  all[0] = ((check_set)1 << pawns) - 1;
  for (uint32_t i = 1; i < sets; i++) all[i] = next_subset(all[i - 1]);
  return all;
}

bool check_classes_open(check_classes *self, int pawns) {
  uint32_t sets = check_the_board.binomial[check_the_board.squares][pawns];
  check_set *all = check_subsets(check_the_board.squares, pawns);
  *self = (check_classes){.canonical = malloc(sets * sizeof(check_set)), .row_ref = malloc(sets * sizeof(uint32_t))};
  if (all == NULL || self->canonical == NULL || self->row_ref == NULL) return false;
  for (uint32_t i = 0; i < sets; i++) {
    self->row_ref[i] = CHECK_NO_ROW;
    if (check_has_relay(all[i])) continue;
    check_set first = all[i];
    uint32_t symmetry = 0;
    for (int which = 1; which < 8; which++)
      if (check_image(which, all[i]) < first) first = check_image(which, all[i]), symmetry = (uint32_t)which;
    /* The canonical set is the smallest of its class, so it already has its row. */
    if (first == all[i]) self->canonical[self->rows] = first;
    self->row_ref[i] = first == all[i] ? 8 * self->rows++ : (self->row_ref[check_rank(first)] | symmetry);
  }
  free(all);
  return true;
}

void check_spread_init(check_spread *self, check_set taken) {
  check_set free_square[CHECK_SQUARES_MAX];
  int squares = 0;
  for (int i = 0; i < check_the_board.squares; i++)
    if (!(taken >> i & 1)) free_square[squares++] = (check_set)1 << i;
  int low = squares < CHECK_LOW_SQUARES ? squares : CHECK_LOW_SQUARES, high = squares - low;
  self->low[0] = self->high[0] = 0;
  /* Each set is a smaller set and one more square. */
  for (int i = 0; i < low; i++)
    for (check_set s = 0; s < (check_set)1 << i; s++) self->low[s | (check_set)1 << i] = self->low[s] | free_square[i];
  for (int i = 0; i < high; i++)
    for (check_set s = 0; s < (check_set)1 << i; s++)
      self->high[s | (check_set)1 << i] = self->high[s] | free_square[CHECK_LOW_SQUARES + i];
}

void check_relay_paths_find(check_relay_paths *found, check_set own, bool must_remove) {
  found->count = 0;
  for (int i = 0; i < check_the_board.move_count; i++) {
    const check_move *move = &check_the_board.moves[i];
    if ((own & (move->from | move->path)) != move->from) continue;
    check_set moved = own ^ (move->from | move->to | move->tracer);
    bool makes_relay = !must_remove && check_has_relay(moved);
    for (check_set removed = own ^ move->from; must_remove && removed != 0; removed &= removed - 1)
      makes_relay = makes_relay || check_has_relay(moved ^ (removed & (~removed + 1)));
    if (makes_relay) found->paths[found->count++] = move->path;
  }
}
