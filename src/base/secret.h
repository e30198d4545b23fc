/* Ids and secrets: random bytes as text that people can type.

   The text is base32 in small letters and digits without l, o, 0 and 1, which are easily confused. It needs no escaping
   in a URL. A device code is six words of two syllables, which can be pronounced in any language. Only asc_secret_hash
   of a secret is stored, never its text. */
#ifndef ASC_BASE_SECRET_H
#define ASC_BASE_SECRET_H

#include "sha256.h"

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ASC_ID_BITS = 80,        /* of games, users and devices */
  ASC_SEAT_KEY_BITS = 128, /* in the fragment of a seat's link */
  ASC_DEVICE_CODE_BITS = 60,
  ASC_DEVICE_CODE_BYTES = 8,
  ASC_SECRET_BITS = 256, /* identifies a browser or a bot */

  /* Sizes of their texts in bytes, with the NUL. */
  ASC_ID_TEXT_SIZE = 17,
  ASC_SEAT_KEY_TEXT_SIZE = 27,
  ASC_DEVICE_CODE_TEXT_SIZE = 30,
  ASC_SECRET_TEXT_SIZE = 53
};

/* Fills `bytes` with unpredictable bytes from the system. Returns ASC_OK, or ASC_E_FILE if the system gives none. */
int asc_secret_random_bytes(void *bytes, size_t length, asc_error *error);

/* Both write `bits` bits as base32: (bits + 4) / 5 letters and a NUL. asc_secret_make takes fresh random bits, at most
   ASC_SECRET_BITS, and returns ASC_OK or ASC_E_FILE. asc_secret_encode takes the first bits of `bytes`, for an id that
   follows from other data. A game's id follows from its creator's secret and command, so that creating it twice gives
   one game. */
int asc_secret_make(unsigned bits, char *text, asc_error *error);
void asc_secret_encode(const uint8_t *bytes, unsigned bits, char *text);
/* Returns whether the text is a valid encoding of `bits` bits. If not, it cannot be an id and need not be looked up. */
bool asc_secret_is_valid(const char *text, unsigned bits);

/* Writes a fresh code such as "bado lumi nora siru dami lofa". Returns ASC_OK or ASC_E_FILE. */
int asc_device_code_make(char text[ASC_DEVICE_CODE_TEXT_SIZE], asc_error *error);
/* Writes the code of the first bits of `bytes`. */
void asc_device_code_encode(const uint8_t bytes[ASC_DEVICE_CODE_BYTES], char text[ASC_DEVICE_CODE_TEXT_SIZE]);
/* Converts a typed code to the form that asc_device_code_make writes: case, hyphens, full stops and white space do not
   matter. Returns false if it is not a code; `text` is then undefined. */
bool asc_device_code_read(const char *typed, char text[ASC_DEVICE_CODE_TEXT_SIZE]);

/* Computes the hash that is stored instead of a secret's text. It includes the kind of secret ("seat", "device"), so
   that a secret of one kind cannot be used as another. */
void asc_secret_hash(const char *kind, const char *text, uint8_t digest[ASC_SHA256_SIZE]);

/* Returns whether the bytes are equal. Takes the same time wherever they differ, so that timing reveals nothing. */
bool asc_secret_equals(const void *a, const void *b, size_t length);

#endif
