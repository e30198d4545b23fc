#include "grove.h"

#include "engine/common/pages.h"
#include "engine/common/team.h"
#include "tree.h"

#include <stdlib.h>

struct asc_grove {
  int threads;
  uct_scale scale;
  size_t bytes;
  void *memory;
  asc_tree trees[];
};

bool grove_is_for(const asc_rules *rules) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  return knowledge != NULL && knowledge->spread > 0 && rules->game->key == NULL && rules->ply_limit == 0;
}

asc_grove *grove_open(const asc_rules *rules, size_t bytes, int threads) {
  enum { LEAST = 256 << 10 };
  size_t part = bytes / (size_t)threads > LEAST ? bytes / (size_t)threads : LEAST;
  part = part / sizeof(tree_cell) * sizeof(tree_cell);
  asc_grove *grove = calloc(1, sizeof *grove + (size_t)threads * sizeof *grove->trees);
  if (grove == NULL) return NULL;
  grove->threads = threads;
  grove->bytes = part * (size_t)threads;
  grove->memory = asc_pages_open(grove->bytes);
  if (grove->memory == NULL) {
    grove_close(grove);
    return NULL;
  }
  uct_scale_fill(&grove->scale, UCT_CURIOSITY);
  for (int i = 0; i < threads; i++)
    tree_open(&grove->trees[i], rules, &grove->scale, i, (char *)grove->memory + part * (size_t)i, part);
  return grove;
}

void grove_clear(asc_grove *grove) {
  for (int i = 0; grove != NULL && i < grove->threads; i++) grove->trees[i].rooted = false;
}

void grove_close(asc_grove *grove) {
  if (grove == NULL) return;
  asc_pages_close(grove->memory, grove->bytes);
  free(grove);
}

bool grove_suits(const asc_search *search, const asc_task *task) {
  return search->grove != NULL && task->lines <= 1 && task->depth == 0 && search->sight.seed == 0;
}

/* Adds the visits of another tree to the moves of the first. They stand in the same order in both. */
static void visits_add(asc_tree *first, const asc_tree *other) {
  tree_node *to = &first->pool.root;
  const tree_node *from = &other->pool.root;
  for (uint32_t i = 0; i < from->tried; i++) {
    if (i == to->tried && tree_pool_try(&first->pool, to) == NULL) return;
    tree_child(&first->pool, to, i)->visits += tree_child(&other->pool, from, i)->visits;
  }
}

/* The others grow as long as the first one does. */
static void grow(void *data, int member) {
  asc_tree *tree = &((asc_grove *)data)->trees[member];
  tree_grow(tree);
  if (member == 0) atomic_store(&tree->search->ended, true);
}

int grove_run(asc_search *search) {
  asc_grove *grove = search->grove;
  for (int i = 0; i < grove->threads; i++) tree_plant(&grove->trees[i], search);
  int grown = asc_team_run(grove->threads, grow, grove);
  for (int i = 1; i < grown; i++) visits_add(&grove->trees[0], &grove->trees[i]);
  tree_tell(&grove->trees[0]);
  return ASC_OK;
}
