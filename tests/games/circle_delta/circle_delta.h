/* Helpers for the tests of Circle Delta: drawn positions, moves, and expected results.

   A board of a rose is drawn with one ring per line, the inner ring first. The two holes of a petal are drawn together.
   For example, on three rings and three petals:

     a  .. .. ..        ring b runs b1 b2 b3 b4 b5 b6 and back to b1,
     b  rw .r ..        petal 1 runs a1 b1 c1 c2 b2 a2 and back to a1;
     c  b. .. g.        here b1 is red, b2 white, b4 red, c1 black, c5 green.

   The rest of a position follows as in its position string: turn, stage, reserves, quiet turns. */
#ifndef ASC_TESTS_CIRCLE_DELTA_H
#define ASC_TESTS_CIRCLE_DELTA_H

#include <ascona/game.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct test_game {
  asc_rules *rules;
  asc_position position;
} test_game;

static inline test_game game_open(const char *options) {
  test_game t = {0};
  asc_error error;
  char spec[ASC_SPEC_MAX];
  (void)snprintf(spec, sizeof spec, "circle-delta%s%s", options[0] == '\0' ? "" : ":", options);
  if (asc_rules_open(&t.rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  asc_position_start(t.rules, &t.position);
  return t;
}

static inline void game_close(test_game *t) { asc_rules_close(t->rules); }

/* Converts the rows of a drawing to the form of a position string. */
static inline void drawing_to_rows(const char *drawing, char *text) {
  size_t length = 0;
  for (const char *line = drawing; *line != '\0';) {
    size_t end = strcspn(line, "\n");
    if (length > 0) text[length++] = '/';
    for (size_t i = 1; i < end; i++)
      if (line[i] != ' ') text[length++] = line[i];
    line += end + (line[end] == '\n');
  }
  text[length] = '\0';
}

static inline test_game game_from_drawing(const char *options, const char *drawing, const char *rest) {
  test_game t = game_open(options);
  char rows[ASC_POSITION_TEXT_MAX], text[2 * ASC_POSITION_TEXT_MAX];
  drawing_to_rows(drawing, rows);
  (void)snprintf(text, sizeof text, "1:%s:%s", rows, rest);
  asc_error error;
  if (asc_position_read(t.rules, text, &t.position, &error) < 0)
    fail_msg("%s: column %d, %s", text, error.column, error.reason);
  return t;
}

static inline bool is_legal(const test_game *t, const char *token) {
  asc_move move;
  return asc_move_read(t->rules, &t->position, token, &move, NULL) == ASC_OK;
}

static inline void play(test_game *t, const char *tokens) {
  char token[ASC_TOKEN_MAX];
  for (int used; sscanf(tokens, " %23s%n", token, &used) == 1; tokens += used) {
    asc_move move;
    asc_error error;
    if (asc_move_read(t->rules, &t->position, token, &move, &error) < 0) fail_msg("%s: %s", token, error.reason);
    asc_position_play(t->rules, &t->position, move);
  }
}

/* Writes all legal moves, in the order of rings and numbers. If `from` is not NULL, writes only the targets of the
   piece on that hole. */
static inline void write_moves(const test_game *t, const char *from, char *text, size_t size) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(t->rules, &t->position, moves);
  size_t length = 0, prefix = from == NULL ? 0 : strlen(from) + 1;
  text[0] = '\0';
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(t->rules, &t->position, moves[i], token);
    bool is_other_piece = from != NULL && (strncmp(token, from, prefix - 1) != 0 || token[prefix - 1] != '-');
    if (!is_other_piece)
      length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", token + prefix);
  }
}

static inline void assert_targets(const test_game *t, const char *from, const char *wanted) {
  char text[4096];
  write_moves(t, from, text, sizeof text);
  assert_string_equal(text, wanted);
}

static inline void assert_moves(const test_game *t, const char *wanted) { assert_targets(t, NULL, wanted); }

/* Checks the board against a drawing, and the rest of the position. */
static inline void assert_position(const test_game *t, const char *drawing, const char *rest) {
  char rows[ASC_POSITION_TEXT_MAX], wanted[2 * ASC_POSITION_TEXT_MAX], text[ASC_POSITION_TEXT_MAX];
  drawing_to_rows(drawing, rows);
  (void)snprintf(wanted, sizeof wanted, "1:%s:%s", rows, rest);
  assert_true(asc_position_write(t->rules, &t->position, text, sizeof text) > 0);
  assert_string_equal(text, wanted);
}

/* Checks only turn, stage, reserves and quiet turns. */
static inline void assert_state(const test_game *t, const char *wanted) {
  char text[ASC_POSITION_TEXT_MAX];
  assert_true(asc_position_write(t->rules, &t->position, text, sizeof text) > 0);
  assert_string_equal(strchr(text + 2, ':') + 1, wanted);
}

static inline void assert_not_over(const test_game *t) {
  asc_outcome outcome;
  assert_false(asc_position_outcome(t->rules, &t->position, &outcome));
}

/* Points are half-points. */
static inline void assert_over(const test_game *t, int white, int black) {
  asc_outcome outcome;
  asc_move moves[ASC_MOVES_MAX];
  assert_true(asc_position_outcome(t->rules, &t->position, &outcome));
  assert_int_equal(outcome.points[0], white);
  assert_int_equal(outcome.points[1], black);
  assert_int_equal(outcome.rank[0], white >= black ? 1 : 2);
  assert_int_equal(outcome.rank[1], black >= white ? 1 : 2);
  assert_int_equal(asc_position_moves(t->rules, &t->position, moves), 0);
}

#endif
