/* What the board module has in place of the C library's malloc and printf, held to those. */
#include "wasm/heap.h"
#include "wasm/print.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

static uint64_t random_next(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

/* ---- printing ---- */

__attribute__((format(printf, 1, 2))) static void same(const char *format, ...) {
  char ours[200], theirs[200];
  for (size_t size = 0; size <= sizeof ours; size += size < 12 ? 1 : sizeof ours - 12) {
    memset(ours, '?', sizeof ours);
    memset(theirs, '?', sizeof theirs);
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = asc_print(ours, size, format, args);
    assert_int_equal(length, vsnprintf(theirs, size, format, again));
    va_end(again);
    va_end(args);
    assert_memory_equal(ours, theirs, sizeof ours);
  }
}

static void test_prints_as_the_c_library(void **state) {
  (void)state;
  same("nothing");
  same("%s, %.3s, %.9s and %.*s|%c", "a word", "another", "short", 2, "cut", 'x');
  for (int i = 0; i < 5; i++) same("%d %lld %06lld", (int[]){0, 7, -7, INT_MAX, INT_MIN}[i], LLONG_MIN + i, 1234LL * i);
  same("%04x %02x %07llx %02lld %zu", 0x1fu, 0xabu, 0xfffffffULL, 5LL, (size_t)12345);
  same("%.1f %.2f %.3f", -0.0, 0.005, 1e6);
  uint64_t random = 1;
  for (int i = 0; i < 20000; i++) {
    double value =
        ((double)random_next(&random) - (double)random_next(&random)) / (double)(1 + random_next(&random) % 100000);
    same("%.1f", value);
    same("%.2f %.3f", value / 1000, value);
    same("%.1f %.2f", (double)(int)value / 8, (double)(int)value / 16); /* halves, which go to the even side */
  }
}

/* ---- memory ---- */

static _Alignas(64) char arena[1 << 20];
static size_t lent;

/* By pieces, with a hole now and then. */
void *asc_heap_lend(size_t least, size_t *size) {
  size_t piece = (least + 4095) / 4096 * 4096;
  if (lent + piece > sizeof arena) return NULL;
  void *memory = arena + lent;
  *size = piece;
  lent += piece + (lent % 3 == 0 ? 4096 : 0);
  return memory;
}

typedef struct thing {
  unsigned char *memory;
  size_t size;
  unsigned char mark;
} thing;

static void check(const thing *one) {
  for (size_t i = 0; i < one->size; i++) assert_int_equal(one->memory[i], one->mark);
}

static void test_what_is_taken_is_ones_own(void **state) {
  (void)state;
  static thing things[64];
  uint64_t random = 1;
  size_t most = 0;
  for (int i = 0; i < 20000; i++) {
    thing *one = &things[random_next(&random) % 64];
    size_t size = random_next(&random) % (random_next(&random) % 8 == 0 ? 20000 : 200);
    check(one);
    if (random_next(&random) % 3 == 0) {
      asc_heap_give(one->memory);
      *one = (thing){0};
      continue;
    }
    unsigned char *memory = asc_heap_resize(one->memory, size);
    if (memory == NULL) continue;
    assert_int_equal((uintptr_t)memory % 8, 0);
    for (size_t k = 0; k < size && k < one->size; k++) assert_int_equal(memory[k], one->mark);
    *one = (thing){memory, size, (unsigned char)i};
    memset(memory, one->mark, size);
    if (lent > most) most = lent;
  }
  for (int i = 0; i < 64; i++) asc_heap_give(things[i].memory);
  assert_null(asc_heap_take(SIZE_MAX));
  assert_null(asc_heap_take(SIZE_MAX / 2));
  assert_true(most < sizeof arena); /* it was used again, not asked for */
  size_t before = lent;
  void *all = asc_heap_take(4096 * 8); /* the neighbours have joined */
  assert_non_null(all);
  assert_int_equal(lent, before);
  asc_heap_give(all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_prints_as_the_c_library),
      cmocka_unit_test(test_what_is_taken_is_ones_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
