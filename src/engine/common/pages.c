#include "pages.h"

#include <string.h>

#ifdef __wasm__

#include <stdlib.h>

void *asc_pages_open(size_t size) {
  enum { LINE = 64 };
  size_t rounded = (size + LINE - 1) / LINE * LINE;
  void *pages = aligned_alloc(LINE, rounded);
  return pages == NULL ? NULL : memset(pages, 0, rounded);
}

void *asc_pages_open_lazily(size_t size) { return asc_pages_open(size); }

void asc_pages_close(void *pages, size_t size) {
  (void)size;
  free(pages);
}

#else

#include <limits.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

/* What is mapped for a size: huge pages, or as little as there can be. */
static size_t mapped(size_t size) {
  return size < HUGE_PAGE ? size + !size : (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Not every system begins large mappings where a huge page can: what is too much before and after goes back. */
static void *map(size_t size, int flags) {
  size_t spare = size < HUGE_PAGE ? 0 : HUGE_PAGE;
  char *pages = mmap(NULL, size + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  size_t before = spare == 0 ? 0 : -(uintptr_t)pages % HUGE_PAGE;
  if (before > 0) (void)munmap(pages, before);
  pages += before;
  if (spare > before) (void)munmap(pages + size, spare - before);
#ifdef MADV_HUGEPAGE
  (void)madvise(pages, size, MADV_HUGEPAGE);
#endif
  return pages;
}

void *asc_pages_open(size_t size) {
  void *pages = map(mapped(size), 0);
  return pages == NULL ? NULL : memset(pages, 0, size);
}

void *asc_pages_open_lazily(size_t size) { return map(mapped(size), MAP_NORESERVE); }

long long asc_pages_most(void) {
  long long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? pages * page / 2 >> 20 : INT_MAX;
}

void asc_pages_close(void *pages, size_t size) {
  if (pages != NULL) (void)munmap(pages, mapped(size));
}

#endif
