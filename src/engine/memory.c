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
  const table_slot *slot = table_bucket(table, hash);
  for (int i = 0; i < TABLE_BUCKET; i++) {
    uint64_t word;
    if (!table_slot_read(&slot[i], hash, &word) || word == 0) continue;
    *memory = unpack(word);
    return true;
  }
  return false;
}

/* What is worth least goes: old runs before this one, shallow before deep. */
static int worth(uint64_t word, unsigned age) {
  if (word == 0) return -1;
  asc_memory held = unpack(word);
  return held.depth + (held.age == (age & ((1U << AGE_BITS) - 1)) ? 1 << DEPTH_BITS : 0);
}

void memory_keep(const asc_table *table, uint64_t hash, const asc_memory *memory) {
  table_slot *slot = table_bucket(table, hash), *cheapest = slot;
  int least = 1 << 30;
  for (int i = 0; i < TABLE_BUCKET; i++) {
    uint64_t word;
    if (table_slot_read(&slot[i], hash, &word) && word != 0) {
      /* What is proved stays against a guess. */
      if (bits(word, SURE_AT, SURE_BITS) == SURE && memory->sure != SURE) return;
      cheapest = &slot[i];
      break;
    }
    int held = worth(word, memory->age);
    if (held >= least) continue;
    least = held;
    cheapest = &slot[i];
  }
  table_slot_write(cheapest, hash, pack(memory));
}
