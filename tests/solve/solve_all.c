/* Tests the solver against plain brute force on every position of small boards.

   The brute force uses only the rules of the game: no rows, no symmetries. It holds one value for every pair of sets
   of squares, plays every legal move, and sweeps the last layer until nothing changes. */
#include "games/delta/delta.h"
#include "solve/delta/backend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct brute_force {
  asc_rules *rules;
  const asc_tablebase_plan *plan;
  int8_t *layers[ASC_TABLEBASE_LAYERS_MAX]; /* [rank of own among all sets][rank of other among all sets] */
} brute_force;

static uint64_t to_core_set(const asc_tablebase_plan *plan, uint32_t set) {
  uint64_t image = 0;
  for (int square = 0; square < plan->board.square_count; square++)
    if (set >> square & 1) image |= asc_bit(asc_delta_square_at(square % plan->board.size, square / plan->board.size));
  return image;
}

static uint32_t to_plan_set(const asc_tablebase_plan *plan, uint64_t set) {
  uint32_t image = 0;
  for (int square = 0; square < plan->board.square_count; square++)
    if (set & asc_bit(asc_delta_square_at(square % plan->board.size, square / plan->board.size)))
      image |= (uint32_t)1 << square;
  return image;
}

static asc_delta_position to_core_position(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                                           uint32_t own, uint32_t other) {
  bool is_white = layer->is_last || layer->pawns % 2 == 0;
  asc_delta_position position = {
      .mover = is_white ? ASC_DELTA_WHITE : ASC_DELTA_BLACK,
      .stage = (uint8_t)(layer->pawns < ASC_DELTA_STAGE_TURNS ? layer->pawns : ASC_DELTA_STAGE_TURNS)};
  position.pawns[position.mover] = to_core_set(plan, own);
  position.pawns[!position.mover] = to_core_set(plan, other);
  return position;
}

static uint32_t set_rank(const brute_force *brute, int count, uint32_t set) {
  return asc_tablebase_rank(&brute->plan->sets[count].ranking, brute->plan->low_ranks, set);
}

static int8_t *value_entry(const brute_force *brute, const asc_tablebase_layer_plan *layer, uint32_t own,
                           uint32_t other) {
  size_t others = brute->plan->sets[layer->other_pawns].ranking.count;
  return &brute->layers[layer->pawns]
                       [set_rank(brute, layer->own_pawns, own) * others + set_rank(brute, layer->other_pawns, other)];
}

/* Returns the value of the position after a move for the player who made it. */
static int8_t move_value(const brute_force *brute, const asc_tablebase_layer_plan *layer,
                         const asc_delta_position *position, asc_move move) {
  const asc_tablebase_layer_plan *next = layer->is_last ? layer : layer + 1;
  asc_delta_position after = *position;
  asc_outcome outcome;
  asc_position_play(brute->rules, &after, move);
  bool is_over = asc_position_outcome(brute->rules, &after, &outcome);
  uint32_t own = to_plan_set(brute->plan, after.pawns[position->mover]);
  uint32_t other = to_plan_set(brute->plan, after.pawns[!position->mover]);
  if (is_over && asc_tablebase_board_has_relay(&brute->plan->board, own)) {
    assert_int_equal(outcome.points[position->mover], 2 * layer->relay_points);
    return (int8_t)(layer->is_last ? 127 : layer->relay_points);
  }
  int8_t value = *value_entry(brute, next, other, own);
  if (layer->is_last) return (int8_t)(value < 0 ? ~value : -value);
  return (int8_t)-asc_tablebase_value_points(next, value);
}

static int8_t position_value(const brute_force *brute, const asc_tablebase_layer_plan *layer, uint32_t own,
                             uint32_t other) {
  asc_delta_position position = to_core_position(brute->plan, layer, own, other);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(brute->rules, &position, moves), best = -128;
  if (count == 0) return layer->is_last ? ASC_TABLEBASE_LAST_NO_MOVE : -1;
  for (int i = 0; i < count; i++) {
    int value = move_value(brute, layer, &position, moves[i]);
    if (value > best) best = value;
  }
  return (int8_t)best;
}

/* Returns true if a value changed. */
static bool layer_sweep(brute_force *brute, const asc_tablebase_layer_plan *layer) {
  const asc_tablebase_ranking *owns = &brute->plan->sets[layer->own_pawns].ranking,
                              *others = &brute->plan->sets[layer->other_pawns].ranking;
  bool changed = false;
  for (uint32_t i = 0; i < owns->count; i++)
    for (uint32_t j = 0; j < others->count; j++) {
      uint32_t own = owns->subsets[i], other = others->subsets[j];
      if (own & other || asc_tablebase_board_has_relay(&brute->plan->board, own) ||
          asc_tablebase_board_has_relay(&brute->plan->board, other))
        continue;
      int8_t value = position_value(brute, layer, own, other), *stored = value_entry(brute, layer, own, other);
      changed |= value != *stored;
      *stored = value;
    }
  return changed;
}

static void assert_layer_equal(const brute_force *brute, const asc_tablebase_layer_plan *layer, const int8_t *values) {
  const asc_tablebase_ranking *owns = &brute->plan->sets[layer->own_pawns].ranking,
                              *others = &brute->plan->sets[layer->other_pawns].ranking;
  for (uint32_t i = 0; i < owns->count; i++)
    for (uint32_t j = 0; j < others->count; j++) {
      uint32_t own = owns->subsets[i], other = others->subsets[j], row, column;
      if (own & other || !asc_tablebase_plan_find(brute->plan, layer, own, other, &row, &column)) continue;
      int8_t expected = *value_entry(brute, layer, own, other),
             found = values[(size_t)row * layer->columns.count + column];
      if (found != expected)
        fail_msg("layer %d, own %x, other %x: %d, not %d", layer->pawns, own, other, found, expected);
    }
}

static void check_board(int size, int pawns, int threads) {
  static asc_tablebase_plan plan;
  const solve_backend *backend = solve_backend_threads();
  brute_force brute = {.plan = &plan};
  char spec[64];
  asc_error error;
  (void)snprintf(spec, sizeof spec, "delta:size=%d,pawns=%d", size, pawns);
  assert_int_equal(asc_rules_open(&brute.rules, spec, &error), ASC_OK);
  assert_true(asc_tablebase_plan_open(&plan, size, pawns));
  void *backend_state = backend->open(&(solve_task){.plan = &plan, .threads = threads}, &error);
  assert_non_null(backend_state);
  int8_t *next = NULL;
  for (int n = plan.layer_count - 1; n >= 0; n--) {
    const asc_tablebase_layer_plan *layer = &plan.layers[n];
    int8_t *values = malloc(asc_tablebase_layer_entries(layer));
    assert_non_null(values);
    brute.layers[n] = calloc(plan.sets[layer->own_pawns].ranking.count, plan.sets[layer->other_pawns].ranking.count);
    assert_non_null(brute.layers[n]);
    while (layer_sweep(&brute, layer) && layer->is_last) continue;
    assert_int_equal(backend->solve(backend_state, layer, next, values, &error), ASC_OK);
    assert_layer_equal(&brute, layer, values);
    free(next);
    next = values;
  }
  free(next);
  for (int n = 0; n < plan.layer_count; n++) free(brute.layers[n]);
  backend->close(backend_state);
  asc_tablebase_plan_close(&plan);
  asc_rules_close(brute.rules);
}

static void test_four_pawns_match_brute_force(void **state) {
  (void)state;
  check_board(4, 4, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_four_pawns_match_brute_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
