/* Why a touch or a move is not allowed: first what was said is understood as far as it can be (said.c), then it is
   followed up to the point where it fails. The order is that of the hand: the precursor, its way, the tracer. What is
   only spelt wrong comes last: if it would be allowed in the right spelling, that is the answer. */
#include "said.h"

#include "core/text.h"

#include <stdlib.h>

/* A question: the position it is asked in, and the answer. */
typedef struct question {
  const delta_rules *rules;
  const delta_position *position;
  delta_said said;
  asc_message *answer;
} question;

/* These answer and return true, so that they can end a chain of doubts. */
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

/* The turn as it should have been written, without a lifted tracer or with one. */
static void answer_add_turn(const question *q, const char *name, int lifted) {
  char from[ASC_TOKEN_MAX], to[ASC_TOKEN_MAX], square[ASC_TOKEN_MAX] = "", text[ASC_TOKEN_MAX];
  asc_delta_square_write(q->said.squares[DELTA_FROM], from);
  asc_delta_square_write(q->said.squares[DELTA_TO], to);
  if (lifted != DELTA_NO_SQUARE) asc_delta_square_write(lifted, square);
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%s-%s%s%s", from, to, lifted == DELTA_NO_SQUARE ? "" : ":", square);
  asc_message_add(q->answer, name, text);
}

static bool answer_turn(const question *q, const char *key) {
  asc_message_set(q->answer, key);
  answer_add_turn(q, "move", DELTA_NO_SQUARE);
  return true;
}

/* The legal move that agrees with what was said in the most squares, from the first on, and in how many. */
static int example_find(const question *q, char text[ASC_TOKEN_MAX]) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_delta_moves(&q->rules->common, q->position, moves), most = -1;
  text[0] = '\0';
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_delta_write_move(&q->rules->common, q->position, moves[i], token);
    delta_said move = asc_delta_said_read(q->rules, token);
    int same = 0;
    while (same < DELTA_SAID_SQUARES && q->said.squares[same] != DELTA_NO_SQUARE &&
           q->said.squares[same] == move.squares[same])
      same++;
    if (same <= most) continue;
    most = same;
    memcpy(text, token, ASC_TOKEN_MAX);
  }
  return most;
}

static bool answer_add_example(const question *q) {
  char text[ASC_TOKEN_MAX];
  (void)example_find(q, text);
  asc_message_add(q->answer, "example", text);
  return true;
}

static bool doubt_over(const question *q) {
  static const char *const relay[] = {"why.over-relay-white", "why.over-relay-black"};
  static const char *const stuck[] = {"why.over-stuck-white", "why.over-stuck-black"};
  int winner;
  switch (asc_delta_end_of(q->rules, q->position, &winner)) {
  case DELTA_RELAY: return answer(q, relay[winner]);
  case DELTA_TWO_RELAYS: return answer(q, "why.over-two-relays");
  case DELTA_STUCK: return answer(q, stuck[q->position->mover]);
  default: return false;
  }
}

static bool doubt_notation(const question *q) {
  switch (q->said.form) {
  case DELTA_SAID_NOTHING: return answer(q, "why.nothing") && answer_add_example(q);
  case DELTA_SAID_UNKNOWN: return answer(q, "why.notation") && answer_add_example(q);
  case DELTA_SAID_PASS: return answer(q, "why.pass");
  case DELTA_TOUCHED_RED: return answer(q, "why.where-red");
  case DELTA_TOUCHED_MORE: return answer(q, "why.complete");
  case DELTA_SAID_HALF: asc_message_set(q->answer, "why.half-square"); break;
  case DELTA_SAID_OFF_BOARD: asc_message_set(q->answer, "why.off-board"); break;
  default: return false;
  }
  asc_message_add(q->answer, q->said.form == DELTA_SAID_HALF ? "half" : "square", q->said.text);
  answer_add(q, "last", delta_square(q->rules->size - 1, q->rules->size - 1));
  return true;
}

/* The red pawn, where it lies in the box or is thought to. */
static bool doubt_red(const question *q) {
  if (q->said.form != DELTA_SAID_RED && q->said.form != DELTA_SAID_RED_SQUARE) return false;
  if (!q->rules->has_red) return answer(q, "why.no-red");
  if (q->position->red != 0) return answer_square(q, "why.red-stands", asc_bits_lowest(q->position->red));
  if (q->position->stage == DELTA_WHITE_OPENS) return answer(q, "why.where-red");
  return answer(q, q->position->stage == DELTA_BLACK_OPENS ? "why.red-white-opens" : "why.red-comes");
}

static bool doubt_box(const question *q) {
  if (q->said.form != DELTA_SAID_BOX) return false;
  if (delta_in_box(q->rules, q->position, q->position->mover) == 0) return answer(q, "why.box-empty");
  if (q->position->stage <= DELTA_BLACK_OPENS) return answer(q, "why.box-opening");
  if (delta_red_in_box(q->rules, q->position)) return answer(q, "why.red-comes");
  return answer(q, q->position->stage == DELTA_BLACK_CHOICE ? "why.box-choice" : "why.box-last");
}

static bool doubt_opening(const question *q) {
  static const char *const taken[] = {"why.taken-white", "why.taken-black", "why.taken-red"};
  if (q->position->stage > DELTA_BLACK_OPENS) return false;
  if (q->said.form != DELTA_SAID_SQUARE) return answer(q, "why.opening");
  int square = q->said.squares[DELTA_FROM], man = asc_delta_man_at(q->position, square);
  return man != DELTA_NOBODY && answer_square(q, taken[man], square);
}

static bool doubt_precursor(const question *q) {
  static const char *const put_over[] = {"why.put-over-white", "why.put-over-black"};
  static const char *const not_own[] = {"why.not-own-white", "why.not-own-black"};
  bool alone = q->said.form == DELTA_SAID_SQUARE, half = q->said.form == DELTA_SAID_HALF_TURN;
  int square = q->said.squares[DELTA_FROM], man = asc_delta_man_at(q->position, square), mover = q->position->mover;
  if (man == DELTA_NOBODY) return answer_square(q, alone ? put_over[mover] : "why.nothing-there", square);
  if (man == (mover ^ 1)) return answer_square(q, not_own[man], square);
  if (!alone && !half) return false;
  char example[ASC_TOKEN_MAX];
  if (example_find(q, example) == 0)
    return answer_square(q, man == DELTA_RED ? "why.shut-in-red" : "why.shut-in", square);
  answer_square(q, "why.where-to", square);
  asc_message_add(q->answer, "example", example);
  return true;
}

static bool doubt_way(const question *q) {
  static const char *const target[] = {"why.target-white", "why.target-black", "why.target-red"};
  static const char *const blocked[] = {"why.blocked-white", "why.blocked-black", "why.blocked-red"};
  int from = q->said.squares[DELTA_FROM], to = q->said.squares[DELTA_TO];
  int files = delta_file(to) - delta_file(from), ranks = delta_rank(to) - delta_rank(from);
  int distance = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
  if (distance == 0) return answer_square(q, "why.stays", to);
  int man = asc_delta_man_at(q->position, to);
  if (man != DELTA_NOBODY) return answer_square(q, target[man], to);
  if (files != 0 && ranks != 0 && abs(files) != abs(ranks)) {
    answer_square(q, "why.not-in-line", to);
    answer_add(q, "from", from);
    return true;
  }
  if (distance == 1) return answer_square(q, "why.too-near", to);
  for (int step = 1; step < distance; step++) {
    int at = from + step * ((to - from) / distance);
    man = asc_delta_man_at(q->position, at);
    if (man == DELTA_NOBODY) continue;
    answer_square(q, blocked[man], to);
    answer_add(q, "at", at);
    return true;
  }
  return false;
}

/* A man of the board is named as the tracer, or none, though the box has pawns. */
static bool doubt_tracer_from_box(const question *q) {
  if (delta_red_in_box(q->rules, q->position)) return answer_turn(q, "why.red-traces");
  uint64_t red = q->position->red & ~asc_bit(q->said.squares[DELTA_FROM]);
  if (red == 0) return answer_turn(q, "why.tracer-from-box");
  answer_turn(q, "why.tracer-box-or-red");
  answer_add_turn(q, "lift", asc_bits_lowest(red));
  return true;
}

static bool doubt_tracer(const question *q) {
  static const char *const not_own[] = {"why.tracer-not-own-white", "why.tracer-not-own-black"};
  bool box_empty = delta_in_box(q->rules, q->position, q->position->mover) == 0;
  int from = q->said.squares[DELTA_FROM], to = q->said.squares[DELTA_TO], lifted = q->said.squares[DELTA_LIFTED];
  if (q->said.form == DELTA_SAID_LIFT && (lifted == from || lifted == to))
    return answer_square(q, "why.tracer-is-precursor", from);
  if (!box_empty) return doubt_tracer_from_box(q);
  if (q->said.form == DELTA_TOUCHED_BOX) return answer(q, "why.box-empty");
  if (q->said.form != DELTA_SAID_LIFT) return answer(q, "why.tracer-missing") && answer_add_example(q);
  bool free = asc_delta_man_at(q->position, lifted) == DELTA_NOBODY;
  return answer_square(q, free ? "why.tracer-free" : not_own[q->position->mover ^ 1], lifted);
}

/* What was said would be allowed if it were spelt right. */
static void answer_slip(const delta_said *said, asc_message *message) {
  static const char *const keys[] = {[DELTA_SLIP_CAPITALS] = "why.capitals", [DELTA_SLIP_DASH] = "why.dash",
                                     [DELTA_SLIP_CAPTURE] = "why.capture",   [DELTA_SLIP_COLON] = "why.colon",
                                     [DELTA_SLIP_RED] = "why.red-letter",    [DELTA_SLIP_SURPLUS] = "why.surplus"};
  asc_message_set(message, keys[said->slip]);
  asc_message_add(message, "example", said->text);
}

void asc_delta_why(const asc_rules *common, const void *data, const asc_steps *touched, const char *token,
                   asc_message *message) {
  const delta_rules *rules = (const delta_rules *)common;
  question q = {rules, data, asc_delta_said_read(rules, token), message};
  if (q.said.slip != DELTA_NO_SLIP) { /* asked again in the right spelling, which has no slip */
    if (asc_position_why(common, data, touched, q.said.text, message) == 1) answer_slip(&q.said, message);
    return;
  }
  if (touched->count > 0) q.said = asc_delta_said_join(rules, data, touched, &q.said);
  (void)(doubt_over(&q) || doubt_notation(&q) || doubt_red(&q) || doubt_box(&q) || doubt_opening(&q) ||
         doubt_precursor(&q) || doubt_way(&q) || doubt_tracer(&q));
}
