/* The games saved in the state folder, in the numbered files play.txt, play-2.txt, and so on without limit. */
#ifndef CLI_PLAY_SAVED_GAMES_H
#define CLI_PLAY_SAVED_GAMES_H

#include "cli/paths.h"
#include "session_record.h"

#include <time.h>

typedef enum cli_saved_game_state {
  CLI_SAVED_GAME_NONE, /* there is no file with this number */
  CLI_SAVED_GAME_FINISHED,
  CLI_SAVED_GAME_UNFINISHED,
  CLI_SAVED_GAME_UNREADABLE
} cli_saved_game_state;

/* The contents of a file. If there is no game or it cannot be read, `title` and the members after it are empty. */
typedef struct cli_saved_game {
  int number; /* of the file, from 1 */
  cli_saved_game_state state;
  struct timespec saved_at; /* last change of the file */
  int code;                 /* ASC_OK, or the error code of reading it */
  asc_error error;          /* the reason for `code` */
  const char *title;
  char players[ASC_PLAYERS_MAX * (CLI_SIDE_NAME_MAX + 2)]; /* "Ann; Computer, level 0", in the order of the seats */
  char start_date[16];                                     /* "2026.11.15" */
  int plies;
} cli_saved_game;

/* Writes the path of the file with this number. Returns false if there is no state folder or the path is too long. */
bool cli_saved_game_path(int number, char path[CLI_STATE_PATH_MAX]);

/* Lists the files, the latest first, without reading them. Returns their number, or -1 with errno. The caller frees
 *games, which may be NULL. */
int cli_saved_games_list(cli_saved_game **games);
/* Reads the file with the number of *game and fills in the rest. */
void cli_saved_game_read(cli_saved_game *game);
/* The same; the caller gets the session and closes it. It is all zero if there is none. `is_own` is as in
   cli_session_read. */
void cli_saved_game_open(cli_saved_game *game, cli_session *session, bool *is_own);
/* Finds the latest unfinished game that no program is playing. Returns false if there is none. Prints an error for each
   file that the system does not let it read. */
bool cli_saved_game_latest(cli_saved_game *latest);
/* Prints an error if the system did not let the file be read: it may be the game that the user wants. */
void cli_saved_game_report_error(const cli_saved_game *game);
/* Prints all files, one per line. Returns an exit status. */
int cli_saved_games_print(void);

#endif
