/* Helpers for the tests of Delfino: drawn positions, moves, and expected results.

   A card is drawn by the corner of its nose:

     ^ upper right   > lower right   v lower left   < upper left   . no card

   A digit after a card is the pawn of that player. Rows are drawn from the top. The lower left of the drawing is 1.1
   unless another origin is given. The three figures, and four waters, which are not a figure, look like this:

     > v   noses     v <   fins     < ^   tails     ^ >   waters
     ^ <             > ^            v >             < v

   The rest of a position follows as in its position string: points, player, stage, quiet turns, resigned players. */
#ifndef ASC_TESTS_DELFINO_H
#define ASC_TESTS_DELFINO_H

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

static asc_view view; /* too large for the stack */

static inline test_game game_open(const char *spec) {
  test_game t = {0};
  asc_error error;
  if (asc_rules_open(&t.rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  asc_position_start(t.rules, &t.position);
  return t;
}

static inline void game_close(test_game *t) { asc_rules_close(t->rules); }

/* Writes the space "x.y" of a drawn card. */
static inline void write_space(const char *origin, int column, int row_from_top, int rows, char text[ASC_TOKEN_MAX]) {
  int x = 0, y = 0;
  assert_int_equal(sscanf(origin, "%d.%d", &x, &y), 2);
  (void)snprintf(text, ASC_TOKEN_MAX, "%d.%d", x + column, y + rows - 1 - row_from_top);
}

/* Writes the position string of a drawing. */
static inline void drawing_to_position_text(const test_game *t, const char *origin, const char *drawing,
                                            const char *rest, char *text) {
  static const char noses[] = "^>v<";
  char rows[ASC_POSITION_TEXT_MAX] = "", pawns[5][ASC_TOKEN_MAX] = {"", "-", "-", "-", "-"};
  int row_count = 0, row = 0, column = 0;
  for (const char *c = drawing; *c != '\0'; c++) row_count += *c == '\n';
  size_t length = 0;
  for (const char *c = drawing; *c != '\0'; c++) {
    const char *nose = strchr(noses, *c);
    if (*c == '\n') {
      if (++row < row_count) rows[length++] = '/';
      column = 0;
    } else if (*c >= '1' && *c <= '4') {
      write_space(origin, column - 1, row, row_count, pawns[*c - '0']);
    } else if (*c != ' ') {
      assert_true(nose != NULL || *c == '.');
      rows[length++] = nose == NULL ? '.' : (char)('0' + (nose - noses));
      column++;
    }
  }
  int at = snprintf(text, ASC_POSITION_TEXT_MAX, "1:%s:%s:", origin, rows);
  for (int i = 1; i <= t->rules->players; i++)
    at += snprintf(text + at, ASC_POSITION_TEXT_MAX - (size_t)at, "%s%c", pawns[i], i < t->rules->players ? ',' : ':');
  (void)snprintf(text + at, ASC_POSITION_TEXT_MAX - (size_t)at, "%s", rest);
}

static inline test_game game_from_drawing_at(const char *spec, const char *origin, const char *drawing,
                                             const char *rest) {
  test_game t = game_open(spec);
  char text[ASC_POSITION_TEXT_MAX];
  asc_error error;
  drawing_to_position_text(&t, origin, drawing, rest, text);
  if (asc_position_read(t.rules, text, &t.position, &error) < 0) fail_msg("%s: %s", text, error.reason);
  return t;
}

static inline test_game game_from_drawing(const char *spec, const char *drawing, const char *rest) {
  return game_from_drawing_at(spec, "1.1", drawing, rest);
}

static inline void assert_position_at(test_game *t, const char *origin, const char *drawing, const char *rest) {
  char wanted[ASC_POSITION_TEXT_MAX], text[ASC_POSITION_TEXT_MAX];
  drawing_to_position_text(t, origin, drawing, rest, wanted);
  assert_true(asc_position_write(t->rules, &t->position, text, sizeof text) > 0);
  assert_string_equal(text, wanted);
}

static inline void assert_position(test_game *t, const char *drawing, const char *rest) {
  assert_position_at(t, "1.1", drawing, rest);
}

/* Checks the fields after the pawns in the position string. */
static inline void assert_state(test_game *t, const char *rest) {
  char text[ASC_POSITION_TEXT_MAX];
  assert_true(asc_position_write(t->rules, &t->position, text, sizeof text) > 0);
  const char *at = text;
  for (int colons = 0; colons < 4; at++) colons += *at == ':';
  assert_string_equal(at, rest);
}

/* Plays moves separated by spaces. */
static inline void play(test_game *t, const char *tokens) {
  char line[256];
  (void)snprintf(line, sizeof line, "%s", tokens);
  for (char *token = strtok(line, " "); token != NULL; token = strtok(NULL, " ")) {
    asc_move move;
    asc_error error;
    if (asc_move_read(t->rules, &t->position, token, &move, &error) < 0) fail_msg("%s: %s", token, error.reason);
    asc_position_play(t->rules, &t->position, move);
  }
}

static inline int text_compare(const void *a, const void *b) { return strcmp(a, b); }

/* Checks that the legal moves are exactly these, in any order. */
static inline void assert_moves(test_game *t, const char *tokens) {
  static char wanted[64][ASC_TOKEN_MAX], found[ASC_MOVES_MAX][ASC_TOKEN_MAX];
  asc_move moves[ASC_MOVES_MAX];
  char line[512];
  int count = asc_position_moves(t->rules, &t->position, moves), expected = 0;
  (void)snprintf(line, sizeof line, "%s", tokens);
  for (char *token = strtok(line, " "); token != NULL; token = strtok(NULL, " "))
    (void)snprintf(wanted[expected++], ASC_TOKEN_MAX, "%s", token);
  for (int i = 0; i < count; i++) asc_move_write(t->rules, &t->position, moves[i], found[i]);
  qsort(wanted, (size_t)expected, ASC_TOKEN_MAX, text_compare);
  qsort(found, (size_t)count, ASC_TOKEN_MAX, text_compare);
  assert_int_equal(count, expected);
  for (int i = 0; i < count; i++) assert_string_equal(found[i], wanted[i]);
}

static inline bool is_legal(test_game *t, const char *token) {
  asc_move move;
  return asc_move_read(t->rules, &t->position, token, &move, NULL) == ASC_OK;
}

/* `touched` has the earlier selections, separated by spaces. If it is NULL, `token` is a first selection or a written
   move. */
static inline void assert_why(test_game *t, const char *touched, const char *token, const char *key) {
  asc_message message;
  asc_steps steps = {0};
  char sentence[ASC_SENTENCE_MAX];
  for (size_t length; touched != NULL && *touched != '\0'; touched += length + strspn(touched + length, " ")) {
    length = strcspn(touched, " ");
    (void)snprintf(steps.ids[steps.count++], ASC_TOKEN_MAX, "%.*s", (int)length, touched);
  }
  assert_int_equal(asc_position_why(t->rules, &t->position, &steps, token, &message), 0);
  assert_string_equal(message.key, key);
  assert_true(asc_message_write(t->rules, "en", &message, sentence, sizeof sentence) > 0);
}

static inline void assert_illegal(test_game *t, const char *token, const char *key) { assert_why(t, NULL, token, key); }

static inline void assert_explanation(test_game *t, const char *token, const char *wanted) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  assert_int_equal(asc_position_why(t->rules, &t->position, NULL, token, &message), 0);
  assert_true(asc_message_write(t->rules, "en", &message, sentence, sizeof sentence) > 0);
  assert_string_equal(sentence, wanted);
}

static inline void assert_prompt(test_game *t, const char *wanted) {
  char sentence[ASC_SENTENCE_MAX];
  asc_position_view(t->rules, &t->position, NULL, 0, &view);
  assert_true(asc_message_write(t->rules, "en", &view.prompt, sentence, sizeof sentence) > 0);
  assert_string_equal(sentence, wanted);
}

/* Checks points and ranks of all players, for example "5:1 2:2". The game must be over. */
static inline void assert_outcome(test_game *t, const char *wanted) {
  asc_outcome outcome;
  char text[64] = "";
  assert_true(asc_position_outcome(t->rules, &t->position, &outcome));
  for (int i = 0, at = 0; i < t->rules->players; i++)
    at += snprintf(text + at, sizeof text - (size_t)at, "%s%d:%d", i > 0 ? " " : "", outcome.points[i] / 2,
                   outcome.rank[i]);
  assert_string_equal(text, wanted);
  assert_moves(t, "");
}

static inline bool resign(test_game *t, int player) {
  asc_outcome outcome;
  return asc_position_resign(t->rules, &t->position, player, &outcome);
}

/* Turning the card on 2.2 once completes four noses. */
static const char one_turn_short[] = "^  ^  ^  ^2\n"
                                     "^  >  v  ^\n"
                                     "^  <1 <  ^\n"
                                     "^  ^  ^  ^\n";

/* Player 1 has scored by turning the card on 2.2 and has one step left. */
static inline test_game game_after_scoring(const char *spec) {
  test_game t = game_from_drawing(spec, one_turn_short, "0,0:1:move2:1:-");
  play(&t, "turn");
  return t;
}

#endif
