/* Packing of proof numbers: see numbers.h. The data word has the two numbers, and above them the logarithm of the work.
   If a side has succeeded, its number is 0, and margin and plies take the place of the other number. */
#include "numbers.h"

enum { NUMBER_BITS = 29, WORK_AT = 2 * NUMBER_BITS, PLIES_BITS = 12, MARGIN_BITS = NUMBER_BITS - PLIES_BITS };

static uint64_t cap(uint64_t value, int bits) {
  uint64_t max = ((uint64_t)1 << bits) - 1;
  return value < max ? value : max;
}

/* A margin that does not fit is capped, which is still true: it is a lower bound. */
static uint64_t pack(const asc_proof_numbers *numbers) {
  uint64_t attacker = numbers->number[ASC_PROOF_ATTACKER], defender = numbers->number[ASC_PROOF_DEFENDER];
  if (attacker == 0)
    defender = cap((uint64_t)numbers->plies, PLIES_BITS) << MARGIN_BITS | cap((uint64_t)numbers->margin, MARGIN_BITS);
  else if (defender == 0)
    attacker = cap((uint64_t)numbers->margin, NUMBER_BITS);
  return attacker << NUMBER_BITS | defender;
}

static asc_proof_numbers unpack(uint64_t word) {
  uint64_t attacker = word >> NUMBER_BITS & ASC_PROOF_INFINITE, defender = word & ASC_PROOF_INFINITE;
  if (attacker == 0)
    return asc_proof_numbers_proved((int32_t)(defender & ((1U << MARGIN_BITS) - 1)),
                                    (int32_t)(defender >> MARGIN_BITS));
  if (defender == 0) return asc_proof_numbers_disproved((int32_t)attacker, ASC_PROOF_ON_ANY_PATH);
  return asc_proof_numbers_open(attacker, defender);
}

bool asc_proof_numbers_probe(const asc_tt *tt, uint64_t hash, asc_proof_numbers *numbers) {
  uint64_t word;
  if (!asc_tt_probe(tt, hash, &word)) return false;
  *numbers = unpack(word);
  return true;
}

/* Entries that took the least work are replaced first. */
static uint64_t priority(uint64_t word, unsigned generation) {
  (void)generation;
  return word == 0 ? 0 : (word >> WORK_AT) + 1;
}

void asc_proof_numbers_write(const asc_tt *tt, uint64_t hash, const asc_proof_numbers *numbers, uint64_t nodes) {
  uint64_t work = 0;
  while (nodes >> work > 1) work++;
  asc_tt_slot_write(asc_tt_slot_for(tt, hash, priority, 0), hash, work << WORK_AT | pack(numbers));
}
