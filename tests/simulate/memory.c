/* Allocations that fail, by chance and only inside steps of a process. Link with -Wl,--wrap=malloc,--wrap=calloc,
   --wrap=realloc,--wrap=strdup; the allocations of shared libraries, such as SQLite's, are not wrapped. */
#include "simulate.h"

#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

static _Thread_local int is_armed;

void sim_memory_start(void) { is_armed = sim.plan.memory_fails > 0; }
void sim_memory_stop(void) { is_armed = 0; }

static bool fails(void) {
  if (!is_armed || !sim_chance(SIM_FAULTS, sim.plan.memory_fails)) return false;
  sim.failed_memory++;
  return true;
}

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return fails() ? NULL : __real_realloc(memory, size); }

char *__wrap_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = __wrap_malloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}
