#include "blocks.h"

#include <stddef.h>

enum { SPARE = UINT16_MAX };

_Static_assert(sizeof(tree_cell) == sizeof(tree_node), "a cell has no more room than it needs");
_Static_assert(offsetof(tree_spare, mark) == offsetof(tree_node, proof), "a node is not taken for a free block");
_Static_assert(offsetof(tree_spare, mark) % sizeof(tree_edge) == offsetof(tree_edge, prior), "nor is an edge");
_Static_assert(ASC_MOVES_MAX <= 1 << (TREE_BLOCK_SIZES - 1), "the largest block holds all children of a node");

void asc_tree_blocks_open(tree_blocks *blocks, void *memory, size_t bytes) {
  size_t room = bytes / sizeof(tree_cell);
  *blocks = (tree_blocks){.cells = memory, .room = room > INT32_MAX ? INT32_MAX : (uint32_t)room, .used = 1};
  blocks->cells[0].spare.mark = 0;
}

static void list_add(tree_blocks *blocks, uint32_t first, int size) {
  uint32_t next = blocks->spares[size];
  blocks->cells[first].spare = (tree_spare){.next = next, .size = (uint32_t)size, .mark = SPARE};
  if (next != 0) blocks->cells[next].spare.previous = first;
  blocks->spares[size] = first;
}

static void list_remove(tree_blocks *blocks, uint32_t first) {
  tree_spare *spare = &blocks->cells[first].spare;
  if (spare->next != 0) blocks->cells[spare->next].spare.previous = spare->previous;
  if (spare->previous != 0)
    blocks->cells[spare->previous].spare.next = spare->next;
  else
    blocks->spares[spare->size] = spare->next;
  spare->mark = 0;
}

/* At a multiple of the size there is always the first cell of a block, of this size or a smaller one. */
static bool is_spare(const tree_blocks *blocks, uint32_t first, int size) {
  if (first + (1U << size) > blocks->used) return false;
  const tree_spare *spare = &blocks->cells[first].spare;
  return spare->mark == SPARE && spare->size == (uint32_t)size;
}

void asc_tree_blocks_spare(tree_blocks *blocks, uint32_t first, int size) {
  blocks->spared += 1U << size;
  for (; size + 1 < TREE_BLOCK_SIZES && is_spare(blocks, first ^ 1U << size, size); size++) {
    list_remove(blocks, first ^ 1U << size);
    first &= ~(1U << size);
  }
  list_add(blocks, first, size);
}

/* A block that was never used. What lies between it and the used ones is free from now on. */
static uint32_t take_new(tree_blocks *blocks, int size) {
  uint32_t cells = 1U << size, first = (blocks->used + cells - 1) & ~(cells - 1);
  if (first + cells > blocks->room) return 0;
  while (blocks->used < first) {
    uint32_t gap = blocks->used;
    blocks->used += gap & -gap;
    asc_tree_blocks_spare(blocks, gap, __builtin_ctz(gap));
  }
  blocks->used += cells;
  blocks->cells[first].spare.mark = 0;
  return first;
}

/* A free block, or the first part of a larger one. */
static uint32_t take_spare(tree_blocks *blocks, int size) {
  int found = size;
  while (found < TREE_BLOCK_SIZES && blocks->spares[found] == 0) found++;
  if (found == TREE_BLOCK_SIZES) return 0;
  uint32_t first = blocks->spares[found];
  list_remove(blocks, first);
  while (found-- > size) list_add(blocks, first + (1U << found), found);
  blocks->spared -= 1U << size;
  return first;
}

uint32_t asc_tree_blocks_take(tree_blocks *blocks, int size) {
  uint32_t first = blocks->spares[size] == 0 ? take_new(blocks, size) : 0;
  return first != 0 ? first : take_spare(blocks, size);
}
