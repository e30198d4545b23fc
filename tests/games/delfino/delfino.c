/* The course of a game of Delfino: opening, roll, moving the pawn, turning cards, the end of a game, resigning. */
#include "delfino.h"

/* Move counts (perft). */

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

static void assert_perft(const char *spec, const uint64_t wanted[6]) {
  test_game t = game_open(spec);
  for (int depth = 1; depth <= 6; depth++) assert_int_equal(perft(t.rules, &t.position, depth), wanted[depth - 1]);
  game_close(&t);
}

static void test_perft_counts(void **state) {
  (void)state;
  assert_perft("delfino", (const uint64_t[]){4, 4, 12, 112, 324, 1792});
  assert_perft("delfino:players=3", (const uint64_t[]){4, 12, 24, 72, 744, 2160});
  assert_perft("delfino:players=4", (const uint64_t[]){4, 12, 24, 24, 72, 720});
}

/* The opening. */

static void test_start_with_two_players(void **state) {
  (void)state;
  test_game t = game_open("delfino");
  assert_position(&t,
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n",
                  "0,0:1:place:0:-");
  assert_moves(&t, "1.1 1.4 4.1 4.4");
  game_close(&t);
}

static void test_start_with_three_players(void **state) {
  (void)state;
  test_game t = game_open("delfino:players=3");
  assert_position(&t,
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n",
                  "0,0,0:1:place:0:-");
  game_close(&t);
}

static void test_second_of_two_players_takes_the_opposite_corner(void **state) {
  (void)state;
  test_game t = game_open("delfino");
  play(&t, "4.1");
  assert_moves(&t, "1.4");
  assert_illegal(&t, "4.1", "why.corner-taken-1");
  assert_explanation(&t, "1.1",
                     "1.1 is not opposite. The second of two players begins in the corner opposite the first, 1.4.");
  game_close(&t);
}

static void test_with_more_players_each_takes_any_free_corner(void **state) {
  (void)state;
  test_game t = game_open("delfino:players=4");
  play(&t, "1.1");
  assert_moves(&t, "5.1 1.5 5.5");
  play(&t, "5.1 5.5");
  assert_moves(&t, "1.5");
  play(&t, "1.5");
  assert_int_equal(asc_position_turn(t.rules, &t.position), ASC_CHANCE);
  assert_state(&t, "0,0,0,0:1:roll:0:-");
  game_close(&t);
}

static void test_why_illegal_in_the_opening(void **state) {
  (void)state;
  test_game t = game_open("delfino");
  assert_illegal(&t, "2.1", "why.not-a-corner");
  assert_illegal(&t, "0.0", "why.no-card-to-begin");
  assert_illegal(&t, "r3", "why.placing-roll");
  assert_illegal(&t, "n1", "why.placing-go");
  assert_illegal(&t, "turn", "why.placing-turn");
  assert_illegal(&t, "end", "why.placing-end");
  assert_illegal(&t, "keep", "why.placing-card");
  assert_illegal(&t, "1.1>5.1", "why.placing-card");
  assert_illegal(&t, "a1", "why.unreadable-placing");
  assert_illegal(&t, "01.1", "why.unreadable-placing");
  assert_illegal(&t, "1", "why.half-a-place");
  assert_illegal(&t, "roll", "why.placing-roll");
  assert_illegal(&t, "ne", "why.placing-go");
  assert_illegal(&t, "1.1-", "why.placing-card");
  game_close(&t);
}

/* The roll. */

static void test_die_shows_two_to_four(void **state) {
  (void)state;
  test_game t = game_open("delfino");
  play(&t, "1.1 4.4");
  assert_int_equal(asc_position_turn(t.rules, &t.position), ASC_CHANCE);
  assert_moves(&t, "r2 r3 r4");
  asc_move moves[ASC_MOVES_MAX];
  for (int i = asc_position_moves(t.rules, &t.position, moves) - 1; i >= 0; i--)
    assert_int_equal(asc_position_odds(t.rules, &t.position, moves[i]), 1);
  assert_explanation(&t, "r1", "The die does not show 1. Its faces are 2 to 4.");
  play(&t, "r3");
  assert_state(&t, "0,0:1:move3:1:-");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  game_close(&t);
}

static void test_ordinary_die(void **state) {
  (void)state;
  test_game t = game_open("delfino:die=123456");
  play(&t, "1.1 4.4");
  assert_moves(&t, "r1 r2 r3 r4 r5 r6");
  assert_illegal(&t, "r0", "why.not-a-face");
  assert_illegal(&t, "r7", "why.not-a-face");
  game_close(&t);
}

static void test_why_illegal_before_the_roll(void **state) {
  (void)state;
  test_game t = game_open("delfino");
  play(&t, "1.1 4.4");
  assert_illegal(&t, "2.1", "why.roll-before-moving");
  assert_illegal(&t, "e1", "why.roll-before-moving");
  assert_illegal(&t, "turn", "why.roll-before-turning");
  assert_illegal(&t, "end", "why.roll-before-ending");
  assert_illegal(&t, "keep", "why.nothing-to-keep");
  assert_illegal(&t, "2.2>5.1", "why.card-not-due");
  assert_illegal(&t, "dice", "why.unreadable-rolling");
  assert_illegal(&t, "roll", "why.roll-only");
  assert_illegal(&t, "3", "why.unreadable-rolling");
  assert_illegal(&t, "ne", "why.roll-before-moving");
  assert_why(&t, "2.1", "r3", "why.roll-before-moving");
  game_close(&t);
}

/* Moving the pawn. */

static void test_pawn_moves_straight_in_eight_directions(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:players=3",
                                  "^2 ^  ^  ^  ^3\n"
                                  "^  ^  ^  ^  ^\n"
                                  "^  ^  ^1 ^  ^\n"
                                  "^  ^  ^  ^  ^\n"
                                  "^  ^  ^  ^  ^\n",
                                  "0,0,0:1:move2:1:-");
  assert_moves(&t, "end turn n1 n2 ne1 e1 e2 se1 se2 s1 s2 sw1 sw2 w1 w2 nw1");
  play(&t, "sw2");
  assert_position(&t,
                  "^2 ^  ^  ^  ^3\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n"
                  "^  ^  ^  ^  ^\n"
                  "^1 ^  ^  ^  ^\n",
                  "0,0,0:2:roll:1:-");
  game_close(&t);
}

static void test_pawn_crosses_others_but_stops_on_a_free_card(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^1 ^2 ^  ^\n",
                                  "0,0:1:move2:1:-");
  assert_explanation(&t, "e1", "Black's pawn stands on 2.1. A pawn may cross another but not stop on its card.");
  assert_illegal(&t, "2.1", "why.pawn-stands-2");
  play(&t, "e2");
  assert_position(&t,
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^  ^2 ^1 ^\n",
                  "0,0:2:roll:1:-");
  game_close(&t);
}

static void test_pawn_cannot_cross_a_gap(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2 .\n"
                                  "^  ^  ^  ^  .\n"
                                  "^  ^  ^  ^  ^\n"
                                  "^1 .  ^  ^  .\n",
                                  "1,0:1:move3:2:-");
  assert_moves(&t, "end turn n1 n2 n3 ne1 ne2");
  assert_illegal(&t, "e1", "why.no-card");
  assert_explanation(&t, "e2", "The way is cut at 2.1. A pawn cannot cross a place without a card.");
  assert_illegal(&t, "3.1", "why.gap");
  assert_illegal(&t, "w1", "why.no-card");
  assert_illegal(&t, "5.3", "why.no-card");
  game_close(&t);
}

static void test_pawn_must_turn_its_card_between_two_moves(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2\n"
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^1 ^  ^  ^\n",
                                  "0,0:1:move4:1:-");
  play(&t, "n1");
  assert_state(&t, "0,0:1:turn3:1:-");
  assert_moves(&t, "end turn");
  assert_illegal(&t, "n1", "why.turn-first");
  assert_illegal(&t, "3.3", "why.turn-first");
  play(&t, "turn");
  assert_state(&t, "0,0:1:move2:1:-");
  play(&t, "n1 turn");
  assert_position(&t,
                  "^  ^  ^  ^2\n"
                  ">1 ^  ^  ^\n"
                  ">  ^  ^  ^\n"
                  "^  ^  ^  ^\n",
                  "0,0:2:roll:1:-");
  game_close(&t);
}

static void test_why_the_pawn_cannot_move_there(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2\n"
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^1 ^  ^  ^\n",
                                  "0,0:1:move2:1:-");
  assert_illegal(&t, "1.1", "why.own-card");
  assert_illegal(&t, "2.3", "why.not-in-line");
  assert_illegal(&t, "7.5", "why.no-card");
  assert_illegal(&t, "n0", "why.no-steps");
  assert_illegal(&t, "e9999", "why.gap");
  assert_explanation(&t, "1.4", "1.4 is too far. It costs 3 steps, one a card, and you have 2.");
  assert_illegal(&t, "r2", "why.rolled-already");
  assert_illegal(&t, "keep", "why.nothing-to-keep");
  assert_illegal(&t, "2.2>5.1", "why.card-not-due");
  assert_illegal(&t, "north", "why.unreadable-spending");
  game_close(&t);
}

static void test_nothing_follows_a_complete_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino", one_turn_short, "0,0:1:move2:1:-");
  assert_why(&t, "2.1", "2.2", "why.complete");
  assert_why(&t, "turn", "end", "why.complete");
  assert_why(&t, "end", "?", "why.complete");
  assert_why(&t, "ne1", "turn", "why.complete");
  assert_why(&t, "5.3", "2.1", "why.no-card");
  game_close(&t);
}

static void test_why_a_token_is_not_a_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino", one_turn_short, "0,0:1:move2:1:-");
  assert_illegal(&t, "", "why.nothing-said");
  assert_explanation(&t, "NE1", "Capitals are not used. Write ne1.");
  assert_illegal(&t, "NE2", "why.pawn-stands-2");
  assert_illegal(&t, "ne", "why.direction-only");
  assert_illegal(&t, "roll", "why.rolled-already");
  assert_illegal(&t, "pass", "why.nobody-passes");
  assert_illegal(&t, "3", "why.half-a-place");
  assert_illegal(&t, "-3.", "why.half-a-place");
  assert_illegal(&t, "2.3>", "why.card-not-due");
  assert_illegal(&t, "2.3-5.3", "why.card-not-due");
  assert_illegal(&t, "2.3x", "why.unreadable-spending");
  assert_illegal(&t, "ne02", "why.unreadable-spending");
  assert_illegal(&t, "\xff\xfe", "why.unreadable-spending");
  play(&t, "n1");
  assert_illegal(&t, "ne", "why.turn-first");
  game_close(&t);
}

/* Turning the card. */

static void test_turning_is_clockwise(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2\n"
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^1 ^  ^  ^\n",
                                  "0,0:1:move4:1:-");
  play(&t, "turn");
  assert_position(&t,
                  "^  ^  ^  ^2\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  ">1 ^  ^  ^\n",
                  "0,0:1:move3:1:-");
  play(&t, "turn turn turn");
  assert_position(&t,
                  "^  ^  ^  ^2\n"
                  "^  ^  ^  ^\n"
                  "^  ^  ^  ^\n"
                  "^1 ^  ^  ^\n",
                  "0,0:2:roll:1:-");
  game_close(&t);
}

static void test_steps_may_be_left_unused(void **state) {
  (void)state;
  test_game t = game_open("delfino");
  play(&t, "1.1 4.4 r4 end");
  assert_state(&t, "0,0:2:roll:1:-");
  play(&t, "r2 turn end");
  assert_state(&t, "0,0:1:roll:2:-");
  game_close(&t);
}

/* Winning, and other ways a game can end. */

static void test_five_points_win_at_once(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2\n"
                                  "^  >  v  ^\n"
                                  "^  <1 <  ^\n"
                                  "^  ^  ^  ^\n",
                                  "4,3:1:move3:1:-");
  play(&t, "turn");
  assert_outcome(&t, "5:1 3:2");
  assert_state(&t, "5,3:-:over:0:-");
  assert_prompt(&t, "Red wins with 5 points.");
  assert_illegal(&t, "keep", "why.over-won");
  assert_illegal(&t, "?", "why.over-won");
  assert_illegal(&t, "NE2", "why.over-won");
  assert_illegal(&t, "ne", "why.over-won");
  assert_illegal(&t, "", "why.over-won");
  assert_why(&t, "turn", "end", "why.over-won");
  game_close(&t);
}

static void test_points_beyond_five_are_lost(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2\n"
                                  "^  >  v  ^\n"
                                  "<  <1 <  ^\n"
                                  "v  >  ^  ^\n",
                                  "4,0:1:move2:2:-");
  play(&t, "turn");
  assert_outcome(&t, "5:1 0:2");
  game_close(&t);
}

static void test_the_card_move_may_win(void **state) {
  (void)state;
  test_game t = game_from_drawing_at("delfino", "1.1",
                                     "^  ^  ^  ^2 .\n"
                                     "^  >  v  ^  .\n"
                                     "^  <1 <  >  v\n"
                                     ".  ^  ^  .  <\n",
                                     "3,0:1:move3:2:-");
  play(&t, "turn 2.1>4.1");
  assert_outcome(&t, "5:1 0:2");
  game_close(&t);
}

static void test_100_quiet_turns_end_a_game_of_two(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino", one_turn_short, "1,3:1:roll:99:-");
  play(&t, "r2");
  assert_state(&t, "1,3:1:move2:100:-");
  play(&t, "end");
  assert_outcome(&t, "1:2 3:1");
  assert_prompt(&t, "100 turns in a row brought no point. Black has the most, 3, and wins.");
  assert_illegal(&t, "r2", "why.over-quiet");
  game_close(&t);
}

static void test_a_point_in_the_last_quiet_turn_restarts_the_count(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino", one_turn_short, "1,3:1:roll:99:-");
  play(&t, "r2 turn keep end");
  assert_state(&t, "2,3:2:roll:0:-");
  play(&t, "r2 end");
  assert_state(&t, "2,3:1:roll:1:-");
  game_close(&t);
}

static void test_equal_points_share_a_rank(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino", one_turn_short, "2,2:1:roll:99:-");
  play(&t, "r2 end");
  assert_outcome(&t, "2:1 2:1");
  assert_prompt(&t, "100 turns in a row brought no point. The first place is shared with 2 points each: a draw.");
  game_close(&t);
  t = game_from_drawing("delfino:players=4",
                        "^  ^  ^  ^  ^4\n"
                        "^  ^  ^  ^  ^\n"
                        "^  ^  ^  ^  ^\n"
                        "^  ^  ^  ^  ^\n"
                        "^1 ^2 ^3 ^  ^\n",
                        "0,4,4,1:4:roll:199:-");
  play(&t, "r2 end");
  assert_outcome(&t, "0:4 4:1 4:1 1:3");
  game_close(&t);
}

/* Resigning. */

static void test_resigning_with_two_players_loses(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino", one_turn_short, "4,0:2:move2:1:-");
  assert_true(resign(&t, 1));
  assert_outcome(&t, "0:2 0:1");
  assert_prompt(&t, "Black is the last one left and wins.");
  assert_illegal(&t, "turn", "why.over-alone");
  game_close(&t);
}

static const char four_pawns[] = "^4 ^  ^  ^  ^\n"
                                 "^  ^  ^  ^  ^\n"
                                 "^  ^  >  v  ^\n"
                                 "^  ^  <1 <  ^\n"
                                 "^  ^3 ^  ^  ^2\n";

static void test_pawn_of_a_resigned_player_stays_and_turns_are_skipped(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:players=4", four_pawns, "0,0,0,0:1:move2:1:-");
  assert_false(resign(&t, 2));
  assert_position(&t, four_pawns, "0,0,0,0:1:move2:1:2");
  play(&t, "end");
  assert_state(&t, "0,0,0,0:3:roll:1:2");
  game_close(&t);
}

static void test_resigning_in_your_turn_ends_the_turn(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:players=4", four_pawns, "0,0,0,0:1:turn2:5:-");
  assert_false(resign(&t, 1));
  assert_state(&t, "0,0,0,0:2:roll:5:1");
  assert_false(resign(&t, 2));
  assert_state(&t, "0,0,0,0:3:roll:5:12");
  game_close(&t);
  t = game_from_drawing("delfino:players=4", four_pawns, "0,0,0,0:1:move2:1:4");
  play(&t, "turn");
  assert_false(resign(&t, 1));
  assert_state(&t, "1,0,0,0:2:roll:0:14");
  game_close(&t);
}

static void test_the_last_player_left_wins(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:players=4", four_pawns, "4,0,2,3:1:roll:7:-");
  assert_false(resign(&t, 1));
  assert_false(resign(&t, 3));
  assert_true(resign(&t, 4));
  assert_outcome(&t, "0:2 0:1 0:2 0:2");
  game_close(&t);
}

static void test_resigned_players_rank_behind_all_others(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:players=4", four_pawns, "4,0,2,3:4:roll:199:1");
  play(&t, "r2 end");
  assert_outcome(&t, "0:4 0:3 2:2 3:1");
  game_close(&t);
}

static void test_players_who_resign_in_the_opening_never_place_a_pawn(void **state) {
  (void)state;
  test_game t = game_open("delfino:players=3");
  play(&t, "1.1");
  assert_false(resign(&t, 3));
  assert_state(&t, "0,0,0:2:place:0:3");
  play(&t, "5.5");
  assert_state(&t, "0,0,0:1:roll:0:3");
  game_close(&t);
  t = game_open("delfino:players=3");
  play(&t, "1.1");
  assert_false(resign(&t, 2));
  play(&t, "1.5");
  assert_false(resign(&t, 2));
  assert_true(resign(&t, 1));
  assert_outcome(&t, "0:2 0:2 0:1");
  game_close(&t);
  t = game_open("delfino:players=3");
  assert_false(resign(&t, 1));
  assert_true(resign(&t, 3));
  assert_outcome(&t, "0:2 0:1 0:2");
  game_close(&t);
}

static void test_a_turn_ended_by_resigning_counts_as_quiet(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:players=4", four_pawns, "4,0,2,3:1:move2:200:-");
  assert_true(resign(&t, 1));
  assert_outcome(&t, "0:4 0:3 2:2 3:1");
  game_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_perft_counts),
      cmocka_unit_test(test_start_with_two_players),
      cmocka_unit_test(test_start_with_three_players),
      cmocka_unit_test(test_second_of_two_players_takes_the_opposite_corner),
      cmocka_unit_test(test_with_more_players_each_takes_any_free_corner),
      cmocka_unit_test(test_why_illegal_in_the_opening),
      cmocka_unit_test(test_die_shows_two_to_four),
      cmocka_unit_test(test_ordinary_die),
      cmocka_unit_test(test_why_illegal_before_the_roll),
      cmocka_unit_test(test_pawn_moves_straight_in_eight_directions),
      cmocka_unit_test(test_pawn_crosses_others_but_stops_on_a_free_card),
      cmocka_unit_test(test_pawn_cannot_cross_a_gap),
      cmocka_unit_test(test_pawn_must_turn_its_card_between_two_moves),
      cmocka_unit_test(test_why_the_pawn_cannot_move_there),
      cmocka_unit_test(test_nothing_follows_a_complete_move),
      cmocka_unit_test(test_why_a_token_is_not_a_move),
      cmocka_unit_test(test_turning_is_clockwise),
      cmocka_unit_test(test_steps_may_be_left_unused),
      cmocka_unit_test(test_five_points_win_at_once),
      cmocka_unit_test(test_points_beyond_five_are_lost),
      cmocka_unit_test(test_the_card_move_may_win),
      cmocka_unit_test(test_100_quiet_turns_end_a_game_of_two),
      cmocka_unit_test(test_a_point_in_the_last_quiet_turn_restarts_the_count),
      cmocka_unit_test(test_equal_points_share_a_rank),
      cmocka_unit_test(test_resigning_with_two_players_loses),
      cmocka_unit_test(test_pawn_of_a_resigned_player_stays_and_turns_are_skipped),
      cmocka_unit_test(test_resigning_in_your_turn_ends_the_turn),
      cmocka_unit_test(test_the_last_player_left_wins),
      cmocka_unit_test(test_resigned_players_rank_behind_all_others),
      cmocka_unit_test(test_players_who_resign_in_the_opening_never_place_a_pawn),
      cmocka_unit_test(test_a_turn_ended_by_resigning_counts_as_quiet),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
