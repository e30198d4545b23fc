/* The cards of Delfino: figures, points, card moves, symmetries. */
#include "delfino.h"

/* Figures. The pawn of player 1 turns the card at 2.2. */

static void expect_turning_scores(const char *drawing, int points) {
  table t = drawn("delfino", drawing, "0,0:1:move2:1:-");
  char rest[32];
  play(&t, "turn");
  if (points > 0)
    (void)snprintf(rest, sizeof rest, "%d,0:1:card1:0:-", points);
  else
    (void)snprintf(rest, sizeof rest, "0,0:1:move1:1:-");
  expect_rest(&t, rest);
  table_close(&t);
}

static void test_four_noses_are_a_figure(void **state) {
  (void)state;
  expect_turning_scores("^  ^  ^  ^2\n"
                        "^  >  v  ^\n"
                        "^  <1 <  ^\n"
                        "^  ^  ^  ^\n",
                        1);
}

static void test_four_fins_are_a_figure(void **state) {
  (void)state;
  expect_turning_scores("^  ^  ^  ^2\n"
                        "^  v  <  ^\n"
                        "^  ^1 ^  ^\n"
                        "^  ^  ^  ^\n",
                        1);
}

static void test_four_tails_are_a_figure(void **state) {
  (void)state;
  expect_turning_scores("^  ^  ^  ^2\n"
                        "^  <  ^  ^\n"
                        "^  >1 >  ^\n"
                        "^  ^  ^  ^\n",
                        1);
}

static void test_four_waters_are_none(void **state) {
  (void)state;
  expect_turning_scores("^  ^  ^  ^2\n"
                        "^  ^  >  ^\n"
                        "^  v1 v  ^\n"
                        "^  ^  ^  ^\n",
                        0);
}

static void test_three_and_a_gap_are_none(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2 .\n"
                  "^  >  .  ^  ^\n"
                  "^  <1 <  ^  .\n"
                  "^  ^  ^  ^  .\n",
                  "1,0:1:move2:2:-");
  play(&t, "turn");
  expect_rest(&t, "1,0:1:move1:2:-");
  table_close(&t);
}

/* Four noses at its upper right, four tails at its lower left. */
static void test_two_figures_by_one_turning_score_one_each_and_give_one_card_move(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  >  v  ^\n"
                  "<  <1 <  ^\n"
                  "v  >  ^  ^\n",
                  "0,0:1:move2:1:-");
  play(&t, "turn");
  expect_rest(&t, "2,0:1:card1:0:-");
  play(&t, "keep");
  expect_rest(&t, "2,0:1:move1:0:-");
  table_close(&t);
}

static void test_a_later_turning_gives_a_card_move_again(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  >  v  ^2\n"
                  "^  <1 <  ^\n"
                  "^  >  v  ^\n"
                  "^  <  <  ^\n",
                  "0,0:1:move4:1:-");
  play(&t, "turn keep s2 turn");
  expect_rest(&t, "2,0:1:card0:0:-");
  table_close(&t);
}

static void test_figures_that_stand_do_not_score_again(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  >  v\n"
                  "^  ^  ^  <2\n"
                  "<1 ^  ^  ^\n"
                  "^  ^  ^  ^\n",
                  "0,0:1:move2:1:-");
  play(&t, "turn");
  expect_rest(&t, "0,0:1:move1:1:-");
  table_close(&t);
}

static void test_a_broken_figure_scores_when_restored(void **state) {
  (void)state;
  table t = drawn("delfino:die=123456",
                  "^  ^  ^  ^2\n"
                  "^  >  v  ^\n"
                  "^  ^1 <  ^\n"
                  "^  ^  ^  ^\n",
                  "0,0:1:move6:1:-");
  play(&t, "turn turn turn");
  expect_rest(&t, "0,0:1:move3:1:-");
  play(&t, "turn");
  expect_rest(&t, "1,0:1:card2:0:-");
  table_close(&t);
}

/* The card move. */

static void test_any_card_without_a_pawn_may_go_beside_another(void **state) {
  (void)state;
  table t = scored("delfino");
  asc_move moves[ASC_MOVES_MAX];
  /* 14 cards hold no pawn, and 16 places lie round the square. Each of these touches one card, which cannot go there
     itself: 3 corner cards have two such places, 8 cards at the sides have one; 4.4 holds a pawn. */
  int barred = 3 * 2 + 8;
  assert_int_equal(asc_position_moves(t.rules, &t.position, moves), 14 * 16 - barred + 1);
  play(&t, "1.1>0.2");
  expect_at(&t, "0.1",
            ".  ^  ^  ^  ^2\n"
            ".  ^  >  v  ^\n"
            "^  ^  ^1 <  ^\n"
            ".  .  ^  ^  ^\n",
            "1,0:1:move1:0:-");
  table_close(&t);
}

static void test_why_a_card_cannot_be_moved_there(void **state) {
  (void)state;
  table t = scored("delfino");
  refuse(&t, "2.2", "why.card-holds-1");
  refuse(&t, "4.4", "why.card-holds-2");
  refuse(&t, "0.1", "why.no-card-to-move");
  refuse(&t, "4.4>5.1", "why.card-holds-2");
  refuse(&t, "9.9>5.1", "why.no-card-to-move");
  refuse(&t, "1.1>1.1", "why.same-place");
  refuse(&t, "1.1>1.2", "why.place-taken");
  refuse(&t, "1.1>0.1", "why.touches-only-itself");
  refuse(&t, "1.1>0.0", "why.touches-nothing");
  refuse(&t, "1.1>99.1", "why.touches-nothing");
  expect_why(&t, "1.1", "1.1", "why.same-place");
  expect_why(&t, "1.1", "4.4", "why.place-taken");
  expect_why(&t, "1.1", "1.0", "why.touches-only-itself");
  expect_why(&t, "1.1", "0.0", "why.touches-nothing");
  expect_why(&t, "1.1", "keep", "why.card-in-hand");
  expect_why(&t, "1.1", "?", "why.card-in-hand");
  expect_why(&t, "4.4", "5.1", "why.card-holds-2");
  expect_why(&t, "keep", "5.1", "why.complete");
  expect_why(&t, "1.1>0.2", "5.1", "why.complete");
  expect_why(&t, "1.1 0.2", "keep", "why.complete");
  expect_why(&t, "1.1 4.4", "keep", "why.place-taken");
  table_close(&t);
}

static void test_the_card_move_comes_before_all_else(void **state) {
  (void)state;
  table t = scored("delfino");
  refuse(&t, "turn", "why.card-first");
  refuse(&t, "end", "why.card-first");
  refuse(&t, "n1", "why.card-first");
  refuse(&t, "r3", "why.card-first");
  refuse(&t, "roll", "why.card-first");
  refuse(&t, "ne", "why.card-first");
  refuse(&t, "1.1>", "why.two-places");
  refuse(&t, "1.1-5.1", "why.two-places");
  refuse(&t, "1", "why.half-a-place");
  table_close(&t);
}

static void test_the_card_move_may_be_declined(void **state) {
  (void)state;
  table t = scored("delfino");
  play(&t, "keep");
  expect_rest(&t, "1,0:1:move1:0:-");
  table_close(&t);
}

static void test_after_the_card_move_the_rest_is_spent(void **state) {
  (void)state;
  table t = scored("delfino");
  play(&t, "4.1>5.2 w1");
  expect_rest(&t, "1,0:2:roll:0:-");
  table_close(&t);
}

static void test_without_points_left_the_card_move_ends_the_turn(void **state) {
  (void)state;
  static const char *const last[] = {"keep", "1.1>0.2"};
  for (int i = 0; i < 2; i++) {
    table t = drawn("delfino",
                    "^  ^  ^  ^2\n"
                    "^  >  v  ^\n"
                    "^  <1 <  ^\n"
                    "^  ^  ^  ^\n",
                    "0,0:1:move1:5:-");
    play(&t, "turn");
    expect_rest(&t, "1,0:1:card0:0:-");
    play(&t, last[i]);
    expect_rest(&t, "1,0:2:roll:0:-");
    table_close(&t);
  }
}

static void test_a_figure_by_the_card_move_scores_without_a_further_card_move(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  ^2 .\n"
                  "^  >  v  ^  .\n"
                  "^  <1 <  >  v\n"
                  ".  ^  ^  .  <\n",
                  "2,0:1:move3:2:-");
  play(&t, "turn 2.1>4.1");
  expect(&t,
         "^  ^  ^  ^2 .\n"
         "^  >  v  ^  .\n"
         "^  ^1 <  >  v\n"
         ".  .  ^  ^  <\n",
         "4,0:1:move2:0:-");
  table_close(&t);
}

static void test_the_layout_may_come_apart_and_strand_a_pawn(void **state) {
  (void)state;
  table t = drawn_at("delfino", "1.1",
                     "^  ^  ^  ^  .  .\n"
                     "^  >  v  ^  .  .\n"
                     "^  <1 <  ^  ^  ^2\n"
                     "^  ^  .  .  .  .\n",
                     "1,1:1:move2:1:-");
  play(&t, "turn 5.2>0.1");
  expect_at(&t, "0.1",
            ".  ^  ^  ^  ^  .  .\n"
            ".  ^  >  v  ^  .  .\n"
            ".  ^  ^1 <  ^  .  ^2\n"
            "^  ^  ^  .  .  .  .\n",
            "2,1:1:move1:0:-");
  play(&t, "end r4");
  expect_moves(&t, "end turn");
  table_close(&t);
}

static const char joined_by_a_bridge[] = "^  ^  ^  ^  .  .\n"
                                         "^  >  v  ^  .  .\n"
                                         "^  <1 <  ^  ^  ^2\n"
                                         "^  ^  .  .  .  .\n";

static void test_joined_forbids_what_comes_apart(void **state) {
  (void)state;
  table t = drawn_at("delfino:layout=joined", "1.1", joined_by_a_bridge, "1,1:1:move2:1:-");
  play(&t, "turn");
  refuse(&t, "5.2", "why.card-needed");
  refuse(&t, "5.2>0.1", "why.card-needed");
  refuse(&t, "6.2", "why.card-holds-2");
  assert_true(is_legal(&t, "1.1>3.1"));
  refuse(&t, "4.2>0.1", "why.comes-apart");
  table_close(&t);
}

static void test_joined_allows_what_joins_again(void **state) {
  (void)state;
  table t = drawn_at("delfino:layout=joined", "1.1",
                     "^  ^  ^  ^  .  .\n"
                     "^  >  v  ^  .  ^\n"
                     "^  <1 <  ^  ^  ^2\n"
                     "^  .  .  .  .  .\n",
                     "1,2:1:move2:1:-");
  play(&t, "turn");
  assert_true(is_legal(&t, "5.2>5.3"));
  refuse(&t, "5.2>5.1", "why.touches-only-itself");
  refuse(&t, "5.2>2.1", "why.comes-apart");
  expect_why(&t, "5.2", "2.1", "why.comes-apart");
  table_close(&t);
}

/* Symmetries. */

static void test_a_quarter_turn_of_the_layout_turns_the_cards_along(void **state) {
  (void)state;
  table t = drawn_at("delfino", "0.1",
                     ".  ^  ^  ^  ^2\n"
                     ".  ^  >  v  ^\n"
                     "<  ^  ^1 <  ^\n"
                     ".  .  ^  ^  ^\n",
                     "1,0:1:move1:0:-");
  table image = table_open("delfino");
  asc_position_transform(t.rules, 1, &t.position, &image.position);
  expect_at(&image, "1.1",
            ".  ^  .  .\n"
            ".  >  >  >\n"
            ">  >1 v  >\n"
            ">  ^  <  >\n"
            ">  >  >  >2\n",
            "1,0:1:move1:0:-");
  table_close(&image);
  table_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_four_noses_are_a_figure),
      cmocka_unit_test(test_four_fins_are_a_figure),
      cmocka_unit_test(test_four_tails_are_a_figure),
      cmocka_unit_test(test_four_waters_are_none),
      cmocka_unit_test(test_three_and_a_gap_are_none),
      cmocka_unit_test(test_two_figures_by_one_turning_score_one_each_and_give_one_card_move),
      cmocka_unit_test(test_a_later_turning_gives_a_card_move_again),
      cmocka_unit_test(test_figures_that_stand_do_not_score_again),
      cmocka_unit_test(test_a_broken_figure_scores_when_restored),
      cmocka_unit_test(test_any_card_without_a_pawn_may_go_beside_another),
      cmocka_unit_test(test_why_a_card_cannot_be_moved_there),
      cmocka_unit_test(test_the_card_move_comes_before_all_else),
      cmocka_unit_test(test_the_card_move_may_be_declined),
      cmocka_unit_test(test_after_the_card_move_the_rest_is_spent),
      cmocka_unit_test(test_without_points_left_the_card_move_ends_the_turn),
      cmocka_unit_test(test_a_figure_by_the_card_move_scores_without_a_further_card_move),
      cmocka_unit_test(test_the_layout_may_come_apart_and_strand_a_pawn),
      cmocka_unit_test(test_joined_forbids_what_comes_apart),
      cmocka_unit_test(test_joined_allows_what_joins_again),
      cmocka_unit_test(test_a_quarter_turn_of_the_layout_turns_the_cards_along),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
