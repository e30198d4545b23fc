/* What Kulami shows and says: the view, and why something is not allowed. */
#include "kulami.h"

static void assert_why(const table *t, const char *token, const char *sentence) {
  asc_message message;
  char text[ASC_SENTENCE_MAX];
  assert_int_equal(asc_position_why(t->rules, &t->position, NULL, token, &message), 0);
  asc_message_write(t->rules, "en", &message, text, sizeof text);
  assert_string_equal(text, sentence);
}

/* Red d4 on plate H, Black a4 on plate J; Red is to move. */
static void test_why_a_hollow_is_closed(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4 a4");
  assert_why(&t, "d4", "d4 holds a red marble. A marble goes into a free hollow.");
  assert_why(&t, "a4", "a4 holds a black marble. A marble goes into a free hollow.");
  assert_why(&t, "c2",
             "c2 is neither in column a nor in row 4. A marble goes into the column or the row of the one "
             "just put, a4.");
  assert_why(&t, "b4",
             "b4 lies on the same plate as a4, where the last marble went. The plates of the last two marbles "
             "are barred.");
  assert_why(&t, "c4",
             "c4 lies on the plate that received the marble before a4. The plates of the last two marbles "
             "are barred.");
  asc_rules_close(t.rules);
}

static void test_why_there_is_no_such_hollow(void **state) {
  (void)state;
  table t = opened("kulami:board=example");
  assert_why(&t, "a9", "There is no hollow at a9: no plate lies there. A marble goes into a hollow.");
  assert_why(&t, "k4", "k4 is off the board. Its columns are a to i, its rows 1 to 9.");
  assert_why(&t, "d10", "d10 is off the board. Its rows are 1 to 9, its columns a to i.");
  assert_why(&t, "d0", "d0 is off the board. Its rows are 1 to 9, its columns a to i.");
  asc_rules_close(t.rules);
}

static void test_why_a_token_is_no_move(void **state) {
  (void)state;
  table t = opened("kulami");
  assert_why(&t, "", "Nothing was said. A move is the hollow that gets the marble, as in a8.");
  assert_why(&t, "d", "This is only a letter. A move is a column and a row, as in a8.");
  assert_why(&t, "4", "This is only a number. A move is a column and a row, as in a8.");
  assert_why(&t, "D4", "Columns have small letters. Write d4.");
  assert_why(&t, "D", "This is only a letter. A move is a column and a row, as in a8.");
  assert_why(&t, "d4-e4", "More follows after d4. A move is one hollow: a marble is put and never moves.");
  assert_why(&t, "pass", "Nobody passes in Kulami. There is still a hollow to fill, a8 for one.");
  assert_why(&t, "Pass", "Nobody passes in Kulami. There is still a hollow to fill, a8 for one.");
  assert_why(&t, "d04", "This does not name a hollow. A move is a column's small letter and a row's number, as in a8.");
  assert_why(&t, "\xff",
             "This does not name a hollow. A move is a column's small letter and a row's number, as in a8.");
  asc_rules_close(t.rules);
}

static void test_why_nothing_follows_a_touch(void **state) {
  (void)state;
  table t = opened("kulami");
  asc_steps touched = {.count = 1, .ids = {"d4"}};
  asc_message message;
  assert_int_equal(asc_position_why(t.rules, &t.position, &touched, "e4", &message), 0);
  assert_string_equal(message.key, "why.one-touch");
  asc_rules_close(t.rules);
}

static void test_why_it_is_over(void **state) {
  (void)state;
  table stuck = set_up("kulami:board=example", FINISHED, "f2", "O"), all_put = set_up("kulami", ALL_PUT, "h3", "D");
  assert_why(&stuck, "f1", "The game is over: Black could not put a marble, and Red has won, 31 to 27.");
  assert_why(&all_put, "a1", "The game is over: all marbles are put, and Black has won, 38 to 26.");
  asc_rules_close(stuck.rules);
  asc_rules_close(all_put.rules);
}

static asc_view view; /* too large for the stack of a careful person */

static void look(const table *t) { asc_position_view(t->rules, &t->position, NULL, 0, &view); }

static const asc_place *place_at(const char *id) {
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return &view.places[i];
  fail_msg("no place %s", id);
  return NULL;
}

static void assert_says(const table *t, const asc_message *message, const char *sentence) {
  char text[ASC_SENTENCE_MAX];
  asc_message_write(t->rules, "en", message, text, sizeof text);
  assert_string_equal(text, sentence);
}

static void test_view_bars_the_last_two_plates(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4 a4");
  look(&t);
  assert_int_equal(view.region_count, 17);
  for (int i = 0; i < 17; i++) {
    bool barred = i == place_at("d4")->region || i == place_at("a4")->region;
    assert_int_equal(view.regions[i].marks, barred ? ASC_MARK_BARRED : 0);
  }
  asc_rules_close(t.rules);
}

static void test_view_bars_nothing_when_all_marbles_are_put(void **state) {
  (void)state;
  table t = set_up("kulami", ALL_PUT, "h3", "D");
  look(&t);
  for (int i = 0; i < 17; i++) assert_int_equal(view.regions[i].marks, 0);
  assert_int_equal(view.shape_count, 0);
  asc_rules_close(t.rules);
}

static void test_view_says_who_leads_a_plate(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4 a4");
  look(&t);
  const asc_region *red = &view.regions[place_at("d4")->region], *black = &view.regions[place_at("a4")->region];
  assert_says(&t, &red->name, "plate H, 6 hollows");
  assert_says(&t, &red->state, "Red leads 1 to 0 and has 6 points");
  assert_says(&t, &black->state, "Black leads 1 to 0 and has 2 points");
  assert_says(&t, &view.regions[0].state, "empty, 4 points for who leads it");
  assert_int_equal(red->leader, 1);
  assert_int_equal(black->leader, 2);
  assert_int_equal(view.regions[0].leader, 0);
  asc_rules_close(t.rules);
}

static void test_view_tells_the_ending_in_few_words(void **state) {
  (void)state;
  table stuck = set_up("kulami:board=example", FINISHED, "f2", "O"), all_put = set_up("kulami", ALL_PUT, "h3", "D");
  look(&stuck);
  assert_string_equal(view.ending.key, "ending.stuck");
  assert_int_equal(view.ending.args[0].number, 2);
  look(&all_put);
  assert_says(&all_put, &view.ending, "All marbles are put");
  asc_rules_close(stuck.rules);
  asc_rules_close(all_put.rules);
}

/* c4 d4 e4 over c5 d5 e5. */
static void test_view_outlines_plates(void **state) {
  (void)state;
  table t = opened("kulami");
  look(&t);
  const asc_region *plate = &view.regions[place_at("d4")->region];
  assert_int_equal(plate->left, 1500);
  assert_int_equal(plate->right, 4500);
  assert_int_equal(plate->top, 2500);
  assert_int_equal(plate->bottom, 4500);
  asc_rules_close(t.rules);
}

static void test_view_marks_the_last_marble_with_its_lines(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4");
  look(&t);
  assert_int_equal(place_at("d4")->marks, ASC_MARK_TO);
  for (int i = 0; i < view.label_count; i++) {
    const asc_label *label = &view.labels[i];
    assert_int_equal(label->lit, strcmp(label->text, "d") == 0 || strcmp(label->text, "4") == 0);
  }
  asc_rules_close(t.rules);
}

static int shapes_of(const char *kind) {
  int count = 0;
  for (int i = 0; i < view.shape_count; i++) count += strcmp(view.shapes[i].kind, kind) == 0;
  return count;
}

/* Column i has a gap between i5 and i2: one dotted piece from the one to the other. */
static void test_view_draws_permission_across_a_gap(void **state) {
  (void)state;
  table t = opened("kulami:board=example");
  put(&t, "i7");
  look(&t);
  assert_int_equal(shapes_of("permission-gap"), 1);
  for (int i = 0; i < view.shape_count; i++) {
    const asc_curve *curve = &view.shapes[i].curve;
    if (strcmp(view.shapes[i].kind, "permission-gap") != 0) continue;
    assert_int_equal(curve->x1, place_at("i5")->x);
    assert_int_equal(curve->x2, place_at("i2")->x);
    assert_true(curve->y1 > place_at("i5")->y && curve->y2 < place_at("i2")->y);
  }
  asc_rules_close(t.rules);
}

static void test_view_has_no_lines_before_the_first_marble(void **state) {
  (void)state;
  table t = opened("kulami");
  look(&t);
  assert_int_equal(view.shape_count, 0);
  assert_says(&t, &view.prompt, "Red begins: put a marble into any hollow.");
  asc_rules_close(t.rules);
}

static void test_view_leads_arrows_across_gaps(void **state) {
  (void)state;
  table t = opened("kulami:board=example");
  look(&t);
  assert_string_equal(view.places[place_at("i5")->next[ASC_DOWN]].id, "i2");
  assert_string_equal(view.places[place_at("i2")->next[ASC_UP]].id, "i5");
  assert_string_equal(view.places[place_at("b3")->next[ASC_RIGHT]].id, "c3");
  assert_int_equal(place_at("i2")->next[ASC_DOWN], ASC_NO_PLACE);
  asc_rules_close(t.rules);
}

static void test_view_shows_all_numbers_of_the_level(void **state) {
  (void)state;
  table t = set_up("kulami:board=example,level=3", FINISHED, "f2", "O");
  look(&t);
  assert_says(&t, &view.seats[0].state, "plates 31, largest area 12, chains 12");
  assert_says(&t, &view.seats[1].state, "plates 27, largest area 17, chains 15");
  assert_int_equal(view.seats[0].points, 2 * 55);
  assert_int_equal(shapes_of("chain-red"), 2);
  assert_int_equal(shapes_of("chain-black"), 3);
  assert_says(&t, &view.prompt, "Black cannot put a marble, and so the game ends. Black wins, 59 to 55.");
  asc_rules_close(t.rules);
}

static void test_view_counts_marbles_in_hand(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4");
  look(&t);
  assert_int_equal(view.stocks[0].count, 27);
  assert_int_equal(view.stocks[1].count, 28);
  asc_rules_close(t.rules);
}

static void test_prompt_names_lines_and_plates(void **state) {
  (void)state;
  table t = opened("kulami");
  put(&t, "d4");
  look(&t);
  assert_says(&t, &view.prompt,
              "Black: put a marble into column d or row 4, but not on the plate that just received one.");
  put(&t, "a4");
  look(&t);
  assert_says(&t, &view.prompt,
              "Red: put a marble into column a or row 4, but not on the two plates that received the last two.");
  asc_rules_close(t.rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_why_a_hollow_is_closed),
      cmocka_unit_test(test_why_there_is_no_such_hollow),
      cmocka_unit_test(test_why_a_token_is_no_move),
      cmocka_unit_test(test_why_nothing_follows_a_touch),
      cmocka_unit_test(test_why_it_is_over),
      cmocka_unit_test(test_view_bars_the_last_two_plates),
      cmocka_unit_test(test_view_bars_nothing_when_all_marbles_are_put),
      cmocka_unit_test(test_view_says_who_leads_a_plate),
      cmocka_unit_test(test_view_tells_the_ending_in_few_words),
      cmocka_unit_test(test_view_outlines_plates),
      cmocka_unit_test(test_view_marks_the_last_marble_with_its_lines),
      cmocka_unit_test(test_view_draws_permission_across_a_gap),
      cmocka_unit_test(test_view_has_no_lines_before_the_first_marble),
      cmocka_unit_test(test_view_leads_arrows_across_gaps),
      cmocka_unit_test(test_view_shows_all_numbers_of_the_level),
      cmocka_unit_test(test_view_counts_marbles_in_hand),
      cmocka_unit_test(test_prompt_names_lines_and_plates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
