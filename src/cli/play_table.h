/* The table at which `ascona play` plays: the game, who sits where, the match.

   Sides are who plays, a person or the engine, and stay for the whole match. Seats are the players of the rules; the
   sides take them in turn. Everything random follows from one seed, the number of the game and the number of the ply,
   so that a game that is taken up again goes on as it would have gone. */
#ifndef ASC_CLI_PLAY_TABLE_H
#define ASC_CLI_PLAY_TABLE_H

#include <ascona/ascona.h>

#define TABLE_NAME_MAX 48
#define TABLE_OPENING_MAX 4000 /* bytes */

typedef struct table_side {
  bool engine;
  int level;                 /* of the engine */
  char name[TABLE_NAME_MAX]; /* of a person; "" : not said */
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
  asc_steps touched; /* towards the next move */
} play_table;

/* Reads "human:Ann,engine:0", one for each player. NULL: a person against the engine. */
int table_sides_read(play_table *table, const char *players, asc_error *error);

const table_side *table_side_at(const play_table *table, int seat);
bool table_all_engines(const play_table *table);
/* "engine:0", "Ann", "human". */
void table_side_name(const table_side *side, char text[TABLE_NAME_MAX]);
/* And back: what is no name of the engine's is a person's. False for a name like the engine's that nobody has, such as
   "engine:5". */
bool table_side_named(const char *name, table_side *side);
/* "Black", "Black (Ann)", "Black (engine:0)"; "the die" for ASC_CHANCE. */
void table_seat_name(const play_table *table, int seat, char text[ASC_SENTENCE_MAX]);
/* The seat that is called so, in any letters: "black", "Ann" where only one is called that, "Black (Ann)". 0: none. */
int table_seat_find(const play_table *table, const char *name);

/* Sets up the next game of the match from `first` (NULL: the start), with the opening played. */
int table_game_start(play_table *table, const void *first, asc_error *error);
void play_table_close(play_table *table);

/* The program rolls the die. */
int table_roll(play_table *table, asc_error *error);
/* The engine plays a ply for the seat to move. */
int table_engine_move(play_table *table, asc_error *error);
/* Whether the engine in this seat takes a draw, and what it takes the game to be worth for it, in hundredths: it does
   when its playouts do not favour it. */
bool table_engine_accepts_draw(const play_table *table, int seat, int64_t *value);

/* Back to the last choice of a person, and forward to the next one. Both return the plies. */
int table_undo(play_table *table, asc_error *error);
int table_redo(play_table *table, asc_error *error);

#endif
