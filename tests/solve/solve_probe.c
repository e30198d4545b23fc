/* Tests the reader of tablebases: every value follows from its moves, images have equal values, and missing or damaged
   data is rejected. solve_all.c tests that the values themselves are correct. */
#include "solved_tables.h"

#include "games/delta/delta.h"
#include "solve/delta/probe_moves.h"

#include <pthread.h>

enum { GAMES = 400 };

/* Returns the value of the best move, in the order of values in the tablebase. */
static asc_tablebase_value best_move_value(asc_tablebase *tablebase, const asc_position *position) {
  asc_move moves[ASC_MOVES_MAX];
  asc_tablebase_value best = {0};
  int count = asc_position_moves(solved_rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_tablebase_value truth = solved_move_value(tablebase, position, moves[i]);
    bool better = truth.points > best.points;
    bool sooner = truth.points == best.points && truth.points > 0 && truth.plies < best.plies;
    bool later = truth.points == best.points && truth.points < 0 && truth.plies > best.plies;
    if (i == 0 || better || sooner || later) best = truth;
  }
  return best;
}

/* Requires that the value follows from the moves; in the last layer with its plies, which earlier layers do not
   have. */
static void assert_value_follows_from_moves(asc_tablebase *tablebase, const asc_position *position,
                                            bool is_last_layer) {
  asc_tablebase_value truth, best = best_move_value(tablebase, position);
  assert_int_equal(asc_tablebase_probe(tablebase, position, &truth), 1);
  assert_int_equal(truth.points, best.points);
  assert_int_equal(truth.plies, is_last_layer && truth.points != 0 ? best.plies : 0);
}

static void test_values_follow_from_moves(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_random random;
  asc_random_seed(&random, 1);
  int seen[SOLVED_LAST_LAYER + 1] = {0}, decided = 0;
  for (int i = 0; i < GAMES; i++) {
    int plies = i % (SOLVED_LAST_LAYER + 4);
    asc_position position;
    asc_tablebase_value truth;
    if (!solved_random_position(&random, plies, &position)) continue;
    assert_value_follows_from_moves(tablebase, &position, plies >= SOLVED_LAST_LAYER);
    seen[plies < SOLVED_LAST_LAYER ? plies : SOLVED_LAST_LAYER]++;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 1);
    decided += plies >= SOLVED_LAST_LAYER && truth.plies > 2;
  }
  for (int layer = 0; layer <= SOLVED_LAST_LAYER; layer++) assert_true(seen[layer] > 0);
  assert_true(decided > 0);
  asc_tablebase_close(tablebase);
}

/* Earlier layers store no plies. But if a relay wins, its points determine the distance: one ply less after each best
   move, for both sides, until the end. */
static void test_points_determine_the_plies(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_random random;
  asc_random_seed(&random, 5);
  int checked = 0;
  for (int i = 0; i < 20 * GAMES; i++) {
    asc_position position;
    solve_probe probe;
    asc_move move;
    if (!solved_random_position(&random, 3 + i % (SOLVED_LAST_LAYER - 3), &position)) continue;
    assert_int_equal(solve_probe_open(&probe, tablebase, solved_rules, &position, NULL), ASC_OK);
    int plies = probe.value.plies;
    for (checked += plies > 1; plies > 0; plies--) {
      assert_int_equal(probe.moves[0].value.plies, plies);
      assert_int_equal(probe.moves[0].ends_game, plies == 1);
      assert_int_equal(asc_move_read(solved_rules, &position, probe.moves[0].token, &move, NULL), ASC_OK);
      solve_probe_close(&probe);
      asc_position_play(solved_rules, &position, move);
      if (plies > 1) assert_int_equal(solve_probe_open(&probe, tablebase, solved_rules, &position, NULL), ASC_OK);
    }
    solve_probe_close(&probe);
  }
  assert_true(checked > 10);
  asc_tablebase_close(tablebase);
}

/* Tests the images under the symmetries of the board; in the last layer also with the colours swapped. */
static void test_images_have_the_same_value(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_random random;
  asc_random_seed(&random, 2);
  for (int i = 0; i < GAMES; i++) {
    asc_position position, image = {0};
    asc_tablebase_value truth, same;
    if (!solved_random_position(&random, i % (SOLVED_LAST_LAYER + 2), &position)) continue;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 1);
    for (int symmetry = 0; symmetry < solved_rules->symmetries; symmetry++) {
      asc_position_transform(solved_rules, symmetry, &position, &image);
      assert_int_equal(asc_tablebase_probe(tablebase, &image, &same), 1);
      assert_memory_equal(&same, &truth, sizeof same);
    }
    if (i % (SOLVED_LAST_LAYER + 2) < SOLVED_LAST_LAYER) continue;
    asc_delta_position swapped;
    memcpy(&swapped, &position, sizeof swapped);
    uint64_t white = swapped.pawns[ASC_DELTA_WHITE];
    swapped.pawns[ASC_DELTA_WHITE] = swapped.pawns[ASC_DELTA_BLACK];
    swapped.pawns[ASC_DELTA_BLACK] = white;
    swapped.mover = !swapped.mover;
    memcpy(&image, &swapped, sizeof swapped);
    assert_int_equal(asc_tablebase_probe(tablebase, &image, &same), 1);
    assert_memory_equal(&same, &truth, sizeof same);
  }
  asc_tablebase_close(tablebase);
}

static void test_other_rules_are_rejected(void **state) {
  (void)state;
  static const char *const specs[] = {"kulami", "neo-delta", "delta:scoring=simple", "delta:size=6"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    asc_rules *rules;
    asc_tablebase *tablebase;
    asc_error error = {0};
    assert_int_equal(asc_rules_open(&rules, specs[i], &error), ASC_OK);
    assert_int_equal(asc_tablebase_open(&tablebase, rules, solved_folder, &error), ASC_E_INPUT);
    assert_null(tablebase);
    assert_true(strlen(error.reason) > 0);
    asc_rules_close(rules);
  }
}

/* Another board opens from the same folder and holds no position. */
static void test_the_tablebase_of_another_board_is_empty(void **state) {
  (void)state;
  asc_rules *rules;
  asc_tablebase *tablebase;
  asc_error error = {0};
  asc_position position = {0};
  asc_tablebase_value truth;
  assert_int_equal(asc_rules_open(&rules, "delta:size=4,pawns=4", &error), ASC_OK);
  assert_int_equal(asc_tablebase_open(&tablebase, rules, solved_folder, &error), ASC_OK);
  assert_int_equal(asc_tablebase_layer_count(tablebase), 9);
  for (int layer = -1; layer <= 9; layer++) assert_false(asc_tablebase_layer(tablebase, layer, NULL));
  asc_position_start(rules, &position);
  assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 0);
  asc_tablebase_close(tablebase);
  asc_rules_close(rules);
}

static void test_a_missing_folder_is_an_error(void **state) {
  (void)state;
  asc_tablebase *tablebase;
  asc_error error = {0};
  char path[128];
  solved_layer_path(3, path);
  assert_int_equal(asc_tablebase_open(&tablebase, solved_rules, "/nowhere/at/all", &error), ASC_E_FILE);
  assert_non_null(strstr(error.reason, "/nowhere/at/all"));
  assert_int_equal(asc_tablebase_open(&tablebase, solved_rules, path, &error), ASC_E_FILE);
}

static void test_finished_games_are_not_in_the_tablebase(void **state) {
  (void)state;
  static const char *const finished[] = {"1:wwww/b.../.b../..b.:w1b2:b", "1:bbbb/w..w/..w./ww..:w0b1:w"};
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_error error;
  int tried = 0;
  for (size_t i = 0; i < sizeof finished / sizeof *finished; i++) {
    asc_position position = {0};
    asc_outcome outcome;
    asc_tablebase_value truth;
    if (asc_position_read(solved_rules, finished[i], &position, &error) < 0) continue;
    if (!asc_position_outcome(solved_rules, &position, &outcome)) continue;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 0);
    tried++;
  }
  asc_random random;
  asc_random_seed(&random, 3);
  for (int game = 0; game < GAMES; game++) { /* random games to their end */
    asc_position position = {0};
    asc_outcome outcome;
    asc_tablebase_value truth;
    if (!solved_random_position(&random, 8, &position)) continue;
    for (int i = 0; i < 100 && !asc_position_outcome(solved_rules, &position, &outcome); i++) {
      asc_move moves[ASC_MOVES_MAX];
      int count = asc_position_moves(solved_rules, &position, moves);
      asc_position_play(solved_rules, &position, moves[asc_random_below(&random, (uint32_t)count)]);
    }
    if (!asc_position_outcome(solved_rules, &position, &outcome)) continue;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), 0);
    tried++;
  }
  assert_true(tried > 10);
  asc_tablebase_close(tablebase);
}

static void *probe_random_positions(void *data) {
  asc_random random;
  asc_random_seed(&random, 4);
  uint64_t sum = 0;
  for (int i = 0; i < 20000; i++) {
    asc_position position;
    asc_tablebase_value truth;
    if (!solved_random_position(&random, i % (SOLVED_LAST_LAYER + 1), &position)) continue;
    if (asc_tablebase_probe(data, &position, &truth) != 1) return NULL;
    sum = sum * 31 + (uint64_t)(truth.points * 7 + truth.plies);
  }
  return (void *)(uintptr_t)(sum | 1);
}

static void test_threads_read_the_same_values(void **state) {
  (void)state;
  asc_tablebase *tablebase = solved_open_tablebase();
  pthread_t threads[3];
  void *expected = probe_random_positions(tablebase), *found;
  assert_non_null(expected);
  for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, probe_random_positions, tablebase), 0);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], &found);
    assert_ptr_equal(found, expected);
  }
  asc_tablebase_close(tablebase);
}

/* Changes a byte of a layer's file (offset < 0: counted from its end), or truncates the file there. Returns the old
   contents in *original, which restore_file frees. */
static void damage_file(int layer, long offset, bool truncates, char **original, size_t *size) {
  char path[128];
  solved_layer_path(layer, path);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  *original = malloc(*size);
  assert_int_equal(fread(*original, 1, *size, file), *size);
  fclose(file);
  size_t position = offset < 0 ? *size - (size_t)-offset : (size_t)offset;
  file = fopen(path, "wb");
  assert_non_null(file);
  fwrite(*original, 1, position, file);
  if (!truncates) {
    fputc((*original)[position] ^ 0x10, file);
    fwrite(*original + position + 1, 1, *size - position - 1, file);
  }
  fclose(file);
}

static void restore_file(int layer, char *original, size_t size) {
  char path[128];
  solved_layer_path(layer, path);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(original, 1, size, file), size);
  fclose(file);
  free(original);
}

static void test_damaged_files_do_not_open(void **state) {
  (void)state;
  static const struct {
    long offset;
    bool truncates;
  } damages[] = {{0, false},  {8, false},  {16, false}, {24, false}, {60, false},  {300, false},
                 {-1, false}, {-9, false}, {0, true},   {100, true}, {4184, true}, {-1, true}};
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    char *original;
    size_t size;
    asc_tablebase *tablebase;
    asc_error error = {0};
    damage_file(9, damages[i].offset, damages[i].truncates, &original, &size);
    int code = asc_tablebase_open(&tablebase, solved_rules, solved_folder, &error);
    restore_file(9, original, size);
    if (code != ASC_E_FILE) fail_msg("harm %zu: %d", i, code);
    assert_non_null(strstr(error.reason, "delta-4-5-09.tab"));
  }
  asc_tablebase_close(solved_open_tablebase());
}

/* A damaged block fails its own checksum. A probe of it reports an error, and an oracle returns no value. */
static void test_damaged_blocks_are_detected(void **state) {
  (void)state;
  char *original;
  size_t size;
  asc_random random;
  asc_random_seed(&random, 5);
  damage_file(9, sizeof(asc_tablebase_header) + 40, false, &original, &size);
  asc_tablebase *tablebase = solved_open_tablebase();
  asc_oracle oracle = asc_tablebase_oracle(tablebase);
  int damaged = 0, found = 0;
  for (int i = 0; i < 20000; i++) {
    asc_position position;
    asc_tablebase_value truth;
    int32_t score;
    int plies;
    if (!solved_random_position(&random, 9, &position)) continue;
    int code = asc_tablebase_probe(tablebase, &position, &truth);
    assert_true(code == 1 || code == ASC_E_FILE);
    assert_int_equal(oracle.probe(oracle.data, &position, &score, &plies), code == 1);
    damaged += code == ASC_E_FILE;
    found += code == 1;
  }
  assert_true(damaged > 0 && found > 0);
  asc_tablebase_layer_info info;
  asc_error error = {0};
  assert_true(asc_tablebase_layer(tablebase, 9, &info));
  int8_t *values = malloc((size_t)info.rows * info.columns);
  assert_int_equal(asc_tablebase_read_rows(tablebase, 9, 0, info.rows, values, &error), ASC_E_FILE);
  free(values);
  asc_tablebase_close(tablebase);
  restore_file(9, original, size);
}

static void test_missing_layers_have_no_values(void **state) {
  (void)state;
  char path[128], moved_path[140];
  asc_random random;
  asc_random_seed(&random, 6);
  solved_layer_path(8, path);
  (void)snprintf(moved_path, sizeof moved_path, "%s.away", path);
  assert_int_equal(rename(path, moved_path), 0);
  asc_tablebase *tablebase = solved_open_tablebase();
  assert_int_equal(rename(moved_path, path), 0);
  assert_false(asc_tablebase_layer(tablebase, 8, NULL));
  assert_true(asc_tablebase_layer(tablebase, 7, NULL));
  for (int i = 0; i < 200; i++) {
    asc_position position;
    asc_tablebase_value truth;
    int plies = 7 + i % 3;
    if (!solved_random_position(&random, plies, &position)) continue;
    assert_int_equal(asc_tablebase_probe(tablebase, &position, &truth), plies != 8);
  }
  asc_tablebase_close(tablebase);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_follow_from_moves),
      cmocka_unit_test(test_images_have_the_same_value),
      cmocka_unit_test(test_other_rules_are_rejected),
      cmocka_unit_test(test_the_tablebase_of_another_board_is_empty),
      cmocka_unit_test(test_a_missing_folder_is_an_error),
      cmocka_unit_test(test_finished_games_are_not_in_the_tablebase),
      cmocka_unit_test(test_threads_read_the_same_values),
      cmocka_unit_test(test_damaged_files_do_not_open),
      cmocka_unit_test(test_damaged_blocks_are_detected),
      cmocka_unit_test(test_missing_layers_have_no_values),
      cmocka_unit_test(test_points_determine_the_plies),
  };
  return cmocka_run_group_tests(tests, solved_setup, solved_teardown);
}
