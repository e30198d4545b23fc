/* A pass: one step for each row of a layer, or for each sample. The steps are divided among threads. */
#ifndef CHECK_PASS_H
#define CHECK_PASS_H

#include "layer.h"

enum { CHECK_THREADS_MAX = 256 };

/* Returns the time of the monotonic clock in seconds. */
double check_seconds_now(void);
/* Runs the steps from `begin` up to but not including `total`, with one thread for each worker. About once per
   second it calls `on_progress` with `data`, the number of the first step that is not done, and the seconds since
   the start. */
void check_pass_run(check_worker *workers, int threads, void (*step)(check_worker *, uint64_t), uint64_t begin,
                    uint64_t total, void (*on_progress)(void *, uint64_t, double), void *data);

#endif
