/* Played games by the positions they went through: which moves followed a position, and how those games ended.

   A game is stored as it was played. A query looks up all images of a position (symmetry.h), so equivalent positions
   count as one. */
#ifndef ASC_STUDY_PLAYED_GAMES_H
#define ASC_STUDY_PLAYED_GAMES_H

#include "base/json.h"

#include <ascona/record.h>

typedef struct asc_played_games asc_played_games;

/* Allocates an empty collection. Returns ASC_OK, or ASC_E_MEMORY and NULL in *collection. */
int asc_played_games_open(asc_played_games **collection);
void asc_played_games_close(asc_played_games *collection);

/* Sets the text from which games are read next. It is copied and replaces the text before it, even if that was not read
   to its end; the games read so far stay. `name` is the user, if the games are their own: their seat has that name, or
   is the only seat without a name. NULL: the games are those of other players. Returns ASC_OK, ASC_E_INPUT if the text
   is too long or not UTF-8, or ASC_E_MEMORY. */
int asc_played_games_set_text(asc_played_games *collection, const char *text, const char *name, asc_error *error);
/* Reads at most `max_games` more games. Returns 1 if the text may have more, 0 if not, or ASC_E_MEMORY. */
int asc_played_games_read(asc_played_games *collection, int max_games);

/* Returns the number of games read, of all texts. */
int asc_played_games_count(const asc_played_games *collection);
/* Returns the number of games that could not be read. asc_played_games_count does not include them. */
int asc_played_games_error_count(const asc_played_games *collection);

/* Writes members of the JSON object that the caller has opened. They are the moves that followed a position and at most
   `max_games` of the games, the last read first. Returns ASC_OK or ASC_E_MEMORY. */
int asc_played_games_json(asc_json *json, const asc_played_games *collection, const asc_rules *rules,
                          const void *position, int max_games);

#endif
