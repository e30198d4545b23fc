/* Pieces, marks and legend of the text boards. */
#include "parts.h"
#include "say/say.h"
#include "wrap.h"

#include <string.h>

bool asc_board_kind_has_prefix(const char *kind, const char *prefix) {
  return strncmp(kind, prefix, strlen(prefix)) == 0;
}

/* The colour is the word that the id of the kind starts with; pawns are coloured by their number. On pale wood a white
   piece is drawn as an ebony outline. */
asc_canvas_paint asc_board_piece_paint(const asc_kind *kind, asc_canvas_paint background) {
  static const struct {
    const char *prefix;
    asc_canvas_paint paint;
  } colors[] = {{"white", ASC_PAINT_IVORY},  {"black", ASC_PAINT_EBONY}, {"red", ASC_PAINT_VERMILION},
                {"green", ASC_PAINT_LEAF},   {"pear", ASC_PAINT_WALNUT}, {"pawn-1", ASC_PAINT_VERMILION},
                {"pawn-2", ASC_PAINT_EBONY}, {"pawn-3", ASC_PAINT_LEAF}, {"pawn-4", ASC_PAINT_WALNUT}};
  for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
    if (!asc_board_kind_has_prefix(kind->id, colors[i].prefix)) continue;
    bool pale = background == ASC_PAINT_MAPLE || background == ASC_PAINT_CARD;
    return pale && colors[i].paint == ASC_PAINT_IVORY ? ASC_PAINT_EBONY : colors[i].paint;
  }
  return background == ASC_PAINT_NONE ? ASC_PAINT_NONE : ASC_PAINT_EBONY;
}

asc_canvas_glyph asc_board_piece_glyph(const asc_kind *kind) { return (asc_canvas_glyph){kind->glyph, kind->letter}; }

/* The two characters that a mark puts around a place, or the only character that it puts on it. */
typedef struct mark_sign {
  asc_canvas_glyph left, right;
  const char *key; /* message key of its meaning */
} mark_sign;

static const mark_sign signs[ASC_LEGEND_COUNT] = {
    [ASC_LEGEND_TO] = {{"[", '['}, {"]", ']'}, "legend.to"},
    [ASC_LEGEND_FROM] = {{":", ':'}, {":", ':'}, "legend.from"},
    [ASC_LEGEND_PLACED] = {{"(", '('}, {")", ')'}, "legend.put"},
    [ASC_LEGEND_CAPTURED] = {{"✕", 'x'}, {"✕", 'x'}, "legend.taken"},
    [ASC_LEGEND_TURNED] = {{"↻", '@'}, {NULL, 0}, "legend.turned"},
    [ASC_LEGEND_CIRCLE_SWITCH] = {{"◇", '%'}, {NULL, 0}, "legend.bent"},
    [ASC_LEGEND_WON] = {{"{", '{'}, {"}", '}'}, "legend.won"},
    [ASC_LEGEND_SELECTED] = {{"«", '<'}, {"»", '>'}, "legend.chosen"},
    [ASC_LEGEND_FREE_TARGET] = {{"◎", '*'}, {NULL, 0}, "legend.open"},
    [ASC_LEGEND_PIECE_TARGET] = {{"‹", '<'}, {"›", '>'}, "legend.touch"},
    [ASC_LEGEND_OFF_LIMITS] = {{"╱", '/'}, {NULL, 0}, "legend.barred"},
    [ASC_LEGEND_FIGURE] = {{"(N) (F) (T)", 0}, {NULL, 0}, "legend.figure"},
    [ASC_LEGEND_INCOMPLETE_FIGURE] = {{"n f t", 0}, {NULL, 0}, "legend.short"},
    [ASC_LEGEND_CARD_PARTS] = {{"N F T ~", 0}, {NULL, 0}, "legend.parts"},
    [ASC_LEGEND_NOSE] = {{"↗", 0}, {NULL, 0}, "legend.nose"},
    [ASC_LEGEND_TILES] = {{"A B", 0}, {NULL, 0}, "legend.plates"},
    [ASC_LEGEND_CONNECTED] = {{"─", '-'}, {"╌", '~'}, "legend.joined"},
};

void asc_legend_print(FILE *out, const asc_legend *legend, const asc_board_style *style) {
  const asc_canvas_ink ink = {ASC_PAINT_LAKE, true};
  asc_wrap wrap = {out, style, 0, 2};
  for (int i = 0; i < ASC_LEGEND_COUNT; i++) {
    if (!legend->used[i]) continue;
    const mark_sign *sign = &signs[i];
    bool is_pair = sign->right.text != NULL, is_text = sign->left.ascii == 0;
    if (i == ASC_LEGEND_NOSE && !style->has_unicode) sign = &(const mark_sign){{"ne", 0}, {NULL, 0}, "legend.nose"};
    int columns = is_pair ? 3 : is_text ? asc_canvas_text_columns(sign->left.text, style) : 1;
    if (wrap.column == 0) {
      fprintf(out, "%*s", wrap.indent, "");
      wrap.column = wrap.indent;
    }
    char meaning[ASC_SENTENCE_MAX];
    asc_say_sentence(style->language, sign->key, ASC_SAY_ARGS(), meaning, sizeof meaning);
    asc_wrap_make_room(&wrap, 2, columns + 1 + asc_canvas_text_columns(meaning, style));
    if (is_text)
      fputs(sign->left.text, out);
    else
      asc_canvas_print_glyph(out, sign->left, ink, style);
    if (is_pair) fputc(' ', out), asc_canvas_print_glyph(out, sign->right, ink, style);
    wrap.column += columns;
    asc_wrap_print(&wrap, 1, meaning);
  }
  if (wrap.column > 0) fputc('\n', out);
}

static void surround(asc_canvas *canvas, int x, int y, int distance, asc_legend_entry entry, asc_legend *legend) {
  asc_canvas_put_glyph(canvas, x - distance, y, signs[entry].left, (asc_canvas_ink){ASC_PAINT_MARK, true});
  asc_canvas_put_glyph(canvas, x + distance, y, signs[entry].right, (asc_canvas_ink){ASC_PAINT_MARK, true});
  legend->used[entry] = true;
}

/* Returns the most important mark of a place; ASC_LEGEND_COUNT if it has none. */
static asc_legend_entry place_mark(const asc_scene *scene, int index) {
  static const struct {
    uint32_t mark;
    asc_legend_entry entry;
  } order[] = {{ASC_MARK_WINNING, ASC_LEGEND_WON},
               {ASC_MARK_TO, ASC_LEGEND_TO},
               {ASC_MARK_PLACED, ASC_LEGEND_PLACED},
               {ASC_MARK_REMOVED, ASC_LEGEND_CAPTURED},
               {ASC_MARK_FROM, ASC_LEGEND_FROM}};
  if (scene->targets.selected[index]) return ASC_LEGEND_SELECTED;
  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
    if ((scene->view.places[index].marks & order[i].mark) != 0) return order[i].entry;
  return ASC_LEGEND_COUNT;
}

void asc_board_place_draw(asc_canvas *canvas, int x, int y, const asc_scene *scene, int index, int room,
                          asc_legend *legend) {
  const asc_place *place = &scene->view.places[index];
  const asc_kind *piece = asc_scene_kind(scene, place->piece);
  bool is_target = scene->targets.places[index];
  if (piece != NULL) {
    const asc_canvas_cell *cell = asc_canvas_cell_at(canvas, x, y);
    asc_canvas_paint background = cell == NULL ? ASC_PAINT_NONE : cell->background;
    asc_canvas_put_glyph(canvas, x, y, asc_board_piece_glyph(piece),
                         (asc_canvas_ink){asc_board_piece_paint(piece, background), true});
  } else if (is_target) {
    asc_canvas_put_glyph(canvas, x, y, signs[ASC_LEGEND_FREE_TARGET].left, (asc_canvas_ink){ASC_PAINT_MARK, true});
    legend->used[ASC_LEGEND_FREE_TARGET] = true;
  } else if (place->outline == ASC_OUTLINE_CIRCLE) {
    asc_canvas_put_glyph(canvas, x, y, (asc_canvas_glyph){"∙", '.'}, (asc_canvas_ink){ASC_PAINT_WALNUT, true});
  }
  asc_legend_entry mark = place_mark(scene, index);
  int distance = 1;
  if (mark != ASC_LEGEND_COUNT) surround(canvas, x, y, distance++, mark, legend);
  if (piece != NULL && is_target && mark != ASC_LEGEND_SELECTED && distance <= room)
    surround(canvas, x, y, distance++, ASC_LEGEND_PIECE_TARGET, legend);
  if ((place->marks & ASC_MARK_TURNED) != 0 && distance <= room) {
    asc_canvas_put_glyph(canvas, x + distance, y, signs[ASC_LEGEND_TURNED].left,
                         (asc_canvas_ink){ASC_PAINT_MARK, true});
    legend->used[ASC_LEGEND_TURNED] = true;
  }
}
