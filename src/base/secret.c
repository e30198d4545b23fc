/* Ids, keys and secrets as text. See secret.h. */
#include "secret.h"

#include <string.h>
#include <unistd.h>

static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
enum { ENTROPY_MAX = 256 }; /* bytes that getentropy gives per call */

int asc_secret_random_bytes(void *bytes, size_t length, asc_error *error) {
  for (size_t at = 0; at < length; at += ENTROPY_MAX) {
    size_t part = length - at < ENTROPY_MAX ? length - at : ENTROPY_MAX;
    if (getentropy((uint8_t *)bytes + at, part) != 0)
      return asc_error_set(error, ASC_E_FILE, "the system gives no random bytes");
  }
  return ASC_OK;
}

/* Returns the five bits from bit `at` on, the highest first. Bits past `bits` are 0. */
static unsigned five_bits(const uint8_t *bytes, unsigned bits, unsigned at) {
  unsigned value = 0;
  for (unsigned i = at; i < at + 5; i++)
    value = value << 1 | (i < bits ? (unsigned)bytes[i / 8] >> (7 - i % 8) & 1U : 0U);
  return value;
}

void asc_secret_encode(const uint8_t *bytes, unsigned bits, char *text) {
  for (unsigned at = 0; at < bits; at += 5) *text++ = letters[five_bits(bytes, bits, at)];
  *text = '\0';
}

int asc_secret_make(unsigned bits, char *text, asc_error *error) {
  uint8_t bytes[ASC_SECRET_BITS / 8];
  text[0] = '\0';
  int code = asc_secret_random_bytes(bytes, sizeof bytes, error);
  if (code == ASC_OK) asc_secret_encode(bytes, bits, text);
  return code;
}

bool asc_secret_is_valid(const char *text, unsigned bits) {
  size_t length = (bits + 4) / 5;
  if (strlen(text) != length || strspn(text, letters) != length) return false;
  /* The unused low bits of the last letter must be 0, so that every value has exactly one text. */
  unsigned last = (unsigned)(strchr(letters, text[length - 1]) - letters), unused = (unsigned)length * 5 - bits;
  return (last & ((1U << unused) - 1U)) == 0;
}

/* A device code has twelve syllables of five bits: a consonant and a vowel each. */
static const char consonants[] = "bdflmnrs", vowels[] = "aiou";
enum { SYLLABLES = ASC_DEVICE_CODE_BITS / 5 };

void asc_device_code_encode(const uint8_t bytes[ASC_DEVICE_CODE_BYTES], char text[ASC_DEVICE_CODE_TEXT_SIZE]) {
  for (unsigned i = 0; i < SYLLABLES; i++) {
    unsigned value = five_bits(bytes, ASC_DEVICE_CODE_BITS, 5 * i);
    *text++ = consonants[value >> 2];
    *text++ = vowels[value & 3U];
    if (i % 2 == 1) *text++ = ' ';
  }
  text[-1] = '\0';
}

int asc_device_code_make(char text[ASC_DEVICE_CODE_TEXT_SIZE], asc_error *error) {
  uint8_t bytes[ASC_DEVICE_CODE_BYTES];
  text[0] = '\0';
  int code = asc_secret_random_bytes(bytes, sizeof bytes, error);
  if (code == ASC_OK) asc_device_code_encode(bytes, text);
  return code;
}

bool asc_device_code_read(const char *typed, char text[ASC_DEVICE_CODE_TEXT_SIZE]) {
  size_t count = 0; /* letters read so far */
  char *to = text;
  for (; *typed != '\0'; typed++) {
    char c = (char)(*typed >= 'A' && *typed <= 'Z' ? *typed - 'A' + 'a' : *typed);
    if (strchr(" -.\t\r\n", c) != NULL) continue;
    if (count == (size_t)2 * SYLLABLES || strchr(count % 2 == 0 ? consonants : vowels, c) == NULL) return false;
    if (count % 4 == 0 && count > 0) *to++ = ' ';
    *to++ = c;
    count++;
  }
  *to = '\0';
  return count == (size_t)2 * SYLLABLES;
}

void asc_secret_hash(const char *kind, const char *text, uint8_t digest[ASC_SHA256_SIZE]) {
  asc_sha256 hash;
  asc_sha256_init(&hash);
  asc_sha256_update(&hash, kind, strlen(kind) + 1);
  asc_sha256_update(&hash, text, strlen(text));
  asc_sha256_final(&hash, digest);
}

bool asc_secret_equals(const void *a, const void *b, size_t length) {
  const volatile uint8_t *x = a, *y = b;
  uint8_t difference = 0;
  for (size_t i = 0; i < length; i++) difference = (uint8_t)(difference | (x[i] ^ y[i]));
  return difference == 0;
}
