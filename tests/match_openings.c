/* The openings of `ascona match`: legal, even, no two alike, and the same whoever asks for them and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/text.h"
#include "graph_game.h"
#include "match/openings.c"

static const _Atomic bool never = false;

typedef struct test_match {
  asc_match_setup setup;
  asc_match_openings *openings;
} test_match;

static test_match match_open(const char *spec, int least, int most, bool random) {
  test_match match = {
      .setup = {.games = 200, .opening_least = least, .opening_most = most, .random = random, .seed = 1}};
  assert_int_equal(asc_rules_open(&match.setup.rules, spec, NULL), ASC_OK);
  return match;
}

static void match_close(test_match *match) {
  asc_match_openings_close(match->openings);
  asc_rules_close(match->setup.rules);
}

/* The game after its opening. */
static asc_play *opened(test_match *match, int number, const _Atomic bool *stop) {
  asc_play *play;
  if (match->openings == NULL) match->openings = asc_match_openings_open(&match->setup);
  assert_non_null(match->openings);
  assert_int_equal(asc_play_open(&play, match->setup.rules, NULL), ASC_OK);
  assert_true(asc_match_openings_play(match->openings, number, stop, play) >= 0);
  return play;
}

static void assert_same(const asc_play *one, const asc_play *other) {
  assert_int_equal(asc_play_events(one), asc_play_events(other));
  for (int i = 0; i < asc_play_events(one); i++)
    assert_string_equal(asc_play_event(one, i)->token, asc_play_event(other, i)->token);
}

static int choices(const asc_play *play) {
  int count = 0;
  for (int i = 0; i < asc_play_events(play); i++) count += asc_play_event(play, i)->player != ASC_CHANCE;
  return count;
}

/* Of positions whose worth is known the one nearest to a draw is chosen. */
static void test_the_most_even_is_chosen(void **state) {
  (void)state;
  for (int seed = 1; seed <= 20; seed++) {
    asc_rules *rules;
    char options[32];
    int truth[GRAPH_NODES], least = INT32_MAX, count = 0;
    opening_candidate candidates[GRAPH_NODES] = {0};
    (void)snprintf(options, sizeof options, "seed=%d", seed);
    assert_int_equal(asc_rules_open_game(&rules, &graph_game, options, NULL), ASC_OK);
    graph_solve((const graph_rules *)rules, truth);
    for (int node = 0; node < GRAPH_NODES; node++) {
      opening_candidate *candidate = &candidates[count++];
      candidate->position.words[0] = (uint64_t)node;
      candidate->over = ((const graph_rules *)rules)->nodes[node].edges == 0;
      candidate->index = node;
      if (!candidate->over && abs(truth[node]) < least) least = abs(truth[node]);
    }
    assert_int_equal(most_even_first(rules, candidates, count, &never), ASC_OK);
    assert_int_equal(abs(truth[candidates[0].index]), least);
    assert_int_equal(candidates[0].uneven, least == 0 ? 0 : DECIDED + 100 * least);
    asc_rules_close(rules);
  }
}

/* A part of the games is enough: what they differ in is whether wins are soon proved, dice, and how a score counts. */
static const char *const games[] = {"neo-delta", "kulami", "delfino"};
enum { GAMES = sizeof games / sizeof games[0] };

static void assert_undecided(const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  asc_search *search;
  opening_candidate kept = {0};
  memcpy(&kept.position, asc_play_position(play), rules->position_size);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  assert_int_equal(judge(search, rules, &kept, 10000), ASC_OK);
  assert_true(kept.uneven < DECIDED);
  asc_search_close(search);
}

/* A match that goes on asks for a later opening first. */
static void test_openings_are_undecided_and_the_same_again(void **state) {
  (void)state;
  for (int game = 0; game < GAMES; game++) {
    test_match match = match_open(games[game], 4, 5, false), later = match_open(games[game], 4, 5, false);
    later.setup.games = 300;
    asc_play *first = opened(&match, 0, &never), *again = opened(&match, 0, &never);
    asc_play *second = opened(&match, 1, &never), *other = opened(&later, 1, &never);
    assert_same(first, again);
    assert_same(second, other);
    assert_undecided(first);
    assert_undecided(second);
    assert_in_range(choices(first), 4, 5);
    assert_in_range(choices(second), 4, 5);
    asc_play_close(first);
    asc_play_close(again);
    asc_play_close(second);
    asc_play_close(other);
    match_close(&match);
    match_close(&later);
  }
}

static void test_a_choice_that_was_stopped_is_made_again(void **state) {
  (void)state;
  const _Atomic bool always = true;
  test_match match = match_open("kulami", 4, 5, false), other = match_open("kulami", 4, 5, false);
  asc_play_close(opened(&match, 0, &always));
  asc_play *one = opened(&match, 0, &never), *two = opened(&other, 0, &never);
  assert_same(one, two);
  asc_play_close(one);
  asc_play_close(two);
  match_close(&match);
  match_close(&other);
}

static int by_value(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return (one > other) - (one < other);
}

static void test_no_two_candidates_are_alike(void **state) {
  (void)state;
  enum { COUNT = 30, ALL = COUNT * CANDIDATES };
  test_match match = match_open("delta", 4, 5, false);
  uint64_t hashes[ALL];
  match.openings = asc_match_openings_open(&match.setup);
  for (int number = 0; number < COUNT; number++) {
    assert_int_equal(candidates_draw(match.openings), ASC_OK);
    for (int i = 0; i < CANDIDATES; i++) {
      opening_candidate candidate = {.index = i};
      uint64_t seed = match.openings->all[number].seeds[i];
      assert_true(candidate_fill(&match.setup, number, seed, &candidate) >= 0);
      hashes[number * CANDIDATES + i] = hash_of_images(match.setup.rules, &candidate.position);
    }
  }
  qsort(hashes, ALL, sizeof *hashes, by_value);
  for (int i = 1; i < ALL; i++) assert_true(hashes[i] != hashes[i - 1]);
  match_close(&match);
}

/* Where there are no others they come again. */
static void test_few_openings_are_enough(void **state) {
  (void)state;
  test_match match = match_open("delta:size=4,pawns=4", 0, 1, false);
  for (int number = 0; number < 3; number++) {
    asc_play *play = opened(&match, number, &never);
    assert_in_range(asc_play_plies(play), 0, 1);
    asc_play_close(play);
  }
  match_close(&match);
}

static void assert_opening(test_match *match, int number, const char *tokens) {
  char text[256] = "";
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_play *play = opened(match, number, &never);
  for (int i = 0; i < asc_play_events(play); i++)
    asc_writer_format(&writer, "%s%s", i > 0 ? " " : "", asc_play_event(play, i)->token);
  assert_string_equal(text, tokens);
  asc_play_close(play);
}

/* Random openings are not judged: they are the same for good, whatever the engine thinks. */
static void test_random_openings_stay(void **state) {
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
      cmocka_unit_test(test_the_most_even_is_chosen),
      cmocka_unit_test(test_openings_are_undecided_and_the_same_again),
      cmocka_unit_test(test_a_choice_that_was_stopped_is_made_again),
      cmocka_unit_test(test_no_two_candidates_are_alike),
      cmocka_unit_test(test_few_openings_are_enough),
      cmocka_unit_test(test_random_openings_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
