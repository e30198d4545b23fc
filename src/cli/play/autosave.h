/* The file in which `ascona play` saves the game in progress. After a ply only
   the new end of the record is written, if that is all that has changed; otherwise the whole file is replaced.

   If the user names no file, it is a file of the state folder (saved_games.h) that holds no unfinished game. In either
   case the file is locked (lock.h) as long as the game is played. */
#ifndef CLI_PLAY_AUTOSAVE_H
#define CLI_PLAY_AUTOSAVE_H

#include "lock.h"
#include "saved_games.h"

#include <sys/stat.h>

typedef struct cli_autosave {
  char path[CLI_STATE_PATH_MAX]; /* "": the game is not saved */
  bool is_named;                 /* the user named the path and must name it again to resume the game */
  cli_lock lock;
  bool has_failed;      /* the last attempt to save failed */
  char *game;           /* the game in progress as it is in the file, owned; NULL: not known */
  size_t length, start; /* of that text, in bytes, and its offset in the file: the earlier games come first */
  struct stat file;     /* the file when it was saved */
} cli_autosave;

/* Sets up an autosave without a file. */
void cli_autosave_open(cli_autosave *autosave);
/* Releases the lock and frees what is owned. The file stays. */
void cli_autosave_close(cli_autosave *autosave);

/* Chooses and locks the file for a new game. A named `file` must not exist yet. NULL chooses a file of the state
   folder, and prints a line if an unfinished game is saved there. Returns CLI_OK, or an exit status after printing the
   error. If the state folder cannot be used, it prints an error and returns CLI_OK: the game is played without being
   saved. */
int cli_autosave_choose_file(cli_autosave *autosave, const char *file);
/* Reads and locks a saved game; NULL takes the latest unfinished game of the state folder that no other program plays.
   If saving would change the file (a record from another source), the file stays as it is and the game is saved in the
   state folder. Returns CLI_OK, or an exit status after printing the error. The caller closes the session. */
int cli_autosave_resume(cli_autosave *autosave, const char *file, cli_session *session);

/* Saves the session. A game without a ply is saved only in a named file. Prints an error only when saving starts to
   fail; the game continues. */
void cli_autosave_write(cli_autosave *autosave, const cli_session *session);

#endif
