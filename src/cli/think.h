/* What solve, analyse and review share: limits given on the command line, searches that Ctrl-C ends, who sits where.

   The first Ctrl-C ends the search in progress, and what was found is printed; the second ends the program. */
#ifndef ASC_CLI_THINK_H
#define ASC_CLI_THINK_H

#include "cli.h"
#include "study/task.h"

#include <pthread.h>

/* 0 is no limit; `time` NULL: not given. */
typedef struct think_limits {
  const char *time;     /* seconds as they were typed */
  int64_t microseconds; /* the same, once checked */
  long long depth, nodes;
  long long hash;     /* MiB; 0: as the library likes */
  long long threads;  /* 0: one */
  const char *tables; /* the folder of --tables; NULL: not given */
  bool from_scratch;  /* what is known by heart is not asked for: it is to be proved */
  bool any_game;      /* tables for other games are no error: there are several */
} think_limits;

#define THINK_DEPTH_MAX 1000
/* Lines for the table of options of a command. A proof has no use for threads. */
#define THINK_OPTIONS(limits)                                                               \
  {"time", CLI_TEXT, &(limits)->time, 0, 0}, {"tables", CLI_TEXT, &(limits)->tables, 0, 0}, \
      {"nodes", CLI_NUMBER, &(limits)->nodes, 1, INT64_MAX}, {                              \
    "hash", CLI_NUMBER, &(limits)->hash, 1, 1 << 20                                         \
  }
#define THINK_THREADS(limits) \
  { "threads", CLI_NUMBER, &(limits)->threads, 1, ASC_THREADS_MAX }

/* Reads --time, in seconds with decimals, and sees that the table fits. CLI_OK, or the status after the error was
 * printed. */
int think_limits_check(const char *command, think_limits *limits);

/* What should be done now and then during a search, such as drawing how far it is, by the thread that started it. */
typedef struct think_watch {
  void (*poll)(void *data); /* every millisecond or so */
  void *data;
  pthread_t thread;      /* set by think_open, */
  asc_tablebase *tables; /* and the tables it may ask; NULL: none */
} think_watch;

/* A search with that table and these threads, run by the thread that opens it, with tables of solved positions where
   there are any. The watch must outlive it. CLI_OK, or the status after the error was printed. */
int think_open(const char *command, asc_search **search, const asc_rules *rules, const think_limits *limits,
               think_watch *watch);
void think_close(asc_search *search, think_watch *watch);
/* Whether Ctrl-C was pressed since the first search was opened. */
bool think_interrupted(void);
bool think_stopped(void *data); /* the same for an asc_watch, whatever its data */
/* From now on the first Ctrl-C or SIGTERM only asks to come to an end. */
void think_interruptible(void);

/* As a study wants them. */
asc_limits think_limits_of(const think_limits *limits);

#endif
