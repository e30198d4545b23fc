#include "team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

int retro_team_size(int asked) {
  long processors = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors > RETRO_TEAM_MAX ? RETRO_TEAM_MAX : (int)processors;
}

typedef struct team_state {
  retro_work *work;
  void *data;
  uint64_t count;
  atomic_uint_fast64_t next;
} team_state;

typedef struct team_member {
  team_state *team;
  int number;
  pthread_t thread;
} team_member;

static void *member_run(void *data) {
  team_member *self = data;
  team_state *team = self->team;
  for (;;) {
    uint64_t piece = atomic_fetch_add_explicit(&team->next, 1, memory_order_relaxed);
    if (piece >= team->count) return NULL;
    team->work(team->data, self->number, piece);
  }
}

void retro_team_run(int threads, uint64_t count, retro_work *work, void *data) {
  team_state team = {.work = work, .data = data, .count = count};
  team_member members[RETRO_TEAM_MAX];
  int started = 1;
  atomic_init(&team.next, 0);
  members[0] = (team_member){.team = &team};
  for (int i = 1; i < threads; i++) members[i] = (team_member){.team = &team, .number = i};
  while (started < threads && pthread_create(&members[started].thread, NULL, member_run, &members[started]) == 0)
    started++;
  member_run(&members[0]);
  for (int i = 1; i < started; i++) pthread_join(members[i].thread, NULL);
}
