/* malloc for the board module. It has few things at a time, most of them large: tables, and the answer to a call. The
   free blocks are a list in the order of their addresses; the first that is large enough is taken, and neighbours join.
   That is a tenth of the C library's malloc. */
#include "heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Before every block; `size` counts this too, in whole headers. */
typedef struct header {
  size_t size;
  struct header *next; /* of a free block */
} header;

static header *first;

static header *end_of(header *block) { return (header *)((char *)block + block->size); }
static header *block_of(void *memory) { return (header *)memory - 1; }

/* Takes `size` off the block at a link of the list; what is left of it stays there, if anything can lie in it. */
static void cut(header **link, size_t size) {
  header *block = *link, *next = block->next;
  if (block->size - size < 2 * sizeof(header)) {
    *link = next;
    return;
  }
  header *rest = (header *)((char *)block + size);
  *rest = (header){block->size - size, next};
  block->size = size;
  *link = rest;
}

static bool whole(size_t size, size_t *rounded) {
  if (size > SIZE_MAX / 2) return false;
  *rounded = (size + 2 * sizeof(header) - 1) / sizeof(header) * sizeof(header);
  return true;
}

static bool grow(size_t size) {
  size_t got;
  header *block = asc_heap_lend(size, &got);
  if (block == NULL) return false;
  block->size = got;
  asc_heap_give(block + 1);
  return true;
}

void *asc_heap_take(size_t size) {
  if (!whole(size, &size)) return NULL;
  do {
    for (header **link = &first; *link != NULL; link = &(*link)->next) {
      header *block = *link;
      if (block->size < size) continue;
      cut(link, size);
      return block + 1;
    }
  } while (grow(size));
  return NULL;
}

void asc_heap_give(void *memory) {
  if (memory == NULL) return;
  header *block = block_of(memory), *before = NULL, *after = first;
  while (after != NULL && after < block) {
    before = after;
    after = after->next;
  }
  block->next = after;
  if (after != NULL && end_of(block) == after) {
    block->size += after->size;
    block->next = after->next;
  }
  if (before == NULL) {
    first = block;
  } else if (end_of(before) == block) {
    before->size += block->size;
    before->next = block->next;
  } else {
    before->next = block;
  }
}

void *asc_heap_resize(void *memory, size_t size) {
  size_t wanted;
  if (memory == NULL) return asc_heap_take(size);
  if (!whole(size, &wanted)) return NULL;
  header *block = block_of(memory);
  if (wanted <= block->size) return memory;
  header **link = &first;
  while (*link != NULL && *link < block) link = &(*link)->next;
  if (*link != NULL && *link == end_of(block) && block->size + (*link)->size >= wanted) {
    header *after = *link;
    cut(link, wanted - block->size);
    block->size += after->size;
    return memory;
  }
  void *moved = asc_heap_take(size);
  if (moved == NULL) return NULL;
  memcpy(moved, memory, block->size - sizeof(header));
  asc_heap_give(memory);
  return moved;
}

#ifdef __wasm__

enum { PAGE = 65536 };

/* What lies behind the data, then page after page behind that. */
void *asc_heap_lend(size_t least, size_t *size) {
  extern char __heap_base;
  static uintptr_t end;
  uintptr_t begin = end != 0 ? end : ((uintptr_t)&__heap_base + 15) / 16 * 16;
  uintptr_t there = __builtin_wasm_memory_size(0) * PAGE;
  if (there - begin < least) {
    size_t pages = (least - (there - begin) + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    there += pages * PAGE;
  }
  end = there;
  *size = there - begin;
  return &__heap_base + (begin - (uintptr_t)&__heap_base);
}

void *malloc(size_t size) { return asc_heap_take(size); }
void free(void *memory) { asc_heap_give(memory); }
void *realloc(void *memory, size_t size) { return asc_heap_resize(memory, size); }

void *calloc(size_t count, size_t size) {
  size_t bytes;
  void *memory = __builtin_mul_overflow(count, size, &bytes) ? NULL : asc_heap_take(bytes);
  return memory == NULL ? NULL : memset(memory, 0, bytes);
}

#endif
