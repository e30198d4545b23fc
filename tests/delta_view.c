/* Delta as people meet it: position strings, what a view shows, what is touched, and why not. */
#include "delta.h"

static void test_a_position_string_shows_board_box_and_turn(void **state) {
  (void)state;
  table t = opened("delta");
  char text[ASC_TEXT_MAX];
  play(&t, "a1 c3");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(text, "1:...../...../..b../...../w....:w8b8:w3");
  play(&t, "a1-e1 b5");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(text, "1:.b.../...../..b../...../...ww:w7b7:w");
  closed(&t);
}

static void test_a_finished_game_is_a_position(void **state) {
  (void)state;
  table t = drawn("delta", "b",
                  "b . b . ."
                  ". . . . ."
                  "w w w w ."
                  ". . . . ."
                  ". . b . .");
  assert_over(&t, 36, 0);
  closed(&t);
}

static void test_the_player_to_move_has_no_relay(void **state) {
  (void)state;
  assert_refused("delta", "w",
                 "b . b . ."
                 ". . . . ."
                 "w w w w ."
                 ". . . . ."
                 ". b b . .",
                 "White has a relay: the game ended before this turn");
}

static void test_the_colours_keep_pace(void **state) {
  (void)state;
  assert_refused("delta", "w",
                 "b . b . ."
                 ". . . . ."
                 "w w . . ."
                 ". . . . ."
                 ". . b . .",
                 "with 2 white and 3 black pawns on the board it cannot be White's turn");
  assert_refused("delta", "b",
                 "b . b . ."
                 ". . . . ."
                 "w w . w ."
                 ". . . . ."
                 ". . b . .",
                 "with 3 white and 3 black pawns on the board it cannot be Black's turn");
}

static void test_each_ply_of_the_opening_has_its_pawns(void **state) {
  (void)state;
  static const char two_each[] = "w . . . b"
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."
                                 "w . . . b";
  assert_refused("delta", "w1", two_each, "before ply 1 White has put 0 on the board, not 2");
  assert_refused("delta", "b4", two_each, "before ply 4 Black has put 1 on the board, not 2");
  assert_refused("delta", "b3", two_each, "ply 3 is White's");
}

static void test_after_the_opening_both_have_two_pawns(void **state) {
  (void)state;
  assert_refused("delta", "w",
                 "w . . . ."
                 ". . . . ."
                 ". . . . ."
                 ". . . . ."
                 ". . . . b",
                 "after the fourth ply both players have two pawns on the board or more");
}

static void test_bad_strings_are_refused_where_they_are_bad(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int column;
    const char *reason;
  } bad[] = {
      {"", 1, "a position begins with 1:"},
      {"2:", 1, "a position begins with 1:"},
      {"1:", 3, "rank 5 has 5 squares, each of them one of w, b and ."},
      {"1:..x../...../...../...../.....:w9b9:w1", 5, "rank 5 has 5 squares, each of them one of w, b and ."},
      {"1:..r../...../...../...../.....:w9b9:w1", 5, "rank 5 has 5 squares, each of them one of w, b and ."},
      {"1:....../...../...../...../.....:w9b9:w1", 8, "after the 5 squares of rank 5 comes a / and the next rank"},
      {"1:...../...../...../...../.....", 32, "after the 5 squares of rank 1 comes a : and what is in the box"},
      {"1:...../...../...../...../.....:9b9:w1", 33,
       "the box is w and the number of white pawns in it, b and that of the black"},
      {"1:...../...../...../...../.....:w09b9:w1", 33,
       "the box is w and the number of white pawns in it, b and that of the black"},
      {"1:...../...../...../...../.....:w9b8:b2", 35,
       "of 9 black pawns 0 stand on the board, so that is not what is in the box"},
      {"1:...../...../...../...../.....:w9b9r:w1", 37, "after the box comes : and the turn"},
      {"1:...../...../...../...../.....:w9b9:", 38,
       "the turn is w or b, in the opening followed by the number of the ply, 1 to 4"},
      {"1:...../...../...../...../.....:w9b9:w5", 38,
       "the turn is w or b, in the opening followed by the number of the ply, 1 to 4"},
      {"1:...../...../...../...../.....:w9b9:w1 ", 38,
       "the turn is w or b, in the opening followed by the number of the ply, 1 to 4"},
      {"1:wwwww/wwwww/bbbbb/bbbb./.....:w0b0:w", 3, "White has 10 pawns on the board, and 9 in all"},
  };
  table t = opened("delta");
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    asc_error error;
    assert_int_equal(asc_position_read(t.rules, bad[i].text, &t.position, &error), ASC_E_INPUT);
    assert_string_equal(error.reason, bad[i].reason);
    assert_int_equal(error.column, bad[i].column);
  }
  closed(&t);
}

/* A position made by a program, not read from a string. */
static void test_check_finds_damage(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "a1 c3");
  for (size_t word = 0; word < t.rules->position_size / 8; word++) {
    asc_position damaged = t.position;
    damaged.words[word] ^= UINT64_C(1) << 63;
    assert_int_equal(asc_position_check(t.rules, &damaged, NULL), ASC_E_INPUT);
  }
  closed(&t);
}

static void test_places_are_squares_in_reading_order(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "a5");
  see(&t, NULL, 0);
  assert_int_equal(view.place_count, 25);
  assert_string_equal(view.places[0].id, "a5");
  assert_string_equal(view.places[24].id, "e1");
  assert_int_equal(view.places[0].man, 0);
  assert_string_equal(view.places[0].state.key, "square.white");
  assert_int_equal(view.places[0].next[ASC_UP], ASC_NO_PLACE);
  assert_int_equal(view.places[0].next[ASC_LEFT], ASC_NO_PLACE);
  assert_int_equal(view.places[0].next[ASC_RIGHT], 1);
  assert_int_equal(view.places[0].next[ASC_DOWN], 5);
  assert_int_equal(view.places[24].man, ASC_NO_KIND);
  assert_int_equal(view.places[24].x, 4000);
  assert_int_equal(view.places[24].y, 4000);
  closed(&t);
}

static void test_the_last_turn_is_marked(void **state) {
  (void)state;
  table t = drawn("delta:pawns=4", "w",
                  "b b . . b"
                  ". . . . ."
                  "w . . . ."
                  ". . . . w"
                  "w . w . b");
  see_move(&t, "a3-d3:a1");
  assert_int_equal(place("a3")->marks, ASC_MARK_FROM);
  assert_int_equal(place("d3")->marks, ASC_MARK_TO);
  assert_int_equal(place("c3")->marks, ASC_MARK_PUT);
  assert_int_equal(place("a1")->marks, ASC_MARK_TAKEN);
  assert_int_equal(place("b3")->marks, 0);
  closed(&t);
}

static void test_a_turn_travels_takes_and_puts(void **state) {
  (void)state;
  table t = drawn("delta:pawns=4", "w",
                  "b b . . b"
                  ". . . . ."
                  "w . . . ."
                  ". . . . w"
                  "w . w . b");
  see_move(&t, "a3-d3:a1");
  assert_int_equal(view.last.motion_count, 3);
  assert_int_equal(view.last.motions[0].act, ASC_ACT_TRAVEL);
  assert_string_equal(view.last.motions[0].from, "a3");
  assert_string_equal(view.last.motions[0].to, "d3");
  assert_int_equal(view.last.motions[1].act, ASC_ACT_TAKE);
  assert_string_equal(view.last.motions[1].from, "a1");
  assert_int_equal(view.last.motions[2].act, ASC_ACT_PUT);
  assert_string_equal(view.last.motions[2].to, "c3");
  closed(&t);
}

static void test_a_relay_is_drawn_and_told(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  "b . b . ."
                  ". . . . ."
                  "w w . . w"
                  ". . . . ."
                  ". . b . .");
  see_move(&t, "e3-c3");
  assert_int_equal(view.shape_count, 1);
  assert_string_equal(view.shapes[0].kind, "relay");
  assert_string_equal(view.shapes[0].name.args[0].text, "a3");
  assert_string_equal(view.shapes[0].name.args[1].text, "d3");
  assert_true(place("b3")->marks & ASC_MARK_WON);
  assert_false(place("e3")->marks & ASC_MARK_WON);
  assert_string_equal(view.prompt.key, "end.relay-white");
  assert_string_equal(view.ending.key, "ending.relay");
  assert_int_equal(view.prompt.args[0].number, 18);
  assert_int_equal(view.seats[0].points, 36);
  closed(&t);
}

static void test_five_in_a_row_are_one_line(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  "b b . b ."
                  ". . . . ."
                  "w w . w w"
                  ". . . . ."
                  "b . w . b");
  see_move(&t, "c1-c3");
  assert_int_equal(view.shape_count, 1);
  assert_string_equal(view.shapes[0].name.args[1].text, "e3");
  closed(&t);
}

static void test_stocks_are_what_is_in_the_box(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "c3 d3 c3-a3");
  see(&t, NULL, 0);
  assert_int_equal(view.stock_count, 2);
  assert_int_equal(view.stocks[0].count, 7);
  assert_int_equal(view.stocks[1].count, 8);
  assert_string_equal(view.stocks[1].id, "");
  closed(&t);
}

static void test_prompts_follow_the_opening(void **state) {
  (void)state;
  table t = opened("delta");
  assert_prompt(&t, "", "prompt.open-white");
  assert_prompt(&t, "c3", "prompt.open-black");
  assert_prompt(&t, "d3", "prompt.turn-white");
  assert_prompt(&t, "c3-a3", "prompt.choice");
  assert_prompt(&t, "e5", "prompt.turn-white");
  assert_prompt(&t, "a3-a1", "prompt.turn-black");
  closed(&t);
}

static void test_touches_are_precursor_square_and_tracer(void **state) {
  (void)state;
  table t = opened("delta");
  assert_steps(&t, "c3", "c3");
  play(&t, "c3 d3");
  assert_steps(&t, "c3-a3", "c3 a3");
  closed(&t);
  t = drawn("delta:pawns=4", "w",
            "b b . . b"
            ". . . . ."
            "w . . . ."
            ". . . . w"
            "w . w . b");
  assert_steps(&t, "a3-d3:a1", "a3 d3 a1");
  closed(&t);
}

static void test_why_not_in_the_opening(void **state) {
  (void)state;
  table t = opened("delta");
  assert_why(&t, "", "c3-e5", "why.opening");
  assert_why(&t, "", "f1", "why.off-board f1 e5");
  assert_why(&t, "", "a6", "why.off-board a6 e5");
  assert_why(&t, "", "box", "why.box-opening");
  assert_why(&t, "", "rc3", "why.no-red");
  assert_why(&t, "", "red", "why.no-red");
  play(&t, "c3");
  assert_why(&t, "", "c3", "why.taken-white c3");
  assert_why(&t, "", "c3-e5", "why.opening");
  play(&t, "d3 c3-a3");
  assert_why(&t, "", "box", "why.box-choice");
  assert_why(&t, "", "a3", "why.not-own-white a3");
  closed(&t);
}

static void test_why_a_precursor_does_not_go(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  ". . . . b"
                  "w . . . ."
                  ". . b . ."
                  ". . . . ."
                  "w . w b .");
  assert_why(&t, "", "b2", "why.put-over-white b2");
  assert_why(&t, "", "c3", "why.not-own-black c3");
  assert_why(&t, "", "b2-b4", "why.nothing-there b2");
  assert_why(&t, "a1", "a1", "why.stays a1");
  assert_why(&t, "a1", "b2", "why.too-near b2");
  assert_why(&t, "a1", "b3", "why.not-in-line b3 a1");
  assert_why(&t, "a1", "c3", "why.target-black c3");
  assert_why(&t, "a1", "a4", "why.target-white a4");
  assert_why(&t, "a1", "d4", "why.blocked-black d4 c3");
  assert_why(&t, "a1", "a5", "why.blocked-white a5 a4");
  assert_why(&t, "a1", "a9", "why.off-board a9 e5");
  assert_why(&t, "a1", "box", "why.where-to a1 a1-a3");
  assert_why(&t, "", "box", "why.box-last");
  assert_why(&t, "", "a1-d4", "why.blocked-black d4 c3");
  assert_why(&t, "", "a1-a3:a4", "why.tracer-from-box a1-a3");
  play(&t, "a1-a3");
  assert_why(&t, "", "b5", "why.put-over-black b5");
  closed(&t);
}

static void test_why_a_pawn_is_shut_in(void **state) {
  (void)state;
  table t = drawn("delta", "w",
                  ". . . . ."
                  ". . . . ."
                  "b . b . ."
                  ". . . . ."
                  "w w b . w");
  assert_why(&t, "", "a1", "why.shut-in a1");
  closed(&t);
}

static void test_why_a_tracer_is_not_taken(void **state) {
  (void)state;
  table t = drawn("delta:pawns=4", "w",
                  "b b . . b"
                  ". . . . ."
                  "w . . . ."
                  ". . . . w"
                  "w . w . b");
  assert_why(&t, "", "a3-c3", "why.tracer-missing a3-c3:a1");
  assert_why(&t, "a3 c3", "a3", "why.tracer-is-precursor a3");
  assert_why(&t, "a3 c3", "c3", "why.tracer-is-precursor a3");
  assert_why(&t, "a3 c3", "b5", "why.tracer-not-own-black b5");
  assert_why(&t, "a3 c3", "d4", "why.tracer-free d4");
  assert_why(&t, "a3 c3", "box", "why.box-empty");
  assert_why(&t, "a3 c3", "x", "why.tracer-missing a3-c3:a1");
  assert_why(&t, "", "a3-c3:", "why.tracer-missing a3-c3:a1");
  assert_why(&t, "", "box", "why.box-empty");
  closed(&t);
}

static void test_why_nothing_goes_in_a_finished_game(void **state) {
  (void)state;
  table t = drawn("delta", "b",
                  "b . b . ."
                  ". . . . ."
                  "w w w w ."
                  ". . . . ."
                  ". . b . .");
  assert_why(&t, "", "a5-a3", "why.over-relay-white");
  closed(&t);
  t = drawn("delta", "b",
            ". w . . ."
            "w . w w w"
            ". b w b ."
            "b w . b b"
            ". b b w .");
  assert_why(&t, "", "b3", "why.over-stuck-black");
  closed(&t);
}

static void test_why_it_is_not_a_move(void **state) {
  (void)state;
  table t = opened("delta");
  play(&t, "b2 b4");
  assert_why(&t, "", "", "why.nothing b2-d2");
  assert_why(&t, "", "hello", "why.notation b2-d2");
  assert_why(&t, "", "b02-d2", "why.notation b2-d2");
  assert_why(&t, "", "x", "why.notation b2-d2");
  assert_why(&t, "", "b", "why.half-square b e5");
  assert_why(&t, "", "3", "why.half-square 3 e5");
  assert_why(&t, "", "6", "why.notation b2-d2");
  assert_why(&t, "", "pass", "why.pass");
  assert_why(&t, "", "PASS", "why.pass");
  closed(&t);
}

static void test_why_half_a_move_is_none(void **state) {
  (void)state;
  table t = opened("delta");
  assert_why(&t, "", "c3-", "why.opening");
  play(&t, "b2 b4");
  assert_why(&t, "", "b2-", "why.where-to b2 b2-d2");
  assert_why(&t, "", "b2-d", "why.where-to b2 b2-d2");
  assert_why(&t, "", "b4-", "why.not-own-black b4");
  assert_why(&t, "", "c3-", "why.nothing-there c3");
  assert_why(&t, "", "b2-d2:", "why.tracer-from-box b2-d2");
  assert_why(&t, "", "b2-c2:", "why.too-near c2");
  closed(&t);
}

/* What would be allowed in the right spelling gets that spelling, anything else its reason. */
static void test_why_a_spelling_is_wrong(void **state) {
  (void)state;
  table t = opened("delta");
  assert_why(&t, "", "C3", "why.capitals c3");
  assert_why(&t, "", "c3!", "why.surplus c3");
  play(&t, "b2 b4");
  assert_why(&t, "", "B2-D2", "why.capitals b2-d2");
  assert_why(&t, "", "b2d2", "why.dash b2-d2");
  assert_why(&t, "", "b2--d2", "why.dash b2-d2");
  assert_why(&t, "", "b2xd2", "why.capture b2-d2");
  assert_why(&t, "", "b2-d2?", "why.surplus b2-d2");
  assert_why(&t, "", "b2xc2", "why.too-near c2");
  assert_why(&t, "", "B2F6", "why.off-board f6 e5");
  assert_why(&t, "b2", "D2", "why.capitals d2");
  closed(&t);
  t = drawn("delta:pawns=4", "w",
            "b b . . b"
            ". . . . ."
            "w . . . ."
            ". . . . w"
            "w . w . b");
  assert_why(&t, "", "a3-c3a1", "why.colon a3-c3:a1");
  assert_why(&t, "", "a3-c3:a1:c1", "why.surplus a3-c3:a1");
  assert_why(&t, "", "a3c3", "why.tracer-missing a3-c3:a1");
  closed(&t);
}

static void test_why_examples_are_on_the_board(void **state) {
  (void)state;
  table t = opened("delta:size=4,pawns=4");
  play(&t, "d4 a1");
  assert_why(&t, "", "e", "why.notation d4-a4");
  assert_why(&t, "", "d4-", "why.where-to d4 d4-a4");
  closed(&t);
}

static void test_why_nothing_follows_a_whole_move(void **state) {
  (void)state;
  table t = opened("delta");
  assert_why(&t, "c3", "d4", "why.complete");
  play(&t, "b2 b4");
  assert_why(&t, "b2 d2", "turn", "why.complete");
  assert_why(&t, "b2 d2", "box", "why.complete");
  assert_why(&t, "b2 d2", "a1", "why.tracer-from-box b2-d2");
  assert_why(&t, "b2 d2 a1", "a2", "why.complete");
  closed(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_position_string_shows_board_box_and_turn),
      cmocka_unit_test(test_a_finished_game_is_a_position),
      cmocka_unit_test(test_the_player_to_move_has_no_relay),
      cmocka_unit_test(test_the_colours_keep_pace),
      cmocka_unit_test(test_each_ply_of_the_opening_has_its_pawns),
      cmocka_unit_test(test_after_the_opening_both_have_two_pawns),
      cmocka_unit_test(test_bad_strings_are_refused_where_they_are_bad),
      cmocka_unit_test(test_check_finds_damage),
      cmocka_unit_test(test_places_are_squares_in_reading_order),
      cmocka_unit_test(test_the_last_turn_is_marked),
      cmocka_unit_test(test_a_turn_travels_takes_and_puts),
      cmocka_unit_test(test_a_relay_is_drawn_and_told),
      cmocka_unit_test(test_five_in_a_row_are_one_line),
      cmocka_unit_test(test_stocks_are_what_is_in_the_box),
      cmocka_unit_test(test_prompts_follow_the_opening),
      cmocka_unit_test(test_touches_are_precursor_square_and_tracer),
      cmocka_unit_test(test_why_not_in_the_opening),
      cmocka_unit_test(test_why_a_precursor_does_not_go),
      cmocka_unit_test(test_why_a_pawn_is_shut_in),
      cmocka_unit_test(test_why_a_tracer_is_not_taken),
      cmocka_unit_test(test_why_nothing_goes_in_a_finished_game),
      cmocka_unit_test(test_why_it_is_not_a_move),
      cmocka_unit_test(test_why_half_a_move_is_none),
      cmocka_unit_test(test_why_a_spelling_is_wrong),
      cmocka_unit_test(test_why_examples_are_on_the_board),
      cmocka_unit_test(test_why_nothing_follows_a_whole_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
