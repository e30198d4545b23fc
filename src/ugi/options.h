/* The options of the engine protocol, and the player they ask for. */
#ifndef ASC_UGI_OPTIONS_H
#define ASC_UGI_OPTIONS_H

#include <ascona/player.h>

/* Those that are numbers. */
enum { ASC_UGI_THREADS, ASC_UGI_HASH, ASC_UGI_LEVEL, ASC_UGI_MULTIPV, ASC_UGI_SEED, ASC_UGI_NUMBERS };

enum { ASC_UGI_FOLDER_MAX = 1024 };

typedef struct asc_ugi_options {
  long long numbers[ASC_UGI_NUMBERS];
  char tables[ASC_UGI_FOLDER_MAX];  /* their folder; "": none */
  char player[ASC_PLAYER_NAME_MAX]; /* "" : the level says who plays */
} asc_ugi_options;

typedef struct asc_ugi_session asc_ugi_session;

/* What they are before anybody sets them. */
int asc_ugi_options_start(asc_ugi_session *session, asc_error *error);
/* The lines of `ugi` about them. */
void asc_ugi_options_tell(asc_ugi_session *session);
/* The command `setoption`. */
void asc_ugi_setoption(asc_ugi_session *session, char *rest);

/* Another game, at its start. */
int asc_ugi_game_set(asc_ugi_session *session, const char *spec, asc_error *error);
/* Opens the player if there is none yet. */
int asc_ugi_player_ready(asc_ugi_session *session, asc_error *error);
/* Closes the tables of the game, if there are any. */
void asc_ugi_tables_close(asc_ugi_session *session);

#endif
