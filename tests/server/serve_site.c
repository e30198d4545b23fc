/* A folder as a site, and what is answered from it: no server, no network. */
#define _GNU_SOURCE /* pipe2 */
#include "serve.h"

#include "server/response.h"

static http_site *opened;

static int site_make(void **state) {
  if (web_make(state) != 0) return -1;
  asc_error error;
  return http_site_open(&opened, web, &error);
}

static int site_drop(void **state) {
  http_site_close(opened);
  return web_remove(state);
}

static http_response answer_to(const char *path) {
  const http_target ask = {.method = HTTP_GET, .path = path, .length = strlen(path)};
  http_response answer;
  http_response_find(opened, &ask, &answer);
  return answer;
}

static void assert_page(const char *path, bool expected) {
  http_response answer = answer_to(path), page = answer_to("/index.html");
  if ((answer.status == 200 && answer.body == page.body) != expected)
    fail_msg("%s: %d, %s", path, answer.status, answer.type);
}

static void test_a_coding_belongs_to_its_file(void **state) {
  (void)state;
  const http_file *file = http_site_find(opened, "/assets/app-1a2b.js", strlen("/assets/app-1a2b.js"));
  assert_non_null(file);
  assert_memory_equal(file->bodies[HTTP_CODING_BROTLI].bytes, "the page in brotli", 18);
  assert_int_equal(file->bodies[HTTP_CODING_GZIP].size, strlen("the page in gzip, longer"));
  assert_string_not_equal(file->bodies[HTTP_CODING_BROTLI].tag, file->bodies[HTTP_CODING_GZIP].tag);
  assert_string_not_equal(file->bodies[HTTP_CODING_BROTLI].tag, file->bodies[HTTP_CODING_NONE].tag);
  assert_int_equal(answer_to("/assets/app-1a2b.js.br").status, 404);
  file = http_site_find(opened, "/robots.txt", strlen("/robots.txt"));
  assert_null(file->bodies[HTTP_CODING_GZIP].bytes);
  assert_int_equal(file->bodies[HTTP_CODING_GZIP].size, HTTP_CODING_ABSENT);
}

static void test_only_files_of_the_folder(void **state) {
  (void)state;
  assert_int_equal(answer_to("/link.txt").status, 404);
  assert_int_equal(answer_to("/.hidden").status, 404);
  assert_int_equal(answer_to("/robots.tx").status, 404);
  assert_int_equal(answer_to("/robots.txtt").status, 404);
  assert_int_equal(answer_to("robots.txt").status, 404);
  assert_int_equal(answer_to("/../robots.txt").status, 404);
}

static void test_routes_are_the_page(void **state) {
  (void)state;
  assert_page("/", true);
  assert_page("/play", true);
  assert_page("/rules/kulami", true);
  assert_page("/setup/delta/", true);
  assert_page("/v1.2/play", true);
  assert_page("/play.htm", false);
  assert_page("/rules/kulami.png", false);
  assert_page("/assets/nothing", false);
  assert_page("", false);
  assert_page("play", false);
}

/* One page may be shown by other sites, at its address or by its name, whatever places there are; no other. */
static void test_the_page_for_frames(void **state) {
  (void)state;
  http_response page = answer_to("/embed.html");
  assert_int_equal(page.status, 200);
  assert_true(page.is_framed);
  static const char *const same[] = {"/embed", "/embed/"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    http_response answer = answer_to(same[i]);
    assert_true(answer.status == 200 && answer.is_framed && answer.body == page.body);
  }
  static const char *const others[] = {"/", "/play", "/embed/x", "/embedded", "/embe", "/robots.txt", "/embed.htm"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (answer_to(others[i]).is_framed) fail_msg("%s may be shown in a frame", others[i]);
}

/* Opens the folder anew with this list of places in it, or with none. */
static void with_places(const char *text) {
  char path[sizeof web + sizeof "/pages.txt"];
  (void)snprintf(path, sizeof path, "%s/pages.txt", web);
  if (text == NULL) {
    assert_int_equal(unlink(path), 0);
  } else {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
  }
  asc_error error;
  http_site_close(opened);
  assert_int_equal(http_site_open(&opened, web, &error), ASC_OK);
}

static void test_places_that_are_listed_are_found(void **state) {
  (void)state;
  with_places("/\n/play\n/problems/delta/*\n/rules/kulami");
  assert_page("/", true);
  assert_page("/play", true);
  assert_page("/play/", true);
  assert_page("/rules/kulami", true);
  assert_page("/problems/delta/7", true);
  static const char *const unknown[] = {"/nowhere",        "/pla",   "/playa",         "/play/x",
                                        "/problems/delta", "/rules", "/rules/kulami2", "/problems/delta2/7"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    http_response answer = answer_to(unknown[i]), page = answer_to("/");
    if (answer.status != 404 || answer.body != page.body) fail_msg("%s: %d", unknown[i], answer.status);
    assert_int_equal(answer.sent, page.sent);
  }
  http_response page = answer_to("/"), answer;
  http_response_find(opened, &(http_target){.path = "/nowhere", .length = 8, .if_none_match = page.tag}, &answer);
  assert_int_equal(answer.status, 404); /* never 304: it was not found */
  with_places("");
  assert_int_equal(answer_to("/play").status, 404);
  with_places(NULL);
  assert_page("/nowhere", true);
}

static void test_a_zero_byte_is_in_no_path(void **state) {
  (void)state;
  http_response answer;
  http_response_find(opened, &(http_target){.path = "/robots.txt\0", .length = 12}, &answer);
  assert_int_equal(answer.status, 404);
  http_response_find(opened, &(http_target){.path = "/play\0x", .length = 7}, &answer);
  assert_int_equal(answer.status, 404);
}

static void test_an_empty_file_is_a_file(void **state) {
  (void)state;
  http_response answer = answer_to("/empty.txt");
  assert_int_equal(answer.status, 200);
  assert_true(answer.has_size && answer.size == 0 && answer.sent == 0);
}

/* The tag follows from the content: two sites of the same files agree, and another byte makes another tag. */
static void test_tags_follow_from_the_content(void **state) {
  (void)state;
  char before[HTTP_TAG_MAX];
  (void)snprintf(before, sizeof before, "%s", answer_to("/data.json").tag);
  http_site *again;
  asc_error error;
  assert_int_equal(http_site_open(&again, web, &error), ASC_OK);
  assert_string_equal(http_site_find(again, "/data.json", 10)->bodies[HTTP_CODING_NONE].tag, before);
  http_site_close(again);
  file_text("data.json", "{}");
  assert_int_equal(http_site_open(&again, web, &error), ASC_OK);
  assert_string_not_equal(http_site_find(again, "/data.json", 10)->bodies[HTTP_CODING_NONE].tag, before);
  assert_memory_equal(answer_to("/data.json").body, "[]", 2); /* the open one is as it was */
  http_site_close(again);
}

static void assert_no_site(const char *folder, int code, const char *words) {
  http_site *none = opened;
  asc_error error;
  assert_int_equal(http_site_open(&none, folder, &error), code);
  assert_null(none);
  assert_has(error.reason, words);
}

static void test_folders_that_are_none(void **state) {
  (void)state;
  assert_no_site("/nowhere/at/all", ASC_E_INPUT, "No such file");
  assert_no_site(outside, ASC_E_INPUT, "Not a directory");
  char assets[256];
  (void)snprintf(assets, sizeof assets, "%s/assets", web);
  assert_no_site(assets, ASC_E_INPUT, "no index.html");
}

/* A pipe in the folder is no file, and nobody waits for it; codings of codings are files of their own. */
static void test_odd_entries(void **state) {
  (void)state;
  char path[256];
  (void)snprintf(path, sizeof path, "%s/pipe", web);
  assert_int_equal(mkfifo(path, 0600), 0);
  file_text("assets/app-1a2b.js.gz.br", "twice");
  file_text("alone.txt.gz", "alone");
  http_site *again;
  asc_error error;
  assert_int_equal(http_site_open(&again, web, &error), ASC_OK);
  assert_non_null(http_site_find(again, "/assets/app-1a2b.js.gz.br", 25));
  assert_non_null(http_site_find(again, "/alone.txt.gz", 13));
  assert_null(http_site_find(again, "/pipe", 5));
  http_site_close(again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_coding_belongs_to_its_file),
      cmocka_unit_test(test_only_files_of_the_folder),
      cmocka_unit_test(test_routes_are_the_page),
      cmocka_unit_test(test_the_page_for_frames),
      cmocka_unit_test(test_places_that_are_listed_are_found),
      cmocka_unit_test(test_a_zero_byte_is_in_no_path),
      cmocka_unit_test(test_an_empty_file_is_a_file),
      cmocka_unit_test(test_tags_follow_from_the_content),
      cmocka_unit_test(test_folders_that_are_none),
      cmocka_unit_test(test_odd_entries),
  };
  return cmocka_run_group_tests(tests, site_make, site_drop);
}
