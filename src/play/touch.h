/* Touching a move: the things that a player touches one after another narrow the legal moves down to one.

   The touches so far always start at least one legal move and complete none. No sequence of touches is the start of
   another, so a complete sequence belongs to exactly one move. */
#ifndef ASC_PLAY_TOUCH_H
#define ASC_PLAY_TOUCH_H

#include <ascona/play.h>
#include <ascona/view.h>

typedef enum asc_touch_result {
  ASC_TOUCH_REJECTED, /* it continues no legal move: asc_position_why says why */
  ASC_TOUCH_ADDED,    /* more touches are needed */
  ASC_TOUCH_UNDONE,   /* the last touch was undone */
  ASC_TOUCH_MOVE      /* *move is complete, and nothing is touched any more */
} asc_touch_result;

/* Touches the place, stock or control with this id, and updates `touched`. Touching the last thing again undoes that
   touch, unless the touch continues a move. A touch that does not continue the move may start another. *move is
   valid only if the result is ASC_TOUCH_MOVE. */
asc_touch_result asc_touch_id(const asc_play *play, asc_steps *touched, const char *id, asc_move *move);

/* Takes a word that was typed: a touch or, if nothing is touched, a whole move. Capitals may be typed for small
   letters. A word that does not continue the move is rejected, or may start another move if `restart` is true.
   `touched` and *move are as in asc_touch_id. */
asc_touch_result asc_touch_word(const asc_play *play, asc_steps *touched, const char *word, bool restart,
                                asc_move *move);

/* Returns whether `steps` starts with `beginning` or is equal to it. */
bool asc_steps_start_with(const asc_steps *steps, const asc_steps *beginning);
/* Reads touches such as "c3 e5", whether they lead anywhere or not. Returns false if one is too long or there are too
   many. */
bool asc_steps_read(const char *text, asc_steps *steps);

/* A move, a place or a control as text. */
typedef struct asc_token {
  char text[ASC_TOKEN_MAX];
} asc_token;
int asc_token_compare(const void *a, const void *b); /* compares bytes, for qsort */

/* Returns the number of legal moves that start with the touches. Writes them to `moves` in the order of the rules, and
   what each needs touched next to `next`. Both must have room for ASC_MOVES_MAX; `next` may be NULL. */
int asc_touch_filter_moves(const asc_play *play, const asc_steps *touched, asc_move *moves, asc_token *next);

/* A touch that may come next, and how many moves it leads to. */
typedef struct asc_touch_option {
  char id[ASC_TOKEN_MAX];
  int move_count;
} asc_touch_option;

/* Returns the different touches that may come next, sorted bytewise, and their number in *count. The caller frees the
   list; NULL if memory ran out. */
asc_touch_option *asc_touch_options(const asc_play *play, const asc_steps *touched, int *count);
/* Returns the moves that start with the touches as text, sorted bytewise, and their number in *count. `touched` NULL:
   all legal moves. The caller frees the list; NULL if memory ran out. */
asc_token *asc_touch_move_tokens(const asc_play *play, const asc_steps *touched, int *count);

#endif
