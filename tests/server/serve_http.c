/* `ascona serve` as a browser meets it: the real program on a free port, asked over real connections. */
#define _GNU_SOURCE /* pipe2 */
#include "serve.h"

static test_server serving;

static int serve_begin(void **state) {
  if (web_make(state) != 0) return -1;
  serving = server_start(NULL);
  return 0;
}

static int serve_over(void **state) {
  server_end_quietly(&serving);
  return web_remove(state);
}

static void assert_strict(const test_reply *reply) {
  assert_header(reply, "Content-Security-Policy",
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
                "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  assert_header(reply, "X-Content-Type-Options", "nosniff");
  assert_header(reply, "X-Frame-Options", "DENY");
  assert_header(reply, "Referrer-Policy", "no-referrer");
  assert_header(reply, "Cross-Origin-Opener-Policy", "same-origin");
  assert_header(reply, "Cross-Origin-Embedder-Policy", "require-corp");
  assert_header(reply, "Cross-Origin-Resource-Policy", "same-origin");
  assert_non_null(header(reply, "Permissions-Policy"));
  assert_header(reply, "Server", NULL);
}

static void test_every_answer_has_the_strict_headers(void **state) {
  (void)state;
  static const struct {
    const char *method, *path, *headers;
    int status;
  } asked[] = {{"GET", "/", "", 200},
               {"GET", "/core.wasm", "", 200},
               {"GET", "/sw.js", "", 200},
               {"GET", "/sw.js", "If-None-Match: *\r\n", 304},
               {"HEAD", "/", "", 200},
               {"GET", "/nothing.js", "", 404},
               {"POST", "/", "Content-Length: 0\r\n", 405},
               {"BREW", "/", "", 405},
               {"GET", "/", "Content-Length: 1\r\n", 400},
               {"GET", "/%zz", "", 400},
               {"GET", "/", "Upgrade: tea\r\n", 200},
               {"\x16\x03\x01", "/", "", 400}};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    test_reply reply = ask_with(serving.port, asked[i].method, asked[i].path, asked[i].headers);
    if (reply.status != asked[i].status) fail_msg("%s %s: %d", asked[i].method, asked[i].path, reply.status);
    assert_strict(&reply);
    reply_close(&reply);
  }
}

/* Any site may show /embed in a frame; it has no worker, and nothing is asked or told by cookies. */
static void test_the_page_for_frames_has_its_own_headers(void **state) {
  (void)state;
  static const struct {
    const char *method, *path, *headers;
    int status;
  } asked[] = {{"GET", "/embed", "", 200},
               {"GET", "/embed?game=delta&position=1:.b./w", "", 200},
               {"GET", "/embed.html", "Cookie: any=thing\r\n", 200},
               {"GET", "/embed", "If-None-Match: *\r\n", 304},
               {"HEAD", "/embed/", "", 200}};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    test_reply reply = ask_with(serving.port, asked[i].method, asked[i].path, asked[i].headers);
    if (reply.status != asked[i].status) fail_msg("%s %s: %d", asked[i].method, asked[i].path, reply.status);
    assert_header(&reply, "Content-Security-Policy",
                  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
                  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *");
    assert_header(&reply, "X-Frame-Options", NULL);
    assert_header(&reply, "Cross-Origin-Resource-Policy", "cross-origin");
    assert_header(&reply, "Cross-Origin-Embedder-Policy", "require-corp");
    assert_header(&reply, "X-Content-Type-Options", "nosniff");
    assert_header(&reply, "Referrer-Policy", "no-referrer");
    assert_header(&reply, "Set-Cookie", NULL);
    assert_header(&reply, "Server", NULL);
    assert_non_null(header(&reply, "Permissions-Policy"));
    assert_non_null(header(&reply, "Date"));
    assert_non_null(header(&reply, "ETag"));
    reply_close(&reply);
  }
  test_reply wrong = ask_with(serving.port, "POST", "/embed", "Content-Length: 0\r\n");
  assert_int_equal(wrong.status, 405);
  assert_strict(&wrong);
  reply_close(&wrong);
}

static void test_types(void **state) {
  (void)state;
  static const char *const types[][2] = {
      {"/index.html", "text/html; charset=utf-8"},
      {"/", "text/html; charset=utf-8"},
      {"/assets/app-1a2b.js", "text/javascript; charset=utf-8"},
      {"/assets/app-1a2b.css", "text/css; charset=utf-8"},
      {"/core.wasm", "application/wasm"},
      {"/data.json", "application/json; charset=utf-8"},
      {"/app.webmanifest", "application/manifest+json; charset=utf-8"},
      {"/icons/a.svg", "image/svg+xml; charset=utf-8"},
      {"/icons/a.png", "image/png"},
      {"/icons/a.ico", "image/x-icon"},
      {"/icons/a.woff2", "font/woff2"},
      {"/icons/a.js.map", "application/json; charset=utf-8"},
      {"/robots.txt", "text/plain; charset=utf-8"},
      {"/odd.xyz", "application/octet-stream"},
  };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    test_reply reply = get(serving.port, types[i][0]);
    assert_int_equal(reply.status, 200);
    assert_header(&reply, "Content-Type", types[i][1]);
    reply_close(&reply);
  }
}

static void test_codings(void **state) {
  (void)state;
  static const char *const asked[][3] = {
      {"", NULL, "console.log('the page, plainly and at some length');"},
      {"Accept-Encoding: gzip, deflate, br\r\n", "br", "the page in brotli"},
      {"Accept-Encoding: gzip\r\n", "gzip", "the page in gzip, longer"},
      {"Accept-Encoding: br;q=0.1\r\nAccept-Encoding: gzip\r\n", "gzip", "the page in gzip, longer"},
      {"Accept-Encoding: br;q=0, gzip;q=0\r\n", NULL, "console.log('the page, plainly and at some length');"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    test_reply reply = ask_with(serving.port, "GET", "/assets/app-1a2b.js", asked[i][0]);
    assert_header(&reply, "Content-Encoding", asked[i][1]);
    assert_header(&reply, "Vary", "Accept-Encoding");
    assert_header(&reply, "Content-Type", "text/javascript; charset=utf-8");
    assert_string_equal(reply.body, asked[i][2]);
    reply_close(&reply);
  }
  test_reply plain = ask_with(serving.port, "GET", "/robots.txt", "Accept-Encoding: br\r\n");
  assert_header(&plain, "Vary", NULL);
  assert_header(&plain, "Content-Encoding", NULL);
  reply_close(&plain);
}

static void test_caching(void **state) {
  (void)state;
  test_reply hashed = get(serving.port, "/assets/app-1a2b.js"), page = get(serving.port, "/play");
  test_reply worker = get(serving.port, "/sw.js"), missing = get(serving.port, "/assets/app-9999.js");
  assert_header(&hashed, "Cache-Control", "public, max-age=31536000, immutable");
  assert_header(&page, "Cache-Control", "no-cache");
  assert_header(&worker, "Cache-Control", "no-cache");
  assert_header(&missing, "Cache-Control", "no-cache");
  assert_header(&worker, "Service-Worker-Allowed", "/");
  assert_header(&page, "Service-Worker-Allowed", NULL);
  assert_int_equal(*header(&page, "ETag"), '"');
  assert_non_null(header(&page, "Date"));
  reply_close(&hashed);
  reply_close(&page);
  reply_close(&worker);
  reply_close(&missing);
}

/* Asks again with the tag of a file in one coding, for another. */
static int asked_again(const char *coding, const char *other, const char *form) {
  char headers[256], tag[64];
  (void)snprintf(headers, sizeof headers, "Accept-Encoding: %s\r\n", coding);
  test_reply first = ask_with(serving.port, "GET", "/assets/app-1a2b.js", headers);
  const char *found = header(&first, "ETag");
  (void)snprintf(tag, sizeof tag, "%.*s", (int)strcspn(found, "\n"), found);
  int length = snprintf(headers, sizeof headers, "Accept-Encoding: %s\r\nIf-None-Match: ", other);
  length += snprintf(headers + length, sizeof headers - (size_t)length, form, tag);
  (void)snprintf(headers + length, sizeof headers - (size_t)length, "\r\n");
  test_reply second = ask_with(serving.port, "GET", "/assets/app-1a2b.js", headers);
  int status = second.status;
  if (status == 304) {
    assert_header(&second, "ETag", tag);
    assert_header(&second, "Vary", "Accept-Encoding");
    assert_header(&second, "Cache-Control", "public, max-age=31536000, immutable");
    assert_header(&second, "Content-Length", NULL);
  }
  reply_close(&first);
  reply_close(&second);
  return status;
}

static void test_not_modified(void **state) {
  (void)state;
  assert_int_equal(asked_again("br", "br", "%s"), 304);
  assert_int_equal(asked_again("gzip", "gzip", "W/%s"), 304);
  assert_int_equal(asked_again("identity", "identity", "\"other\", %s"), 304);
  assert_int_equal(asked_again("br", "gzip", "%s"), 200); /* the same file, other bytes */
  assert_int_equal(asked_again("br", "br", "x%s"), 200);
}

static void test_head(void **state) {
  (void)state;
  test_client client = client_open(serving.port);
  assert_true(client_say(
      &client,
      "HEAD /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\nGET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  test_reply head = client_reply(&client, true), next = client_reply(&client, false);
  char length[32];
  (void)snprintf(length, sizeof length, "%d", BIG);
  assert_int_equal(head.status, 200);
  assert_header(&head, "Content-Length", length);
  assert_header(&head, "Content-Type", "application/wasm");
  assert_string_equal(next.body, "User-agent: *");
  reply_close(&head);
  reply_close(&next);
  client_close(&client);
}

static void test_other_methods(void **state) {
  (void)state;
  static const char *const methods[] = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PROPFIND"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    test_reply reply = ask_with(serving.port, methods[i], "/index.html", "");
    if (reply.status != 405) fail_msg("%s: %d", methods[i], reply.status);
    assert_header(&reply, "Allow", "GET, HEAD");
    assert_header(&reply, "Connection", "close");
    reply_close(&reply);
  }
}

static void assert_status(const char *path, int status, const char *body) {
  test_reply reply = get(serving.port, path);
  if (reply.status != status) fail_msg("%s: %d, not %d", path, reply.status, status);
  if (body != NULL) assert_string_equal(reply.body, body);
  assert_lacks(reply.body, "secret");
  assert_lacks(reply.body, "root:");
  reply_close(&reply);
}

static void test_routes(void **state) {
  (void)state;
  const char *page = "<!doctype html><title>Ascona</title>";
  static const char *const routes[] = {"/",     "/play", "/rules/kulami", "/setup/delta", "/play?position=1:.b./w",
                                       "/play/"};
  for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) assert_status(routes[i], 200, page);
  assert_status("/nothing.png", 404, NULL);
  assert_status("/assets/nothing", 404, NULL);
  assert_status("/play.html?x=/index.html", 404, NULL);
  assert_status("/robots.txt?anything=1&more", 200, "User-agent: *");
}

/* Paths that try to leave the folder, or to reach what is not for clients. */
static void test_no_way_out(void **state) {
  (void)state;
  const char *name = strrchr(outside, '/') + 1;
  static const char *const ways[] = {"/../%s",
                                     "/%%2e%%2e/%s",
                                     "/..%%2f%s",
                                     "/assets/../../%s",
                                     "//../%s",
                                     "/assets/..%%2f..%%2f%s",
                                     "/./.././%s",
                                     "/..%%5c%s",
                                     "/....//%s",
                                     "/%%2e%%2e%%2f%s",
                                     "/assets/.%%2e/.%%2e/%s"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    char path[256];
    (void)snprintf(path, sizeof path, ways[i], name);
    assert_status(path, 404, NULL);
  }
  assert_status("/../../../../../../../etc/passwd.txt", 404, NULL);
  assert_status("//etc/os-release.txt", 404, NULL);
  assert_status("/link.txt", 404, NULL);
  assert_status("/.hidden", 404, NULL);
  assert_status("/sw.js.gz", 404, NULL);
  assert_status("/robots.txt%2500", 404, NULL);
  assert_status("/%00robots.txt", 404, NULL);
  assert_status("/robots.txt;x", 404, NULL);
  assert_status("/assets/../robots.txt", 200, "User-agent: *"); /* stays inside */
  assert_status("/%72obots%2Etxt", 200, "User-agent: *");
}

static void test_many_requests_on_one_connection(void **state) {
  (void)state;
  char *bytes = big_bytes();
  test_client client = client_open(serving.port);
  for (int i = 0; i < 20; i++) {
    const char *path = i % 5 == 0 ? "/core.wasm" : "/robots.txt";
    char request[128];
    (void)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    assert_true(client_say(&client, request));
    test_reply reply = client_reply(&client, false);
    assert_int_equal(reply.status, 200);
    if (i % 5 == 0) {
      assert_int_equal(reply.length, BIG);
      assert_int_equal(memcmp(reply.body, bytes, BIG), 0);
    }
    reply_close(&reply);
  }
  client_close(&client);
  free(bytes);
}

/* Requests that come before the answers to the earlier ones are read, in whatever pieces. */
static void test_pipelined_requests(void **state) {
  (void)state;
  const char *requests = "GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n"
                         "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
                         "HEAD /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
                         "GET /data.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  static const size_t pieces[] = {1, 7, 60, 1000};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    test_client client = client_open(serving.port);
    for (size_t at = 0; at < strlen(requests); at += pieces[i]) {
      size_t left = strlen(requests) - at;
      assert_true(client_send(&client, requests + at, left < pieces[i] ? left : pieces[i]));
    }
    static const char *const bodies[] = {NULL, "User-agent: *", "", "[]"};
    for (int k = 0; k < 4; k++) {
      test_reply reply = client_reply(&client, k == 2);
      assert_int_equal(reply.status, 200);
      if (bodies[k] != NULL) assert_string_equal(reply.body, bodies[k]);
      reply_close(&reply);
    }
    client_drain(&client); /* the server closes */
    assert_int_equal(client.length, 0);
    client_close(&client);
  }
}

static void test_old_http(void **state) {
  (void)state;
  test_client client = client_open(serving.port);
  assert_true(client_say(&client, "GET /robots.txt HTTP/1.0\r\nHost: localhost\r\n\r\n"));
  test_reply reply = client_reply(&client, false);
  assert_string_equal(reply.body, "User-agent: *");
  client_drain(&client); /* one request a connection */
  reply_close(&reply);
  client_close(&client);
}

static void test_an_upgrade_is_not_offered(void **state) {
  (void)state;
  static const char *const upgrades[] = {
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      "Sec-WebSocket-Version: 13\r\n",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"};
  for (size_t i = 0; i < sizeof upgrades / sizeof *upgrades; i++) {
    test_reply reply = ask_with(serving.port, "GET", "/robots.txt", upgrades[i]);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.body, "User-agent: *");
    reply_close(&reply);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_answer_has_the_strict_headers),
      cmocka_unit_test(test_the_page_for_frames_has_its_own_headers),
      cmocka_unit_test(test_types),
      cmocka_unit_test(test_codings),
      cmocka_unit_test(test_caching),
      cmocka_unit_test(test_not_modified),
      cmocka_unit_test(test_head),
      cmocka_unit_test(test_other_methods),
      cmocka_unit_test(test_routes),
      cmocka_unit_test(test_no_way_out),
      cmocka_unit_test(test_many_requests_on_one_connection),
      cmocka_unit_test(test_pipelined_requests),
      cmocka_unit_test(test_old_http),
      cmocka_unit_test(test_an_upgrade_is_not_offered),
  };
  return cmocka_run_group_tests(tests, serve_begin, serve_over);
}
