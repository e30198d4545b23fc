#include "tree_pool.h"

enum { CELL_BUDS = sizeof(tree_cell) / sizeof(tree_bud) };

_Static_assert(sizeof(tree_cell) == sizeof(tree_node), "a cell has no more room than it needs");
_Static_assert(ASC_MOVES_MAX <= 1 << (TREE_BLOCK_SIZES - 1), "the largest block holds all children of a node");

void tree_pool_open(tree_pool *pool, void *memory, size_t bytes) {
  size_t room = bytes / sizeof(tree_cell);
  *pool = (tree_pool){.cells = memory, .room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room, .used = 1};
}

/* The least block, as the logarithm of its size, that holds so many cells. */
static int block_for(uint32_t cells) { return cells <= 1 ? 0 : 32 - __builtin_clz(cells - 1); }
static int block_for_buds(uint32_t count) { return block_for((count + CELL_BUDS - 1) / CELL_BUDS); }

static void block_spare(tree_pool *pool, uint32_t first, int size) {
  pool->cells[first].next = pool->spares[size];
  pool->spares[size] = first;
  pool->spared += 1U << size;
}

/* Makes two of a larger one, where there is one. */
static bool block_split(tree_pool *pool, int size) {
  if (size + 1 == TREE_BLOCK_SIZES) return false;
  if (pool->spares[size + 1] == 0 && !block_split(pool, size + 1)) return false;
  uint32_t first = pool->spares[size + 1];
  pool->spares[size + 1] = pool->cells[first].next;
  pool->spared -= 2U << size;
  block_spare(pool, first + (1U << size), size);
  block_spare(pool, first, size);
  return true;
}

static void drop(tree_pool *pool, uint32_t children, uint32_t tried) {
  tree_node *first = &pool->cells[children].node; /* nobody asks for its mean and its visits any more */
  first->mean = pool->dropped;
  first->visits = tried;
  pool->dropped = children;
}

/* Spares the block that was dropped last, and drops what came from it. */
static void clear_away(tree_pool *pool) {
  uint32_t children = pool->dropped, tried = pool->cells[children].node.visits;
  pool->dropped = pool->cells[children].node.mean;
  for (uint32_t i = 0; i < tried; i++) {
    const tree_node *child = &pool->cells[children + i].node;
    if (child->tried > 0) drop(pool, child->children, child->tried);
    if (child->count > 0) block_spare(pool, child->buds, block_for_buds(child->count));
  }
  block_spare(pool, children, block_for(tried));
}

/* 0: there is no room. */
static uint32_t block_take(tree_pool *pool, int size) {
  uint32_t cells = 1U << size;
  if (pool->spares[size] == 0 && cells <= pool->room - pool->used) {
    pool->used += cells;
    return pool->used - cells;
  }
  while (pool->spares[size] == 0 && pool->dropped != 0) clear_away(pool);
  if (pool->spares[size] == 0 && !block_split(pool, size)) {
    pool->refused = true;
    return 0;
  }
  uint32_t first = pool->spares[size];
  pool->spares[size] = pool->cells[first].next;
  pool->spared -= cells;
  return first;
}

void tree_pool_shed(tree_pool *pool, tree_node *node) {
  for (uint32_t i = 0; i < node->tried; i++)
    if (tree_child(pool, node, i)->count > 0) tree_pool_shed(pool, tree_child(pool, node, i));
  if (node->tried > 0) block_spare(pool, node->children, block_for(node->tried));
  block_spare(pool, node->buds, block_for_buds(node->count));
  node->count = node->tried = 0;
}

void tree_pool_keep(tree_pool *pool, tree_node *node) {
  if (node == NULL) {
    tree_pool_open(pool, pool->cells, pool->room * sizeof *pool->cells);
  } else if (node != &pool->root) {
    tree_node kept = *node;
    node->count = node->tried = 0; /* what grew from it is no longer below the old root */
    drop(pool, pool->root.children, pool->root.tried);
    block_spare(pool, pool->root.buds, block_for_buds(pool->root.count));
    pool->root = kept;
  }
}

typedef struct tree_tending {
  bool (*is_over)(void *data);
  void *data;
  uint32_t visits; /* nodes with fewer lose their moves */
  uint32_t seen;   /* nodes */
} tree_tending;

/* False when there is no more time. */
static bool tend_below(tree_pool *pool, const tree_node *node, tree_tending *tending) {
  enum { ASK_EVERY = 1 << 14 };
  for (uint32_t i = 0; i < node->tried; i++) {
    tree_node *child = tree_child(pool, node, i);
    if (child->count == 0) continue;
    if (++tending->seen % ASK_EVERY == 0 && tending->is_over(tending->data)) return false;
    if (child->visits < tending->visits)
      tree_pool_shed(pool, child);
    else if (!tend_below(pool, child, tending))
      return false;
  }
  return true;
}

/* Frees half of the memory, if that can be: the root keeps its moves. */
void tree_pool_tend(tree_pool *pool, bool (*is_over)(void *data), void *data) {
  if (!pool->refused) return;
  pool->refused = false;
  tree_tending tending = {.is_over = is_over, .data = data, .visits = 2};
  while (pool->spared < pool->room / 2 && tending.visits <= pool->root.visits &&
         tend_below(pool, &pool->root, &tending))
    tending.visits *= 2;
}

bool tree_pool_grow(tree_pool *pool, tree_node *node, int count) {
  uint32_t buds = block_take(pool, block_for_buds((uint32_t)count));
  if (buds == 0) return false;
  node->buds = buds;
  node->count = (uint16_t)count;
  node->tried = 0;
  return true;
}

/* Room for so many more children as there are; for the first, for one. */
static bool children_widen(tree_pool *pool, tree_node *node) {
  uint32_t tried = node->tried, first = block_take(pool, tried == 0 ? 0 : block_for(2 * tried));
  if (first == 0) return false;
  for (uint32_t i = 0; i < tried; i++) pool->cells[first + i] = pool->cells[node->children + i];
  if (tried > 0) block_spare(pool, node->children, block_for(tried));
  node->children = first;
  return true;
}

/* Blocks have 1, 2, 4, … cells, so they are full at these numbers, and at 0. */
tree_node *tree_pool_try(tree_pool *pool, tree_node *node) {
  uint32_t tried = node->tried;
  bool full = (tried & (tried - 1)) == 0;
  if (full && !children_widen(pool, node)) return NULL;
  const tree_bud *bud = &tree_buds(pool, node)[tried];
  tree_node *child = tree_child(pool, node, node->tried++);
  *child = (tree_node){.move = bud->move, .mean = (uint32_t)bud->chance << TREE_BUD_SHIFT, .promise = bud->promise};
  tree_node_share(child);
  return child;
}
