/* Threads: see parallel.h. Uses POSIX threads, except in WebAssembly, which has none. */
#include "parallel.h"

#include <stdatomic.h>

#ifdef __wasm__

int asc_parallel_thread_count(int requested) {
  (void)requested;
  return 1;
}

int asc_parallel_call(int threads, asc_parallel_work *work, void *data) {
  (void)threads;
  work(data, 0);
  return 1;
}

#else

#include <pthread.h>
#include <unistd.h>

int asc_parallel_thread_count(int requested) {
  long processors = requested > 0 ? requested : sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors > ASC_THREADS_MAX ? ASC_THREADS_MAX : (int)processors;
}

typedef struct thread_member {
  asc_parallel_work *work;
  void *data;
  int number;
  pthread_t thread;
} thread_member;

static void *member_start(void *data) {
  const thread_member *self = data;
  self->work(self->data, self->number);
  return NULL;
}

int asc_parallel_call(int threads, asc_parallel_work *work, void *data) {
  thread_member members[ASC_THREADS_MAX];
  int started = 1;
  for (; started < threads; started++) {
    thread_member *member = &members[started];
    *member = (thread_member){.work = work, .data = data, .number = started};
    if (pthread_create(&member->thread, NULL, member_start, member) != 0) break;
  }
  work(data, 0);
  for (int i = 1; i < started; i++) pthread_join(members[i].thread, NULL);
  return started;
}

#endif

typedef struct item_queue {
  asc_parallel_item *do_item;
  void *data;
  uint64_t count;
  atomic_uint_fast64_t next;
} item_queue;

static void queue_process(void *data, int member) {
  item_queue *queue = data;
  for (;;) {
    uint64_t next = atomic_fetch_add_explicit(&queue->next, 1, memory_order_relaxed);
    if (next >= queue->count) return;
    queue->do_item(queue->data, member, next);
  }
}

void asc_parallel_for(int threads, uint64_t count, asc_parallel_item *do_item, void *data) {
  item_queue queue = {.do_item = do_item, .data = data, .count = count};
  atomic_init(&queue.next, 0);
  (void)asc_parallel_call(threads, queue_process, &queue);
}
