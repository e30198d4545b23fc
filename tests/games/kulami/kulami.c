/* Tests the rules of Kulami as its rules page has them. Each test draws a board in text, plays a move and checks the
   result. */
#include "kulami.h"
#include "tests/support/perft.h"

/* Checks that these are the legal moves, in reading order of the board. */
static void assert_moves(const test_game *t, const char *wanted) {
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

static void assert_points(const test_game *t, int red, int black) {
  asc_outcome outcome;
  (void)asc_position_outcome(t->rules, &t->position, &outcome);
  assert_int_equal(outcome.points[0], 2 * red);
  assert_int_equal(outcome.points[1], 2 * black);
}

static void assert_perft(const char *spec, const uint64_t wanted[4]) {
  test_game t = game_open(spec);
  for (int depth = 1; depth <= 4; depth++) assert_int_equal(test_perft(t.rules, &t.position, depth), wanted[depth - 1]);
  asc_rules_close(t.rules);
}

static void test_perft_matches_the_rules_page(void **state) {
  (void)state;
  assert_perft("kulami", (const uint64_t[]){64, 752, 7320, 68604});
  assert_perft("kulami:board=irregular", (const uint64_t[]){64, 686, 6308, 55140});
  assert_perft("kulami:board=example", (const uint64_t[]){64, 708, 6640, 59174});
}

static void test_red_starts_anywhere(void **state) {
  (void)state;
  test_game t = game_open("kulami:board=example");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 1);
  assert_int_equal(asc_position_count(t.rules, &t.position), 64);
  play(&t, "a4");
  assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
  asc_rules_close(t.rules);
}

/* d4 is on tile H (c4 d4 e4 c5 d5 e5): column d and row 4 without that tile. */
static void test_the_second_marble_has_one_tile_off_limits(void **state) {
  (void)state;
  test_game t = game_open("kulami");
  play(&t, "d4");
  assert_moves(&t, "d8 d7 d6 a4 b4 f4 g4 h4 d3 d2 d1");
  asc_rules_close(t.rules);
}

/* After d4 a4 the tiles H and J (a4 b4) are off limits. */
static void test_later_marbles_have_two_tiles_off_limits(void **state) {
  (void)state;
  test_game t = game_open("kulami");
  play(&t, "d4 a4");
  assert_moves(&t, "a8 a7 a6 a5 f4 g4 h4 a3 a2 a1");
  asc_rules_close(t.rules);
}

/* H is open again after a third marble elsewhere: only the last two tiles are off limits. */
static void test_a_tile_is_off_limits_for_two_plies(void **state) {
  (void)state;
  test_game t = game_open("kulami");
  play(&t, "d4 a4 a5");
  assert_moves(&t, "a8 a7 c5 d5 e5 f5 g5 h5 a3 a2 a1");
  asc_rules_close(t.rules);
}

/* The board has a gap between i5 and i2. */
static void test_a_column_continues_across_a_gap(void **state) {
  (void)state;
  test_game t = game_open("kulami:board=example");
  play(&t, "i7");
  assert_moves(&t, "b7 c7 d7 e7 f7 g7 i2");
  asc_rules_close(t.rules);
}

static void test_a_row_continues_across_a_gap(void **state) {
  (void)state;
  test_game t = game_open("kulami:board=" BOARD_WITH_GAP);
  play(&t, "h7");
  assert_moves(&t, "a7 b7 c7 d7 e7 h5 h4 h3 h2 h1");
  asc_rules_close(t.rules);
}

/* Red's d4 is between f4 and the holes to the left of d4, but does not end the row. */
static void test_a_row_continues_across_marbles(void **state) {
  (void)state;
  test_game t = game_open("kulami");
  play(&t, "d4 h4 h2 f2 f4");
  assert_moves(&t, "f8 f7 f6 f5 a4 b4 c4 e4");
  asc_rules_close(t.rules);
}

static void test_game_ends_when_no_hole_is_legal(void **state) {
  (void)state;
  static const char *const tiles_with_black[] = {"B", "D", "J", "O", "Q"}; /* in column f or row 2 */
  for (size_t i = 0; i < sizeof tiles_with_black / sizeof tiles_with_black[0]; i++) {
    test_game t = game_from_rows("kulami:board=example", FINISHED, "f2", tiles_with_black[i]);
    asc_outcome outcome;
    assert_moves(&t, "");
    assert_int_equal(asc_position_turn(t.rules, &t.position), 2);
    assert_true(asc_position_outcome(t.rules, &t.position, &outcome));
    assert_int_equal(outcome.rank[0], 1);
    assert_int_equal(outcome.rank[1], 2);
    asc_rules_close(t.rules);
  }
}

static void test_game_ends_when_all_marbles_are_placed(void **state) {
  (void)state;
  test_game t = game_from_rows("kulami", ALL_PLACED, "h3", "D");
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
    test_game t = game_from_rows(specs[level], FINISHED, "f2", "O");
    assert_points(&t, points[level][0], points[level][1]);
    asc_rules_close(t.rules);
  }
}

/* At level 1 Black's larger area reverses the result. */
static void test_more_points_win(void **state) {
  (void)state;
  test_game t = game_from_rows("kulami:board=example,level=1", FINISHED, "f2", "O");
  asc_outcome outcome;
  assert_true(asc_position_outcome(t.rules, &t.position, &outcome));
  assert_int_equal(outcome.rank[0], 2);
  assert_int_equal(outcome.rank[1], 1);
  asc_rules_close(t.rules);
}

/* Red leads A (4 holes) and D (6) with one marble, Black leads G (4) by two to one. B has one of each and scores for
   neither. */
static void test_a_tile_scores_its_holes_for_the_leading_player(void **state) {
  (void)state;
  test_game t = game_from_rows("kulami",
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

/* A half turn of the pinwheel swaps Red and Black. */
static void test_equal_points_are_a_draw(void **state) {
  (void)state;
  test_game t = game_from_rows("kulami:level=3,board=" PINWHEEL,
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
  assert_int_equal(outcome.rank[0], 1);
  assert_int_equal(outcome.rank[1], 1);
  asc_rules_close(t.rules);
}

/* Checks the points that the level adds to those of the tiles. */
static void assert_level_adds(const char *level, const char *board, const char *rows, const char *last_hole,
                              const char *tile_before, int red, int black) {
  char spec[ASC_SPEC_MAX];
  asc_outcome points[2];
  for (int i = 0; i < 2; i++) {
    (void)snprintf(spec, sizeof spec, "kulami:level=%s,board=%s", i == 0 ? "0" : level, board);
    test_game t = game_from_rows(spec, rows, last_hole, tile_before);
    (void)asc_position_outcome(t.rules, &t.position, &points[i]);
    asc_rules_close(t.rules);
  }
  assert_int_equal(points[1].points[0] - points[0].points[0], 2 * red);
  assert_int_equal(points[1].points[1] - points[0].points[1], 2 * black);
}

/* Red's a6, b6 and b5 are joined; c4 touches b5 only diagonally. */
static void test_an_area_is_joined_side_to_side(void **state) {
  (void)state;
  assert_level_adds("1", "classic",
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

static void test_an_area_continues_round_corners_and_across_tiles(void **state) {
  (void)state;
  assert_level_adds("1", "classic",
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

/* The gap at f6 and f7 separates e7 and g7. */
static void test_an_area_does_not_cross_a_gap(void **state) {
  (void)state;
  assert_level_adds("1", BOARD_WITH_GAP,
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
  assert_level_adds("2", "classic",
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
  assert_level_adds("2", "classic",
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

static void test_chains_run_in_all_four_directions(void **state) {
  (void)state;
  assert_level_adds("2", "classic",
                    "RooooooB/"
                    "oRooooBo/"
                    "ooRooBoo/"
                    "oooRBooo/"
                    "oooBRooo/"
                    "oooooooo/"
                    "oooooooo/"
                    "oooooooo",
                    "g7", "A", 5, 5);
  assert_level_adds("2", "classic",
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
  assert_level_adds("2", "classic",
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
  assert_level_adds("2", BOARD_WITH_GAP,
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

static void test_level_three_adds_areas_and_chains(void **state) {
  (void)state;
  assert_level_adds("3", "classic",
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

/* Red leads A and Black leads B. All other tiles, empty or tied, go to the player who did not resign. */
static void test_resigning_gives_the_opponent_all_tiles_you_do_not_lead(void **state) {
  (void)state;
  for (int player = 1; player <= 2; player++) {
    test_game t = game_from_rows("kulami:level=3",
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
    assert_true(asc_position_resign(t.rules, &t.position, player, &outcome));
    assert_int_equal(outcome.points[2 - player], 2 * (64 - (player == 1 ? 4 : 3)));
    assert_int_equal(outcome.points[player - 1], 0);
    assert_int_equal(outcome.rank[2 - player], 1);
    assert_int_equal(outcome.rank[player - 1], 2);
    asc_rules_close(t.rules);
  }
}

static void test_position_strings(void **state) {
  (void)state;
  test_game t = game_open("kulami:board=example");
  char text[ASC_POSITION_TEXT_MAX];
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(
      text, "1:...oooo../.ooooooo./.oooooooo/ooooooooo/ooooooooo/oooooooo./.ooooooo./.oooooooo/...oooo..:-:-");
  play(&t, "i7");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(
      text, "1:...oooo../.ooooooo./.oooooooR/ooooooooo/ooooooooo/oooooooo./.ooooooo./.oooooooo/...oooo..:i7:-");
  play(&t, "i2");
  asc_position_write(t.rules, &t.position, text, sizeof text);
  assert_string_equal(
      text, "1:...oooo../.ooooooo./.oooooooR/ooooooooo/ooooooooo/oooooooo./.ooooooo./.oooooooB/...oooo..:i2:G");
  asc_rules_close(t.rules);
}

/* `column` counts from the first byte of the position string. */
static void assert_position_rejected(const char *rows, const char *rest, int column, const char *reason) {
  test_game t = game_open("kulami");
  char text[ASC_POSITION_TEXT_MAX];
  asc_error error = {0};
  (void)snprintf(text, sizeof text, "%s%s%s", rows[0] == '!' ? "" : "1:", rows[0] == '!' ? rows + 1 : rows, rest);
  assert_int_equal(asc_position_read(t.rules, text, &t.position, &error), ASC_E_INPUT);
  if (strstr(error.reason, reason) == NULL) fail_msg("%s: '%s', not '%s'", text, error.reason, reason);
  if (error.column != column) fail_msg("%s: column %d, not %d", text, error.column, column);
  asc_rules_close(t.rules);
}

#define SIX_FREE_ROWS "oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo"

static void test_unreadable_positions_are_rejected_with_the_reason(void **state) {
  (void)state;
  assert_position_rejected("!", "", 1, "a position begins with 1:");
  assert_position_rejected("!2:", "oooooooo", 1, "a position begins with 1:");
  assert_position_rejected("oooooooo/ooooxooo", "", 16, "R, B or o is expected for the hollow e7");
  assert_position_rejected("ooooooo/", "", 10, "R, B or o is expected for the hollow h8");
  assert_position_rejected("ooooooooo/", "", 11, "'/' is expected after row 1");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, "/oooooooo:-:-", 74,
                           "':' and the hollow of the last marble");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":", 75, "the hollow of the last marble is expected");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":i1:-", 75, "the board has no such hollow");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":a01:-", 75,
                           "the hollow of the last marble is expected");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-", 76,
                           "':' and the plate of the marble before the last");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-:a", 77, "the letter of a plate, in capitals");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-:R", 77, "the letter of a plate, in capitals");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":-:-:", 78, "nothing is expected after the plate");
}

static void test_impossible_positions_are_rejected_with_the_reason(void **state) {
  (void)state;
  assert_position_rejected("ooooBooo/oooooooo/" SIX_FREE_ROWS, ":e8:-", 3, "0 red and 1 black marbles: Red begins");
  assert_position_rejected("RRoooooo/oooooooo/" SIX_FREE_ROWS, ":a8:-", 3, "2 red and 0 black marbles: Red begins");
  assert_position_rejected("RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/Booooooo", ":e5:C", 3,
                           "29 red and 28 black marbles: each player has 28");
  assert_position_rejected("oooooooo/oooooooo/" SIX_FREE_ROWS, ":a8:-", 75, "a last marble, but none is on the board");
  assert_position_rejected("Rooooooo/oooooooo/" SIX_FREE_ROWS, ":-:-", 75, "no last marble, but some are on the board");
  assert_position_rejected("Rooooooo/oooooooo/" SIX_FREE_ROWS, ":a8:A", 78, "there was no such marble");
  assert_position_rejected("RoBooooo/oooooooo/" SIX_FREE_ROWS, ":c8:-", 78,
                           "the plate of the marble before the last is missing");
  assert_position_rejected("RoBooooo/oooooooo/" SIX_FREE_ROWS, ":a8:A", 75,
                           "the last marble was black, and none lies there");
  assert_position_rejected("Rooooooo/oooooooo/" SIX_FREE_ROWS, ":b8:-", 75,
                           "the last marble was red, and none lies there");
  assert_position_rejected("RBoooooo/oooooooo/" SIX_FREE_ROWS, ":b8:A", 78, "cannot have gone onto the same plate");
  assert_position_rejected("RoBooooo/oooooooo/" SIX_FREE_ROWS, ":c8:D", 78, "the marble before the last was red");
  assert_position_rejected("Rooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooB", ":h1:A", 78,
                           "no red marble on that plate is in the column or the row of the last one");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_perft_matches_the_rules_page),
      cmocka_unit_test(test_red_starts_anywhere),
      cmocka_unit_test(test_the_second_marble_has_one_tile_off_limits),
      cmocka_unit_test(test_later_marbles_have_two_tiles_off_limits),
      cmocka_unit_test(test_a_tile_is_off_limits_for_two_plies),
      cmocka_unit_test(test_a_column_continues_across_a_gap),
      cmocka_unit_test(test_a_row_continues_across_a_gap),
      cmocka_unit_test(test_a_row_continues_across_marbles),
      cmocka_unit_test(test_game_ends_when_no_hole_is_legal),
      cmocka_unit_test(test_game_ends_when_all_marbles_are_placed),
      cmocka_unit_test(test_finished_example_scores_by_level),
      cmocka_unit_test(test_more_points_win),
      cmocka_unit_test(test_a_tile_scores_its_holes_for_the_leading_player),
      cmocka_unit_test(test_equal_points_are_a_draw),
      cmocka_unit_test(test_an_area_is_joined_side_to_side),
      cmocka_unit_test(test_an_area_continues_round_corners_and_across_tiles),
      cmocka_unit_test(test_an_area_does_not_cross_a_gap),
      cmocka_unit_test(test_a_chain_has_five_marbles_or_more),
      cmocka_unit_test(test_a_run_of_seven_is_one_chain),
      cmocka_unit_test(test_chains_run_in_all_four_directions),
      cmocka_unit_test(test_a_marble_may_belong_to_several_chains),
      cmocka_unit_test(test_a_chain_does_not_cross_a_gap),
      cmocka_unit_test(test_level_three_adds_areas_and_chains),
      cmocka_unit_test(test_resigning_gives_the_opponent_all_tiles_you_do_not_lead),
      cmocka_unit_test(test_position_strings),
      cmocka_unit_test(test_unreadable_positions_are_rejected_with_the_reason),
      cmocka_unit_test(test_impossible_positions_are_rejected_with_the_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
