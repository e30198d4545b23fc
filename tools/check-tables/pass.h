/* Steps shared out among threads. */
#ifndef CHECK_PASS_H
#define CHECK_PASS_H

#include "layer.h"

enum { MOST_THREADS = 256 };

double seconds_now(void);
/* Runs the steps from `begin` to before `total`, one thread for each worker. Every second `tell` hears how far they are
   done from the first on, and how many seconds it took. */
void pass_run(worker *workers, int threads, void (*step)(worker *, uint64_t), uint64_t begin, uint64_t total,
              void (*tell)(void *, uint64_t, double), void *data);

#endif
