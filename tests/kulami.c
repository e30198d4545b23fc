/* Kulami by its rules page: a board drawn in text, a move, what must hold. */
#include "kulami.h"
#include "perft.h"

/* The legal moves in reading order of the board must be these. */
static void assert_moves(const table *t, const char *wanted) {
  asc_move moves[ASC_MOVES_MAX];
  char found[512] = "";
  int count = asc_position_moves(t->rules, &t->position, moves);
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(t->rules, &t->position, moves[i], token);
    (void)snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i > 0 ? " " : "", token);
  }
  assert_string_equal(found, wanted);
}

static void assert_points(const table *t, int red, int black) {
  asc_outcome outcome;
  (void)asc_position_outcome(t->rules, &t->position, &outcome);
  assert_int_equal(outcome.points[0], 2 * red);
  assert_int_equal(outcome.points[1], 2 * black);
}

static void assert_perft(const char *spec, const uint64_t wanted[4]) {
  table t = opened(spec);
  for (int depth = 1; depth <= 4; depth++) assert_int_equal(test_perft(t.rules, &t.position, depth), wanted[depth - 1]);
  asc_rules_close(t.rules);
}

static void test_counts_of_the_rules_page(void **state) {
  (void)state;
  assert_perft("kulami", (const uint64_t[]){64, 752, 7320, 68604});
  assert_perft("kulami:board=irregular", (const uint64_t[]){64, 686, 6308, 55140});
  assert_perft("kulami:board=example", (const uint64_t[]){64, 708, 6640, 59174});
}

static void test_red_begins_anywhere(void **state) {
  (void)state;
  table t = opened("kulami:board=example");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  assert_int_equal(asc_position_count(t.rules, &t.position), 64);
  put(&t, "a4");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
  asc_rules_close(t.rules);
}

/* d4 lies on plate H (c4 d4 e4 c5 d5 e5): column d and row 4 without that plate. */
static void test_second_marble_has_permission_and_one_barred_plate(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4");
  assert_moves(&t, "d8 d7 d6 a4 b4 f4 g4 h4 d3 d2 d1");
  asc_rules_close(t.rules);
}

/* After d4 a4 both H and J (a4 b4) are barred. */
static void test_later_marbles_have_two_barred_plates(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4 a4");
  assert_moves(&t, "a8 a7 a6 a5 f4 g4 h4 a3 a2 a1");
  asc_rules_close(t.rules);
}

/* H is free again after a third marble elsewhere: only the last two plates count. */
static void test_a_plate_is_barred_for_two_plies(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4 a4 a5");
  assert_moves(&t, "a8 a7 c5 d5 e5 f5 g5 h5 a3 a2 a1");
  asc_rules_close(t.rules);
}

/* Between i5 and i2 the board has no hollow. */
static void test_a_column_goes_on_across_a_gap(void **state) {
  (void)state;
  table t = opened("kulami:board=example");
  put(&t, "i7");
  assert_moves(&t, "b7 c7 d7 e7 f7 g7 i2");
  asc_rules_close(t.rules);
}

static void test_a_row_goes_on_across_a_hole(void **state) {
  (void)state;
  table t = opened("kulami:board=" HOLED);
  put(&t, "h7");
  assert_moves(&t, "a7 b7 c7 d7 e7 h5 h4 h3 h2 h1");
  asc_rules_close(t.rules);
}

/* Red's d4 stands between f4 and the hollows to the left of d4, and does not end the row. */
static void test_a_row_goes_on_across_marbles(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4 h4 h2 f2 f4");
  assert_moves(&t, "f8 f7 f6 f5 a4 b4 c4 e4");
  asc_rules_close(t.rules);
}

static void test_game_ends_when_no_hollow_is_allowed(void **state) {
  (void)state;
  static const char *const plates_with_black[] = {"B", "D", "J", "O", "Q"}; /* in column f or row 2 */
  for (size_t i = 0; i < sizeof plates_with_black / sizeof plates_with_black[0]; i++) {
    table t = set_up("kulami:board=example", FINISHED, "f2", plates_with_black[i]);
    asc_outcome outcome;
    assert_moves(&t, "");
    assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
    assert_true(asc_position_outcome(t.rules, &t.position, &outcome));
    assert_int_equal(outcome.place[0], 1);
    assert_int_equal(outcome.place[1], 2);
    asc_rules_close(t.rules);
  }
}

static void test_game_ends_when_all_marbles_are_put(void **state) {
  (void)state;
  table t = set_up("kulami", ALL_PUT, "h3", "D");
  asc_outcome outcome;
  assert_moves(&t, "");
  assert_true(asc_position_outcome(t.rules, &t.position, &outcome));
  asc_rules_close(t.rules);
}

static void test_finished_example_scores_by_level(void **state) {
  (void)state;
  static const char *const specs[] = {"kulami:board=example", "kulami:board=example,level=1",
                                      "kulami:board=example,level=2", "kulami:board=example,level=3"};
  static const int points[4][2] = {{31, 27}, {31 + 12, 27 + 17}, {31 + 12, 27 + 15}, {31 + 12 + 12, 27 + 17 + 15}};
  for (int level = 0; level < 4; level++) {
    table t = set_up(specs[level], FINISHED, "f2", "O");
    assert_points(&t, points[level][0], points[level][1]);
    asc_rules_close(t.rules);
  }
}

/* At level 1 Black's larger area turns the result round. */
static void test_more_points_win(void **state) {
  (void)state;
  table t = set_up("kulami:board=example,level=1", FINISHED, "f2", "O");
  asc_outcome outcome;
  assert_true(asc_position_outcome(t.rules, &t.position, &outcome));
  assert_int_equal(outcome.place[0], 2);
  assert_int_equal(outcome.place[1], 1);
  asc_rules_close(t.rules);
}

/* Red leads A (4 hollows) and D (6) with one marble, Black leads G (4) by two to one; B has one of each and scores for
   nobody. */
static void test_a_plate_scores_its_hollows_for_who_leads_it(void **state) {
  (void)state;
  table t = set_up("kulami",
                   "RoRooooo/"
                   "ooBooooo/"
                   "BooooooR/"
                   "BRoooooo/"
                   "oooooooo/"
                   "oooooooo/"
                   "oooooooo/"
                   "oooooooo",
                   "h6", "G");
  assert_points(&t, 4 + 6, 4);
  asc_rules_close(t.rules);
}

/* The pinwheel turned by half exchanges Red and Black. */
static void test_equal_points_are_a_draw(void **state) {
  (void)state;
  table t = set_up("kulami:level=3,board=" PINWHEEL,
                   "RRRRRRRR/"
                   "RRRRRRRR/"
                   "RRRRRRRR/"
                   "RRRRoooo/"
                   "ooooBBBB/"
                   "BBBBBBBB/"
                   "BBBBBBBB/"
                   "BBBBBBBB",
                   "h1", "D");
  asc_outcome outcome;
  assert_true(asc_position_outcome(t.rules, &t.position, &outcome));
  assert_int_equal(outcome.points[0], outcome.points[1]);
  assert_int_equal(outcome.place[0], 1);
  assert_int_equal(outcome.place[1], 1);
  asc_rules_close(t.rules);
}

/* What the level adds to the points of the plates. */
static void assert_added(const char *level, const char *board, const char *rows, const char *last, const char *before,
                         int red, int black) {
  char spec[ASC_SPEC_MAX];
  asc_outcome points[2];
  for (int i = 0; i < 2; i++) {
    (void)snprintf(spec, sizeof spec, "kulami:level=%s,board=%s", i == 0 ? "0" : level, board);
    table t = set_up(spec, rows, last, before);
    (void)asc_position_outcome(t.rules, &t.position, &points[i]);
    asc_rules_close(t.rules);
  }
  assert_int_equal(points[1].points[0] - points[0].points[0], 2 * red);
  assert_int_equal(points[1].points[1] - points[0].points[1], 2 * black);
}

/* Red's three in the corner are joined; c4 touches them only at a corner of its cell. */
static void test_an_area_is_joined_side_to_side(void **state) {
  (void)state;
  assert_added("1", "classic",
               "BoBoBoBo/"
               "oooooooo/"
               "RRoooooo/"
               "oRoooooo/"
               "ooRooooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo",
               "a8", "G", 3, 1);
}

static void test_an_area_goes_round_corners_and_over_plates(void **state) {
  (void)state;
  assert_added("1", "classic",
               "RRRRoooo/"
               "oooRoooo/"
               "oRRRoooo/"
               "oRoooooo/"
               "ooooBBoo/"
               "oooooBoo/"
               "oooooBBo/"
               "BoBooooB",
               "a8", "M", 9, 5);
}

/* The hole at f6 and f7 keeps e7 and g7 apart. */
static void test_an_area_does_not_cross_a_gap(void **state) {
  (void)state;
  assert_added("1", HOLED,
               "Bo....../"
               "oooooooo/"
               "ooRRR.RR/"
               "ooooo.oo/"
               "BoBoBoBo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo",
               "g5", "D", 3, 1);
}

static void test_a_chain_has_five_marbles_or_more(void **state) {
  (void)state;
  assert_added("2", "classic",
               "RRRRRooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo/"
               "BBBBoBoo/"
               "oooooooo/"
               "oooooooo",
               "a3", "A", 5, 0);
}

static void test_a_run_of_seven_is_one_chain(void **state) {
  (void)state;
  assert_added("2", "classic",
               "RRRRRRRo/"
               "oooooooo/"
               "oooooooo/"
               "BBBBBBoo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo/"
               "ooBooooo",
               "c1", "B", 7, 6);
}

static void test_chains_run_in_all_four_ways(void **state) {
  (void)state;
  assert_added("2", "classic",
               "RooooooB/"
               "oRooooBo/"
               "ooRooBoo/"
               "oooRBooo/"
               "oooBRooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo",
               "g7", "A", 5, 5);
  assert_added("2", "classic",
               "RooooooB/"
               "RooooooB/"
               "RooooooB/"
               "RooooooB/"
               "RooooooB/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo",
               "h7", "A", 5, 5);
}

/* a8 belongs to the chain to its right and to the one below it. */
static void test_a_marble_may_belong_to_several_chains(void **state) {
  (void)state;
  assert_added("2", "classic",
               "RRRRRooo/"
               "Rooooooo/"
               "Rooooooo/"
               "Rooooooo/"
               "Rooooooo/"
               "oooooooo/"
               "BoBoBoBo/"
               "oBoBoBoB",
               "a4", "M", 10, 0);
}

static void test_a_chain_does_not_cross_a_gap(void **state) {
  (void)state;
  assert_added("2", HOLED,
               "Bo....../"
               "oooooooo/"
               "ooRRR.RR/"
               "ooooo.oo/"
               "BoBoBoBo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo",
               "g5", "D", 0, 0);
}

static void test_level_three_adds_both(void **state) {
  (void)state;
  assert_added("3", "classic",
               "RRRRRRoo/"
               "oooooooo/"
               "oooooooo/"
               "BBBBBBoo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo/"
               "oooooooo",
               "a5", "A", 12, 12);
}

/* Red leads A and Black B; all the rest, empty or equal, goes to who stays. */
static void test_giving_up_hands_over_what_one_does_not_lead(void **state) {
  (void)state;
  for (int player = 1; player <= 2; player++) {
    table t = set_up("kulami:level=3",
                     "RoBooooo/"
                     "oooooooo/"
                     "oooooooo/"
                     "oooooooo/"
                     "RBoooooo/"
                     "oooooooo/"
                     "oooooooo/"
                     "oooooooo",
                     "c8", "A");
    asc_outcome outcome;
    assert_true(asc_position_give_up(t.rules, &t.position, player, &outcome));
    assert_int_equal(outcome.points[2 - player], 2 * (64 - (player == 1 ? 4 : 3)));
    assert_int_equal(outcome.points[player - 1], 0);
    assert_int_equal(outcome.place[2 - player], 1);
    assert_int_equal(outcome.place[player - 1], 2);
    asc_rules_close(t.rules);
  }
}

static void test_position_strings(void **state) {
  (void)state;
  table t = opened("kulami:board=example");
  char text[ASC_TEXT_MAX];
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(
      text, "1:...oooo../.ooooooo./.oooooooo/ooooooooo/ooooooooo/oooooooo./.ooooooo./.oooooooo/...oooo..:-:-");
  put(&t, "i7");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(
      text, "1:...oooo../.ooooooo./.oooooooR/ooooooooo/ooooooooo/oooooooo./.ooooooo./.oooooooo/...oooo..:i7:-");
  put(&t, "i2");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(
      text, "1:...oooo../.ooooooo./.oooooooR/ooooooooo/ooooooooo/oooooooo./.ooooooo./.oooooooB/...oooo..:i2:G");
  asc_rules_close(t.rules);
}

/* `column` counts from the first byte of the position string. */
static void assert_position_refused(const char *rows, const char *rest, int column, const char *reason) {
  table t = opened("kulami");
  char text[ASC_TEXT_MAX];
  asc_error error = {0};
  (void)snprintf(text, sizeof text, "%s%s%s", rows[0] == '!' ? "" : "1:", rows[0] == '!' ? rows + 1 : rows, rest);
  assert_int_equal(asc_position_read(t.rules, text, &t.position, &error), ASC_E_INPUT);
  if (strstr(error.reason, reason) == NULL) fail_msg("%s: '%s', not '%s'", text, error.reason, reason);
  if (error.column != column) fail_msg("%s: column %d, not %d", text, error.column, column);
  asc_rules_close(t.rules);
}

#define SIX_FREE_ROWS "oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo"

static void test_unreadable_positions_are_refused_with_the_reason(void **state) {
  (void)state;
  assert_position_refused("!", "", 1, "a position begins with 1:");
  assert_position_refused("!2:", "oooooooo", 1, "a position begins with 1:");
  assert_position_refused("oooooooo/ooooxooo", "", 16, "R, B or o is expected for the hollow e7");
  assert_position_refused("ooooooo/", "", 10, "R, B or o is expected for the hollow h8");
  assert_position_refused("ooooooooo/", "", 11, "'/' is expected after row 1");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, "/oooooooo:-:-", 74,
                          "':' and the hollow of the last marble");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":", 75, "the hollow of the last marble is expected");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":i1:-", 75, "the board has no such hollow");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":a01:-", 75,
                          "the hollow of the last marble is expected");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-", 76,
                          "':' and the plate of the marble before the last");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-:a", 77, "the letter of a plate, in capitals");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-:R", 77, "the letter of a plate, in capitals");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-:-:", 78, "nothing is expected after the plate");
}

static void test_impossible_positions_are_refused_with_the_reason(void **state) {
  (void)state;
  assert_position_refused("ooooBooo/oooooooo/" SIX_FREE_ROWS, ":e8:-", 3, "0 red and 1 black marbles: Red begins");
  assert_position_refused("RRoooooo/oooooooo/" SIX_FREE_ROWS, ":a8:-", 3, "2 red and 0 black marbles: Red begins");
  assert_position_refused("RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/Booooooo", ":e5:C", 3,
                          "29 red and 28 black marbles: each player has 28");
  assert_position_refused("oooooooo/oooooooo/" SIX_FREE_ROWS, ":a8:-", 75, "a last marble, but none is on the board");
  assert_position_refused("Rooooooo/oooooooo/" SIX_FREE_ROWS, ":-:-", 75, "no last marble, but some are on the board");
  assert_position_refused("Rooooooo/oooooooo/" SIX_FREE_ROWS, ":a8:A", 78, "there was no such marble");
  assert_position_refused("RoBooooo/oooooooo/" SIX_FREE_ROWS, ":c8:-", 78,
                          "the plate of the marble before the last is missing");
  assert_position_refused("RoBooooo/oooooooo/" SIX_FREE_ROWS, ":a8:A", 75,
                          "the last marble was black, and none lies there");
  assert_position_refused("Rooooooo/oooooooo/" SIX_FREE_ROWS, ":b8:-", 75,
                          "the last marble was red, and none lies there");
  assert_position_refused("RBoooooo/oooooooo/" SIX_FREE_ROWS, ":b8:A", 78, "cannot have gone onto the same plate");
  assert_position_refused("RoBooooo/oooooooo/" SIX_FREE_ROWS, ":c8:D", 78, "the marble before the last was red");
  assert_position_refused("Rooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooB", ":h1:A", 78,
                          "no red marble on that plate is in the column or the row of the last one");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts_of_the_rules_page),
      cmocka_unit_test(test_red_begins_anywhere),
      cmocka_unit_test(test_second_marble_has_permission_and_one_barred_plate),
      cmocka_unit_test(test_later_marbles_have_two_barred_plates),
      cmocka_unit_test(test_a_plate_is_barred_for_two_plies),
      cmocka_unit_test(test_a_column_goes_on_across_a_gap),
      cmocka_unit_test(test_a_row_goes_on_across_a_hole),
      cmocka_unit_test(test_a_row_goes_on_across_marbles),
      cmocka_unit_test(test_game_ends_when_no_hollow_is_allowed),
      cmocka_unit_test(test_game_ends_when_all_marbles_are_put),
      cmocka_unit_test(test_finished_example_scores_by_level),
      cmocka_unit_test(test_more_points_win),
      cmocka_unit_test(test_a_plate_scores_its_hollows_for_who_leads_it),
      cmocka_unit_test(test_equal_points_are_a_draw),
      cmocka_unit_test(test_an_area_is_joined_side_to_side),
      cmocka_unit_test(test_an_area_goes_round_corners_and_over_plates),
      cmocka_unit_test(test_an_area_does_not_cross_a_gap),
      cmocka_unit_test(test_a_chain_has_five_marbles_or_more),
      cmocka_unit_test(test_a_run_of_seven_is_one_chain),
      cmocka_unit_test(test_chains_run_in_all_four_ways),
      cmocka_unit_test(test_a_marble_may_belong_to_several_chains),
      cmocka_unit_test(test_a_chain_does_not_cross_a_gap),
      cmocka_unit_test(test_level_three_adds_both),
      cmocka_unit_test(test_giving_up_hands_over_what_one_does_not_lead),
      cmocka_unit_test(test_position_strings),
      cmocka_unit_test(test_unreadable_positions_are_refused_with_the_reason),
      cmocka_unit_test(test_impossible_positions_are_refused_with_the_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
