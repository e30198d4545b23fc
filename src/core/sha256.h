/* SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), for what is kept as hashes only and for dice that can be checked:
   pages on plain http have no crypto.subtle. No memory is taken; a hash is filled in pieces of any length. */
#ifndef ASC_CORE_SHA256_H
#define ASC_CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { ASC_SHA256 = 32, ASC_SHA256_BLOCK = 64 };

typedef struct asc_sha256 {
  uint32_t state[8];
  uint64_t length; /* bytes so far */
  uint8_t block[ASC_SHA256_BLOCK];
} asc_sha256;

void asc_sha256_begin(asc_sha256 *hash);
void asc_sha256_add(asc_sha256 *hash, const void *bytes, size_t length);
void asc_sha256_end(asc_sha256 *hash, uint8_t digest[ASC_SHA256]);
/* All of it at once. */
void asc_sha256_of(const void *bytes, size_t length, uint8_t digest[ASC_SHA256]);

typedef struct asc_hmac {
  asc_sha256 inner, outer;
} asc_hmac;

void asc_hmac_begin(asc_hmac *hmac, const void *key, size_t length);
void asc_hmac_add(asc_hmac *hmac, const void *bytes, size_t length);
void asc_hmac_end(asc_hmac *hmac, uint8_t digest[ASC_SHA256]);

#endif
