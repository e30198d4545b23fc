/* The game thread of the server: a live_loop in the real world, with a queue to it and a queue from it.

   The network thread posts inputs and takes outputs; neither ever waits for the other. */
#ifndef ASC_LIVE_THREAD_H
#define ASC_LIVE_THREAD_H

#include "live.h"

typedef struct live_thread live_thread;

typedef struct live_thread_options {
  const char *database;
  live_options live;  /* heartbeat, is_shared and cookie are filled in by live_thread_open */
  int engine_threads; /* 0: one less than there are processors, at least one */
  /* Called from any thread when there is output to take. */
  void (*on_output)(void *data);
  void (*complain)(void *data, const char *line);
  void (*local_addresses)(void *data, asc_json *json);
  void *data;
} live_thread_options;

/* Opens the database and the loop. The thread starts with live_thread_start. */
int live_thread_open(live_thread **result, const live_thread_options *options, asc_error *error);
int live_thread_start(live_thread *thread, asc_error *error);
/* Checks the whole database. Before the thread starts. */
int live_thread_check(live_thread *thread, asc_error *error);
/* The name of the cookie, which carries the database's id. */
const char *live_thread_cookie(const live_thread *thread);

/* ms, the clock by which requests are stamped. */
int64_t live_thread_clock(void);
/* Takes the input over and stamps its request. False: the queue is full, and the input is still the caller's; only a
   REQUEST is ever refused. */
bool live_thread_post(live_thread *thread, live_input *input);
/* All outputs so far, in order, as a list; NULL: none. */
live_output *live_thread_take(live_thread *thread);
/* Steps so far: a number that stands still means that the thread hangs. */
uint64_t live_thread_progress(const live_thread *thread);
/* Milliseconds since the running step began; 0: it waits for work. */
int64_t live_thread_busy(const live_thread *thread);
/* Ends a wait for the database at once. */
void live_thread_interrupt(live_thread *thread);
/* Joins the thread and closes everything. Post LIVE_INPUT_STOP first for a calm end. NULL is allowed. */
void live_thread_close(live_thread *thread);

#endif
