/* Words in lines: what comes next goes on in the line while there is room, and in a new line, indented, where there is
   none. A word longer than a line stands in one alone. */
#ifndef ASC_DRAW_TEXT_WRAP_H
#define ASC_DRAW_TEXT_WRAP_H

#include "board.h"

typedef struct text_wrap {
  FILE *out;
  const board_style *style;
  int column, indent; /* at the indent, nothing stands in the line yet */
} text_wrap;

/* Makes room for what takes so many columns: `gap` columns behind what there is, or on a new line. Who prints it adds
   them to `column`. */
void asc_wrap_room(text_wrap *wrap, int gap, int columns);
/* Words one by one, the first `gap` columns behind what there is. */
void asc_wrap_words(text_wrap *wrap, int gap, const char *text);
/* The same for words that stay together if a line has room for all of them. */
void asc_wrap_together(text_wrap *wrap, int gap, const char *text);

#endif
