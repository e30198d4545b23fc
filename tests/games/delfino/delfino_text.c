/* Position strings of Delfino: which are read, which are rejected, and which field the error names. */
#include "delfino.h"

static void assert_reads_back(const char *spec, const char *text) {
  test_game t = game_open(spec);
  char again[ASC_POSITION_TEXT_MAX];
  asc_error error;
  if (asc_position_read(t.rules, text, &t.position, &error) < 0)
    fail_msg("%s: column %d, %s", text, error.column, error.reason);
  assert_true(asc_position_write(t.rules, &t.position, again, sizeof again) > 0);
  assert_string_equal(again, text);
  game_close(&t);
}

static void test_valid_positions_read_back(void **state) {
  (void)state;
  static const char *const valid[][2] = {
      {"delfino", "1:1.1:0000/0000/0000/0000:-,-:0,0:1:place:0:-"},
      {"delfino", "1:1.1:2222/2222/2222/2222:4.1,-:0,0:2:place:0:-"},
      {"delfino", "1:1.1:0123/0123/0123/0123:4.1,1.4:0,0:2:move4:100:-"},
      {"delfino", "1:0.1:.0000/.0000/00000/.000.:4.2,1.4:0,1:2:turn3:100:-"},
      {"delfino", "1:1.1:0000/0120/0030/0000:2.2,4.4:1,0:1:card0:0:-"},
      {"delfino", "1:1.1:0000/0000/0000/0000:2.2,4.4:1,0:1:turn2:0:-"},
      {"delfino", "1:1.1:0000/0120/0030/0000:2.2,4.4:5,4:-:over:0:-"},
      {"delfino", "1:1.1:0000/0120/0030/0000:1.1,4.4:5,4:-:over:0:-"},
      {"delfino", "1:1.1:0000/0000/0000/0000:2.2,4.4:4,4:-:over:100:-"},
      {"delfino", "1:-7.1:........0000/........0000/........0000/0.......000.:1.2,1.3:4,4:2:roll:0:-"},
  };
  for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) assert_reads_back(valid[i][0], valid[i][1]);
}

/* With three or four players, those who have resigned may have had turns among the quiet ones, or none. */
static void test_positions_after_resignations_are_valid(void **state) {
  (void)state;
  static const char grid[] = "1:1.1:00000/00000/00000/00000/00000";
  static const char *const three_players[] = {
      "1.1,-,-:0,0,0:2:place:0:3",      /* the third resigned before their turn to place */
      "-,5.5,-:0,0,0:3:place:0:1",      /* the first resigned before placing */
      "1.1,-,-:0,0,0:-:over:0:12",      /* the first resigned after placing, then the second */
      "-,5.5,-:0,0,0:-:over:0:13",      /* the first and the third resigned before placing */
      "1.1,1.5,5.5:0,0,0:2:roll:0:1",   /* all placed, then the first resigned */
      "1.1,-,5.5:0,0,0:3:roll:149:2",   /* the second never had a turn */
      "1.1,1.5,5.5:0,0,0:1:roll:2:3",   /* the third resigned before their first turn */
      "1.1,1.5,5.5:0,0,0:1:roll:3:3",   /* the third resigned after it */
      "1.1,1.5,5.5:1,0,0:2:roll:0:1",   /* the first scored and resigned */
      "1.1,1.5,5.5:1,0,0:3:roll:0:2",   /* the first scored, and the second resigned before rolling */
      "1.1,1.5,5.5:1,0,0:3:move4:2:2",  /* the first scored, and the second resigned during their turn */
      "1.1,1.5,5.5:4,0,0:-:over:150:12" /* the second of the two who resigned did so in the last quiet turn */
  };
  for (size_t i = 0; i < sizeof three_players / sizeof three_players[0]; i++) {
    char text[ASC_POSITION_TEXT_MAX];
    (void)snprintf(text, sizeof text, "%s:%s", grid, three_players[i]);
    assert_reads_back("delfino:players=3", text);
  }
}

static void assert_rejected_at(const char *spec, const char *text, int column, const char *token, const char *reason) {
  test_game t = game_open(spec);
  asc_error error = {0};
  if (asc_position_read(t.rules, text, &t.position, &error) == ASC_OK) fail_msg("%s was read", text);
  if (strstr(error.reason, reason) == NULL) fail_msg("%s: %s, not %s", text, error.reason, reason);
  if (error.column != column) fail_msg("%s: column %d, not %d", text, error.column, column);
  if (strcmp(error.token, token) != 0) fail_msg("%s: '%s', not '%s'", text, error.token, token);
  game_close(&t);
}

static void test_unreadable_positions_are_rejected(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int column;
    const char *token, *reason;
  } bad[] = {
      {"", 1, "", "begins with its version, 1:"},
      {"2:1.1:0000/0000/0000/0000:-,-:0,0:1:place:0:-", 1, "2", "begins with its version, 1:"},
      {"1:1:0000/0000/0000/0000:-,-:0,0:1:place:0:-", 3, "1", "a place is x.y"},
      {"1:-8.1:0000/0000/0000/0000:-,-:0,0:1:place:0:-", 3, "-8.1", "a place is x.y"},
      {"1:1.1", 6, "", "after the place of the lower left corner comes ':' and the rows"},
      {"1:1.1:0000/0040/0000/0000:-,-:0,0:1:place:0:-", 14, "40/0000/0000", "a row holds"},
      {"1:1.1:0000/0000/0000/0000", 26, "", "':' ends the rows"},
      {"1:1.1:0000/000/0000/0000:-,-:0,0:1:place:0:-", 12, "000/0000/0000", "not equally long"},
      {"1:1.1:0000/0000/0000/0000/:-,-:0,0:1:place:0:-", 27, "", "not equally long"},
      {"1:1.1:0000000000000/0000/0000/0000:-,-:0,0:1:place:0:-", 21, "0000/0000/0000", "not equally long"},
      {"1:1.1:00000000000000/00000000000000/00000000000000:-,-:0,0:1:place:0:-", 7,
       "00000000000000/00000000000000/00000000000000", "17 columns and rows; 16 is the most"},
      {"1:1.1:0000/0000/0000/0000:5.1,-:0,0:2:place:0:-", 27, "5.1,-", "stands on no card"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.1:0,0:1:roll:0:-", 31, "1.1", "two pawns"},
      {"1:1.1:0000/0000/0000/0000:-:0,0:1:place:0:-", 28, "",
       "after the pawn of player 1 comes ',' and that of player 2"},
      {"1:1.1:0000/0000/0000/0000:-,-:0:1:place:0:-", 32, "",
       "after the points of player 1 come ',' and those of player 2"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,6:1:place:0:-", 33, "6", "the points of player 2 are 0 to 5"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,0,0:1:place:0:-", 34, ",0",
       "after the points comes ':' and the player to move"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,0:3:place:0:-", 35, "3", "1 to 2"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:5,0:0:over:0:-", 39, "0", "1 to 2"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:rolls:0:-", 45, "s",
       "after the stage comes ':' and the turns without a point"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:move:1:-", 41, "move", "movement points left, 4 at most"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:move5:1:-", 41, "move5", "movement points left, 4 at most"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:wait:0:-", 41, "wait", "the stage is"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:101:-", 46, "101", "0 to 100"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:", 48, "", "who has given up"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:3", 48, "3", "who has given up"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:21", 48, "21", "players in order"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:-x", 48, "-x", "at the end"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_rejected_at("delfino", bad[i].text, bad[i].column, bad[i].token, bad[i].reason);
}

enum { ORIGIN, ROWS, PAWNS, POINTS, PLAYER, STAGE, QUIET, RESIGNED };

/* Column and token of the error are those of a whole field. */
static void assert_field_rejected(const char *spec, const char *text, int field, const char *reason) {
  const char *at = text;
  for (int colons = 0; colons <= field; at++) colons += *at == ':';
  char token[sizeof((asc_error *)0)->token];
  (void)snprintf(token, sizeof token, "%.*s", (int)strcspn(at, ":"), at);
  assert_rejected_at(spec, text, (int)(at - text) + 1, token, reason);
}

typedef struct bad_position {
  const char *text;
  int field;
  const char *reason;
} bad_position;

static void assert_all_rejected(const char *spec, const bad_position *bad, size_t count) {
  for (size_t i = 0; i < count; i++) assert_field_rejected(spec, bad[i].text, bad[i].field, bad[i].reason);
}

#define ASSERT_ALL_REJECTED(spec, bad) assert_all_rejected(spec, bad, sizeof(bad) / sizeof(bad)[0])

static void test_impossible_cards_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:1.1:0000/0000/0000/000.:1.1,1.2:0,0:1:roll:0:-", ROWS, "15 cards"},
      {"1:1.1:000/000/000/000:1.1,1.2:0,0:1:roll:0:-", ROWS, "do not cover the first grid"},
      {"1:1.1:0000./0000./0000./0000.:1.1,1.2:4,4:1:roll:0:-", ROWS, "cover more"},
      {"1:1.1:0000./0000./0000./000.0:1.1,1.2:0,0:1:roll:0:-", ROWS, "allow 0 card moves"},
      {"1:1.1:0000./0120./0030./000.0:2.2,1.2:1,0:1:card1:0:-", ROWS, "allow 0 card moves"},
      {"1:1.1:0000./0120./3030./210.0:2.2,4.4:2,0:1:card1:0:-", ROWS, "allow 0 card moves"},
      {"1:1.1:0000../0000../0000../000..0:1.1,1.2:1,0:1:roll:0:-", ROWS, "further out than 1"},
  };
  ASSERT_ALL_REJECTED("delfino", bad);
  assert_field_rejected("delfino:layout=joined", "1:1.1:0000./0000./0000./000.0:1.2,1.3:1,1:1:roll:0:-", ROWS,
                        "do not hang together");
}

static void test_impossible_ends_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:5,0:1:roll:0:-", STAGE, "player 1 has 5 points: the game is over"},
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:5,5:-:over:0:-", POINTS, "the first wins"},
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:5,0:-:over:3:-", QUIET, "not one without a point"},
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:5,0:-:over:0:1", RESIGNED, "cannot have given up"},
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:5,0:-:over:0:2", RESIGNED, "two players at least were left"},
      {"1:1.1:0000/0000/0000/0000:2.2,4.4:5,0:-:over:0:-", ROWS, "no figure stands"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:-:over:9:-", STAGE, "nothing has ended the game"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:1:over:100:-", PLAYER, "nobody's turn"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:1:roll:100:-", STAGE, "the game is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:1:roll:0:2", STAGE, "the game is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:-:over:0:12", RESIGNED, "not all players"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:-:roll:0:-", PLAYER, "somebody's turn"},
  };
  ASSERT_ALL_REJECTED("delfino", bad);
}

static void test_impossible_openings_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:1.1:0000/0000/0000/3120:-,-:0,0:1:place:0:-", ROWS, "no card is turned"},
      {"1:1.1:0000/0000/0000/0001:1.1,4.4:0,0:1:roll:0:-", ROWS, "no card is turned"},
      {"1:1.1:0000/0000/0000/0001:1.1,4.4:0,0:-:over:0:2", ROWS, "no card is turned"},
      {"1:1.1:0000/0000/0000/0000:1.2,-:0,0:2:place:0:-", PAWNS, "begins on a corner"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:0,0:1:roll:0:-", PAWNS, "begins on a corner"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.1:0,0:1:roll:0:-", PAWNS, "opposite corners"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:0,0:1:roll:0:-", PAWNS, "the pawn of player 2 does not stand yet"},
      {"1:1.1:0000/0000/0000/0000:-,4.4:0,0:1:place:0:-", PAWNS, "player 1 puts his pawn before player 2"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:2:place:0:-", STAGE, "all pawns stand already"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:0,0:1:place:0:-", PLAYER, "player 2 is to put his pawn"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,0:2:place:0:-", PLAYER, "player 1 is to put his pawn"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:1,0:2:place:0:-", POINTS, "when all pawns stand"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:0,0:2:place:1:-", QUIET, "when all pawns stand"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:2:roll:0:-", PLAYER, "after 0 turns"},
  };
  static const bad_position three_players[] = {
      {"1:1.1:00000/00000/00000/00000/00000:-,5.5,-:0,0,0:-:over:0:23", PAWNS,
       "player 1 puts his pawn before player 2"},
      {"1:1.1:00000/00000/00000/00000/00000:-,-,5.5:0,0,0:-:over:0:12", PAWNS, "player 3 is not the first"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,-,-:0,0,0:-:over:7:23", PAWNS, "two players at least have pawns"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,-,5.5:0,0,0:1:roll:2:-", PAWNS, "the die has been rolled"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,-,5.5:0,1,0:1:roll:2:2", POINTS, "never had a pawn"},
  };
  ASSERT_ALL_REJECTED("delfino", bad);
  ASSERT_ALL_REJECTED("delfino:players=3", three_players);
}

static void test_impossible_numbers_of_steps_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,0:1:move0:1:-", STAGE, "the turn is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,0:1:turn4:1:-", STAGE, "3 is the most"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:1,0:1:move4:0:-", STAGE, "3 is the most"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:1,0:1:turn3:0:-", STAGE, "2 is the most"},
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:1,0:1:card4:0:-", STAGE, "3 is the most"},
  };
  ASSERT_ALL_REJECTED("delfino", bad);
}

static void test_impossible_points_in_a_turn_are_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:1,0:1:card2:1:-", QUIET, "follows a point"},
      {"1:1.1:0000/0120/0030/0000:2.2,4.4:0,1:1:card2:0:-", QUIET, "has no point"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,1:1:move2:0:-", QUIET, "has no point"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,0:1:move2:0:-", QUIET, "has no point"},
      {"1:1.1:0000/0120/0030/0000:1.1,4.4:1,0:1:card2:0:-", STAGE, "no figure lies round the pawn of player 1"},
      {"1:1.1:0000/0120/3030/2100:2.2,4.4:1,0:1:card2:0:-", POINTS, "completed 2 figures"},
  };
  ASSERT_ALL_REJECTED("delfino", bad);
}

static void test_a_turn_out_of_order_is_rejected(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:0,0:2:roll:0:-", PLAYER, "after 0 turns, all without a point"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:0,0:1:roll:3:-", PLAYER, "after 3 turns, all without a point"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:0,0:1:move2:2:-", PLAYER, "after 1 turn, all without a point"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:1,0:1:roll:0:-", PLAYER, "nobody with points"},
      {"1:1.1:0000/0000/0000/0000:2.2,3.3:1,0:1:turn2:1:-", PLAYER, "nobody with points"},
  };
  static const bad_position three_players[] = {
      {"1:1.1:00000/00000/00000/00000/00000:1.1,1.5,5.5:0,0,0:2:roll:1:2", PLAYER, "has given up"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,1.5,5.5:0,0,0:1:roll:1:3", PLAYER, "after 1 turn, all"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,1.5,5.5:0,0,0:2:roll:2:3", PLAYER, "after 2 turns"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,-,5.5:0,0,0:1:roll:3:2", PLAYER, "after 3 turns"},
      {"1:1.1:00000/00000/00000/00000/00000:1.1,1.5,5.5:1,0,0:3:roll:0:-", PLAYER, "nobody with points"},
  };
  ASSERT_ALL_REJECTED("delfino", bad);
  ASSERT_ALL_REJECTED("delfino:players=3", three_players);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_valid_positions_read_back),
      cmocka_unit_test(test_positions_after_resignations_are_valid),
      cmocka_unit_test(test_unreadable_positions_are_rejected),
      cmocka_unit_test(test_impossible_cards_are_rejected),
      cmocka_unit_test(test_impossible_ends_are_rejected),
      cmocka_unit_test(test_impossible_openings_are_rejected),
      cmocka_unit_test(test_impossible_numbers_of_steps_are_rejected),
      cmocka_unit_test(test_impossible_points_in_a_turn_are_rejected),
      cmocka_unit_test(test_a_turn_out_of_order_is_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
