/* The buddy allocator of a tree: see buddy.h. Free blocks carry a mark that no node or edge can have at that place, so
   no separate bitmap is needed. */
#include "buddy.h"

#include <stddef.h>

enum { FREE_MARK = UINT16_MAX };

_Static_assert(sizeof(asc_tree_cell) == sizeof(asc_tree_node), "a cell has no more room than it needs");
_Static_assert(offsetof(asc_tree_free_block, mark) == offsetof(asc_tree_node, result),
               "a node is not taken for a free block");
_Static_assert(offsetof(asc_tree_free_block, mark) % sizeof(asc_tree_edge) == offsetof(asc_tree_edge, prior),
               "nor is an edge");
_Static_assert(ASC_MOVES_MAX <= 1 << (ASC_TREE_BUDDY_ORDERS - 1), "the largest block holds all children of a node");

void asc_tree_buddy_init(asc_tree_buddy *buddy, void *memory, size_t bytes) {
  size_t capacity = bytes / sizeof(asc_tree_cell);
  *buddy =
      (asc_tree_buddy){.cells = memory, .capacity = capacity > INT32_MAX ? INT32_MAX : (uint32_t)capacity, .used = 1};
  buddy->cells[0].free_block.mark = 0;
}

static void list_add(asc_tree_buddy *buddy, uint32_t first, int order) {
  uint32_t next = buddy->free_lists[order];
  buddy->cells[first].free_block = (asc_tree_free_block){.next = next, .order = (uint32_t)order, .mark = FREE_MARK};
  if (next != 0) buddy->cells[next].free_block.previous = first;
  buddy->free_lists[order] = first;
}

static void list_remove(asc_tree_buddy *buddy, uint32_t first) {
  asc_tree_free_block *free_block = &buddy->cells[first].free_block;
  if (free_block->next != 0) buddy->cells[free_block->next].free_block.previous = free_block->previous;
  if (free_block->previous != 0)
    buddy->cells[free_block->previous].free_block.next = free_block->next;
  else
    buddy->free_lists[free_block->order] = free_block->next;
  free_block->mark = 0;
}

/* Returns true if a block of this order is free. Every multiple of its size is the first cell of some block, of this
   order or a smaller one. So the mark can be trusted. */
static bool is_free(const asc_tree_buddy *buddy, uint32_t first, int order) {
  if (first + (1U << order) > buddy->used) return false;
  const asc_tree_free_block *free_block = &buddy->cells[first].free_block;
  return free_block->mark == FREE_MARK && free_block->order == (uint32_t)order;
}

void asc_tree_buddy_free(asc_tree_buddy *buddy, uint32_t first, int order) {
  buddy->free_cells += 1U << order;
  for (; order + 1 < ASC_TREE_BUDDY_ORDERS && is_free(buddy, first ^ 1U << order, order); order++) {
    list_remove(buddy, first ^ 1U << order);
    first &= ~(1U << order);
  }
  list_add(buddy, first, order);
}

/* Takes a block beyond the used cells. The gap before it, needed for alignment, becomes free blocks. */
static uint32_t alloc_new(asc_tree_buddy *buddy, int order) {
  uint32_t cells = 1U << order, first = (buddy->used + cells - 1) & ~(cells - 1);
  if (first + cells > buddy->capacity) return 0;
  while (buddy->used < first) {
    uint32_t gap = buddy->used;
    buddy->used += gap & -gap;
    asc_tree_buddy_free(buddy, gap, __builtin_ctz(gap));
  }
  buddy->used += cells;
  buddy->cells[first].free_block.mark = 0;
  return first;
}

/* Takes a free block, or the first part of a larger one that it splits. */
static uint32_t alloc_free(asc_tree_buddy *buddy, int order) {
  int found_order = order;
  while (found_order < ASC_TREE_BUDDY_ORDERS && buddy->free_lists[found_order] == 0) found_order++;
  if (found_order == ASC_TREE_BUDDY_ORDERS) return 0;
  uint32_t first = buddy->free_lists[found_order];
  list_remove(buddy, first);
  while (found_order-- > order) list_add(buddy, first + (1U << found_order), found_order);
  buddy->free_cells -= 1U << order;
  return first;
}

uint32_t asc_tree_buddy_alloc(asc_tree_buddy *buddy, int order) {
  uint32_t first = buddy->free_lists[order] == 0 ? alloc_new(buddy, order) : 0;
  return first != 0 ? first : alloc_free(buddy, order);
}
