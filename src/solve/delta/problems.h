/* Problems: positions that White, who is to move, wins by force in n moves, and by one key move only.

   A relay scores the squares then free, and until all pawns stand every ply fills one. So where the value is more than
   a relay scores in the last layer, it says when the relay comes: with S squares, N pawns on the board and value v, the
   game lasts S - v - N plies, of which White makes n = (plies + 1) / 2. The last layer itself is left out: its boards
   are crowded, and there points do not tell the moves.

   They are made in three steps. problems_find.c runs over rows of the tables and takes lots among what has one key.
   problems_judge.c looks at each of these as a solver would: tries, defences, lines; and grades it. problems_pick.c
   chooses: many kinds, no two alike. problems_past.c asks whether play can have led there at all. problems_make.c does
   all of it and says what came of it in the words of the game. */
#ifndef ASC_SOLVE_DELTA_PROBLEMS_H
#define ASC_SOLVE_DELTA_PROBLEMS_H

#include "table.h"

#include <ascona/game.h>

enum { RETRO_MOVES_MAX = 256, RETRO_PAWNS_LEAST = 4, RETRO_GRADES = 9 };

/* The tables of all layers of a board. */
typedef struct retro_source {
  retro_plan plan;
  retro_table tables[RETRO_LAYERS_MAX];
} retro_source;

/* Layers from RETRO_PAWNS_LEAST on must be there. Closing is right in any case. */
int asc_retro_source_open(retro_source *source, int size, int pawns, const char *folder, asc_error *error);
void asc_retro_source_close(retro_source *source);

typedef struct retro_problem {
  uint32_t white, black;
  int pawns;  /* on the board */
  int moves;  /* White's, until the relay: n */
  int points; /* that it scores */
  retro_way key;
  bool strict;    /* no other move wins at all; else others win, but later and for less */
  bool quiet;     /* the key does not threaten a relay with the next move */
  int legal;      /* moves there are */
  int close;      /* of them, wrong ones that a single reply refutes */
  int variations; /* different second moves of White, each the only one, after the defences that hold out longest */
  int only;       /* moves of White's along the main line that are the only ones, the key included */
  int grade;      /* 1 … RETRO_GRADES */
  uint64_t lot;   /* decides between what is equal */
} retro_problem;

/* Of every kind (pawns, moves, strict, quiet) at most `each`, out of about `sample` positions of a layer. The list is
   the caller's to free. The same whatever the threads. */
int asc_retro_problems_find(const retro_source *source, uint64_t seed, uint64_t sample, int each, int threads,
                            retro_problem **list, size_t *count, asc_error *error);

/* Whether a game can have come to this position, in which White is to move. */
bool asc_retro_past(const retro_board *board, uint32_t white, uint32_t black);

/* A move and what it is worth to who makes it. */
typedef struct retro_choice {
  retro_way way;
  uint32_t set; /* the mover's pawns after it */
  int points;
} retro_choice;

/* All moves of `own` against `other`, before the last layer. `room` holds a row of any layer. The number of moves, or
   an error. */
int asc_retro_choices(const retro_source *source, uint32_t own, uint32_t other, int8_t *room,
                      retro_choice choices[RETRO_MOVES_MAX], asc_error *error);
size_t asc_retro_room(const retro_source *source);

/* Fills in what a solver meets, from `legal` to `grade`. */
int asc_retro_problems_judge(const retro_source *source, retro_problem *list, size_t count, int threads,
                             asc_error *error);
/* The formula, which docs/formats.md tells. */
int asc_retro_problem_grade(const retro_problem *problem);

/* Whether two are images of each other, or nearly. */
bool asc_retro_problems_alike(const retro_board *board, const retro_problem *a, const retro_problem *b);
/* Turns the whole problem. */
void asc_retro_problem_turn(const retro_board *board, int symmetry, retro_problem *problem);
/* Moves the chosen ones to the front, the easiest first. Returns how many: at most `wanted`. `accept` has the last word
   on each. */
size_t asc_retro_problems_pick(const retro_board *board, retro_problem *list, size_t count, size_t wanted,
                               bool (*accept)(void *data, const retro_problem *problem), void *data);

/* A problem as the game writes it. */
typedef struct asc_made_problem {
  char position[ASC_TEXT_MAX], key[ASC_TOKEN_MAX];
  int moves, points, grade;
  bool strict;
} asc_made_problem;

typedef struct asc_problem_order {
  const char *folder;                                          /* of the tables */
  size_t count;                                                /* at most */
  uint64_t seed;                                               /* other problems for every number */
  int threads;                                                 /* 0: one for each processor */
  bool (*accept)(void *data, const asc_made_problem *problem); /* has the last word on each */
  void *data;
} asc_problem_order;

/* The easiest first. The list is the caller's to free. ASC_E_INPUT: there can be none for these rules. */
int asc_problems_make(const asc_rules *rules, const asc_problem_order *order, asc_made_problem **list, size_t *count,
                      asc_error *error);

#endif
