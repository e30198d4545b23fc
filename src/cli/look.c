#include "look.h"

#include "draw/text/canvas.h"

#include <stdlib.h>

static const char *const sequences[] = {
    [LOOK_PLAIN] = "",        [LOOK_STRONG] = "\033[1m",    [LOOK_FAINT] = "\033[2m",
    [LOOK_GOOD] = "\033[32m", [LOOK_DOUBTFUL] = "\033[33m", [LOOK_BAD] = "\033[1;31m",
};

void look_words(FILE *out, cli_look look, const char *words, int columns, const board_style *style) {
  bool plain = style->color == BOARD_COLOR_NONE || look == LOOK_PLAIN;
  int blanks = abs(columns) - canvas_words_columns(words, style);
  if (blanks < 0) blanks = 0;
  if (columns < 0) fprintf(out, "%*s", blanks, "");
  if (!plain) fputs(sequences[look], out);
  canvas_print_words(out, words, style);
  if (!plain) fputs("\033[0m", out);
  if (columns > 0) fprintf(out, "%*s", blanks, "");
}
