/* What Delfino knows beyond its rules: what players could complete, and their chances. */
#include "delfino.h"

#include <ascona/knowledge.h>
#include <ascona/playout.h>

#include "games/delfino/knowledge_prospects.h"

/* Prospects: the points to be had with 1 to 6 movement points. In the drawings the noses in the middle lack something.
 */

static void expect_gains(const table *t, int player, const char *wanted) {
  delfino_prospects prospects;
  char gains[DELFINO_REACH + 1] = "";
  asc_delfino_prospects_find((const delfino_rules *)t->rules, (const delfino_position *)&t->position, &prospects);
  for (int points = 1; points <= DELFINO_REACH; points++)
    gains[points - 1] = (char)('0' + prospects.gains[player - 1][points]);
  assert_string_equal(gains, wanted);
}

static void expect_gains_drawn(const char *drawing, const char *first, const char *second) {
  table t = drawn("delfino", drawing, "0,0:1:roll:2:-");
  expect_gains(&t, 1, first);
  expect_gains(&t, 2, second);
  table_close(&t);
}

static void test_a_card_lacks_turnings(void **state) {
  (void)state;
  expect_gains_drawn("^  ^  ^  ^2\n"
                     "^  ^1 v  ^\n"
                     "^  ^  <  ^\n"
                     "^  ^  ^  ^\n",
                     "111111", "000000");
  expect_gains_drawn("^  ^  ^  ^2\n"
                     "^  v1 v  ^\n"
                     "^  ^  <  ^\n"
                     "^  ^  ^  ^\n",
                     "001111", "000000");
}

static void test_the_walk_counts(void **state) {
  (void)state;
  /* Two steps and a turning; a knight's move away it takes a step, a turning, a step and a turning. */
  expect_gains_drawn("^  ^  ^  ^\n"
                     "^  ^  v  ^\n"
                     "^  ^  <  ^\n"
                     "^2 ^1 ^  ^\n",
                     "001111", "000111");
}

static void test_a_pawn_holds_its_card(void **state) {
  (void)state;
  expect_gains_drawn("^  ^  ^  ^\n"
                     "^  ^2 v  ^\n"
                     "^  ^  <  ^\n"
                     "^1 ^  ^  ^\n",
                     "000011", "111111");
}

static void test_two_cards_lack_turnings(void **state) {
  (void)state;
  expect_gains_drawn("^  ^  ^  ^2\n"
                     "^  ^1 v  ^\n"
                     "^  ^  v  ^\n"
                     "^  ^  ^  ^\n",
                     "001111", "000111");
}

static void test_a_figure_that_stands_can_be_completed_again(void **state) {
  (void)state;
  expect_gains_drawn("^  ^  ^  ^\n"
                     "^  >1 v  ^\n"
                     "^  ^  <  ^\n"
                     "^2 ^  ^  ^\n",
                     "000111", "000011");
}

static void test_a_hole_is_filled_besides(void **state) {
  (void)state;
  table t = drawn("delfino",
                  "^  ^  ^  .  .\n"
                  "^  .  v  ^  ^\n"
                  "^  ^1 <  ^  ^\n"
                  "^2 ^  ^  ^  .\n",
                  "1,1:1:roll:0:-");
  expect_gains(&t, 1, "000222");
  table_close(&t);
}

/* The most points of the rest of a turn, found by trying everything. */
static int most_points(const table *t, const asc_position *position, int player) {
  asc_move moves[ASC_MOVES_MAX];
  asc_outcome outcome;
  bool over = asc_position_outcome(t->rules, position, &outcome);
  int most = outcome.points[player - 1] / 2;
  if (over || asc_position_turn(t->rules, position) != player) return most;
  int count = asc_position_moves(t->rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_position_play(t->rules, &next, moves[i]);
    int found = most_points(t, &next, player);
    if (found > most) most = found;
  }
  return most;
}

static void random_ply(table *t, asc_random *random) {
  asc_outcome outcome;
  asc_position_play(t->rules, &t->position, asc_random_move(t->rules, &t->position, random));
  if (asc_position_outcome(t->rules, &t->position, &outcome)) asc_position_start(t->rules, &t->position);
}

static void test_prospects_are_nearly_always_right(void **state) {
  (void)state;
  table t = table_open("delfino:players=3");
  const delfino_position *p = (const delfino_position *)&t.position;
  asc_random random;
  int asked = 0, wrong = 0, gained = 0;
  asc_random_seed(&random, 1);
  while (asked < 300) {
    random_ply(&t, &random);
    if (p->stage != DELFINO_SPENDING || p->moved || p->steps < 2) continue;
    delfino_prospects prospects;
    asc_delfino_prospects_find((const delfino_rules *)t.rules, p, &prospects);
    int real = most_points(&t, &t.position, p->player) - p->points[p->player - 1];
    int said = prospects.gains[p->player - 1][p->steps];
    if (said + p->points[p->player - 1] > DELFINO_GOAL) said = DELFINO_GOAL - p->points[p->player - 1];
    wrong += real != said;
    gained += real > 0;
    asked++;
  }
  assert_true(gained > 20);
  assert_in_range(wrong, 0, asked / 30);
  table_close(&t);
}

/* Chances. */

static void chances_of(const table *t, int32_t chances[ASC_PLAYERS_MAX]) {
  int32_t sum = 0;
  t->rules->game->knowledge->chances(t->rules, &t->position, chances);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) {
    assert_in_range(chances[i], 0, i < t->rules->players ? 10000 : 0);
    sum += chances[i];
  }
  assert_int_equal(sum, 10000);
}

static int32_t chance_drawn(int player, const char *drawing, const char *rest) {
  int32_t chances[ASC_PLAYERS_MAX];
  table t = drawn("delfino", drawing, rest);
  chances_of(&t, chances);
  table_close(&t);
  return chances[player - 1];
}

static void test_chances_are_whole_and_turn_with_the_layout(void **state) {
  (void)state;
  static const char *const specs[] = {"delfino", "delfino:players=3", "delfino:players=4",
                                      "delfino:players=4,die=123456,layout=joined"};
  for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
    table t = table_open(specs[k]);
    asc_random random;
    asc_random_seed(&random, k);
    for (int ply = 0; ply < 2000; ply++) {
      int32_t chances[ASC_PLAYERS_MAX], turned[ASC_PLAYERS_MAX];
      table image = t;
      chances_of(&t, chances);
      asc_position_transform(t.rules, 1 + ply % 3, &t.position, &image.position);
      chances_of(&image, turned);
      assert_memory_equal(chances, turned, sizeof chances);
      random_ply(&t, &random);
    }
    table_close(&t);
  }
}

static void test_who_has_left_has_no_chance(void **state) {
  (void)state;
  table t = table_open("delfino:players=4");
  int32_t chances[ASC_PLAYERS_MAX];
  asc_outcome outcome;
  play(&t, "1.1 1.5 5.1 5.5 r2 turn");
  assert_false(asc_position_give_up(t.rules, &t.position, 3, &outcome));
  chances_of(&t, chances);
  assert_int_equal(chances[2], 0);
  assert_true(chances[0] > 0 && chances[1] > 0 && chances[3] > 0);
  assert_false(asc_position_give_up(t.rules, &t.position, 1, &outcome));
  chances_of(&t, chances);
  assert_int_equal(chances[0] + chances[2], 0);
  table_close(&t);
}

static const char quiet_board[] = "^  ^  ^  ^2\n"
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^1 ^  ^  ^\n";

static void test_points_count_and_more_so_when_time_runs_out(void **state) {
  (void)state;
  int32_t even = chance_drawn(1, quiet_board, "1,1:1:roll:0:-");
  int32_t ahead = chance_drawn(1, quiet_board, "2,1:1:roll:1:-");
  int32_t late = chance_drawn(1, quiet_board, "2,1:1:roll:97:-");
  int32_t behind = chance_drawn(1, quiet_board, "1,2:1:roll:0:-");
  assert_in_range(even, 4000, 6500);
  assert_true(ahead > even + 500);
  assert_true(behind < even - 500);
  assert_true(late > ahead + 500);
}

static void test_a_roll_that_wins_is_won(void **state) {
  (void)state;
  const char *drawing = "^  ^  ^  ^2\n"
                        "^  ^1 v  ^\n"
                        "^  ^  <  ^\n"
                        "^  ^  ^  ^\n";
  assert_int_equal(chance_drawn(1, drawing, "4,4:1:roll:0:-"), 10000);
  assert_int_equal(chance_drawn(1, drawing, "4,4:1:move1:1:-"), 10000);
  /* Of 2, 3 and 4 only the last is enough. */
  drawing = "^  ^  ^  ^\n"
            "^  ^  v  ^\n"
            "^  ^  <  ^\n"
            "^1 ^  ^  ^2\n";
  assert_in_range(chance_drawn(1, drawing, "4,4:1:roll:0:-"), 3334, 9999);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_card_lacks_turnings),
      cmocka_unit_test(test_the_walk_counts),
      cmocka_unit_test(test_a_pawn_holds_its_card),
      cmocka_unit_test(test_two_cards_lack_turnings),
      cmocka_unit_test(test_a_figure_that_stands_can_be_completed_again),
      cmocka_unit_test(test_a_hole_is_filled_besides),
      cmocka_unit_test(test_prospects_are_nearly_always_right),
      cmocka_unit_test(test_chances_are_whole_and_turn_with_the_layout),
      cmocka_unit_test(test_who_has_left_has_no_chance),
      cmocka_unit_test(test_points_count_and_more_so_when_time_runs_out),
      cmocka_unit_test(test_a_roll_that_wins_is_won),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
