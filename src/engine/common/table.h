/* The transposition table: what is known of positions, by their hashes.

   A slot is two words. The first is the hash combined with the second, so that a slot torn by two threads that write at
   once is no hit instead of a wrong one; no lock is needed. What the second word means is the searcher's own. */
#ifndef ASC_ENGINE_COMMON_TABLE_H
#define ASC_ENGINE_COMMON_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct table_slot {
  _Atomic uint64_t check, data;
} table_slot;

typedef struct asc_table {
  table_slot *slots;
  uint64_t buckets; /* of TABLE_BUCKET slots each; less than 2^32 */
} asc_table;

enum { TABLE_BUCKET = 4 }; /* a cache line */

/* At most `bytes`, at least one bucket. False when there is no memory. */
bool table_open(asc_table *table, size_t bytes);
void table_clear(asc_table *table);
void table_close(asc_table *table);

/* The bucket of a hash: all buckets are equally likely, whatever their number. It is hash times buckets over 2^64, in
   halves, because not every platform multiplies to 128 bits in one go. */
static inline table_slot *table_bucket(const asc_table *table, uint64_t hash) {
  uint64_t high = (hash >> 32) * table->buckets, low = (hash & UINT32_MAX) * table->buckets;
  return table->slots + (size_t)((high + (low >> 32)) >> 32) * TABLE_BUCKET;
}
static inline uint64_t table_slot_data(const table_slot *slot) {
  return atomic_load_explicit(&slot->data, memory_order_relaxed);
}
static inline bool table_slot_read(const table_slot *slot, uint64_t hash, uint64_t *data) {
  *data = table_slot_data(slot);
  return (atomic_load_explicit(&slot->check, memory_order_relaxed) ^ *data) == hash;
}
static inline void table_slot_write(table_slot *slot, uint64_t hash, uint64_t data) {
  atomic_store_explicit(&slot->check, hash ^ data, memory_order_relaxed);
  atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

/* What is kept under a hash; false: nothing. What is kept is never 0. */
static inline bool table_find(const asc_table *table, uint64_t hash, uint64_t *data) {
  const table_slot *slot = table_bucket(table, hash);
  for (int i = 0; i < TABLE_BUCKET; i++)
    if (table_slot_read(&slot[i], hash, data) && *data != 0) return true;
  return false;
}

/* How much what is kept is worth to a run of that age. */
typedef uint64_t table_worth(uint64_t data, unsigned age);

/* Where to keep something under a hash: where it has its slot, or in place of what is worth least. */
static inline table_slot *table_room(const asc_table *table, uint64_t hash, table_worth *worth, unsigned age) {
  table_slot *slot = table_bucket(table, hash), *cheapest = slot;
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < TABLE_BUCKET; i++) {
    uint64_t data;
    if (table_slot_read(&slot[i], hash, &data) && data != 0) return &slot[i];
    uint64_t held = worth(data, age);
    if (held >= least) continue;
    least = held;
    cheapest = &slot[i];
  }
  return cheapest;
}

#endif
