#include "table.h"

#include "pages.h"

#include <string.h>

static const size_t bucket = TABLE_BUCKET * sizeof(table_slot);

bool table_open(asc_table *table, size_t bytes) {
  size_t buckets = bytes < bucket ? 1 : bytes / bucket;
  if (buckets > UINT32_MAX) buckets = UINT32_MAX;
  table->buckets = buckets;
  table->slots = asc_pages_open(buckets * bucket);
  return table->slots != NULL;
}

/* Nobody searches meanwhile, so it need not go slot by slot. */
void table_clear(asc_table *table) { memset((void *)table->slots, 0, (size_t)table->buckets * bucket); }

void table_close(asc_table *table) {
  asc_pages_close(table->slots, (size_t)table->buckets * bucket);
  table->slots = NULL;
}
