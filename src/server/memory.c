#include "memory.h"

#include <libwebsockets.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { RESERVE = 1 << 20, UNIT = 16 };

/* The libraries are one for all there is in a process, and so is this. What is taken is never given back: it is taken
   when there is nothing else, and then the process does not last. */
static _Alignas(UNIT) char reserve[RESERVE];
static atomic_size_t taken;
static atomic_bool beginning, needed;

static bool is_reserve(const void *memory) {
  return (const char *)memory >= reserve && (const char *)memory < reserve + RESERVE;
}

static void *reserve_take(size_t size) {
  size_t whole = (size + UNIT - 1) / UNIT * UNIT, at = atomic_fetch_add(&taken, whole);
  return size <= RESERVE && at <= RESERVE - whole ? reserve + at : NULL;
}

static void *loop_malloc(size_t size) {
  void *made = malloc(size > 0 ? size : 1);
  if (made != NULL) return made;
  atomic_store(&needed, true);
  return reserve_take(size);
}

static void loop_free(void *memory) {
  if (!is_reserve(memory)) free(memory);
}

static void *loop_calloc(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  void *made = loop_malloc(count * size);
  return made == NULL ? NULL : memset(made, 0, count * size);
}

/* How long a piece of the reserve is nobody knows: what follows it belongs to others, but may be read. */
static size_t length_of(void *memory) {
  if (memory == NULL) return 0;
  return is_reserve(memory) ? (size_t)(reserve + RESERVE - (char *)memory) : malloc_usable_size(memory);
}

static void *loop_realloc(void *memory, size_t size) {
  void *made = is_reserve(memory) ? NULL : realloc(memory, size);
  if (made != NULL || size == 0) return made;
  made = loop_malloc(size);
  size_t length = length_of(memory);
  if (made == NULL) return NULL;
  if (length > 0) memcpy(made, memory, length < size ? length : size);
  loop_free(memory);
  return made;
}

static void *web_realloc(void *memory, size_t size, const char *reason) {
  (void)reason;
  if (size == 0) {
    loop_free(memory);
    return NULL;
  }
  if (atomic_load(&beginning) || is_reserve(memory)) return loop_realloc(memory, size);
  return realloc(memory, size);
}

void asc_memory_begin(void) {
  lws_set_allocator(web_realloc);
  (void)uv_replace_allocator(loop_malloc, loop_realloc, loop_calloc, loop_free);
  atomic_store(&needed, false);
  atomic_store(&beginning, true);
}

bool asc_memory_settle(void) {
  atomic_store(&beginning, false);
  return !atomic_load(&needed);
}
