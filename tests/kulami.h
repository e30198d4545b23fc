/* What the tests of Kulami share: boards, and a table with rules and a position on it.

   In a drawn position R and B are marbles, o is a free hollow, '.' no hollow; rows come from the top. */
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

/* Like classic, but plate F is taken out and laid on top: a board with a hole at f6 and f7. */
#define HOLED "ff....../aabcccdd/aabee.dd/ggbee.dd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq"

/* Looks the same after each quarter turn. */
#define PINWHEEL "aabcccdd/aabcccdd/eefggghh/eefiijkk/eefiijkk/llmmmjkk/nnooopqq/nnooopqq"

/* The rules page's finished game on `example`, Red having put the last marble on f2. */
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

/* 28 marbles each: hollows are free in row and column of the last one, and yet it is over. */
#define ALL_PUT \
  "RRRRRRRR/"   \
  "RRRRRRRR/"   \
  "RRRRRRRR/"   \
  "RRRRBBBB/"   \
  "BBBBBBBB/"   \
  "BBBBBBBB/"   \
  "BBBBBBBB/"   \
  "oooooooo"

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

/* `rows` as drawn, the last marble and the plate of the one before. */
static inline table set_up(const char *spec, const char *rows, const char *last, const char *before) {
  table t = opened(spec);
  char text[ASC_TEXT_MAX];
  (void)snprintf(text, sizeof text, "1:%s:%s:%s", rows, last, before);
  asc_error error;
  if (asc_position_read(t.rules, text, &t.position, &error) < 0) fail_msg("%s: %s", text, error.reason);
  return t;
}

static inline void put(table *t, const char *moves) {
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
