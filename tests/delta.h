/* What the tests of Delta and Néo-Delta share: a table with rules and a position on it, drawn in text.

   In a drawn board w and b are pawns, r is the red one and '.' a free square; ranks come from the top, spaces do not
   matter. What is not on the board is in the box. */
#ifndef ASC_TESTS_DELTA_H
#define ASC_TESTS_DELTA_H

#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct table {
  asc_rules *rules;
  asc_position position;
} table;

static inline table opened(const char *spec) {
  table t;
  asc_error error;
  if (asc_rules_open(&t.rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  asc_position_start(t.rules, &t.position);
  return t;
}

static inline void closed(table *t) { asc_rules_close(t->rules); }

/* The board field of a position string: a '/' after each rank but the last. */
static inline void board_write(const char *drawing, char *text) {
  int squares = 0, size = 0;
  for (const char *c = drawing; *c != '\0'; c++) squares += *c != ' ';
  while (size * size < squares) size++;
  for (int i = 0; *drawing != '\0'; drawing++) {
    if (*drawing == ' ') continue;
    if (i > 0 && i % size == 0) *text++ = '/';
    *text++ = *drawing;
    i++;
  }
  *text = '\0';
}

static inline int letters(const char *text, char letter) {
  int count = 0;
  for (; *text != '\0'; text++) count += *text == letter;
  return count;
}

/* The string of a drawn position. `turn` is "w" or "b", in the opening with the number of the ply. */
static inline void drawn_write(const table *t, const char *turn, const char *drawing, char text[ASC_TEXT_MAX]) {
  char start[ASC_TEXT_MAX], board[128];
  asc_position first;
  asc_position_start(t->rules, &first);
  asc_position_write(t->rules, &first, start, sizeof start);
  int pawns = atoi(strchr(strchr(start, ':') + 1, ':') + 2);
  board_write(drawing, board);
  bool red_in_box = strcmp(t->rules->game->id, "neo-delta") == 0 && letters(board, 'r') == 0;
  (void)snprintf(text, ASC_TEXT_MAX, "1:%s:w%db%d%s:%s", board, pawns - letters(board, 'w'),
                 pawns - letters(board, 'b'), red_in_box ? "r" : "", turn);
}

static inline table drawn(const char *spec, const char *turn, const char *drawing) {
  table t = opened(spec);
  char text[ASC_TEXT_MAX];
  asc_error error;
  drawn_write(&t, turn, drawing, text);
  if (asc_position_read(t.rules, text, &t.position, &error) < 0) fail_msg("%s: %s", text, error.reason);
  return t;
}

static inline void assert_refused(const char *spec, const char *turn, const char *drawing, const char *reason) {
  table t = opened(spec);
  char text[ASC_TEXT_MAX];
  asc_error error;
  drawn_write(&t, turn, drawing, text);
  assert_int_equal(asc_position_read(t.rules, text, &t.position, &error), ASC_E_INPUT);
  assert_string_equal(error.reason, reason);
  closed(&t);
}

/* Plays moves separated by spaces; each must be legal. */
static inline void play(table *t, const char *moves) {
  char text[512];
  (void)snprintf(text, sizeof text, "%s", moves);
  for (char *rest = text, *token; (token = strtok_r(rest, " ", &rest)) != NULL;) {
    asc_move move;
    asc_error error;
    if (asc_move_read(t->rules, &t->position, token, &move, &error) < 0) fail_msg("%s: %s", token, error.reason);
    asc_position_play(t->rules, &t->position, move);
  }
}

static inline bool is_legal(const table *t, const char *token) {
  asc_move move;
  return asc_move_read(t->rules, &t->position, token, &move, NULL) == ASC_OK;
}

static inline int count(const table *t) { return asc_position_count(t->rules, &t->position); }

static inline int token_compare(const void *a, const void *b) { return strcmp(a, b); }

/* The legal moves that begin so, sorted bytewise, must be these. */
static inline void assert_moves(const table *t, const char *prefix, const char *wanted) {
  asc_move moves[ASC_MOVES_MAX];
  char tokens[ASC_MOVES_MAX][ASC_TOKEN_MAX], found[4096] = "";
  int total = asc_position_moves(t->rules, &t->position, moves);
  for (int i = 0; i < total; i++) asc_move_write(t->rules, &t->position, moves[i], tokens[i]);
  qsort(tokens, (size_t)total, sizeof tokens[0], token_compare);
  for (int i = 0; i < total; i++) {
    if (strncmp(tokens[i], prefix, strlen(prefix)) != 0) continue;
    size_t length = strlen(found);
    (void)snprintf(found + length, sizeof found - length, "%s%.*s", length > 0 ? " " : "", ASC_TOKEN_MAX - 1,
                   tokens[i]);
  }
  assert_string_equal(found, wanted);
}

static inline void assert_board(const table *t, const char *drawing) {
  char text[ASC_TEXT_MAX], board[128];
  asc_position_write(t->rules, &t->position, text, sizeof text);
  *strchr(text + 2, ':') = '\0';
  board_write(drawing, board);
  assert_string_equal(text + 2, board);
}

static inline void assert_box(const table *t, const char *box) {
  char text[ASC_TEXT_MAX];
  asc_position_write(t->rules, &t->position, text, sizeof text);
  char *field = strchr(text + 2, ':') + 1;
  *strchr(field, ':') = '\0';
  assert_string_equal(field, box);
}

static inline void assert_open(const table *t) {
  asc_outcome outcome;
  assert_false(asc_position_outcome(t->rules, &t->position, &outcome));
  assert_true(count(t) > 0);
}

/* Over, with so many half-points; who has more has won. */
static inline void assert_over(const table *t, int white, int black) {
  asc_outcome outcome;
  assert_true(asc_position_outcome(t->rules, &t->position, &outcome));
  assert_int_equal(count(t), 0);
  assert_int_equal(outcome.points[0], white);
  assert_int_equal(outcome.points[1], black);
  assert_int_equal(outcome.place[0], white >= black ? 1 : 2);
  assert_int_equal(outcome.place[1], black >= white ? 1 : 2);
}

/* An example names a move that is legal here, or a touch after `touched`. */
static inline void assert_examples(const table *t, const asc_steps *touched, const asc_message *message) {
  for (int i = 0; i < message->arg_count; i++) {
    asc_message ignored;
    const asc_arg *arg = &message->args[i];
    if (strcmp(arg->name, "example") != 0 || is_legal(t, arg->text)) continue;
    assert_int_equal(asc_position_why(t->rules, &t->position, touched, arg->text, &ignored), 1);
  }
}

/* What comes after touching `touches` (separated by spaces) and then `token`; the reason's arguments follow its key. */
static inline void assert_why(const table *t, const char *touches, const char *token, const char *wanted) {
  asc_steps touched = {0};
  for (const char *at = touches; *at != '\0'; at += *at == ' ') {
    size_t length = strcspn(at, " ");
    memcpy(touched.ids[touched.count++], at, length);
    at += length;
  }
  asc_message message;
  assert_int_equal(asc_position_why(t->rules, &t->position, &touched, token, &message), 0);
  char found[ASC_SENTENCE_MAX], sentence[ASC_SENTENCE_MAX];
  int length = snprintf(found, sizeof found, "%s", message.key);
  for (int i = 0; i < message.arg_count; i++)
    length += snprintf(found + length, sizeof found - (size_t)length, " %s", message.args[i].text);
  assert_string_equal(found, wanted);
  assert_examples(t, &touched, &message);
  assert_true(asc_message_write(t->rules, "en", &message, sentence, sizeof sentence) > 0);
}

static asc_view view; /* too large for the stack of a careful person */

static inline void see(const table *t, const asc_position *before, asc_move last) {
  asc_position_view(t->rules, &t->position, before, last, &view);
}

/* Plays a move and looks at what it leaves. */
static inline void see_move(table *t, const char *token) {
  asc_move move;
  asc_position before = t->position;
  assert_int_equal(asc_move_read(t->rules, &t->position, token, &move, NULL), 0);
  asc_position_play(t->rules, &t->position, move);
  see(t, &before, move);
}

static inline const asc_place *place(const char *id) {
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return &view.places[i];
  fail_msg("no place %s", id);
  return NULL;
}

static inline void assert_steps(const table *t, const char *token, const char *wanted) {
  asc_move move;
  asc_steps steps;
  char found[128] = "";
  assert_int_equal(asc_move_read(t->rules, &t->position, token, &move, NULL), 0);
  asc_move_steps(t->rules, &t->position, move, &steps);
  for (int i = 0; i < steps.count; i++) {
    size_t length = strlen(found);
    (void)snprintf(found + length, sizeof found - length, "%s%s", i > 0 ? " " : "", steps.ids[i]);
  }
  assert_string_equal(found, wanted);
}

static inline void assert_prompt(table *t, const char *moves, const char *key) {
  play(t, moves);
  see(t, NULL, 0);
  assert_string_equal(view.prompt.key, key);
}

#endif
