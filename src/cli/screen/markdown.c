/* Renders Markdown on a terminal. It supports the syntax that the texts of this project use, and prints anything
   else unchanged. */
#include "draw/text/canvas.h"
#include "draw/text/wrap.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum {
  COLUMNS_MAX = 88,
  CELLS = 8,
  CELL_MAX = 1024,
  BLOCK_MAX = 8192
}; /* COLUMNS_MAX: longer lines are tiring to read */

typedef struct markdown_page {
  FILE *out;
  asc_board_style style;
  const asc_game *game; /* for its diagrams; NULL: none */
  bool has_output;      /* something was printed, so a blank line comes before the next block */
  bool after_list_item; /* the block before was a list item */
} markdown_page;

/* Copies a line without the marks of emphasis, code and links; the marked text stays. */
static void plain_write(const char *text, size_t length, char *out, size_t size) {
  size_t used = 0;
  for (size_t i = 0; i < length && used + 1 < size; i++) {
    if (text[i] == '`' || text[i] == '*') continue;
    if (text[i] == '\\' && i + 1 < length) i++;
    if (text[i] == ']' && i + 1 < length && text[i + 1] == '(') {
      const char *end = memchr(text + i, ')', length - i);
      if (end != NULL) i = (size_t)(end - text);
      continue;
    }
    if (text[i] == '[' && memchr(text + i, ']', length - i) != NULL) {
      const char *close = memchr(text + i, ']', length - i);
      if (close[1] == '(') continue;
    }
    out[used++] = text[i];
  }
  out[used] = '\0';
}

static void gap_print(markdown_page *page) {
  if (page->has_output) fputc('\n', page->out);
  page->has_output = true;
}

/* Prints `lead` at the indent and then the text without its marks, wrapped. */
static void paragraph_print(markdown_page *page, const char *lead, int indent, const char *text) {
  char clean[BLOCK_MAX];
  int columns = asc_canvas_text_columns(lead, &page->style);
  plain_write(text, strlen(text), clean, sizeof clean);
  fprintf(page->out, "%*s", indent, "");
  asc_canvas_print_text(page->out, lead, &page->style);
  asc_board_print_sentence(page->out, clean, indent + columns, &page->style);
}

static void heading_print(markdown_page *page, const char *line) {
  int level = (int)strspn(line, "#");
  char clean[CELL_MAX];
  line += level + (int)strspn(line + level, " ");
  plain_write(line, strcspn(line, "\n"), clean, sizeof clean);
  gap_print(page);
  asc_canvas_print_toned(page->out, ASC_TONE_STRONG, clean, 0, &page->style);
  fputc('\n', page->out);
  int columns = asc_canvas_text_columns(clean, &page->style);
  for (int i = 0; i < columns && level < 3; i++) asc_canvas_print_text(page->out, level == 1 ? "=" : "-", &page->style);
  if (level < 3) fputc('\n', page->out);
}

static size_t line_length(const char *text) { return strcspn(text, "\n"); }

static const char *line_next(const char *text) {
  text += line_length(text);
  return text + (*text == '\n');
}

/* Splits a row of a table into cells without marks. Returns how many there are. */
static int row_read(const char *line, char cells[CELLS][CELL_MAX]) {
  int count = 0;
  const char *end = line + line_length(line);
  for (line++; line < end && count < CELLS; count++) {
    size_t length = 0;
    while (line + length < end && line[length] != '|')
      length += line[length] == '\\' && line + length + 1 < end ? 2 : 1;
    const char *from = line, *to = line + length;
    while (from < to && *from == ' ') from++;
    while (to > from && to[-1] == ' ') to--;
    plain_write(from, (size_t)(to - from), cells[count], CELL_MAX);
    line += length + 1;
  }
  return count;
}

/* Prints a table. All columns except the last are as wide as their longest cell; the last one is wrapped. */
static const char *table_print(markdown_page *page, const char *text) {
  static char cells[CELLS][CELL_MAX];
  int widths[CELLS] = {0};
  const char *after = text;
  for (; *after == '|'; after = line_next(after)) {
    int count = strncmp(after, "|-", 2) == 0 ? 0 : row_read(after, cells);
    for (int i = 0; i < count; i++) {
      int columns = asc_canvas_text_columns(cells[i], &page->style);
      if (columns > widths[i]) widths[i] = columns;
    }
  }
  gap_print(page);
  bool head = true;
  for (; *text == '|'; text = line_next(text)) {
    if (strncmp(text, "|-", 2) == 0) continue;
    int count = row_read(text, cells), column = 2;
    fputs("  ", page->out);
    for (int i = 0; i < count; i++) {
      bool last = i + 1 == count;
      if (!last)
        asc_canvas_print_toned(page->out, head ? ASC_TONE_STRONG : ASC_TONE_PLAIN, cells[i], widths[i] + 2,
                               &page->style);
      column += last ? 0 : widths[i] + 2;
      if (last && column > page->style.columns / 2) fprintf(page->out, "\n%*s", column = 6, "");
      if (last) asc_board_print_sentence(page->out, cells[i], column, &page->style);
    }
    head = false;
  }
  return text;
}

static const char *code_print(markdown_page *page, const char *text) {
  gap_print(page);
  for (text = line_next(text); *text != '\0' && strncmp(text, "```", 3) != 0; text = line_next(text)) {
    char line[CELL_MAX];
    (void)snprintf(line, sizeof line, "%.*s", (int)line_length(text), text);
    fputs("  ", page->out);
    asc_canvas_print_text(page->out, line, &page->style);
    fputc('\n', page->out);
  }
  return line_next(text);
}

/* Returns the length of the mark that starts a list item, such as "- " or "12. "; 0 if there is none. */
static size_t item_mark(const char *line) {
  if (line[0] == '-' && line[1] == ' ') return 2;
  size_t digits = strspn(line, "0123456789");
  return digits > 0 && line[digits] == '.' && line[digits + 1] == ' ' ? digits + 2 : 0;
}

/* Prints the diagram that an HTML comment names: "<!-- diagram relay -->". */
static const char *comment_print(markdown_page *page, const char *text) {
  char name[64] = "";
  if (page->game != NULL && sscanf(text, "<!-- diagram %63[a-z0-9-]", name) == 1) {
    gap_print(page);
    cli_text_print_diagram(page->out, page->game, name, &page->style);
  }
  return line_next(text);
}

static bool is_comment(const char *line) { return strncmp(line, "<!--", 4) == 0; }

static bool ends_block(const char *line) {
  return *line == '\0' || *line == '\n' || *line == '#' || *line == '|' || strncmp(line, "```", 3) == 0 ||
         is_comment(line);
}

/* Joins the lines of a block into one. */
static const char *block_read(const char *text, char *block, size_t size) {
  size_t used = 0;
  bool first = true;
  block[0] = '\0';
  while (!ends_block(text)) {
    const char *line = text + strspn(text, " ");
    if (!first && item_mark(line) > 0) break;
    size_t length = line_length(line);
    int wrote = snprintf(block + used, size - used, "%s%.*s", first ? "" : " ", (int)length, line);
    used = wrote < 0 || used + (size_t)wrote >= size ? size - 1 : used + (size_t)wrote;
    first = false;
    text = line_next(text);
  }
  return text;
}

static const char *block_print(markdown_page *page, const char *text) {
  char block[BLOCK_MAX] = "", lead[16] = "";
  int depth = (int)strspn(text, " ");
  size_t mark = item_mark(text + depth);
  const char *after = block_read(text, block, sizeof block);
  if (mark > 0) (void)snprintf(lead, sizeof lead, "%.*s", (int)(mark < 8 ? mark : 8), block);
  if (mark == 0 || !page->after_list_item) gap_print(page);
  page->after_list_item = mark > 0;
  paragraph_print(page, lead, mark > 0 ? depth : 0, block + mark);
  return after;
}

void cli_text_print_markdown(FILE *out, const char *markdown, const asc_game *game, const asc_board_style *style) {
  markdown_page page = {.out = out, .game = game, .style = *style};
  if (page.style.columns > COLUMNS_MAX) page.style.columns = COLUMNS_MAX;
  while (*markdown != '\0') {
    bool after_list_item = page.after_list_item;
    page.after_list_item = false;
    if (*markdown == '\n') {
      markdown++;
      page.after_list_item = after_list_item && item_mark(markdown) > 0;
    } else if (is_comment(markdown)) {
      markdown = comment_print(&page, markdown);
    } else if (*markdown == '#') {
      heading_print(&page, markdown);
      markdown = line_next(markdown);
    } else if (*markdown == '|') {
      markdown = table_print(&page, markdown);
    } else if (strncmp(markdown, "```", 3) == 0) {
      markdown = code_print(&page, markdown);
    } else {
      page.after_list_item = after_list_item;
      markdown = block_print(&page, markdown);
    }
  }
}
