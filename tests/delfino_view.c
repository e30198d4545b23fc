/* What Delfino shows: position strings, the view, touches. */
#include "delfino.h"

/* Positions as text. */

static void test_good_positions_read_back(void **state) {
  (void)state;
  static const char *const good[][2] = {
      {"delfino", "1:1.1:0000/0000/0000/0000:-,-:0,0:1:place:0:-"},
      {"delfino", "1:1.1:0123/0123/0123/0123:4.1,-:0,0:2:place:0:-"},
      {"delfino", "1:1.1:0123/0123/0123/0123:4.1,1.4:0,0:2:move4:100:-"},
      {"delfino", "1:0.1:.0000/.0000/00000/.000.:4.2,1.4:1,0:2:turn3:100:-"},
      {"delfino", "1:1.1:0000/0000/0000/0000:1.1,1.2:1,0:1:card0:0:-"},
      {"delfino", "1:1.1:0000/0000/0000/0000:1.1,1.2:5,4:-:over:0:-"},
      {"delfino", "1:1.1:0000/0000/0000/0000:-,-:0,0:-:over:0:2"},
      {"delfino", "1:-7.1:........0000/........0000/........0000/0.......000.:1.2,1.3:4,4:2:roll:0:-"},
      {"delfino:players=3", "1:1.1:00000/00000/00000/00000/00000:1.1,-,5.5:0,0,0:3:roll:149:2"},
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    table t = table_open(good[i][0]);
    char text[ASC_TEXT_MAX];
    asc_error error;
    if (asc_position_read(t.rules, good[i][1], &t.position, &error) < 0)
      fail_msg("%s: column %d, %s", good[i][1], error.column, error.reason);
    asc_position_write(t.rules, &t.position, text, sizeof text);
    assert_string_equal(text, good[i][1]);
    table_close(&t);
  }
}

static void expect_refused(const char *spec, const char *text, const char *reason) {
  table t = table_open(spec);
  asc_error error = {0};
  if (asc_position_read(t.rules, text, &t.position, &error) == ASC_OK) fail_msg("%s was read", text);
  if (strstr(error.reason, reason) == NULL) fail_msg("%s: %s, not %s", text, error.reason, reason);
  table_close(&t);
}

static void test_unreadable_positions_are_refused(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"", "'1:' is missing"},
      {"2:1.1:0000/0000/0000/0000:-,-:0,0:1:place:0:-", "'1:' is missing"},
      {"1:1:0000/0000/0000/0000:-,-:0,0:1:place:0:-", "a place is x.y"},
      {"1:-8.1:0000/0000/0000/0000:-,-:0,0:1:place:0:-", "a place is x.y"},
      {"1:1.1:0000/0040/0000/0000:-,-:0,0:1:place:0:-", "a row holds"},
      {"1:1.1:0000/000/0000/0000:-,-:0,0:1:place:0:-", "not equally long"},
      {"1:1.1:0000/0000/0000/0000/:-,-:0,0:1:place:0:-", "not equally long"},
      {"1:1.1:0000000000000/0000/0000/0000:-,-:0,0:1:place:0:-", "not equally long"},
      {"1:1.1:0000000000000/0000000000000/0000000000000/0000000000000:-,-:0,0:1:place:0:-", "16 is the most"},
      {"1:1.1:0000/0000/0000/0000:5.1,-:0,0:2:place:0:-", "stands on no card"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.1:0,0:1:roll:0:-", "two pawns"},
      {"1:1.1:0000/0000/0000/0000:-:0,0:1:place:0:-", "',' is missing"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,6:1:place:0:-", "0 to 5"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,0,0:1:place:0:-", "':' is missing"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,0:3:place:0:-", "1 to 2"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:5,0:0:over:0:-", "1 to 2"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:rolls:0:-", "':' is missing"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:move:0:-", "movement points"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:wait:0:-", "the stage is"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:101:-", "0 to 100"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:", "given up"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:3", "given up"},
      {"1:1.1:0000/0000/0000/0000:1.1,4.4:0,0:1:roll:0:-x", "goes on"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) expect_refused("delfino", bad[i][0], bad[i][1]);
}

static void test_impossible_positions_are_refused(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"1:1.1:0000/0000/0000/000.:1.1,1.2:0,0:1:roll:0:-", "15 cards"},
      {"1:1.1:000/000/000/000:1.1,1.2:0,0:1:roll:0:-", "do not cover the first grid"},
      {"1:1.1:0000./0000./0000./0000.:1.1,1.2:4,4:1:roll:0:-", "cover more"},
      {"1:1.1:0000./0000./0000./000.0:1.1,1.2:0,0:1:roll:0:-", "allow 0 card moves"},
      {"1:1.1:0000./0000./0000./000.0:1.1,1.2:1,0:1:card1:0:-", "allow 0 card moves"},
      {"1:1.1:0000../0000../0000../000..0:1.1,1.2:1,0:1:roll:0:-", "further out than 1"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:5,0:1:roll:0:-", "the game is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:5,5:-:over:0:-", "the first wins"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:5,0:-:over:3:-", "not one without a point"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:5,0:-:over:0:1", "cannot have given up"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:-:over:9:-", "nothing has ended the game"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:1:over:100:-", "nobody's turn"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:1:roll:100:-", "the game is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:1:roll:0:2", "the game is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:-:over:0:12", "not all players"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:4,0:-:roll:0:-", "no player 0"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:0,0:1:roll:0:-", "a pawn does not stand"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:0,0:1:place:0:-", "is to put his pawn"},
      {"1:1.1:0000/0000/0000/0000:-,-:0,0:2:place:0:-", "is to put his pawn"},
      {"1:1.1:0000/0000/0000/0000:1.2,-:0,0:2:place:0:-", "begins on a corner"},
      {"1:1.1:0000/0000/0000/0000:1.1,-:1,0:2:place:0:-", "when all pawns stand"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,0:1:move5:1:-", "4 is the most"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,0:1:move0:1:-", "the turn is over"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,0:1:turn4:1:-", "3 is the most"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:1,0:1:card4:0:-", "3 is the most"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:1,0:1:card2:1:-", "follows a point"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,1:1:card2:0:-", "has no point"},
      {"1:1.1:0000/0000/0000/0000:1.1,1.2:0,1:1:move2:0:-", "has no point"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) expect_refused("delfino", bad[i][0], bad[i][1]);
  expect_refused("delfino:players=3", "1:1.1:00000/00000/00000/00000/00000:1.1,-,5.5:0,0,0:2:roll:1:2", "has given up");
  expect_refused("delfino:layout=joined", "1:1.1:0000./0000./0000./000.0:1.2,1.3:1,1:1:roll:0:-",
                 "do not hang together");
}

/* The view, touches and ways. */

static const asc_place *view_place(const char *id) {
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return &view.places[i];
  return NULL;
}

static int view_shapes(const char *kind) {
  int count = 0;
  for (int i = 0; i < view.shape_count; i++) count += strcmp(view.shapes[i].kind, kind) == 0;
  return count;
}

/* Plays the tokens and views the position after the last of them. */
static void view_after(table *t, const char *tokens) {
  char line[128];
  (void)snprintf(line, sizeof line, "%s", tokens);
  char *last = strrchr(line, ' ');
  if (last != NULL) {
    *last++ = '\0';
    play(t, line);
  }
  asc_position before = t->position;
  asc_move move;
  assert_int_equal(asc_move_read(t->rules, &before, last == NULL ? line : last, &move, NULL), ASC_OK);
  asc_position_play(t->rules, &t->position, move);
  asc_position_view(t->rules, &t->position, &before, move, &view);
}

static void test_view_shows_cards_pawns_and_free_places(void **state) {
  (void)state;
  table t = drawn_at("delfino", "0.1",
                     ".  ^  ^  ^  ^2\n"
                     ".  ^  >  v  ^\n"
                     "<  ^  ^1 <  ^\n"
                     ".  .  ^  ^  ^\n",
                     "1,0:1:move1:0:-");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.place_count, 17);
  assert_int_equal(view_place("2.3")->ground_turns, 1);
  assert_int_equal(view_place("1.1")->ground, ASC_NO_KIND);
  assert_string_equal(t.rules->game->kinds[view_place("4.4")->man].id, "pawn-2");
  assert_string_equal(view_place("0.2")->name.key, "place.outside");
  assert_string_equal(view_place("2.2")->state.key, "state.card-0-pawn-1");
  assert_string_equal(view.places[view_place("1.1")->next[ASC_UP]].id, "1.2");
  assert_string_equal(view.places[view_place("1.2")->next[ASC_LEFT]].id, "0.2");
  assert_int_equal(view_shapes("figure-nose"), 1);
  table_close(&t);
}

static void test_view_shows_where_a_card_may_go(void **state) {
  (void)state;
  table t = scored("delfino");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.place_count, 16 + 16);
  assert_non_null(view_place("0.1"));
  assert_null(view_place("0.0"));
  table_close(&t);
}

static void test_view_tells_new_figures_from_those_that_stand(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  >  v  ^2\n"
                  "^  <1 <  ^\n"
                  "^  >  v  ^\n"
                  "^  ^  <  ^\n",
                  "0,0:1:move4:1:-");
  view_after(&t, "turn");
  assert_int_equal(view_shapes("new-figure-nose"), 1);
  assert_int_equal(view_shapes("figure-nose"), 1);
  assert_true(view_place("2.3")->marks & ASC_MARK_TURNED);
  view_after(&t, "keep");
  assert_int_equal(view_shapes("figure-nose"), 2);
  table_close(&t);
}

static void test_view_shows_what_is_one_card_short(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "0,0:1:move2:1:-");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view_shapes("short-nose"), 1);
  assert_int_equal(view_shapes("figure-nose"), 0);
  table_close(&t);
}

static void test_view_marks_the_last_move(void **state) {
  (void)state;
  table t = table_open("delfino");
  view_after(&t, "1.1 4.4 r4 e2");
  assert_int_equal(view_place("1.1")->marks, ASC_MARK_FROM);
  assert_int_equal(view_place("3.1")->marks, ASC_MARK_TO);
  assert_int_equal(view.last.motions[0].act, ASC_ACT_TRAVEL);
  assert_int_equal(view.last.motions[0].curves, 1);
  table_close(&t);
  t = scored("delfino");
  view_after(&t, "1.1>0.2");
  assert_int_equal(view_place("1.1")->marks, ASC_MARK_FROM);
  assert_int_equal(view_place("0.2")->marks, ASC_MARK_TO);
  table_close(&t);
}

static void test_view_keeps_the_place_a_far_card_came_from(void **state) {
  (void)state;
  table t = drawn_at("delfino", "1.1",
                     "^  ^  ^  ^2 .  .\n"
                     "^  >  v  ^  .  .\n"
                     "^  <1 <  ^  .  ^\n"
                     "^  ^  ^  .  .  .\n",
                     "1,1:1:move2:1:-");
  view_after(&t, "turn 6.2>4.1");
  assert_int_equal(view_place("6.2")->marks, ASC_MARK_FROM);
  assert_int_equal(view_place("6.2")->ground, ASC_NO_KIND);
  table_close(&t);
}

static void test_view_marks_the_figure_that_won(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "4,0:1:move2:1:-");
  view_after(&t, "turn");
  static const char *const cards[] = {"2.2", "2.3", "3.3", "3.2"};
  for (int i = 0; i < 4; i++) assert_true(view_place(cards[i])->marks & ASC_MARK_WON);
  assert_false(view_place("1.1")->marks & ASC_MARK_WON);
  table_close(&t);
}

static void test_prompts(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "0,0:1:roll:1:-");
  expect_prompt(&t, "Red rolls the die.");
  play(&t, "r4 n2");
  expect_prompt(&t, "2 points left: turn the card or end the turn. The pawn has moved and needs a turning before it "
                    "moves again.");
  play(&t, "turn");
  expect_prompt(&t, "1 point left: move the pawn, turn its card, or end the turn.");
  table_close(&t);
}

static void expect_steps(table *t, const char *token, const char *first, const char *second) {
  asc_move move;
  asc_steps steps;
  assert_int_equal(asc_move_read(t->rules, &t->position, token, &move, NULL), ASC_OK);
  asc_move_steps(t->rules, &t->position, move, &steps);
  assert_int_equal(steps.count, second == NULL ? 1 : 2);
  assert_string_equal(steps.ids[0], first);
  if (second != NULL) assert_string_equal(steps.ids[1], second);
}

static void test_touches(void **state) {
  (void)state;
  table t = table_open("delfino");
  expect_steps(&t, "1.1", "1.1", NULL);
  play(&t, "1.1 4.4");
  expect_steps(&t, "r3", "r3", NULL);
  play(&t, "r3");
  expect_steps(&t, "ne2", "3.3", NULL);
  expect_steps(&t, "turn", "turn", NULL);
  table_close(&t);
  t = scored("delfino");
  expect_steps(&t, "1.1>0.2", "1.1", "0.2");
  expect_steps(&t, "keep", "keep", NULL);
  table_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_positions_read_back),
      cmocka_unit_test(test_unreadable_positions_are_refused),
      cmocka_unit_test(test_impossible_positions_are_refused),
      cmocka_unit_test(test_view_shows_cards_pawns_and_free_places),
      cmocka_unit_test(test_view_shows_where_a_card_may_go),
      cmocka_unit_test(test_view_tells_new_figures_from_those_that_stand),
      cmocka_unit_test(test_view_shows_what_is_one_card_short),
      cmocka_unit_test(test_view_marks_the_last_move),
      cmocka_unit_test(test_view_keeps_the_place_a_far_card_came_from),
      cmocka_unit_test(test_view_marks_the_figure_that_won),
      cmocka_unit_test(test_prompts),
      cmocka_unit_test(test_touches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
