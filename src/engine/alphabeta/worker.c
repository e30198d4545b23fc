/* Setting up a worker, and the facts of a position that need no search: see worker.h. */
#include "worker.h"

#include "base/hash.h"
#include "engine/common/defaults.h"
#include "engine/common/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_INTERVAL = 1024, POLL_PARTS = 16, PLAYOUT_NODES = 100 };

asc_worker *asc_worker_open(asc_search *search) {
  asc_worker *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return NULL;
  size_t capacity = (size_t)search->rules->moves_max * (ASC_WORKER_MAX_PLY + 1);
  opened->search = search;
  opened->rules = search->rules;
  opened->game = search->rules->game;
  opened->knowledge = asc_knowledge_with_defaults(search->rules);
  opened->reduces_late_moves = true;
  bool has_evaluation = opened->game->knowledge != NULL && opened->game->knowledge->evaluate != NULL;
  opened->estimate_nodes = has_evaluation ? 0 : PLAYOUT_NODES;
  opened->ply_cost = opened->game->repetition_key != NULL;
  opened->moves = malloc(capacity * sizeof *opened->moves);
  opened->move_scores = malloc(capacity * sizeof *opened->move_scores);
  if (opened->moves != NULL && opened->move_scores != NULL) return opened;
  asc_worker_close(opened);
  return NULL;
}

void asc_worker_close(asc_worker *worker) {
  if (worker == NULL) return;
  free(worker->moves);
  free(worker->move_scores);
  free(worker);
}

/* With a small node limit, workers poll more often. All threads together search only 1/POLL_PARTS of the limit between
   two polls. */
static int choose_poll_interval(const asc_search *search) {
  uint64_t share = search->task->nodes / (uint64_t)search->threads;
  if (search->task->nodes == 0 || share >= (uint64_t)POLL_INTERVAL * POLL_PARTS) return POLL_INTERVAL;
  return 1 + (int)(share / POLL_PARTS);
}

void asc_worker_set_root(asc_worker *worker) {
  const asc_search_task *task = worker->search->task;
  asc_worker_frame *root = &worker->frames[0];
  memcpy(&root->position, task->position, worker->rules->position_size);
  root->turn = worker->game->turn(worker->rules, task->position);
  root->repetition_key =
      worker->game->repetition_key != NULL ? worker->game->repetition_key(worker->rules, task->position) : 0;
  worker->generation = worker->search->generation;
  const asc_search_blindness *blindness = &worker->search->blindness;
  worker->tt_salt = blindness->seed != 0 ? asc_hash_text(blindness->seed, "sight") : 0;
  worker->is_over = false;
  worker->nodes = 0;
  worker->max_nodes = UINT64_MAX;
  worker->move_top = 0;
  worker->nodes_until_poll = worker->poll_interval = choose_poll_interval(worker->search);
  memset(worker->history, 0, sizeof worker->history);
  for (int ply = 0; ply <= ASC_WORKER_MAX_PLY; ply++) memset(worker->frames[ply].killers, 0, sizeof root->killers);
}

/* Games do not know the ply limit. If the search may reach it, an unfinished position can always become a draw. */
void asc_worker_bounds(const asc_worker *worker, int ply, int32_t *lower, int32_t *upper) {
  const void *position = &worker->frames[ply].position;
  asc_outcome outcome;
  worker->knowledge.bounds(worker->rules, position, lower, upper);
  if (!asc_worker_may_reach_ply_limit(worker) || worker->game->outcome(worker->rules, position, &outcome)) return;
  if (*lower > 0) *lower = 0;
  if (*upper < 0) *upper = 0;
}

bool asc_worker_probe_oracle(const asc_worker *worker, int ply, int32_t *score, int *plies) {
  const asc_search *search = worker->search;
  if (search->oracle.probe == NULL || search->blindness.overlook_permille > 0) return false;
  int left = search->task->plies_left > 0 ? search->task->plies_left - ply : ASC_ORACLE_NO_PLY_LIMIT;
  return asc_oracle_probe(search, &worker->frames[ply].position, left, score, plies);
}

void asc_worker_flush_nodes(asc_worker *worker) {
  atomic_fetch_add_explicit(&worker->search->nodes, (uint64_t)(worker->poll_interval - worker->nodes_until_poll),
                            memory_order_relaxed);
  worker->nodes_until_poll = worker->poll_interval;
}
