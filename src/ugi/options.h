/* The options of the engine protocol, and the player that they describe. */
#ifndef ASC_UGI_OPTIONS_H
#define ASC_UGI_OPTIONS_H

#include <ascona/player.h>

/* The numeric options. */
enum { UGI_OPTION_THREADS, UGI_OPTION_HASH, UGI_OPTION_LEVEL, UGI_OPTION_MULTIPV, UGI_OPTION_SEED, UGI_OPTION_COUNT };

enum { UGI_FOLDER_MAX = 1024 };

typedef struct ugi_options {
  long long numbers[UGI_OPTION_COUNT];
  char tablebase_folder[UGI_FOLDER_MAX]; /* "": no tablebase */
  char player[ASC_PLAYER_NAME_MAX];      /* name of a player; "": the player of the option Level */
} ugi_options;

typedef struct ugi_session ugi_session;

/* Sets the options to their defaults and seeds the random numbers. Returns ASC_OK or an error code. */
int ugi_options_init(ugi_session *session, asc_error *error);
/* Prints the option lines of the command `ugi`. */
void ugi_options_print(ugi_session *session);
/* Runs the command `setoption`; `rest` is the rest of its line, which it cuts up. */
void ugi_command_setoption(ugi_session *session, char *rest);

/* Changes the game, at its start position. Ends a search and closes player and tablebase of the old game. Returns
   ASC_OK, or an error code with nothing changed. */
int ugi_session_set_game(ugi_session *session, const char *spec, asc_error *error);
/* Opens the player that the options describe if none is open. Returns ASC_OK or an error code. */
int ugi_session_open_player(ugi_session *session, asc_error *error);
/* Closes the tablebase of the game if one is open. */
void ugi_session_close_tablebase(ugi_session *session);

#endif
