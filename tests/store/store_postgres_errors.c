/* A PostgreSQL that is restarted, has no free connection, or does not answer, and a standby that is missing. The error
   has a reason, nothing that was done is lost, and the store goes on when it can. store_interrupt ends every wait. */
#define _GNU_SOURCE
#include "store.h"

#if POSTGRES_HERE

#include "base/clock.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

static void close_now(void) {
  store_close(store);
  store = NULL;
}

/* ---- errors ---- */

static char reason[ASC_REASON_MAX]; /* of the last error */

static void open_at(const char *place) {
  asc_error error = {0};
  store_close(store);
  if (store_open(&store, place, &(store_options){0}, &error) != ASC_OK) fail_msg("%s", error.reason);
}

/* Writes until an error comes. Returns the last number that was done. */
static int64_t write_until_error(const char *game, int64_t last) {
  for (;; last++) {
    asc_error error = {0};
    store_job *job = job_new();
    job_say(job, game, last + 1, NULL, "{}");
    int code = store_write(store, job, &error);
    store_status status = job->status;
    store_job_close(job);
    (void)snprintf(reason, sizeof reason, "%s", error.reason);
    if (code != ASC_OK) return last;
    assert_int_equal(status, STORE_DONE);
  }
}

/* Waits until the database accepts changes again, as a server does. */
static void wait_for_store(void) {
  for (int i = 0; i < 300; i++) {
    if (store_probe(store, NULL) == ASC_OK) return;
    (void)usleep(100000);
  }
  fail_msg("it accepts nothing any more");
}

static void assert_does_not_answer(void) {
  store_job *job = job_new();
  store_job_ask_game(job, "g1", 1, 10);
  assert_int_not_equal(store_read(store, job, NULL), ASC_OK);
  assert_int_equal(job->status, STORE_ERROR);
  store_job_close(job);
}

static void the_server_is_restarted(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  postgres_do('q');
  int64_t last = write_until_error("g1", 1);
  assert_true(reason[0] != '\0');
  assert_does_not_answer();
  postgres_do('s');
  wait_for_store();
  assert_in_range(events_of("g1"), last, last + 1); /* the last may have happened */
  /* While nobody used it: the next finds the connection dead, and makes another. */
  postgres_do('q');
  postgres_do('s');
  store_job *job = job_new();
  job_say(job, "g1", (int64_t)events_of("g1") + 1, NULL, "{}");
  job_expect(job, STORE_DONE);
  postgres_do('q');
  assert_does_not_answer();
  postgres_do('s');
  wait_for_store();
}

static void connections_are_used_up(void **state) {
  (void)state;
  PGconn *many[64];
  int count = 0;
  game_make("g1", "anna", "ben");
  while (count < 64) {
    many[count] = PQconnectdb(store_place);
    if (PQstatus(many[count++]) != CONNECTION_OK) break;
  }
  assert_true(count < 64);
  PQfinish(many[--count]);
  PGresult *answer = PQexec(many[0], "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
                                     " 'ascona' AND pid <> pg_backend_pid()");
  PQclear(answer);
  /* Others take the places that have become free. */
  for (int i = 0; i < 12 && count < 64; i++) many[count++] = PQconnectdb(store_place);
  int64_t last = write_until_error("g1", 1);
  assert_non_null(strstr(reason, "too many clients"));
  for (int i = 0; i < count; i++) PQfinish(many[i]);
  wait_for_store();
  assert_in_range(events_of("g1"), last, last + 1);
}

/* A connection over which nothing comes any more, while both ends believe in it: a proxy that stops passing on. */
static struct {
  pthread_t thread;
  int listening, port;
  atomic_bool shut, over;
} door;

static void *door_run(void *data) {
  (void)data;
  struct pollfd files[64] = {{.fd = door.listening, .events = POLLIN}};
  int count = 1; /* then pairs: of a client, and of the server */
  char buffer[65536], path[128];
  (void)snprintf(path, sizeof path, "%s/.s.PGSQL.5432", postgres_folder);
  while (!door.over) {
    if (door.shut) {
      (void)usleep(20000);
      continue;
    }
    if (poll(files, (nfds_t)count, 50) <= 0) continue;
    if (files[0].revents != 0 && count + 2 <= 64) {
      struct sockaddr_un {
        sa_family_t family;
        char path[108];
      } there = {.family = AF_UNIX};
      memcpy(there.path, path, strlen(path) + 1);
      int client = accept(door.listening, NULL, NULL), server = socket(AF_UNIX, SOCK_STREAM, 0);
      if (connect(server, (struct sockaddr *)&there, sizeof there) != 0) {
        close(client);
        close(server);
        continue;
      }
      files[count++] = (struct pollfd){.fd = client, .events = POLLIN};
      files[count++] = (struct pollfd){.fd = server, .events = POLLIN};
    }
    for (int i = 1; i < count; i++) {
      if (files[i].fd < 0 || files[i].revents == 0) continue;
      int other = i % 2 == 1 ? i + 1 : i - 1;
      ssize_t got = recv(files[i].fd, buffer, sizeof buffer, 0);
      for (ssize_t at = 0, sent; got > 0 && at < got; at += sent) {
        sent = send(files[other].fd, buffer + at, (size_t)(got - at), MSG_NOSIGNAL);
        if (sent <= 0) break;
      }
      if (got > 0) continue;
      close(files[i].fd);
      close(files[other].fd);
      files[i].fd = files[other].fd = -1;
    }
  }
  for (int i = 0; i < count; i++)
    if (files[i].fd >= 0) close(files[i].fd);
  return NULL;
}

static void door_open(char place[256]) {
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof here;
  door.shut = door.over = false;
  door.listening = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(bind(door.listening, (struct sockaddr *)&here, sizeof here), 0);
  assert_int_equal(listen(door.listening, 16), 0);
  assert_int_equal(getsockname(door.listening, (struct sockaddr *)&here, &size), 0);
  (void)snprintf(place, 256, "postgresql://ascona@127.0.0.1:%d/postgres?%s", ntohs(here.sin_port),
                 strstr(store_place, "options="));
  pthread_create(&door.thread, NULL, door_run, NULL);
}

static void a_dead_connection_is_noticed(void **state) {
  (void)state;
  char place[256];
  door_open(place);
  open_at(place);
  game_make("g1", "anna", "ben");
  door.shut = true;
  int64_t last = write_until_error("g1", 1);
  if (strstr(reason, "does not answer") == NULL && strstr(reason, "timeout") == NULL) fail_msg("%s", reason);
  door.shut = false;
  wait_for_store();
  assert_in_range(events_of("g1"), last, last + 1);
  store_job *job = job_new();
  job_say(job, "g1", (int64_t)events_of("g1") + 1, NULL, "{}");
  job_expect(job, STORE_DONE);
  close_now();
  door.over = true;
  pthread_join(door.thread, NULL);
}

/* ---- interrupting ---- */

static void *interrupt_later(void *data) {
  (void)usleep(200000);
  store_interrupt(data);
  return NULL;
}

typedef enum hang { HANG_WRITE, HANG_READ, HANG_LISTING, HANG_CONNECT, HANG_STANDBY } hang;

static store_status listing_status;
static void on_listing(store_job *job) {
  listing_status = job->status;
  store_job_close(job);
}

/* Starts something that hangs. Returns when the store is closed, or fails the test after a second. */
static void assert_interrupted(hang kind) {
  pthread_t thread;
  asc_error error = {0};
  int64_t start = asc_clock_now_us();
  store_job *job = job_new();
  pthread_create(&thread, NULL, interrupt_later, store);
  if (kind == HANG_WRITE || kind == HANG_STANDBY || kind == HANG_CONNECT) {
    job_say(job, "g1", 2, NULL, "{}");
    assert_int_not_equal(store_write(store, job, &error), ASC_OK);
  } else {
    store_job_ask_game(job, "g1", 1, 10);
    job->on_done = on_listing;
    if (kind == HANG_READ)
      assert_int_not_equal(store_read(store, job, &error), ASC_OK);
    else
      store_list(store, job);
  }
  if (kind != HANG_LISTING) {
    assert_non_null(strstr(error.reason, "interrupted"));
    store_job_close(job);
  }
  pthread_join(thread, NULL);
  close_now();
  if (kind == HANG_LISTING) assert_int_equal(listing_status, STORE_ERROR);
  assert_in_range(asc_clock_now_us() - start, 200000, 1200000);
}

static void a_hanging_database_can_be_interrupted(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  PGconn *other = PQconnectdb(store_place);
  PQclear(PQexec(other, "BEGIN; LOCK TABLE events, games IN ACCESS EXCLUSIVE MODE"));
  assert_interrupted(HANG_WRITE);
  PQclear(PQexec(other, "ROLLBACK"));
  for (int kind = HANG_READ; kind <= HANG_LISTING; kind++) {
    store_reopen();
    PQclear(PQexec(other, "BEGIN; LOCK TABLE events, games IN ACCESS EXCLUSIVE MODE"));
    assert_interrupted((hang)kind);
    PQclear(PQexec(other, "ROLLBACK"));
  }
  PQfinish(other);
  store_reopen();
  assert_int_equal(events_of("g1"), 1);
}

/* The connection is gone, and the new one hangs in its first step. */
static void hanging_to_connect_can_be_interrupted(void **state) {
  (void)state;
  char place[256];
  door_open(place);
  open_at(place);
  game_make("g1", "anna", "ben");
  (void)postgres_sql(store_place,
                     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ascona'");
  (void)usleep(100000); /* the proxy passes that on */
  door.shut = true;
  assert_interrupted(HANG_CONNECT);
  door.over = true;
  pthread_join(door.thread, NULL);
}

/* Two hosts, of which the first hangs: the second is used after three seconds. */
static void a_host_that_hangs_is_skipped(void **state) {
  (void)state;
  char place[256], two[300];
  door_open(place);
  door.shut = true;
  int port = atoi(strstr(place, "127.0.0.1:") + 10);
  (void)snprintf(two, sizeof two, "postgresql://ascona@/postgres?host=127.0.0.1,%s&port=%d,5432&%s", postgres_folder,
                 port, strstr(store_place, "options="));
  open_at(two);
  game_make("g1", "anna", "ben");
  close_now();
  door.over = true;
  pthread_join(door.thread, NULL);
}

static void a_missing_standby_can_be_interrupted(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  (void)postgres_sql(store_place, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  (void)postgres_sql(store_place, "SELECT pg_reload_conf()");
  while (strcmp(postgres_sql(store_place, "SHOW synchronous_standby_names"), "nobody") != 0) (void)usleep(20000);
  assert_interrupted(HANG_STANDBY);
  (void)postgres_sql(store_place, "ALTER SYSTEM RESET synchronous_standby_names");
  (void)postgres_sql(store_place, "SELECT pg_reload_conf()");
}

/* Somebody ends the waiting: the server calls that a commit, with a warning. */
static void *cancel_later(void *data) {
  (void)data;
  while (atoi(postgres_sql(store_place, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                                        " WHERE wait_event = 'SyncRep'")) == 0)
    (void)usleep(50000);
  return NULL;
}

/* The standby that must confirm commits is missing: nothing is reported as done until it is no longer required. */
static void a_standby_that_is_missing_is_waited_for(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  (void)postgres_sql(store_place, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  (void)postgres_sql(store_place, "SELECT pg_reload_conf()");
  while (strcmp(postgres_sql(store_place, "SHOW synchronous_standby_names"), "nobody") != 0) (void)usleep(20000);
  pthread_t thread;
  pthread_create(&thread, NULL, cancel_later, NULL);
  int64_t last = write_until_error("g1", 1);
  pthread_join(thread, NULL);
  (void)postgres_sql(store_place, "ALTER SYSTEM RESET synchronous_standby_names");
  (void)postgres_sql(store_place, "SELECT pg_reload_conf()");
  wait_for_store();
  if (strstr(reason, "standby") == NULL) fail_msg("%s", reason);
  assert_in_range(events_of("g1"), last, last + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(the_server_is_restarted),
      store_test(connections_are_used_up),
      store_test(a_dead_connection_is_noticed),
      store_test(a_hanging_database_can_be_interrupted),
      store_test(hanging_to_connect_can_be_interrupted),
      store_test(a_host_that_hangs_is_skipped),
      store_test(a_missing_standby_can_be_interrupted),
      store_test(a_standby_that_is_missing_is_waited_for),
  };
  store_now = &store_kinds[1];
  return store_kind_is_here(store_now) ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}

#else
int main(void) { return 0; }
#endif
