/* Helpers for the tests of Kulami: boards, and rules with a position.

   In a drawn position R and B are marbles, o is a free hole and '.' a gap; rows come from the top. */
#ifndef ASC_TESTS_KULAMI_H
#define ASC_TESTS_KULAMI_H

#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Like classic, but tile F is moved to the top: a board with a gap at f6 and f7. */
#define BOARD_WITH_GAP "ff....../aabcccdd/aabee.dd/ggbee.dd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq"

/* Looks the same after each quarter turn. */
#define PINWHEEL "aabcccdd/aabcccdd/eefggghh/eefiijkk/eefiijkk/llmmmjkk/nnooopqq/nnooopqq"

/* The finished game of the rules page on `example`; Red placed the last marble, on f2. */
#define FINISHED \
  "...RBBo../"   \
  ".oBRBBBR./"   \
  ".oBBBRRBR/"   \
  "RRBBBRRRB/"   \
  "ooBBRBRRo/"   \
  "RBBRRRBB./"   \
  ".BRRRRBo./"   \
  ".RRBRRBRB/"   \
  "...BooR.."

/* 28 marbles each: the column of the last marble, h3, has a free hole, but the game is over. */
#define ALL_PLACED \
  "RRRRRRRR/"      \
  "RRRRRRRR/"      \
  "RRRRRRRR/"      \
  "RRRRBBBB/"      \
  "BBBBBBBB/"      \
  "BBBBBBBB/"      \
  "BBBBBBBB/"      \
  "oooooooo"

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

/* Sets up a position from `rows` as drawn, the hole of the last marble and the tile of the one before. */
static inline test_game game_from_rows(const char *spec, const char *rows, const char *last_hole,
                                       const char *tile_before) {
  test_game t = game_open(spec);
  char text[ASC_POSITION_TEXT_MAX];
  (void)snprintf(text, sizeof text, "1:%s:%s:%s", rows, last_hole, tile_before);
  asc_error error;
  if (asc_position_read(t.rules, text, &t.position, &error) < 0) fail_msg("%s: %s", text, error.reason);
  return t;
}

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

#endif
