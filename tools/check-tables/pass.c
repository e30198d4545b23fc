/* See pass.h. */
#include "pass.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { SPAN = 16 };

double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Steps from `next` to `total`, shared out in spans among the threads. */
typedef struct pass {
  void (*step)(worker *, uint64_t);
  uint64_t total;
  atomic_ullong next, at[MOST_THREADS]; /* the next span; of each thread, where the one it works on begins */
  pthread_mutex_t lock;
  pthread_cond_t ended;
  int running;
} pass;

typedef struct thread {
  pass *pass;
  worker *worker;
  int number;
} thread;

static void *thread_run(void *data) {
  const thread *self = data;
  pass *in = self->pass;
  uint64_t begin;
  while ((begin = atomic_fetch_add(&in->next, SPAN)) < in->total) {
    atomic_store(&in->at[self->number], begin);
    for (uint64_t i = begin; i < begin + SPAN && i < in->total; i++) in->step(self->worker, i);
  }
  atomic_store(&in->at[self->number], in->total);
  pthread_mutex_lock(&in->lock);
  in->running--;
  pthread_cond_signal(&in->ended);
  pthread_mutex_unlock(&in->lock);
  return NULL;
}

/* All steps before this one are done: no thread works on an earlier one. */
static uint64_t pass_done(pass *in, int threads) {
  uint64_t least = in->total;
  for (int i = 0; i < threads; i++) {
    uint64_t at = atomic_load(&in->at[i]);
    if (at < least) least = at;
  }
  return least;
}

void pass_run(worker *workers, int threads, void (*step)(worker *, uint64_t), uint64_t begin, uint64_t total,
              void (*tell)(void *, uint64_t, double), void *data) {
  pass run = {.step = step, .total = total, .running = threads};
  thread selves[MOST_THREADS];
  pthread_t ids[MOST_THREADS];
  pthread_mutex_init(&run.lock, NULL);
  pthread_cond_init(&run.ended, NULL);
  atomic_store(&run.next, begin);
  double start = seconds_now();
  for (int i = 0; i < threads; i++) {
    atomic_store(&run.at[i], begin);
    selves[i] = (thread){&run, &workers[i], i};
  }
  for (int i = 0; i < threads; i++)
    if (pthread_create(&ids[i], NULL, thread_run, &selves[i]) != 0) stop(STATUS_MACHINE, "no thread can be started");
  pthread_mutex_lock(&run.lock);
  while (run.running > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (pthread_cond_timedwait(&run.ended, &run.lock, &until) != 0)
      tell(data, pass_done(&run, threads), seconds_now() - start);
  }
  pthread_mutex_unlock(&run.lock);
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
}
