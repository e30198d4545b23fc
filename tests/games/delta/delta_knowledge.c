/* Tests the engine's knowledge of Delta and Néo-Delta against plain brute force. */
#include "delta.h"

#include <ascona/knowledge.h>

enum { NO_MOVE_SCORE = 100 }; /* the score of an opponent without a legal move */

/* The score for the player to move is between `lower` and `upper`. That is all that a search of some plies without
   knowledge can say. */
typedef struct interval {
  int32_t lower, upper;
} interval;

static int32_t score_of(const asc_outcome *outcome, int player) {
  return (outcome->points[player - 1] - outcome->points[2 - player]) * 50;
}

static interval brute_force(const asc_rules *rules, const asc_position *position, int plies) {
  asc_outcome outcome;
  if (asc_position_outcome(rules, position, &outcome)) {
    int32_t score = score_of(&outcome, asc_position_turn(rules, position));
    return (interval){score, score};
  }
  if (plies == 0) return (interval){-ASC_SCORE_MAX, ASC_SCORE_MAX};
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  interval best = {-ASC_SCORE_MAX, -ASC_SCORE_MAX};
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_position_play(rules, &next, moves[i]);
    interval found = brute_force(rules, &next, plies - 1);
    if (-found.upper > best.lower) best.lower = -found.upper;
    if (-found.lower > best.upper) best.upper = -found.lower;
  }
  return best;
}

static interval knowledge_bounds(const asc_rules *rules, const asc_position *position) {
  interval bounds;
  rules->game->knowledge->bounds(rules, position, &bounds.lower, &bounds.upper);
  return bounds;
}

static void assert_claim(const asc_rules *rules, const asc_position *position, interval bounds, interval found,
                         bool holds) {
  char text[ASC_POSITION_TEXT_MAX];
  if (holds) return;
  asc_position_write(rules, position, text, sizeof text);
  fail_msg("%s %s: told %d to %d, found %d to %d", rules->spec, text, bounds.lower, bounds.upper, found.lower,
           found.upper);
}

/* The bounds may say more than brute force of so many plies shows, but must never contradict it. */
static void assert_bounds_hold(const asc_rules *rules, const asc_position *position, int plies) {
  interval found = brute_force(rules, position, plies), bounds = knowledge_bounds(rules, position);
  assert_claim(rules, position, bounds, found,
               bounds.lower <= bounds.upper && bounds.lower <= found.upper && bounds.upper >= found.lower);
}

/* If the bounds say who wins, brute force of so many plies finds it too. */
static void assert_claimed_wins_exist(const asc_rules *rules, const asc_position *position, int plies) {
  interval bounds = knowledge_bounds(rules, position);
  if (bounds.lower > 0) {
    interval found = brute_force(rules, position, plies);
    assert_claim(rules, position, bounds, found, found.lower >= bounds.lower);
  } else if (bounds.upper < 0) {
    interval found = brute_force(rules, position, 2);
    assert_claim(rules, position, bounds, found, found.upper <= bounds.upper);
  }
}

/* The bounds need not notice that a player will have no legal move. */
static void assert_wins_are_claimed(const asc_rules *rules, const asc_position *position, int plies) {
  interval found = brute_force(rules, position, plies), bounds = knowledge_bounds(rules, position);
  if (found.lower > NO_MOVE_SCORE) assert_claim(rules, position, bounds, found, bounds.lower > 0);
  if (found.upper < -NO_MOVE_SCORE) assert_claim(rules, position, bounds, found, bounds.upper < 0);
}

/* Images of a position have the same estimate and bounds, and their moves the same order. */
static void assert_same_for_images(const asc_rules *rules, const asc_position *position, int symmetries) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  asc_move moves[ASC_MOVES_MAX], images[ASC_MOVES_MAX];
  int32_t values[ASC_MOVES_MAX], image_values[ASC_MOVES_MAX];
  int total = asc_position_moves(rules, position, moves);
  if (total == 0) return;
  knowledge->order(rules, position, moves, total, values);
  for (int symmetry = 1; symmetry < symmetries; symmetry++) {
    asc_position image = {0};
    asc_position_transform(rules, symmetry, position, &image);
    assert_int_equal(knowledge->evaluate(rules, &image), knowledge->evaluate(rules, position));
    assert_int_equal(knowledge_bounds(rules, &image).lower, knowledge_bounds(rules, position).lower);
    assert_int_equal(knowledge_bounds(rules, &image).upper, knowledge_bounds(rules, position).upper);
    for (int i = 0; i < total; i++) images[i] = asc_move_transform(rules, symmetry, position, moves[i]);
    knowledge->order(rules, &image, images, total, image_values);
    assert_memory_equal(image_values, values, (size_t)total * sizeof *values);
  }
}

/* Writes the same board with the colours swapped. */
static void swap_colours(const asc_rules *rules, const asc_position *position, asc_position *image) {
  char text[ASC_POSITION_TEXT_MAX], swapped[2 * ASC_POSITION_TEXT_MAX];
  asc_position_write(rules, position, text, sizeof text);
  char *reserve = strchr(text + 2, ':');
  *reserve++ = '\0';
  for (char *c = text + 2; *c != '\0'; c++) *c = (char)(*c == 'w' ? 'b' : *c == 'b' ? 'w' : *c);
  (void)snprintf(swapped, sizeof swapped, "%s:w%cb%c:%c", text, reserve[3], reserve[1],
                 asc_position_turn(rules, position) == 1 ? 'b' : 'w');
  assert_int_equal(asc_position_read(rules, swapped, image, NULL), ASC_OK);
}

static void assert_same_for_both_colours(const asc_rules *rules, const asc_position *position, int plies) {
  (void)plies;
  asc_position image;
  swap_colours(rules, position, &image);
  assert_int_equal(knowledge_bounds(rules, &image).lower, knowledge_bounds(rules, position).lower);
  assert_int_equal(knowledge_bounds(rules, &image).upper, knowledge_bounds(rules, position).upper);
  if (asc_position_count(rules, position) == 0) return;
  assert_int_equal(rules->game->knowledge->evaluate(rules, &image), rules->game->knowledge->evaluate(rules, position));
}

static void assert_every_move_has_an_order_value(const asc_rules *rules, const asc_position *position, int max) {
  asc_move moves[ASC_MOVES_MAX];
  int32_t values[ASC_MOVES_MAX];
  int total = asc_position_moves(rules, position, moves);
  for (int i = 0; i <= total; i++) values[i] = INT32_MIN;
  rules->game->knowledge->order(rules, position, moves, total, values);
  for (int i = 0; i < total; i++) assert_in_range(values[i] + max, 0, 2 * max);
  assert_int_equal(values[total], INT32_MIN);
}

typedef void visitor(const asc_rules *rules, const asc_position *position, int plies);

/* Visits every position of random games from ply `from` to ply `to`. */
static void visit_games(const char *spec, int games, int from, int to, int plies, visitor *visit) {
  test_game t = game_open(spec);
  asc_random random;
  asc_random_seed(&random, 1);
  for (int game = 0; game < games; game++) {
    asc_position_start(t.rules, &t.position);
    for (int ply = 0; ply <= to; ply++) {
      if (ply >= from) visit(t.rules, &t.position, plies);
      if (move_count(&t) == 0) break;
      asc_position_play(t.rules, &t.position, asc_random_move(t.rules, &t.position, &random));
    }
  }
  game_close(&t);
}

static void test_bounds_hold_on_small_boards(void **state) {
  (void)state;
  char spec[64];
  for (int pawns = 4; pawns <= 6; pawns++) {
    (void)snprintf(spec, sizeof spec, "delta:size=4,pawns=%d", pawns);
    visit_games(spec, 30, 0, 30, 4, assert_bounds_hold);
    (void)snprintf(spec, sizeof spec, "delta:size=4,pawns=%d,scoring=simple", pawns);
    visit_games(spec, 10, 4, 30, 4, assert_bounds_hold);
  }
}

static void test_bounds_hold_in_delta(void **state) {
  (void)state;
  visit_games("delta", 100, 0, 24, 2, assert_bounds_hold);
  visit_games("delta", 20, 7, 14, 3, assert_bounds_hold);
}

static void test_bounds_hold_in_neo_delta(void **state) {
  (void)state;
  visit_games("neo-delta", 60, 0, 30, 2, assert_bounds_hold);
  visit_games("neo-delta", 10, 4, 8, 3, assert_bounds_hold);
}

static void test_claimed_wins_exist(void **state) {
  (void)state;
  visit_games("delta", 200, 4, 24, 3, assert_claimed_wins_exist);
  visit_games("delta:scoring=simple", 20, 4, 24, 3, assert_claimed_wins_exist);
  visit_games("neo-delta", 200, 4, 30, 1, assert_claimed_wins_exist);
}

static void test_delta_claims_every_relay_within_three_plies(void **state) {
  (void)state;
  visit_games("delta", 40, 4, 14, 3, assert_wins_are_claimed);
}

static void test_neo_delta_claims_every_relay_within_two_plies(void **state) {
  (void)state;
  visit_games("neo-delta", 60, 4, 24, 2, assert_wins_are_claimed);
}

static void test_a_relay_with_the_red_pawn_as_tracer_saves_a_square(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  ". . . . . ."
                                  "b . . . . ."
                                  "b . b . . ."
                                  ". . . . r ."
                                  ". . . . . ."
                                  "w . . w w .");
  assert_int_equal(knowledge_bounds(t.rules, &t.position).lower, 2900); /* a1-c1:e3; a new pawn as tracer leaves 28 */
  assert_int_equal(knowledge_bounds(t.rules, &t.position).upper, 2900);
  game_close(&t);
}

/* White can't parry, but can make Black complete a relay of both players. */
static void test_a_relay_of_both_players_saves_a_game(void **state) {
  (void)state;
  test_game t = game_from_drawing("neo-delta", "w",
                                  "b b . . . ."
                                  ". w w . . ."
                                  "b . b w b ."
                                  "b w r . . ."
                                  "w . . b w ."
                                  ". . . w w .");
  assert_true(knowledge_bounds(t.rules, &t.position).upper >= 0);
  game_close(&t);
}

static void test_knowledge_respects_symmetries_and_colours(void **state) {
  (void)state;
  visit_games("delta", 10, 4, 24, 8, assert_same_for_images);
  visit_games("neo-delta", 10, 4, 24, 8, assert_same_for_images);
  visit_games("neo-delta", 100, 4, 40, 0, assert_same_for_both_colours);
}

static void test_every_move_has_an_order_value(void **state) {
  (void)state;
  visit_games("delta", 20, 0, 24, 10000, assert_every_move_has_an_order_value);
  visit_games("neo-delta", 20, 0, 40, 10000, assert_every_move_has_an_order_value);
}

/* Compares a proof that may use the bounds with one that uses only the rules. */
static void assert_same_solution(asc_search *search, asc_search *plain, const asc_position *position) {
  asc_solution solution, wanted;
  asc_search_task task = {.position = position, .nodes = 200000};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  assert_int_equal(asc_search_solve(plain, &task, &wanted, NULL, NULL), ASC_OK);
  assert_true(solution.proved && wanted.proved);
  assert_int_equal(solution.lower, wanted.lower);
  if (!solution.others_worse || !wanted.others_worse) return;
  assert_int_equal(solution.best_count, wanted.best_count);
  assert_memory_equal(solution.best, wanted.best, (size_t)wanted.best_count * sizeof *wanted.best);
}

static void test_proofs_agree_with_and_without_knowledge(void **state) {
  (void)state;
  test_game t = game_open("delta:size=4,pawns=7");
  asc_game game_without_knowledge = *t.rules->game;
  asc_rules *rules;
  asc_search *search, *plain;
  asc_random random;
  game_without_knowledge.knowledge = NULL;
  assert_int_equal(asc_rules_open_game(&rules, &game_without_knowledge, "size=4,pawns=7", NULL), ASC_OK);
  assert_int_equal(asc_search_open(&search, t.rules, NULL), ASC_OK);
  assert_int_equal(asc_search_open(&plain, rules, NULL), ASC_OK);
  asc_random_seed(&random, 1);
  for (int i = 0; i < 40; i++) {
    asc_position_start(t.rules, &t.position);
    for (int ply = 0; ply < 6 + i % 6 && move_count(&t) > 0; ply++)
      asc_position_play(t.rules, &t.position, asc_random_move(t.rules, &t.position, &random));
    if (move_count(&t) > 0) assert_same_solution(search, plain, &t.position);
  }
  asc_search_close(search);
  asc_search_close(plain);
  asc_rules_close(rules);
  game_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_hold_on_small_boards),
      cmocka_unit_test(test_bounds_hold_in_delta),
      cmocka_unit_test(test_bounds_hold_in_neo_delta),
      cmocka_unit_test(test_claimed_wins_exist),
      cmocka_unit_test(test_delta_claims_every_relay_within_three_plies),
      cmocka_unit_test(test_neo_delta_claims_every_relay_within_two_plies),
      cmocka_unit_test(test_a_relay_with_the_red_pawn_as_tracer_saves_a_square),
      cmocka_unit_test(test_a_relay_of_both_players_saves_a_game),
      cmocka_unit_test(test_knowledge_respects_symmetries_and_colours),
      cmocka_unit_test(test_every_move_has_an_order_value),
      cmocka_unit_test(test_proofs_agree_with_and_without_knowledge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
