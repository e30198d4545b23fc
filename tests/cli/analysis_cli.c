/* Tests of `ascona solve`, `analyse` and `review` as programs call them. Positions small enough are also searched to
   the end by a plain search here, and exact values must agree. */
#define _GNU_SOURCE
#include "tests/support/process.h"

#include <ascona/ascona.h>
#include <jansson.h>
#include <pty.h>

typedef struct random_game {
  asc_rules *rules;
  asc_play *play;
  char position[ASC_POSITION_TEXT_MAX];
} random_game;

/* Plays a random game for `plies` plies, or to its end. */
static random_game sample_open(const char *spec, uint64_t seed, int plies) {
  random_game game = {0};
  asc_random random;
  asc_random_seed(&random, seed);
  assert_int_equal(asc_rules_open(&game.rules, spec, NULL), ASC_OK);
  assert_int_equal(asc_play_open(&game.play, game.rules, NULL), ASC_OK);
  while (asc_play_ply_count(game.play) < plies && asc_play_end(game.play) == ASC_END_NONE)
    asc_play_move(game.play, asc_random_move(game.rules, asc_play_position(game.play), &random), NULL);
  asc_position_write(game.rules, asc_play_position(game.play), game.position, sizeof game.position);
  return game;
}

static void sample_close(random_game *sample) {
  asc_play_close(sample->play);
  asc_rules_close(sample->rules);
}

/* Returns the margin of the player to move with best play, in half-points. For two players who move in turn. */
static int32_t true_margin(const asc_rules *rules, const void *position) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves), turn = asc_position_turn(rules, position);
  asc_outcome outcome;
  if (asc_position_outcome(rules, position, &outcome)) return outcome.points[turn - 1] - outcome.points[2 - turn];
  int32_t best = INT32_MIN;
  for (int i = 0; i < count; i++) {
    asc_position next;
    memcpy(&next, position, rules->position_size);
    asc_position_play(rules, &next, moves[i]);
    int32_t margin = -true_margin(rules, &next);
    if (margin > best) best = margin;
  }
  return best;
}

static int32_t true_margin_after(const random_game *sample, const char *token) {
  asc_position next;
  asc_move move;
  assert_int_equal(asc_move_read(sample->rules, asc_play_position(sample->play), token, &move, NULL), ASC_OK);
  memcpy(&next, asc_play_position(sample->play), sample->rules->position_size);
  asc_position_play(sample->rules, &next, move);
  return -true_margin(sample->rules, &next);
}

/* Runs the program and returns the JSON object that it prints. */
static json_t *run_json(int status, const char *const *args, const char *input) {
  char *text;
  int got = process_run(args, input, &text);
  json_t *object = json_loads(text, JSON_DISABLE_EOF_CHECK, NULL);
  if (object == NULL || got != status) fail_msg("status %d, not %d:\n%s", got, status, text);
  free(text);
  return object;
}
#define RUN_JSON(status, ...) run_json(status, (const char *const[]){__VA_ARGS__, "--json", NULL}, "")

static double number_at(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}
static const char *string_at(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static void assert_number(const json_t *object, const char *key, double expected) {
  double difference = number_at(object, key) - expected;
  if (difference < -0.001 || difference > 0.001) fail_msg("%s is %g, not %g", key, number_at(object, key), expected);
}

enum { SAMPLES = 8, SAMPLE_PLIES = 46 };

static void test_solving_agrees_with_brute_force(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
    random_game sample = sample_open("kulami", seed, SAMPLE_PLIES);
    if (asc_play_end(sample.play) == ASC_END_NONE) {
      json_t *solved = RUN_JSON(0, "solve", "kulami", "--position", sample.position);
      int32_t margin = true_margin(sample.rules, asc_play_position(sample.play));
      assert_string_equal(string_at(solved, "kind"), "exact");
      assert_number(solved, "value", margin / 2.0);
      assert_true(json_is_true(json_object_get(solved, "best_all")));
      json_t *best = json_object_get(solved, "best"), *token;
      asc_move moves[ASC_MOVES_MAX];
      int count = asc_play_moves(sample.play, moves);
      size_t index, expected = 0;
      for (int i = 0; i < count; i++) {
        char text[ASC_TOKEN_MAX];
        asc_move_write(sample.rules, asc_play_position(sample.play), moves[i], text);
        expected += true_margin_after(&sample, text) == margin;
      }
      assert_int_equal(json_array_size(best), expected);
      json_array_foreach(best, index, token) {
        assert_int_equal(true_margin_after(&sample, json_string_value(token)), margin);
        if (index > 0)
          assert_true(strcmp(json_string_value(json_array_get(best, index - 1)), json_string_value(token)) < 0);
      }
      json_decref(solved);
    }
    sample_close(&sample);
  }
}

static void test_exact_lines_agree_with_brute_force(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
    random_game sample = sample_open("kulami", seed, SAMPLE_PLIES);
    if (asc_play_end(sample.play) == ASC_END_NONE) {
      json_t *found =
          RUN_JSON(0, "analyse", "kulami", "--position", sample.position, "--all-moves", "--nodes", "200000");
      json_t *lines = json_object_get(found, "lines"), *line;
      size_t index;
      asc_move moves[ASC_MOVES_MAX];
      assert_int_equal(json_array_size(lines), asc_play_moves(sample.play, moves));
      json_array_foreach(lines, index, line) {
        const char *first = json_string_value(json_array_get(json_object_get(line, "line"), 0));
        assert_string_equal(string_at(line, "kind"), "exact");
        assert_number(line, "value", true_margin_after(&sample, first) / 2.0);
      }
      json_decref(found);
    }
    sample_close(&sample);
  }
}

/* If a proof needs at most an eighth of the limits, analyse reports the proof and does not search further. */
static void test_quickly_proved_positions_are_not_searched(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    random_game sample = sample_open("kulami", seed, 36);
    char nodes[32];
    json_t *solved = RUN_JSON(0, "solve", "kulami", "--position", sample.position);
    (void)snprintf(nodes, sizeof nodes, "%d", 8 * (int)number_at(solved, "nodes"));
    json_t *found = RUN_JSON(0, "analyse", "kulami", "--position", sample.position, "--nodes", nodes);
    json_t *line = json_array_get(json_object_get(found, "lines"), 0);
    assert_string_equal(string_at(line, "kind"), "exact");
    assert_number(line, "value", number_at(solved, "value"));
    assert_true(json_equal(json_object_get(line, "line"), json_object_get(solved, "line")));
    assert_number(found, "nodes", number_at(solved, "nodes"));
    json_decref(solved);
    json_decref(found);
    sample_close(&sample);
  }
}

static void test_a_limit_leaves_bounds(void **state) {
  (void)state;
  json_t *found = RUN_JSON(1, "solve", "kulami", "--nodes", "2000");
  assert_string_equal(string_at(found, "kind"), "bounds");
  assert_true(json_is_null(json_object_get(found, "value")));
  assert_int_equal(json_array_size(json_object_get(found, "best")), 0);
  assert_true(json_is_integer(json_object_get(found, "nodes")));
  assert_true(json_is_number(json_object_get(found, "seconds")));
  json_decref(found);
}

/* A game of Delta in which Black can win with a relay now, with 13 squares free. */
#define BEFORE_RELAY "e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4 b2-e2"

static void test_the_value_of_a_finished_game_is_its_result(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "solve", "delta", "--moves", BEFORE_RELAY " c5-e3");
  assert_string_equal(string_at(found, "kind"), "exact");
  assert_number(found, "value", number_at(found, "player") == 1 ? -13 : 13);
  assert_int_equal(json_array_size(json_object_get(found, "best")), 0);
  assert_true(json_is_true(json_object_get(found, "best_all"))); /* there are no other moves */
  json_decref(found);
  found = RUN_JSON(0, "analyse", "delta", "--moves", BEFORE_RELAY " c5-e3");
  assert_string_equal(string_at(found, "result"), "p2win");
  assert_int_equal(json_array_size(json_object_get(found, "lines")), 0);
  json_decref(found);
}

static void test_a_winning_move_is_found(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "solve", "delta", "--moves", BEFORE_RELAY);
  assert_number(found, "value", 13);
  json_t *token;
  size_t index;
  bool is_found = false;
  json_array_foreach(json_object_get(found, "best"), index, token) is_found |=
      !strcmp(json_string_value(token), "c5-e3");
  assert_true(is_found);
  json_decref(found);
}

/* In games scored by the chance to win, a value is a percentage: a loss is 0, a win 100. */
static void test_chances_are_percentages(void **state) {
  (void)state;
  static const char spec[] = "circle-delta:board=rose,rings=2,petals=3,men=2,reds=1,greens=1";
  json_t *found = RUN_JSON(0, "solve", spec, "--position", "1:...r../..g.bb:w:first:1:0:0");
  assert_string_equal(string_at(found, "kind"), "exact");
  assert_number(found, "value", 0);
  json_decref(found);
  found = RUN_JSON(0, "solve", spec, "--position", "1:....r./.g.wbb:b:second:0:0:0");
  assert_number(found, "value", 100);
  json_decref(found);
}

/* On the empty board all images of a move under the symmetries of the board have the same value, so one proof covers
   them. */
static void test_symmetric_moves_share_their_proof(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "solve", "circle-delta:board=rose,rings=2,petals=4,men=2,reds=1,greens=1");
  assert_number(found, "value", 100);
  assert_int_equal(json_array_size(json_object_get(found, "best")), 16);
  assert_true(json_is_true(json_object_get(found, "best_all")));
  json_decref(found);
}

/* The line leads from the empty board to the end of the game. */
static void test_the_line_leads_to_the_end(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "solve", "delta"), *token;
  asc_rules *rules;
  asc_position position;
  asc_outcome outcome;
  size_t index;
  assert_number(found, "value", 10);
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  asc_position_start(rules, &position);
  json_array_foreach(json_object_get(found, "line"), index, token) {
    asc_move move;
    assert_int_equal(asc_move_read(rules, &position, json_string_value(token), &move, NULL), ASC_OK);
    asc_position_play(rules, &position, move);
  }
  assert_true(asc_position_outcome(rules, &position, &outcome));
  assert_int_equal(outcome.points[0] - outcome.points[1], 20);
  asc_rules_close(rules);
  json_decref(found);
}

static void test_games_with_dice_are_not_solved(void **state) {
  (void)state;
  json_t *found = RUN_JSON(1, "solve", "delfino", "--moves", "1.1 4.4");
  assert_string_equal(string_at(found, "kind"), "bounds");
  assert_number(found, "least", 0);
  assert_number(found, "most", 100);
  json_decref(found);
}

/* The luck of a roll is its value minus the average value of all faces. */
static void test_luck_is_the_difference_from_the_average(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "analyse", "delfino", "--moves", "1.1 4.4 r3", "--depth", "1");
  json_t *roll = json_object_get(found, "roll"), *face;
  double sum = 0, rolled = -1;
  size_t index;
  json_array_foreach(json_object_get(roll, "faces"), index, face) {
    sum += number_at(face, "value");
    if (strcmp(string_at(face, "face"), "r3") == 0) rolled = number_at(face, "value");
    json_t *values = json_object_get(face, "values");
    double all = json_number_value(json_array_get(values, 0)) + json_number_value(json_array_get(values, 1));
    assert_true(all > 99.98 && all < 100.02);
  }
  assert_int_equal(index, 3);
  assert_number(found, "depth", 1);
  assert_string_equal(string_at(roll, "rolled"), "r3");
  assert_true(number_at(roll, "average") > sum / 3 - 0.01 && number_at(roll, "average") < sum / 3 + 0.01);
  assert_number(roll, "luck", rolled - number_at(roll, "average"));
  json_decref(found);
}

/* The roll and the lines are searched to different depths, but they must agree on the value of the position. */
static void test_a_rolled_position_has_one_value(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "analyse", "delfino", "--moves", "1.1 4.4 r3", "--nodes", "600000");
  json_t *line = json_array_get(json_object_get(found, "lines"), 0), *face;
  json_t *roll = json_object_get(found, "roll");
  size_t index;
  json_array_foreach(json_object_get(roll, "faces"), index, face) {
    if (strcmp(string_at(face, "face"), "r3") == 0) assert_number(face, "value", number_at(line, "value"));
  }
  json_decref(found);
}

/* Before a roll there are no lines, but the positions after each face have been searched. */
static void test_a_roll_has_a_depth(void **state) {
  (void)state;
  json_t *found = RUN_JSON(0, "analyse", "delfino", "--moves", "1.1 4.4", "--depth", "1");
  assert_int_equal(json_array_size(json_object_get(found, "lines")), 0);
  assert_number(found, "depth", 1);
  json_decref(found);
}

/* Returns the record of a game as text; the caller frees it. */
static char *record_text(const asc_play *play) {
  asc_record *record;
  char *text;
  size_t length;
  assert_int_equal(asc_record_from_play(&record, play), ASC_OK);
  assert_int_equal(asc_record_write(record, ASC_RECORD_TEXT, &text, &length), ASC_OK);
  asc_record_close(record);
  return text;
}

static json_t *run_review(const asc_play *play, const char *nodes) {
  char *text = record_text(play);
  const char *const args[] = {"review", "-", "--nodes", nodes, "--json", NULL};
  json_t *found = run_json(0, args, text);
  free(text);
  return found;
}

/* At the end of a random game the loss of every ply is proven, and it must be right. */
static void test_proved_losses_are_true(void **state) {
  (void)state;
  random_game sample = sample_open("kulami", 3, 64);
  json_t *found = run_review(sample.play, "5000"), *turns = json_object_get(found, "turns");
  int plies = asc_play_ply_count(sample.play), compared = 0;
  assert_int_equal(json_array_size(turns), plies);
  for (int i = plies - 10; i < plies; i++) {
    const json_t *turn = json_array_get(turns, (size_t)i);
    asc_position after;
    const void *before = asc_play_position_before(sample.play, i);
    memcpy(&after, asc_play_position_before(sample.play, i + 1), sample.rules->position_size);
    int32_t loss = true_margin(sample.rules, before) + true_margin(sample.rules, &after);
    assert_string_equal(string_at(turn, "proof"), "exact");
    assert_number(turn, "loss", loss / 2.0);
    compared += loss > 0;
  }
  assert_true(compared > 0);
  for (size_t i = 0; i < 2; i++) /* the losses of the first plies are estimates, and so are the sums */
    assert_string_equal(string_at(json_array_get(json_object_get(found, "players"), i), "proof"), "estimate");
  json_decref(found);
  sample_close(&sample);
}

/* A later ply may prove that a score was wrong, but a move must never be reported as worse than itself. */
static void test_no_move_is_worse_than_itself(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 8; seed++) {
    random_game sample = sample_open("kulami", seed, 64);
    json_t *found = run_review(sample.play, "2000"), *turn;
    size_t index;
    json_array_foreach(json_object_get(found, "turns"), index, turn) {
      const json_t *ply = json_array_get(json_object_get(turn, "plies"), 0);
      const json_t *better = json_array_get(json_object_get(json_object_get(ply, "best"), "line"), 0);
      if (number_at(ply, "loss") > 0) assert_string_not_equal(json_string_value(better), string_at(ply, "move"));
    }
    json_decref(found);
    sample_close(&sample);
  }
}

/* The plies of a turn are evaluated separately and graded together. */
static void test_turns_add_up_their_plies(void **state) {
  (void)state;
  random_game sample = sample_open("circle-delta", 5, 20);
  json_t *found = run_review(sample.play, "300"), *turn;
  size_t index, plies = 0;
  json_array_foreach(json_object_get(found, "turns"), index, turn) {
    json_t *list = json_object_get(turn, "plies"), *ply;
    double loss = 0;
    size_t k;
    json_array_foreach(list, k, ply) loss += number_at(ply, "loss");
    assert_number(turn, "loss", loss);
    plies += json_array_size(list);
  }
  assert_int_equal(plies, 20);
  assert_int_equal(index, 8 + 6); /* eight turns that place a shared piece, then turns of two actions */
  json_decref(found);
  sample_close(&sample);
}

/* The luck that a roll brings one player is lost by the others. */
static void test_luck_adds_up(void **state) {
  (void)state;
  random_game sample = sample_open("delfino", 7, 24);
  json_t *found = run_review(sample.play, "20"), *turn;
  double luck[2] = {0};
  size_t index;
  json_array_foreach(json_object_get(found, "turns"), index, turn) {
    if (!json_is_true(json_object_get(turn, "roll"))) continue;
    json_t *rolled = json_object_get(json_array_get(json_object_get(turn, "plies"), 0), "luck");
    for (size_t i = 0; i < 2; i++) luck[i] += json_number_value(json_array_get(rolled, i));
  }
  for (size_t i = 0; i < 2; i++) assert_number(json_array_get(json_object_get(found, "players"), i), "luck", luck[i]);
  assert_true(luck[0] + luck[1] > -0.2 && luck[0] + luck[1] < 0.2);
  json_decref(found);
  sample_close(&sample);
}

/* Ctrl-C ends a search without limits, and the results found so far are printed. */
static void test_an_interrupt_prints_the_results_so_far(void **state) {
  (void)state;
  test_process process = process_open("analyse", "kulami", "--time", "1000000", "--verbose");
  process_expect(&process, "estimate");
  kill(process.id, SIGINT);
  assert_int_equal(process_end(&process), 0);
  assert_has(process.text, "depth");
  process_close(&process);
}

/* On a terminal a proof shows its progress: the number of nodes grows. After Ctrl-C the bounds are printed. */
static void test_a_proof_shows_its_progress(void **state) {
  (void)state;
  int master;
  test_process process = {.text = calloc(1, 1)};
  process.id = forkpty(&master, NULL, NULL, NULL);
  if (process.id == 0) {
    setenv("TERM", "xterm", 1);
    execl(TEST_PROGRAM, TEST_PROGRAM, "solve", "neo-delta", NULL);
    _exit(127);
  }
  assert_true(process.id > 0);
  process.out = master;
  process.in = dup(master);
  process_expect(&process, "proved for White: nothing");
  process_expect(&process, " nodes   proved for White: wins by at most 29 points");
  process_send(&process, "\003");
  process_expect(&process, "Not solved. Proved for White, who is to move: wins by at most 29 points.");
  assert_int_equal(process_end(&process), 1);
  process_close(&process);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solving_agrees_with_brute_force),
      cmocka_unit_test(test_exact_lines_agree_with_brute_force),
      cmocka_unit_test(test_quickly_proved_positions_are_not_searched),
      cmocka_unit_test(test_a_limit_leaves_bounds),
      cmocka_unit_test(test_the_value_of_a_finished_game_is_its_result),
      cmocka_unit_test(test_a_winning_move_is_found),
      cmocka_unit_test(test_chances_are_percentages),
      cmocka_unit_test(test_symmetric_moves_share_their_proof),
      cmocka_unit_test(test_the_line_leads_to_the_end),
      cmocka_unit_test(test_games_with_dice_are_not_solved),
      cmocka_unit_test(test_luck_is_the_difference_from_the_average),
      cmocka_unit_test(test_a_rolled_position_has_one_value),
      cmocka_unit_test(test_a_roll_has_a_depth),
      cmocka_unit_test(test_proved_losses_are_true),
      cmocka_unit_test(test_no_move_is_worse_than_itself),
      cmocka_unit_test(test_turns_add_up_their_plies),
      cmocka_unit_test(test_luck_adds_up),
      cmocka_unit_test(test_an_interrupt_prints_the_results_so_far),
      cmocka_unit_test(test_a_proof_shows_its_progress),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
