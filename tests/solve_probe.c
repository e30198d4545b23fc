/* The reader of tables: every value follows from its moves, images are worth the same, and what is not held or damaged
   is refused. That the tables themselves are right is the matter of solve_all.c. */
#include "solved_tables.h"

#include "games/delta/delta.h"
#include "solve/delta/answer.h"

#include <pthread.h>

enum { GAMES = 400 };

/* The best of the moves, as the tables order values. */
static asc_truth best_of(asc_tablebase *tables, const asc_position *position) {
  asc_move moves[ASC_MOVES_MAX];
  asc_truth best = {0};
  int count = asc_position_moves(solved_rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_truth truth = solved_move(tables, position, moves[i]);
    bool better = truth.points > best.points;
    bool sooner = truth.points == best.points && truth.points > 0 && truth.plies < best.plies;
    bool later = truth.points == best.points && truth.points < 0 && truth.plies > best.plies;
    if (i == 0 || better || sooner || later) best = truth;
  }
  return best;
}

/* In the last layer with its plies; before it there are none. */
static void assert_follows(asc_tablebase *tables, const asc_position *position, bool last) {
  asc_truth truth, best = best_of(tables, position);
  assert_int_equal(asc_tablebase_probe(tables, position, &truth), 1);
  assert_int_equal(truth.points, best.points);
  assert_int_equal(truth.plies, last && truth.points != 0 ? best.plies : 0);
}

static void test_values_follow_from_moves(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_random random;
  asc_random_seed(&random, 1);
  int seen[SOLVED_LAST + 1] = {0}, decided = 0;
  for (int i = 0; i < GAMES; i++) {
    int plies = i % (SOLVED_LAST + 4);
    asc_position position;
    asc_truth truth;
    if (!solved_random(&random, plies, &position)) continue;
    assert_follows(tables, &position, plies >= SOLVED_LAST);
    seen[plies < SOLVED_LAST ? plies : SOLVED_LAST]++;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 1);
    decided += plies >= SOLVED_LAST && truth.plies > 2;
  }
  for (int layer = 0; layer <= SOLVED_LAST; layer++) assert_true(seen[layer] > 0);
  assert_true(decided > 0);
  asc_tablebase_close(tables);
}

/* Before the last layer no table tells how far the end is. Where a relay is won its points do: a ply less after the
   best move, whoever moves, down to the end. */
static void test_points_tell_the_plies(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_random random;
  asc_random_seed(&random, 5);
  int told = 0;
  for (int i = 0; i < 20 * GAMES; i++) {
    asc_position position;
    asc_probe probe;
    asc_move move;
    if (!solved_random(&random, 3 + i % (SOLVED_LAST - 3), &position)) continue;
    assert_int_equal(asc_probe_open(&probe, tables, solved_rules, &position, NULL), ASC_OK);
    int plies = probe.truth.plies;
    for (told += plies > 1; plies > 0; plies--) {
      assert_int_equal(probe.moves[0].truth.plies, plies);
      assert_int_equal(probe.moves[0].over, plies == 1);
      assert_int_equal(asc_move_read(solved_rules, &position, probe.moves[0].token, &move, NULL), ASC_OK);
      asc_probe_close(&probe);
      asc_position_play(solved_rules, &position, move);
      if (plies > 1) assert_int_equal(asc_probe_open(&probe, tables, solved_rules, &position, NULL), ASC_OK);
    }
    asc_probe_close(&probe);
  }
  assert_true(told > 10);
  asc_tablebase_close(tables);
}

/* Images under the symmetries of the board, and in the last layer the same with the colours exchanged. */
static void test_images_are_worth_the_same(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  asc_random random;
  asc_random_seed(&random, 2);
  for (int i = 0; i < GAMES; i++) {
    asc_position position, image = {0};
    asc_truth truth, same;
    if (!solved_random(&random, i % (SOLVED_LAST + 2), &position)) continue;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 1);
    for (int symmetry = 0; symmetry < solved_rules->symmetries; symmetry++) {
      asc_position_transform(solved_rules, symmetry, &position, &image);
      assert_int_equal(asc_tablebase_probe(tables, &image, &same), 1);
      assert_memory_equal(&same, &truth, sizeof same);
    }
    if (i % (SOLVED_LAST + 2) < SOLVED_LAST) continue;
    delta_position swapped;
    memcpy(&swapped, &position, sizeof swapped);
    uint64_t white = swapped.men[DELTA_WHITE];
    swapped.men[DELTA_WHITE] = swapped.men[DELTA_BLACK];
    swapped.men[DELTA_BLACK] = white;
    swapped.mover = !swapped.mover;
    memcpy(&image, &swapped, sizeof swapped);
    assert_int_equal(asc_tablebase_probe(tables, &image, &same), 1);
    assert_memory_equal(&same, &truth, sizeof same);
  }
  asc_tablebase_close(tables);
}

static void test_other_rules_are_refused(void **state) {
  (void)state;
  static const char *const specs[] = {"kulami", "neo-delta", "delta:scoring=simple", "delta:size=6"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    asc_rules *rules;
    asc_tablebase *tables;
    asc_error error = {0};
    assert_int_equal(asc_rules_open(&rules, specs[i], &error), ASC_OK);
    assert_int_equal(asc_tablebase_open(&tables, rules, solved_folder, &error), ASC_E_INPUT);
    assert_null(tables);
    assert_true(strlen(error.reason) > 0);
    asc_rules_close(rules);
  }
}

/* Another board in the same folder: it opens, and holds nothing. */
static void test_other_boards_hold_nothing(void **state) {
  (void)state;
  asc_rules *rules;
  asc_tablebase *tables;
  asc_error error = {0};
  asc_position position = {0};
  asc_truth truth;
  assert_int_equal(asc_rules_open(&rules, "delta:size=4,pawns=4", &error), ASC_OK);
  assert_int_equal(asc_tablebase_open(&tables, rules, solved_folder, &error), ASC_OK);
  assert_int_equal(asc_tablebase_layers(tables), 9);
  for (int layer = -1; layer <= 9; layer++) assert_false(asc_tablebase_layer(tables, layer, NULL));
  asc_position_start(rules, &position);
  assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 0);
  asc_tablebase_close(tables);
  asc_rules_close(rules);
}

static void test_no_folder_is_an_error(void **state) {
  (void)state;
  asc_tablebase *tables;
  asc_error error = {0};
  char path[128];
  solved_path(3, path);
  assert_int_equal(asc_tablebase_open(&tables, solved_rules, "/nowhere/at/all", &error), ASC_E_FILE);
  assert_non_null(strstr(error.reason, "/nowhere/at/all"));
  assert_int_equal(asc_tablebase_open(&tables, solved_rules, path, &error), ASC_E_FILE);
}

static void test_finished_games_are_not_held(void **state) {
  (void)state;
  static const char *const over[] = {"1:wwww/b.../.b../..b.:w1b2:b", "1:bbbb/w..w/..w./ww..:w0b1:w"};
  asc_tablebase *tables = solved_open();
  asc_error error;
  int tried = 0;
  for (size_t i = 0; i < sizeof over / sizeof *over; i++) {
    asc_position position = {0};
    asc_outcome outcome;
    asc_truth truth;
    if (asc_position_read(solved_rules, over[i], &position, &error) < 0) continue;
    if (!asc_position_outcome(solved_rules, &position, &outcome)) continue;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 0);
    tried++;
  }
  asc_random random;
  asc_random_seed(&random, 3);
  for (int game = 0; game < GAMES; game++) { /* random games to their end */
    asc_position position = {0};
    asc_outcome outcome;
    asc_truth truth;
    if (!solved_random(&random, 8, &position)) continue;
    for (int i = 0; i < 100 && !asc_position_outcome(solved_rules, &position, &outcome); i++) {
      asc_move moves[ASC_MOVES_MAX];
      int count = asc_position_moves(solved_rules, &position, moves);
      asc_position_play(solved_rules, &position, moves[asc_random_below(&random, (uint32_t)count)]);
    }
    if (!asc_position_outcome(solved_rules, &position, &outcome)) continue;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), 0);
    tried++;
  }
  assert_true(tried > 10);
  asc_tablebase_close(tables);
}

static void *probe_many(void *data) {
  asc_random random;
  asc_random_seed(&random, 4);
  uint64_t sum = 0;
  for (int i = 0; i < 20000; i++) {
    asc_position position;
    asc_truth truth;
    if (!solved_random(&random, i % (SOLVED_LAST + 1), &position)) continue;
    if (asc_tablebase_probe(data, &position, &truth) != 1) return NULL;
    sum = sum * 31 + (uint64_t)(truth.points * 7 + truth.plies);
  }
  return (void *)(uintptr_t)(sum | 1);
}

static void test_threads_read_the_same(void **state) {
  (void)state;
  asc_tablebase *tables = solved_open();
  pthread_t threads[3];
  void *alone = probe_many(tables), *found;
  assert_non_null(alone);
  for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, probe_many, tables), 0);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], &found);
    assert_ptr_equal(found, alone);
  }
  asc_tablebase_close(tables);
}

/* Changes a byte of a layer's file (at < 0: from its end), or cuts it there; returns what it was. */
static void file_spoil(int layer, long at, bool cut, char **kept, size_t *size) {
  char path[128];
  solved_path(layer, path);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  *kept = malloc(*size);
  assert_int_equal(fread(*kept, 1, *size, file), *size);
  fclose(file);
  size_t place = at < 0 ? *size - (size_t)-at : (size_t)at;
  file = fopen(path, "wb");
  assert_non_null(file);
  fwrite(*kept, 1, place, file);
  if (!cut) {
    fputc((*kept)[place] ^ 0x10, file);
    fwrite(*kept + place + 1, 1, *size - place - 1, file);
  }
  fclose(file);
}

static void file_mend(int layer, char *kept, size_t size) {
  char path[128];
  solved_path(layer, path);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(kept, 1, size, file), size);
  fclose(file);
  free(kept);
}

static void test_damaged_files_do_not_open(void **state) {
  (void)state;
  static const struct {
    long at;
    bool cut;
  } harms[] = {{0, false},  {8, false},  {16, false}, {24, false}, {60, false},  {300, false},
               {-1, false}, {-9, false}, {0, true},   {100, true}, {4184, true}, {-1, true}};
  for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
    char *kept;
    size_t size;
    asc_tablebase *tables;
    asc_error error = {0};
    file_spoil(9, harms[i].at, harms[i].cut, &kept, &size);
    int code = asc_tablebase_open(&tables, solved_rules, solved_folder, &error);
    file_mend(9, kept, size);
    if (code != ASC_E_FILE) fail_msg("harm %zu: %d", i, code);
    assert_non_null(strstr(error.reason, "delta-4-5-09.tab"));
  }
  asc_tablebase_close(solved_open());
}

/* A block has a checksum of its own: who asks for it hears of it, and an oracle knows nothing. */
static void test_damaged_blocks_are_noticed(void **state) {
  (void)state;
  char *kept;
  size_t size;
  asc_random random;
  asc_random_seed(&random, 5);
  file_spoil(9, sizeof(retro_header) + 40, false, &kept, &size);
  asc_tablebase *tables = solved_open();
  asc_oracle oracle = asc_tablebase_oracle(tables);
  int damaged = 0, held = 0;
  for (int i = 0; i < 20000; i++) {
    asc_position position;
    asc_truth truth;
    int32_t score;
    int plies;
    if (!solved_random(&random, 9, &position)) continue;
    int code = asc_tablebase_probe(tables, &position, &truth);
    assert_true(code == 1 || code == ASC_E_FILE);
    assert_int_equal(oracle.ask(oracle.data, &position, &score, &plies), code == 1);
    damaged += code == ASC_E_FILE;
    held += code == 1;
  }
  assert_true(damaged > 0 && held > 0);
  asc_tablebase_layer_facts facts;
  asc_error error = {0};
  assert_true(asc_tablebase_layer(tables, 9, &facts));
  int8_t *values = malloc((size_t)facts.rows * facts.columns);
  assert_int_equal(asc_tablebase_rows(tables, 9, 0, facts.rows, values, &error), ASC_E_FILE);
  free(values);
  asc_tablebase_close(tables);
  file_mend(9, kept, size);
}

static void test_missing_layers_are_not_held(void **state) {
  (void)state;
  char path[128], away[140];
  asc_random random;
  asc_random_seed(&random, 6);
  solved_path(8, path);
  (void)snprintf(away, sizeof away, "%s.away", path);
  assert_int_equal(rename(path, away), 0);
  asc_tablebase *tables = solved_open();
  assert_int_equal(rename(away, path), 0);
  assert_false(asc_tablebase_layer(tables, 8, NULL));
  assert_true(asc_tablebase_layer(tables, 7, NULL));
  for (int i = 0; i < 200; i++) {
    asc_position position;
    asc_truth truth;
    int plies = 7 + i % 3;
    if (!solved_random(&random, plies, &position)) continue;
    assert_int_equal(asc_tablebase_probe(tables, &position, &truth), plies != 8);
  }
  asc_tablebase_close(tables);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_follow_from_moves),   cmocka_unit_test(test_images_are_worth_the_same),
      cmocka_unit_test(test_other_rules_are_refused),    cmocka_unit_test(test_other_boards_hold_nothing),
      cmocka_unit_test(test_no_folder_is_an_error),      cmocka_unit_test(test_finished_games_are_not_held),
      cmocka_unit_test(test_threads_read_the_same),      cmocka_unit_test(test_damaged_files_do_not_open),
      cmocka_unit_test(test_damaged_blocks_are_noticed), cmocka_unit_test(test_missing_layers_are_not_held),
      cmocka_unit_test(test_points_tell_the_plies),
  };
  return cmocka_run_group_tests(tests, solved_make, solved_remove);
}
