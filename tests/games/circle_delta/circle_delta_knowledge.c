/* Tests of the engine's knowledge of Circle Delta. Proven bounds agree with what a turn can achieve. The moves of
   quiescence search are those that remove opposing pieces. The evaluation depends neither on symmetries of the board
   nor on which player has which colour. */
#include "circle_delta.h"

#include <ascona/ascona.h>

#include "games/circle_delta/circle_delta.h"

/* Boards of all kinds: small, crowded, larger than one word, without reds, without greens, without both. */
static const char *const BOARDS[] = {"",
                                     "men=2",
                                     "rings=2,petals=3,men=2,reds=2,greens=2",
                                     "rings=2,petals=4,men=1,reds=4,greens=0",
                                     "rings=2,petals=3,men=6,reds=6,greens=0",
                                     "rings=5,petals=7,men=20,reds=6,greens=6",
                                     "board=rose,petals=6",
                                     "board=rose,rings=2,petals=3,men=3,reds=1,greens=1",
                                     "board=rose,rings=2,petals=3,men=2,reds=3,greens=2",
                                     "rings=2,petals=4,men=1,reds=4,greens=0",
                                     "board=rose,rings=3,petals=3,men=6,reds=6,greens=0",
                                     "board=rose,rings=3,petals=4,men=2,reds=2,greens=6",
                                     "rings=5,petals=5,men=3,reds=6,greens=3",
                                     "board=rose,rings=6,petals=8,men=20,reds=6,greens=6",
                                     "men=2,reds=0",
                                     "men=1,reds=0,greens=0",
                                     "draw=literal",
                                     "rings=2,petals=3,men=2,reds=3,greens=1,draw=literal"};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0], PLIES = 200 };

typedef void visitor(const asc_rules *rules, const asc_circle_position *position);

/* Calls the visitor for all positions of random games on every board, including the final ones. */
static void visit_random_games(int games, visitor *visit) {
  for (int board = 0; board < BOARD_COUNT; board++) {
    test_game t = game_open(BOARDS[board]);
    asc_random random;
    asc_random_seed(&random, (uint64_t)board + 1);
    for (int game = 0; game < games; game++) {
      asc_circle_position position;
      asc_position_start(t.rules, &position);
      visit(t.rules, &position);
      for (int ply = 0; ply < PLIES && asc_position_count(t.rules, &position) > 0; ply++) {
        asc_position_play(t.rules, &position, asc_random_move(t.rules, &position, &random));
        visit(t.rules, &position);
      }
    }
    game_close(&t);
  }
}

static asc_circle_position position_after(const asc_rules *rules, const asc_circle_position *position, asc_move move) {
  asc_circle_position next = *position;
  asc_position_play(rules, &next, move);
  return next;
}

static bool is_over(const asc_circle_position *position) { return asc_circle_is_over(position); }

/* Bounds. */

/* Returns the score of a finished game for a player. */
static int32_t score_for(const asc_rules *rules, const asc_circle_position *position, int player) {
  asc_outcome outcome;
  assert_true(asc_position_outcome(rules, position, &outcome));
  return ASC_SCORE_WIN * ((outcome.rank[player - 1] == 1) - (outcome.rank[2 - player] == 1));
}

/* Returns the best final score that the player can reach before the opponent is to move; -ASC_SCORE_MAX if the game
   cannot end in this turn. */
static int32_t best_end_of_turn(const asc_rules *rules, const asc_circle_position *position, int player) {
  asc_move moves[ASC_MOVES_MAX];
  int32_t best = -ASC_SCORE_MAX;
  if (is_over(position)) return score_for(rules, position, player);
  if (asc_position_turn(rules, position) != player) return best;
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count && best < ASC_SCORE_WIN; i++) {
    asc_circle_position next = position_after(rules, position, moves[i]);
    int32_t end = best_end_of_turn(rules, &next, player);
    if (end > best) best = end;
  }
  return best;
}

enum { SMALL_BOARD = 24 }; /* holes; on boards up to this size, all turns of all positions are tried */

static int claimed_wins, claimed_draws;

static bool is_small(const asc_rules *rules) {
  return asc_circle_set_count(((const asc_circle_rules *)rules)->board.all_holes) <= SMALL_BOARD;
}

/* Every proven bound can be achieved, and no win within the turn is missed. */
static void check_bounds_of_position(const asc_rules *rules, const asc_circle_position *position) {
  int32_t lower, upper;
  int player = asc_position_turn(rules, position);
  rules->game->knowledge->bounds(rules, position, &lower, &upper);
  if (is_over(position)) {
    assert_int_equal(lower, score_for(rules, position, player));
    assert_int_equal(upper, lower);
    return;
  }
  assert_int_equal(upper, ASC_SCORE_WIN);
  if (lower == -ASC_SCORE_WIN && !is_small(rules)) return;
  int32_t end = best_end_of_turn(rules, position, player);
  if (lower > -ASC_SCORE_WIN) assert_true(end >= lower);
  if (end == ASC_SCORE_WIN) assert_int_equal(lower, end);
  claimed_wins += lower == ASC_SCORE_WIN;
  claimed_draws += lower == 0;
}

/* Quiet turns are rare in random games, so every position is also tested with a count of five quiet turns. */
static void check_bounds(const asc_rules *rules, const asc_circle_position *position) {
  check_bounds_of_position(rules, position);
  if (position->stage < ASC_CIRCLE_STAGE_FIRST || position->quiet == ASC_CIRCLE_QUIET_BROKEN) return;
  asc_circle_position quiet = *position;
  quiet.quiet = ASC_CIRCLE_QUIET_LIMIT - 1;
  check_bounds_of_position(rules, &quiet);
}

static void test_bounds_match_what_a_turn_can_achieve(void **state) {
  (void)state;
  claimed_wins = claimed_draws = 0;
  visit_random_games(4, check_bounds);
  assert_true(claimed_wins > 500);
  assert_true(claimed_draws > 500);
}

static void assert_bounds(const test_game *t, int32_t lower, int32_t upper) {
  int32_t found_lower, found_upper;
  t->rules->game->knowledge->bounds(t->rules, &t->position, &found_lower, &found_upper);
  assert_int_equal(found_lower, lower);
  assert_int_equal(found_upper, upper);
}

static void test_trapping_and_capturing_the_last_two_is_a_proved_win(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=3,petals=3,men=3,reds=2,greens=0",
                                  "a rb .. r.\n"
                                  "b .. .. .b\n"
                                  "c .. w. ..\n",
                                  "w:first:0:0:0");
  assert_bounds(&t, ASC_SCORE_WIN, ASC_SCORE_WIN);
  play(&t, "a5-a3");
  assert_bounds(&t, ASC_SCORE_WIN, ASC_SCORE_WIN);
  game_close(&t);
}

static void test_a_piece_in_reserve_prevents_a_proved_win(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=2,reds=0,greens=0", "a w. .. ..\nb .. .. b.\n",
                                  "w:second:1:1:0");
  assert_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  game_close(&t);
}

static void test_a_possible_sixth_quiet_turn_is_at_least_a_draw(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=2,reds=0,greens=0", "a w. .. ..\nb .. .. b.\n",
                                  "w:second:1:1:5");
  assert_bounds(&t, 0, ASC_SCORE_WIN);
  play(&t, "a1-a2");
  assert_bounds(&t, 0, 0);
  game_close(&t);
}

static void test_a_move_between_two_reds_is_not_a_quiet_turn(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=2,reds=2,greens=2", "a wg .. r.\nb g. b. .r\n",
                                  "w:second:0:1:5");
  assert_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  game_close(&t);
}

/* The only legal action moves a green piece to the only hole that a quiet turn could use. */
static void test_no_quiet_turn_if_a_green_piece_must_take_the_only_hole(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=2,reds=2,greens=6", "a rw .b rg\nb gg gg gb\n",
                                  "w:first:0:0:5");
  assert_moves(&t, "b3-a3");
  assert_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  game_close(&t);
}

/* The only legal action traps the last pieces of both players. */
static void test_trapping_both_last_pieces_is_not_a_win(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=2,petals=3,men=1,reds=3,greens=6", "a rw .b rg\nb gg rg gg\n",
                                  "w:first:0:0:0");
  assert_bounds(&t, -ASC_SCORE_WIN, ASC_SCORE_WIN);
  play(&t, "b3-a3");
  assert_bounds(&t, 0, 0);
  game_close(&t);
}

/* The evaluation. */

static asc_circle_position swap_colours(const asc_circle_position *position) {
  asc_circle_position image = *position;
  for (int player = 0; player < 2; player++) {
    image.pieces[player] = position->pieces[player ^ 1];
    image.reserve[player] = position->reserve[player ^ 1];
  }
  image.player = position->player ^ 1;
  return image;
}

static void check_evaluate(const asc_rules *rules, const asc_circle_position *position) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  if (is_over(position)) return;
  int32_t evaluation = knowledge->evaluate(rules, position);
  assert_in_range(evaluation + 4900, 0, 9800);
  asc_circle_position image;
  for (int symmetry = 1; symmetry < rules->symmetries; symmetry++) {
    asc_position_transform(rules, symmetry, position, &image);
    assert_int_equal(knowledge->evaluate(rules, &image), evaluation);
  }
  if (position->stage < ASC_CIRCLE_STAGE_FIRST) return; /* White goes first */
  image = swap_colours(position);
  assert_int_equal(knowledge->evaluate(rules, &image), evaluation);
}

static void test_symmetries_and_colours_do_not_change_the_evaluation(void **state) {
  (void)state;
  visit_random_games(1, check_evaluate);
}

static int32_t evaluate_game(const test_game *t) { return t->rules->game->knowledge->evaluate(t->rules, &t->position); }

static int32_t evaluate_drawing(const char *inner_ring, const char *rest) {
  char drawing[128];
  (void)snprintf(drawing, sizeof drawing, "a %s\nb .. .. .. ..\nc .. .. .. ..\nd .. .. .. ..\ne .. .. .. ..\n%s",
                 inner_ring, "f .. .. .. ..\ng .. .. .. ..\n");
  test_game t = game_from_drawing("reds=0,greens=0", drawing, rest);
  int32_t evaluation = evaluate_game(&t);
  game_close(&t);
  return evaluation;
}

/* Two pieces in contact, neither of them guarded. */
static void test_the_player_who_captures_first_is_ahead(void **state) {
  (void)state;
  assert_true(evaluate_drawing("b. w. .. ..", "w:first:9:9:0") > 500);
  assert_true(evaluate_drawing("b. w. .. ..", "b:first:9:9:0") > 500);
}

/* On one ring every piece meets its neighbours. A lone black piece beside a white one is not guarded. Two black pieces
   side by side guard each other. */
static void test_a_guarded_piece_is_less_of_a_target(void **state) {
  (void)state;
  assert_true(evaluate_drawing("wb .. .. ..", "w:first:9:9:0") > evaluate_drawing("wb b. .. ..", "w:first:9:8:0"));
}

static void test_pieces_in_reserve_and_on_the_board_count(void **state) {
  (void)state;
  assert_true(evaluate_drawing("w. .. .. b.", "w:first:9:9:0") > evaluate_drawing("w. .. .. b.", "w:first:8:9:0"));
  assert_true(evaluate_drawing("w. w. .. b.", "w:first:8:9:0") > evaluate_drawing("w. .. .. b.", "w:first:8:9:0"));
}

/* The same pieces on the board with fewer in reserve: a lead of one piece is worth more. */
static void test_the_last_pieces_count_most(void **state) {
  (void)state;
  assert_true(evaluate_drawing("w. .. .. b.", "w:first:1:0:0") > evaluate_drawing("w. .. .. b.", "w:first:9:8:0"));
}

/* Moves. */

static int piece_count(const asc_circle_position *position, int player) {
  return asc_circle_set_count(position->pieces[player]) + position->reserve[player];
}

static int removals_seen;

static void check_quiescence(const asc_rules *rules, const asc_circle_position *position) {
  asc_move moves[ASC_MOVES_MAX], loud[ASC_MOVES_MAX];
  if (is_over(position)) return;
  int count = asc_position_moves(rules, position, moves), found = 0, opponent = position->player ^ 1;
  int loud_count = rules->game->knowledge->quiescence(rules, position, loud);
  for (int i = 0; i < count; i++) {
    asc_circle_position next = position_after(rules, position, moves[i]);
    if (piece_count(&next, opponent) == piece_count(position, opponent)) continue;
    assert_true(found < loud_count);
    assert_int_equal(loud[found++], moves[i]);
  }
  assert_int_equal(found, loud_count);
  removals_seen += found;
}

static void test_quiescence_moves_remove_opposing_pieces(void **state) {
  (void)state;
  removals_seen = 0;
  visit_random_games(2, check_quiescence);
  assert_true(removals_seen > 5000);
}

static bool is_among(asc_move move, const asc_move *moves, int count) {
  for (int i = 0; i < count; i++)
    if (moves[i] == move) return true;
  return false;
}

/* If piece A can capture piece B, then B could capture A. So the opponent has the same captures with from and to
   exchanged. */
static void check_captures_are_mutual(const asc_rules *rules, const asc_circle_position *position) {
  asc_move moves[ASC_MOVES_MAX], back[ASC_MOVES_MAX];
  if (position->stage != ASC_CIRCLE_STAGE_SECOND || is_over(position)) return;
  asc_circle_position other = *position;
  other.player ^= 1;
  int count = rules->game->knowledge->quiescence(rules, position, moves);
  assert_int_equal(rules->game->knowledge->quiescence(rules, &other, back), count);
  for (int i = 0; i < count; i++)
    assert_true(is_among(asc_circle_move(asc_circle_move_to(moves[i]), asc_circle_move_from(moves[i])), back, count));
}

static void test_captures_are_mutual(void **state) {
  (void)state;
  visit_random_games(2, check_captures_are_mutual);
}

/* Every move gets a value, no entry after them is written, and captures come before all other moves. */
static void check_order(const asc_rules *rules, const asc_circle_position *position) {
  const int32_t sentinel = 12345;
  asc_move moves[ASC_MOVES_MAX], loud[ASC_MOVES_MAX];
  int32_t values[ASC_MOVES_MAX + 1];
  if (is_over(position)) return;
  int count = asc_position_moves(rules, position, moves);
  int loud_count = rules->game->knowledge->quiescence(rules, position, loud);
  for (int i = 0; i <= count; i++) values[i] = sentinel;
  rules->game->knowledge->order(rules, position, moves, count, values);
  int32_t min_capture = 10000, max_other = -10000;
  for (int i = 0; i < count; i++) {
    assert_in_range(values[i] + 10000, 0, 20000);
    bool captures = position->stage == ASC_CIRCLE_STAGE_SECOND && is_among(moves[i], loud, loud_count);
    if (captures && values[i] < min_capture) min_capture = values[i];
    if (!captures && values[i] > max_other) max_other = values[i];
  }
  assert_true(min_capture > max_other);
  assert_int_equal(values[count], sentinel);
}

static void test_every_move_gets_an_order_value(void **state) {
  (void)state;
  visit_random_games(2, check_order);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_match_what_a_turn_can_achieve),
      cmocka_unit_test(test_trapping_and_capturing_the_last_two_is_a_proved_win),
      cmocka_unit_test(test_a_piece_in_reserve_prevents_a_proved_win),
      cmocka_unit_test(test_a_possible_sixth_quiet_turn_is_at_least_a_draw),
      cmocka_unit_test(test_a_move_between_two_reds_is_not_a_quiet_turn),
      cmocka_unit_test(test_no_quiet_turn_if_a_green_piece_must_take_the_only_hole),
      cmocka_unit_test(test_trapping_both_last_pieces_is_not_a_win),
      cmocka_unit_test(test_symmetries_and_colours_do_not_change_the_evaluation),
      cmocka_unit_test(test_the_player_who_captures_first_is_ahead),
      cmocka_unit_test(test_a_guarded_piece_is_less_of_a_target),
      cmocka_unit_test(test_pieces_in_reserve_and_on_the_board_count),
      cmocka_unit_test(test_the_last_pieces_count_most),
      cmocka_unit_test(test_quiescence_moves_remove_opposing_pieces),
      cmocka_unit_test(test_captures_are_mutual),
      cmocka_unit_test(test_every_move_gets_an_order_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
