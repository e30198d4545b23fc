/* The solver on a graphics card against the one of the processor: every value of every layer of small boards. Skipped
   where the program was built without it or there is no card. */
#include "solve/delta/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void first_difference(const retro_layer *layer, const int8_t *card, const int8_t *threads) {
  for (size_t i = 0; i < retro_layer_entries(layer); i++)
    if (card[i] != threads[i])
      fail_msg("layer %d, row %zu, column %zu: %d, not %d", layer->pawns, i / layer->columns.count,
               i % layer->columns.count, card[i], threads[i]);
}

/* With `resumed`, the card is told the next layer's values anew for each layer, as after a run that was ended. */
static void board_check(int size, int pawns, bool resumed) {
  static retro_plan plan;
  const retro_solver *card = asc_retro_solver_card(), *threads = asc_retro_solver_threads();
  asc_error error;
  assert_true(asc_retro_plan_open(&plan, size, pawns));
  retro_task task = {.plan = &plan, .threads = 2};
  void *by_card = card == NULL ? NULL : card->open(&task, &error), *by_threads = threads->open(&task, &error);
  if (by_card == NULL) {
    threads->close(by_threads);
    asc_retro_plan_close(&plan);
    skip();
  }
  assert_non_null(by_threads);
  int8_t *next = NULL;
  for (int n = plan.layer_count - 1; n >= 0; n--) {
    const retro_layer *layer = &plan.layers[n];
    int8_t *expected = calloc(1, retro_layer_entries(layer)), *found = calloc(1, retro_layer_entries(layer));
    assert_true(expected != NULL && found != NULL);
    assert_int_equal(threads->solve(by_threads, layer, next, expected, &error), ASC_OK);
    if (resumed) {
      card->close(by_card);
      by_card = card->open(&task, &error);
      assert_non_null(by_card);
    }
    if (card->solve(by_card, layer, next, found, &error) != ASC_OK) fail_msg("%s", error.reason);
    first_difference(layer, found, expected);
    free(found);
    free(next);
    next = expected;
  }
  free(next);
  card->close(by_card);
  threads->close(by_threads);
  asc_retro_plan_close(&plan);
}

static void test_small_boards(void **state) {
  (void)state;
  for (int pawns = 4; pawns <= 7; pawns++) board_check(4, pawns, false);
  board_check(5, 4, false);
}

static void test_resumed(void **state) {
  (void)state;
  board_check(4, 6, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards), cmocka_unit_test(test_resumed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
