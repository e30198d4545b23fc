/* The trees of all threads: see mcts.h. All trees share one memory block and one lookup of UCT terms. */
#include "mcts.h"

#include "engine/common/large_pages.h"
#include "engine/common/parallel.h"
#include "tree.h"

#include <stdlib.h>

struct asc_mcts {
  int threads;
  asc_uct_lookup uct_lookup;
  size_t bytes;
  void *memory;
  asc_tree trees[];
};

bool asc_mcts_supports(const asc_rules *rules) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  return knowledge != NULL && knowledge->error_margin > 0 && rules->game->repetition_key == NULL &&
         rules->ply_limit == 0;
}

asc_mcts *asc_mcts_open(const asc_rules *rules, size_t bytes, int threads) {
  enum { MIN_BYTES = 256 << 10 };
  size_t tree_bytes = bytes / (size_t)threads > MIN_BYTES ? bytes / (size_t)threads : MIN_BYTES;
  tree_bytes = tree_bytes / sizeof(asc_tree_cell) * sizeof(asc_tree_cell);
  asc_mcts *mcts = calloc(1, sizeof *mcts + (size_t)threads * sizeof *mcts->trees);
  if (mcts == NULL) return NULL;
  mcts->threads = threads;
  mcts->bytes = tree_bytes * (size_t)threads;
  mcts->memory = asc_large_pages_alloc(mcts->bytes);
  if (mcts->memory == NULL) {
    asc_mcts_close(mcts);
    return NULL;
  }
  asc_uct_lookup_fill(&mcts->uct_lookup, ASC_UCT_DEFAULT_EXPLORATION);
  for (int i = 0; i < threads; i++)
    asc_tree_init(&mcts->trees[i], rules, &mcts->uct_lookup, i, (char *)mcts->memory + tree_bytes * (size_t)i,
                  tree_bytes);
  return mcts;
}

void asc_mcts_clear(asc_mcts *mcts) {
  for (int i = 0; mcts != NULL && i < mcts->threads; i++) mcts->trees[i].has_root = false;
}

void asc_mcts_close(asc_mcts *mcts) {
  if (mcts == NULL) return;
  asc_large_pages_free(mcts->memory, mcts->bytes);
  free(mcts);
}

bool asc_mcts_can_run(const asc_search *search, const asc_search_task *task) {
  return search->mcts != NULL && task->lines <= 1 && task->depth == 0 && search->blindness.seed == 0;
}

/* Adds the visits of another tree to the root moves of the first. The moves have the same order in both. */
static void visits_add(asc_tree *first, const asc_tree *other) {
  asc_tree_node *to = &first->pool.root;
  const asc_tree_node *from = &other->pool.root;
  for (uint32_t i = 0; i < from->child_count; i++) {
    if (i == to->child_count && asc_tree_pool_add_child(&first->pool, to) == NULL) return;
    asc_tree_pool_child(&first->pool, to, i)->visits += asc_tree_pool_child(&other->pool, from, i)->visits;
  }
}

/* The other trees grow as long as the first does. */
static void grow(void *data, int member) {
  asc_tree *tree = &((asc_mcts *)data)->trees[member];
  asc_tree_grow(tree);
  if (member == 0) atomic_store(&tree->search->is_finished, true);
}

int asc_mcts_run(asc_search *search) {
  asc_mcts *mcts = search->mcts;
  for (int i = 0; i < mcts->threads; i++) asc_tree_set_root(&mcts->trees[i], search);
  int grown = asc_parallel_call(mcts->threads, grow, mcts);
  for (int i = 1; i < grown; i++) visits_add(&mcts->trees[0], &mcts->trees[i]);
  asc_tree_fill_line(&mcts->trees[0]);
  return ASC_OK;
}
