/* The words around the board. */
#include "parts.h"
#include "say/say.h"
#include "wrap.h"

#include <string.h>

void asc_board_print_sentence(FILE *out, const char *text, int indent, const board_style *style) {
  text_wrap wrap = {out, style, indent, indent};
  asc_wrap_words(&wrap, 0, text);
  fputc('\n', out);
}

/* Paints that vanish on a dark or a light terminal are left to it. */
static text_ink ink_of(const asc_kind *kind) {
  text_paint paint = asc_text_man_paint(kind, PAINT_NONE);
  return (text_ink){paint == PAINT_IVORY || paint == PAINT_EBONY ? PAINT_NONE : paint, true};
}

static void man_print(FILE *out, const asc_kind *kind, const board_style *style) {
  asc_canvas_print_glyph(out, asc_text_man_glyph(kind), ink_of(kind), style);
}

/* The id of what is no place but may be touched now, in the marks of men that may. */
static void flow_touch(text_wrap *wrap, const char *id) {
  int columns = 2 + (int)strlen(id);
  asc_wrap_room(wrap, 2, columns);
  asc_canvas_print_glyph(wrap->out, (text_glyph){"‹", '<'}, (text_ink){PAINT_LAKE, true}, wrap->style);
  fputs(id, wrap->out);
  asc_canvas_print_glyph(wrap->out, (text_glyph){"›", '>'}, (text_ink){PAINT_LAKE, true}, wrap->style);
  wrap->column += columns;
}

/* The men one by one while they can be counted at a glance, and what they are in words. */
static void flow_stock(text_wrap *wrap, const asc_scene *scene, int index) {
  enum { GLANCE = 12 };
  const asc_stock *stock = &scene->view.stocks[index];
  const asc_kind *kind = asc_scene_kind(scene, stock->kind);
  bool named = stock->name.key != NULL, glance = kind != NULL && stock->count <= GLANCE;
  int men = kind == NULL ? 0 : glance ? stock->count : !named;
  char words[ASC_SENTENCE_MAX] = "";
  if (named) asc_say_message(wrap->style->language, scene->rules, &stock->name, words);
  if (!glance && !named) (void)snprintf(words, sizeof words, "%d", stock->count);
  asc_wrap_room(wrap, 3, men + (men > 0 ? 2 : 0) + asc_canvas_words_columns(words, wrap->style));
  for (int i = 0; i < men; i++) man_print(wrap->out, kind, wrap->style);
  wrap->column += men;
  asc_wrap_words(wrap, men > 0 ? 2 : 0, words);
  if (scene->targets.stocks[index]) flow_touch(wrap, stock->id);
}

enum { SEAT_INDENT = 4 };

static const char *seat_name_write(const asc_scene *scene, int index, const board_style *style,
                                   char text[ASC_SENTENCE_MAX]) {
  if (scene->called[index] == NULL)
    return asc_say_message(style->language, scene->rules, &scene->view.seats[index].name, text);
  (void)snprintf(text, ASC_SENTENCE_MAX, "%s", scene->called[index]);
  return text;
}

/* Men that belong to all stand in nobody's row of the table: the board's own words say what they are. */
static void shared_men_print(FILE *out, const asc_scene *scene, const board_style *style) {
  bool told[INT8_MAX + 1] = {false};
  text_wrap wrap = {out, style, 0, 2};
  for (int i = 0; i < scene->view.place_count; i++) {
    const asc_place *place = &scene->view.places[i];
    const asc_kind *kind = asc_scene_kind(scene, place->man);
    if (kind == NULL || kind->owner != 0 || told[place->man]) continue;
    told[place->man] = true;
    char words[ASC_SENTENCE_MAX];
    asc_say_message(style->language, scene->rules, &place->state, words);
    if (wrap.column == 0) fprintf(out, "%*s", wrap.column = wrap.indent, "");
    asc_wrap_room(&wrap, 2, 2 + asc_canvas_words_columns(words, style));
    man_print(out, kind, style);
    wrap.column++;
    asc_wrap_words(&wrap, 1, words);
  }
  if (wrap.column > 0) fputc('\n', out);
}

/* "  12 points", the numbers under each other. */
static void points_write(int32_t half_points, const board_style *style, char *text, size_t size) {
  char number[16], decimal[ASC_HUNDREDTHS_MAX];
  asc_points_write(half_points, number);
  int blanks = 4 - (int)strlen(number);
  (void)snprintf(text, size, "%*s", blanks > 0 ? blanks : 0, "");
  size_t length = strlen(text);
  asc_say(style->language, "board.points", ASC_WORDS(asc_word_decimal(style->language, "points", number, decimal)),
          text + length, size - length);
}

/* Arrow and man, the name, the points under those of the others, and what there is to say besides. */
static void seat_print(FILE *out, const asc_scene *scene, int index, int name_columns, const board_style *style) {
  const asc_seat *seat = &scene->view.seats[index];
  const asc_kind *kind = asc_scene_kind(scene, seat->kind);
  char name[ASC_SENTENCE_MAX], text[2 * ASC_SENTENCE_MAX], points[64];
  bool to_move = scene->seat_to_move == index + 1;
  asc_canvas_print_glyph(out, to_move ? (text_glyph){"▶", '>'} : (text_glyph){"", ' '}, (text_ink){PAINT_LAKE, true},
                         style);
  fputc(' ', out);
  asc_canvas_print_glyph(out, kind != NULL ? asc_text_man_glyph(kind) : (text_glyph){"", ' '},
                         kind != NULL ? ink_of(kind) : (text_ink){PAINT_NONE, false}, style);
  seat_name_write(scene, index, style, name);
  points_write(seat->points, style, points, sizeof points);
  int width = 4 + name_columns + 2 + asc_canvas_words_columns(points, style);
  bool fits = width <= style->columns; /* else the points stand below the name, like all that follows */
  fputc(' ', out);
  asc_canvas_print_words(out, name, style);
  int blanks = fits ? name_columns - asc_canvas_words_columns(name, style) + 2 : SEAT_INDENT;
  fprintf(out, "%s%*s", fits ? "" : "\n", blanks, "");
  const char *number = fits ? points : points + strspn(points, " ");
  asc_canvas_print_words(out, number, style);
  text_wrap wrap = {out, style, fits ? width : SEAT_INDENT + asc_canvas_words_columns(number, style), SEAT_INDENT};
  if (seat->state.key != NULL) {
    (void)snprintf(text, sizeof text, "(%s)", asc_say_message(style->language, scene->rules, &seat->state, name));
    asc_wrap_together(&wrap, 1, text);
  }
  if (seat->out) asc_wrap_together(&wrap, 2, asc_say(style->language, "board.out", ASC_WORDS(), text, sizeof text));
  for (int i = 0; i < scene->view.stock_count; i++)
    if (scene->view.stocks[i].player == index + 1) flow_stock(&wrap, scene, i);
  fputc('\n', out);
}

static void seats_print(FILE *out, const asc_scene *scene, const board_style *style) {
  const asc_view *view = &scene->view;
  char sentence[ASC_SENTENCE_MAX];
  int widest = 0;
  for (int i = 0; i < view->seat_count; i++) {
    int columns = asc_canvas_words_columns(seat_name_write(scene, i, style, sentence), style);
    if (columns > widest) widest = columns;
  }
  for (int i = 0; i < view->seat_count; i++) seat_print(out, scene, i, widest, style);
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != 0) continue;
    text_wrap wrap = {out, style, SEAT_INDENT, SEAT_INDENT};
    fprintf(out, "%*s", SEAT_INDENT, "");
    flow_stock(&wrap, scene, i);
    fputc('\n', out);
  }
}

/* The names stand under each other, behind the ids. */
static void controls_print(FILE *out, const asc_scene *scene, const board_style *style) {
  enum { INDENT = 2, NAME = 10 };
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.control_count; i++) {
    const asc_control *control = &scene->view.controls[i];
    if (!scene->targets.controls[i]) continue;
    text_wrap id = {out, style, INDENT, INDENT};
    fprintf(out, "%*s", INDENT, "");
    flow_touch(&id, control->id);
    if (control->name.key != NULL) {
      text_wrap name = {out, style, id.column < NAME ? NAME : id.column + 1, NAME};
      fprintf(out, "%*s", name.column - id.column, "");
      asc_wrap_words(&name, 0, asc_say_message(style->language, scene->rules, &control->name, sentence));
    }
    fputc('\n', out);
  }
}

/* What the lines over a grid are, one a line: chains, a relay. */
static void lines_print(FILE *out, const asc_scene *scene, const board_style *style) {
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.shape_count && scene->view.layout == ASC_LAYOUT_GRID; i++) {
    const asc_shape *shape = &scene->view.shapes[i];
    if (shape->curve.form != ASC_FORM_LINE || shape->name.key == NULL) continue;
    fputs("  ", out);
    asc_board_print_sentence(out, asc_say_message(style->language, scene->rules, &shape->name, sentence), 2, style);
  }
}

static void last_print(FILE *out, const asc_scene *scene, const board_style *style) {
  char name[ASC_SENTENCE_MAX] = "", text[2 * ASC_SENTENCE_MAX];
  if (scene->last[0] == '\0') return;
  bool seat = scene->last_player >= 1 && scene->last_player <= scene->view.seat_count;
  if (seat) asc_say_message(style->language, scene->rules, &scene->view.seats[scene->last_player - 1].name, name);
  asc_say(
      style->language, seat ? "board.last" : "board.last-roll",
      ASC_WORDS(asc_word_number("ply", scene->plies), asc_word_text("move", scene->last), asc_word_text("who", name)),
      text, sizeof text);
  asc_board_print_sentence(out, text, 0, style);
}

void asc_board_words_print(FILE *out, const asc_scene *scene, const text_legend *legend, bool tight,
                           const board_style *style) {
  char sentence[ASC_SENTENCE_MAX];
  asc_text_legend_print(out, legend, style);
  shared_men_print(out, scene, style);
  lines_print(out, scene, style);
  if (!tight) fputc('\n', out);
  seats_print(out, scene, style);
  if (!tight) fputc('\n', out);
  last_print(out, scene, style);
  if (scene->prompt.key != NULL)
    asc_board_print_sentence(out, asc_say_message(style->language, scene->rules, &scene->prompt, sentence), 0, style);
  controls_print(out, scene, style);
}

void asc_board_print_columns(FILE *out, const char *words, size_t stride, int count, const board_style *style) {
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
