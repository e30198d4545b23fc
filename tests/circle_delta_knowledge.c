/* What the engine knows of Circle Delta: what it says for certain is what a turn can bring about, what it calls loud is
   what takes men, and what it guesses does not depend on how the board is turned or who has which colour. */
#include "circle_delta.h"

#include <ascona/ascona.h>

#include "games/circle_delta/circle_delta.h"

/* Boards of all kinds: small, crowded, larger than a word, without reds, without greens, without both. */
static const char *const BOARDS[] = {"",
                                     "men=2",
                                     "rings=2,petals=3,men=2,reds=2,greens=2",
                                     "rings=2,petals=4,men=1,reds=4,greens=0",
                                     "rings=2,petals=3,men=6,reds=6,greens=0",
                                     "rings=5,petals=7,men=20,reds=6,greens=6",
                                     "board=rose,petals=6",
                                     "board=rose,rings=2,petals=3,men=3,reds=1,greens=1",
                                     "board=rose,rings=2,petals=3,men=2,reds=3,greens=2",
                                     "rings=2,petals=4,men=1,reds=4,greens=0",
                                     "board=rose,rings=3,petals=3,men=6,reds=6,greens=0",
                                     "board=rose,rings=3,petals=4,men=2,reds=2,greens=6",
                                     "rings=5,petals=5,men=3,reds=6,greens=3",
                                     "board=rose,rings=6,petals=8,men=20,reds=6,greens=6",
                                     "men=2,reds=0",
                                     "men=1,reds=0,greens=0",
                                     "draw=literal",
                                     "rings=2,petals=3,men=2,reds=3,greens=1,draw=literal"};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0], PLIES = 200 };

typedef void visitor(const asc_rules *rules, const circle_position *position);

/* Shows the positions of random games on every board to the visitor, the last ones too. */
static void visit_random_games(int games, visitor *visit) {
  for (int board = 0; board < BOARD_COUNT; board++) {
    table t = table_open(BOARDS[board]);
    asc_random random;
    asc_random_seed(&random, (uint64_t)board + 1);
    for (int game = 0; game < games; game++) {
      circle_position position;
      asc_position_start(t.rules, &position);
      visit(t.rules, &position);
      for (int ply = 0; ply < PLIES && asc_position_count(t.rules, &position) > 0; ply++) {
        asc_position_play(t.rules, &position, asc_random_move(t.rules, &position, &random));
        visit(t.rules, &position);
      }
    }
    table_close(&t);
  }
}

static circle_position after(const asc_rules *rules, const circle_position *position, asc_move move) {
  circle_position next = *position;
  asc_position_play(rules, &next, move);
  return next;
}

static bool is_over(const circle_position *position) { return circle_over(position); }

/* Bounds. */

/* What an end is worth to a player. */
static int32_t score_for(const asc_rules *rules, const circle_position *position, int player) {
  asc_outcome outcome;
  assert_true(asc_position_outcome(rules, position, &outcome));
  return ASC_SCORE_WIN * ((outcome.place[player - 1] == 1) - (outcome.place[2 - player] == 1));
}

/* The best end that the player can bring about before the other is to move; -ASC_SCORE_MOST when there is none. */
static int32_t best_end_of_turn(const asc_rules *rules, const circle_position *position, int player) {
  asc_move moves[ASC_MOVES_MAX];
  int32_t best = -ASC_SCORE_MOST;
  if (is_over(position)) return score_for(rules, position, player);
  if (asc_position_turn(rules, position) != player) return best;
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count && best < ASC_SCORE_WIN; i++) {
    circle_position next = after(rules, position, moves[i]);
    int32_t end = best_end_of_turn(rules, &next, player);
    if (end > best) best = end;
  }
  return best;
}

enum { SMALL_BOARD = 24 }; /* holes, on which all turns of all positions are tried */

static int claimed_wins, claimed_draws;

static bool is_small(const asc_rules *rules) {
  return circle_count(((const circle_rules *)rules)->board.holes) <= SMALL_BOARD;
}

/* What is certain can be brought about, and no win by a turn is missed. */
static void check_bounds_of(const asc_rules *rules, const circle_position *position) {
  int32_t least, most;
  int player = asc_position_turn(rules, position);
  rules->game->knowledge->bounds(rules, position, &least, &most);
  if (is_over(position)) {
    assert_int_equal(least, score_for(rules, position, player));
    assert_int_equal(most, least);
    return;
  }
  assert_int_equal(most, ASC_SCORE_WIN);
  if (least == -ASC_SCORE_WIN && !is_small(rules)) return;
  int32_t end = best_end_of_turn(rules, position, player);
  if (least > -ASC_SCORE_WIN) assert_true(end >= least);
  if (end == ASC_SCORE_WIN) assert_int_equal(least, end);
  claimed_wins += least == ASC_SCORE_WIN;
  claimed_draws += least == 0;
}

/* Quiet turns are rare in random games, so every position is also looked at as if five of them lay behind. */
static void check_bounds(const asc_rules *rules, const circle_position *position) {
  check_bounds_of(rules, position);
  if (position->stage < CIRCLE_FIRST || position->quiet == CIRCLE_STIRRED) return;
  circle_position quiet = *position;
  quiet.quiet = CIRCLE_QUIET_LIMIT - 1;
  check_bounds_of(rules, &quiet);
}

static void test_bounds_are_what_a_turn_can_bring_about(void **state) {
  (void)state;
  claimed_wins = claimed_draws = 0;
  visit_random_games(4, check_bounds);
  assert_true(claimed_wins > 500);
  assert_true(claimed_draws > 500);
}

static void expect_bounds(const table *t, int32_t least, int32_t most) {
  int32_t found_least, found_most;
  t->rules->game->knowledge->bounds(t->rules, &t->position, &found_least, &found_most);
  assert_int_equal(found_least, least);
  assert_int_equal(found_most, most);
}

static void test_a_lock_and_a_capture_take_the_last_two(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=3,petals=3,men=3,reds=2,greens=0",
                      "a rb .. r.\n"
                      "b .. .. .b\n"
                      "c .. w. ..\n",
                      "w:first:0:0:0");
  expect_bounds(&t, ASC_SCORE_WIN, ASC_SCORE_WIN);
  play(&t, "a5-a3");
  expect_bounds(&t, ASC_SCORE_WIN, ASC_SCORE_WIN);
  table_close(&t);
}

static void test_a_man_in_reserve_is_not_taken(void **state) {
  (void)state;
  table t =
      table_set("board=rose,rings=2,petals=3,men=2,reds=0,greens=0", "a w. .. ..\nb .. .. b.\n", "w:second:1:1:0");
  expect_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  table_close(&t);
}

static void test_the_sixth_quiet_turn_is_a_draw_for_the_asking(void **state) {
  (void)state;
  table t =
      table_set("board=rose,rings=2,petals=3,men=2,reds=0,greens=0", "a w. .. ..\nb .. .. b.\n", "w:second:1:1:5");
  expect_bounds(&t, 0, ASC_SCORE_WIN);
  play(&t, "a1-a2");
  expect_bounds(&t, 0, 0);
  table_close(&t);
}

static void test_a_step_between_two_reds_is_no_quiet_turn(void **state) {
  (void)state;
  table t =
      table_set("board=rose,rings=2,petals=3,men=2,reds=2,greens=2", "a wg .. r.\nb g. b. .r\n", "w:second:0:1:5");
  expect_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  table_close(&t);
}

/* The only act there is moves a green man to the only hole that a quiet turn could use. */
static void test_a_step_that_a_green_man_must_take_is_no_quiet_turn(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=2,reds=2,greens=6", "a rw .b rg\nb gg gg gb\n", "w:first:0:0:5");
  expect_moves(&t, "b3-a3");
  expect_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  table_close(&t);
}

/* The only act there is locks in the last men of both. */
static void test_both_locked_in_is_no_win(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=1,reds=3,greens=6", "a rw .b rg\nb gg rg gg\n", "w:first:0:0:0");
  expect_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  play(&t, "b3-a3");
  expect_bounds(&t, 0, 0);
  table_close(&t);
}

/* What is guessed. */

static circle_position swapped(const circle_position *position) {
  circle_position image = *position;
  for (int player = 0; player < 2; player++) {
    image.men[player] = position->men[player ^ 1];
    image.reserve[player] = position->reserve[player ^ 1];
  }
  image.player = position->player ^ 1;
  return image;
}

static void check_evaluate(const asc_rules *rules, const circle_position *position) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  if (is_over(position)) return;
  int32_t worth = knowledge->evaluate(rules, position);
  assert_in_range(worth + 4900, 0, 9800);
  circle_position image;
  for (int symmetry = 1; symmetry < rules->symmetries; symmetry++) {
    asc_position_transform(rules, symmetry, position, &image);
    assert_int_equal(knowledge->evaluate(rules, &image), worth);
  }
  if (position->stage < CIRCLE_FIRST) return; /* White begins */
  image = swapped(position);
  assert_int_equal(knowledge->evaluate(rules, &image), worth);
}

static void test_neither_turning_the_board_nor_colours_matter(void **state) {
  (void)state;
  visit_random_games(1, check_evaluate);
}

static int32_t worth_of(const table *t) { return t->rules->game->knowledge->evaluate(t->rules, &t->position); }

static int32_t worth_with(const char *white_and_black, const char *rest) {
  char drawing[128];
  (void)snprintf(drawing, sizeof drawing, "a %s\nb .. .. .. ..\nc .. .. .. ..\nd .. .. .. ..\ne .. .. .. ..\n%s",
                 white_and_black, "f .. .. .. ..\ng .. .. .. ..\n");
  table t = table_set("reds=0,greens=0", drawing, rest);
  int32_t worth = worth_of(&t);
  table_close(&t);
  return worth;
}

/* Two men in contact, none of them guarded. */
static void test_the_first_to_strike_is_ahead(void **state) {
  (void)state;
  assert_true(worth_with("b. w. .. ..", "w:first:9:9:0") > 500);
  assert_true(worth_with("b. w. .. ..", "b:first:9:9:0") > 500);
}

/* On one ring every man meets its neighbours: of three in a row the one in the middle is guarded by nobody, and two
   side by side guard each other. */
static void test_a_guarded_man_is_no_prey(void **state) {
  (void)state;
  assert_true(worth_with("wb .. .. ..", "w:first:9:9:0") > worth_with("wb b. .. ..", "w:first:9:8:0"));
}

static void test_a_man_lost_weighs_more_than_a_place_on_the_board(void **state) {
  (void)state;
  assert_true(worth_with("w. .. .. b.", "w:first:9:9:0") > worth_with("w. .. .. b.", "w:first:8:9:0"));
  assert_true(worth_with("w. w. .. b.", "w:first:8:9:0") > worth_with("w. .. .. b.", "w:first:8:9:0"));
}

/* The same men when fewer are left: one more of them is worth more. */
static void test_the_last_men_count_most(void **state) {
  (void)state;
  assert_true(worth_with("w. .. .. b.", "w:first:1:0:0") > worth_with("w. .. .. b.", "w:first:9:8:0"));
}

/* Moves. */

static int men_of(const circle_position *position, int player) {
  return circle_count(position->men[player]) + position->reserve[player];
}

static int strokes_seen;

static void check_quiescence(const asc_rules *rules, const circle_position *position) {
  asc_move moves[ASC_MOVES_MAX], loud[ASC_MOVES_MAX];
  if (is_over(position)) return;
  int count = asc_position_moves(rules, position, moves), found = 0, other = position->player ^ 1;
  int loud_count = rules->game->knowledge->quiescence(rules, position, loud);
  for (int i = 0; i < count; i++) {
    circle_position next = after(rules, position, moves[i]);
    if (men_of(&next, other) == men_of(position, other)) continue;
    assert_true(found < loud_count);
    assert_int_equal(loud[found++], moves[i]);
  }
  assert_int_equal(found, loud_count);
  strokes_seen += found;
}

static void test_loud_is_what_takes_men_of_the_other(void **state) {
  (void)state;
  strokes_seen = 0;
  visit_random_games(2, check_quiescence);
  assert_true(strokes_seen > 5000);
}

static bool is_among(asc_move move, const asc_move *moves, int count) {
  for (int i = 0; i < count; i++)
    if (moves[i] == move) return true;
  return false;
}

/* Whom a man can capture could capture it: the other has the same captures, backwards. */
static void check_captures_both_ways(const asc_rules *rules, const circle_position *position) {
  asc_move moves[ASC_MOVES_MAX], back[ASC_MOVES_MAX];
  if (position->stage != CIRCLE_SECOND || is_over(position)) return;
  circle_position other = *position;
  other.player ^= 1;
  int count = rules->game->knowledge->quiescence(rules, position, moves);
  assert_int_equal(rules->game->knowledge->quiescence(rules, &other, back), count);
  for (int i = 0; i < count; i++)
    assert_true(is_among(circle_move(circle_move_to(moves[i]), circle_move_from(moves[i])), back, count));
}

static void test_captures_go_both_ways(void **state) {
  (void)state;
  visit_random_games(2, check_captures_both_ways);
}

/* Every move gets a promise, none beyond them does, and captures come before the rest. */
static void check_order(const asc_rules *rules, const circle_position *position) {
  const int32_t untouched = 12345;
  asc_move moves[ASC_MOVES_MAX], loud[ASC_MOVES_MAX];
  int32_t promise[ASC_MOVES_MAX + 1];
  if (is_over(position)) return;
  int count = asc_position_moves(rules, position, moves);
  int loud_count = rules->game->knowledge->quiescence(rules, position, loud);
  for (int i = 0; i <= count; i++) promise[i] = untouched;
  rules->game->knowledge->order(rules, position, moves, count, promise);
  int32_t least_capture = 10000, most_other = -10000;
  for (int i = 0; i < count; i++) {
    assert_in_range(promise[i] + 10000, 0, 20000);
    bool captures = position->stage == CIRCLE_SECOND && is_among(moves[i], loud, loud_count);
    if (captures && promise[i] < least_capture) least_capture = promise[i];
    if (!captures && promise[i] > most_other) most_other = promise[i];
  }
  assert_true(least_capture > most_other);
  assert_int_equal(promise[count], untouched);
}

static void test_order_tells_of_every_move(void **state) {
  (void)state;
  visit_random_games(2, check_order);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_are_what_a_turn_can_bring_about),
      cmocka_unit_test(test_a_lock_and_a_capture_take_the_last_two),
      cmocka_unit_test(test_a_man_in_reserve_is_not_taken),
      cmocka_unit_test(test_the_sixth_quiet_turn_is_a_draw_for_the_asking),
      cmocka_unit_test(test_a_step_between_two_reds_is_no_quiet_turn),
      cmocka_unit_test(test_a_step_that_a_green_man_must_take_is_no_quiet_turn),
      cmocka_unit_test(test_both_locked_in_is_no_win),
      cmocka_unit_test(test_neither_turning_the_board_nor_colours_matter),
      cmocka_unit_test(test_the_first_to_strike_is_ahead),
      cmocka_unit_test(test_a_guarded_man_is_no_prey),
      cmocka_unit_test(test_a_man_lost_weighs_more_than_a_place_on_the_board),
      cmocka_unit_test(test_the_last_men_count_most),
      cmocka_unit_test(test_loud_is_what_takes_men_of_the_other),
      cmocka_unit_test(test_captures_go_both_ways),
      cmocka_unit_test(test_order_tells_of_every_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
