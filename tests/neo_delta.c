/* Néo-Delta by its rules page: what the red pawn changes. What it shares with Delta is tested there. */
#include "delta.h"
#include "perft.h"

static void test_short_games_are_counted(void **state) {
  (void)state;
  static const uint64_t wanted[] = {72, 2520, 23120};
  table t = opened("neo-delta");
  for (int depth = 1; depth <= 3; depth++) assert_int_equal(test_perft(t.rules, &t.position, depth), wanted[depth - 1]);
  closed(&t);
}

static void test_white_opens_with_a_pawn_of_his_own_or_the_red_one(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_int_equal(count(&t), 72);
  assert_true(is_legal(&t, "c3"));
  assert_true(is_legal(&t, "rc3"));
  closed(&t);
}

static void test_black_opens_with_his_own(void **state) {
  (void)state;
  table t = opened("neo-delta");
  play(&t, "c3");
  assert_int_equal(count(&t), 35);
  assert_false(is_legal(&t, "rd4"));
  closed(&t);
}

static void test_the_red_pawn_is_the_tracer_of_whites_first_turn(void **state) {
  (void)state;
  table t = opened("neo-delta");
  play(&t, "a1 c3");
  assert_moves(&t, "", "a1-a3 a1-a4 a1-a5 a1-a6 a1-c1 a1-d1 a1-e1 a1-f1");
  play(&t, "a1-e1");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . b . . ."
                   ". . . . . ."
                   ". . . r w .");
  assert_box(&t, "w8b8");
  closed(&t);
}

static void test_opened_red_moves_first_and_brings_whites_first_pawn(void **state) {
  (void)state;
  table t = opened("neo-delta");
  play(&t, "ra1 c3");
  assert_moves(&t, "", "a1-a3 a1-a4 a1-a5 a1-a6 a1-c1 a1-d1 a1-e1 a1-f1");
  play(&t, "a1-e1");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . b . . ."
                   ". . . . . ."
                   ". . . w r .");
  assert_box(&t, "w8b8");
  closed(&t);
}

static void assert_black_has_a_choice(const char *opening) {
  table t = opened("neo-delta");
  play(&t, opening);
  assert_true(is_legal(&t, "f6"));
  assert_true(is_legal(&t, "c3-c5"));
  closed(&t);
}

static void test_black_has_his_choice_whatever_white_opened(void **state) {
  (void)state;
  assert_black_has_a_choice("a1 c3 a1-e1");
  assert_black_has_a_choice("ra1 c3 a1-e1");
}

static const char one_each[] = ". . . . . ."
                               ". . . . . ."
                               ". . . . . ."
                               ". . b . . ."
                               ". . . . . ."
                               ". . . r w .";

/* Black can have one pawn on later turns too, if the red one was his tracer. */
static void test_the_choice_is_more_than_having_one_pawn(void **state) {
  (void)state;
  table fourth = drawn("neo-delta", "b4", one_each), later = drawn("neo-delta", "b", one_each);
  assert_true(is_legal(&fourth, "f6"));
  assert_false(is_legal(&later, "f6"));
  assert_int_equal(count(&fourth), count(&later) + 33);
  assert_true(asc_position_hash(fourth.rules, &fourth.position) != asc_position_hash(later.rules, &later.position));
  assert_true(asc_position_key(fourth.rules, &fourth.position) != asc_position_key(later.rules, &later.position));
  closed(&fourth);
  closed(&later);
}

static void test_either_player_may_move_the_red_pawn(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b", one_each);
  assert_moves(&t, "d1", "d1-a1 d1-a4 d1-b1 d1-b3 d1-d3 d1-d4 d1-d5 d1-d6 d1-f3");
  play(&t, "d1-d4");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . r . ."
                   ". . b b . ."
                   ". . . . . ."
                   ". . . . w .");
  closed(&t);
}

static void test_the_red_pawn_may_be_lifted_as_the_tracer(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b", one_each);
  play(&t, "c3-f6:d1");
  assert_board(&t, ". . . . . b"
                   ". . . . r ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . . . w .");
  assert_box(&t, "w8b8");
  closed(&t);
}

static void test_with_pawns_in_the_box_no_own_pawn_is_lifted(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . . ."
                  ". . . . . w"
                  ". . . . . ."
                  ". . b . . ."
                  ". . . . . ."
                  ". . . r w .");
  assert_moves(&t, "e1-e3", "e1-e3 e1-e3:d1");
  closed(&t);
}

static const char all_nine[] = "w . b . w ."
                               "w w b . w ."
                               ". r w b b ."
                               "b b . . w b"
                               ". b w w b ."
                               ". . . . . .";

static void test_with_an_empty_box_the_tracer_is_an_own_pawn_or_the_red_one(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w", all_nine);
  assert_moves(&t, "e3-c3", "e3-c3:a5 e3-c3:a6 e3-c3:b4 e3-c3:b5 e3-c3:c2 e3-c3:c4 e3-c3:d2 e3-c3:e5 e3-c3:e6");
  closed(&t);
}

static void test_with_an_empty_box_the_red_precursor_is_traced_by_an_own_pawn(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  "w . b . w ."
                  "w w b . w ."
                  ". . w b b ."
                  "b b . . w b"
                  ". b w w b ."
                  ". . r . . .");
  assert_moves(&t, "c1-a1", "c1-a1:a5 c1-a1:a6 c1-a1:b5 c1-a1:c2 c1-a1:c4 c1-a1:d2 c1-a1:e3 c1-a1:e5 c1-a1:e6");
  play(&t, "c1-a1:a6");
  assert_board(&t, ". . b . w ."
                   "w w b . w ."
                   ". . w b b ."
                   "b b . . w b"
                   ". b w w b ."
                   "r w . . . .");
  closed(&t);
}

static void test_with_all_pawns_used_a_relay_scores_seventeen(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w", all_nine);
  play(&t, "e3-c3:a6");
  assert_over(&t, 34, 0);
  closed(&t);
}

static void test_a_red_pawn_that_will_be_lifted_still_blocks(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . . ."
                  ". . . . . ."
                  ". . . . . ."
                  ". . b . . ."
                  ". . . . . ."
                  "w . r . . .");
  assert_false(is_legal(&t, "a1-d1:c1"));
  assert_why(&t, "", "a1-d1:c1", "why.blocked-red d1 c1");
  closed(&t);
}

static void test_three_own_and_the_red_one_are_a_relay(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  "b . b . . ."
                  ". . . . . ."
                  ". . . . . ."
                  "w r . . w ."
                  ". . . . . ."
                  ". . b . . .");
  play(&t, "e3-c3");
  assert_over(&t, 2 * 29, 0);
  closed(&t);
}

static void test_completing_only_the_opponents_relay_loses(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . . ."
                  ". r . . . ."
                  ". w . . . ."
                  ". . . . . ."
                  ". . b b b ."
                  ". . . . . .");
  play(&t, "b4-b1:b5");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". r b b b ."
                   ". w . . . .");
  assert_over(&t, 0, 62);
  closed(&t);
}

static void test_a_relay_of_both_is_a_draw(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b",
                  ". w b b . ."
                  "w w w . b ."
                  ". w b . . ."
                  ". b . r w ."
                  "w . b . . w"
                  "w b b . . b");
  play(&t, "e5-c3:d3");
  assert_board(&t, ". w b b . ."
                   "w w w . . ."
                   ". w b r . ."
                   ". b b . w ."
                   "w . b . . w"
                   "w b b . . b");
  assert_over(&t, 0, 0);
  closed(&t);
}

/* f6 is shut in, the red pawn is not. */
static void test_who_can_move_the_red_pawn_is_not_stuck(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . r w"
                  ". . . . b b"
                  ". . . . b ."
                  ". . . . . ."
                  ". . . . . ."
                  ". . . . . .");
  assert_moves(&t, "f6", "");
  assert_open(&t);
  closed(&t);
}

static void assert_white_is_stuck(const char *spec, int half_points) {
  table t = drawn(spec, "b",
                  ". . b . w w"
                  ". b b b w ."
                  ". b . b w b"
                  ". w . b . ."
                  ". r . w w w"
                  ". w . b . .");
  play(&t, "c5-c2:b5");
  assert_over(&t, 0, half_points);
  closed(&t);
}

static void test_who_can_move_neither_is_stuck(void **state) {
  (void)state;
  assert_white_is_stuck("neo-delta", 2);
  assert_white_is_stuck("neo-delta:scoring=simple", 1);
}

static void test_giving_up_scores_the_free_squares(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b", one_each);
  asc_outcome outcome;
  assert_true(asc_position_give_up(t.rules, &t.position, 2, &outcome));
  assert_int_equal(outcome.points[0], 2 * 33);
  assert_int_equal(outcome.points[1], 0);
  closed(&t);
}

/* With the red pawn as the tracer of every turn both boxes stay as they are. */
static void test_the_third_time_is_a_draw_with_pawns_in_the_box(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". b b r . b"
                  ". b . w . ."
                  ". . . . b ."
                  ". . . . w ."
                  ". b b w w ."
                  ". . b . . w");
  asc_play *game;
  assert_int_equal(asc_play_open(&game, t.rules, &t.position), 0);
  static const char *const round[] = {"e3-c3:d6", "c6-e6:d3", "c3-e3:d6", "e6-c6:d3"};
  for (int ply = 0; ply < 8; ply++) {
    assert_int_equal(asc_play_end(game), ASC_END_NONE);
    assert_int_equal(asc_play_token(game, round[ply % 4], NULL), 0);
  }
  assert_int_equal(asc_play_end(game), ASC_END_REPETITION);
  asc_play_close(game);
  closed(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_short_games_are_counted),
      cmocka_unit_test(test_white_opens_with_a_pawn_of_his_own_or_the_red_one),
      cmocka_unit_test(test_black_opens_with_his_own),
      cmocka_unit_test(test_the_red_pawn_is_the_tracer_of_whites_first_turn),
      cmocka_unit_test(test_opened_red_moves_first_and_brings_whites_first_pawn),
      cmocka_unit_test(test_black_has_his_choice_whatever_white_opened),
      cmocka_unit_test(test_the_choice_is_more_than_having_one_pawn),
      cmocka_unit_test(test_either_player_may_move_the_red_pawn),
      cmocka_unit_test(test_the_red_pawn_may_be_lifted_as_the_tracer),
      cmocka_unit_test(test_with_pawns_in_the_box_no_own_pawn_is_lifted),
      cmocka_unit_test(test_with_an_empty_box_the_tracer_is_an_own_pawn_or_the_red_one),
      cmocka_unit_test(test_with_an_empty_box_the_red_precursor_is_traced_by_an_own_pawn),
      cmocka_unit_test(test_with_all_pawns_used_a_relay_scores_seventeen),
      cmocka_unit_test(test_a_red_pawn_that_will_be_lifted_still_blocks),
      cmocka_unit_test(test_three_own_and_the_red_one_are_a_relay),
      cmocka_unit_test(test_completing_only_the_opponents_relay_loses),
      cmocka_unit_test(test_a_relay_of_both_is_a_draw),
      cmocka_unit_test(test_who_can_move_the_red_pawn_is_not_stuck),
      cmocka_unit_test(test_who_can_move_neither_is_stuck),
      cmocka_unit_test(test_giving_up_scores_the_free_squares),
      cmocka_unit_test(test_the_third_time_is_a_draw_with_pawns_in_the_box),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
