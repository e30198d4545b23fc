#include "uct_scale.h"

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

void uct_scale_fill(uct_scale *scale, uint32_t curiosity) {
  scale->curiosity[0] = scale->inverse_root[0] = 0;
  for (uint32_t step = 1; step < UCT_SCALE_STEPS; step++) {
    uint32_t visits = visits_of(step);
    scale->curiosity[step] = (uint32_t)(curiosity * UCT_FIRST_PLACE / 100 * root_of(log_of(visits) << 16) >> 16);
    scale->inverse_root[step] = (uint32_t)root_of((1ULL << 2 * UCT_SCALE_BITS) / visits);
  }
}
