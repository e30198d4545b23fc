/* The transposition table: what is known of positions, by their hashes.

   A slot is two words. The first is the hash combined with the second, so that a slot torn by two threads that write at
   once is no hit instead of a wrong one; no lock is needed. What the second word means is the searcher's own. */
#ifndef ASC_ENGINE_COMMON_TT_H
#define ASC_ENGINE_COMMON_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tt_slot {
  _Atomic uint64_t check, data;
} tt_slot;

typedef struct asc_tt {
  tt_slot *slots;
  uint64_t buckets; /* of TT_BUCKET slots each; less than 2^32 */
} asc_tt;

enum { TT_BUCKET = 4 }; /* a cache line */

/* At most `bytes`, at least one bucket. False when there is no memory. */
bool asc_tt_open(asc_tt *tt, size_t bytes);
void asc_tt_clear(asc_tt *tt);
void asc_tt_close(asc_tt *tt);

/* The bucket of a hash: all buckets are equally likely, whatever their number. It is hash times buckets over 2^64, in
   halves, because not every platform multiplies to 128 bits in one go. */
static inline tt_slot *tt_bucket(const asc_tt *tt, uint64_t hash) {
  uint64_t high = (hash >> 32) * tt->buckets, low = (hash & UINT32_MAX) * tt->buckets;
  return tt->slots + (size_t)((high + (low >> 32)) >> 32) * TT_BUCKET;
}
static inline uint64_t tt_slot_data(const tt_slot *slot) {
  return atomic_load_explicit(&slot->data, memory_order_relaxed);
}
static inline bool tt_slot_read(const tt_slot *slot, uint64_t hash, uint64_t *data) {
  *data = tt_slot_data(slot);
  return (atomic_load_explicit(&slot->check, memory_order_relaxed) ^ *data) == hash;
}
static inline void tt_slot_write(tt_slot *slot, uint64_t hash, uint64_t data) {
  atomic_store_explicit(&slot->check, hash ^ data, memory_order_relaxed);
  atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

/* What is kept under a hash; false: nothing. What is kept is never 0. */
static inline bool tt_find(const asc_tt *tt, uint64_t hash, uint64_t *data) {
  const tt_slot *slot = tt_bucket(tt, hash);
  for (int i = 0; i < TT_BUCKET; i++)
    if (tt_slot_read(&slot[i], hash, data) && *data != 0) return true;
  return false;
}

/* How much what is kept is worth to a run of that age. */
typedef uint64_t table_worth(uint64_t data, unsigned age);

/* Where to keep something under a hash: where it has its slot, or in place of what is worth least. */
static inline tt_slot *tt_room(const asc_tt *tt, uint64_t hash, table_worth *worth, unsigned age) {
  tt_slot *slot = tt_bucket(tt, hash), *cheapest = slot;
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < TT_BUCKET; i++) {
    uint64_t data;
    if (tt_slot_read(&slot[i], hash, &data) && data != 0) return &slot[i];
    uint64_t held = worth(data, age);
    if (held >= least) continue;
    least = held;
    cheapest = &slot[i];
  }
  return cheapest;
}

#endif
