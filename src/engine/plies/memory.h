/* What the search over plies remembers of a position: one word of the table. */
#ifndef ASC_ENGINE_PLIES_MEMORY_H
#define ASC_ENGINE_PLIES_MEMORY_H

#include "engine/common/table.h"
#include "engine/common/value.h"

enum { MEMORY_AT_LEAST = 1, MEMORY_AT_MOST = 2, MEMORY_EQUAL = 3, MEMORY_NO_MOVE = 0 };

/* The move is one more than its index in the list of moves. `bound` is what the search to `depth` says, `sure` what is
   proved, both about the same value. */
typedef struct asc_memory {
  asc_value value;
  int move, depth;
  unsigned bound, sure, age;
} asc_memory;

bool memory_recall(const asc_table *table, uint64_t hash, asc_memory *memory);
void memory_keep(const asc_table *table, uint64_t hash, const asc_memory *memory);

#endif
