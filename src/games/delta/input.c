/* Parses what a player typed or selected.

   Letters are made lower case first, and the characters between squares are skipped, so a typing error does not hide
   the intended move. The first such error is recorded as the spelling. */
#include "input.h"

#include "base/text.h"

static const asc_delta_input empty_input = {.squares = {ASC_DELTA_NO_SQUARE, ASC_DELTA_NO_SQUARE, ASC_DELTA_NO_SQUARE}};

/* Reads a letter and a number, whether the board has such a square or not. Returns false if the text is
   something else. */
static bool read_square(const asc_delta_rules *rules, asc_cursor *cursor, asc_delta_input *input, int index) {
  int column, number;
  if (!asc_cursor_coordinates(cursor, &column, &number)) return false;
  if (column < rules->size && number >= 1 && number <= rules->size) {
    input->squares[index] = asc_delta_square_at(column, number - 1);
  } else if (input->form != ASC_DELTA_INPUT_OFF_BOARD) {
    asc_writer writer = asc_writer_over(input->text, sizeof input->text);
    asc_writer_format(&writer, "%c%d", 'a' + column, number);
    input->form = ASC_DELTA_INPUT_OFF_BOARD;
  }
  return true;
}

/* The characters between two squares. They may include an x, because no board has a column x. */
typedef struct separator {
  const char *at;
  size_t length;
} separator;

static separator read_separator(asc_cursor *cursor) {
  separator found = {cursor->text, strcspn(cursor->text, "abcdefghijklmnopqrstuvwyz0123456789")};
  asc_cursor_move(cursor, found.length);
  return found;
}

static bool separator_has(separator found, char sign) { return memchr(found.at, sign, found.length) != NULL; }

static bool separator_is(separator found, char sign) { return found.length == 1 && found.at[0] == sign; }

/* Only the first spelling error is reported. */
static void record_spelling(asc_delta_input *input, asc_delta_input_spelling spelling) {
  if (input->spelling == ASC_DELTA_SPELLING_OK) input->spelling = spelling;
}

/* Reads what follows the square reached. */
static asc_delta_input_form read_tracer(const asc_delta_rules *rules, asc_cursor *cursor, asc_delta_input *input) {
  if (asc_cursor_at_end(cursor)) return ASC_DELTA_INPUT_TURN;
  separator between = read_separator(cursor);
  if (!read_square(rules, cursor, input, ASC_DELTA_INPUT_TRACER)) {
    if (separator_has(between, ':')) return ASC_DELTA_INPUT_HALF_TRACER;
    record_spelling(input, ASC_DELTA_SPELLING_TRAILING);
    return ASC_DELTA_INPUT_TURN;
  }
  if (!separator_is(between, ':')) record_spelling(input, ASC_DELTA_SPELLING_COLON);
  if (!asc_cursor_at_end(cursor)) record_spelling(input, ASC_DELTA_SPELLING_TRAILING);
  return ASC_DELTA_INPUT_TURN_WITH_TRACER;
}

/* Reads what follows the first square. */
static asc_delta_input_form read_turn(const asc_delta_rules *rules, asc_cursor *cursor, asc_delta_input *input) {
  if (asc_cursor_at_end(cursor)) return ASC_DELTA_INPUT_SQUARE;
  separator between = read_separator(cursor);
  bool capture = separator_has(between, 'x');
  if (!read_square(rules, cursor, input, ASC_DELTA_INPUT_TO)) {
    if (capture || separator_has(between, '-')) return ASC_DELTA_INPUT_HALF_TURN;
    record_spelling(input, ASC_DELTA_SPELLING_TRAILING);
    return ASC_DELTA_INPUT_SQUARE;
  }
  if (!separator_is(between, '-'))
    record_spelling(input, capture ? ASC_DELTA_SPELLING_CAPTURE : ASC_DELTA_SPELLING_DASH);
  return read_tracer(rules, cursor, input);
}

/* Reads input that does not start with a square: a word, an r, half a square, or unknown text. */
static asc_delta_input_form read_other(const asc_delta_rules *rules, asc_cursor *cursor, asc_delta_input *input) {
  static const struct {
    const char *word;
    asc_delta_input_form form;
  } words[] = {{"", ASC_DELTA_INPUT_EMPTY},
               {"pass", ASC_DELTA_INPUT_PASS},
               {"box", ASC_DELTA_INPUT_RESERVE},
               {"red", ASC_DELTA_INPUT_RED},
               {"r", ASC_DELTA_INPUT_RED}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(cursor->text, words[i].word) == 0) return words[i].form;
  char first = cursor->text[0];
  bool half = (first >= 'a' && first < 'a' + rules->size) || (first >= '1' && first < '1' + rules->size);
  if (half && cursor->text[1] == '\0') return ASC_DELTA_INPUT_HALF_SQUARE;
  if (!asc_cursor_skip(cursor, "r") || !read_square(rules, cursor, input, ASC_DELTA_INPUT_FROM))
    return ASC_DELTA_INPUT_UNKNOWN;
  asc_delta_input_form form = read_turn(rules, cursor, input);
  if (form == ASC_DELTA_INPUT_SQUARE || !rules->has_red) return ASC_DELTA_INPUT_RED_SQUARE;
  record_spelling(input, ASC_DELTA_SPELLING_RED);
  return form;
}

/* Writes the right spelling: a move from its squares, anything else as it was typed but in lower case. */
static void spell(asc_delta_input *input, const char *lower_case) {
  static const char *const prefixes[ASC_DELTA_INPUT_SQUARE_COUNT] = {"", "-", ":"};
  asc_writer writer = asc_writer_over(input->text, sizeof input->text);
  if (input->squares[ASC_DELTA_INPUT_FROM] == ASC_DELTA_NO_SQUARE) asc_writer_string(&writer, lower_case);
  if (input->form == ASC_DELTA_INPUT_RED_SQUARE) asc_writer_char(&writer, 'r');
  for (int i = ASC_DELTA_INPUT_FROM; i < ASC_DELTA_INPUT_SQUARE_COUNT && input->squares[i] != ASC_DELTA_NO_SQUARE;
       i++) {
    char square[ASC_TOKEN_MAX];
    asc_delta_square_write(input->squares[i], square);
    asc_writer_format(&writer, "%s%s", prefixes[i], square);
  }
}

asc_delta_input asc_delta_input_read(const asc_delta_rules *rules, const char *token) {
  asc_delta_input input = empty_input;
  char lower_case[ASC_TOKEN_MAX];
  if (asc_text_to_lower(token, lower_case, sizeof lower_case)) input.spelling = ASC_DELTA_SPELLING_CAPITALS;
  asc_cursor cursor = asc_cursor_over(lower_case);
  bool square = read_square(rules, &cursor, &input, ASC_DELTA_INPUT_FROM);
  asc_delta_input_form form = square ? read_turn(rules, &cursor, &input) : read_other(rules, &cursor, &input);
  if (input.form != ASC_DELTA_INPUT_OFF_BOARD) {
    input.form = form;
    spell(&input, lower_case);
  }
  if (input.form < ASC_DELTA_INPUT_PASS) input.spelling = ASC_DELTA_SPELLING_OK;
  return input;
}

/* Returns whether the selections make up a whole move. */
static bool is_complete(const asc_delta_rules *rules, const asc_delta_position *position, const asc_steps *selected) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_delta_moves(&rules->common, position, moves);
  for (int i = 0; i < count; i++) {
    asc_steps steps = {0};
    asc_delta_steps(&rules->common, position, moves[i], &steps);
    if (steps.count != selected->count) continue;
    int same = 0;
    while (same < steps.count && strcmp(steps.ids[same], selected->ids[same]) == 0) same++;
    if (same == steps.count) return true;
  }
  return false;
}

/* After the red pawn in the reserve comes the square to place it on. */
static asc_delta_input_form form_after_red(const asc_delta_rules *rules, const asc_delta_input *next) {
  return next->form == ASC_DELTA_INPUT_SQUARE || !rules->has_red ? ASC_DELTA_INPUT_RED_SQUARE
                                                                 : ASC_DELTA_INPUT_SELECTED_RED;
}

static asc_delta_input_form form_after_squares(int squares, const asc_delta_input *next) {
  bool square = next->form == ASC_DELTA_INPUT_SQUARE;
  if (squares == ASC_DELTA_INPUT_TO) return square ? ASC_DELTA_INPUT_TURN : ASC_DELTA_INPUT_HALF_TURN;
  if (square) return ASC_DELTA_INPUT_TURN_WITH_TRACER;
  return next->form == ASC_DELTA_INPUT_RESERVE ? ASC_DELTA_INPUT_SELECTED_RESERVE : ASC_DELTA_INPUT_SELECTED_OTHER;
}

asc_delta_input asc_delta_input_join(const asc_delta_rules *rules, const asc_delta_position *position,
                                     const asc_steps *selected, const asc_delta_input *next) {
  if (next->form == ASC_DELTA_INPUT_OFF_BOARD || next->form == ASC_DELTA_INPUT_PASS) return *next;
  asc_delta_input joined = empty_input;
  bool red = strcmp(selected->ids[0], "red") == 0;
  /* If a tracer is named although it comes from the reserve, the explanation is about the reserve, not that the move
     was complete. */
  bool tracer = next->form == ASC_DELTA_INPUT_SQUARE && !red && selected->count == ASC_DELTA_INPUT_TRACER;
  bool more = selected->count > ASC_DELTA_INPUT_TRACER || (!tracer && is_complete(rules, position, selected));
  joined.form = more ? ASC_DELTA_INPUT_SELECTED_TOO_MUCH : red ? form_after_red(rules, next) : ASC_DELTA_INPUT_UNKNOWN;
  if (more || red) return joined;
  for (int i = 0; i < selected->count; i++) {
    asc_delta_input selection = asc_delta_input_read(rules, selected->ids[i]);
    if (selection.form != ASC_DELTA_INPUT_SQUARE) return joined;
    joined.squares[i] = selection.squares[ASC_DELTA_INPUT_FROM];
  }
  joined.squares[selected->count] = next->squares[ASC_DELTA_INPUT_FROM];
  joined.form = form_after_squares(selected->count, next);
  return joined;
}
