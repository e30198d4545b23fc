/* What can happen to a PostgreSQL store: another schema, a newer or an older program beside, the server restarted, its
   connections gone or used up, its disk full, no answer at all. It is told with a reason, nothing that was told as done
   is lost, and what can pass is waited for. And what carries all from one store to another. */
#define _GNU_SOURCE
#include "store.h"

#if POSTGRES_HERE

#include "store/postgres.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/socket.h>

static void close_now(void) {
  asc_store_close(store);
  store = NULL;
}

static int64_t sql(const char *text) { return atoll(postgres_sql(store_place, text)); }

/* ---- schemas ---- */

/* The schema of a store by another program, which knows these versions. */
static int upgrade(const asc_postgres_version *versions, int count, asc_error *error) {
  asc_postgres own = {.place = store_place, .name = "it"};
  asc_postgres_link link = asc_postgres_link_make(&own, NULL, 0, true);
  assert_int_equal(asc_postgres_connect(&link, error), ASC_OK);
  int code = asc_postgres_upgrade(&link, &(asc_postgres_schema){versions, count}, error);
  asc_postgres_disconnect(&link);
  return code;
}

static const char next_version[] = "ALTER TABLE persons ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
                                   "CREATE INDEX persons_colour ON persons(colour);";

static void a_newer_schema_is_served_from_beside_the_newer_program(void **state) {
  (void)state;
  asc_error error = {0};
  asc_postgres_version versions[8] = {asc_postgres_schema_now.versions[0]};
  int now = asc_postgres_schema_now.count;
  for (int i = 0; i < now; i++) versions[i] = asc_postgres_schema_now.versions[i];
  person_make("anna", "Anna", 1);
  /* One that goes wrong in the middle leaves all as it was. */
  versions[now] =
      (asc_postgres_version){"ALTER TABLE persons ADD COLUMN colour TEXT;INSERT INTO nowhere VALUES(1);", 1};
  assert_int_not_equal(upgrade(versions, now + 1, &error), ASC_OK);
  assert_non_null(strstr(error.reason, "nowhere"));
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), now);
  assert_int_equal(sql("SELECT count(*) FROM pg_attribute WHERE attrelid = 'persons'::regclass AND attname = 'colour'"),
                   0);
  /* One that only adds: this program, which runs, goes on, and may also be started. */
  versions[now] = (asc_postgres_version){next_version, 1};
  assert_int_equal(upgrade(versions, now + 1, &error), ASC_OK);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), now + 1);
  person_make("ben", "Ben", 1);
  store_reopen();
  person_make("cleo", "Cleo", 1);
  assert_int_equal(sql("SELECT count(*) FROM persons WHERE colour = 'red'"), 3);
  assert_int_equal(upgrade(versions, now + 1, &error), ASC_OK); /* and once only */
  /* One that this program cannot go on beside waits until none runs; then this one is refused. */
  versions[now + 1] = (asc_postgres_version){"DROP INDEX persons_colour;", now + 2};
  assert_int_equal(upgrade(versions, now + 2, &error), ASC_E_STATE);
  assert_non_null(strstr(error.reason, "older version run"));
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), now + 1);
  close_now();
  assert_int_equal(upgrade(versions, now + 2, &error), ASC_OK);
  assert_int_equal(asc_store_open(&store, store_place, &(asc_store_options){0}, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "a newer one made it"));
  assert_int_equal(asc_store_open(&store, store_place, &(asc_store_options){.looking = true}, &error), ASC_E_INPUT);
}

/* An older schema, as a program of its time made it: who looks is told, who serves brings it forward. */
static void an_older_schema_is_brought_forward(void **state) {
  (void)state;
  asc_error error = {0};
  game_make("g1", "anna", "ben");
  close_now();
  (void)postgres_sql(store_place, "UPDATE meta SET value = '0' WHERE key = 'version'");
  assert_int_equal(asc_store_open(&store, store_place, &(asc_store_options){.looking = true}, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "serve from it once"));
  (void)postgres_sql(store_place, "UPDATE meta SET value = '1' WHERE key = 'version'");
  asc_postgres_version versions[] = {asc_postgres_schema_now.versions[0], {next_version, 1}};
  assert_int_equal(upgrade(versions, 2, &error), ASC_OK);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), 2);
  store_reopen();
  assert_int_equal(events_of("g1"), 1);
}

/* ---- processes that start together ---- */

enum { TOGETHER = 12 };

/* Each opens the store when all are ready, and reports its id. */
static void child_open(int ready, int report) {
  char line[ASC_STORE_ID_MAX] = "", byte;
  asc_store *own;
  asc_error error = {0};
  (void)!read(ready, &byte, 1); /* until the other end is closed */
  if (asc_store_open(&own, store_place, &(asc_store_options){0}, &error) != ASC_OK) {
    (void)fprintf(stderr, "%s\n", error.reason);
    _exit(1);
  }
  (void)snprintf(line, sizeof line, "%s", asc_store_id(own));
  (void)!write(report, line, sizeof line);
  asc_store_close(own);
  _exit(0);
}

/* All of them serve, from one and the same store. */
static void assert_all_open_together(void) {
  int ready[2], reports[2];
  pid_t children[TOGETHER];
  assert_int_equal(pipe(ready), 0);
  assert_int_equal(pipe(reports), 0);
  for (int i = 0; i < TOGETHER; i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] > 0) continue;
    close(ready[1]);
    child_open(ready[0], reports[1]);
  }
  close(ready[0]);
  close(ready[1]);
  close(reports[1]);
  int opened = 0;
  for (int i = 0; i < TOGETHER; i++) {
    int status;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    opened += status == 0;
  }
  assert_int_equal(opened, TOGETHER);
  for (int i = 0; i < TOGETHER; i++) {
    char id[ASC_STORE_ID_MAX] = "";
    assert_int_equal(read(reports[0], id, sizeof id), sizeof id);
    assert_string_equal(id, postgres_sql(store_place, "SELECT value FROM meta WHERE key = 'id'"));
  }
  close(reports[0]);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), asc_postgres_schema_now.count);
}

static void processes_that_start_together_on_an_empty_database_all_serve(void **state) {
  (void)state;
  close_now();
  for (int round = 0; round < 3; round++) {
    postgres_fresh_place(store_place);
    assert_all_open_together();
  }
}

static void processes_that_start_together_on_an_older_schema_all_serve(void **state) {
  (void)state;
  asc_error error = {0};
  close_now();
  postgres_fresh_place(store_place);
  assert_int_equal(upgrade(asc_postgres_schema_now.versions, 1, &error), ASC_OK);
  (void)postgres_sql(store_place, "INSERT INTO events(game, seq, time, body) VALUES('g1', 1, 1, '{}')");
  assert_all_open_together();
  assert_int_equal(sql("SELECT count(*) FROM events"), 1);
}

static void what_is_not_ours_is_refused(void **state) {
  (void)state;
  asc_error error = {0};
  close_now();
  char place[256];
  postgres_fresh_place(place);
  (void)postgres_sql(place, "CREATE TABLE meta(key TEXT)");
  assert_int_equal(asc_store_open(&store, place, &(asc_store_options){0}, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "another program"));
  postgres_fresh_place(place);
  assert_int_equal(asc_store_open(&store, place, &(asc_store_options){.looking = true}, &error), ASC_E_INPUT);
  /* A password is in no reason. */
  assert_int_not_equal(
      asc_store_open(&store, "postgresql://anna:geheim@127.0.0.1:1/x", &(asc_store_options){0}, &error), ASC_OK);
  assert_null(strstr(error.reason, "geheim"));
  assert_non_null(strstr(error.reason, "127.0.0.1"));
  assert_int_equal(asc_store_open(&store, "postgresql://[::1/x", &(asc_store_options){0}, &error), ASC_E_INPUT);
}

/* ---- two stores on one database ---- */

static struct {
  sem_t sem;
  char game[32], text[64];
  int64_t last;
} news;

static void on_heard(void *data, const char *game, int64_t last) {
  (void)data;
  (void)snprintf(news.game, sizeof news.game, "%s", game != NULL ? game : "any");
  news.last = last;
  sem_post(&news.sem);
}

static void on_said(void *data, const char *text) {
  (void)data;
  (void)snprintf(news.text, sizeof news.text, "%s", text);
  sem_post(&news.sem);
}

static asc_store *second_open(void) {
  asc_store *second;
  asc_error error = {0};
  sem_init(&news.sem, 0, 0);
  if (asc_store_open(&second, store_place, &(asc_store_options){.heard = on_heard, .said = on_said}, &error) != ASC_OK)
    fail_msg("%s", error.reason);
  return second;
}

static void others_hear_of_what_was_written(void **state) {
  (void)state;
  asc_store *second = second_open();
  game_make("g1", "anna", "ben");
  sem_wait(&news.sem);
  assert_string_equal(news.game, "g1");
  assert_int_equal(news.last, 1);
  asc_job *job = job_new();
  job_say(job, "g1", 2, NULL, "{}");
  job_say(job, "g1", 3, NULL, "{}");
  asc_job_tell(job, "hello there");
  job_expect(job, ASC_STORE_DONE);
  sem_wait(&news.sem);
  sem_wait(&news.sem);
  assert_int_equal(news.last, 3);
  assert_string_equal(news.text, "hello there");
  /* Of a job that conflicts nothing is heard: the next that comes is of the one behind it. */
  job = job_new();
  job_say(job, "g1", 3, NULL, "{}");
  asc_job_tell(job, "never");
  job_expect(job, ASC_STORE_CONFLICT);
  game_make("g2", "anna", "ben");
  sem_wait(&news.sem);
  assert_string_equal(news.game, "g2");
  assert_string_equal(news.text, "hello there");
  /* One hears nothing of what one wrote oneself. */
  asc_store *first = store;
  store = second;
  game_make("g3", "anna", "ben");
  job = job_new();
  asc_job_ask_clock(job);
  job_ask(job);
  assert_true(job->clock.others && job->clock.now > 1700000000000);
  asc_job_close(job);
  assert_int_equal(sem_trywait(&news.sem), -1);
  store = first;
  asc_store_close(second);
  for (bool others = true; others;) { /* until its session is over, which takes the server a moment */
    job = job_new();
    asc_job_ask_clock(job);
    job_ask(job);
    others = job->clock.others;
    asc_job_close(job);
  }
}

/* The connection of the listener is cut: it comes back, and says that anything may have happened. */
static void who_could_not_hear_is_told_so(void **state) {
  (void)state;
  asc_store *second = second_open();
  (void)postgres_sql(store_place,
                     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ascona'");
  sem_wait(&news.sem);
  assert_string_equal(news.game, "any");
  asc_store_close(second);
}

/* An hour of two processes is an hour of uptime. */
enum { BEATS = 200, BEAT = 200 }; /* ms; together less than clocks may be apart */

static void *beats_give(void *data) {
  for (int i = 0; i < BEATS; i++) {
    asc_job *job = asc_job_open(NULL, NULL);
    asc_job_heartbeat(job, (i + 1) * (int64_t)BEAT);
    (void)asc_store_do(data, job);
    asc_job_close(job);
  }
  return NULL;
}

static void the_uptime_of_two_processes_counts_once(void **state) {
  (void)state;
  asc_store *second = second_open();
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, beats_give, store);
  pthread_create(&threads[1], NULL, beats_give, second);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'heartbeat'"), BEATS * BEAT);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'uptime'"), BEATS * BEAT);
  /* A heartbeat of a clock that was ahead does not stay. */
  asc_job *job = job_new();
  asc_job_heartbeat(job, 1LL << 50);
  job_expect(job, ASC_STORE_DONE);
  job = job_new();
  asc_job_heartbeat(job, BEATS * BEAT + BEAT);
  job_expect(job, ASC_STORE_DONE);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'heartbeat'"), BEATS * BEAT + BEAT);
  asc_store_close(second);
}

/* Two processes want the same numbers, in groups: each number is one's, and each game is without a gap. */
enum { ROUNDS = 60, RIVAL_GAMES = 5 };

static void *rival(void *data) {
  asc_store *own = data;
  int64_t done = 0;
  for (int i = 0; i < ROUNDS; i++) {
    char game[16];
    (void)snprintf(game, sizeof game, "g%d", i % RIVAL_GAMES);
    asc_job *job = asc_job_open(NULL, NULL);
    asc_job_ask_game(job, game, 1, 1000);
    if (asc_store_do(own, job) != ASC_STORE_DONE) {
      print_error("not read: %s\n", job->reason);
      return (void *)-1;
    }
    int64_t next = (int64_t)job->events_count + 1;
    asc_job_close(job);
    job = asc_job_open(NULL, NULL);
    asc_job_event(job, game, next, next, NULL, "{}", 2);
    asc_store_status status = asc_store_do(own, job);
    if (status == ASC_STORE_FAULT) print_error("%s\n", job->reason);
    if (status != ASC_STORE_DONE && status != ASC_STORE_CONFLICT) return (void *)-1;
    done += status == ASC_STORE_DONE;
    asc_job_close(job);
  }
  return (void *)(intptr_t)done;
}

static void of_two_processes_one_gets_a_number(void **state) {
  (void)state;
  asc_store *second = second_open(), *stores[] = {store, second, store, second};
  pthread_t threads[4];
  int64_t done = RIVAL_GAMES, there = 0;
  for (int i = 0; i < RIVAL_GAMES; i++) {
    char game[16];
    (void)snprintf(game, sizeof game, "g%d", i);
    game_make(game, "anna", "ben");
  }
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, rival, stores[i]);
  for (int i = 0; i < 4; i++) {
    void *mine;
    pthread_join(threads[i], &mine);
    assert_true((intptr_t)mine >= 0); /* on a busy machine a thread may always be second */
    done += (intptr_t)mine;
  }
  there = sql("SELECT count(*) FROM events");
  assert_int_equal(done, there);
  assert_int_equal(sql("SELECT count(*) FROM (SELECT game FROM events GROUP BY game HAVING max(seq) <> count(*)) a"),
                   0);
  print_message("%lld of %d were first\n", (long long)done, 4 * ROUNDS);
  asc_store_close(second);
}

static void order_is_done(int64_t number) {
  asc_job *job = job_new();
  asc_job_order_done(job, number);
  job_expect(job, ASC_STORE_DONE);
}

/* Those that were given at once may come to sight in any order, and a game may be written in by another process while
   it is closed. */
static void an_order_stays_until_it_is_done_itself(void **state) {
  (void)state;
  asc_error error = {0};
  game_make("g1", "anna", "ben");
  assert_int_equal(asc_store_order(store, "close", "g1", &error), ASC_OK);
  assert_int_equal(asc_store_order(store, "out", "anna", &error), ASC_OK);
  assert_int_equal(asc_store_order(store, "close", "nowhere", &error), ASC_OK);
  asc_job *job = job_new();
  asc_job_ask_orders(job);
  job_ask(job);
  assert_int_equal(job->orders_count, 3);
  int64_t numbers[] = {job->orders[0].number, job->orders[1].number, job->orders[2].number};
  asc_job_close(job);
  order_is_done(numbers[2]);
  order_is_done(numbers[1]);
  assert_int_equal(sql("SELECT count(*) FROM orders"), 1);
  for (int round = 0; round < 2; round++) { /* the game runs, then it is over */
    order_is_done(numbers[0]);
    assert_int_equal(sql("SELECT count(*) FROM orders"), 1 - round);
    (void)postgres_sql(store_place, "UPDATE games SET state = 2");
  }
}

/* What is no text is one job's fault, and not that of those beside it. */
static void what_is_no_text_is_refused_alone(void **state) {
  (void)state;
  static const char *const wrong[] = {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    asc_job *job = job_new();
    asc_job_person(job, "anna", wrong[i], 1);
    job_expect(job, ASC_STORE_FAULT);
  }
  asc_job *job = job_new();
  asc_job_event(job, "g1", 1, 1, NULL, "a\0b", 3);
  job_expect(job, ASC_STORE_FAULT);
  char reason[ASC_REASON_MAX];
  assert_true(asc_store_taking(store, reason));
  person_make("anna", "\xf0\x9f\x8e\xb2 \xc3\xa9", 1);
}

/* ---- faults ---- */

static struct {
  sem_t stopped, again;
  char reason[ASC_REASON_MAX];
} taking;

static void on_told(void *data, bool is, const char *reason) {
  (void)data;
  if (!is) (void)snprintf(taking.reason, sizeof taking.reason, "%s", reason);
  sem_post(is ? &taking.again : &taking.stopped);
}

static void open_told(const char *place) {
  asc_error error = {0};
  asc_store_close(store);
  sem_init(&taking.stopped, 0, 0);
  sem_init(&taking.again, 0, 0);
  if (asc_store_open(&store, place, &(asc_store_options){.told = on_told}, &error) != ASC_OK)
    fail_msg("%s", error.reason);
}

/* Writes until a fault comes; the last number that was told as done. */
static int64_t write_until_fault(const char *game, int64_t last) {
  for (;; last++) {
    asc_job *job = job_new();
    job_say(job, game, last + 1, NULL, "{}");
    asc_store_status status = asc_store_do(store, job);
    asc_job_close(job);
    if (status == ASC_STORE_FAULT) return last;
    assert_int_equal(status, ASC_STORE_DONE);
  }
}

static void the_server_is_restarted(void **state) {
  (void)state;
  open_told(store_place);
  game_make("g1", "anna", "ben");
  postgres_do('q');
  int64_t last = write_until_fault("g1", 1);
  sem_wait(&taking.stopped);
  assert_true(taking.reason[0] != '\0');
  asc_job *job = job_new();
  asc_job_ask_game(job, "g1", 1, 10);
  assert_int_equal(asc_store_do(store, job), ASC_STORE_FAULT);
  asc_job_close(job);
  postgres_do('s');
  sem_wait(&taking.again);
  assert_in_range(events_of("g1"), last, last + 1); /* the last may have happened */
  /* While nobody was looking: the next finds the connection dead, and makes another. */
  postgres_do('q');
  postgres_do('s');
  job = job_new();
  job_say(job, "g1", (int64_t)events_of("g1") + 1, NULL, "{}");
  job_expect(job, ASC_STORE_DONE);
  /* A question finds it out as well: who is refused one must not see his clock run. */
  postgres_do('q');
  job = job_new();
  asc_job_ask_game(job, "g1", 1, 10);
  assert_int_equal(asc_store_do(store, job), ASC_STORE_FAULT);
  asc_job_close(job);
  sem_wait(&taking.stopped);
  postgres_do('s');
  sem_wait(&taking.again);
}

static void connections_are_used_up(void **state) {
  (void)state;
  PGconn *many[64];
  int count = 0;
  char plain[256];
  (void)snprintf(plain, sizeof plain, "%s", store_place);
  open_told(store_place);
  game_make("g1", "anna", "ben");
  (void)postgres_sql(store_place, "CREATE ROLE guest LOGIN");
  (void)postgres_sql(store_place, "GRANT ALL ON ALL TABLES IN SCHEMA public TO guest");
  (void)postgres_sql(store_place, "ALTER SYSTEM SET superuser_reserved_connections = 3");
  /* As one who is nobody special: the last three are not for him. */
  while (count < 64) {
    many[count] = PQconnectdb(plain);
    if (PQstatus(many[count++]) != CONNECTION_OK) break;
  }
  assert_true(count < 64);
  PQfinish(many[--count]);
  PGresult *answer = PQexec(many[0], "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
                                     " 'ascona' AND pid <> pg_backend_pid()");
  PQclear(answer);
  /* Others take the places that have come free. */
  for (int i = 0; i < 12 && count < 64; i++) many[count++] = PQconnectdb(plain);
  int64_t last = write_until_fault("g1", 1);
  sem_wait(&taking.stopped);
  assert_non_null(strstr(taking.reason, "too many clients"));
  for (int i = 0; i < count; i++) PQfinish(many[i]);
  sem_wait(&taking.again);
  assert_in_range(events_of("g1"), last, last + 1);
}

/* A line over which nothing comes any more, while both ends believe in it: here a door between that stops handing on.
 */
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

static void a_line_that_is_dead_is_noticed(void **state) {
  (void)state;
  char place[256];
  door_open(place);
  open_told(place);
  game_make("g1", "anna", "ben");
  door.shut = true;
  int64_t last = write_until_fault("g1", 1);
  sem_wait(&taking.stopped);
  if (strstr(taking.reason, "does not answer") == NULL && strstr(taking.reason, "timeout") == NULL)
    fail_msg("%s", taking.reason);
  door.shut = false;
  sem_wait(&taking.again);
  assert_in_range(events_of("g1"), last, last + 1);
  asc_job *job = job_new();
  job_say(job, "g1", (int64_t)events_of("g1") + 1, NULL, "{}");
  job_expect(job, ASC_STORE_DONE);
  close_now();
  door.over = true;
  pthread_join(door.thread, NULL);
}

/* Somebody ends the waiting: the server calls that a commit, with a warning. */
static void *cancel_later(void *data) {
  (void)data;
  while (atoi(postgres_sql(store_place, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                                        " WHERE wait_event = 'SyncRep'")) == 0)
    (void)usleep(50000);
  return NULL;
}

/* A standby that is to have everything as well is not there: nothing is told as done, and when it is not asked for any
   more it goes on. */
static void a_standby_that_is_missing_is_waited_for(void **state) {
  (void)state;
  open_told(store_place);
  game_make("g1", "anna", "ben");
  (void)postgres_sql(store_place, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  (void)postgres_sql(store_place, "SELECT pg_reload_conf()");
  while (strcmp(postgres_sql(store_place, "SHOW synchronous_standby_names"), "nobody") != 0) (void)usleep(20000);
  pthread_t thread;
  pthread_create(&thread, NULL, cancel_later, NULL);
  int64_t last = write_until_fault("g1", 1);
  sem_wait(&taking.stopped);
  pthread_join(thread, NULL);
  char reason[ASC_REASON_MAX];
  (void)snprintf(reason, sizeof reason, "%s", taking.reason);
  (void)postgres_sql(store_place, "ALTER SYSTEM RESET synchronous_standby_names");
  (void)postgres_sql(store_place, "SELECT pg_reload_conf()");
  sem_wait(&taking.again);
  if (strstr(reason, "standby") == NULL) fail_msg("%s", reason);
  assert_in_range(events_of("g1"), last, last + 1);
}

/* ---- from one store to another ---- */

static void fill(void) {
  person_make("anna", "Anna \"\\ \xc3\xa9", 5);
  person_make("ben", "Ben", 6);
  for (int i = 0; i < 300; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "g%d", i);
    game_make(id, "anna", i % 3 == 0 ? NULL : "ben");
    asc_job *job = job_new();
    for (int seq = 2; seq < 2 + i % 20; seq++) job_say(job, id, seq, seq % 2 == 0 ? "c" : NULL, "{\"a\":\"\\u0001\"}");
    if (i % 20 > 0)
      job_expect(job, ASC_STORE_DONE);
    else
      asc_job_close(job);
  }
  asc_secret_row key = secret_row(ASC_SECRET_DEVICE, "secret", "anna");
  key.id = "d1";
  key.label = "";
  key.expires = 77;
  secret_make(&key, ASC_STORE_DONE);
  asc_job *job = job_new();
  asc_job_block(job, "anna", "ben", true);
  asc_job_heartbeat(job, 4700);
  asc_job_heartbeat(job, 4711);
  asc_job_retain(job, 1LL << 50, &ASC_RETENTION_DEFAULT, 10);
  job_expect(job, ASC_STORE_DONE);
}

static int64_t progress_told;
static void on_progress(void *data, int64_t rows) {
  (void)data;
  progress_told = rows;
}

/* File to PostgreSQL, to another PostgreSQL, to a file: the same each time, and never over something. */
static void all_is_carried_over(void **state) {
  (void)state;
  char file[128], other[256], id[ASC_STORE_ID_MAX];
  asc_store_copied first, second, third;
  asc_error error = {0};
  fill();
  strcpy(id, asc_store_id(store));
  (void)snprintf(file, sizeof file, "%s/copy.db", store_folder);
  postgres_fresh_place(other);
  close_now();
  if (asc_store_copy(store_place, file, on_progress, NULL, &first, &error) != ASC_OK) fail_msg("%s", error.reason);
  assert_int_equal(first.games, 300);
  assert_int_equal(first.events, sql("SELECT count(*) FROM events"));
  assert_int_equal(first.persons, 2);
  if (asc_store_copy(file, other, on_progress, NULL, &second, &error) != ASC_OK) fail_msg("%s", error.reason);
  assert_string_equal(first.digest, second.digest);
  assert_int_equal(asc_store_copy(file, other, NULL, NULL, &third, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "empty"));
  assert_int_equal(asc_store_copy(other, file, NULL, NULL, &third, &error), ASC_E_INPUT);
  /* It is the same store, and goes on as one. */
  assert_int_equal(asc_store_open(&store, other, &(asc_store_options){0}, &error), ASC_OK);
  assert_string_equal(asc_store_id(store), id);
  assert_int_equal(asc_store_heartbeat(store), 4711);
  assert_int_equal(atoll(postgres_sql(other, "SELECT value FROM meta WHERE key = 'uptime'")), 4711);
  assert_true(atoll(postgres_sql(other, "SELECT count(*) FROM marks")) > 0);
  assert_int_equal(events_of("g19"), 20);
  asc_job *job = job_new();
  job_say(job, "g19", 21, NULL, "{}");
  job_expect(job, ASC_STORE_DONE);
  /* Games without a ply are found again by their age. */
  assert_int_equal(asc_store_check(store, &error), ASC_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(a_newer_schema_is_served_from_beside_the_newer_program),
      store_test(an_older_schema_is_brought_forward),
      store_test(processes_that_start_together_on_an_empty_database_all_serve),
      store_test(processes_that_start_together_on_an_older_schema_all_serve),
      store_test(what_is_not_ours_is_refused),
      store_test(others_hear_of_what_was_written),
      store_test(who_could_not_hear_is_told_so),
      store_test(of_two_processes_one_gets_a_number),
      store_test(the_uptime_of_two_processes_counts_once),
      store_test(an_order_stays_until_it_is_done_itself),
      store_test(what_is_no_text_is_refused_alone),
      store_test(the_server_is_restarted),
      store_test(connections_are_used_up),
      store_test(a_line_that_is_dead_is_noticed),
      store_test(a_standby_that_is_missing_is_waited_for),
      store_test(all_is_carried_over),
  };
  store_now = &store_kinds[1];
  return store_kind_is_here(store_now) ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}

#else
int main(void) { return 0; }
#endif
