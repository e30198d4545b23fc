/* malloc, free and realloc of the board module. In the WebAssembly module they replace those of the C library; a test
   calls them directly. */
#ifndef WASM_HEAP_H
#define WASM_HEAP_H

#include <stddef.h>

/* Returns a block of `size` bytes, or NULL if there is no memory. */
void *wasm_heap_alloc(size_t size);
/* Frees a block; NULL is allowed. */
void wasm_heap_free(void *memory);
/* Resizes a block and keeps its contents. Returns the block, which may have moved, or NULL if there is no memory; then
   the old block is unchanged. `memory` may be NULL. */
void *wasm_heap_realloc(void *memory, size_t size);

/* Gets more memory for the heap: at least `min_size` bytes, aligned for a header, and not returned before. Writes its
   size to *size. Returns NULL if there is none. A test defines its own. */
void *wasm_heap_grow(size_t min_size, size_t *size);

#endif
