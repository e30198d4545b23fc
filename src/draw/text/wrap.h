/* Words in lines: what comes next goes on in the line while there is room, and in a new line, indented, where there is
   none. A word longer than a line stands in one alone. */
#ifndef ASC_DRAW_TEXT_WRAP_H
#define ASC_DRAW_TEXT_WRAP_H

#include "board.h"

typedef struct text_flow {
  FILE *out;
  const board_style *style;
  int column, indent; /* at the indent, nothing stands in the line yet */
} text_flow;

/* Makes room for what takes so many columns: `gap` columns behind what there is, or on a new line. Who prints it adds
   them to `column`. */
void flow_room(text_flow *flow, int gap, int columns);
/* Words one by one, the first `gap` columns behind what there is. */
void flow_words(text_flow *flow, int gap, const char *text);
/* The same for words that stay together if a line has room for all of them. */
void flow_together(text_flow *flow, int gap, const char *text);

#endif
