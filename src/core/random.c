/* Seeding the generator. The state is never all zero: splitmix64 gives that for no seed. */
#include <ascona/error.h>
#include <ascona/random.h>

#include "hash.h"

#include <unistd.h>

void asc_random_seed(asc_random *random, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    seed += 0x9e3779b97f4a7c15U;
    random->state[i] = asc_mix(seed);
  }
}

int asc_random_secret(uint64_t *seed) { return getentropy(seed, sizeof *seed) == 0 ? ASC_OK : ASC_E_FILE; }
