#include "memory.h"

enum { MOVE_BITS = 13, DEPTH_BITS = 8, BOUND_BITS = 2, SURE_BITS = 2, AGE_BITS = 6 };
enum {
  MOVE_AT = 32,
  DEPTH_AT = MOVE_AT + MOVE_BITS,
  BOUND_AT = DEPTH_AT + DEPTH_BITS,
  SURE_AT = BOUND_AT + BOUND_BITS,
  AGE_AT = SURE_AT + SURE_BITS
};

static unsigned bits(uint64_t word, int at, int count) { return (unsigned)(word >> at & (((uint64_t)1 << count) - 1)); }

static asc_memory unpack(uint64_t word) {
  return (asc_memory){.value = (asc_value)(uint32_t)word,
                      .move = (int)bits(word, MOVE_AT, MOVE_BITS),
                      .depth = (int)bits(word, DEPTH_AT, DEPTH_BITS),
                      .bound = bits(word, BOUND_AT, BOUND_BITS),
                      .sure = bits(word, SURE_AT, SURE_BITS),
                      .age = bits(word, AGE_AT, AGE_BITS)};
}

static uint64_t pack(const asc_memory *memory) {
  return (uint64_t)(uint32_t)memory->value | (uint64_t)memory->move << MOVE_AT | (uint64_t)memory->depth << DEPTH_AT |
         (uint64_t)memory->bound << BOUND_AT | (uint64_t)memory->sure << SURE_AT |
         (uint64_t)(memory->age & ((1U << AGE_BITS) - 1)) << AGE_AT;
}

bool memory_recall(const asc_table *table, uint64_t hash, asc_memory *memory) {
  uint64_t word;
  if (!table_find(table, hash, &word)) return false;
  *memory = unpack(word);
  return true;
}

/* Old runs go before this one, shallow before deep. */
static uint64_t worth(uint64_t word, unsigned age) {
  if (word == 0) return 0;
  asc_memory held = unpack(word);
  return 1U + (unsigned)held.depth + (held.age == (age & ((1U << AGE_BITS) - 1)) ? 1U << DEPTH_BITS : 0U);
}

/* What is proved stays against a guess. */
void memory_keep(const asc_table *table, uint64_t hash, const asc_memory *memory) {
  table_slot *slot = table_room(table, hash, worth, memory->age);
  uint64_t word;
  bool known = table_slot_read(slot, hash, &word) && word != 0;
  if (known && bits(word, SURE_AT, SURE_BITS) == SURE && memory->sure != SURE) return;
  table_slot_write(slot, hash, pack(memory));
}
