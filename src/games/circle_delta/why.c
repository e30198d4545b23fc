/* Why a hole, a pass or a token is no move here.

   What was said is read first: is it a move at all, and on this board? Then the stage answers: what is due now, which
   men may act, and for a man that may, what stops it (trace.c). What was typed is only repeated where it is known to
   name holes. */
#include "why.h"

#include "core/text.h"

#include <string.h>

typedef enum said_kind { SAID_PASS, SAID_HOLE, SAID_MOVE, SAID_NOTHING_KNOWN } said_kind;

typedef struct said {
  said_kind kind;
  int from, to; /* from only with SAID_MOVE */
} said;

/* A name like b3, on the board or not. */
typedef struct hole_name {
  int row, number;
} hole_name;

/* The hole, or CIRCLE_NO_HOLE after saying what is wrong with it. */
static int hole_of(const circle_question *q, hole_name name) {
  const circle_board *board = &q->rules->board;
  bool row = name.row < board->rows;
  if (row && name.number >= 1 && name.number <= board->row_length) return circle_hole(board, name.row, name.number - 1);
  char text[ASC_TOKEN_MAX], last[] = {(char)('a' + board->rows - 1), '\0'};
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%c%d", 'a' + name.row, name.number);
  asc_message_set(q->answer, row ? "why.no-hole" : board->chain ? "why.no-row" : "why.no-ring");
  asc_message_add(q->answer, "hole", text);
  asc_message_add(q->answer, "last", last);
  asc_message_add_number(q->answer, "holes", board->row_length);
  return CIRCLE_NO_HOLE;
}

static asc_move first_move(const circle_question *q) {
  asc_move moves[ASC_MOVES_MAX];
  (void)asc_circle_moves(&q->rules->common, q->position, moves);
  return moves[0];
}

/* The first man that can move, or CIRCLE_NO_HOLE. Moves come after puts. */
static int first_mover(const circle_question *q) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_circle_moves(&q->rules->common, q->position, moves);
  for (int i = 0; i < count; i++)
    if (circle_move_from(moves[i]) != CIRCLE_NO_HOLE) return circle_move_from(moves[i]);
  return CIRCLE_NO_HOLE;
}

static void add_example(const circle_question *q) {
  char text[ASC_TOKEN_MAX];
  asc_circle_write_move(&q->rules->common, q->position, first_move(q), text);
  asc_message_add(q->answer, "example", text);
}

/* Something that is no hole, no move and no pass. */
static void answer_syntax(const circle_question *q, const char *token) {
  char small[ASC_TOKEN_MAX];
  bool capitals = asc_text_small(token, small, sizeof small);
  asc_cursor cursor = asc_cursor_over(small);
  hole_name name, second;
  bool hole = asc_cursor_coordinates(&cursor, &name.row, &name.number);
  bool dash = hole && asc_cursor_skip(&cursor, "-");
  bool half = dash && asc_cursor_ended(&cursor);
  bool move = dash && asc_cursor_coordinates(&cursor, &second.row, &second.number);
  bool ended = asc_cursor_ended(&cursor);
  const char *key = "why.notation";
  if (token[0] == '\0')
    key = "why.nothing";
  else if (half)
    key = "why.half-move";
  else if (capitals && (hole ? ended : strcmp(small, "pass") == 0))
    key = "why.capital";
  else if (hole)
    key = move ? "why.more-than-a-move" : "why.more-than-a-hole";
  asc_message_set(q->answer, key);
  add_example(q);
}

static said said_read(const circle_question *q, const char *token) {
  said s = {SAID_NOTHING_KNOWN, CIRCLE_NO_HOLE, CIRCLE_NO_HOLE};
  if (strcmp(token, "pass") == 0) return (said){SAID_PASS, CIRCLE_NO_HOLE, CIRCLE_NO_HOLE};
  asc_cursor cursor = asc_cursor_over(token);
  hole_name first, second;
  bool hole = asc_cursor_coordinates(&cursor, &first.row, &first.number);
  bool dash = hole && asc_cursor_skip(&cursor, "-");
  bool move = dash && asc_cursor_coordinates(&cursor, &second.row, &second.number);
  if (!hole || dash != move || !asc_cursor_ended(&cursor)) {
    answer_syntax(q, token);
    return s;
  }
  s.to = hole_of(q, first);
  if (move && s.to != CIRCLE_NO_HOLE) {
    s.from = s.to;
    s.to = hole_of(q, second);
  }
  if (s.to != CIRCLE_NO_HOLE) s.kind = move ? SAID_MOVE : SAID_HOLE;
  return s;
}

static void answer_preparation(const circle_question *q, const said *s) {
  bool red = q->position->stage == CIRCLE_REDS;
  if (s->kind == SAID_HOLE) {
    bool by_red = circle_has(q->position->men[CIRCLE_RED], s->to);
    asc_message_set(q->answer, by_red ? "why.taken-by-red" : "why.taken-by-green");
    asc_circle_answer_hole(q, "hole", s->to);
  } else {
    asc_message_set(q->answer, s->kind == SAID_PASS ? (red ? "why.prepare-pass-red" : "why.prepare-pass-green")
                                                    : (red ? "why.prepare-move-red" : "why.prepare-move-green"));
    add_example(q);
  }
}

/* Nothing but a pass is possible, and something else was said. */
static void answer_only_pass(const circle_question *q) {
  const circle_position *p = q->position;
  const char *key = p->reserve[p->player] > 0 ? "why.only-pass-full" : "why.only-pass-second";
  if (p->stage == CIRCLE_FIRST)
    key = q->rules->reds + q->rules->greens > 0 ? "why.only-pass-first" : "why.only-pass-none";
  asc_message_set(q->answer, key);
}

static void answer_first(const circle_question *q, const said *s) {
  static const char *const stuck[] = {[CIRCLE_RED] = "why.stuck-red", [CIRCLE_GREEN] = "why.stuck-green"};
  int mover = first_mover(q), man = s->kind == SAID_MOVE ? s->from : s->to;
  if (s->kind == SAID_PASS) {
    asc_message_set(q->answer, "why.pass-first");
    asc_circle_answer_hole(q, "example", mover);
    return;
  }
  int colour = circle_colour(q->position, man);
  if (colour >= CIRCLE_RED && s->kind == SAID_MOVE) {
    asc_circle_trace_first(q, s->from, s->to);
    return;
  }
  if (colour >= CIRCLE_RED) {
    asc_message_set(q->answer, stuck[colour]);
    asc_circle_answer_hole(q, "hole", man);
    return;
  }
  asc_message_set(q->answer, colour == CIRCLE_NOBODY         ? "why.first-free"
                             : colour == q->position->player ? "why.first-own"
                                                             : "why.first-other");
  asc_circle_answer_hole(q, "hole", man);
  asc_circle_answer_hole(q, "example", mover);
}

static void answer_second_pass(const circle_question *q) {
  bool can_put = first_move(q) < CIRCLE_PASS;
  asc_message_set(q->answer, can_put ? "why.pass-put" : "why.pass-move");
  asc_circle_answer_hole(q, "example", can_put ? circle_move_to(first_move(q)) : first_mover(q));
}

static void answer_second(const circle_question *q, const said *s) {
  const circle_position *p = q->position;
  int man = s->kind == SAID_MOVE ? s->from : s->to;
  if (s->kind == SAID_PASS) {
    answer_second_pass(q);
    return;
  }
  int colour = circle_colour(p, man);
  if (s->kind == SAID_MOVE && colour == p->player) {
    asc_circle_trace_second(q, s->from, s->to);
    return;
  }
  if (s->kind == SAID_MOVE && !circle_any(p->men[p->player])) {
    asc_message_set(q->answer, "why.must-put");
    add_example(q);
    return;
  }
  const char *key = s->kind == SAID_MOVE ? "why.nobody" : "why.no-reserve";
  if (colour == p->player) key = "why.stuck-own";
  if (colour == (p->player ^ 1)) key = "why.second-other";
  if (colour == CIRCLE_RED) key = "why.second-red";
  if (colour == CIRCLE_GREEN) key = "why.second-green";
  asc_message_set(q->answer, key);
  asc_circle_answer_hole(q, "hole", man);
}

static void answer_over(const circle_question *q) {
  bool white = circle_has_men(q->position, CIRCLE_WHITE), black = circle_has_men(q->position, CIRCLE_BLACK);
  asc_message_set(q->answer, white && black ? "why.over-quiet"
                             : white        ? "why.over-white"
                             : black        ? "why.over-black"
                                            : "why.over-both");
}

static void answer_said(const circle_question *q, const said *s) {
  if (first_move(q) == CIRCLE_PASS)
    answer_only_pass(q);
  else if (q->position->stage < CIRCLE_FIRST)
    answer_preparation(q, s);
  else if (q->position->stage == CIRCLE_FIRST)
    answer_first(q, s);
  else
    answer_second(q, s);
}

/* A touch after others: the man has been touched, and `s` should say where it goes. */
static void answer_touch(const circle_question *q, const asc_steps *touched, said *s) {
  asc_cursor cursor = asc_cursor_over(touched->ids[0]);
  hole_name name;
  if (s->kind == SAID_HOLE && touched->count == 1 && asc_cursor_coordinates(&cursor, &name.row, &name.number)) {
    s->from = hole_of(q, name);
    s->kind = SAID_MOVE;
    if (s->from != CIRCLE_NO_HOLE) answer_said(q, s);
  } else if (s->kind == SAID_PASS && first_move(q) != CIRCLE_PASS) {
    answer_said(q, s);
  } else {
    asc_message_set(q->answer, touched->count == 1 ? "why.one-hole" : "why.complete");
  }
}

void asc_circle_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                    asc_message *message) {
  circle_question q = {(const circle_rules *)rules, position, message};
  if (circle_over(position)) {
    answer_over(&q);
    return;
  }
  said s = said_read(&q, token);
  if (s.kind == SAID_NOTHING_KNOWN) return;
  if (touched->count > 0)
    answer_touch(&q, touched, &s);
  else
    answer_said(&q, &s);
}
