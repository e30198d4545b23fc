/* Opening a running game from text: a position and moves, as a user or a program writes them. */
#ifndef ASC_PLAY_MOVES_H
#define ASC_PLAY_MOVES_H

#include <ascona/play.h>

/* Opens the game after `moves` from `position`, or from the start if that is "". The caller closes *play. Returns
   ASC_OK, or an error code with *play NULL. */
int asc_play_read(asc_play **play, const asc_rules *rules, const char *position, const char *moves, asc_error *error);
/* Plays moves separated by white space. Returns ASC_OK, or the error code of the first move that cannot be played. Then
   the error has its token, *played is the number of moves before it, and these stay played. `played` may be NULL. */
int asc_play_move_texts(asc_play *play, const char *moves, int *played, asc_error *error);

#endif
