/* Best-first search: its chances, its memory, and what it chooses. */
#include <ascona/ascona.h>

#include "engine/common/run.h"
#include "engine/mcts/tree.h"
#include "engine/players/choice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SPREAD = 80, MEBIBYTE = 1 << 20 };

typedef struct fixture {
  asc_rules *rules;
  asc_search *search;
} fixture;

static fixture fixture_open(size_t hash, int threads) {
  fixture made;
  asc_search_options options = {.hash = hash, .threads = threads, .plays = true};
  assert_int_equal(asc_rules_open(&made.rules, "kulami", NULL), ASC_OK);
  assert_int_equal(asc_search_open(&made.search, made.rules, &options), ASC_OK);
  assert_non_null(made.search->mcts);
  return made;
}

static void fixture_close(fixture *made) {
  asc_search_close(made->search);
  asc_rules_close(made->rules);
}

/* A random game up to a ply at which it is not over. */
static void position_after(const asc_rules *rules, int plies, uint64_t seed, asc_position *position) {
  asc_random random;
  asc_random_seed(&random, seed);
  for (int ply = -1; ply != plies || asc_position_count(rules, position) == 0;) {
    asc_position_start(rules, position);
    for (ply = 0; ply < plies && asc_position_count(rules, position) > 0; ply++)
      asc_position_play(rules, position, asc_random_move(rules, position, &random));
  }
}

static asc_report run(fixture *made, const asc_task *task) {
  asc_report report;
  assert_int_equal(asc_search_run(made->search, task, &report), ASC_OK);
  assert_int_equal(report.count, 1);
  assert_true(report.lines[0].length >= 1);
  return report;
}

static bool is_among(asc_move move, const asc_move *moves, int count) {
  for (int i = 0; i < count; i++)
    if (moves[i] == move) return true;
  return false;
}

static bool is_legal(const asc_rules *rules, const asc_position *position, asc_move move) {
  asc_move moves[ASC_MOVES_MAX];
  return is_among(move, moves, asc_position_moves(rules, position, moves));
}

static void test_a_score_is_a_chance_and_back(void **state) {
  (void)state;
  for (int32_t score = -5 * SPREAD; score <= 5 * SPREAD; score++) {
    uint32_t chance = asc_tree_chance_of(score, SPREAD);
    assert_true(fabs((double)chance / TREE_CERTAIN - 1 / (1 + exp(-(double)score / SPREAD))) < 0.001);
    assert_int_equal(chance + asc_tree_chance_of(-score, SPREAD), TREE_CERTAIN);
    assert_true(abs(asc_tree_score_of(chance, SPREAD) - score) <= 1);
    assert_true(asc_tree_chance_of(score + 1, SPREAD) >= chance);
  }
  assert_int_equal(asc_tree_chance_of(6400, SPREAD), TREE_CERTAIN);
  assert_int_equal(asc_tree_chance_of(-6400, SPREAD), 0);
}

/* The smallest power of two that is not less. */
static uint32_t block_of(uint32_t cells) {
  uint32_t size = 1;
  while (size < cells) size *= 2;
  return size;
}

static uint32_t cells_below(const tree_pool *pool, const tree_node *node) {
  enum { CELL_EDGES = sizeof(tree_cell) / sizeof(tree_edge) };
  if (node->count == 0) return 0;
  assert_true(node->edges > 0 && node->edges + (node->count - 1U) / CELL_EDGES < pool->blocks.used);
  uint32_t sum = block_of((node->count + CELL_EDGES - 1U) / CELL_EDGES);
  if (node->tried > 0) sum += block_of(node->tried);
  for (uint32_t i = 0; i < node->tried; i++) {
    const tree_node *child = tree_child(pool, node, i);
    assert_true(node->children > 0 && node->children + i < pool->blocks.used);
    assert_int_equal(child->move, tree_edges(pool, node)[i].move);
    sum += cells_below(pool, child);
  }
  return sum;
}

static uint32_t cells_dropped(const tree_pool *pool) {
  uint32_t sum = 0;
  for (uint32_t at = pool->dropped; at != 0; at = pool->blocks.cells[at].node.mean) {
    uint32_t tried = pool->blocks.cells[at].node.visits;
    sum += block_of(tried);
    for (uint32_t i = 0; i < tried; i++) {
      const tree_node *child = &pool->blocks.cells[at + i].node;
      sum += cells_below(pool, child);
    }
  }
  return sum;
}

static void pool_open(tree_pool *pool, size_t cells) {
  tree_cell *memory = malloc(cells * sizeof *memory);
  assert_non_null(memory);
  asc_tree_pool_open(pool, memory, cells * sizeof *memory);
}

static bool never(void *data) {
  (void)data;
  return false;
}

/* A walk down a random way, which ends where a edge is tried or a leaf grows. False when there was no room. */
static bool walk_randomly(tree_pool *pool, asc_random *random, int *grown) {
  tree_node *node = &pool->root;
  for (node->visits++; node->count > 0; node->visits++) {
    uint32_t number = asc_random_below(random, 1 + asc_random_below(random, node->count));
    node = number < node->tried ? tree_child(pool, node, number) : asc_tree_pool_try(pool, node);
    if (node == NULL) return false;
  }
  int count = 1 + (int)asc_random_below(random, 40);
  if (!asc_tree_pool_grow(pool, node, count)) return false;
  for (int i = 0; i < count; i++) tree_edges(pool, node)[i] = (tree_edge){.move = asc_random_below(random, 1000)};
  *grown += count;
  return true;
}

/* Blocks that were taken in disorder and given back in another make one again. */
static void test_small_blocks_become_large_ones(void **state) {
  (void)state;
  enum { LARGEST = TREE_BLOCK_SIZES - 1, CELLS = 4 << LARGEST, MOST = 1000 };
  static tree_cell cells[CELLS];
  struct {
    uint32_t first;
    int size;
  } taken[MOST];
  tree_blocks blocks;
  asc_random random;
  asc_random_seed(&random, 3);
  asc_tree_blocks_open(&blocks, cells, sizeof cells);
  for (int round = 0; round < 100; round++) {
    uint32_t count = 0, sum = 0;
    for (uint32_t first; count < MOST; count++) {
      int size = (int)asc_random_below(&random, 6);
      if ((first = asc_tree_blocks_take(&blocks, size)) == 0) break;
      assert_int_equal(first % (1U << size), 0);
      cells[first].node = (tree_node){.move = UINT32_MAX, .visits = UINT32_MAX, .proof = TREE_WON, .holds = true};
      taken[count].first = first;
      taken[count].size = size;
      sum += 1U << size;
    }
    assert_int_equal(1 + sum + blocks.spared, blocks.used);
    for (; count > 0; count--) {
      uint32_t chosen = asc_random_below(&random, count);
      asc_tree_blocks_spare(&blocks, taken[chosen].first, taken[chosen].size);
      taken[chosen] = taken[count - 1];
    }
    assert_int_equal(1 + blocks.spared, blocks.used);
  }
  for (int i = 0; i < 3; i++) assert_int_not_equal(asc_tree_blocks_take(&blocks, LARGEST), 0);
  assert_int_equal(asc_tree_blocks_take(&blocks, LARGEST), 0);
  assert_int_not_equal(asc_tree_blocks_take(&blocks, LARGEST - 1), 0);
}

/* Nothing is lost and nothing is used twice: what grows, what is free and what was dropped is all there is. */
static void test_a_full_pool_makes_room(void **state) {
  (void)state;
  enum { ROOM = 3000, WALKS = 40000 };
  tree_pool pool;
  asc_random random;
  asc_random_seed(&random, 1);
  pool_open(&pool, ROOM);
  int grown = 0, refused = 0;
  for (int walk = 0; walk < WALKS; walk++) {
    assert_true(asc_tree_pool_tend(&pool, never, NULL));
    refused += !walk_randomly(&pool, &random, &grown);
    if (walk % 1000 == 999)
      asc_tree_pool_keep(&pool, tree_child(&pool, &pool.root, asc_random_below(&random, pool.root.tried)));
    if (walk % 1000 == 999 || walk % 100 == 50)
      assert_int_equal(1 + cells_below(&pool, &pool.root) + cells_dropped(&pool) + pool.blocks.spared,
                       pool.blocks.used);
  }
  assert_true(grown > 10 * ROOM);
  assert_true(refused < WALKS / 100);
  free(pool.blocks.cells);
}

static bool always(void *data) {
  (*(int *)data)++;
  return true;
}

/* Who has no time is not kept waiting for a large tree. */
static void test_tending_ends_when_time_is_over(void **state) {
  (void)state;
  enum { ROOM = 1 << 19 };
  tree_pool pool;
  asc_random random;
  asc_random_seed(&random, 1);
  pool_open(&pool, ROOM);
  int grown = 0, asked = 0;
  while (!pool.refused) (void)walk_randomly(&pool, &random, &grown);
  assert_false(asc_tree_pool_tend(&pool, always, &asked));
  assert_int_equal(asked, 1);
  assert_true(pool.blocks.spared < ROOM / 2);
  pool.refused = true;
  assert_true(asc_tree_pool_tend(&pool, never, NULL));
  assert_true(pool.blocks.spared >= ROOM / 2);
  free(pool.blocks.cells);
}

static int sign(int32_t number) { return (number > 0) - (number < 0); }

static asc_solution solution_of(asc_search *search, const asc_position *position) {
  asc_solution solution;
  asc_task task = {.position = position};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  assert_true(solution.proved);
  return solution;
}

/* Without a limit it goes on until who wins is proved. */
static void test_it_ends_with_the_truth(void **state) {
  (void)state;
  fixture made = fixture_open(8 * MEBIBYTE, 1);
  int seen[3] = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    asc_position position;
    position_after(made.rules, 42 + (int)(seed % 4), seed, &position);
    int value = sign(solution_of(made.search, &position).least);
    asc_task task = {.position = &position};
    asc_move move = run(&made, &task).lines[0].moves[0];
    seen[1 + value]++;
    asc_position_play(made.rules, &position, move);
    if (asc_position_count(made.rules, &position) > 0)
      assert_int_equal(sign(solution_of(made.search, &position).least), -value);
  }
  assert_true(seen[0] > 5 && seen[1] > 0 && seen[2] > 5);
  fixture_close(&made);
}

/* What was kept from the last move may be proved already, and have no moves of its own: it is no less true then. */
static void test_the_truth_goes_on(void **state) {
  (void)state;
  fixture made = fixture_open(8 * MEBIBYTE, 1), judge = fixture_open(8 * MEBIBYTE, 1);
  asc_random random;
  asc_random_seed(&random, 5);
  for (uint64_t seed = 1; seed <= 30; seed++) {
    asc_position position;
    position_after(made.rules, 38 + (int)(seed % 8), seed, &position);
    for (int ply = 0; asc_position_count(made.rules, &position) > 0; ply++) {
      int value = sign(solution_of(judge.search, &position).least);
      asc_task task = {.position = &position};
      asc_move move = asc_random_move(made.rules, &position, &random);
      if (ply % 2 == 0) move = run(&made, &task).lines[0].moves[0];
      asc_position_play(made.rules, &position, move);
      if (ply % 2 == 0 && asc_position_count(made.rules, &position) > 0)
        assert_int_equal(sign(solution_of(judge.search, &position).least), -value);
    }
  }
  fixture_close(&judge);
  fixture_close(&made);
}

static void test_the_same_nodes_give_the_same_move(void **state) {
  (void)state;
  fixture made = fixture_open(4 * MEBIBYTE, 1);
  for (uint64_t seed = 1; seed <= 5; seed++) {
    asc_position position;
    position_after(made.rules, 6, seed, &position);
    asc_task task = {.position = &position, .nodes = 20000};
    asc_line first = run(&made, &task).lines[0];
    asc_search_clear(made.search);
    asc_report second = run(&made, &task);
    assert_memory_equal(&first, &second.lines[0], sizeof first);
    assert_true(second.nodes >= 20000 && second.nodes < 20100);
  }
  fixture_close(&made);
}

/* After a move and its reply the search goes on where it was. */
static void test_what_has_grown_is_kept(void **state) {
  (void)state;
  fixture made = fixture_open(16 * MEBIBYTE, 1);
  asc_position position;
  position_after(made.rules, 6, 2, &position);
  asc_task task = {.position = &position, .nodes = 100000}, glance = {.position = &position, .nodes = 1};
  asc_report report = run(&made, &task);
  asc_line line = report.lines[0];
  assert_true(line.length >= 6);
  asc_position_play(made.rules, &position, line.moves[0]);
  asc_position_play(made.rules, &position, line.moves[1]);
  report = run(&made, &glance);
  assert_int_equal(report.lines[0].length, line.length - 2);
  assert_memory_equal(report.lines[0].moves, line.moves + 2, (size_t)(line.length - 2) * sizeof *line.moves);
  asc_search_clear(made.search);
  assert_true(run(&made, &glance).lines[0].length < line.length - 2);
  fixture_close(&made);
}

/* Far more positions than there is memory for. */
static void test_little_memory_is_enough(void **state) {
  (void)state;
  fixture made = fixture_open(1, 1);
  asc_position position;
  position_after(made.rules, 8, 3, &position);
  asc_task task = {.position = &position, .nodes = 300000};
  asc_report report = run(&made, &task);
  assert_true(report.nodes >= 300000);
  assert_true(is_legal(made.rules, &position, report.lines[0].moves[0]));
  fixture_close(&made);
}

/* A search without limits ends before it loses count. */
static void test_there_is_an_end_of_visits(void **state) {
  (void)state;
  fixture made = fixture_open(MEBIBYTE, 1);
  asc_tree *tree = malloc(sizeof *tree);
  void *memory = malloc(MEBIBYTE);
  mcts_scale scale;
  asc_position position;
  assert_true(tree != NULL && memory != NULL);
  position_after(made.rules, 8, 6, &position);
  asc_task task = {.position = &position};
  asc_mcts_scale_fill(&scale, UCT_EXPLORATION);
  asc_tree_open(tree, made.rules, &scale, 0, memory, MEBIBYTE);
  assert_int_equal(asc_run_begin(made.search, &task), ASC_OK);
  asc_tree_begin(tree, made.search);
  tree->pool.root.visits = UCT_VISITS_MOST - 1000;
  asc_tree_grow(tree);
  assert_int_equal(tree->pool.root.visits, UCT_VISITS_MOST);
  asc_run_end(made.search);
  free(memory);
  free(tree);
  fixture_close(&made);
}

static void test_only_the_moves_of_the_task(void **state) {
  (void)state;
  fixture made = fixture_open(MEBIBYTE, 2);
  asc_position position;
  asc_move moves[ASC_MOVES_MAX];
  position_after(made.rules, 6, 4, &position);
  assert_true(asc_position_moves(made.rules, &position, moves) > 3);
  for (int i = 0; i < 3; i++) {
    asc_task task = {.position = &position, .nodes = 3000, .moves = &moves[i], .move_count = 2};
    assert_true(is_among(run(&made, &task).lines[0].moves[0], &moves[i], 2));
  }
  fixture_close(&made);
}

/* Several lines, or a depth, are for the search over plies. */
static void test_what_is_not_for_a_tree(void **state) {
  (void)state;
  fixture made = fixture_open(MEBIBYTE, 1);
  asc_position position;
  asc_report report;
  position_after(made.rules, 6, 5, &position);
  asc_task several = {.position = &position, .nodes = 20000, .lines = 3}, deep = {.position = &position, .depth = 3};
  assert_int_equal(asc_search_run(made.search, &several, &report), ASC_OK);
  assert_int_equal(report.count, 3);
  assert_int_equal(asc_search_run(made.search, &deep, &report), ASC_OK);
  assert_int_equal(report.depth, 3);
  fixture_close(&made);
}

/* Where nothing can be won it is one of the moves that keep what there is, and the score is told as proved. */
static void test_a_choice_keeps_what_is_proved(void **state) {
  (void)state;
  fixture made = fixture_open(4 * MEBIBYTE, 1);
  int several = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    asc_position position;
    asc_line line;
    asc_report report;
    position_after(made.rules, 40, seed, &position);
    asc_task task = {.position = &position, .nodes = 400000};
    assert_int_equal(asc_choice_run(made.search, &task, &line, &report), ASC_OK);
    asc_line chosen = report.lines[0];
    asc_solution solution = solution_of(made.search, &position);
    several += solution.least <= 0 && solution.best_count > 1;
    assert_int_equal(chosen.certainty, ASC_EXACT);
    assert_int_equal(chosen.score, solution.least);
    assert_true(is_among(chosen.moves[0], solution.best, solution.best_count));
  }
  assert_true(several > 0);
  fixture_close(&made);
}

/* A stop ends the whole choice, not its first part alone. */
static void test_a_stop_ends_a_choice(void **state) {
  (void)state;
  fixture made = fixture_open(4 * MEBIBYTE, 1);
  asc_position position;
  asc_line line;
  asc_report report;
  position_after(made.rules, 34, 7, &position);
  asc_task task = {.position = &position}, limited = {.position = &position, .nodes = 50000};
  asc_search_stop(made.search);
  assert_int_equal(asc_choice_run(made.search, &task, &line, &report), ASC_OK);
  assert_true(is_legal(made.rules, &position, report.lines[0].moves[0]));
  assert_true(report.nodes < 100000);
  assert_int_equal(asc_choice_run(made.search, &limited, &line, &report), ASC_OK);
  assert_true(report.nodes > 40000);
  fixture_close(&made);
}

/* Nothing is spent on a proof that is out of reach: it is the tree's own choice, with all the positions there are. */
static void test_no_proof_that_is_out_of_reach(void **state) {
  (void)state;
  fixture made = fixture_open(4 * MEBIBYTE, 1);
  for (uint64_t seed = 1; seed <= 5; seed++) {
    asc_position position;
    asc_line line;
    asc_report report;
    position_after(made.rules, 20, seed, &position);
    asc_task task = {.position = &position, .nodes = 20000};
    asc_search_clear(made.search);
    asc_line grown = run(&made, &task).lines[0];
    asc_search_clear(made.search);
    assert_int_equal(asc_choice_run(made.search, &task, &line, &report), ASC_OK);
    assert_memory_equal(&grown, &report.lines[0], sizeof grown);
    assert_true(report.nodes >= 20000 && report.nodes < 20100);
  }
  fixture_close(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_score_is_a_chance_and_back),
      cmocka_unit_test(test_small_blocks_become_large_ones),
      cmocka_unit_test(test_a_full_pool_makes_room),
      cmocka_unit_test(test_tending_ends_when_time_is_over),
      cmocka_unit_test(test_it_ends_with_the_truth),
      cmocka_unit_test(test_the_truth_goes_on),
      cmocka_unit_test(test_the_same_nodes_give_the_same_move),
      cmocka_unit_test(test_what_has_grown_is_kept),
      cmocka_unit_test(test_little_memory_is_enough),
      cmocka_unit_test(test_there_is_an_end_of_visits),
      cmocka_unit_test(test_only_the_moves_of_the_task),
      cmocka_unit_test(test_what_is_not_for_a_tree),
      cmocka_unit_test(test_a_choice_keeps_what_is_proved),
      cmocka_unit_test(test_a_stop_ends_a_choice),
      cmocka_unit_test(test_no_proof_that_is_out_of_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
