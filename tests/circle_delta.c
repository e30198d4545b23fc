/* The rules of Circle Delta as situations: a board, an act, what must hold. circle_delta.h says how boards are drawn.
 */
#include "circle_delta.h"
#include "perft.h"

#define SMALL "board=rose,rings=3,petals=3"

/* The board. */

static void test_a_ring_and_a_petal_close(void **state) {
  (void)state;
  table t = table_set("board=rose,petals=6,reds=1,greens=0,men=2",
                      "a r. .. .. .. w. ..\n"
                      "b .. .. .. .. .. ..\n"
                      "c .. .. .. .. .. ..\n"
                      "d .w .. .. b. .. ..\n",
                      "w:first:0:1:0");
  expect_targets(&t, "a1", "a2 a3 a4 a5 a6 a7 a8 a10 a11 a12 b1 b2 c1 c2 d1");
  table_close(&t);
}

static void test_holes_follow_rings_and_petals(void **state) {
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
    table t = table_open(boards[i].options);
    if (strstr(boards[i].options, "greens=0") != NULL) play(&t, "pass");
    asc_move moves[ASC_MOVES_MAX];
    assert_int_equal(asc_position_moves(t.rules, &t.position, moves), boards[i].holes);
    table_close(&t);
  }
}

/* The preparation. */

static void test_white_begins_reds_greens_and_game(void **state) {
  (void)state;
  table t = table_open(SMALL ",men=2,reds=3,greens=1");
  static const struct {
    const char *put, *rest;
  } plies[] = {{"a1", "b:reds:2:2:0"}, {"a3", "w:reds:2:2:0"}, {"b1", "w:greens:2:2:0"}, {"b2", "w:first:2:2:0"}};
  expect_rest(&t, "w:reds:2:2:0");
  for (size_t i = 0; i < 4; i++) {
    play(&t, plies[i].put);
    expect_rest(&t, plies[i].rest);
  }
  expect_position(&t, "a r. r. ..\nb rg .. ..\nc .. .. ..\n", "w:first:2:2:0");
  table_close(&t);
}

static void test_prepared_men_go_to_free_holes(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=2,reds=2,greens=1", "a r. .. ..\nb .. .. ..\n", "b:reds:2:2:0");
  expect_moves(&t, "a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6");
  table_close(&t);
}

static void test_without_reds_the_greens_come_first(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=0");
  expect_rest(&t, "w:greens:10:10:0");
  table_close(&t);
}

static void test_without_greens_the_game_follows_the_reds(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=1,greens=0");
  play(&t, "a1");
  expect_rest(&t, "w:first:10:10:0");
  table_close(&t);
}

static void test_without_both_the_first_act_is_a_pass(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=0,greens=0");
  expect_rest(&t, "w:first:10:10:0");
  expect_moves(&t, "pass");
  play(&t, "pass a1");
  expect_moves(&t, "pass");
  table_close(&t);
}

/* A turn and its first act. */

static void test_a_turn_has_two_acts(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=1,greens=0", "a r. .. ..\nb .. .. ..\nc .. .. ..\n", "w:first:2:2:0");
  play(&t, "a1-a2");
  expect_rest(&t, "w:second:2:2:0");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  play(&t, "c5");
  expect_position(&t, "a .r .. ..\nb .. .. ..\nc .. .. w.\n", "b:first:1:2:0");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
  table_close(&t);
}

static void test_red_and_green_move_along_one_circle_over_free_holes(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=1,greens=1",
                      "a .. .. ..\n"
                      "b r. g. .w\n"
                      "c .. b. ..\n",
                      "w:first:1:1:0");
  expect_targets(&t, "b1", "a1 a2 b2 c1 c2");
  expect_targets(&t, "b3", "a3 a4 b2 b4 b5 c4");
  table_close(&t);
}

static void test_red_and_green_do_not_bend_or_capture(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=1,greens=1",
                      "a .w .. ..\n"
                      "b rg b. ..\n"
                      "c .. .. ..\n",
                      "w:first:1:1:0");
  assert_false(is_legal(&t, "b1-c3")); /* along the petal, then along a ring */
  assert_false(is_legal(&t, "b1-a2")); /* holds a man */
  assert_false(is_legal(&t, "b1-b2")); /* holds the green man */
  assert_false(is_legal(&t, "b1-b1"));
  table_close(&t);
}

static void test_first_act_passes_only_when_nothing_can_move(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=3,reds=1,greens=2",
                      "a .. br w.\n"
                      "b .. wg gw\n",
                      "b:first:0:2:0");
  expect_moves(&t, "pass");
  table_close(&t);
  t = table_set("board=rose,rings=2,petals=3,men=3,reds=1,greens=2",
                "a .. br ..\n"
                "b .. wg gw\n",
                "b:first:0:2:0");
  assert_true(is_legal(&t, "a4-a5"));
  assert_false(is_legal(&t, "pass"));
  table_close(&t);
}

/* Putting a man. */

static void test_a_man_is_put_on_any_free_hole(void **state) {
  (void)state;
  table t =
      table_set("board=rose,rings=2,petals=3,men=2,reds=1,greens=1", "a r. .. ..\nb .g .. b.\n", "w:second:1:1:0");
  expect_moves(&t, "a2 a3 a4 a5 a6 b1 b3 b4 b6");
  table_close(&t);
}

static void test_without_a_man_on_the_board_one_must_be_put(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a b. .. ..\nb .. .. ..\nc .. .. ..\n", "w:second:1:1:0");
  assert_false(is_legal(&t, "pass"));
  assert_true(is_legal(&t, "a2"));
  table_close(&t);
}

static void test_without_reserve_nothing_is_put(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a b. .. ..\nb w. .. ..\nc .. .. ..\n", "w:second:0:1:0");
  assert_false(is_legal(&t, "a2"));
  assert_true(is_legal(&t, "b1-a2"));
  table_close(&t);
}

/* A man of one's own on its way. */

static void test_a_man_bends_once_in_either_direction(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=3,reds=0,greens=0",
                      "a ww .b .w\n"
                      "b .. .. ..\n",
                      "w:second:0:2:0");
  expect_targets(&t, "a1", "b1 b2 b3 b4 b5 b6"); /* a3, a4 and a5 would take a second bend */
  table_close(&t);
}

/* Between its own man on a6 and one on a3, a man on a1 gets to a4 and a5 only past the one on a3. */
static void test_red_stops_a_man_on_the_hole_before(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=1,greens=0",
                      "a w. rb .w\n"
                      "b .. .. ..\n"
                      "c .. .. ..\n",
                      "w:second:0:2:0");
  expect_targets(&t, "a1", "a2 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  table_close(&t);
}

static void test_own_men_stop_a_man_like_red(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=0,greens=0",
                      "a w. wb .w\n"
                      "b .. .. ..\n"
                      "c .. .. ..\n",
                      "w:second:0:2:0");
  expect_targets(&t, "a1", "a2 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  table_close(&t);
}

static void test_a_capture_ends_the_move(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=0,greens=0",
                      "a w. b. .w\n"
                      "b .. .. ..\n"
                      "c .. .. ..\n",
                      "w:second:0:2:0");
  expect_targets(&t, "a1", "a2 a3 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  play(&t, "a1-a3");
  expect_position(&t, "a .. w. .w\nb .. .. ..\nc .. .. ..\n", "b:first:0:2:0");
  table_close(&t);
}

static void test_a_man_captures_after_its_bend(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=0,greens=0",
                      "a w. .. .w\n"
                      "b .. .. ..\n"
                      "c .. .b ..\n",
                      "w:second:0:2:0");
  assert_true(is_legal(&t, "a1-c4"));
  table_close(&t);
}

/* The only way out of b1 is over the green man on b2. It leads along petal 1 to a2 and c2, and a free bend there leads
   on along the rings a and c; neither b2 itself nor what lies straight behind it is reached. */
static void test_green_bends_the_way_on_top_of_the_free_bend(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=4,reds=0,greens=1",
                      "a w. .. ..\n"
                      "b wg .b .w\n"
                      "c w. .. ..\n",
                      "w:second:0:3:0");
  expect_targets(&t, "b1", "a2 a3 a4 a5 a6 c2 c3 c4 c5 c6");
  table_close(&t);
}

/* The same with a green man behind the free bend: a3 sends the man along petal 2. */
static void test_every_green_man_gives_a_bend(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=6,reds=0,greens=2",
                      "a w. g. b.\n"
                      "b wg .. .w\n"
                      "c ww .. .w\n",
                      "w:second:0:5:0");
  expect_targets(&t, "b1", "a2 a4 b3 b4 c3 c4");
  table_close(&t);
}

/* From a6 over the green men on b6 and b3 and by a free bend on b4 the way comes back to b6, along the ring this time.
   If b6 gave its bend again, it would lead to c6. */
static void test_a_green_man_gives_its_bend_once(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=2,greens=2",
                      "a .w .. rw\n"
                      "b .. g. .g\n"
                      "c .. w. r.\n",
                      "w:second:0:2:0");
  assert_true(is_legal(&t, "a6-b5"));
  assert_false(is_legal(&t, "a6-c6"));
  table_close(&t);
}

static void test_green_leads_to_a_capture(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=4,reds=0,greens=1",
                      "a wb .. ..\n"
                      "b wg .. .w\n"
                      "c w. .. ..\n",
                      "w:second:0:3:0");
  assert_true(is_legal(&t, "b1-a2"));
  assert_false(is_legal(&t, "b1-a3")); /* behind the captured man */
  table_close(&t);
}

static void test_a_man_ends_on_another_hole(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=1,reds=0,greens=0", "a w. .. ..\nb .. .. ..\nc .. .b ..\n", "w:second:0:0:0");
  expect_targets(&t, "a1", "a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 c6");
  table_close(&t);
}

static void test_second_act_passes_when_nothing_can_be_done(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=4,reds=4,greens=0",
                      "a ww r. .r\n"
                      "b ww r. br\n",
                      "w:second:0:3:2");
  expect_moves(&t, "pass");
  play(&t, "pass");
  expect_rest(&t, "b:first:0:3:3");
  table_close(&t);
}

static void test_second_act_passes_on_a_full_board(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=8,reds=4,greens=0",
                      "a ww rb br\n"
                      "b ww rb br\n",
                      "w:second:4:4:0");
  expect_moves(&t, "pass");
  table_close(&t);
}

/* Locked in. */

static void test_two_reds_lock_in_along_a_ring(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0",
                      "a .. .. ..\n"
                      "b rb .r ..\n"
                      "c w. .. ..\n",
                      "w:first:1:1:0");
  play(&t, "b4-b3");
  expect_position(&t, "a .. .. ..\nb r. r. ..\nc w. .. ..\n", "w:second:1:1:-");
  table_close(&t);
}

static void test_two_reds_lock_in_along_a_petal(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0",
                      "a .r .. ..\n"
                      "b b. .. ..\n"
                      "c r. .. ..\n",
                      "w:first:1:1:0");
  play(&t, "a2-a1");
  expect_position(&t, "a r. .. ..\nb .. .. ..\nc r. .. ..\n", "w:second:1:1:-");
  table_close(&t);
}

/* The neighbours of a1 along petal 1 are b1 and a2. */
static void test_two_reds_lock_in_at_the_end_of_a_petal(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0",
                      "a b. .r ..\n"
                      "b r. .. ..\n"
                      "c .. .. ..\n",
                      "w:first:1:1:0");
  play(&t, "a4-a2");
  expect_position(&t, "a .r .. ..\nb r. .. ..\nc .. .. ..\n", "w:second:1:1:-");
  table_close(&t);
}

static void test_reds_on_two_circles_do_not_lock_in(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0",
                      "a b. .. r.\n"
                      "b r. .. ..\n"
                      "c .. .. ..\n",
                      "w:first:1:1:0");
  play(&t, "a5-a6");
  expect_position(&t, "a b. .. .r\nb r. .. ..\nc .. .. ..\n", "w:second:1:1:0");
  table_close(&t);
}

static void test_both_colours_are_locked_in_at_once(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=3,greens=0",
                      "a .. .. ..\n"
                      "b rw .b r.\n"
                      "c .. r. ..\n",
                      "w:first:1:1:0");
  play(&t, "c3-b3");
  expect_position(&t, "a .. .. ..\nb r. r. r.\nc .. .. ..\n", "w:second:1:1:-");
  table_close(&t);
}

static void test_a_man_put_between_two_reds_is_lost(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "w:second:2:2:0");
  play(&t, "b2");
  expect_position(&t, "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "b:first:1:2:0");
  table_close(&t);
}

static void test_a_man_that_goes_between_two_reds_is_lost(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0", "a .w .. ..\nb r. r. ..\nc .. .. b.\n", "w:second:1:1:4");
  play(&t, "a2-b2");
  expect_position(&t, "a .. .. ..\nb r. r. ..\nc .. .. b.\n", "b:first:1:1:0");
  table_close(&t);
}

static void test_green_locks_nobody_in(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=1,greens=1", "a .. .. ..\nb rb .g ..\nc .. .. ..\n", "w:first:1:1:0");
  play(&t, "b4-b3");
  expect_position(&t, "a .. .. ..\nb rb g. ..\nc .. .. ..\n", "w:second:1:1:0");
  table_close(&t);
}

/* The end. */

static void test_capturing_the_last_man_wins(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a w. b. ..\nb .. .. ..\nc .. .. ..\n", "w:second:0:0:0");
  play(&t, "a1-a3");
  expect_end(&t, 2, 0);
  table_close(&t);
}

static void test_a_reserve_keeps_the_game_open(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a w. b. ..\nb .. .. ..\nc .. .. ..\n", "w:second:0:1:0");
  play(&t, "a1-a3");
  expect_open(&t);
  table_close(&t);
}

static void test_locking_in_the_last_man_wins_after_the_first_act(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb rb .r ..\nc w. .. ..\n", "w:first:0:0:0");
  play(&t, "b4-b3");
  expect_end(&t, 2, 0);
  expect_rest(&t, "w:second:0:0:-");
  table_close(&t);
}

static void test_locking_in_ones_own_last_man_loses(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=1,reds=2,greens=0", "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "w:second:1:1:0");
  play(&t, "b2");
  expect_end(&t, 0, 2);
  table_close(&t);
}

static void test_the_last_men_of_both_locked_in_at_once_are_a_draw(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=3,greens=0", "a .. .. ..\nb rw .b r.\nc .. r. ..\n", "w:first:0:0:0");
  play(&t, "c3-b3");
  expect_end(&t, 0, 0);
  table_close(&t);
}

static void test_giving_up_loses(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6");
  asc_outcome outcome;
  assert_true(asc_position_give_up(t.rules, &t.position, 1, &outcome));
  assert_int_equal(outcome.points[0], 0);
  assert_int_equal(outcome.points[1], 2);
  assert_int_equal(outcome.place[1], 1);
  assert_true(asc_position_give_up(t.rules, &t.position, 2, &outcome));
  assert_int_equal(outcome.points[0], 2);
  assert_int_equal(outcome.points[1], 0);
  table_close(&t);
}

/* Quiet turns. In all of these the red man on c6 makes room for the first acts. */

static table quiet_table(const char *drawing, int quiet) {
  char rest[32];
  (void)snprintf(rest, sizeof rest, "w:first:1:1:%d", quiet);
  return table_set(SMALL ",men=3,reds=1,greens=1", drawing, rest);
}

static void test_a_straight_move_is_quiet(void **state) {
  (void)state;
  table t = quiet_table("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 2);
  play(&t, "c6-c5 a1-a3");
  expect_rest(&t, "b:first:1:1:3");
  table_close(&t);
}

/* A bend on b1 would lead to a2 as well, but so does one step along the ring. */
static void test_a_hole_that_is_reached_straight_is_no_bend(void **state) {
  (void)state;
  table t = quiet_table("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 0);
  play(&t, "c6-c5 a1-a2");
  expect_rest(&t, "b:first:1:1:1");
  table_close(&t);
}

static void test_a_bend_is_not_quiet(void **state) {
  (void)state;
  table t = quiet_table("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 5);
  play(&t, "c6-c5 a1-b3");
  expect_rest(&t, "b:first:1:1:0");
  table_close(&t);
}

/* From a1 only the green man on a3 leads to b3, without a free bend. */
static void test_a_bend_forced_by_green_is_not_quiet(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=4,reds=1,greens=1",
                      "a w. g. .w\n"
                      "b ww .. ..\n"
                      "c b. .. .r\n",
                      "w:first:0:3:5");
  play(&t, "c6-c5 a1-b3");
  expect_rest(&t, "b:first:0:3:0");
  table_close(&t);
}

static void test_putting_a_man_is_not_quiet(void **state) {
  (void)state;
  table t = quiet_table("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 5);
  play(&t, "c6-c5 b2");
  expect_rest(&t, "b:first:0:1:0");
  table_close(&t);
}

static void test_a_straight_capture_is_not_quiet(void **state) {
  (void)state;
  table t = quiet_table("a w. b. ..\nb .. .. g.\nc .. .. .r\n", 5);
  play(&t, "c6-c5 a1-a3");
  expect_rest(&t, "b:first:1:1:0");
  table_close(&t);
}

static void test_a_man_locked_in_by_the_first_act_spoils_the_quiet(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb rb .r ..\nc w. .. ..\n", "w:first:1:1:5");
  play(&t, "b4-b3");
  expect_rest(&t, "w:second:1:1:-");
  play(&t, "c1-c2");
  expect_rest(&t, "b:first:1:1:0");
  table_close(&t);
}

static void test_a_turn_of_two_passes_is_quiet(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=2,petals=3,men=8,reds=4,greens=0", "a ww rb br\nb ww rb br\n", "w:first:4:4:0");
  play(&t, "pass pass");
  expect_rest(&t, "b:first:4:4:1");
  table_close(&t);
}

static void test_six_quiet_turns_are_a_draw(void **state) {
  (void)state;
  table t = quiet_table("a w. .. ..\nb .. .. g.\nc .. b. .r\n", 0);
  play(&t, "c6-c5 a1-a2  c5-c6 c3-c4  c6-c5 a2-a3  c5-c6 c4-c3  c6-c5 a3-a4");
  expect_rest(&t, "b:first:1:1:5");
  play(&t, "c5-c6");
  expect_open(&t);
  play(&t, "c3-c4");
  expect_end(&t, 0, 0);
  table_close(&t);
}

/* draw=literal: three turns of each player without a bend are a draw, whatever else they did. */

#define LITERAL SMALL ",draw=literal,men=3,reds=1,greens=1"

static const char *const placements = "c6-c5 a1  c5-c6 c1  c6-c5 a3  c5-c6 c3  c6-c5 b1  c5-c6 b3";

static void test_literal_draw_counts_turns_that_place_a_piece(void **state) {
  (void)state;
  table t = table_set(LITERAL, "a .. .. ..\nb .. .. g.\nc .. .. .r\n", "w:first:3:3:0");
  play(&t, placements);
  expect_end(&t, 0, 0);
  table_close(&t);
}

static void test_default_draw_leaves_them_out(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=1,greens=1", "a .. .. ..\nb .. .. g.\nc .. .. .r\n", "w:first:3:3:0");
  play(&t, placements);
  expect_rest(&t, "w:first:0:0:0");
  expect_open(&t);
  table_close(&t);
}

static void test_literal_draw_restarts_after_a_bend(void **state) {
  (void)state;
  table t = table_set(LITERAL, "a w. .. ..\nb .. .. g.\nc .. b. .r\n", "w:first:1:1:5");
  play(&t, "c6-c5 a1-b3");
  expect_rest(&t, "b:first:1:1:0");
  table_close(&t);
  t = table_set(LITERAL, "a w. .. ..\nb .. b. g.\nc .. .. .r\n", "w:first:1:1:5"); /* the same with a capture */
  play(&t, "c6-c5 a1-b3");
  expect_rest(&t, "b:first:1:1:0");
  table_close(&t);
}

static void test_literal_draw_counts_a_straight_capture(void **state) {
  (void)state;
  table t = table_set(LITERAL, "a w. b. ..\nb .. .. g.\nc .. .. .r\n", "w:first:1:1:4");
  play(&t, "c6-c5 a1-a3");
  expect_rest(&t, "b:first:1:1:5");
  table_close(&t);
}

static void test_literal_draw_counts_a_turn_that_traps_a_piece(void **state) {
  (void)state;
  table t =
      table_set(SMALL ",draw=literal,men=3,reds=2,greens=0", "a .. .. ..\nb rb .r ..\nc w. .. ..\n", "w:first:1:2:3");
  play(&t, "b4-b3");
  expect_rest(&t, "w:second:1:2:3");
  play(&t, "c1-c2");
  expect_rest(&t, "b:first:1:2:4");
  play(&t, "b3-a3 b2  a3-b3"); /* Black places a man, and White traps it */
  expect_rest(&t, "w:second:1:1:5");
  table_close(&t);
}

static void test_literal_draw_yields_to_a_capture_of_the_last_piece(void **state) {
  (void)state;
  table t = table_set(LITERAL, "a w. b. ..\nb .. .. g.\nc .. .. .r\n", "w:first:1:0:5");
  play(&t, "c6-c5 a1-a3");
  expect_end(&t, 2, 0);
  table_close(&t);
}

/* Repetition. */

static uint64_t key_of(const char *drawing, const char *rest) {
  table t = table_set(SMALL ",men=2,reds=1,greens=1", drawing, rest);
  uint64_t key = asc_position_key(t.rules, &t.position);
  table_close(&t);
  return key;
}

static void test_repetition_looks_at_men_reserves_and_turn(void **state) {
  (void)state;
  const char *here = "a w. .. ..\nb .. .. g.\nc .. b. .r\n", *there = "a .w .. ..\nb .. .. g.\nc .. b. .r\n";
  uint64_t key = key_of(here, "w:first:1:1:0");
  assert_true(key != 0);
  assert_true(key_of(here, "w:first:1:1:5") == key); /* quiet turns do not matter */
  assert_true(key_of(here, "b:first:1:1:0") != key);
  assert_true(key_of(here, "w:first:0:1:0") != key);
  assert_true(key_of(there, "w:first:1:1:0") != key);
}

static void test_nothing_repeats_in_mid_turn_or_preparation(void **state) {
  (void)state;
  assert_true(key_of("a w. .. ..\nb .. .. g.\nc .. b. .r\n", "w:second:1:1:0") == 0);
  assert_true(key_of("a .. .. ..\nb .. .. ..\nc .. .. ..\n", "w:reds:2:2:0") == 0);
  assert_true(key_of("a .. .. ..\nb .. .. ..\nc .. .. .r\n", "w:greens:2:2:0") == 0);
}

/* Options and facts. */

static void test_too_few_free_holes_are_refused(void **state) {
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

/* A move names its holes in seven bits, one of which numbers is taken. */
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

static void test_facts_of_the_rules(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6");
  assert_int_equal(t.rules->players, 2);
  assert_int_equal(t.rules->ply_limit, 3000);
  assert_int_equal(t.rules->longest, 3000);
  assert_int_equal(t.rules->symmetries, 24);
  table_close(&t);
}

static void test_counts_of_the_rules_page(void **state) {
  (void)state;
  static const struct {
    const char *options;
    uint64_t counts[4];
  } facts[] = {{"", {56, 3080, 166320}},
               {"rings=2,petals=3,men=2,reds=1,greens=1", {18, 306, 3648, 58368}},
               {"board=rose,petals=6", {48, 2256, 103776}},
               {"board=rose,rings=3,petals=4,men=4,reds=1,greens=1", {24, 552, 11616}}};
  for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
    table t = table_open(facts[i].options);
    for (int depth = 1; depth <= 4 && facts[i].counts[depth - 1] > 0; depth++)
      assert_int_equal(test_perft(t.rules, &t.position, depth), facts[i].counts[depth - 1]);
    table_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_ring_and_a_petal_close),
      cmocka_unit_test(test_holes_follow_rings_and_petals),
      cmocka_unit_test(test_white_begins_reds_greens_and_game),
      cmocka_unit_test(test_prepared_men_go_to_free_holes),
      cmocka_unit_test(test_without_reds_the_greens_come_first),
      cmocka_unit_test(test_without_greens_the_game_follows_the_reds),
      cmocka_unit_test(test_without_both_the_first_act_is_a_pass),
      cmocka_unit_test(test_a_turn_has_two_acts),
      cmocka_unit_test(test_red_and_green_move_along_one_circle_over_free_holes),
      cmocka_unit_test(test_red_and_green_do_not_bend_or_capture),
      cmocka_unit_test(test_first_act_passes_only_when_nothing_can_move),
      cmocka_unit_test(test_a_man_is_put_on_any_free_hole),
      cmocka_unit_test(test_without_a_man_on_the_board_one_must_be_put),
      cmocka_unit_test(test_without_reserve_nothing_is_put),
      cmocka_unit_test(test_a_man_bends_once_in_either_direction),
      cmocka_unit_test(test_red_stops_a_man_on_the_hole_before),
      cmocka_unit_test(test_own_men_stop_a_man_like_red),
      cmocka_unit_test(test_a_capture_ends_the_move),
      cmocka_unit_test(test_a_man_captures_after_its_bend),
      cmocka_unit_test(test_green_bends_the_way_on_top_of_the_free_bend),
      cmocka_unit_test(test_every_green_man_gives_a_bend),
      cmocka_unit_test(test_a_green_man_gives_its_bend_once),
      cmocka_unit_test(test_green_leads_to_a_capture),
      cmocka_unit_test(test_a_man_ends_on_another_hole),
      cmocka_unit_test(test_second_act_passes_when_nothing_can_be_done),
      cmocka_unit_test(test_second_act_passes_on_a_full_board),
      cmocka_unit_test(test_two_reds_lock_in_along_a_ring),
      cmocka_unit_test(test_two_reds_lock_in_along_a_petal),
      cmocka_unit_test(test_two_reds_lock_in_at_the_end_of_a_petal),
      cmocka_unit_test(test_reds_on_two_circles_do_not_lock_in),
      cmocka_unit_test(test_both_colours_are_locked_in_at_once),
      cmocka_unit_test(test_a_man_put_between_two_reds_is_lost),
      cmocka_unit_test(test_a_man_that_goes_between_two_reds_is_lost),
      cmocka_unit_test(test_green_locks_nobody_in),
      cmocka_unit_test(test_capturing_the_last_man_wins),
      cmocka_unit_test(test_a_reserve_keeps_the_game_open),
      cmocka_unit_test(test_locking_in_the_last_man_wins_after_the_first_act),
      cmocka_unit_test(test_locking_in_ones_own_last_man_loses),
      cmocka_unit_test(test_the_last_men_of_both_locked_in_at_once_are_a_draw),
      cmocka_unit_test(test_giving_up_loses),
      cmocka_unit_test(test_a_straight_move_is_quiet),
      cmocka_unit_test(test_a_hole_that_is_reached_straight_is_no_bend),
      cmocka_unit_test(test_a_bend_is_not_quiet),
      cmocka_unit_test(test_a_bend_forced_by_green_is_not_quiet),
      cmocka_unit_test(test_putting_a_man_is_not_quiet),
      cmocka_unit_test(test_a_straight_capture_is_not_quiet),
      cmocka_unit_test(test_a_man_locked_in_by_the_first_act_spoils_the_quiet),
      cmocka_unit_test(test_a_turn_of_two_passes_is_quiet),
      cmocka_unit_test(test_six_quiet_turns_are_a_draw),
      cmocka_unit_test(test_literal_draw_counts_turns_that_place_a_piece),
      cmocka_unit_test(test_default_draw_leaves_them_out),
      cmocka_unit_test(test_literal_draw_restarts_after_a_bend),
      cmocka_unit_test(test_literal_draw_counts_a_straight_capture),
      cmocka_unit_test(test_literal_draw_counts_a_turn_that_traps_a_piece),
      cmocka_unit_test(test_literal_draw_yields_to_a_capture_of_the_last_piece),
      cmocka_unit_test(test_repetition_looks_at_men_reserves_and_turn),
      cmocka_unit_test(test_nothing_repeats_in_mid_turn_or_preparation),
      cmocka_unit_test(test_too_few_free_holes_are_refused),
      cmocka_unit_test(test_a_chain_has_126_holes_at_most),
      cmocka_unit_test(test_options_have_bounds),
      cmocka_unit_test(test_facts_of_the_rules),
      cmocka_unit_test(test_counts_of_the_rules_page),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
