/* An entry of alpha-beta search in the transposition table, packed into one data word. */
#ifndef ASC_ENGINE_ALPHABETA_TT_ENTRY_H
#define ASC_ENGINE_ALPHABETA_TT_ENTRY_H

#include "engine/common/tt.h"
#include "engine/common/value.h"

enum { ASC_TT_BOUND_LOWER = 1, ASC_TT_BOUND_UPPER = 2, ASC_TT_BOUND_EXACT = 3, ASC_TT_NO_MOVE = 0 };

/* `move_number` is 1 plus the index of the best move in the list of moves, or ASC_TT_NO_MOVE. `bound` is what the
   search to `depth` plies found, `proved` (ASC_PROVED_… flags) what is proved. Both are about the same value. */
typedef struct asc_tt_entry {
  asc_value value;
  int move_number, depth;
  unsigned bound, proved, generation;
} asc_tt_entry;

/* Finds the entry of a position. Returns false if there is none. */
bool asc_tt_entry_probe(const asc_tt *tt, uint64_t hash, asc_tt_entry *entry);
/* Writes an entry. It never replaces the proved exact value of the same position by a value that is not proved
   exact. */
void asc_tt_entry_write(const asc_tt *tt, uint64_t hash, const asc_tt_entry *entry);

#endif
