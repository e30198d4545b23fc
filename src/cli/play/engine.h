/* The engine in a session: the moves of its sides, and evaluations for the user.

   It searches in the thread of the prompt. Its callback checks for signals, which end the search, and after a while
   prints that the engine is thinking. */
#ifndef CLI_PLAY_ENGINE_H
#define CLI_PLAY_ENGINE_H

#include "session.h"

#include <pthread.h>

typedef struct cli_engine {
  asc_player *players[ASC_PLAYERS_MAX]; /* by side; NULL: opened at its first move */
  char names[ASC_PLAYERS_MAX][CLI_SIDE_NAME_MAX];
  asc_tablebase *tables; /* used by players and adviser, owned; NULL: none */
  asc_search *adviser;   /* evaluates for the user; NULL: opened at the first request */

  /* During a search: */
  pthread_t thread;
  const char *thinking_text; /* printed if the search takes long; NULL: nothing to print, or printed already */
  int shown_columns;         /* width of the printed text, which is erased afterwards */
  int64_t show_after_us;     /* time from which the text is printed */
} cli_engine;

/* An engine is set up as all zero and must not move in memory. Close it before its session. */
void cli_engine_close(cli_engine *engine);

/* Chooses the move for the seat to move. line->length is 0 if the engine has no evaluation of it. `thinking_text` is
   printed if it takes long; NULL prints nothing. After a signal the move is meaningless: check
   cli_input_pending_signal. Returns ASC_OK or an error code. */
int cli_engine_choose_move(cli_engine *engine, const cli_session *session, const char *thinking_text, asc_move *move,
                           asc_line *line, asc_error *error);

/* Evaluates the position with about half a second of the strongest search and returns the best line in *line. If
   `moves` is not NULL, only these `count` moves are considered. The game must not be over. Returns ASC_OK or an error
   code. */
int cli_engine_evaluate(cli_engine *engine, const cli_session *session, const asc_move *moves, int count,
                        const char *thinking_text, asc_line *line);

#endif
