/* Tests the opening book of Delta: each value follows from the values one ply later by the rules of the core. Where the
   book ends, the engine proves the values. */
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

static int32_t book_score_of(const asc_rules *rules, const void *position) {
  int32_t score;
  assert_true(rules->game->knowledge->book_score(rules, position, &score));
  return score;
}

static int32_t best_score_of_moves(const asc_rules *rules, const asc_delta_position *position) {
  asc_move moves[ASC_MOVES_MAX];
  int32_t best = -ASC_SCORE_MAX;
  int count = asc_position_moves(rules, position, moves);
  if (count == 0) return -100; /* no legal move, as for White with b4 and d4 against b2 and d2 */
  for (int i = 0; i < count; i++) {
    asc_delta_position after = *position;
    asc_position_play(rules, &after, moves[i]);
    int32_t score = -book_score_of(rules, &after);
    if (score > best) best = score;
  }
  return best;
}

typedef void visitor(const asc_rules *rules, const asc_delta_position *position, long number);

/* Visits every way to place the pawns of a layer on the squares. */
static void visit_layer(const asc_rules *rules, int pawns, visitor *visit) {
  int own = pawns / 2, digits[ASC_DELTA_BOOK_SQUARES];
  long placement_count = 1, number = 0;
  for (int i = 0; i < pawns; i++) placement_count *= ASC_DELTA_BOOK_SQUARES;
  for (long placement = 0; placement < placement_count; placement++) {
    asc_delta_position position = {.mover = pawns % 2 == 0 ? ASC_DELTA_WHITE : ASC_DELTA_BLACK,
                                   .stage = (uint8_t)(pawns < ASC_DELTA_STAGE_TURNS ? pawns : ASC_DELTA_STAGE_TURNS)};
    long rest = placement;
    bool is_valid = true;
    for (int i = 0; i < pawns; i++, rest /= ASC_DELTA_BOOK_SQUARES) {
      digits[i] = (int)(rest % ASC_DELTA_BOOK_SQUARES);
      if (i != 0 && i != own && digits[i] <= digits[i - 1]) is_valid = false;
      uint64_t square =
          asc_bit(asc_delta_square_at(digits[i] % ASC_DELTA_BOOK_BOARD_SIZE, digits[i] / ASC_DELTA_BOOK_BOARD_SIZE));
      if ((position.pawns[0] | position.pawns[1]) & square) is_valid = false;
      position.pawns[i < own ? position.mover : !position.mover] |= square;
    }
    if (is_valid) visit(rules, &position, number++);
  }
}

static void assert_value_follows(const asc_rules *rules, const asc_delta_position *position, long number) {
  (void)number;
  assert_int_equal(book_score_of(rules, position), best_score_of_moves(rules, position));
}

static void test_each_value_follows_from_its_moves(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delta");
  for (int pawns = 0; pawns < ASC_DELTA_BOOK_LAYERS - 1; pawns++) visit_layer(rules, pawns, assert_value_follows);
  asc_rules_close(rules);
}

static void test_the_engine_proves_the_values_where_the_book_ends(void **state) {
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
    for (int ply = 0; ply < ASC_DELTA_BOOK_LAYERS - 1; ply++)
      asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
    asc_solution solution;
    asc_search_task task = {.position = &position};
    asc_search_clear(search);
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    assert_true(solution.proved);
    assert_int_equal(solution.lower, book_score_of(rules, &position));
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_the_book_is_only_for_the_default_rules(void **state) {
  (void)state;
  static const char *const specs[] = {"delta:scoring=simple", "delta:size=4,pawns=6", "delta:pawns=8"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    asc_rules *rules = open_rules(specs[i]);
    asc_position position;
    int32_t score;
    asc_position_start(rules, &position);
    assert_false(rules->game->knowledge->book_score(rules, &position, &score));
    asc_rules_close(rules);
  }
  asc_rules *neo = open_rules("neo-delta");
  assert_null(asc_book_oracle(neo).probe);
  asc_rules_close(neo);
}

static void test_level_10_opens_from_the_book(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delta");
  asc_player *player;
  asc_error error;
  asc_position position;
  asc_position_start(rules, &position);
  assert_int_equal(asc_player_open(&player, rules, "10", NULL, &error), ASC_OK);
  asc_move move;
  asc_search_report report;
  asc_search_task task = {.position = &position, .nodes = 1000};
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
      cmocka_unit_test(test_the_engine_proves_the_values_where_the_book_ends),
      cmocka_unit_test(test_the_book_is_only_for_the_default_rules),
      cmocka_unit_test(test_level_10_opens_from_the_book),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
