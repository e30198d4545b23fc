/* The malloc and snprintf of the board module, and what is written without printf to keep it small, are as those of the
   C library. */
#include "base/text.h"
#include "draw/svg/pen.h"
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
    int length = wasm_vsnprintf(ours, size, format, args);
    assert_int_equal(length, vsnprintf(theirs, size, format, again));
    va_end(again);
    va_end(args);
    assert_memory_equal(ours, theirs, sizeof ours);
  }
}

static void test_prints_as_the_c_library(void **state) {
  (void)state;
  same("nothing");
  same("%s, %s|%c", "a word", "", 'x');
  same("%.3s|%.*s|%.8s", "a word", 2, "other", "short");
  same("%u %llu %zu", UINT_MAX, ULLONG_MAX, (size_t)12345);
  for (int i = 0; i < 5; i++)
    same("%d %u %lld", (int[]){0, 7, -7, INT_MAX, INT_MIN}[i], 9u + (unsigned)i, LLONG_MIN + i);
}

static void test_digits_are_written_as_the_c_library_does(void **state) {
  (void)state;
  char ours[32], theirs[32];
  for (int i = 0; i < 64; i++) {
    asc_writer writer = asc_writer_over(ours, sizeof ours);
    asc_writer_hex(&writer, UINT64_MAX >> i, i % 17);
    (void)snprintf(theirs, sizeof theirs, "%0*llx", i % 17, ULLONG_MAX >> i);
    assert_string_equal(ours, theirs);
  }
  assert_string_equal(asc_hundredths_write(-300, ours), "-3");
  assert_string_equal(asc_hundredths_write(5730, ours), "57.3");
  assert_string_equal(asc_hundredths_write(-5, ours), "-0.05");
  assert_string_equal(asc_hundredths_write(0, ours), "0");
}

/* A drawing has the digits that printf writes, without the zeros at the end. */
static void drawn_alike(const asc_svg_pen *pen, double value) {
  char ours[64], theirs[64];
  for (int decimals = 1; decimals <= 3; decimals++) {
    asc_svg_pen_format_part(pen, ours, sizeof ours, decimals == 1 ? "%.1f" : decimals == 2 ? "%.2f" : "%.3f", value);
    size_t length = (size_t)snprintf(theirs, sizeof theirs, "%.*f", decimals, value);
    while (theirs[length - 1] == '0') length--;
    theirs[length - (theirs[length - 1] == '.')] = '\0';
    assert_string_equal(ours, theirs);
  }
}

static void test_numbers_of_a_drawing_are_rounded_as_printf_rounds(void **state) {
  (void)state;
  asc_strbuf out = {0};
  const asc_svg_pen pen = {&out, ""};
  uint64_t random = 1;
  const double values[] = {0, -0.0, 0.005, 1e6, -0.04};
  for (int i = 0; i < 5; i++) drawn_alike(&pen, values[i]);
  for (int i = 0; i < 20000; i++) {
    double value =
        ((double)random_next(&random) - (double)random_next(&random)) / (double)(1 + random_next(&random) % 100000);
    drawn_alike(&pen, value);
    drawn_alike(&pen, value / 1000);
    drawn_alike(&pen, (double)(int)value / 16); /* ties, which round to even */
  }
  assert_int_equal(out.length, 0); /* nothing stays in the drawing */
  free(out.text);
}

/* ---- memory ---- */

static _Alignas(64) char arena[1 << 20];
static size_t lent;

/* Hands out the arena in pieces, sometimes with a gap between them. */
void *wasm_heap_grow(size_t least, size_t *size) {
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
      wasm_heap_free(one->memory);
      *one = (thing){0};
      continue;
    }
    unsigned char *memory = wasm_heap_realloc(one->memory, size);
    if (memory == NULL) continue;
    assert_int_equal((uintptr_t)memory % 8, 0);
    for (size_t k = 0; k < size && k < one->size; k++) assert_int_equal(memory[k], one->mark);
    *one = (thing){memory, size, (unsigned char)i};
    memset(memory, one->mark, size);
    if (lent > most) most = lent;
  }
  for (int i = 0; i < 64; i++) wasm_heap_free(things[i].memory);
  assert_null(wasm_heap_alloc(SIZE_MAX));
  assert_null(wasm_heap_alloc(SIZE_MAX / 2));
  assert_true(most < sizeof arena); /* freed memory was used again */
  size_t before = lent;
  void *all = wasm_heap_alloc(4096 * 8); /* the free neighbours have merged */
  assert_non_null(all);
  assert_int_equal(lent, before);
  wasm_heap_free(all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_prints_as_the_c_library),
      cmocka_unit_test(test_digits_are_written_as_the_c_library_does),
      cmocka_unit_test(test_numbers_of_a_drawing_are_rounded_as_printf_rounds),
      cmocka_unit_test(test_what_is_taken_is_ones_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
