/* The solver against brute force of another kind, on a board of 25 squares too: the game taken back from its end.

   Nothing of the solver is used to find the values, and no symmetry: only squares and the ways a precursor can go,
   written here once more. What ended is settled first; then, round by round, what one ply leads there. solve_all.c does
   it by the rules of the core, as far as these are fast enough. */
#include "solve/delta/obvious.h"
#include "solve/delta/solver.h"

#include <ascona/error.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
  SQUARES = 25,
  PAWNS = 7,
  WAYS = 256,
  MOVES = 1024,
  WIN_RELAY = 127,
  WIN_STUCK = 63,
  LOSS_RELAY = -128,
  LOSS_STUCK = -64
};

typedef struct way {
  uint32_t from, path, to, tracer;
} way;

typedef struct game {
  int size, squares, pawns, way_count;
  way ways[WAYS]; /* by the square they come from */
  int first_way[SQUARES + 1];
  uint32_t choose[SQUARES + 1][PAWNS + 2];
  uint32_t counts[PAWNS + 1];    /* of the sets with so many squares, */
  uint32_t *sets[PAWNS + 1];     /* ascending */
  uint8_t *relays;               /* a bit for each set that has one */
  int8_t *values[2 * PAWNS + 1]; /* of a layer: [number of own][number of other] */
} game;

static uint32_t square_at(const game *in, int file, int rank) {
  bool inside = file >= 0 && rank >= 0 && file < in->size && rank < in->size;
  return inside ? (uint32_t)1 << (rank * in->size + file) : 0;
}

static bool relay_find(const game *in, uint32_t set) {
  static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
  for (int square = 0; square < in->squares; square++)
    for (int d = 0; d < 4; d++) {
      int run = 0, file = square % in->size, rank = square / in->size;
      while (run < 4 && (set & square_at(in, file + run * directions[d][0], rank + run * directions[d][1])) != 0) run++;
      if (run == 4) return true;
    }
  return false;
}

static bool has_relay(const game *in, uint32_t set) { return in->relays[set / 8] >> set % 8 & 1; }

static uint32_t number(const game *in, uint32_t set) {
  uint32_t sum = 0;
  for (int k = 1; set != 0; set &= set - 1) sum += in->choose[asc_bits_lowest(set)][k++];
  return sum;
}

static void ways_make(game *in) {
  for (int square = 0; square < in->squares; square++) {
    in->first_way[square] = in->way_count;
    for (int d = 0; d < 9; d++) {
      uint32_t path = 0, before = 0, at;
      int file = square % in->size, rank = square / in->size;
      for (int steps = 1; d != 4 && (at = square_at(in, file + steps * (d % 3 - 1), rank + steps * (d / 3 - 1))) != 0;
           steps++) {
        path |= at;
        if (steps > 1) in->ways[in->way_count++] = (way){(uint32_t)1 << square, path, at, before};
        before = at;
      }
    }
  }
  in->first_way[in->squares] = in->way_count;
}

/* Only sets without a relay are positions: the others are left out of the lists, but keep their numbers. */
static void sets_make(game *in, int pawns) {
  in->sets[pawns] = malloc(in->choose[in->squares][pawns] * sizeof(uint32_t));
  assert_non_null(in->sets[pawns]);
  for (uint32_t set = 0; set < (uint32_t)1 << in->squares; set++) {
    if (asc_bits_count(set) != pawns) continue;
    if (relay_find(in, set))
      in->relays[set / 8] |= (uint8_t)(1 << set % 8);
    else
      in->sets[pawns][in->counts[pawns]++] = set;
  }
}

static void game_open(game *in, int size, int pawns) {
  memset(in, 0, sizeof *in);
  in->size = size;
  in->squares = size * size;
  in->pawns = pawns;
  for (int n = 0; n <= in->squares; n++)
    for (int k = 0; k <= pawns + 1; k++)
      in->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : in->choose[n - 1][k - 1] + in->choose[n - 1][k];
  ways_make(in);
  in->relays = calloc(((size_t)1 << in->squares) / 8, 1);
  assert_non_null(in->relays);
  for (int k = 0; k <= pawns; k++) sets_make(in, k);
}

static int8_t *value_at(const game *in, int layer, uint32_t own, uint32_t other) {
  size_t others = in->choose[in->squares][layer - layer / 2];
  return &in->values[layer][number(in, own) * others + number(in, other)];
}

/* By this way: one set, or in the last layer one for each pawn that is lifted. */
static int way_go(const game *in, int layer, uint32_t own, const way *w, uint32_t *after) {
  uint32_t moved = (own & ~w->from) | w->to | w->tracer;
  int count = 0;
  if (layer < 2 * in->pawns) after[count++] = moved;
  for (uint32_t lift = own & ~w->from; layer == 2 * in->pawns && lift != 0; lift &= lift - 1)
    after[count++] = moved & ~(lift & -lift);
  return count;
}

/* A move as far as it depends on its own side: the other must be off the path. */
typedef struct go {
  uint32_t path, after, number; /* of the set after it */
  bool relay;
} go;

/* The moves of `own` from this layer, whatever the other side has; those that make a relay come first. */
static int goes_of(const game *in, int layer, uint32_t own, go goes[MOVES]) {
  uint32_t after[PAWNS];
  int count = 0, relays = 0;
  for (uint32_t from = own; layer > 1 && from != 0; from &= from - 1) {
    int square = asc_bits_lowest(from);
    for (int i = in->first_way[square]; i < in->first_way[square + 1]; i++) {
      const way *w = &in->ways[i];
      int lifts = (own & w->path) == 0 ? way_go(in, layer, own, w, after) : 0;
      for (int k = 0; k < lifts; k++) goes[count++] = (go){w->path, after[k], 0, false};
    }
  }
  for (int square = 0; (layer < 2 || layer == 3) && square < in->squares; square++) {
    uint32_t at = (uint32_t)1 << square;
    if ((own & at) == 0) goes[count++] = (go){at, own | at, 0, false};
  }
  for (int i = 0; i < count; i++) {
    go one = goes[i];
    one.number = number(in, one.after);
    one.relay = has_relay(in, one.after);
    if (one.relay)
      goes[i] = goes[relays], goes[relays++] = one;
    else
      goes[i] = one;
  }
  return count;
}

/* ---- the last layer ---- */

typedef struct position {
  uint32_t own, other;
} position;

typedef struct round {
  position *list;
  size_t count, room;
} round;

static void settle(const game *in, round *to, position at, int value) {
  *value_at(in, 2 * in->pawns, at.own, at.other) = (int8_t)value;
  if (to->count == to->room) {
    to->room = to->room * 2 + 1024;
    to->list = realloc(to->list, to->room * sizeof *to->list);
    assert_non_null(to->list);
  }
  to->list[to->count++] = at;
}

/* What is over with the next move, or now: a relay is made, or there is no move. */
static void ends_settle(const game *in, round *relays, round *stuck) {
  go goes[MOVES];
  for (uint32_t i = 0; i < in->counts[in->pawns]; i++) {
    uint32_t own = in->sets[in->pawns][i];
    int count = goes_of(in, 2 * in->pawns, own, goes);
    for (uint32_t j = 0; j < in->counts[in->pawns]; j++) {
      uint32_t other = in->sets[in->pawns][j];
      if ((own & other) != 0) continue;
      int first = 0;
      while (first < count && (goes[first].path & other) != 0) first++;
      if (first == count)
        settle(in, stuck, (position){own, other}, LOSS_STUCK);
      else if (goes[first].relay)
        settle(in, relays, (position){own, other}, WIN_RELAY);
    }
  }
}

/* Most positions have a move that does not lose, and it is soon found: the moves are not listed first. */
static bool all_lose(const game *in, position at, int least) {
  uint32_t after[PAWNS];
  for (uint32_t from = at.own; from != 0; from &= from - 1) {
    int square = asc_bits_lowest(from);
    for (int i = in->first_way[square]; i < in->first_way[square + 1]; i++) {
      if (((at.own | at.other) & in->ways[i].path) != 0) continue;
      int count = way_go(in, 2 * in->pawns, at.own, &in->ways[i], after);
      for (int k = 0; k < count; k++)
        if (*value_at(in, 2 * in->pawns, at.other, after[k]) < least) return false;
    }
  }
  return true;
}

/* The positions from which a move leads to this one: two pawns of the other side came from elsewhere. */
static int taken_back(const game *in, position at, position before[MOVES]) {
  uint32_t taken = at.own | at.other;
  int count = 0;
  for (int i = 0; i < in->way_count; i++) {
    const way *w = &in->ways[i];
    uint32_t put = w->to | w->tracer;
    if ((at.other & put) != put || (taken & (w->from | (w->path & ~put))) != 0) continue;
    for (uint32_t lift = ~(taken | w->from | w->path) & (((uint32_t)1 << in->squares) - 1); lift != 0; lift &= lift - 1)
      before[count++] = (position){(at.other & ~put) | w->from | (lift & -lift), at.own};
  }
  return count;
}

/* From the ends on, for one kind of end: `plies` of the first round, and the values of a win and a loss at once. */
static void rounds_go(const game *in, round now, int plies, int win, int loss) {
  position before[MOVES];
  while (now.count > 0) {
    round next = {0};
    bool winning = ++plies % 2 == 1;
    for (size_t i = 0; i < now.count; i++) {
      int count = taken_back(in, now.list[i], before);
      for (int k = 0; k < count; k++) {
        if (*value_at(in, 2 * in->pawns, before[k].own, before[k].other) != 0 || has_relay(in, before[k].own)) continue;
        if (winning)
          settle(in, &next, before[k], win - (plies - 1) / 2);
        else if (all_lose(in, before[k], win == WIN_RELAY ? WIN_STUCK + 1 : 1))
          settle(in, &next, before[k], loss + plies / 2);
      }
    }
    free(now.list);
    now = next;
  }
  free(now.list);
}

static void last_layer_settle(const game *in) {
  round relays = {0}, stuck = {0};
  ends_settle(in, &relays, &stuck);
  rounds_go(in, relays, 1, WIN_RELAY, LOSS_RELAY);
  rounds_go(in, stuck, 0, WIN_STUCK, LOSS_STUCK);
}

/* ---- the layers before ---- */

static int points(const game *in, int layer, int8_t value) {
  int relay = in->squares - 2 * in->pawns;
  if (layer < 2 * in->pawns || value == 0) return value;
  if (value > 0) return value > WIN_STUCK ? relay : 1;
  return value < LOSS_STUCK ? -relay : -1;
}

static void layer_settle(const game *in, int layer) {
  go goes[MOVES];
  int own_pawns = layer / 2, other_pawns = layer - own_pawns;
  for (uint32_t i = 0; i < in->counts[own_pawns]; i++) {
    uint32_t own = in->sets[own_pawns][i];
    int count = goes_of(in, layer, own, goes);
    for (uint32_t j = 0; j < in->counts[other_pawns]; j++) {
      uint32_t other = in->sets[other_pawns][j];
      if ((own & other) != 0) continue;
      const int8_t *after =
          value_at(in, layer + 1, other, 0); /* the first of the other's row; a set's number leads on */
      int best = -SQUARES;
      for (int k = 0; k < count; k++) {
        if ((goes[k].path & other) != 0) continue;
        int worth = goes[k].relay ? in->squares - layer - 1 : -points(in, layer + 1, after[goes[k].number]);
        if (worth > best) best = worth;
      }
      *value_at(in, layer, own, other) = (int8_t)(best == -SQUARES ? -1 : best); /* no move: stuck */
    }
  }
}

static void layer_compare(const game *in, const retro_plan *plan, int n, const int8_t *table) {
  const retro_layer *layer = &plan->layers[n];
  for (uint32_t i = 0; i < in->counts[layer->own]; i++)
    for (uint32_t j = 0; j < in->counts[layer->other]; j++) {
      uint32_t own = in->sets[layer->own][i], other = in->sets[layer->other][j], row, column;
      if ((own & other) != 0) continue;
      assert_true(asc_retro_plan_find(plan, layer, own, other, &row, &column));
      int8_t expected = *value_at(in, n, own, other), found = table[(size_t)row * layer->columns.count + column];
      if (found != expected) fail_msg("layer %d, own %x, other %x: %d, not %d", n, own, other, found, expected);
    }
}

static void board_check(int size, int pawns) {
  static retro_plan plan;
  static game in;
  const retro_solver *solver = asc_retro_solver_threads();
  int8_t *next = NULL;
  game_open(&in, size, pawns);
  assert_true(asc_retro_plan_open(&plan, size, pawns));
  void *sweeper = solver->open(&(retro_task){.plan = &plan, .threads = 2}, NULL);
  assert_non_null(sweeper);
  for (int n = 2 * pawns; n >= 0; n--) {
    in.values[n] = calloc(in.choose[in.squares][n / 2], in.choose[in.squares][n - n / 2]);
    int8_t *table = malloc(retro_layer_entries(&plan.layers[n]));
    assert_true(in.values[n] != NULL && table != NULL);
    if (n == 2 * pawns)
      last_layer_settle(&in);
    else
      layer_settle(&in, n);
    assert_int_equal(solver->solve(sweeper, &plan.layers[n], next, table, NULL), ASC_OK);
    /* As a file does: what is obvious goes, and comes back. */
    for (uint32_t row = 0; row < plan.layers[n].rows; row++) {
      int8_t *values = table + (size_t)row * plan.layers[n].columns.count;
      asc_retro_row_hide(&plan, &plan.layers[n], row, values);
      asc_retro_row_restore(&plan, &plan.layers[n], row, values);
    }
    layer_compare(&in, &plan, n, table);
    free(next);
    next = table;
  }
  free(next);
  for (int n = 0; n <= 2 * pawns; n++) free(in.values[n]);
  for (int k = 0; k <= pawns; k++) free(in.sets[k]);
  free(in.relays);
  solver->close(sweeper);
  asc_retro_plan_close(&plan);
}

static void test_small_boards(void **state) {
  (void)state;
  int most = getenv("ASCONA_SMALL_BOARDS") != NULL ? 4 : PAWNS;
  for (int pawns = 4; pawns <= most; pawns++) board_check(4, pawns);
}

static void test_whole_board(void **state) {
  (void)state;
  if (getenv("ASCONA_SMALL_BOARDS") != NULL) skip(); /* sanitizers take minutes */
  board_check(5, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards), cmocka_unit_test(test_whole_board)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
