/* Tests the rules of Néo-Delta as its rules page has them: what the red pawn changes. The tests of Delta cover the
   rest. */
#include "tests/games/delta/delta.h"
#include "tests/support/perft.h"

static void test_perft_counts(void **state) {
  (void)state;
  static const uint64_t wanted[] = {72, 2520, 23120};
  test_game t = game_open("neo-delta");
  for (int depth = 1; depth <= 3; depth++) assert_int_equal(test_perft(t.rules, &t.position, depth), wanted[depth - 1]);
  game_close(&t);
}

static void test_white_opens_with_a_white_or_the_red_pawn(void **state) {
  (void)state;
  test_game t = game_open("neo-delta");
  assert_int_equal(move_count(&t), 72);
  assert_true(is_legal(&t, "c3"));
  assert_true(is_legal(&t, "rc3"));
  game_close(&t);
}

static void test_black_opens_with_a_black_pawn(void **state) {
  (void)state;
  test_game t = game_open("neo-delta");
  play(&t, "c3");
  assert_int_equal(move_count(&t), 35);
  assert_false(is_legal(&t, "rd4"));
  game_close(&t);
}

static void test_the_red_pawn_is_the_tracer_of_whites_first_turn(void **state) {
  (void)state;
  test_game t = game_open("neo-delta");
  play(&t, "a1 c3");
  assert_moves(&t, "", "a1-a3 a1-a4 a1-a5 a1-a6 a1-c1 a1-d1 a1-e1 a1-f1");
  play(&t, "a1-e1");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . b . . ."
                   ". . . . . ."
                   ". . . r w .");
  assert_reserve(&t, "w8b8");
  game_close(&t);
}

static void test_a_red_opening_pawn_moves_first_with_a_white_tracer(void **state) {
  (void)state;
  test_game t = game_open("neo-delta");
  play(&t, "ra1 c3");
  assert_moves(&t, "", "a1-a3 a1-a4 a1-a5 a1-a6 a1-c1 a1-d1 a1-e1 a1-f1");
  play(&t, "a1-e1");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . b . . ."
                   ". . . . . ."
                   ". . . w r .");
  assert_reserve(&t, "w8b8");
  game_close(&t);
}

static void assert_black_may_place_or_move(const char *opening) {
  test_game t = game_open("neo-delta");
  play(&t, opening);
  assert_true(is_legal(&t, "f6"));
  assert_true(is_legal(&t, "c3-c5"));
  game_close(&t);
}

static void test_black_may_place_or_move_after_either_opening(void **state) {
  (void)state;
  assert_black_may_place_or_move("a1 c3 a1-e1");
  assert_black_may_place_or_move("ra1 c3 a1-e1");
}

static const char one_each[] = ". . . . . ."
                               ". . . . . ."
                               ". . . . . ."
                               ". . b . . ."
                               ". . . . . ."
                               ". . . r w .";

/* Black can have only one pawn on later turns too, if the tracer was the red pawn. */
static void test_the_choice_depends_on_the_ply_not_on_the_pawns(void **state) {
  (void)state;
  test_game fourth = game_from_drawing("neo-delta", "b4", one_each),
            later = game_from_drawing("neo-delta", "b", one_each);
  assert_true(is_legal(&fourth, "f6"));
  assert_false(is_legal(&later, "f6"));
  assert_int_equal(move_count(&fourth), move_count(&later) + 33);
  assert_true(asc_position_hash(fourth.rules, &fourth.position) != asc_position_hash(later.rules, &later.position));
  assert_true(asc_position_repetition_key(fourth.rules, &fourth.position) !=
              asc_position_repetition_key(later.rules, &later.position));
  game_close(&fourth);
  game_close(&later);
}

static void test_either_player_may_move_the_red_pawn(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "b", one_each);
  assert_moves(&t, "d1", "d1-a1 d1-a4 d1-b1 d1-b3 d1-d3 d1-d4 d1-d5 d1-d6 d1-f3");
  play(&t, "d1-d4");
  assert_board(&t, ". . . . . ."
                   ". . . . . ."
                   ". . . r . ."
                   ". . b b . ."
                   ". . . . . ."
                   ". . . . w .");
  game_close(&t);
}

static void test_the_red_pawn_may_become_the_tracer(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "b", one_each);
  play(&t, "c3-f6:d1");
  assert_board(&t, ". . . . . b"
                   ". . . . r ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . . . . ."
                   ". . . . w .");
  assert_reserve(&t, "w8b8");
  game_close(&t);
}

static void test_with_pawns_in_reserve_no_own_pawn_becomes_the_tracer(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  ". . . . . ."
                                  ". . . . . w"
                                  ". . . . . ."
                                  ". . b . . ."
                                  ". . . . . ."
                                  ". . . r w .");
  assert_moves(&t, "e1-e3", "e1-e3 e1-e3:d1");
  game_close(&t);
}

static const char all_nine[] = "w . b . w ."
                               "w w b . w ."
                               ". r w b b ."
                               "b b . . w b"
                               ". b w w b ."
                               ". . . . . .";

static void test_with_an_empty_reserve_the_tracer_is_an_own_pawn_or_the_red_one(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w", all_nine);
  assert_moves(&t, "e3-c3", "e3-c3:a5 e3-c3:a6 e3-c3:b4 e3-c3:b5 e3-c3:c2 e3-c3:c4 e3-c3:d2 e3-c3:e5 e3-c3:e6");
  game_close(&t);
}

static void test_with_an_empty_reserve_the_tracer_of_the_red_pawn_is_an_own_pawn(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
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
  game_close(&t);
}

static void test_with_all_pawns_used_a_relay_scores_seventeen(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w", all_nine);
  play(&t, "e3-c3:a6");
  assert_over(&t, 34, 0);
  game_close(&t);
}

static void test_a_red_pawn_that_becomes_the_tracer_still_blocks(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  ". . . . . ."
                                  ". . . . . ."
                                  ". . . . . ."
                                  ". . b . . ."
                                  ". . . . . ."
                                  "w . r . . .");
  assert_false(is_legal(&t, "a1-d1:c1"));
  game_close(&t);
}

static void test_three_own_pawns_and_the_red_one_are_a_relay(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  "b . b . . ."
                                  ". . . . . ."
                                  ". . . . . ."
                                  "w r . . w ."
                                  ". . . . . ."
                                  ". . b . . .");
  play(&t, "e3-c3");
  assert_over(&t, 2 * 29, 0);
  game_close(&t);
}

static void test_completing_only_the_opponents_relay_loses(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
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
  game_close(&t);
}

static void test_a_relay_of_both_players_is_a_draw(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "b",
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
  game_close(&t);
}

/* The pawn on f6 has no move, but the red pawn has. */
static void test_a_player_who_can_move_the_red_pawn_has_a_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  ". . . . r w"
                                  ". . . . b b"
                                  ". . . . b ."
                                  ". . . . . ."
                                  ". . . . . ."
                                  ". . . . . .");
  assert_moves(&t, "f6", "");
  assert_not_over(&t);
  game_close(&t);
}

static void assert_white_has_no_move(const char *spec, int half_points) {
  test_game t = game_from_drawing(spec, "b",
                                  ". . b . w w"
                                  ". b b b w ."
                                  ". b . b w b"
                                  ". w . b . ."
                                  ". r . w w w"
                                  ". w . b . .");
  play(&t, "c5-c2:b5");
  assert_over(&t, 0, half_points);
  game_close(&t);
}

static void test_a_player_without_any_move_loses(void **state) {
  (void)state;
  assert_white_has_no_move("neo-delta", 2);
  assert_white_has_no_move("neo-delta:scoring=simple", 1);
}

static void test_resigning_scores_the_free_squares(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "b", one_each);
  asc_outcome outcome;
  assert_true(asc_position_resign(t.rules, &t.position, 2, &outcome));
  assert_int_equal(outcome.points[0], 2 * 33);
  assert_int_equal(outcome.points[1], 0);
  game_close(&t);
}

/* If the red pawn is the tracer of every turn, both reserves stay the same. */
static void test_the_third_occurrence_is_a_draw_with_pawns_in_reserve(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  ". b b r . b"
                                  ". b . w . ."
                                  ". . . . b ."
                                  ". . . . w ."
                                  ". b b w w ."
                                  ". . b . . w");
  asc_play *game;
  assert_int_equal(asc_play_open(&game, t.rules, &t.position), 0);
  static const char *const cycle[] = {"e3-c3:d6", "c6-e6:d3", "c3-e3:d6", "e6-c6:d3"};
  for (int ply = 0; ply < 8; ply++) {
    assert_int_equal(asc_play_end(game), ASC_END_NONE);
    assert_int_equal(asc_play_move_text(game, cycle[ply % 4], NULL), 0);
  }
  assert_int_equal(asc_play_end(game), ASC_END_REPETITION);
  asc_play_close(game);
  game_close(&t);
}

static bool catalogue_has_line(const asc_catalogue *catalogue, const char *line, size_t length) {
  for (const char *at = catalogue->text; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n')
    if (strcspn(at, "\n") == length && memcmp(at, line, length) == 0) return true;
  return false;
}

/* The catalogue has the lines of Néo-Delta, then those of Delta: a line that is the same in both must not be there
   twice. */
static void test_sentences_of_delta_are_not_repeated(void **state) {
  (void)state;
  const asc_catalogue *own = asc_game_find("neo-delta")->catalogues, *base = asc_game_find("delta")->catalogues;
  const char *end = strstr(own->text, base->text);
  assert_non_null(end);
  for (const char *at = own->text; at < end; at += strcspn(at, "\n") + 1) {
    size_t length = strcspn(at, "\n");
    if (length > 0 && *at != '#' && catalogue_has_line(base, at, length))
      fail_msg("Delta says it: %.*s", (int)length, at);
  }
  asc_message summary;
  char sentence[ASC_SENTENCE_MAX];
  asc_message_set(&summary, "summary");
  assert_true(asc_catalogue_write(own, &summary, sentence, sizeof sentence) > 0);
  assert_string_equal(sentence, "Delta on a larger board, with one red pawn that belongs to both players.");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_perft_counts),
      cmocka_unit_test(test_white_opens_with_a_white_or_the_red_pawn),
      cmocka_unit_test(test_black_opens_with_a_black_pawn),
      cmocka_unit_test(test_the_red_pawn_is_the_tracer_of_whites_first_turn),
      cmocka_unit_test(test_a_red_opening_pawn_moves_first_with_a_white_tracer),
      cmocka_unit_test(test_black_may_place_or_move_after_either_opening),
      cmocka_unit_test(test_the_choice_depends_on_the_ply_not_on_the_pawns),
      cmocka_unit_test(test_either_player_may_move_the_red_pawn),
      cmocka_unit_test(test_the_red_pawn_may_become_the_tracer),
      cmocka_unit_test(test_with_pawns_in_reserve_no_own_pawn_becomes_the_tracer),
      cmocka_unit_test(test_with_an_empty_reserve_the_tracer_is_an_own_pawn_or_the_red_one),
      cmocka_unit_test(test_with_an_empty_reserve_the_tracer_of_the_red_pawn_is_an_own_pawn),
      cmocka_unit_test(test_with_all_pawns_used_a_relay_scores_seventeen),
      cmocka_unit_test(test_a_red_pawn_that_becomes_the_tracer_still_blocks),
      cmocka_unit_test(test_three_own_pawns_and_the_red_one_are_a_relay),
      cmocka_unit_test(test_completing_only_the_opponents_relay_loses),
      cmocka_unit_test(test_a_relay_of_both_players_is_a_draw),
      cmocka_unit_test(test_a_player_who_can_move_the_red_pawn_has_a_move),
      cmocka_unit_test(test_a_player_without_any_move_loses),
      cmocka_unit_test(test_resigning_scores_the_free_squares),
      cmocka_unit_test(test_the_third_occurrence_is_a_draw_with_pawns_in_reserve),
      cmocka_unit_test(test_sentences_of_delta_are_not_repeated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
