/* The cards of Delfino: figures, points, card moves, symmetries. */
#include "delfino.h"

/* Figures. The pawn of player 1 turns the card on 2.2. */

static void assert_turning_scores(const char *drawing, int points) {
  test_game t = game_from_drawing("delfino", drawing, "0,0:1:move2:1:-");
  char rest[32];
  play(&t, "turn");
  if (points > 0)
    (void)snprintf(rest, sizeof rest, "%d,0:1:card1:0:-", points);
  else
    (void)snprintf(rest, sizeof rest, "0,0:1:move1:1:-");
  assert_state(&t, rest);
  game_close(&t);
}

static void test_four_noses_are_a_figure(void **state) {
  (void)state;
  assert_turning_scores("^  ^  ^  ^2\n"
                        "^  >  v  ^\n"
                        "^  <1 <  ^\n"
                        "^  ^  ^  ^\n",
                        1);
}

static void test_four_fins_are_a_figure(void **state) {
  (void)state;
  assert_turning_scores("^  ^  ^  ^2\n"
                        "^  v  <  ^\n"
                        "^  ^1 ^  ^\n"
                        "^  ^  ^  ^\n",
                        1);
}

static void test_four_tails_are_a_figure(void **state) {
  (void)state;
  assert_turning_scores("^  ^  ^  ^2\n"
                        "^  <  ^  ^\n"
                        "^  >1 >  ^\n"
                        "^  ^  ^  ^\n",
                        1);
}

static void test_four_waters_are_not_a_figure(void **state) {
  (void)state;
  assert_turning_scores("^  ^  ^  ^2\n"
                        "^  ^  >  ^\n"
                        "^  v1 v  ^\n"
                        "^  ^  ^  ^\n",
                        0);
}

static void test_three_cards_and_a_gap_are_not_a_figure(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2 .\n"
                                  "^  >  .  ^  ^\n"
                                  "^  <1 <  ^  .\n"
                                  "^  ^  ^  ^  .\n",
                                  "1,0:1:move2:2:-");
  play(&t, "turn");
  assert_state(&t, "1,0:1:move1:2:-");
  game_close(&t);
}

/* Four noses at the upper right corner of the card, four tails at its lower left. */
static void test_two_figures_by_one_turning_score_one_each_and_give_one_card_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2\n"
                                  "^  >  v  ^\n"
                                  "<  <1 <  ^\n"
                                  "v  >  ^  ^\n",
                                  "0,0:1:move2:1:-");
  play(&t, "turn");
  assert_state(&t, "2,0:1:card1:0:-");
  play(&t, "keep");
  assert_state(&t, "2,0:1:move1:0:-");
  game_close(&t);
}

static void test_a_later_turning_gives_a_card_move_again(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  >  v  ^2\n"
                                  "^  <1 <  ^\n"
                                  "^  >  v  ^\n"
                                  "^  <  <  ^\n",
                                  "0,0:1:move4:1:-");
  play(&t, "turn keep s2 turn");
  assert_state(&t, "2,0:1:card0:0:-");
  game_close(&t);
}

static void test_existing_figures_do_not_score_again(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  >  v\n"
                                  "^  ^  ^  <2\n"
                                  "<1 ^  ^  ^\n"
                                  "^  ^  ^  ^\n",
                                  "0,0:1:move2:1:-");
  play(&t, "turn");
  assert_state(&t, "0,0:1:move1:1:-");
  game_close(&t);
}

static void test_a_broken_figure_scores_when_restored(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino:die=123456",
                                  "^  ^  ^  ^2\n"
                                  "^  >  v  ^\n"
                                  "^  ^1 <  ^\n"
                                  "^  ^  ^  ^\n",
                                  "0,0:1:move6:1:-");
  play(&t, "turn turn turn");
  assert_state(&t, "0,0:1:move3:1:-");
  play(&t, "turn");
  assert_state(&t, "1,0:1:card2:0:-");
  game_close(&t);
}

/* The card move. */

static void test_any_card_without_a_pawn_may_move_beside_another(void **state) {
  (void)state;
  test_game t = game_after_scoring("delfino");
  asc_move moves[ASC_MOVES_MAX];
  /* 14 cards have no pawn, and 16 spaces surround the square. Each of these spaces touches one card, which cannot move
     there itself. 3 corner cards have two such spaces each, and 8 cards at the sides have one; 4.4 has a pawn. */
  int self_adjacent = 3 * 2 + 8;
  assert_int_equal(asc_position_moves(t.rules, &t.position, moves), 14 * 16 - self_adjacent + 1);
  play(&t, "1.1>0.2");
  assert_position_at(&t, "0.1",
                     ".  ^  ^  ^  ^2\n"
                     ".  ^  >  v  ^\n"
                     "^  ^  ^1 <  ^\n"
                     ".  .  ^  ^  ^\n",
                     "1,0:1:move1:0:-");
  game_close(&t);
}

static void test_why_a_card_cannot_be_moved_there(void **state) {
  (void)state;
  test_game t = game_after_scoring("delfino");
  assert_illegal(&t, "2.2", "why.card-holds-1");
  assert_illegal(&t, "4.4", "why.card-holds-2");
  assert_illegal(&t, "0.1", "why.no-card-to-move");
  assert_illegal(&t, "4.4>5.1", "why.card-holds-2");
  assert_illegal(&t, "9.9>5.1", "why.no-card-to-move");
  assert_illegal(&t, "1.1>1.1", "why.same-place");
  assert_illegal(&t, "1.1>1.2", "why.place-taken");
  assert_illegal(&t, "1.1>0.1", "why.touches-only-itself");
  assert_illegal(&t, "1.1>0.0", "why.touches-nothing");
  assert_illegal(&t, "1.1>99.1", "why.touches-nothing");
  assert_why(&t, "1.1", "1.1", "why.same-place");
  assert_why(&t, "1.1", "4.4", "why.place-taken");
  assert_why(&t, "1.1", "1.0", "why.touches-only-itself");
  assert_why(&t, "1.1", "0.0", "why.touches-nothing");
  assert_why(&t, "1.1", "keep", "why.card-in-hand");
  assert_why(&t, "1.1", "?", "why.card-in-hand");
  assert_why(&t, "4.4", "5.1", "why.card-holds-2");
  assert_why(&t, "keep", "5.1", "why.complete");
  assert_why(&t, "1.1>0.2", "5.1", "why.complete");
  assert_why(&t, "1.1 0.2", "keep", "why.complete");
  assert_why(&t, "1.1 4.4", "keep", "why.place-taken");
  game_close(&t);
}

static void test_the_card_move_comes_before_all_else(void **state) {
  (void)state;
  test_game t = game_after_scoring("delfino");
  assert_illegal(&t, "turn", "why.card-first");
  assert_illegal(&t, "end", "why.card-first");
  assert_illegal(&t, "n1", "why.card-first");
  assert_illegal(&t, "r3", "why.card-first");
  assert_illegal(&t, "roll", "why.card-first");
  assert_illegal(&t, "ne", "why.card-first");
  assert_illegal(&t, "1.1>", "why.two-places");
  assert_illegal(&t, "1.1-5.1", "why.two-places");
  assert_illegal(&t, "1", "why.half-a-place");
  game_close(&t);
}

static void test_the_card_move_may_be_declined(void **state) {
  (void)state;
  test_game t = game_after_scoring("delfino");
  play(&t, "keep");
  assert_state(&t, "1,0:1:move1:0:-");
  game_close(&t);
}

static void test_after_the_card_move_the_other_steps_can_be_used(void **state) {
  (void)state;
  test_game t = game_after_scoring("delfino");
  play(&t, "4.1>5.2 w1");
  assert_state(&t, "1,0:2:roll:0:-");
  game_close(&t);
}

static void test_without_steps_left_the_card_move_ends_the_turn(void **state) {
  (void)state;
  static const char *const last[] = {"keep", "1.1>0.2"};
  for (int i = 0; i < 2; i++) {
    test_game t = game_from_drawing("delfino",
                                    "^  ^  ^  ^2\n"
                                    "^  >  v  ^\n"
                                    "^  <1 <  ^\n"
                                    "^  ^  ^  ^\n",
                                    "0,0:1:move1:5:-");
    play(&t, "turn");
    assert_state(&t, "1,0:1:card0:0:-");
    play(&t, last[i]);
    assert_state(&t, "1,0:2:roll:0:-");
    game_close(&t);
  }
}

static void test_a_figure_by_the_card_move_scores_without_a_further_card_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  ^2 .\n"
                                  "^  >  v  ^  .\n"
                                  "^  <1 <  >  v\n"
                                  ".  ^  ^  .  <\n",
                                  "2,0:1:move3:2:-");
  play(&t, "turn 2.1>4.1");
  assert_position(&t,
                  "^  ^  ^  ^2 .\n"
                  "^  >  v  ^  .\n"
                  "^  ^1 <  >  v\n"
                  ".  .  ^  ^  <\n",
                  "4,0:1:move2:0:-");
  game_close(&t);
}

static void test_the_layout_may_split_and_isolate_a_pawn(void **state) {
  (void)state;
  test_game t = game_from_drawing_at("delfino", "1.1",
                                     "^  ^  ^  ^  .  .\n"
                                     "^  >  v  ^  .  .\n"
                                     "^  <1 <  ^  ^  ^2\n"
                                     "^  ^  .  .  .  .\n",
                                     "1,1:1:move2:1:-");
  play(&t, "turn 5.2>0.1");
  assert_position_at(&t, "0.1",
                     ".  ^  ^  ^  ^  .  .\n"
                     ".  ^  >  v  ^  .  .\n"
                     ".  ^  ^1 <  ^  .  ^2\n"
                     "^  ^  ^  .  .  .  .\n",
                     "2,1:1:move1:0:-");
  play(&t, "end r4");
  assert_moves(&t, "end turn");
  game_close(&t);
}

static const char joined_by_a_bridge[] = "^  ^  ^  ^  .  .\n"
                                         "^  >  v  ^  .  .\n"
                                         "^  <1 <  ^  ^  ^2\n"
                                         "^  ^  .  .  .  .\n";

static void test_joined_layout_forbids_moves_that_split_it(void **state) {
  (void)state;
  test_game t = game_from_drawing_at("delfino:layout=joined", "1.1", joined_by_a_bridge, "1,1:1:move2:1:-");
  play(&t, "turn");
  assert_illegal(&t, "5.2", "why.card-needed");
  assert_illegal(&t, "5.2>0.1", "why.card-needed");
  assert_illegal(&t, "6.2", "why.card-holds-2");
  assert_true(is_legal(&t, "1.1>3.1"));
  assert_illegal(&t, "4.2>0.1", "why.comes-apart");
  game_close(&t);
}

static void test_joined_layout_allows_moves_that_keep_it_connected(void **state) {
  (void)state;
  test_game t = game_from_drawing_at("delfino:layout=joined", "1.1",
                                     "^  ^  ^  ^  .  .\n"
                                     "^  >  v  ^  .  ^\n"
                                     "^  <1 <  ^  ^  ^2\n"
                                     "^  .  .  .  .  .\n",
                                     "1,2:1:move2:1:-");
  play(&t, "turn");
  assert_true(is_legal(&t, "5.2>5.3"));
  assert_illegal(&t, "5.2>5.1", "why.touches-only-itself");
  assert_illegal(&t, "5.2>2.1", "why.comes-apart");
  assert_why(&t, "5.2", "2.1", "why.comes-apart");
  game_close(&t);
}

/* Symmetries. */

static void test_a_quarter_turn_of_the_layout_also_turns_the_cards(void **state) {
  (void)state;
  test_game t = game_from_drawing_at("delfino", "0.1",
                                     ".  ^  ^  ^  ^2\n"
                                     ".  ^  >  v  ^\n"
                                     "<  ^  ^1 <  ^\n"
                                     ".  .  ^  ^  ^\n",
                                     "1,0:1:move1:0:-");
  test_game image = game_open("delfino");
  asc_position_transform(t.rules, 1, &t.position, &image.position);
  assert_position_at(&image, "1.1",
                     ".  ^  .  .\n"
                     ".  >  >  >\n"
                     ">  >1 v  >\n"
                     ">  ^  <  >\n"
                     ">  >  >  >2\n",
                     "1,0:1:move1:0:-");
  game_close(&image);
  game_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_four_noses_are_a_figure),
      cmocka_unit_test(test_four_fins_are_a_figure),
      cmocka_unit_test(test_four_tails_are_a_figure),
      cmocka_unit_test(test_four_waters_are_not_a_figure),
      cmocka_unit_test(test_three_cards_and_a_gap_are_not_a_figure),
      cmocka_unit_test(test_two_figures_by_one_turning_score_one_each_and_give_one_card_move),
      cmocka_unit_test(test_a_later_turning_gives_a_card_move_again),
      cmocka_unit_test(test_existing_figures_do_not_score_again),
      cmocka_unit_test(test_a_broken_figure_scores_when_restored),
      cmocka_unit_test(test_any_card_without_a_pawn_may_move_beside_another),
      cmocka_unit_test(test_why_a_card_cannot_be_moved_there),
      cmocka_unit_test(test_the_card_move_comes_before_all_else),
      cmocka_unit_test(test_the_card_move_may_be_declined),
      cmocka_unit_test(test_after_the_card_move_the_other_steps_can_be_used),
      cmocka_unit_test(test_without_steps_left_the_card_move_ends_the_turn),
      cmocka_unit_test(test_a_figure_by_the_card_move_scores_without_a_further_card_move),
      cmocka_unit_test(test_the_layout_may_split_and_isolate_a_pawn),
      cmocka_unit_test(test_joined_layout_forbids_moves_that_split_it),
      cmocka_unit_test(test_joined_layout_allows_moves_that_keep_it_connected),
      cmocka_unit_test(test_a_quarter_turn_of_the_layout_also_turns_the_cards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
