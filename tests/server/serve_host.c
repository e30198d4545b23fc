/* Hosting: how the server says that it is well, its figures, addresses behind a proxy, a disk that is full; and what
   `ascona host` does while it runs. */
#include "live.h"

#include <ascona/record.h>

#include "store/store.h"

#include <ifaddrs.h>
#include <net/if.h>

static test_server serving;
static test_person mara, jonas;

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  signal(SIGXFSZ, SIG_IGN); /* so it is for the server */
  serving = games_start();
  mara = person_make(&serving, "Mara");
  jonas = person_make(&serving, "Jonas");
  return 0;
}

static int over(void **state) {
  test_client socket = socket_open(&serving, &mara);
  socket_say(&socket, "{\"do\":\"ping\",\"id\":\"p\"}");
  json_decref(socket_answer(&socket, "p"));
  server_end_quietly(&serving);
  assert_closed(&socket, "restart"); /* and the client comes again */
  client_close(&socket);
  return games_remove(state);
}

static test_game game_of(const char *settings) {
  test_game game = game_make(&serving, &mara, settings);
  game_join(&serving, &jonas, &game, 0);
  return game;
}

static int health(void) {
  test_reply reply = get(serving.port, "/health");
  int status = reply.status;
  assert_has(reply.body, status == 200 ? "{\"status\":\"ok\"," : "{\"status\":\"unavailable\",\"reason\":\"");
  assert_has(reply.body, "\"oldest_request_ms\":");
  assert_header(&reply, "Content-Type", "application/json");
  assert_header(&reply, "Cache-Control", "no-store");
  assert_header(&reply, "X-Content-Type-Options", "nosniff");
  reply_close(&reply);
  return status;
}

static int64_t figure(const char *name) {
  char line[64];
  test_reply reply = get(serving.port, "/metrics");
  assert_int_equal(reply.status, 200);
  assert_header(&reply, "Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  (void)snprintf(line, sizeof line, "\nascona_%s ", name);
  const char *found = strstr(reply.body, line);
  if (found == NULL) fail_msg("no figure %s in:\n%s", name, reply.body);
  int64_t value = strtoll(found + strlen(line), NULL, 10);
  reply_close(&reply);
  return value;
}

/* Figures of the game thread come a few times per second. */
static void assert_figure(const char *name, int64_t expected) {
  for (int i = 0; i < 40 && figure(name) != expected; i++) usleep(50000);
  assert_int_equal(figure(name), expected);
}

static void test_figures(void **state) {
  (void)state;
  assert_int_equal(health(), 200);
  int64_t events = figure("events_total"), rejected = figure("rejected_total");
  test_game game = game_of("\"game\":\"delta\"");
  assert_status(game_do(&serving, &jonas, &game, "move", 3, "\"move\":\"c3\""), 422, "online.not-your-turn");
  test_client socket = socket_open(&serving, &mara);
  assert_figure("sockets", 1);
  assert_figure("events_total", events + 3);
  assert_figure("rejected_total", rejected + 1);
  assert_figure("store_up", 1);
  assert_true(figure("rooms") >= 1 && figure("rules") >= 1 && figure("connections") >= 2);
  test_reply reply = ask_with(serving.port, "HEAD", "/metrics", "");
  assert_int_equal(reply.status, 200);
  reply_close(&reply);
  client_close(&socket);
}

/* Whom the proxy names pays for what he asks; whoever else names somebody pays himself. */
static void test_addresses_behind_a_proxy(void **state) {
  (void)state;
  static const char *const trusted[] = {"127.0.0.0/8", "10.0.0.0/8", "::1"};
  for (size_t i = 0; i < 3; i++) {
    char other[300];
    (void)snprintf(other, sizeof other, "%s-proxy%zu", database, i);
    test_server server = {process_open("serve", "--web", web, "--port", "0", "--database", other, "--limits", "10",
                                       "--trust-proxy", trusted[i]),
                          0};
    server.port = port_said(&server.process);
    int refused = 0;
    for (int k = 0; k < 12; k++) { /* three new persons of an address at once */
      char headers[96];
      (void)snprintf(headers, sizeof headers, "X-Forwarded-For: 203.0.113.7, 198.51.100.%d\r\n", k % 6);
      live_reply reply = live_ask_with(server.port, NULL, "POST", "/api/me", "{\"bearer\":true}", headers);
      refused += reply.status == 429;
      live_reply_close(&reply);
    }
    assert_int_equal(refused, i == 0 ? 0 : 9);
    server_end_quietly(&server);
  }
}

static void disk_set(rlim_t size) {
  const struct rlimit limit = {size, RLIM_INFINITY};
  assert_int_equal(prlimit(serving.process.id, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* `ascona host` of version 0.1 stored "out". */
static void test_an_order_of_version_0_1_counts(void **state) {
  (void)state;
  test_person eve = person_make(&serving, "Eve");
  test_client socket = socket_open(&serving, &eve);
  store_db *store;
  int64_t number;
  assert_int_equal(store_open(&store, database, &(store_options){.read_only = true}, NULL), ASC_OK);
  assert_int_equal(store_order(store, "out", eve.person, &number, NULL), ASC_OK);
  store_close(store);
  assert_closed(&socket, "signed-out");
  client_close(&socket);
}

/* Nothing that was told is lost, nothing more is told, no clock runs; and when there is room again all goes on. */
static void test_a_full_disk(void **state) {
  (void)state;
  test_game game = game_of("\"game\":\"delta\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}");
  assert_status(game_do(&serving, &mara, &game, "move", 3, "\"move\":\"c3\""), 200, NULL);
  assert_status(game_do(&serving, &jonas, &game, "move", 4, "\"move\":\"b2\""), 200, NULL);
  disk_set(1);
  assert_status(game_do(&serving, &jonas, &game, "give-time", 5, "\"seat\":1,\"seconds\":60"), 503,
                "online.store-down");
  for (int i = 0; health() != 503; i++, usleep(20000)) assert_true(i < 500);
  assert_status(game_do(&serving, &jonas, &game, "give-time", 5, "\"seat\":1,\"seconds\":60"), 503,
                "online.store-down");
  assert_int_equal(figure("store_up"), 0);
  assert_well(serving.port); /* the page is served */
  usleep(1200000);
  disk_set(RLIM_INFINITY);
  for (int i = 0; health() != 200; i++, usleep(20000)) assert_true(i < 500);
  live_reply reply = game_get(&serving, &mara, game.id);
  assert_int_equal(reply.status, 200);
  assert_string_equal(member(reply.body, "state"), "running");
  int64_t left = json_integer_value(json_array_get(json_object_get(reply.body, "clocks"), 0));
  int last = (int)number(reply.body, "last");
  live_reply_close(&reply);
  assert_int_equal(last, 7);  /* paused and resumed, once */
  assert_true(left > 599300); /* the second and more that it lasted is not in it */
  assert_status(game_do(&serving, &jonas, &game, "give-time", last, "\"seat\":1,\"seconds\":60"), 200, NULL);
  server_lost_database(&serving);
}

/* A disk that became read-only while people play: they are told so, the page is served, what was told stays; and when
   it can be written again all goes on. */
static void test_a_read_only_disk(void **state) {
  (void)state;
  char sign[300];
  if (access(TEST_READONLY, R_OK) != 0) skip();
  server_end_quietly(&serving);
  (void)snprintf(sign, sizeof sign, "%s.read-only", database);
  setenv("LD_PRELOAD", TEST_READONLY, 1);
  setenv("ASCONA_READONLY", sign, 1);
  serving = games_start();
  unsetenv("LD_PRELOAD");
  test_game game = game_of("\"game\":\"delta\"");
  assert_status(game_do(&serving, &mara, &game, "move", 3, "\"move\":\"c3\""), 200, NULL);
  int file = open(sign, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  assert_true(file >= 0 && close(file) == 0);
  assert_status(game_do(&serving, &jonas, &game, "move", 4, "\"move\":\"b2\""), 503, "online.store-down");
  for (int i = 0; health() != 503; i++, usleep(20000)) assert_true(i < 500);
  assert_status(POST(serving, NULL, "/api/me", "{\"name\":\"Eve\"}"), 503, "online.store-down");
  assert_well(serving.port);
  assert_int_equal(unlink(sign), 0);
  for (int i = 0; health() != 200; i++, usleep(20000)) assert_true(i < 500);
  int last = game_last(&serving, &mara, game.id);
  assert_status(game_do(&serving, &jonas, &game, "move", last, "\"move\":\"b2\""), 200, NULL);
  server_lost_database(&serving);
  server_end_quietly(&serving);
  serving = games_start();
  assert_int_equal(game_last(&serving, &mara, game.id), last + 1);
}

/* Who opens the page as localhost is told where others find it: at every address the server listens at, and at none
   where it listens for this machine alone, or has a public address. */
static void test_addresses_for_links(void **state) {
  (void)state;
  char expected[64] = "";
  struct ifaddrs *all = NULL;
  assert_int_equal(getifaddrs(&all), 0);
  live_reply reply = live_get(&serving, &mara, "/api/me");
  assert_int_equal(json_array_size(json_object_get(reply.body, "addresses")), 0);
  live_reply_close(&reply);
  server_end_quietly(&serving);
  serving = games_start_with("--host", "0.0.0.0");
  for (const struct ifaddrs *at = all; at != NULL && expected[0] == '\0'; at = at->ifa_next) {
    char text[INET_ADDRSTRLEN];
    if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET || (at->ifa_flags & IFF_LOOPBACK) != 0) continue;
    (void)inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr, text, sizeof text);
    (void)snprintf(expected, sizeof expected, "http://%s:%d", text, serving.port);
  }
  freeifaddrs(all);
  reply = live_get(&serving, &mara, "/api/me");
  const char *found = json_string_value(json_array_get(json_object_get(reply.body, "addresses"), 0));
  assert_string_equal(found == NULL ? "" : found, expected);
  live_reply_close(&reply);
  server_end(&serving, SIGTERM); /* which has said where it is */
  process_close(&serving.process);
  serving = games_start_with("--origin", "https://play.example.org");
  reply = live_get(&serving, &mara, "/api/me");
  assert_null(json_object_get(reply.body, "addresses"));
  live_reply_close(&reply);
  server_end_quietly(&serving);
  serving = games_start();
}

/* ---- ascona host ---- */

/* What the command says; it must end with 0. */
static char *host(const char *what, const char *one, const char *other, const char *third) {
  test_process process = process_open("host", what, "--database", database, one, other, third);
  int status = process_end(&process);
  if (status != 0) fail_msg("host %s: status %d: %s", what, status, process.text);
  return process.text;
}

static void test_games_are_listed_and_exported(void **state) {
  (void)state;
  test_game game = game_of("\"game\":\"delta\""), drawn = game_of("\"game\":\"kulami\"");
  assert_status(game_do(&serving, &mara, &game, "move", 3, "\"move\":\"c3\""), 200, NULL);
  assert_status(game_do(&serving, &jonas, &game, "move", 4, "\"move\":\"b2\""), 200, NULL);
  assert_status(game_do(&serving, &mara, &game, "resign", 5, ""), 200, NULL);
  test_view view = {0};
  asc_random random;
  asc_random_seed(&random, 4);
  char path[96], token[ASC_TOKEN_MAX], more[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", drawn.id);
  live_reply reply = live_get(&serving, NULL, path);
  for (char *at = reply.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
    json_t *event = json_loadb(at, (size_t)(end - at), 0, NULL);
    view_take(&view, event);
    json_decref(event);
  }
  live_reply_close(&reply);
  view_pick(&view, &random, token);
  (void)snprintf(more, sizeof more, "\"move\":\"%s\"", token);
  assert_status(game_do(&serving, &mara, &drawn, "move", 3, more), 200, NULL);
  assert_status(game_do(&serving, &mara, &drawn, "offer", 4, "\"offer\":\"draw\""), 200, NULL);
  assert_status(game_do(&serving, &jonas, &drawn, "accept", 5, ""), 200, NULL);
  view_close(&view);
  char *list = host("list", NULL, NULL, NULL), *lines = host("list", "--json", NULL, NULL);
  char *text = host("export", NULL, NULL, NULL), *json = host("export", "--to", "json", NULL);
  const char *line = strstr(list, game.id);
  assert_non_null(line);
  assert_int_equal(strncmp(line + strlen(game.id), "  ended       2  ", 16), 0);
  assert_non_null(strstr(line, "Mara ("));
  assert_non_null(strstr(lines, "\"name\":\"Jonas\""));
  /* What is written is read again: the game, and how it ended. */
  for (char *const *form = (char *const[]){text, json, NULL}; *form != NULL; form++) {
    asc_record_reader *reader;
    asc_record *record;
    asc_record_summary summary;
    bool given_up = false, agreed = false;
    assert_int_equal(asc_record_reader_open(&reader, *form, strlen(*form), NULL), ASC_OK);
    while (asc_record_reader_next(reader, &record, &summary, NULL) == 1) {
      assert_string_equal(asc_record_tag(record, "Player1"), "Mara");
      given_up = given_up || (summary.end == ASC_END_RESIGNATION && summary.plies == 2);
      agreed = agreed || (summary.end == ASC_END_AGREED && summary.plies == 1);
      asc_record_close(record);
    }
    asc_record_reader_close(reader);
    assert_true(given_up && agreed);
  }
  free(list), free(lines), free(text), free(json);
}

/* A copy, while the server writes; the server that is started on it has the same games. */
static void test_a_copy_serves(void **state) {
  (void)state;
  char place[sizeof database], copy[sizeof database];
  test_game game = game_of("\"game\":\"delta\"");
  assert_status(game_do(&serving, &mara, &game, "move", 3, "\"move\":\"c3\""), 200, NULL);
  (void)snprintf(copy, sizeof copy, "%.80s-copy", database);
  free(host("backup", copy, NULL, NULL));
  memcpy(place, database, sizeof place);
  memcpy(database, copy, sizeof copy);
  test_server other = games_start();
  memcpy(database, place, sizeof place);
  assert_int_equal(game_last(&other, &mara, game.id), 4); /* she is known there by the same secret */
  server_end_quietly(&other);
}

static void test_a_game_is_closed_and_a_person_signed_out(void **state) {
  (void)state;
  test_game game = game_of("\"game\":\"delta\"");
  assert_status(game_do(&serving, &mara, &game, "make-private", 3, ""), 200, NULL);
  test_person eve = person_make(&serving, "Eve");
  test_client seat = socket_open(&serving, &jonas), hers = socket_open(&serving, &eve);
  socket_say(&seat, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":4}", game.id);
  json_decref(socket_answer(&seat, "w"));
  free(host("close", game.id, NULL, NULL));
  free(host("sign-out", eve.person, NULL, NULL));
  json_t *ended = socket_event(&seat);
  assert_string_equal(member(ended, "type"), "ended");
  assert_string_equal(member(ended, "cause"), "aborted");
  json_decref(ended);
  assert_closed(&hers, "signed-out");
  assert_status(live_get(&serving, &eve, "/api/me"), 401, "online.not-signed-in");
  client_close(&seat);
  client_close(&hers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_figures),
      cmocka_unit_test(test_addresses_behind_a_proxy),
      cmocka_unit_test(test_games_are_listed_and_exported),
      cmocka_unit_test(test_a_copy_serves),
      cmocka_unit_test(test_a_game_is_closed_and_a_person_signed_out),
      cmocka_unit_test(test_an_order_of_version_0_1_counts),
      cmocka_unit_test(test_a_full_disk),
      cmocka_unit_test(test_a_read_only_disk),
      cmocka_unit_test(test_addresses_for_links),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
