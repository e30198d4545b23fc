/* Worker threads that choose the moves of engines. The queue is fair to addresses, and at each address to its persons.
   A level counts positions, not time: on a busy machine an engine plays as well, only later. */
#ifndef ASC_LIVE_ENGINES_H
#define ASC_LIVE_ENGINES_H

#include "live.h"

typedef struct live_engines live_engines;

/* `on_done` is called by a worker for each task and takes it over. */
int live_engines_open(live_engines **result, int threads, void (*on_done)(void *data, live_engine_task *task),
                      void *data, asc_error *error);
/* Stops what the workers do and drops the tasks that wait. NULL is allowed. */
void live_engines_close(live_engines *engines);
/* Takes a task over. */
void live_engines_add(live_engines *engines, live_engine_task *task);

#endif
