/* Printing text in lines: text continues in the current line while there is room, else in a new, indented line. A word
   that is longer than a line gets its own line. */
#ifndef ASC_DRAW_TEXT_WRAP_H
#define ASC_DRAW_TEXT_WRAP_H

#include "board.h"

typedef struct asc_wrap {
  FILE *out;
  const asc_board_style *style;
  int column, indent; /* column == indent: the line is empty so far */
} asc_wrap;

/* Makes room for `columns` columns: prints `gap` blanks, or starts a new line if they do not fit. The caller prints the
   text and adds its columns to `column`. */
void asc_wrap_make_room(asc_wrap *wrap, int gap, int columns);
/* Prints text word by word, with `gap` blanks before the first word. */
void asc_wrap_print(asc_wrap *wrap, int gap, const char *text);
/* The same, but keeps the words together in one line if a line has room for all of them. */
void asc_wrap_print_unbroken(asc_wrap *wrap, int gap, const char *text);

#endif
