/* Mixing words into a 64-bit hash. It uses only arithmetic on values, so it is the same on every platform. */
#ifndef ASC_BASE_HASH_H
#define ASC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The finaliser of splitmix64: every bit of the word changes about half of the bits of the result. */
static inline uint64_t asc_hash_mix(uint64_t word) {
  word ^= word >> 30;
  word *= 0xbf58476d1ce4e5b9U;
  word ^= word >> 27;
  word *= 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

/* Returns `hash` combined with `word`. The order matters: combining a with b differs from combining b with a. Start
   with 0 or another hash, never with data: unmixed data can cancel out against the word. */
static inline uint64_t asc_hash_add(uint64_t hash, uint64_t word) {
  return asc_hash_mix(hash * 0x9e3779b97f4a7c15U + word + 0x632be59bd9b4e019U);
}

/* Returns `hash` combined with every byte of the text. */
static inline uint64_t asc_hash_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; text++) hash = asc_hash_add(hash, (unsigned char)*text);
  return hash;
}

#endif
