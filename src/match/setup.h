/* A match before it is played: who plays under which limits.

   Games are numbered from 0. `players` games in a row begin with the same opening and have the same dice, and the sides
   go round the seats. All that chance decides follows from the seed and the number of the game, so that a match limited
   by nodes has the same games in any order, however many are played at once. Times are in microseconds. */
#ifndef ASC_MATCH_SETUP_H
#define ASC_MATCH_SETUP_H

#include <ascona/player.h>

#include "core/hash.h"

enum {
  ASC_MATCH_GAMES_MAX = 100000,
  ASC_MATCH_OPTIONS_MAX = 16,
  ASC_MATCH_IDENTITY_MAX = 2048,
  ASC_MATCH_FAULT_MAX = 1024
};

/* One of A, B, … The texts are the caller's and stay. */
typedef struct asc_match_player {
  const char *text;             /* as it was given: "engine:5", "ugi:./other" */
  const char *command;          /* of an outside program; NULL: a player of ours */
  asc_player_settings settings; /* of ours */
  int option_count;             /* for an outside program: "Level=3" */
  const char *options[ASC_MATCH_OPTIONS_MAX];
} asc_match_player;

typedef struct asc_match_setup {
  asc_rules *rules;
  asc_match_player sides[ASC_PLAYERS_MAX];
  int games, jobs;
  int opening_least, opening_most; /* plies of the openings */
  bool random;                     /* openings are taken as they come, not balanced */
  uint64_t seed;
  int64_t movetime, time, increment, margin, patience; /* movetime and time 0: no such limit */
  uint64_t nodes;
  int depth;
  asc_oracle oracle; /* whom level 10 may ask; an `ask` of NULL: the game's book alone */
  bool strict, sprt;
  double elo0, elo1;
  char identity[ASC_MATCH_IDENTITY_MAX]; /* all that the games depend on, in one line */
} asc_match_setup;

/* What a match failed by. */
typedef struct asc_match_error {
  int code;         /* below 0; ASC_OK: by nothing */
  const char *what; /* "match", or the player or the file, as it was given */
  char why[ASC_MATCH_FAULT_MAX];
} asc_match_error;
/* Returns the code. */
int asc_match_fail(asc_match_error *error, int code, const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int asc_match_fail_error(asc_match_error *error, int code, const char *what, const asc_error *reason);

/* Reads a player into his side. */
int asc_match_player_read(asc_match_setup *setup, int side, const char *text, asc_match_error *error);
/* Fills the identity, when all else is set. What cannot stand in a record cannot be played. */
int asc_match_identify(asc_match_setup *setup, asc_match_error *error);

/* The time that a side has for a move at most, clocks aside; 0: as long as it takes. */
int64_t asc_match_side_movetime(const asc_match_setup *setup, int side);

/* The sooner of two limits of time, where 0 is none. */
static inline int64_t asc_match_sooner(int64_t a, int64_t b) { return a == 0 || (b > 0 && b < a) ? b : a; }

static inline int asc_match_side_at(const asc_match_setup *setup, int number, int seat) {
  return (number + seat - 1) % setup->rules->players;
}

/* What chance decides about a game or an opening, for one use. */
static inline uint64_t asc_match_seed(const asc_match_setup *setup, int number, const char *use) {
  return asc_hash_text(asc_hash_add(setup->seed, (uint64_t)number), use);
}

#endif
