#include "table.h"

#include <stdlib.h>

bool table_open(asc_table *table, size_t bytes) {
  const size_t bucket = TABLE_BUCKET * sizeof(table_slot);
  table->buckets = bytes < bucket ? 1 : bytes / bucket;
  table->slots = aligned_alloc(bucket, table->buckets * bucket);
  if (table->slots == NULL) return false;
  table_clear(table);
  return true;
}

void table_clear(asc_table *table) {
  for (uint64_t i = 0; i < table->buckets * TABLE_BUCKET; i++) table_slot_write(&table->slots[i], 0, 0);
}

void table_close(asc_table *table) {
  free(table->slots);
  table->slots = NULL;
}
