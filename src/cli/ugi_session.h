/* The engine protocol, a line at a time, wherever the lines come from.

   There is always a position. A command is read and checked as a whole before anything changes: one that is refused
   leaves everything as it was, a running search too. A command that changes what a search rests on ends that search
   first, with its `bestmove`. */
#ifndef ASC_CLI_UGI_SESSION_H
#define ASC_CLI_UGI_SESSION_H

#include "ugi_options.h"
#include "ugi_search.h"

struct ugi_session {
  ugi_output output;
  ugi_options options;
  asc_rules *rules;
  asc_play *play;
  asc_tables *tables; /* that he may ask; NULL: none */
  asc_player *player; /* NULL: opened when there is something to search */
  asc_random random;  /* what players choose by */
  uint64_t game;      /* the seed of the game; 0: drawn when there is something to search */
  ugi_search search;
  bool small; /* searches are tiny, whatever is asked for, and over before the next line */
  bool over;  /* quit */
};

/* The session must stay where it is until it is closed. */
int ugi_session_open(ugi_session *session, FILE *out, asc_error *error);
void ugi_session_close(ugi_session *session);

/* Carries out a line as line.h hands it out, and cuts it up. */
void ugi_session_line(ugi_session *session, char *line);
/* A line came that did not fit. */
void ugi_session_too_long(ugi_session *session);
/* There is no more input. */
void ugi_session_end(ugi_session *session);
/* Quit, or nobody listens. */
bool ugi_session_is_over(const ugi_session *session);

/* For the commands: one line `info string error …`. */
void ugi_refuse(ugi_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ugi_refuse_error(ugi_session *session, const char *what, const char *culprit, const asc_error *error);
/* Whether nothing is left on the line of a command; else says so. */
bool ugi_line_done(ugi_session *session, const char *command, char *rest);

/* The command `query`, and the lines of `ugi` about it. */
void ugi_query(ugi_session *session, char *rest);
void ugi_queries_tell(ugi_session *session);

#endif
