/* The games kept in the state folder, in the numbered files play.txt, play-2.txt, … There may be any number of them. */
#ifndef ASC_CLI_PLAY_KEPT_H
#define ASC_CLI_PLAY_KEPT_H

#include "record.h"

#include <time.h>

#define KEPT_PATH_MAX 4096

typedef enum kept_state { KEPT_NONE, KEPT_FINISHED, KEPT_UNFINISHED, KEPT_UNREADABLE } kept_state;

/* What a file holds. Of no game and of one that cannot be read only the first four are known. */
typedef struct kept_game {
  int number; /* of the file, from 1 */
  kept_state state;
  struct timespec time; /* when it was last kept */
  int code;             /* ASC_OK, or why it cannot be read, */
  asc_error error;      /* and in words */
  const char *title;
  char players[ASC_PLAYERS_MAX * (TABLE_NAME_MAX + 2)]; /* "Ann; Computer, level 0", in the order of the seats */
  char date[16];                                        /* on which it began */
  int plies;
} kept_game;

/* The state folder, as the XDG Base Directory Specification wants it. False where there is none for this user. */
bool kept_folder(char path[KEPT_PATH_MAX]);
/* The database of games between people there, when nobody names one. */
bool kept_database(char path[KEPT_PATH_MAX]);
/* False where there is no state folder for this user. */
bool kept_path(int number, char path[KEPT_PATH_MAX]);
/* Makes the state folder if it is missing. ASC_OK or ASC_E_FILE. */
int kept_folder_make(asc_error *error);

kept_game kept_read(int number);
/* All files there are, latest first: how many, or -1 with errno. *games is malloc'ed, or NULL. */
int kept_list(kept_game **games);
/* The latest unfinished game that nobody is playing; false when there is none. */
bool kept_latest(kept_game *latest);
/* Says so if the system did not let it be read: it may be the game that is looked for. */
void kept_complain(const kept_game *game);
/* All files there are, a line each. Returns an exit status. */
int kept_print(void);

#endif
