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
    visit_games(spec, 60, 0, 30, 4, assert_never_wrong);
    (void)snprintf(spec, sizeof spec, "delta:size=4,pawns=%d,scoring=simple", pawns);
    visit_games(spec, 20, 4, 30, 4, assert_never_wrong);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_hold_on_small_boards),
      cmocka_unit_test(test_bounds_hold_in_delta),
      cmocka_unit_test(test_bounds_hold_in_neo_delta),
      cmocka_unit_test(test_a_win_that_is_told_is_there),
      cmocka_unit_test(test_delta_tells_every_relay_within_three_plies),
      cmocka_unit_test(test_neo_delta_tells_every_relay_within_two_plies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
