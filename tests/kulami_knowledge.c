/* What the engine knows of Kulami, held against plain minimax over every position of many small endgames: all levels,
   several boards. */
#include "kulami.h"

#include <ascona/knowledge.h>
#include <ascona/search.h>

enum { PLIES = 56, POINT = 100, SEEN = 1 << 14 };

static const char *const BOARDS[] = {"classic", "irregular", "example", HOLED, PINWHEEL};
enum { BOARD_COUNT = 5, LEVELS = 4 };

static asc_rules *rules_of(const char *board, int level) {
  char spec[ASC_SPEC_MAX];
  (void)snprintf(spec, sizeof spec, "kulami:board=%s,level=%d", board, level);
  return opened(spec).rules;
}

/* The margin that stands, for the player to move. */
static int32_t margin_of(const asc_rules *rules, const asc_position *position, bool *over) {
  asc_outcome outcome;
  int mover = asc_position_turn(rules, position) - 1;
  *over = asc_position_outcome(rules, position, &outcome);
  return (outcome.points[mover] - outcome.points[1 - mover]) * POINT / 2;
}

static asc_position after(const asc_rules *rules, const asc_position *position, asc_move move) {
  asc_position next = *position;
  asc_position_play(rules, &next, move);
  return next;
}

typedef void visitor(const asc_rules *rules, const asc_position *position, int32_t value, void *data);

/* Plain minimax; every position below is shown to the visitor, with its value. */
static int32_t minimax(const asc_rules *rules, const asc_position *position, visitor *visit, void *data) {
  asc_move moves[64];
  bool over;
  int32_t value = margin_of(rules, position, &over);
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = after(rules, position, moves[i]);
    int32_t reached = -minimax(rules, &next, visit, data);
    if (i == 0 || reached > value) value = reached;
  }
  if (visit != NULL) visit(rules, position, value, data);
  return value;
}

/* A position after so many random plies, at least one, that is not over yet. */
static asc_position random_position(const asc_rules *rules, int plies, asc_random *random) {
  for (;;) {
    asc_position position;
    asc_position_start(rules, &position);
    int played = asc_playout(rules, &position, plies, ASC_PLAYOUT_PICK, random);
    if (played == plies && asc_position_count(rules, &position) > 0) return position;
  }
}

/* Shows all positions of some endgames on every board at one level to the visitor. */
static void visit_endgames(int level, int games, visitor *visit, void *data) {
  for (int board = 0; board < BOARD_COUNT; board++) {
    asc_rules *rules = rules_of(BOARDS[board], level);
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
  int32_t least, most;
  rules->game->knowledge->bounds(rules, position, &least, &most);
  if (least > value || most < value) fail_msg("%s: %d is not in %d … %d", rules->spec, value, least, most);
  if (asc_position_count(rules, position) == 0) assert_int_equal(least, most);
  *exact += least == most;
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
  int32_t least, most;
  asc_outcome outcome;
  rules->game->knowledge->bounds(rules, position, &least, &most);
  if (asc_position_outcome(rules, position, &outcome) || *plies > 3) return;
  assert_int_equal(least, value);
  assert_int_equal(most, value);
}

static void test_the_last_three_plies_are_plain(void **state) {
  (void)state;
  asc_rules *rules = rules_of("classic", 0);
  asc_random random;
  asc_random_seed(&random, 3);
  for (int game = 0; game < 600; game++) {
    int plies = 1 + game % 3;
    asc_position position = random_position(rules, PLIES - plies, &random);
    (void)minimax(rules, &position, check_last_plies, &plies);
  }
  asc_rules_close(rules);
}

/* From the first ply on: unless the end is so near that best play is known, no game leaves its bounds. */
static void test_no_game_leaves_its_bounds(void **state) {
  (void)state;
  enum { GAMES = 60, KNOWN = 3 };
  for (int i = 0; i < BOARD_COUNT * LEVELS; i++) {
    asc_rules *rules = rules_of(BOARDS[i % BOARD_COUNT], i / BOARD_COUNT);
    asc_random random;
    asc_random_seed(&random, (uint64_t)i + 1);
    for (int game = 0; game < GAMES; game++) {
      asc_position position, path[PLIES + 1];
      int plies = 0;
      bool over;
      asc_position_start(rules, &position);
      for (path[0] = position; asc_position_count(rules, &position) > 0; path[++plies] = position)
        asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
      for (int ply = 0; ply < plies && ply < PLIES - KNOWN; ply++) {
        int32_t least, most, margin = margin_of(rules, &position, &over) * ((plies - ply) % 2 == 0 ? 1 : -1);
        rules->game->knowledge->bounds(rules, &path[ply], &least, &most);
        assert_in_range(margin + ASC_SCORE_MOST, least + ASC_SCORE_MOST, most + ASC_SCORE_MOST);
      }
    }
    asc_rules_close(rules);
  }
}

static void check_finish(const asc_rules *rules, const asc_position *position, int32_t value, void *data) {
  (void)data;
  for (int32_t wanted = value - 2 * POINT - 1; wanted <= value + 2 * POINT; wanted += POINT / 2) {
    int32_t score;
    uint64_t nodes = 0;
    assert_true(rules->game->knowledge->finish(rules, position, PLIES, wanted, &score, &nodes));
    assert_true(nodes > 0);
    if (wanted <= value) assert_true(score >= wanted && score <= value);
    if (wanted > value) assert_true(score < wanted && score >= value);
  }
}

static void test_finishing_agrees_with_minimax(void **state) {
  (void)state;
  visit_endgames(0, 42, check_finish, NULL);
}

static void test_only_what_is_near_is_finished(void **state) {
  (void)state;
  const struct {
    int level, plies, depth;
    bool finished;
  } cases[] = {{0, 20, PLIES, false}, {0, 44, 12, true}, {0, 44, 11, false}, {0, 50, 0, true}, {1, 50, PLIES, false}};
  asc_random random;
  asc_random_seed(&random, 1);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    asc_rules *rules = rules_of("classic", cases[i].level);
    asc_position position = random_position(rules, cases[i].plies, &random);
    int32_t score;
    uint64_t nodes = 0;
    bool finished = rules->game->knowledge->finish(rules, &position, cases[i].depth, 0, &score, &nodes);
    assert_int_equal(finished, cases[i].finished);
    asc_rules_close(rules);
  }
}

/* What was seen under a hash first. */
typedef struct seen {
  uint64_t hash;
  int32_t value; /* less what is settled */
  int turn, count;
  asc_move moves[20];
} seen;

typedef struct memory {
  seen slots[SEEN];
  uint64_t rules; /* the hash of those that the slots are about */
  int again;
} memory;

static void check_transposition(const asc_rules *rules, const asc_position *position, int32_t value, void *data) {
  memory *all = data;
  asc_move moves[64];
  int32_t settled;
  uint64_t hash = rules->game->knowledge->transposition(rules, position, &settled);
  int count = asc_position_moves(rules, position, moves);
  if (count == 0) return;
  if (all->rules != rules->hash) memset(all->slots, 0, sizeof all->slots);
  all->rules = rules->hash;
  seen *slot = &all->slots[hash % SEEN];
  if (slot->hash == hash) {
    assert_int_equal(slot->value, value - settled);
    assert_int_equal(slot->turn, asc_position_turn(rules, position));
    assert_int_equal(slot->count, count);
    assert_memory_equal(slot->moves, moves, (size_t)count * sizeof *moves);
    all->again++;
  }
  *slot = (seen){hash, value - settled, asc_position_turn(rules, position), count, {0}};
  memcpy(slot->moves, moves, (size_t)count * sizeof *moves);
}

static void test_the_same_hash_is_the_same_future(void **state) {
  (void)state;
  memory *all = calloc(1, sizeof *all);
  assert_non_null(all);
  for (int level = 0; level < LEVELS; level++) {
    all->again = 0;
    visit_endgames(level, 49, check_transposition, all);
    assert_true(all->again > (level == 0 ? 200 : 0));
  }
  free(all);
}

static void test_solutions_are_those_of_minimax(void **state) {
  (void)state;
  for (int i = 0; i < BOARD_COUNT * LEVELS; i++) {
    asc_rules *rules = rules_of(BOARDS[i % BOARD_COUNT], i / BOARD_COUNT);
    asc_search *search;
    asc_random random;
    asc_random_seed(&random, (uint64_t)i + 1);
    assert_int_equal(asc_search_open(&search, rules, &(asc_search_options){.hash = 1 << 16}), ASC_OK);
    for (int game = 0; game < 24; game++) {
      asc_position position = random_position(rules, PLIES - 2 - game % 7, &random);
      asc_solution solution;
      assert_int_equal(asc_search_solve(search, &(asc_task){.position = &position}, &solution, NULL, NULL), ASC_OK);
      assert_true(solution.proved);
      assert_int_equal(solution.least, minimax(rules, &position, NULL, NULL));
    }
    asc_search_close(search);
    asc_rules_close(rules);
  }
}

/* A board that looks the same after a quarter turn: so do estimates, bounds and the order of moves. */
static void test_images_are_known_alike(void **state) {
  (void)state;
  for (int level = 0; level < LEVELS; level++) {
    asc_rules *rules = rules_of(PINWHEEL, level);
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
      asc_move moved = asc_move_transform(rules, 1 + plies % 3, &position, move);
      int32_t promise, image_promise;
      knowledge->order(rules, &position, &move, 1, &promise);
      knowledge->order(rules, &image, &moved, 1, &image_promise);
      assert_int_equal(promise, image_promise);
      assert_in_range(promise + 10000, 0, 20000);
    }
    asc_rules_close(rules);
  }
}

static int32_t evaluated(int level, const char *rows) {
  char spec[ASC_SPEC_MAX];
  (void)snprintf(spec, sizeof spec, "kulami:level=%d", level);
  table t = set_up(spec, rows, "d8", "A");
  int32_t score = t.rules->game->knowledge->evaluate(t.rules, &t.position);
  asc_rules_close(t.rules);
  return score;
}

/* The same black marbles everywhere; Red is to move. */
#define ON_SMALL_PLATES "RooBoooo/oooooooo/oooooooo/oooooooo/RooooooR/oooRoBoo/oooooooo/ooBoooBo"
#define ON_LARGE_PLATES "RooBoooR/oooooooo/oooooooo/ooRooooo/oooooooo/oooooBoo/oRoooooo/ooBoooBo"
#define ALL_TOGETHER "RRoBoooo/RRoooooo/oooooooo/oooooooo/oooooooo/oooooBoo/oooooooo/ooBoooBo"
#define FOUR_IN_LINE "RooBoooo/oRoooooo/ooRooooo/oooRoooo/oooooooo/oooooBoo/oooooooo/ooBoooBo"

static void check_looks(const asc_rules *rules, const asc_position *position) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  asc_move moves[ASC_MOVES_MAX];
  asc_evaluation looks[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  knowledge->evaluate_moves(rules, position, moves, count, looks);
  for (int i = 0; i < count; i++) {
    asc_position after = *position;
    int32_t least, most;
    asc_position_play(rules, &after, moves[i]);
    knowledge->bounds(rules, &after, &least, &most);
    assert_int_equal(looks[i].least, -most);
    assert_int_equal(looks[i].most, -least);
    assert_int_equal(looks[i].score, least == most ? -least : -knowledge->evaluate(rules, &after));
  }
}

/* All moves at once are worth what they are worth one by one. */
static void test_a_look_is_what_each_move_leads_to(void **state) {
  (void)state;
  for (int board = 0; board < BOARD_COUNT; board++) {
    for (int level = 0; level < LEVELS; level++) {
      asc_rules *rules = rules_of(BOARDS[board], level);
      asc_random random;
      asc_random_seed(&random, (uint64_t)level + 1);
      for (int game = 0; game < 40; game++) {
        asc_position position;
        asc_position_start(rules, &position);
        while (asc_position_count(rules, &position) > 0) {
          check_looks(rules, &position);
          asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
        }
      }
      asc_rules_close(rules);
    }
  }
}

static void test_estimates_see_what_scores(void **state) {
  (void)state;
  assert_true(evaluated(0, ON_LARGE_PLATES) > evaluated(0, ON_SMALL_PLATES) + POINT);
  int32_t area_counts = evaluated(1, ALL_TOGETHER) - evaluated(0, ALL_TOGETHER);
  assert_true(area_counts > evaluated(1, ON_SMALL_PLATES) - evaluated(0, ON_SMALL_PLATES) + POINT);
  int32_t line_counts = evaluated(2, FOUR_IN_LINE) - evaluated(0, FOUR_IN_LINE);
  assert_true(line_counts > evaluated(2, ON_SMALL_PLATES) - evaluated(0, ON_SMALL_PLATES) + POINT);
  int32_t both = evaluated(3, FOUR_IN_LINE) - evaluated(1, FOUR_IN_LINE);
  assert_int_equal(both, line_counts);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_are_within_the_bounds),      cmocka_unit_test(test_the_last_three_plies_are_plain),
      cmocka_unit_test(test_no_game_leaves_its_bounds),         cmocka_unit_test(test_finishing_agrees_with_minimax),
      cmocka_unit_test(test_only_what_is_near_is_finished),     cmocka_unit_test(test_the_same_hash_is_the_same_future),
      cmocka_unit_test(test_solutions_are_those_of_minimax),    cmocka_unit_test(test_images_are_known_alike),
      cmocka_unit_test(test_a_look_is_what_each_move_leads_to), cmocka_unit_test(test_estimates_see_what_scores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
