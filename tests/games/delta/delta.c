/* Tests the rules of Delta as its rules page has them. Each test draws a board in text, plays a move and checks the
   result. */
#include "delta.h"
#include "tests/support/perft.h"

static void test_perft_counts(void **state) {
  (void)state;
  static const uint64_t wanted[] = {25, 600, 3768, 103904};
  test_game t = game_open("delta");
  for (int depth = 1; depth <= 4; depth++) assert_int_equal(test_perft(t.rules, &t.position, depth), wanted[depth - 1]);
  game_close(&t);
}

/* Four games of a postal tournament of 1996. All of them ended by resignation. */
static void test_games_of_1996_can_be_replayed(void **state) {
  (void)state;
  static const char *const games[] = {
      "b2 b4 b2-e2 b4-b1 d2-b4 b2-d2 e2-e4 c2-a4 e3-e1 b1-d3 e4-c4", "b2 c2 b2-e5 c5 d4-b4 c2-e2 e5-a1",
      "b2 c3 b2-b5 b3 b5-e5 b3-d1 b4-e4 c3-a3 d5-a5 a3-c5 a5-a1 c5-c3 a1-c1 c3-e3 d4-b2 d3-d5 c3-e1 c4-e2",
      "c3 d3 c3-a3 c3 a3-a1 d3-d1 b3-b5 d1-a4 a1-e1 c3-c5 d1-a1 c4-c1 b4-d4 c5-e5 c4-e2 c2-c4"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    test_game t = game_open("delta");
    play(&t, games[i]);
    assert_not_over(&t);
    game_close(&t);
  }
}

static void test_white_opens_anywhere_then_black_on_a_free_square(void **state) {
  (void)state;
  test_game t = game_open("delta");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  assert_int_equal(move_count(&t), 25);
  play(&t, "c3");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
  assert_int_equal(move_count(&t), 24);
  assert_false(is_legal(&t, "c3"));
  game_close(&t);
}

static void test_a_precursor_moves_straight_in_eight_directions(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta", "w",
                                  ". . . b ."
                                  ". . . . ."
                                  ". . w . ."
                                  "b . . . ."
                                  ". w . . .");
  assert_moves(&t, "c3", "c3-a1 c3-a3 c3-a5 c3-c1 c3-c5 c3-e1 c3-e3 c3-e5");
  game_close(&t);
}

static void test_a_precursor_crosses_only_free_squares(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta", "w",
                                  ". . . . ."
                                  "w . . . ."
                                  ". . b . ."
                                  ". . . . ."
                                  "w . . b .");
  assert_moves(&t, "a1", "a1-a3 a1-c1");
  game_close(&t);
}

static void test_the_tracer_is_placed_behind_the_precursor(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta", "w3",
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
  assert_reserve(&t, "w7b8");
  game_close(&t);
}

static void test_black_may_place_a_second_pawn_on_the_fourth_ply(void **state) {
  (void)state;
  test_game t = game_open("delta");
  play(&t, "c3 d3 c3-a3");
  assert_int_equal(move_count(&t), 22 + 4);
  assert_moves(&t, "d3-", "d3-b1 d3-b5 d3-d1 d3-d5");
  game_close(&t);
}

static void test_black_cannot_place_a_pawn_later(void **state) {
  (void)state;
  test_game t = game_open("delta");
  play(&t, "c3 d3 c3-a3 e5 a3-a1");
  assert_false(is_legal(&t, "a1"));
  game_close(&t);
}

static void test_white_can_never_place_a_second_pawn(void **state) {
  (void)state;
  test_game t = game_open("delta");
  play(&t, "c3 d3");
  assert_false(is_legal(&t, "a1"));
  play(&t, "c3-a3 e5");
  assert_false(is_legal(&t, "a1"));
  game_close(&t);
}

static void test_with_an_empty_reserve_the_tracer_comes_from_the_board(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta:pawns=4", "w",
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
  game_close(&t);
}

static void test_a_pawn_that_becomes_the_tracer_still_blocks(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta:pawns=4", "w",
                                  "b b . . b"
                                  ". . . . ."
                                  "w . . . ."
                                  ". . . . w"
                                  "w . w . b");
  assert_false(is_legal(&t, "a1-d1:c1"));
  game_close(&t);
}

static void assert_relay_wins(const char *drawing, const char *move, int half_points) {
  test_game t = game_from_drawing("delta", "w", drawing);
  assert_not_over(&t);
  play(&t, move);
  assert_over(&t, half_points, 0);
  game_close(&t);
}

static void test_four_in_a_row_win_and_score_the_free_squares(void **state) {
  (void)state;
  assert_relay_wins("b . b . ."
                    ". . . . ."
                    "w w . . w"
                    ". . . . ."
                    ". . b . .",
                    "e3-c3", 36);
}

static void test_four_in_a_column_win(void **state) {
  (void)state;
  assert_relay_wins("b . w . ."
                    ". . w . ."
                    ". . . . ."
                    ". . . . b"
                    "b . w . .",
                    "c1-c3", 36);
}

static void test_four_in_a_rising_diagonal_win(void **state) {
  (void)state;
  assert_relay_wins("b . b . w"
                    ". . . w ."
                    ". . . . ."
                    ". . . . ."
                    "w . b . .",
                    "a1-c3", 36);
}

static void test_four_in_a_falling_diagonal_win(void **state) {
  (void)state;
  assert_relay_wins("w . b . ."
                    ". w . . ."
                    ". . . . ."
                    ". . . . ."
                    "b . b . w",
                    "e1-c3", 36);
}

static void test_four_with_a_gap_are_not_a_relay(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta", "w",
                                  "b . b . ."
                                  ". . . . ."
                                  "w w . . ."
                                  ". . . . ."
                                  ". . b . w");
  play(&t, "e1-e4");
  assert_not_over(&t);
  game_close(&t);
}

/* The first square of a row does not follow the last square of the row below. */
static void test_a_relay_does_not_wrap_around_the_edge(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta:size=6", "b",
                                  ". . . . . ."
                                  ". . . . w w"
                                  "w w . . . ."
                                  ". . b . . ."
                                  "b . . . . ."
                                  ". . . b . .");
  assert_not_over(&t);
  game_close(&t);
}

static void test_five_in_a_row_count_like_four(void **state) {
  (void)state;
  assert_relay_wins("b b . b ."
                    ". . . . ."
                    "w w . w w"
                    ". . . . ."
                    "b . w . b",
                    "c1-c3", 28);
}

static void test_a_relay_counts_only_after_the_whole_turn(void **state) {
  (void)state;
  static const char drawing[] = ". b . w ."
                                ". . . . ."
                                "w w . . w"
                                ". . . . ."
                                "b . b . b";
  test_game t = game_from_drawing("delta:pawns=4", "w", drawing);
  play(&t, "e3-c3:a3");
  assert_not_over(&t);
  game_close(&t);
  t = game_from_drawing("delta:pawns=4", "w", drawing);
  play(&t, "e3-c3:d5");
  assert_over(&t, 34, 0);
  game_close(&t);
}

static void test_with_all_pawns_used_a_relay_scores_seven(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta", "b",
                                  ". w b b ."
                                  "w w b b ."
                                  ". . . b ."
                                  "b w w w b"
                                  "w w . w b");
  play(&t, "d3-a3");
  assert_over(&t, 0, 14);
  game_close(&t);
}

static void assert_black_has_no_move(const char *spec, int half_points) {
  test_game t = game_from_drawing(spec, "w",
                                  ". w . . ."
                                  "w w . . w"
                                  ". b w b ."
                                  "b w . b b"
                                  ". b b w .");
  play(&t, "b4-d4");
  assert_over(&t, half_points, 0);
  game_close(&t);
}

static void test_a_player_without_a_move_loses_one_point(void **state) {
  (void)state;
  assert_black_has_no_move("delta", 2);
}

static void test_simple_scoring_gives_half_a_point_if_the_opponent_has_no_move(void **state) {
  (void)state;
  assert_black_has_no_move("delta:scoring=simple", 1);
}

static void test_simple_scoring_gives_one_point_for_a_relay(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta:scoring=simple", "w",
                                  "b . b . ."
                                  ". . . . ."
                                  "w w . . w"
                                  ". . . . ."
                                  ". . b . .");
  play(&t, "e3-c3");
  assert_over(&t, 2, 0);
  game_close(&t);
}

static void assert_resignation_scores(const char *spec, int player, int white, int black) {
  test_game t = game_open(spec);
  play(&t, "c3 d3 c3-a3");
  asc_outcome outcome;
  assert_true(asc_position_resign(t.rules, &t.position, player, &outcome));
  assert_int_equal(outcome.points[0], white);
  assert_int_equal(outcome.points[1], black);
  assert_int_equal(outcome.rank[player - 1], 2);
  assert_int_equal(outcome.rank[2 - player], 1);
  game_close(&t);
}

static void test_resigning_scores_the_free_squares(void **state) {
  (void)state;
  assert_resignation_scores("delta", 1, 0, 44);
  assert_resignation_scores("delta", 2, 44, 0);
}

static void test_resigning_scores_one_point_in_simple_scoring(void **state) {
  (void)state;
  assert_resignation_scores("delta:scoring=simple", 2, 2, 0);
}

static void test_the_third_occurrence_is_a_draw(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta", "w",
                                  ". b . b b"
                                  ". b b w ."
                                  "w w w . b"
                                  "w b b w w"
                                  ". b . w w");
  asc_play *game;
  assert_int_equal(asc_play_open(&game, t.rules, &t.position), 0);
  static const char *const cycle[] = {"a3-a5:a2", "c2-e4:b1", "a4-a2:a5", "d3-b1:e4"};
  for (int ply = 0; ply < 8; ply++) {
    assert_int_equal(asc_play_end(game), ASC_END_NONE);
    assert_int_equal(asc_play_move_text(game, cycle[ply % 4], NULL), 0);
  }
  asc_outcome outcome;
  assert_true(asc_play_outcome(game, &outcome));
  assert_int_equal(asc_play_end(game), ASC_END_REPETITION);
  assert_int_equal(outcome.points[0] + outcome.points[1], 0);
  asc_play_close(game);
  game_close(&t);
}

/* While a reserve has pawns, every turn adds one, so no position can repeat. */
static void test_no_repetition_key_while_pawns_come_from_the_reserve(void **state) {
  (void)state;
  test_game t = game_from_drawing("delta:pawns=4", "b",
                                  "w w . . ."
                                  ". . . . ."
                                  ". . b . w"
                                  ". . . . ."
                                  "w . b . b");
  assert_true(asc_position_repetition_key(t.rules, &t.position) == 0);
  play(&t, "c3-e5");
  assert_true(asc_position_repetition_key(t.rules, &t.position) != 0);
  game_close(&t);
}

static void test_a_game_is_limited_to_500_plies(void **state) {
  (void)state;
  test_game t = game_open("delta");
  assert_int_equal(t.rules->ply_limit, 500);
  assert_int_equal(t.rules->plies_max, 500);
  game_close(&t);
}

static void assert_spec_rejected(const char *spec, const char *reason) {
  asc_rules *rules;
  asc_error error;
  assert_int_equal(asc_rules_open(&rules, spec, &error), ASC_E_INPUT);
  assert_string_equal(error.reason, reason);
}

static void test_pawns_may_not_exceed_half_of_the_squares_less_one(void **state) {
  (void)state;
  assert_spec_rejected("delta:size=4", "9 pawns each are too many for 16 squares; write pawns=7 or fewer");
  assert_spec_rejected("delta:size=4,pawns=8", "8 pawns each are too many for 16 squares; write pawns=7 or fewer");
  test_game t = game_open("delta:size=4,pawns=7");
  game_close(&t);
}

static void test_sizes_and_pawns_have_bounds(void **state) {
  (void)state;
  assert_spec_rejected("delta:size=3", "size is 4 to 6");
  assert_spec_rejected("delta:size=7", "size is 4 to 6");
  assert_spec_rejected("delta:pawns=3", "pawns is 4 to 9");
  assert_spec_rejected("delta:pawns=10", "pawns is 4 to 9");
}

static void test_boards_of_other_sizes_can_be_played(void **state) {
  (void)state;
  test_game t = game_open("delta:size=6,pawns=4");
  assert_int_equal(move_count(&t), 36);
  assert_reserve(&t, "w4b4");
  assert_true(is_legal(&t, "f6"));
  game_close(&t);
}

/* A position made by a program, not read from a string. */
static void test_check_finds_corrupted_positions(void **state) {
  (void)state;
  test_game t = game_open("delta");
  play(&t, "a1 c3");
  for (size_t word = 0; word < t.rules->position_size / 8; word++) {
    asc_position corrupted = t.position;
    corrupted.words[word] ^= UINT64_C(1) << 63;
    assert_int_equal(asc_position_check(t.rules, &corrupted, NULL), ASC_E_INPUT);
  }
  game_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_perft_counts),
      cmocka_unit_test(test_games_of_1996_can_be_replayed),
      cmocka_unit_test(test_white_opens_anywhere_then_black_on_a_free_square),
      cmocka_unit_test(test_a_precursor_moves_straight_in_eight_directions),
      cmocka_unit_test(test_a_precursor_crosses_only_free_squares),
      cmocka_unit_test(test_the_tracer_is_placed_behind_the_precursor),
      cmocka_unit_test(test_black_may_place_a_second_pawn_on_the_fourth_ply),
      cmocka_unit_test(test_black_cannot_place_a_pawn_later),
      cmocka_unit_test(test_white_can_never_place_a_second_pawn),
      cmocka_unit_test(test_with_an_empty_reserve_the_tracer_comes_from_the_board),
      cmocka_unit_test(test_a_pawn_that_becomes_the_tracer_still_blocks),
      cmocka_unit_test(test_four_in_a_row_win_and_score_the_free_squares),
      cmocka_unit_test(test_four_in_a_column_win),
      cmocka_unit_test(test_four_in_a_rising_diagonal_win),
      cmocka_unit_test(test_four_in_a_falling_diagonal_win),
      cmocka_unit_test(test_four_with_a_gap_are_not_a_relay),
      cmocka_unit_test(test_a_relay_does_not_wrap_around_the_edge),
      cmocka_unit_test(test_five_in_a_row_count_like_four),
      cmocka_unit_test(test_a_relay_counts_only_after_the_whole_turn),
      cmocka_unit_test(test_with_all_pawns_used_a_relay_scores_seven),
      cmocka_unit_test(test_a_player_without_a_move_loses_one_point),
      cmocka_unit_test(test_simple_scoring_gives_half_a_point_if_the_opponent_has_no_move),
      cmocka_unit_test(test_simple_scoring_gives_one_point_for_a_relay),
      cmocka_unit_test(test_resigning_scores_the_free_squares),
      cmocka_unit_test(test_resigning_scores_one_point_in_simple_scoring),
      cmocka_unit_test(test_the_third_occurrence_is_a_draw),
      cmocka_unit_test(test_no_repetition_key_while_pawns_come_from_the_reserve),
      cmocka_unit_test(test_a_game_is_limited_to_500_plies),
      cmocka_unit_test(test_pawns_may_not_exceed_half_of_the_squares_less_one),
      cmocka_unit_test(test_sizes_and_pawns_have_bounds),
      cmocka_unit_test(test_boards_of_other_sizes_can_be_played),
      cmocka_unit_test(test_check_finds_corrupted_positions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
