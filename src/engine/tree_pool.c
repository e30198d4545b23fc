#include "tree_pool.h"

void tree_pool_open(tree_pool *pool, void *memory, size_t bytes) {
  size_t room = bytes / sizeof(tree_node);
  *pool = (tree_pool){.nodes = memory, .room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room, .used = 1};
  pool->nodes[TREE_ROOT] = (tree_node){0};
}

static void spares_add(tree_pool *pool, uint32_t first, uint32_t count) {
  pool->nodes[first].first = pool->spares[count];
  pool->spares[count] = first;
  pool->spared += count;
  if (count > pool->largest) pool->largest = count;
}

/* Gives a node the room of a family that was spared: the smallest that is large enough, whole, or the rests would be of
   no use to anyone. */
static bool spares_take(tree_pool *pool, tree_node *node, uint32_t count) {
  uint32_t size = count;
  while (size <= pool->largest && pool->spares[size] == 0) size++;
  if (size > pool->largest) return false;
  node->first = pool->spares[size];
  node->capacity = (uint16_t)size;
  pool->spares[size] = pool->nodes[node->first].first;
  pool->spared -= size;
  return true;
}

/* Spares the children of a node and all that came from them. */
static void spare(tree_pool *pool, tree_node *node) {
  for (uint32_t i = 0; i < node->count; i++) {
    tree_node *child = &pool->nodes[node->first + i];
    if (child->count > 0) spare(pool, child);
  }
  spares_add(pool, node->first, node->capacity);
  node->count = 0;
}

void tree_pool_keep(tree_pool *pool, const tree_node *node) {
  tree_node *root = &pool->nodes[TREE_ROOT];
  if (node == NULL) {
    tree_pool_open(pool, pool->nodes, pool->room * sizeof *root);
  } else if (node != root) {
    tree_node kept = *node;
    pool->nodes[node - pool->nodes].count = 0; /* what grew from it is no longer below the old root */
    spare(pool, root);
    *root = kept;
  }
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
  if (!pool->refused) return;
  pool->refused = false;
  tree_node *root = &pool->nodes[TREE_ROOT];
  for (uint32_t visits = 2; pool->spared < pool->room / 2 && visits <= root->visits; visits *= 2)
    spare_below(pool, root, visits);
}

bool tree_pool_grow(tree_pool *pool, tree_node *node, int count) {
  uint32_t wanted = (uint32_t)count;
  if (pool->spares[wanted] == 0 && wanted <= pool->room - pool->used) {
    node->first = pool->used;
    node->capacity = (uint16_t)count;
    pool->used += wanted;
  } else if (!spares_take(pool, node, wanted)) {
    pool->refused = true;
    return false;
  }
  node->count = (uint16_t)count;
  return true;
}
