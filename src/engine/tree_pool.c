#include "tree_pool.h"

void tree_pool_open(tree_pool *pool, void *memory, size_t bytes) {
  size_t room = bytes / sizeof(tree_node);
  *pool = (tree_pool){.nodes = memory, .room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room, .used = 1};
  pool->nodes[TREE_ROOT] = (tree_node){0};
}

/* Spares the children of a node and all that came from them. */
static void spare(tree_pool *pool, tree_node *node) {
  for (uint32_t i = 0; i < node->count; i++) {
    tree_node *child = &pool->nodes[node->first + i];
    if (child->count > 0) spare(pool, child);
  }
  pool->nodes[node->first].first = pool->spares[node->count];
  pool->spares[node->count] = node->first;
  pool->spared += node->count;
  node->count = 0;
}

static void spare_below(tree_pool *pool, tree_node *node, uint32_t visits) {
  for (uint32_t i = 0; i < node->count; i++) {
    tree_node *child = &pool->nodes[node->first + i];
    if (child->count == 0) continue;
    if (child->visits < visits)
      spare(pool, child);
    else
      spare_below(pool, child, visits);
  }
}

/* Frees half of the memory, if that can be: the root keeps its children. */
void tree_pool_tend(tree_pool *pool) {
  if (pool->room - pool->used + pool->spared > pool->room / 8) return;
  tree_node *root = &pool->nodes[TREE_ROOT];
  for (uint32_t visits = 2; pool->spared < pool->room / 2 && visits <= root->visits; visits *= 2)
    spare_below(pool, root, visits);
}

bool tree_pool_grow(tree_pool *pool, tree_node *node, int count) {
  uint32_t *spare = &pool->spares[count];
  if (*spare != 0) {
    node->first = *spare;
    *spare = pool->nodes[node->first].first;
    pool->spared -= (uint32_t)count;
  } else if ((uint32_t)count <= pool->room - pool->used) {
    node->first = pool->used;
    pool->used += (uint32_t)count;
  } else {
    return false;
  }
  node->count = (uint16_t)count;
  return true;
}
