/* Reading what was said. Letters are made small and signs between squares skipped first, so that a slip of the hand
   does not hide what was meant; it is kept as the slip. */
#include "said.h"

#include "core/text.h"

static const delta_said nothing_said = {.squares = {DELTA_NO_SQUARE, DELTA_NO_SQUARE, DELTA_NO_SQUARE}};

/* A letter and a number, whether there is such a square or not. */
static bool read_square(const delta_rules *rules, asc_cursor *cursor, delta_said *said, int which) {
  int file, number;
  if (!asc_cursor_coordinates(cursor, &file, &number)) return false;
  if (file < rules->size && number >= 1 && number <= rules->size) {
    said->squares[which] = delta_square(file, number - 1);
  } else if (said->form != DELTA_SAID_OFF_BOARD) {
    asc_writer writer = asc_writer_over(said->text, sizeof said->text);
    asc_writer_format(&writer, "%c%d", 'a' + file, number);
    said->form = DELTA_SAID_OFF_BOARD;
  }
  return true;
}

/* Signs that stand between two squares, an x among them: no board has a file of that name. */
typedef struct signs {
  const char *at;
  size_t length;
} signs;

static signs read_signs(asc_cursor *cursor) {
  signs found = {cursor->at, strcspn(cursor->at, "abcdefghijklmnopqrstuvwyz0123456789")};
  cursor->at += found.length;
  return found;
}

static bool signs_have(signs found, char sign) { return memchr(found.at, sign, found.length) != NULL; }

static bool signs_are(signs found, char sign) { return found.length == 1 && found.at[0] == sign; }

/* The first slip is the one that is told. */
static void slip(delta_said *said, delta_slip what) {
  if (said->slip == DELTA_NO_SLIP) said->slip = what;
}

/* What follows the square reached. */
static delta_form read_lift(const delta_rules *rules, asc_cursor *cursor, delta_said *said) {
  if (asc_cursor_ended(cursor)) return DELTA_SAID_TURN;
  signs between = read_signs(cursor);
  if (!read_square(rules, cursor, said, DELTA_LIFTED)) {
    if (signs_have(between, ':')) return DELTA_SAID_HALF_LIFT;
    slip(said, DELTA_SLIP_SURPLUS);
    return DELTA_SAID_TURN;
  }
  if (!signs_are(between, ':')) slip(said, DELTA_SLIP_COLON);
  if (!asc_cursor_ended(cursor)) slip(said, DELTA_SLIP_SURPLUS);
  return DELTA_SAID_LIFT;
}

/* What follows the first square. */
static delta_form read_way(const delta_rules *rules, asc_cursor *cursor, delta_said *said) {
  if (asc_cursor_ended(cursor)) return DELTA_SAID_SQUARE;
  signs between = read_signs(cursor);
  bool capture = signs_have(between, 'x');
  if (!read_square(rules, cursor, said, DELTA_TO)) {
    if (capture || signs_have(between, '-')) return DELTA_SAID_HALF_TURN;
    slip(said, DELTA_SLIP_SURPLUS);
    return DELTA_SAID_SQUARE;
  }
  if (!signs_are(between, '-')) slip(said, capture ? DELTA_SLIP_CAPTURE : DELTA_SLIP_DASH);
  return read_lift(rules, cursor, said);
}

/* No square at the beginning: a word, an r, half a square, or nothing known. */
static delta_form read_other(const delta_rules *rules, asc_cursor *cursor, delta_said *said) {
  static const struct {
    const char *word;
    delta_form form;
  } words[] = {{"", DELTA_SAID_NOTHING},
               {"pass", DELTA_SAID_PASS},
               {"box", DELTA_SAID_BOX},
               {"red", DELTA_SAID_RED},
               {"r", DELTA_SAID_RED}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(cursor->at, words[i].word) == 0) return words[i].form;
  char first = cursor->at[0];
  bool half = (first >= 'a' && first < 'a' + rules->size) || (first >= '1' && first < '1' + rules->size);
  if (half && cursor->at[1] == '\0') return DELTA_SAID_HALF;
  if (!asc_cursor_skip(cursor, "r") || !read_square(rules, cursor, said, DELTA_FROM)) return DELTA_SAID_UNKNOWN;
  delta_form form = read_way(rules, cursor, said);
  if (form == DELTA_SAID_SQUARE || !rules->has_red) return DELTA_SAID_RED_SQUARE;
  slip(said, DELTA_SLIP_RED);
  return form;
}

/* The right spelling: a move from its squares, anything else as it was said but in small letters. */
static void said_spell(delta_said *said, const char *small) {
  static const char *const before[DELTA_SAID_SQUARES] = {"", "-", ":"};
  asc_writer writer = asc_writer_over(said->text, sizeof said->text);
  if (said->squares[DELTA_FROM] == DELTA_NO_SQUARE) asc_writer_string(&writer, small);
  if (said->form == DELTA_SAID_RED_SQUARE) asc_writer_char(&writer, 'r');
  for (int i = DELTA_FROM; i < DELTA_SAID_SQUARES && said->squares[i] != DELTA_NO_SQUARE; i++) {
    char square[ASC_TOKEN_MAX];
    asc_delta_square_write(said->squares[i], square);
    asc_writer_format(&writer, "%s%s", before[i], square);
  }
}

delta_said asc_delta_said_read(const delta_rules *rules, const char *token) {
  delta_said said = nothing_said;
  char small[ASC_TOKEN_MAX];
  if (asc_text_small(token, small, sizeof small)) said.slip = DELTA_SLIP_CAPITALS;
  asc_cursor cursor = asc_cursor_over(small);
  bool square = read_square(rules, &cursor, &said, DELTA_FROM);
  delta_form form = square ? read_way(rules, &cursor, &said) : read_other(rules, &cursor, &said);
  if (said.form != DELTA_SAID_OFF_BOARD) {
    said.form = form;
    said_spell(&said, small);
  }
  if (said.form < DELTA_SAID_PASS) said.slip = DELTA_NO_SLIP;
  return said;
}

/* Whether the touches are those of a whole move. */
static bool is_complete(const delta_rules *rules, const delta_position *position, const asc_steps *touched) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_delta_moves(&rules->common, position, moves);
  for (int i = 0; i < count; i++) {
    asc_steps steps = {0};
    asc_delta_steps(&rules->common, position, moves[i], &steps);
    if (steps.count != touched->count) continue;
    int same = 0;
    while (same < steps.count && strcmp(steps.ids[same], touched->ids[same]) == 0) same++;
    if (same == steps.count) return true;
  }
  return false;
}

/* Touches after the red pawn in the box are for putting it. */
static delta_form form_after_red(const delta_rules *rules, const delta_said *next) {
  return next->form == DELTA_SAID_SQUARE || !rules->has_red ? DELTA_SAID_RED_SQUARE : DELTA_TOUCHED_RED;
}

static delta_form form_after_squares(int squares, const delta_said *next) {
  bool square = next->form == DELTA_SAID_SQUARE;
  if (squares == DELTA_TO) return square ? DELTA_SAID_TURN : DELTA_SAID_HALF_TURN;
  if (square) return DELTA_SAID_LIFT;
  return next->form == DELTA_SAID_BOX ? DELTA_TOUCHED_BOX : DELTA_TOUCHED_OTHER;
}

delta_said asc_delta_said_join(const delta_rules *rules, const delta_position *position, const asc_steps *touched,
                               const delta_said *next) {
  if (next->form == DELTA_SAID_OFF_BOARD || next->form == DELTA_SAID_PASS) return *next;
  delta_said joined = nothing_said;
  bool red = strcmp(touched->ids[0], "red") == 0;
  /* Who names a tracer where the box gives it hears about the box rather than that the move was complete. */
  bool tracer = next->form == DELTA_SAID_SQUARE && !red && touched->count == DELTA_LIFTED;
  bool more = touched->count > DELTA_LIFTED || (!tracer && is_complete(rules, position, touched));
  joined.form = more ? DELTA_TOUCHED_MORE : red ? form_after_red(rules, next) : DELTA_SAID_UNKNOWN;
  if (more || red) return joined;
  for (int i = 0; i < touched->count; i++) {
    delta_said touch = asc_delta_said_read(rules, touched->ids[i]);
    if (touch.form != DELTA_SAID_SQUARE) return joined;
    joined.squares[i] = touch.squares[DELTA_FROM];
  }
  joined.squares[touched->count] = next->squares[DELTA_FROM];
  joined.form = form_after_squares(touched->count, next);
  return joined;
}
