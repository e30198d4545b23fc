/* Accept-Encoding and If-None-Match, by the rules of RFC 9110 and for headers that follow none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/site.h"

static const size_t all[HTTP_CODINGS] = {[HTTP_CODING_NONE] = 100, [HTTP_CODING_GZIP] = 40, [HTTP_CODING_BROTLI] = 30};

static void assert_chosen(const char *header, http_coding expected) {
  http_coding got = http_coding_choose(header, all);
  if (got != expected) fail_msg("'%s' chooses %d, not %d", header != NULL ? header : "no header", got, expected);
}

static void test_what_browsers_send(void **state) {
  (void)state;
  assert_chosen("gzip, deflate, br, zstd", HTTP_CODING_BROTLI);
  assert_chosen("gzip, deflate", HTTP_CODING_GZIP);
  assert_chosen("gzip;q=1.0, identity;q=0.5, *;q=0", HTTP_CODING_GZIP);
  assert_chosen("BR", HTTP_CODING_BROTLI);
  assert_chosen("x-gzip", HTTP_CODING_GZIP);
}

static void test_no_coding_unless_asked_for(void **state) {
  (void)state;
  assert_chosen(NULL, HTTP_CODING_NONE);
  assert_chosen("", HTTP_CODING_NONE);
  assert_chosen("identity", HTTP_CODING_NONE);
  assert_chosen("deflate, zstd", HTTP_CODING_NONE);
}

static void test_weights(void **state) {
  (void)state;
  assert_chosen("br;q=0.5, gzip;q=0.8", HTTP_CODING_GZIP);
  assert_chosen("br;q=0.8, gzip;q=0.799", HTTP_CODING_BROTLI);
  assert_chosen("br;q=0, gzip", HTTP_CODING_GZIP);
  assert_chosen("br;q=0.000, gzip;q=0", HTTP_CODING_NONE);
  assert_chosen("identity;q=1, br;q=0.9", HTTP_CODING_NONE);
  assert_chosen("br;q=0.001", HTTP_CODING_BROTLI);
  assert_chosen(" br ; q=1.000 ,gzip ; Q=0.5", HTTP_CODING_BROTLI);
}

static void test_star_stands_for_what_is_not_named(void **state) {
  (void)state;
  assert_chosen("*", HTTP_CODING_BROTLI);
  assert_chosen("*;q=0.5, gzip", HTTP_CODING_GZIP);
  assert_chosen("br;q=0, *", HTTP_CODING_GZIP);
  assert_chosen("*;q=0", HTTP_CODING_NONE); /* nothing suits: better something than nothing */
  assert_chosen("identity;q=0, *;q=0", HTTP_CODING_NONE);
}

static void test_what_cannot_be_read_is_passed_over(void **state) {
  (void)state;
  assert_chosen("br;q=2, gzip", HTTP_CODING_GZIP);
  assert_chosen("br;q=1.001, gzip", HTTP_CODING_GZIP);
  assert_chosen("br;q=, gzip", HTTP_CODING_GZIP);
  assert_chosen("br;q=0.1234, gzip", HTTP_CODING_GZIP);
  assert_chosen("br;level=9, gzip", HTTP_CODING_GZIP);
  assert_chosen("br gzip", HTTP_CODING_NONE);
  assert_chosen("broken", HTTP_CODING_NONE);
  assert_chosen(",,;,;;q=1,,gzip,,", HTTP_CODING_GZIP);
  assert_chosen(";q=1", HTTP_CODING_NONE);
  assert_chosen("br;", HTTP_CODING_NONE);
}

static void test_only_what_is_there_and_the_smallest(void **state) {
  (void)state;
  const size_t gzip_only[HTTP_CODINGS] = {100, 40, HTTP_CODING_ABSENT}, brotli_larger[HTTP_CODINGS] = {100, 40, 50};
  const size_t plain_only[HTTP_CODINGS] = {100, HTTP_CODING_ABSENT, HTTP_CODING_ABSENT},
               plain_smallest[HTTP_CODINGS] = {10, 40, 30};
  assert_int_equal(http_coding_choose("br, gzip", gzip_only), HTTP_CODING_GZIP);
  assert_int_equal(http_coding_choose("br", gzip_only), HTTP_CODING_NONE);
  assert_int_equal(http_coding_choose("br, gzip", brotli_larger), HTTP_CODING_GZIP);
  assert_int_equal(http_coding_choose("br, gzip", plain_only), HTTP_CODING_NONE);
  assert_int_equal(http_coding_choose("br, identity", plain_smallest), HTTP_CODING_NONE);
}

static void test_names(void **state) {
  (void)state;
  assert_null(http_coding_name(HTTP_CODING_NONE));
  assert_string_equal(http_coding_name(HTTP_CODING_GZIP), "gzip");
  assert_string_equal(http_coding_name(HTTP_CODING_BROTLI), "br");
}

static void test_tags(void **state) {
  (void)state;
  const char *tag = "\"abc\"";
  const char *const match[] = {"\"abc\"",          "W/\"abc\"",   "*",         " * ",        "\"x\", \"abc\"",
                               "\"x\",W/\"abc\"",  "\"abc\"junk", "\t\"abc\"", ", ,\"abc\"", "\"a,b\", \"abc\"",
                               "junk, W/\"abc\",x"};
  const char *const other[] = {"",   "\"abcd\"", "\"ab\"",       "abc", "\"abc", "\"ABC\"", "w/\"abc\"",
                               "**", "*, \"x\"", "\"x, \"abc\"", "W/",  "\"",    "W/abc",   "\"\""};
  for (size_t i = 0; i < sizeof match / sizeof *match; i++)
    if (!http_etag_listed(match[i], tag)) fail_msg("'%s' does not list it", match[i]);
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (http_etag_listed(other[i], tag)) fail_msg("'%s' lists it", other[i]);
  assert_false(http_etag_listed(NULL, tag));
}

static void test_types(void **state) {
  (void)state;
  assert_string_equal(http_site_type("/core.wasm"), "application/wasm");
  assert_string_equal(http_site_type("/assets/app.min.js"), "text/javascript; charset=utf-8");
  assert_string_equal(http_site_type("/INDEX.HTML"), "text/html; charset=utf-8");
  assert_string_equal(http_site_type("/a.js/b"), "application/octet-stream");
  assert_string_equal(http_site_type("/a."), "application/octet-stream");
  assert_string_equal(http_site_type(""), "application/octet-stream");
}

/* Whatever a client sends is read to its end and no further. */
static void test_any_bytes(void **state) {
  (void)state;
  static const char letters[] = ",;q=.01 \t*brgzip\"W/x-\x80";
  uint32_t random = 7;
  for (int i = 0; i < 200000; i++) {
    char text[24];
    size_t length = (random = random * 1664525U + 1013904223U) >> 28;
    for (size_t k = 0; k < length; k++)
      text[k] = letters[((random = random * 1664525U + 1013904223U) >> 16) % (sizeof letters - 1)];
    text[length] = '\0';
    assert_in_range(http_coding_choose(text, all), HTTP_CODING_NONE, HTTP_CODINGS - 1);
    (void)http_etag_listed(text, "\"x\"");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_browsers_send),
      cmocka_unit_test(test_no_coding_unless_asked_for),
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_star_stands_for_what_is_not_named),
      cmocka_unit_test(test_what_cannot_be_read_is_passed_over),
      cmocka_unit_test(test_only_what_is_there_and_the_smallest),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_tags),
      cmocka_unit_test(test_types),
      cmocka_unit_test(test_any_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
