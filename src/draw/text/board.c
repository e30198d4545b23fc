#include "board.h"
#include "parts.h"
#include "play/growing.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

/* The game, and behind it or below what its options are when they are not the usual ones. */
static void title_print(FILE *out, const asc_scene *scene, const board_style *style) {
  const asc_rules *rules = scene->rules;
  asc_canvas_print_words(out, rules->game->title, style);
  bool fits = asc_canvas_words_columns(rules->game->title, style) + 3 + (int)strlen(rules->spec) <= style->columns;
  if (strcmp(rules->spec, rules->game->id) != 0) fprintf(out, "%s%s", fits ? "   " : "\n", rules->spec);
  fputc('\n', out);
}

/* What stands where, for a terminal that is too narrow for the board. */
static void men_print(FILE *out, const asc_scene *scene, int needed, const board_style *style) {
  char text[SCENE_GROUP_MAX];
  asc_say(style->language, "board.narrow",
          ASC_WORDS(asc_word_number("needed", needed), asc_word_number("columns", style->columns)), text, sizeof text);
  asc_board_print_sentence(out, text, 0, style);
  bool any = false;
  for (int at = 0; (at = asc_scene_group(scene, style->language == NULL ? "en" : style->language, at, text)) > 0;
       any = true) {
    fputs("  ", out);
    asc_board_print_sentence(out, text, 2, style);
  }
  if (any) return;
  fputs("  ", out);
  asc_board_print_sentence(out, asc_say(style->language, "board.nobody", ASC_WORDS(), text, sizeof text), 2, style);
}

/* A way to lay the board and its words out. */
typedef struct board_plan {
  bool rows;   /* the smallest board, a line a row */
  bool beside; /* the words stand beside it */
  bool tight;  /* without blank lines, and the title is part of the words */
  bool bare;   /* without the legend */
} board_plan;

/* From the roomiest on. */
static const board_plan plans[] = {
    {.tight = false},
    {.beside = true},
    {.tight = true},
    {.beside = true, .tight = true},
    {.rows = true, .tight = true},
    {.rows = true, .beside = true, .tight = true},
    {.rows = true, .tight = true, .bare = true},
    {.rows = true, .beside = true, .tight = true, .bare = true},
};
enum { PLANS = sizeof plans / sizeof plans[0], GAP = 3, WORDS_COLUMNS = 20, PROMPT_ROWS = 2 };

static void words_print(FILE *out, const asc_scene *scene, const text_legend *legend, const board_plan *plan,
                        const board_style *style) {
  const text_legend none = {0};
  if (plan->tight) title_print(out, scene, style);
  asc_board_words_print(out, scene, plan->bare ? &none : legend, plan->tight, style);
}

/* The rows of the board, each with a line of the words beside it. */
static void rows_print(FILE *out, const text_canvas *canvas, int indent, int width, const char *words,
                       const board_style *style) {
  for (int row = 0; row < canvas->height || *words != '\0'; row++) {
    fprintf(out, "%*s", indent, "");
    int printed = asc_canvas_print_row(out, canvas, row, style), length = (int)strcspn(words, "\n");
    if (length > 0) fprintf(out, "%*s%.*s", width + GAP - printed, "", length, words);
    fputc('\n', out);
    words += length + (words[length] == '\n');
  }
}

static int beside_print(FILE *out, const text_canvas *canvas, int width, const asc_scene *scene,
                        const text_legend *legend, const board_plan *plan, const board_style *style) {
  asc_growing words = {0};
  FILE *memory = asc_growing_file(&words);
  if (memory == NULL) return ASC_E_MEMORY;
  board_style narrow = *style;
  narrow.columns -= width + GAP;
  words_print(memory, scene, legend, plan, &narrow);
  bool written = fclose(memory) == 0 && !words.failed;
  if (written) rows_print(out, canvas, 0, width, words.text == NULL ? "" : words.text, style);
  free(words.text);
  return written ? ASC_OK : ASC_E_MEMORY;
}

static int canvas_draw(text_canvas *canvas, const asc_scene *scene, const board_plan *plan, const board_style *style,
                       text_legend *legend) {
  if (scene->view.place_count == 0) return ASC_OK;
  if (plan->rows) return asc_board_rows_draw(canvas, scene, legend);
  bool grid = scene->view.layout == ASC_LAYOUT_GRID;
  return (grid ? asc_board_grid_draw : asc_board_free_draw)(canvas, scene, style, legend);
}

/* All of it as planned. 1: it is too wide, and nothing was printed. */
static int plan_print(FILE *out, const asc_scene *scene, const board_plan *plan, const board_style *style) {
  text_canvas canvas = {0};
  text_legend legend = {0};
  int code = canvas_draw(&canvas, scene, plan, style, &legend);
  int width = code < 0 ? 0 : asc_canvas_columns(&canvas, style);
  bool wide = style->terminal && width + (plan->beside ? GAP + WORDS_COLUMNS : 0) > style->columns;
  if (code >= 0 && wide) code = 1;
  if (code == ASC_OK && !plan->tight) {
    title_print(out, scene, style);
    fputc('\n', out);
  }
  if (code == ASC_OK && plan->beside) {
    code = beside_print(out, &canvas, width, scene, &legend, plan, style);
  } else if (code == ASC_OK) {
    asc_canvas_print(out, &canvas, style);
    words_print(out, scene, &legend, plan, style);
  }
  asc_canvas_close(&canvas);
  return code;
}

/* How many rows a page takes; 0 where a line is longer than the terminal. Sequences that colour take no columns. */
static int rows_of(const asc_growing *page, int columns) {
  int rows = 0, column = 0;
  bool colouring = false;
  for (size_t i = 0; i < page->length; i++) {
    unsigned char c = (unsigned char)page->text[i];
    if (c == '\033')
      colouring = true;
    else if (colouring)
      colouring = c != 'm';
    else if (c == '\n')
      rows++, column = 0;
    else if ((c & 0xc0) != 0x80 && ++column > columns)
      return 0;
  }
  return rows;
}

/* The page of a plan, and how many rows it takes; 0 rows where it is too wide. */
static int page_make(asc_growing *page, const asc_scene *scene, const board_plan *plan, const board_style *style,
                     int *rows) {
  FILE *memory = asc_growing_file(page);
  if (memory == NULL) return ASC_E_MEMORY;
  int code = plan_print(memory, scene, plan, style);
  if (fclose(memory) != 0 || page->failed) code = ASC_E_MEMORY;
  *rows = code == ASC_OK ? rows_of(page, style->columns) : 0;
  return code < 0 ? code : ASC_OK;
}

/* A terminal gets the roomiest page that leaves rows for what is typed, else the lowest there is. What is too narrow
   for any board gets the men in words. */
int asc_board_print(FILE *out, const asc_scene *scene, const board_style *style) {
  if (!style->terminal) return plan_print(out, scene, &plans[0], style);
  asc_growing best = {0};
  int best_rows = 0, code = ASC_OK;
  for (int i = 0; i < PLANS && code == ASC_OK && (best_rows == 0 || best_rows + PROMPT_ROWS > style->rows); i++) {
    asc_growing page = {0};
    int rows;
    code = page_make(&page, scene, &plans[i], style, &rows);
    bool lower = code == ASC_OK && rows > 0 && (best_rows == 0 || rows < best_rows);
    free(lower ? best.text : page.text);
    if (!lower) continue;
    best = page;
    best_rows = rows;
  }
  if (code == ASC_OK && best_rows > 0) {
    fwrite(best.text, 1, best.length, out);
  } else if (code == ASC_OK) {
    text_canvas canvas = {0};
    text_legend legend = {0};
    code = asc_board_rows_draw(&canvas, scene, &legend);
    title_print(out, scene, style);
    fputc('\n', out);
    if (code == ASC_OK) men_print(out, scene, asc_canvas_columns(&canvas, style), style);
    if (code == ASC_OK) words_print(out, scene, &(const text_legend){0}, &plans[0], style);
    asc_canvas_close(&canvas);
  }
  free(best.text);
  return code;
}

/* The caption and the legend of a diagram, within so many columns. */
static int caption_make(asc_growing *words, const char *caption, const text_legend *legend, int columns,
                        const board_style *style) {
  board_style narrow = *style;
  narrow.columns = columns;
  narrow.terminal = true;
  FILE *memory = asc_growing_file(words);
  if (memory == NULL) return ASC_E_MEMORY;
  asc_board_print_sentence(memory, caption, 0, &narrow);
  asc_text_legend_print(memory, legend, &narrow);
  return fclose(memory) == 0 && !words->failed ? ASC_OK : ASC_E_MEMORY;
}

int asc_board_print_diagram(FILE *out, const asc_scene *scene, const char *caption, const board_style *style) {
  enum { INDENT = 2 };
  text_canvas canvas = {0};
  text_legend legend = {0};
  asc_growing words = {0};
  int code = asc_board_rows_draw(&canvas, scene, &legend);
  int width = code < 0 ? 0 : asc_canvas_columns(&canvas, style), beside = style->columns - INDENT - width - GAP;
  bool below = beside < WORDS_COLUMNS;
  if (code >= 0) code = caption_make(&words, caption, &legend, below ? style->columns - INDENT : beside, style);
  const char *text = words.text == NULL ? "" : words.text;
  if (code >= 0) rows_print(out, &canvas, INDENT, width, below ? "" : text, style);
  while (code >= 0 && below && *text != '\0') {
    int length = (int)strcspn(text, "\n");
    fprintf(out, "%*s%.*s\n", INDENT, "", length, text);
    text += length + (text[length] == '\n');
  }
  free(words.text);
  asc_canvas_close(&canvas);
  return code < 0 ? code : ASC_OK;
}
