#include "team.h"

#include <stdatomic.h>

#ifdef __wasm__

int asc_team_size(int asked) {
  (void)asked;
  return 1;
}

int asc_team_run(int threads, asc_team_work *work, void *data) {
  (void)threads;
  work(data, 0);
  return 1;
}

#else

#include <pthread.h>
#include <unistd.h>

int asc_team_size(int asked) {
  long processors = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors > ASC_THREADS_MAX ? ASC_THREADS_MAX : (int)processors;
}

typedef struct team_member {
  asc_team_work *work;
  void *data;
  int number;
  pthread_t thread;
} team_member;

static void *member_run(void *data) {
  const team_member *self = data;
  self->work(self->data, self->number);
  return NULL;
}

int asc_team_run(int threads, asc_team_work *work, void *data) {
  team_member members[ASC_THREADS_MAX];
  int started = 1;
  for (; started < threads; started++) {
    team_member *member = &members[started];
    *member = (team_member){.work = work, .data = data, .number = started};
    if (pthread_create(&member->thread, NULL, member_run, member) != 0) break;
  }
  work(data, 0);
  for (int i = 1; i < started; i++) pthread_join(members[i].thread, NULL);
  return started;
}

#endif

typedef struct team_pieces {
  asc_team_piece *piece;
  void *data;
  uint64_t count;
  atomic_uint_fast64_t next;
} team_pieces;

static void pieces_take(void *data, int member) {
  team_pieces *pieces = data;
  for (;;) {
    uint64_t next = atomic_fetch_add_explicit(&pieces->next, 1, memory_order_relaxed);
    if (next >= pieces->count) return;
    pieces->piece(pieces->data, member, next);
  }
}

void asc_team_share(int threads, uint64_t count, asc_team_piece *piece, void *data) {
  team_pieces pieces = {.piece = piece, .data = data, .count = count};
  atomic_init(&pieces.next, 0);
  (void)asc_team_run(threads, pieces_take, &pieces);
}
