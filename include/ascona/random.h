/* Random numbers that are the same for the same seed on every platform.

   The generator is xoshiro256**, seeded by splitmix64. It is fast and evenly distributed, but not secret: a player who
   sees enough of its output can predict the rest. Seed it with asc_random_os_seed if that matters, as it does for dice
   between strangers. */
#ifndef ASCONA_RANDOM_H
#define ASCONA_RANDOM_H

#include <ascona/export.h>

#include <stdint.h>

ASC_C_BEGIN

typedef struct asc_random {
  uint64_t state[4];
} asc_random;

/* Starts the sequence of `seed`, which may be any number. Call it before asc_random_next and asc_random_below. */
ASC_API void asc_random_seed(asc_random *random, uint64_t seed);

/* Gets an unpredictable seed from the operating system. Returns ASC_OK, or ASC_E_FILE if the system gives none. */
ASC_API int asc_random_os_seed(uint64_t *seed);

/* Returns the next 64 random bits. */
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

/* Returns a uniform number from 0 to bound - 1; `bound` must be at least 1. Uses Lemire's multiplication: the loop is
   entered less than once in 2^32 / bound calls. */
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
