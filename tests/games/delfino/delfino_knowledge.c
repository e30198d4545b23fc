/* Tests of the engine's knowledge of Delfino: what players could complete, and their chances. */
#include "delfino.h"

#include <ascona/knowledge.h>
#include <ascona/playout.h>

#include "games/delfino/knowledge_prospects.h"

/* Prospects: the points within reach with 1 to 6 steps. In the drawings the noses in the middle are incomplete. */

static void assert_gains(const test_game *t, int player, const char *wanted) {
  asc_delfino_prospects prospects;
  char gains[ASC_DELFINO_STEPS_MAX + 1] = "";
  asc_delfino_prospects_find((const asc_delfino_rules *)t->rules, (const asc_delfino_position *)&t->position,
                             &prospects);
  for (int steps = 1; steps <= ASC_DELFINO_STEPS_MAX; steps++)
    gains[steps - 1] = (char)('0' + prospects.gains[player - 1][steps]);
  assert_string_equal(gains, wanted);
}

static void assert_gains_in_drawing(const char *drawing, const char *first, const char *second) {
  test_game t = game_from_drawing("delfino", drawing, "0,0:1:roll:2:-");
  assert_gains(&t, 1, first);
  assert_gains(&t, 2, second);
  game_close(&t);
}

static void test_gains_count_turns_of_one_card(void **state) {
  (void)state;
  assert_gains_in_drawing("^  ^  ^  ^2\n"
                          "^  ^1 v  ^\n"
                          "^  ^  <  ^\n"
                          "^  ^  ^  ^\n",
                          "111111", "000000");
  assert_gains_in_drawing("^  ^  ^  ^2\n"
                          "^  v1 v  ^\n"
                          "^  ^  <  ^\n"
                          "^  ^  ^  ^\n",
                          "001111", "000000");
}

static void test_gains_count_the_steps_to_the_card(void **state) {
  (void)state;
  /* Two steps and a turn of the card. A knight's move away it takes a step, a turn, a step and a turn. */
  assert_gains_in_drawing("^  ^  ^  ^\n"
                          "^  ^  v  ^\n"
                          "^  ^  <  ^\n"
                          "^2 ^1 ^  ^\n",
                          "001111", "000111");
}

static void test_a_pawn_blocks_its_card_for_others(void **state) {
  (void)state;
  assert_gains_in_drawing("^  ^  ^  ^\n"
                          "^  ^2 v  ^\n"
                          "^  ^  <  ^\n"
                          "^1 ^  ^  ^\n",
                          "000011", "111111");
}

static void test_gains_count_turns_of_two_cards(void **state) {
  (void)state;
  assert_gains_in_drawing("^  ^  ^  ^2\n"
                          "^  ^1 v  ^\n"
                          "^  ^  v  ^\n"
                          "^  ^  ^  ^\n",
                          "001111", "000111");
}

static void test_an_existing_figure_can_be_completed_again(void **state) {
  (void)state;
  assert_gains_in_drawing("^  ^  ^  ^\n"
                          "^  >1 v  ^\n"
                          "^  ^  <  ^\n"
                          "^2 ^  ^  ^\n",
                          "000111", "000011");
}

static void test_gains_include_a_gap_filled_by_the_card_move(void **state) {
  (void)state;
  test_game t = game_from_drawing("delfino",
                                  "^  ^  ^  .  .\n"
                                  "^  .  v  ^  ^\n"
                                  "^  ^1 <  ^  ^\n"
                                  "^2 ^  ^  ^  .\n",
                                  "1,1:1:roll:0:-");
  assert_gains(&t, 1, "000222");
  game_close(&t);
}

/* Returns the most points that the rest of a turn can lead to, found by trying all moves. */
static int max_points(const test_game *t, const asc_position *position, int player) {
  asc_move moves[ASC_MOVES_MAX];
  asc_outcome outcome;
  bool over = asc_position_outcome(t->rules, position, &outcome);
  int max = outcome.points[player - 1] / 2;
  if (over || asc_position_turn(t->rules, position) != player) return max;
  int count = asc_position_moves(t->rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_position_play(t->rules, &next, moves[i]);
    int found = max_points(t, &next, player);
    if (found > max) max = found;
  }
  return max;
}

static void play_random_ply(test_game *t, asc_random *random) {
  asc_outcome outcome;
  asc_position_play(t->rules, &t->position, asc_random_move(t->rules, &t->position, random));
  if (asc_position_outcome(t->rules, &t->position, &outcome)) asc_position_start(t->rules, &t->position);
}

static void test_prospects_are_nearly_always_right(void **state) {
  (void)state;
  test_game t = game_open("delfino:players=3");
  const asc_delfino_position *p = (const asc_delfino_position *)&t.position;
  asc_random random;
  int checked = 0, wrong = 0, gained = 0;
  asc_random_seed(&random, 1);
  while (checked < 300) {
    play_random_ply(&t, &random);
    if (p->stage != ASC_DELFINO_STAGE_SPENDING || p->moved || p->steps < 2) continue;
    asc_delfino_prospects prospects;
    asc_delfino_prospects_find((const asc_delfino_rules *)t.rules, p, &prospects);
    int actual = max_points(&t, &t.position, p->player) - p->points[p->player - 1];
    int predicted = prospects.gains[p->player - 1][p->steps];
    if (predicted + p->points[p->player - 1] > ASC_DELFINO_GOAL)
      predicted = ASC_DELFINO_GOAL - p->points[p->player - 1];
    wrong += actual != predicted;
    gained += actual > 0;
    checked++;
  }
  assert_true(gained > 20);
  assert_in_range(wrong, 0, checked / 30);
  game_close(&t);
}

/* Chances. */

static void get_chances(const test_game *t, int32_t chances[ASC_PLAYERS_MAX]) {
  int32_t sum = 0;
  t->rules->game->knowledge->win_chances(t->rules, &t->position, chances);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) {
    assert_in_range(chances[i], 0, i < t->rules->players ? 10000 : 0);
    sum += chances[i];
  }
  assert_int_equal(sum, 10000);
}

static int32_t chance_in_drawing(int player, const char *drawing, const char *rest) {
  int32_t chances[ASC_PLAYERS_MAX];
  test_game t = game_from_drawing("delfino", drawing, rest);
  get_chances(&t, chances);
  game_close(&t);
  return chances[player - 1];
}

static void test_chances_add_up_and_ignore_rotation(void **state) {
  (void)state;
  static const char *const specs[] = {"delfino", "delfino:players=3", "delfino:players=4",
                                      "delfino:players=4,die=123456,layout=joined"};
  for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
    test_game t = game_open(specs[k]);
    asc_random random;
    asc_random_seed(&random, k);
    for (int ply = 0; ply < 2000; ply++) {
      int32_t chances[ASC_PLAYERS_MAX], turned[ASC_PLAYERS_MAX];
      test_game image = t;
      get_chances(&t, chances);
      asc_position_transform(t.rules, 1 + ply % 3, &t.position, &image.position);
      get_chances(&image, turned);
      assert_memory_equal(chances, turned, sizeof chances);
      play_random_ply(&t, &random);
    }
    game_close(&t);
  }
}

static void test_resigned_players_have_no_chance(void **state) {
  (void)state;
  test_game t = game_open("delfino:players=4");
  int32_t chances[ASC_PLAYERS_MAX];
  asc_outcome outcome;
  play(&t, "1.1 1.5 5.1 5.5 r2 turn");
  assert_false(asc_position_resign(t.rules, &t.position, 3, &outcome));
  get_chances(&t, chances);
  assert_int_equal(chances[2], 0);
  assert_true(chances[0] > 0 && chances[1] > 0 && chances[3] > 0);
  assert_false(asc_position_resign(t.rules, &t.position, 1, &outcome));
  get_chances(&t, chances);
  assert_int_equal(chances[0] + chances[2], 0);
  game_close(&t);
}

static const char quiet_board[] = "^  ^  ^  ^2\n"
                                  "^  ^  ^  ^\n"
                                  "^  ^  ^  ^\n"
                                  "^1 ^  ^  ^\n";

static void test_points_count_more_near_the_limit_of_quiet_turns(void **state) {
  (void)state;
  int32_t even = chance_in_drawing(1, quiet_board, "1,1:1:roll:0:-");
  int32_t ahead = chance_in_drawing(1, quiet_board, "2,1:1:roll:1:-");
  int32_t late = chance_in_drawing(1, quiet_board, "2,1:1:roll:97:-");
  int32_t behind = chance_in_drawing(1, quiet_board, "1,2:1:roll:0:-");
  assert_in_range(even, 4000, 6500);
  assert_true(ahead > even + 500);
  assert_true(behind < even - 500);
  assert_true(late > ahead + 500);
}

static void test_a_certain_win_is_a_chance_of_100_percent(void **state) {
  (void)state;
  const char *drawing = "^  ^  ^  ^2\n"
                        "^  ^1 v  ^\n"
                        "^  ^  <  ^\n"
                        "^  ^  ^  ^\n";
  assert_int_equal(chance_in_drawing(1, drawing, "4,4:1:roll:0:-"), 10000);
  assert_int_equal(chance_in_drawing(1, drawing, "4,4:1:move1:1:-"), 10000);
  /* Only a roll of 4 is enough, not 2 or 3. */
  drawing = "^  ^  ^  ^\n"
            "^  ^  v  ^\n"
            "^  ^  <  ^\n"
            "^1 ^  ^  ^2\n";
  assert_in_range(chance_in_drawing(1, drawing, "4,4:1:roll:0:-"), 3334, 9999);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gains_count_turns_of_one_card),
      cmocka_unit_test(test_gains_count_the_steps_to_the_card),
      cmocka_unit_test(test_a_pawn_blocks_its_card_for_others),
      cmocka_unit_test(test_gains_count_turns_of_two_cards),
      cmocka_unit_test(test_an_existing_figure_can_be_completed_again),
      cmocka_unit_test(test_gains_include_a_gap_filled_by_the_card_move),
      cmocka_unit_test(test_prospects_are_nearly_always_right),
      cmocka_unit_test(test_chances_add_up_and_ignore_rotation),
      cmocka_unit_test(test_resigned_players_have_no_chance),
      cmocka_unit_test(test_points_count_more_near_the_limit_of_quiet_turns),
      cmocka_unit_test(test_a_certain_win_is_a_chance_of_100_percent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
