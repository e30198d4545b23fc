/* A match while it is played: its games on several threads, for any front end.

   Each thread takes the next game that nobody has, and hands in its result. Results are counted, told and kept in the
   order of their numbers, whatever order they come in, so that all of it, the end of a sequential test too, is the same
   for any number of threads. The front end's own thread counts them, and no other calls back. */
#ifndef ASC_MATCH_RUN_H
#define ASC_MATCH_RUN_H

#include "stats.h"

typedef struct asc_match_run asc_match_run;

typedef struct asc_match_host {
  const char *path; /* of the file that the games are kept in; NULL: none */
  bool resume;      /* games of this match that are there need not be played again */
  /* A game was counted, and is kept; `fresh`: it was played now. */
  void (*counted)(void *data, int number, const asc_match_result *result, bool fresh);
  void *data;
} asc_match_host;

/* Opens the file and plays nothing yet. The setup must outlive the run; the host is copied. */
int asc_match_run_open(asc_match_run **run, const asc_match_setup *setup, const asc_match_host *host,
                       asc_match_error *error);
/* The file that half a record at the end of the other was moved to; NULL: there was none. */
const char *asc_match_run_stump(const asc_match_run *run);

/* Counts the games that were there and begins to play the others. Outside programs want what ugi/client.h says. */
void asc_match_run_start(asc_match_run *run);
/* To be called every now and then: counts what has come in. False: it is all over, and all is counted. */
bool asc_match_run_count(asc_match_run *run);
/* From any thread: no more games are begun, and those in progress are left. */
void asc_match_run_stop(asc_match_run *run);
/* Leaves what is in progress. */
void asc_match_run_close(asc_match_run *run);

/* Between two calls of it: how it stands, and in the end what it failed by. */
const asc_match_tally *asc_match_run_tally(const asc_match_run *run);
const asc_match_error *asc_match_run_error(const asc_match_run *run);

#endif
