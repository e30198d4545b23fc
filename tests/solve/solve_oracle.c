/* Tests searches and players that use a tablebase. Level 10 never gives a point away, and the reported values are true.
   The history and the ply limit, which a tablebase ignores, still count. */
#include "solved_tables.h"

enum { GAMES = 60, POSITIONS = 300 };

static asc_search *open_search(asc_tablebase *tablebase) {
  asc_search *search;
  asc_oracle oracle;
  assert_int_equal(asc_search_open(&search, solved_rules, NULL), ASC_OK);
  if (tablebase == NULL) return search;
  oracle = asc_tablebase_oracle(tablebase);
  asc_search_set_oracle(search, &oracle);
  return search;
}

static asc_player *open_engine(asc_tablebase *tablebase) {
  asc_player *engine;
  asc_error error;
  asc_oracle oracle = asc_tablebase_oracle(tablebase);
  assert_int_equal(asc_player_open(&engine, solved_rules, "10", NULL, &error), ASC_OK);
  asc_player_set_oracle(engine, &oracle);
  return engine;
}

static asc_search_task task_for(const asc_play *play) {
  asc_search_task task = {.position = asc_play_position(play),
                          .plies_left = solved_rules->ply_limit - asc_play_ply_count(play)};
  task.key_count = asc_play_repetition_keys(play, &task.keys);
  return task;
}

/* Plays a game of the engine against a random player. The value for the engine never falls. While it wins in the
   last layer, each of its moves brings the end nearer. */
static void check_game(asc_tablebase *tablebase, asc_player *engine, const asc_position *start, int seat,
                       asc_random *random) {
  asc_play *play;
  asc_tablebase_value reached = {-100, 0};
  assert_int_equal(asc_play_open(&play, solved_rules, start), ASC_OK);
  while (asc_play_end(play) == ASC_END_NONE && asc_play_ply_count(play) < 60) {
    asc_position position;
    memcpy(&position, asc_play_position(play), solved_rules->position_size);
    asc_move moves[ASC_MOVES_MAX], move;
    int count = asc_play_moves(play, moves), player = asc_play_turn(play);
    move = moves[asc_random_below(random, (uint32_t)count)];
    if (player == seat) {
      asc_search_task task = task_for(play);
      asc_search_report report;
      asc_tablebase_value truth, chosen;
      assert_int_equal(asc_player_choose(engine, &task, 1, &move, &report), ASC_OK);
      assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 1);
      assert_int_equal(report.lines[0].certainty, ASC_EXACT);
      assert_int_equal(report.lines[0].score, 100 * truth.points);
      chosen = solved_move_value(tablebase, &position, move);
      assert_true(chosen.points >= reached.points);
      if (truth.points > 0 && truth.plies > 0) {
        assert_int_equal(chosen.points, truth.points);
        assert_int_equal(chosen.plies, truth.plies);
        if (reached.points == truth.points && reached.plies > 0) assert_true(truth.plies < reached.plies);
      }
      reached = chosen;
    }
    assert_int_equal(asc_play_move(play, move, NULL), ASC_OK);
  }
  asc_outcome outcome;
  if (asc_play_outcome(play, &outcome))
    assert_true((outcome.points[seat - 1] - outcome.points[2 - seat]) / 2 >= reached.points);
  else
    assert_true(reached.points <= 0);
  asc_play_close(play);
}

static void test_level_10_plays_perfectly(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_player *engine = open_engine(tablebase);
  asc_random random;
  asc_random_seed(&random, 7);
  for (int i = 0; i < GAMES; i++) {
    asc_position start;
    if (!solved_random_position(&random, i % (SOLVED_LAST_LAYER + 2), &start)) continue;
    check_game(tablebase, engine, &start, 1 + i % 2, &random);
  }
  asc_player_close(engine);
  asc_tablebase_close(tablebase);
}

/* A search for all moves reports the value in the tablebase for each move, the best first. */
static void test_all_moves_have_exact_values(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_search *search = open_search(tablebase);
  asc_random random;
  asc_random_seed(&random, 8);
  for (int i = 0; i < POSITIONS; i++) {
    asc_position position;
    if (!solved_random_position(&random, i % (SOLVED_LAST_LAYER + 3), &position)) continue;
    asc_search_task task = {.position = &position, .lines = ASC_MOVES_MAX};
    asc_search_report report;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.line_count, asc_position_count(solved_rules, &position));
    for (int k = 0; k < report.line_count; k++) {
      asc_tablebase_value truth = solved_move_value(tablebase, &position, report.lines[k].moves[0]);
      assert_int_equal(report.lines[k].certainty, ASC_EXACT);
      assert_int_equal(report.lines[k].score, 100 * truth.points);
      assert_true(k == 0 || report.lines[k].score <= report.lines[k - 1].score);
    }
  }
  asc_search_close(search);
  asc_tablebase_close(tablebase);
}

/* With only the last layers present, a search and a proof reach them and find the same value as with all layers. */
static void test_a_proof_uses_the_layers_that_exist(void **state) {
  (void)state;
  char paths[SOLVED_LAST_LAYER][128], moved_paths[SOLVED_LAST_LAYER][140];
  asc_tablebase *all_layers = solved_open_tablebase();
  for (int n = 0; n < SOLVED_LAST_LAYER - 1; n++) {
    solved_layer_path(n, paths[n]);
    (void)snprintf(moved_paths[n], sizeof moved_paths[n], "%s.away", paths[n]);
    assert_int_equal(rename(paths[n], moved_paths[n]), 0);
  }
  asc_tablebase *last_layers = solved_open_tablebase();
  for (int n = 0; n < SOLVED_LAST_LAYER - 1; n++) assert_int_equal(rename(moved_paths[n], paths[n]), 0);
  asc_search *search = open_search(last_layers);
  asc_random random;
  asc_random_seed(&random, 9);
  for (int i = 0; i < 40; i++) {
    asc_position position;
    asc_tablebase_value truth;
    asc_solution solution;
    if (!solved_random_position(&random, 6 + i % 3, &position)) continue;
    asc_search_task task = {.position = &position, .plies_left = solved_rules->ply_limit};
    assert_int_equal(asc_tablebase_probe(all_layers, &position, &truth), 1);
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    assert_true(solution.proved && solution.others_worse);
    assert_int_equal(solution.lower, 100 * truth.points);
    int best = 0;
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(solved_rules, &position, moves);
    for (int k = 0; k < count; k++) best += solved_move_value(all_layers, &position, moves[k]).points == truth.points;
    assert_int_equal(solution.best_count, best);
    asc_search_report report;
    task.nodes = 1000000;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.lines[0].certainty, ASC_EXACT);
    assert_int_equal(report.lines[0].score, 100 * truth.points);
  }
  asc_search_close(search);
  asc_tablebase_close(last_layers);
  asc_tablebase_close(all_layers);
}

static uint64_t key_after(const asc_position *position, asc_move move) {
  asc_position next = *position;
  asc_position_play(solved_rules, &next, move);
  return asc_position_repetition_key(solved_rules, &next);
}

static bool has_other_winning_move(asc_tablebase *tablebase, const asc_position *position, asc_move best) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(solved_rules, position, moves);
  for (int i = 0; i < count; i++)
    if (moves[i] != best && solved_move_value(tablebase, position, moves[i]).points > 0) return true;
  return false;
}

/* A move that repeats a position for the third time is a draw: the winning side avoids it, the losing side plays it. */
static void test_the_third_occurrence_is_a_draw(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_search *search = open_search(tablebase);
  asc_player *engine = open_engine(tablebase);
  asc_random random;
  asc_random_seed(&random, 10);
  int won = 0, lost = 0;
  for (int i = 0; i < 4000 && (won < 20 || lost < 20); i++) {
    asc_position position;
    asc_tablebase_value truth;
    asc_search_report report;
    if (!solved_random_position(&random, SOLVED_LAST_LAYER + i % 6, &position)) continue;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 1);
    if (truth.plies < 3) continue;
    asc_search_task task = {.position = &position};
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    asc_move best = report.lines[0].moves[0];
    uint64_t key = key_after(&position, best),
             keys[] = {key, key, asc_position_repetition_key(solved_rules, &position)};
    assert_true(key != 0);
    task.keys = keys;
    task.key_count = 3;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    asc_move move = report.lines[0].moves[0], played;
    assert_int_equal(report.lines[0].score, 100 * truth.points); /* the value of a game that starts here */
    assert_int_equal(asc_player_choose(engine, &task, 1, &played, NULL), ASC_OK);
    assert_int_equal(played, move);
    if (truth.points < 0) {
      assert_int_equal(move, best);
      lost++;
    } else if (has_other_winning_move(tablebase, &position, best)) {
      assert_true(move != best);
      assert_true(solved_move_value(tablebase, &position, move).points > 0);
      won++;
    }
    task.root_moves = &best; /* a search of only this move claims nothing */
    task.root_move_count = 1;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.lines[0].certainty, ASC_ESTIMATE);
    assert_int_equal(report.lines[0].score, 0);
  }
  assert_true(won >= 20 && lost >= 20);
  asc_player_close(engine);
  asc_search_close(search);
  asc_tablebase_close(tablebase);
}

/* A win that takes more plies than the ply limit leaves is not a win. */
static void test_a_win_after_the_ply_limit_does_not_count(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_search *search = open_search(tablebase);
  asc_random random;
  asc_random_seed(&random, 11);
  int tried = 0;
  for (int i = 0; i < 4000 && tried < 30; i++) {
    asc_position position;
    asc_tablebase_value truth;
    asc_search_report report;
    asc_solution solution;
    if (!solved_random_position(&random, SOLVED_LAST_LAYER + i % 6, &position)) continue;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 1);
    if (truth.points <= 0 || truth.plies < 3) continue;
    asc_search_task task = {.position = &position, .plies_left = truth.plies};
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.lines[0].certainty, ASC_EXACT);
    assert_int_equal(report.lines[0].score, 100 * truth.points);
    assert_int_equal(solved_move_value(tablebase, &position, report.lines[0].moves[0]).points, truth.points);
    task.plies_left = truth.plies - 1;
    task.nodes = 20000;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_true(report.lines[0].certainty != ASC_EXACT || report.lines[0].score < 100 * truth.points);
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    assert_true(solution.lower < 100 * truth.points);
    tried++;
  }
  assert_int_equal(tried, 30);
  asc_search_close(search);
  asc_tablebase_close(tablebase);
}

/* Weaker levels play the same with and without the tablebase. */
static void test_weaker_levels_ignore_the_tablebase(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_oracle oracle = asc_tablebase_oracle(tablebase);
  asc_random random;
  asc_random_seed(&random, 12);
  asc_player *player_with, *player_without;
  asc_error error;
  assert_int_equal(asc_player_open(&player_with, solved_rules, "4", NULL, &error), ASC_OK);
  assert_int_equal(asc_player_open(&player_without, solved_rules, "4", NULL, &error), ASC_OK);
  asc_player_set_oracle(player_with, &oracle);
  for (int i = 0; i < 20; i++) {
    asc_position position;
    asc_move one, other;
    if (!solved_random_position(&random, i % SOLVED_LAST_LAYER, &position)) continue;
    asc_search_task task = {.position = &position, .game_seed = 3};
    assert_int_equal(asc_player_choose(player_with, &task, 5, &one, NULL), ASC_OK);
    assert_int_equal(asc_player_choose(player_without, &task, 5, &other, NULL), ASC_OK);
    assert_int_equal(one, other);
  }
  asc_player_close(player_with);
  asc_player_close(player_without);
  asc_tablebase_close(tablebase);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_level_10_plays_perfectly),
      cmocka_unit_test(test_all_moves_have_exact_values),
      cmocka_unit_test(test_a_proof_uses_the_layers_that_exist),
      cmocka_unit_test(test_the_third_occurrence_is_a_draw),
      cmocka_unit_test(test_a_win_after_the_ply_limit_does_not_count),
      cmocka_unit_test(test_weaker_levels_ignore_the_tablebase),
  };
  return cmocka_run_group_tests(tests, solved_setup, solved_teardown);
}
