/* Mixing words into a 64-bit hash: the same on every platform because it only uses arithmetic on values. */
#ifndef ASC_CORE_HASH_H
#define ASC_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The finaliser of splitmix64: every bit of the word changes about half of the result's. */
static inline uint64_t asc_mix(uint64_t word) {
  word ^= word >> 30;
  word *= 0xbf58476d1ce4e5b9U;
  word ^= word >> 27;
  word *= 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

/* Order matters: combining a with b and b with a differ. Begin with 0 or another hash, never with data: what has not
   been mixed yet can cancel out against the word. */
static inline uint64_t asc_hash_add(uint64_t hash, uint64_t word) {
  return asc_mix(hash * 0x9e3779b97f4a7c15U + word + 0x632be59bd9b4e019U);
}

static inline uint64_t asc_hash_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; text++) hash = asc_hash_add(hash, (unsigned char)*text);
  return hash;
}

#endif
