/* The search over turns and dice: compared with a plain search without merging or pruning; then its lines, limits and
   repeatability. */
#include "turns.h"

#include "engine/common/search_state.h"

#include <math.h>

/* Plain search. Chances are as in the engine, but not rounded. */

typedef struct plain_result {
  double chances[ASC_PLAYERS_MAX];
  bool tied; /* some player has an equally good choice with different chances for the others */
} plain_result;

static plain_result plain_search(const asc_rules *rules, const asc_position *position, int depth);

static plain_result plain_leaf(const asc_rules *rules, const asc_position *position) {
  plain_result leaf = {0};
  int32_t chances[ASC_PLAYERS_MAX];
  rules->game->knowledge->win_chances(rules, position, chances);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) leaf.chances[i] = chances[i];
  return leaf;
}

static plain_result plain_game_over(const asc_rules *rules, const asc_outcome *outcome) {
  plain_result end = {0};
  int winners = 0;
  for (int i = 0; i < rules->players; i++) winners += outcome->rank[i] == 1;
  for (int i = 0; i < rules->players; i++) end.chances[i] = outcome->rank[i] == 1 ? 10000.0 / winners : 0;
  return end;
}

static bool chances_differ(const plain_result *one, const plain_result *other) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++)
    if (fabs(one->chances[i] - other->chances[i]) > 1) return true;
  return false;
}

/* The best result that a player can reach in the rest of the turn. */
static plain_result plain_search_turn(const asc_rules *rules, const asc_position *position, int player, int depth) {
  asc_move moves[ASC_MOVES_MAX];
  plain_result best = {.chances = {-1, -1, -1, -1}};
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_outcome outcome;
    asc_position_play(rules, &next, moves[i]);
    bool is_turn_over = asc_position_outcome(rules, &next, &outcome) || asc_position_turn(rules, &next) != player;
    plain_result result =
        is_turn_over ? plain_search(rules, &next, depth - 1) : plain_search_turn(rules, &next, player, depth);
    double gain = result.chances[player - 1] - best.chances[player - 1];
    bool tied = result.tied || (fabs(gain) < 4 && chances_differ(&result, &best));
    if (gain > 0) best = result;
    best.tied |= tied;
  }
  return best;
}

static plain_result plain_search(const asc_rules *rules, const asc_position *position, int depth) {
  asc_outcome outcome;
  asc_move moves[ASC_MOVES_MAX];
  if (asc_position_outcome(rules, position, &outcome)) return plain_game_over(rules, &outcome);
  if (depth == 0) return plain_leaf(rules, position);
  int player = asc_position_turn(rules, position);
  if (player != ASC_CHANCE) return plain_search_turn(rules, position, player, depth);
  plain_result mean = {0};
  double weight_sum = 0;
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    double weight = asc_position_odds(rules, position, moves[i]);
    asc_position_play(rules, &next, moves[i]);
    plain_result result = plain_search(rules, &next, depth);
    for (int k = 0; k < ASC_PLAYERS_MAX; k++) mean.chances[k] += weight * result.chances[k];
    mean.tied |= result.tied;
    weight_sum += weight;
  }
  for (int k = 0; k < ASC_PLAYERS_MAX; k++) mean.chances[k] /= weight_sum;
  return mean;
}

/* Rounding costs half a hundredth of a percent per die roll. */
static void assert_matches_plain(const asc_line *line, const plain_result *expected, int depth) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++)
    if (fabs(line->chances[i] - expected->chances[i]) > depth)
      fail_msg("player %d: %d instead of %.2f", i + 1, (int)line->chances[i], expected->chances[i]);
}

static void assert_search_matches_plain(const char *options, int positions, int max_depth) {
  asc_rules *rules = open_rules(&heaps_game, options);
  asc_search *search = open_search(rules);
  asc_random random;
  asc_random_seed(&random, 1);
  int compared = 0;
  for (int k = 0; k < positions; k++) {
    asc_position position = random_position(rules, (int)asc_random_below(&random, 20), &random);
    int depth = 1 + k % max_depth;
    plain_result expected = plain_search(rules, &position, depth);
    asc_search_clear(search); /* entries of deeper searches would give better, different results */
    asc_line line = best_line(search, &position, depth);
    assert_int_equal(line.chances[0] + line.chances[1] + line.chances[2], 10000);
    if (rules->players > 2 && expected.tied) continue;
    assert_matches_plain(&line, &expected, depth);
    compared++;
  }
  assert_true(compared > positions / 2);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_two_players_match_plain_expectiminimax(void **state) {
  (void)state;
  assert_search_matches_plain("players=2", 400, 4);
}

static void test_three_players_maximise_their_own_chances(void **state) {
  (void)state;
  assert_search_matches_plain("players=3", 300, 4);
}

/* Four points each: the next figure wins. */
static void test_delfino_at_four_points_each_matches_plain_search(void **state) {
  (void)state;
  static const char *const positions[] = {
      "1:1.1:0012/0310/1201/0023:2.2,3.3:4,4:1:move1:3:-",
      "1:1.1:3120/0312/1023/2301:1.2,4.3:4,4:2:move1:4:-",
      "1:1.1:2200/0130/3121/0100:3.2,2.4:4,4:1:move2:7:-",
      "1:1.1:0000/1300/2000/0030:1.3,3.1:4,4:2:move2:6:-",
  };
  asc_rules *rules = open_delfino("");
  asc_search *search = open_search(rules);
  for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
    asc_position position;
    asc_error error;
    if (asc_position_read(rules, positions[i], &position, &error) < 0) fail_msg("%s: %s", positions[i], error.reason);
    for (int depth = 1; depth <= 2; depth++) {
      plain_result expected = plain_search(rules, &position, depth);
      asc_line line = best_line(search, &position, depth);
      assert_matches_plain(&line, &expected, depth);
    }
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

/* An estimate is never reported as exact. An exact result equals that of a plain search to the end, even with
   blindness. */
static int count_exact(asc_search *search, const asc_rules *rules, int overlook_permille) {
  asc_random random;
  asc_random_seed(&random, 5);
  int exact = 0;
  for (uint32_t k = 0; k < 300; k++) {
    asc_position position = random_position(rules, 14 + (int)asc_random_below(&random, 14), &random);
    asc_search_task task = {.position = &position, .depth = 3};
    asc_search_blindness blindness = {.seed = k, .overlook_permille = overlook_permille};
    asc_search_report report;
    assert_int_equal(asc_search_run_with_blindness(search, &task, &blindness, &report), ASC_OK);
    const asc_line *line = &report.lines[0];
    if (line->certainty != ASC_EXACT) continue;
    plain_result expected = plain_search(rules, &position, 2 * HEAPS_ROUNDS);
    for (int i = 0; i < 2; i++) assert_int_equal(line->chances[i], expected.chances[i]);
    exact++;
  }
  return exact;
}

static void test_exact_results_match_a_search_to_the_end(void **state) {
  (void)state;
  asc_rules *rules = open_rules(&heaps_game, "");
  asc_search *search = open_search(rules);
  int exact = count_exact(search, rules, 0), exact_with_blindness = count_exact(search, rules, 300);
  assert_in_range(exact, 30, 270);
  assert_in_range(exact_with_blindness, 10, exact - 1);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_blindness_misses_wins_and_is_repeatable(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_search *search = open_search(rules);
  asc_position position = read_position(rules, winning_position);
  asc_search_task task = {.position = &position, .depth = 2};
  int missed = 0;
  for (uint32_t seed = 0; seed < 50; seed++) {
    asc_search_report report;
    asc_search_blindness blindness = {.seed = seed, .overlook_permille = 500};
    assert_int_equal(asc_search_run_with_blindness(search, &task, &blindness, &report), ASC_OK);
    asc_line line = report.lines[0];
    missed += line.score < 10000;
    asc_search_clear(search);
    assert_int_equal(asc_search_run_with_blindness(search, &task, &blindness, &report), ASC_OK);
    assert_memory_equal(&line, &report.lines[0], sizeof line);
  }
  assert_in_range(missed, 1, 40);
  asc_search_close(search);
  asc_rules_close(rules);
}

/* Lines. */

static void test_before_a_roll_the_first_line_is_the_mean_of_the_faces(void **state) {
  (void)state;
  asc_rules *rules = open_rules(&heaps_game, "players=3");
  asc_search *search = open_search(rules);
  asc_position position;
  asc_search_report report;
  asc_position_start(rules, &position);
  asc_search_task task = {.position = &position, .depth = 3, .lines = 9};
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.line_count, 3);
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
    plain_result expected = plain_search(rules, &next, 3);
    assert_matches_plain(line, &expected, 3);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_a_line_is_a_whole_turn(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("players=4");
  asc_search *search = open_search(rules);
  asc_random random;
  asc_random_seed(&random, 9);
  for (int k = 0; k < 40; k++) {
    asc_position position = random_position(rules, 5 + (int)asc_random_below(&random, 60), &random);
    int player = asc_position_turn(rules, &position);
    if (player == ASC_CHANCE) continue;
    asc_line line = best_line(search, &position, 1);
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

/* A first move that leads to the same end as another has the same value, however turns are merged. */
static void test_every_first_move_has_a_line(void **state) {
  (void)state;
  asc_rules *rules = open_rules(&heaps_game, "");
  asc_search *search = open_search(rules);
  asc_position position;
  asc_search_report report;
  asc_position_start(rules, &position);
  asc_position_play(rules, &position, HEAPS_ROLL + 2);
  asc_search_task task = {.position = &position, .depth = 3, .lines = 9};
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.line_count, HEAPS + 1);
  asc_line lines[HEAPS + 1];
  memcpy(lines, report.lines, sizeof lines);
  for (int i = 0; i <= HEAPS; i++) {
    assert_true(i == 0 || lines[i].score <= lines[i - 1].score);
    asc_position next = position;
    asc_position_play(rules, &next, lines[i].moves[0]);
    plain_result expected =
        asc_position_turn(rules, &next) == 1 ? plain_search_turn(rules, &next, 1, 3) : plain_search(rules, &next, 2);
    assert_matches_plain(&lines[i], &expected, 3);
  }
  task.lines = 1;
  task.root_moves = &lines[2].moves[0];
  task.root_move_count = 1;
  asc_search_clear(search);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.line_count, 1);
  assert_memory_equal(report.lines[0].chances, lines[2].chances, sizeof lines[2].chances);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_two_lines_are_the_best_of_all_lines(void **state) {
  (void)state;
  asc_rules *rules = open_rules(&heaps_game, "");
  asc_search *search = open_search(rules);
  asc_random random;
  asc_random_seed(&random, 7);
  for (int k = 0; k < 100; k++) {
    asc_position position = random_position(rules, (int)asc_random_below(&random, 12), &random);
    asc_search_task task = {.position = &position, .depth = 3, .lines = 9};
    asc_search_report report;
    int32_t scores[2];
    if (asc_position_turn(rules, &position) == ASC_CHANCE) continue;
    asc_search_clear(search);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    for (int i = 0; i < 2; i++) scores[i] = report.lines[i].score;
    task.lines = 2;
    asc_search_clear(search);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.line_count, 2);
    for (int i = 0; i < 2; i++) assert_int_equal(report.lines[i].score, scores[i]);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

/* Repeatability and limits. */

static void test_the_same_task_has_the_same_result(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_search *search = open_search(rules), *other = open_search(rules);
  asc_position position = read_position(rules, crowded_position);
  asc_search_task task = {.position = &position, .nodes = 20000, .lines = 3};
  asc_search_report first, second;
  assert_int_equal(asc_search_run(search, &task, &first), ASC_OK);
  assert_int_equal(asc_search_run(other, &task, &second), ASC_OK);
  assert_int_equal(first.nodes, second.nodes);
  assert_int_equal(first.line_count, 3);
  assert_memory_equal(first.lines, second.lines, 3 * sizeof *first.lines);
  asc_search_clear(other);
  assert_int_equal(asc_search_run(other, &task, &second), ASC_OK);
  assert_int_equal(first.nodes, second.nodes);
  assert_memory_equal(first.lines, second.lines, 3 * sizeof *first.lines);
  asc_search_close(search);
  asc_search_close(other);
  asc_rules_close(rules);
}

static void test_node_limits_hold(void **state) {
  (void)state;
  enum { LONGEST_LIST = 1 << 13 };
  asc_rules *rules = open_delfino("players=3");
  asc_search *search = open_search(rules);
  asc_random random;
  asc_random_seed(&random, 11);
  asc_position position = random_position(rules, 30, &random);
  for (uint64_t nodes = 1; nodes < 50000; nodes *= 7) {
    asc_search_report report;
    asc_search_task task = {.position = &position, .nodes = nodes, .lines = 1000};
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_true(report.nodes < nodes + LONGEST_LIST);
    assert_true(report.line_count >= 1);
  }
  asc_search_close(search);
  asc_rules_close(rules);
}

static bool stop_after(void *data) { return --*(int *)data < 0; }

static void test_a_stopped_search_has_a_move(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_position position = read_position(rules, crowded_position);
  asc_search_task task = {.position = &position};
  for (int polls = 0; polls < 30; polls += 3) {
    int polls_left = polls;
    asc_search *search;
    asc_search_report report;
    asc_search_options options = {
        .hash_bytes = 1 << 20, .threads = 2, .hooks = {.should_stop = stop_after, .data = &polls_left}};
    assert_int_equal(asc_search_open(&search, rules, &options), ASC_OK);
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.line_count, 1);
    assert_true(report.lines[0].length >= 1);
    asc_search_close(search);
  }
  asc_search *search = open_search(rules);
  asc_search_report report;
  asc_search_stop(search);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_true(report.lines[0].length >= 1);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_without_knowledge_random_games_give_estimates(void **state) {
  (void)state;
  asc_game game = heaps_game;
  game.knowledge = NULL;
  asc_rules *rules = open_rules(&game, "players=3");
  asc_search *search = open_search(rules);
  asc_position position;
  asc_position_start(rules, &position);
  asc_position_play(rules, &position, HEAPS_ROLL + 2);
  asc_line line = best_line(search, &position, 2);
  assert_int_equal(line.length, 2);
  assert_int_equal(line.certainty, ASC_ESTIMATE);
  assert_int_equal(line.chances[0] + line.chances[1] + line.chances[2], 10000);
  asc_search_close(search);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_players_match_plain_expectiminimax),
      cmocka_unit_test(test_three_players_maximise_their_own_chances),
      cmocka_unit_test(test_delfino_at_four_points_each_matches_plain_search),
      cmocka_unit_test(test_exact_results_match_a_search_to_the_end),
      cmocka_unit_test(test_blindness_misses_wins_and_is_repeatable),
      cmocka_unit_test(test_before_a_roll_the_first_line_is_the_mean_of_the_faces),
      cmocka_unit_test(test_a_line_is_a_whole_turn),
      cmocka_unit_test(test_every_first_move_has_a_line),
      cmocka_unit_test(test_two_lines_are_the_best_of_all_lines),
      cmocka_unit_test(test_the_same_task_has_the_same_result),
      cmocka_unit_test(test_node_limits_hold),
      cmocka_unit_test(test_a_stopped_search_has_a_move),
      cmocka_unit_test(test_without_knowledge_random_games_give_estimates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
