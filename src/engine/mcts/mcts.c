#include "mcts.h"

#include "engine/common/pages.h"
#include "engine/common/team.h"
#include "tree.h"

#include <stdlib.h>

struct asc_mcts {
  int threads;
  mcts_scale scale;
  size_t bytes;
  void *memory;
  asc_tree trees[];
};

bool asc_mcts_is_for(const asc_rules *rules) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  return knowledge != NULL && knowledge->spread > 0 && rules->game->key == NULL && rules->ply_limit == 0;
}

asc_mcts *asc_mcts_open(const asc_rules *rules, size_t bytes, int threads) {
  enum { LEAST = 256 << 10 };
  size_t part = bytes / (size_t)threads > LEAST ? bytes / (size_t)threads : LEAST;
  part = part / sizeof(tree_cell) * sizeof(tree_cell);
  asc_mcts *mcts = calloc(1, sizeof *mcts + (size_t)threads * sizeof *mcts->trees);
  if (mcts == NULL) return NULL;
  mcts->threads = threads;
  mcts->bytes = part * (size_t)threads;
  mcts->memory = asc_pages_open(mcts->bytes);
  if (mcts->memory == NULL) {
    asc_mcts_close(mcts);
    return NULL;
  }
  asc_mcts_scale_fill(&mcts->scale, UCT_EXPLORATION);
  for (int i = 0; i < threads; i++)
    asc_tree_open(&mcts->trees[i], rules, &mcts->scale, i, (char *)mcts->memory + part * (size_t)i, part);
  return mcts;
}

void asc_mcts_clear(asc_mcts *mcts) {
  for (int i = 0; mcts != NULL && i < mcts->threads; i++) mcts->trees[i].rooted = false;
}

void asc_mcts_close(asc_mcts *mcts) {
  if (mcts == NULL) return;
  asc_pages_close(mcts->memory, mcts->bytes);
  free(mcts);
}

bool asc_mcts_suits(const asc_search *search, const asc_task *task) {
  return search->mcts != NULL && task->lines <= 1 && task->depth == 0 && search->sight.seed == 0;
}

/* Adds the visits of another tree to the moves of the first. They stand in the same order in both. */
static void visits_add(asc_tree *first, const asc_tree *other) {
  tree_node *to = &first->pool.root;
  const tree_node *from = &other->pool.root;
  for (uint32_t i = 0; i < from->tried; i++) {
    if (i == to->tried && asc_tree_pool_try(&first->pool, to) == NULL) return;
    tree_child(&first->pool, to, i)->visits += tree_child(&other->pool, from, i)->visits;
  }
}

/* The others grow as long as the first one does. */
static void grow(void *data, int member) {
  asc_tree *tree = &((asc_mcts *)data)->trees[member];
  asc_tree_grow(tree);
  if (member == 0) atomic_store(&tree->search->ended, true);
}

int asc_mcts_run(asc_search *search) {
  asc_mcts *mcts = search->mcts;
  for (int i = 0; i < mcts->threads; i++) asc_tree_begin(&mcts->trees[i], search);
  int grown = asc_team_run(mcts->threads, grow, mcts);
  for (int i = 1; i < grown; i++) visits_add(&mcts->trees[0], &mcts->trees[i]);
  asc_tree_tell(&mcts->trees[0]);
  return ASC_OK;
}
