/* The engine protocol, a line at a time, wherever the lines come from.

   There is always a position. A command is read and checked as a whole before anything changes: one that is refused
   leaves everything as it was, a running search too. A command that changes what a search rests on ends that search
   first, with its `bestmove`. */
#ifndef ASC_UGI_SESSION_H
#define ASC_UGI_SESSION_H

#include <ascona/random.h>

#include "options.h"
#include "search.h"

/* What the front end lends. Tables depend on the rules, so they are opened anew with every game. */
typedef struct asc_ugi_host {
  /* Opens the tables of a folder; without `ask` where there can be none for these rules. */
  int (*tables_open)(asc_oracle *tables, const asc_rules *rules, const char *folder, asc_error *error);
  void (*tables_close)(const asc_oracle *tables);
  /* Whether a file of theirs turned out to be damaged: an oracle cannot say so. */
  bool (*tables_damaged)(const asc_oracle *tables);
  const char *folder; /* to begin with; NULL: none */
} asc_ugi_host;

struct asc_ugi_session {
  asc_ugi_host host;
  asc_ugi_output output;
  asc_ugi_options options;
  asc_rules *rules;
  asc_play *play;
  asc_oracle tables;  /* that he may ask; an `ask` of NULL: none */
  asc_player *player; /* NULL: opened when there is something to search */
  asc_random random;  /* what players choose by */
  uint64_t game;      /* the seed of the game; 0: drawn when there is something to search */
  asc_ugi_search search;
  bool small; /* searches are tiny, whatever is asked for, and over before the next line */
  bool over;  /* quit */
};

/* The session must stay where it is until it is closed. The host is copied; NULL: no tables can be had. */
int asc_ugi_session_open(asc_ugi_session *session, FILE *out, const asc_ugi_host *host, asc_error *error);
void asc_ugi_session_close(asc_ugi_session *session);

/* Carries out a line as line.h hands it out, and cuts it up. */
void asc_ugi_session_line(asc_ugi_session *session, char *line);
/* A line came that did not fit. */
void asc_ugi_session_too_long(asc_ugi_session *session);
/* There is no more input. */
void asc_ugi_session_end(asc_ugi_session *session);
/* Quit, or nobody listens. */
bool asc_ugi_session_is_over(const asc_ugi_session *session);

/* For the commands: one line `info string error …`. */
void asc_ugi_refuse(asc_ugi_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void asc_ugi_refuse_error(asc_ugi_session *session, const char *what, const char *culprit, const asc_error *error);
/* Whether nothing is left on the line of a command; else says so. */
bool asc_ugi_line_done(asc_ugi_session *session, const char *command, char *rest);

/* The command `query`, and the lines of `ugi` about it. */
void asc_ugi_query(asc_ugi_session *session, char *rest);
void asc_ugi_queries_tell(asc_ugi_session *session);

#endif
