/* Explains why a selection or a move is not legal.

   The input is first parsed as far as possible (input.c), then followed to the point where it fails: the precursor, its
   path, the tracer. Spelling comes last: if the move would be legal in the right spelling, that is the explanation. */
#include "input.h"

#include "base/text.h"

#include <stdlib.h>

/* A question: the rules, the position and the input it is about, and the answer. */
typedef struct question {
  const asc_delta_rules *rules;
  const asc_delta_position *position;
  asc_delta_input input;
  asc_message *answer;
} question;

/* These functions answer and return true, so that they can end a chain of explanations. */
static bool answer(const question *q, const char *key) {
  asc_message_set(q->answer, key);
  return true;
}

static void answer_add(const question *q, const char *name, int square) {
  char text[ASC_TOKEN_MAX];
  asc_delta_square_write(square, text);
  asc_message_add(q->answer, name, text);
}

static bool answer_square(const question *q, const char *key, int square) {
  asc_message_set(q->answer, key);
  answer_add(q, "square", square);
  return true;
}

/* Adds the turn as it should have been written, with the tracer's square or, for ASC_DELTA_NO_SQUARE, without. */
static void answer_add_turn(const question *q, const char *name, int tracer_from) {
  char from[ASC_TOKEN_MAX], to[ASC_TOKEN_MAX], square[ASC_TOKEN_MAX] = "", text[ASC_TOKEN_MAX];
  asc_delta_square_write(q->input.squares[ASC_DELTA_INPUT_FROM], from);
  asc_delta_square_write(q->input.squares[ASC_DELTA_INPUT_TO], to);
  if (tracer_from != ASC_DELTA_NO_SQUARE) asc_delta_square_write(tracer_from, square);
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%s-%s%s%s", from, to, tracer_from == ASC_DELTA_NO_SQUARE ? "" : ":", square);
  asc_message_add(q->answer, name, text);
}

static bool answer_turn(const question *q, const char *key) {
  asc_message_set(q->answer, key);
  answer_add_turn(q, "move", ASC_DELTA_NO_SQUARE);
  return true;
}

/* Finds the legal move that has the most squares in common with the input, counted from the first. Returns their
   number, or -1 if there is no legal move. */
static int example_find(const question *q, char text[ASC_TOKEN_MAX]) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_delta_moves(&q->rules->common, q->position, moves), best = -1;
  text[0] = '\0';
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_delta_write_move(&q->rules->common, q->position, moves[i], token);
    asc_delta_input move = asc_delta_input_read(q->rules, token);
    int same = 0;
    while (same < ASC_DELTA_INPUT_SQUARE_COUNT && q->input.squares[same] != ASC_DELTA_NO_SQUARE &&
           q->input.squares[same] == move.squares[same])
      same++;
    if (same <= best) continue;
    best = same;
    memcpy(text, token, ASC_TOKEN_MAX);
  }
  return best;
}

static bool answer_add_example(const question *q) {
  char text[ASC_TOKEN_MAX];
  (void)example_find(q, text);
  asc_message_add(q->answer, "example", text);
  return true;
}

static bool explain_game_over(const question *q) {
  static const char *const relay[] = {"why.over-relay-white", "why.over-relay-black"};
  static const char *const no_move[] = {"why.over-stuck-white", "why.over-stuck-black"};
  int winner;
  switch (asc_delta_end_find(q->rules, q->position, &winner)) {
  case ASC_DELTA_END_RELAY: return answer(q, relay[winner]);
  case ASC_DELTA_END_TWO_RELAYS: return answer(q, "why.over-two-relays");
  case ASC_DELTA_END_NO_MOVE: return answer(q, no_move[q->position->mover]);
  default: return false;
  }
}

static bool explain_notation(const question *q) {
  switch (q->input.form) {
  case ASC_DELTA_INPUT_EMPTY: return answer(q, "why.nothing") && answer_add_example(q);
  case ASC_DELTA_INPUT_UNKNOWN: return answer(q, "why.notation") && answer_add_example(q);
  case ASC_DELTA_INPUT_PASS: return answer(q, "why.pass");
  case ASC_DELTA_INPUT_SELECTED_RED: return answer(q, "why.where-red");
  case ASC_DELTA_INPUT_SELECTED_TOO_MUCH: return answer(q, "why.complete");
  case ASC_DELTA_INPUT_HALF_SQUARE: asc_message_set(q->answer, "why.half-square"); break;
  case ASC_DELTA_INPUT_OFF_BOARD: asc_message_set(q->answer, "why.off-board"); break;
  default: return false;
  }
  asc_message_add(q->answer, q->input.form == ASC_DELTA_INPUT_HALF_SQUARE ? "half" : "square", q->input.text);
  answer_add(q, "last", asc_delta_square_at(q->rules->size - 1, q->rules->size - 1));
  return true;
}

/* Explains input about the red pawn in reserve, even if it is not there. */
static bool explain_red(const question *q) {
  if (q->input.form != ASC_DELTA_INPUT_RED && q->input.form != ASC_DELTA_INPUT_RED_SQUARE) return false;
  if (!q->rules->has_red) return answer(q, "why.no-red");
  if (q->position->red != 0) return answer_square(q, "why.red-stands", asc_bits_lowest(q->position->red));
  if (q->position->stage == ASC_DELTA_STAGE_WHITE_OPENS) return answer(q, "why.where-red");
  return answer(q, q->position->stage == ASC_DELTA_STAGE_BLACK_OPENS ? "why.red-white-opens" : "why.red-comes");
}

static bool explain_reserve(const question *q) {
  if (q->input.form != ASC_DELTA_INPUT_RESERVE) return false;
  if (asc_delta_reserve_count(q->rules, q->position, q->position->mover) == 0) return answer(q, "why.box-empty");
  if (q->position->stage <= ASC_DELTA_STAGE_BLACK_OPENS) return answer(q, "why.box-opening");
  if (asc_delta_red_in_reserve(q->rules, q->position)) return answer(q, "why.red-comes");
  return answer(q, q->position->stage == ASC_DELTA_STAGE_BLACK_CHOICE ? "why.box-choice" : "why.box-last");
}

static bool explain_opening(const question *q) {
  static const char *const taken[] = {"why.taken-white", "why.taken-black", "why.taken-red"};
  if (q->position->stage > ASC_DELTA_STAGE_BLACK_OPENS) return false;
  if (q->input.form != ASC_DELTA_INPUT_SQUARE) return answer(q, "why.opening");
  int square = q->input.squares[ASC_DELTA_INPUT_FROM], piece = asc_delta_piece_at(q->position, square);
  return piece != ASC_DELTA_NONE && answer_square(q, taken[piece], square);
}

static bool explain_precursor(const question *q) {
  static const char *const no_placing[] = {"why.put-over-white", "why.put-over-black"};
  static const char *const not_own[] = {"why.not-own-white", "why.not-own-black"};
  bool is_single = q->input.form == ASC_DELTA_INPUT_SQUARE, half = q->input.form == ASC_DELTA_INPUT_HALF_TURN;
  int square = q->input.squares[ASC_DELTA_INPUT_FROM], piece = asc_delta_piece_at(q->position, square),
      mover = q->position->mover;
  if (piece == ASC_DELTA_NONE) return answer_square(q, is_single ? no_placing[mover] : "why.nothing-there", square);
  if (piece == (mover ^ 1)) return answer_square(q, not_own[piece], square);
  if (!is_single && !half) return false;
  char example[ASC_TOKEN_MAX];
  if (example_find(q, example) == 0)
    return answer_square(q, piece == ASC_DELTA_RED ? "why.shut-in-red" : "why.shut-in", square);
  answer_square(q, "why.where-to", square);
  asc_message_add(q->answer, "example", example);
  return true;
}

static bool explain_path(const question *q) {
  static const char *const target[] = {"why.target-white", "why.target-black", "why.target-red"};
  static const char *const blocked[] = {"why.blocked-white", "why.blocked-black", "why.blocked-red"};
  int from = q->input.squares[ASC_DELTA_INPUT_FROM], to = q->input.squares[ASC_DELTA_INPUT_TO];
  int columns = asc_delta_column_of(to) - asc_delta_column_of(from),
      rows = asc_delta_row_of(to) - asc_delta_row_of(from);
  int distance = abs(columns) > abs(rows) ? abs(columns) : abs(rows);
  if (distance == 0) return answer_square(q, "why.stays", to);
  int piece = asc_delta_piece_at(q->position, to);
  if (piece != ASC_DELTA_NONE) return answer_square(q, target[piece], to);
  if (columns != 0 && rows != 0 && abs(columns) != abs(rows)) {
    answer_square(q, "why.not-in-line", to);
    answer_add(q, "from", from);
    return true;
  }
  if (distance == 1) return answer_square(q, "why.too-near", to);
  for (int step = 1; step < distance; step++) {
    int at = from + step * ((to - from) / distance);
    piece = asc_delta_piece_at(q->position, at);
    if (piece == ASC_DELTA_NONE) continue;
    answer_square(q, blocked[piece], to);
    answer_add(q, "at", at);
    return true;
  }
  return false;
}

/* The input names a piece on the board as tracer, or none, although the reserve has pawns. */
static bool explain_tracer_from_reserve(const question *q) {
  if (asc_delta_red_in_reserve(q->rules, q->position)) return answer_turn(q, "why.red-traces");
  uint64_t red = q->position->red & ~asc_bit(q->input.squares[ASC_DELTA_INPUT_FROM]);
  if (red == 0) return answer_turn(q, "why.tracer-from-box");
  answer_turn(q, "why.tracer-box-or-red");
  answer_add_turn(q, "lift", asc_bits_lowest(red));
  return true;
}

static bool explain_tracer(const question *q) {
  static const char *const not_own[] = {"why.tracer-not-own-white", "why.tracer-not-own-black"};
  bool is_reserve_empty = asc_delta_reserve_count(q->rules, q->position, q->position->mover) == 0;
  int from = q->input.squares[ASC_DELTA_INPUT_FROM], to = q->input.squares[ASC_DELTA_INPUT_TO],
      tracer_from = q->input.squares[ASC_DELTA_INPUT_TRACER];
  if (q->input.form == ASC_DELTA_INPUT_TURN_WITH_TRACER && (tracer_from == from || tracer_from == to))
    return answer_square(q, "why.tracer-is-precursor", from);
  if (!is_reserve_empty) return explain_tracer_from_reserve(q);
  if (q->input.form == ASC_DELTA_INPUT_SELECTED_RESERVE) return answer(q, "why.box-empty");
  if (q->input.form != ASC_DELTA_INPUT_TURN_WITH_TRACER)
    return answer(q, "why.tracer-missing") && answer_add_example(q);
  bool free = asc_delta_piece_at(q->position, tracer_from) == ASC_DELTA_NONE;
  return answer_square(q, free ? "why.tracer-free" : not_own[q->position->mover ^ 1], tracer_from);
}

/* The move would be legal in the right spelling. */
static void answer_spelling(const asc_delta_input *input, asc_message *message) {
  static const char *const keys[] = {
      [ASC_DELTA_SPELLING_CAPITALS] = "why.capitals", [ASC_DELTA_SPELLING_DASH] = "why.dash",
      [ASC_DELTA_SPELLING_CAPTURE] = "why.capture",   [ASC_DELTA_SPELLING_COLON] = "why.colon",
      [ASC_DELTA_SPELLING_RED] = "why.red-letter",    [ASC_DELTA_SPELLING_TRAILING] = "why.surplus"};
  asc_message_set(message, keys[input->spelling]);
  asc_message_add(message, "example", input->text);
}

void asc_delta_why(const asc_rules *common, const void *data, const asc_steps *selected, const char *token,
                   asc_message *message) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  question q = {rules, data, asc_delta_input_read(rules, token), message};
  if (q.input.spelling != ASC_DELTA_SPELLING_OK) { /* ask again in the right spelling, which has no error */
    if (asc_position_why(common, data, selected, q.input.text, message) == 1) answer_spelling(&q.input, message);
    return;
  }
  if (selected->count > 0) q.input = asc_delta_input_join(rules, data, selected, &q.input);
  (void)(explain_game_over(&q) || explain_notation(&q) || explain_red(&q) || explain_reserve(&q) ||
         explain_opening(&q) || explain_precursor(&q) || explain_path(&q) || explain_tracer(&q));
}
