/* Large pages: see large_pages.h. WebAssembly has no mmap and no huge pages, so it uses the heap. */
#include "large_pages.h"

#include <string.h>

#ifdef __wasm__

#include <stdlib.h>

void *asc_large_pages_alloc(size_t size) {
  enum { LINE = 64 };
  size_t rounded = (size + LINE - 1) / LINE * LINE;
  void *pages = aligned_alloc(LINE, rounded);
  return pages == NULL ? NULL : memset(pages, 0, rounded);
}

void *asc_large_pages_alloc_lazy(size_t size) { return asc_large_pages_alloc(size); }

void asc_large_pages_free(void *pages, size_t size) {
  (void)size;
  free(pages);
}

#else

#include <limits.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

/* Returns the bytes to map: whole huge pages, or the size itself (at least 1) if it is below one huge page. */
static size_t mapped_size(size_t size) {
  return size < HUGE_PAGE ? size + !size : (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Not every system aligns large mappings to huge pages. So this maps one huge page more, and unmaps the surplus before
   and after the aligned block. */
static void *map(size_t size, int flags) {
  size_t surplus = size < HUGE_PAGE ? 0 : HUGE_PAGE;
  char *pages = mmap(NULL, size + surplus, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  size_t before = surplus == 0 ? 0 : -(uintptr_t)pages % HUGE_PAGE;
  if (before > 0) (void)munmap(pages, before);
  pages += before;
  if (surplus > before) (void)munmap(pages + size, surplus - before);
#ifdef MADV_HUGEPAGE
  (void)madvise(pages, size, MADV_HUGEPAGE);
#endif
  return pages;
}

void *asc_large_pages_alloc(size_t size) {
  void *pages = map(mapped_size(size), 0);
  return pages == NULL ? NULL : memset(pages, 0, size);
}

void *asc_large_pages_alloc_lazy(size_t size) { return map(mapped_size(size), MAP_NORESERVE); }

long long asc_large_pages_max_mib(void) {
  long long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? pages * page_bytes / 2 >> 20 : INT_MAX;
}

void asc_large_pages_free(void *pages, size_t size) {
  if (pages != NULL) (void)munmap(pages, mapped_size(size));
}

#endif
