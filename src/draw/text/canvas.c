#include "canvas.h"

#include <stdlib.h>
#include <string.h>

typedef struct rgb_color {
  uint8_t red, green, blue;
  uint8_t index; /* the nearest that reads well of the 256 */
} rgb_color;

static const rgb_color colors[PAINT_COUNT] = {
    [PAINT_FIELD] = {0x9f, 0x73, 0x48, 137},     [PAINT_INLAY] = {0xd0, 0xae, 0x80, 180},
    [PAINT_MAPLE] = {0xec, 0xd9, 0xb5, 180},     [PAINT_WALNUT] = {0x6b, 0x4a, 0x32, 94},
    [PAINT_BARRED] = {0xbf, 0xb5, 0x9f, 246},    [PAINT_STONE] = {0x80, 0x7a, 0x70, 240},
    [PAINT_IVORY] = {0xff, 0xfb, 0xf0, 231},     [PAINT_EBONY] = {0x1a, 0x16, 0x14, 16},
    [PAINT_VERMILION] = {0xc8, 0x44, 0x2b, 160}, [PAINT_LEAF] = {0x3f, 0x7d, 0x4e, 28},
    [PAINT_PEAR] = {0xd9, 0xb3, 0x84, 179},      [PAINT_LAKE] = {0x1f, 0x6f, 0x8b, 31},
    [PAINT_MARK] = {0x0f, 0x3f, 0x57, 24},       [PAINT_GOLD] = {0xd8, 0x91, 0x2a, 172},
    [PAINT_CARD] = {0xdd, 0xe9, 0xe6, 152},      [PAINT_NOSE] = {0xe9, 0xc8, 0x8f, 222},
    [PAINT_FIN] = {0xff, 0xff, 0xff, 231},       [PAINT_TAIL] = {0x8f, 0xbc, 0xc8, 110},
    [PAINT_WAVE] = {0x5f, 0x93, 0xa0, 67},
};

/* Box-drawing characters by their arms: up + 3 right + 9 down + 27 left, each 0, 1 light or 2 heavy. */
static const char boxes[81][4] = {" ", "╵", "╹", "╶", "└", "┖", "╺", "┕", "┗", "╷", "│", "╿", "┌", "├", "┞", "┍", "┝",
                                  "┡", "╻", "╽", "┃", "┎", "┟", "┠", "┏", "┢", "┣", "╴", "┘", "┚", "─", "┴", "┸", "╼",
                                  "┶", "┺", "┐", "┤", "┦", "┬", "┼", "╀", "┮", "┾", "╄", "┒", "┧", "┨", "┰", "╁", "╂",
                                  "┲", "╆", "╊", "╸", "┙", "┛", "╾", "┵", "┹", "━", "┷", "┻", "┑", "┥", "┩", "┭", "┽",
                                  "╃", "┯", "┿", "╇", "┓", "┪", "┫", "┱", "╅", "╉", "┳", "╈", "╋"};

int asc_canvas_open(text_canvas *canvas, int width, int height) {
  canvas->width = width;
  canvas->height = height;
  canvas->cells = calloc((size_t)width * (size_t)height, sizeof *canvas->cells);
  return canvas->cells == NULL ? ASC_E_MEMORY : ASC_OK;
}

void asc_canvas_close(text_canvas *canvas) {
  free(canvas->cells);
  canvas->cells = NULL;
}

canvas_cell *asc_canvas_at(const text_canvas *canvas, int x, int y) {
  if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return NULL;
  return &canvas->cells[y * canvas->width + x];
}

static bool has_arms(const canvas_cell *cell) {
  return (cell->arms[ASC_UP] | cell->arms[ASC_RIGHT] | cell->arms[ASC_DOWN] | cell->arms[ASC_LEFT]) != 0;
}

bool asc_canvas_blank(const text_canvas *canvas, int x, int y) {
  const canvas_cell *cell = asc_canvas_at(canvas, x, y);
  return cell != NULL && cell->glyph.text == NULL && !has_arms(cell);
}

void asc_canvas_clear(text_canvas *canvas, int x, int y) {
  canvas_cell *cell = asc_canvas_at(canvas, x, y);
  if (cell != NULL) *cell = (canvas_cell){.ground = cell->ground};
}

void asc_canvas_put(text_canvas *canvas, int x, int y, text_glyph glyph, text_ink ink) {
  asc_canvas_clear(canvas, x, y);
  canvas_cell *cell = asc_canvas_at(canvas, x, y);
  if (cell == NULL) return;
  cell->glyph = glyph;
  cell->ink = ink;
}

void asc_canvas_text(text_canvas *canvas, int x, int y, const char *ascii, text_ink ink) {
  for (; *ascii != '\0'; ascii++, x++) asc_canvas_put(canvas, x, y, (text_glyph){"", *ascii}, ink);
}

void asc_canvas_ground(text_canvas *canvas, int x, int y, int width, int height, text_paint ground) {
  for (int row = y; row < y + height; row++) {
    for (int column = x; column < x + width; column++) {
      canvas_cell *cell = asc_canvas_at(canvas, column, row);
      if (cell != NULL) cell->ground = ground;
    }
  }
}

static void arm_add(text_canvas *canvas, int x, int y, int side, uint8_t weight, text_ink ink) {
  canvas_cell *cell = asc_canvas_at(canvas, x, y);
  if (cell == NULL || cell->glyph.text != NULL) return;
  if (cell->arms[side] < weight) cell->arms[side] = weight;
  cell->ink = ink;
}

void asc_canvas_line(text_canvas *canvas, int x1, int y1, int x2, int y2, uint8_t weight, text_ink ink) {
  for (int x = x1; x < x2; x++) {
    arm_add(canvas, x, y1, ASC_RIGHT, weight, ink);
    arm_add(canvas, x + 1, y1, ASC_LEFT, weight, ink);
  }
  for (int y = y1; y < y2; y++) {
    arm_add(canvas, x1, y, ASC_DOWN, weight, ink);
    arm_add(canvas, x1, y + 1, ASC_UP, weight, ink);
  }
}

void asc_canvas_stroke(text_canvas *canvas, int x1, int y1, int x2, int y2, bool across, uint8_t weight, text_ink ink) {
  for (int x = x1; x <= x2; x++) {
    for (int y = y1; y <= y2; y++) {
      arm_add(canvas, x, y, across ? ASC_LEFT : ASC_UP, weight, ink);
      arm_add(canvas, x, y, across ? ASC_RIGHT : ASC_DOWN, weight, ink);
    }
  }
}

void asc_canvas_dot(text_canvas *canvas, int x, int y, char plain, text_ink ink) {
  /* The bit of each dot of a braille pattern, by row and column. */
  static const uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  canvas_cell *cell = x < 0 || y < 0 ? NULL : asc_canvas_at(canvas, x / 2, y / 4);
  if (cell == NULL) return;
  cell->dots |= bits[y % 4][x % 2];
  cell->dot_plain = plain;
  if (cell->glyph.text == NULL) cell->ink = ink;
}

static text_glyph cell_glyph(const canvas_cell *cell, char braille[4]) {
  if (cell->glyph.text != NULL) return cell->glyph;
  if (has_arms(cell)) {
    const uint8_t *arms = cell->arms;
    bool across = arms[ASC_LEFT] != 0 || arms[ASC_RIGHT] != 0, along = arms[ASC_UP] != 0 || arms[ASC_DOWN] != 0;
    return (text_glyph){boxes[arms[ASC_UP] + 3 * arms[ASC_RIGHT] + 9 * arms[ASC_DOWN] + 27 * arms[ASC_LEFT]],
                        across && along ? '+'
                        : across        ? '-'
                                        : '|'};
  }
  if (cell->dots == 0) return (text_glyph){"", ' '};
  braille[0] = (char)0xe2; /* U+2800 and the dots, as UTF-8 */
  braille[1] = (char)(0xa0 | cell->dots >> 6);
  braille[2] = (char)(0x80 | (cell->dots & 0x3f));
  braille[3] = '\0';
  return (text_glyph){braille, cell->dot_plain};
}

static void color_print(FILE *out, int layer, text_paint paint, board_color mode) {
  if (paint == PAINT_NONE) return;
  const rgb_color *c = &colors[paint];
  if (mode == BOARD_COLOR_FULL)
    fprintf(out, "\033[%d;2;%d;%d;%dm", layer, c->red, c->green, c->blue);
  else
    fprintf(out, "\033[%d;5;%dm", layer, c->index);
}

/* Begins a run of cells that look alike. */
static void look_print(FILE *out, text_ink ink, text_paint ground, const board_style *style) {
  fputs("\033[0m", out);
  color_print(out, 38, ink.color, style->color);
  color_print(out, 48, ground, style->color);
  if (ink.bold) fputs("\033[1m", out);
}

static void glyph_print(FILE *out, text_glyph glyph, const board_style *style) {
  if (style->unicode && glyph.text[0] != '\0')
    fputs(glyph.text, out);
  else
    fputc(glyph.plain, out);
}

static void row_print(FILE *out, const canvas_cell *cells, int width, const board_style *style) {
  text_ink now = {PAINT_NONE, false};
  text_paint ground = PAINT_NONE;
  for (int x = 0; x < width; x++) {
    char braille[4];
    text_glyph glyph = cell_glyph(&cells[x], braille);
    bool empty = glyph.text[0] == '\0' && glyph.plain == ' ';
    text_ink wanted = empty ? now : cells[x].ink;
    bool other = wanted.color != now.color || wanted.bold != now.bold || cells[x].ground != ground;
    if (style->color != BOARD_COLOR_NONE && other) {
      now = wanted;
      ground = cells[x].ground;
      look_print(out, now, ground, style);
    }
    glyph_print(out, glyph, style);
  }
  bool plain = now.color == PAINT_NONE && !now.bold && ground == PAINT_NONE;
  if (style->color != BOARD_COLOR_NONE && !plain) fputs("\033[0m", out);
}

/* How far a row goes before nothing but empty cells follow. */
static int row_length(const canvas_cell *cells, int width, const board_style *style) {
  for (; width > 0; width--) {
    const canvas_cell *cell = &cells[width - 1];
    bool empty = cell->glyph.text == NULL && !has_arms(cell) && cell->dots == 0;
    if (!empty || (style->color != BOARD_COLOR_NONE && cell->ground != PAINT_NONE)) break;
  }
  return width;
}

int asc_canvas_print_row(FILE *out, const text_canvas *canvas, int y, const board_style *style) {
  const canvas_cell *cells = asc_canvas_at(canvas, 0, y);
  if (cells == NULL) return 0;
  int length = row_length(cells, canvas->width, style);
  row_print(out, cells, length, style);
  return length;
}

void asc_canvas_print(FILE *out, const text_canvas *canvas, const board_style *style) {
  for (int y = 0; y < canvas->height; y++) {
    asc_canvas_print_row(out, canvas, y, style);
    fputc('\n', out);
  }
}

int asc_canvas_columns(const text_canvas *canvas, const board_style *style) {
  int most = 0;
  for (int y = 0; y < canvas->height; y++) {
    int length = row_length(asc_canvas_at(canvas, 0, y), canvas->width, style);
    if (length > most) most = length;
  }
  return most;
}

void asc_canvas_print_glyph(FILE *out, text_glyph glyph, text_ink ink, const board_style *style) {
  bool dressed = style->color != BOARD_COLOR_NONE && (ink.color != PAINT_NONE || ink.bold);
  if (dressed) look_print(out, ink, PAINT_NONE, style);
  glyph_print(out, glyph, style);
  if (dressed) fputs("\033[0m", out);
}

/* The nearest in ASCII of a character of several bytes. */
static const char *ascii_of(const char *character, size_t length) {
  static const char *const likenesses[][2] = {
      {"é", "e"},   {"è", "e"},   {"ê", "e"}, {"à", "a"}, {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"ç", "c"},
      {"½", "1/2"}, {"…", "..."}, {"–", "-"}, {"’", "'"}, {"“", "\""}, {"”", "\""}, {"×", "x"},  {"·", "."}};
  for (size_t i = 0; i < sizeof likenesses / sizeof likenesses[0]; i++)
    if (strlen(likenesses[i][0]) == length && memcmp(character, likenesses[i][0], length) == 0) return likenesses[i][1];
  return "?";
}

/* The blank at which no line is broken: it has done its part, and a command that is copied should have plain ones. */
static bool is_firm_blank(const char *character, size_t length) {
  return length == 2 && memcmp(character, "\xc2\xa0", 2) == 0;
}

/* Prints words, or nothing when `out` is NULL; returns the columns they take. */
static int words_put(FILE *out, const char *words, const board_style *style) {
  int columns = 0;
  while (*words != '\0') {
    size_t length = 1;
    while (((unsigned char)words[length] & 0xc0) == 0x80) length++;
    bool firm = is_firm_blank(words, length), as_it_is = !firm && (style->unicode || length == 1);
    const char *ascii = as_it_is ? NULL : firm ? " " : ascii_of(words, length);
    columns += as_it_is ? 1 : (int)strlen(ascii);
    if (out != NULL) fwrite(as_it_is ? words : ascii, 1, as_it_is ? length : strlen(ascii), out);
    words += length;
  }
  return columns;
}

void asc_canvas_print_words(FILE *out, const char *words, const board_style *style) { words_put(out, words, style); }

int asc_canvas_words_columns(const char *words, const board_style *style) { return words_put(NULL, words, style); }

static const char *const sequences[] = {
    [TONE_PLAIN] = "",        [TONE_STRONG] = "\033[1m",    [TONE_FAINT] = "\033[2m",
    [TONE_GOOD] = "\033[32m", [TONE_DOUBTFUL] = "\033[33m", [TONE_BAD] = "\033[1;31m",
};

void asc_tone_words(FILE *out, text_tone tone, const char *words, int columns, const board_style *style) {
  bool plain = style->color == BOARD_COLOR_NONE || tone == TONE_PLAIN;
  int blanks = abs(columns) - asc_canvas_words_columns(words, style);
  if (blanks < 0) blanks = 0;
  if (columns < 0) fprintf(out, "%*s", blanks, "");
  if (!plain) fputs(sequences[tone], out);
  asc_canvas_print_words(out, words, style);
  if (!plain) fputs("\033[0m", out);
  if (columns > 0) fprintf(out, "%*s", blanks, "");
}
