/* Memory for transposition tables, trees and tablebases: zeroed, aligned to a cache line (64 bytes), and in huge pages
   where the system has them.

   A probe of a transposition table is a random access. With small pages it would also miss the TLB. */
#ifndef ASC_ENGINE_COMMON_LARGE_PAGES_H
#define ASC_ENGINE_COMMON_LARGE_PAGES_H

#include <stddef.h>

/* Returns zeroed memory of `size` bytes, or NULL if there is not enough. The caller frees it with asc_large_pages_free.
   All pages are touched here, so a search against the clock has no page faults later. */
void *asc_large_pages_alloc(size_t size);
/* Like asc_large_pages_alloc, but each page is allocated when it is first touched. This is for sparsely used arrays
   that may be larger than the free memory. In WebAssembly it is the same as asc_large_pages_alloc. */
void *asc_large_pages_alloc_lazy(size_t size);
/* Returns the largest sensible request in MiB: half of the machine's memory, or INT_MAX if that is not known. A larger
   request would not fail but get the program killed. Not available in WebAssembly. */
long long asc_large_pages_max_mib(void);
/* Frees memory from both functions above. `size` must be the size that was requested. `pages` may be NULL. */
void asc_large_pages_free(void *pages, size_t size);

#endif
