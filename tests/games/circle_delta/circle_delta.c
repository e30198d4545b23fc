/* The rules of Circle Delta as situations: a board, an action, and the expected result. circle_delta.h says how boards
   are drawn. */
#include "circle_delta.h"
#include "tests/support/perft.h"

#define SMALL "board=rose,rings=3,petals=3"

/* The board. */

static void test_rings_and_petals_are_closed_loops(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,petals=6,reds=1,greens=0,men=2",
                                  "a r. .. .. .. w. ..\n"
                                  "b .. .. .. .. .. ..\n"
                                  "c .. .. .. .. .. ..\n"
                                  "d .w .. .. b. .. ..\n",
                                  "w:first:0:1:0");
  assert_targets(&t, "a1", "a2 a3 a4 a5 a6 a7 a8 a10 a11 a12 b1 b2 c1 c2 d1");
  game_close(&t);
}

static void test_hole_count_follows_from_rings_and_petals(void **state) {
  (void)state;
  static const struct {
    const char *options;
    int holes;
  } boards[] = {{"board=rose,petals=6", 48},
                {"board=rose,rings=2,petals=3,men=1,reds=0,greens=0", 12},
                {"board=rose,rings=6,petals=8", 96},
                {"", 56},
                {"rings=2,petals=3,men=1,reds=0,greens=0", 18},
                {"rings=5,petals=7", 126}};
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    test_game t = game_open(boards[i].options);
    if (strstr(boards[i].options, "greens=0") != NULL) play(&t, "pass");
    asc_move moves[ASC_MOVES_MAX];
    assert_int_equal(asc_position_moves(t.rules, &t.position, moves), boards[i].holes);
    game_close(&t);
  }
}

/* The preparation. */

static void test_white_starts_reds_greens_and_play(void **state) {
  (void)state;
  test_game t = game_open(SMALL ",men=2,reds=3,greens=1");
  static const struct {
    const char *token, *rest;
  } plies[] = {{"a1", "b:reds:2:2:0"}, {"a3", "w:reds:2:2:0"}, {"b1", "w:greens:2:2:0"}, {"b2", "w:first:2:2:0"}};
  assert_state(&t, "w:reds:2:2:0");
  for (size_t i = 0; i < 4; i++) {
    play(&t, plies[i].token);
    assert_state(&t, plies[i].rest);
  }
  assert_position(&t, "a r. r. ..\nb rg .. ..\nc .. .. ..\n", "w:first:2:2:0");
  game_close(&t);
}

static void test_preparation_places_pieces_on_free_holes(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=2,reds=2,greens=1", "a r. .. ..\nb .. .. ..\n",
                                  "b:reds:2:2:0");
  assert_moves(&t, "a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6");
  game_close(&t);
}

static void test_without_reds_the_greens_are_placed_first(void **state) {
  (void)state;
  test_game t = game_open("board=rose,petals=6,reds=0");
  assert_state(&t, "w:greens:10:10:0");
  game_close(&t);
}

static void test_without_greens_play_starts_after_the_reds(void **state) {
  (void)state;
  test_game t = game_open("board=rose,petals=6,reds=1,greens=0");
  play(&t, "a1");
  assert_state(&t, "w:first:10:10:0");
  game_close(&t);
}

static void test_without_reds_and_greens_the_first_action_is_a_pass(void **state) {
  (void)state;
  test_game t = game_open("board=rose,petals=6,reds=0,greens=0");
  assert_state(&t, "w:first:10:10:0");
  assert_moves(&t, "pass");
  play(&t, "pass a1");
  assert_moves(&t, "pass");
  game_close(&t);
}

/* A turn and its first action. */

static void test_a_turn_has_two_actions(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=1,greens=0", "a r. .. ..\nb .. .. ..\nc .. .. ..\n", "w:first:2:2:0");
  play(&t, "a1-a2");
  assert_state(&t, "w:second:2:2:0");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  play(&t, "c5");
  assert_position(&t, "a .r .. ..\nb .. .. ..\nc .. .. w.\n", "b:first:1:2:0");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
  game_close(&t);
}

static void test_red_and_green_move_along_one_circle_over_free_holes(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=1,greens=1",
                                  "a .. .. ..\n"
                                  "b r. g. .w\n"
                                  "c .. b. ..\n",
                                  "w:first:1:1:0");
  assert_targets(&t, "b1", "a1 a2 b2 c1 c2");
  assert_targets(&t, "b3", "a3 a4 b2 b4 b5 c4");
  game_close(&t);
}

static void test_red_and_green_do_not_switch_circles_or_capture(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=1,greens=1",
                                  "a .w .. ..\n"
                                  "b rg b. ..\n"
                                  "c .. .. ..\n",
                                  "w:first:1:1:0");
  assert_false(is_legal(&t, "b1-c3")); /* along the petal, then along a ring */
  assert_false(is_legal(&t, "b1-a2")); /* has a piece */
  assert_false(is_legal(&t, "b1-b2")); /* has the green piece */
  assert_false(is_legal(&t, "b1-b1"));
  game_close(&t);
}

static void test_first_action_is_a_pass_only_if_nothing_can_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=3,reds=1,greens=2",
                                  "a .. br w.\n"
                                  "b .. wg gw\n",
                                  "b:first:0:2:0");
  assert_moves(&t, "pass");
  game_close(&t);
  t = game_from_drawing("board=rose,rings=2,petals=3,men=3,reds=1,greens=2",
                        "a .. br ..\n"
                        "b .. wg gw\n",
                        "b:first:0:2:0");
  assert_true(is_legal(&t, "a4-a5"));
  assert_false(is_legal(&t, "pass"));
  game_close(&t);
}

/* Placing a piece. */

static void test_a_piece_is_placed_on_any_free_hole(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=2,reds=1,greens=1", "a r. .. ..\nb .g .. b.\n",
                                  "w:second:1:1:0");
  assert_moves(&t, "a2 a3 a4 a5 a6 b1 b3 b4 b6");
  game_close(&t);
}

static void test_without_a_piece_on_the_board_you_must_place_one(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=0,greens=0", "a b. .. ..\nb .. .. ..\nc .. .. ..\n", "w:second:1:1:0");
  assert_false(is_legal(&t, "pass"));
  assert_true(is_legal(&t, "a2"));
  game_close(&t);
}

static void test_without_a_reserve_no_piece_can_be_placed(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=0,greens=0", "a b. .. ..\nb w. .. ..\nc .. .. ..\n", "w:second:0:1:0");
  assert_false(is_legal(&t, "a2"));
  assert_true(is_legal(&t, "b1-a2"));
  game_close(&t);
}

/* Moving a piece of your own. */

static void test_a_piece_switches_circles_once_in_either_direction(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=3,reds=0,greens=0",
                                  "a ww .b .w\n"
                                  "b .. .. ..\n",
                                  "w:second:0:2:0");
  assert_targets(&t, "a1", "b1 b2 b3 b4 b5 b6"); /* a3, a4 and a5 would need a second switch of circle */
  game_close(&t);
}

/* A white piece on a6 blocks one direction, so the piece on a1 gets to a4 and a5 only past the piece on a3. */
static void test_red_stops_a_piece_on_the_hole_before(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=3,reds=1,greens=0",
                                  "a w. rb .w\n"
                                  "b .. .. ..\n"
                                  "c .. .. ..\n",
                                  "w:second:0:2:0");
  assert_targets(&t, "a1", "a2 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  game_close(&t);
}

static void test_own_pieces_stop_a_piece_like_red(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=3,reds=0,greens=0",
                                  "a w. wb .w\n"
                                  "b .. .. ..\n"
                                  "c .. .. ..\n",
                                  "w:second:0:2:0");
  assert_targets(&t, "a1", "a2 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  game_close(&t);
}

static void test_a_capture_ends_the_move(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=3,reds=0,greens=0",
                                  "a w. b. .w\n"
                                  "b .. .. ..\n"
                                  "c .. .. ..\n",
                                  "w:second:0:2:0");
  assert_targets(&t, "a1", "a2 a3 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  play(&t, "a1-a3");
  assert_position(&t, "a .. w. .w\nb .. .. ..\nc .. .. ..\n", "b:first:0:2:0");
  game_close(&t);
}

static void test_a_piece_captures_after_switching_circles(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=3,reds=0,greens=0",
                                  "a w. .. .w\n"
                                  "b .. .. ..\n"
                                  "c .. .b ..\n",
                                  "w:second:0:2:0");
  assert_true(is_legal(&t, "a1-c4"));
  game_close(&t);
}

/* The only path from b1 leads over the green piece on b2. It continues along petal 1 to a2 and c2, and after a free
   switch there along the rings a and c. It reaches neither b2 itself nor any hole straight behind it. */
static void test_green_adds_a_switch_to_the_free_switch(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=4,reds=0,greens=1",
                                  "a w. .. ..\n"
                                  "b wg .b .w\n"
                                  "c w. .. ..\n",
                                  "w:second:0:3:0");
  assert_targets(&t, "b1", "a2 a3 a4 a5 a6 c2 c3 c4 c5 c6");
  game_close(&t);
}

/* The same with a green piece after the free switch: a3 redirects the path along petal 2. */
static void test_every_green_piece_adds_a_switch(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=6,reds=0,greens=2",
                                  "a w. g. b.\n"
                                  "b wg .. .w\n"
                                  "c ww .. .w\n",
                                  "w:second:0:5:0");
  assert_targets(&t, "b1", "a2 a4 b3 b4 c3 c4");
  game_close(&t);
}

/* From a6 the path leads over the green pieces on b6 and b3 and, after a free switch on b4, back to b6, now along the
   ring. If b6 could be used again, the path would reach c6. */
static void test_a_green_piece_adds_its_switch_once(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=3,reds=2,greens=2",
                                  "a .w .. rw\n"
                                  "b .. g. .g\n"
                                  "c .. w. r.\n",
                                  "w:second:0:2:0");
  assert_true(is_legal(&t, "a6-b5"));
  assert_false(is_legal(&t, "a6-c6"));
  game_close(&t);
}

static void test_green_leads_to_a_capture(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=4,reds=0,greens=1",
                                  "a wb .. ..\n"
                                  "b wg .. .w\n"
                                  "c w. .. ..\n",
                                  "w:second:0:3:0");
  assert_true(is_legal(&t, "b1-a2"));
  assert_false(is_legal(&t, "b1-a3")); /* behind the captured piece */
  game_close(&t);
}

static void test_a_move_ends_on_another_hole(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=1,reds=0,greens=0", "a w. .. ..\nb .. .. ..\nc .. .b ..\n", "w:second:0:0:0");
  assert_targets(&t, "a1", "a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  game_close(&t);
}

static void test_second_action_is_a_pass_if_nothing_is_possible(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=4,reds=4,greens=0",
                                  "a ww r. .r\n"
                                  "b ww r. br\n",
                                  "w:second:0:3:2");
  assert_moves(&t, "pass");
  play(&t, "pass");
  assert_state(&t, "b:first:0:3:3");
  game_close(&t);
}

static void test_second_action_is_a_pass_on_a_full_board(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=8,reds=4,greens=0",
                                  "a ww rb br\n"
                                  "b ww rb br\n",
                                  "w:second:4:4:0");
  assert_moves(&t, "pass");
  game_close(&t);
}

/* Trapped pieces. */

static void test_two_reds_trap_along_a_ring(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=2,greens=0",
                                  "a .. .. ..\n"
                                  "b rb .r ..\n"
                                  "c w. .. ..\n",
                                  "w:first:1:1:0");
  play(&t, "b4-b3");
  assert_position(&t, "a .. .. ..\nb r. r. ..\nc w. .. ..\n", "w:second:1:1:-");
  game_close(&t);
}

static void test_two_reds_trap_along_a_petal(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=2,greens=0",
                                  "a .r .. ..\n"
                                  "b b. .. ..\n"
                                  "c r. .. ..\n",
                                  "w:first:1:1:0");
  play(&t, "a2-a1");
  assert_position(&t, "a r. .. ..\nb .. .. ..\nc r. .. ..\n", "w:second:1:1:-");
  game_close(&t);
}

/* The neighbours of a1 along petal 1 are b1 and a2. */
static void test_two_reds_trap_at_the_end_of_a_petal(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=2,greens=0",
                                  "a b. .r ..\n"
                                  "b r. .. ..\n"
                                  "c .. .. ..\n",
                                  "w:first:1:1:0");
  play(&t, "a4-a2");
  assert_position(&t, "a .r .. ..\nb r. .. ..\nc .. .. ..\n", "w:second:1:1:-");
  game_close(&t);
}

static void test_reds_on_two_circles_do_not_trap(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=2,greens=0",
                                  "a b. .. r.\n"
                                  "b r. .. ..\n"
                                  "c .. .. ..\n",
                                  "w:first:1:1:0");
  play(&t, "a5-a6");
  assert_position(&t, "a b. .. .r\nb r. .. ..\nc .. .. ..\n", "w:second:1:1:0");
  game_close(&t);
}

static void test_both_colours_can_be_trapped_at_once(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=2,reds=3,greens=0",
                                  "a .. .. ..\n"
                                  "b rw .b r.\n"
                                  "c .. r. ..\n",
                                  "w:first:1:1:0");
  play(&t, "c3-b3");
  assert_position(&t, "a .. .. ..\nb r. r. r.\nc .. .. ..\n", "w:second:1:1:-");
  game_close(&t);
}

static void test_a_piece_placed_between_two_reds_is_lost(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "w:second:2:2:0");
  play(&t, "b2");
  assert_position(&t, "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "b:first:1:2:0");
  game_close(&t);
}

static void test_a_piece_that_moves_between_two_reds_is_lost(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=2,greens=0", "a .w .. ..\nb r. r. ..\nc .. .. b.\n", "w:second:1:1:4");
  play(&t, "a2-b2");
  assert_position(&t, "a .. .. ..\nb r. r. ..\nc .. .. b.\n", "b:first:1:1:0");
  game_close(&t);
}

static void test_green_does_not_trap(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=1,greens=1", "a .. .. ..\nb rb .g ..\nc .. .. ..\n", "w:first:1:1:0");
  play(&t, "b4-b3");
  assert_position(&t, "a .. .. ..\nb rb g. ..\nc .. .. ..\n", "w:second:1:1:0");
  game_close(&t);
}

/* The end. */

static void test_capturing_the_last_piece_wins(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=0,greens=0", "a w. b. ..\nb .. .. ..\nc .. .. ..\n", "w:second:0:0:0");
  play(&t, "a1-a3");
  assert_over(&t, 2, 0);
  game_close(&t);
}

static void test_a_reserve_keeps_the_game_open(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=0,greens=0", "a w. b. ..\nb .. .. ..\nc .. .. ..\n", "w:second:0:1:0");
  play(&t, "a1-a3");
  assert_not_over(&t);
  game_close(&t);
}

static void test_trapping_the_last_piece_wins_after_the_first_action(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb rb .r ..\nc w. .. ..\n", "w:first:0:0:0");
  play(&t, "b4-b3");
  assert_over(&t, 2, 0);
  assert_state(&t, "w:second:0:0:-");
  game_close(&t);
}

static void test_trapping_your_own_last_piece_loses(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=1,reds=2,greens=0", "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "w:second:1:1:0");
  play(&t, "b2");
  assert_over(&t, 0, 2);
  game_close(&t);
}

static void test_trapping_the_last_pieces_of_both_at_once_is_a_draw(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=3,greens=0", "a .. .. ..\nb rw .b r.\nc .. r. ..\n", "w:first:0:0:0");
  play(&t, "c3-b3");
  assert_over(&t, 0, 0);
  game_close(&t);
}

static void test_resigning_loses(void **state) {
  (void)state;
  test_game t = game_open("board=rose,petals=6");
  asc_outcome outcome;
  assert_true(asc_position_resign(t.rules, &t.position, 1, &outcome));
  assert_int_equal(outcome.points[0], 0);
  assert_int_equal(outcome.points[1], 2);
  assert_int_equal(outcome.rank[1], 1);
  assert_true(asc_position_resign(t.rules, &t.position, 2, &outcome));
  assert_int_equal(outcome.points[0], 2);
  assert_int_equal(outcome.points[1], 0);
  game_close(&t);
}

/* Quiet turns. In all these positions the red piece on c6 can make the first actions. */

static test_game game_with_quiet_turns(const char *drawing, int quiet_turns) {
  char rest[32];
  (void)snprintf(rest, sizeof rest, "w:first:1:1:%d", quiet_turns);
  return game_from_drawing(SMALL ",men=3,reds=1,greens=1", drawing, rest);
}

static void test_a_straight_move_is_quiet(void **state) {
  (void)state;
  test_game t = game_with_quiet_turns("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 2);
  play(&t, "c6-c5 a1-a3");
  assert_state(&t, "b:first:1:1:3");
  game_close(&t);
}

/* A switch of circle on b1 would also lead to a2, but so does one step along the ring. */
static void test_a_move_is_quiet_if_its_hole_can_be_reached_straight(void **state) {
  (void)state;
  test_game t = game_with_quiet_turns("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 0);
  play(&t, "c6-c5 a1-a2");
  assert_state(&t, "b:first:1:1:1");
  game_close(&t);
}

static void test_a_switch_of_circle_is_not_quiet(void **state) {
  (void)state;
  test_game t = game_with_quiet_turns("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 5);
  play(&t, "c6-c5 a1-b3");
  assert_state(&t, "b:first:1:1:0");
  game_close(&t);
}

/* From a1 only the green piece on a3 leads to b3, without a free switch. */
static void test_a_switch_forced_by_green_is_not_quiet(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",men=4,reds=1,greens=1",
                                  "a w. g. .w\n"
                                  "b ww .. ..\n"
                                  "c b. .. .r\n",
                                  "w:first:0:3:5");
  play(&t, "c6-c5 a1-b3");
  assert_state(&t, "b:first:0:3:0");
  game_close(&t);
}

static void test_placing_a_piece_is_not_quiet(void **state) {
  (void)state;
  test_game t = game_with_quiet_turns("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 5);
  play(&t, "c6-c5 b2");
  assert_state(&t, "b:first:0:1:0");
  game_close(&t);
}

static void test_a_straight_capture_is_not_quiet(void **state) {
  (void)state;
  test_game t = game_with_quiet_turns("a w. b. ..\nb .. .. g.\nc .. .. .r\n", 5);
  play(&t, "c6-c5 a1-a3");
  assert_state(&t, "b:first:1:1:0");
  game_close(&t);
}

static void test_a_turn_whose_first_action_traps_is_not_quiet(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb rb .r ..\nc w. .. ..\n", "w:first:1:1:5");
  play(&t, "b4-b3");
  assert_state(&t, "w:second:1:1:-");
  play(&t, "c1-c2");
  assert_state(&t, "b:first:1:1:0");
  game_close(&t);
}

static void test_a_turn_of_two_passes_is_quiet(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=8,reds=4,greens=0", "a ww rb br\nb ww rb br\n",
                                  "w:first:4:4:0");
  play(&t, "pass pass");
  assert_state(&t, "b:first:4:4:1");
  game_close(&t);
}

static void test_six_quiet_turns_are_a_draw(void **state) {
  (void)state;
  test_game t = game_with_quiet_turns("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 0);
  play(&t, "c6-c5 a1-a2  c5-c6 c3-c4  c6-c5 a2-a3  c5-c6 c4-c3  c6-c5 a3-a4");
  assert_state(&t, "b:first:1:1:5");
  play(&t, "c5-c6");
  assert_not_over(&t);
  play(&t, "c3-c4");
  assert_over(&t, 0, 0);
  game_close(&t);
}

/* draw=literal: three turns of each player without a switch of circle are a draw, whatever else happened in them. */

#define LITERAL SMALL ",draw=literal,men=3,reds=1,greens=1"

static const char *const placements = "c6-c5 a1  c5-c6 c1  c6-c5 a3  c5-c6 c3  c6-c5 b1  c5-c6 b3";

static void test_literal_draw_counts_turns_that_place_a_piece(void **state) {
  (void)state;
  test_game t = game_from_drawing(LITERAL, "a .. .. ..\nb .. .. g.\nc .. .. .r\n", "w:first:3:3:0");
  play(&t, placements);
  assert_over(&t, 0, 0);
  game_close(&t);
}

static void test_default_draw_ignores_turns_that_place_a_piece(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(SMALL ",men=3,reds=1,greens=1", "a .. .. ..\nb .. .. g.\nc .. .. .r\n", "w:first:3:3:0");
  play(&t, placements);
  assert_state(&t, "w:first:0:0:0");
  assert_not_over(&t);
  game_close(&t);
}

static void test_literal_draw_restarts_after_a_switch_of_circle(void **state) {
  (void)state;
  test_game t = game_from_drawing(LITERAL, "a w. .. ..\nb .. .. g.\nc .. b. .r\n", "w:first:1:1:5");
  play(&t, "c6-c5 a1-b3");
  assert_state(&t, "b:first:1:1:0");
  game_close(&t);
  t = game_from_drawing(LITERAL, "a w. .. ..\nb .. b. g.\nc .. .. .r\n", "w:first:1:1:5"); /* the same with a capture */
  play(&t, "c6-c5 a1-b3");
  assert_state(&t, "b:first:1:1:0");
  game_close(&t);
}

static void test_literal_draw_counts_a_straight_capture(void **state) {
  (void)state;
  test_game t = game_from_drawing(LITERAL, "a w. b. ..\nb .. .. g.\nc .. .. .r\n", "w:first:1:1:4");
  play(&t, "c6-c5 a1-a3");
  assert_state(&t, "b:first:1:1:5");
  game_close(&t);
}

static void test_literal_draw_counts_a_turn_that_traps_a_piece(void **state) {
  (void)state;
  test_game t = game_from_drawing(SMALL ",draw=literal,men=3,reds=2,greens=0", "a .. .. ..\nb rb .r ..\nc w. .. ..\n",
                                  "w:first:1:2:3");
  play(&t, "b4-b3");
  assert_state(&t, "w:second:1:2:3");
  play(&t, "c1-c2");
  assert_state(&t, "b:first:1:2:4");
  play(&t, "b3-a3 b2  a3-b3"); /* Black places a piece, and White traps it */
  assert_state(&t, "w:second:1:1:5");
  game_close(&t);
}

static void test_literal_draw_yields_to_a_capture_of_the_last_piece(void **state) {
  (void)state;
  test_game t = game_from_drawing(LITERAL, "a w. b. ..\nb .. .. g.\nc .. .. .r\n", "w:first:1:0:5");
  play(&t, "c6-c5 a1-a3");
  assert_over(&t, 2, 0);
  game_close(&t);
}

/* Repetition. */

static uint64_t repetition_key(const char *drawing, const char *rest) {
  test_game t = game_from_drawing(SMALL ",men=2,reds=1,greens=1", drawing, rest);
  uint64_t key = asc_position_repetition_key(t.rules, &t.position);
  game_close(&t);
  return key;
}

static void test_repetition_key_depends_on_pieces_reserves_and_turn(void **state) {
  (void)state;
  const char *board = "a w. .. ..\nb .. .. g.\nc .. b. .r\n", *other_board = "a .w .. ..\nb .. .. g.\nc .. b. .r\n";
  uint64_t key = repetition_key(board, "w:first:1:1:0");
  assert_true(key != 0);
  assert_true(repetition_key(board, "w:first:1:1:5") == key); /* quiet turns do not matter */
  assert_true(repetition_key(board, "b:first:1:1:0") != key);
  assert_true(repetition_key(board, "w:first:0:1:0") != key);
  assert_true(repetition_key(other_board, "w:first:1:1:0") != key);
}

static void test_no_repetition_key_in_mid_turn_or_preparation(void **state) {
  (void)state;
  assert_true(repetition_key("a w. .. ..\nb .. .. g.\nc .. b. .r\n", "w:second:1:1:0") == 0);
  assert_true(repetition_key("a .. .. ..\nb .. .. ..\nc .. .. ..\n", "w:reds:2:2:0") == 0);
  assert_true(repetition_key("a .. .. ..\nb .. .. ..\nc .. .. .r\n", "w:greens:2:2:0") == 0);
}

/* Options and properties of the rules. */

static void test_too_few_free_holes_are_rejected(void **state) {
  (void)state;
  asc_rules *rules;
  asc_error error;
  assert_int_equal(asc_rules_open(&rules, "circle-delta:board=rose,rings=2,petals=3", &error), ASC_E_INPUT);
  assert_string_equal(error.reason,
                      "this board has 12 holes; 4 red and 4 green men leave 4 of them free, too few for 10 men");
  assert_int_equal(asc_rules_open(&rules, "circle-delta:board=rose,rings=2,petals=3,men=5", &error), ASC_E_INPUT);
  assert_int_equal(asc_rules_open(&rules, "circle-delta:board=rose,rings=2,petals=3,men=4", &error), ASC_OK);
  asc_rules_close(rules);
  assert_int_equal(asc_rules_open(&rules, "circle-delta:board=rose,rings=2,petals=3,men=1,reds=6,greens=6", &error),
                   ASC_E_INPUT);
  assert_int_equal(asc_rules_open(&rules, "circle-delta:rings=2,petals=3,men=11", &error), ASC_E_INPUT);
  assert_string_equal(error.reason,
                      "this board has 18 holes; 4 red and 4 green men leave 10 of them free, too few for 11 men");
  assert_int_equal(asc_rules_open(&rules, "circle-delta:rings=2,petals=3", &error), ASC_OK);
  asc_rules_close(rules);
}

/* A move has seven bits for a hole, and one of their values means "no hole". */
static void test_a_chain_has_126_holes_at_most(void **state) {
  (void)state;
  for (int rings = 2; rings <= 6; rings++) {
    for (int petals = 3; petals <= 8; petals++) {
      asc_rules *rules;
      asc_error error;
      char spec[64];
      (void)snprintf(spec, sizeof spec, "circle-delta:rings=%d,petals=%d,men=1", rings, petals);
      bool large = (rings == 5 && petals == 8) || (rings == 6 && petals >= 6);
      assert_int_equal(asc_rules_open(&rules, spec, &error), large ? ASC_E_INPUT : ASC_OK);
      if (!large) asc_rules_close(rules);
    }
  }
}

static void test_options_have_bounds(void **state) {
  (void)state;
  static const char *const bad[] = {"rings=1", "rings=7",  "petals=2", "petals=9",  "men=0",
                                    "men=21",  "reds=7",   "greens=7", "reds=-1",   "board=x",
                                    "rings=x", "colour=1", "rings",    "rings=4,,", "men=1,men=1"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    asc_rules *rules;
    char spec[64];
    (void)snprintf(spec, sizeof spec, "circle-delta:%s", bad[i]);
    assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_E_INPUT);
  }
}

static void test_players_limits_and_symmetries(void **state) {
  (void)state;
  test_game t = game_open("board=rose,petals=6");
  assert_int_equal(t.rules->players, 2);
  assert_int_equal(t.rules->ply_limit, 3000);
  assert_int_equal(t.rules->plies_max, 3000);
  assert_int_equal(t.rules->symmetries, 24);
  game_close(&t);
}

static void test_perft_matches_the_rules_page(void **state) {
  (void)state;
  static const struct {
    const char *options;
    uint64_t counts[4];
  } cases[] = {{"", {56, 3080, 166320}},
               {"rings=2,petals=3,men=2,reds=1,greens=1", {18, 306, 3648, 58368}},
               {"board=rose,petals=6", {48, 2256, 103776}},
               {"board=rose,rings=3,petals=4,men=4,reds=1,greens=1", {24, 552, 11616}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    test_game t = game_open(cases[i].options);
    for (int depth = 1; depth <= 4 && cases[i].counts[depth - 1] > 0; depth++)
      assert_int_equal(test_perft(t.rules, &t.position, depth), cases[i].counts[depth - 1]);
    game_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rings_and_petals_are_closed_loops),
      cmocka_unit_test(test_hole_count_follows_from_rings_and_petals),
      cmocka_unit_test(test_white_starts_reds_greens_and_play),
      cmocka_unit_test(test_preparation_places_pieces_on_free_holes),
      cmocka_unit_test(test_without_reds_the_greens_are_placed_first),
      cmocka_unit_test(test_without_greens_play_starts_after_the_reds),
      cmocka_unit_test(test_without_reds_and_greens_the_first_action_is_a_pass),
      cmocka_unit_test(test_a_turn_has_two_actions),
      cmocka_unit_test(test_red_and_green_move_along_one_circle_over_free_holes),
      cmocka_unit_test(test_red_and_green_do_not_switch_circles_or_capture),
      cmocka_unit_test(test_first_action_is_a_pass_only_if_nothing_can_move),
      cmocka_unit_test(test_a_piece_is_placed_on_any_free_hole),
      cmocka_unit_test(test_without_a_piece_on_the_board_you_must_place_one),
      cmocka_unit_test(test_without_a_reserve_no_piece_can_be_placed),
      cmocka_unit_test(test_a_piece_switches_circles_once_in_either_direction),
      cmocka_unit_test(test_red_stops_a_piece_on_the_hole_before),
      cmocka_unit_test(test_own_pieces_stop_a_piece_like_red),
      cmocka_unit_test(test_a_capture_ends_the_move),
      cmocka_unit_test(test_a_piece_captures_after_switching_circles),
      cmocka_unit_test(test_green_adds_a_switch_to_the_free_switch),
      cmocka_unit_test(test_every_green_piece_adds_a_switch),
      cmocka_unit_test(test_a_green_piece_adds_its_switch_once),
      cmocka_unit_test(test_green_leads_to_a_capture),
      cmocka_unit_test(test_a_move_ends_on_another_hole),
      cmocka_unit_test(test_second_action_is_a_pass_if_nothing_is_possible),
      cmocka_unit_test(test_second_action_is_a_pass_on_a_full_board),
      cmocka_unit_test(test_two_reds_trap_along_a_ring),
      cmocka_unit_test(test_two_reds_trap_along_a_petal),
      cmocka_unit_test(test_two_reds_trap_at_the_end_of_a_petal),
      cmocka_unit_test(test_reds_on_two_circles_do_not_trap),
      cmocka_unit_test(test_both_colours_can_be_trapped_at_once),
      cmocka_unit_test(test_a_piece_placed_between_two_reds_is_lost),
      cmocka_unit_test(test_a_piece_that_moves_between_two_reds_is_lost),
      cmocka_unit_test(test_green_does_not_trap),
      cmocka_unit_test(test_capturing_the_last_piece_wins),
      cmocka_unit_test(test_a_reserve_keeps_the_game_open),
      cmocka_unit_test(test_trapping_the_last_piece_wins_after_the_first_action),
      cmocka_unit_test(test_trapping_your_own_last_piece_loses),
      cmocka_unit_test(test_trapping_the_last_pieces_of_both_at_once_is_a_draw),
      cmocka_unit_test(test_resigning_loses),
      cmocka_unit_test(test_a_straight_move_is_quiet),
      cmocka_unit_test(test_a_move_is_quiet_if_its_hole_can_be_reached_straight),
      cmocka_unit_test(test_a_switch_of_circle_is_not_quiet),
      cmocka_unit_test(test_a_switch_forced_by_green_is_not_quiet),
      cmocka_unit_test(test_placing_a_piece_is_not_quiet),
      cmocka_unit_test(test_a_straight_capture_is_not_quiet),
      cmocka_unit_test(test_a_turn_whose_first_action_traps_is_not_quiet),
      cmocka_unit_test(test_a_turn_of_two_passes_is_quiet),
      cmocka_unit_test(test_six_quiet_turns_are_a_draw),
      cmocka_unit_test(test_literal_draw_counts_turns_that_place_a_piece),
      cmocka_unit_test(test_default_draw_ignores_turns_that_place_a_piece),
      cmocka_unit_test(test_literal_draw_restarts_after_a_switch_of_circle),
      cmocka_unit_test(test_literal_draw_counts_a_straight_capture),
      cmocka_unit_test(test_literal_draw_counts_a_turn_that_traps_a_piece),
      cmocka_unit_test(test_literal_draw_yields_to_a_capture_of_the_last_piece),
      cmocka_unit_test(test_repetition_key_depends_on_pieces_reserves_and_turn),
      cmocka_unit_test(test_no_repetition_key_in_mid_turn_or_preparation),
      cmocka_unit_test(test_too_few_free_holes_are_rejected),
      cmocka_unit_test(test_a_chain_has_126_holes_at_most),
      cmocka_unit_test(test_options_have_bounds),
      cmocka_unit_test(test_players_limits_and_symmetries),
      cmocka_unit_test(test_perft_matches_the_rules_page),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
