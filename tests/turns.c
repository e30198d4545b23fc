/* The search over turns and dice: against plain search without merging or pruning, and its manners. */
#include "turns.h"

#include "engine/common/run.h"

#include <math.h>

/* Plain search. Chances are as in the engine, but not rounded. */

typedef struct plain {
  double chances[ASC_PLAYERS_MAX];
  bool tied; /* somebody might as well have chosen what is other for the others */
} plain;

static plain plain_next(const asc_rules *rules, const asc_position *position, int depth);

static plain plain_leaf(const asc_rules *rules, const asc_position *position) {
  plain leaf = {0};
  int32_t chances[ASC_PLAYERS_MAX];
  rules->game->knowledge->chances(rules, position, chances);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) leaf.chances[i] = chances[i];
  return leaf;
}

static plain plain_end(const asc_rules *rules, const asc_outcome *outcome) {
  plain end = {0};
  int first = 0;
  for (int i = 0; i < rules->players; i++) first += outcome->place[i] == 1;
  for (int i = 0; i < rules->players; i++) end.chances[i] = outcome->place[i] == 1 ? 10000.0 / first : 0;
  return end;
}

static bool plain_differs(const plain *one, const plain *other) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++)
    if (fabs(one->chances[i] - other->chances[i]) > 1) return true;
  return false;
}

/* The best a player can make of the rest of his turn. */
static plain plain_turn(const asc_rules *rules, const asc_position *position, int player, int depth) {
  asc_move moves[ASC_MOVES_MAX];
  plain best = {.chances = {-1, -1, -1, -1}};
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_outcome outcome;
    asc_position_play(rules, &next, moves[i]);
    bool ended = asc_position_outcome(rules, &next, &outcome) || asc_position_turn(rules, &next) != player;
    plain found = ended ? plain_next(rules, &next, depth - 1) : plain_turn(rules, &next, player, depth);
    double gain = found.chances[player - 1] - best.chances[player - 1];
    bool tied = found.tied || (fabs(gain) < 4 && plain_differs(&found, &best));
    if (gain > 0) best = found;
    best.tied |= tied;
  }
  return best;
}

static plain plain_next(const asc_rules *rules, const asc_position *position, int depth) {
  asc_outcome outcome;
  asc_move moves[ASC_MOVES_MAX];
  if (asc_position_outcome(rules, position, &outcome)) return plain_end(rules, &outcome);
  if (depth == 0) return plain_leaf(rules, position);
  int player = asc_position_turn(rules, position);
  if (player != ASC_CHANCE) return plain_turn(rules, position, player, depth);
  plain mean = {0};
  double weights = 0;
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    double weight = asc_position_odds(rules, position, moves[i]);
    asc_position_play(rules, &next, moves[i]);
    plain found = plain_next(rules, &next, depth);
    for (int k = 0; k < ASC_PLAYERS_MAX; k++) mean.chances[k] += weight * found.chances[k];
    mean.tied |= found.tied;
    weights += weight;
  }
  for (int k = 0; k < ASC_PLAYERS_MAX; k++) mean.chances[k] /= weights;
  return mean;
}

/* Rounding costs half a hundredth of a percent at each die. */
static void expect_as_plain(const asc_line *line, const plain *wanted, int depth) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++)
    if (fabs(line->chances[i] - wanted->chances[i]) > depth)
      fail_msg("player %d: %d instead of %.2f", i + 1, (int)line->chances[i], wanted->chances[i]);
}

static void compare_with_plain(const char *options, int positions, int deepest) {
  asc_rules *rules = rules_of(&heaps_game, options);
  asc_search *search = search_of(rules);
  asc_random random;
  asc_random_seed(&random, 1);
  int compared = 0;
  for (int k = 0; k < positions; k++) {
    asc_position position = position_after(rules, (int)asc_random_below(&random, 20), &random);
    int depth = 1 + k % deepest;
    plain wanted = plain_next(rules, &position, depth);
    asc_search_clear(search); /* what was looked at more deeply before would be better, and other */
    asc_line line = line_at(search, &position, depth);
    assert_int_equal(line.chances[0] + line.chances[1] + line.chances[2], 10000);
    if (rules->players > 2 && wanted.tied) continue;
    expect_as_plain(&line, &wanted, depth);
    compared++;
  }
  assert_true(compared > positions / 2);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_two_players_as_plain_expectiminimax(void **state) {
  (void)state;
  compare_with_plain("players=2", 400, 4);
}

static void test_three_players_each_for_himself(void **state) {
  (void)state;
  compare_with_plain("players=3", 300, 4);
}

/* Four points each: the next figure wins. */
static void test_delfino_at_four_all_as_plain(void **state) {
  (void)state;
  static const char *const positions[] = {
      "1:1.1:0012/0310/1201/0023:2.2,3.3:4,4:1:move1:3:-",
      "1:1.1:3120/0312/1023/2301:1.2,4.3:4,4:2:move1:4:-",
      "1:1.1:2200/0130/3121/0100:3.2,2.4:4,4:1:move2:7:-",
      "1:1.1:0000/1300/2000/0030:1.3,3.1:4,4:2:move2:6:-",
  };
  asc_rules *rules = delfino_of("");
  asc_search *search = search_of(rules);
  for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
    asc_position position;
    asc_error error;
    if (asc_position_read(rules, positions[i], &position, &error) < 0) fail_msg("%s: %s", positions[i], error.reason);
    for (int depth = 1; depth <= 2; depth++) {
      plain wanted = plain_next(rules, &position, depth);
      asc_line line = line_at(search, &position, depth);
      expect_as_plain(&line, &wanted, depth);
    }
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

/* A guess is never called exact, and what is exact is what plain search to the end finds, however little is seen. */
static int count_exact(asc_search *search, const asc_rules *rules, int blind) {
  asc_random random;
  asc_random_seed(&random, 5);
  int exact = 0;
  for (uint32_t k = 0; k < 300; k++) {
    asc_position position = position_after(rules, 14 + (int)asc_random_below(&random, 14), &random);
    asc_task task = {.position = &position, .depth = 3};
    asc_sight sight = {.seed = k, .blind = blind};
    asc_report report;
    assert_int_equal(asc_run_with_sight(search, &task, &sight, &report), ASC_OK);
    const asc_line *line = &report.lines[0];
    if (line->certainty != ASC_EXACT) continue;
    plain wanted = plain_next(rules, &position, 2 * HEAPS_ROUNDS);
    for (int i = 0; i < 2; i++) assert_int_equal(line->chances[i], wanted.chances[i]);
    exact++;
  }
  return exact;
}

static void test_exact_means_settled(void **state) {
  (void)state;
  asc_rules *rules = rules_of(&heaps_game, "");
  asc_search *search = search_of(rules);
  int all = count_exact(search, rules, 0), some = count_exact(search, rules, 300);
  assert_in_range(all, 30, 270);
  assert_in_range(some, 10, all - 1);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_a_blind_player_moves_and_repeats_himself(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_search *search = search_of(rules);
  asc_position position = position_read(rules, winning);
  asc_task task = {.position = &position, .depth = 2};
  int missed = 0;
  for (uint32_t seed = 0; seed < 50; seed++) {
    asc_report report;
    asc_sight sight = {.seed = seed, .blind = 500};
    assert_int_equal(asc_run_with_sight(search, &task, &sight, &report), ASC_OK);
    asc_line line = report.lines[0];
    missed += line.score < 10000;
    asc_search_clear(search);
    assert_int_equal(asc_run_with_sight(search, &task, &sight, &report), ASC_OK);
    assert_memory_equal(&line, &report.lines[0], sizeof line);
  }
  assert_in_range(missed, 1, 40);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* Lines. */

static void test_at_a_roll_the_first_line_is_the_mean_of_the_faces(void **state) {
  (void)state;
  asc_rules *rules = rules_of(&heaps_game, "players=3");
  asc_search *search = search_of(rules);
  asc_position position;
  asc_report report;
  asc_position_start(rules, &position);
  asc_task task = {.position = &position, .depth = 3, .lines = 9};
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.count, 3);
  assert_int_equal(report.lines[0].length, 0);
  for (int i = 0; i < 3; i++) {
    double mean = (2.0 * report.lines[1].chances[i] + report.lines[2].chances[i]) / 3;
    assert_true(fabs(report.lines[0].chances[i] - mean) <= 1);
  }
  for (asc_move face = 1; face <= 2; face++) {
    const asc_line *line = &report.lines[face];
    assert_int_equal(line->moves[0], HEAPS_ROLL + face);
    assert_int_equal(line->score, line->chances[0]);
    asc_position next = position;
    asc_position_play(rules, &next, line->moves[0]);
    plain wanted = plain_next(rules, &next, 3);
    expect_as_plain(line, &wanted, 3);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_a_line_is_a_whole_turn(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("players=4");
  asc_search *search = search_of(rules);
  asc_random random;
  asc_random_seed(&random, 9);
  for (int k = 0; k < 40; k++) {
    asc_position position = position_after(rules, 5 + (int)asc_random_below(&random, 60), &random);
    int player = asc_position_turn(rules, &position);
    if (player == ASC_CHANCE) continue;
    asc_line line = line_at(search, &position, 1);
    assert_int_equal(line.score, line.chances[player - 1]);
    for (int i = 0; i < line.length; i++) {
      assert_int_equal(asc_position_turn(rules, &position), player);
      asc_position_play(rules, &position, line.moves[i]);
    }
    assert_true(asc_position_turn(rules, &position) != player);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

/* A first move that comes to the same end as another has the same value, however turns are merged. */
static void test_every_first_move_has_its_line(void **state) {
  (void)state;
  asc_rules *rules = rules_of(&heaps_game, "");
  asc_search *search = search_of(rules);
  asc_position position;
  asc_report report;
  asc_position_start(rules, &position);
  asc_position_play(rules, &position, HEAPS_ROLL + 2);
  asc_task task = {.position = &position, .depth = 3, .lines = 9};
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.count, HEAPS + 1);
  asc_line lines[HEAPS + 1];
  memcpy(lines, report.lines, sizeof lines);
  for (int i = 0; i <= HEAPS; i++) {
    assert_true(i == 0 || lines[i].score <= lines[i - 1].score);
    asc_position next = position;
    asc_position_play(rules, &next, lines[i].moves[0]);
    plain wanted = asc_position_turn(rules, &next) == 1 ? plain_turn(rules, &next, 1, 3) : plain_next(rules, &next, 2);
    expect_as_plain(&lines[i], &wanted, 3);
  }
  task.lines = 1;
  task.moves = &lines[2].moves[0];
  task.move_count = 1;
  asc_search_clear(search);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.count, 1);
  assert_memory_equal(report.lines[0].chances, lines[2].chances, sizeof lines[2].chances);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_fewer_lines_are_the_first_of_all(void **state) {
  (void)state;
  asc_rules *rules = rules_of(&heaps_game, "");
  asc_search *search = search_of(rules);
  asc_random random;
  asc_random_seed(&random, 7);
  for (int k = 0; k < 100; k++) {
    asc_position position = position_after(rules, (int)asc_random_below(&random, 12), &random);
    asc_task task = {.position = &position, .depth = 3, .lines = 9};
    asc_report report;
    int32_t scores[2];
    if (asc_position_turn(rules, &position) == ASC_CHANCE) continue;
    asc_search_clear(search);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    for (int i = 0; i < 2; i++) scores[i] = report.lines[i].score;
    task.lines = 2;
    asc_search_clear(search);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.count, 2);
    for (int i = 0; i < 2; i++) assert_int_equal(report.lines[i].score, scores[i]);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

/* Manners. */

static void test_the_same_task_finds_the_same(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_search *search = search_of(rules), *other = search_of(rules);
  asc_position position = position_read(rules, crowded);
  asc_task task = {.position = &position, .nodes = 20000, .lines = 3};
  asc_report first, second;
  assert_int_equal(asc_search_run(search, &task, &first), ASC_OK);
  assert_int_equal(asc_search_run(other, &task, &second), ASC_OK);
  assert_int_equal(first.nodes, second.nodes);
  assert_int_equal(first.count, 3);
  assert_memory_equal(first.lines, second.lines, 3 * sizeof *first.lines);
  asc_search_clear(other);
  assert_int_equal(asc_search_run(other, &task, &second), ASC_OK);
  assert_int_equal(first.nodes, second.nodes);
  assert_memory_equal(first.lines, second.lines, 3 * sizeof *first.lines);
  asc_search_close(search);
  asc_search_close(other);
  asc_rules_close(rules);
}

static void test_limits_in_nodes_hold(void **state) {
  (void)state;
  enum { LONGEST_LIST = 1 << 13 };
  asc_rules *rules = delfino_of("players=3");
  asc_search *search = search_of(rules);
  asc_random random;
  asc_random_seed(&random, 11);
  asc_position position = position_after(rules, 30, &random);
  for (uint64_t nodes = 1; nodes < 50000; nodes *= 7) {
    asc_report report;
    asc_task task = {.position = &position, .nodes = nodes, .lines = 1000};
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_true(report.nodes < nodes + LONGEST_LIST);
    assert_true(report.count >= 1);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static bool stop_after(void *data) { return --*(int *)data < 0; }

static void test_it_stops_when_told_with_a_move_to_play(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_position position = position_read(rules, crowded);
  asc_task task = {.position = &position};
  for (int polls = 0; polls < 30; polls += 3) {
    int left = polls;
    asc_search *search;
    asc_report report;
    asc_search_options options = {.hash = 1 << 20, .threads = 2, .host = {.stop = stop_after, .data = &left}};
    assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.count, 1);
    assert_true(report.lines[0].length >= 1);
    asc_search_close(search);
  }
  asc_search *search = search_of(rules);
  asc_report report;
  asc_search_stop(search);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_true(report.lines[0].length >= 1);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_without_knowledge_random_games_tell(void **state) {
  (void)state;
  asc_game ignorant = heaps_game;
  ignorant.knowledge = NULL;
  asc_rules *rules = rules_of(&ignorant, "players=3");
  asc_search *search = search_of(rules);
  asc_position position;
  asc_position_start(rules, &position);
  asc_position_play(rules, &position, HEAPS_ROLL + 2);
  asc_line line = line_at(search, &position, 2);
  assert_int_equal(line.length, 2);
  assert_int_equal(line.certainty, ASC_ESTIMATE);
  assert_int_equal(line.chances[0] + line.chances[1] + line.chances[2], 10000);
  asc_search_close(search);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_players_as_plain_expectiminimax),
      cmocka_unit_test(test_three_players_each_for_himself),
      cmocka_unit_test(test_delfino_at_four_all_as_plain),
      cmocka_unit_test(test_exact_means_settled),
      cmocka_unit_test(test_a_blind_player_moves_and_repeats_himself),
      cmocka_unit_test(test_at_a_roll_the_first_line_is_the_mean_of_the_faces),
      cmocka_unit_test(test_a_line_is_a_whole_turn),
      cmocka_unit_test(test_every_first_move_has_its_line),
      cmocka_unit_test(test_fewer_lines_are_the_first_of_all),
      cmocka_unit_test(test_the_same_task_finds_the_same),
      cmocka_unit_test(test_limits_in_nodes_hold),
      cmocka_unit_test(test_it_stops_when_told_with_a_move_to_play),
      cmocka_unit_test(test_without_knowledge_random_games_tell),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
