/* docs/api.yaml says what the server does: every operation it names is there, and what it does not say is noticed.
   (That every answer is as it says is checked by every test that asks; see live.h.) */
#include "live.h"

static test_server serving;
static test_person mara;

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  serving = games_start();
  mara = person_make(&serving, "Mara");
  return 0;
}

static int over(void **state) {
  server_end_quietly(&serving);
  return games_remove(state);
}

/* A path of the file with ids in the place of braces. */
static void path_fill(const char *pattern, const char *game, char path[128]) {
  const char *brace = strchr(pattern, '{');
  if (brace == NULL)
    (void)snprintf(path, 128, "%s", pattern);
  else
    (void)snprintf(path, 128, "%.*s%s%s", (int)(brace - pattern), pattern,
                   strncmp(brace, "{game}", 6) == 0 ? game : mara.person, strchr(brace, '}') + 1);
}

/* Asked with nothing but a good path each refuses or does something, and none is unknown: 404 and 405 are for what is
   not there. Whoever is forgotten is so at last. */
static void test_every_operation_is_there(void **state) {
  (void)state;
  test_game game = game_make(&serving, &mara, "\"game\":\"delta\"");
  const char *pattern, *method;
  json_t *operations, *operation;
  int count = 0;
  json_object_foreach(json_object_get(api_file(), "paths"), pattern, operations) {
    json_object_foreach(operations, method, operation) {
      char path[128];
      bool post = strcmp(method, "post") == 0;
      if (strcmp(method, "parameters") == 0 || strcmp(pattern, "/api/socket") == 0) continue;
      if (strcmp(pattern, "/api/probe") == 0) continue; /* this server has no tables: serve_probe.c */
      if (strcmp(pattern, "/api/me/forget") == 0) continue;
      path_fill(pattern, game.id, path);
      live_reply reply = live_ask_plain(serving.port, &mara, post ? "POST" : "GET", path, post ? "{}" : NULL);
      if (reply.status == 404 || reply.status == 405) fail_msg("%s %s: %d", method, path, reply.status);
      live_reply_close(&reply);
      /* By the other method it is not there, unless that is another operation. */
      if (json_object_get(operations, post ? "get" : "post") != NULL) continue;
      assert_status(live_ask_plain(serving.port, &mara, post ? "GET" : "POST", path, post ? NULL : "{}"), 405, NULL);
      count++;
    }
  }
  assert_true(count > 20);
  assert_status(live_post(&serving, &mara, "/api/me/forget", "{}"), 200, NULL);
}

static bool says(const char *method, const char *path, int status, const char *text) {
  api_fault fault;
  return api_answer_valid(method, path, NULL, status, text, &fault);
}

static void test_what_is_not_said_is_noticed(void **state) {
  (void)state;
  const char *good = "{\"person\":\"aaaaaaaaaaaaaaaa\",\"name\":\"x\",\"device\":\"bbbbbbbbbbbbbbbb\"}";
  const char *error = "{\"error\":\"online.busy\",\"args\":{\"n\":3},\"text\":\"\"}";
  assert_true(says("GET", "/api/me", 200, good));
  assert_true(says("POST", "/api/me?v=2", 201, good));
  assert_true(says("GET", "/api/me", 404, error));
  assert_true(says("GET", "/api/nothing", 404, error));
  assert_false(says("GET", "/api/nothing", 200, good));
  assert_false(says("GET", "/api/me", 201, good)); /* a status that is not said */
  assert_false(says("GET", "/api/me", 302, good));
  assert_false(says("GET", "/api/me", 200, "{\"person\":\"aaaaaaaaaaaaaaaa\",\"name\":\"x\"}"));
  assert_false(
      says("GET", "/api/me", 200, "{\"person\":\"aaaaaaaaaaaaaaal\",\"name\":\"x\",\"device\":\"bbbbbbbbbbbbbbbb\"}"));
  assert_false(
      says("GET", "/api/me", 200, "{\"person\":\"aaaaaaaaaaaaaaaa\",\"name\":3,\"device\":\"bbbbbbbbbbbbbbbb\"}"));
  assert_false(says("GET", "/api/me", 200,
                    "{\"person\":\"aaaaaaaaaaaaaaaa\",\"name\":\"x\",\"device\":\"bbbbbbbbbbbbbbbb\",\"more\":1}"));
  assert_false(says("GET", "/api/me", 404, "{\"error\":\"online.busy\",\"args\":{\"n\":[]},\"text\":\"\"}"));
  assert_false(says("GET", "/api/me", 404, "not here"));

  const char *events = "/api/games/aaaaaaaaaaaaaaaa/events";
  assert_true(says("GET", events, 200, ""));
  assert_true(says("GET", events, 200,
                   "{\"n\":3,\"t\":1,\"type\":\"moved\",\"seat\":1,\"move\":\"c3\"}\n"
                   "{\"n\":4,\"t\":1,\"type\":\"paused\",\"clocks\":[1,2],\"running\":0}\n"));
  assert_false(says("GET", events, 200, "{\"n\":3,\"t\":1,\"type\":\"moved\",\"seat\":1}\n"));
  assert_false(says("GET", events, 200, "{\"n\":3,\"t\":1,\"type\":\"danced\",\"seat\":1,\"move\":\"c3\"}\n"));
  assert_false(says("GET", events, 200, "{\"n\":0,\"t\":1,\"type\":\"paused\"}\n"));
  assert_false(says("GET", events, 200, "{\"n\":1,\"t\":1,\"type\":\"paused\",\"clocks\":[1,2,3,4,5]}\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_operation_is_there),
      cmocka_unit_test(test_what_is_not_said_is_noticed),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
