/* See squares.h. */
#include "squares.h"

#include <stdlib.h>

board the_board;

static set at(int file, int rank) { return (set)1 << (rank * the_board.size + file); }
static bool inside(int file, int rank) {
  return file >= 0 && rank >= 0 && file < the_board.size && rank < the_board.size;
}

/* Pascal's triangle, and C(s1, 1) + C(s2, 2) + … for the lower and the upper squares of a set. */
static void numbers_make(void) {
  for (int n = 0; n <= MOST_SQUARES + 1; n++)
    for (int k = 0; k <= n; k++)
      the_board.choose[n][k] = k == 0 || k == n ? 1 : the_board.choose[n - 1][k - 1] + the_board.choose[n - 1][k];
  for (set s = 0; s < LOW_SETS; s++) {
    int k = 0;
    for (int i = 0; i < LOW_BITS; i++)
      if (s >> i & 1) the_board.number_low[s] += the_board.choose[i][++k];
    the_board.count_low[s] = (uint8_t)k;
  }
  for (int below = 0; below <= LOW_BITS; below++)
    for (set s = 0; s < HIGH_SETS; s++) {
      int k = below;
      for (int i = 0; i < MOST_SQUARES - LOW_BITS; i++)
        if (s >> i & 1) the_board.number_high[below][s] += the_board.choose[LOW_BITS + i][++k];
    }
}

static set square_image(int which, int square) {
  int last = the_board.size - 1, file = square % the_board.size, rank = square / the_board.size;
  if (which & 1) file = last - file;
  if (which & 2) rank = last - rank;
  return which & 4 ? at(rank, file) : at(file, rank);
}

static void images_make(void) {
  for (int which = 0; which < 8; which++) {
    for (set s = 1; s < LOW_SETS; s++)
      for (int i = 0; i < LOW_BITS; i++)
        if (s >> i & 1) the_board.image_low[which][s] |= square_image(which, i);
    for (set s = 1; s < (set)1 << (the_board.squares - LOW_BITS); s++)
      for (int i = 0; i < the_board.squares - LOW_BITS; i++)
        if (s >> i & 1) the_board.image_high[which][s] |= square_image(which, LOW_BITS + i);
  }
}

/* A way goes two squares or more in one of eight directions. */
static void ways_make(int file, int rank, int right, int up) {
  set path = 0, before = 0;
  for (int steps = 1; inside(file + steps * right, rank + steps * up); steps++) {
    set to = at(file + steps * right, rank + steps * up);
    path |= to;
    if (steps >= 2)
      the_board.ways[the_board.way_count++] = (way){.from = at(file, rank), .path = path, .to = to, .tracer = before};
    before = to;
  }
}

void squares_init(int size) {
  the_board.size = size;
  the_board.squares = size * size;
  numbers_make();
  images_make();
  for (int file = 0; file < size; file++)
    for (int rank = 0; rank < size; rank++) {
      for (int direction = 0; direction < 9; direction++)
        if (direction != 4) ways_make(file, rank, direction % 3 - 1, direction / 3 - 1);
      /* A relay is four squares to the right, upwards, or upwards to the right or left, from its lowest square. */
      bool right = inside(file + 3, rank), up = inside(file, rank + 3), left = inside(file - 3, rank);
      if (right) the_board.relay_from[0] |= at(file, rank);
      if (up) the_board.relay_from[1] |= at(file, rank);
      if (right && up) the_board.relay_from[2] |= at(file, rank);
      if (left && up) the_board.relay_from[3] |= at(file, rank);
    }
  for (set taken = 0; taken < 32; taken++)
    for (int i = 0; i < 5; i++) {
      if (taken >> i & 1) continue;
      for (set s = 0; s < 32; s++)
        if (s >> i & 1) the_board.pack[taken][s] |= (uint8_t)(1 << the_board.left[taken]);
      the_board.left[taken]++;
    }
}

/* The next greater number with as many squares: the lowest run of squares sends its highest one up, the rest go down.
 */
static set next_subset(set s) {
  set lowest = s & (~s + 1), carried = s + lowest;
  return carried | ((carried ^ s) >> 2) / lowest;
}

set *subsets(int squares, int pawns) {
  uint32_t sets = the_board.choose[squares][pawns];
  set *all = malloc(sets * sizeof *all);
  if (all == NULL) return NULL;
  all[0] = ((set)1 << pawns) - 1;
  for (uint32_t i = 1; i < sets; i++) all[i] = next_subset(all[i - 1]);
  return all;
}

bool classes_make(classes *made, int pawns) {
  uint32_t sets = the_board.choose[the_board.squares][pawns];
  set *all = subsets(the_board.squares, pawns);
  *made = (classes){.first = malloc(sets * sizeof(set)), .row = malloc(sets * sizeof(uint32_t))};
  if (all == NULL || made->first == NULL || made->row == NULL) return false;
  for (uint32_t i = 0; i < sets; i++) {
    made->row[i] = NO_ROW;
    if (has_relay(all[i])) continue;
    set first = all[i];
    uint32_t by = 0;
    for (int which = 1; which < 8; which++)
      if (image(which, all[i]) < first) first = image(which, all[i]), by = (uint32_t)which;
    /* The first set of a class comes before the others, so it has its row by now. */
    if (first == all[i]) made->first[made->rows] = first;
    made->row[i] = first == all[i] ? 8 * made->rows++ : (made->row[number(first)] | by);
  }
  free(all);
  return true;
}

void spread_make(spread *made, set taken) {
  set free_square[MOST_SQUARES];
  int squares = 0;
  for (int i = 0; i < the_board.squares; i++)
    if (!(taken >> i & 1)) free_square[squares++] = (set)1 << i;
  int low = squares < LOW_BITS ? squares : LOW_BITS, high = squares - low;
  made->low[0] = made->high[0] = 0;
  /* Each set is one square more than a smaller one. */
  for (int i = 0; i < low; i++)
    for (set s = 0; s < (set)1 << i; s++) made->low[s | (set)1 << i] = made->low[s] | free_square[i];
  for (int i = 0; i < high; i++)
    for (set s = 0; s < (set)1 << i; s++) made->high[s | (set)1 << i] = made->high[s] | free_square[LOW_BITS + i];
}

void relays_find(relays *found, set own, bool lifting) {
  found->count = 0;
  for (int i = 0; i < the_board.way_count; i++) {
    const way *w = &the_board.ways[i];
    if ((own & (w->from | w->path)) != w->from) continue;
    set moved = own ^ (w->from | w->to | w->tracer);
    bool made = !lifting && has_relay(moved);
    for (set lift = own ^ w->from; lifting && lift != 0; lift &= lift - 1)
      made = made || has_relay(moved ^ (lift & (~lift + 1)));
    if (made) found->paths[found->count++] = w->path;
  }
}
