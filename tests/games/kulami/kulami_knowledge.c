/* Tests the engine's knowledge of Kulami against plain minimax, over every position of many small endgames, at all
   levels and on several boards. */
#include "kulami.h"

#include <ascona/knowledge.h>
#include <ascona/search.h>

enum { PLIES = 56, POINT = 100, SEEN_SLOTS = 1 << 14 };

static const char *const BOARDS[] = {"classic", "irregular", "example", BOARD_WITH_GAP, PINWHEEL};
enum { BOARD_COUNT = 5, LEVELS = 4 };

static asc_rules *open_rules(const char *board, int level) {
  char spec[ASC_SPEC_MAX];
  (void)snprintf(spec, sizeof spec, "kulami:board=%s,level=%d", board, level);
  return game_open(spec).rules;
}

/* Returns the current margin of the player to move. */
static int32_t current_margin(const asc_rules *rules, const asc_position *position, bool *over) {
  asc_outcome outcome;
  int mover = asc_position_turn(rules, position) - 1;
  *over = asc_position_outcome(rules, position, &outcome);
  return (outcome.points[mover] - outcome.points[1 - mover]) * POINT / 2;
}

static asc_position position_after(const asc_rules *rules, const asc_position *position, asc_move move) {
  asc_position next = *position;
  asc_position_play(rules, &next, move);
  return next;
}

typedef void visitor(const asc_rules *rules, const asc_position *position, int32_t value, void *data);

/* Plain minimax. Visits the position and every position below it, with its value. */
static int32_t minimax(const asc_rules *rules, const asc_position *position, visitor *visit, void *data) {
  asc_move moves[64];
  bool over;
  int32_t value = current_margin(rules, position, &over);
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = position_after(rules, position, moves[i]);
    int32_t reached = -minimax(rules, &next, visit, data);
    if (i == 0 || reached > value) value = reached;
  }
  if (visit != NULL) visit(rules, position, value, data);
  return value;
}

/* Returns a position after so many random plies, at least one, that is not over yet. */
static asc_position random_position(const asc_rules *rules, int plies, asc_random *random) {
  for (;;) {
    asc_position position;
    asc_position_start(rules, &position);
    int played = asc_playout(rules, &position, plies, ASC_PLAYOUT_PICK, random);
    if (played == plies && asc_position_count(rules, &position) > 0) return position;
  }
}

/* Visits all positions of some endgames on every board at one level. */
static void visit_endgames(int level, int games, visitor *visit, void *data) {
  for (int board = 0; board < BOARD_COUNT; board++) {
    asc_rules *rules = open_rules(BOARDS[board], level);
    asc_random random;
    asc_random_seed(&random, (uint64_t)board + 1);
    for (int game = 0; game < games; game++) {
      asc_position position = random_position(rules, PLIES - 1 - game % 7, &random);
      (void)minimax(rules, &position, visit, data);
    }
    asc_rules_close(rules);
  }
}

static void check_bounds(const asc_rules *rules, const asc_position *position, int32_t value, void *data) {
  int *exact = data;
  int32_t lower, upper;
  rules->game->knowledge->bounds(rules, position, &lower, &upper);
  if (lower > value || upper < value) fail_msg("%s: %d is not in %d … %d", rules->spec, value, lower, upper);
  if (asc_position_count(rules, position) == 0) assert_int_equal(lower, upper);
  *exact += lower == upper;
}

static void test_values_are_within_the_bounds(void **state) {
  (void)state;
  for (int level = 0; level < LEVELS; level++) {
    int exact = 0;
    visit_endgames(level, 56, check_bounds, &exact);
    assert_true(exact > 1000);
  }
}

static void check_last_plies(const asc_rules *rules, const asc_position *position, int32_t value, void *data) {
  const int *plies = data;
  int32_t lower, upper;
  asc_outcome outcome;
  rules->game->knowledge->bounds(rules, position, &lower, &upper);
  if (asc_position_outcome(rules, position, &outcome) || *plies > 3) return;
  assert_int_equal(lower, value);
  assert_int_equal(upper, value);
}

static void test_bounds_are_exact_in_the_last_three_plies(void **state) {
  (void)state;
  asc_rules *rules = open_rules("classic", 0);
  asc_random random;
  asc_random_seed(&random, 3);
  for (int game = 0; game < 600; game++) {
    int plies = 1 + game % 3;
    asc_position position = random_position(rules, PLIES - plies, &random);
    (void)minimax(rules, &position, check_last_plies, &plies);
  }
  asc_rules_close(rules);
}

/* No game leaves the bounds of its positions, from the first ply on. The last plies are left out: their bounds assume
   best play. */
static void test_no_game_leaves_its_bounds(void **state) {
  (void)state;
  enum { GAMES = 60, SOLVED_PLIES = 3 };
  for (int i = 0; i < BOARD_COUNT * LEVELS; i++) {
    asc_rules *rules = open_rules(BOARDS[i % BOARD_COUNT], i / BOARD_COUNT);
    asc_random random;
    asc_random_seed(&random, (uint64_t)i + 1);
    for (int game = 0; game < GAMES; game++) {
      asc_position position, path[PLIES + 1];
      int plies = 0;
      bool over;
      asc_position_start(rules, &position);
      for (path[0] = position; asc_position_count(rules, &position) > 0; path[++plies] = position)
        asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
      for (int ply = 0; ply < plies && ply < PLIES - SOLVED_PLIES; ply++) {
        int32_t lower, upper, margin = current_margin(rules, &position, &over) * ((plies - ply) % 2 == 0 ? 1 : -1);
        rules->game->knowledge->bounds(rules, &path[ply], &lower, &upper);
        assert_in_range(margin + ASC_SCORE_MAX, lower + ASC_SCORE_MAX, upper + ASC_SCORE_MAX);
      }
    }
    asc_rules_close(rules);
  }
}

static void check_solve_endgame(const asc_rules *rules, const asc_position *position, int32_t value, void *data) {
  (void)data;
  for (int32_t wanted = value - 2 * POINT - 1; wanted <= value + 2 * POINT; wanted += POINT / 2) {
    int32_t score;
    uint64_t nodes = 0;
    assert_true(rules->game->knowledge->solve_endgame(rules, position, PLIES, wanted, &score, &nodes));
    assert_true(nodes > 0);
    if (wanted <= value) assert_true(score >= wanted && score <= value);
    if (wanted > value) assert_true(score < wanted && score >= value);
  }
}

static void test_solve_endgame_agrees_with_minimax(void **state) {
  (void)state;
  visit_endgames(0, 42, check_solve_endgame, NULL);
}

static void test_only_near_endgames_are_solved(void **state) {
  (void)state;
  const struct {
    int level, plies, depth;
    bool solved;
  } cases[] = {{0, 20, PLIES, false}, {0, 44, 12, true}, {0, 44, 11, false}, {0, 50, 0, true}, {1, 50, PLIES, false}};
  asc_random random;
  asc_random_seed(&random, 1);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    asc_rules *rules = open_rules("classic", cases[i].level);
    asc_position position = random_position(rules, cases[i].plies, &random);
    int32_t score;
    uint64_t nodes = 0;
    bool solved = rules->game->knowledge->solve_endgame(rules, &position, cases[i].depth, 0, &score, &nodes);
    assert_int_equal(solved, cases[i].solved);
    asc_rules_close(rules);
  }
}

/* The position seen last in a slot. */
typedef struct seen {
  uint64_t hash;
  int32_t value; /* without the settled part */
  int turn, count;
  asc_move moves[20];
} seen;

typedef struct seen_positions {
  seen slots[SEEN_SLOTS];
  uint64_t rules; /* hash of the rules that the slots are about */
  int repeats;
} seen_positions;

static void check_transposition(const asc_rules *rules, const asc_position *position, int32_t value, void *data) {
  seen_positions *seen_before = data;
  asc_move moves[64];
  int32_t settled;
  uint64_t hash = rules->game->knowledge->tt_hash(rules, position, &settled);
  int count = asc_position_moves(rules, position, moves);
  if (count == 0) return;
  if (seen_before->rules != rules->hash) memset(seen_before->slots, 0, sizeof seen_before->slots);
  seen_before->rules = rules->hash;
  seen *slot = &seen_before->slots[hash % SEEN_SLOTS];
  if (slot->hash == hash) {
    assert_int_equal(slot->value, value - settled);
    assert_int_equal(slot->turn, asc_position_turn(rules, position));
    assert_int_equal(slot->count, count);
    assert_memory_equal(slot->moves, moves, (size_t)count * sizeof *moves);
    seen_before->repeats++;
  }
  *slot = (seen){hash, value - settled, asc_position_turn(rules, position), count, {0}};
  memcpy(slot->moves, moves, (size_t)count * sizeof *moves);
}

static void test_positions_with_the_same_tt_hash_have_the_same_value(void **state) {
  (void)state;
  seen_positions *seen_before = calloc(1, sizeof *seen_before);
  assert_non_null(seen_before);
  for (int level = 0; level < LEVELS; level++) {
    seen_before->repeats = 0;
    visit_endgames(level, 49, check_transposition, seen_before);
    assert_true(seen_before->repeats > (level == 0 ? 200 : 0));
  }
  free(seen_before);
}

static void test_solutions_agree_with_minimax(void **state) {
  (void)state;
  for (int i = 0; i < BOARD_COUNT * LEVELS; i++) {
    asc_rules *rules = open_rules(BOARDS[i % BOARD_COUNT], i / BOARD_COUNT);
    asc_search *search;
    asc_random random;
    asc_random_seed(&random, (uint64_t)i + 1);
    assert_int_equal(asc_search_open(&search, rules, &(asc_search_options){.hash_bytes = 1 << 16}), ASC_OK);
    for (int game = 0; game < 24; game++) {
      asc_position position = random_position(rules, PLIES - 2 - game % 7, &random);
      asc_solution solution;
      assert_int_equal(asc_search_solve(search, &(asc_search_task){.position = &position}, &solution, NULL, NULL),
                       ASC_OK);
      assert_true(solution.proved);
      assert_int_equal(solution.lower, minimax(rules, &position, NULL, NULL));
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

/* The board looks the same after a quarter turn, so estimates, bounds and the order of moves must be the same too. */
static void test_knowledge_respects_symmetries(void **state) {
  (void)state;
  for (int level = 0; level < LEVELS; level++) {
    asc_rules *rules = open_rules(PINWHEEL, level);
    const asc_knowledge *knowledge = rules->game->knowledge;
    asc_random random;
    asc_random_seed(&random, 1);
    assert_int_equal(rules->symmetries, 4);
    for (int plies = 1; plies < PLIES - 2; plies++) {
      asc_position position = random_position(rules, plies, &random), image;
      asc_position_transform(rules, 1 + plies % 3, &position, &image);
      int32_t bound[2], image_bound[2];
      knowledge->bounds(rules, &position, &bound[0], &bound[1]);
      knowledge->bounds(rules, &image, &image_bound[0], &image_bound[1]);
      assert_memory_equal(bound, image_bound, sizeof bound);
      assert_int_equal(knowledge->evaluate(rules, &position), knowledge->evaluate(rules, &image));
      asc_move move = asc_random_move(rules, &position, &random);
      asc_move image_move = asc_move_transform(rules, 1 + plies % 3, &position, move);
      int32_t order_value, image_order_value;
      knowledge->order(rules, &position, &move, 1, &order_value);
      knowledge->order(rules, &image, &image_move, 1, &image_order_value);
      assert_int_equal(order_value, image_order_value);
      assert_in_range(order_value + 10000, 0, 20000);
    }
    asc_rules_close(rules);
  }
}

static int32_t evaluate_rows(int level, const char *rows) {
  char spec[ASC_SPEC_MAX];
  (void)snprintf(spec, sizeof spec, "kulami:level=%d", level);
  test_game t = game_from_rows(spec, rows, "d8", "A");
  int32_t score = t.rules->game->knowledge->evaluate(t.rules, &t.position);
  asc_rules_close(t.rules);
  return score;
}

/* The black marbles are the same in all; Red is to move. */
#define ON_SMALL_TILES "RooBoooo/oooooooo/oooooooo/oooooooo/RooooooR/oooRoBoo/oooooooo/ooBoooBo"
#define ON_LARGE_TILES "RooBoooR/oooooooo/oooooooo/ooRooooo/oooooooo/oooooBoo/oRoooooo/ooBoooBo"
#define ALL_TOGETHER "RRoBoooo/RRoooooo/oooooooo/oooooooo/oooooooo/oooooBoo/oooooooo/ooBoooBo"
#define FOUR_IN_LINE "RooBoooo/oRoooooo/ooRooooo/oooRoooo/oooooooo/oooooBoo/oooooooo/ooBoooBo"

static void check_move_evaluations(const asc_rules *rules, const asc_position *position) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  asc_move moves[ASC_MOVES_MAX];
  asc_evaluation evaluations[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  knowledge->evaluate_moves(rules, position, moves, count, evaluations);
  for (int i = 0; i < count; i++) {
    asc_position after = *position;
    int32_t lower, upper;
    asc_position_play(rules, &after, moves[i]);
    knowledge->bounds(rules, &after, &lower, &upper);
    assert_int_equal(evaluations[i].lower, -upper);
    assert_int_equal(evaluations[i].upper, -lower);
    assert_int_equal(evaluations[i].score, lower == upper ? -lower : -knowledge->evaluate(rules, &after));
  }
}

/* Evaluating all moves at once must give the same as evaluating them one by one. */
static void test_move_evaluations_agree_with_single_evaluations(void **state) {
  (void)state;
  for (int board = 0; board < BOARD_COUNT; board++) {
    for (int level = 0; level < LEVELS; level++) {
      asc_rules *rules = open_rules(BOARDS[board], level);
      asc_random random;
      asc_random_seed(&random, (uint64_t)level + 1);
      for (int game = 0; game < 40; game++) {
        asc_position position;
        asc_position_start(rules, &position);
        while (asc_position_count(rules, &position) > 0) {
          check_move_evaluations(rules, &position);
          asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
        }
      }
      asc_rules_close(rules);
    }
  }
}

static void test_estimates_count_tiles_areas_and_chains(void **state) {
  (void)state;
  assert_true(evaluate_rows(0, ON_LARGE_TILES) > evaluate_rows(0, ON_SMALL_TILES) + POINT);
  int32_t area_gain = evaluate_rows(1, ALL_TOGETHER) - evaluate_rows(0, ALL_TOGETHER);
  assert_true(area_gain > evaluate_rows(1, ON_SMALL_TILES) - evaluate_rows(0, ON_SMALL_TILES) + POINT);
  int32_t chain_gain = evaluate_rows(2, FOUR_IN_LINE) - evaluate_rows(0, FOUR_IN_LINE);
  assert_true(chain_gain > evaluate_rows(2, ON_SMALL_TILES) - evaluate_rows(0, ON_SMALL_TILES) + POINT);
  int32_t chain_gain_with_areas = evaluate_rows(3, FOUR_IN_LINE) - evaluate_rows(1, FOUR_IN_LINE);
  assert_int_equal(chain_gain_with_areas, chain_gain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_are_within_the_bounds),
      cmocka_unit_test(test_bounds_are_exact_in_the_last_three_plies),
      cmocka_unit_test(test_no_game_leaves_its_bounds),
      cmocka_unit_test(test_solve_endgame_agrees_with_minimax),
      cmocka_unit_test(test_only_near_endgames_are_solved),
      cmocka_unit_test(test_positions_with_the_same_tt_hash_have_the_same_value),
      cmocka_unit_test(test_solutions_agree_with_minimax),
      cmocka_unit_test(test_knowledge_respects_symmetries),
      cmocka_unit_test(test_move_evaluations_agree_with_single_evaluations),
      cmocka_unit_test(test_estimates_count_tiles_areas_and_chains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
