/* Delta by its rules page: a board drawn in text, a move, what must hold. */
#include "delta.h"
#include "perft.h"

static void test_short_games_are_counted(void **state) {
  (void)state;
  static const uint64_t wanted[] = {25, 600, 3768, 103904};
  table t = opened("delta");
  for (int depth = 1; depth <= 4; depth++) assert_int_equal(test_perft(t.rules, &t.position, depth), wanted[depth - 1]);
  closed(&t);
}

/* A postal tournament of 1996. All four games ended by resignation. */
static void test_games_of_1996(void **state) {
  (void)state;
  static const char *const games[] = {
      "b2 b4 b2-e2 b4-b1 d2-b4 b2-d2 e2-e4 c2-a4 e3-e1 b1-d3 e4-c4", "b2 c2 b2-e5 c5 d4-b4 c2-e2 e5-a1",
      "b2 c3 b2-b5 b3 b5-e5 b3-d1 b4-e4 c3-a3 d5-a5 a3-c5 a5-a1 c5-c3 a1-c1 c3-e3 d4-b2 d3-d5 c3-e1 c4-e2",
      "c3 d3 c3-a3 c3 a3-a1 d3-d1 b3-b5 d1-a4 a1-e1 c3-c5 d1-a1 c4-c1 b4-d4 c5-e5 c4-e2 c2-c4"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    table t = opened("delta");
    play(&t, games[i]);
    assert_open(&t);
    closed(&t);
  }
}

static void test_white_opens_anywhere_then_black_on_a_free_square(void **state) {
  (void)state;
  table t = opened("delta");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  assert_int_equal(count(&t), 25);
  play(&t, "c3");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
  assert_int_equal(count(&t), 24);
  assert_false(is_legal(&t, "c3"));
  closed(&t);
}

static void test_a_precursor_moves_straight_in_eight_directions(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  ". . . b ."
                  ". . . . ."
                  ". . w . ."
                  "b . . . ."
                  ". w . . .");
  assert_moves(&t, "c3", "c3-a1 c3-a3 c3-a5 c3-c1 c3-c5 c3-e1 c3-e3 c3-e5");
  closed(&t);
}

static void test_a_precursor_goes_over_free_squares_only(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  ". . . . ."
                  "w . . . ."
                  ". . b . ."
                  ". . . . ."
                  "w . . b .");
  assert_moves(&t, "a1", "a1-a3 a1-c1");
  closed(&t);
}

static void test_the_tracer_stands_behind_the_precursor(void **state) {
  (void)state;
  table t = drawn("delta", "w3",
                  ". . . . ."
                  ". . . . ."
                  ". . b . ."
                  ". . . . ."
                  "w . . . .");
  play(&t, "a1-e1");
  assert_board(&t, ". . . . ."
                   ". . . . ."
                   ". . b . ."
                   ". . . . ."
                   ". . . w w");
  assert_box(&t, "w7b8");
  closed(&t);
}

static void test_black_may_put_a_second_pawn_on_the_fourth_ply(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "c3 d3 c3-a3");
  assert_int_equal(count(&t), 22 + 4);
  assert_moves(&t, "d3-", "d3-b1 d3-b5 d3-d1 d3-d5");
  closed(&t);
}

static void test_black_has_no_choice_later(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "c3 d3 c3-a3 e5 a3-a1");
  assert_false(is_legal(&t, "a1"));
  closed(&t);
}

static void test_white_never_has_the_choice(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "c3 d3");
  assert_false(is_legal(&t, "a1"));
  play(&t, "c3-a3 e5");
  assert_false(is_legal(&t, "a1"));
  closed(&t);
}

static void test_with_an_empty_box_the_tracer_is_taken_from_the_board(void **state) {
  (void)state;
  table t = drawn("delta:pawns=4", "w",
                  "b b . . b"
                  ". . . . ."
                  "w . . . ."
                  ". . . . w"
                  "w . w . b");
  assert_moves(&t, "a3-c3", "a3-c3:a1 a3-c3:c1 a3-c3:e2");
  play(&t, "a3-c3:a1");
  assert_board(&t, "b b . . b"
                   ". . . . ."
                   ". w w . ."
                   ". . . . w"
                   ". . w . b");
  closed(&t);
}

static void test_a_pawn_that_will_be_taken_still_blocks(void **state) {
  (void)state;
  table t = drawn("delta:pawns=4", "w",
                  "b b . . b"
                  ". . . . ."
                  "w . . . ."
                  ". . . . w"
                  "w . w . b");
  assert_false(is_legal(&t, "a1-d1:c1"));
  assert_why(&t, "", "a1-d1:c1", "why.blocked-white d1 c1");
  closed(&t);
}

static void assert_relay(const char *drawing, const char *move, int half_points) {
  table t = drawn("delta", "w", drawing);
  assert_open(&t);
  play(&t, move);
  assert_over(&t, half_points, 0);
  closed(&t);
}

static void test_four_in_a_row_win_and_score_the_free_squares(void **state) {
  (void)state;
  assert_relay("b . b . ."
               ". . . . ."
               "w w . . w"
               ". . . . ."
               ". . b . .",
               "e3-c3", 36);
}

static void test_four_in_a_column_win(void **state) {
  (void)state;
  assert_relay("b . w . ."
               ". . w . ."
               ". . . . ."
               ". . . . b"
               "b . w . .",
               "c1-c3", 36);
}

static void test_four_in_a_rising_diagonal_win(void **state) {
  (void)state;
  assert_relay("b . b . w"
               ". . . w ."
               ". . . . ."
               ". . . . ."
               "w . b . .",
               "a1-c3", 36);
}

static void test_four_in_a_falling_diagonal_win(void **state) {
  (void)state;
  assert_relay("w . b . ."
               ". w . . ."
               ". . . . ."
               ". . . . ."
               "b . b . w",
               "e1-c3", 36);
}

static void test_four_with_a_gap_are_no_relay(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  "b . b . ."
                  ". . . . ."
                  "w w . . ."
                  ". . . . ."
                  ". . b . w");
  play(&t, "e1-e4");
  assert_open(&t);
  closed(&t);
}

/* The square after the edge of one rank is not the first of the next. */
static void test_a_relay_does_not_go_round_the_edge(void **state) {
  (void)state;
  table t = drawn("delta:size=6", "b",
                  ". . . . . ."
                  ". . . . w w"
                  "w w . . . ."
                  ". . b . . ."
                  "b . . . . ."
                  ". . . b . .");
  assert_open(&t);
  closed(&t);
}

static void test_five_in_a_row_count_like_four(void **state) {
  (void)state;
  assert_relay("b b . b ."
               ". . . . ."
               "w w . w w"
               ". . . . ."
               "b . w . b",
               "c1-c3", 28);
}

static void test_a_relay_is_judged_after_the_whole_turn(void **state) {
  (void)state;
  static const char drawing[] = ". b . w ."
                                ". . . . ."
                                "w w . . w"
                                ". . . . ."
                                "b . b . b";
  table t = drawn("delta:pawns=4", "w", drawing);
  play(&t, "e3-c3:a3");
  assert_open(&t);
  closed(&t);
  t = drawn("delta:pawns=4", "w", drawing);
  play(&t, "e3-c3:d5");
  assert_over(&t, 34, 0);
  closed(&t);
}

static void test_with_all_pawns_used_a_relay_scores_seven(void **state) {
  (void)state;
  table t = drawn("delta", "b",
                  ". w b b ."
                  "w w b b ."
                  ". . . b ."
                  "b w w w b"
                  "w w . w b");
  play(&t, "d3-a3");
  assert_over(&t, 0, 14);
  closed(&t);
}

static void assert_black_is_stuck(const char *spec, int half_points) {
  table t = drawn(spec, "w",
                  ". w . . ."
                  "w w . . w"
                  ". b w b ."
                  "b w . b b"
                  ". b b w .");
  play(&t, "b4-d4");
  assert_over(&t, half_points, 0);
  closed(&t);
}

static void test_a_stuck_player_loses_one_point(void **state) {
  (void)state;
  assert_black_is_stuck("delta", 2);
}

static void test_simple_scoring_gives_half_a_point_for_a_stuck_opponent(void **state) {
  (void)state;
  assert_black_is_stuck("delta:scoring=simple", 1);
}

static void test_simple_scoring_gives_one_point_for_a_relay(void **state) {
  (void)state;
  table t = drawn("delta:scoring=simple", "w",
                  "b . b . ."
                  ". . . . ."
                  "w w . . w"
                  ". . . . ."
                  ". . b . .");
  play(&t, "e3-c3");
  assert_over(&t, 2, 0);
  closed(&t);
}

static void assert_given_up(const char *spec, int player, int white, int black) {
  table t = opened(spec);
  play(&t, "c3 d3 c3-a3");
  asc_outcome outcome;
  assert_true(asc_position_give_up(t.rules, &t.position, player, &outcome));
  assert_int_equal(outcome.points[0], white);
  assert_int_equal(outcome.points[1], black);
  assert_int_equal(outcome.place[player - 1], 2);
  assert_int_equal(outcome.place[2 - player], 1);
  closed(&t);
}

static void test_giving_up_scores_the_free_squares(void **state) {
  (void)state;
  assert_given_up("delta", 1, 0, 44);
  assert_given_up("delta", 2, 44, 0);
}

static void test_giving_up_scores_one_point_in_simple_scoring(void **state) {
  (void)state;
  assert_given_up("delta:scoring=simple", 2, 2, 0);
}

static void test_the_third_time_is_a_draw(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  ". b . b b"
                  ". b b w ."
                  "w w w . b"
                  "w b b w w"
                  ". b . w w");
  asc_play *game;
  assert_int_equal(asc_play_open(&game, t.rules, &t.position), 0);
  static const char *const round[] = {"a3-a5:a2", "c2-e4:b1", "a4-a2:a5", "d3-b1:e4"};
  for (int ply = 0; ply < 8; ply++) {
    assert_int_equal(asc_play_end(game), ASC_END_NONE);
    assert_int_equal(asc_play_token(game, round[ply % 4], NULL), 0);
  }
  asc_outcome outcome;
  assert_true(asc_play_outcome(game, &outcome));
  assert_int_equal(asc_play_end(game), ASC_END_REPETITION);
  assert_int_equal(outcome.points[0] + outcome.points[1], 0);
  asc_play_close(game);
  closed(&t);
}

/* While a box is not empty every turn adds a pawn, and nothing can come again. */
static void test_repetition_is_not_looked_for_while_pawns_come_from_the_box(void **state) {
  (void)state;
  table t = drawn("delta:pawns=4", "b",
                  "w w . . ."
                  ". . . . ."
                  ". . b . w"
                  ". . . . ."
                  "w . b . b");
  assert_true(asc_position_key(t.rules, &t.position) == 0);
  play(&t, "c3-e5");
  assert_true(asc_position_key(t.rules, &t.position) != 0);
  closed(&t);
}

static void test_a_game_is_limited_to_500_plies(void **state) {
  (void)state;
  table t = opened("delta");
  assert_int_equal(t.rules->ply_limit, 500);
  assert_int_equal(t.rules->longest, 500);
  closed(&t);
}

static void assert_spec_refused(const char *spec, const char *reason) {
  asc_rules *rules;
  asc_error error;
  assert_int_equal(asc_rules_open(&rules, spec, &error), ASC_E_INPUT);
  assert_string_equal(error.reason, reason);
}

static void test_pawns_may_not_exceed_half_of_the_squares_less_one(void **state) {
  (void)state;
  assert_spec_refused("delta:size=4", "9 pawns each are too many for 16 squares; write pawns=7 or fewer");
  assert_spec_refused("delta:size=4,pawns=8", "8 pawns each are too many for 16 squares; write pawns=7 or fewer");
  table t = opened("delta:size=4,pawns=7");
  closed(&t);
}

static void test_sizes_and_pawns_have_bounds(void **state) {
  (void)state;
  assert_spec_refused("delta:size=3", "size is 4 to 6");
  assert_spec_refused("delta:size=7", "size is 4 to 6");
  assert_spec_refused("delta:pawns=3", "pawns is 4 to 9");
  assert_spec_refused("delta:pawns=10", "pawns is 4 to 9");
}

static void test_a_study_board_has_its_own_size(void **state) {
  (void)state;
  table t = opened("delta:size=6,pawns=4");
  assert_int_equal(count(&t), 36);
  assert_box(&t, "w4b4");
  assert_true(is_legal(&t, "f6"));
  closed(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_short_games_are_counted),
      cmocka_unit_test(test_games_of_1996),
      cmocka_unit_test(test_white_opens_anywhere_then_black_on_a_free_square),
      cmocka_unit_test(test_a_precursor_moves_straight_in_eight_directions),
      cmocka_unit_test(test_a_precursor_goes_over_free_squares_only),
      cmocka_unit_test(test_the_tracer_stands_behind_the_precursor),
      cmocka_unit_test(test_black_may_put_a_second_pawn_on_the_fourth_ply),
      cmocka_unit_test(test_black_has_no_choice_later),
      cmocka_unit_test(test_white_never_has_the_choice),
      cmocka_unit_test(test_with_an_empty_box_the_tracer_is_taken_from_the_board),
      cmocka_unit_test(test_a_pawn_that_will_be_taken_still_blocks),
      cmocka_unit_test(test_four_in_a_row_win_and_score_the_free_squares),
      cmocka_unit_test(test_four_in_a_column_win),
      cmocka_unit_test(test_four_in_a_rising_diagonal_win),
      cmocka_unit_test(test_four_in_a_falling_diagonal_win),
      cmocka_unit_test(test_four_with_a_gap_are_no_relay),
      cmocka_unit_test(test_a_relay_does_not_go_round_the_edge),
      cmocka_unit_test(test_five_in_a_row_count_like_four),
      cmocka_unit_test(test_a_relay_is_judged_after_the_whole_turn),
      cmocka_unit_test(test_with_all_pawns_used_a_relay_scores_seven),
      cmocka_unit_test(test_a_stuck_player_loses_one_point),
      cmocka_unit_test(test_simple_scoring_gives_half_a_point_for_a_stuck_opponent),
      cmocka_unit_test(test_simple_scoring_gives_one_point_for_a_relay),
      cmocka_unit_test(test_giving_up_scores_the_free_squares),
      cmocka_unit_test(test_giving_up_scores_one_point_in_simple_scoring),
      cmocka_unit_test(test_the_third_time_is_a_draw),
      cmocka_unit_test(test_repetition_is_not_looked_for_while_pawns_come_from_the_box),
      cmocka_unit_test(test_a_game_is_limited_to_500_plies),
      cmocka_unit_test(test_pawns_may_not_exceed_half_of_the_squares_less_one),
      cmocka_unit_test(test_sizes_and_pawns_have_bounds),
      cmocka_unit_test(test_a_study_board_has_its_own_size),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
