/* Helpers for the tests of Delta and Néo-Delta: rules with a position that is drawn in text.

   In a drawn board w and b are pawns, r is the red pawn and '.' a free square. Rows come from the top, and spaces do
   not matter. Pawns that are not on the board are in reserve. */
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

typedef struct test_game {
  asc_rules *rules;
  asc_position position;
} test_game;

static inline test_game game_open(const char *spec) {
  test_game t;
  asc_error error;
  if (asc_rules_open(&t.rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  asc_position_start(t.rules, &t.position);
  return t;
}

static inline void game_close(test_game *t) { asc_rules_close(t->rules); }

/* Writes the board field of a position string: a '/' after each row except the last. */
static inline void drawing_to_board(const char *drawing, char *text) {
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

static inline int count_letter(const char *text, char letter) {
  int count = 0;
  for (; *text != '\0'; text++) count += *text == letter;
  return count;
}

/* Writes the string of a drawn position. `turn` is "w" or "b", followed in the opening by the number of the ply. */
static inline void drawing_to_position_text(const test_game *t, const char *turn, const char *drawing,
                                            char text[ASC_POSITION_TEXT_MAX]) {
  char start[ASC_POSITION_TEXT_MAX], board[128];
  asc_position first;
  asc_position_start(t->rules, &first);
  asc_position_write(t->rules, &first, start, sizeof start);
  int pawns = atoi(strchr(strchr(start, ':') + 1, ':') + 2);
  drawing_to_board(drawing, board);
  bool red_in_reserve = strcmp(t->rules->game->id, "neo-delta") == 0 && count_letter(board, 'r') == 0;
  (void)snprintf(text, ASC_POSITION_TEXT_MAX, "1:%s:w%db%d%s:%s", board, pawns - count_letter(board, 'w'),
                 pawns - count_letter(board, 'b'), red_in_reserve ? "r" : "", turn);
}

static inline test_game game_from_drawing(const char *spec, const char *turn, const char *drawing) {
  test_game t = game_open(spec);
  char text[ASC_POSITION_TEXT_MAX];
  asc_error error;
  drawing_to_position_text(&t, turn, drawing, text);
  if (asc_position_read(t.rules, text, &t.position, &error) < 0) fail_msg("%s: %s", text, error.reason);
  return t;
}

/* Plays moves separated by spaces; each must be legal. */
static inline void play(test_game *t, const char *moves) {
  char text[512];
  (void)snprintf(text, sizeof text, "%s", moves);
  for (char *rest = text, *token; (token = strtok_r(rest, " ", &rest)) != NULL;) {
    asc_move move;
    asc_error error;
    if (asc_move_read(t->rules, &t->position, token, &move, &error) < 0) fail_msg("%s: %s", token, error.reason);
    asc_position_play(t->rules, &t->position, move);
  }
}

static inline bool is_legal(const test_game *t, const char *token) {
  asc_move move;
  return asc_move_read(t->rules, &t->position, token, &move, NULL) == ASC_OK;
}

static inline int move_count(const test_game *t) { return asc_position_count(t->rules, &t->position); }

static inline int token_compare(const void *a, const void *b) { return strcmp(a, b); }

/* Checks that exactly these legal moves start with `prefix`, sorted by bytes. */
static inline void assert_moves(const test_game *t, const char *prefix, const char *wanted) {
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

static inline void assert_board(const test_game *t, const char *drawing) {
  char text[ASC_POSITION_TEXT_MAX], board[128];
  asc_position_write(t->rules, &t->position, text, sizeof text);
  *strchr(text + 2, ':') = '\0';
  drawing_to_board(drawing, board);
  assert_string_equal(text + 2, board);
}

static inline void assert_reserve(const test_game *t, const char *reserve) {
  char text[ASC_POSITION_TEXT_MAX];
  asc_position_write(t->rules, &t->position, text, sizeof text);
  char *field = strchr(text + 2, ':') + 1;
  *strchr(field, ':') = '\0';
  assert_string_equal(field, reserve);
}

static inline void assert_not_over(const test_game *t) {
  asc_outcome outcome;
  assert_false(asc_position_outcome(t->rules, &t->position, &outcome));
  assert_true(move_count(t) > 0);
}

/* Checks that the game is over with these half-points; the player with more has won. */
static inline void assert_over(const test_game *t, int white, int black) {
  asc_outcome outcome;
  assert_true(asc_position_outcome(t->rules, &t->position, &outcome));
  assert_int_equal(move_count(t), 0);
  assert_int_equal(outcome.points[0], white);
  assert_int_equal(outcome.points[1], black);
  assert_int_equal(outcome.rank[0], white >= black ? 1 : 2);
  assert_int_equal(outcome.rank[1], black >= white ? 1 : 2);
}

#endif
