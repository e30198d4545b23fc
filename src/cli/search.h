/* Searches of `ascona solve`, `analyse` and `review`: limits from the command line, tablebases, and Ctrl-C.

   The first Ctrl-C ends the search in progress, and the command prints the results found so far. The second Ctrl-C ends
   the program. */
#ifndef CLI_SEARCH_H
#define CLI_SEARCH_H

#include "cli.h"
#include "study/search_task.h"

#include <pthread.h>

/* The search options of a command. A limit of 0 means no limit. */
typedef struct cli_search_options {
  const char *time_text; /* seconds as typed; NULL: --time was not given */
  int64_t time_us;       /* the same in microseconds, after cli_search_options_check */
  long long depth, nodes;
  long long hash_mib;        /* 0: the library's default */
  long long threads;         /* 0: one */
  const char *tables_folder; /* the argument of --tables; NULL: not given */
  bool without_book;         /* do not use the opening book: prove everything */
  bool may_lack_tables;      /* --tables without a tablebase for this game is not an error: there are several games */
} cli_search_options;

#define CLI_SEARCH_DEPTH_MAX 1000
/* Rows for a command's array of cli_option. Threads are separate because a proof uses only one. */
#define CLI_SEARCH_OPTIONS(limits)                                                                      \
  {"time", CLI_TEXT, &(limits)->time_text, 0, 0}, {"tables", CLI_TEXT, &(limits)->tables_folder, 0, 0}, \
      {"nodes", CLI_NUMBER, &(limits)->nodes, 1, INT64_MAX}, {                                          \
    "hash", CLI_NUMBER, &(limits)->hash_mib, 1, 1 << 20                                                 \
  }
#define CLI_SEARCH_THREADS_OPTION(limits) \
  { "threads", CLI_NUMBER, &(limits)->threads, 1, ASC_THREADS_MAX }

/* Reads time_text (seconds, decimals allowed) into time_us and checks that the transposition table fits into memory.
   Returns CLI_OK, or an exit status after printing the error. */
int cli_search_options_check(const char *command, cli_search_options *options);

/* The surroundings of a search. The caller sets `poll` and `data`, cli_search_open sets the rest. */
typedef struct cli_search_context {
  void (*poll)(void *data); /* called about every millisecond during a search, by `thread`; draws progress */
  void *data;
  pthread_t thread;      /* the thread that opened the search and runs it */
  asc_tablebase *tables; /* owned; NULL: none */
} cli_search_context;

/* Opens a search with these options. It uses the tablebase for the game if there is one, otherwise the opening book
   unless the options forbid it. The calling thread must also run the search. `context` must outlive it. Returns
   CLI_OK, or an exit status after printing the error. */
int cli_search_open(const char *command, asc_search **search, const asc_rules *rules, const cli_search_options *options,
                    cli_search_context *context);
/* Closes the search and the tablebase of its context. */
void cli_search_close(asc_search *search, cli_search_context *context);
/* Returns whether Ctrl-C or SIGTERM came since cli_search_catch_interrupts was first called. */
bool cli_search_is_interrupted(void);
/* The same as a callback for an asc_progress; `data` is ignored. */
bool cli_search_should_stop(void *data);
/* From now on the first Ctrl-C or SIGTERM only sets a flag. cli_search_open calls this. */
void cli_search_catch_interrupts(void);

/* Returns depth, nodes and time in the form that the functions of src/study take. */
asc_search_limits cli_search_limits(const cli_search_options *options);

#endif
