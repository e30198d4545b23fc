/* Squares, moves and positions as text.

   A position string is "1:BOARD:BOX:TURN", for example

     1:...../.b.../...../..w../.....:w8b8:w3

   BOARD has the rows from the top; each square is one of . w b r. BOX has the number of pawns in reserve, white and
   black, and ends with r if the red pawn is in reserve. TURN is w or b, followed in the opening by the number of the
   ply, 1 to 4. */
#include "delta.h"

#include "base/text.h"

static const char piece_letters[] = "wbr.";

void asc_delta_square_write(int square, char text[ASC_TOKEN_MAX]) {
  text[0] = (char)('a' + asc_delta_column_of(square));
  text[1] = (char)('1' + asc_delta_row_of(square));
  text[2] = '\0';
}

void asc_delta_write_move(const asc_rules *common, const void *data, asc_move move, char text[ASC_TOKEN_MAX]) {
  char square[ASC_TOKEN_MAX];
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  enum asc_delta_move_type type = asc_delta_move_type_of(move);
  if (type == ASC_DELTA_MOVE_PLACE_RED) asc_writer_char(&writer, 'r');
  if (type >= ASC_DELTA_MOVE_TURN) {
    asc_delta_turn_details turn = asc_delta_turn_decode((const asc_delta_rules *)common, data, move);
    asc_delta_square_write(turn.from, square);
    asc_writer_string(&writer, square);
    asc_writer_char(&writer, '-');
  }
  asc_delta_square_write(asc_delta_move_to(move), square);
  asc_writer_string(&writer, square);
  uint64_t tracer_from = asc_delta_move_tracer_from(move);
  if (tracer_from == 0) return;
  asc_delta_square_write(asc_bits_lowest(tracer_from), square);
  asc_writer_char(&writer, ':');
  asc_writer_string(&writer, square);
}

int asc_delta_write(const asc_rules *common, const void *data, char *text, size_t size) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int row = rules->size - 1; row >= 0; row--) {
    for (int column = 0; column < rules->size; column++)
      asc_writer_char(&writer, piece_letters[asc_delta_piece_at(position, asc_delta_square_at(column, row))]);
    asc_writer_char(&writer, row > 0 ? '/' : ':');
  }
  asc_writer_format(&writer, "w%db%d%s:%c", asc_delta_reserve_count(rules, position, ASC_DELTA_WHITE),
                    asc_delta_reserve_count(rules, position, ASC_DELTA_BLACK),
                    asc_delta_red_in_reserve(rules, position) ? "r" : "", piece_letters[position->mover]);
  if (position->stage < ASC_DELTA_STAGE_TURNS) asc_writer_number(&writer, position->stage + 1);
  return asc_writer_end(&writer);
}

static int read_board(const asc_delta_rules *rules, asc_cursor *cursor, asc_delta_position *position,
                      asc_error *error) {
  for (int row = rules->size - 1; row >= 0; row--) {
    for (int column = 0; column < rules->size; column++) {
      asc_cursor start = *cursor;
      int piece = asc_cursor_one_of(cursor, piece_letters);
      if (piece < 0 || (piece == ASC_DELTA_RED && !rules->has_red))
        return asc_error_set_at(error, ASC_E_INPUT, &start,
                                rules->has_red ? "rank %d has %d squares, each of them one of w, b, r and ."
                                               : "rank %d has %d squares, each of them one of w, b and .",
                                row + 1, rules->size);
      if (piece == ASC_DELTA_RED && position->red != 0)
        return asc_error_set_at(error, ASC_E_INPUT, &start, "there is one red pawn only");
      uint64_t square = asc_bit(asc_delta_square_at(column, row));
      if (piece == ASC_DELTA_RED) position->red = square;
      if (piece < ASC_DELTA_RED) position->pawns[piece] |= square;
    }
    if (!asc_cursor_skip(cursor, row > 0 ? "/" : ":"))
      return asc_error_set_at(error, ASC_E_INPUT, cursor,
                              row > 0 ? "after the %d squares of rank %d comes a / and the next rank"
                                      : "after the %d squares of rank %d comes a : and what is in the box",
                              rules->size, row + 1);
  }
  return ASC_OK;
}

/* The reserve follows from the board. The string contains it for human readers. */
static int read_reserve(const asc_delta_rules *rules, asc_cursor *cursor, const asc_delta_position *position,
                        asc_error *error) {
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++) {
    char letter[] = {piece_letters[colour], '\0'};
    asc_cursor start = *cursor;
    uint32_t count;
    if (!asc_cursor_skip(cursor, letter) || !asc_cursor_number(cursor, ASC_DELTA_PAWNS, &count))
      return asc_error_set_at(error, ASC_E_INPUT, &start,
                              "the box is w and the number of white pawns in it, b and that of the black");
    if ((int)count != asc_delta_reserve_count(rules, position, colour))
      return asc_error_set_at(error, ASC_E_INPUT, &start,
                              "of %d %s pawns %d stand on the board, so that is not what is in the box",
                              rules->pawns_per_player, colour == ASC_DELTA_WHITE ? "white" : "black",
                              asc_bits_count(position->pawns[colour]));
  }
  asc_cursor start = *cursor;
  if (rules->has_red && asc_cursor_skip(cursor, "r") != asc_delta_red_in_reserve(rules, position))
    return asc_error_set_at(error, ASC_E_INPUT, &start, "the box ends with r exactly when the red pawn is in it");
  if (!asc_cursor_skip(cursor, ":"))
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "after the box comes : and the turn");
  return ASC_OK;
}

static int read_turn(asc_cursor *cursor, asc_delta_position *position, asc_error *error) {
  asc_cursor start = *cursor;
  int mover = asc_cursor_one_of(cursor, "wb"), ply = asc_cursor_one_of(cursor, "1234");
  if (mover < 0 || !asc_cursor_at_end(cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &start,
                            "the turn is w or b, in the opening followed by the number of the ply, 1 to 4");
  position->mover = (uint8_t)mover;
  position->stage = (uint8_t)(ply < 0 ? ASC_DELTA_STAGE_TURNS : ASC_DELTA_STAGE_WHITE_OPENS + ply);
  return ASC_OK;
}

int asc_delta_read(const asc_rules *common, const char *text, void *data, asc_error *error) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  asc_delta_position *position = data;
  asc_cursor cursor = asc_cursor_over(text);
  *position = (asc_delta_position){0};
  if (!asc_cursor_skip(&cursor, "1:"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a position begins with 1:");
  asc_cursor board = cursor;
  asc_error check_error;
  int code = read_board(rules, &cursor, position, error);
  if (code == ASC_OK && asc_delta_check_board(rules, position, &check_error) < 0)
    return asc_error_set_at(error, ASC_E_INPUT, &board, "%s", check_error.reason);
  if (code == ASC_OK) code = read_reserve(rules, &cursor, position, error);
  asc_cursor turn = cursor;
  if (code == ASC_OK) code = read_turn(&cursor, position, error);
  if (code < 0) return code;
  /* The board and the reserve agree, so only the turn can still be wrong. */
  if (asc_delta_check(common, position, &check_error) < 0)
    return asc_error_set_at(error, ASC_E_INPUT, &turn, "%s", check_error.reason);
  return ASC_OK;
}
