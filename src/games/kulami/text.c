/* Holes and positions as text.

   A position is "1:ROWS:LAST:BEFORE". ROWS has the rows of the board from the top, separated by '/': R, B, o for a free
   hole, '.' for a gap. LAST is the hole of the last marble. BEFORE is the letter of the tile that received the marble
   before it. Each is '-' if there is none. The player to move follows from the marbles. */
#include "kulami.h"

#include <string.h>

void asc_kulami_hole_write(const asc_kulami_rules *rules, int hole, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  asc_writer_char(&writer, (char)('a' + rules->column[hole]));
  asc_writer_number(&writer, rules->drawing.rows - rules->row[hole]);
}

void asc_kulami_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)position;
  asc_kulami_hole_write((const asc_kulami_rules *)rules, (int)move, text);
}

bool asc_kulami_coordinates_inside(const asc_kulami_rules *rules, int column, int number) {
  return column < rules->drawing.columns && number >= 1 && number <= rules->drawing.rows;
}

static char hole_sign(const asc_kulami_position *p, int hole) {
  if (p->marbles[ASC_KULAMI_RED] & asc_bit(hole)) return 'R';
  return p->marbles[ASC_KULAMI_BLACK] & asc_bit(hole) ? 'B' : 'o';
}

int asc_kulami_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  const asc_kulami_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int row = 0; row < kulami->drawing.rows; row++) {
    if (row > 0) asc_writer_char(&writer, '/');
    for (int column = 0; column < kulami->drawing.columns; column++) {
      int hole = kulami->hole_at[row][column];
      asc_writer_char(&writer, hole == ASC_KULAMI_NO_HOLE ? '.' : hole_sign(p, hole));
    }
  }
  char last[ASC_TOKEN_MAX] = "-";
  if (p->last_hole != ASC_KULAMI_NO_HOLE) asc_kulami_hole_write(kulami, p->last_hole, last);
  char previous = p->previous_tile == ASC_KULAMI_NO_TILE ? '-' : asc_kulami_tile_letter(kulami, p->previous_tile);
  asc_writer_format(&writer, ":%s:%c", last, previous);
  return asc_writer_end(&writer);
}

static int cell_read(const asc_kulami_rules *kulami, asc_cursor *cursor, int hole, asc_kulami_position *p,
                     asc_error *error) {
  if (hole == ASC_KULAMI_NO_HOLE) {
    if (asc_cursor_skip(cursor, ".")) return ASC_OK;
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "the board has no hollow here: '.' is expected");
  }
  int sign = asc_cursor_one_of(cursor, "RBo");
  if (sign < 0) {
    char name[ASC_TOKEN_MAX];
    asc_kulami_hole_write(kulami, hole, name);
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "R, B or o is expected for the hollow %s", name);
  }
  if (sign < 2) p->marbles[sign] |= asc_bit(hole);
  return ASC_OK;
}

static int rows_read(const asc_kulami_rules *kulami, asc_cursor *cursor, asc_kulami_position *p, asc_error *error) {
  for (int row = 0; row < kulami->drawing.rows; row++) {
    if (row > 0 && !asc_cursor_skip(cursor, "/"))
      return asc_error_set_at(error, ASC_E_INPUT, cursor, "'/' is expected after row %d from the top, of length %d",
                              row, kulami->drawing.columns);
    for (int column = 0; column < kulami->drawing.columns; column++) {
      int code = cell_read(kulami, cursor, kulami->hole_at[row][column], p, error);
      if (code < 0) return code;
    }
  }
  p->plies = (uint8_t)(asc_bits_count(p->marbles[ASC_KULAMI_RED]) + asc_bits_count(p->marbles[ASC_KULAMI_BLACK]));
  return ASC_OK;
}

static int last_read(const asc_kulami_rules *kulami, asc_cursor *cursor, asc_kulami_position *p, asc_error *error) {
  asc_cursor start = *cursor;
  int column, number;
  p->last_hole = ASC_KULAMI_NO_HOLE;
  if (asc_cursor_skip(cursor, "-")) return ASC_OK;
  if (!asc_cursor_coordinates(cursor, &column, &number))
    return asc_error_set_at(error, ASC_E_INPUT, &start, "the hollow of the last marble is expected, or '-'");
  if (asc_kulami_coordinates_inside(kulami, column, number))
    p->last_hole = kulami->hole_at[kulami->drawing.rows - number][column];
  if (p->last_hole == ASC_KULAMI_NO_HOLE)
    return asc_error_set_at(error, ASC_E_INPUT, &start, "the board has no such hollow");
  return ASC_OK;
}

static int previous_read(const asc_kulami_rules *kulami, asc_cursor *cursor, asc_kulami_position *p, asc_error *error) {
  p->previous_tile = ASC_KULAMI_NO_TILE;
  if (asc_cursor_skip(cursor, "-")) return ASC_OK;
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) {
    if (*cursor->text != asc_kulami_tile_letter(kulami, tile)) continue;
    p->previous_tile = (uint8_t)tile;
    asc_cursor_move(cursor, 1);
    return ASC_OK;
  }
  return asc_error_set_at(error, ASC_E_INPUT, cursor, "the letter of a plate, in capitals, is expected, or '-'");
}

int asc_kulami_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  asc_kulami_position *p = position;
  memset(p, 0, sizeof *p);
  asc_cursor cursor = asc_cursor_over(text), starts[ASC_KULAMI_TEXT_FIELDS];
  if (!asc_cursor_skip(&cursor, "1:"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a position begins with 1:");
  starts[ASC_KULAMI_TEXT_ROWS] = cursor;
  int code = rows_read(kulami, &cursor, p, error);
  if (code < 0) return code;
  if (!asc_cursor_skip(&cursor, ":"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor,
                            "':' and the hollow of the last marble are expected after the last row");
  starts[ASC_KULAMI_TEXT_LAST] = cursor;
  if ((code = last_read(kulami, &cursor, p, error)) < 0) return code;
  if (!asc_cursor_skip(&cursor, ":"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor,
                            "':' and the plate of the marble before the last are expected");
  starts[ASC_KULAMI_TEXT_PREVIOUS] = cursor;
  if ((code = previous_read(kulami, &cursor, p, error)) < 0) return code;
  if (!asc_cursor_at_end(&cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "nothing is expected after the plate");
  asc_error check_error;
  asc_kulami_text_field field;
  code = asc_kulami_check_fields(kulami, p, &check_error, &field);
  return code < 0 ? asc_error_set_at(error, ASC_E_INPUT, &starts[field], "%s", check_error.reason) : ASC_OK;
}
