/* Searches and players that may ask tables: level 10 never gives anything away, what is told is true, and what the
   tables leave out, the history and the ply limit, is kept. */
#include "solved_tables.h"

enum { GAMES = 60, ROUNDS = 300 };

static asc_search *search_with(asc_tablebase *tables) {
  asc_search *search;
  asc_oracle oracle;
  assert_int_equal(asc_search_open(&search, solved_rules, NULL), ASC_OK);
  if (tables == NULL) return search;
  oracle = asc_tablebase_oracle(tables);
  asc_search_consult(search, &oracle);
  return search;
}

static asc_player *engine_with(asc_tablebase *tables) {
  asc_player *engine;
  asc_error error;
  asc_oracle oracle = asc_tablebase_oracle(tables);
  assert_int_equal(asc_player_open(&engine, solved_rules, "10", NULL, &error), ASC_OK);
  asc_player_consult(engine, &oracle);
  return engine;
}

static asc_task task_of(const asc_play *play) {
  asc_task task = {.position = asc_play_position(play), .plies_left = solved_rules->ply_limit - asc_play_plies(play)};
  task.key_count = asc_play_keys(play, &task.keys);
  return task;
}

/* The engine takes one seat, somebody random the other. What the engine can reach never gets less, and while it wins in
   the last layer the end comes nearer with each of its moves. */
static void game_check(asc_tablebase *tables, asc_player *engine, const asc_position *first, int seat,
                       asc_random *random) {
  asc_play *play;
  asc_truth reached = {-100, 0};
  assert_int_equal(asc_play_open(&play, solved_rules, first), ASC_OK);
  while (asc_play_end(play) == ASC_END_NONE && asc_play_plies(play) < 60) {
    asc_position position;
    memcpy(&position, asc_play_position(play), solved_rules->position_size);
    asc_move moves[ASC_MOVES_MAX], move;
    int count = asc_play_moves(play, moves), player = asc_play_turn(play);
    move = moves[asc_random_below(random, (uint32_t)count)];
    if (player == seat) {
      asc_task task = task_of(play);
      asc_report report;
      asc_truth truth, chosen;
      assert_int_equal(asc_player_choose(engine, &task, 1, &move, &report), ASC_OK);
      assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 1);
      assert_int_equal(report.lines[0].certainty, ASC_EXACT);
      assert_int_equal(report.lines[0].score, 100 * truth.points);
      chosen = solved_move(tables, &position, move);
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
  asc_tablebase *tables = solved_open();
  asc_player *engine = engine_with(tables);
  asc_random random;
  asc_random_seed(&random, 7);
  for (int i = 0; i < GAMES; i++) {
    asc_position first;
    if (!solved_random(&random, i % (SOLVED_LAST + 2), &first)) continue;
    game_check(tables, engine, &first, 1 + i % 2, &random);
  }
  asc_player_close(engine);
  asc_tablebase_close(tables);
}

/* Every line of a search for all moves is what the tables say of its move, the best first. */
static void test_all_moves_are_exact(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_search *search = search_with(tables);
  asc_random random;
  asc_random_seed(&random, 8);
  for (int i = 0; i < ROUNDS; i++) {
    asc_position position;
    if (!solved_random(&random, i % (SOLVED_LAST + 3), &position)) continue;
    asc_task task = {.position = &position, .lines = ASC_MOVES_MAX};
    asc_report report;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.count, asc_position_count(solved_rules, &position));
    for (int k = 0; k < report.count; k++) {
      asc_truth truth = solved_move(tables, &position, report.lines[k].moves[0]);
      assert_int_equal(report.lines[k].certainty, ASC_EXACT);
      assert_int_equal(report.lines[k].score, 100 * truth.points);
      assert_true(k == 0 || report.lines[k].score <= report.lines[k - 1].score);
    }
  }
  asc_search_close(search);
  asc_tablebase_close(tables);
}

/* With the last layers alone a search and a proof go on to them, and come to what all layers say. */
static void test_some_layers_help_a_proof(void **state) {
  (void)state;
  char paths[SOLVED_LAST][128], away[SOLVED_LAST][140];
  asc_tablebase *all = solved_open();
  for (int n = 0; n < SOLVED_LAST - 1; n++) {
    solved_path(n, paths[n]);
    (void)snprintf(away[n], sizeof away[n], "%s.away", paths[n]);
    assert_int_equal(rename(paths[n], away[n]), 0);
  }
  asc_tablebase *some = solved_open();
  for (int n = 0; n < SOLVED_LAST - 1; n++) assert_int_equal(rename(away[n], paths[n]), 0);
  asc_search *search = search_with(some);
  asc_random random;
  asc_random_seed(&random, 9);
  for (int i = 0; i < 40; i++) {
    asc_position position;
    asc_truth truth;
    asc_solution solution;
    if (!solved_random(&random, 6 + i % 3, &position)) continue;
    asc_task task = {.position = &position, .plies_left = solved_rules->ply_limit};
    assert_int_equal(asc_tablebase_probe(all, &position, &truth), 1);
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    assert_true(solution.proved && solution.best_all);
    assert_int_equal(solution.least, 100 * truth.points);
    int best = 0;
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(solved_rules, &position, moves);
    for (int k = 0; k < count; k++) best += solved_move(all, &position, moves[k]).points == truth.points;
    assert_int_equal(solution.best_count, best);
    asc_report report;
    task.nodes = 1000000;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.lines[0].certainty, ASC_EXACT);
    assert_int_equal(report.lines[0].score, 100 * truth.points);
  }
  asc_search_close(search);
  asc_tablebase_close(some);
  asc_tablebase_close(all);
}

static uint64_t key_after(const asc_position *position, asc_move move) {
  asc_position next = *position;
  asc_position_play(solved_rules, &next, move);
  return asc_position_key(solved_rules, &next);
}

static bool wins_otherwise(asc_tablebase *tables, const asc_position *position, asc_move best) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(solved_rules, position, moves);
  for (int i = 0; i < count; i++)
    if (moves[i] != best && solved_move(tables, position, moves[i]).points > 0) return true;
  return false;
}

/* A move that repeats for the third time is a draw: a winner avoids it, a loser takes it. */
static void test_repetition_counts(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_search *search = search_with(tables);
  asc_player *engine = engine_with(tables);
  asc_random random;
  asc_random_seed(&random, 10);
  int won = 0, lost = 0;
  for (int i = 0; i < 4000 && (won < 20 || lost < 20); i++) {
    asc_position position;
    asc_truth truth;
    asc_report report;
    if (!solved_random(&random, SOLVED_LAST + i % 6, &position)) continue;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 1);
    if (truth.plies < 3) continue;
    asc_task task = {.position = &position};
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    asc_move best = report.lines[0].moves[0];
    uint64_t key = key_after(&position, best), keys[] = {key, key, asc_position_key(solved_rules, &position)};
    assert_true(key != 0);
    task.keys = keys;
    task.key_count = 3;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    asc_move move = report.lines[0].moves[0], played;
    assert_int_equal(report.lines[0].score, 100 * truth.points); /* of a game that starts here */
    assert_int_equal(asc_player_choose(engine, &task, 1, &played, NULL), ASC_OK);
    assert_int_equal(played, move);
    if (truth.points < 0) {
      assert_int_equal(move, best);
      lost++;
    } else if (wins_otherwise(tables, &position, best)) {
      assert_true(move != best);
      assert_true(solved_move(tables, &position, move).points > 0);
      won++;
    }
    task.moves = &best; /* of this move alone nothing is claimed */
    task.move_count = 1;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.lines[0].certainty, ASC_ESTIMATE);
    assert_int_equal(report.lines[0].score, 0);
  }
  assert_true(won >= 20 && lost >= 20);
  asc_player_close(engine);
  asc_search_close(search);
  asc_tablebase_close(tables);
}

/* A win that needs more plies than there are left is none. */
static void test_ply_limit_counts(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_search *search = search_with(tables);
  asc_random random;
  asc_random_seed(&random, 11);
  int tried = 0;
  for (int i = 0; i < 4000 && tried < 30; i++) {
    asc_position position;
    asc_truth truth;
    asc_report report;
    asc_solution solution;
    if (!solved_random(&random, SOLVED_LAST + i % 6, &position)) continue;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 1);
    if (truth.points <= 0 || truth.plies < 3) continue;
    asc_task task = {.position = &position, .plies_left = truth.plies};
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_int_equal(report.lines[0].certainty, ASC_EXACT);
    assert_int_equal(report.lines[0].score, 100 * truth.points);
    assert_int_equal(solved_move(tables, &position, report.lines[0].moves[0]).points, truth.points);
    task.plies_left = truth.plies - 1;
    task.nodes = 20000;
    assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
    assert_true(report.lines[0].certainty != ASC_EXACT || report.lines[0].score < 100 * truth.points);
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    assert_true(solution.least < 100 * truth.points);
    tried++;
  }
  assert_int_equal(tried, 30);
  asc_search_close(search);
  asc_tablebase_close(tables);
}

/* Weaker levels are as they are, with tables or without. */
static void test_levels_stay_as_they_are(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_oracle oracle = asc_tablebase_oracle(tables);
  asc_random random;
  asc_random_seed(&random, 12);
  asc_player *with, *without;
  asc_error error;
  assert_int_equal(asc_player_open(&with, solved_rules, "4", NULL, &error), ASC_OK);
  assert_int_equal(asc_player_open(&without, solved_rules, "4", NULL, &error), ASC_OK);
  asc_player_consult(with, &oracle);
  for (int i = 0; i < 20; i++) {
    asc_position position;
    asc_move one, other;
    if (!solved_random(&random, i % SOLVED_LAST, &position)) continue;
    asc_task task = {.position = &position, .game = 3};
    assert_int_equal(asc_player_choose(with, &task, 5, &one, NULL), ASC_OK);
    assert_int_equal(asc_player_choose(without, &task, 5, &other, NULL), ASC_OK);
    assert_int_equal(one, other);
  }
  asc_player_close(with);
  asc_player_close(without);
  asc_tablebase_close(tables);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_level_10_plays_perfectly), cmocka_unit_test(test_all_moves_are_exact),
      cmocka_unit_test(test_some_layers_help_a_proof), cmocka_unit_test(test_repetition_counts),
      cmocka_unit_test(test_ply_limit_counts),         cmocka_unit_test(test_levels_stay_as_they_are),
  };
  return cmocka_run_group_tests(tests, solved_make, solved_remove);
}
