/* Drawing on character cells, and printing them with as few colour sequences as possible. */
#include "canvas.h"

#include <stdlib.h>
#include <string.h>

typedef struct rgb_color {
  uint8_t red, green, blue;
  uint8_t index; /* of the 256-colour palette: the nearest colour that is legible */
} rgb_color;

static const rgb_color colors[ASC_PAINT_COUNT] = {
    [ASC_PAINT_FIELD] = {0x9f, 0x73, 0x48, 137},      [ASC_PAINT_INLAY] = {0xd0, 0xae, 0x80, 180},
    [ASC_PAINT_MAPLE] = {0xec, 0xd9, 0xb5, 180},      [ASC_PAINT_WALNUT] = {0x6b, 0x4a, 0x32, 94},
    [ASC_PAINT_OFF_LIMITS] = {0xbf, 0xb5, 0x9f, 246}, [ASC_PAINT_STONE] = {0x80, 0x7a, 0x70, 240},
    [ASC_PAINT_IVORY] = {0xff, 0xfb, 0xf0, 231},      [ASC_PAINT_EBONY] = {0x1a, 0x16, 0x14, 16},
    [ASC_PAINT_VERMILION] = {0xc8, 0x44, 0x2b, 160},  [ASC_PAINT_LEAF] = {0x3f, 0x7d, 0x4e, 28},
    [ASC_PAINT_PEAR] = {0xd9, 0xb3, 0x84, 179},       [ASC_PAINT_LAKE] = {0x1f, 0x6f, 0x8b, 31},
    [ASC_PAINT_MARK] = {0x0f, 0x3f, 0x57, 24},        [ASC_PAINT_GOLD] = {0xd8, 0x91, 0x2a, 172},
    [ASC_PAINT_CARD] = {0xdd, 0xe9, 0xe6, 152},       [ASC_PAINT_NOSE] = {0xe9, 0xc8, 0x8f, 222},
    [ASC_PAINT_FIN] = {0xff, 0xff, 0xff, 231},        [ASC_PAINT_TAIL] = {0x8f, 0xbc, 0xc8, 110},
    [ASC_PAINT_WAVE] = {0x5f, 0x93, 0xa0, 67},
};

/* Box-drawing characters. The index is up + 3 * right + 9 * down + 27 * left, each 0 none, 1 light or 2 heavy. */
static const char boxes[81][4] = {" ", "╵", "╹", "╶", "└", "┖", "╺", "┕", "┗", "╷", "│", "╿", "┌", "├", "┞", "┍", "┝",
                                  "┡", "╻", "╽", "┃", "┎", "┟", "┠", "┏", "┢", "┣", "╴", "┘", "┚", "─", "┴", "┸", "╼",
                                  "┶", "┺", "┐", "┤", "┦", "┬", "┼", "╀", "┮", "┾", "╄", "┒", "┧", "┨", "┰", "╁", "╂",
                                  "┲", "╆", "╊", "╸", "┙", "┛", "╾", "┵", "┹", "━", "┷", "┻", "┑", "┥", "┩", "┭", "┽",
                                  "╃", "┯", "┿", "╇", "┓", "┪", "┫", "┱", "╅", "╉", "┳", "╈", "╋"};

int asc_canvas_open(asc_canvas *canvas, int width, int height) {
  canvas->width = width;
  canvas->height = height;
  canvas->cells = calloc((size_t)width * (size_t)height, sizeof *canvas->cells);
  return canvas->cells == NULL ? ASC_E_MEMORY : ASC_OK;
}

void asc_canvas_close(asc_canvas *canvas) {
  free(canvas->cells);
  canvas->cells = NULL;
}

asc_canvas_cell *asc_canvas_cell_at(const asc_canvas *canvas, int x, int y) {
  if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return NULL;
  return &canvas->cells[y * canvas->width + x];
}

static bool has_arms(const asc_canvas_cell *cell) {
  return (cell->arms[ASC_UP] | cell->arms[ASC_RIGHT] | cell->arms[ASC_DOWN] | cell->arms[ASC_LEFT]) != 0;
}

bool asc_canvas_is_blank(const asc_canvas *canvas, int x, int y) {
  const asc_canvas_cell *cell = asc_canvas_cell_at(canvas, x, y);
  return cell != NULL && cell->glyph.text == NULL && !has_arms(cell);
}

void asc_canvas_clear_cell(asc_canvas *canvas, int x, int y) {
  asc_canvas_cell *cell = asc_canvas_cell_at(canvas, x, y);
  if (cell != NULL) *cell = (asc_canvas_cell){.background = cell->background};
}

void asc_canvas_put_glyph(asc_canvas *canvas, int x, int y, asc_canvas_glyph glyph, asc_canvas_ink ink) {
  asc_canvas_clear_cell(canvas, x, y);
  asc_canvas_cell *cell = asc_canvas_cell_at(canvas, x, y);
  if (cell == NULL) return;
  cell->glyph = glyph;
  cell->ink = ink;
}

void asc_canvas_put_text(asc_canvas *canvas, int x, int y, const char *ascii, asc_canvas_ink ink) {
  for (; *ascii != '\0'; ascii++, x++) asc_canvas_put_glyph(canvas, x, y, (asc_canvas_glyph){"", *ascii}, ink);
}

void asc_canvas_fill_background(asc_canvas *canvas, int x, int y, int width, int height, asc_canvas_paint background) {
  for (int row = y; row < y + height; row++) {
    for (int column = x; column < x + width; column++) {
      asc_canvas_cell *cell = asc_canvas_cell_at(canvas, column, row);
      if (cell != NULL) cell->background = background;
    }
  }
}

static void arm_add(asc_canvas *canvas, int x, int y, int side, uint8_t weight, asc_canvas_ink ink) {
  asc_canvas_cell *cell = asc_canvas_cell_at(canvas, x, y);
  if (cell == NULL || cell->glyph.text != NULL) return;
  if (cell->arms[side] < weight) cell->arms[side] = weight;
  cell->ink = ink;
}

void asc_canvas_draw_line(asc_canvas *canvas, int x1, int y1, int x2, int y2, uint8_t weight, asc_canvas_ink ink) {
  for (int x = x1; x < x2; x++) {
    arm_add(canvas, x, y1, ASC_RIGHT, weight, ink);
    arm_add(canvas, x + 1, y1, ASC_LEFT, weight, ink);
  }
  for (int y = y1; y < y2; y++) {
    arm_add(canvas, x1, y, ASC_DOWN, weight, ink);
    arm_add(canvas, x1, y + 1, ASC_UP, weight, ink);
  }
}

void asc_canvas_draw_stroke(asc_canvas *canvas, int x1, int y1, int x2, int y2, bool across, uint8_t weight,
                            asc_canvas_ink ink) {
  for (int x = x1; x <= x2; x++) {
    for (int y = y1; y <= y2; y++) {
      arm_add(canvas, x, y, across ? ASC_LEFT : ASC_UP, weight, ink);
      arm_add(canvas, x, y, across ? ASC_RIGHT : ASC_DOWN, weight, ink);
    }
  }
}

void asc_canvas_put_dot(asc_canvas *canvas, int x, int y, char ascii, asc_canvas_ink ink) {
  /* The bit of each dot of a braille pattern, by row and column. */
  static const uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  asc_canvas_cell *cell = x < 0 || y < 0 ? NULL : asc_canvas_cell_at(canvas, x / 2, y / 4);
  if (cell == NULL) return;
  cell->dots |= bits[y % 4][x % 2];
  cell->dot_ascii = ascii;
  if (cell->glyph.text == NULL) cell->ink = ink;
}

static asc_canvas_glyph cell_glyph(const asc_canvas_cell *cell, char braille[4]) {
  if (cell->glyph.text != NULL) return cell->glyph;
  if (has_arms(cell)) {
    const uint8_t *arms = cell->arms;
    bool across = arms[ASC_LEFT] != 0 || arms[ASC_RIGHT] != 0, down = arms[ASC_UP] != 0 || arms[ASC_DOWN] != 0;
    return (asc_canvas_glyph){boxes[arms[ASC_UP] + 3 * arms[ASC_RIGHT] + 9 * arms[ASC_DOWN] + 27 * arms[ASC_LEFT]],
                              across && down ? '+'
                              : across       ? '-'
                                             : '|'};
  }
  if (cell->dots == 0) return (asc_canvas_glyph){"", ' '};
  braille[0] = (char)0xe2; /* U+2800 plus the dots, as UTF-8 */
  braille[1] = (char)(0xa0 | cell->dots >> 6);
  braille[2] = (char)(0x80 | (cell->dots & 0x3f));
  braille[3] = '\0';
  return (asc_canvas_glyph){braille, cell->dot_ascii};
}

static void color_print(FILE *out, int layer, asc_canvas_paint paint, asc_board_color mode) {
  if (paint == ASC_PAINT_NONE) return;
  const rgb_color *c = &colors[paint];
  if (mode == ASC_BOARD_COLOR_FULL)
    fprintf(out, "\033[%d;2;%d;%d;%dm", layer, c->red, c->green, c->blue);
  else
    fprintf(out, "\033[%d;5;%dm", layer, c->index);
}

/* Sets the colours for the cells that follow. */
static void colors_print(FILE *out, asc_canvas_ink ink, asc_canvas_paint background, const asc_board_style *style) {
  fputs("\033[0m", out);
  color_print(out, 38, ink.color, style->color);
  color_print(out, 48, background, style->color);
  if (ink.bold) fputs("\033[1m", out);
}

static void glyph_print(FILE *out, asc_canvas_glyph glyph, const asc_board_style *style) {
  if (style->has_unicode && glyph.text[0] != '\0')
    fputs(glyph.text, out);
  else
    fputc(glyph.ascii, out);
}

static void row_print(FILE *out, const asc_canvas_cell *cells, int width, const asc_board_style *style) {
  asc_canvas_ink current = {ASC_PAINT_NONE, false};
  asc_canvas_paint background = ASC_PAINT_NONE;
  for (int x = 0; x < width; x++) {
    char braille[4];
    asc_canvas_glyph glyph = cell_glyph(&cells[x], braille);
    bool empty = glyph.text[0] == '\0' && glyph.ascii == ' ';
    asc_canvas_ink next = empty ? current : cells[x].ink;
    bool differs = next.color != current.color || next.bold != current.bold || cells[x].background != background;
    if (style->color != ASC_BOARD_COLOR_NONE && differs) {
      current = next;
      background = cells[x].background;
      colors_print(out, current, background, style);
    }
    glyph_print(out, glyph, style);
  }
  bool is_plain = current.color == ASC_PAINT_NONE && !current.bold && background == ASC_PAINT_NONE;
  if (style->color != ASC_BOARD_COLOR_NONE && !is_plain) fputs("\033[0m", out);
}

/* Returns the length of a row without the empty cells at its end. */
static int row_length(const asc_canvas_cell *cells, int width, const asc_board_style *style) {
  for (; width > 0; width--) {
    const asc_canvas_cell *cell = &cells[width - 1];
    bool empty = cell->glyph.text == NULL && !has_arms(cell) && cell->dots == 0;
    if (!empty || (style->color != ASC_BOARD_COLOR_NONE && cell->background != ASC_PAINT_NONE)) break;
  }
  return width;
}

int asc_canvas_print_row(FILE *out, const asc_canvas *canvas, int y, const asc_board_style *style) {
  const asc_canvas_cell *cells = asc_canvas_cell_at(canvas, 0, y);
  if (cells == NULL) return 0;
  int length = row_length(cells, canvas->width, style);
  row_print(out, cells, length, style);
  return length;
}

void asc_canvas_print(FILE *out, const asc_canvas *canvas, const asc_board_style *style) {
  for (int y = 0; y < canvas->height; y++) {
    asc_canvas_print_row(out, canvas, y, style);
    fputc('\n', out);
  }
}

int asc_canvas_used_columns(const asc_canvas *canvas, const asc_board_style *style) {
  int widest = 0;
  for (int y = 0; y < canvas->height; y++) {
    int length = row_length(asc_canvas_cell_at(canvas, 0, y), canvas->width, style);
    if (length > widest) widest = length;
  }
  return widest;
}

void asc_canvas_print_glyph(FILE *out, asc_canvas_glyph glyph, asc_canvas_ink ink, const asc_board_style *style) {
  bool has_ink = style->color != ASC_BOARD_COLOR_NONE && (ink.color != ASC_PAINT_NONE || ink.bold);
  if (has_ink) colors_print(out, ink, ASC_PAINT_NONE, style);
  glyph_print(out, glyph, style);
  if (has_ink) fputs("\033[0m", out);
}

/* Returns the ASCII equivalent of a multi-byte character; "?" if there is none. */
static const char *ascii_of(const char *character, size_t length) {
  static const char *const equivalents[][2] = {
      {"é", "e"},   {"è", "e"},   {"ê", "e"}, {"à", "a"}, {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"ç", "c"},
      {"½", "1/2"}, {"…", "..."}, {"–", "-"}, {"’", "'"}, {"“", "\""}, {"”", "\""}, {"×", "x"},  {"·", "."}};
  for (size_t i = 0; i < sizeof equivalents / sizeof equivalents[0]; i++)
    if (strlen(equivalents[i][0]) == length && memcmp(character, equivalents[i][0], length) == 0)
      return equivalents[i][1];
  return "?";
}

/* A no-break space. Lines are broken already when it is printed, and a command that a user copies needs plain
   blanks. */
static bool is_no_break_space(const char *character, size_t length) {
  return length == 2 && memcmp(character, "\xc2\xa0", 2) == 0;
}

/* Prints text, or nothing if `out` is NULL. Returns its width in columns. */
static int text_put(FILE *out, const char *text, const asc_board_style *style) {
  int columns = 0;
  while (*text != '\0') {
    size_t length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80) length++;
    bool no_break = is_no_break_space(text, length), unchanged = !no_break && (style->has_unicode || length == 1);
    const char *ascii = unchanged ? NULL : no_break ? " " : ascii_of(text, length);
    columns += unchanged ? 1 : (int)strlen(ascii);
    if (out != NULL) fwrite(unchanged ? text : ascii, 1, unchanged ? length : strlen(ascii), out);
    text += length;
  }
  return columns;
}

void asc_canvas_print_text(FILE *out, const char *text, const asc_board_style *style) { text_put(out, text, style); }

int asc_canvas_text_columns(const char *text, const asc_board_style *style) { return text_put(NULL, text, style); }

static const char *const sequences[] = {
    [ASC_TONE_PLAIN] = "",        [ASC_TONE_STRONG] = "\033[1m",    [ASC_TONE_FAINT] = "\033[2m",
    [ASC_TONE_GOOD] = "\033[32m", [ASC_TONE_DOUBTFUL] = "\033[33m", [ASC_TONE_BAD] = "\033[1;31m",
};

void asc_canvas_print_toned(FILE *out, asc_canvas_tone tone, const char *text, int columns,
                            const asc_board_style *style) {
  bool is_plain = style->color == ASC_BOARD_COLOR_NONE || tone == ASC_TONE_PLAIN;
  int blanks = abs(columns) - asc_canvas_text_columns(text, style);
  if (blanks < 0) blanks = 0;
  if (columns < 0) fprintf(out, "%*s", blanks, "");
  if (!is_plain) fputs(sequences[tone], out);
  asc_canvas_print_text(out, text, style);
  if (!is_plain) fputs("\033[0m", out);
  if (columns > 0) fprintf(out, "%*s", blanks, "");
}
