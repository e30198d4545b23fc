/* Playing one game of a match: its opening, its players and its moves.

   A side is one of the players of the match (A, B, …), counted from 0; a seat is a player of the game, counted from 1.
   match_side_at says which side has a seat. A job plays one game after the other in one thread. */
#ifndef ASC_MATCH_GAME_H
#define ASC_MATCH_GAME_H

#include "stats.h"
#include "ugi/client.h"

#include <stdatomic.h>

/* The openings of a match, shared by all its jobs. The setup must outlive them. Returns NULL if out of memory. */
typedef struct match_openings match_openings;
match_openings *match_openings_open(const match_setup *setup);
void match_openings_close(match_openings *openings);
/* Plays opening `number` and its die rolls in a game at its start. If *stop becomes true it returns early, and the
   plies played may be any. Returns ASC_OK or an error code. */
int match_openings_play(match_openings *openings, int number, const _Atomic bool *stop, asc_play *play);

/* The players of one job: one for each side, which stay open from game to game. */
typedef struct match_job {
  const match_setup *setup;
  match_openings *openings;
  const _Atomic bool *stop;             /* true: stop what is in progress */
  asc_player *players[ASC_PLAYERS_MAX]; /* by side; NULL for an external engine */
  ugi_client *clients[ASC_PLAYERS_MAX]; /* by side; NULL for our own players, or if the engine has ended */
  uint64_t game_seeds[ASC_PLAYERS_MAX]; /* by side: seed of the current game */
} match_job;

/* Opens the players of a job whose first three fields are set and whose others are zero. Returns 1, 0 if stopped, or an
   error code. The caller closes the job in all cases. */
int match_job_open(match_job *job, match_error *error);
void match_job_close(match_job *job);

/* A move that a player has chosen, and the effort for it. */
typedef struct match_choice {
  asc_move move;
  uint64_t nodes;
  int depth;
  int64_t time_us;
} match_choice;
typedef enum match_choice_status {
  MATCH_CHOSEN,
  MATCH_PLAYER_ERROR, /* the player made an error and forfeits the game */
  MATCH_INTERRUPTED,  /* the match was stopped */
  MATCH_NO_MEMORY     /* the game does not count */
} match_choice_status;

/* Prepares the player of a side for a new game; the player forgets all earlier games. In both functions, `error_text`
   has room for MATCH_ERROR_MAX bytes and gets one sentence with MATCH_PLAYER_ERROR. */
match_choice_status match_side_start_game(match_job *job, int side, uint64_t seed, char *error_text);
/* Asks the player of a side for a move. `clocks` has the time left by seat, in microseconds; ignored without a
   clock. */
match_choice_status match_side_choose(match_job *job, int side, const asc_play *play, const int64_t *clocks,
                                      uint64_t seed, match_choice *choice, char *error_text);

typedef enum match_game_status { MATCH_GAME_PLAYED, MATCH_GAME_STOPPED, MATCH_GAME_FAILED } match_game_status;

/* Plays game `number`. Fills *result and *record, the text of the game, which the caller frees, with *length bytes. The
   caller also frees result->forfeit_reason. With another status than MATCH_GAME_PLAYED both are empty;
   MATCH_GAME_FAILED means out of memory. */
match_game_status match_game_play(match_job *job, int number, match_result *result, char **record, size_t *length);

#endif
