/* A match from within: who plays under which limits, one game, its result, and what all results come to.

   Games are numbered from 0. `players` games in a row begin with the same opening and have the same dice, and the sides
   go round the seats. All that chance decides follows from the seed and the number of the game, so that a match limited
   by nodes has the same games in any order, however many are played at once. Times are in microseconds. */
#ifndef ASC_CLI_MATCH_MATCH_H
#define ASC_CLI_MATCH_MATCH_H

#include "cli/cli.h"
#include "core/hash.h"
#include "stats.h"

#include <stdatomic.h>

enum { MATCH_GAMES_MAX = 100000, MATCH_OPTIONS_MAX = 16, MATCH_IDENTITY_MAX = 2048, MATCH_FAULT_MAX = 1024 };

/* One of A, B, … */
typedef struct match_side {
  const char *text;             /* as it was given: "engine:5", "ugi:./other" */
  const char *command;          /* of an outside program; NULL: a player of ours */
  asc_player_settings settings; /* of ours */
  int option_count;             /* for an outside program: "Level=3" */
  const char *options[MATCH_OPTIONS_MAX];
} match_side;

typedef struct match_setup {
  asc_rules *rules;
  match_side sides[ASC_PLAYERS_MAX];
  int games, jobs;
  int opening_least, opening_most; /* plies of the openings */
  bool random;                     /* openings are taken as they come, not balanced */
  uint64_t seed;
  int64_t movetime, time, increment, margin, patience; /* movetime and time 0: no such limit */
  uint64_t nodes;
  int depth;
  asc_tables *tables; /* that level 10 may ask; NULL: none */
  bool strict, sprt;
  double elo0, elo1;
  char identity[MATCH_IDENTITY_MAX]; /* all that the games depend on, in one line */
} match_setup;

/* The command line. CLI_OK, or a status after the error was printed; then nothing is to be closed. */
typedef struct match_request {
  match_setup setup;
  const char *save, *resume;
  bool json;
} match_request;
int match_request_read(match_request *request, int argc, char **argv);
void match_request_close(match_request *request);

static inline int match_side_at(const match_setup *setup, int number, int seat) {
  return (number + seat - 1) % setup->rules->players;
}

/* What chance decides about a game or an opening, for one use. */
static inline uint64_t match_seed(const match_setup *setup, int number, const char *use) {
  return asc_hash_text(asc_hash_add(setup->seed, (uint64_t)number), use);
}

/* The openings of a match, for all its jobs. NULL: out of memory. */
typedef struct match_openings match_openings;
match_openings *match_openings_open(const match_setup *setup);
void match_openings_close(match_openings *openings);
/* Plays an opening in a game that has just begun, with its dice. `stop` leaves it early, with any plies played. ASC_OK
   or an error code. */
int match_openings_play(match_openings *openings, int number, const _Atomic bool *stop, asc_play *play);

/* What a player has put into his moves. */
typedef struct match_effort {
  uint64_t moves, nodes, depths; /* depths: the sum over the moves */
  int64_t time;
  uint64_t late; /* moves that overstepped the time by more than the margin */
} match_effort;

/* By seat, as outcomes are. */
typedef struct match_result {
  bool done;
  uint8_t forfeits;         /* bit seat - 1: that seat was taken out of the game */
  int plies, opening_plies; /* rolls included */
  asc_end end;
  asc_outcome outcome;
  match_effort efforts[ASC_PLAYERS_MAX];
  char *fault; /* who forfeited and why, for a person; NULL: nobody */
} match_result;

/* Who sits at the seats of one job: a player for each side, kept from game to game. */
typedef struct match_job match_job;
/* `stop` ends whatever is in progress. CLI_OK, CLI_FAILED when stopped, or a status after the error was printed. */
int match_job_open(match_job **job, const match_setup *setup, match_openings *openings, const _Atomic bool *stop);
void match_job_close(match_job *job);

typedef enum match_state { MATCH_PLAYED, MATCH_STOPPED, MATCH_FAILED } match_state;

/* Plays a game. The record is the caller's to free. MATCH_FAILED: out of memory. */
match_state match_game_play(match_job *job, int number, match_result *result, char **record, size_t *length);

/* The choice of the player of a side, within the time that he has left (0: no clock). */
typedef struct match_choice {
  asc_move move;
  uint64_t nodes;
  int depth;
  int64_t time;
} match_choice;
typedef enum match_answer { MATCH_CHOSEN, MATCH_FAULT, MATCH_NO_ANSWER } match_answer;

/* Before a game: forgets all others. A fault is a sentence of at most MATCH_FAULT_MAX bytes. */
match_answer match_seat_begin(match_job *job, int side, uint64_t seed, char *fault);
/* `clocks` are what the seats have left. */
match_answer match_seat_choose(match_job *job, int side, const asc_play *play, const int64_t *clocks, uint64_t seed,
                               match_choice *choice, char *fault);
/* The time that a side has for a move at most, clocks aside; 0: as long as it takes. */
int64_t match_side_movetime(const match_setup *setup, int side);
const match_setup *match_job_setup(const match_job *job);
/* match_openings_play with the openings and the stop of the job. */
int match_job_begin(match_job *job, int opening, asc_play *play);

/* The record of a finished game, ready for the file of the match, and back. */
int match_record_write(const match_setup *setup, int number, const asc_play *play, const match_result *result,
                       char **text, size_t *length);
/* The number of a game of this match, or -1 for a record of something else. */
int match_record_read(const match_setup *setup, const asc_record *record, const asc_summary *summary,
                      match_result *result);

/* The file that a match is kept in. */
typedef struct match_keep {
  int file; /* -1: none */
  const char *path;
} match_keep;
/* Opens the file of the request, if there is one, and reads what a match to be resumed has done. CLI_OK or a status
   after the error was printed. */
int match_keep_open(match_keep *keep, const match_request *request, match_result *results);
/* One game behind the others. ASC_OK or ASC_E_FILE. */
int match_keep_add(match_keep *keep, const char *text, size_t length);
void match_keep_close(match_keep *keep);

/* What the games counted so far come to, by side. Games are counted in ascending order. */
typedef struct match_tally {
  int games;
  stats_counts counts; /* of two players, for the first side */
  struct {
    int firsts; /* twelfths of a first place */
    int64_t points;
    int forfeits;
    match_effort effort;
  } sides[ASC_PLAYERS_MAX];
  double ratio; /* of the sequential test */
} match_tally;
void match_tally_add(match_tally *tally, const match_setup *setup, const match_result *results, int number);
/* -1: the test accepts ELO0, 1: it accepts ELO1, 0: neither, or there is no test. */
int match_tally_verdict(const match_tally *tally, const match_setup *setup);
/* The share of first places of a side. */
stats_range match_tally_share(const match_tally *tally, const match_setup *setup, int side);

/* Plays what is left of the match, and counts all. CLI_OK, or CLI_FAILED when it was interrupted, or another status
   after the error was printed. */
int match_run_all(const match_request *request, match_keep *keep, match_result *results, match_tally *tally);

/* How the match stands, for a person and for a program. */
void match_tell_progress(const match_tally *tally, const match_setup *setup, double seconds_left, char *text,
                         size_t size);
void match_tell_summary(const match_tally *tally, const match_setup *setup);
void match_json_game(const match_setup *setup, int number, const match_result *result);
void match_json_summary(const match_tally *tally, const match_setup *setup);

#endif
