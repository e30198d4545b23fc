/* The engine protocol, one line at a time. docs/ugi.md describes the protocol.

   There is always a position. A command is checked completely before anything changes: a rejected command changes
   nothing, not even a running search. A command that changes what a search depends on stops the search first, with its
   `bestmove`. */
#ifndef ASC_UGI_SESSION_H
#define ASC_UGI_SESSION_H

#include <ascona/random.h>

#include "options.h"
#include "search.h"

/* Access to tablebases, given by the front end. They depend on the rules, so every new game opens its own. */
typedef struct ugi_tablebase_hooks {
  /* Opens the tablebase of a folder. Leaves `probe` NULL if these rules have no tablebase. Returns ASC_OK or an error
     code. */
  int (*open)(asc_oracle *tablebase, const asc_rules *rules, const char *folder, asc_error *error);
  void (*close)(const asc_oracle *tablebase);
  /* Returns whether a file turned out to be damaged, which an oracle cannot report. */
  bool (*is_damaged)(const asc_oracle *tablebase);
  const char *default_folder; /* until setoption changes it; NULL: none */
} ugi_tablebase_hooks;

struct ugi_session {
  ugi_tablebase_hooks tablebase_hooks;
  ugi_output output;
  ugi_options options;
  asc_rules *rules;
  asc_play *play;
  asc_oracle tablebase; /* for the player; probe NULL: none */
  asc_player *player;   /* NULL: opened by the next search */
  asc_random random;    /* source of the seeds of games and moves */
  uint64_t game_seed;   /* 0: drawn by the next search */
  ugi_search search;
  bool tiny_searches; /* for fuzzing: every search is tiny and over before the next line */
  bool has_quit;      /* the command quit, or the end of the input */
};

/* Opens a session that prints to `out`. The session must not move until it is closed. The hooks are copied; NULL: no
   tablebases. Returns ASC_OK, or an error code with the session closed. */
int ugi_session_open(ugi_session *session, FILE *out, const ugi_tablebase_hooks *hooks, asc_error *error);
void ugi_session_close(ugi_session *session);

/* Runs a command line, as read by line.h, and cuts it up. */
void ugi_session_run_line(ugi_session *session, char *line);
/* Reports that a line was too long. */
void ugi_session_reject_long_line(ugi_session *session);
/* Stops the search and ends the session: the input has ended, or the command quit came. */
void ugi_session_quit(ugi_session *session);
/* Returns whether the session has ended or its output is closed. */
bool ugi_session_is_over(const ugi_session *session);

/* For commands: print one line `info string error …`. The second writes "what: error", and names `token` if the error
   does not name one. */
void ugi_session_reject(ugi_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ugi_session_reject_error(ugi_session *session, const char *what, const char *token, const asc_error *error);
/* Returns whether nothing is left on the line of a command. Otherwise prints an error and returns false. */
bool ugi_session_expect_line_end(ugi_session *session, const char *command, char *rest);

/* Runs the command `query`; `rest` is the rest of its line, which it cuts up. */
void ugi_command_query(ugi_session *session, char *rest);
/* Prints the lines of the command `ugi` that list the queries. */
void ugi_queries_print(ugi_session *session);

#endif
