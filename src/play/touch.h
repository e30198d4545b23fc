/* Touching a move: the things a person touches one after the other narrow the legal moves down to one.

   The touches made so far always begin at least one legal move and complete none: no sequence of touches is the
   beginning of another, so a complete one is the only one. */
#ifndef ASC_PLAY_TOUCH_H
#define ASC_PLAY_TOUCH_H

#include <ascona/play.h>
#include <ascona/view.h>

typedef enum asc_touch {
  ASC_TOUCH_REFUSED, /* it leads nowhere: asc_position_why says why */
  ASC_TOUCH_ADDED,   /* more touches are needed */
  ASC_TOUCH_LET_GO,  /* the last touch was taken back */
  ASC_TOUCH_MOVE     /* *move is complete, and nothing is touched any more */
} asc_touch;

/* A thing is touched on a board. What was touched last is let go of, unless it leads on; what does not lead on may
   begin another move. */
asc_touch asc_touch_thing(const asc_play *play, asc_steps *touched, const char *id, asc_move *move);

/* A word is typed: a touch, or where nothing is touched a whole move, in small letters too. One that does not lead on
   is refused, or with `anew` may begin another move. */
asc_touch asc_touch_word(const asc_play *play, asc_steps *touched, const char *word, bool anew, asc_move *move);

/* Whether the steps begin with these, or are these. */
bool asc_steps_begin(const asc_steps *steps, const asc_steps *beginning);
/* "c3 e5", whether they lead anywhere or not. False where one is too long to be a touch, or there are too many. */
bool asc_steps_read(const char *text, asc_steps *steps);

/* A move, a place or a control as text. */
typedef struct asc_token {
  char text[ASC_TOKEN_MAX];
} asc_token;
int asc_token_compare(const void *a, const void *b); /* bytewise, for qsort */

/* The legal moves that begin with the touches, in the order of the rules, and what each wants touched next. Returns how
   many. `next` may be NULL; both have room for ASC_MOVES_MAX. */
int asc_touch_narrow(const asc_play *play, const asc_steps *touched, asc_move *moves, asc_token *next);

/* A touch that leads on, and to how many moves. */
typedef struct asc_touch_next {
  char id[ASC_TOKEN_MAX];
  int moves;
} asc_touch_next;

/* The different touches that may come next, sorted bytewise; *count of them. malloc'ed, or NULL. */
asc_touch_next *asc_touch_list(const asc_play *play, const asc_steps *touched, int *count);
/* The moves that the touches so far begin, as text, sorted bytewise; *count of them. malloc'ed, or NULL. `touched`
   NULL: all legal moves. */
asc_token *asc_touch_moves(const asc_play *play, const asc_steps *touched, int *count);

#endif
