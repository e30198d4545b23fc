/* Where a game in progress is kept: a file that is written anew after every ply.

   Without a name it is one of the numbered files of the state folder: play.txt, play-2.txt, … A file that holds an
   unfinished game is never written over by another game, and a byte of the folder's lock file stands for each file, so
   that two programs at once never share one. */
#ifndef ASC_CLI_PLAY_KEEP_H
#define ASC_CLI_PLAY_KEEP_H

#include "play_record.h"

#define KEEP_PATH_MAX 4096

typedef struct play_keep {
  char path[KEEP_PATH_MAX]; /* "" : the game is not kept */
  bool named;               /* the path was given, so it has to be said again to go on with the game */
  int lock;                 /* the lock file, or -1 */
  bool complained;          /* about a file that could not be written */
} play_keep;

/* A place for a new game. `file` must not be there yet; NULL: one of the state folder, and a line tells of unfinished
   games there. Returns 0, or an exit status after having printed the error. */
int keep_choose(play_keep *keep, const char *file);
/* Takes up the game of a file; NULL: the latest unfinished one of the state folder. Returns 0 or an exit status. */
int keep_resume(play_keep *keep, const char *file, play_table *table);
/* What that latest game is: false when there is none. */
bool keep_latest(char game[ASC_SPEC_MAX], int *plies);
void keep_close(play_keep *keep);

/* Keeps the game as it stands, from the first ply on. What goes wrong is told once, and the game goes on. */
void keep_write(play_keep *keep, const play_table *table);

#endif
