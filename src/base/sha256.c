/* SHA-256 as specified in FIPS 180-4, and HMAC-SHA-256. */
#include "sha256.h"

#include <string.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right(uint32_t x, int by) { return (x >> by) | (x << (32 - by)); }

static void block_update(uint32_t state[8], const uint8_t block[ASC_SHA256_BLOCK_SIZE]) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++) {
    const uint8_t *at = block + (ptrdiff_t)4 * i;
    w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (rotate_right(a, 7) ^ rotate_right(a, 18) ^ (a >> 3)) +
           (rotate_right(b, 17) ^ rotate_right(b, 19) ^ (b >> 10));
  }
  memcpy(s, state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]), majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    uint32_t t = s[7] + (rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25)) + choose +
                 round_constants[i] + w[i];
    uint32_t u = (rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22)) + majority;
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += t;
    s[0] = t + u;
  }
  for (int i = 0; i < 8; i++) state[i] += s[i];
}

void asc_sha256_init(asc_sha256 *hash) {
  /* The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
  *hash = (asc_sha256){
      .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void asc_sha256_update(asc_sha256 *hash, const void *bytes, size_t length) {
  const uint8_t *at = bytes;
  size_t used = hash->length % ASC_SHA256_BLOCK_SIZE;
  hash->length += length;
  while (length > 0) {
    size_t part = ASC_SHA256_BLOCK_SIZE - used < length ? ASC_SHA256_BLOCK_SIZE - used : length;
    memcpy(hash->block + used, at, part);
    at += part;
    length -= part;
    used += part;
    if (used < ASC_SHA256_BLOCK_SIZE) return;
    block_update(hash->state, hash->block);
    used = 0;
  }
}

void asc_sha256_final(asc_sha256 *hash, uint8_t digest[ASC_SHA256_SIZE]) {
  static const uint8_t padding[ASC_SHA256_BLOCK_SIZE] = {0x80};
  uint64_t bits = hash->length * 8;
  uint8_t length[8];
  for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
  asc_sha256_update(hash, padding,
                    1 + (ASC_SHA256_BLOCK_SIZE + 55 - hash->length % ASC_SHA256_BLOCK_SIZE) % ASC_SHA256_BLOCK_SIZE);
  asc_sha256_update(hash, length, sizeof length);
  for (int i = 0; i < ASC_SHA256_SIZE; i++) digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void asc_sha256_digest(const void *bytes, size_t length, uint8_t digest[ASC_SHA256_SIZE]) {
  asc_sha256 hash;
  asc_sha256_init(&hash);
  asc_sha256_update(&hash, bytes, length);
  asc_sha256_final(&hash, digest);
}

void asc_hmac_init(asc_hmac *hmac, const void *key, size_t length) {
  uint8_t inner[ASC_SHA256_BLOCK_SIZE] = {0}, outer[ASC_SHA256_BLOCK_SIZE];
  if (length > sizeof inner)
    asc_sha256_digest(key, length, inner);
  else if (length > 0)
    memcpy(inner, key, length);
  for (size_t i = 0; i < sizeof inner; i++) {
    outer[i] = inner[i] ^ 0x5c;
    inner[i] ^= 0x36;
  }
  asc_sha256_init(&hmac->inner);
  asc_sha256_init(&hmac->outer);
  asc_sha256_update(&hmac->inner, inner, sizeof inner);
  asc_sha256_update(&hmac->outer, outer, sizeof outer);
}

void asc_hmac_update(asc_hmac *hmac, const void *bytes, size_t length) {
  asc_sha256_update(&hmac->inner, bytes, length);
}

void asc_hmac_final(asc_hmac *hmac, uint8_t digest[ASC_SHA256_SIZE]) {
  uint8_t inner[ASC_SHA256_SIZE];
  asc_sha256_final(&hmac->inner, inner);
  asc_sha256_update(&hmac->outer, inner, sizeof inner);
  asc_sha256_final(&hmac->outer, digest);
}
