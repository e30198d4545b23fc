#include "pool.h"

enum { CELL_EDGES = sizeof(tree_cell) / sizeof(tree_edge) };

void asc_tree_pool_open(tree_pool *pool, void *memory, size_t bytes) {
  *pool = (tree_pool){0};
  asc_tree_blocks_open(&pool->blocks, memory, bytes);
}

/* The least block, as the logarithm of its size, that holds so many cells. */
static int block_for(uint32_t cells) { return cells <= 1 ? 0 : 32 - __builtin_clz(cells - 1); }
static int block_for_edges(uint32_t count) { return block_for((count + CELL_EDGES - 1) / CELL_EDGES); }

static void children_spare(tree_pool *pool, uint32_t children, uint32_t tried) {
  asc_tree_blocks_spare(&pool->blocks, children, block_for(tried));
}
static void edges_spare(tree_pool *pool, uint32_t edges, uint32_t count) {
  asc_tree_blocks_spare(&pool->blocks, edges, block_for_edges(count));
}

static void drop(tree_pool *pool, uint32_t children, uint32_t tried) {
  tree_node *first = &pool->blocks.cells[children].node; /* nobody asks for its mean and its visits any more */
  first->mean = pool->dropped;
  first->visits = tried;
  pool->dropped = children;
}

/* Spares the block that was dropped last, and drops what came from it. */
static void clear_away(tree_pool *pool) {
  uint32_t children = pool->dropped;
  const tree_node *first = &pool->blocks.cells[children].node;
  uint32_t tried = first->visits;
  pool->dropped = first->mean;
  for (uint32_t i = 0; i < tried; i++) {
    const tree_node child = first[i];
    if (child.tried > 0) drop(pool, child.children, child.tried);
    if (child.count > 0) edges_spare(pool, child.edges, child.count);
  }
  children_spare(pool, children, tried);
}

/* 0: there is no room. A little is cleared away for it, and the rest by tending, which looks at the clock. */
static uint32_t block_take(tree_pool *pool, int size) {
  enum { AT_ONCE = 1000 };
  uint32_t first = asc_tree_blocks_take(&pool->blocks, size);
  for (int i = 0; first == 0 && pool->dropped != 0 && i < AT_ONCE; i++) {
    clear_away(pool);
    first = asc_tree_blocks_take(&pool->blocks, size);
  }
  if (first == 0) pool->refused = true;
  return first;
}

void asc_tree_pool_shed(tree_pool *pool, tree_node *node) {
  for (uint32_t i = 0; i < node->tried; i++)
    if (tree_child(pool, node, i)->count > 0) asc_tree_pool_shed(pool, tree_child(pool, node, i));
  if (node->tried > 0) children_spare(pool, node->children, node->tried);
  edges_spare(pool, node->edges, node->count);
  node->count = node->tried = 0;
}

void asc_tree_pool_keep(tree_pool *pool, tree_node *node) {
  if (node == NULL) {
    asc_tree_pool_open(pool, pool->blocks.cells, pool->blocks.room * sizeof *pool->blocks.cells);
  } else if (node != &pool->root) {
    tree_node kept = *node;
    node->count = node->tried = 0; /* what grew from it is no longer below the old root */
    drop(pool, pool->root.children, pool->root.tried);
    edges_spare(pool, pool->root.edges, pool->root.count);
    pool->root = kept;
  }
}

typedef struct tree_tending {
  bool (*is_over)(void *data);
  void *data;
  uint32_t visits; /* nodes with fewer lose their moves */
  uint32_t steps;
} tree_tending;

static bool has_no_time(tree_tending *tending) {
  enum { ASK_EVERY = 1 << 12 };
  return ++tending->steps % ASK_EVERY == 0 && tending->is_over(tending->data);
}

/* False when there is no more time, as below. */
static bool shed_below(tree_pool *pool, const tree_node *node, tree_tending *tending) {
  for (uint32_t i = 0; i < node->tried; i++) {
    tree_node *child = tree_child(pool, node, i);
    if (child->count == 0) continue;
    if (has_no_time(tending)) return false;
    if (child->visits < tending->visits)
      asc_tree_pool_shed(pool, child);
    else if (!shed_below(pool, child, tending))
      return false;
  }
  return true;
}

/* Frees half of the memory, if that can be: the root keeps its moves. */
static bool make_room(tree_pool *pool, tree_tending *tending) {
  const tree_blocks *blocks = &pool->blocks;
  for (tending->visits = 2; blocks->spared < blocks->room / 2 && tending->visits <= pool->root.visits;
       tending->visits *= 2)
    if (!shed_below(pool, &pool->root, tending)) return false;
  return true;
}

/* Where a fourth is free it may still be in pieces too small for what was wanted. That goes without: to look through
   the whole tree for it again and again would take longer than it is worth. */
bool asc_tree_pool_tend(tree_pool *pool, bool (*is_over)(void *data), void *data) {
  tree_tending tending = {.is_over = is_over, .data = data};
  if (!pool->refused) return true;
  pool->refused = false;
  for (; pool->dropped != 0; clear_away(pool))
    if (has_no_time(&tending)) return false;
  return pool->blocks.spared >= pool->blocks.room / 4 || make_room(pool, &tending);
}

bool asc_tree_pool_grow(tree_pool *pool, tree_node *node, int count) {
  uint32_t edges = block_take(pool, block_for_edges((uint32_t)count));
  if (edges == 0) return false;
  node->edges = edges;
  node->count = (uint16_t)count;
  node->tried = 0;
  return true;
}

/* Room for so many more children as there are; for the first, for one. */
static bool children_widen(tree_pool *pool, tree_node *node) {
  uint32_t tried = node->tried, first = block_take(pool, tried == 0 ? 0 : block_for(2 * tried));
  if (first == 0) return false;
  for (uint32_t i = 0; i < tried; i++) pool->blocks.cells[first + i] = pool->blocks.cells[node->children + i];
  if (tried > 0) children_spare(pool, node->children, tried);
  node->children = first;
  return true;
}

/* Blocks have 1, 2, 4, … cells, so they are full at these numbers, and at 0. */
tree_node *asc_tree_pool_try(tree_pool *pool, tree_node *node) {
  uint32_t tried = node->tried;
  bool full = (tried & (tried - 1)) == 0;
  if (full && !children_widen(pool, node)) return NULL;
  const tree_edge *edge = &tree_edges(pool, node)[tried];
  tree_node *child = tree_child(pool, node, node->tried++);
  *child = (tree_node){.move = edge->move, .mean = (uint32_t)edge->chance << TREE_EDGE_SHIFT, .prior = edge->prior};
  tree_node_share(child);
  return child;
}
