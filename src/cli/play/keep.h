/* Where the game in progress is kept: a file that is written anew after every ply.

   Without a name it is a file of the state folder (kept.h) that holds no unfinished game. Whatever the file, it is
   locked as long as the game is played. */
#ifndef ASC_CLI_PLAY_KEEP_H
#define ASC_CLI_PLAY_KEEP_H

#include "kept.h"
#include "lock.h"

typedef struct play_keep {
  char path[KEPT_PATH_MAX]; /* "" : the game is not kept */
  bool named;               /* the path was given, so it has to be said again to go on with the game */
  play_lock lock;
  bool failing; /* the game could not be written when it last changed */
} play_keep;

/* A place for nothing yet. */
void keep_open(play_keep *keep);
void keep_close(play_keep *keep);

/* A place for a new game. `file` must not be there yet; NULL: one of the state folder, and a line tells of an
   unfinished game there. Returns 0, or an exit status after having printed the error. */
int keep_choose(play_keep *keep, const char *file);
/* Takes up the game of a file; NULL: the latest unfinished one of the state folder. Returns 0 or an exit status. */
int keep_resume(play_keep *keep, const char *file, play_table *table);

/* Keeps the game as it stands, from the first ply on. What goes wrong is told once, and the game goes on. */
void keep_write(play_keep *keep, const play_table *table);

#endif
