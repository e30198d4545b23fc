/* The engine at the table: the moves of its seats, and what it thinks of the game when somebody asks.

   It thinks in the thread of the prompt and looks up now and then, so that a signal ends its thinking, and on a
   terminal it says that it thinks when that takes a while. */
#ifndef ASC_CLI_PLAY_ENGINE_H
#define ASC_CLI_PLAY_ENGINE_H

#include "table.h"

#include <pthread.h>

typedef struct play_engine {
  asc_player *players[ASC_PLAYERS_MAX]; /* by side; NULL: opened with its first move */
  char names[ASC_PLAYERS_MAX][TABLE_NAME_MAX];
  asc_tablebase *tables; /* that they may ask; NULL: none */
  asc_search *adviser;   /* who judges; NULL: opened when first asked */

  /* While it thinks. */
  pthread_t thinker;
  const char *words; /* what is said when it takes long; NULL: nothing, or it has been said */
  int columns;       /* that were said */
  int64_t patience;  /* until when nothing is said, in microseconds */
} play_engine;

/* All zero is an engine that has not thought yet. It must stay where it is. To be closed before the table is. */
void engine_close(play_engine *engine);

/* The engine's move for the seat to move; line->length is 0 where it has no opinion of it. `words` are for when it
   takes long; NULL: nothing is said. After a signal the move means nothing. */
int engine_choose(play_engine *engine, const play_table *table, const char *words, asc_move *move, asc_line *line,
                  asc_error *error);

/* What the game is worth and the best line, by about half a second of the strongest search. With `moves` only they
   count. The game must not be over. */
int engine_judge(play_engine *engine, const play_table *table, const asc_move *moves, int count, const char *words,
                 asc_line *line);

#endif
