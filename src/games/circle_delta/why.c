/* Explains why a hole, a pass or a token is not a legal move here.

   The input is parsed first: is it a move at all, and is it on this board? Then the stage decides: what is due now,
   which pieces may move, and what stops a piece that may move (why_path.c). The text of the user is repeated only if it
   is known to name holes. */
#include "why.h"

#include "base/text.h"

#include <string.h>

typedef enum input_kind { INPUT_PASS, INPUT_HOLE, INPUT_MOVE, INPUT_UNREADABLE } input_kind;

typedef struct input {
  input_kind kind;
  int from, to; /* `from` is set only for INPUT_MOVE */
} input;

/* A name such as b3, on this board or not. */
typedef struct hole_name {
  int row, number;
} hole_name;

/* Returns the hole. If there is no such hole, fills the answer and returns ASC_CIRCLE_NO_HOLE. */
static int hole_of(const asc_circle_question *q, hole_name name) {
  const asc_circle_board *board = &q->rules->board;
  bool row = name.row < board->rows;
  if (row && name.number >= 1 && name.number <= board->row_length)
    return asc_circle_hole(board, name.row, name.number - 1);
  char text[ASC_TOKEN_MAX], last[] = {(char)('a' + board->rows - 1), '\0'};
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%c%d", 'a' + name.row, name.number);
  asc_message_set(q->answer, row ? "why.no-hole" : board->is_chain ? "why.no-row" : "why.no-ring");
  asc_message_add(q->answer, "hole", text);
  asc_message_add(q->answer, "last", last);
  asc_message_add_number(q->answer, "holes", board->row_length);
  return ASC_CIRCLE_NO_HOLE;
}

static asc_move first_move(const asc_circle_question *q) {
  asc_move moves[ASC_MOVES_MAX];
  (void)asc_circle_moves(&q->rules->common, q->position, moves);
  return moves[0];
}

/* Returns the first piece that can move, or ASC_CIRCLE_NO_HOLE. In the list, moves follow placements. */
static int first_movable(const asc_circle_question *q) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_circle_moves(&q->rules->common, q->position, moves);
  for (int i = 0; i < count; i++)
    if (asc_circle_move_from(moves[i]) != ASC_CIRCLE_NO_HOLE) return asc_circle_move_from(moves[i]);
  return ASC_CIRCLE_NO_HOLE;
}

static void add_example(const asc_circle_question *q) {
  char text[ASC_TOKEN_MAX];
  asc_circle_write_move(&q->rules->common, q->position, first_move(q), text);
  asc_message_add(q->answer, "example", text);
}

/* Answers a token that is neither a hole, a move nor a pass. */
static void answer_syntax(const asc_circle_question *q, const char *token) {
  char lower[ASC_TOKEN_MAX];
  bool has_capitals = asc_text_to_lower(token, lower, sizeof lower);
  asc_cursor cursor = asc_cursor_over(lower);
  hole_name name, second;
  bool hole = asc_cursor_coordinates(&cursor, &name.row, &name.number);
  bool dash = hole && asc_cursor_skip(&cursor, "-");
  bool is_half = dash && asc_cursor_at_end(&cursor);
  bool move = dash && asc_cursor_coordinates(&cursor, &second.row, &second.number);
  bool ended = asc_cursor_at_end(&cursor);
  const char *key = "why.notation";
  if (token[0] == '\0')
    key = "why.nothing";
  else if (is_half)
    key = "why.half-move";
  else if (has_capitals && (hole ? ended : strcmp(lower, "pass") == 0))
    key = "why.capital";
  else if (hole)
    key = move ? "why.more-than-a-move" : "why.more-than-a-hole";
  asc_message_set(q->answer, key);
  add_example(q);
}

static input input_read(const asc_circle_question *q, const char *token) {
  input parsed = {INPUT_UNREADABLE, ASC_CIRCLE_NO_HOLE, ASC_CIRCLE_NO_HOLE};
  if (strcmp(token, "pass") == 0) return (input){INPUT_PASS, ASC_CIRCLE_NO_HOLE, ASC_CIRCLE_NO_HOLE};
  asc_cursor cursor = asc_cursor_over(token);
  hole_name first, second;
  bool hole = asc_cursor_coordinates(&cursor, &first.row, &first.number);
  bool dash = hole && asc_cursor_skip(&cursor, "-");
  bool move = dash && asc_cursor_coordinates(&cursor, &second.row, &second.number);
  if (!hole || dash != move || !asc_cursor_at_end(&cursor)) {
    answer_syntax(q, token);
    return parsed;
  }
  parsed.to = hole_of(q, first);
  if (move && parsed.to != ASC_CIRCLE_NO_HOLE) {
    parsed.from = parsed.to;
    parsed.to = hole_of(q, second);
  }
  if (parsed.to != ASC_CIRCLE_NO_HOLE) parsed.kind = move ? INPUT_MOVE : INPUT_HOLE;
  return parsed;
}

static void answer_preparation(const asc_circle_question *q, const input *parsed) {
  bool red = q->position->stage == ASC_CIRCLE_STAGE_REDS;
  if (parsed->kind == INPUT_HOLE) {
    bool is_red = asc_circle_set_has(q->position->pieces[ASC_CIRCLE_RED], parsed->to);
    asc_message_set(q->answer, is_red ? "why.taken-by-red" : "why.taken-by-green");
    asc_circle_answer_add_hole(q, "hole", parsed->to);
  } else {
    asc_message_set(q->answer, parsed->kind == INPUT_PASS ? (red ? "why.prepare-pass-red" : "why.prepare-pass-green")
                                                          : (red ? "why.prepare-move-red" : "why.prepare-move-green"));
    add_example(q);
  }
}

/* Answers any other input when a pass is the only legal move. */
static void answer_only_pass(const asc_circle_question *q) {
  const asc_circle_position *p = q->position;
  const char *key = p->reserve[p->player] > 0 ? "why.only-pass-full" : "why.only-pass-second";
  if (p->stage == ASC_CIRCLE_STAGE_FIRST)
    key = q->rules->reds + q->rules->greens > 0 ? "why.only-pass-first" : "why.only-pass-none";
  asc_message_set(q->answer, key);
}

static void answer_first(const asc_circle_question *q, const input *parsed) {
  static const char *const stuck[] = {[ASC_CIRCLE_RED] = "why.stuck-red", [ASC_CIRCLE_GREEN] = "why.stuck-green"};
  int movable = first_movable(q), piece = parsed->kind == INPUT_MOVE ? parsed->from : parsed->to;
  if (parsed->kind == INPUT_PASS) {
    asc_message_set(q->answer, "why.pass-first");
    asc_circle_answer_add_hole(q, "example", movable);
    return;
  }
  int colour = asc_circle_colour_at(q->position, piece);
  if (colour >= ASC_CIRCLE_RED && parsed->kind == INPUT_MOVE) {
    asc_circle_why_path_first(q, parsed->from, parsed->to);
    return;
  }
  if (colour >= ASC_CIRCLE_RED) {
    asc_message_set(q->answer, stuck[colour]);
    asc_circle_answer_add_hole(q, "hole", piece);
    return;
  }
  asc_message_set(q->answer, colour == ASC_CIRCLE_NO_COLOUR  ? "why.first-free"
                             : colour == q->position->player ? "why.first-own"
                                                             : "why.first-other");
  asc_circle_answer_add_hole(q, "hole", piece);
  asc_circle_answer_add_hole(q, "example", movable);
}

static void answer_second_pass(const asc_circle_question *q) {
  bool can_place = first_move(q) < ASC_CIRCLE_PASS;
  asc_message_set(q->answer, can_place ? "why.pass-put" : "why.pass-move");
  asc_circle_answer_add_hole(q, "example", can_place ? asc_circle_move_to(first_move(q)) : first_movable(q));
}

static void answer_second(const asc_circle_question *q, const input *parsed) {
  const asc_circle_position *p = q->position;
  int piece = parsed->kind == INPUT_MOVE ? parsed->from : parsed->to;
  if (parsed->kind == INPUT_PASS) {
    answer_second_pass(q);
    return;
  }
  int colour = asc_circle_colour_at(p, piece);
  if (parsed->kind == INPUT_MOVE && colour == p->player) {
    asc_circle_why_path_second(q, parsed->from, parsed->to);
    return;
  }
  if (parsed->kind == INPUT_MOVE && !asc_circle_set_any(p->pieces[p->player])) {
    asc_message_set(q->answer, "why.must-put");
    add_example(q);
    return;
  }
  const char *key = parsed->kind == INPUT_MOVE ? "why.nobody" : "why.no-reserve";
  if (colour == p->player) key = "why.stuck-own";
  if (colour == (p->player ^ 1)) key = "why.second-other";
  if (colour == ASC_CIRCLE_RED) key = "why.second-red";
  if (colour == ASC_CIRCLE_GREEN) key = "why.second-green";
  asc_message_set(q->answer, key);
  asc_circle_answer_add_hole(q, "hole", piece);
}

static void answer_over(const asc_circle_question *q) {
  bool white = asc_circle_has_pieces(q->position, ASC_CIRCLE_WHITE),
       black = asc_circle_has_pieces(q->position, ASC_CIRCLE_BLACK);
  asc_message_set(q->answer, white && black ? "why.over-quiet"
                             : white        ? "why.over-white"
                             : black        ? "why.over-black"
                                            : "why.over-both");
}

static void answer_input(const asc_circle_question *q, const input *parsed) {
  if (first_move(q) == ASC_CIRCLE_PASS)
    answer_only_pass(q);
  else if (q->position->stage < ASC_CIRCLE_STAGE_FIRST)
    answer_preparation(q, parsed);
  else if (q->position->stage == ASC_CIRCLE_STAGE_FIRST)
    answer_first(q, parsed);
  else
    answer_second(q, parsed);
}

/* Answers a selection that follows earlier ones: the piece has been selected, and `parsed` should name its target. */
static void answer_selection(const asc_circle_question *q, const asc_steps *selected, input *parsed) {
  asc_cursor cursor = asc_cursor_over(selected->ids[0]);
  hole_name name;
  if (parsed->kind == INPUT_HOLE && selected->count == 1 && asc_cursor_coordinates(&cursor, &name.row, &name.number)) {
    parsed->from = hole_of(q, name);
    parsed->kind = INPUT_MOVE;
    if (parsed->from != ASC_CIRCLE_NO_HOLE) answer_input(q, parsed);
  } else if (parsed->kind == INPUT_PASS && first_move(q) != ASC_CIRCLE_PASS) {
    answer_input(q, parsed);
  } else {
    asc_message_set(q->answer, selected->count == 1 ? "why.one-hole" : "why.complete");
  }
}

void asc_circle_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                    asc_message *message) {
  asc_circle_question q = {(const asc_circle_rules *)rules, position, message};
  if (asc_circle_is_over(position)) {
    answer_over(&q);
    return;
  }
  input parsed = input_read(&q, token);
  if (parsed.kind == INPUT_UNREADABLE) return;
  if (selected->count > 0)
    answer_selection(&q, selected, &parsed);
  else
    answer_input(&q, &parsed);
}
