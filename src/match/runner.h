/* Running a match on several threads, for any front end.

   Each thread takes the next free game and hands in its result. Results are counted, saved and reported in the order of
   the game numbers, whatever order they arrive in. So everything, including the end of a sequential test, is the same
   for any number of threads. Only the thread of the front end counts and calls back. */
#ifndef ASC_MATCH_RUNNER_H
#define ASC_MATCH_RUNNER_H

#include "stats.h"

typedef struct match_runner match_runner;

typedef struct match_runner_options {
  const char *path; /* of the file that the games are saved in; NULL: none */
  bool resume;      /* do not play games again that are in the file */
  /* Called after a game is saved and counted. `is_new`: it was played now, not read from the file. */
  void (*on_counted)(void *data, int number, const match_result *result, bool is_new);
  void *data;
} match_runner_options;

/* Opens the file; does not play yet. The setup must outlive the runner; the options are copied. Returns ASC_OK, or an
   error code with *runner NULL. */
int match_runner_open(match_runner **runner, const match_setup *setup, const match_runner_options *options,
                      match_error *error);
/* Returns the path of the file that an incomplete last record was moved to; NULL if there was none. */
const char *match_runner_partial_path(const match_runner *runner);

/* Counts the games of the file and starts to play the others. External engines need SIGPIPE ignored (ugi/client.h). */
void match_runner_start(match_runner *runner);
/* Counts the games that have ended. Call it regularly. Returns false if the match is over and all games are counted. */
bool match_runner_count(match_runner *runner);
/* Starts no more games and abandons those in progress. May be called from any thread. */
void match_runner_stop(match_runner *runner);
/* Stops the match and frees the runner. NULL is allowed. */
void match_runner_close(match_runner *runner);

/* Return the results so far, valid until the next call of match_runner_count; and, once that has returned false, the
   error of a match that has failed (code ASC_OK: none). */
const match_tally *match_runner_tally(const match_runner *runner);
const match_error *match_runner_error(const match_runner *runner);

#endif
