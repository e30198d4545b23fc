/* Squares, moves and positions as text.

   A position string is "1:BOARD:BOX:TURN", for example

     1:...../.b.../...../..w../.....:w8b8:w3

   BOARD has the ranks from the top, each square one of . w b r. BOX says how many pawns lie in the box, white and
   black, and ends with r when the red one does. TURN is w or b, and in the opening the number of the ply, 1 to 4. */
#include "delta.h"

#include "core/text.h"

static const char men_letters[] = "wbr.";

void asc_delta_square_write(int square, char text[ASC_TOKEN_MAX]) {
  text[0] = (char)('a' + delta_file(square));
  text[1] = (char)('1' + delta_rank(square));
  text[2] = '\0';
}

void asc_delta_write_move(const asc_rules *common, const void *data, asc_move move, char text[ASC_TOKEN_MAX]) {
  char square[ASC_TOKEN_MAX];
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  enum delta_kind kind = delta_move_kind(move);
  if (kind == DELTA_PUT_RED) asc_writer_char(&writer, 'r');
  if (kind >= DELTA_TURN) {
    delta_turn_squares turn = asc_delta_turn_read((const delta_rules *)common, data, move);
    asc_delta_square_write(turn.from, square);
    asc_writer_string(&writer, square);
    asc_writer_char(&writer, '-');
  }
  asc_delta_square_write(delta_move_to(move), square);
  asc_writer_string(&writer, square);
  uint64_t lifted = delta_move_lifted(move);
  if (lifted == 0) return;
  asc_delta_square_write(asc_bits_lowest(lifted), square);
  asc_writer_char(&writer, ':');
  asc_writer_string(&writer, square);
}

int asc_delta_write(const asc_rules *common, const void *data, char *text, size_t size) {
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int rank = rules->size - 1; rank >= 0; rank--) {
    for (int file = 0; file < rules->size; file++)
      asc_writer_char(&writer, men_letters[asc_delta_man_at(position, delta_square(file, rank))]);
    asc_writer_char(&writer, rank > 0 ? '/' : ':');
  }
  asc_writer_format(&writer, "w%db%d%s:%c", delta_in_box(rules, position, DELTA_WHITE),
                    delta_in_box(rules, position, DELTA_BLACK), delta_red_in_box(rules, position) ? "r" : "",
                    men_letters[position->mover]);
  if (position->stage < DELTA_TURNS) asc_writer_number(&writer, position->stage + 1);
  return asc_writer_end(&writer);
}

static int read_board(const delta_rules *rules, asc_cursor *cursor, delta_position *position, asc_error *error) {
  for (int rank = rules->size - 1; rank >= 0; rank--) {
    for (int file = 0; file < rules->size; file++) {
      asc_cursor start = *cursor;
      int man = asc_cursor_one_of(cursor, men_letters);
      if (man < 0 || (man == DELTA_RED && !rules->has_red))
        return asc_fail_at(error, &start,
                           rules->has_red ? "rank %d has %d squares, each of them one of w, b, r and ."
                                          : "rank %d has %d squares, each of them one of w, b and .",
                           rank + 1, rules->size);
      if (man == DELTA_RED && position->red != 0) return asc_fail_at(error, &start, "there is one red pawn only");
      uint64_t square = asc_bit(delta_square(file, rank));
      if (man == DELTA_RED) position->red = square;
      if (man < DELTA_RED) position->men[man] |= square;
    }
    if (!asc_cursor_skip(cursor, rank > 0 ? "/" : ":"))
      return asc_fail_at(error, cursor,
                         rank > 0 ? "after the %d squares of rank %d comes a / and the next rank"
                                  : "after the %d squares of rank %d comes a : and what is in the box",
                         rules->size, rank + 1);
  }
  return ASC_OK;
}

/* What lies in the box is what does not stand on the board; it is written so that people see it. */
static int read_box(const delta_rules *rules, asc_cursor *cursor, const delta_position *position, asc_error *error) {
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++) {
    char letter[] = {men_letters[colour], '\0'};
    asc_cursor start = *cursor;
    uint32_t count;
    if (!asc_cursor_skip(cursor, letter) || !asc_cursor_number(cursor, DELTA_PAWNS, &count))
      return asc_fail_at(error, &start, "the box is w and the number of white pawns in it, b and that of the black");
    if ((int)count != delta_in_box(rules, position, colour))
      return asc_fail_at(error, &start, "of %d %s pawns %d stand on the board, so that is not what is in the box",
                         rules->pawns, colour == DELTA_WHITE ? "white" : "black",
                         asc_bits_count(position->men[colour]));
  }
  asc_cursor start = *cursor;
  if (rules->has_red && asc_cursor_skip(cursor, "r") != delta_red_in_box(rules, position))
    return asc_fail_at(error, &start, "the box ends with r exactly when the red pawn is in it");
  if (!asc_cursor_skip(cursor, ":")) return asc_fail_at(error, cursor, "after the box comes : and the turn");
  return ASC_OK;
}

static int read_turn(asc_cursor *cursor, delta_position *position, asc_error *error) {
  asc_cursor start = *cursor;
  int mover = asc_cursor_one_of(cursor, "wb"), ply = asc_cursor_one_of(cursor, "1234");
  if (mover < 0 || !asc_cursor_ended(cursor))
    return asc_fail_at(error, &start, "the turn is w or b, in the opening followed by the number of the ply, 1 to 4");
  position->mover = (uint8_t)mover;
  position->stage = (uint8_t)(ply < 0 ? DELTA_TURNS : DELTA_WHITE_OPENS + ply);
  return ASC_OK;
}

int asc_delta_read(const asc_rules *common, const char *text, void *data, asc_error *error) {
  const delta_rules *rules = (const delta_rules *)common;
  delta_position *position = data;
  asc_cursor cursor = asc_cursor_over(text);
  *position = (delta_position){0};
  if (!asc_cursor_skip(&cursor, "1:")) return asc_fail_at(error, &cursor, "a position begins with 1:");
  asc_cursor board = cursor;
  asc_error found;
  int code = read_board(rules, &cursor, position, error);
  if (code == ASC_OK && asc_delta_check_board(rules, position, &found) < 0)
    return asc_fail_at(error, &board, "%s", found.reason);
  if (code == ASC_OK) code = read_box(rules, &cursor, position, error);
  asc_cursor turn = cursor;
  if (code == ASC_OK) code = read_turn(&cursor, position, error);
  if (code < 0) return code;
  /* The board and the box agree: what else can be wrong is the turn. */
  if (asc_delta_check(common, position, &found) < 0) return asc_fail_at(error, &turn, "%s", found.reason);
  return ASC_OK;
}
