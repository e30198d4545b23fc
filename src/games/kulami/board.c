/* The tables of a board, made once from its drawing: everything about rows, columns, plates and neighbours that the
   rules, the points and the view look up later. */
#include "kulami.h"

#include <string.h>

static uint8_t hollow_at(const kulami_rules *rules, int row, int column) {
  bool inside = row >= 0 && row < rules->drawing.rows && column >= 0 && column < rules->drawing.columns;
  return inside ? rules->at[row][column] : KULAMI_NO_HOLLOW;
}

static void hollows_number(kulami_rules *rules) {
  const kulami_drawing *drawing = &rules->drawing;
  int plate_of_letter[26], hollow = 0, plate = 0;
  for (int letter = 0; letter < 26; letter++) plate_of_letter[letter] = KULAMI_NO_PLATE;
  memset(rules->at, KULAMI_NO_HOLLOW, sizeof rules->at);
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      if (drawing->cells[row][column] == '.') continue;
      int *numbered = &plate_of_letter[drawing->cells[row][column] - 'a'];
      if (*numbered == KULAMI_NO_PLATE) *numbered = plate++;
      rules->at[row][column] = (uint8_t)hollow;
      rules->row[hollow] = (uint8_t)row;
      rules->column[hollow] = (uint8_t)column;
      rules->plate_of[hollow] = (uint8_t)*numbered;
      rules->plates[*numbered] |= asc_bit(hollow);
      hollow++;
    }
  }
  rules->plate_of[KULAMI_NO_HOLLOW] = KULAMI_NO_PLATE;
}

static void worths_fill(kulami_rules *rules) {
  for (int hollow = 0; hollow < KULAMI_HOLLOWS; hollow++) {
    rules->worth[hollow] = (uint8_t)asc_bits_count(rules->plates[rules->plate_of[hollow]]);
    for (int kind = 0; kind < KULAMI_KINDS; kind++)
      if (rules->worth[hollow] == asc_kulami_kinds[kind].shorter * asc_kulami_kinds[kind].longer)
        rules->kinds[kind] |= asc_bit(hollow);
  }
}

static void permissions_fill(kulami_rules *rules) {
  for (int hollow = 0; hollow < KULAMI_HOLLOWS; hollow++) {
    uint64_t lines = 0;
    for (int other = 0; other < KULAMI_HOLLOWS; other++)
      if (rules->row[other] == rules->row[hollow] || rules->column[other] == rules->column[hollow])
        lines |= asc_bit(other);
    rules->permission[hollow] = lines & ~rules->plates[rules->plate_of[hollow]];
  }
  rules->permission[KULAMI_NO_HOLLOW] = UINT64_MAX;
}

static void neighbours_fill(kulami_rules *rules) {
  static const int right[KULAMI_WAYS] = {1, 1, 0, -1, -1, -1, 0, 1}, down[KULAMI_WAYS] = {0, 1, 1, 1, 0, -1, -1, -1};
  for (int hollow = 0; hollow < KULAMI_HOLLOWS; hollow++) {
    for (int way = 0; way < KULAMI_WAYS; way++) {
      uint8_t next = hollow_at(rules, rules->row[hollow] + down[way], rules->column[hollow] + right[way]);
      rules->next[way][hollow] = next;
      if (way % 2 == 0 && next != KULAMI_NO_HOLLOW) rules->sides[hollow] |= asc_bit(next);
    }
  }
}

static uint64_t five_from(const kulami_rules *rules, int way, int hollow) {
  uint64_t five = asc_bit(hollow);
  for (int i = 1; i < KULAMI_CHAIN; i++) {
    hollow = rules->next[way][hollow];
    if (hollow == KULAMI_NO_HOLLOW) return UINT64_MAX;
    five |= asc_bit(hollow);
  }
  return five;
}

static void fives_fill(kulami_rules *rules) {
  int runs = 0;
  for (int way = 0; way < KULAMI_WAYS / 2; way++) {
    for (int hollow = 0; hollow < KULAMI_HOLLOWS; hollow++) {
      uint64_t five = five_from(rules, way, hollow);
      rules->fives[way][hollow] = five;
      if (five != UINT64_MAX) rules->runs[runs++] = five;
    }
    rules->asc_run_end[way] = runs;
  }
}

/* The hollow that a symmetry of the square puts in the place of this one: mirrored left to right, top to bottom, and
   at the main diagonal, by the bits of `symmetry`. */
static uint8_t hollow_image(const kulami_rules *rules, int symmetry, int hollow) {
  int row = rules->row[hollow], column = rules->column[hollow];
  if (symmetry & 1) column = rules->drawing.columns - 1 - column;
  if (symmetry & 2) row = rules->drawing.rows - 1 - row;
  return symmetry & 4 ? hollow_at(rules, column, row) : hollow_at(rules, row, column);
}

/* Fills one row of the tables of images; false when the board is not like itself under this symmetry. */
static bool images_fill(const kulami_rules *rules, int symmetry, uint8_t *hollows, uint8_t *plates) {
  memset(plates, KULAMI_NO_PLATE, KULAMI_PLATES + 1);
  for (int hollow = 0; hollow < KULAMI_HOLLOWS; hollow++) {
    uint8_t image = hollow_image(rules, symmetry, hollow);
    uint8_t *plate_image = &plates[rules->plate_of[hollow]];
    if (image == KULAMI_NO_HOLLOW) return false;
    if (*plate_image == KULAMI_NO_PLATE) *plate_image = rules->plate_of[image];
    if (*plate_image != rules->plate_of[image]) return false;
    hollows[hollow] = image;
  }
  hollows[KULAMI_NO_HOLLOW] = KULAMI_NO_HOLLOW;
  return true;
}

static void symmetries_find(kulami_rules *rules) {
  int found = 0;
  for (int symmetry = 0; symmetry < KULAMI_SYMMETRIES; symmetry++)
    if (images_fill(rules, symmetry, rules->hollow_image[found], rules->plate_image[found])) found++;
  rules->common.symmetries = found;
}

void asc_kulami_board_build(kulami_rules *rules) {
  hollows_number(rules);
  worths_fill(rules);
  permissions_fill(rules);
  neighbours_fill(rules);
  fives_fill(rules);
  symmetries_find(rules);
#ifndef ASC_WITHOUT_KNOWLEDGE
  asc_kulami_outlook_fill(rules);
#endif
}

char asc_kulami_plate_letter(const kulami_rules *rules, int plate) {
  int hollow = asc_bits_lowest(rules->plates[plate]);
  return (char)(rules->drawing.cells[rules->row[hollow]][rules->column[hollow]] - 'a' + 'A');
}
