/* Position strings of Circle Delta: valid ones are read and written unchanged, invalid ones are rejected. */
#include "circle_delta.h"

#include <ascona/random.h>

#define PLAIN "board=rose,rings=3,petals=3,men=2,reds=2,greens=1"
#define BARE "board=rose,rings=2,petals=3,men=2,reds=0,greens=0"
#define REDS "board=rose,rings=2,petals=3,men=2,reds=3,greens=0"

static void test_valid_positions_read_back(void **state) {
  (void)state;
  static const char *const valid[] = {
      "1:....../....../......:w:reds:2:2:0",   "1:r...../....../......:b:reds:2:2:0",
      "1:rr..../....../......:w:greens:2:2:0", "1:rr..g./....../......:w:first:2:2:0",
      "1:rr..g./w...../b.....:b:second:1:1:3", "1:r.r.g./w...../......:b:second:1:0:-",
      "1:rr..g./w...../b.....:w:first:0:0:6",  "1:rr..g./w...../......:b:first:0:0:0",
      "1:r.r.g./w...../......:w:second:0:0:-",
  };
  for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) {
    test_game t = game_open(PLAIN);
    asc_error error;
    char text[ASC_POSITION_TEXT_MAX];
    if (asc_position_read(t.rules, valid[i], &t.position, &error) < 0) fail_msg("%s: %s", valid[i], error.reason);
    asc_position_write(t.rules, &t.position, text, sizeof text);
    assert_string_equal(text, valid[i]);
    game_close(&t);
  }
}

typedef struct bad_position {
  const char *text;
  int column;
  const char *reason;
} bad_position;

static void assert_all_rejected(const char *options, const bad_position *bad, size_t count) {
  for (size_t i = 0; i < count; i++) {
    test_game t = game_open(options);
    asc_error error = {0};
    if (asc_position_read(t.rules, bad[i].text, &t.position, &error) == ASC_OK) fail_msg("%s was read", bad[i].text);
    if (strstr(error.reason, bad[i].reason) == NULL) fail_msg("%s: %s", bad[i].text, error.reason);
    if (error.column != bad[i].column) fail_msg("%s: column %d", bad[i].text, error.column);
    game_close(&t);
  }
}

static void test_malformed_positions_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"", 1, "begins with its version"},
      {"2:....../....../......:w:reds:2:2:0", 1, "begins with its version"},
      {"1:.....", 8, "expected hole a6"},
      {"1:....../...x../......:w:reds:2:2:0", 13, "expected hole b4"},
      {"1:......./....../......:w:reds:2:2:0", 9, "expected '/' after the 6 holes of row a"},
      {"1:....../....../....../......:w:reds:2:2:0", 23, "expected ':' after the board"},
      {"1:....../....../......:x:reds:2:2:0", 24, "whose turn"},
      {"1:....../....../......:w:third:2:2:0", 26, "expected the stage"},
      {"1:....../....../......:w:reds:3:2:0", 31, "White has in reserve"},
      {"1:....../....../......:w:reds:2:02:0", 33, "Black has in reserve"},
      {"1:....../....../......:w:reds:2:2:7", 35, "quiet turns"},
      {"1:....../....../......:w:reds:2:2:0 ", 36, "nothing after"},
  };
  assert_all_rejected(PLAIN, bad, sizeof bad / sizeof bad[0]);
}

static void test_impossible_positions_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:rrr.../....../......:b:reds:2:2:0", 3, "3 red men, not 2"},
      {"1:r...../....../......:w:greens:2:2:0", 3, "1 red men, not 2"},
      {"1:rr..../....../......:w:first:2:2:0", 3, "0 green men, not 1"},
      {"1:r...g./....../......:b:reds:2:2:0", 3, "put after the red ones"},
      {"1:rr..../....../......:w:reds:2:2:0", 26, "none of these men is left"},
      {"1:r...../....../......:w:reds:2:2:0", 24, "turn of Black"},
      {"1:w...../....../......:w:reds:1:2:0", 3, "only put after the preparation"},
      {"1:....../....../......:w:reds:2:1:0", 33, "in reserve until the preparation"},
      {"1:....../....../......:w:reds:2:2:1", 35, "before the game has begun"},
      {"1:rr..g./ww..../b.....:w:first:1:1:0", 32, "White has 3 men"},
      {"1:r.r.g./w...../b.....:w:first:1:1:-", 36, "the turn has not begun"},
      {"1:r.r.g./w...../b.....:w:second:1:1:-", 37, "no man is out of the game"},
      {"1:rr..g./w...../b.....:w:second:0:0:6", 37, "no act is due"},
      {"1:rwr.g./....../b.....:w:first:1:1:0", 3, "the man on a2 stands between two reds"},
      {"1:rr..g./w...../......:w:second:0:0:0", 37, "write '-'"},
      {"1:rr..g./w...../......:w:first:0:0:2", 36, "write '0'"},
  };
  assert_all_rejected(PLAIN, bad, sizeof bad / sizeof bad[0]);
}

static void test_stages_without_pieces_to_place_are_rejected(void **state) {
  (void)state;
  test_game t = game_open("board=rose,rings=3,petals=3,men=2,reds=0,greens=0");
  assert_int_equal(asc_position_read(t.rules, "1:....../....../......:w:reds:2:2:0", &t.position, NULL), ASC_E_INPUT);
  assert_int_equal(asc_position_read(t.rules, "1:....../....../......:w:greens:2:2:0", &t.position, NULL), ASC_E_INPUT);
  game_close(&t);
}

/* Limits that follow from the first turns. */

static void test_both_players_place_a_piece_in_their_first_turn(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:....../......:b:first:2:2:0", 25, "White has had a turn"},
      {"1:....../......:b:second:2:2:0", 26, "White has had a turn"},
      {"1:b...../......:w:first:2:1:0", 25, "White has had a turn"},
      {"1:w...../......:w:first:1:2:0", 27, "Black has had a turn"},
      {"1:ww..../......:b:first:0:2:0", 27, "Black has had a turn"},
  };
  assert_all_rejected(BARE, bad, sizeof bad / sizeof bad[0]);
}

static void test_no_turn_is_quiet_before_both_have_placed_a_piece(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:....../......:w:first:2:2:6", 29, "before both players have put a man"},
      {"1:w...../......:b:first:1:2:1", 29, "before both players have put a man"},
      {"1:w...../......:b:second:1:2:1", 30, "before both players have put a man"},
  };
  assert_all_rejected(BARE, bad, sizeof bad / sizeof bad[0]);
}

/* With draw=literal a turn that places a piece counts, so only the number of turns is a limit. */
static void test_literal_draw_has_its_own_limits_of_quiet_turns(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:....../......:w:first:2:2:1", 29, "at most 0 turns are quiet: no more have been played"},
      {"1:w...../......:b:first:1:2:2", 29, "at most 1 turns are quiet: no more have been played"},
      {"1:w...../....b.:w:second:1:1:-", 30, "with draw=literal that changes nothing"},
  };
  assert_all_rejected(BARE ",draw=literal", bad, sizeof bad / sizeof bad[0]);
  test_game t = game_from_drawing(BARE ",draw=literal", "a w. .. ..\nb .. .. ..\n", "b:first:1:2:1");
  game_close(&t);
  t = game_from_drawing(BARE ",draw=literal", "a b. .. ..\nb .. .. ..\n",
                        "w:first:1:1:5"); /* White's piece was captured */
  game_close(&t);
}

/* White's piece takes the last free hole. Black cannot place one, and six turns of passes are a draw. */
static void test_the_first_piece_may_fill_the_board(void **state) {
  (void)state;
  const char *options = "board=rose,rings=2,petals=3,men=1,reds=5,greens=6", *full = "a rr rr wg\nb rg gg gg\n";
  test_game t = game_open(options);
  play(&t, "a1 a2 a3 a4 b1  a5 b2 b3 b4 b5 b6  a5-a6 a5  pass pass  pass pass");
  assert_position(&t, full, "b:first:0:1:2");
  game_close(&t);
  t = game_from_drawing(options, full, "w:second:0:1:1");
  play(&t, "pass  pass pass  pass pass  pass pass  pass pass");
  assert_over(&t, 0, 0);
  game_close(&t);
}

/* Limits that follow from the last turn. */

static void test_a_player_who_had_a_turn_has_a_piece_on_the_board(void **state) {
  (void)state;
  static const bad_position bare[] = {
      {"1:....../......:b:first:1:2:0", 3, "White has just had a turn"},
      {"1:w...../......:w:first:1:1:0", 3, "Black has just had a turn"},
      {"1:w...../......:w:second:1:1:0", 3, "Black has just had a turn"},
      {"1:b...../......:w:first:1:1:2", 29, "after two quiet turns White has a man on the board"},
      {"1:....../......:b:first:1:0:0", 3, "White captured the last man"},
  };
  assert_all_rejected(BARE, bare, sizeof bare / sizeof bare[0]);
  static const bad_position reds[] = {
      {"1:rrr.../w.....:w:first:1:1:0", 3, "Black has just had a turn"}, /* no hole between two reds is free */
      {"1:r.r..r/...w..:w:first:1:1:1", 3, "Black has just had a turn"}, /* a turn that traps a piece is not quiet */
      {"1:r.r..r/......:b:first:1:0:0", 3, "White captured the last man"},
  };
  assert_all_rejected(REDS, reds, sizeof reds / sizeof reds[0]);
}

static void test_a_player_whose_piece_was_trapped_may_have_none_on_the_board(void **state) {
  (void)state;
  test_game t =
      game_from_drawing(REDS, "a r. r. .r\nb .. .w ..\n", "w:first:1:1:0"); /* Black's piece was trapped on a2 */
  game_close(&t);
  t = game_from_drawing(REDS, "a r. .r .r\nb .. .w ..\n",
                        "w:second:1:1:0"); /* the same, and then a red piece left a3 */
  game_close(&t);
}

static void test_both_lose_their_last_piece_only_in_the_first_action(void **state) {
  (void)state;
  static const bad_position bare[] = {
      {"1:....../......:w:first:0:0:0", 19, "write 'second'"},
      {"1:....../......:w:second:0:0:-", 30, "no free hole lies between two reds"},
  };
  assert_all_rejected(BARE, bare, sizeof bare / sizeof bare[0]);
  static const bad_position reds[] = {
      {"1:r.r.r./......:w:first:0:0:0", 19, "write 'second'"},
      {"1:r.rr../......:w:second:0:0:-", 30, "two free holes between reds"},
  };
  assert_all_rejected(REDS, reds, sizeof reds / sizeof reds[0]);
}

static void test_a_trapped_piece_leaves_a_free_hole_between_reds(void **state) {
  (void)state;
  static const bad_position one_red[] = {{"1:r...../w.....:w:second:1:1:-", 30, "no free hole lies between two reds"}};
  assert_all_rejected("board=rose,rings=2,petals=3,men=2,reds=1,greens=0", one_red, 1);
  static const bad_position reds[] = {{"1:rrr.../w.....:w:second:1:1:-", 30, "no free hole lies between two reds"}};
  assert_all_rejected(REDS, reds, 1);
}

/* All numbers of red and green pieces, and up to four pieces per player, on the two smallest boards. */
static void test_positions_reached_by_play_are_valid(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 3);
  for (int combination = 0; combination < 7 * 7 * 4; combination++) {
    char options[64];
    int reds = combination % 7, greens = combination / 7 % 7, pieces = combination / 49 + 1;
    if (12 - reds - greens < pieces) continue;
    for (int game = 0; game < 20; game++) {
      (void)snprintf(options, sizeof options, "board=%s,rings=2,petals=3,men=%d,reds=%d,greens=%d",
                     game % 2 == 0 ? "chain" : "rose", pieces, reds, greens);
      test_game t = game_open(options);
      asc_move moves[ASC_MOVES_MAX];
      int count;
      for (int ply = 0; ply < 200 && (count = asc_position_moves(t.rules, &t.position, moves)) > 0; ply++) {
        asc_position_play(t.rules, &t.position, moves[asc_random_below(&random, (uint32_t)count)]);
        asc_error error;
        if (asc_position_check(t.rules, &t.position, &error) < 0) fail_msg("%s: %s", options, error.reason);
      }
      game_close(&t);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_valid_positions_read_back),
      cmocka_unit_test(test_malformed_positions_are_rejected),
      cmocka_unit_test(test_impossible_positions_are_rejected),
      cmocka_unit_test(test_stages_without_pieces_to_place_are_rejected),
      cmocka_unit_test(test_both_players_place_a_piece_in_their_first_turn),
      cmocka_unit_test(test_no_turn_is_quiet_before_both_have_placed_a_piece),
      cmocka_unit_test(test_literal_draw_has_its_own_limits_of_quiet_turns),
      cmocka_unit_test(test_the_first_piece_may_fill_the_board),
      cmocka_unit_test(test_a_player_who_had_a_turn_has_a_piece_on_the_board),
      cmocka_unit_test(test_a_player_whose_piece_was_trapped_may_have_none_on_the_board),
      cmocka_unit_test(test_both_lose_their_last_piece_only_in_the_first_action),
      cmocka_unit_test(test_a_trapped_piece_leaves_a_free_hole_between_reds),
      cmocka_unit_test(test_positions_reached_by_play_are_valid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
