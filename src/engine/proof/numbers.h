/* Proof numbers: how a question stands at a position, and how the transposition table keeps it.

   Two sides argue: FOR, the player who is to reach the score, and AGAINST. For each there is a number of positions that
   must at least be settled before it has its way, as far as the search has seen: its proof number. It is 0 when the
   side has its way, and then NUMBER_INFINITE for the other. */
#ifndef ASC_ENGINE_PROOF_NUMBERS_H
#define ASC_ENGINE_PROOF_NUMBERS_H

#include "engine/common/tt.h"

enum { FOR, AGAINST };

#define NUMBER_INFINITE ((1U << 29) - 1)

enum {
  RESTS_ON_NOTHING = INT32_MAX,
  RESTS_OUTSIDE = -1 /* on something that proves nothing */
};

typedef struct asc_proof_numbers {
  uint32_t left[2];
  int32_t margin; /* settled: by how much the score is reached at least, or missed */
  int32_t plies;  /* FOR has its way: plies until it is plain, at most */
  int32_t rests;  /* AGAINST has its way: the first ply of the path that this rests on */
} asc_proof_numbers;

static inline asc_proof_numbers numbers_for(int32_t margin, int32_t plies) {
  return (asc_proof_numbers){.left = {0, NUMBER_INFINITE}, .margin = margin, .plies = plies, .rests = RESTS_ON_NOTHING};
}
static inline asc_proof_numbers numbers_against(int32_t margin, int32_t rests) {
  return (asc_proof_numbers){.left = {NUMBER_INFINITE, 0}, .margin = margin, .rests = rests};
}
static inline asc_proof_numbers numbers_open(uint64_t left_for, uint64_t left_against) {
  const uint32_t most = NUMBER_INFINITE - 1;
  return (asc_proof_numbers){
      .left = {left_for < most ? (uint32_t)left_for : most, left_against < most ? (uint32_t)left_against : most},
      .rests = RESTS_ON_NOTHING};
}

static inline bool numbers_are_settled(const asc_proof_numbers *numbers) {
  return numbers->left[FOR] == 0 || numbers->left[AGAINST] == 0;
}

/* What is kept must rest on nothing. `nodes` is what it took to find out. */
bool asc_numbers_find(const asc_tt *tt, uint64_t hash, asc_proof_numbers *numbers);
void asc_numbers_keep(const asc_tt *tt, uint64_t hash, const asc_proof_numbers *numbers, uint64_t nodes);

#endif
