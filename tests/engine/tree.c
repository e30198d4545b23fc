/* MCTS: its chances, its memory, and its choices. */
#include <ascona/ascona.h>

#include "engine/common/search_state.h"
#include "engine/mcts/tree.h"
#include "engine/players/best_move.h"

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

static fixture fixture_open(size_t hash_bytes, int threads) {
  fixture f;
  asc_search_options options = {.hash_bytes = hash_bytes, .threads = threads, .for_play = true};
  assert_int_equal(asc_rules_open(&f.rules, "kulami", NULL), ASC_OK);
  assert_int_equal(asc_search_open(&f.search, f.rules, &options), ASC_OK);
  assert_non_null(f.search->mcts);
  return f;
}

static void fixture_close(fixture *f) {
  asc_search_close(f->search);
  asc_rules_close(f->rules);
}

/* Plays random games from the start until one is not over after `plies` plies. */
static void random_position(const asc_rules *rules, int plies, uint64_t seed, asc_position *position) {
  asc_random random;
  asc_random_seed(&random, seed);
  for (int ply = -1; ply != plies || asc_position_count(rules, position) == 0;) {
    asc_position_start(rules, position);
    for (ply = 0; ply < plies && asc_position_count(rules, position) > 0; ply++)
      asc_position_play(rules, position, asc_random_move(rules, position, &random));
  }
}

static asc_search_report run_search(fixture *f, const asc_search_task *task) {
  asc_search_report report;
  assert_int_equal(asc_search_run(f->search, task, &report), ASC_OK);
  assert_int_equal(report.line_count, 1);
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

static void test_scores_convert_to_chances_and_back(void **state) {
  (void)state;
  for (int32_t score = -5 * SPREAD; score <= 5 * SPREAD; score++) {
    uint32_t chance = asc_tree_chance_from_score(score, SPREAD);
    assert_true(fabs((double)chance / ASC_TREE_CHANCE_ONE - 1 / (1 + exp(-(double)score / SPREAD))) < 0.001);
    assert_int_equal(chance + asc_tree_chance_from_score(-score, SPREAD), ASC_TREE_CHANCE_ONE);
    assert_true(abs(asc_tree_chance_to_score(chance, SPREAD) - score) <= 1);
    assert_true(asc_tree_chance_from_score(score + 1, SPREAD) >= chance);
  }
  assert_int_equal(asc_tree_chance_from_score(6400, SPREAD), ASC_TREE_CHANCE_ONE);
  assert_int_equal(asc_tree_chance_from_score(-6400, SPREAD), 0);
}

/* Returns the smallest power of two that is not less than `cells`. */
static uint32_t block_size(uint32_t cells) {
  uint32_t size = 1;
  while (size < cells) size *= 2;
  return size;
}

static uint32_t cells_below(const asc_tree_pool *pool, const asc_tree_node *node) {
  enum { CELL_EDGES = sizeof(asc_tree_cell) / sizeof(asc_tree_edge) };
  if (node->edge_count == 0) return 0;
  assert_true(node->edges > 0 && node->edges + (node->edge_count - 1U) / CELL_EDGES < pool->buddy.used);
  uint32_t sum = block_size((node->edge_count + CELL_EDGES - 1U) / CELL_EDGES);
  if (node->child_count > 0) sum += block_size(node->child_count);
  for (uint32_t i = 0; i < node->child_count; i++) {
    const asc_tree_node *child = asc_tree_pool_child(pool, node, i);
    assert_true(node->children > 0 && node->children + i < pool->buddy.used);
    assert_int_equal(child->move, asc_tree_pool_edges(pool, node)[i].move);
    sum += cells_below(pool, child);
  }
  return sum;
}

static uint32_t cells_discarded(const asc_tree_pool *pool) {
  uint32_t sum = 0;
  for (uint32_t at = pool->discarded; at != 0; at = pool->buddy.cells[at].node.mean) {
    uint32_t count = pool->buddy.cells[at].node.visits;
    sum += block_size(count);
    for (uint32_t i = 0; i < count; i++) {
      const asc_tree_node *child = &pool->buddy.cells[at + i].node;
      sum += cells_below(pool, child);
    }
  }
  return sum;
}

static void pool_open(asc_tree_pool *pool, size_t cells) {
  asc_tree_cell *memory = malloc(cells * sizeof *memory);
  assert_non_null(memory);
  asc_tree_pool_init(pool, memory, cells * sizeof *memory);
}

static bool never_stop(void *data) {
  (void)data;
  return false;
}

/* A random walk down the tree, which ends with a new child or an expanded leaf. Returns false if there was no
   memory. */
static bool walk_randomly(asc_tree_pool *pool, asc_random *random, int *edges_added) {
  asc_tree_node *node = &pool->root;
  for (node->visits++; node->edge_count > 0; node->visits++) {
    uint32_t index = asc_random_below(random, 1 + asc_random_below(random, node->edge_count));
    node = index < node->child_count ? asc_tree_pool_child(pool, node, index) : asc_tree_pool_add_child(pool, node);
    if (node == NULL) return false;
  }
  int count = 1 + (int)asc_random_below(random, 40);
  if (!asc_tree_pool_add_edges(pool, node, count)) return false;
  for (int i = 0; i < count; i++)
    asc_tree_pool_edges(pool, node)[i] = (asc_tree_edge){.move = asc_random_below(random, 1000)};
  *edges_added += count;
  return true;
}

/* Blocks that are allocated and freed in random order merge again. */
static void test_freed_blocks_merge_again(void **state) {
  (void)state;
  enum { LARGEST_ORDER = ASC_TREE_BUDDY_ORDERS - 1, CELLS = 4 << LARGEST_ORDER, BLOCKS_MAX = 1000 };
  static asc_tree_cell cells[CELLS];
  struct {
    uint32_t first;
    int order;
  } allocated[BLOCKS_MAX];
  asc_tree_buddy blocks;
  asc_random random;
  asc_random_seed(&random, 3);
  asc_tree_buddy_init(&blocks, cells, sizeof cells);
  for (int round = 0; round < 100; round++) {
    uint32_t count = 0, sum = 0;
    for (uint32_t first; count < BLOCKS_MAX; count++) {
      int order = (int)asc_random_below(&random, 6);
      if ((first = asc_tree_buddy_alloc(&blocks, order)) == 0) break;
      assert_int_equal(first % (1U << order), 0);
      cells[first].node =
          (asc_tree_node){.move = UINT32_MAX, .visits = UINT32_MAX, .result = ASC_TREE_WIN, .can_force_draw = true};
      allocated[count].first = first;
      allocated[count].order = order;
      sum += 1U << order;
    }
    assert_int_equal(1 + sum + blocks.free_cells, blocks.used);
    for (; count > 0; count--) {
      uint32_t chosen = asc_random_below(&random, count);
      asc_tree_buddy_free(&blocks, allocated[chosen].first, allocated[chosen].order);
      allocated[chosen] = allocated[count - 1];
    }
    assert_int_equal(1 + blocks.free_cells, blocks.used);
  }
  for (int i = 0; i < 3; i++) assert_int_not_equal(asc_tree_buddy_alloc(&blocks, LARGEST_ORDER), 0);
  assert_int_equal(asc_tree_buddy_alloc(&blocks, LARGEST_ORDER), 0);
  assert_int_not_equal(asc_tree_buddy_alloc(&blocks, LARGEST_ORDER - 1), 0);
}

/* No cell is lost or used twice: the tree, the free cells and the discarded blocks make up the whole memory. */
static void test_a_full_pool_reclaims_cells(void **state) {
  (void)state;
  enum { POOL_CELLS = 3000, WALKS = 40000 };
  asc_tree_pool pool;
  asc_random random;
  asc_random_seed(&random, 1);
  pool_open(&pool, POOL_CELLS);
  int edges_added = 0, failures = 0;
  for (int walk = 0; walk < WALKS; walk++) {
    assert_true(asc_tree_pool_reclaim(&pool, never_stop, NULL));
    failures += !walk_randomly(&pool, &random, &edges_added);
    if (walk % 1000 == 999)
      asc_tree_pool_set_root(&pool,
                             asc_tree_pool_child(&pool, &pool.root, asc_random_below(&random, pool.root.child_count)));
    if (walk % 1000 == 999 || walk % 100 == 50)
      assert_int_equal(1 + cells_below(&pool, &pool.root) + cells_discarded(&pool) + pool.buddy.free_cells,
                       pool.buddy.used);
  }
  assert_true(edges_added > 10 * POOL_CELLS);
  assert_true(failures < WALKS / 100);
  free(pool.buddy.cells);
}

static bool stop_and_count(void *data) {
  (*(int *)data)++;
  return true;
}

/* If there is no time, the search does not wait until a large tree is pruned. */
static void test_reclaiming_stops_when_time_is_over(void **state) {
  (void)state;
  enum { POOL_CELLS = 1 << 19 };
  asc_tree_pool pool;
  asc_random random;
  asc_random_seed(&random, 1);
  pool_open(&pool, POOL_CELLS);
  int edges_added = 0, stop_checks = 0;
  while (!pool.allocation_failed) (void)walk_randomly(&pool, &random, &edges_added);
  assert_false(asc_tree_pool_reclaim(&pool, stop_and_count, &stop_checks));
  assert_int_equal(stop_checks, 1);
  assert_true(pool.buddy.free_cells < POOL_CELLS / 2);
  pool.allocation_failed = true;
  assert_true(asc_tree_pool_reclaim(&pool, never_stop, NULL));
  assert_true(pool.buddy.free_cells >= POOL_CELLS / 2);
  free(pool.buddy.cells);
}

static int sign(int32_t number) { return (number > 0) - (number < 0); }

static asc_solution solve(asc_search *search, const asc_position *position) {
  asc_solution solution;
  asc_search_task task = {.position = position};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  assert_true(solution.proved);
  return solution;
}

/* Without a limit, the search continues until the winner is proved. */
static void test_a_search_without_limit_proves_the_winner(void **state) {
  (void)state;
  fixture f = fixture_open(8 * MEBIBYTE, 1);
  int value_counts[3] = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    asc_position position;
    random_position(f.rules, 42 + (int)(seed % 4), seed, &position);
    int value = sign(solve(f.search, &position).lower);
    asc_search_task task = {.position = &position};
    asc_move move = run_search(&f, &task).lines[0].moves[0];
    value_counts[1 + value]++;
    asc_position_play(f.rules, &position, move);
    if (asc_position_count(f.rules, &position) > 0) assert_int_equal(sign(solve(f.search, &position).lower), -value);
  }
  assert_true(value_counts[0] > 5 && value_counts[1] > 0 && value_counts[2] > 5);
  fixture_close(&f);
}

/* A node reused from the last search may be proved and have no edges. The result must still be correct. */
static void test_a_reused_tree_gives_the_proved_result(void **state) {
  (void)state;
  fixture f = fixture_open(8 * MEBIBYTE, 1), reference = fixture_open(8 * MEBIBYTE, 1);
  asc_random random;
  asc_random_seed(&random, 5);
  for (uint64_t seed = 1; seed <= 30; seed++) {
    asc_position position;
    random_position(f.rules, 38 + (int)(seed % 8), seed, &position);
    for (int ply = 0; asc_position_count(f.rules, &position) > 0; ply++) {
      int value = sign(solve(reference.search, &position).lower);
      asc_search_task task = {.position = &position};
      asc_move move = asc_random_move(f.rules, &position, &random);
      if (ply % 2 == 0) move = run_search(&f, &task).lines[0].moves[0];
      asc_position_play(f.rules, &position, move);
      if (ply % 2 == 0 && asc_position_count(f.rules, &position) > 0)
        assert_int_equal(sign(solve(reference.search, &position).lower), -value);
    }
  }
  fixture_close(&reference);
  fixture_close(&f);
}

static void test_the_same_nodes_give_the_same_move(void **state) {
  (void)state;
  fixture f = fixture_open(4 * MEBIBYTE, 1);
  for (uint64_t seed = 1; seed <= 5; seed++) {
    asc_position position;
    random_position(f.rules, 6, seed, &position);
    asc_search_task task = {.position = &position, .nodes = 20000};
    asc_line first = run_search(&f, &task).lines[0];
    asc_search_clear(f.search);
    asc_search_report second = run_search(&f, &task);
    assert_memory_equal(&first, &second.lines[0], sizeof first);
    assert_true(second.nodes >= 20000 && second.nodes < 20100);
  }
  fixture_close(&f);
}

/* After a move and its reply, the search reuses the subtree. */
static void test_the_subtree_of_the_played_moves_is_reused(void **state) {
  (void)state;
  fixture f = fixture_open(16 * MEBIBYTE, 1);
  asc_position position;
  random_position(f.rules, 6, 2, &position);
  asc_search_task task = {.position = &position, .nodes = 100000}, one_node = {.position = &position, .nodes = 1};
  asc_search_report report = run_search(&f, &task);
  asc_line line = report.lines[0];
  assert_true(line.length >= 6);
  asc_position_play(f.rules, &position, line.moves[0]);
  asc_position_play(f.rules, &position, line.moves[1]);
  report = run_search(&f, &one_node);
  assert_int_equal(report.lines[0].length, line.length - 2);
  assert_memory_equal(report.lines[0].moves, line.moves + 2, (size_t)(line.length - 2) * sizeof *line.moves);
  asc_search_clear(f.search);
  assert_true(run_search(&f, &one_node).lines[0].length < line.length - 2);
  fixture_close(&f);
}

/* Far more positions than fit into the memory. */
static void test_little_memory_is_enough(void **state) {
  (void)state;
  fixture f = fixture_open(1, 1);
  asc_position position;
  random_position(f.rules, 8, 3, &position);
  asc_search_task task = {.position = &position, .nodes = 300000};
  asc_search_report report = run_search(&f, &task);
  assert_true(report.nodes >= 300000);
  assert_true(is_legal(f.rules, &position, report.lines[0].moves[0]));
  fixture_close(&f);
}

/* A search without limits ends before the visit counters overflow. */
static void test_a_search_ends_before_visits_overflow(void **state) {
  (void)state;
  fixture f = fixture_open(MEBIBYTE, 1);
  asc_tree *tree = malloc(sizeof *tree);
  void *memory = malloc(MEBIBYTE);
  asc_uct_lookup lookup;
  asc_position position;
  assert_true(tree != NULL && memory != NULL);
  random_position(f.rules, 8, 6, &position);
  asc_search_task task = {.position = &position};
  asc_uct_lookup_fill(&lookup, ASC_UCT_DEFAULT_EXPLORATION);
  asc_tree_init(tree, f.rules, &lookup, 0, memory, MEBIBYTE);
  assert_int_equal(asc_search_begin(f.search, &task), ASC_OK);
  asc_tree_set_root(tree, f.search);
  tree->pool.root.visits = ASC_UCT_MAX_VISITS - 1000;
  asc_tree_grow(tree);
  assert_int_equal(tree->pool.root.visits, ASC_UCT_MAX_VISITS);
  asc_search_end(f.search);
  free(memory);
  free(tree);
  fixture_close(&f);
}

static void test_only_the_root_moves_are_searched(void **state) {
  (void)state;
  fixture f = fixture_open(MEBIBYTE, 2);
  asc_position position;
  asc_move moves[ASC_MOVES_MAX];
  random_position(f.rules, 6, 4, &position);
  assert_true(asc_position_moves(f.rules, &position, moves) > 3);
  for (int i = 0; i < 3; i++) {
    asc_search_task task = {.position = &position, .nodes = 3000, .root_moves = &moves[i], .root_move_count = 2};
    assert_true(is_among(run_search(&f, &task).lines[0].moves[0], &moves[i], 2));
  }
  fixture_close(&f);
}

/* Several lines or a depth limit are for alpha-beta search. */
static void test_several_lines_and_depth_limits_use_alpha_beta(void **state) {
  (void)state;
  fixture f = fixture_open(MEBIBYTE, 1);
  asc_position position;
  asc_search_report report;
  random_position(f.rules, 6, 5, &position);
  asc_search_task with_lines = {.position = &position, .nodes = 20000, .lines = 3},
                  with_depth = {.position = &position, .depth = 3};
  assert_int_equal(asc_search_run(f.search, &with_lines, &report), ASC_OK);
  assert_int_equal(report.line_count, 3);
  assert_int_equal(asc_search_run(f.search, &with_depth, &report), ASC_OK);
  assert_int_equal(report.depth, 3);
  fixture_close(&f);
}

/* If nothing can be won, the choice is one of the moves that keep the score, and the score is reported as exact. */
static void test_the_chosen_move_keeps_the_proved_score(void **state) {
  (void)state;
  fixture f = fixture_open(4 * MEBIBYTE, 1);
  int several = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    asc_position position;
    asc_line line;
    asc_search_report report;
    random_position(f.rules, 40, seed, &position);
    asc_search_task task = {.position = &position, .nodes = 400000};
    assert_int_equal(asc_best_move_choose(f.search, &task, &line, &report), ASC_OK);
    asc_line chosen = report.lines[0];
    asc_solution solution = solve(f.search, &position);
    several += solution.lower <= 0 && solution.best_count > 1;
    assert_int_equal(chosen.certainty, ASC_EXACT);
    assert_int_equal(chosen.score, solution.lower);
    assert_true(is_among(chosen.moves[0], solution.best, solution.best_count));
  }
  assert_true(several > 0);
  fixture_close(&f);
}

/* A stop request ends the whole choice, not only its first part. */
static void test_a_stop_ends_the_whole_choice(void **state) {
  (void)state;
  fixture f = fixture_open(4 * MEBIBYTE, 1);
  asc_position position;
  asc_line line;
  asc_search_report report;
  random_position(f.rules, 34, 7, &position);
  asc_search_task task = {.position = &position}, limited = {.position = &position, .nodes = 50000};
  asc_search_stop(f.search);
  assert_int_equal(asc_best_move_choose(f.search, &task, &line, &report), ASC_OK);
  assert_true(is_legal(f.rules, &position, report.lines[0].moves[0]));
  assert_true(report.nodes < 100000);
  assert_int_equal(asc_best_move_choose(f.search, &limited, &line, &report), ASC_OK);
  assert_true(report.nodes > 40000);
  fixture_close(&f);
}

/* No time goes to a proof that is out of reach: the choice is that of MCTS with all nodes. */
static void test_no_nodes_are_spent_on_a_proof_out_of_reach(void **state) {
  (void)state;
  fixture f = fixture_open(4 * MEBIBYTE, 1);
  for (uint64_t seed = 1; seed <= 5; seed++) {
    asc_position position;
    asc_line line;
    asc_search_report report;
    random_position(f.rules, 20, seed, &position);
    asc_search_task task = {.position = &position, .nodes = 20000};
    asc_search_clear(f.search);
    asc_line mcts_line = run_search(&f, &task).lines[0];
    asc_search_clear(f.search);
    assert_int_equal(asc_best_move_choose(f.search, &task, &line, &report), ASC_OK);
    assert_memory_equal(&mcts_line, &report.lines[0], sizeof mcts_line);
    assert_true(report.nodes >= 20000 && report.nodes < 20100);
  }
  fixture_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scores_convert_to_chances_and_back),
      cmocka_unit_test(test_freed_blocks_merge_again),
      cmocka_unit_test(test_a_full_pool_reclaims_cells),
      cmocka_unit_test(test_reclaiming_stops_when_time_is_over),
      cmocka_unit_test(test_a_search_without_limit_proves_the_winner),
      cmocka_unit_test(test_a_reused_tree_gives_the_proved_result),
      cmocka_unit_test(test_the_same_nodes_give_the_same_move),
      cmocka_unit_test(test_the_subtree_of_the_played_moves_is_reused),
      cmocka_unit_test(test_little_memory_is_enough),
      cmocka_unit_test(test_a_search_ends_before_visits_overflow),
      cmocka_unit_test(test_only_the_root_moves_are_searched),
      cmocka_unit_test(test_several_lines_and_depth_limits_use_alpha_beta),
      cmocka_unit_test(test_the_chosen_move_keeps_the_proved_score),
      cmocka_unit_test(test_a_stop_ends_the_whole_choice),
      cmocka_unit_test(test_no_nodes_are_spent_on_a_proof_out_of_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
