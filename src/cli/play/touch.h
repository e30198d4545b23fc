/* From typed words to moves: a word is a whole move, or a touch that narrows the legal moves down to one.

   The touches made so far always begin at least one legal move and complete none. */
#ifndef ASC_CLI_PLAY_TOUCH_H
#define ASC_CLI_PLAY_TOUCH_H

#include "cli/cli.h"

typedef enum touch_result {
  TOUCH_REFUSED, /* it leads nowhere: asc_position_why says why */
  TOUCH_ADDED,   /* more touches are needed */
  TOUCH_MOVE     /* *move is complete, and nothing is touched any more */
} touch_result;

/* The word is taken in small letters too. */
touch_result touch_take(const asc_play *play, asc_steps *touched, const char *word, asc_move *move);

/* A touch that leads on, and to how many moves. */
typedef struct touch_next {
  char id[ASC_TOKEN_MAX];
  int moves;
} touch_next;

/* The different touches that may come next, sorted bytewise; *count of them. malloc'ed, or NULL. */
touch_next *touch_list(const asc_play *play, const asc_steps *touched, int *count);
/* The moves that the touches so far begin, as text, sorted bytewise; *count of them. malloc'ed, or NULL. */
cli_token *touch_moves(const asc_play *play, const asc_steps *touched, int *count);

#endif
