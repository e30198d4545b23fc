/* What solve, analyse and review share: limits given on the command line, searches that Ctrl-C ends, who sits where.

   The first Ctrl-C ends the search in progress, and what was found is printed; the second ends the program. */
#ifndef ASC_CLI_THINK_H
#define ASC_CLI_THINK_H

#include "cli.h"

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
  void (*look)(void *data); /* every millisecond or so */
  void *data;
  pthread_t thread;   /* set by think_open, */
  asc_tables *tables; /* and the tables it may ask; NULL: none */
} think_watch;

/* A search with that table and these threads, run by the thread that opens it, with tables of solved positions where
   there are any. The watch must outlive it. CLI_OK, or the status after the error was printed. */
int think_open(const char *command, asc_search **search, const asc_rules *rules, const think_limits *limits,
               think_watch *watch);
void think_close(asc_search *search, think_watch *watch);
/* A clock that never goes back. */
int64_t think_microseconds(void);
/* Whether Ctrl-C was pressed since the first search was opened. */
bool think_interrupted(void);
/* From now on the first Ctrl-C only asks to come to an end. */
void think_interruptible(void);

/* The position now with its history, to be searched within the limits. */
asc_task think_task(const asc_play *play, const think_limits *limits);

/* The players as the game calls them, and whose turn it is. */
typedef struct think_seats {
  char names[ASC_PLAYERS_MAX][64];
  int player;   /* who is to choose, or to spend the points of the roll */
  bool rolling; /* a die is to be rolled */
} think_seats;
/* ASC_OK or ASC_E_MEMORY. */
int think_seats_read(think_seats *seats, const asc_rules *rules, const void *position);

/* "Black won 22 to 0", the winner's points first; "a draw, 0 to 0". */
void think_result_write(const asc_rules *rules, const think_seats *seats, const asc_outcome *outcome, char *text,
                        size_t size);
/* The score of a finished game for a player, in hundredths: his margin, or his share of the first place. */
int32_t think_outcome_score(const asc_rules *rules, const asc_outcome *outcome, int player);

#endif
