/* A table as the text of a record, and back: all that a game needs in order to go on as if nothing had happened.

   What records have no tag for stands in tags of our own: PlaySeed, PlayDice, PlayOpening, and for a match MatchGames,
   MatchPoints, MatchWins, MatchDraws, which tell of the games before this one. A record from elsewhere has none of
   them and is taken up as a single game. */
#ifndef ASC_CLI_PLAY_RECORD_H
#define ASC_CLI_PLAY_RECORD_H

#include "play_table.h"

/* *text is the caller's to free. */
int table_write(const play_table *table, char **text, size_t *length, asc_error *error);
/* On success the table has rules and a game, and the caller closes it. */
int table_read(play_table *table, const char *text, size_t length, asc_error *error);
/* Whether nothing was played yet, in this game or before it. */
bool table_untouched(const play_table *table);
/* Whether nothing is left to play: the game is over, and it is the last of its match. */
bool table_finished(const play_table *table);

#endif
