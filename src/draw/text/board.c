/* Choosing a page layout for a text board.

   For a terminal, asc_board_print tries the layouts in `plans` in order and takes the first that fits. Each page is
   printed into memory to measure it. */
#include "board.h"
#include "base/strbuf.h"
#include "parts.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

/* Prints the title of the game, and the options beside it or below if they are not the defaults. */
static void title_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  const asc_rules *rules = scene->rules;
  asc_canvas_print_text(out, rules->game->title, style);
  bool fits = asc_canvas_text_columns(rules->game->title, style) + 3 + (int)strlen(rules->spec) <= style->columns;
  if (strcmp(rules->spec, rules->game->id) != 0) fprintf(out, "%s%s", fits ? "   " : "\n", rules->spec);
  fputc('\n', out);
}

/* Prints a list of the pieces, for a terminal that is too narrow for the board. */
static void pieces_print(FILE *out, const asc_scene *scene, int needed, const asc_board_style *style) {
  char text[ASC_SCENE_GROUP_MAX];
  asc_say_sentence(style->language, "board.narrow",
                   ASC_SAY_ARGS(asc_say_arg_number("needed", needed), asc_say_arg_number("columns", style->columns)),
                   text, sizeof text);
  asc_board_print_sentence(out, text, 0, style);
  bool has_any = false;
  for (int from = 0;
       (from = asc_scene_describe_group(scene, style->language == NULL ? "en" : style->language, from, text)) > 0;
       has_any = true) {
    fputs("  ", out);
    asc_board_print_sentence(out, text, 2, style);
  }
  if (has_any) return;
  fputs("  ", out);
  asc_board_print_sentence(out, asc_say_sentence(style->language, "board.nobody", ASC_SAY_ARGS(), text, sizeof text), 2,
                           style);
}

/* A layout of the board and the text about the game. */
typedef struct page_plan {
  bool rows;   /* the smallest board, one line of text per row */
  bool beside; /* the text is beside the board */
  bool tight;  /* no blank lines; the title is part of the text */
  bool bare;   /* no legend */
} page_plan;

/* From the largest page to the smallest. */
static const page_plan plans[] = {
    {.tight = false},
    {.beside = true},
    {.tight = true},
    {.beside = true, .tight = true},
    {.rows = true, .tight = true},
    {.rows = true, .beside = true, .tight = true},
    {.rows = true, .tight = true, .bare = true},
    {.rows = true, .beside = true, .tight = true, .bare = true},
};
enum { PLAN_COUNT = sizeof plans / sizeof plans[0], GAP = 3, TEXT_COLUMNS = 20, PROMPT_ROWS = 2 };

static void text_print(FILE *out, const asc_scene *scene, const asc_legend *legend, const page_plan *plan,
                       const asc_board_style *style) {
  const asc_legend none = {0};
  if (plan->tight) title_print(out, scene, style);
  asc_board_info_print(out, scene, plan->bare ? &none : legend, plan->tight, style);
}

/* Prints the rows of the board, each with one line of the text beside it. */
static void rows_print(FILE *out, const asc_canvas *canvas, int indent, int width, const char *text,
                       const asc_board_style *style) {
  for (int row = 0; row < canvas->height || *text != '\0'; row++) {
    fprintf(out, "%*s", indent, "");
    int printed = asc_canvas_print_row(out, canvas, row, style), length = (int)strcspn(text, "\n");
    if (length > 0) fprintf(out, "%*s%.*s", width + GAP - printed, "", length, text);
    fputc('\n', out);
    text += length + (text[length] == '\n');
  }
}

static int side_by_side_print(FILE *out, const asc_canvas *canvas, int width, const asc_scene *scene,
                              const asc_legend *legend, const page_plan *plan, const asc_board_style *style) {
  asc_strbuf buffer = {0};
  FILE *memory = asc_strbuf_stream(&buffer);
  if (memory == NULL) return ASC_E_MEMORY;
  asc_board_style narrow = *style;
  narrow.columns -= width + GAP;
  text_print(memory, scene, legend, plan, &narrow);
  bool ok = fclose(memory) == 0 && !buffer.failed;
  if (ok) rows_print(out, canvas, 0, width, buffer.text == NULL ? "" : buffer.text, style);
  free(buffer.text);
  return ok ? ASC_OK : ASC_E_MEMORY;
}

static int canvas_draw(asc_canvas *canvas, const asc_scene *scene, const page_plan *plan, const asc_board_style *style,
                       asc_legend *legend) {
  if (scene->view.place_count == 0) return ASC_OK;
  if (plan->rows) return asc_board_rows_draw(canvas, scene, legend);
  bool grid = scene->view.layout == ASC_LAYOUT_GRID;
  return (grid ? asc_board_grid_draw : asc_board_free_draw)(canvas, scene, style, legend);
}

/* Prints the page of a plan. Returns 1 and prints nothing if the page is too wide. */
static int plan_print(FILE *out, const asc_scene *scene, const page_plan *plan, const asc_board_style *style) {
  asc_canvas canvas = {0};
  asc_legend legend = {0};
  int code = canvas_draw(&canvas, scene, plan, style, &legend);
  int width = code < 0 ? 0 : asc_canvas_used_columns(&canvas, style);
  bool too_wide = style->is_terminal && width + (plan->beside ? GAP + TEXT_COLUMNS : 0) > style->columns;
  if (code >= 0 && too_wide) code = 1;
  if (code == ASC_OK && !plan->tight) {
    title_print(out, scene, style);
    fputc('\n', out);
  }
  if (code == ASC_OK && plan->beside) {
    code = side_by_side_print(out, &canvas, width, scene, &legend, plan, style);
  } else if (code == ASC_OK) {
    asc_canvas_print(out, &canvas, style);
    text_print(out, scene, &legend, plan, style);
  }
  asc_canvas_close(&canvas);
  return code;
}

/* Returns the rows of a page; 0 if a line is longer than the terminal. Colour sequences take no columns. */
static int rows_of(const asc_strbuf *page, int columns) {
  int rows = 0, column = 0;
  bool in_sequence = false;
  for (size_t i = 0; i < page->length; i++) {
    unsigned char c = (unsigned char)page->text[i];
    if (c == '\033')
      in_sequence = true;
    else if (in_sequence)
      in_sequence = c != 'm';
    else if (c == '\n')
      rows++, column = 0;
    else if ((c & 0xc0) != 0x80 && ++column > columns)
      return 0;
  }
  return rows;
}

/* Prints the page of a plan into memory. Sets *rows to its rows; 0 if it is too wide. */
static int page_print(asc_strbuf *page, const asc_scene *scene, const page_plan *plan, const asc_board_style *style,
                      int *rows) {
  FILE *memory = asc_strbuf_stream(page);
  if (memory == NULL) return ASC_E_MEMORY;
  int code = plan_print(memory, scene, plan, style);
  if (fclose(memory) != 0 || page->failed) code = ASC_E_MEMORY;
  *rows = code == ASC_OK ? rows_of(page, style->columns) : 0;
  return code < 0 ? code : ASC_OK;
}

/* A terminal gets the first page that leaves rows for the input, else the lowest page. If the terminal is too narrow
   for every page, it gets the list of the pieces. */
int asc_board_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  if (!style->is_terminal) return plan_print(out, scene, &plans[0], style);
  asc_strbuf best = {0};
  int best_rows = 0, code = ASC_OK;
  for (int i = 0; i < PLAN_COUNT && code == ASC_OK && (best_rows == 0 || best_rows + PROMPT_ROWS > style->rows); i++) {
    asc_strbuf page = {0};
    int rows;
    code = page_print(&page, scene, &plans[i], style, &rows);
    bool is_lower = code == ASC_OK && rows > 0 && (best_rows == 0 || rows < best_rows);
    free(is_lower ? best.text : page.text);
    if (!is_lower) continue;
    best = page;
    best_rows = rows;
  }
  if (code == ASC_OK && best_rows > 0) {
    fwrite(best.text, 1, best.length, out);
  } else if (code == ASC_OK) {
    asc_canvas canvas = {0};
    asc_legend legend = {0};
    code = asc_board_rows_draw(&canvas, scene, &legend);
    title_print(out, scene, style);
    fputc('\n', out);
    if (code == ASC_OK) pieces_print(out, scene, asc_canvas_used_columns(&canvas, style), style);
    if (code == ASC_OK) text_print(out, scene, &(const asc_legend){0}, &plans[0], style);
    asc_canvas_close(&canvas);
  }
  free(best.text);
  return code;
}

/* Prints the caption and the legend of a diagram into memory, within `columns` columns. */
static int caption_print(asc_strbuf *text, const char *caption, const asc_legend *legend, int columns,
                         const asc_board_style *style) {
  asc_board_style narrow = *style;
  narrow.columns = columns;
  narrow.is_terminal = true;
  FILE *memory = asc_strbuf_stream(text);
  if (memory == NULL) return ASC_E_MEMORY;
  asc_board_print_sentence(memory, caption, 0, &narrow);
  asc_legend_print(memory, legend, &narrow);
  return fclose(memory) == 0 && !text->failed ? ASC_OK : ASC_E_MEMORY;
}

int asc_board_print_diagram(FILE *out, const asc_scene *scene, const char *caption, const asc_board_style *style) {
  enum { INDENT = 2 };
  asc_canvas canvas = {0};
  asc_legend legend = {0};
  asc_strbuf buffer = {0};
  int code = asc_board_rows_draw(&canvas, scene, &legend);
  int width = code < 0 ? 0 : asc_canvas_used_columns(&canvas, style), beside = style->columns - INDENT - width - GAP;
  bool below = beside < TEXT_COLUMNS;
  if (code >= 0) code = caption_print(&buffer, caption, &legend, below ? style->columns - INDENT : beside, style);
  const char *text = buffer.text == NULL ? "" : buffer.text;
  if (code >= 0) rows_print(out, &canvas, INDENT, width, below ? "" : text, style);
  while (code >= 0 && below && *text != '\0') {
    int length = (int)strcspn(text, "\n");
    fprintf(out, "%*s%.*s\n", INDENT, "", length, text);
    text += length + (text[length] == '\n');
  }
  free(buffer.text);
  asc_canvas_close(&canvas);
  return code < 0 ? code : ASC_OK;
}
