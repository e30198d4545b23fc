#include "entry.h"

enum { MOVE_BITS = 13, DEPTH_BITS = 8, BOUND_BITS = 2, SURE_BITS = 2, AGE_BITS = 6 };
enum {
  MOVE_AT = 32,
  DEPTH_AT = MOVE_AT + MOVE_BITS,
  BOUND_AT = DEPTH_AT + DEPTH_BITS,
  SURE_AT = BOUND_AT + BOUND_BITS,
  AGE_AT = SURE_AT + SURE_BITS
};

static unsigned bits(uint64_t word, int at, int count) { return (unsigned)(word >> at & (((uint64_t)1 << count) - 1)); }

static asc_entry unpack(uint64_t word) {
  return (asc_entry){.value = (asc_value)(uint32_t)word,
                     .move = (int)bits(word, MOVE_AT, MOVE_BITS),
                     .depth = (int)bits(word, DEPTH_AT, DEPTH_BITS),
                     .bound = bits(word, BOUND_AT, BOUND_BITS),
                     .sure = bits(word, SURE_AT, SURE_BITS),
                     .age = bits(word, AGE_AT, AGE_BITS)};
}

static uint64_t pack(const asc_entry *entry) {
  return (uint64_t)(uint32_t)entry->value | (uint64_t)entry->move << MOVE_AT | (uint64_t)entry->depth << DEPTH_AT |
         (uint64_t)entry->bound << BOUND_AT | (uint64_t)entry->sure << SURE_AT |
         (uint64_t)(entry->age & ((1U << AGE_BITS) - 1)) << AGE_AT;
}

bool asc_entry_find(const asc_tt *tt, uint64_t hash, asc_entry *entry) {
  uint64_t word;
  if (!tt_find(tt, hash, &word)) return false;
  *entry = unpack(word);
  return true;
}

/* Old runs go before this one, shallow before deep. */
static uint64_t worth(uint64_t word, unsigned age) {
  if (word == 0) return 0;
  asc_entry held = unpack(word);
  return 1U + (unsigned)held.depth + (held.age == (age & ((1U << AGE_BITS) - 1)) ? 1U << DEPTH_BITS : 0U);
}

/* What is proved stays against a guess. */
void asc_entry_keep(const asc_tt *tt, uint64_t hash, const asc_entry *entry) {
  tt_slot *slot = tt_room(tt, hash, worth, entry->age);
  uint64_t word;
  bool known = tt_slot_read(slot, hash, &word) && word != 0;
  if (known && bits(word, SURE_AT, SURE_BITS) == SURE && entry->sure != SURE) return;
  tt_slot_write(slot, hash, pack(entry));
}
