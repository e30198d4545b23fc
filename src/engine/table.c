#include "table.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { HUGE_PAGE = 2 << 20 };

bool table_open(asc_table *table, size_t bytes) {
  const size_t bucket = TABLE_BUCKET * sizeof(table_slot);
  size_t buckets = bytes < bucket ? 1 : bytes / bucket;
  if (buckets > UINT32_MAX) buckets = UINT32_MAX;
  table->buckets = buckets;
  size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : bucket;
  size_t rounded = (buckets * bucket + alignment - 1) / alignment * alignment;
  table->slots = aligned_alloc(alignment, rounded);
  if (table->slots == NULL) return false;
#ifdef MADV_HUGEPAGE
  /* A look into the table is a jump to anywhere; with large pages it takes one miss instead of two. */
  (void)madvise(table->slots, rounded, MADV_HUGEPAGE);
#endif
  table_clear(table);
  return true;
}

/* Nobody searches meanwhile, so it need not go slot by slot. */
void table_clear(asc_table *table) {
  memset((void *)table->slots, 0, (size_t)table->buckets * TABLE_BUCKET * sizeof *table->slots);
}

void table_close(asc_table *table) {
  free(table->slots);
  table->slots = NULL;
}
