/* What Delta and Néo-Delta tell the engine, against plain brute force. */
#include "delta.h"

#include <ascona/knowledge.h>

enum { STUCK = 100 }; /* what that is worth */

/* The score lies between `least` and `most`, for the player to move: all that a search of some plies can say without
   knowing anything. */
typedef struct interval {
  int32_t least, most;
} interval;

static int32_t score_of(const asc_outcome *outcome, int player) {
  return (outcome->points[player - 1] - outcome->points[2 - player]) * 50;
}

static interval looked_up(const asc_rules *rules, const asc_position *position, int plies) {
  asc_outcome outcome;
  if (asc_position_outcome(rules, position, &outcome)) {
    int32_t score = score_of(&outcome, asc_position_turn(rules, position));
    return (interval){score, score};
  }
  if (plies == 0) return (interval){-ASC_SCORE_MOST, ASC_SCORE_MOST};
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  interval best = {-ASC_SCORE_MOST, -ASC_SCORE_MOST};
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_position_play(rules, &next, moves[i]);
    interval found = looked_up(rules, &next, plies - 1);
    if (-found.most > best.least) best.least = -found.most;
    if (-found.least > best.most) best.most = -found.least;
  }
  return best;
}

static interval told(const asc_rules *rules, const asc_position *position) {
  interval bounds;
  rules->game->knowledge->bounds(rules, position, &bounds.least, &bounds.most);
  return bounds;
}

static void assert_claim(const asc_rules *rules, const asc_position *position, interval bounds, interval found,
                         bool holds) {
  char text[ASC_TEXT_MAX];
  if (holds) return;
  asc_position_write(rules, position, text, sizeof text);
  fail_msg("%s %s: told %d to %d, found %d to %d", rules->spec, text, bounds.least, bounds.most, found.least,
           found.most);
}

/* What is told may be more than so many plies show, but never against it. */
static void assert_never_wrong(const asc_rules *rules, const asc_position *position, int plies) {
  interval found = looked_up(rules, position, plies), bounds = told(rules, position);
  assert_claim(rules, position, bounds, found,
               bounds.least <= bounds.most && bounds.least <= found.most && bounds.most >= found.least);
}

/* Where it is told who wins, brute force of so many plies finds it too. */
static void assert_wins_are_found(const asc_rules *rules, const asc_position *position, int plies) {
  interval bounds = told(rules, position);
  if (bounds.least > 0) {
    interval found = looked_up(rules, position, plies);
    assert_claim(rules, position, bounds, found, found.least >= bounds.least);
  } else if (bounds.most < 0) {
    interval found = looked_up(rules, position, 2);
    assert_claim(rules, position, bounds, found, found.most <= bounds.most);
  }
}

/* A player who will be stuck need not be noticed. */
static void assert_wins_are_told(const asc_rules *rules, const asc_position *position, int plies) {
  interval found = looked_up(rules, position, plies), bounds = told(rules, position);
  if (found.least > STUCK) assert_claim(rules, position, bounds, found, bounds.least > 0);
  if (found.most < -STUCK) assert_claim(rules, position, bounds, found, bounds.most < 0);
}

/* Images of a board look the same, and so do their moves. */
static void assert_images_look_the_same(const asc_rules *rules, const asc_position *position, int symmetries) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  asc_move moves[ASC_MOVES_MAX], images[ASC_MOVES_MAX];
  int32_t promise[ASC_MOVES_MAX], promise_of_images[ASC_MOVES_MAX];
  int total = asc_position_moves(rules, position, moves);
  if (total == 0) return;
  knowledge->order(rules, position, moves, total, promise);
  for (int symmetry = 1; symmetry < symmetries; symmetry++) {
    asc_position image = {0};
    asc_position_transform(rules, symmetry, position, &image);
    assert_int_equal(knowledge->evaluate(rules, &image), knowledge->evaluate(rules, position));
    assert_int_equal(told(rules, &image).least, told(rules, position).least);
    assert_int_equal(told(rules, &image).most, told(rules, position).most);
    for (int i = 0; i < total; i++) images[i] = asc_move_transform(rules, symmetry, position, moves[i]);
    knowledge->order(rules, &image, images, total, promise_of_images);
    assert_memory_equal(promise_of_images, promise, (size_t)total * sizeof *promise);
  }
}

/* The same board with the colours exchanged. */
static void exchange_colours(const asc_rules *rules, const asc_position *position, asc_position *image) {
  char text[ASC_TEXT_MAX], exchanged[2 * ASC_TEXT_MAX];
  asc_position_write(rules, position, text, sizeof text);
  char *box = strchr(text + 2, ':');
  *box++ = '\0';
  for (char *c = text + 2; *c != '\0'; c++) *c = (char)(*c == 'w' ? 'b' : *c == 'b' ? 'w' : *c);
  (void)snprintf(exchanged, sizeof exchanged, "%s:w%cb%c:%c", text, box[3], box[1],
                 asc_position_turn(rules, position) == 1 ? 'b' : 'w');
  assert_int_equal(asc_position_read(rules, exchanged, image, NULL), ASC_OK);
}

static void assert_colours_look_the_same(const asc_rules *rules, const asc_position *position, int plies) {
  (void)plies;
  asc_position image;
  exchange_colours(rules, position, &image);
  assert_int_equal(told(rules, &image).least, told(rules, position).least);
  assert_int_equal(told(rules, &image).most, told(rules, position).most);
  if (asc_position_count(rules, position) == 0) return;
  assert_int_equal(rules->game->knowledge->evaluate(rules, &image), rules->game->knowledge->evaluate(rules, position));
}

static void assert_every_move_has_a_promise(const asc_rules *rules, const asc_position *position, int most) {
  asc_move moves[ASC_MOVES_MAX];
  int32_t promise[ASC_MOVES_MAX];
  int total = asc_position_moves(rules, position, moves);
  for (int i = 0; i <= total; i++) promise[i] = INT32_MIN;
  rules->game->knowledge->order(rules, position, moves, total, promise);
  for (int i = 0; i < total; i++) assert_in_range(promise[i] + most, 0, 2 * most);
  assert_int_equal(promise[total], INT32_MIN);
}

typedef void visitor(const asc_rules *rules, const asc_position *position, int plies);

/* Visits every position of random games from ply `from` to ply `to`. */
static void visit_games(const char *spec, int games, int from, int to, int plies, visitor *visit) {
  table t = opened(spec);
  asc_random random;
  asc_random_seed(&random, 1);
  for (int game = 0; game < games; game++) {
    asc_position_start(t.rules, &t.position);
    for (int ply = 0; ply <= to; ply++) {
      if (ply >= from) visit(t.rules, &t.position, plies);
      if (count(&t) == 0) break;
      asc_position_play(t.rules, &t.position, asc_random_move(t.rules, &t.position, &random));
    }
  }
  closed(&t);
}

static void test_bounds_hold_on_small_boards(void **state) {
  (void)state;
  char spec[64];
  for (int pawns = 4; pawns <= 6; pawns++) {
    (void)snprintf(spec, sizeof spec, "delta:size=4,pawns=%d", pawns);
    visit_games(spec, 30, 0, 30, 4, assert_never_wrong);
    (void)snprintf(spec, sizeof spec, "delta:size=4,pawns=%d,scoring=simple", pawns);
    visit_games(spec, 10, 4, 30, 4, assert_never_wrong);
  }
}

static void test_bounds_hold_in_delta(void **state) {
  (void)state;
  visit_games("delta", 100, 0, 24, 2, assert_never_wrong);
  visit_games("delta", 20, 7, 14, 3, assert_never_wrong);
}

static void test_bounds_hold_in_neo_delta(void **state) {
  (void)state;
  visit_games("neo-delta", 60, 0, 30, 2, assert_never_wrong);
  visit_games("neo-delta", 10, 4, 8, 3, assert_never_wrong);
}

static void test_a_win_that_is_told_is_there(void **state) {
  (void)state;
  visit_games("delta", 200, 4, 24, 3, assert_wins_are_found);
  visit_games("delta:scoring=simple", 20, 4, 24, 3, assert_wins_are_found);
  visit_games("neo-delta", 200, 4, 30, 1, assert_wins_are_found);
}

static void test_delta_tells_every_relay_within_three_plies(void **state) {
  (void)state;
  visit_games("delta", 40, 4, 14, 3, assert_wins_are_told);
}

static void test_neo_delta_tells_every_relay_within_two_plies(void **state) {
  (void)state;
  visit_games("neo-delta", 60, 4, 24, 2, assert_wins_are_told);
}

static void test_a_relay_with_the_red_pawn_as_tracer_saves_a_square(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  ". . . . . ."
                  "b . . . . ."
                  "b . b . . ."
                  ". . . . r ."
                  ". . . . . ."
                  "w . . w w .");
  assert_int_equal(told(t.rules, &t.position).least, 2900); /* a1-c1:e3; a new pawn as tracer leaves 28 */
  assert_int_equal(told(t.rules, &t.position).most, 2900);
  closed(&t);
}

/* White cannot parry, but can make Black complete a row of both. */
static void test_a_relay_of_both_saves_a_game(void **state) {
  (void)state;
  table t = drawn("neo-delta", "w",
                  "b b . . . ."
                  ". w w . . ."
                  "b . b w b ."
                  "b w r . . ."
                  "w . . b w ."
                  ". . . w w .");
  assert_true(told(t.rules, &t.position).most >= 0);
  closed(&t);
}

static void test_what_is_told_has_the_symmetries_of_the_board(void **state) {
  (void)state;
  visit_games("delta", 10, 4, 24, 8, assert_images_look_the_same);
  visit_games("neo-delta", 10, 4, 24, 8, assert_images_look_the_same);
  visit_games("neo-delta", 100, 4, 40, 0, assert_colours_look_the_same);
}

static void test_every_move_has_a_promise(void **state) {
  (void)state;
  visit_games("delta", 20, 0, 24, 10000, assert_every_move_has_a_promise);
  visit_games("neo-delta", 20, 0, 40, 10000, assert_every_move_has_a_promise);
}

/* A proof that may use the bounds and one by the rules alone. */
static void assert_same_solution(asc_search *search, asc_search *plain, const asc_position *position) {
  asc_solution solution, wanted;
  asc_task task = {.position = position, .nodes = 200000};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  assert_int_equal(asc_search_solve(plain, &task, &wanted, NULL, NULL), ASC_OK);
  assert_true(solution.proved && wanted.proved);
  assert_int_equal(solution.least, wanted.least);
  if (!solution.best_all || !wanted.best_all) return;
  assert_int_equal(solution.best_count, wanted.best_count);
  assert_memory_equal(solution.best, wanted.best, (size_t)wanted.best_count * sizeof *wanted.best);
}

static void test_proofs_come_to_the_same_with_and_without_knowledge(void **state) {
  (void)state;
  table t = opened("delta:size=4,pawns=7");
  asc_game ignorant = *t.rules->game;
  asc_rules *rules;
  asc_search *search, *plain;
  asc_random random;
  ignorant.knowledge = NULL;
  assert_int_equal(asc_rules_open_game(&rules, &ignorant, "size=4,pawns=7", NULL), ASC_OK);
  assert_int_equal(asc_search_open(&search, t.rules, NULL), ASC_OK);
  assert_int_equal(asc_search_open(&plain, rules, NULL), ASC_OK);
  asc_random_seed(&random, 1);
  for (int i = 0; i < 40; i++) {
    asc_position_start(t.rules, &t.position);
    for (int ply = 0; ply < 6 + i % 6 && count(&t) > 0; ply++)
      asc_position_play(t.rules, &t.position, asc_random_move(t.rules, &t.position, &random));
    if (count(&t) > 0) assert_same_solution(search, plain, &t.position);
  }
  asc_search_close(search);
  asc_search_close(plain);
  asc_rules_close(rules);
  closed(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_hold_on_small_boards),
      cmocka_unit_test(test_bounds_hold_in_delta),
      cmocka_unit_test(test_bounds_hold_in_neo_delta),
      cmocka_unit_test(test_a_win_that_is_told_is_there),
      cmocka_unit_test(test_delta_tells_every_relay_within_three_plies),
      cmocka_unit_test(test_neo_delta_tells_every_relay_within_two_plies),
      cmocka_unit_test(test_a_relay_with_the_red_pawn_as_tracer_saves_a_square),
      cmocka_unit_test(test_a_relay_of_both_saves_a_game),
      cmocka_unit_test(test_what_is_told_has_the_symmetries_of_the_board),
      cmocka_unit_test(test_every_move_has_a_promise),
      cmocka_unit_test(test_proofs_come_to_the_same_with_and_without_knowledge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
