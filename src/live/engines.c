/* One mutex protects the queue and the notes about whom the workers serve. A worker opens the rules of its task itself
   and keeps those of the last few specs open, so that threads share nothing but tasks. */
#include "engines.h"

#include <ascona/player.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERVED_MAX = 64, RULES_MAX = 8 };

typedef struct engine_worker {
  live_engines *engines;
  pthread_t thread;
  const live_engine_task *running; /* NULL: it waits; under the mutex */
  struct {
    char spec[ASC_SPEC_MAX];
    asc_rules *rules;
  } cache[RULES_MAX]; /* the worker's own */
  int oldest;         /* of the cache */
} engine_worker;

struct live_engines {
  void (*on_done)(void *data, live_engine_task *task);
  void *data;
  engine_worker *workers;
  int count;
  atomic_bool is_closing;
  pthread_mutex_t mutex;
  pthread_cond_t added;
  live_engine_task *first, **end; /* the queue */
  uint64_t turns;                 /* tasks taken so far */
  struct {
    char owner[ASC_ID_TEXT_SIZE];
    uint64_t address, turn;
  } served[SERVED_MAX]; /* the last clients that were served; others had to wait longer */
};

/* ---- the queue ---- */

/* Tasks are ranked by the workers that serve their address now, by when the address was last served, and then by the
   same two numbers for their owner. The lowest comes first. */
enum { RANKS = 4 };

static void rank_read(const live_engines *engines, const live_engine_task *task, uint64_t rank[RANKS]) {
  memset(rank, 0, RANKS * sizeof *rank);
  for (int i = 0; i < engines->count; i++) {
    const live_engine_task *other = engines->workers[i].running;
    rank[0] += other != NULL && other->address == task->address;
    rank[2] += other != NULL && strcmp(other->owner, task->owner) == 0;
  }
  for (int i = 0; i < SERVED_MAX; i++) {
    uint64_t turn = engines->served[i].turn;
    if (engines->served[i].address == task->address && turn > rank[1]) rank[1] = turn;
    if (turn > rank[3] && strcmp(engines->served[i].owner, task->owner) == 0) rank[3] = turn;
  }
}

static bool comes_before(const uint64_t one[RANKS], const uint64_t other[RANKS]) {
  for (int i = 0; i < RANKS; i++)
    if (one[i] != other[i]) return one[i] < other[i];
  return false;
}

static void served_add(live_engines *engines, const live_engine_task *task) {
  uint64_t turn = ++engines->turns;
  memcpy(engines->served[turn % SERVED_MAX].owner, task->owner, sizeof task->owner);
  engines->served[turn % SERVED_MAX].address = task->address;
  engines->served[turn % SERVED_MAX].turn = turn;
}

/* Takes the task that comes first. An address that has all workers but one must wait, so that one is left for others.
   Returns NULL if no task may start. */
static live_engine_task *task_take(live_engines *engines) {
  static const uint64_t lowest_possible[RANKS];
  live_engine_task **best = NULL;
  uint64_t lowest[RANKS] = {0}, rank[RANKS];
  for (live_engine_task **at = &engines->first; *at != NULL; at = &(*at)->next) {
    rank_read(engines, *at, rank);
    if (engines->count > 1 && rank[0] + 1 >= (uint64_t)engines->count) continue;
    if (best != NULL && !comes_before(rank, lowest)) continue;
    best = at;
    memcpy(lowest, rank, sizeof lowest);
    if (!comes_before(lowest_possible, lowest)) break;
  }
  if (best == NULL) return NULL;
  live_engine_task *taken = *best;
  *best = taken->next;
  if (engines->end == &taken->next) engines->end = best;
  taken->next = NULL;
  served_add(engines, taken);
  return taken;
}

/* ---- a worker ---- */

/* Returns the rules of a spec, which the worker keeps open; NULL if they cannot be opened. */
static const asc_rules *rules_find(engine_worker *worker, const char *spec) {
  for (int i = 0; i < RULES_MAX; i++)
    if (worker->cache[i].rules != NULL && strcmp(worker->cache[i].spec, spec) == 0) return worker->cache[i].rules;
  asc_rules *rules;
  if (asc_rules_open(&rules, spec, NULL) < 0) return NULL;
  int place = worker->oldest;
  worker->oldest = (place + 1) % RULES_MAX;
  asc_rules_close(worker->cache[place].rules);
  worker->cache[place].rules = rules;
  (void)snprintf(worker->cache[place].spec, sizeof worker->cache[place].spec, "%s", spec);
  return rules;
}

static bool should_stop(void *data) { return atomic_load(&((live_engines *)data)->is_closing); }

/* Sets the task's token; it stays "" if there is no move. */
static void move_choose(engine_worker *worker, live_engine_task *task) {
  char name[ASC_PLAYER_NAME_MAX];
  asc_player *player;
  asc_move move;
  const asc_search_hooks hooks = {.should_stop = should_stop, .data = worker->engines};
  const asc_rules *rules = rules_find(worker, task->spec);
  task->token[0] = '\0';
  (void)snprintf(name, sizeof name, "%d", task->level);
  if (rules == NULL || asc_player_open(&player, rules, name, &hooks, NULL) < 0) return;
  const asc_search_task search = {.position = &task->position,
                                  .keys = task->keys,
                                  .key_count = task->key_count,
                                  .plies_left = task->plies_left,
                                  .game_seed = task->seed};
  if (asc_player_choose(player, &search, task->seed + (uint64_t)task->number, &move, NULL) >= 0)
    asc_move_write(rules, &task->position, move, task->token);
  asc_player_close(player);
}

static void *worker_run(void *data) {
  engine_worker *worker = data;
  live_engines *engines = worker->engines;
  pthread_mutex_lock(&engines->mutex);
  while (!atomic_load(&engines->is_closing)) {
    live_engine_task *task = task_take(engines);
    if (task == NULL) {
      pthread_cond_wait(&engines->added, &engines->mutex);
      continue;
    }
    worker->running = task;
    pthread_mutex_unlock(&engines->mutex);
    move_choose(worker, task);
    pthread_mutex_lock(&engines->mutex);
    worker->running = NULL;
    pthread_cond_broadcast(&engines->added); /* its address may have had too many workers */
    pthread_mutex_unlock(&engines->mutex);
    engines->on_done(engines->data, task);
    pthread_mutex_lock(&engines->mutex);
  }
  pthread_mutex_unlock(&engines->mutex);
  return NULL;
}

/* ---- opening and closing ---- */

int live_engines_open(live_engines **result, int threads, void (*on_done)(void *data, live_engine_task *task),
                      void *data, asc_error *error) {
  *result = NULL;
  live_engines *engines = calloc(1, sizeof *engines);
  engine_worker *workers = calloc((size_t)threads, sizeof *workers);
  if (engines == NULL || workers == NULL) {
    free(engines);
    free(workers);
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  }
  engines->on_done = on_done;
  engines->data = data;
  engines->workers = workers;
  engines->end = &engines->first;
  pthread_mutex_init(&engines->mutex, NULL);
  pthread_cond_init(&engines->added, NULL);
  pthread_mutex_lock(&engines->mutex); /* a worker that has started reads the count */
  int code = 0;
  for (int i = 0; code == 0 && i < threads; i++) {
    workers[i].engines = engines;
    code = pthread_create(&workers[i].thread, NULL, worker_run, &workers[i]);
    engines->count += code == 0;
  }
  pthread_mutex_unlock(&engines->mutex);
  if (code != 0) {
    live_engines_close(engines);
    return asc_error_set(error, ASC_E_FILE, "can't start a thread for engines: %s", strerror(code));
  }
  *result = engines;
  return ASC_OK;
}

void live_engines_close(live_engines *engines) {
  if (engines == NULL) return;
  pthread_mutex_lock(&engines->mutex);
  atomic_store(&engines->is_closing, true);
  pthread_cond_broadcast(&engines->added);
  pthread_mutex_unlock(&engines->mutex);
  for (int i = 0; i < engines->count; i++) {
    pthread_join(engines->workers[i].thread, NULL);
    for (int k = 0; k < RULES_MAX; k++) asc_rules_close(engines->workers[i].cache[k].rules);
  }
  for (live_engine_task *task = engines->first, *next; task != NULL; task = next) {
    next = task->next;
    live_engine_task_close(task);
  }
  pthread_cond_destroy(&engines->added);
  pthread_mutex_destroy(&engines->mutex);
  free(engines->workers);
  free(engines);
}

void live_engines_add(live_engines *engines, live_engine_task *task) {
  task->next = NULL;
  pthread_mutex_lock(&engines->mutex);
  *engines->end = task;
  engines->end = &task->next;
  pthread_cond_signal(&engines->added);
  pthread_mutex_unlock(&engines->mutex);
}
