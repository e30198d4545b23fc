/* What the engine thinks while a person does: a search in a thread of its own that goes deeper and deeper. It is there
   only where somebody wants it, and ends as soon as it is told to. */
#ifndef ASC_CLI_PLAY_WATCH_H
#define ASC_CLI_PLAY_WATCH_H

#include "table.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct play_watch {
  asc_search *search; /* NULL: nobody has asked for it yet */
  asc_task task;
  pthread_t thread;
  bool running;
  atomic_bool stop;
  pthread_mutex_t guard; /* of what was found: */
  bool found;
  asc_line line;
  uint64_t hash; /* and of which position */
} play_watch;

/* All zero is a watch that has not begun. To be closed before the table is. */
void watch_close(play_watch *watch);

/* Thinks on about the game, in which a player is to move and which stays as it is until watch_stop. `tables` may be
   NULL. ASC_OK, or why there is no watching. */
int watch_start(play_watch *watch, const play_table *table, asc_tablebase *tables);
void watch_stop(play_watch *watch);
/* The best line found for the position of the latest start. False: none yet. */
bool watch_line(play_watch *watch, asc_line *line);

#endif
