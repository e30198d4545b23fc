/* A flood of anonymous watches of very long games, as a database from before the limit on events may have them. A
   bystander elsewhere lists their games and moves before the flood is answered, the server's memory stays bounded, and
   such games can still be opened and read to their end. */
#include "live.h"

#include "online/room.h"
#include "store/store.h"
#include "tests/support/postgres.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { LONG = 10000, PAGE = 2000, FLOOD = 372, GROWTH_MAX = 160 << 10 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MEASURED 0 /* sanitizers take memory of their own */
#elif defined(__has_feature)
#define MEASURED !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define MEASURED 1
#endif

static const char LONG_GAME[] = "aaaaaaaaaaaaaaaa";
static const char *const SEATS[] = {"bbbbbbbbbbbbbbbb", "cccccccccccccccc"};

/* ---- a game from before the limit ---- */

static void event_add(store_job *job, const online_event *event) {
  char text[ONLINE_EVENT_MAX];
  assert_true(online_event_write(event, text, sizeof text) > 0);
  store_job_event(job, LONG_GAME, event->number, event->time, NULL, text, strlen(text));
}

static void job_do(store_db *store, store_job *job) {
  if (store_do(store, job) != STORE_DONE) fail_msg("not stored: %s", job->reason);
  store_job_close(job);
}

/* Created, started, and then a draw offered and withdrawn again and again. */
static void long_game_store(const char *place) {
  int64_t now = (int64_t)time(NULL) * 1000;
  store_db *store;
  asc_error error;
  online_rules_cache *library;
  online_room *room;
  static online_answer answer;
  online_settings settings = {.players = 2, .games = 1, .spec = "delta:size=5,pawns=8"};
  for (int i = 0; i < 2; i++) {
    settings.seats[i].level = ONLINE_LEVEL_NONE;
    (void)snprintf(settings.seats[i].person, ASC_ID_TEXT_SIZE, "%s", SEATS[i]);
  }
  if (store_open(&store, place, &(store_options){0}, &error) < 0) fail_msg("%s", error.reason);
  assert_int_equal(online_rules_cache_open(&library), ASC_OK);
  assert_int_equal(online_room_open(&room, library), ASC_OK);
  online_room_create(room, SEATS[0], NULL, &settings, &(online_moment){.now = now}, &answer);
  assert_int_equal(answer.count, 2);
  store_job *job = store_job_open();
  for (int i = 0; i < 2; i++) event_add(job, &answer.events[i]);
  store_job_game(job, &(store_game_row){.id = LONG_GAME,
                                        .spec = settings.spec,
                                        .state = STORE_GAME_RUNNING,
                                        .created = now,
                                        .changed = now,
                                        .seats = 2,
                                        .seat = {{SEATS[0], -1}, {SEATS[1], -1}}});
  job_do(store, job);
  for (int n = 3; n <= LONG;) {
    job = store_job_open();
    for (int i = 0; i < 500 && n <= LONG; i++, n++) {
      online_event event = {.kind = n % 2 == 1 ? ONLINE_EVENT_OFFERED : ONLINE_EVENT_WITHDRAWN,
                            .number = n,
                            .time = now,
                            .seat = 1,
                            .offer = ONLINE_OFFER_DRAW,
                            .players = 2};
      (void)snprintf(event.person, sizeof event.person, "%s", SEATS[0]);
      event_add(job, &event);
    }
    job_do(store, job);
  }
  online_room_close(room);
  online_rules_cache_close(library);
  store_close(store);
}

/* ---- the flood ---- */

static test_client flood[FLOOD];
static atomic_int answers; /* that have come so far */

/* Answers that have come whole; what is left of one stays. */
static int messages_take(test_client *client) {
  int count = 0;
  size_t at = 0;
  for (;;) {
    const unsigned char *frame = (const unsigned char *)client->text + at;
    size_t have = client->length - at, head = 2;
    if (have < 2) break;
    size_t length = frame[1] & 127;
    if (length == 126) head = 4;
    if (length == 127) head = 10;
    if (have < head) break;
    if (head > 2)
      for (size_t i = 2 + (length = 0); i < head; i++) length = length << 8 | frame[i];
    if (have < head + length) break;
    count += length > 5 && memcmp(frame + head, "{\"re\":", 6) == 0; /* not presence */
    at += head + length;
  }
  client->length -= at;
  memmove(client->text, client->text + at, client->length + 1);
  return count;
}

static void *flood_read(void *data) {
  (void)data;
  struct pollfd ready[FLOOD];
  for (int i = 0; i < FLOOD; i++) ready[i] = (struct pollfd){.fd = flood[i].socket, .events = POLLIN};
  int open = FLOOD;
  while (answers < FLOOD && open > 0 && poll(ready, FLOOD, PROCESS_DEADLINE_MS) > 0)
    for (int i = 0; i < FLOOD; i++) {
      if (ready[i].revents == 0) continue;
      if (!client_read(&flood[i])) { /* the server has closed it */
        ready[i].fd = -1;
        open--;
      }
      answers += messages_take(&flood[i]);
    }
  return NULL;
}

static void flood_open(const test_server *server) {
  answers = 0;
  live_from = (127U << 24) + 2;
  for (int i = 0; i < FLOOD; i++) flood[i] = socket_open(server, NULL);
  live_from = INADDR_LOOPBACK;
}

static void flood_say(int from) {
  for (int i = 0; i < FLOOD; i++)
    socket_say(&flood[i], "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", LONG_GAME, from);
}

/* KiB of the server's memory: now, or at most so far. */
static long memory_of(const test_server *server, const char *name) {
  char path[64], line[256];
  long found = 0;
  (void)snprintf(path, sizeof path, "/proc/%d/status", (int)server->process.id);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) found = strtol(line + strlen(name) + 1, NULL, 10);
  fclose(file);
  return found;
}

/* Questions that the database has been asked so far, by /metrics. */
static int questions_in(test_reply *reply) {
  const char *found = strstr(reply->body, "\nascona_queries_total ");
  assert_non_null(found);
  int count = atoi(strchr(found, ' '));
  reply_close(reply);
  return count;
}

/* A bystander's requests on one connection: a move, how much was asked of the database by then, and their games. */
static void bystander_ask(test_client *client, const test_person *who, const char *game) {
  static const char move[] = "{\"id\":\"bystander\",\"last\":3,\"move\":\"c3\"}";
  char requests[1024], common[160];
  (void)snprintf(common, sizeof common, "HTTP/1.1\r\nHost: localhost\r\nAscona-Api: 2\r\nAuthorization: Bearer %s\r\n",
                 who->secret);
  (void)snprintf(requests, sizeof requests,
                 "POST /api/games/%s/move %sContent-Length: %zu\r\n\r\n%sGET /metrics %s\r\nGET /api/me/games %s\r\n",
                 game, common, sizeof move - 1, move, common, common);
  assert_true(client_say(client, requests));
}

static int bystander_hear(test_client *client) {
  test_reply move = client_reply(client, false), metrics = client_reply(client, false),
             list = client_reply(client, false);
  assert_int_equal(list.status, 200);
  assert_int_equal(move.status, 200);
  reply_close(&list);
  reply_close(&move);
  return questions_in(&metrics);
}

/* From the last page on, so that each answer has many events, or from the first, which is more than an answer holds.
   The server sleeps until all requests have come, so that it decides their order and not the test's speed. */
static void flood_meet(int from) {
  test_server server = games_start();
  test_person mara = person_make(&server, "Mara"), jonas = person_make(&server, "Jonas");
  test_game game = game_make(&server, &mara, "\"game\":\"delta\"");
  game_join(&server, &jonas, &game, 0);
  assert_int_equal(game_last(&server, NULL, LONG_GAME), LONG); /* from now on it is in memory */
  long before = memory_of(&server, "VmRSS");
  test_reply metrics = get(server.port, "/metrics");
  int asked = questions_in(&metrics);
  pthread_t reader;
  test_client bystander = client_open(server.port);
  flood_open(&server);
  kill(server.process.id, SIGSTOP);
  flood_say(from);
  bystander_ask(&bystander, &mara, game.id);
  kill(server.process.id, SIGCONT);
  assert_int_equal(pthread_create(&reader, NULL, flood_read, NULL), 0);
  int answered = bystander_hear(&bystander) - asked;
  client_close(&bystander);
  pthread_join(reader, NULL);
  long grown = memory_of(&server, "VmHWM") - before;
  print_message("from %d: %d of %d answered before the move; %ld KiB more memory\n", from, answered, FLOOD, grown);
  assert_int_equal(answers, FLOOD);
  if (from > 0) assert_true(answered < FLOOD);
  if (MEASURED) assert_true(grown < GROWTH_MAX);
  for (int i = 0; i < FLOOD; i++) client_close(&flood[i]);
  server_end_quietly(&server);
}

/* It opens, is read page by page, and more than a page is refused to a socket at once. */
static void long_game_read(void) {
  test_server server = games_start();
  char path[96];
  int events = 0;
  for (int page = -1; page != 0; events += page) {
    (void)snprintf(path, sizeof path, "/api/games/%s/events?from=%d", LONG_GAME, events + 1);
    live_reply reply = live_get(&server, NULL, path);
    assert_int_equal(reply.status, 200);
    page = 0;
    for (const char *at = reply.text; (at = strchr(at, '\n')) != NULL; at++) page++;
    assert_true(page <= PAGE);
    live_reply_close(&reply);
  }
  assert_int_equal(events, LONG);
  assert_int_equal(game_last(&server, NULL, LONG_GAME), LONG);
  test_client socket = socket_open(&server, NULL);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"all\",\"game\":\"%s\"}", LONG_GAME);
  json_t *answer = socket_answer(&socket, "all");
  assert_int_equal(number(answer, "status"), 413);
  json_decref(answer);
  socket_say(&socket, "{\"do\":\"watch\",\"id\":\"page\",\"game\":\"%s\",\"from\":%d}", LONG_GAME, LONG - PAGE);
  answer = socket_answer(&socket, "page");
  assert_int_equal(number(answer, "status"), 200);
  assert_int_equal(json_array_size(json_object_get(answer, "events")), PAGE);
  json_decref(answer);
  client_close(&socket);
  server_end_quietly(&server);
}

/* How many watches from a number on an address is granted before it is told to wait, at most 150. */
static int watches_granted(const test_server *server, uint32_t address, int from) {
  int granted = 0;
  live_from = address;
  test_client socket = socket_open(server, NULL);
  live_from = INADDR_LOOPBACK;
  for (bool more = true; more && granted < 150; granted += more) {
    socket_say(&socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", LONG_GAME, from);
    json_t *answer = socket_answer(&socket, "w");
    more = number(answer, "status") == 200;
    if (!more) assert_string_equal(member(answer, "error"), "online.too-many-requests");
    json_decref(answer);
  }
  client_close(&socket);
  return granted;
}

/* A request that reads 2,000 rows costs as much as forty that read none. With a tenth of the usual limits an address
   has 40 of them at once. */
static void test_rows_are_paid_for(void **state) {
  (void)state;
  test_server server = {process_open("serve", "--web", web, "--port", "0", "--database", database, "--limits", "10"),
                        0};
  server.port = port_said(&server.process);
  assert_in_range(watches_granted(&server, (127U << 24) + 3, LONG), 30, 150);
  assert_in_range(watches_granted(&server, (127U << 24) + 4, LONG - PAGE), 1, 20);
  server_end_quietly(&server);
}

static void place_meet(void) {
  long_game_store(database);
  flood_meet(LONG - PAGE);
  flood_meet(0);
  long_game_read();
}

static void test_sqlite(void **state) {
  (void)state;
  place_meet();
}

static void test_postgres(void **state) {
  (void)state;
#if POSTGRES_HERE
  if (!postgres_is_here()) skip();
  char file[sizeof database];
  memcpy(file, database, sizeof file);
  postgres_fresh_place(database);
  place_meet();
  memcpy(database, file, sizeof file);
#else
  skip();
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sqlite), cmocka_unit_test(test_rows_are_paid_for),
                                     cmocka_unit_test(test_postgres)};
  return cmocka_run_group_tests(tests, games_make, games_remove);
}
