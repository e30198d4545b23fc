/* Why a touch or a move is not allowed: first what was said is understood as far as it can be, then it is followed up
   to the point where it fails. The order is that of the hand: the precursor, its way, the tracer. */
#include "delta.h"

#include "core/text.h"

#include <stdlib.h>

/* What was said. Touches made before and the last one are put together as if they had been written out. */
typedef enum form {
  FORM_NONE,       /* not in the notation */
  FORM_CAPITALS,   /* in the notation but for its capitals */
  FORM_PASS,       /* "pass" */
  FORM_OFF_BOARD,  /* one of the squares does not exist */
  FORM_SQUARE,     /* c3 */
  FORM_RED_SQUARE, /* rc3 */
  FORM_TURN,       /* c3-e5 */
  FORM_LIFT,       /* c3-e5:a1 */
  FORM_BOX_TRACER, /* c3, e5 and the box touched */
  FORM_BOX,        /* the box touched first */
  FORM_RED,        /* the red pawn in the box touched, or meant */
  FORM_WHERE_TO,   /* a precursor, and then no square */
  FORM_WHICH,      /* a precursor, a square, and then neither man nor box */
  FORM_WHERE_RED,  /* the red pawn in the box, and then no square */
  FORM_COMPLETE    /* more than a move */
} form;

enum { FROM, TO, LIFTED };

typedef struct attempt {
  form form;
  int squares[3];          /* a square alone is FROM */
  char off[ASC_TOKEN_MAX]; /* FORM_OFF_BOARD: the square that is not there */
} attempt;

/* A letter and a number, whether there is such a square or not. */
static bool read_square(const delta_rules *rules, asc_cursor *cursor, attempt *tried, int which) {
  asc_cursor ahead = *cursor;
  int file = asc_cursor_one_of(&ahead, "abcdefghijklmnopqrstuvwxyz");
  uint32_t number;
  if (file < 0 || !asc_cursor_number(&ahead, 99, &number)) return false;
  if (file >= rules->size || number < 1 || (int)number > rules->size) {
    asc_writer writer = asc_writer_over(tried->off, sizeof tried->off);
    if (tried->off[0] == '\0') asc_writer_format(&writer, "%c%u", 'a' + file, number);
  } else {
    tried->squares[which] = delta_square(file, (int)number - 1);
  }
  *cursor = ahead;
  return true;
}

static form read_form(const delta_rules *rules, const char *text, attempt *tried) {
  asc_cursor cursor = asc_cursor_over(text);
  if (strcmp(text, "box") == 0) return FORM_BOX;
  if (strcmp(text, "red") == 0) return FORM_RED;
  if (strcmp(text, "pass") == 0) return FORM_PASS;
  bool red = false;
  if (!read_square(rules, &cursor, tried, FROM)) {
    red = asc_cursor_skip(&cursor, "r");
    if (!red || !read_square(rules, &cursor, tried, FROM)) return FORM_NONE;
  }
  if (asc_cursor_ended(&cursor)) return red ? FORM_RED_SQUARE : FORM_SQUARE;
  if (red || !asc_cursor_skip(&cursor, "-") || !read_square(rules, &cursor, tried, TO)) return FORM_NONE;
  if (asc_cursor_ended(&cursor)) return FORM_TURN;
  if (!asc_cursor_skip(&cursor, ":") || !read_square(rules, &cursor, tried, LIFTED)) return FORM_NONE;
  return asc_cursor_ended(&cursor) ? FORM_LIFT : FORM_NONE;
}

static attempt read_token(const delta_rules *rules, const char *token) {
  attempt tried = {.form = FORM_NONE};
  char small[ASC_TOKEN_MAX];
  size_t length = strlen(token);
  if (length >= sizeof small) return tried;
  for (size_t i = 0; i <= length; i++)
    small[i] = (char)(token[i] >= 'A' && token[i] <= 'Z' ? token[i] - 'A' + 'a' : token[i]);
  tried.form = read_form(rules, small, &tried);
  if (tried.form == FORM_NONE) return tried;
  if (strcmp(small, token) != 0) tried.form = FORM_CAPITALS;
  if (tried.form != FORM_CAPITALS && tried.off[0] != '\0') tried.form = FORM_OFF_BOARD;
  return tried;
}

/* Touches made before are squares, or the red pawn in the box; `next` is the last one, read as a token of its own. */
static attempt join_touches(const delta_rules *rules, const asc_steps *touched, attempt next) {
  attempt joined = {.form = FORM_COMPLETE};
  bool square = next.form == FORM_SQUARE, box = next.form == FORM_BOX;
  if (next.form == FORM_OFF_BOARD || next.form == FORM_CAPITALS || next.form == FORM_PASS) return next;
  if (touched->count > LIFTED) return joined;
  if (strcmp(touched->ids[0], "red") == 0) {
    joined.form = rules->has_red && !square ? FORM_WHERE_RED : FORM_RED_SQUARE;
    return joined;
  }
  for (int i = 0; i < touched->count; i++) {
    attempt touch = read_token(rules, touched->ids[i]);
    if (touch.form != FORM_SQUARE) return touch.form == FORM_OFF_BOARD ? touch : (attempt){.form = FORM_NONE};
    joined.squares[i] = touch.squares[FROM];
  }
  joined.squares[touched->count] = next.squares[FROM];
  if (touched->count == 1) joined.form = square ? FORM_TURN : FORM_WHERE_TO;
  if (touched->count == 2) joined.form = square ? FORM_LIFT : box ? FORM_BOX_TRACER : FORM_WHICH;
  return joined;
}

/* A question: the position it is asked in, and the answer. */
typedef struct question {
  const delta_rules *rules;
  const delta_position *position;
  attempt tried;
  asc_message *answer;
} question;

/* These answer and return true, so that they can end a chain of doubts. */
static bool answer(const question *q, const char *key) {
  asc_message_set(q->answer, key);
  return true;
}

static void answer_add(const question *q, const char *name, int square) {
  char text[ASC_TOKEN_MAX];
  delta_square_write(square, text);
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
  delta_square_write(q->tried.squares[FROM], from);
  delta_square_write(q->tried.squares[TO], to);
  if (lifted != DELTA_NO_SQUARE) delta_square_write(lifted, square);
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%s-%s%s%s", from, to, lifted == DELTA_NO_SQUARE ? "" : ":", square);
  asc_message_add(q->answer, name, text);
}

static bool answer_turn(const question *q, const char *key) {
  asc_message_set(q->answer, key);
  answer_add_turn(q, "move", DELTA_NO_SQUARE);
  return true;
}

static bool doubt_over(const question *q) {
  static const char *const relay[] = {"why.over-relay-white", "why.over-relay-black"};
  static const char *const stuck[] = {"why.over-stuck-white", "why.over-stuck-black"};
  int winner;
  switch (delta_end_of(q->rules, q->position, &winner)) {
  case DELTA_RELAY: return answer(q, relay[winner]);
  case DELTA_TWO_RELAYS: return answer(q, "why.over-two-relays");
  case DELTA_STUCK: return answer(q, stuck[q->position->mover]);
  default: return false;
  }
}

static bool doubt_notation(const question *q) {
  switch (q->tried.form) {
  case FORM_NONE: return answer(q, "why.notation");
  case FORM_CAPITALS: return answer(q, "why.capitals");
  case FORM_PASS: return answer(q, "why.pass");
  case FORM_COMPLETE: return answer(q, "why.complete");
  case FORM_WHERE_RED: return answer(q, "why.where-red");
  case FORM_WHERE_TO: return answer_square(q, "why.where-to", q->tried.squares[FROM]);
  case FORM_WHICH: return answer_turn(q, "why.which-tracer");
  case FORM_OFF_BOARD: break;
  default: return false;
  }
  asc_message_set(q->answer, "why.off-board");
  asc_message_add(q->answer, "square", q->tried.off);
  answer_add(q, "last", delta_square(q->rules->size - 1, q->rules->size - 1));
  return true;
}

/* The red pawn, where it lies in the box or is thought to. */
static bool doubt_red(const question *q) {
  if (q->tried.form != FORM_RED && q->tried.form != FORM_RED_SQUARE) return false;
  if (!q->rules->has_red) return answer(q, "why.no-red");
  if (q->position->red != 0) return answer_square(q, "why.red-stands", asc_bits_lowest(q->position->red));
  return answer(q, q->position->stage <= DELTA_BLACK_OPENS ? "why.red-white-opens" : "why.red-comes");
}

static bool doubt_box(const question *q) {
  if (q->tried.form != FORM_BOX) return false;
  if (delta_in_box(q->rules, q->position, q->position->mover) == 0) return answer(q, "why.box-empty");
  if (q->position->stage <= DELTA_BLACK_OPENS) return answer(q, "why.box-opening");
  if (delta_red_in_box(q->rules, q->position)) return answer(q, "why.red-comes");
  return answer(q, q->position->stage == DELTA_BLACK_CHOICE ? "why.box-choice" : "why.box-last");
}

static bool doubt_opening(const question *q) {
  static const char *const taken[] = {"why.taken-white", "why.taken-black", "why.taken-red"};
  if (q->position->stage > DELTA_BLACK_OPENS) return false;
  if (q->tried.form != FORM_SQUARE) return answer(q, "why.opening");
  int square = q->tried.squares[FROM], man = delta_man_at(q->position, square);
  return man != DELTA_NOBODY && answer_square(q, taken[man], square);
}

static bool doubt_precursor(const question *q) {
  static const char *const put_over[] = {"why.put-over-white", "why.put-over-black"};
  static const char *const not_own[] = {"why.not-own-white", "why.not-own-black"};
  bool alone = q->tried.form == FORM_SQUARE;
  int square = q->tried.squares[FROM], man = delta_man_at(q->position, square), mover = q->position->mover;
  if (man == DELTA_NOBODY) return answer_square(q, alone ? put_over[mover] : "why.nothing-there", square);
  if (man == (mover ^ 1)) return answer_square(q, not_own[man], square);
  return alone && answer_square(q, man == DELTA_RED ? "why.shut-in-red" : "why.shut-in", square);
}

static bool doubt_way(const question *q) {
  static const char *const target[] = {"why.target-white", "why.target-black", "why.target-red"};
  static const char *const blocked[] = {"why.blocked-white", "why.blocked-black", "why.blocked-red"};
  int from = q->tried.squares[FROM], to = q->tried.squares[TO];
  int files = delta_file(to) - delta_file(from), ranks = delta_rank(to) - delta_rank(from);
  int distance = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
  if (distance == 0) return answer_square(q, "why.stays", to);
  int man = delta_man_at(q->position, to);
  if (man != DELTA_NOBODY) return answer_square(q, target[man], to);
  if (files != 0 && ranks != 0 && abs(files) != abs(ranks)) {
    answer_square(q, "why.not-in-line", to);
    answer_add(q, "from", from);
    return true;
  }
  if (distance == 1) return answer_square(q, "why.too-near", to);
  for (int step = 1; step < distance; step++) {
    int at = from + step * ((to - from) / distance);
    man = delta_man_at(q->position, at);
    if (man == DELTA_NOBODY) continue;
    answer_square(q, blocked[man], to);
    answer_add(q, "at", at);
    return true;
  }
  return false;
}

/* What may be lifted by a turn from this square when the box is empty. */
static uint64_t liftable(const question *q) {
  return (q->position->men[q->position->mover] | q->position->red) & ~asc_bit(q->tried.squares[FROM]);
}

static bool doubt_tracer_from_box(const question *q) {
  if (delta_red_in_box(q->rules, q->position)) return answer_turn(q, "why.red-traces");
  uint64_t red = q->position->red & liftable(q);
  if (red == 0) return answer_turn(q, "why.tracer-from-box");
  answer_turn(q, "why.tracer-box-or-red");
  answer_add_turn(q, "lift", asc_bits_lowest(red));
  return true;
}

static bool doubt_tracer(const question *q) {
  static const char *const not_own[] = {"why.tracer-not-own-white", "why.tracer-not-own-black"};
  bool box_empty = delta_in_box(q->rules, q->position, q->position->mover) == 0;
  int from = q->tried.squares[FROM], to = q->tried.squares[TO], lifted = q->tried.squares[LIFTED];
  if (q->tried.form == FORM_LIFT) {
    if (lifted == from || lifted == to) return answer_square(q, "why.tracer-is-precursor", from);
    if (!box_empty) return doubt_tracer_from_box(q);
    int man = delta_man_at(q->position, lifted);
    if (man == DELTA_NOBODY) return answer_square(q, "why.tracer-free", lifted);
    if (man == (q->position->mover ^ 1)) return answer_square(q, not_own[man], lifted);
  }
  if (!box_empty) return answer(q, "why.complete");
  if (q->tried.form == FORM_BOX_TRACER) return answer(q, "why.box-empty");
  asc_message_set(q->answer, "why.tracer-missing");
  answer_add_turn(q, "lift", asc_bits_lowest(liftable(q)));
  return true;
}

void delta_why(const asc_rules *common, const void *data, const asc_steps *touched, const char *token,
               asc_message *message) {
  const delta_rules *rules = (const delta_rules *)common;
  question q = {rules, data, read_token(rules, token), message};
  if (touched->count > 0) q.tried = join_touches(rules, touched, q.tried);
  (void)(doubt_over(&q) || doubt_notation(&q) || doubt_red(&q) || doubt_box(&q) || doubt_opening(&q) ||
         doubt_precursor(&q) || doubt_way(&q) || doubt_tracer(&q));
}
