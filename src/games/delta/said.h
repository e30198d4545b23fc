/* What a person said: a move as it was typed, or the things that were touched, understood as far as possible. */
#ifndef ASC_GAMES_DELTA_SAID_H
#define ASC_GAMES_DELTA_SAID_H

#include "delta.h"

typedef enum delta_form {
  DELTA_SAID_NOTHING,
  DELTA_SAID_UNKNOWN,    /* not in the notation */
  DELTA_SAID_OFF_BOARD,  /* one of the squares does not exist */
  DELTA_SAID_HALF,       /* a file or a rank alone */
  DELTA_SAID_HALF_TURN,  /* c3- and no square; c3 touched, and then no square */
  DELTA_SAID_HALF_LIFT,  /* c3-e5: and no square */
  DELTA_SAID_PASS,       /* "pass"; the first form that can be spelt wrong and still be understood */
  DELTA_SAID_BOX,        /* "box" */
  DELTA_SAID_RED,        /* "red", or r alone */
  DELTA_SAID_SQUARE,     /* c3 */
  DELTA_SAID_RED_SQUARE, /* rc3 */
  DELTA_SAID_TURN,       /* c3-e5 */
  DELTA_SAID_LIFT,       /* c3-e5:a1 */
  DELTA_TOUCHED_RED,     /* the red pawn in the box, and then no square */
  DELTA_TOUCHED_BOX,     /* a precursor, its square and the box */
  DELTA_TOUCHED_OTHER,   /* a precursor, its square, and then neither a square nor the box */
  DELTA_TOUCHED_MORE     /* more than a move */
} delta_form;

/* What is wrong with the spelling of something that is understood all the same. */
typedef enum delta_slip {
  DELTA_NO_SLIP,
  DELTA_SLIP_CAPITALS,
  DELTA_SLIP_DASH,    /* missing, or another sign in its place */
  DELTA_SLIP_CAPTURE, /* an x in its place */
  DELTA_SLIP_COLON,   /* missing, or another sign in its place */
  DELTA_SLIP_RED,     /* an r before a turn of the red pawn */
  DELTA_SLIP_SURPLUS  /* more behind it */
} delta_slip;

/* The squares of a move in the order they are written. A square alone is the first. */
enum { DELTA_FROM, DELTA_TO, DELTA_LIFTED, DELTA_SAID_SQUARES };

typedef struct delta_said {
  delta_form form;
  delta_slip slip;
  int squares[DELTA_SAID_SQUARES]; /* or DELTA_NO_SQUARE */
  char text[ASC_TOKEN_MAX];        /* in the right spelling; DELTA_SAID_OFF_BOARD: the square that is not there */
} delta_said;

delta_said asc_delta_said_read(const delta_rules *rules, const char *token);

/* Touches and the one that follows, `next`, put together as if the move had been written out. */
delta_said asc_delta_said_join(const delta_rules *rules, const delta_position *position, const asc_steps *touched,
                               const delta_said *next);

#endif
