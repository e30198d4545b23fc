/* Seeding the random number generator. Its state must not be all zero, and four outputs of splitmix64 in a row never
   are. */
#include <ascona/error.h>
#include <ascona/random.h>

#include "hash.h"

#include <unistd.h>

void asc_random_seed(asc_random *random, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    seed += 0x9e3779b97f4a7c15U;
    random->state[i] = asc_hash_mix(seed);
  }
}

int asc_random_os_seed(uint64_t *seed) { return getentropy(seed, sizeof *seed) == 0 ? ASC_OK : ASC_E_FILE; }
