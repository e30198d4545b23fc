/* Draws QR codes with half blocks, two rows of modules per line. See qr.h. */
#include "qr.h"

#include <qrencode.h>
#include <stdbool.h>

enum { MARGIN = 4 }; /* modules; QR readers need it */

static bool is_dark(const QRcode *code, int row, int column) {
  if (row < 0 || column < 0 || row >= code->width || column >= code->width) return false;
  return (code->data[row * code->width + column] & 1) != 0;
}

void cli_qr_print(FILE *out, const char *text) {
  static const char *const halves[] = {" ", "▀", "▄", "█"};
  QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
  if (code == NULL) return;
  for (int row = -MARGIN; row < code->width + MARGIN; row += 2) {
    (void)fputs("\033[30;107m", out);
    for (int column = -MARGIN; column < code->width + MARGIN; column++)
      (void)fputs(halves[is_dark(code, row, column) + 2 * is_dark(code, row + 1, column)], out);
    (void)fputs("\033[0m\n", out);
  }
  QRcode_free(code);
}
