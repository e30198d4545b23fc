/* A word of the table: the two numbers, and above them how much work they were. Where a side has its way its number is
   0 and what else is known takes the place of the other number. */
#include "standing.h"

enum { LEFT_BITS = 29, WORK_AT = 2 * LEFT_BITS, PLIES_BITS = 12, MARGIN_BITS = LEFT_BITS - PLIES_BITS };

static uint64_t at_most(uint64_t value, int bits) {
  uint64_t most = ((uint64_t)1 << bits) - 1;
  return value < most ? value : most;
}

/* A margin that does not fit is kept smaller: that is true as well. */
static uint64_t pack(const asc_standing *standing) {
  uint64_t left_for = standing->left[FOR], left_against = standing->left[AGAINST];
  if (left_for == 0)
    left_against = at_most((uint64_t)standing->plies, PLIES_BITS) << MARGIN_BITS |
                   at_most((uint64_t)standing->margin, MARGIN_BITS);
  else if (left_against == 0)
    left_for = at_most((uint64_t)standing->margin, LEFT_BITS);
  return left_for << LEFT_BITS | left_against;
}

static asc_standing unpack(uint64_t word) {
  uint64_t left_for = word >> LEFT_BITS & STANDING_NEVER, left_against = word & STANDING_NEVER;
  if (left_for == 0)
    return standing_for((int32_t)(left_against & ((1U << MARGIN_BITS) - 1)), (int32_t)(left_against >> MARGIN_BITS));
  if (left_against == 0) return standing_against((int32_t)left_for, RESTS_ON_NOTHING);
  return standing_open(left_for, left_against);
}

bool standing_recall(const asc_table *table, uint64_t hash, asc_standing *standing) {
  uint64_t word;
  if (!table_find(table, hash, &word)) return false;
  *standing = unpack(word);
  return true;
}

/* What was the least work goes. */
static uint64_t worth(uint64_t word, unsigned age) {
  (void)age;
  return word == 0 ? 0 : (word >> WORK_AT) + 1;
}

void standing_keep(const asc_table *table, uint64_t hash, const asc_standing *standing, uint64_t nodes) {
  uint64_t work = 0;
  while (nodes >> work > 1) work++;
  table_slot_write(table_room(table, hash, worth, 0), hash, work << WORK_AT | pack(standing));
}
