/* A player's input, parsed as far as possible: a move as it was typed, or the squares and pieces that were selected.
   why.c uses it to explain why a move is not legal. */
#ifndef ASC_GAMES_DELTA_INPUT_H
#define ASC_GAMES_DELTA_INPUT_H

#include "delta.h"

typedef enum asc_delta_input_form {
  ASC_DELTA_INPUT_EMPTY,
  ASC_DELTA_INPUT_UNKNOWN,          /* not in the notation */
  ASC_DELTA_INPUT_OFF_BOARD,        /* one of the squares does not exist */
  ASC_DELTA_INPUT_HALF_SQUARE,      /* only a column or only a row */
  ASC_DELTA_INPUT_HALF_TURN,        /* "c3-" without a square, or c3 selected and then no square */
  ASC_DELTA_INPUT_HALF_TRACER,      /* "c3-e5:" without a square */
  ASC_DELTA_INPUT_PASS,             /* "pass"; this form and all later ones can have a spelling error */
  ASC_DELTA_INPUT_RESERVE,          /* "box" */
  ASC_DELTA_INPUT_RED,              /* "red", or "r" by itself */
  ASC_DELTA_INPUT_SQUARE,           /* "c3" */
  ASC_DELTA_INPUT_RED_SQUARE,       /* "rc3" */
  ASC_DELTA_INPUT_TURN,             /* "c3-e5" */
  ASC_DELTA_INPUT_TURN_WITH_TRACER, /* "c3-e5:a1" */
  ASC_DELTA_INPUT_SELECTED_RED,     /* the red pawn in the reserve, and then no square */
  ASC_DELTA_INPUT_SELECTED_RESERVE, /* a precursor, its destination and the reserve */
  ASC_DELTA_INPUT_SELECTED_OTHER,   /* a precursor, its destination, and then neither a square nor the reserve */
  ASC_DELTA_INPUT_SELECTED_TOO_MUCH /* more than a whole move */
} asc_delta_input_form;

/* The first spelling error in input that can be understood all the same. */
typedef enum asc_delta_input_spelling {
  ASC_DELTA_SPELLING_OK,
  ASC_DELTA_SPELLING_CAPITALS,
  ASC_DELTA_SPELLING_DASH,    /* missing, or another character in its place */
  ASC_DELTA_SPELLING_CAPTURE, /* an x in place of the dash */
  ASC_DELTA_SPELLING_COLON,   /* missing, or another character in its place */
  ASC_DELTA_SPELLING_RED,     /* an r before a turn of the red pawn */
  ASC_DELTA_SPELLING_TRAILING /* more characters after the move */
} asc_delta_input_spelling;

/* Indices of the squares of a move in the order they are written. A single square is the first. */
enum { ASC_DELTA_INPUT_FROM, ASC_DELTA_INPUT_TO, ASC_DELTA_INPUT_TRACER, ASC_DELTA_INPUT_SQUARE_COUNT };

typedef struct asc_delta_input {
  asc_delta_input_form form;
  asc_delta_input_spelling spelling;
  int squares[ASC_DELTA_INPUT_SQUARE_COUNT]; /* ASC_DELTA_NO_SQUARE: none */
  char text[ASC_TOKEN_MAX]; /* in the right spelling; ASC_DELTA_INPUT_OFF_BOARD: the square that does not exist */
} asc_delta_input;

/* Parses `token`, a selection or a move written out. Input it can't parse gets the form ASC_DELTA_INPUT_UNKNOWN. */
asc_delta_input asc_delta_input_read(const asc_delta_rules *rules, const char *token);

/* Joins the selections made so far, at least one, with the one that follows, `next`, as if the move had been typed. */
asc_delta_input asc_delta_input_join(const asc_delta_rules *rules, const asc_delta_position *position,
                                     const asc_steps *selected, const asc_delta_input *next);

#endif
