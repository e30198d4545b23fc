/* Packing and replacement of entries: see tt_entry.h. The value takes the low 32 bits of the word; 31 bits follow. */
#include "tt_entry.h"

enum { MOVE_BITS = 13, DEPTH_BITS = 8, BOUND_BITS = 2, PROVED_BITS = 2, GENERATION_BITS = 6 };
enum {
  MOVE_AT = 32,
  DEPTH_AT = MOVE_AT + MOVE_BITS,
  BOUND_AT = DEPTH_AT + DEPTH_BITS,
  PROVED_AT = BOUND_AT + BOUND_BITS,
  GENERATION_AT = PROVED_AT + PROVED_BITS
};

static unsigned bits(uint64_t word, int at, int count) { return (unsigned)(word >> at & (((uint64_t)1 << count) - 1)); }

static asc_tt_entry unpack(uint64_t word) {
  return (asc_tt_entry){.value = (asc_value)(uint32_t)word,
                        .move_number = (int)bits(word, MOVE_AT, MOVE_BITS),
                        .depth = (int)bits(word, DEPTH_AT, DEPTH_BITS),
                        .bound = bits(word, BOUND_AT, BOUND_BITS),
                        .proved = bits(word, PROVED_AT, PROVED_BITS),
                        .generation = bits(word, GENERATION_AT, GENERATION_BITS)};
}

static uint64_t pack(const asc_tt_entry *entry) {
  return (uint64_t)(uint32_t)entry->value | (uint64_t)entry->move_number << MOVE_AT |
         (uint64_t)entry->depth << DEPTH_AT | (uint64_t)entry->bound << BOUND_AT |
         (uint64_t)entry->proved << PROVED_AT |
         (uint64_t)(entry->generation & ((1U << GENERATION_BITS) - 1)) << GENERATION_AT;
}

bool asc_tt_entry_probe(const asc_tt *tt, uint64_t hash, asc_tt_entry *entry) {
  uint64_t word;
  if (!asc_tt_probe(tt, hash, &word)) return false;
  *entry = unpack(word);
  return true;
}

/* Entries of older searches are replaced first, then shallow entries. */
static uint64_t priority(uint64_t word, unsigned generation) {
  if (word == 0) return 0;
  asc_tt_entry entry = unpack(word);
  return 1U + (unsigned)entry.depth +
         (entry.generation == (generation & ((1U << GENERATION_BITS) - 1)) ? 1U << DEPTH_BITS : 0U);
}

void asc_tt_entry_write(const asc_tt *tt, uint64_t hash, const asc_tt_entry *entry) {
  asc_tt_slot *slot = asc_tt_slot_for(tt, hash, priority, entry->generation);
  uint64_t word;
  bool has_entry = asc_tt_slot_read(slot, hash, &word) && word != 0;
  if (has_entry && bits(word, PROVED_AT, PROVED_BITS) == ASC_PROVED_EXACT && entry->proved != ASC_PROVED_EXACT) return;
  asc_tt_slot_write(slot, hash, pack(entry));
}
