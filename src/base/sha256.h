/* SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), for secrets that are stored only as hashes and for dice that
   players can verify. The web app needs it too, because pages on plain http have no crypto.subtle. Nothing is
   allocated. */
#ifndef ASC_BASE_SHA256_H
#define ASC_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { ASC_SHA256_SIZE = 32, ASC_SHA256_BLOCK_SIZE = 64 };

typedef struct asc_sha256 {
  uint32_t state[8];
  uint64_t length; /* bytes added so far */
  uint8_t block[ASC_SHA256_BLOCK_SIZE];
} asc_sha256;

/* Call init, then update for each part of the data, of any length, then final. Call init again before reuse. */
void asc_sha256_init(asc_sha256 *hash);
void asc_sha256_update(asc_sha256 *hash, const void *bytes, size_t length);
void asc_sha256_final(asc_sha256 *hash, uint8_t digest[ASC_SHA256_SIZE]);
/* Hashes `length` bytes in one call. */
void asc_sha256_digest(const void *bytes, size_t length, uint8_t digest[ASC_SHA256_SIZE]);

typedef struct asc_hmac {
  asc_sha256 inner, outer;
} asc_hmac;

/* The same for HMAC, with a key of any length. */
void asc_hmac_init(asc_hmac *hmac, const void *key, size_t length);
void asc_hmac_update(asc_hmac *hmac, const void *bytes, size_t length);
void asc_hmac_final(asc_hmac *hmac, uint8_t digest[ASC_SHA256_SIZE]);

#endif
