/* The table at which `ascona play` plays: the game, who sits where, the match.

   Sides are who plays, a person or the engine, and stay for the whole match. Seats are the players of the rules; the
   sides take them in turn. Everything random follows from one seed, the number of the game and the number of the ply,
   so that a game that is taken up again goes on as it would have gone. */
#ifndef ASC_CLI_PLAY_TABLE_H
#define ASC_CLI_PLAY_TABLE_H

#include <ascona/ascona.h>

#include "cli/play/clock.h"
#include "study/evals.h"

#define TABLE_NAME_MAX (ASC_PLAYER_NAME_MAX + 8)
#define TABLE_PERSON_MAX 48
#define TABLE_OPENING_MAX 4000 /* bytes */

typedef struct table_side {
  bool engine;
  char name[TABLE_NAME_MAX]; /* of the engine, as asc_player_open takes it; of a person, "" : not said */
} table_side;

typedef struct play_table {
  asc_rules *rules;
  asc_play *play;
  asc_match match; /* the games before this one */
  table_side sides[ASC_PLAYERS_MAX];
  uint64_t seed;
  bool dice_by_hand;
  char opening[TABLE_OPENING_MAX]; /* the moves that every game begins with, separated by spaces */
  char date[16];                   /* of this game: "2026.11.15" */
  char *earlier;                   /* the records of the match's games before this one; NULL: there are none */
  size_t earlier_length;
  asc_evals evals;
  play_clock clock;
  asc_steps touched; /* towards the next move */
} play_table;

/* Reads "human:Ann,engine:10,movetime=500", one for each player: what has a '=' belongs to the engine before it. NULL:
   a person against the engine of the level that the settings say. */
int table_sides_read(play_table *table, const char *players, asc_error *error);

const table_side *table_side_at(const play_table *table, int seat);
bool table_all_engines(const play_table *table);
/* "engine:5", "Ann", "human", as records and --players have it. */
void table_side_name(const table_side *side, char text[TABLE_NAME_MAX]);
/* As people read it: "Computer, level 5", "Ann", "human". */
void table_side_say(const table_side *side, char text[TABLE_NAME_MAX]);
/* Reads the first form: anything that does not start with "engine:" is a person's name. ASC_E_INPUT for an engine that
 * does not exist. */
int table_side_named(const char *name, table_side *side, asc_error *error);
/* "Black", "Black (Ann)", "Black (Computer, level 5)"; "the die" for ASC_CHANCE. */
void table_seat_name(const play_table *table, int seat, char text[ASC_SENTENCE_MAX]);
/* The seat that is called so, in any letters: "black", "Ann" where only one is called that, "Black (Ann)". 0: none. */
int table_seat_find(const play_table *table, const char *name);

/* Sets up the next game of the match from `first` (NULL: the start), with the opening played. */
int table_game_start(play_table *table, const void *first, asc_error *error);
void play_table_close(play_table *table);

/* The program rolls the die. */
int table_roll(play_table *table, asc_error *error);
/* That seat has made its ply: its clock is noted, and stands when the turn passes on. ASC_OK, or ASC_E_MEMORY. */
int table_moved(play_table *table, int seat);
/* What the engine's choice of this ply follows from. */
uint64_t table_engine_seed(const play_table *table);
/* The same for all moves of a game. */
uint64_t table_form_seed(const play_table *table);
/* All engines are this one from now on. ASC_E_INPUT for one that there is not, ASC_E_STATE when only people play. */
int table_engine_change(play_table *table, const char *name, asc_error *error);

/* Back to the last choice of a person, and forward to the next one. Both return the plies. */
int table_undo(play_table *table, asc_error *error);
int table_redo(play_table *table, asc_error *error);

#endif
