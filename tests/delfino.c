/* The course of Delfino: the opening, the roll, the pawn, the ends of a game, giving up. */
#include "delfino.h"

/* The facts. */

static uint64_t perft(const asc_rules *rules, const asc_position *position, int depth) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  if (depth == 1) return (uint64_t)count;
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_position_play(rules, &next, moves[i]);
    sum += perft(rules, &next, depth - 1);
  }
  return sum;
}

static void expect_perft(const char *spec, const uint64_t wanted[6]) {
  table t = table_open(spec);
  for (int depth = 1; depth <= 6; depth++) assert_int_equal(perft(t.rules, &t.position, depth), wanted[depth - 1]);
  table_close(&t);
}

static void test_perft(void **state) {
  (void)state;
  expect_perft("delfino", (const uint64_t[]){4, 4, 12, 112, 324, 1792});
  expect_perft("delfino:players=3", (const uint64_t[]){4, 12, 24, 72, 744, 2160});
  expect_perft("delfino:players=4", (const uint64_t[]){4, 12, 24, 24, 72, 720});
}

/* The opening. */

static void test_start(void **state) {
  (void)state;
  table t = table_open("delfino");
  expect(&t,
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n",
         "0,0:1:place:0:-");
  expect_moves(&t, "1.1 1.4 4.1 4.4");
  table_close(&t);
}

static void test_start_of_three(void **state) {
  (void)state;
  table t = table_open("delfino:players=3");
  expect(&t,
         "^  ^  ^  ^  ^\n"
         "^  ^  ^  ^  ^\n"
         "^  ^  ^  ^  ^\n"
         "^  ^  ^  ^  ^\n"
         "^  ^  ^  ^  ^\n",
         "0,0,0:1:place:0:-");
  table_close(&t);
}

static void test_second_of_two_takes_the_opposite_corner(void **state) {
  (void)state;
  table t = table_open("delfino");
  play(&t, "4.1");
  expect_moves(&t, "1.4");
  refuse(&t, "4.1", "why.corner-taken-1");
  expect_sentence(&t, "1.1",
                  "1.1 is not opposite. The second of two players begins in the corner opposite the first, 1.4.");
  table_close(&t);
}

static void test_of_more_each_takes_any_free_corner(void **state) {
  (void)state;
  table t = table_open("delfino:players=4");
  play(&t, "1.1");
  expect_moves(&t, "5.1 1.5 5.5");
  play(&t, "5.1 5.5");
  expect_moves(&t, "1.5");
  play(&t, "1.5");
  assert_int_equal(asc_position_turn(t.rules, &t.position), ASC_CHANCE);
  expect_rest(&t, "0,0,0,0:1:roll:0:-");
  table_close(&t);
}

static void test_why_in_the_opening(void **state) {
  (void)state;
  table t = table_open("delfino");
  refuse(&t, "2.1", "why.not-a-corner");
  refuse(&t, "0.0", "why.no-card-to-begin");
  refuse(&t, "r3", "why.placing-roll");
  refuse(&t, "n1", "why.placing-go");
  refuse(&t, "turn", "why.placing-turn");
  refuse(&t, "end", "why.placing-end");
  refuse(&t, "keep", "why.placing-card");
  refuse(&t, "1.1>5.1", "why.placing-card");
  refuse(&t, "a1", "why.unreadable-placing");
  refuse(&t, "01.1", "why.unreadable-placing");
  refuse(&t, "1", "why.half-a-place");
  refuse(&t, "roll", "why.placing-roll");
  refuse(&t, "ne", "why.placing-go");
  refuse(&t, "1.1-", "why.placing-card");
  table_close(&t);
}

/* The roll. */

static void test_die_shows_two_to_four(void **state) {
  (void)state;
  table t = table_open("delfino");
  play(&t, "1.1 4.4");
  assert_int_equal(asc_position_turn(t.rules, &t.position), ASC_CHANCE);
  expect_moves(&t, "r2 r3 r4");
  asc_move moves[ASC_MOVES_MAX];
  for (int i = asc_position_moves(t.rules, &t.position, moves) - 1; i >= 0; i--)
    assert_int_equal(asc_position_odds(t.rules, &t.position, moves[i]), 1);
  expect_sentence(&t, "r1", "The die does not show 1. Its faces are 2 to 4.");
  play(&t, "r3");
  expect_rest(&t, "0,0:1:move3:1:-");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  table_close(&t);
}

static void test_ordinary_die(void **state) {
  (void)state;
  table t = table_open("delfino:die=123456");
  play(&t, "1.1 4.4");
  expect_moves(&t, "r1 r2 r3 r4 r5 r6");
  refuse(&t, "r0", "why.not-a-face");
  refuse(&t, "r7", "why.not-a-face");
  table_close(&t);
}

static void test_why_before_the_roll(void **state) {
  (void)state;
  table t = table_open("delfino");
  play(&t, "1.1 4.4");
  refuse(&t, "2.1", "why.roll-before-moving");
  refuse(&t, "e1", "why.roll-before-moving");
  refuse(&t, "turn", "why.roll-before-turning");
  refuse(&t, "end", "why.roll-before-ending");
  refuse(&t, "keep", "why.nothing-to-keep");
  refuse(&t, "2.2>5.1", "why.card-not-due");
  refuse(&t, "dice", "why.unreadable-rolling");
  refuse(&t, "roll", "why.roll-only");
  refuse(&t, "3", "why.unreadable-rolling");
  refuse(&t, "ne", "why.roll-before-moving");
  expect_why(&t, "2.1", "r3", "why.roll-before-moving");
  table_close(&t);
}

/* Moving the pawn. */

static void test_pawn_moves_straight_in_eight_directions(void **state) {
  (void)state;
  table t = drawn("delfino:players=3",
                  "^2 ^  ^  ^  ^3\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^1 ^  ^\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n",
                  "0,0,0:1:move2:1:-");
  expect_moves(&t, "end turn n1 n2 ne1 e1 e2 se1 se2 s1 s2 sw1 sw2 w1 w2 nw1");
  play(&t, "sw2");
  expect(&t,
         "^2 ^  ^  ^  ^3\n"
         "^  ^  ^  ^  ^\n"
         "^  ^  ^  ^  ^\n"
         "^  ^  ^  ^  ^\n"
         "^1 ^  ^  ^  ^\n",
         "0,0,0:2:roll:1:-");
  table_close(&t);
}

static void test_pawn_crosses_others_but_stops_on_a_free_card(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^1 ^2 ^  ^\n",
                  "0,0:1:move2:1:-");
  expect_sentence(&t, "e1", "Black's pawn stands on 2.1. A pawn may cross another but not stop on its card.");
  refuse(&t, "2.1", "why.pawn-stands-2");
  play(&t, "e2");
  expect(&t,
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n"
         "^  ^2 ^1 ^\n",
         "0,0:2:roll:1:-");
  table_close(&t);
}

static void test_pawn_cannot_cross_a_gap(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2 .\n"
                  "^  ^  ^  ^  .\n"
                  "^  ^  ^  ^  ^\n"
                  "^1 .  ^  ^  .\n",
                  "1,0:1:move3:2:-");
  expect_moves(&t, "end turn n1 n2 n3 ne1 ne2");
  refuse(&t, "e1", "why.no-card");
  expect_sentence(&t, "e2", "The way is cut at 2.1. A pawn cannot cross a place without a card.");
  refuse(&t, "3.1", "why.gap");
  refuse(&t, "w1", "why.no-card");
  refuse(&t, "5.3", "why.no-card");
  table_close(&t);
}

static void test_between_two_moves_there_is_a_turning(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^1 ^  ^  ^\n",
                  "0,0:1:move4:1:-");
  play(&t, "n1");
  expect_rest(&t, "0,0:1:turn3:1:-");
  expect_moves(&t, "end turn");
  refuse(&t, "n1", "why.turn-first");
  refuse(&t, "3.3", "why.turn-first");
  play(&t, "turn");
  expect_rest(&t, "0,0:1:move2:1:-");
  play(&t, "n1 turn");
  expect(&t,
         "^  ^  ^  ^2\n"
         ">1 ^  ^  ^\n"
         ">  ^  ^  ^\n"
         "^  ^  ^  ^\n",
         "0,0:2:roll:1:-");
  table_close(&t);
}

static void test_why_the_pawn_cannot_go(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^1 ^  ^  ^\n",
                  "0,0:1:move2:1:-");
  refuse(&t, "1.1", "why.own-card");
  refuse(&t, "2.3", "why.not-in-line");
  refuse(&t, "7.5", "why.no-card");
  refuse(&t, "n0", "why.no-steps");
  refuse(&t, "e9999", "why.gap");
  expect_sentence(&t, "1.4", "1.4 is too far. It costs 3 steps, one a card, and you have 2.");
  refuse(&t, "r2", "why.rolled-already");
  refuse(&t, "keep", "why.nothing-to-keep");
  refuse(&t, "2.2>5.1", "why.card-not-due");
  refuse(&t, "north", "why.unreadable-spending");
  table_close(&t);
}

static void test_nothing_follows_a_complete_move(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "0,0:1:move2:1:-");
  expect_why(&t, "2.1", "2.2", "why.complete");
  expect_why(&t, "turn", "end", "why.complete");
  expect_why(&t, "end", "?", "why.complete");
  expect_why(&t, "ne1", "turn", "why.complete");
  expect_why(&t, "5.3", "2.1", "why.no-card");
  table_close(&t);
}

static void test_why_a_token_is_no_move(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "0,0:1:move2:1:-");
  refuse(&t, "", "why.nothing-said");
  expect_sentence(&t, "NE1", "Capitals are not used. Write ne1.");
  refuse(&t, "NE2", "why.pawn-stands-2");
  refuse(&t, "ne", "why.direction-only");
  refuse(&t, "roll", "why.rolled-already");
  refuse(&t, "pass", "why.nobody-passes");
  refuse(&t, "3", "why.half-a-place");
  refuse(&t, "-3.", "why.half-a-place");
  refuse(&t, "2.3>", "why.card-not-due");
  refuse(&t, "2.3-5.3", "why.card-not-due");
  refuse(&t, "2.3x", "why.unreadable-spending");
  refuse(&t, "ne02", "why.unreadable-spending");
  refuse(&t, "\xff\xfe", "why.unreadable-spending");
  play(&t, "n1");
  refuse(&t, "ne", "why.turn-first");
  table_close(&t);
}

/* Turning the card. */

static void test_turning_is_clockwise(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^1 ^  ^  ^\n",
                  "0,0:1:move4:1:-");
  play(&t, "turn");
  expect(&t,
         "^  ^  ^  ^2\n"
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n"
         ">1 ^  ^  ^\n",
         "0,0:1:move3:1:-");
  play(&t, "turn turn turn");
  expect(&t,
         "^  ^  ^  ^2\n"
         "^  ^  ^  ^\n"
         "^  ^  ^  ^\n"
         "^1 ^  ^  ^\n",
         "0,0:2:roll:1:-");
  table_close(&t);
}

static void test_points_may_be_left_unused(void **state) {
  (void)state;
  table t = table_open("delfino");
  play(&t, "1.1 4.4 r4 end");
  expect_rest(&t, "0,0:2:roll:1:-");
  play(&t, "r2 turn end");
  expect_rest(&t, "0,0:1:roll:2:-");
  table_close(&t);
}

/* Winning, and other ends. */

static void test_five_points_win_at_once(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  >  v  ^\n"
                  "^  <1 <  ^\n"
                  "^  ^  ^  ^\n",
                  "4,3:1:move3:1:-");
  play(&t, "turn");
  expect_outcome(&t, "5:1 3:2");
  expect_rest(&t, "5,3:-:over:0:-");
  expect_prompt(&t, "Red wins with 5 points.");
  refuse(&t, "keep", "why.over-won");
  refuse(&t, "?", "why.over-won");
  refuse(&t, "NE2", "why.over-won");
  refuse(&t, "ne", "why.over-won");
  refuse(&t, "", "why.over-won");
  expect_why(&t, "turn", "end", "why.over-won");
  table_close(&t);
}

static void test_points_beyond_five_are_lost(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  >  v  ^\n"
                  "<  <1 <  ^\n"
                  "v  >  ^  ^\n",
                  "4,0:1:move2:2:-");
  play(&t, "turn");
  expect_outcome(&t, "5:1 0:2");
  table_close(&t);
}

static void test_the_card_move_may_win(void **state) {
  (void)state;
  table t = drawn_at("delfino", "1.1",
                     "^  ^  ^  ^2 .\n"
                     "^  >  v  ^  .\n"
                     "^  <1 <  >  v\n"
                     ".  ^  ^  .  <\n",
                     "3,0:1:move3:2:-");
  play(&t, "turn 2.1>4.1");
  expect_outcome(&t, "5:1 0:2");
  table_close(&t);
}

static void test_a_hundred_quiet_turns_of_two_end_the_game(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "1,3:1:roll:99:-");
  play(&t, "r2");
  expect_rest(&t, "1,3:1:move2:100:-");
  play(&t, "end");
  expect_outcome(&t, "1:2 3:1");
  expect_prompt(&t, "100 turns in a row brought no point. Black has the most, 3, and wins.");
  refuse(&t, "r2", "why.over-quiet");
  table_close(&t);
}

static void test_a_point_in_the_last_quiet_turn_begins_the_count_again(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "1,3:1:roll:99:-");
  play(&t, "r2 turn keep end");
  expect_rest(&t, "2,3:2:roll:0:-");
  play(&t, "r2 end");
  expect_rest(&t, "2,3:1:roll:1:-");
  table_close(&t);
}

static void test_equal_points_share_a_place(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "2,2:1:roll:99:-");
  play(&t, "r2 end");
  expect_outcome(&t, "2:1 2:1");
  expect_prompt(&t, "100 turns in a row brought no point. The first place is shared with 2 points each: a draw.");
  table_close(&t);
  t = drawn("delfino:players=4",
            "^  ^  ^  ^  ^4\n"
            "^  ^  ^  ^  ^\n"
            "^  ^  ^  ^  ^\n"
            "^  ^  ^  ^  ^\n"
            "^1 ^2 ^3 ^  ^\n",
            "0,4,4,1:4:roll:199:-");
  play(&t, "r2 end");
  expect_outcome(&t, "0:4 4:1 4:1 1:3");
  table_close(&t);
}

/* Giving up. */

static void test_of_two_the_other_wins(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "4,0:2:move2:1:-");
  assert_true(give_up(&t, 1));
  expect_outcome(&t, "0:2 0:1");
  expect_prompt(&t, "Black is the last one left and wins.");
  refuse(&t, "turn", "why.over-alone");
  table_close(&t);
}

static const char four[] = "^4 ^  ^  ^  ^\n"
                           "^  ^  ^  ^  ^\n"
                           "^  ^  >  v  ^\n"
                           "^  ^  <1 <  ^\n"
                           "^  ^3 ^  ^  ^2\n";

static void test_of_four_the_pawn_stays_and_the_turns_are_skipped(void **state) {
  (void)state;
  table t = drawn("delfino:players=4", four, "0,0,0,0:1:move2:1:-");
  assert_false(give_up(&t, 2));
  expect(&t, four, "0,0,0,0:1:move2:1:2");
  play(&t, "end");
  expect_rest(&t, "0,0,0,0:3:roll:1:2");
  table_close(&t);
}

static void test_giving_up_in_ones_turn_passes_it_on(void **state) {
  (void)state;
  table t = drawn("delfino:players=4", four, "0,0,0,0:1:turn2:5:-");
  assert_false(give_up(&t, 1));
  expect_rest(&t, "0,0,0,0:2:roll:5:1");
  assert_false(give_up(&t, 2));
  expect_rest(&t, "0,0,0,0:3:roll:5:12");
  table_close(&t);
  t = drawn("delfino:players=4", four, "0,0,0,0:1:move2:1:4");
  play(&t, "turn");
  assert_false(give_up(&t, 1));
  expect_rest(&t, "1,0,0,0:2:roll:0:14");
  table_close(&t);
}

static void test_the_last_one_left_wins(void **state) {
  (void)state;
  table t = drawn("delfino:players=4", four, "4,0,2,3:1:roll:7:-");
  assert_false(give_up(&t, 1));
  assert_false(give_up(&t, 3));
  assert_true(give_up(&t, 4));
  expect_outcome(&t, "0:2 0:1 0:2 0:2");
  table_close(&t);
}

static void test_who_gave_up_is_behind_all_others(void **state) {
  (void)state;
  table t = drawn("delfino:players=4", four, "4,0,2,3:4:roll:199:1");
  play(&t, "r2 end");
  expect_outcome(&t, "0:4 0:3 2:2 3:1");
  table_close(&t);
}

static void test_who_gives_up_in_the_opening_never_places(void **state) {
  (void)state;
  table t = table_open("delfino:players=3");
  play(&t, "1.1");
  assert_false(give_up(&t, 3));
  expect_rest(&t, "0,0,0:2:place:0:3");
  play(&t, "5.5");
  expect_rest(&t, "0,0,0:1:roll:0:3");
  table_close(&t);
  t = table_open("delfino:players=3");
  play(&t, "1.1");
  assert_false(give_up(&t, 2));
  play(&t, "1.5");
  assert_false(give_up(&t, 2));
  assert_true(give_up(&t, 1));
  expect_outcome(&t, "0:2 0:2 0:1");
  table_close(&t);
  t = table_open("delfino:players=3");
  assert_false(give_up(&t, 1));
  assert_true(give_up(&t, 3));
  expect_outcome(&t, "0:2 0:1 0:2");
  table_close(&t);
}

static void test_a_turn_broken_off_counts_as_quiet(void **state) {
  (void)state;
  table t = drawn("delfino:players=4", four, "4,0,2,3:1:move2:200:-");
  assert_true(give_up(&t, 1));
  expect_outcome(&t, "0:4 0:3 2:2 3:1");
  table_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_perft),
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_start_of_three),
      cmocka_unit_test(test_second_of_two_takes_the_opposite_corner),
      cmocka_unit_test(test_of_more_each_takes_any_free_corner),
      cmocka_unit_test(test_why_in_the_opening),
      cmocka_unit_test(test_die_shows_two_to_four),
      cmocka_unit_test(test_ordinary_die),
      cmocka_unit_test(test_why_before_the_roll),
      cmocka_unit_test(test_pawn_moves_straight_in_eight_directions),
      cmocka_unit_test(test_pawn_crosses_others_but_stops_on_a_free_card),
      cmocka_unit_test(test_pawn_cannot_cross_a_gap),
      cmocka_unit_test(test_between_two_moves_there_is_a_turning),
      cmocka_unit_test(test_why_the_pawn_cannot_go),
      cmocka_unit_test(test_nothing_follows_a_complete_move),
      cmocka_unit_test(test_why_a_token_is_no_move),
      cmocka_unit_test(test_turning_is_clockwise),
      cmocka_unit_test(test_points_may_be_left_unused),
      cmocka_unit_test(test_five_points_win_at_once),
      cmocka_unit_test(test_points_beyond_five_are_lost),
      cmocka_unit_test(test_the_card_move_may_win),
      cmocka_unit_test(test_a_hundred_quiet_turns_of_two_end_the_game),
      cmocka_unit_test(test_a_point_in_the_last_quiet_turn_begins_the_count_again),
      cmocka_unit_test(test_equal_points_share_a_place),
      cmocka_unit_test(test_of_two_the_other_wins),
      cmocka_unit_test(test_of_four_the_pawn_stays_and_the_turns_are_skipped),
      cmocka_unit_test(test_giving_up_in_ones_turn_passes_it_on),
      cmocka_unit_test(test_the_last_one_left_wins),
      cmocka_unit_test(test_who_gave_up_is_behind_all_others),
      cmocka_unit_test(test_who_gives_up_in_the_opening_never_places),
      cmocka_unit_test(test_a_turn_broken_off_counts_as_quiet),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
