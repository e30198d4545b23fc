/* Tests puzzles that are made from the tablebase of a small board. The rules and a search without it confirm each
   claim. Play can lead to each position, no two are similar, and the number of threads makes no difference. */
#include "games/delta/delta.h"
#include "solve/delta/puzzles.h"
#include "solve/delta/retrograde.h"

#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 4, PAWNS = 6, MAX_PER_KIND = 12, ALL_POSITIONS = 1000000000, WANTED = 60 };
#define SPEC "delta:size=4,pawns=6"

static char folder[] = "/tmp/ascona-test-XXXXXX";
static solve_layer_files layer_files;
static asc_rules *rules;

static int tablebase_setup(void **state) {
  (void)state;
  asc_error error;
  if (mkdtemp(folder) == NULL || asc_rules_open(&rules, SPEC, &error) < 0) return -1;
  solve_retrograde_options options = {
      .size = SIZE, .pawns = PAWNS, .folder = folder, .threads = 2, .compression_level = 1};
  if (solve_retrograde(&options, &error) < 0) return -1;
  return solve_layer_files_open(&layer_files, SIZE, PAWNS, folder, &error);
}

static int tablebase_teardown(void **state) {
  (void)state;
  char command[64];
  solve_layer_files_close(&layer_files);
  asc_rules_close(rules);
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

static uint64_t to_core_set(uint32_t set) {
  uint64_t image = 0;
  for (int square = 0; square < SIZE * SIZE; square++)
    if (set >> square & 1) image |= asc_bit(asc_delta_square_at(square % SIZE, square / SIZE));
  return image;
}

static asc_delta_position to_core_position(const solve_puzzle *puzzle) {
  asc_delta_position position = {.mover = ASC_DELTA_WHITE, .stage = ASC_DELTA_STAGE_TURNS};
  position.pawns[ASC_DELTA_WHITE] = to_core_set(puzzle->white);
  position.pawns[ASC_DELTA_BLACK] = to_core_set(puzzle->black);
  return position;
}

/* Returns the points of a move for the player who makes it, by proof. */
static int move_points(asc_search *search, const asc_delta_position *position, asc_move move) {
  asc_delta_position next = *position;
  asc_outcome outcome;
  asc_solution solution;
  asc_position_play(rules, &next, move);
  if (asc_position_outcome(rules, &next, &outcome))
    return (outcome.points[position->mover] - outcome.points[!position->mover]) / 2;
  asc_search_task task = {.position = &next};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  assert_true(solution.proved);
  return -solution.lower / 100;
}

static void check_puzzle(asc_search *search, const solve_puzzle *puzzle) {
  asc_delta_position position = to_core_position(puzzle);
  asc_move moves[ASC_MOVES_MAX];
  int count, best = 0, others = 0, legal;
  assert_int_equal(asc_position_check(rules, &position, NULL), ASC_OK);
  legal = count = asc_position_moves(rules, &position, moves);
  assert_int_equal(legal, puzzle->legal_moves);
  for (int i = 0; i < count; i++) {
    asc_delta_turn_details turn = asc_delta_turn_decode((const asc_delta_rules *)rules, &position, moves[i]);
    bool is_solution = asc_bit(turn.from) == to_core_set(puzzle->solution.from) &&
                       asc_bit(turn.to) == to_core_set(puzzle->solution.to);
    int points = move_points(search, &position, moves[i]);
    if (is_solution) assert_int_equal(points, puzzle->points);
    if (!is_solution) assert_true(points < puzzle->points);
    best += is_solution;
    others += !is_solution && points > 0;
  }
  assert_int_equal(best, 1);
  assert_int_equal(puzzle->is_only_win, others == 0);
  assert_int_equal(2 * puzzle->white_moves - 1, SIZE * SIZE - puzzle->points - puzzle->pawns);
}

static solve_puzzle *find_puzzles(uint64_t seed, uint64_t sample, int threads, size_t *count) {
  solve_puzzle *list;
  asc_error error;
  assert_int_equal(solve_puzzles_find(&layer_files, seed, sample, MAX_PER_KIND, threads, &list, count, &error), ASC_OK);
  assert_int_equal(solve_puzzles_rate(&layer_files, list, *count, threads, &error), ASC_OK);
  return list;
}

static void test_the_claims_of_puzzles_are_true(void **state) {
  (void)state;
  size_t count;
  asc_search *search;
  solve_puzzle *list = find_puzzles(1, ALL_POSITIONS, 2, &count);
  assert_true(count > 50);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  for (size_t i = 0; i < count; i++) check_puzzle(search, &list[i]);
  asc_search_close(search);
  free(list);
}

static void test_puzzles_differ_and_the_easiest_come_first(void **state) {
  (void)state;
  size_t count;
  solve_puzzle *list = find_puzzles(2, ALL_POSITIONS, 2, &count);
  size_t chosen = solve_puzzles_pick(&layer_files.plan.board, list, count, WANTED, NULL, NULL);
  assert_true(chosen > 5 && chosen <= WANTED);
  for (size_t i = 1; i < chosen; i++) {
    assert_true(list[i - 1].difficulty <= list[i].difficulty);
    for (size_t k = 0; k < i; k++) assert_false(solve_puzzles_are_similar(&layer_files.plan.board, &list[k], &list[i]));
  }
  solve_puzzle image = list[0];
  solve_puzzle_transform(&layer_files.plan.board, 5, &image);
  assert_true(solve_puzzles_are_similar(&layer_files.plan.board, &list[0], &image));
  free(list);
}

static int random_compare(const void *a, const void *b) {
  const solve_puzzle *one = a, *other = b;
  return (one->random > other->random) - (one->random < other->random);
}

static void test_the_number_of_threads_makes_no_difference(void **state) {
  (void)state;
  size_t count, again, less;
  solve_puzzle *list = find_puzzles(3, 20000, 1, &count), *other = find_puzzles(3, 20000, 3, &again);
  assert_int_equal(count, again);
  qsort(list, count, sizeof *list, random_compare);
  qsort(other, again, sizeof *other, random_compare);
  assert_memory_equal(list, other, count * sizeof *list);
  solve_puzzle *few = find_puzzles(3, 100, 1, &less);
  assert_true(less < count);
  free(few);
  free(list);
  free(other);
}

/* Positions of random games are reachable. A pair of pawns that no turn can have placed is not. */
static void test_reachable_positions(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 4);
  for (int game = 0; game < 200; game++) {
    asc_delta_position position;
    asc_outcome outcome;
    asc_position_start(rules, &position);
    for (int ply = 0; ply < 10 && !asc_position_outcome(rules, &position, &outcome); ply++) {
      uint32_t pawns[2] = {0};
      for (int square = 0; square < SIZE * SIZE; square++)
        for (int colour = 0; colour < 2; colour++)
          if (position.pawns[colour] & to_core_set((uint32_t)1 << square)) pawns[colour] |= (uint32_t)1 << square;
      if (ply >= 2 && position.mover == ASC_DELTA_WHITE)
        assert_true(solve_puzzle_is_reachable(&layer_files.plan.board, pawns[0], pawns[1]));
      asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
    }
  }
  /* White's a1 and d4 cannot be a precursor and its tracer, but the third ply is a turn. */
  assert_false(solve_puzzle_is_reachable(&layer_files.plan.board, 1U | 1U << 15, 1U << 5 | 1U << 6));
  assert_true(solve_puzzle_is_reachable(&layer_files.plan.board, 1U << 1 | 1U << 2, 1U << 12 | 1U << 9));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_claims_of_puzzles_are_true),
      cmocka_unit_test(test_puzzles_differ_and_the_easiest_come_first),
      cmocka_unit_test(test_the_number_of_threads_makes_no_difference),
      cmocka_unit_test(test_reachable_positions),
  };
  return cmocka_run_group_tests(tests, tablebase_setup, tablebase_teardown);
}
