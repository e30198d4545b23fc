/* The description of a match: its players and their limits.

   Games are numbered from 0. As many games in a row as there are players share one opening and the same die rolls, and
   the sides rotate through the seats. All randomness depends only on the seed and the number of the game. So a match
   limited by nodes has the same games in any order and with any number of jobs. */
#ifndef ASC_MATCH_SETUP_H
#define ASC_MATCH_SETUP_H

#include <ascona/player.h>

#include "base/hash.h"

enum { MATCH_GAMES_MAX = 100000, MATCH_OPTIONS_MAX = 16, MATCH_IDENTITY_MAX = 2048, MATCH_ERROR_MAX = 1024 };

/* One of the sides A, B, … The caller owns the strings, which must outlive the setup. */
typedef struct match_player {
  const char *text;             /* as the user gave it: "engine:5", "ugi:./other" */
  const char *command;          /* of an external engine; NULL: one of our own players */
  asc_player_settings settings; /* of our own player */
  int option_count;             /* options of an external engine: "Level=3" */
  const char *options[MATCH_OPTIONS_MAX];
} match_player;

typedef struct match_setup {
  asc_rules *rules;
  match_player sides[ASC_PLAYERS_MAX];
  int games, jobs;                          /* jobs: games played at the same time */
  int opening_plies_min, opening_plies_max; /* without die rolls */
  bool has_random_openings;                 /* openings are random, not balanced */
  uint64_t seed;
  /* Time per move; time per game and increment per move; tolerated excess; deadline for answers of external engines
     that need no search. movetime_us or time_us 0: no such limit. */
  int64_t movetime_us, time_us, increment_us, margin_us, timeout_us;
  uint64_t nodes;           /* per move; 0: no limit */
  int depth;                /* 0: no limit */
  asc_oracle oracle;        /* for level 10; probe NULL: only the game's book */
  bool is_strict, has_sprt; /* a late move forfeits the game; the SPRT of elo0 against elo1 may end the match */
  double elo0, elo1;
  char identity[MATCH_IDENTITY_MAX]; /* everything that the games depend on, in one line */
} match_setup;

/* The reason why a match failed. */
typedef struct match_error {
  int code;            /* an error code; ASC_OK: none */
  const char *subject; /* "match", or the player or file as the user gave it; not owned */
  char reason[MATCH_ERROR_MAX];
} match_error;
/* Set the error, the second from an asc_error, and return `code`. */
int match_error_set(match_error *error, int code, const char *subject, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int match_error_set_from(match_error *error, int code, const char *subject, const asc_error *reason);

/* Reads the player of a side from `text`, "engine:…" or "ugi:…". Returns ASC_OK or an error code. */
int match_player_read(match_setup *setup, int side, const char *text, match_error *error);
/* Fills `identity` from all other members. Returns ASC_OK, or an error code if a record cannot hold it: such a match
   cannot be played. */
int match_setup_identify(match_setup *setup, match_error *error);

/* Returns the longest time of a side for one move in microseconds, without regard to clocks; 0: no limit. */
int64_t match_side_movetime_us(const match_setup *setup, int side);

/* Returns the shorter of two time limits, where 0 means no limit. */
static inline int64_t match_time_min(int64_t a, int64_t b) { return a == 0 || (b > 0 && b < a) ? b : a; }

/* Returns the side, from 0, that has a seat, from 1, in game `number`. */
static inline int match_side_at(const match_setup *setup, int number, int seat) {
  return (number + seat - 1) % setup->rules->players;
}

/* Returns the seed of a game or an opening for one purpose, such as "dice". */
static inline uint64_t match_seed(const match_setup *setup, int number, const char *use) {
  return asc_hash_text(asc_hash_add(setup->seed, (uint64_t)number), use);
}

#endif
