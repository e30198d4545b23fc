/* Runs the steps of a pass on several threads. See pass.h. */
#include "pass.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* Steps that a thread takes at a time. */
enum { SPAN = 16 };

double check_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A run of steps up to `total`. Threads take spans of steps from `next`. */
typedef struct pass {
  void (*step)(check_worker *, uint64_t);
  uint64_t total;
  atomic_ullong next, at[CHECK_THREADS_MAX]; /* start of the next span; by thread, start of the span that it works on */
  pthread_mutex_t lock;
  pthread_cond_t ended;
  int running;
} pass;

typedef struct thread {
  pass *pass;
  check_worker *worker;
  int number;
} thread;

static void *thread_run(void *data) {
  const thread *self = data;
  pass *run = self->pass;
  uint64_t begin;
  while ((begin = atomic_fetch_add(&run->next, SPAN)) < run->total) {
    atomic_store(&run->at[self->number], begin);
    for (uint64_t i = begin; i < begin + SPAN && i < run->total; i++) run->step(self->worker, i);
  }
  atomic_store(&run->at[self->number], run->total);
  pthread_mutex_lock(&run->lock);
  run->running--;
  pthread_cond_signal(&run->ended);
  pthread_mutex_unlock(&run->lock);
  return NULL;
}

/* Returns the first step that may not be done yet: no thread works on an earlier one. */
static uint64_t pass_done(pass *run, int threads) {
  uint64_t earliest = run->total;
  for (int i = 0; i < threads; i++) {
    uint64_t at = atomic_load(&run->at[i]);
    if (at < earliest) earliest = at;
  }
  return earliest;
}

void check_pass_run(check_worker *workers, int threads, void (*step)(check_worker *, uint64_t), uint64_t begin,
                    uint64_t total, void (*on_progress)(void *, uint64_t, double), void *data) {
  pass run = {.step = step, .total = total, .running = threads};
  thread contexts[CHECK_THREADS_MAX];
  pthread_t ids[CHECK_THREADS_MAX];
  pthread_mutex_init(&run.lock, NULL);
  pthread_cond_init(&run.ended, NULL);
  atomic_store(&run.next, begin);
  double start = check_seconds_now();
  for (int i = 0; i < threads; i++) {
    atomic_store(&run.at[i], begin);
    contexts[i] = (thread){&run, &workers[i], i};
  }
  for (int i = 0; i < threads; i++)
    if (pthread_create(&ids[i], NULL, thread_run, &contexts[i]) != 0)
      check_fail(CHECK_STATUS_MACHINE, "no thread can be started");
  pthread_mutex_lock(&run.lock);
  while (run.running > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (pthread_cond_timedwait(&run.ended, &run.lock, &until) != 0)
      on_progress(data, pass_done(&run, threads), check_seconds_now() - start);
  }
  pthread_mutex_unlock(&run.lock);
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
}
