/* Fixed-point mathematics of the tree searches: see fixed_point.h. */
#include "fixed_point.h"

/* Returns the largest integer with root * root <= square. */
static uint64_t sqrt_of(uint64_t square) {
  uint64_t root = 0;
  for (uint64_t bit = 1ULL << 31; bit > 0; bit >>= 1)
    if ((root | bit) * (root | bit) <= square) root |= bit;
  return root;
}

/* Returns the natural logarithm with 16 fraction bits. Squaring gives the bits of the logarithm to base 2 one by
   one. */
static uint64_t log_of(uint32_t number) {
  uint32_t whole = 31U - (uint32_t)__builtin_clz(number), bits = whole;
  uint64_t rest = (uint64_t)number << 31 >> whole; /* between 1 and 2, with 31 fraction bits */
  for (int i = 0; i < 16; i++) {
    rest = rest * rest >> 31;
    uint32_t bit = rest >> 32 != 0;
    bits = bits << 1 | bit;
    rest >>= bit;
  }
  return (uint64_t)bits * 45426 >> 16; /* ln 2 */
}

/* Returns the smallest number of visits that has this index in the lookup. */
static uint32_t visits_of(uint32_t step) { return step < 128 ? step : (64 + step % 64) << (step / 64 - 1); }

void asc_uct_lookup_fill(asc_uct_lookup *lookup, uint32_t exploration) {
  lookup->exploration[0] = lookup->inverse_sqrt[0] = 0;
  for (uint32_t step = 1; step < ASC_UCT_LOOKUP_SIZE; step++) {
    uint32_t visits = visits_of(step);
    lookup->exploration[step] =
        (uint32_t)(exploration * ASC_UCT_WIN_REWARD / 100 * sqrt_of(log_of(visits) << 16) >> 16);
    lookup->inverse_sqrt[step] = (uint32_t)sqrt_of((1ULL << 2 * ASC_UCT_FRACTION_BITS) / visits);
  }
}

/* e^-x is 2^-y with y = x log2 e. The integer part of y is a shift, the fraction a polynomial that is exact at both
   ends. */
uint32_t asc_tree_exp_minus(int64_t part, int64_t whole) {
  const uint64_t one = 1U << ASC_TREE_EXP_BITS, log2_e = 94548, first = 45426, second = 15743, third = 3085;
  uint64_t y = (uint64_t)part * log2_e / (uint64_t)whole, rest = y % one, halvings = y / one;
  uint64_t below = rest * (first - (rest * (second - (rest * third >> ASC_TREE_EXP_BITS)) >> ASC_TREE_EXP_BITS));
  return halvings > ASC_TREE_EXP_BITS ? 0 : (uint32_t)((one - (below >> ASC_TREE_EXP_BITS)) >> halvings);
}

uint32_t asc_tree_chance_from_score(int32_t score, int32_t error_margin) {
  const uint64_t one = 1U << ASC_TREE_EXP_BITS;
  uint32_t ahead = (uint32_t)(ASC_TREE_CHANCE_ONE * one /
                              (one + asc_tree_exp_minus(score < 0 ? -(int64_t)score : score, error_margin)));
  return score < 0 ? ASC_TREE_CHANCE_ONE - ahead : ahead;
}

int32_t asc_tree_chance_to_score(uint32_t chance, int32_t error_margin) {
  enum { MAX_MARGINS = 6 };
  int32_t low = -MAX_MARGINS * error_margin, high = MAX_MARGINS * error_margin;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (asc_tree_chance_from_score(middle, error_margin) < chance)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void asc_tree_chance_lookup_fill(asc_tree_chance_lookup *lookup, int32_t error_margin, int32_t tolerance) {
  lookup->error_margin = error_margin;
  lookup->tolerance = tolerance;
  for (int32_t i = 0; i < ASC_TREE_CHANCE_LOOKUP_SIZE; i++) {
    lookup->chances[i] = asc_tree_chance_from_score(i - ASC_TREE_CHANCE_LOOKUP_SIZE, error_margin);
    lookup->chances[ASC_TREE_CHANCE_LOOKUP_SIZE + i] = asc_tree_chance_from_score(i, error_margin);
    lookup->exp_minus[i] = asc_tree_exp_minus(i, tolerance);
  }
}
