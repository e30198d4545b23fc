/* The most that a person, an address and the whole server may store: each maximum of docs/serve.md is reached, and the
   answer at it is the one that the table names. A store is filled almost to the maximum before the server starts; where
   a maximum comes back with time, the test sets the server's clock (tests/faults/clock.c). */
#include "live.h"

#include "base/secret.h"
#include "live/thread.h"
#include "store/store.h"

#include <sys/mman.h>
#include <time.h>

enum { PEOPLE = 1010, KNOWN = 16 };

static test_person people[PEOPLE]; /* the first KNOWN have a secret */
static int64_t now_ms;

/* ---- a store that is filled ---- */

static store_db *games_open(void) {
  store_db *store;
  asc_error error;
  if (store_open(&store, database, &(store_options){0}, &error) < 0) fail_msg("%s", error.reason);
  return store;
}

static void job_do(store_db *store, store_job *job) {
  if (store_do(store, job) != STORE_DONE) fail_msg("not stored: %s", job->reason);
  store_job_close(job);
}

static void people_store(store_db *store) {
  store_job *job = store_job_open();
  for (int i = 0; i < PEOPLE; i++) {
    test_person *who = &people[i];
    assert_int_equal(asc_secret_make(ASC_ID_BITS, who->person, NULL), ASC_OK);
    store_job_person(job, who->person, "Somebody", now_ms);
    if (i >= KNOWN) continue;
    assert_int_equal(asc_secret_make(ASC_ID_BITS, who->device, NULL), ASC_OK);
    assert_int_equal(asc_secret_make(ASC_SECRET_BITS, who->secret, NULL), ASC_OK);
    store_secret_row row = {.kind = STORE_SECRET_DEVICE,
                            .id = who->device,
                            .person = who->person,
                            .label = "",
                            .created = now_ms,
                            .seen = now_ms};
    asc_secret_hash("device", who->secret, row.hash);
    store_job_secret(job, &row);
  }
  job_do(store, job);
}

/* ---- the server ---- */

static int64_t *added; /* nanoseconds, as tests/faults/clock.c has them; NULL: the clocks cannot be set in this build */
static char clock_file[96];

static void clock_make(void) {
  if (access(TEST_CLOCK, R_OK) != 0) return;
  (void)snprintf(clock_file, sizeof clock_file, "%.80s.clock", database);
  int file = open(clock_file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  assert_true(file >= 0 && ftruncate(file, 2 * sizeof *added) == 0);
  added = mmap(NULL, 2 * sizeof *added, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert_true(added != MAP_FAILED);
  close(file);
}

static void milliseconds_pass(int64_t milliseconds) {
  for (int i = 0; i < 2; i++) added[i] += milliseconds * 1000000;
}

static test_server server_begin(const char *limits, const char *disk) {
  if (added != NULL) setenv("LD_PRELOAD", TEST_CLOCK, 1);
  setenv("ASCONA_CLOCK", clock_file, 1);
  test_server server = {process_open("serve", "--web", web, "--port", "0", "--database", database, "--limits", limits,
                                     disk == NULL ? NULL : "--disk-limit", disk),
                        0};
  unsetenv("LD_PRELOAD");
  server.port = port_said(&server.process);
  return server;
}

/* Asks as somebody from an address of their own, whose limits nobody else has used. */
static void come_from(int number) { live_from = (127U << 24) + (1U << 8) + (uint32_t)number; }

/* ---- a person ---- */

static void test_blocks_of_a_person(void **state) {
  (void)state;
  store_db *store = games_open();
  store_job *job = store_job_open();
  for (int i = 0; i < 999; i++) store_job_block(job, people[0].person, people[i + 1].person, true);
  job_do(store, job);
  store_close(store);
  test_server server = server_begin("0", NULL);
  static const char block[] = "{\"person\":\"%s\",\"blocked\":%s}";
  assert_status(POST(server, &people[0], "/api/me/block", block, "aaaaaaaaaaaaaaaa", "true"), 404,
                "online.no-such-person");
  assert_status(POST(server, &people[0], "/api/me/block", block, people[1000].person, "true"), 200, NULL);
  assert_status(POST(server, &people[0], "/api/me/block", block, people[1001].person, "true"), 422,
                "online.too-many-blocks");
  assert_status(POST(server, &people[0], "/api/me/block", block, people[7].person, "true"), 200, NULL); /* is blocked */
  assert_status(POST(server, &people[0], "/api/me/block", block, people[7].person, "false"), 200, NULL);
  assert_status(POST(server, &people[0], "/api/me/block", block, people[1001].person, "true"), 200, NULL);
  live_reply reply = live_get(&server, &people[0], "/api/me/blocks");
  assert_int_equal(json_array_size(json_object_get(reply.body, "persons")), 1000);
  live_reply_close(&reply);
  server_end_quietly(&server);
}

/* Games in which a person sits and which are not over. */
static void games_store(store_db *store, const test_person *who, store_game_state game_state, int count) {
  store_job *job = store_job_open();
  for (int i = 0; i < count; i++) {
    char id[ASC_ID_TEXT_SIZE];
    assert_int_equal(asc_secret_make(ASC_ID_BITS, id, NULL), ASC_OK);
    store_job_event(job, id, 1, now_ms, NULL, "{}", 2);
    store_job_game(job, &(store_game_row){.id = id,
                                          .spec = "delta",
                                          .state = game_state,
                                          .created = now_ms,
                                          .changed = now_ms,
                                          .seats = 2,
                                          .seat = {{who->person, -1}, {NULL, -1}}});
  }
  job_do(store, job);
}

static int game_ask(const test_server *server, const test_person *who, int *seconds) {
  live_reply reply = POST(*server, who, "/api/games", "{\"id\":\"m%d\",\"game\":\"delta\"}", live_command++);
  int status = reply.status;
  if (status == 429) *seconds = (int)number(json_object_get(reply.body, "args"), "seconds");
  live_reply_close(&reply);
  return status;
}

static void test_open_games_and_invitations_of_a_person(void **state) {
  (void)state;
  store_db *store = games_open();
  games_store(store, &people[1], STORE_GAME_INVITED, 19);
  games_store(store, &people[2], STORE_GAME_RUNNING, 199);
  store_close(store);
  test_server server = server_begin("100", NULL);
  for (int who = 1; who <= 2; who++) {
    come_from(who);
    int seconds = -1;
    assert_int_equal(game_ask(&server, &people[who], &seconds), 201);
    live_reply reply = POST(server, &people[who], "/api/games", "{\"id\":\"more\",\"game\":\"delta\"}");
    assert_status(reply, 429, "online.too-many-games");
  }
  live_from = INADDR_LOOPBACK;
  server_end_quietly(&server);
}

/* More at once than a person may send and an address may: small messages, which cost one each. */
static void test_requests_of_a_person(void **state) {
  (void)state;
  test_server server = server_begin("100", NULL);
  come_from(6);
  test_client socket = socket_open(&server, &people[14]), other = socket_open(&server, NULL);
  int refused = 0;
  for (int i = 0; i < 300; i++) {
    socket_say(&socket, "{\"do\":\"unwatch\",\"id\":\"p\",\"game\":\"aaaaaaaaaaaaaaaa\"}");
    json_t *answer = socket_answer(&socket, "p");
    if (i < 100) assert_int_equal(number(answer, "status"), 200);
    if (number(answer, "status") != 200) assert_string_equal(member(answer, "error"), "online.too-many-requests");
    refused += number(answer, "status") == 429;
    json_decref(answer);
  }
  assert_true(refused > 0);
  socket_say(&other, "{\"do\":\"unwatch\",\"id\":\"p\",\"game\":\"aaaaaaaaaaaaaaaa\"}"); /* of the same address */
  json_t *answer = socket_answer(&other, "p");
  assert_int_equal(number(answer, "status"), 200);
  json_decref(answer);
  client_close(&socket);
  client_close(&other);
  live_from = INADDR_LOOPBACK;
  server_end_quietly(&server);
}

static void test_games_that_a_person_makes(void **state) {
  (void)state;
  test_server server = server_begin("100", NULL);
  int seconds = -1;
  come_from(7);
  for (int i = 0; i < 30; i++) {
    test_game game = game_make(&server, &people[15], "\"game\":\"delta\"");
    assert_status(game_do(&server, &people[15], &game, "resign", 1, ""), 200, NULL);
  }
  assert_int_equal(game_ask(&server, &people[15], &seconds), 429);
  assert_in_range(seconds, 1, 20);
  live_from = INADDR_LOOPBACK;
  server_end_quietly(&server);
}

/* ---- an address ---- */

static void test_codes_of_an_address(void **state) {
  (void)state;
  test_server server = server_begin("100", NULL);
  come_from(8);
  for (int i = 0; i < 20; i++)
    assert_status(POST(server, NULL, "/api/me/add-device", "{\"code\":\"wrong\"}"), 403, "online.invalid-code");
  assert_status(POST(server, NULL, "/api/me/add-device", "{\"code\":\"wrong\"}"), 429, "online.too-many-requests");
  live_from = INADDR_LOOPBACK;
  server_end_quietly(&server);
}

static void test_games_of_an_address(void **state) {
  (void)state;
  if (added == NULL) skip();
  test_server server = server_begin("100", NULL);
  int seconds = -1;
  come_from(3);
  for (int i = 0; i < 200; i++) {
    assert_int_equal(game_ask(&server, &people[3 + i / 20], &seconds), 201);
    if (i % 10 == 0) milliseconds_pass(200); /* for the limits on requests */
  }
  assert_int_equal(game_ask(&server, &people[13], &seconds), 429);
  assert_in_range(seconds, 50, 60);
  come_from(4);
  assert_int_equal(game_ask(&server, &people[13], &seconds), 201);
  come_from(3);
  milliseconds_pass(60000);
  assert_int_equal(game_ask(&server, &people[13], &seconds), 201);
  assert_int_equal(game_ask(&server, &people[13], &seconds), 429);
  live_from = INADDR_LOOPBACK;
  server_end_quietly(&server);
}

/* Changes a game until something is refused; how often it was changed is added. */
static live_reply changes_make(const test_server *server, const test_person *who, const test_game *game, int *last,
                               int *count) {
  for (;;) {
    milliseconds_pass(1100); /* for the limits on requests */
    live_reply reply = game_do(server, who, game, "change", *last, "\"game\":\"delta\",\"private\":true");
    if (reply.status != 200) return reply;
    live_reply_close(&reply);
    ++*last;
    ++*count;
  }
}

/* At a twentieth of the limits, so that it is reached soon: 819 KiB per day. A game that runs can still be played, and
   after a day an address can store as much again. */
static void test_bytes_of_an_address(void **state) {
  (void)state;
  if (added == NULL) skip();
  const test_person *mara = &people[14], *jonas = &people[15];
  test_server server = server_begin("5", NULL);
  int changes = 0, last = 1;
  come_from(5);
  test_game played = game_make(&server, mara, "\"game\":\"delta\"");
  milliseconds_pass(9000); /* for the limits; a longer hole would close the room, and opening it again costs */
  game_join(&server, jonas, &played, 0);
  live_reply reply;
  test_game changed;
  do {
    milliseconds_pass(400000); /* for the limit on games */
    changed = game_make(&server, mara, "\"game\":\"delta\"");
    last = 1;
    reply = changes_make(&server, mara, &changed, &last, &changes);
    if (reply.status == 422) live_reply_close(&reply); /* that game is full */
  } while (reply.body == NULL);
  assert_status(reply, 429, "online.too-many-requests");
  assert_in_range(changes, 500, 2500);
  int more = 0;
  for (int i = 0; i < 20; i++) {
    reply = changes_make(&server, mara, &changed, &last, &more);
    live_reply_close(&reply);
  }
  assert_in_range(more, 0, 2);
  milliseconds_pass(9000);
  assert_status(game_do(&server, mara, &played, "move", 3, "\"move\":\"c3\""), 200, NULL);
  milliseconds_pass(86400000);
  (void)changes_make(&server, mara, &changed, &last, &more);
  assert_true(more > 100 || last >= 500);
  live_from = INADDR_LOOPBACK;
  server_end_quietly(&server);
}

/* ---- the server ---- */

static void output_ignore(void *data) { (void)data; }

/* Every request is a listing, which the game thread takes at once, but answers only a few of at a time. */
static void test_requests_that_wait(void **state) {
  (void)state;
  live_thread *thread;
  asc_error error;
  const live_thread_options options = {.database = database, .engine_threads = 1, .on_output = output_ignore};
  if (live_thread_open(&thread, &options, &error) < 0) fail_msg("%s", error.reason);
  assert_int_equal(live_thread_start(thread, &error), ASC_OK);
  int taken = 0;
  bool is_full = false, exists;
  for (; !is_full && taken < 4 * LIVE_REQUESTS_MAX; taken += !is_full) {
    live_input *input = live_input_open(LIVE_INPUT_REQUEST, NULL);
    input->request = live_request_open();
    input->request->operation = live_operation_find(false, "persons/aaaaaaaaaaaaaaaa", input->request, &exists);
    is_full = !live_thread_post(thread, input);
    if (is_full) live_input_close(input);
  }
  assert_true(is_full);
  assert_true(taken >= LIVE_REQUESTS_MAX);
  live_thread_close(thread);
}

/* Events of some game, so that the database has so many bytes. */
static void bytes_store(size_t bytes) {
  static char body[4000];
  char id[ASC_ID_TEXT_SIZE];
  store_db *store = games_open();
  store_job *job = store_job_open();
  memset(body, ' ', sizeof body);
  assert_int_equal(asc_secret_make(ASC_ID_BITS, id, NULL), ASC_OK);
  for (size_t i = 0; i < bytes / sizeof body; i++)
    store_job_event(job, id, (int64_t)i + 1, now_ms, NULL, body, sizeof body);
  job_do(store, job);
  store_close(store);
}

static void test_the_disk(void **state) {
  (void)state;
  const test_person *mara = &people[14], *jonas = &people[15];
  test_server server = server_begin("0", "4");
  test_game game = game_make(&server, mara, "\"game\":\"delta\""),
            waiting = game_make(&server, mara, "\"game\":\"delta\"");
  game_join(&server, jonas, &game, 0);
  server_end_quietly(&server);
  bytes_store(4 << 20);
  server = server_begin("0", "4");
  assert_non_null(strstr(server.process.text, "has reached 4 MiB: new games are rejected; raise --disk-limit\n"));
  assert_status(POST(server, NULL, "/api/me", "{\"bearer\":true}"), 507, "online.disk-full");
  assert_status(POST(server, mara, "/api/games", "{\"id\":\"full\",\"game\":\"delta\"}"), 507, "online.disk-full");
  assert_status(game_do(&server, mara, &waiting, "change", 1, "\"game\":\"delta\""), 507, "online.disk-full");
  assert_status(game_do(&server, mara, &game, "move", 3, "\"move\":\"c3\""), 200, NULL);
  assert_status(game_do(&server, jonas, &game, "resign", 4, ""), 200, NULL);
  assert_status(live_get(&server, mara, "/api/me/games"), 200, NULL);
  server_end_quietly(&server);
  server = server_begin("0", "64");
  assert_status(game_do(&server, mara, &waiting, "change", 1, "\"game\":\"delta\""), 200, NULL);
  server_end_quietly(&server);
}

/* It is noticed while the server runs. */
static void test_the_disk_fills_up(void **state) {
  (void)state;
  if (added == NULL) skip();
  test_server server = server_begin("0", "6");
  int made = 0;
  for (int status = 201; status == 201; made += status == 201) {
    live_reply reply = POST(server, NULL, "/api/me", "{\"bearer\":true,\"label\":\"%060d\"}", made);
    status = reply.status;
    if (status != 201) assert_string_equal(member(reply.body, "error"), "online.disk-full");
    live_reply_close(&reply);
    if (made % 200 == 0) milliseconds_pass(10000);
    if (made > 20000) fail_msg("the disk is never full");
  }
  process_expect(&server.process, "has reached 6 MiB");
  process_expect(&server.process, "\n");
  server_end_quietly(&server);
}

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  clock_make();
  now_ms = (int64_t)time(NULL) * 1000;
  store_db *store = games_open();
  people_store(store);
  store_close(store);
  return 0;
}

static int over(void **state) {
  if (added != NULL) (void)munmap(added, 2 * sizeof *added);
  return games_remove(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_of_a_person),
      cmocka_unit_test(test_open_games_and_invitations_of_a_person),
      cmocka_unit_test(test_requests_of_a_person),
      cmocka_unit_test(test_games_that_a_person_makes),
      cmocka_unit_test(test_codes_of_an_address),
      cmocka_unit_test(test_games_of_an_address),
      cmocka_unit_test(test_bytes_of_an_address),
      cmocka_unit_test(test_requests_that_wait),
      cmocka_unit_test(test_the_disk),
      cmocka_unit_test(test_the_disk_fills_up),
  };
  return cmocka_run_group_tests(tests, begin, over);
}
