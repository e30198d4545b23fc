/* The text around the board: seats, reserves, last move, prompt and controls. */
#include "parts.h"
#include "say/say.h"
#include "wrap.h"

#include <string.h>

void asc_board_print_sentence(FILE *out, const char *text, int indent, const asc_board_style *style) {
  asc_wrap wrap = {out, style, indent, indent};
  asc_wrap_print(&wrap, 0, text);
  fputc('\n', out);
}

/* Ivory and ebony would be invisible on a light or a dark terminal: they use the terminal's own colour. */
static asc_canvas_ink ink_of(const asc_kind *kind) {
  asc_canvas_paint paint = asc_board_piece_paint(kind, ASC_PAINT_NONE);
  return (asc_canvas_ink){paint == ASC_PAINT_IVORY || paint == ASC_PAINT_EBONY ? ASC_PAINT_NONE : paint, true};
}

static void piece_print(FILE *out, const asc_kind *kind, const asc_board_style *style) {
  asc_canvas_print_glyph(out, asc_board_piece_glyph(kind), ink_of(kind), style);
}

/* Prints the id of a reserve or control that can be selected, in the same marks as a piece that can be selected. */
static void print_selectable(asc_wrap *wrap, const char *id) {
  int columns = 2 + (int)strlen(id);
  asc_wrap_make_room(wrap, 2, columns);
  asc_canvas_print_glyph(wrap->out, (asc_canvas_glyph){"‹", '<'}, (asc_canvas_ink){ASC_PAINT_LAKE, true}, wrap->style);
  fputs(id, wrap->out);
  asc_canvas_print_glyph(wrap->out, (asc_canvas_glyph){"›", '>'}, (asc_canvas_ink){ASC_PAINT_LAKE, true}, wrap->style);
  wrap->column += columns;
}

/* Prints a reserve: its pieces one by one if they are few, and its name, unless `is_counted`: the caller has printed
   the number of pieces. */
static void print_stock(asc_wrap *wrap, const asc_scene *scene, int index, bool is_counted) {
  enum { COUNTABLE_MAX = 12 };
  const asc_stock *stock = &scene->view.stocks[index];
  const asc_kind *kind = asc_scene_kind(scene, stock->kind);
  bool has_name = stock->name.key != NULL && !is_counted, is_countable = kind != NULL && stock->count <= COUNTABLE_MAX;
  int pieces = kind == NULL ? 0 : is_countable ? stock->count : !has_name;
  char text[ASC_SENTENCE_MAX] = "";
  if (is_counted && (pieces == 0 || wrap->column + 3 + pieces > wrap->style->columns))
    return; /* the number is enough */
  if (has_name) asc_say_message(wrap->style->language, scene->rules, &stock->name, text);
  if (!is_countable && !has_name && !is_counted) (void)snprintf(text, sizeof text, "%d", stock->count);
  asc_wrap_make_room(wrap, 3, pieces + (pieces > 0 ? 2 : 0) + asc_canvas_text_columns(text, wrap->style));
  for (int i = 0; i < pieces; i++) piece_print(wrap->out, kind, wrap->style);
  wrap->column += pieces;
  asc_wrap_print(wrap, pieces > 0 ? 2 : 0, text);
  if (scene->targets.stocks[index]) print_selectable(wrap, stock->id);
}

enum { SEAT_INDENT = 4 };

static const char *seat_name_write(const asc_scene *scene, int index, const asc_board_style *style,
                                   char text[ASC_SENTENCE_MAX]) {
  if (scene->seat_names[index] == NULL)
    return asc_say_message(style->language, scene->rules, &scene->view.seats[index].name, text);
  (void)snprintf(text, ASC_SENTENCE_MAX, "%s", scene->seat_names[index]);
  return text;
}

/* Prints the kinds of pieces on the board that belong to no player, with the game's own name for them. */
static void shared_pieces_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  bool is_printed[INT8_MAX + 1] = {false};
  asc_wrap wrap = {out, style, 0, 2};
  for (int i = 0; i < scene->view.place_count; i++) {
    const asc_place *place = &scene->view.places[i];
    const asc_kind *kind = asc_scene_kind(scene, place->piece);
    if (kind == NULL || kind->owner != 0 || is_printed[place->piece]) continue;
    is_printed[place->piece] = true;
    char text[ASC_SENTENCE_MAX];
    asc_say_message(style->language, scene->rules, &place->state, text);
    if (wrap.column == 0) fprintf(out, "%*s", wrap.column = wrap.indent, "");
    asc_wrap_make_room(&wrap, 2, 2 + asc_canvas_text_columns(text, style));
    piece_print(out, kind, style);
    wrap.column++;
    asc_wrap_print(&wrap, 1, text);
  }
  if (wrap.column > 0) fputc('\n', out);
}

static bool counts_pieces(const asc_seat *seat) { return seat->pieces + seat->pieces_lost > 0; }

/* Writes "  12 points", "   3 of 5 points" or "   8 men", with the numbers right-aligned. */
static void points_write(const asc_seat *seat, const asc_board_style *style, char *text, size_t size) {
  char number[16], decimal[ASC_HUNDREDTHS_MAX];
  if (counts_pieces(seat))
    (void)snprintf(number, sizeof number, "%d", seat->pieces);
  else
    asc_points_write(seat->points, number);
  int blanks = 4 - (int)strlen(number);
  (void)snprintf(text, size, "%*s", blanks > 0 ? blanks : 0, "");
  size_t length = strlen(text);
  asc_sentence_arg points = asc_say_arg_decimal(style->language, "points", number, decimal);
  if (counts_pieces(seat))
    asc_say_sentence(style->language, "board.men", ASC_SAY_ARGS(asc_say_arg_number("men", seat->pieces)), text + length,
                     size - length);
  else if (seat->goal > 0)
    asc_say_sentence(style->language, "board.points-of",
                     ASC_SAY_ARGS(points, asc_say_arg_number("goal", seat->goal / 2)), text + length, size - length);
  else
    asc_say_sentence(style->language, "board.points", ASC_SAY_ARGS(points), text + length, size - length);
}

/* Prints a seat: an arrow if it is to move, its piece, its name, its points in a column, then state and reserves. */
static void seat_print(FILE *out, const asc_scene *scene, int index, int name_columns, const asc_board_style *style) {
  const asc_seat *seat = &scene->view.seats[index];
  const asc_kind *kind = asc_scene_kind(scene, seat->kind);
  char name[ASC_SENTENCE_MAX], text[2 * ASC_SENTENCE_MAX], points[64];
  bool to_move = scene->seat_to_move == index + 1;
  asc_canvas_print_glyph(out, to_move ? (asc_canvas_glyph){"▶", '>'} : (asc_canvas_glyph){"", ' '},
                         (asc_canvas_ink){ASC_PAINT_LAKE, true}, style);
  fputc(' ', out);
  asc_canvas_print_glyph(out, kind != NULL ? asc_board_piece_glyph(kind) : (asc_canvas_glyph){"", ' '},
                         kind != NULL ? ink_of(kind) : (asc_canvas_ink){ASC_PAINT_NONE, false}, style);
  seat_name_write(scene, index, style, name);
  points_write(seat, style, points, sizeof points);
  int width = 4 + name_columns + 2 + asc_canvas_text_columns(points, style);
  bool fits = width <= style->columns; /* else the points and all the rest go below the name */
  fputc(' ', out);
  asc_canvas_print_text(out, name, style);
  int blanks = fits ? name_columns - asc_canvas_text_columns(name, style) + 2 : SEAT_INDENT;
  fprintf(out, "%s%*s", fits ? "" : "\n", blanks, "");
  const char *number = fits ? points : points + strspn(points, " ");
  asc_canvas_print_text(out, number, style);
  asc_wrap wrap = {out, style, fits ? width : SEAT_INDENT + asc_canvas_text_columns(number, style), SEAT_INDENT};
  if (seat->state.key != NULL) {
    (void)snprintf(text, sizeof text, "(%s)", asc_say_message(style->language, scene->rules, &seat->state, name));
    asc_wrap_print_unbroken(&wrap, 1, text);
  }
  if (seat->has_resigned)
    asc_wrap_print_unbroken(&wrap, 2,
                            asc_say_sentence(style->language, "board.out", ASC_SAY_ARGS(), text, sizeof text));
  for (int i = 0; i < scene->view.stock_count; i++)
    if (scene->view.stocks[i].player == index + 1) print_stock(&wrap, scene, i, counts_pieces(seat));
  fputc('\n', out);
}

static void seats_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  const asc_view *view = &scene->view;
  char sentence[ASC_SENTENCE_MAX];
  int widest = 0;
  for (int i = 0; i < view->seat_count; i++) {
    int columns = asc_canvas_text_columns(seat_name_write(scene, i, style, sentence), style);
    if (columns > widest) widest = columns;
  }
  for (int i = 0; i < view->seat_count; i++) seat_print(out, scene, i, widest, style);
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != 0) continue;
    asc_wrap wrap = {out, style, SEAT_INDENT, SEAT_INDENT};
    fprintf(out, "%*s", SEAT_INDENT, "");
    print_stock(&wrap, scene, i, false);
    fputc('\n', out);
  }
}

/* Prints the controls that can be selected: the ids, and after them the names in a column. */
static void controls_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  enum { INDENT = 2, NAME = 10 };
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.control_count; i++) {
    const asc_control *control = &scene->view.controls[i];
    if (!scene->targets.controls[i]) continue;
    asc_wrap id = {out, style, INDENT, INDENT};
    fprintf(out, "%*s", INDENT, "");
    print_selectable(&id, control->id);
    if (control->name.key != NULL) {
      asc_wrap name = {out, style, id.column < NAME ? NAME : id.column + 1, NAME};
      fprintf(out, "%*s", name.column - id.column, "");
      asc_wrap_print(&name, 0, asc_say_message(style->language, scene->rules, &control->name, sentence));
    }
    fputc('\n', out);
  }
}

/* Prints the names of the lines drawn over a grid, such as chains and relays, one per line. */
static void lines_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  char sentence[ASC_SENTENCE_MAX];
  for (int i = 0; i < scene->view.shape_count && scene->view.layout == ASC_LAYOUT_GRID; i++) {
    const asc_shape *shape = &scene->view.shapes[i];
    if (shape->curve.kind != ASC_CURVE_LINE || shape->name.key == NULL) continue;
    fputs("  ", out);
    asc_board_print_sentence(out, asc_say_message(style->language, scene->rules, &shape->name, sentence), 2, style);
  }
}

static void last_print(FILE *out, const asc_scene *scene, const asc_board_style *style) {
  char name[ASC_SENTENCE_MAX] = "", text[2 * ASC_SENTENCE_MAX];
  if (scene->last_move[0] == '\0') return;
  bool seat = scene->last_player >= 1 && scene->last_player <= scene->view.seat_count;
  if (seat) asc_say_message(style->language, scene->rules, &scene->view.seats[scene->last_player - 1].name, name);
  asc_say_sentence(style->language, seat ? "board.last" : "board.last-roll",
                   ASC_SAY_ARGS(asc_say_arg_number("ply", scene->plies), asc_say_arg_text("move", scene->last_move),
                                asc_say_arg_text("who", name)),
                   text, sizeof text);
  asc_board_print_sentence(out, text, 0, style);
}

void asc_board_info_print(FILE *out, const asc_scene *scene, const asc_legend *legend, bool tight,
                          const asc_board_style *style) {
  char sentence[ASC_SENTENCE_MAX];
  asc_legend_print(out, legend, style);
  shared_pieces_print(out, scene, style);
  lines_print(out, scene, style);
  if (!tight) fputc('\n', out);
  seats_print(out, scene, style);
  if (!tight) fputc('\n', out);
  last_print(out, scene, style);
  if (scene->prompt.key != NULL)
    asc_board_print_sentence(out, asc_say_message(style->language, scene->rules, &scene->prompt, sentence), 0, style);
  controls_print(out, scene, style);
}

void asc_board_print_columns(FILE *out, const char *text, size_t stride, int count, const asc_board_style *style) {
  int widest = 1;
  for (int i = 0; i < count; i++) {
    int length = (int)strlen(text + (size_t)i * stride);
    if (length > widest) widest = length;
  }
  int columns = (style->columns - 2) / (widest + 2);
  if (columns < 1) columns = 1;
  int rows = (count + columns - 1) / columns;
  for (int row = 0; row < rows; row++) {
    for (int i = row; i < count; i += rows) {
      bool last = i + rows >= count;
      fprintf(out, "  %-*s", last ? 0 : widest, text + (size_t)i * stride);
    }
    fputc('\n', out);
  }
}
