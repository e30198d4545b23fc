/* Printing text in lines. */
#include "wrap.h"

#include "canvas.h"

#include <string.h>

void asc_wrap_make_room(asc_wrap *wrap, int gap, int columns) {
  if (wrap->column <= wrap->indent) return;
  if (wrap->column + gap + columns > wrap->style->columns) {
    fprintf(wrap->out, "\n%*s", wrap->indent, "");
    wrap->column = wrap->indent;
  } else {
    fprintf(wrap->out, "%*s", gap, "");
    wrap->column += gap;
  }
}

void asc_wrap_print(asc_wrap *wrap, int gap, const char *text) {
  while (*text != '\0') {
    char word[4200]; /* long enough for a file path; a longer word is cut */
    size_t length = strcspn(text, " ");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
    int columns = asc_canvas_text_columns(word, wrap->style);
    asc_wrap_make_room(wrap, gap, columns);
    asc_canvas_print_text(wrap->out, word, wrap->style);
    wrap->column += columns;
    text += length + strspn(text + length, " ");
    gap = 1;
  }
}

void asc_wrap_print_unbroken(asc_wrap *wrap, int gap, const char *text) {
  asc_wrap_make_room(wrap, gap, asc_canvas_text_columns(text, wrap->style));
  asc_wrap_print(wrap, 0, text);
}
