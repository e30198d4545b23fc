/* GET /api/probe of `ascona serve`: what tables say, over real connections, and what is refused how. */
#define _GNU_SOURCE /* pipe2 */
#include "api.h"
#include "serve.h"

#include <ascona/ascona.h>

#include <jansson.h>

#define SPEC "delta:size=4,pawns=4"

static test_server serving, bare; /* with tables, and without */
static char solved[128];
static asc_rules *rules;
static asc_tablebase *tables;

static test_server tables_serve(const char *folder) {
  test_server server = {process_open("serve", "--web", web, "--port", "0", "--no-games", "--tables", folder), 0};
  server.port = port_said(&server.process);
  return server;
}

static int probe_begin(void **state) {
  asc_error error;
  char *said;
  unsetenv("ASCONA_TABLES");
  if (web_make(state) != 0) return -1;
  (void)snprintf(solved, sizeof solved, "%s.tables", web);
  const char *const make[] = {"solve", SPEC, "--all", "--out", solved, NULL};
  if (process_run(make, "", &said) != 0) return -1;
  free(said);
  serving = tables_serve(solved);
  bare = server_start(NULL);
  if (asc_rules_open(&rules, SPEC, &error) < 0) return -1;
  return asc_tablebase_open(&tables, rules, solved, &error);
}

static int probe_over(void **state) {
  char command[256];
  server_end_quietly(&serving);
  server_end_quietly(&bare);
  asc_tablebase_close(tables);
  asc_rules_close(rules);
  (void)snprintf(command, sizeof command, "rm -rf '%s'", solved);
  return system(command) == 0 ? web_remove(state) : -1;
}

/* A position as it stands in an address. */
static void encode(const char *text, char *encoded) {
  for (; *text != '\0'; text++) encoded += sprintf(encoded, strchr(":/", *text) != NULL ? "%%%02X" : "%c", *text);
  *encoded = '\0';
}

static json_t *probe(const char *position) {
  char encoded[3 * ASC_POSITION_TEXT_MAX], path[4 * ASC_POSITION_TEXT_MAX];
  encode(position, encoded);
  (void)snprintf(path, sizeof path, "/api/probe?game=delta%%3Asize=4,pawns=4&position=%s", encoded);
  test_reply reply = get(serving.port, path);
  if (reply.status != 200) fail_msg("%s: %d %s", position, reply.status, reply.body);
  assert_header(&reply, "Content-Type", "application/json; charset=utf-8");
  assert_header(&reply, "Cache-Control", "no-store");
  assert_header(&reply, "ETag", NULL);
  assert_header(&reply, "X-Content-Type-Options", "nosniff");
  json_t *object = json_loads(reply.body, 0, NULL);
  assert_non_null(object);
  reply_close(&reply);
  return object;
}

static int number(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}
static const char *word(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

/* The value is the tables', and every legal move is there once, with its own, the best first. */
static void assert_told(const asc_position *position) {
  char text[ASC_POSITION_TEXT_MAX];
  asc_tablebase_value truth;
  asc_position_write(rules, position, text, sizeof text);
  json_t *told = probe(text);
  assert_int_equal(asc_tablebase_probe(tables, position, &truth), 1);
  assert_string_equal(word(told, "game"), SPEC);
  assert_string_equal(word(told, "position"), text);
  assert_string_equal(word(told, "kind"), "exact");
  assert_int_equal(number(told, "value"), truth.points);
  if (truth.plies > 0) assert_int_equal(number(told, "plies"), truth.plies);
  const json_t *moves = json_object_get(told, "moves");
  assert_int_equal((int)json_array_size(moves), asc_position_count(rules, position));
  for (size_t i = 0; i < json_array_size(moves); i++) {
    const json_t *entry = json_array_get(moves, i);
    asc_position next = *position;
    asc_outcome outcome;
    asc_move move;
    assert_int_equal(asc_move_read(rules, position, word(entry, "move"), &move, NULL), ASC_OK);
    asc_position_play(rules, &next, move);
    bool over = asc_position_outcome(rules, &next, &outcome);
    assert_int_equal(json_is_true(json_object_get(entry, "over")), over);
    if (!over) {
      assert_int_equal(asc_tablebase_probe(tables, &next, &truth), 1);
      assert_int_equal(number(entry, "value"), -truth.points);
    }
    if (i == 0) assert_int_equal(number(entry, "value"), number(told, "value"));
    if (over && number(entry, "value") != 0) assert_int_equal(number(entry, "plies"), 1);
    /* The end is as far as by the best move, whoever tells it: a table, or the points where they do. */
    if (i == 0 && number(told, "plies") > 0) assert_int_equal(number(entry, "plies"), number(told, "plies"));
    if (i > 0) assert_true(number(entry, "value") <= number(json_array_get(moves, i - 1), "value"));
  }
  json_decref(told);
}

static void test_positions_are_told(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 1);
  int told = 0;
  for (int i = 0; i < 60; i++) {
    asc_position position = {0};
    asc_outcome outcome;
    asc_position_start(rules, &position);
    for (int k = 0; k < i % 12 && !asc_position_outcome(rules, &position, &outcome); k++) {
      asc_move moves[ASC_MOVES_MAX];
      int count = asc_position_moves(rules, &position, moves);
      asc_position_play(rules, &position, moves[asc_random_below(&random, (uint32_t)count)]);
    }
    if (asc_position_outcome(rules, &position, &outcome)) continue;
    assert_told(&position);
    told++;
  }
  assert_true(told > 30);
}

static void test_tables_are_told(void **state) {
  (void)state;
  test_reply reply = get(serving.port, "/api/tables");
  assert_int_equal(reply.status, 200);
  assert_string_equal(reply.body, "{\"games\":[\"" SPEC "\"]}\n");
  reply_close(&reply);
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    const char *path, *words;
    int status;
  } asked[] = {
      {"/api/probe", "the argument game is missing", 400},
      {"/api/probe?game=", "error", 400},
      {"/api/probe?game=chess", "chess", 400},
      {"/api/probe?game=delta:size=99", "size", 400},
      {"/api/probe?game=" SPEC "&position=", "error", 400},
      {"/api/probe?game=" SPEC "&position=1:x", "column", 400},
      {"/api/probe?game=" SPEC "&position=%ff%fe", "error", 400},
      {"/api/probe?game=" SPEC "&depth=3", "once each", 400},
      {"/api/probe?game=" SPEC "&game=delta", "once each", 400},
      {"/api/probe?a=1&b=2&c=3&d=4&e=5", "too many", 400},
      {"/api/probe?game=delta", "no tables of this game", 404},
      {"/api/probe?game=kulami", "no tables of this game", 404},
      {"/api/probe?game=" SPEC ",scoring=simple", "no tables of this game", 404},
      {"/api/probe?game=" SPEC "&position=1:wwww/b.b./.b../....:w0b1:b", "over", 404},
      {"/api/", "no such path", 404},
      {"/api/probes", "no such path", 404},
      {"/api/probe/x?game=delta", "no such path", 404},
  };
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    test_reply reply = get(serving.port, asked[i].path);
    if (reply.status != asked[i].status) fail_msg("%s: %d %s", asked[i].path, reply.status, reply.body);
    json_t *object = json_loads(reply.body, 0, NULL);
    if (object == NULL || word(object, "error") == NULL) fail_msg("%s: %s", asked[i].path, reply.body);
    assert_has(reply.body, asked[i].words);
    assert_ptr_equal(strchr(reply.body, '\n'), reply.body + strlen(reply.body) - 1);
    assert_header(&reply, "Cache-Control", "no-store");
    json_decref(object);
    reply_close(&reply);
  }
  assert_well(serving.port);
}

static void test_long_arguments(void **state) {
  (void)state;
  char path[6000] = "/api/probe?game=" SPEC "&position=";
  size_t length = strlen(path);
  memset(path + length, 'a', 3000);
  test_reply reply = get(serving.port, path);
  assert_int_equal(reply.status, 400);
  assert_has(reply.body, "too long");
  reply_close(&reply);
  assert_well(serving.port);
}

/* Bytes that the library makes of percent signs may end the connection, but nothing else. */
static void test_zero_bytes(void **state) {
  (void)state;
  test_client client = client_open(serving.port);
  assert_true(client_say(&client, "GET /api/probe?game=delta%00x&position=%00 HTTP/1.1\r\nHost: localhost\r\n"
                                  "Connection: close\r\n\r\n"));
  client_drain(&client);
  assert_lacks(client.text, "\"value\"");
  client_close(&client);
  assert_well(serving.port);
}

static void test_methods(void **state) {
  (void)state;
  test_reply head = ask_with(serving.port, "HEAD", "/api/probe?game=" SPEC, "");
  assert_int_equal(head.status, 200);
  assert_int_equal(head.length, 0);
  assert_true(strtoul(header(&head, "Content-Length"), NULL, 10) > 100);
  test_reply post = ask_with(serving.port, "POST", "/api/probe?game=" SPEC, "Content-Length: 0\r\n");
  assert_int_equal(post.status, 405);
  reply_close(&head);
  reply_close(&post);
}

static void test_without_tables(void **state) {
  (void)state;
  test_reply reply = get(bare.port, "/api/probe?game=delta");
  assert_int_equal(reply.status, 404);
  assert_has(reply.body, "without --tables");
  reply_close(&reply);
  assert_well(bare.port);
}

/* One address can ask 200 questions at once; others are not affected. */
static void test_too_many_questions(void **state) {
  (void)state;
  static const char ask[] = "GET /api/probe?game=delta%3Asize=4,pawns=4 HTTP/1.1\r\nHost: localhost\r\n\r\n";
  test_client client = client_open_at(INADDR_LOOPBACK + 2, serving.port);
  enum { ASKED = 300 };
  char all[ASKED * sizeof ask] = "";
  int told = 0, refused = 0;
  for (int i = 0; i < ASKED; i++) memcpy(all + (size_t)i * (sizeof ask - 1), ask, sizeof ask);
  assert_true(client_say(&client, all)); /* in one packet: the server, not the test, decides how fast they come */
  for (int i = 0; i < ASKED; i++) {
    test_reply reply = client_reply(&client, false);
    told += reply.status == 200;
    refused += reply.status == 429;
    api_answer_check("GET", "/api/probe", NULL, reply.status, reply.body);
    if (reply.status == 429) assert_header(&reply, "Retry-After", "1");
    reply_close(&reply);
  }
  assert_in_range(told, 200, ASKED - 1); /* 200 at once, and one more every 50 ms */
  assert_int_equal(told + refused, ASKED);
  client_close(&client);
  test_reply other = get(serving.port, "/api/probe?game=delta%3Asize=4,pawns=4");
  assert_int_equal(other.status, 200);
  reply_close(&other);
}

/* A file that is cut while it is served: the answer is an error, and the server goes on. */
static void test_tables_that_are_cut(void **state) {
  (void)state;
  static const char *const sizes[] = {"0", "4096", "4184", "4190"};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char folder[160], command[512];
    (void)snprintf(folder, sizeof folder, "%s.cut", solved);
    (void)snprintf(command, sizeof command, "cp -r '%s' '%s'", solved, folder);
    assert_int_equal(system(command), 0);
    test_server cut = tables_serve(folder);
    (void)snprintf(command, sizeof command, "truncate -s %s '%s'/*.tab", sizes[i], folder);
    assert_int_equal(system(command), 0);
    for (int k = 0; k < 2; k++) {
      test_reply reply = get(cut.port, "/api/probe?game=" SPEC);
      assert_int_equal(reply.status, 500);
      assert_string_equal(reply.body, "{\"error\":\"a table is damaged\"}\n");
      reply_close(&reply);
      assert_well(cut.port);
    }
    server_end_quietly(&cut);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
  }
}

/* Tables keep files open: with few of them there are fewer connections, and not one that fails. */
static void test_few_files(void **state) {
  (void)state;
  struct rlimit files, few;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
  few = (struct rlimit){.rlim_cur = 64, .rlim_max = files.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
  test_server small = tables_serve(solved);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
  enum { MANY = 80 };
  test_client clients[MANY];
  for (int i = 0; i < MANY; i++) clients[i] = client_open(small.port);
  usleep(200000);
  for (int i = 0; i < MANY; i++) client_close(&clients[i]);
  for (int i = 0; i < 100; i++) assert_well(small.port);
  server_end_quietly(&small);
}

/* Without a server that was started there is nothing to clear up. */
static void test_bad_folders(void **state) {
  (void)state;
  char *said;
  const char *const nowhere[] = {"serve", "--web", web, "--port", "0", "--no-games", "--tables", "/nowhere", NULL};
  assert_int_equal(process_run(nowhere, "", &said), 2);
  assert_string_equal(said, "ascona: serve: /nowhere: No such file or directory\n");
  free(said);
  const char *const empty[] = {"serve", "--web", web, "--port", "0", "--no-games", "--tables", web, NULL};
  assert_int_equal(process_run(empty, "", &said), 2);
  assert_has(said, "contains no tables");
  free(said);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions_are_told), cmocka_unit_test(test_tables_are_told),
      cmocka_unit_test(test_refusals),           cmocka_unit_test(test_long_arguments),
      cmocka_unit_test(test_zero_bytes),         cmocka_unit_test(test_methods),
      cmocka_unit_test(test_without_tables),     cmocka_unit_test(test_bad_folders),
      cmocka_unit_test(test_too_many_questions), cmocka_unit_test(test_tables_that_are_cut),
      cmocka_unit_test(test_few_files),
  };
  return cmocka_run_group_tests(tests, probe_begin, probe_over);
}
