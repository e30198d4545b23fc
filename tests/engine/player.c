/* The player interface: names, limits, seeds. */
#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/players/levels.h"

static asc_rules *open_rules(const char *spec) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  return rules;
}

static asc_player *open_player(const asc_rules *rules, const char *name) {
  asc_player *player;
  assert_int_equal(asc_player_open(&player, rules, name, NULL, NULL), ASC_OK);
  return player;
}

static bool is_legal(const asc_rules *rules, const void *position, asc_move move) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++)
    if (moves[i] == move) return true;
  return false;
}

static void test_names_are_parsed(void **state) {
  (void)state;
  asc_player_settings settings;
  assert_int_equal(asc_player_read(&settings, "7", NULL), ASC_OK);
  assert_int_equal(settings.kind, ASC_PLAYER_LEVEL);
  assert_int_equal(settings.level, 7);
  assert_int_equal(settings.threads, 1);
  assert_int_equal(settings.hash_bytes, 16 << 20);
  assert_int_equal(settings.nodes + (uint64_t)settings.depth + (uint64_t)settings.move_time_us, 0);
  assert_int_equal(asc_player_read(&settings, "10,threads=2,hash=64,nodes=5000,depth=4,movetime=100", NULL), ASC_OK);
  assert_int_equal(settings.level, 10);
  assert_int_equal(settings.threads, 2);
  assert_int_equal(settings.hash_bytes, 64 << 20);
  assert_int_equal(settings.nodes, 5000);
  assert_int_equal(settings.depth, 4);
  assert_int_equal(settings.move_time_us, 100000);
  assert_int_equal(settings.exploration, 50);
  assert_int_equal(asc_player_read(&settings, "uct,c=141", NULL), ASC_OK);
  assert_int_equal(settings.exploration, 141);
  assert_int_equal(asc_player_read(&settings, "uct,movetime=5", NULL), ASC_OK);
  assert_int_equal(settings.kind, ASC_PLAYER_UCT);
  assert_int_equal(asc_player_read(&settings, "greedy", NULL), ASC_OK);
  assert_int_equal(settings.kind, ASC_PLAYER_GREEDY);
}

static void test_invalid_names_are_rejected(void **state) {
  (void)state;
  const char *const names[][2] = {
      {"", "0 to 10, uct and greedy"},     {"11", "0 to 10, uct and greedy"},   {"-1", "0 to 10, uct and greedy"},
      {"best", "0 to 10, uct and greedy"}, {"5,", "threads, hash, nodes"},      {"5,speed=1", "threads, hash, nodes"},
      {"5,nodes", "threads, hash, nodes"}, {"5,nodes=", "from 1 to"},           {"5,nodes=0", "from 1 to"},
      {"5,nodes=x", "from 1 to"},          {"5,hash=65537", "from 1 to 65536"}, {"5,nodes=99999999999999", "from 1 to"},
      {"5,nodes=5,nodes=6", "twice"},      {"5 nodes=5", "settings follow"},    {"uctx", "settings follow"},
  };
  asc_rules *rules = open_rules("delta");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    asc_player *player;
    asc_player_settings settings;
    asc_error error = {0};
    assert_int_equal(asc_player_read(&settings, names[i][0], &error), ASC_E_INPUT);
    if (strstr(error.reason, names[i][1]) == NULL) fail_msg("'%s': %s", names[i][0], error.reason);
    assert_int_equal(asc_player_open(&player, rules, names[i][0], NULL, NULL), ASC_E_INPUT);
    assert_null(player);
  }
  asc_rules_close(rules);
}

static const char *const players[] = {"0", "1", "5", "9", "10,nodes=2000", "uct,nodes=2000", "greedy"};
enum { PLAYERS = sizeof players / sizeof players[0] };

static void test_every_player_has_a_repeatable_move_in_every_game(void **state) {
  (void)state;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules = open_rules(asc_game_at(i)->id);
    asc_position start;
    asc_position_start(rules, &start);
    for (int k = 0; k < PLAYERS; k++) {
      asc_player *player = open_player(rules, players[k]);
      const asc_search_task task = {.position = &start, .plies_left = rules->ply_limit, .nodes = 2000};
      asc_move move, same;
      asc_search_report report = {0};
      assert_int_equal(asc_player_choose(player, &task, 3, &move, &report), ASC_OK);
      assert_true(is_legal(rules, &start, move));
      assert_true(report.line_count >= 1 && report.lines[0].length >= 1);
      assert_true(report.nodes > 0);
      asc_player_clear(player);
      assert_int_equal(asc_player_choose(player, &task, 3, &same, NULL), ASC_OK);
      assert_int_equal(move, same);
      asc_player_close(player);
    }
    asc_rules_close(rules);
  }
}

static void test_different_seeds_give_different_moves(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  asc_player *player = open_player(rules, "0");
  asc_position start;
  asc_position_start(rules, &start);
  asc_move first, move;
  bool differs = false;
  assert_int_equal(asc_player_choose(player, &(asc_search_task){.position = &start}, 0, &first, NULL), ASC_OK);
  for (uint64_t seed = 1; seed < 20; seed++) {
    assert_int_equal(asc_player_choose(player, &(asc_search_task){.position = &start}, seed, &move, NULL), ASC_OK);
    differs = differs || move != first;
  }
  assert_true(differs);
  asc_player_close(player);
  asc_rules_close(rules);
}

static void test_noise_varies_from_game_to_game(void **state) {
  (void)state;
  enum { GAMES = 1000, NOISE = 600, VARIATION = 2000 };
  const asc_level usual = {.nodes = 300, .depth = 2, .overlook_permille = 200, .noise = NOISE};
  int less_noise = 0, more_noise = 0, same_for_both_seats = 0;
  for (uint64_t game = 0; game < GAMES; game++) {
    asc_level varied = asc_level_for_game(&usual, VARIATION, game, 1),
              repeated = asc_level_for_game(&usual, VARIATION, game, 1);
    assert_int_equal(varied.noise, repeated.noise);
    assert_in_range(varied.noise, NOISE / 3, NOISE * 3);
    assert_int_equal(varied.nodes, usual.nodes);
    less_noise += varied.noise < NOISE;
    more_noise += varied.noise > NOISE;
    same_for_both_seats += varied.noise == asc_level_for_game(&usual, VARIATION, game, 2).noise;
    assert_int_equal(asc_level_for_game(&usual, 0, game, 1).noise, NOISE);
  }
  assert_in_range(less_noise, GAMES * 4 / 10, GAMES * 6 / 10);
  assert_in_range(more_noise, GAMES * 4 / 10, GAMES * 6 / 10);
  assert_in_range(same_for_both_seats, 0, GAMES / 20);
}

static asc_move choose_in_game(asc_player *player, const asc_position *position, uint64_t game_seed) {
  asc_move move;
  const asc_search_task task = {.position = position, .game_seed = game_seed, .nodes = 300};
  asc_player_clear(player);
  assert_int_equal(asc_player_choose(player, &task, 3, &move, NULL), ASC_OK);
  return move;
}

/* Counts the positions in which the choice of a player depends on the game seed. */
static int count_seed_dependent_choices(const asc_rules *rules, const char *name) {
  enum { PLIES = 200 };
  asc_player *player = open_player(rules, name);
  asc_position position;
  asc_random random;
  int differing = 0;
  asc_random_seed(&random, 1);
  asc_position_start(rules, &position);
  for (int i = 0; i < PLIES && asc_position_turn(rules, &position) != ASC_NO_PLAYER; i++) {
    if (asc_position_turn(rules, &position) != ASC_CHANCE)
      differing += choose_in_game(player, &position, 1) != choose_in_game(player, &position, 2);
    asc_position_play(rules, &position, asc_random_move(rules, &position, &random));
  }
  asc_player_close(player);
  return differing;
}

static void test_levels_vary_from_game_to_game_except_the_highest(void **state) {
  (void)state;
  asc_rules *rules = open_rules("delfino");
  assert_true(count_seed_dependent_choices(rules, "6") > 0);
  assert_int_equal(count_seed_dependent_choices(rules, "10"), 0);
  asc_rules_close(rules);
}

/* Counts the games of Delfino that reach the turn limit before a player has five points. */
static int count_unfinished_games(const asc_rules *rules, const char *first, const char *second, int games) {
  enum { GOAL = 2 * 5 }; /* half-points */
  asc_player *seats[] = {open_player(rules, first), open_player(rules, second)};
  int unfinished = 0;
  for (uint64_t game = 1; game <= (uint64_t)games; game++) {
    asc_position position;
    asc_random random;
    asc_outcome outcome;
    asc_random_seed(&random, game);
    asc_position_start(rules, &position);
    while (!asc_position_outcome(rules, &position, &outcome)) {
      int turn = asc_position_turn(rules, &position);
      asc_move move = asc_random_move(rules, &position, &random);
      const asc_search_task task = {.position = &position, .game_seed = game};
      if (turn != ASC_CHANCE)
        assert_int_equal(asc_player_choose(seats[turn - 1], &task, asc_random_next(&random), &move, NULL), ASC_OK);
      asc_position_play(rules, &position, move);
    }
    unfinished += outcome.points[0] < GOAL && outcome.points[1] < GOAL;
  }
  for (int i = 0; i < 2; i++) asc_player_close(seats[i]);
  return unfinished;
}

static void test_weak_levels_finish_their_games(void **state) {
  (void)state;
  enum { GAMES = 50, UNFINISHED_MAX = 1 };
  const char *const pairs[][2] = {{"1", "1"}, {"2", "2"}, {"3", "3"}, {"1", "0"}, {"2", "0"},
                                  {"3", "0"}, {"1", "2"}, {"1", "3"}, {"2", "3"}};
  asc_rules *rules = open_rules("delfino");
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    int unfinished = count_unfinished_games(rules, pairs[i][0], pairs[i][1], GAMES);
    if (unfinished > UNFINISHED_MAX)
      fail_msg("level %s against %s: %d of %d games", pairs[i][0], pairs[i][1], unfinished, GAMES);
  }
  asc_rules_close(rules);
}

/* With little exploration, UCT spends most of its 500 playouts on the best move and searches deeper. With much
   exploration it tries all moves equally. */
static void test_uct_explores_as_its_name_says(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  asc_position position;
  int depths[2];
  asc_position_start(rules, &position);
  asc_position_play(rules, &position, asc_position_pick(rules, &position, 20));
  for (int i = 0; i < 2; i++) {
    asc_player *player = open_player(rules, i == 0 ? "uct,c=5" : "uct,c=1000");
    const asc_search_task task = {.position = &position, .nodes = 28000};
    asc_search_report report;
    asc_move move;
    assert_int_equal(asc_player_choose(player, &task, 1, &move, &report), ASC_OK);
    depths[i] = report.depth;
    asc_player_close(player);
  }
  assert_true(depths[0] > depths[1]);
  asc_rules_close(rules);
}

/* The smaller of the two limits ends the search. */
static void test_limits_of_name_and_task_both_hold(void **state) {
  (void)state;
  asc_rules *rules = open_rules("kulami");
  asc_player *player = open_player(rules, "uct,nodes=3000");
  asc_position start;
  asc_position_start(rules, &start);
  asc_move move;
  asc_search_report report;
  uint64_t plies_max = (uint64_t)rules->plies_max;
  assert_int_equal(asc_player_choose(player, &(asc_search_task){.position = &start, .nodes = 9000}, 1, &move, &report),
                   ASC_OK);
  assert_in_range(report.nodes, 3000, 3000 + plies_max);
  assert_int_equal(asc_player_choose(player, &(asc_search_task){.position = &start, .nodes = 1000}, 1, &move, &report),
                   ASC_OK);
  assert_in_range(report.nodes, 1000, 1000 + plies_max);
  asc_player_close(player);
  asc_rules_close(rules);
}

/* Every call advances this clock by 10 ms. */
static int64_t slow_clock(void *data) { return ++*(int64_t *)data * 10000; }

static void test_the_default_limit_is_one_second(void **state) {
  (void)state;
  const char *const names[] = {"10", "uct"};
  asc_rules *rules = open_rules("circle-delta");
  asc_position start;
  asc_position_start(rules, &start);
  for (int i = 0; i < 2; i++) {
    int64_t clock_reads = 0;
    const asc_search_hooks hooks = {.now_us = slow_clock, .data = &clock_reads};
    asc_player *player;
    asc_move move;
    asc_search_report report;
    assert_int_equal(asc_player_open(&player, rules, names[i], &hooks, NULL), ASC_OK);
    const asc_search_task task = {.position = &start, .plies_left = rules->ply_limit};
    assert_int_equal(asc_player_choose(player, &task, 1, &move, &report), ASC_OK);
    assert_in_range(clock_reads, 100, 120);
    asc_player_close(player);
  }
  asc_rules_close(rules);
}

static bool always_stop(void *data) {
  (void)data;
  return true;
}

static void test_hooks_and_stop_requests_end_a_search(void **state) {
  (void)state;
  const char *const names[] = {"10", "uct", "5"};
  asc_rules *rules = open_rules("kulami");
  asc_position start;
  asc_position_start(rules, &start);
  const asc_search_task task = {.position = &start, .hard_us = INT64_MAX / 2};
  const asc_search_hooks hooks = {.should_stop = always_stop};
  for (int i = 0; i < 3; i++) {
    asc_player *player;
    asc_move move;
    assert_int_equal(asc_player_open(&player, rules, names[i], &hooks, NULL), ASC_OK);
    assert_int_equal(asc_player_choose(player, &task, 1, &move, NULL), ASC_OK);
    assert_true(is_legal(rules, &start, move));
    asc_player_close(player);
    player = open_player(rules, names[i]);
    asc_player_stop(player); /* before the search starts */
    assert_int_equal(asc_player_choose(player, &task, 1, &move, NULL), ASC_OK);
    assert_true(is_legal(rules, &start, move));
    asc_player_close(player);
  }
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_are_parsed),
      cmocka_unit_test(test_invalid_names_are_rejected),
      cmocka_unit_test(test_every_player_has_a_repeatable_move_in_every_game),
      cmocka_unit_test(test_different_seeds_give_different_moves),
      cmocka_unit_test(test_noise_varies_from_game_to_game),
      cmocka_unit_test(test_levels_vary_from_game_to_game_except_the_highest),
      cmocka_unit_test(test_weak_levels_finish_their_games),
      cmocka_unit_test(test_uct_explores_as_its_name_says),
      cmocka_unit_test(test_limits_of_name_and_task_both_hold),
      cmocka_unit_test(test_the_default_limit_is_one_second),
      cmocka_unit_test(test_hooks_and_stop_requests_end_a_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
