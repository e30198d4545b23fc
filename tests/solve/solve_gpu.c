/* Tests the solver on a graphics card against the solver on the processor: every value of every layer of small
   boards. Skipped if the program was built without it or there is no card. */
#include "solve/delta/backend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_layers_equal(const asc_tablebase_layer_plan *layer, const int8_t *gpu, const int8_t *threads) {
  for (size_t i = 0; i < asc_tablebase_layer_entries(layer); i++)
    if (gpu[i] != threads[i])
      fail_msg("layer %d, row %zu, column %zu: %d, not %d", layer->pawns, i / layer->columns.count,
               i % layer->columns.count, gpu[i], threads[i]);
}

/* With `is_resumed`, the values of the next layer are passed to the graphics card again for each layer, as after an
   interrupted run. */
static void check_board(int size, int pawns, bool is_resumed) {
  static asc_tablebase_plan plan;
  const solve_backend *gpu = solve_backend_gpu(), *threads = solve_backend_threads();
  asc_error error;
  assert_true(asc_tablebase_plan_open(&plan, size, pawns));
  solve_task task = {.plan = &plan, .threads = 2};
  void *gpu_state = gpu == NULL ? NULL : gpu->open(&task, &error), *threads_state = threads->open(&task, &error);
  if (gpu_state == NULL) {
    threads->close(threads_state);
    asc_tablebase_plan_close(&plan);
    skip();
  }
  assert_non_null(threads_state);
  int8_t *next = NULL;
  for (int n = plan.layer_count - 1; n >= 0; n--) {
    const asc_tablebase_layer_plan *layer = &plan.layers[n];
    int8_t *expected = calloc(1, asc_tablebase_layer_entries(layer)),
           *found = calloc(1, asc_tablebase_layer_entries(layer));
    assert_true(expected != NULL && found != NULL);
    assert_int_equal(threads->solve(threads_state, layer, next, expected, &error), ASC_OK);
    if (is_resumed) {
      gpu->close(gpu_state);
      gpu_state = gpu->open(&task, &error);
      assert_non_null(gpu_state);
    }
    if (gpu->solve(gpu_state, layer, next, found, &error) != ASC_OK) fail_msg("%s", error.reason);
    assert_layers_equal(layer, found, expected);
    free(found);
    free(next);
    next = expected;
  }
  free(next);
  gpu->close(gpu_state);
  threads->close(threads_state);
  asc_tablebase_plan_close(&plan);
}

static void test_the_gpu_computes_the_same_values(void **state) {
  (void)state;
  for (int pawns = 4; pawns <= 7; pawns++) check_board(4, pawns, false);
  check_board(5, 4, false);
}

static void test_a_resumed_gpu_computes_the_same_values(void **state) {
  (void)state;
  check_board(4, 6, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_gpu_computes_the_same_values),
                                     cmocka_unit_test(test_a_resumed_gpu_computes_the_same_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
