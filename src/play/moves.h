/* A running game from text: a position and moves, as a person or a program writes them. */
#ifndef ASC_PLAY_MOVES_H
#define ASC_PLAY_MOVES_H

#include <ascona/play.h>

/* The game after `moves` from `position`; "": the start. */
int asc_play_read(asc_play **play, const asc_rules *rules, const char *position, const char *moves, asc_error *error);
/* Plays moves with blanks between them. Of one that cannot be played the error has the token, and *played is how many
   were before it (NULL: nobody asks). */
int asc_play_tokens(asc_play *play, const char *moves, int *played, asc_error *error);

#endif
