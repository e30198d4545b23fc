/* Engines at seats: worker threads with a queue that is fair to persons. A level counts positions, not time: on a busy
   machine it plays as well, only later. */
#include "live.h"

#include <ascona/player.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct thought thought;
struct thought {
  thought *next;
  char game[ASC_ID_TEXT], owner[ASC_ID_TEXT];
  int number, seat, level;
  const asc_rules *rules;
  asc_position position;
  uint64_t *keys;
  int key_count, plies_left;
  uint64_t seed;
  char token[ASC_TOKEN_MAX]; /* "": it failed */
};

enum { SERVED = 64 };

struct live_engines {
  web_live *live;
  pthread_mutex_t mutex;
  pthread_cond_t more;
  thought *first, **end;     /* that wait */
  thought *done, **done_end; /* that are done */
  thought **running;         /* a place for each thread */
  pthread_t *threads;
  int count, waiting;
  bool closing;
  uint64_t turns; /* taken so far */
  struct {
    char owner[ASC_ID_TEXT];
    uint64_t turn;
  } served[SERVED]; /* who was last, and when; who is not here was not for long */
};

static int running_of(const live_engines *engines, const char *owner) {
  int count = 0;
  for (int i = 0; i < engines->count; i++)
    count += engines->running[i] != NULL && strcmp(engines->running[i]->owner, owner) == 0;
  return count;
}

static uint64_t served_of(const live_engines *engines, const char *owner) {
  uint64_t turn = 0;
  for (int i = 0; i < SERVED; i++)
    if (engines->served[i].turn > turn && strcmp(engines->served[i].owner, owner) == 0) turn = engines->served[i].turn;
  return turn;
}

/* Of those for whom the fewest threads work now, who was served longest ago: each in turn, however much one asks for.
 */
static thought *thought_take(live_engines *engines) {
  thought **best = &engines->first; /* there is one */
  int fewest = INT32_MAX;
  uint64_t oldest = UINT64_MAX;
  for (thought **at = &engines->first; *at != NULL && (fewest > 0 || oldest > 0); at = &(*at)->next) {
    int running = running_of(engines, (*at)->owner);
    uint64_t served = running > fewest ? UINT64_MAX : served_of(engines, (*at)->owner);
    if (running > fewest || (running == fewest && served >= oldest)) continue;
    fewest = running;
    oldest = served;
    best = at;
  }
  thought *taken = *best;
  uint64_t turn = ++engines->turns;
  memcpy(engines->served[turn % SERVED].owner, taken->owner, sizeof taken->owner);
  engines->served[turn % SERVED].turn = turn;
  *best = taken->next;
  if (engines->end == &taken->next) engines->end = best;
  engines->waiting--;
  return taken;
}

static bool stopped(void *data) {
  live_engines *engines = data;
  pthread_mutex_lock(&engines->mutex);
  bool closing = engines->closing;
  pthread_mutex_unlock(&engines->mutex);
  return closing;
}

static void think(live_engines *engines, thought *task) {
  char name[ASC_PLAYER_NAME_MAX];
  asc_player *player;
  const asc_host host = {.stop = stopped, .data = engines};
  (void)snprintf(name, sizeof name, "%d", task->level);
  if (asc_player_open(&player, task->rules, name, &host, NULL) < 0) return;
  asc_move move;
  const asc_task wanted = {.position = &task->position,
                           .keys = task->keys,
                           .key_count = task->key_count,
                           .plies_left = task->plies_left,
                           .game = task->seed};
  if (asc_player_choose(player, &wanted, task->seed + (uint64_t)task->number, &move, NULL) >= 0)
    asc_move_write(task->rules, &task->position, move, task->token);
  asc_player_close(player);
}

typedef struct worker {
  live_engines *engines;
  int index;
} worker;

static void *work(void *data) {
  worker own = *(worker *)data;
  live_engines *engines = own.engines;
  free(data);
  pthread_mutex_lock(&engines->mutex);
  for (;;) {
    while (engines->first == NULL && !engines->closing) pthread_cond_wait(&engines->more, &engines->mutex);
    if (engines->closing) break;
    thought *task = thought_take(engines);
    engines->running[own.index] = task;
    pthread_mutex_unlock(&engines->mutex);
    think(engines, task);
    pthread_mutex_lock(&engines->mutex);
    engines->running[own.index] = NULL;
    task->next = NULL;
    *engines->done_end = task;
    engines->done_end = &task->next;
    uv_async_send(&engines->live->wake);
  }
  pthread_mutex_unlock(&engines->mutex);
  return NULL;
}

int asc_engines_open(live_engines **result, web_live *live, int threads) {
  live_engines *engines = calloc(1, sizeof *engines);
  *result = engines;
  if (engines == NULL) return ASC_E_MEMORY;
  engines->live = live;
  engines->end = &engines->first;
  engines->done_end = &engines->done;
  engines->threads = calloc((size_t)threads, sizeof *engines->threads);
  engines->running = calloc((size_t)threads, sizeof(thought *));
  pthread_mutex_init(&engines->mutex, NULL);
  pthread_cond_init(&engines->more, NULL);
  if (engines->threads == NULL || engines->running == NULL) return ASC_E_MEMORY;
  pthread_mutex_lock(&engines->mutex);
  int code = ASC_OK;
  for (int i = 0; code == ASC_OK && i < threads; i++) {
    worker *own = malloc(sizeof *own);
    if (own != NULL) *own = (worker){engines, i};
    if (own == NULL || pthread_create(&engines->threads[i], NULL, work, own) != 0) {
      free(own);
      code = ASC_E_MEMORY;
    } else {
      engines->count++;
    }
  }
  pthread_mutex_unlock(&engines->mutex);
  return code;
}

static void thought_free(live_engines *engines, thought *task) {
  asc_library_give_back(engines->live->library, task->rules);
  free(task->keys);
  free(task);
}

void asc_engines_close(live_engines *engines) {
  if (engines == NULL) return;
  pthread_mutex_lock(&engines->mutex);
  engines->closing = true;
  pthread_cond_broadcast(&engines->more);
  pthread_mutex_unlock(&engines->mutex);
  for (int i = 0; i < engines->count; i++) pthread_join(engines->threads[i], NULL);
  for (thought *lists[] = {engines->first, engines->done}, **list = lists; list < lists + 2; list++)
    while (*list != NULL) {
      thought *task = *list;
      *list = task->next;
      thought_free(engines, task);
    }
  pthread_cond_destroy(&engines->more);
  pthread_mutex_destroy(&engines->mutex);
  free(engines->threads);
  free(engines->running);
  free(engines);
}

void asc_engines_ask(live_engines *engines, live_room *room, int seat, int level) {
  char spec[ASC_SPEC_MAX];
  const online_room *own = room->room;
  thought *task = calloc(1, sizeof *task);
  if (task == NULL || !asc_spec_write(own->rules, spec)) {
    free(task);
    return;
  }
  const uint64_t *keys;
  task->key_count = asc_play_keys(own->play, &keys);
  task->keys = malloc((size_t)task->key_count * sizeof *keys);
  task->rules = asc_library_take(engines->live->library, spec);
  if (task->keys == NULL || task->rules == NULL) {
    thought_free(engines, task);
    return;
  }
  memcpy(task->keys, keys, (size_t)task->key_count * sizeof *keys);
  memcpy(task->game, room->id, sizeof task->game);
  memcpy(task->owner, own->owner, sizeof task->owner);
  memcpy(&task->position, asc_play_position(own->play), own->rules->position_size);
  int limit = own->rules->ply_limit;
  task->plies_left = limit > 0 ? limit - asc_play_plies(own->play) : 0;
  task->number = own->number;
  task->seat = seat;
  task->level = level;
  for (const char *at = room->id; *at != '\0'; at++) task->seed = task->seed * 31 + (unsigned char)*at;
  room->thinking = true;
  room->asked = own->number;
  pthread_mutex_lock(&engines->mutex);
  *engines->end = task;
  engines->end = &task->next;
  engines->waiting++;
  pthread_cond_signal(&engines->more);
  pthread_mutex_unlock(&engines->mutex);
}

void asc_engines_deliver(live_engines *engines) {
  if (engines == NULL) return;
  pthread_mutex_lock(&engines->mutex);
  thought *task = engines->done;
  engines->done = NULL;
  engines->done_end = &engines->done;
  pthread_mutex_unlock(&engines->mutex);
  while (task != NULL) {
    thought *next = task->next;
    asc_hall_engine_done(engines->live, task->game, task->number, task->seat, task->token);
    thought_free(engines, task);
    task = next;
  }
}

int asc_engines_waiting(live_engines *engines) {
  pthread_mutex_lock(&engines->mutex);
  int waiting = engines->waiting;
  pthread_mutex_unlock(&engines->mutex);
  return waiting;
}
