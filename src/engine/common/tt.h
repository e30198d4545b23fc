/* The transposition table: one 64-bit word of data per position, found by the hash of the position.

   A slot is two words. The first is the hash combined (xor) with the second. If two threads write a slot at once, a
   mixed slot matches no hash, so it is a miss and not a wrong hit. No lock is needed. Each search defines the meaning
   of the data word itself; data is never 0. */
#ifndef ASC_ENGINE_COMMON_TT_H
#define ASC_ENGINE_COMMON_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct asc_tt_slot {
  _Atomic uint64_t check, data;
} asc_tt_slot;

typedef struct asc_tt {
  asc_tt_slot *slots;
  uint64_t bucket_count; /* each has ASC_TT_BUCKET_SLOTS slots; less than 2^32 */
} asc_tt;

enum { ASC_TT_BUCKET_SLOTS = 4 }; /* 64 bytes, one cache line */

/* Allocates at most `bytes`, but at least one bucket; all slots are empty. Returns false if there is not enough memory.
   asc_tt_close frees it. */
bool asc_tt_open(asc_tt *tt, size_t bytes);
/* Empties all slots. No thread may search meanwhile. */
void asc_tt_clear(asc_tt *tt);
void asc_tt_close(asc_tt *tt);

/* Returns the first slot of the bucket of a hash. All buckets are equally likely, whatever their number. The index is
   hash * bucket_count / 2^64, computed in halves, because not every platform has a 128-bit product. */
static inline asc_tt_slot *asc_tt_bucket(const asc_tt *tt, uint64_t hash) {
  uint64_t high = (hash >> 32) * tt->bucket_count, low = (hash & UINT32_MAX) * tt->bucket_count;
  return tt->slots + (size_t)((high + (low >> 32)) >> 32) * ASC_TT_BUCKET_SLOTS;
}
static inline uint64_t asc_tt_slot_data(const asc_tt_slot *slot) {
  return atomic_load_explicit(&slot->data, memory_order_relaxed);
}
/* Reads the data of a slot. Returns true if it was written under this hash. */
static inline bool asc_tt_slot_read(const asc_tt_slot *slot, uint64_t hash, uint64_t *data) {
  *data = asc_tt_slot_data(slot);
  return (atomic_load_explicit(&slot->check, memory_order_relaxed) ^ *data) == hash;
}
static inline void asc_tt_slot_write(asc_tt_slot *slot, uint64_t hash, uint64_t data) {
  atomic_store_explicit(&slot->check, hash ^ data, memory_order_relaxed);
  atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

/* Finds the data written under a hash. Returns false if there is none. */
static inline bool asc_tt_probe(const asc_tt *tt, uint64_t hash, uint64_t *data) {
  const asc_tt_slot *slot = asc_tt_bucket(tt, hash);
  for (int i = 0; i < ASC_TT_BUCKET_SLOTS; i++)
    if (asc_tt_slot_read(&slot[i], hash, data) && *data != 0) return true;
  return false;
}

/* The replacement priority of a slot for a search of this generation. The slot with the lowest priority is overwritten
   first. An empty slot has data 0. */
typedef uint64_t asc_tt_priority(uint64_t data, unsigned generation);

/* Returns the slot to write under a hash: the one that has this hash already, or else the one with the lowest priority
   in the bucket. */
static inline asc_tt_slot *asc_tt_slot_for(const asc_tt *tt, uint64_t hash, asc_tt_priority *priority,
                                           unsigned generation) {
  asc_tt_slot *slot = asc_tt_bucket(tt, hash), *cheapest = slot;
  uint64_t lowest = UINT64_MAX;
  for (int i = 0; i < ASC_TT_BUCKET_SLOTS; i++) {
    uint64_t data;
    if (asc_tt_slot_read(&slot[i], hash, &data) && data != 0) return &slot[i];
    uint64_t current = priority(data, generation);
    if (current >= lowest) continue;
    lowest = current;
    cheapest = &slot[i];
  }
  return cheapest;
}

#endif
