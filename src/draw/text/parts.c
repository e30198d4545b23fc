#include "parts.h"
#include "say/say.h"
#include "wrap.h"

#include <string.h>

bool asc_text_kind_begins(const char *kind, const char *beginning) {
  return strncmp(kind, beginning, strlen(beginning)) == 0;
}

/* A colour word in a kind's id is its colour; pawns are coloured by their number. On pale wood a white man is an ebony
   outline. */
text_paint asc_text_man_paint(const asc_kind *kind, text_paint ground) {
  static const struct {
    const char *beginning;
    text_paint paint;
  } dresses[] = {{"white", PAINT_IVORY},  {"black", PAINT_EBONY}, {"red", PAINT_VERMILION},
                 {"green", PAINT_LEAF},   {"pear", PAINT_WALNUT}, {"pawn-1", PAINT_VERMILION},
                 {"pawn-2", PAINT_EBONY}, {"pawn-3", PAINT_LEAF}, {"pawn-4", PAINT_WALNUT}};
  for (size_t i = 0; i < sizeof dresses / sizeof dresses[0]; i++) {
    if (!asc_text_kind_begins(kind->id, dresses[i].beginning)) continue;
    bool pale = ground == PAINT_MAPLE || ground == PAINT_CARD;
    return pale && dresses[i].paint == PAINT_IVORY ? PAINT_EBONY : dresses[i].paint;
  }
  return ground == PAINT_NONE ? PAINT_NONE : PAINT_EBONY;
}

text_glyph asc_text_man_glyph(const asc_kind *kind) { return (text_glyph){kind->glyph, kind->letter}; }

/* The two characters a mark puts round a place, or the one it puts there. */
typedef struct mark_sign {
  text_glyph left, right;
  const char *key; /* of what it means */
} mark_sign;

static const mark_sign signs[LEGEND_COUNT] = {
    [LEGEND_TO] = {{"[", '['}, {"]", ']'}, "legend.to"},
    [LEGEND_FROM] = {{":", ':'}, {":", ':'}, "legend.from"},
    [LEGEND_PUT] = {{"(", '('}, {")", ')'}, "legend.put"},
    [LEGEND_TAKEN] = {{"✕", 'x'}, {"✕", 'x'}, "legend.taken"},
    [LEGEND_TURNED] = {{"↻", '@'}, {NULL, 0}, "legend.turned"},
    [LEGEND_BEND] = {{"◇", '%'}, {NULL, 0}, "legend.bent"},
    [LEGEND_WON] = {{"{", '{'}, {"}", '}'}, "legend.won"},
    [LEGEND_CHOSEN] = {{"«", '<'}, {"»", '>'}, "legend.chosen"},
    [LEGEND_FREE_TARGET] = {{"◎", '*'}, {NULL, 0}, "legend.open"},
    [LEGEND_MAN_TARGET] = {{"‹", '<'}, {"›", '>'}, "legend.touch"},
    [LEGEND_BARRED] = {{"╱", '/'}, {NULL, 0}, "legend.barred"},
    [LEGEND_FIGURE] = {{"(N) (F) (T)", 0}, {NULL, 0}, "legend.figure"},
    [LEGEND_SHORT] = {{"n f t", 0}, {NULL, 0}, "legend.short"},
    [LEGEND_PARTS] = {{"N F T ~", 0}, {NULL, 0}, "legend.parts"},
    [LEGEND_NOSE] = {{"↗", 0}, {NULL, 0}, "legend.nose"},
    [LEGEND_PLATES] = {{"A B", 0}, {NULL, 0}, "legend.plates"},
    [LEGEND_JOINED] = {{"─", '-'}, {"╌", '~'}, "legend.joined"},
};

void asc_text_legend_print(FILE *out, const text_legend *legend, const board_style *style) {
  const text_ink ink = {PAINT_LAKE, true};
  text_wrap wrap = {out, style, 0, 2};
  for (int i = 0; i < LEGEND_COUNT; i++) {
    if (!legend->used[i]) continue;
    const mark_sign *sign = &signs[i];
    bool pair = sign->right.text != NULL, words = sign->left.plain == 0;
    if (i == LEGEND_NOSE && !style->unicode) sign = &(const mark_sign){{"ne", 0}, {NULL, 0}, "legend.nose"};
    int columns = pair ? 3 : words ? asc_canvas_words_columns(sign->left.text, style) : 1;
    if (wrap.column == 0) {
      fprintf(out, "%*s", wrap.indent, "");
      wrap.column = wrap.indent;
    }
    char meaning[ASC_SENTENCE_MAX];
    asc_say(style->language, sign->key, ASC_WORDS(), meaning, sizeof meaning);
    asc_wrap_room(&wrap, 2, columns + 1 + asc_canvas_words_columns(meaning, style));
    if (words)
      fputs(sign->left.text, out);
    else
      asc_canvas_print_glyph(out, sign->left, ink, style);
    if (pair) fputc(' ', out), asc_canvas_print_glyph(out, sign->right, ink, style);
    wrap.column += columns;
    asc_wrap_words(&wrap, 1, meaning);
  }
  if (wrap.column > 0) fputc('\n', out);
}

static void surround(text_canvas *canvas, int x, int y, int distance, legend_entry entry, text_legend *legend) {
  asc_canvas_put(canvas, x - distance, y, signs[entry].left, (text_ink){PAINT_MARK, true});
  asc_canvas_put(canvas, x + distance, y, signs[entry].right, (text_ink){PAINT_MARK, true});
  legend->used[entry] = true;
}

/* The mark that says most about a place, or LEGEND_COUNT for none. */
static legend_entry place_mark(const asc_scene *scene, int index) {
  static const struct {
    uint32_t mark;
    legend_entry entry;
  } order[] = {{ASC_MARK_WON, LEGEND_WON},
               {ASC_MARK_TO, LEGEND_TO},
               {ASC_MARK_PUT, LEGEND_PUT},
               {ASC_MARK_TAKEN, LEGEND_TAKEN},
               {ASC_MARK_FROM, LEGEND_FROM}};
  if (scene->targets.chosen[index]) return LEGEND_CHOSEN;
  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
    if ((scene->view.places[index].marks & order[i].mark) != 0) return order[i].entry;
  return LEGEND_COUNT;
}

void asc_text_place_draw(text_canvas *canvas, int x, int y, const asc_scene *scene, int index, int room,
                         text_legend *legend) {
  const asc_place *place = &scene->view.places[index];
  const asc_kind *man = asc_scene_kind(scene, place->man);
  bool target = scene->targets.places[index];
  if (man != NULL) {
    const canvas_cell *cell = asc_canvas_at(canvas, x, y);
    text_paint ground = cell == NULL ? PAINT_NONE : cell->ground;
    asc_canvas_put(canvas, x, y, asc_text_man_glyph(man), (text_ink){asc_text_man_paint(man, ground), true});
  } else if (target) {
    asc_canvas_put(canvas, x, y, signs[LEGEND_FREE_TARGET].left, (text_ink){PAINT_MARK, true});
    legend->used[LEGEND_FREE_TARGET] = true;
  } else if (place->outline == ASC_OUTLINE_CIRCLE) {
    asc_canvas_put(canvas, x, y, (text_glyph){"∙", '.'}, (text_ink){PAINT_WALNUT, true});
  }
  legend_entry mark = place_mark(scene, index);
  int distance = 1;
  if (mark != LEGEND_COUNT) surround(canvas, x, y, distance++, mark, legend);
  if (man != NULL && target && mark != LEGEND_CHOSEN && distance <= room)
    surround(canvas, x, y, distance++, LEGEND_MAN_TARGET, legend);
  if ((place->marks & ASC_MARK_TURNED) != 0 && distance <= room) {
    asc_canvas_put(canvas, x + distance, y, signs[LEGEND_TURNED].left, (text_ink){PAINT_MARK, true});
    legend->used[LEGEND_TURNED] = true;
  }
}
