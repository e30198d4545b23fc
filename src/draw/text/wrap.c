#include "wrap.h"

#include "canvas.h"

#include <string.h>

void flow_room(text_flow *flow, int gap, int columns) {
  if (flow->column <= flow->indent) return;
  if (flow->column + gap + columns > flow->style->columns) {
    fprintf(flow->out, "\n%*s", flow->indent, "");
    flow->column = flow->indent;
  } else {
    fprintf(flow->out, "%*s", gap, "");
    flow->column += gap;
  }
}

void flow_words(text_flow *flow, int gap, const char *text) {
  while (*text != '\0') {
    char word[ASC_SENTENCE_MAX];
    size_t length = strcspn(text, " ");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
    int columns = canvas_words_columns(word, flow->style);
    flow_room(flow, gap, columns);
    canvas_print_words(flow->out, word, flow->style);
    flow->column += columns;
    text += length + strspn(text + length, " ");
    gap = 1;
  }
}

void flow_together(text_flow *flow, int gap, const char *text) {
  flow_room(flow, gap, canvas_words_columns(text, flow->style));
  flow_words(flow, 0, text);
}
