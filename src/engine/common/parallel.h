/* Running one job on several threads.

   The calling thread takes part as member 0. In WebAssembly, and if the system cannot start more threads, the job is
   done with fewer threads. So a job must not depend on the number of threads. */
#ifndef ASC_ENGINE_COMMON_PARALLEL_H
#define ASC_ENGINE_COMMON_PARALLEL_H

#include <ascona/search.h>

/* Returns the number of threads to use: `requested`, or the number of processors if that is 0, but at most
   ASC_THREADS_MAX. Always 1 in WebAssembly. */
int asc_parallel_thread_count(int requested);

/* The work of one thread. No two threads have the same number `member` at the same time. */
typedef void asc_parallel_work(void *data, int member);
/* Calls work(0) in this thread and work(1) to work(threads - 1) in new threads. `threads` is at most ASC_THREADS_MAX.
   Waits for all of them and returns how many took part. */
int asc_parallel_call(int threads, asc_parallel_work *work, void *data);

/* Item number `item` of a job, done by thread `member`. */
typedef void asc_parallel_item(void *data, int member, uint64_t item);
/* Does items 0 … count - 1 in any order. A thread that finishes an item takes the next free one. */
void asc_parallel_for(int threads, uint64_t count, asc_parallel_item *do_item, void *data);

#endif
