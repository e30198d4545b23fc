/* Position strings of Circle Delta: what is read and written, and what cannot be. */
#include "circle_delta.h"

#include <ascona/random.h>

#define PLAIN "board=rose,rings=3,petals=3,men=2,reds=2,greens=1"
#define BARE "board=rose,rings=2,petals=3,men=2,reds=0,greens=0"
#define REDS "board=rose,rings=2,petals=3,men=2,reds=3,greens=0"

static void test_positions_read_back(void **state) {
  (void)state;
  static const char *const good[] = {
      "1:....../....../......:w:reds:2:2:0",   "1:r...../....../......:b:reds:2:2:0",
      "1:rr..../....../......:w:greens:2:2:0", "1:rr..g./....../......:w:first:2:2:0",
      "1:rr..g./w...../b.....:b:second:1:1:3", "1:r.r.g./w...../......:b:second:1:0:-",
      "1:rr..g./w...../b.....:w:first:0:0:6",  "1:rr..g./w...../......:b:first:0:0:0",
      "1:r.r.g./w...../......:w:second:0:0:-",
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    table t = table_open(PLAIN);
    asc_error error;
    char text[ASC_TEXT_MAX];
    if (asc_position_read(t.rules, good[i], &t.position, &error) < 0) fail_msg("%s: %s", good[i], error.reason);
    asc_position_write(t.rules, &t.position, text, sizeof text);
    assert_string_equal(text, good[i]);
    table_close(&t);
  }
}

typedef struct bad_position {
  const char *text;
  int column;
  const char *reason;
} bad_position;

static void expect_refused(const char *options, const bad_position *bad, size_t count) {
  for (size_t i = 0; i < count; i++) {
    table t = table_open(options);
    asc_error error = {0};
    if (asc_position_read(t.rules, bad[i].text, &t.position, &error) == ASC_OK) fail_msg("%s was read", bad[i].text);
    if (strstr(error.reason, bad[i].reason) == NULL) fail_msg("%s: %s", bad[i].text, error.reason);
    if (error.column != bad[i].column) fail_msg("%s: column %d", bad[i].text, error.column);
    table_close(&t);
  }
}

static void test_what_cannot_be_read_is_refused(void **state) {
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
  expect_refused(PLAIN, bad, sizeof bad / sizeof bad[0]);
}

static void test_what_cannot_be_is_refused(void **state) {
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
  expect_refused(PLAIN, bad, sizeof bad / sizeof bad[0]);
}

static void test_stages_without_men_are_refused(void **state) {
  (void)state;
  table t = table_open("board=rose,rings=3,petals=3,men=2,reds=0,greens=0");
  assert_int_equal(asc_position_read(t.rules, "1:....../....../......:w:reds:2:2:0", &t.position, NULL), ASC_E_INPUT);
  assert_int_equal(asc_position_read(t.rules, "1:....../....../......:w:greens:2:2:0", &t.position, NULL), ASC_E_INPUT);
  table_close(&t);
}

/* What the first turns leave. */

static void test_both_put_a_man_in_their_first_turn(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:....../......:b:first:2:2:0", 25, "White has had a turn"},
      {"1:....../......:b:second:2:2:0", 26, "White has had a turn"},
      {"1:b...../......:w:first:2:1:0", 25, "White has had a turn"},
      {"1:w...../......:w:first:1:2:0", 27, "Black has had a turn"},
      {"1:ww..../......:b:first:0:2:0", 27, "Black has had a turn"},
  };
  expect_refused(BARE, bad, sizeof bad / sizeof bad[0]);
}

static void test_no_turn_is_quiet_before_both_have_put_a_man(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:....../......:w:first:2:2:6", 29, "before both players have put a man"},
      {"1:w...../......:b:first:1:2:1", 29, "before both players have put a man"},
      {"1:w...../......:b:second:1:2:1", 30, "before both players have put a man"},
  };
  expect_refused(BARE, bad, sizeof bad / sizeof bad[0]);
}

/* With draw=literal a turn that places a piece counts, so only the number of turns is a limit. */
static void test_literal_draw_has_counts_of_its_own(void **state) {
  (void)state;
  static const bad_position bad[] = {
      {"1:....../......:w:first:2:2:1", 29, "at most 0 turns are quiet: no more have been played"},
      {"1:w...../......:b:first:1:2:2", 29, "at most 1 turns are quiet: no more have been played"},
      {"1:w...../....b.:w:second:1:1:-", 30, "with draw=literal that changes nothing"},
  };
  expect_refused(BARE ",draw=literal", bad, sizeof bad / sizeof bad[0]);
  table t = table_set(BARE ",draw=literal", "a w. .. ..\nb .. .. ..\n", "b:first:1:2:1");
  table_close(&t);
  t = table_set(BARE ",draw=literal", "a b. .. ..\nb .. .. ..\n", "w:first:1:1:5"); /* White's man was captured */
  table_close(&t);
}

/* White's man takes the last free hole. Black can put none, and six passes of both are a draw. */
static void test_the_first_man_may_fill_the_board(void **state) {
  (void)state;
  const char *options = "board=rose,rings=2,petals=3,men=1,reds=5,greens=6", *full = "a rr rr wg\nb rg gg gg\n";
  table t = table_open(options);
  play(&t, "a1 a2 a3 a4 b1  a5 b2 b3 b4 b5 b6  a5-a6 a5  pass pass  pass pass");
  expect_position(&t, full, "b:first:0:1:2");
  table_close(&t);
  t = table_set(options, full, "w:second:0:1:1");
  play(&t, "pass  pass pass  pass pass  pass pass  pass pass");
  expect_end(&t, 0, 0);
  table_close(&t);
}

/* What the last turn leaves. */

static void test_who_had_a_turn_has_a_man_on_the_board(void **state) {
  (void)state;
  static const bad_position bare[] = {
      {"1:....../......:b:first:1:2:0", 3, "White has just had a turn"},
      {"1:w...../......:w:first:1:1:0", 3, "Black has just had a turn"},
      {"1:w...../......:w:second:1:1:0", 3, "Black has just had a turn"},
      {"1:b...../......:w:first:1:1:2", 29, "after two quiet turns White has a man on the board"},
      {"1:....../......:b:first:1:0:0", 3, "White captured the last man"},
  };
  expect_refused(BARE, bare, sizeof bare / sizeof bare[0]);
  static const bad_position reds[] = {
      {"1:rrr.../w.....:w:first:1:1:0", 3, "Black has just had a turn"}, /* no hole between them is free */
      {"1:r.r..r/...w..:w:first:1:1:1", 3, "Black has just had a turn"}, /* a man locked in is not quiet */
      {"1:r.r..r/......:b:first:1:0:0", 3, "White captured the last man"},
  };
  expect_refused(REDS, reds, sizeof reds / sizeof reds[0]);
}

static void test_it_may_have_been_locked_in(void **state) {
  (void)state;
  table t = table_set(REDS, "a r. r. .r\nb .. .w ..\n", "w:first:1:1:0"); /* Black's on a2 */
  table_close(&t);
  t = table_set(REDS, "a r. .r .r\nb .. .w ..\n", "w:second:1:1:0"); /* and then a red man left a3 */
  table_close(&t);
}

static void test_the_last_men_of_both_are_lost_only_by_the_first_act(void **state) {
  (void)state;
  static const bad_position bare[] = {
      {"1:....../......:w:first:0:0:0", 19, "write 'second'"},
      {"1:....../......:w:second:0:0:-", 30, "no free hole lies between two reds"},
  };
  expect_refused(BARE, bare, sizeof bare / sizeof bare[0]);
  static const bad_position reds[] = {
      {"1:r.r.r./......:w:first:0:0:0", 19, "write 'second'"},
      {"1:r.rr../......:w:second:0:0:-", 30, "two free holes between reds"},
  };
  expect_refused(REDS, reds, sizeof reds / sizeof reds[0]);
}

static void test_a_man_locked_in_leaves_a_free_hole_between_reds(void **state) {
  (void)state;
  static const bad_position one_red[] = {{"1:r...../w.....:w:second:1:1:-", 30, "no free hole lies between two reds"}};
  expect_refused("board=rose,rings=2,petals=3,men=2,reds=1,greens=0", one_red, 1);
  static const bad_position reds[] = {{"1:rrr.../w.....:w:second:1:1:-", 30, "no free hole lies between two reds"}};
  expect_refused(REDS, reds, 1);
}

/* Every rules object of the smallest board. */
static void test_what_play_leads_to_is_possible(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 3);
  for (int set = 0; set < 7 * 7 * 4; set++) {
    char options[64];
    int reds = set % 7, greens = set / 7 % 7, men = set / 49 + 1;
    if (12 - reds - greens < men) continue;
    for (int game = 0; game < 20; game++) {
      (void)snprintf(options, sizeof options, "board=%s,rings=2,petals=3,men=%d,reds=%d,greens=%d",
                     game % 2 == 0 ? "chain" : "rose", men, reds, greens);
      table t = table_open(options);
      asc_move moves[ASC_MOVES_MAX];
      int count;
      for (int ply = 0; ply < 200 && (count = asc_position_moves(t.rules, &t.position, moves)) > 0; ply++) {
        asc_position_play(t.rules, &t.position, moves[asc_random_below(&random, (uint32_t)count)]);
        asc_error error;
        if (asc_position_check(t.rules, &t.position, &error) < 0) fail_msg("%s: %s", options, error.reason);
      }
      table_close(&t);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions_read_back),
      cmocka_unit_test(test_what_cannot_be_read_is_refused),
      cmocka_unit_test(test_what_cannot_be_is_refused),
      cmocka_unit_test(test_stages_without_men_are_refused),
      cmocka_unit_test(test_both_put_a_man_in_their_first_turn),
      cmocka_unit_test(test_no_turn_is_quiet_before_both_have_put_a_man),
      cmocka_unit_test(test_literal_draw_has_counts_of_its_own),
      cmocka_unit_test(test_the_first_man_may_fill_the_board),
      cmocka_unit_test(test_who_had_a_turn_has_a_man_on_the_board),
      cmocka_unit_test(test_it_may_have_been_locked_in),
      cmocka_unit_test(test_the_last_men_of_both_are_lost_only_by_the_first_act),
      cmocka_unit_test(test_a_man_locked_in_leaves_a_free_hole_between_reds),
      cmocka_unit_test(test_what_play_leads_to_is_possible),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
