/* A table as the text of records, and back: all that a game needs in order to go on as if nothing had happened.

   The last record is the game being played; before it stand the games of the match that are over. What records have no
   tag for stands in tags of our own: PlaySeed, PlayDice, PlayOpening, PlayEvals, PlayClock (the rule and what each
   side has left now, in milliseconds; what it had after each move stands behind the move), and for a match MatchGames,
   MatchPoints, MatchWins, MatchDraws, which tell of the games before this one. A record from elsewhere has none of them
   and is taken up as a single game, without the games before it in its file. */
#ifndef ASC_CLI_PLAY_RECORD_H
#define ASC_CLI_PLAY_RECORD_H

#include "table.h"

/* All games of the match. *text is the caller's to free. */
int table_write(const play_table *table, char **text, size_t *length, asc_error *error);
/* The game being played. */
int table_game_write(const play_table *table, char **text, size_t *length, asc_error *error);
/* On success the table has rules and a game, and the caller closes it. */
int table_read(play_table *table, const char *text, size_t length, asc_error *error);
/* The game is over and becomes one of the earlier ones; the caller counts it and starts the next. */
int table_game_end(play_table *table, asc_error *error);
/* Whether nothing was played yet, in this game or before it. */
bool table_untouched(const play_table *table);
/* Whether nothing is left to play: the game is over, and it is the last of its match. */
bool table_finished(const play_table *table);

#endif
