/* Builds the lookup tables of a board once from its drawing: all that the rules, the points and the view need to know
   about rows, columns, tiles and neighbours. */
#include "kulami.h"

#include <string.h>

static uint8_t hole_at(const asc_kulami_rules *rules, int row, int column) {
  bool inside = row >= 0 && row < rules->drawing.rows && column >= 0 && column < rules->drawing.columns;
  return inside ? rules->hole_at[row][column] : ASC_KULAMI_NO_HOLE;
}

static void holes_number(asc_kulami_rules *rules) {
  const asc_kulami_drawing *drawing = &rules->drawing;
  int tile_of_letter[26], hole = 0, tile = 0;
  for (int letter = 0; letter < 26; letter++) tile_of_letter[letter] = ASC_KULAMI_NO_TILE;
  memset(rules->hole_at, ASC_KULAMI_NO_HOLE, sizeof rules->hole_at);
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      if (drawing->cells[row][column] == '.') continue;
      int *numbered = &tile_of_letter[drawing->cells[row][column] - 'a'];
      if (*numbered == ASC_KULAMI_NO_TILE) *numbered = tile++;
      rules->hole_at[row][column] = (uint8_t)hole;
      rules->row[hole] = (uint8_t)row;
      rules->column[hole] = (uint8_t)column;
      rules->tile_of[hole] = (uint8_t)*numbered;
      rules->tiles[*numbered] |= asc_bit(hole);
      hole++;
    }
  }
  rules->tile_of[ASC_KULAMI_NO_HOLE] = ASC_KULAMI_NO_TILE;
}

static void tile_points_fill(asc_kulami_rules *rules) {
  for (int hole = 0; hole < ASC_KULAMI_HOLES; hole++) {
    rules->tile_points[hole] = (uint8_t)asc_bits_count(rules->tiles[rules->tile_of[hole]]);
    for (int shape = 0; shape < ASC_KULAMI_TILE_SHAPES; shape++)
      if (rules->tile_points[hole] ==
          asc_kulami_tile_shapes[shape].short_side * asc_kulami_tile_shapes[shape].long_side)
        rules->shape_holes[shape] |= asc_bit(hole);
  }
}

static void allowed_fill(asc_kulami_rules *rules) {
  for (int hole = 0; hole < ASC_KULAMI_HOLES; hole++) {
    uint64_t lines = 0;
    for (int other = 0; other < ASC_KULAMI_HOLES; other++)
      if (rules->row[other] == rules->row[hole] || rules->column[other] == rules->column[hole]) lines |= asc_bit(other);
    rules->allowed_after[hole] = lines & ~rules->tiles[rules->tile_of[hole]];
  }
  rules->allowed_after[ASC_KULAMI_NO_HOLE] = UINT64_MAX;
}

static void neighbours_fill(asc_kulami_rules *rules) {
  static const int right[ASC_KULAMI_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1},
                   down[ASC_KULAMI_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
  for (int hole = 0; hole < ASC_KULAMI_HOLES; hole++) {
    for (int direction = 0; direction < ASC_KULAMI_DIRECTIONS; direction++) {
      uint8_t next = hole_at(rules, rules->row[hole] + down[direction], rules->column[hole] + right[direction]);
      rules->neighbour[direction][hole] = next;
      if (direction % 2 == 0 && next != ASC_KULAMI_NO_HOLE) rules->adjacent[hole] |= asc_bit(next);
    }
  }
}

static uint64_t five_from(const asc_kulami_rules *rules, int direction, int hole) {
  uint64_t five = asc_bit(hole);
  for (int i = 1; i < ASC_KULAMI_CHAIN_MIN; i++) {
    hole = rules->neighbour[direction][hole];
    if (hole == ASC_KULAMI_NO_HOLE) return UINT64_MAX;
    five |= asc_bit(hole);
  }
  return five;
}

static void fives_fill(asc_kulami_rules *rules) {
  int count = 0;
  for (int direction = 0; direction < ASC_KULAMI_DIRECTIONS / 2; direction++) {
    for (int hole = 0; hole < ASC_KULAMI_HOLES; hole++) {
      uint64_t five = five_from(rules, direction, hole);
      rules->fives[direction][hole] = five;
      if (five != UINT64_MAX) rules->five_list[count++] = five;
    }
    rules->five_list_end[direction] = count;
  }
}

/* Returns the image of a hole under a symmetry of the square, or none. Bit 0 of `symmetry` mirrors left to right, bit 1
   top to bottom; bit 2 then mirrors at the main diagonal. */
static uint8_t hole_image(const asc_kulami_rules *rules, int symmetry, int hole) {
  int row = rules->row[hole], column = rules->column[hole];
  if (symmetry & 1) column = rules->drawing.columns - 1 - column;
  if (symmetry & 2) row = rules->drawing.rows - 1 - row;
  return symmetry & 4 ? hole_at(rules, column, row) : hole_at(rules, row, column);
}

/* Fills the images under one symmetry. Returns false if the symmetry does not map the board onto itself. */
static bool images_fill(const asc_kulami_rules *rules, int symmetry, uint8_t *hole_images, uint8_t *tile_images) {
  memset(tile_images, ASC_KULAMI_NO_TILE, ASC_KULAMI_TILES + 1);
  for (int hole = 0; hole < ASC_KULAMI_HOLES; hole++) {
    uint8_t image = hole_image(rules, symmetry, hole);
    uint8_t *tile_image = &tile_images[rules->tile_of[hole]];
    if (image == ASC_KULAMI_NO_HOLE) return false;
    if (*tile_image == ASC_KULAMI_NO_TILE) *tile_image = rules->tile_of[image];
    if (*tile_image != rules->tile_of[image]) return false;
    hole_images[hole] = image;
  }
  hole_images[ASC_KULAMI_NO_HOLE] = ASC_KULAMI_NO_HOLE;
  return true;
}

static void symmetries_find(asc_kulami_rules *rules) {
  int found = 0;
  for (int symmetry = 0; symmetry < ASC_KULAMI_SYMMETRIES; symmetry++)
    if (images_fill(rules, symmetry, rules->hole_image[found], rules->tile_image[found])) found++;
  rules->common.symmetries = found;
}

void asc_kulami_board_build(asc_kulami_rules *rules) {
  holes_number(rules);
  tile_points_fill(rules);
  allowed_fill(rules);
  neighbours_fill(rules);
  fives_fill(rules);
  symmetries_find(rules);
#ifndef ASC_WITHOUT_KNOWLEDGE
  asc_kulami_values_fill(rules);
#endif
}

char asc_kulami_tile_letter(const asc_kulami_rules *rules, int tile) {
  int hole = asc_bits_lowest(rules->tiles[tile]);
  return (char)(rules->drawing.cells[rules->row[hole]][rules->column[hole]] - 'a' + 'A');
}
