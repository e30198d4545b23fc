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
  cli_paint paint = man_paint(kind, PAINT_NONE);
  return (cli_ink){paint == PAINT_IVORY || paint == PAINT_EBONY ? PAINT_NONE : paint, true};
}

static void man_print(FILE *out, const asc_kind *kind, const board_style *style) {
  canvas_print_glyph(out, man_glyph(kind), text_ink(kind), style);
}

static int sentence_columns(const char *text) {
  int columns = 0;
  for (; *text != '\0'; text++) columns += ((unsigned char)*text & 0xc0) != 0x80;
  return columns;
}

/* The id of what is no place but may be touched now, in the marks of men that may. */
static int touch_print(FILE *out, const char *id, const board_style *style) {
  fputs("  ", out);
  canvas_print_glyph(out, (cli_glyph){"‹", '<'}, (cli_ink){PAINT_LAKE, true}, style);
  fputs(id, out);
  canvas_print_glyph(out, (cli_glyph){"›", '>'}, (cli_ink){PAINT_LAKE, true}, style);
  return 4 + (int)strlen(id);
}

/* The men one by one while they can be counted at a glance, and what they are in words. On a new line where it would
   not fit behind `column`; returns the column it ends in. */
static int stock_print(FILE *out, const cli_scene *scene, int index, int column, const board_style *style) {
  enum { GLANCE = 12, INDENT = 4 };
  const asc_stock *stock = &scene->view.stocks[index];
  const asc_kind *kind = scene_kind(scene, stock->kind);
  bool named = stock->name.key != NULL, glance = kind != NULL && stock->count <= GLANCE;
  int men = kind == NULL ? 0 : glance ? stock->count : !named;
  char words[ASC_SENTENCE_MAX] = "";
  if (named) cli_sentence(scene->rules, &stock->name, words);
  if (!glance && !named) (void)snprintf(words, sizeof words, "%d", stock->count);
  int columns = 3 + men + (men > 0 && words[0] != '\0' ? 2 : 0) + sentence_columns(words);
  if (column > INDENT && column + columns > style->columns) {
    fprintf(out, "\n%*s", INDENT, "");
    column = INDENT;
  }
  fputs("   ", out);
  for (int i = 0; i < men; i++) man_print(out, kind, style);
  if (men > 0 && words[0] != '\0') fputs("  ", out);
  canvas_print_words(out, words, style);
  if (scene->targets.stocks[index]) columns += touch_print(out, stock->id, style);
  return column + columns;
}

void board_print_sentence(FILE *out, const char *text, int indent, const board_style *style) {
  int column = indent;
  while (*text != '\0') {
    char word[ASC_SENTENCE_MAX];
    size_t length = strcspn(text, " ");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
    int columns = sentence_columns(word);
    if (column > indent && column + 1 + columns > style->columns) {
      fprintf(out, "\n%*s", indent, "");
      column = indent;
    }
    if (column > indent) fputc(' ', out);
    canvas_print_words(out, word, style);
    column += columns + (column > indent);
    text += length + strspn(text + length, " ");
  }
  fputc('\n', out);
}

static void seat_print(FILE *out, const cli_scene *scene, int index, int name_columns, const board_style *style) {
  const asc_seat *seat = &scene->view.seats[index];
  const asc_kind *kind = scene_kind(scene, seat->kind);
  char name[ASC_SENTENCE_MAX], state[ASC_SENTENCE_MAX] = "", points[16], line[3 * ASC_SENTENCE_MAX];
  bool to_move = scene->turn == index + 1;
  canvas_print_glyph(out, to_move ? (cli_glyph){"▶", '>'} : (cli_glyph){"", ' '}, (cli_ink){PAINT_LAKE, true}, style);
  fputc(' ', out);
  if (kind != NULL) man_print(out, kind, style);
  cli_sentence(scene->rules, &seat->name, name);
  if (seat->state.key != NULL) cli_sentence(scene->rules, &seat->state, state);
  asc_points_write(seat->points, points);
  (void)snprintf(line, sizeof line, " %s%*s  %4s point%s%s%s%s%s", name, name_columns - sentence_columns(name), "",
                 points, seat->points == 2 ? "" : "s", state[0] != '\0' ? " (" : "", state, state[0] != '\0' ? ")" : "",
                 seat->out ? "  has given up" : "");
  canvas_print_words(out, line, style);
  int column = 3 + sentence_columns(line);
  for (int i = 0; i < scene->view.stock_count; i++)
    if (scene->view.stocks[i].player == index + 1) column = stock_print(out, scene, i, column, style);
  fputc('\n', out);
}

static void seats_print(FILE *out, const cli_scene *scene, const board_style *style) {
  const asc_view *view = &scene->view;
  char sentence[ASC_SENTENCE_MAX];
  int widest = 0;
  for (int i = 0; i < view->seat_count; i++) {
    int columns = sentence_columns(cli_sentence(scene->rules, &view->seats[i].name, sentence));
    if (columns > widest) widest = columns;
  }
  for (int i = 0; i < view->seat_count; i++) seat_print(out, scene, i, widest, style);
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != 0) continue;
    fputc(' ', out);
    stock_print(out, scene, i, 0, style);
    fputc('\n', out);
  }
}

static void controls_print(FILE *out, const cli_scene *scene, const board_style *style) {
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.control_count; i++) {
    const asc_control *control = &scene->view.controls[i];
    if (!scene->targets.controls[i]) continue;
    int columns = touch_print(out, control->id, style);
    fprintf(out, "%*s", columns < 10 ? 10 - columns : 1, "");
    if (control->name.key != NULL) canvas_print_words(out, cli_sentence(scene->rules, &control->name, sentence), style);
    fputc('\n', out);
  }
}

/* What the lines over a grid are, one a line: chains, a relay. */
static void lines_print(FILE *out, const cli_scene *scene, const board_style *style) {
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.shape_count && scene->view.layout == ASC_LAYOUT_GRID; i++) {
    const asc_shape *shape = &scene->view.shapes[i];
    if (shape->curve.form != ASC_FORM_LINE || shape->name.key == NULL) continue;
    fputs("  ", out);
    canvas_print_words(out, cli_sentence(scene->rules, &shape->name, sentence), style);
    fputc('\n', out);
  }
}

static void last_print(FILE *out, const cli_scene *scene, const board_style *style) {
  char name[ASC_SENTENCE_MAX] = "the die";
  if (scene->last[0] == '\0') return;
  if (scene->last_player >= 1 && scene->last_player <= scene->view.seat_count)
    cli_sentence(scene->rules, &scene->view.seats[scene->last_player - 1].name, name);
  fprintf(out, "Ply %d: %s, by ", scene->plies, scene->last);
  canvas_print_words(out, name, style);
  fputs(".\n", out);
}

/* The game, and behind it or below what its options are when they are not the usual ones. */
static void title_print(FILE *out, const cli_scene *scene, const board_style *style) {
  const asc_rules *rules = scene->rules;
  canvas_print_words(out, rules->game->title, style);
  bool fits = sentence_columns(rules->game->title) + 3 + sentence_columns(rules->spec) <= style->columns;
  if (strcmp(rules->spec, rules->game->id) != 0) fprintf(out, "%s%s", fits ? "   " : "\n", rules->spec);
  fputs("\n\n", out);
}

int board_print(FILE *out, const cli_scene *scene, const board_style *style) {
  cli_canvas canvas = {0};
  cli_legend legend = {0};
  char sentence[ASC_SENTENCE_MAX];
  title_print(out, scene, style);
  bool grid = scene->view.layout == ASC_LAYOUT_GRID;
  if (scene->view.place_count > 0) {
    int code = (grid ? board_grid_draw : board_free_draw)(&canvas, scene, style, &legend);
    if (code < 0) return code;
    canvas_print(out, &canvas, style);
    canvas_close(&canvas);
  }
  legend_print(out, &legend, style);
  lines_print(out, scene, style);
  fputc('\n', out);
  seats_print(out, scene, style);
  fputc('\n', out);
  last_print(out, scene, style);
  if (scene->prompt.key != NULL)
    board_print_sentence(out, cli_sentence(scene->rules, &scene->prompt, sentence), 0, style);
  controls_print(out, scene, style);
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
