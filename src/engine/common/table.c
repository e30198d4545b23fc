#include "table.h"

#include "pages.h"

#include <stdlib.h>
#include <string.h>

bool table_open(asc_table *table, size_t bytes) {
  const size_t bucket = TABLE_BUCKET * sizeof(table_slot);
  size_t buckets = bytes < bucket ? 1 : bytes / bucket;
  if (buckets > UINT32_MAX) buckets = UINT32_MAX;
  table->buckets = buckets;
  table->slots = pages_take(buckets * bucket);
  return table->slots != NULL;
}

/* Nobody searches meanwhile, so it need not go slot by slot. */
void table_clear(asc_table *table) {
  memset((void *)table->slots, 0, (size_t)table->buckets * TABLE_BUCKET * sizeof *table->slots);
}

void table_close(asc_table *table) {
  free(table->slots);
  table->slots = NULL;
}
