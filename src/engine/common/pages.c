#include "pages.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LINE = 64, HUGE_PAGE = 2 << 20 };

void *pages_take(size_t bytes) {
  size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
  size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void *memory = aligned_alloc(alignment, rounded);
  if (memory == NULL) return NULL;
#ifdef MADV_HUGEPAGE
  /* A look into a table is a jump to anywhere; with large pages it takes one miss instead of two. */
  (void)madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memset(memory, 0, rounded);
}
