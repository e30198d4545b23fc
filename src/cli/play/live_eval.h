/* A live evaluation for the prompt: while the user thinks, a thread of its own searches the position deeper and deeper.

   The thread runs only between cli_live_eval_start and cli_live_eval_stop, and only if the user wants evaluations. */
#ifndef CLI_PLAY_LIVE_EVAL_H
#define CLI_PLAY_LIVE_EVAL_H

#include "session.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct cli_live_eval {
  asc_search *search; /* NULL: not opened yet */
  asc_search_task task;
  pthread_t thread;
  bool is_running;
  atomic_bool should_stop;
  pthread_mutex_t mutex; /* protects has_line and line while the thread runs */
  bool has_line;
  asc_line line;          /* the best line found for the position */
  uint64_t position_hash; /* of the position of the last start */
} cli_live_eval;

/* A live evaluation is set up as all zero. Close it before its session. */
void cli_live_eval_close(cli_live_eval *live_eval);

/* Starts to search the current position, in which a player is to move. The game must not change until
   cli_live_eval_stop. `tables` may be NULL. Returns ASC_OK or an error code. */
int cli_live_eval_start(cli_live_eval *live_eval, const cli_session *session, asc_tablebase *tables);
/* Ends the search and waits for its thread. Does nothing if none is running. */
void cli_live_eval_stop(cli_live_eval *live_eval);
/* Copies the best line found for the position of the last start. Returns false if there is none yet. */
bool cli_live_eval_line(cli_live_eval *live_eval, asc_line *line);

#endif
