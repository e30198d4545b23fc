/* The options of the engine protocol, and the player they ask for. */
#ifndef ASC_CLI_UGI_OPTIONS_H
#define ASC_CLI_UGI_OPTIONS_H

#include <ascona/ascona.h>

/* Those that are numbers. */
enum { UGI_THREADS, UGI_HASH, UGI_LEVEL, UGI_MULTIPV, UGI_SEED, UGI_NUMBERS };

enum { UGI_FOLDER_MAX = 1024 };

typedef struct ugi_options {
  long long numbers[UGI_NUMBERS];
  char tables[UGI_FOLDER_MAX];      /* their folder; "": none */
  char player[ASC_PLAYER_NAME_MAX]; /* "" : the level says who plays */
} ugi_options;

typedef struct ugi_session ugi_session;

/* What they are before anybody sets them. */
int ugi_options_start(ugi_session *session, asc_error *error);
/* The lines of `ugi` about them. */
void ugi_options_tell(ugi_session *session);
/* The command `setoption`. */
void ugi_setoption(ugi_session *session, char *rest);

/* Another game, at its start. */
int ugi_game_set(ugi_session *session, const char *spec, asc_error *error);
/* Opens the player if there is none yet. */
int ugi_player_ready(ugi_session *session, asc_error *error);
/* Ends his search and closes him. */
void ugi_player_forget(ugi_session *session);

/* Tables of solved positions: from the environment, for a game (NULL where there can be none), and as an option. */
void ugi_tables_start(ugi_session *session);
int ugi_tables_open(asc_tables **tables, const asc_rules *rules, const char *folder, asc_error *error);
void ugi_tables_set(ugi_session *session, const char *folder);

#endif
