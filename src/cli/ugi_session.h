/* The engine protocol, a line at a time, wherever the lines come from.

   There is always a position. A command is read and checked as a whole before anything changes: one that is refused
   leaves everything as it was, a running search too. A command that changes what a search rests on ends that search
   first, with its `bestmove`. */
#ifndef ASC_CLI_UGI_SESSION_H
#define ASC_CLI_UGI_SESSION_H

#include "ugi_search.h"

#include <stdio.h>

/* The options that are numbers. */
enum { UGI_THREADS, UGI_HASH, UGI_LEVEL, UGI_MULTIPV, UGI_SEED, UGI_NUMBERS };

typedef struct ugi_session {
  FILE *out; /* the caller's */
  asc_rules *rules;
  asc_play *play;
  long long numbers[UGI_NUMBERS];
  asc_random random; /* the choices of level 0 */
  ugi_search search;
  bool over; /* quit, or nobody listens */
} ugi_session;

int ugi_session_open(ugi_session *session, FILE *out, asc_error *error);
void ugi_session_close(ugi_session *session);

/* Carries out a line as line.h hands it out, and cuts it up. */
void ugi_session_line(ugi_session *session, char *line);
/* A line came that did not fit. */
void ugi_session_too_long(ugi_session *session);
/* A slice of the search, if one is running; with its `bestmove` when that was the last. */
void ugi_session_work(ugi_session *session);
/* There is no more input. */
void ugi_session_end(ugi_session *session);

#endif
