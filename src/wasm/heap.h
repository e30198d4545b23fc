/* What the board module's malloc is. */
#ifndef ASC_WASM_HEAP_H
#define ASC_WASM_HEAP_H

#include <stddef.h>

void *asc_heap_take(size_t size);
void asc_heap_give(void *memory);
/* Of other size, what is in it kept. NULL: there is no room, and the memory is as it was. */
void *asc_heap_resize(void *memory, size_t size);

/* Who lends memory to the heap: at least so much, what there is then in `size`, or NULL. */
void *asc_heap_lend(size_t least, size_t *size);

#endif
