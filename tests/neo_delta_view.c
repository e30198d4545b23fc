/* Néo-Delta as people meet it: position strings, touches and why not, where the red pawn matters. */
#include "delta.h"

#include "play/touch.h"

static const char one_each[] = ". . . . . ."
                               ". . . . . ."
                               ". . . . . ."
                               ". . b . . ."
                               ". . . . . ."
                               ". . . r w .";

static void test_a_position_string_shows_the_red_pawn(void **state) {
  (void)state;
  table t = opened("neo-delta");
  char text[ASC_TEXT_MAX];
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(text, "1:....../....../....../....../....../......:w9b9r:w1");
  play(&t, "rc3");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(text, "1:....../....../....../..r.../....../......:w9b9:b2");
  closed(&t);
}

static void test_the_red_pawn_is_in_the_box_or_on_the_board(void **state) {
  (void)state;
  static const char *const bad[] = {"1:....../....../....../..r.../....../......:w9b9r:b2",
                                    "1:....../....../....../..w.../....../......:w8b9:b2"};
  table t = opened("neo-delta");
  for (int i = 0; i < 2; i++) {
    asc_error error;
    assert_int_equal(asc_position_read(t.rules, bad[i], &t.position, &error), ASC_E_INPUT);
    assert_string_equal(error.reason, "the box ends with r exactly when the red pawn is in it");
    assert_int_equal(error.column, 49);
  }
  closed(&t);
}

static void test_there_is_one_red_pawn(void **state) {
  (void)state;
  assert_refused("neo-delta", "w",
                 ". . . . . ."
                 ". . . . . ."
                 ". . . r . ."
                 ". . b . . ."
                 ". . . . . ."
                 ". . . r w .",
                 "there is one red pawn only");
}

static void test_the_red_pawn_comes_with_whites_first_turn(void **state) {
  (void)state;
  static const char without[] = ". . . . . ."
                                ". . . . . ."
                                ". . . . . ."
                                ". . b . . ."
                                ". . . . . ."
                                ". . . w w .";
  assert_refused("neo-delta", "b4", without, "after White's first turn the red pawn is on the board");
  assert_refused("neo-delta", "w", without, "after White's first turn the red pawn is on the board");
}

static void test_after_the_opening_both_have_a_pawn(void **state) {
  (void)state;
  assert_refused("neo-delta", "w",
                 ". . . . . ."
                 ". . . . . ."
                 ". . . . . ."
                 ". . b . . ."
                 ". . . . . ."
                 ". . . r . .",
                 "after the fourth ply White has a pawn on the board");
}

static void test_the_red_pawn_is_touched_before_its_square(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_steps(&t, "rc3", "red c3");
  assert_steps(&t, "c3", "c3");
  closed(&t);
}

static void test_the_box_is_touched_where_the_red_pawn_could_be(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b", one_each);
  assert_steps(&t, "c3-f6", "c3 f6 box");
  assert_steps(&t, "c3-f6:d1", "c3 f6 d1");
  assert_steps(&t, "d1-d4", "d1 d4");
  closed(&t);
}

static void test_whites_first_turn_needs_no_third_touch(void **state) {
  (void)state;
  table t = opened("neo-delta");
  play(&t, "a1 c3");
  assert_steps(&t, "a1-e1", "a1 e1");
  closed(&t);
}

static void test_the_red_pawn_is_shown_in_the_box(void **state) {
  (void)state;
  table t = opened("neo-delta");
  see(&t, NULL, 0);
  assert_int_equal(view.stock_count, 3);
  assert_string_equal(view.stocks[2].id, "red");
  play(&t, "ra1");
  see(&t, NULL, 0);
  assert_int_equal(view.stock_count, 2);
  assert_string_equal(view.stocks[0].id, "");
  assert_string_equal(view.stocks[1].id, "box");
  closed(&t);
}

static void test_the_red_tracer_is_taken_and_put(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b", one_each);
  see_move(&t, "c3-f6:d1");
  assert_int_equal(view.last.motion_count, 3);
  assert_int_equal(view.last.motions[0].kind, 1);
  assert_int_equal(view.last.motions[1].act, ASC_ACT_TAKE);
  assert_int_equal(view.last.motions[1].kind, 2);
  assert_int_equal(view.last.motions[2].kind, 2);
  assert_string_equal(view.last.motions[2].to, "e5");
  closed(&t);
}

static void test_prompts_follow_the_opening(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_prompt(&t, "", "prompt.open-white");
  assert_prompt(&t, "a1", "prompt.open-black");
  assert_prompt(&t, "c3", "prompt.red-traces");
  assert_prompt(&t, "a1-e1", "prompt.choice");
  closed(&t);
  t = opened("neo-delta");
  assert_prompt(&t, "ra1 c3", "prompt.red-moves");
  closed(&t);
}

static void test_a_gift_is_told(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . . ."
                  ". r . . . ."
                  ". w . . . ."
                  ". . . . . ."
                  ". . b b b ."
                  ". . . . . .");
  see_move(&t, "b4-b1:b5");
  assert_string_equal(view.prompt.key, "end.gift-black");
  assert_int_equal(view.prompt.args[0].number, 31);
  assert_string_equal(view.ending.key, "ending.gift");
  assert_int_equal(view.ending.args[0].number, 1); /* White completed it */
  closed(&t);
}

static void assert_asks(const table *t, const char *touches, const char *wanted) {
  asc_steps touched;
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  assert_true(asc_steps_read(touches, &touched));
  assert_int_equal(asc_position_ask(t->rules, &t->position, &touched, &message), wanted != NULL);
  if (wanted != NULL) assert_string_equal(asc_message_english(t->rules, &message, sentence), wanted);
}

static void test_in_mid_turn_the_tracer_is_asked_for(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_asks(&t, "", NULL);
  assert_asks(&t, "red", "Now choose the square for the red pawn.");
  closed(&t);
  t = drawn("neo-delta", "b", one_each);
  assert_asks(&t, "c3", NULL);
  assert_asks(&t, "c3 f6", "Now choose the tracer: a black pawn from the box, or the red one.");
  closed(&t);
  t = drawn("neo-delta", "w",
            "w w b b w w"
            "b . . . . ."
            "w . r . . ."
            "b . . . . b"
            "w . . . . w"
            "w b b b b w");
  assert_asks(&t, "a1 c3", "Now choose the tracer: take another of your pawns, or the red one, from the board.");
  assert_asks(&t, "c4 e4", "Now choose the tracer: take another of your pawns from the board.");
  closed(&t);
}

static void test_why_the_red_pawn_is_not_put(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_why(&t, "red", "box", "why.where-red");
  assert_why(&t, "red", "g1", "why.off-board g1 f6");
  assert_why(&t, "", "rg1", "why.off-board g1 f6");
  play(&t, "a1");
  assert_why(&t, "", "rb2", "why.red-white-opens");
  assert_why(&t, "", "red", "why.red-white-opens");
  play(&t, "c3");
  assert_why(&t, "", "red", "why.red-comes");
  assert_why(&t, "", "rb2", "why.red-comes");
  assert_why(&t, "", "box", "why.red-comes");
  assert_why(&t, "", "a1-e1:a1", "why.tracer-is-precursor a1");
  assert_why(&t, "", "a1-e1:c3", "why.red-traces a1-e1");
  play(&t, "a1-e1");
  assert_why(&t, "", "red", "why.red-stands d1");
  closed(&t);
}

static void test_why_a_square_is_taken_by_the_red_pawn(void **state) {
  (void)state;
  table t = opened("neo-delta");
  play(&t, "rc3");
  assert_why(&t, "", "c3", "why.taken-red c3");
  closed(&t);
}

static void test_why_the_tracer_is_box_or_red(void **state) {
  (void)state;
  table t = drawn("neo-delta", "b", one_each);
  assert_why(&t, "c3 f6", "e1", "why.tracer-box-or-red c3-f6 c3-f6:d1");
  assert_why(&t, "c3 f6", "a1", "why.tracer-box-or-red c3-f6 c3-f6:d1");
  assert_why(&t, "c3 f6", "red", "why.tracer-box-or-red c3-f6 c3-f6:d1");
  assert_why(&t, "", "c3-f6:", "why.tracer-box-or-red c3-f6 c3-f6:d1");
  assert_why(&t, "", "d1-d4:c3", "why.tracer-from-box d1-d4");
  assert_why(&t, "", "d1-d4:d1", "why.tracer-is-precursor d1");
  assert_why(&t, "", "box", "why.box-last");
  assert_why(&t, "c3", "d1", "why.target-red d1");
  closed(&t);
}

static void test_why_the_red_pawn_is_in_the_way(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . . ."
                  ". . . . . ."
                  ". . . . . ."
                  ". . b . . ."
                  "b b b . . ."
                  "r w . . . .");
  assert_why(&t, "", "b1-a1", "why.target-red a1");
  assert_why(&t, "", "a1", "why.shut-in-red a1");
  closed(&t);
}

static void test_why_nothing_follows_a_whole_move(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_why(&t, "red c3", "d4", "why.complete");
  play(&t, "rb2 e5");
  assert_why(&t, "b2 d2", "turn", "why.complete");
  assert_why(&t, "b2 d2", "box", "why.complete");
  closed(&t);
}

static void test_why_the_r_is_for_putting(void **state) {
  (void)state;
  table t = opened("neo-delta");
  assert_why(&t, "", "r", "why.where-red");
  assert_why(&t, "", "RC3", "why.capitals rc3");
  play(&t, "rb2 e5");
  assert_why(&t, "", "rb2-d2", "why.red-letter b2-d2");
  assert_why(&t, "", "rb2-c2", "why.too-near c2");
  closed(&t);
}

static bool is_said_by(const asc_catalogue *catalogue, const char *line, size_t length) {
  for (const char *at = catalogue->text; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n')
    if (strcspn(at, "\n") == length && memcmp(at, line, length) == 0) return true;
  return false;
}

/* Its catalogue is its own lines, then Delta's: what both say alike stands once. */
static void test_sentences_that_do_not_differ_are_deltas(void **state) {
  (void)state;
  const asc_catalogue *own = asc_game_find("neo-delta")->catalogues, *base = asc_game_find("delta")->catalogues;
  const char *end = strstr(own->text, base->text);
  assert_non_null(end);
  for (const char *at = own->text; at < end; at += strcspn(at, "\n") + 1) {
    size_t length = strcspn(at, "\n");
    if (length > 0 && *at != '#' && is_said_by(base, at, length)) fail_msg("Delta says it: %.*s", (int)length, at);
  }
  asc_message summary;
  char sentence[ASC_SENTENCE_MAX];
  asc_message_set(&summary, "summary");
  assert_true(asc_catalogue_write(own, &summary, sentence, sizeof sentence) > 0);
  assert_string_equal(sentence, "Delta on a larger board, with one red pawn that belongs to both players.");
}

static void test_why_nothing_goes_after_two_relays(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". w b b . ."
                  "w w w . . ."
                  ". w b r . ."
                  ". b b . w ."
                  "w . b . . w"
                  "w b b . . b");
  assert_why(&t, "", "a1", "why.over-two-relays");
  closed(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_position_string_shows_the_red_pawn),
      cmocka_unit_test(test_the_red_pawn_is_in_the_box_or_on_the_board),
      cmocka_unit_test(test_there_is_one_red_pawn),
      cmocka_unit_test(test_the_red_pawn_comes_with_whites_first_turn),
      cmocka_unit_test(test_after_the_opening_both_have_a_pawn),
      cmocka_unit_test(test_the_red_pawn_is_touched_before_its_square),
      cmocka_unit_test(test_the_box_is_touched_where_the_red_pawn_could_be),
      cmocka_unit_test(test_whites_first_turn_needs_no_third_touch),
      cmocka_unit_test(test_the_red_pawn_is_shown_in_the_box),
      cmocka_unit_test(test_the_red_tracer_is_taken_and_put),
      cmocka_unit_test(test_prompts_follow_the_opening),
      cmocka_unit_test(test_a_gift_is_told),
      cmocka_unit_test(test_in_mid_turn_the_tracer_is_asked_for),
      cmocka_unit_test(test_why_the_red_pawn_is_not_put),
      cmocka_unit_test(test_why_a_square_is_taken_by_the_red_pawn),
      cmocka_unit_test(test_why_the_tracer_is_box_or_red),
      cmocka_unit_test(test_why_the_red_pawn_is_in_the_way),
      cmocka_unit_test(test_why_nothing_follows_a_whole_move),
      cmocka_unit_test(test_why_the_r_is_for_putting),
      cmocka_unit_test(test_why_nothing_goes_after_two_relays),
      cmocka_unit_test(test_sentences_that_do_not_differ_are_deltas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
