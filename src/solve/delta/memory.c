#include "memory.h"

#include <sys/mman.h>

void *retro_memory_open(size_t size) {
  void *memory = mmap(NULL, size + !size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  (void)madvise(memory, size + !size, MADV_HUGEPAGE);
#endif
  return memory;
}

void retro_memory_close(void *memory, size_t size) {
  if (memory != NULL) (void)munmap(memory, size + !size);
}
