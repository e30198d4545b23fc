#include "crew.h"

#ifdef __wasm__

int crew_run(asc_search *search, int count, void (*lead)(void *data), void (*help)(void *data),
             void *(*member)(void *all, int index), void *all) {
  (void)count;
  (void)help;
  lead(member(all, 0));
  atomic_store(&search->ended, true);
  return 1;
}

#else

#include <pthread.h>

typedef struct helper {
  pthread_t thread;
  void (*help)(void *data);
  void *data;
} helper;

static void *helper_run(void *data) {
  helper *self = data;
  self->help(self->data);
  return NULL;
}

int crew_run(asc_search *search, int count, void (*lead)(void *data), void (*help)(void *data),
             void *(*member)(void *all, int index), void *all) {
  helper helpers[THREADS_MAX];
  int started = 1;
  for (; started < count; started++) {
    helpers[started] = (helper){.help = help, .data = member(all, started)};
    if (pthread_create(&helpers[started].thread, NULL, helper_run, &helpers[started]) != 0) break;
  }
  lead(member(all, 0));
  atomic_store(&search->ended, true);
  for (int i = 1; i < started; i++) pthread_join(helpers[i].thread, NULL);
  return started;
}

#endif
