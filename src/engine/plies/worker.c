#include "worker.h"

#include "core/hash.h"
#include "engine/common/defaults.h"
#include "engine/common/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 1024, POLL_PARTS = 16, PLAYOUT_NODES = 100 };

asc_worker *asc_worker_open(asc_search *search) {
  asc_worker *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  size_t room = (size_t)search->rules->moves_max * (PLIES_MAX + 1);
  made->search = search;
  made->rules = search->rules;
  made->game = search->rules->game;
  made->knowledge = asc_knowledge_of(search->rules);
  made->reduces = true;
  bool guesses = made->game->knowledge != NULL && made->game->knowledge->evaluate != NULL;
  made->guess_nodes = guesses ? 0 : PLAYOUT_NODES;
  made->hurry = made->game->key != NULL;
  made->moves = malloc(room * sizeof *made->moves);
  made->promise = malloc(room * sizeof *made->promise);
  if (made->moves != NULL && made->promise != NULL) return made;
  asc_worker_close(made);
  return NULL;
}

void asc_worker_close(asc_worker *worker) {
  if (worker == NULL) return;
  free(worker->moves);
  free(worker->promise);
  free(worker);
}

/* Small limits in nodes are kept more closely: all threads together look at a part of them between two polls. */
static int poll_every(const asc_search *search) {
  uint64_t share = search->task->nodes / (uint64_t)search->threads;
  if (search->task->nodes == 0 || share >= (uint64_t)POLL_EVERY * POLL_PARTS) return POLL_EVERY;
  return 1 + (int)(share / POLL_PARTS);
}

void asc_worker_begin(asc_worker *worker) {
  const asc_task *task = worker->search->task;
  asc_frame *root = &worker->frames[0];
  memcpy(&root->position, task->position, worker->rules->position_size);
  root->turn = worker->game->turn(worker->rules, task->position);
  root->key = worker->game->key != NULL ? worker->game->key(worker->rules, task->position) : 0;
  worker->age = worker->search->age;
  const asc_sight *sight = &worker->search->sight;
  worker->salt = sight->seed != 0 ? asc_hash_text(sight->seed, "sight") : 0;
  worker->over = false;
  worker->nodes = 0;
  worker->budget = UINT64_MAX;
  worker->top = 0;
  worker->poll = worker->poll_every = poll_every(worker->search);
  memset(worker->history, 0, sizeof worker->history);
  for (int ply = 0; ply <= PLIES_MAX; ply++) memset(worker->frames[ply].killers, 0, sizeof root->killers);
}

/* A game knows nothing of the ply limit. Where the search may come to it, an open position can always be a draw. */
void asc_worker_bounds(const asc_worker *worker, int ply, int32_t *least, int32_t *most) {
  const void *position = &worker->frames[ply].position;
  asc_outcome outcome;
  worker->knowledge.bounds(worker->rules, position, least, most);
  if (!worker_is_limited(worker) || worker->game->outcome(worker->rules, position, &outcome)) return;
  if (*least > 0) *least = 0;
  if (*most < 0) *most = 0;
}

bool asc_worker_asks(const asc_worker *worker, int ply, int32_t *score, int *plies) {
  const asc_search *search = worker->search;
  if (search->oracle.ask == NULL || search->sight.blind > 0) return false;
  int left = search->task->plies_left > 0 ? search->task->plies_left - ply : ORACLE_NO_LIMIT;
  return asc_oracle_knows(search, &worker->frames[ply].position, left, score, plies);
}

void asc_worker_tell_nodes(asc_worker *worker) {
  atomic_fetch_add_explicit(&worker->search->nodes, (uint64_t)(worker->poll_every - worker->poll),
                            memory_order_relaxed);
  worker->poll = worker->poll_every;
}
