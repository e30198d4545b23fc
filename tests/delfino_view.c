/* What Delfino shows: the view, its prompts, touches and ways. */
#include "delfino.h"

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

static void test_prompt_counts_what_a_turning_scored(void **state) {
  (void)state;
  char text[ASC_SENTENCE_MAX];
  table t = drawn("delfino",
                  "^  ^  ^  ^2\n"
                  "^  >  v  ^\n"
                  "<  <1 <  ^\n"
                  "v  >  ^  ^\n",
                  "0,0:1:move2:1:-");
  view_after(&t, "turn");
  (void)asc_message_write(t.rules, "en", &view.prompt, text, sizeof text);
  assert_memory_equal(text, "2 points. ", 10);
  table_close(&t);
  t = scored("delfino");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  (void)asc_message_write(t.rules, "en", &view.prompt, text, sizeof text);
  assert_memory_equal(text, "1 point. ", 9);
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
  table t = drawn("delfino", one_short, "4,0:1:move2:2:-");
  view_after(&t, "turn");
  static const char *const cards[] = {"2.2", "2.3", "3.3", "3.2"};
  for (int i = 0; i < 4; i++) assert_true(view_place(cards[i])->marks & ASC_MARK_WON);
  assert_false(view_place("1.1")->marks & ASC_MARK_WON);
  char sentence[ASC_SENTENCE_MAX];
  assert_string_equal(asc_message_english(t.rules, &view.ending, sentence), "5 points");
  assert_int_equal(view.seats[0].points, 10);
  assert_int_equal(view.seats[0].goal, 10); /* half-points: 5 of 5 */
  table_close(&t);
}

static void test_prompts(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "0,0:1:roll:2:-");
  expect_prompt(&t, "Red rolls the die.");
  play(&t, "r4 n2");
  expect_prompt(&t, "2 steps left: turn the card or end the turn. The pawn has moved and needs a turning before it "
                    "moves again.");
  play(&t, "turn");
  expect_prompt(&t, "1 step left: move the pawn, turn its card, or end the turn.");
  table_close(&t);
}

static void test_prompt_names_the_only_corner_left(void **state) {
  (void)state;
  table t = table_open("delfino");
  expect_prompt(&t, "Red puts the pawn on a corner card.");
  play(&t, "4.1");
  expect_prompt(&t, "Black puts the pawn on 1.4, the opposite corner.");
  table_close(&t);
  t = table_open("delfino:players=4");
  play(&t, "1.1 5.5");
  expect_prompt(&t, "Green puts the pawn on a corner card.");
  play(&t, "5.1");
  expect_prompt(&t, "Yellow puts the pawn on 1.5, the corner that is left.");
  table_close(&t);
}

/* How many motions a move's way has, and what the first does. */
static void expect_acts(table *t, const char *token, int count, asc_act act) {
  asc_move move;
  asc_way way;
  assert_int_equal(asc_move_read(t->rules, &t->position, token, &move, NULL), ASC_OK);
  asc_move_way(t->rules, &t->position, move, &way);
  assert_int_equal(way.motion_count, count);
  if (count > 0) assert_int_equal(way.motions[0].act, act);
}

static void test_ways(void **state) {
  (void)state;
  table t = table_open("delfino");
  expect_acts(&t, "1.1", 1, ASC_ACT_PUT);
  play(&t, "1.1 4.4");
  expect_acts(&t, "r3", 1, ASC_ACT_ROLL);
  play(&t, "r3");
  expect_acts(&t, "ne2", 1, ASC_ACT_TRAVEL);
  expect_acts(&t, "turn", 1, ASC_ACT_TURN);
  table_close(&t);
  t = scored("delfino");
  expect_acts(&t, "1.1>0.2", 1, ASC_ACT_TRAVEL);
  table_close(&t);
}

static void test_nothing_moves_when_a_player_declines(void **state) {
  (void)state;
  table t = drawn("delfino", one_short, "0,0:1:move2:1:-");
  expect_acts(&t, "end", 0, ASC_ACT_TRAVEL);
  play(&t, "turn");
  expect_acts(&t, "keep", 0, ASC_ACT_TRAVEL);
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
      cmocka_unit_test(test_view_shows_cards_pawns_and_free_places),
      cmocka_unit_test(test_view_shows_where_a_card_may_go),
      cmocka_unit_test(test_view_tells_new_figures_from_those_that_stand),
      cmocka_unit_test(test_prompt_counts_what_a_turning_scored),
      cmocka_unit_test(test_view_shows_what_is_one_card_short),
      cmocka_unit_test(test_view_marks_the_last_move),
      cmocka_unit_test(test_view_keeps_the_place_a_far_card_came_from),
      cmocka_unit_test(test_view_marks_the_figure_that_won),
      cmocka_unit_test(test_prompts),
      cmocka_unit_test(test_prompt_names_the_only_corner_left),
      cmocka_unit_test(test_ways),
      cmocka_unit_test(test_nothing_moves_when_a_player_declines),
      cmocka_unit_test(test_touches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
