/* Position strings and moves as text, and what makes a position impossible.

   1:BOARD:TURN:STAGE:WHITE:BLACK:QUIET, for example 1:w.r…/……:b:first:9:10:0. The board has a row a ring, the inner one
   first, and in it a letter a hole, clockwise: w, b, r, g or a dot. WHITE and BLACK are the reserves. QUIET counts
   quiet turns; in mid-turn it is '-' when the first act locked a man in. */
#include "circle_delta.h"

#include "core/text.h"

#include <string.h>

enum { FIELD_BOARD, FIELD_TURN, FIELD_STAGE, FIELD_WHITE, FIELD_BLACK, FIELD_QUIET, FIELDS };

static const char colour_letters[] = "wbrg";
static const char hole_letters[] = "wbrg."; /* CIRCLE_COLOURS is a free hole */
static const char *const stage_words[] = {"reds", "greens", "first", "second"};
static const char *const player_names[] = {"White", "Black"};

void circle_write_hole(int hole, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  asc_writer_format(&writer, "%c%d", 'a' + circle_ring(hole), circle_place(hole) + 1);
}

void circle_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)rules;
  (void)position;
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  char hole[ASC_TOKEN_MAX];
  if (move == CIRCLE_PASS) {
    asc_writer_string(&writer, "pass");
    return;
  }
  if (circle_move_from(move) != CIRCLE_NO_HOLE) {
    circle_write_hole(circle_move_from(move), hole);
    asc_writer_format(&writer, "%s-", hole);
  }
  circle_write_hole(circle_move_to(move), hole);
  asc_writer_string(&writer, hole);
}

int circle_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const circle_board *board = &((const circle_rules *)rules)->board;
  const circle_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int ring = 0; ring < board->rings; ring++) {
    if (ring > 0) asc_writer_char(&writer, '/');
    for (int place = 0; place < board->length[CIRCLE_RING]; place++) {
      int colour = circle_colour(p, circle_hole(ring, place));
      asc_writer_char(&writer, colour == CIRCLE_NOBODY ? '.' : colour_letters[colour]);
    }
  }
  asc_writer_format(&writer, ":%c:%s:%d:%d:", colour_letters[p->player], stage_words[p->stage],
                    p->reserve[CIRCLE_WHITE], p->reserve[CIRCLE_BLACK]);
  if (p->quiet == CIRCLE_STIRRED)
    asc_writer_char(&writer, '-');
  else
    asc_writer_format(&writer, "%d", p->quiet);
  return asc_writer_end(&writer);
}

static int check_board(const circle_rules *r, const circle_position *p, asc_error *error) {
  circle_set seen = {0, 0};
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++) {
    if (circle_any(circle_without(p->men[colour], r->board.holes)))
      return asc_fail(error, ASC_E_INPUT, "a man stands off the board");
    if (circle_any(circle_and(p->men[colour], seen))) return asc_fail(error, ASC_E_INPUT, "two men stand on one hole");
    seen = circle_or(seen, p->men[colour]);
  }
  int reds = circle_count(p->men[CIRCLE_RED]), greens = circle_count(p->men[CIRCLE_GREEN]);
  if (reds > r->reds || (reds < r->reds && p->stage > CIRCLE_REDS))
    return asc_fail(error, ASC_E_INPUT, "there are %d red men, not %d", reds, r->reds);
  if (greens > r->greens || (greens < r->greens && p->stage > CIRCLE_GREENS))
    return asc_fail(error, ASC_E_INPUT, "there are %d green men, not %d", greens, r->greens);
  return ASC_OK;
}

static int check_preparation(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  *field = FIELD_BOARD;
  if (circle_any(circle_or(p->men[CIRCLE_WHITE], p->men[CIRCLE_BLACK])))
    return asc_fail(error, ASC_E_INPUT, "white and black men are only put after the preparation");
  int reds = circle_count(p->men[CIRCLE_RED]), greens = circle_count(p->men[CIRCLE_GREEN]);
  if (p->stage == CIRCLE_REDS && greens > 0)
    return asc_fail(error, ASC_E_INPUT, "the green men are put after the red ones");
  *field = FIELD_STAGE;
  if (p->stage == CIRCLE_REDS ? reds == r->reds : greens == r->greens)
    return asc_fail(error, ASC_E_INPUT, "none of these men is left to be put");
  *field = FIELD_TURN;
  int put = p->stage == CIRCLE_REDS ? reds : greens;
  if (p->player != put % 2)
    return asc_fail(error, ASC_E_INPUT, "after %d such men it is the turn of %s", put, player_names[put % 2]);
  for (int player = 0; player < 2; player++) {
    *field = FIELD_WHITE + player;
    if (p->reserve[player] != r->men)
      return asc_fail(error, ASC_E_INPUT, "all %d men are in reserve until the preparation is done", r->men);
  }
  *field = FIELD_QUIET;
  if (p->quiet != 0) return asc_fail(error, ASC_E_INPUT, "no turn is quiet before the game has begun");
  return ASC_OK;
}

static int check_locked(const circle_rules *r, const circle_position *p, asc_error *error) {
  circle_set between = circle_between(&r->board, p->men[CIRCLE_RED]);
  circle_set locked = circle_and(between, circle_or(p->men[CIRCLE_WHITE], p->men[CIRCLE_BLACK]));
  if (!circle_any(locked)) return ASC_OK;
  char hole[ASC_TOKEN_MAX];
  circle_write_hole(circle_lowest(locked), hole);
  return asc_fail(error, ASC_E_INPUT, "the man on %s stands between two reds and would be off the board", hole);
}

static int check_quiet(const circle_rules *r, const circle_position *p, int in_play, asc_error *error) {
  bool second = p->stage == CIRCLE_SECOND;
  bool all_there = in_play == 2 * r->men;
  if (p->quiet == CIRCLE_STIRRED && !second)
    return asc_fail(error, ASC_E_INPUT, "'-' says that the first act locked a man in, and the turn has not begun");
  if (p->quiet == CIRCLE_STIRRED && all_there)
    return asc_fail(error, ASC_E_INPUT, "'-' says that the first act locked a man in, and no man is out of the game");
  if (p->quiet < CIRCLE_STIRRED || p->quiet > CIRCLE_QUIET_LIMIT)
    return asc_fail(error, ASC_E_INPUT, "the quiet turns are 0 to %d", CIRCLE_QUIET_LIMIT);
  if (second && p->quiet == CIRCLE_QUIET_LIMIT)
    return asc_fail(error, ASC_E_INPUT, "after %d quiet turns the game is over and no act is due", CIRCLE_QUIET_LIMIT);
  bool lost = !circle_has_men(p, CIRCLE_WHITE) || !circle_has_men(p, CIRCLE_BLACK);
  if (lost && p->quiet != (second ? CIRCLE_STIRRED : 0))
    return asc_fail(error, ASC_E_INPUT, "a player just lost the last man, so the turn is not quiet: write '%s'",
                    second ? "-" : "0");
  return ASC_OK;
}

static int check_play(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  int in_play = 0;
  for (int player = 0; player < 2; player++) {
    *field = FIELD_WHITE + player;
    int men = circle_count(p->men[player]) + p->reserve[player];
    if (men > r->men)
      return asc_fail(error, ASC_E_INPUT, "%s has %d men on the board and in reserve, and %d at most",
                      player_names[player], men, r->men);
    in_play += men;
  }
  *field = FIELD_BOARD;
  int code = check_locked(r, p, error);
  if (code < 0) return code;
  *field = FIELD_QUIET;
  return check_quiet(r, p, in_play, error);
}

/* `field` tells which part of a position string is at fault. */
static int check_fields(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  *field = FIELD_STAGE;
  if (p->stage > CIRCLE_SECOND) return asc_fail(error, ASC_E_INPUT, "there is no such stage");
  if ((p->stage == CIRCLE_REDS && r->reds == 0) || (p->stage == CIRCLE_GREENS && r->greens == 0))
    return asc_fail(error, ASC_E_INPUT, "these rules have no such men to put");
  *field = FIELD_TURN;
  if (p->player > CIRCLE_BLACK) return asc_fail(error, ASC_E_INPUT, "there is no such player");
  *field = FIELD_BOARD;
  if ((p->zero[0] | p->zero[1] | p->zero[2]) != 0) return asc_fail(error, ASC_E_INPUT, "spare bytes are not zero");
  int code = check_board(r, p, error);
  if (code < 0) return code;
  return p->stage < CIRCLE_FIRST ? check_preparation(r, p, error, field) : check_play(r, p, error, field);
}

int circle_check(const asc_rules *rules, const void *position, asc_error *error) {
  int field;
  return check_fields((const circle_rules *)rules, position, error, &field);
}

static int read_board(const circle_board *board, asc_cursor *cursor, circle_position *p, asc_error *error) {
  for (int ring = 0; ring < board->rings; ring++) {
    if (ring > 0 && !asc_cursor_skip(cursor, "/"))
      return asc_fail_at(error, cursor, "expected '/' after the %d holes of ring %c", board->length[CIRCLE_RING],
                         'a' + ring - 1);
    for (int place = 0; place < board->length[CIRCLE_RING]; place++) {
      int colour = asc_cursor_one_of(cursor, hole_letters);
      if (colour < 0) return asc_fail_at(error, cursor, "expected hole %c%d: w, b, r, g or '.'", 'a' + ring, place + 1);
      if (colour < CIRCLE_COLOURS) circle_add(&p->men[colour], circle_set_of(circle_hole(ring, place)));
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
    return asc_fail_at(error, cursor, "expected the men %s has in reserve, 0 to %d", player_names[player], r->men);
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
  case FIELD_BOARD: return read_board(&r->board, cursor, p, error);
  case FIELD_TURN: return read_turn(cursor, p, error);
  case FIELD_STAGE: return read_stage(cursor, p, error);
  case FIELD_WHITE: return read_reserve(r, cursor, CIRCLE_WHITE, p, error);
  case FIELD_BLACK: return read_reserve(r, cursor, CIRCLE_BLACK, p, error);
  default: return read_quiet(cursor, p, error);
  }
}

int circle_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  static const char *const after[FIELDS] = {"the board",       "the turn",        "the stage",
                                            "White's reserve", "Black's reserve", "the quiet turns"};
  const circle_rules *r = (const circle_rules *)rules;
  circle_position *p = position;
  memset(p, 0, sizeof *p);
  asc_cursor cursor = asc_cursor_over(text), starts[FIELDS];
  if (!asc_cursor_skip(&cursor, "1:")) return asc_fail_at(error, &cursor, "a position begins with its version, 1:");
  for (int field = 0; field < FIELDS; field++) {
    starts[field] = cursor;
    int code = read_field(r, field, &cursor, p, error);
    if (code < 0) return code;
    if (field < FIELD_QUIET && !asc_cursor_skip(&cursor, ":"))
      return asc_fail_at(error, &cursor, "expected ':' after %s", after[field]);
  }
  if (!asc_cursor_ended(&cursor)) return asc_fail_at(error, &cursor, "expected nothing after the quiet turns");
  asc_error fault = {0};
  int field;
  int code = check_fields(r, p, &fault, &field);
  return code < 0 ? asc_fail_at(error, &starts[field], "%s", fault.reason) : ASC_OK;
}
