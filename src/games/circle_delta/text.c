/* Position strings and moves as text.

   1:BOARD:TURN:STAGE:WHITE:BLACK:QUIET, for example 1:w.r…/……:b:first:9:10:0. BOARD has all rows of holes, the inner
   row first, including those between the rings. A row has one letter per hole, clockwise: w, b, r, g or a dot. WHITE
   and BLACK are the reserves. QUIET counts quiet turns; between the two actions of a turn it is '-' if the first action
   trapped a piece. */
#include "circle_delta.h"

#include "base/text.h"

#include <string.h>

static const char colour_letters[] = "wbrg";
static const char hole_letters[] = "wbrg."; /* index ASC_CIRCLE_COLOURS is a free hole */
static const char *const stage_words[] = {"reds", "greens", "first", "second"};

static void hole_write(asc_writer *writer, const asc_circle_board *board, int hole) {
  asc_writer_char(writer, (char)('a' + asc_circle_row(board, hole)));
  asc_writer_number(writer, asc_circle_column(board, hole) + 1);
}

void asc_circle_write_hole(const asc_circle_board *board, int hole, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  hole_write(&writer, board, hole);
}

void asc_circle_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)position;
  const asc_circle_board *board = &((const asc_circle_rules *)rules)->board;
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  if (move == ASC_CIRCLE_PASS) {
    asc_writer_string(&writer, "pass");
    return;
  }
  if (asc_circle_move_from(move) != ASC_CIRCLE_NO_HOLE) {
    hole_write(&writer, board, asc_circle_move_from(move));
    asc_writer_char(&writer, '-');
  }
  hole_write(&writer, board, asc_circle_move_to(move));
}

int asc_circle_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const asc_circle_board *board = &((const asc_circle_rules *)rules)->board;
  const asc_circle_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int row = 0; row < board->rows; row++) {
    if (row > 0) asc_writer_char(&writer, '/');
    for (int column = 0; column < board->row_length; column++) {
      int colour = asc_circle_colour_at(p, asc_circle_hole(board, row, column));
      asc_writer_char(&writer, colour == ASC_CIRCLE_NO_COLOUR ? '.' : colour_letters[colour]);
    }
  }
  asc_writer_format(&writer, ":%c:%s:%d:%d:", colour_letters[p->player], stage_words[p->stage],
                    p->reserve[ASC_CIRCLE_WHITE], p->reserve[ASC_CIRCLE_BLACK]);
  if (p->quiet == ASC_CIRCLE_QUIET_BROKEN)
    asc_writer_char(&writer, '-');
  else
    asc_writer_number(&writer, p->quiet);
  return asc_writer_end(&writer);
}

static int read_board(const asc_circle_board *board, asc_cursor *cursor, asc_circle_position *p, asc_error *error) {
  for (int row = 0; row < board->rows; row++) {
    if (row > 0 && !asc_cursor_skip(cursor, "/"))
      return asc_error_set_at(error, ASC_E_INPUT, cursor, "expected '/' after the %d holes of row %c",
                              board->row_length, 'a' + row - 1);
    for (int column = 0; column < board->row_length; column++) {
      int colour = asc_cursor_one_of(cursor, hole_letters);
      if (colour < 0)
        return asc_error_set_at(error, ASC_E_INPUT, cursor, "expected hole %c%d: w, b, r, g or '.'", 'a' + row,
                                column + 1);
      if (colour < ASC_CIRCLE_COLOURS)
        asc_circle_set_add(&p->pieces[colour], asc_circle_set_of(asc_circle_hole(board, row, column)));
    }
  }
  return ASC_OK;
}

static int read_turn(asc_cursor *cursor, asc_circle_position *p, asc_error *error) {
  int player = asc_cursor_one_of(cursor, "wb");
  if (player < 0) return asc_error_set_at(error, ASC_E_INPUT, cursor, "expected whose turn it is, w or b");
  p->player = (uint8_t)player;
  return ASC_OK;
}

static int read_stage(asc_cursor *cursor, asc_circle_position *p, asc_error *error) {
  for (int stage = ASC_CIRCLE_STAGE_REDS; stage <= ASC_CIRCLE_STAGE_SECOND; stage++) {
    if (!asc_cursor_skip(cursor, stage_words[stage])) continue;
    p->stage = (uint8_t)stage;
    return ASC_OK;
  }
  return asc_error_set_at(error, ASC_E_INPUT, cursor, "expected the stage: reds, greens, first or second");
}

static int read_reserve(const asc_circle_rules *r, asc_cursor *cursor, int player, asc_circle_position *p,
                        asc_error *error) {
  uint32_t number;
  if (!asc_cursor_number(cursor, (uint32_t)r->pieces_per_player, &number))
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "expected the men %s has in reserve, 0 to %d",
                            asc_circle_player_names[player], r->pieces_per_player);
  p->reserve[player] = (uint8_t)number;
  return ASC_OK;
}

static int read_quiet(asc_cursor *cursor, asc_circle_position *p, asc_error *error) {
  uint32_t number;
  if (asc_cursor_skip(cursor, "-"))
    p->quiet = ASC_CIRCLE_QUIET_BROKEN;
  else if (asc_cursor_number(cursor, ASC_CIRCLE_QUIET_LIMIT, &number))
    p->quiet = (int8_t)number;
  else
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "expected the number of quiet turns, 0 to %d, or '-'",
                            ASC_CIRCLE_QUIET_LIMIT);
  return ASC_OK;
}

static int read_field(const asc_circle_rules *r, int field, asc_cursor *cursor, asc_circle_position *p,
                      asc_error *error) {
  switch (field) {
  case ASC_CIRCLE_FIELD_BOARD: return read_board(&r->board, cursor, p, error);
  case ASC_CIRCLE_FIELD_TURN: return read_turn(cursor, p, error);
  case ASC_CIRCLE_FIELD_STAGE: return read_stage(cursor, p, error);
  case ASC_CIRCLE_FIELD_WHITE: return read_reserve(r, cursor, ASC_CIRCLE_WHITE, p, error);
  case ASC_CIRCLE_FIELD_BLACK: return read_reserve(r, cursor, ASC_CIRCLE_BLACK, p, error);
  default: return read_quiet(cursor, p, error);
  }
}

int asc_circle_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  static const char *const after[] = {[ASC_CIRCLE_FIELD_BOARD] = "expected ':' after the board",
                                      [ASC_CIRCLE_FIELD_TURN] = "expected ':' after the turn",
                                      [ASC_CIRCLE_FIELD_STAGE] = "expected ':' after the stage",
                                      [ASC_CIRCLE_FIELD_WHITE] = "expected ':' after White's reserve",
                                      [ASC_CIRCLE_FIELD_BLACK] = "expected ':' after Black's reserve"};
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  asc_circle_position *p = position;
  memset(p, 0, sizeof *p);
  asc_cursor cursor = asc_cursor_over(text), starts[ASC_CIRCLE_FIELDS];
  if (!asc_cursor_skip(&cursor, "1:"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a position begins with its version, 1:");
  for (int field = 0; field < ASC_CIRCLE_FIELDS; field++) {
    starts[field] = cursor;
    int code = read_field(r, field, &cursor, p, error);
    if (code < 0) return code;
    if (field < ASC_CIRCLE_FIELD_QUIET && !asc_cursor_skip(&cursor, ":"))
      return asc_error_set_at(error, ASC_E_INPUT, &cursor, "%s", after[field]);
  }
  if (!asc_cursor_at_end(&cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "expected nothing after the quiet turns");
  asc_error check_error = {0};
  int field;
  int code = asc_circle_check_fields(r, p, &check_error, &field);
  return code < 0 ? asc_error_set_at(error, ASC_E_INPUT, &starts[field], "%s", check_error.reason) : ASC_OK;
}
