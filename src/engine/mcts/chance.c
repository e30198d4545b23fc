#include "chance.h"

/* e^-x is 2^-y with y = x log2 e: a shift for the whole part of y, a polynomial that meets at its ends for the rest. */
uint32_t tree_decay(int64_t part, int64_t whole) {
  const uint64_t one = 1U << TREE_DECAY_BITS, log2_e = 94548, first = 45426, second = 15743, third = 3085;
  uint64_t y = (uint64_t)part * log2_e / (uint64_t)whole, rest = y % one, halvings = y / one;
  uint64_t below = rest * (first - (rest * (second - (rest * third >> TREE_DECAY_BITS)) >> TREE_DECAY_BITS));
  return halvings > TREE_DECAY_BITS ? 0 : (uint32_t)((one - (below >> TREE_DECAY_BITS)) >> halvings);
}

uint32_t tree_chance_of(int32_t score, int32_t spread) {
  const uint64_t one = 1U << TREE_DECAY_BITS;
  uint32_t ahead = (uint32_t)(TREE_CERTAIN * one / (one + tree_decay(score < 0 ? -(int64_t)score : score, spread)));
  return score < 0 ? TREE_CERTAIN - ahead : ahead;
}

int32_t tree_score_of(uint32_t chance, int32_t spread) {
  enum { SPREADS_MOST = 6 };
  int32_t low = -SPREADS_MOST * spread, high = SPREADS_MOST * spread;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (tree_chance_of(middle, spread) < chance)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void tree_chances_fill(tree_chances *chances, int32_t spread, int32_t tolerance) {
  chances->spread = spread;
  chances->tolerance = tolerance;
  for (int32_t i = 0; i < TREE_CHANCES; i++) {
    chances->chances[i] = tree_chance_of(i - TREE_CHANCES, spread);
    chances->chances[TREE_CHANCES + i] = tree_chance_of(i, spread);
    chances->decays[i] = tree_decay(i, tolerance);
  }
}
