#include "scale.h"

/* The largest number whose square is not above. */
static uint64_t root_of(uint64_t square) {
  uint64_t root = 0;
  for (uint64_t bit = 1ULL << 31; bit > 0; bit >>= 1)
    if ((root | bit) * (root | bit) <= square) root |= bit;
  return root;
}

/* With 16 bits behind the point. The bits of the logarithm to base 2 come one by one, by squaring. */
static uint64_t log_of(uint32_t number) {
  uint32_t whole = 31U - (uint32_t)__builtin_clz(number), bits = whole;
  uint64_t rest = (uint64_t)number << 31 >> whole; /* 1 … 2, with 31 bits behind the point */
  for (int i = 0; i < 16; i++) {
    rest = rest * rest >> 31;
    uint32_t bit = rest >> 32 != 0;
    bits = bits << 1 | bit;
    rest >>= bit;
  }
  return (uint64_t)bits * 45426 >> 16; /* ln 2 */
}

/* The least number of visits of a step. */
static uint32_t visits_of(uint32_t step) { return step < 128 ? step : (64 + step % 64) << (step / 64 - 1); }

void asc_mcts_scale_fill(mcts_scale *scale, uint32_t exploration) {
  scale->exploration[0] = scale->inverse_root[0] = 0;
  for (uint32_t step = 1; step < UCT_SCALE_STEPS; step++) {
    uint32_t visits = visits_of(step);
    scale->exploration[step] = (uint32_t)(exploration * UCT_FIRST_PLACE / 100 * root_of(log_of(visits) << 16) >> 16);
    scale->inverse_root[step] = (uint32_t)root_of((1ULL << 2 * UCT_SCALE_BITS) / visits);
  }
}

/* e^-x is 2^-y with y = x log2 e: a shift for the whole part of y, a polynomial that meets at its ends for the rest. */
uint32_t asc_tree_decay(int64_t part, int64_t whole) {
  const uint64_t one = 1U << TREE_DECAY_BITS, log2_e = 94548, first = 45426, second = 15743, third = 3085;
  uint64_t y = (uint64_t)part * log2_e / (uint64_t)whole, rest = y % one, halvings = y / one;
  uint64_t below = rest * (first - (rest * (second - (rest * third >> TREE_DECAY_BITS)) >> TREE_DECAY_BITS));
  return halvings > TREE_DECAY_BITS ? 0 : (uint32_t)((one - (below >> TREE_DECAY_BITS)) >> halvings);
}

uint32_t asc_tree_chance_of(int32_t score, int32_t spread) {
  const uint64_t one = 1U << TREE_DECAY_BITS;
  uint32_t ahead = (uint32_t)(TREE_CERTAIN * one / (one + asc_tree_decay(score < 0 ? -(int64_t)score : score, spread)));
  return score < 0 ? TREE_CERTAIN - ahead : ahead;
}

int32_t asc_tree_score_of(uint32_t chance, int32_t spread) {
  enum { SPREADS_MOST = 6 };
  int32_t low = -SPREADS_MOST * spread, high = SPREADS_MOST * spread;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (asc_tree_chance_of(middle, spread) < chance)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void asc_tree_chances_fill(tree_chances *chances, int32_t spread, int32_t tolerance) {
  chances->spread = spread;
  chances->tolerance = tolerance;
  for (int32_t i = 0; i < TREE_CHANCES; i++) {
    chances->chances[i] = asc_tree_chance_of(i - TREE_CHANCES, spread);
    chances->chances[TREE_CHANCES + i] = asc_tree_chance_of(i, spread);
    chances->decays[i] = asc_tree_decay(i, tolerance);
  }
}
