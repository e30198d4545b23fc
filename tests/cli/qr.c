/* Tests the QR code on the terminal: the half blocks, decoded again, must equal the modules that libqrencode made. */
#include "cli/screen/qr.h"

#include <qrencode.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_a_code_is_drawn_with_its_margin(void **state) {
  (void)state;
  static const char text[] = "http://192.168.1.5:8080";
  static const char *const half_blocks[] = {" ", "▀", "▄", "█"};
  char *drawn = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&drawn, &length);
  cli_qr_print(out, text);
  (void)fclose(out);
  QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
  assert_non_null(code);
  int width = code->width;
  const char *at = drawn;
  for (int row = -4; row < width + 4; row += 2) {
    assert_memory_equal(at, "\033[30;107m", 9);
    at += 9;
    for (int column = -4; column < width + 4; column++) {
      int block = 0;
      while (block < 4 && strncmp(at, half_blocks[block], strlen(half_blocks[block])) != 0) block++;
      assert_true(block < 4);
      at += strlen(half_blocks[block]);
      for (int half = 0; half < 2; half++) {
        int y = row + half;
        bool inside = y >= 0 && y < width && column >= 0 && column < width;
        assert_int_equal(block >> half & 1, inside && (code->data[y * width + column] & 1) != 0);
      }
    }
    assert_memory_equal(at, "\033[0m\n", 5);
    at += 5;
  }
  assert_int_equal(*at, '\0');
  QRcode_free(code);
  free(drawn);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_code_is_drawn_with_its_margin)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
