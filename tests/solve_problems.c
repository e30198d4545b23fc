/* Problems made of a small board's tables: each is what it claims by the rules and a search that knows no tables, play
   can have led there, no two are alike, and threads change nothing. */
#include "games/delta/delta.h"
#include "solve/delta/problems.h"
#include "solve/delta/retrograde.h"

#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 4, PAWNS = 6, EACH = 12, ALL_POSITIONS = 1000000000, WANTED = 60 };
#define SPEC "delta:size=4,pawns=6"

static char folder[] = "/tmp/ascona-test-XXXXXX";
static retro_source source;
static asc_rules *rules;

static int tables_make(void **state) {
  (void)state;
  asc_error error;
  if (mkdtemp(folder) == NULL || asc_rules_open(&rules, SPEC, &error) < 0) return -1;
  retro_order order = {.size = SIZE, .pawns = PAWNS, .folder = folder, .threads = 2, .level = 1};
  if (asc_retro_solve(&order, &error) < 0) return -1;
  return asc_retro_source_open(&source, SIZE, PAWNS, folder, &error);
}

static int tables_remove(void **state) {
  (void)state;
  char command[64];
  asc_retro_source_close(&source);
  asc_rules_close(rules);
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

static uint64_t core_set(uint32_t set) {
  uint64_t image = 0;
  for (int square = 0; square < SIZE * SIZE; square++)
    if (set >> square & 1) image |= asc_bit(delta_square(square % SIZE, square / SIZE));
  return image;
}

static delta_position core_position(const retro_problem *problem) {
  delta_position position = {.mover = DELTA_WHITE, .stage = DELTA_TURNS};
  position.men[DELTA_WHITE] = core_set(problem->white);
  position.men[DELTA_BLACK] = core_set(problem->black);
  return position;
}

/* Points of a move for who makes it, by proof. */
static int move_points(asc_search *search, const delta_position *position, asc_move move) {
  delta_position next = *position;
  asc_outcome outcome;
  asc_solution solution;
  asc_position_play(rules, &next, move);
  if (asc_position_outcome(rules, &next, &outcome))
    return (outcome.points[position->mover] - outcome.points[!position->mover]) / 2;
  asc_task task = {.position = &next};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  assert_true(solution.proved);
  return -solution.least / 100;
}

static void problem_check(asc_search *search, const retro_problem *problem) {
  delta_position position = core_position(problem);
  asc_move moves[ASC_MOVES_MAX];
  int count, best = 0, others = 0, legal;
  assert_int_equal(asc_position_check(rules, &position, NULL), ASC_OK);
  legal = count = asc_position_moves(rules, &position, moves);
  assert_int_equal(legal, problem->legal);
  for (int i = 0; i < count; i++) {
    delta_turn_squares turn = asc_delta_turn_read((const delta_rules *)rules, &position, moves[i]);
    bool key = asc_bit(turn.from) == core_set(problem->key.from) && asc_bit(turn.to) == core_set(problem->key.to);
    int points = move_points(search, &position, moves[i]);
    if (key) assert_int_equal(points, problem->points);
    if (!key) assert_true(points < problem->points);
    best += key;
    others += !key && points > 0;
  }
  assert_int_equal(best, 1);
  assert_int_equal(problem->strict, others == 0);
  assert_int_equal(2 * problem->moves - 1, SIZE * SIZE - problem->points - problem->pawns);
}

static retro_problem *find(uint64_t seed, uint64_t sample, int threads, size_t *count) {
  retro_problem *list;
  asc_error error;
  assert_int_equal(asc_retro_problems_find(&source, seed, sample, EACH, threads, &list, count, &error), ASC_OK);
  assert_int_equal(asc_retro_problems_judge(&source, list, *count, threads, &error), ASC_OK);
  return list;
}

static void test_they_are_what_they_claim(void **state) {
  (void)state;
  size_t count;
  asc_search *search;
  retro_problem *list = find(1, ALL_POSITIONS, 2, &count);
  assert_true(count > 50);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  for (size_t i = 0; i < count; i++) problem_check(search, &list[i]);
  asc_search_close(search);
  free(list);
}

static void test_none_are_alike_and_the_easiest_come_first(void **state) {
  (void)state;
  size_t count;
  retro_problem *list = find(2, ALL_POSITIONS, 2, &count);
  size_t chosen = asc_retro_problems_pick(&source.plan.board, list, count, WANTED, NULL, NULL);
  assert_true(chosen > 5 && chosen <= WANTED);
  for (size_t i = 1; i < chosen; i++) {
    assert_true(list[i - 1].grade <= list[i].grade);
    for (size_t k = 0; k < i; k++) assert_false(asc_retro_problems_alike(&source.plan.board, &list[k], &list[i]));
  }
  retro_problem image = list[0];
  asc_retro_problem_turn(&source.plan.board, 5, &image);
  assert_true(asc_retro_problems_alike(&source.plan.board, &list[0], &image));
  free(list);
}

static int by_lot(const void *a, const void *b) {
  const retro_problem *one = a, *other = b;
  return (one->lot > other->lot) - (one->lot < other->lot);
}

static void test_threads_and_order_change_nothing(void **state) {
  (void)state;
  size_t count, again, less;
  retro_problem *list = find(3, 20000, 1, &count), *other = find(3, 20000, 3, &again);
  assert_int_equal(count, again);
  qsort(list, count, sizeof *list, by_lot);
  qsort(other, again, sizeof *other, by_lot);
  assert_memory_equal(list, other, count * sizeof *list);
  retro_problem *few = find(3, 100, 1, &less);
  assert_true(less < count);
  free(few);
  free(list);
  free(other);
}

/* Random games lead to positions that have a past; a lone pair that no turn can have brought has none. */
static void test_past(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 4);
  for (int game = 0; game < 200; game++) {
    delta_position position;
    asc_outcome outcome;
    asc_position_start(rules, &position);
    for (int ply = 0; ply < 10 && !asc_position_outcome(rules, &position, &outcome); ply++) {
      uint32_t men[2] = {0};
      for (int square = 0; square < SIZE * SIZE; square++)
        for (int colour = 0; colour < 2; colour++)
          if (position.men[colour] & core_set((uint32_t)1 << square)) men[colour] |= (uint32_t)1 << square;
      if (ply >= 2 && position.mover == DELTA_WHITE) assert_true(asc_retro_past(&source.plan.board, men[0], men[1]));
      asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
    }
  }
  /* White's a1 and d4 are no precursor with its tracer, and the third ply is a turn. */
  assert_false(asc_retro_past(&source.plan.board, 1U | 1U << 15, 1U << 5 | 1U << 6));
  assert_true(asc_retro_past(&source.plan.board, 1U << 1 | 1U << 2, 1U << 12 | 1U << 9));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_they_are_what_they_claim),
      cmocka_unit_test(test_none_are_alike_and_the_easiest_come_first),
      cmocka_unit_test(test_threads_and_order_change_nothing),
      cmocka_unit_test(test_past),
  };
  return cmocka_run_group_tests(tests, tables_make, tables_remove);
}
