/* Ids and secrets: random bytes as text, and text back as bytes.

   The text is base32 in small letters and digits that cannot be mistaken for each other (no l, o, 0, 1), so that it can
   be typed, and stands in an address as it is. A device code is six words of two syllables, which can be said in any
   language. What is kept of a secret is asc_secret_hash of its text. */
#ifndef ASC_CORE_SECRET_H
#define ASC_CORE_SECRET_H

#include "sha256.h"

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ASC_ID_BITS = 80,        /* games, persons, devices */
  ASC_SEAT_KEY_BITS = 128, /* the fragment of a seat's link */
  ASC_DEVICE_CODE_BITS = 60,
  ASC_SECRET_BITS = 256, /* what a browser or a bot is known by */

  /* Bytes of their text, with the NUL. */
  ASC_ID_TEXT = 17,
  ASC_SEAT_KEY_TEXT = 27,
  ASC_DEVICE_CODE_TEXT = 30,
  ASC_SECRET_TEXT = 53
};

/* Bytes nobody can foresee, from the system. ASC_E_FILE when it gives none. */
int asc_random_bytes(void *bytes, size_t length, asc_error *error);

/* So many bits as base32, (bits + 4) / 5 letters and a NUL: fresh ones; or the first of a digest, for an id that
   follows from something, as a game's from the secret of who makes it and his command: made twice it is one game. */
int asc_secret_make(unsigned bits, char *text, asc_error *error);
void asc_secret_write(const uint8_t *bytes, unsigned bits, char *text);
/* Whether a text is so many bits in this writing; in any other it is no id, and nobody need be asked. */
bool asc_secret_is(const char *text, unsigned bits);

/* "bado lumi nora siru dami lofa". */
int asc_device_code_make(char text[ASC_DEVICE_CODE_TEXT], asc_error *error);
/* What somebody typed, brought to the form that make writes: capitals, hyphens, points and spaces do not matter. */
bool asc_device_code_read(const char *typed, char text[ASC_DEVICE_CODE_TEXT]);

/* What is kept in place of a secret's text. The kind of secret (“seat”, “device”) goes in, so that one cannot be used
   as another. */
void asc_secret_hash(const char *kind, const char *text, uint8_t digest[ASC_SHA256]);

/* Takes the same time whatever differs. */
bool asc_same_bytes(const void *a, const void *b, size_t length);

#endif
