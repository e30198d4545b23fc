/* Makes the n-th allocation of a program fail. Link with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc. */
#ifndef ASC_TESTS_FAILING_ALLOC_H
#define ASC_TESTS_FAILING_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

static long allocations_left = -1; /* allocations that will still succeed; below 0: all */

static bool allocation_fails(void) {
  if (allocations_left < 0) return false;
  return allocations_left-- == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) { return allocation_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return allocation_fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return allocation_fails() ? NULL : __real_realloc(memory, size); }

/* Lets allocation number `n`, from 0, fail. failing_ended returns whether that happened, and lets all succeed again. */
static inline void failing_begin(long n) { allocations_left = n; }
static inline bool failing_ended(void) {
  bool failed = allocations_left < 0;
  allocations_left = -1;
  return failed;
}

#endif
