/* Position strings and moves as text.

   1:BOARD:TURN:STAGE:WHITE:BLACK:QUIET, for example 1:w.r…/……:b:first:9:10:0. The board has its rows of holes, the
   inner one first, those between the rings included, and in each a letter a hole, clockwise: w, b, r, g or a dot. WHITE
   and BLACK are the reserves. QUIET counts quiet turns; in mid-turn it is '-' when the first act locked a man in. */
#include "circle_delta.h"

#include "core/text.h"

#include <string.h>

static const char colour_letters[] = "wbrg";
static const char hole_letters[] = "wbrg."; /* CIRCLE_COLOURS is a free hole */
static const char *const stage_words[] = {"reds", "greens", "first", "second"};

static void hole_write(asc_writer *writer, const circle_board *board, int hole) {
  asc_writer_char(writer, (char)('a' + circle_row(board, hole)));
  asc_writer_number(writer, circle_place(board, hole) + 1);
}

void asc_circle_write_hole(const circle_board *board, int hole, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  hole_write(&writer, board, hole);
}

void asc_circle_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)position;
  const circle_board *board = &((const circle_rules *)rules)->board;
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  if (move == CIRCLE_PASS) {
    asc_writer_string(&writer, "pass");
    return;
  }
  if (circle_move_from(move) != CIRCLE_NO_HOLE) {
    hole_write(&writer, board, circle_move_from(move));
    asc_writer_char(&writer, '-');
  }
  hole_write(&writer, board, circle_move_to(move));
}

int asc_circle_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const circle_board *board = &((const circle_rules *)rules)->board;
  const circle_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int row = 0; row < board->rows; row++) {
    if (row > 0) asc_writer_char(&writer, '/');
    for (int place = 0; place < board->row_length; place++) {
      int colour = circle_colour(p, circle_hole(board, row, place));
      asc_writer_char(&writer, colour == CIRCLE_NOBODY ? '.' : colour_letters[colour]);
    }
  }
  asc_writer_format(&writer, ":%c:%s:%d:%d:", colour_letters[p->player], stage_words[p->stage],
                    p->reserve[CIRCLE_WHITE], p->reserve[CIRCLE_BLACK]);
  if (p->quiet == CIRCLE_STIRRED)
    asc_writer_char(&writer, '-');
  else
    asc_writer_number(&writer, p->quiet);
  return asc_writer_end(&writer);
}

static int read_board(const circle_board *board, asc_cursor *cursor, circle_position *p, asc_error *error) {
  for (int row = 0; row < board->rows; row++) {
    if (row > 0 && !asc_cursor_skip(cursor, "/"))
      return asc_fail_at(error, cursor, "expected '/' after the %d holes of row %c", board->row_length, 'a' + row - 1);
    for (int place = 0; place < board->row_length; place++) {
      int colour = asc_cursor_one_of(cursor, hole_letters);
      if (colour < 0) return asc_fail_at(error, cursor, "expected hole %c%d: w, b, r, g or '.'", 'a' + row, place + 1);
      if (colour < CIRCLE_COLOURS) circle_add(&p->men[colour], circle_set_of(circle_hole(board, row, place)));
    }
  }
  return ASC_OK;
}

static int read_turn(asc_cursor *cursor, circle_position *p, asc_error *error) {
  int player = asc_cursor_one_of(cursor, "wb");
  if (player < 0) return asc_fail_at(error, cursor, "expected whose turn it is, w or b");
  p->player = (uint8_t)player;
  return ASC_OK;
}

static int read_stage(asc_cursor *cursor, circle_position *p, asc_error *error) {
  for (int stage = CIRCLE_REDS; stage <= CIRCLE_SECOND; stage++) {
    if (!asc_cursor_skip(cursor, stage_words[stage])) continue;
    p->stage = (uint8_t)stage;
    return ASC_OK;
  }
  return asc_fail_at(error, cursor, "expected the stage: reds, greens, first or second");
}

static int read_reserve(const circle_rules *r, asc_cursor *cursor, int player, circle_position *p, asc_error *error) {
  uint32_t number;
  if (!asc_cursor_number(cursor, (uint32_t)r->men, &number))
    return asc_fail_at(error, cursor, "expected the men %s has in reserve, 0 to %d", asc_circle_player_names[player],
                       r->men);
  p->reserve[player] = (uint8_t)number;
  return ASC_OK;
}

static int read_quiet(asc_cursor *cursor, circle_position *p, asc_error *error) {
  uint32_t number;
  if (asc_cursor_skip(cursor, "-"))
    p->quiet = CIRCLE_STIRRED;
  else if (asc_cursor_number(cursor, CIRCLE_QUIET_LIMIT, &number))
    p->quiet = (int8_t)number;
  else
    return asc_fail_at(error, cursor, "expected the number of quiet turns, 0 to %d, or '-'", CIRCLE_QUIET_LIMIT);
  return ASC_OK;
}

static int read_field(const circle_rules *r, int field, asc_cursor *cursor, circle_position *p, asc_error *error) {
  switch (field) {
  case CIRCLE_FIELD_BOARD: return read_board(&r->board, cursor, p, error);
  case CIRCLE_FIELD_TURN: return read_turn(cursor, p, error);
  case CIRCLE_FIELD_STAGE: return read_stage(cursor, p, error);
  case CIRCLE_FIELD_WHITE: return read_reserve(r, cursor, CIRCLE_WHITE, p, error);
  case CIRCLE_FIELD_BLACK: return read_reserve(r, cursor, CIRCLE_BLACK, p, error);
  default: return read_quiet(cursor, p, error);
  }
}

int asc_circle_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  static const char *const after[] = {[CIRCLE_FIELD_BOARD] = "expected ':' after the board",
                                      [CIRCLE_FIELD_TURN] = "expected ':' after the turn",
                                      [CIRCLE_FIELD_STAGE] = "expected ':' after the stage",
                                      [CIRCLE_FIELD_WHITE] = "expected ':' after White's reserve",
                                      [CIRCLE_FIELD_BLACK] = "expected ':' after Black's reserve"};
  const circle_rules *r = (const circle_rules *)rules;
  circle_position *p = position;
  memset(p, 0, sizeof *p);
  asc_cursor cursor = asc_cursor_over(text), starts[CIRCLE_FIELDS];
  if (!asc_cursor_skip(&cursor, "1:")) return asc_fail_at(error, &cursor, "a position begins with its version, 1:");
  for (int field = 0; field < CIRCLE_FIELDS; field++) {
    starts[field] = cursor;
    int code = read_field(r, field, &cursor, p, error);
    if (code < 0) return code;
    if (field < CIRCLE_FIELD_QUIET && !asc_cursor_skip(&cursor, ":"))
      return asc_fail_at(error, &cursor, "%s", after[field]);
  }
  if (!asc_cursor_ended(&cursor)) return asc_fail_at(error, &cursor, "expected nothing after the quiet turns");
  asc_error fault = {0};
  int field;
  int code = asc_circle_check_fields(r, p, &fault, &field);
  return code < 0 ? asc_fail_at(error, &starts[field], "%s", fault.reason) : ASC_OK;
}
