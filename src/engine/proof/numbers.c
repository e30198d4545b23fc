/* A word of the table: the two numbers, and above them how much work they were. Where a side has its way its number is
   0 and what else is known takes the place of the other number. */
#include "numbers.h"

enum { LEFT_BITS = 29, WORK_AT = 2 * LEFT_BITS, PLIES_BITS = 12, MARGIN_BITS = LEFT_BITS - PLIES_BITS };

static uint64_t at_most(uint64_t value, int bits) {
  uint64_t most = ((uint64_t)1 << bits) - 1;
  return value < most ? value : most;
}

/* A margin that does not fit is kept smaller: that is true as well. */
static uint64_t pack(const asc_proof_numbers *numbers) {
  uint64_t left_for = numbers->left[FOR], left_against = numbers->left[AGAINST];
  if (left_for == 0)
    left_against =
        at_most((uint64_t)numbers->plies, PLIES_BITS) << MARGIN_BITS | at_most((uint64_t)numbers->margin, MARGIN_BITS);
  else if (left_against == 0)
    left_for = at_most((uint64_t)numbers->margin, LEFT_BITS);
  return left_for << LEFT_BITS | left_against;
}

static asc_proof_numbers unpack(uint64_t word) {
  uint64_t left_for = word >> LEFT_BITS & NUMBER_INFINITE, left_against = word & NUMBER_INFINITE;
  if (left_for == 0)
    return numbers_for((int32_t)(left_against & ((1U << MARGIN_BITS) - 1)), (int32_t)(left_against >> MARGIN_BITS));
  if (left_against == 0) return numbers_against((int32_t)left_for, RESTS_ON_NOTHING);
  return numbers_open(left_for, left_against);
}

bool asc_numbers_find(const asc_tt *tt, uint64_t hash, asc_proof_numbers *numbers) {
  uint64_t word;
  if (!tt_find(tt, hash, &word)) return false;
  *numbers = unpack(word);
  return true;
}

/* What was the least work goes. */
static uint64_t worth(uint64_t word, unsigned age) {
  (void)age;
  return word == 0 ? 0 : (word >> WORK_AT) + 1;
}

void asc_numbers_keep(const asc_tt *tt, uint64_t hash, const asc_proof_numbers *numbers, uint64_t nodes) {
  uint64_t work = 0;
  while (nodes >> work > 1) work++;
  tt_slot_write(tt_room(tt, hash, worth, 0), hash, work << WORK_AT | pack(numbers));
}
