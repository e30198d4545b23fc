/* The openings of `ascona match`: legal, even, all different, and the same in any order and for any job. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/text.h"
#include "match/openings.c"
#include "tests/support/graph_game.h"

static const _Atomic bool not_stopped = false;

typedef struct test_match {
  match_setup setup;
  match_openings *openings;
} test_match;

static test_match match_open(const char *spec, int plies_min, int plies_max, bool random) {
  test_match match = {.setup = {.games = 200,
                                .opening_plies_min = plies_min,
                                .opening_plies_max = plies_max,
                                .has_random_openings = random,
                                .seed = 1}};
  assert_int_equal(asc_rules_open(&match.setup.rules, spec, NULL), ASC_OK);
  return match;
}

static void match_close(test_match *match) {
  match_openings_close(match->openings);
  asc_rules_close(match->setup.rules);
}

/* Returns the game after its opening, which the caller closes. */
static asc_play *open_game(test_match *match, int number, const _Atomic bool *stop) {
  asc_play *play;
  if (match->openings == NULL) match->openings = match_openings_open(&match->setup);
  assert_non_null(match->openings);
  assert_int_equal(asc_play_open(&play, match->setup.rules, NULL), ASC_OK);
  assert_true(match_openings_play(match->openings, number, stop, play) >= 0);
  return play;
}

static void assert_same_moves(const asc_play *one, const asc_play *other) {
  assert_int_equal(asc_play_event_count(one), asc_play_event_count(other));
  for (int i = 0; i < asc_play_event_count(one); i++)
    assert_string_equal(asc_play_event(one, i)->token, asc_play_event(other, i)->token);
}

static int count_choices(const asc_play *play) {
  int count = 0;
  for (int i = 0; i < asc_play_event_count(play); i++) count += asc_play_event(play, i)->player != ASC_CHANCE;
  return count;
}

/* All values of this game are known: the position nearest to a draw must be chosen. */
static void test_the_most_even_candidate_is_chosen(void **state) {
  (void)state;
  for (int seed = 1; seed <= 20; seed++) {
    asc_rules *rules;
    char options[32];
    int truth[GRAPH_NODES], best = INT32_MAX, count = 0;
    opening_candidate candidates[GRAPH_NODES] = {0};
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
    graph_solve((const graph_rules *)rules, truth);
    for (int node = 0; node < GRAPH_NODES; node++) {
      opening_candidate *candidate = &candidates[count++];
      candidate->position.words[0] = (uint64_t)node;
      candidate->over = ((const graph_rules *)rules)->nodes[node].edges == 0;
      candidate->index = node;
      if (!candidate->over && abs(truth[node]) < best) best = abs(truth[node]);
    }
    assert_int_equal(most_even_to_front(rules, candidates, count, &not_stopped), ASC_OK);
    assert_int_equal(abs(truth[candidates[0].index]), best);
    assert_int_equal(candidates[0].uneven, best == 0 ? 0 : DECIDED + 100 * best);
    asc_rules_close(rules);
  }
}

/* These games are enough. They differ in how soon wins are proved, in dice, and in the kind of score. */
static const char *const games[] = {"neo-delta", "kulami", "delfino"};
enum { GAMES = sizeof games / sizeof games[0] };

static void assert_undecided(const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  asc_search *search;
  opening_candidate candidate = {0};
  memcpy(&candidate.position, asc_play_position(play), rules->position_size);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  assert_int_equal(evaluate(search, rules, &candidate, 10000), ASC_OK);
  assert_true(candidate.uneven < DECIDED);
  asc_search_close(search);
}

/* A resumed match needs a later opening first. */
static void test_openings_are_undecided_and_repeatable(void **state) {
  (void)state;
  for (int game = 0; game < GAMES; game++) {
    test_match match = match_open(games[game], 4, 5, false), later = match_open(games[game], 4, 5, false);
    later.setup.games = 300;
    asc_play *first = open_game(&match, 0, &not_stopped), *again = open_game(&match, 0, &not_stopped);
    asc_play *second = open_game(&match, 1, &not_stopped), *other = open_game(&later, 1, &not_stopped);
    assert_same_moves(first, again);
    assert_same_moves(second, other);
    assert_undecided(first);
    assert_undecided(second);
    assert_in_range(count_choices(first), 4, 5);
    assert_in_range(count_choices(second), 4, 5);
    asc_play_close(first);
    asc_play_close(again);
    asc_play_close(second);
    asc_play_close(other);
    match_close(&match);
    match_close(&later);
  }
}

static void test_a_stopped_choice_is_repeated(void **state) {
  (void)state;
  const _Atomic bool stopped = true;
  test_match match = match_open("kulami", 4, 5, false), other = match_open("kulami", 4, 5, false);
  asc_play_close(open_game(&match, 0, &stopped));
  asc_play *one = open_game(&match, 0, &not_stopped), *two = open_game(&other, 0, &not_stopped);
  assert_same_moves(one, two);
  asc_play_close(one);
  asc_play_close(two);
  match_close(&match);
  match_close(&other);
}

static int hash_compare(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return (one > other) - (one < other);
}

static void test_no_two_candidates_are_symmetric(void **state) {
  (void)state;
  enum { COUNT = 30, ALL = COUNT * CANDIDATES };
  test_match match = match_open("delta", 4, 5, false);
  uint64_t hashes[ALL];
  match.openings = match_openings_open(&match.setup);
  for (int number = 0; number < COUNT; number++) {
    assert_int_equal(candidates_draw(match.openings), ASC_OK);
    for (int i = 0; i < CANDIDATES; i++) {
      opening_candidate candidate = {.index = i};
      uint64_t seed = match.openings->all[number].seeds[i];
      assert_true(candidate_fill(&match.setup, number, seed, &candidate) >= 0);
      hashes[number * CANDIDATES + i] = symmetric_hash(match.setup.rules, &candidate.position);
    }
  }
  qsort(hashes, ALL, sizeof *hashes, hash_compare);
  for (int i = 1; i < ALL; i++) assert_true(hashes[i] != hashes[i - 1]);
  match_close(&match);
}

/* If the game has too few openings, they are repeated. */
static void test_openings_are_repeated_if_there_are_too_few(void **state) {
  (void)state;
  test_match match = match_open("delta:size=4,pawns=4", 0, 1, false);
  for (int number = 0; number < 3; number++) {
    asc_play *play = open_game(&match, number, &not_stopped);
    assert_in_range(asc_play_ply_count(play), 0, 1);
    asc_play_close(play);
  }
  match_close(&match);
}

static void assert_opening(test_match *match, int number, const char *tokens) {
  char text[256] = "";
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_play *play = open_game(match, number, &not_stopped);
  for (int i = 0; i < asc_play_event_count(play); i++)
    asc_writer_format(&writer, "%s%s", i > 0 ? " " : "", asc_play_event(play, i)->token);
  assert_string_equal(text, tokens);
  asc_play_close(play);
}

/* Random openings are not evaluated, so they must stay the same when the engine changes. */
static void test_random_openings_never_change(void **state) {
  (void)state;
  test_match kulami = match_open("kulami", 4, 4, true), delfino = match_open("delfino", 2, 2, true);
  assert_opening(&kulami, 0, "d5 g5 g2 c2");
  assert_opening(&kulami, 7, "b4 h4 h6 c6");
  assert_opening(&delfino, 1, "1.4 4.1 r4");
  match_close(&kulami);
  match_close(&delfino);
  test_match none = match_open("kulami", 0, 0, false);
  assert_opening(&none, 0, "");
  match_close(&none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_most_even_candidate_is_chosen),
      cmocka_unit_test(test_openings_are_undecided_and_repeatable),
      cmocka_unit_test(test_a_stopped_choice_is_repeated),
      cmocka_unit_test(test_no_two_candidates_are_symmetric),
      cmocka_unit_test(test_openings_are_repeated_if_there_are_too_few),
      cmocka_unit_test(test_random_openings_never_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
