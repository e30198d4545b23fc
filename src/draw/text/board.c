#include "board.h"
#include "parts.h"
#include "play/growing.h"

#include <stdlib.h>
#include <string.h>

/* The game, and behind it or below what its options are when they are not the usual ones. */
static void title_print(FILE *out, const asc_scene *scene, const board_style *style) {
  const asc_rules *rules = scene->rules;
  asc_canvas_print_words(out, rules->game->title, style);
  bool fits = asc_canvas_words_columns(rules->game->title, style) + 3 + (int)strlen(rules->spec) <= style->columns;
  if (strcmp(rules->spec, rules->game->id) != 0) fprintf(out, "%s%s", fits ? "   " : "\n", rules->spec);
  fputs("\n\n", out);
}

/* What stands where, for a terminal that is too narrow for the board. */
static void men_print(FILE *out, const asc_scene *scene, int needed, const board_style *style) {
  char text[SCENE_GROUP_MAX];
  (void)snprintf(text, sizeof text, "The board needs %d columns and the terminal has %d. On it are:", needed,
                 style->columns);
  asc_board_print_sentence(out, text, 0, style);
  bool any = false;
  for (int at = 0; (at = asc_scene_group(scene, at, text)) > 0; any = true) {
    fputs("  ", out);
    asc_board_print_sentence(out, text, 2, style);
  }
  if (!any) fputs("  nobody\n", out);
}

enum { WORDS_COLUMNS = 32, GAP = 3 };

/* Whether the words must go beside a board of that width, and can. Their number is guessed, not counted: they should
   not jump to and fro during a game. */
static bool is_low(const text_canvas *canvas, int width, const board_style *style) {
  return style->terminal && canvas->height + BOARD_WORDS_ROWS > style->rows &&
         width + GAP + WORDS_COLUMNS <= style->columns;
}

static int print_beside(FILE *out, const text_canvas *canvas, int width, const asc_scene *scene,
                        const text_legend *legend, const board_style *style) {
  asc_growing words = {0};
  FILE *memory = asc_growing_file(&words);
  if (memory == NULL) return ASC_E_MEMORY;
  board_style narrow = *style;
  narrow.columns -= width + GAP;
  asc_board_words_print(memory, scene, legend, &narrow);
  bool written = fclose(memory) == 0 && !words.failed;
  const char *line = words.text == NULL ? "" : words.text;
  for (int row = 0; written && (row < canvas->height || *line != '\0'); row++) {
    int printed = asc_canvas_print_row(out, canvas, row, style), length = (int)strcspn(line, "\n");
    if (length > 0) fprintf(out, "%*s%.*s", width + GAP - printed, "", length, line);
    fputc('\n', out);
    line += length + (line[length] == '\n');
  }
  free(words.text);
  return written ? ASC_OK : ASC_E_MEMORY;
}

int asc_board_print(FILE *out, const asc_scene *scene, const board_style *style) {
  text_canvas canvas = {0};
  text_legend legend = {0};
  title_print(out, scene, style);
  bool grid = scene->view.layout == ASC_LAYOUT_GRID;
  int code = ASC_OK;
  if (scene->view.place_count > 0)
    code = (grid ? asc_board_grid_draw : asc_board_free_draw)(&canvas, scene, style, &legend);
  if (code < 0) return code;
  int width = asc_canvas_columns(&canvas, style);
  if (is_low(&canvas, width, style)) {
    code = print_beside(out, &canvas, width, scene, &legend, style);
  } else {
    if (style->terminal && width > style->columns) {
      men_print(out, scene, width, style);
      legend = (text_legend){0};
    } else {
      asc_canvas_print(out, &canvas, style);
    }
    asc_board_words_print(out, scene, &legend, style);
  }
  asc_canvas_close(&canvas);
  return code;
}
