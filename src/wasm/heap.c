/* malloc for the board module, in a tenth of the size of the C library's. The module has few blocks at a time, most of
   them large: games, and the reply to a call.

   The free blocks are a list sorted by address. An allocation takes the end of the first block that is large enough,
   and adjacent free blocks are always merged. */
#include "heap.h"

#include <stdint.h>
#include <string.h>

/* The header before every block. `size` includes the header and is a multiple of its size. */
typedef struct header {
  size_t size;
  struct header *next; /* only in free blocks */
} header;

static header free_list; /* only its `next` is used */

static header *end_of(header *block) { return (header *)((char *)block + block->size); }

void *wasm_heap_alloc(size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  size = (size + 2 * sizeof(header) - 1) / sizeof(header) * sizeof(header);
  for (;;) {
    for (header *before = &free_list; before->next != NULL; before = before->next) {
      header *block = before->next;
      if (block->size < size) continue;
      if (block->size == size) {
        before->next = block->next;
      } else {
        block->size -= size;
        block = end_of(block);
        block->size = size;
      }
      return block + 1;
    }
    size_t grown_size;
    header *grown = wasm_heap_grow(size, &grown_size);
    if (grown == NULL) return NULL;
    grown->size = grown_size;
    wasm_heap_free(grown + 1);
  }
}

void wasm_heap_free(void *memory) {
  if (memory == NULL) return;
  header *block = (header *)memory - 1, *before = &free_list;
  while (before->next != NULL && before->next < block) before = before->next;
  block->next = before->next;
  if (block->next != NULL && block->next == end_of(block)) {
    block->size += block->next->size;
    block->next = block->next->next;
  }
  if (end_of(before) == block) {
    before->size += block->size;
    before->next = block->next;
  } else {
    before->next = block;
  }
}

void *wasm_heap_realloc(void *memory, size_t size) {
  size_t old_size = memory == NULL ? 0 : ((header *)memory - 1)->size - sizeof(header);
  if (memory != NULL && size <= old_size) return memory;
  void *moved = wasm_heap_alloc(size);
  if (moved == NULL || memory == NULL) return moved;
  memcpy(moved, memory, old_size);
  wasm_heap_free(memory);
  return moved;
}

#ifdef __wasm__

/* Adds pages at the end of the memory. */
void *wasm_heap_grow(size_t min_size, size_t *size) {
  extern char __heap_base;
  const size_t page = 65536;
  size_t pages = (min_size + page - 1) / page, end = __builtin_wasm_memory_grow(0, pages);
  *size = pages * page;
  return end == SIZE_MAX ? NULL : &__heap_base + (end * page - (uintptr_t)&__heap_base);
}

void *malloc(size_t size) { return wasm_heap_alloc(size); }
void free(void *memory) { wasm_heap_free(memory); }
void *realloc(void *memory, size_t size) { return wasm_heap_realloc(memory, size); }

void *calloc(size_t count, size_t size) {
  size_t bytes;
  void *memory = __builtin_mul_overflow(count, size, &bytes) ? NULL : wasm_heap_alloc(bytes);
  return memory == NULL ? NULL : memset(memory, 0, bytes);
}

#endif
