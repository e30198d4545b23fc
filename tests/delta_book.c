/* What Delta knows by heart is true: each value follows from those one ply later by the rules of the core, and where
   the book ends the engine proves them. */
#include <ascona/ascona.h>

#include "games/delta/book.h"
#include "games/delta/delta.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static asc_rules *open_rules(const char *spec) {
  asc_rules *rules;
  asc_error error;
  assert_int_equal(asc_rules_open(&rules, spec, &error), ASC_OK);
  return rules;
}

static int32_t recalled(const asc_rules *rules, const void *position) {
  int32_t score;
  assert_true(rules->game->knowledge->recall(rules, position, &score));
  return score;
}

static int32_t best_of_moves(const asc_rules *rules, const delta_position *position) {
  asc_move moves[ASC_MOVES_MAX];
  int32_t best = -ASC_SCORE_MOST;
  int count = asc_position_moves(rules, position, moves);
  if (count == 0) return -100; /* stuck, as White is with b4 and d4 against b2 and d2 */
  for (int i = 0; i < count; i++) {
    delta_position after = *position;
    asc_position_play(rules, &after, moves[i]);
    int32_t score = -recalled(rules, &after);
    if (score > best) best = score;
  }
  return best;
}

typedef void visit(const asc_rules *rules, const delta_position *position, long number);

/* Every way to put the pawns of a layer, square by square. */
static void visit_all(const asc_rules *rules, int pawns, visit *each) {
  int own = pawns / 2, digits[DELTA_BOOK_SQUARES];
  long ways = 1, number = 0;
  for (int i = 0; i < pawns; i++) ways *= DELTA_BOOK_SQUARES;
  for (long way = 0; way < ways; way++) {
    delta_position position = {.mover = pawns % 2 == 0 ? DELTA_WHITE : DELTA_BLACK,
                               .stage = (uint8_t)(pawns < DELTA_TURNS ? pawns : DELTA_TURNS)};
    long rest = way;
    bool ordered = true;
    for (int i = 0; i < pawns; i++, rest /= DELTA_BOOK_SQUARES) {
      digits[i] = (int)(rest % DELTA_BOOK_SQUARES);
      if (i != 0 && i != own && digits[i] <= digits[i - 1]) ordered = false;
      uint64_t square = asc_bit(delta_square(digits[i] % DELTA_BOOK_SIZE, digits[i] / DELTA_BOOK_SIZE));
      if ((position.men[0] | position.men[1]) & square) ordered = false;
      position.men[i < own ? position.mover : !position.mover] |= square;
    }
    if (ordered) each(rules, &position, number++);
  }
}

static void follows(const asc_rules *rules, const delta_position *position, long number) {
  (void)number;
  assert_int_equal(recalled(rules, position), best_of_moves(rules, position));
}

static void test_each_value_follows_from_its_moves(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delta");
  for (int pawns = 0; pawns < DELTA_BOOK_LAYERS - 1; pawns++) visit_all(rules, pawns, follows);
  asc_rules_close(rules);
}

static void test_the_engine_proves_the_last_of_them(void **state) {
  (void)state;
  enum { SAMPLES = 40 };
  asc_rules *rules = open_rules("delta");
  asc_search *search;
  asc_random random;
  asc_random_seed(&random, 1);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  for (int i = 0; i < SAMPLES; i++) {
    asc_position position;
    asc_position_start(rules, &position);
    for (int ply = 0; ply < DELTA_BOOK_LAYERS - 1; ply++)
      asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
    asc_solution solution;
    asc_task task = {.position = &position};
    asc_search_clear(search);
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    assert_true(solution.proved);
    assert_int_equal(solution.least, recalled(rules, &position));
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_other_rules_are_not_known(void **state) {
  (void)state;
  static const char *const specs[] = {"delta:scoring=simple", "delta:size=4,pawns=6", "delta:pawns=8"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    asc_rules *rules = open_rules(specs[i]);
    asc_position position;
    int32_t score;
    asc_position_start(rules, &position);
    assert_false(rules->game->knowledge->recall(rules, &position, &score));
    asc_rules_close(rules);
  }
  asc_rules *neo = open_rules("neo-delta");
  assert_null(asc_book(neo).ask);
  asc_rules_close(neo);
}

static void test_level_10_opens_at_once(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delta");
  asc_player *player;
  asc_error error;
  asc_position position;
  asc_position_start(rules, &position);
  assert_int_equal(asc_player_open(&player, rules, "10", NULL, &error), ASC_OK);
  asc_move move;
  asc_report report;
  asc_task task = {.position = &position, .nodes = 1000};
  assert_int_equal(asc_player_choose(player, &task, 1, &move, &report), ASC_OK);
  char token[ASC_TOKEN_MAX];
  asc_move_write(rules, &position, move, token);
  assert_string_equal(token, "c3");
  assert_int_equal(report.lines[0].certainty, ASC_EXACT);
  assert_int_equal(report.lines[0].score, 1000);
  asc_player_close(player);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_value_follows_from_its_moves),
      cmocka_unit_test(test_the_engine_proves_the_last_of_them),
      cmocka_unit_test(test_other_rules_are_not_known),
      cmocka_unit_test(test_level_10_opens_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
