#include "board.h"
#include "board_parts.h"
#include "cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value != NULL && value[0] != '\0';
}

static board_color best_color(void) {
  const char *kind = getenv("COLORTERM");
  bool full = kind != NULL && (strcmp(kind, "truecolor") == 0 || strcmp(kind, "24bit") == 0);
  return full ? BOARD_COLOR_FULL : BOARD_COLOR_256;
}

board_style board_style_detect(FILE *out) {
  board_style style = {.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0, .columns = 80, .rows = 50};
  if (!isatty(fileno(out))) return style;
  const char *terminal = getenv("TERM");
  bool dumb = terminal == NULL || strcmp(terminal, "dumb") == 0;
  if (!dumb && !is_set("NO_COLOR")) style.color = best_color();
  struct winsize size;
  if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    style.columns = size.ws_col;
    style.rows = size.ws_row;
  }
  return style;
}

bool board_style_choose(board_style *style, bool ascii, const char *when) {
  if (ascii) style->unicode = false;
  if (when == NULL || strcmp(when, "auto") == 0) return true;
  bool always = strcmp(when, "always") == 0;
  if (!always && strcmp(when, "never") != 0) return false;
  style->color = always ? best_color() : BOARD_COLOR_NONE;
  return true;
}

/* Paints that vanish on a dark or a light terminal are left to it. */
static cli_ink text_ink(const asc_kind *kind) {
  cli_paint paint = man_paint(kind);
  return (cli_ink){paint == PAINT_IVORY || paint == PAINT_EBONY ? PAINT_NONE : paint, true};
}

static void man_print(FILE *out, const asc_kind *kind, const board_style *style) {
  canvas_print_glyph(out, man_glyph(kind), text_ink(kind), style);
}

/* The men one by one while they can be counted at a glance, and what they are in words. */
static void stock_print(FILE *out, const cli_scene *scene, const asc_stock *stock, const board_style *style) {
  enum { GLANCE = 12 };
  const asc_kind *kind = scene_kind(scene, stock->kind);
  char sentence[ASC_SENTENCE_MAX];
  bool named = stock->name.key != NULL, glance = kind != NULL && stock->count <= GLANCE;
  fputs("   ", out);
  if (!glance && !named) fprintf(out, "%d ", stock->count);
  if (kind != NULL && (glance || !named))
    for (int i = 0; i < (glance ? stock->count : 1); i++) man_print(out, kind, style);
  if (named)
    fprintf(out, "%s%s", glance && stock->count > 0 ? "  " : "", cli_sentence(scene->rules, &stock->name, sentence));
}

static void stocks_print(FILE *out, const cli_scene *scene, int player, const board_style *style) {
  for (int i = 0; i < scene->view.stock_count; i++)
    if (scene->view.stocks[i].player == player) stock_print(out, scene, &scene->view.stocks[i], style);
}

static int sentence_columns(const char *text) {
  int columns = 0;
  for (; *text != '\0'; text++) columns += ((unsigned char)*text & 0xc0) != 0x80;
  return columns;
}

static void seats_print(FILE *out, const cli_scene *scene, const board_style *style) {
  const asc_view *view = &scene->view;
  char names[ASC_SEATS_MAX][ASC_SENTENCE_MAX];
  int widest = 0;
  for (int i = 0; i < view->seat_count; i++) {
    cli_sentence(scene->rules, &view->seats[i].name, names[i]);
    if (sentence_columns(names[i]) > widest) widest = sentence_columns(names[i]);
  }
  for (int i = 0; i < view->seat_count; i++) {
    const asc_seat *seat = &view->seats[i];
    const asc_kind *kind = scene_kind(scene, seat->kind);
    char points[16];
    asc_points_write(seat->points, points);
    bool to_move = scene->turn == i + 1;
    canvas_print_glyph(out, to_move ? (cli_glyph){"▶", '>'} : (cli_glyph){"", ' '}, (cli_ink){PAINT_LAKE, true}, style);
    fputc(' ', out);
    if (kind != NULL) man_print(out, kind, style);
    fprintf(out, " %s%*s  %4s %s", names[i], widest - sentence_columns(names[i]), "", points,
            seat->points == 2 ? "point " : "points");
    if (seat->out) fputs("  has given up", out);
    stocks_print(out, scene, i + 1, style);
    fputc('\n', out);
  }
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != 0) continue;
    fputc(' ', out);
    stock_print(out, scene, &view->stocks[i], style);
    fputc('\n', out);
  }
}

static void controls_print(FILE *out, const cli_scene *scene) {
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.control_count; i++) {
    const asc_control *control = &scene->view.controls[i];
    if (!scene->targets.controls[i]) continue;
    fprintf(out, "  %-6s", control->id);
    if (control->name.key != NULL) fprintf(out, " %s", cli_sentence(scene->rules, &control->name, sentence));
    fputc('\n', out);
  }
}

static void last_print(FILE *out, const cli_scene *scene) {
  char name[ASC_SENTENCE_MAX] = "the die";
  if (scene->last[0] == '\0') return;
  if (scene->last_player >= 1 && scene->last_player <= scene->view.seat_count)
    cli_sentence(scene->rules, &scene->view.seats[scene->last_player - 1].name, name);
  fprintf(out, "Ply %d: %s, by %s.\n", scene->plies, scene->last, name);
}

int board_print(FILE *out, const cli_scene *scene, const board_style *style) {
  cli_canvas canvas = {0};
  cli_legend legend = {0};
  char sentence[ASC_SENTENCE_MAX];
  fprintf(out, "%s", scene->rules->game->title);
  if (strcmp(scene->rules->spec, scene->rules->game->id) != 0) fprintf(out, "   %s", scene->rules->spec);
  fputs("\n\n", out);
  bool grid = scene->view.layout == ASC_LAYOUT_GRID;
  int code = (grid ? board_grid_draw : board_free_draw)(&canvas, scene, style, &legend);
  if (code < 0) return code;
  canvas_print(out, &canvas, style);
  canvas_close(&canvas);
  legend_print(out, &legend, style);
  fputc('\n', out);
  seats_print(out, scene, style);
  fputc('\n', out);
  last_print(out, scene);
  if (scene->prompt.key != NULL) fprintf(out, "%s\n", cli_sentence(scene->rules, &scene->prompt, sentence));
  controls_print(out, scene);
  return ASC_OK;
}

void board_print_columns(FILE *out, const char *words, size_t stride, int count, const board_style *style) {
  int widest = 1;
  for (int i = 0; i < count; i++) {
    int length = (int)strlen(words + (size_t)i * stride);
    if (length > widest) widest = length;
  }
  int columns = (style->columns - 2) / (widest + 2);
  if (columns < 1) columns = 1;
  int rows = (count + columns - 1) / columns;
  for (int row = 0; row < rows; row++) {
    for (int i = row; i < count; i += rows) {
      bool last = i + rows >= count;
      fprintf(out, "  %-*s", last ? 0 : widest, words + (size_t)i * stride);
    }
    fputc('\n', out);
  }
}
