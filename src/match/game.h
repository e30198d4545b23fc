/* One game of a match from within: its opening, who sits at the seats, and its course. */
#ifndef ASC_MATCH_GAME_H
#define ASC_MATCH_GAME_H

#include "stats.h"
#include "ugi/client.h"

#include <stdatomic.h>

/* The openings of a match, for all its jobs. NULL: out of memory. */
typedef struct asc_match_openings asc_match_openings;
asc_match_openings *asc_match_openings_open(const asc_match_setup *setup);
void asc_match_openings_close(asc_match_openings *openings);
/* Plays an opening in a game that has just begun, with its dice. `stop` leaves it early, with any plies played. ASC_OK
   or an error code. */
int asc_match_openings_play(asc_match_openings *openings, int number, const _Atomic bool *stop, asc_play *play);

/* Who sits at the seats of one job: a player for each side, kept from game to game. */
typedef struct asc_match_job {
  const asc_match_setup *setup;
  asc_match_openings *openings;
  const _Atomic bool *stop;             /* ends whatever is in progress */
  asc_player *players[ASC_PLAYERS_MAX]; /* by side */
  asc_ugi_client *clients[ASC_PLAYERS_MAX];
  uint64_t games[ASC_PLAYERS_MAX]; /* the seed each plays the game in progress by */
} asc_match_job;

/* Opens the players of a job that has its first three fields. 1, 0 when stopped, or an error code; it is to be closed
   in any case. */
int asc_match_job_open(asc_match_job *job, asc_match_error *error);
void asc_match_job_close(asc_match_job *job);

/* The choice of the player of a side, within the time that he has left (0: no clock). */
typedef struct asc_match_choice {
  asc_move move;
  uint64_t nodes;
  int depth;
  int64_t time;
} asc_match_choice;
typedef enum asc_match_answer {
  ASC_MATCH_CHOSEN,
  ASC_MATCH_FAULT,     /* the player's own: he forfeits */
  ASC_MATCH_NO_ANSWER, /* the match was stopped */
  ASC_MATCH_NO_MEMORY  /* nobody's fault: the game does not count */
} asc_match_answer;

/* Before a game: forgets all others. A fault is a sentence of at most ASC_MATCH_FAULT_MAX bytes. */
asc_match_answer asc_match_seat_begin(asc_match_job *job, int side, uint64_t seed, char *fault);
/* `clocks` are what the seats have left. */
asc_match_answer asc_match_seat_choose(asc_match_job *job, int side, const asc_play *play, const int64_t *clocks,
                                       uint64_t seed, asc_match_choice *choice, char *fault);

typedef enum asc_match_state { ASC_MATCH_PLAYED, ASC_MATCH_STOPPED, ASC_MATCH_FAILED } asc_match_state;

/* Plays a game. The record is the caller's to free. ASC_MATCH_FAILED: out of memory. */
asc_match_state asc_match_game_play(asc_match_job *job, int number, asc_match_result *result, char **record,
                                    size_t *length);

#endif
