/* Hashes compared with the published test vectors; ids, codes and secrets as text. */
#include "base/secret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *hex(const uint8_t digest[ASC_SHA256_SIZE]) {
  static char text[2 * ASC_SHA256_SIZE + 1];
  for (int i = 0; i < ASC_SHA256_SIZE; i++) (void)snprintf(text + (ptrdiff_t)2 * i, 3, "%02x", digest[i]);
  return text;
}

/* The examples of FIPS 180-4. */
static void test_sha256_matches_published_vectors(void **state) {
  (void)state;
  uint8_t digest[ASC_SHA256_SIZE];
  asc_sha256_digest("", 0, digest);
  assert_string_equal(hex(digest), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  asc_sha256_digest("abc", 3, digest);
  assert_string_equal(hex(digest), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const char *message_448_bits = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  asc_sha256_digest(message_448_bits, strlen(message_448_bits), digest);
  assert_string_equal(hex(digest), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const char *message_896_bits =
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
      "mnopqrstnopqrstu";
  asc_sha256_digest(message_896_bits, strlen(message_896_bits), digest);
  assert_string_equal(hex(digest), "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

/* A million times 'a', in parts of every length up to two blocks: the result must not depend on where a part ends. */
static void test_sha256_does_not_depend_on_update_sizes(void **state) {
  (void)state;
  char block[150];
  memset(block, 'a', sizeof block);
  asc_sha256 hash;
  asc_sha256_init(&hash);
  size_t remaining = 1000000;
  for (size_t part = 0; remaining > 0; part = (part + 1) % sizeof block) {
    size_t size = part < remaining ? part : remaining;
    asc_sha256_update(&hash, block, size);
    remaining -= size;
  }
  uint8_t digest[ASC_SHA256_SIZE];
  asc_sha256_final(&hash, digest);
  assert_string_equal(hex(digest), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* The hash of the hashes of 0 to 199 times 'a', taken from another implementation: the padding is right for every
   length. */
static void test_sha256_pads_every_length(void **state) {
  (void)state;
  char text[200];
  memset(text, 'a', sizeof text);
  asc_sha256 all;
  uint8_t digest[ASC_SHA256_SIZE];
  asc_sha256_init(&all);
  for (size_t n = 0; n < sizeof text; n++) {
    asc_sha256_digest(text, n, digest);
    asc_sha256_update(&all, digest, sizeof digest);
  }
  asc_sha256_final(&all, digest);
  assert_string_equal(hex(digest), "752c007f38611cfbf5fa42cb1cea3d8e086491c844d0cc4defd632cb81423506");
}

/* RFC 4231, test cases 1 to 4, 6 and 7. */
static void test_hmac_matches_published_vectors(void **state) {
  (void)state;
  uint8_t key[131];
  struct {
    size_t key_length;
    int key_byte; /* -1: the bytes 1, 2, 3, …; -2: "Jefe" */
    const char *data, *digest;
  } cases[] = {
      {20, 0x0b, "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {4, -2, "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {20, 0xaa,
       "\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd"
       "\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd\xdd",
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {25, -1,
       "\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd"
       "\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd",
       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {131, 0xaa, "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {131, 0xaa,
       "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
       "hashed before being used by the HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (size_t j = 0; j < sizeof key; j++) key[j] = (uint8_t)(cases[i].key_byte < 0 ? (int)j + 1 : cases[i].key_byte);
    if (cases[i].key_byte == -2) memcpy(key, "Jefe", 4);
    asc_hmac hmac;
    uint8_t digest[ASC_SHA256_SIZE];
    asc_hmac_init(&hmac, key, cases[i].key_length);
    asc_hmac_update(&hmac, cases[i].data, strlen(cases[i].data));
    asc_hmac_final(&hmac, digest);
    assert_string_equal(hex(digest), cases[i].digest);
  }
}

static void test_ids_have_their_length(void **state) {
  (void)state;
  struct {
    unsigned bits;
    size_t size;
  } kinds[] = {{ASC_ID_BITS, ASC_ID_TEXT_SIZE},
               {ASC_SEAT_KEY_BITS, ASC_SEAT_KEY_TEXT_SIZE},
               {ASC_SECRET_BITS, ASC_SECRET_TEXT_SIZE}};
  for (size_t i = 0; i < 3; i++)
    for (int n = 0; n < 200; n++) {
      char text[64], again[64];
      assert_int_equal(asc_secret_make(kinds[i].bits, text, NULL), ASC_OK);
      assert_int_equal(asc_secret_make(kinds[i].bits, again, NULL), ASC_OK);
      assert_int_equal(strlen(text) + 1, kinds[i].size);
      assert_true(asc_secret_is_valid(text, kinds[i].bits));
      assert_string_not_equal(text, again);
    }
}

static void test_a_value_has_only_one_text(void **state) {
  (void)state;
  uint8_t ones[32], zeros[32] = {0};
  char text[64];
  memset(ones, 0xff, sizeof ones);
  asc_secret_encode(ones, ASC_ID_BITS, text);
  assert_string_equal(text, "9999999999999999");
  asc_secret_encode(zeros, ASC_ID_BITS, text);
  assert_string_equal(text, "aaaaaaaaaaaaaaaa");
  asc_secret_encode((const uint8_t *)"\x08\x00\x00\x00\x01", 40, text);
  assert_string_equal(text, "baaaaaab");
  asc_secret_encode(ones, ASC_SEAT_KEY_BITS, text);
  assert_true(asc_secret_is_valid(text, ASC_SEAT_KEY_BITS));
  text[25] = '9'; /* 128 bits leave two of the last letter's five unused */
  assert_false(asc_secret_is_valid(text, ASC_SEAT_KEY_BITS));
  assert_false(asc_secret_is_valid("", ASC_ID_BITS));
  assert_false(asc_secret_is_valid("aaaaaaaaaaaaaaa", ASC_ID_BITS));
  assert_false(asc_secret_is_valid("aaaaaaaaaaaaaaaaa", ASC_ID_BITS));
  assert_false(asc_secret_is_valid("aaaaaaaaaaaaaaal", ASC_ID_BITS));
  assert_false(asc_secret_is_valid("AAAAAAAAAAAAAAAA", ASC_ID_BITS));
}

static void test_device_codes_are_six_words(void **state) {
  (void)state;
  for (int n = 0; n < 200; n++) {
    char code[ASC_DEVICE_CODE_TEXT_SIZE], typed[80], read[ASC_DEVICE_CODE_TEXT_SIZE];
    assert_int_equal(asc_device_code_make(code, NULL), ASC_OK);
    assert_int_equal(strlen(code), 29);
    assert_true(asc_device_code_read(code, read));
    assert_string_equal(read, code);
    /* As users type it. */
    size_t length = 0;
    typed[length++] = ' ';
    for (size_t i = 0; code[i] != '\0'; i++) {
      if (code[i] != ' ')
        typed[length++] = (char)(i % 3 == 0 ? code[i] - 'a' + 'A' : code[i]);
      else if (n % 2 == 0)
        typed[length++] = n % 4 == 0 ? '-' : '\n';
    }
    typed[length] = '\0';
    assert_true(asc_device_code_read(typed, read));
    assert_string_equal(read, code);
    typed[length - 1] = '\0';
    assert_false(asc_device_code_read(typed, read));
  }
  char read[ASC_DEVICE_CODE_TEXT_SIZE];
  assert_false(asc_device_code_read("", read));
  assert_false(asc_device_code_read("bado lumi nora siru dami lofa ba", read));
  assert_false(asc_device_code_read("bado lumi nora siru dami lofe", read));
  assert_false(asc_device_code_read("abdo lumi nora siru dami lofa", read));
}

static void test_hashes_depend_on_the_kind_of_secret(void **state) {
  (void)state;
  uint8_t seat[ASC_SHA256_SIZE], code[ASC_SHA256_SIZE], again[ASC_SHA256_SIZE], shifted[ASC_SHA256_SIZE];
  asc_secret_hash("seat", "abc", seat);
  asc_secret_hash("code", "abc", code);
  asc_secret_hash("seat", "abc", again);
  asc_secret_hash("seata", "bc", shifted);
  assert_true(asc_secret_equals(seat, again, sizeof seat));
  assert_false(asc_secret_equals(seat, code, sizeof seat));
  assert_false(asc_secret_equals(seat, shifted, sizeof seat));
  for (size_t i = 0; i < sizeof seat; i++) {
    again[i] ^= 1;
    assert_false(asc_secret_equals(seat, again, sizeof seat));
    again[i] ^= 1;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sha256_matches_published_vectors),
      cmocka_unit_test(test_sha256_does_not_depend_on_update_sizes),
      cmocka_unit_test(test_sha256_pads_every_length),
      cmocka_unit_test(test_hmac_matches_published_vectors),
      cmocka_unit_test(test_ids_have_their_length),
      cmocka_unit_test(test_a_value_has_only_one_text),
      cmocka_unit_test(test_device_codes_are_six_words),
      cmocka_unit_test(test_hashes_depend_on_the_kind_of_secret),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
