/* A transposition entry: what the search over plies remembers of a position, one word of the transposition table. */
#ifndef ASC_ENGINE_PLIES_ENTRY_H
#define ASC_ENGINE_PLIES_ENTRY_H

#include "engine/common/tt.h"
#include "engine/common/value.h"

enum { ENTRY_AT_LEAST = 1, ENTRY_AT_MOST = 2, ENTRY_EQUAL = 3, ENTRY_NO_MOVE = 0 };

/* The move is one more than its index in the list of moves. `bound` is what the search to `depth` says, `sure` what is
   proved, both about the same value. */
typedef struct asc_entry {
  asc_value value;
  int move, depth;
  unsigned bound, sure, age;
} asc_entry;

bool asc_entry_find(const asc_tt *tt, uint64_t hash, asc_entry *entry);
void asc_entry_keep(const asc_tt *tt, uint64_t hash, const asc_entry *entry);

#endif
