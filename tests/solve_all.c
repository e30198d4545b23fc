/* The solver against plain brute force: every position of small boards, by the rules of the core alone.

   Brute force knows no rows, symmetries or cubes. It keeps one value for every pair of sets of squares, plays every
   legal move of the core, and goes over the last layer until nothing changes. */
#include "games/delta/delta.h"
#include "solve/delta/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct brute_force {
  asc_rules *rules;
  const retro_plan *plan;
  int8_t *layers[RETRO_LAYERS_MAX]; /* [number of own among all sets][number of other among all sets] */
} brute_force;

static uint64_t core_set(const retro_plan *plan, uint32_t set) {
  uint64_t image = 0;
  for (int square = 0; square < plan->board.squares; square++)
    if (set >> square & 1) image |= asc_bit(delta_square(square % plan->board.size, square / plan->board.size));
  return image;
}

static uint32_t small_set(const retro_plan *plan, uint64_t set) {
  uint32_t image = 0;
  for (int square = 0; square < plan->board.squares; square++)
    if (set & asc_bit(delta_square(square % plan->board.size, square / plan->board.size)))
      image |= (uint32_t)1 << square;
  return image;
}

static delta_position core_position(const retro_plan *plan, const retro_layer *layer, uint32_t own, uint32_t other) {
  bool white = layer->last || layer->pawns % 2 == 0;
  delta_position position = {.mover = white ? DELTA_WHITE : DELTA_BLACK,
                             .stage = (uint8_t)(layer->pawns < DELTA_TURNS ? layer->pawns : DELTA_TURNS)};
  position.men[position.mover] = core_set(plan, own);
  position.men[!position.mover] = core_set(plan, other);
  return position;
}

static uint32_t number(const brute_force *brute, int count, uint32_t set) {
  return retro_rank(&brute->plan->sets[count].ranking, brute->plan->low_ranks, set);
}

static int8_t *entry(const brute_force *brute, const retro_layer *layer, uint32_t own, uint32_t other) {
  size_t others = brute->plan->sets[layer->other].ranking.count;
  return &brute->layers[layer->pawns][number(brute, layer->own, own) * others + number(brute, layer->other, other)];
}

/* What the position after a move is worth to the player who made it. */
static int8_t move_value(const brute_force *brute, const retro_layer *layer, const delta_position *position,
                         asc_move move) {
  const retro_layer *next = layer->last ? layer : layer + 1;
  delta_position after = *position;
  asc_outcome outcome;
  asc_position_play(brute->rules, &after, move);
  bool over = asc_position_outcome(brute->rules, &after, &outcome);
  uint32_t own = small_set(brute->plan, after.men[position->mover]);
  uint32_t other = small_set(brute->plan, after.men[!position->mover]);
  if (over && asc_retro_board_relay(&brute->plan->board, own)) {
    assert_int_equal(outcome.points[position->mover], 2 * layer->relay);
    return (int8_t)(layer->last ? 127 : layer->relay);
  }
  int8_t value = *entry(brute, next, other, own);
  if (layer->last) return (int8_t)(value < 0 ? ~value : -value);
  return (int8_t)-asc_retro_value_points(next, value);
}

static int8_t position_value(const brute_force *brute, const retro_layer *layer, uint32_t own, uint32_t other) {
  delta_position position = core_position(brute->plan, layer, own, other);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(brute->rules, &position, moves), best = -128;
  if (count == 0) return layer->last ? RETRO_LAST_STUCK : -1;
  for (int i = 0; i < count; i++) {
    int value = move_value(brute, layer, &position, moves[i]);
    if (value > best) best = value;
  }
  return (int8_t)best;
}

/* Returns whether anything changed. */
static bool layer_sweep(brute_force *brute, const retro_layer *layer) {
  const retro_ranking *owns = &brute->plan->sets[layer->own].ranking,
                      *others = &brute->plan->sets[layer->other].ranking;
  bool changed = false;
  for (uint32_t i = 0; i < owns->count; i++)
    for (uint32_t j = 0; j < others->count; j++) {
      uint32_t own = owns->subset[i], other = others->subset[j];
      if (own & other || asc_retro_board_relay(&brute->plan->board, own) ||
          asc_retro_board_relay(&brute->plan->board, other))
        continue;
      int8_t value = position_value(brute, layer, own, other), *kept = entry(brute, layer, own, other);
      changed |= value != *kept;
      *kept = value;
    }
  return changed;
}

static void layer_compare(const brute_force *brute, const retro_layer *layer, const int8_t *table) {
  const retro_ranking *owns = &brute->plan->sets[layer->own].ranking,
                      *others = &brute->plan->sets[layer->other].ranking;
  for (uint32_t i = 0; i < owns->count; i++)
    for (uint32_t j = 0; j < others->count; j++) {
      uint32_t own = owns->subset[i], other = others->subset[j], row, column;
      if (own & other || !asc_retro_plan_find(brute->plan, layer, own, other, &row, &column)) continue;
      int8_t expected = *entry(brute, layer, own, other), found = table[(size_t)row * layer->columns.count + column];
      if (found != expected)
        fail_msg("layer %d, own %x, other %x: %d, not %d", layer->pawns, own, other, found, expected);
    }
}

static void board_check(int size, int pawns, int threads) {
  static retro_plan plan;
  const retro_solver *solver = asc_retro_solver_threads();
  brute_force brute = {.plan = &plan};
  char spec[64];
  asc_error error;
  (void)snprintf(spec, sizeof spec, "delta:size=%d,pawns=%d", size, pawns);
  assert_int_equal(asc_rules_open(&brute.rules, spec, &error), ASC_OK);
  assert_true(asc_retro_plan_open(&plan, size, pawns));
  void *sweeper = solver->open(&(retro_task){.plan = &plan, .threads = threads}, &error);
  assert_non_null(sweeper);
  int8_t *next = NULL;
  for (int n = plan.layer_count - 1; n >= 0; n--) {
    const retro_layer *layer = &plan.layers[n];
    int8_t *table = malloc(retro_layer_entries(layer));
    assert_non_null(table);
    brute.layers[n] = calloc(plan.sets[layer->own].ranking.count, plan.sets[layer->other].ranking.count);
    assert_non_null(brute.layers[n]);
    while (layer_sweep(&brute, layer) && layer->last) continue;
    assert_int_equal(solver->solve(sweeper, layer, next, table, &error), ASC_OK);
    layer_compare(&brute, layer, table);
    free(next);
    next = table;
  }
  free(next);
  for (int n = 0; n < plan.layer_count; n++) free(brute.layers[n]);
  solver->close(sweeper);
  asc_retro_plan_close(&plan);
  asc_rules_close(brute.rules);
}

static void test_four_pawns(void **state) {
  (void)state;
  board_check(4, 4, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_four_pawns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
