/* Random numbers: the same for the same seed on every platform.

   The generator is xoshiro256** seeded by splitmix64. It is fast and even, and not a secret: what must not be guessed
   (a die between strangers) starts from asc_random_secret. */
#ifndef ASCONA_RANDOM_H
#define ASCONA_RANDOM_H

#include <ascona/export.h>

#include <stdint.h>

ASC_C_BEGIN

typedef struct asc_random {
  uint64_t state[4];
} asc_random;

ASC_API void asc_random_seed(asc_random *random, uint64_t seed);

/* A number from the operating system, to seed with. 0 or ASC_E_FILE. */
ASC_API int asc_random_secret(uint64_t *seed);

static inline uint64_t asc_random_next(asc_random *random) {
  uint64_t *s = random->state;
  uint64_t product = s[1] * 5;
  uint64_t result = ((product << 7) | (product >> 57)) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = (s[3] << 45) | (s[3] >> 19);
  return result;
}

/* An even number in 0 … bound - 1. Lemire's multiplication; the loop runs less than once in 2^32 / bound calls. */
static inline uint32_t asc_random_below(asc_random *random, uint32_t bound) {
  uint64_t product = (asc_random_next(random) >> 32) * bound;
  if ((uint32_t)product < bound) {
    uint32_t threshold = (0U - bound) % bound;
    while ((uint32_t)product < threshold) product = (asc_random_next(random) >> 32) * bound;
  }
  return (uint32_t)(product >> 32);
}

ASC_C_END

#endif
