/* Tests the solver against a second kind of brute force, which also covers a board of 25 squares: the game is undone
   from its end.

   The expected values are found without the solver and without symmetry, only from squares and the moves of a
   precursor. These moves are written here once more. Positions where the game ends are settled first; then, round by
   round, the positions one ply before them. solve_all.c uses the rules of the game instead, on boards that are small
   enough for that. */
#include "solve/delta/backend.h"
#include "solve/delta/obvious.h"

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
  SLIDES = 256,
  MOVES = 1024,
  WIN_RELAY = 127,
  WIN_NO_MOVE = 63,
  LOSS_RELAY = -128,
  LOSS_NO_MOVE = -64
};

/* A move of a precursor, as sets of squares. `path` has the squares after `from` up to and including `to`. */
typedef struct slide {
  uint32_t from, path, to, tracer;
} slide;

typedef struct game {
  int size, squares, pawns, slide_count;
  slide slides[SLIDES]; /* by starting square */
  int first_slide[SQUARES + 1];
  uint32_t choose[SQUARES + 1][PAWNS + 2];
  uint32_t counts[PAWNS + 1];    /* number of sets with so many squares and no relay */
  uint32_t *sets[PAWNS + 1];     /* these sets, ascending */
  uint8_t *relays;               /* one bit for every set of squares: it has a relay */
  int8_t *values[2 * PAWNS + 1]; /* by layer: [rank of own][rank of other] */
} game;

static uint32_t square_at(const game *g, int file, int rank) {
  bool inside = file >= 0 && rank >= 0 && file < g->size && rank < g->size;
  return inside ? (uint32_t)1 << (rank * g->size + file) : 0;
}

static bool find_relay(const game *g, uint32_t set) {
  static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
  for (int square = 0; square < g->squares; square++)
    for (int d = 0; d < 4; d++) {
      int run = 0, file = square % g->size, rank = square / g->size;
      while (run < 4 && (set & square_at(g, file + run * directions[d][0], rank + run * directions[d][1])) != 0) run++;
      if (run == 4) return true;
    }
  return false;
}

static bool has_relay(const game *g, uint32_t set) { return g->relays[set / 8] >> set % 8 & 1; }

static uint32_t set_rank(const game *g, uint32_t set) {
  uint32_t sum = 0;
  for (int k = 1; set != 0; set &= set - 1) sum += g->choose[asc_bits_lowest(set)][k++];
  return sum;
}

static void make_slides(game *g) {
  for (int square = 0; square < g->squares; square++) {
    g->first_slide[square] = g->slide_count;
    for (int d = 0; d < 9; d++) {
      uint32_t path = 0, before = 0, at;
      int file = square % g->size, rank = square / g->size;
      for (int steps = 1; d != 4 && (at = square_at(g, file + steps * (d % 3 - 1), rank + steps * (d / 3 - 1))) != 0;
           steps++) {
        path |= at;
        if (steps > 1) g->slides[g->slide_count++] = (slide){(uint32_t)1 << square, path, at, before};
        before = at;
      }
    }
  }
  g->first_slide[g->squares] = g->slide_count;
}

/* Only sets without a relay form positions. The others are left out of the lists, but they keep their ranks. */
static void make_sets(game *g, int pawns) {
  g->sets[pawns] = malloc(g->choose[g->squares][pawns] * sizeof(uint32_t));
  assert_non_null(g->sets[pawns]);
  for (uint32_t set = 0; set < (uint32_t)1 << g->squares; set++) {
    if (asc_bits_count(set) != pawns) continue;
    if (find_relay(g, set))
      g->relays[set / 8] |= (uint8_t)(1 << set % 8);
    else
      g->sets[pawns][g->counts[pawns]++] = set;
  }
}

static void game_open(game *g, int size, int pawns) {
  memset(g, 0, sizeof *g);
  g->size = size;
  g->squares = size * size;
  g->pawns = pawns;
  for (int n = 0; n <= g->squares; n++)
    for (int k = 0; k <= pawns + 1; k++)
      g->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : g->choose[n - 1][k - 1] + g->choose[n - 1][k];
  make_slides(g);
  g->relays = calloc(((size_t)1 << g->squares) / 8, 1);
  assert_non_null(g->relays);
  for (int k = 0; k <= pawns; k++) make_sets(g, k);
}

static int8_t *value_at(const game *g, int layer, uint32_t own, uint32_t other) {
  size_t others = g->choose[g->squares][layer - layer / 2];
  return &g->values[layer][set_rank(g, own) * others + set_rank(g, other)];
}

/* Makes a move. Returns the number of sets after it: one, or in the last layer one for each pawn that can be
   removed. */
static int apply_slide(const game *g, int layer, uint32_t own, const slide *s, uint32_t *after) {
  uint32_t moved = (own & ~s->from) | s->to | s->tracer;
  int count = 0;
  if (layer < 2 * g->pawns) after[count++] = moved;
  for (uint32_t removed = own & ~s->from; layer == 2 * g->pawns && removed != 0; removed &= removed - 1)
    after[count++] = moved & ~(removed & -removed);
  return count;
}

/* A move as far as it depends on its own side. It is legal if the other side has no pawn on the path. */
typedef struct own_move {
  uint32_t path, after, rank; /* `rank` is the rank of the set `after` */
  bool makes_relay;
} own_move;

/* Lists the moves of `own` in this layer, whatever the other side has. Moves that make a relay come first. */
static int list_own_moves(const game *g, int layer, uint32_t own, own_move moves[MOVES]) {
  uint32_t after[PAWNS];
  int count = 0, relays = 0;
  for (uint32_t from = own; layer > 1 && from != 0; from &= from - 1) {
    int square = asc_bits_lowest(from);
    for (int i = g->first_slide[square]; i < g->first_slide[square + 1]; i++) {
      const slide *s = &g->slides[i];
      int outcomes = (own & s->path) == 0 ? apply_slide(g, layer, own, s, after) : 0;
      for (int k = 0; k < outcomes; k++) moves[count++] = (own_move){s->path, after[k], 0, false};
    }
  }
  for (int square = 0; (layer < 2 || layer == 3) && square < g->squares; square++) {
    uint32_t at = (uint32_t)1 << square;
    if ((own & at) == 0) moves[count++] = (own_move){at, own | at, 0, false};
  }
  for (int i = 0; i < count; i++) {
    own_move move = moves[i];
    move.rank = set_rank(g, move.after);
    move.makes_relay = has_relay(g, move.after);
    if (move.makes_relay)
      moves[i] = moves[relays], moves[relays++] = move;
    else
      moves[i] = move;
  }
  return count;
}

/* ---- the last layer ---- */

typedef struct position {
  uint32_t own, other;
} position;

typedef struct frontier {
  position *positions;
  size_t count, capacity;
} frontier;

static void settle(const game *g, frontier *next, position at, int value) {
  *value_at(g, 2 * g->pawns, at.own, at.other) = (int8_t)value;
  if (next->count == next->capacity) {
    next->capacity = next->capacity * 2 + 1024;
    next->positions = realloc(next->positions, next->capacity * sizeof *next->positions);
    assert_non_null(next->positions);
  }
  next->positions[next->count++] = at;
}

/* Settles the positions in which the side to move makes a relay at once or has no legal move. */
static void settle_ends(const game *g, frontier *relays, frontier *no_move) {
  own_move moves[MOVES];
  for (uint32_t i = 0; i < g->counts[g->pawns]; i++) {
    uint32_t own = g->sets[g->pawns][i];
    int count = list_own_moves(g, 2 * g->pawns, own, moves);
    for (uint32_t j = 0; j < g->counts[g->pawns]; j++) {
      uint32_t other = g->sets[g->pawns][j];
      if ((own & other) != 0) continue;
      int first = 0;
      while (first < count && (moves[first].path & other) != 0) first++;
      if (first == count)
        settle(g, no_move, (position){own, other}, LOSS_NO_MOVE);
      else if (moves[first].makes_relay)
        settle(g, relays, (position){own, other}, WIN_RELAY);
    }
  }
}

/* Returns true if every move loses. Most positions have a move that does not lose and is found soon, so the moves
   are not listed first. */
static bool do_all_moves_lose(const game *g, position at, int min_win) {
  uint32_t after[PAWNS];
  for (uint32_t from = at.own; from != 0; from &= from - 1) {
    int square = asc_bits_lowest(from);
    for (int i = g->first_slide[square]; i < g->first_slide[square + 1]; i++) {
      if (((at.own | at.other) & g->slides[i].path) != 0) continue;
      int count = apply_slide(g, 2 * g->pawns, at.own, &g->slides[i], after);
      for (int k = 0; k < count; k++)
        if (*value_at(g, 2 * g->pawns, at.other, after[k]) < min_win) return false;
    }
  }
  return true;
}

/* Lists the positions from which a move leads to this one, by undoing a move of the other side. */
static int list_predecessors(const game *g, position at, position before[MOVES]) {
  uint32_t occupied = at.own | at.other;
  int count = 0;
  for (int i = 0; i < g->slide_count; i++) {
    const slide *s = &g->slides[i];
    uint32_t placed = s->to | s->tracer;
    if ((at.other & placed) != placed || (occupied & (s->from | (s->path & ~placed))) != 0) continue;
    for (uint32_t removed = ~(occupied | s->from | s->path) & (((uint32_t)1 << g->squares) - 1); removed != 0;
         removed &= removed - 1)
      before[count++] = (position){(at.other & ~placed) | s->from | (removed & -removed), at.own};
  }
  return count;
}

/* Settles all positions that lead to one kind of end. `plies` is the distance of the first round; `win` and `loss`
   are the values of a win and a loss at once. */
static void settle_predecessors(const game *g, frontier current, int plies, int win, int loss) {
  position before[MOVES];
  while (current.count > 0) {
    frontier next = {0};
    bool is_win = ++plies % 2 == 1;
    for (size_t i = 0; i < current.count; i++) {
      int count = list_predecessors(g, current.positions[i], before);
      for (int k = 0; k < count; k++) {
        if (*value_at(g, 2 * g->pawns, before[k].own, before[k].other) != 0 || has_relay(g, before[k].own)) continue;
        if (is_win)
          settle(g, &next, before[k], win - (plies - 1) / 2);
        else if (do_all_moves_lose(g, before[k], win == WIN_RELAY ? WIN_NO_MOVE + 1 : 1))
          settle(g, &next, before[k], loss + plies / 2);
      }
    }
    free(current.positions);
    current = next;
  }
  free(current.positions);
}

static void settle_last_layer(const game *g) {
  frontier relays = {0}, no_move = {0};
  settle_ends(g, &relays, &no_move);
  settle_predecessors(g, relays, 1, WIN_RELAY, LOSS_RELAY);
  settle_predecessors(g, no_move, 0, WIN_NO_MOVE, LOSS_NO_MOVE);
}

/* ---- the layers before ---- */

static int value_points(const game *g, int layer, int8_t value) {
  int relay = g->squares - 2 * g->pawns;
  if (layer < 2 * g->pawns || value == 0) return value;
  if (value > 0) return value > WIN_NO_MOVE ? relay : 1;
  return value < LOSS_NO_MOVE ? -relay : -1;
}

static void settle_layer(const game *g, int layer) {
  own_move moves[MOVES];
  int own_pawns = layer / 2, other_pawns = layer - own_pawns;
  for (uint32_t i = 0; i < g->counts[own_pawns]; i++) {
    uint32_t own = g->sets[own_pawns][i];
    int count = list_own_moves(g, layer, own, moves);
    for (uint32_t j = 0; j < g->counts[other_pawns]; j++) {
      uint32_t other = g->sets[other_pawns][j];
      if ((own & other) != 0) continue;
      const int8_t *after = value_at(g, layer + 1, other, 0); /* start of the row of `other`, indexed by rank */
      int best = -SQUARES;
      for (int k = 0; k < count; k++) {
        if ((moves[k].path & other) != 0) continue;
        int value = moves[k].makes_relay ? g->squares - layer - 1 : -value_points(g, layer + 1, after[moves[k].rank]);
        if (value > best) best = value;
      }
      *value_at(g, layer, own, other) = (int8_t)(best == -SQUARES ? -1 : best); /* no legal move */
    }
  }
}

static void assert_layer_equal(const game *g, const asc_tablebase_plan *plan, int n, const int8_t *values) {
  const asc_tablebase_layer_plan *layer = &plan->layers[n];
  for (uint32_t i = 0; i < g->counts[layer->own_pawns]; i++)
    for (uint32_t j = 0; j < g->counts[layer->other_pawns]; j++) {
      uint32_t own = g->sets[layer->own_pawns][i], other = g->sets[layer->other_pawns][j], row, column;
      if ((own & other) != 0) continue;
      assert_true(asc_tablebase_plan_find(plan, layer, own, other, &row, &column));
      int8_t expected = *value_at(g, n, own, other), found = values[(size_t)row * layer->columns.count + column];
      if (found != expected) fail_msg("layer %d, own %x, other %x: %d, not %d", n, own, other, found, expected);
    }
}

static void check_board(int size, int pawns) {
  static asc_tablebase_plan plan;
  static game g;
  const solve_backend *backend = solve_backend_threads();
  int8_t *next = NULL;
  game_open(&g, size, pawns);
  assert_true(asc_tablebase_plan_open(&plan, size, pawns));
  void *backend_state = backend->open(&(solve_task){.plan = &plan, .threads = 2}, NULL);
  assert_non_null(backend_state);
  for (int n = 2 * pawns; n >= 0; n--) {
    g.values[n] = calloc(g.choose[g.squares][n / 2], g.choose[g.squares][n - n / 2]);
    int8_t *layer_values = malloc(asc_tablebase_layer_entries(&plan.layers[n]));
    assert_true(g.values[n] != NULL && layer_values != NULL);
    if (n == 2 * pawns)
      settle_last_layer(&g);
    else
      settle_layer(&g, n);
    assert_int_equal(backend->solve(backend_state, &plan.layers[n], next, layer_values, NULL), ASC_OK);
    /* The writer of files hides the obvious values and the reader restores them. */
    for (uint32_t row = 0; row < plan.layers[n].rows; row++) {
      int8_t *values = layer_values + (size_t)row * plan.layers[n].columns.count;
      asc_tablebase_row_hide_obvious(&plan, &plan.layers[n], row, values);
      asc_tablebase_row_restore_obvious(&plan, &plan.layers[n], row, values);
    }
    assert_layer_equal(&g, &plan, n, layer_values);
    free(next);
    next = layer_values;
  }
  free(next);
  for (int n = 0; n <= 2 * pawns; n++) free(g.values[n]);
  for (int k = 0; k <= pawns; k++) free(g.sets[k]);
  free(g.relays);
  backend->close(backend_state);
  asc_tablebase_plan_close(&plan);
}

static void test_small_boards_match_brute_force(void **state) {
  (void)state;
  int max_pawns = getenv("ASCONA_SMALL_BOARDS") != NULL ? 4 : PAWNS;
  for (int pawns = 4; pawns <= max_pawns; pawns++) check_board(4, pawns);
}

static void test_the_5x5_board_matches_brute_force(void **state) {
  (void)state;
  if (getenv("ASCONA_SMALL_BOARDS") != NULL) skip(); /* too slow with sanitizers */
  check_board(5, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards_match_brute_force),
                                     cmocka_unit_test(test_the_5x5_board_matches_brute_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
