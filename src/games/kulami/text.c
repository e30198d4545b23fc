/* Hollows and positions as text.

   A position is "1:ROWS:LAST:BEFORE". ROWS are those of the board from the top, separated by '/': R, B, o for a free
   hollow, '.' where the board has none. LAST is the hollow of the last marble, BEFORE the letter of the plate that
   received the one before, each '-' where there is none. Whose turn it is follows from the marbles. */
#include "kulami.h"

#include <string.h>

void asc_kulami_hollow_write(const kulami_rules *rules, int hollow, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  asc_writer_char(&writer, (char)('a' + rules->column[hollow]));
  asc_writer_number(&writer, rules->drawing.rows - rules->row[hollow]);
}

void asc_kulami_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)position;
  asc_kulami_hollow_write((const kulami_rules *)rules, (int)move, text);
}

bool asc_kulami_coordinates_inside(const kulami_rules *rules, int column, int number) {
  return column < rules->drawing.columns && number >= 1 && number <= rules->drawing.rows;
}

static char hollow_sign(const kulami_position *p, int hollow) {
  if (p->marbles[KULAMI_RED] & asc_bit(hollow)) return 'R';
  return p->marbles[KULAMI_BLACK] & asc_bit(hollow) ? 'B' : 'o';
}

int asc_kulami_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  const kulami_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int row = 0; row < kulami->drawing.rows; row++) {
    if (row > 0) asc_writer_char(&writer, '/');
    for (int column = 0; column < kulami->drawing.columns; column++) {
      int hollow = kulami->at[row][column];
      asc_writer_char(&writer, hollow == KULAMI_NO_HOLLOW ? '.' : hollow_sign(p, hollow));
    }
  }
  char last[ASC_TOKEN_MAX] = "-";
  if (p->last != KULAMI_NO_HOLLOW) asc_kulami_hollow_write(kulami, p->last, last);
  char before = p->before == KULAMI_NO_PLATE ? '-' : asc_kulami_plate_letter(kulami, p->before);
  asc_writer_format(&writer, ":%s:%c", last, before);
  return asc_writer_end(&writer);
}

static int cell_read(const kulami_rules *kulami, asc_cursor *cursor, int hollow, kulami_position *p, asc_error *error) {
  if (hollow == KULAMI_NO_HOLLOW) {
    if (asc_cursor_skip(cursor, ".")) return ASC_OK;
    return asc_fail_at(error, cursor, "the board has no hollow here: '.' is expected");
  }
  int sign = asc_cursor_one_of(cursor, "RBo");
  if (sign < 0) {
    char name[ASC_TOKEN_MAX];
    asc_kulami_hollow_write(kulami, hollow, name);
    return asc_fail_at(error, cursor, "R, B or o is expected for the hollow %s", name);
  }
  if (sign < 2) p->marbles[sign] |= asc_bit(hollow);
  return ASC_OK;
}

static int rows_read(const kulami_rules *kulami, asc_cursor *cursor, kulami_position *p, asc_error *error) {
  for (int row = 0; row < kulami->drawing.rows; row++) {
    if (row > 0 && !asc_cursor_skip(cursor, "/"))
      return asc_fail_at(error, cursor, "'/' is expected after row %d from the top, of length %d", row,
                         kulami->drawing.columns);
    for (int column = 0; column < kulami->drawing.columns; column++) {
      int code = cell_read(kulami, cursor, kulami->at[row][column], p, error);
      if (code < 0) return code;
    }
  }
  p->plies = (uint8_t)(asc_bits_count(p->marbles[KULAMI_RED]) + asc_bits_count(p->marbles[KULAMI_BLACK]));
  return ASC_OK;
}

static int last_read(const kulami_rules *kulami, asc_cursor *cursor, kulami_position *p, asc_error *error) {
  asc_cursor before = *cursor;
  int column, number;
  p->last = KULAMI_NO_HOLLOW;
  if (asc_cursor_skip(cursor, "-")) return ASC_OK;
  if (!asc_cursor_coordinates(cursor, &column, &number))
    return asc_fail_at(error, &before, "the hollow of the last marble is expected, or '-'");
  if (asc_kulami_coordinates_inside(kulami, column, number))
    p->last = kulami->at[kulami->drawing.rows - number][column];
  if (p->last == KULAMI_NO_HOLLOW) return asc_fail_at(error, &before, "the board has no such hollow");
  return ASC_OK;
}

static int before_read(const kulami_rules *kulami, asc_cursor *cursor, kulami_position *p, asc_error *error) {
  p->before = KULAMI_NO_PLATE;
  if (asc_cursor_skip(cursor, "-")) return ASC_OK;
  for (int plate = 0; plate < KULAMI_PLATES; plate++) {
    if (*cursor->at != asc_kulami_plate_letter(kulami, plate)) continue;
    p->before = (uint8_t)plate;
    cursor->at++;
    return ASC_OK;
  }
  return asc_fail_at(error, cursor, "the letter of a plate, in capitals, is expected, or '-'");
}

int asc_kulami_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  kulami_position *p = position;
  memset(p, 0, sizeof *p);
  asc_cursor cursor = asc_cursor_over(text), starts[KULAMI_FIELDS];
  if (!asc_cursor_skip(&cursor, "1:")) return asc_fail_at(error, &cursor, "a position begins with 1:");
  starts[KULAMI_FIELD_ROWS] = cursor;
  int code = rows_read(kulami, &cursor, p, error);
  if (code < 0) return code;
  if (!asc_cursor_skip(&cursor, ":"))
    return asc_fail_at(error, &cursor, "':' and the hollow of the last marble are expected after the last row");
  starts[KULAMI_FIELD_LAST] = cursor;
  if ((code = last_read(kulami, &cursor, p, error)) < 0) return code;
  if (!asc_cursor_skip(&cursor, ":"))
    return asc_fail_at(error, &cursor, "':' and the plate of the marble before the last are expected");
  starts[KULAMI_FIELD_BEFORE] = cursor;
  if ((code = before_read(kulami, &cursor, p, error)) < 0) return code;
  if (!asc_cursor_ended(&cursor)) return asc_fail_at(error, &cursor, "nothing is expected after the plate");
  asc_error fault;
  kulami_field field;
  code = asc_kulami_check_fields(kulami, p, &fault, &field);
  return code < 0 ? asc_fail_at(error, &starts[field], "%s", fault.reason) : ASC_OK;
}
