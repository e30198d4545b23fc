/* Proof numbers of a position, and their entries in the transposition table.

   The attacker wants to reach the target score, the defender wants to prevent it. The number of a side is the smallest
   number of positions that must still be settled before that side succeeds, as far as the search has seen. It is 0 if
   the side has succeeded; then the number of the other side is ASC_PROOF_INFINITE. (In the literature: the proof number
   of the attacker, and the disproof number.) */
#ifndef ASC_ENGINE_PROOF_NUMBERS_H
#define ASC_ENGINE_PROOF_NUMBERS_H

#include "engine/common/tt.h"

enum { ASC_PROOF_ATTACKER, ASC_PROOF_DEFENDER };

#define ASC_PROOF_INFINITE ((1U << 29) - 1)

/* Special values of path_ply. */
enum {
  ASC_PROOF_ON_ANY_PATH = INT32_MAX, /* it does not depend on the path */
  ASC_PROOF_ON_NO_PATH = -1          /* it depends on something that proves nothing */
};

typedef struct asc_proof_numbers {
  uint32_t number[2]; /* by side */
  int32_t margin;     /* settled: the target is reached, or missed, by at least this */
  int32_t plies;      /* the attacker succeeds: after at most this many plies */
  int32_t path_ply;   /* the defender succeeds: the first ply of the path that this depends on */
} asc_proof_numbers;

/* The attacker succeeds. */
static inline asc_proof_numbers asc_proof_numbers_proved(int32_t margin, int32_t plies) {
  return (asc_proof_numbers){
      .number = {0, ASC_PROOF_INFINITE}, .margin = margin, .plies = plies, .path_ply = ASC_PROOF_ON_ANY_PATH};
}
/* The defender succeeds. */
static inline asc_proof_numbers asc_proof_numbers_disproved(int32_t margin, int32_t path_ply) {
  return (asc_proof_numbers){.number = {ASC_PROOF_INFINITE, 0}, .margin = margin, .path_ply = path_ply};
}
/* Neither side has succeeded yet. The numbers are capped below infinity. */
static inline asc_proof_numbers asc_proof_numbers_open(uint64_t attacker, uint64_t defender) {
  const uint32_t max = ASC_PROOF_INFINITE - 1;
  return (asc_proof_numbers){
      .number = {attacker < max ? (uint32_t)attacker : max, defender < max ? (uint32_t)defender : max},
      .path_ply = ASC_PROOF_ON_ANY_PATH};
}

static inline bool asc_proof_numbers_are_settled(const asc_proof_numbers *numbers) {
  return numbers->number[ASC_PROOF_ATTACKER] == 0 || numbers->number[ASC_PROOF_DEFENDER] == 0;
}

/* Entries must not depend on the path. `nodes` is the number of nodes it took to find the numbers, which decides about
   replacement. _probe returns false if there is no entry. */
bool asc_proof_numbers_probe(const asc_tt *tt, uint64_t hash, asc_proof_numbers *numbers);
void asc_proof_numbers_write(const asc_tt *tt, uint64_t hash, const asc_proof_numbers *numbers, uint64_t nodes);

#endif
