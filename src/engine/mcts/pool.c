/* The memory of a tree: see pool.h. Discarded subtrees are freed lazily, a block at a time, so that a new root costs
   nothing at first. */
#include "pool.h"

enum { CELL_EDGES = sizeof(asc_tree_cell) / sizeof(asc_tree_edge) };

void asc_tree_pool_init(asc_tree_pool *pool, void *memory, size_t bytes) {
  *pool = (asc_tree_pool){0};
  asc_tree_buddy_init(&pool->buddy, memory, bytes);
}

/* Returns the smallest order of a block that holds so many cells. */
static int order_for(uint32_t cells) { return cells <= 1 ? 0 : 32 - __builtin_clz(cells - 1); }
static int order_for_edges(uint32_t count) { return order_for((count + CELL_EDGES - 1) / CELL_EDGES); }

static void children_free(asc_tree_pool *pool, uint32_t children, uint32_t child_count) {
  asc_tree_buddy_free(&pool->buddy, children, order_for(child_count));
}
static void edges_free(asc_tree_pool *pool, uint32_t edges, uint32_t count) {
  asc_tree_buddy_free(&pool->buddy, edges, order_for_edges(count));
}

/* Adds a block of children to the discarded ones. The list uses the first child: `mean` is the next block, `visits` the
   number of children. */
static void discard(asc_tree_pool *pool, uint32_t children, uint32_t child_count) {
  asc_tree_node *first = &pool->buddy.cells[children].node; /* its mean and visits are no longer needed */
  first->mean = pool->discarded;
  first->visits = child_count;
  pool->discarded = children;
}

/* Frees the block that was discarded last, and discards the children of its nodes. */
static void free_discarded(asc_tree_pool *pool) {
  uint32_t children = pool->discarded;
  const asc_tree_node *first = &pool->buddy.cells[children].node;
  uint32_t child_count = first->visits;
  pool->discarded = first->mean;
  for (uint32_t i = 0; i < child_count; i++) {
    const asc_tree_node child = first[i];
    if (child.child_count > 0) discard(pool, child.children, child.child_count);
    if (child.edge_count > 0) edges_free(pool, child.edges, child.edge_count);
  }
  children_free(pool, children, child_count);
}

/* Allocates a block, or returns 0. Frees a limited number of discarded blocks for it. The rest is left to
   asc_tree_pool_reclaim, which checks the clock. */
static uint32_t block_alloc(asc_tree_pool *pool, int order) {
  enum { MAX_FREED = 1000 };
  uint32_t first = asc_tree_buddy_alloc(&pool->buddy, order);
  for (int i = 0; first == 0 && pool->discarded != 0 && i < MAX_FREED; i++) {
    free_discarded(pool);
    first = asc_tree_buddy_alloc(&pool->buddy, order);
  }
  if (first == 0) pool->allocation_failed = true;
  return first;
}

void asc_tree_pool_prune(asc_tree_pool *pool, asc_tree_node *node) {
  for (uint32_t i = 0; i < node->child_count; i++)
    if (asc_tree_pool_child(pool, node, i)->edge_count > 0)
      asc_tree_pool_prune(pool, asc_tree_pool_child(pool, node, i));
  if (node->child_count > 0) children_free(pool, node->children, node->child_count);
  edges_free(pool, node->edges, node->edge_count);
  node->edge_count = node->child_count = 0;
}

void asc_tree_pool_set_root(asc_tree_pool *pool, asc_tree_node *node) {
  if (node == NULL) {
    asc_tree_pool_init(pool, pool->buddy.cells, pool->buddy.capacity * sizeof *pool->buddy.cells);
  } else if (node != &pool->root) {
    asc_tree_node new_root = *node;
    node->edge_count = node->child_count = 0; /* its subtree is no longer below the old root */
    discard(pool, pool->root.children, pool->root.child_count);
    edges_free(pool, pool->root.edges, pool->root.edge_count);
    pool->root = new_root;
  }
}

typedef struct pruning {
  bool (*is_over)(void *data);
  void *data;
  uint32_t visits; /* nodes with fewer visits are pruned */
  uint32_t steps;
} pruning;

static bool is_out_of_time(pruning *prune) {
  enum { POLL_INTERVAL = 1 << 12 };
  return ++prune->steps % POLL_INTERVAL == 0 && prune->is_over(prune->data);
}

/* Prunes rarely visited nodes. Returns false if there is no more time. */
static bool prune_below(asc_tree_pool *pool, const asc_tree_node *node, pruning *prune) {
  for (uint32_t i = 0; i < node->child_count; i++) {
    asc_tree_node *child = asc_tree_pool_child(pool, node, i);
    if (child->edge_count == 0) continue;
    if (is_out_of_time(prune)) return false;
    if (child->visits < prune->visits)
      asc_tree_pool_prune(pool, child);
    else if (!prune_below(pool, child, prune))
      return false;
  }
  return true;
}

/* Tries to free half of the memory, with higher and higher visit limits. The root keeps its edges. */
static bool make_room(asc_tree_pool *pool, pruning *prune) {
  const asc_tree_buddy *buddy = &pool->buddy;
  for (prune->visits = 2; buddy->free_cells < buddy->capacity / 2 && prune->visits <= pool->root.visits;
       prune->visits *= 2)
    if (!prune_below(pool, &pool->root, prune)) return false;
  return true;
}

/* If a quarter is free, it may still be too fragmented for the block that was requested. The search continues without
   that block: scanning the whole tree again and again would cost more than it gains. */
bool asc_tree_pool_reclaim(asc_tree_pool *pool, bool (*is_over)(void *data), void *data) {
  pruning prune = {.is_over = is_over, .data = data};
  if (!pool->allocation_failed) return true;
  pool->allocation_failed = false;
  for (; pool->discarded != 0; free_discarded(pool))
    if (is_out_of_time(&prune)) return false;
  return pool->buddy.free_cells >= pool->buddy.capacity / 4 || make_room(pool, &prune);
}

bool asc_tree_pool_add_edges(asc_tree_pool *pool, asc_tree_node *node, int count) {
  uint32_t edges = block_alloc(pool, order_for_edges((uint32_t)count));
  if (edges == 0) return false;
  node->edges = edges;
  node->edge_count = (uint16_t)count;
  node->child_count = 0;
  return true;
}

/* Doubles the room for children; the first block has one cell. */
static bool children_grow(asc_tree_pool *pool, asc_tree_node *node) {
  uint32_t child_count = node->child_count,
           first = block_alloc(pool, child_count == 0 ? 0 : order_for(2 * child_count));
  if (first == 0) return false;
  for (uint32_t i = 0; i < child_count; i++) pool->buddy.cells[first + i] = pool->buddy.cells[node->children + i];
  if (child_count > 0) children_free(pool, node->children, child_count);
  node->children = first;
  return true;
}

/* Blocks have 1, 2, 4, … cells, so they are full at these counts, and at 0. */
asc_tree_node *asc_tree_pool_add_child(asc_tree_pool *pool, asc_tree_node *node) {
  uint32_t child_count = node->child_count;
  bool full = (child_count & (child_count - 1)) == 0;
  if (full && !children_grow(pool, node)) return NULL;
  const asc_tree_edge *edge = &asc_tree_pool_edges(pool, node)[child_count];
  asc_tree_node *child = asc_tree_pool_child(pool, node, node->child_count++);
  *child =
      (asc_tree_node){.move = edge->move, .mean = (uint32_t)edge->chance << ASC_TREE_EDGE_SHIFT, .prior = edge->prior};
  asc_tree_node_update_prior(child);
  return child;
}
