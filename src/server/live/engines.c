/* Engines at seats: worker threads with a queue that is fair to addresses, and at each to its persons. A level counts
   positions, not time: on a busy machine it plays as well, only later. */
#include "live.h"

#include <ascona/player.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct thought thought;
struct thought {
  thought *next;
  char game[ASC_ID_TEXT_SIZE], owner[ASC_ID_TEXT_SIZE];
  uint64_t address; /* of who waits for it; 0: nobody is there */
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
    char owner[ASC_ID_TEXT_SIZE];
    uint64_t address, turn;
  } served[SERVED]; /* who was last, and when; who is not here was not for long */
};

/* What is done for the address of a task: how many threads work for it now, and when it was last served; then the same
   of its person. */
enum { RANKS = 4 };
static void rank_read(const live_engines *engines, const thought *task, uint64_t rank[RANKS]) {
  memset(rank, 0, RANKS * sizeof *rank);
  for (int i = 0; i < engines->count; i++) {
    const thought *other = engines->running[i];
    rank[0] += other != NULL && other->address == task->address;
    rank[2] += other != NULL && strcmp(other->owner, task->owner) == 0;
  }
  for (int i = 0; i < SERVED; i++) {
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

/* Of those for whom the fewest threads work now, who was served longest ago: each in turn, however much one asks for,
   and as however many persons. One thread is left for others: who has all but it waits. NULL: nobody may be served. */
static thought *thought_take(live_engines *engines) {
  static const uint64_t none[RANKS];
  thought **best = NULL;
  uint64_t lowest[RANKS] = {0}, rank[RANKS];
  for (thought **at = &engines->first; *at != NULL; at = &(*at)->next) {
    rank_read(engines, *at, rank);
    if (engines->count > 1 && rank[0] + 1 >= (uint64_t)engines->count) continue;
    if (best != NULL && !comes_before(rank, lowest)) continue;
    best = at;
    memcpy(lowest, rank, sizeof lowest);
    if (!comes_before(none, lowest)) break;
  }
  if (best == NULL) return NULL;
  thought *taken = *best;
  uint64_t turn = ++engines->turns;
  memcpy(engines->served[turn % SERVED].owner, taken->owner, sizeof taken->owner);
  engines->served[turn % SERVED].address = taken->address;
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
  const asc_search_hooks host = {.should_stop = stopped, .data = engines};
  (void)snprintf(name, sizeof name, "%d", task->level);
  if (asc_player_open(&player, task->rules, name, &host, NULL) < 0) return;
  asc_move move;
  const asc_search_task wanted = {.position = &task->position,
                                  .keys = task->keys,
                                  .key_count = task->key_count,
                                  .plies_left = task->plies_left,
                                  .game_seed = task->seed};
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
    thought *task = NULL;
    while (!engines->closing && (task = thought_take(engines)) == NULL)
      pthread_cond_wait(&engines->more, &engines->mutex);
    if (engines->closing) break;
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

/* Where he is who plays here; who made the game, if he is one of them. */
static uint64_t address_of(const live_room *room) {
  uint64_t address = 0;
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next) {
    if (follow->seat == 0) continue;
    address = follow->socket->address;
    if (strcmp(follow->socket->who.person, room->room->owner) == 0) break;
  }
  return address;
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
  task->key_count = asc_play_repetition_keys(own->play, &keys);
  task->keys = malloc((size_t)task->key_count * sizeof *keys);
  task->rules = asc_library_take(engines->live->library, spec);
  if (task->keys == NULL || task->rules == NULL) {
    thought_free(engines, task);
    return;
  }
  memcpy(task->keys, keys, (size_t)task->key_count * sizeof *keys);
  memcpy(task->game, room->id, sizeof task->game);
  memcpy(task->owner, own->owner, sizeof task->owner);
  task->address = address_of(room);
  memcpy(&task->position, asc_play_position(own->play), own->rules->position_size);
  int limit = own->rules->ply_limit;
  task->plies_left = limit > 0 ? limit - asc_play_ply_count(own->play) : 0;
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
