/* Stores on one PostgreSQL: other schemas, processes of other versions, several processes at once, and copies from one
   store to another. store_postgres_errors.c tests what happens when the server does not answer. */
#define _GNU_SOURCE
#include "store.h"

#if POSTGRES_HERE

#include "base/clock.h"
#include "store/postgres.h"

#include <semaphore.h>

static void close_now(void) {
  store_close(store);
  store = NULL;
}

static int64_t sql(const char *text) { return atoll(postgres_sql(store_place, text)); }

/* ---- schemas ---- */

/* Upgrades the schema as another program would that knows these versions. */
static int upgrade(const store_postgres_version *versions, int count, asc_error *error) {
  store_postgres own = {.place = store_place, .name = "it", .interrupt = -1};
  store_postgres_link link = store_postgres_link_make(&own, NULL, 0, STORE_LONG_TASK);
  assert_int_equal(store_postgres_connect(&link, error), ASC_OK);
  int code = store_postgres_upgrade(&link, &(store_postgres_schema){versions, count}, error);
  store_postgres_disconnect(&link);
  return code;
}

static const char next_version[] = "ALTER TABLE persons ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
                                   "CREATE INDEX persons_colour ON persons(colour);";

static void a_newer_schema_is_served_from_beside_the_newer_program(void **state) {
  (void)state;
  asc_error error = {0};
  store_postgres_version versions[8] = {store_postgres_schema_current.versions[0]};
  int now = store_postgres_schema_current.count;
  for (int i = 0; i < now; i++) versions[i] = store_postgres_schema_current.versions[i];
  person_make("anna", "Anna", 1);
  /* A version that fails in the middle changes nothing. */
  versions[now] =
      (store_postgres_version){"ALTER TABLE persons ADD COLUMN colour TEXT;INSERT INTO nowhere VALUES(1);", 1};
  assert_int_not_equal(upgrade(versions, now + 1, &error), ASC_OK);
  assert_non_null(strstr(error.reason, "nowhere"));
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), now);
  assert_int_equal(sql("SELECT count(*) FROM pg_attribute WHERE attrelid = 'persons'::regclass AND attname = 'colour'"),
                   0);
  /* A version that only adds: this program goes on, and can also be started. */
  versions[now] = (store_postgres_version){next_version, 1};
  assert_int_equal(upgrade(versions, now + 1, &error), ASC_OK);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), now + 1);
  person_make("ben", "Ben", 1);
  store_reopen();
  person_make("cleo", "Cleo", 1);
  assert_int_equal(sql("SELECT count(*) FROM persons WHERE colour = 'red'"), 3);
  assert_int_equal(upgrade(versions, now + 1, &error), ASC_OK); /* a second time changes nothing */
  /* A version that excludes this program waits until it has ended. Then this program is refused. */
  versions[now + 1] = (store_postgres_version){"DROP INDEX persons_colour;", now + 2};
  assert_int_equal(upgrade(versions, now + 2, &error), ASC_E_STATE);
  assert_non_null(strstr(error.reason, "older version are running"));
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), now + 1);
  close_now();
  assert_int_equal(upgrade(versions, now + 2, &error), ASC_OK);
  assert_int_equal(store_open(&store, store_place, &(store_options){0}, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "use a newer version"));
  assert_int_equal(store_open(&store, store_place, &(store_options){.read_only = true}, &error), ASC_E_INPUT);
}

/* An older schema: opening for reading only is refused, serving upgrades it. */
static void an_older_schema_is_upgraded(void **state) {
  (void)state;
  asc_error error = {0};
  game_make("g1", "anna", "ben");
  close_now();
  (void)postgres_sql(store_place, "UPDATE meta SET value = '0' WHERE key = 'version'");
  assert_int_equal(store_open(&store, store_place, &(store_options){.read_only = true}, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "to upgrade it"));
  (void)postgres_sql(store_place, "UPDATE meta SET value = '1' WHERE key IN ('version', 'oldest')");
  store_postgres_version versions[] = {store_postgres_schema_current.versions[0], {next_version, 1}};
  assert_int_equal(upgrade(versions, 2, &error), ASC_OK);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), 2);
  store_reopen();
  assert_int_equal(events_of("g1"), 1);
}

/* ---- processes that start together ---- */

enum { TOGETHER = 12 };

/* Each opens the store when all are ready, and reports its id. */
static void child_open(int ready, int report) {
  char line[STORE_ID_MAX] = "", byte;
  store_db *own;
  asc_error error = {0};
  (void)!read(ready, &byte, 1); /* until the other end is closed */
  if (store_open(&own, store_place, &(store_options){0}, &error) != ASC_OK) {
    (void)fprintf(stderr, "%s\n", error.reason);
    _exit(1);
  }
  (void)snprintf(line, sizeof line, "%s", store_id(own));
  (void)!write(report, line, sizeof line);
  store_close(own);
  _exit(0);
}

/* All of them serve from the same store. */
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
    char id[STORE_ID_MAX] = "";
    assert_int_equal(read(reports[0], id, sizeof id), sizeof id);
    assert_string_equal(id, postgres_sql(store_place, "SELECT value FROM meta WHERE key = 'id'"));
  }
  close(reports[0]);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'version'"), store_postgres_schema_current.count);
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
  assert_int_equal(upgrade(store_postgres_schema_current.versions, 1, &error), ASC_OK);
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
  assert_int_equal(store_open(&store, place, &(store_options){0}, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "another program"));
  postgres_fresh_place(place);
  assert_int_equal(store_open(&store, place, &(store_options){.read_only = true}, &error), ASC_E_INPUT);
  /* No reason contains the password. */
  assert_int_not_equal(store_open(&store, "postgresql://anna:geheim@127.0.0.1:1/x", &(store_options){0}, &error),
                       ASC_OK);
  assert_null(strstr(error.reason, "geheim"));
  assert_non_null(strstr(error.reason, "127.0.0.1"));
  assert_int_equal(store_open(&store, "postgresql://[::1/x", &(store_options){0}, &error), ASC_E_INPUT);
}

/* ---- two stores on one database ---- */

static struct {
  sem_t sem;
  char game[32], text[64];
  int64_t last;
} news;

static void on_events(void *data, const char *game, int64_t last) {
  (void)data;
  (void)snprintf(news.game, sizeof news.game, "%s", game != NULL ? game : "any");
  news.last = last;
  sem_post(&news.sem);
}

static void on_notice(void *data, const char *text) {
  (void)data;
  (void)snprintf(news.text, sizeof news.text, "%s", text);
  sem_post(&news.sem);
}

static store_db *second_open(void) {
  store_db *second;
  asc_error error = {0};
  sem_init(&news.sem, 0, 0);
  if (store_open(&second, store_place, &(store_options){.on_events = on_events, .on_notice = on_notice}, &error) !=
      ASC_OK)
    fail_msg("%s", error.reason);
  return second;
}

static void other_processes_hear_of_events_and_notices(void **state) {
  (void)state;
  store_db *second = second_open();
  game_make("g1", "anna", "ben");
  sem_wait(&news.sem);
  assert_string_equal(news.game, "g1");
  assert_int_equal(news.last, 1);
  store_job *job = job_new();
  job_say(job, "g1", 2, NULL, "{}");
  job_say(job, "g1", 3, NULL, "{}");
  store_job_notify(job, "hello there");
  job_expect(job, STORE_DONE);
  sem_wait(&news.sem);
  sem_wait(&news.sem);
  assert_int_equal(news.last, 3);
  assert_string_equal(news.text, "hello there");
  /* A job that conflicts sends nothing: the next notice comes from the job behind it. */
  job = job_new();
  job_say(job, "g1", 3, NULL, "{}");
  store_job_notify(job, "never");
  job_expect(job, STORE_CONFLICT);
  game_make("g2", "anna", "ben");
  sem_wait(&news.sem);
  assert_string_equal(news.game, "g2");
  assert_string_equal(news.text, "hello there");
  /* A process gets no notice of its own writes. */
  store_db *first = store;
  store = second;
  game_make("g3", "anna", "ben");
  job = job_new();
  store_job_ask_clock(job);
  job_ask(job);
  assert_true(job->clock.has_peers && job->clock.now > 1700000000000);
  store_job_close(job);
  assert_int_equal(sem_trywait(&news.sem), -1);
  store = first;
  store_close(second);
  for (bool has_peers = true; has_peers;) { /* until its session is over, which takes the server a moment */
    job = job_new();
    store_job_ask_clock(job);
    job_ask(job);
    has_peers = job->clock.has_peers;
    store_job_close(job);
  }
}

/* The connection of the listener is cut and made again. */
static void a_lost_listener_reports_that_any_game_may_have_changed(void **state) {
  (void)state;
  store_db *second = second_open();
  (void)postgres_sql(store_place,
                     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ascona'");
  sem_wait(&news.sem);
  assert_string_equal(news.game, "any");
  store_close(second);
}

/* Two processes that are up for an hour make one hour of uptime. */
enum { BEATS = 200, BEAT = 200 }; /* ms; together less than clocks may be apart */

static void *beats_give(void *data) {
  for (int i = 0; i < BEATS; i++) {
    store_job *job = store_job_open();
    store_job_heartbeat(job, (i + 1) * (int64_t)BEAT);
    (void)store_do(data, job);
    store_job_close(job);
  }
  return NULL;
}

static void the_uptime_of_two_processes_counts_once(void **state) {
  (void)state;
  store_db *second = second_open();
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, beats_give, store);
  pthread_create(&threads[1], NULL, beats_give, second);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'heartbeat'"), BEATS * BEAT);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'uptime'"), BEATS * BEAT);
  /* A heartbeat from a clock that was far ahead is replaced. */
  store_job *job = job_new();
  store_job_heartbeat(job, 1LL << 50);
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_heartbeat(job, BEATS * BEAT + BEAT);
  job_expect(job, STORE_DONE);
  assert_int_equal(sql("SELECT value FROM meta WHERE key = 'heartbeat'"), BEATS * BEAT + BEAT);
  store_close(second);
}

/* Two processes want the same numbers, in groups: one of them gets each number, and no game has a gap. They also
   change the same secrets, persons and orders, each in its own order. Locks are taken in one order, so that PostgreSQL
   never has to break a deadlock. */
enum { ROUNDS = 200, RIVAL_GAMES = 5 };

typedef struct rival_process {
  store_db *own;
  bool is_backwards;
  int done, orders;
} rival_process;

/* One kind of change per round, so that each kind of lock is needed by itself. */
static store_job *rival_job(int round, int game, int64_t next) {
  char id[16];
  store_job *job = store_job_open();
  (void)snprintf(id, sizeof id, "g%d", game);
  store_secret_row secret = secret_row(STORE_SECRET_DEVICE, id, id);
  switch (round % 4) {
  case 0:
  case 1:
    store_job_event(job, id, next, next, NULL, "{}", 2);
    store_job_ply(job, &(store_game_row){.id = id, .changed = next, .plies = (int)next});
    if (game == 0) store_job_order_done(job, round + 1);
    break;
  case 2: store_job_seen(job, secret.hash, 1000 + round); break;
  default: store_job_person(job, id, "Name", round); store_job_block(job, id, "ben", round % 8 == 3);
  }
  store_job_heartbeat(job, round);
  return job;
}

/* Reads all games in one round and writes the next event of each in one transaction. */
static bool rival_round(rival_process *me, int round) {
  store_job *reads[RIVAL_GAMES], *writes[RIVAL_GAMES];
  asc_error error = {0};
  for (int i = 0; i < RIVAL_GAMES; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "g%d", me->is_backwards ? RIVAL_GAMES - 1 - i : i);
    reads[i] = store_job_open();
    store_job_ask_game(reads[i], id, 1, 1000);
    if (i > 0) reads[i - 1]->next = reads[i];
  }
  bool is_ok = store_read(me->own, reads[0], &error) == ASC_OK;
  for (int i = 0; i < RIVAL_GAMES; i++) {
    int game = me->is_backwards ? RIVAL_GAMES - 1 - i : i;
    writes[i] = rival_job(round, game, (int64_t)reads[i]->events_count + 1);
    if (i > 0) writes[i - 1]->next = writes[i];
  }
  is_ok = is_ok && store_write(me->own, writes[0], &error) == ASC_OK;
  for (int i = 0; i < RIVAL_GAMES; i++) {
    int game = me->is_backwards ? RIVAL_GAMES - 1 - i : i;
    is_ok = is_ok && (writes[i]->status == STORE_DONE || writes[i]->status == STORE_CONFLICT);
    bool is_event = writes[i]->status == STORE_DONE && round % 4 < 2;
    me->done += is_event;
    me->orders += is_event && game == 0;
    store_job_close(reads[i]);
    store_job_close(writes[i]);
  }
  if (!is_ok) print_error("%s\n", error.reason);
  return is_ok;
}

static void *rival_run(void *data) {
  for (int i = 0; i < ROUNDS; i++)
    if (!rival_round(data, i)) return NULL;
  return data;
}

static void one_of_two_processes_gets_a_number(void **state) {
  (void)state;
  rival_process rivals[] = {{.own = store}, {.own = second_open(), .is_backwards = true}};
  pthread_t threads[2];
  for (int i = 0; i < RIVAL_GAMES; i++) {
    char game[16];
    (void)snprintf(game, sizeof game, "g%d", i);
    game_make(game, "anna", "ben");
    store_secret_row secret = secret_row(STORE_SECRET_DEVICE, game, game);
    secret_make(&secret, STORE_DONE);
    person_make(game, "Name", 1);
  }
  for (int i = 0; i < ROUNDS; i++) {
    int64_t number;
    assert_int_equal(store_order(store, "close", "g0", &number, NULL), ASC_OK);
    assert_int_equal(number, i + 1);
  }
  int64_t deadlocks = sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, rival_run, &rivals[i]);
  int done = RIVAL_GAMES, orders = 0;
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(threads[i], &result);
    assert_non_null(result);
    done += rivals[i].done;
    orders += rivals[i].orders;
  }
  assert_int_equal(done, sql("SELECT count(*) FROM events"));
  assert_int_equal(sql("SELECT count(*) FROM (SELECT game FROM events GROUP BY game HAVING max(seq) <> count(*)) a"),
                   0);
  assert_int_equal(orders, ROUNDS - sql("SELECT count(*) FROM orders")); /* each was carried out at most once */
  (void)usleep(1100000);                                                 /* statistics come with a delay */
  assert_int_equal(sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"), deadlocks);
  print_message("%d of %d were first\n", done, ROUNDS * RIVAL_GAMES);
  store_close(rivals[1].own);
}

/* A second process writes to a game while the first holds its lock: it waits, and then finds the conflict by itself. */
static void a_lock_makes_the_second_process_wait(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  PGconn *other = PQconnectdb(store_place);
  PQclear(PQexec(other, "BEGIN; SELECT 1 FROM games WHERE id = 'g1' FOR UPDATE"));
  PQclear(PQexec(other, "INSERT INTO events(game, seq, time, body) VALUES('g1', 2, 1, 'first')"));
  rival_process rival = {.own = store};
  pthread_t thread;
  for (int i = 0; i < RIVAL_GAMES; i++) {
    char game[16];
    (void)snprintf(game, sizeof game, "g%d", i);
    if (i != 1) game_make(game, "anna", "ben");
  }
  pthread_create(&thread, NULL, rival_run, &rival);
  while (sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 0) (void)usleep(20000);
  PQclear(PQexec(other, "COMMIT"));
  PQfinish(other);
  void *result;
  pthread_join(thread, &result);
  assert_non_null(result);
  assert_int_equal(rival.done, ROUNDS / 2 * (RIVAL_GAMES - 1) - 1); /* one conflict in g1; g0 has no orders */
}

static int64_t write_timed(store_job *const jobs[2], const store_status expected[2]) {
  asc_error error = {0};
  int64_t start = asc_clock_now_us();
  jobs[0]->next = jobs[1];
  jobs[1]->next = NULL;
  if (store_write(store, jobs[0], &error) != ASC_OK) fail_msg("%s", error.reason);
  for (int i = 0; i < 2; i++) {
    if (jobs[i]->status != expected[i]) fail_msg("job %d: %d %s", i, (int)jobs[i]->status, jobs[i]->reason);
    store_job_close(jobs[i]);
  }
  return (asc_clock_now_us() - start) / 1000;
}

/* Another session holds a game and a key. What needs them is in conflict, everything else is done: once after a wait of
   a second, then at once. */
static void what_another_session_holds_stops_nothing_else(void **state) {
  (void)state;
  store_secret_row key = secret_row(STORE_SECRET_SEAT, "key", "anna");
  key.game = "g2";
  game_make("g1", "anna", "ben");
  game_make("g2", "anna", "ben");
  secret_make(&key, STORE_DONE);
  PGconn *other = PQconnectdb(store_place);
  PQclear(PQexec(other, "BEGIN; SELECT 1 FROM games WHERE id = 'g1' FOR UPDATE"));
  PQclear(PQexec(other, "SELECT 1 FROM secrets FOR UPDATE"));
  for (int round = 0; round < 3; round++) {
    store_job *jobs[] = {job_new(), job_new()};
    if (round < 2)
      job_say(jobs[0], "g1", 2, NULL, "{}");
    else
      store_job_claim(jobs[0], STORE_SECRET_SEAT, key.hash, "ben", 1);
    job_say(jobs[1], "g2", 2 + round, NULL, "{}");
    int64_t took = write_timed(jobs, (const store_status[]){STORE_CONFLICT, STORE_DONE});
    if (took > (round == 0 ? 3000 : 900)) fail_msg("round %d took %lld ms", round, (long long)took);
  }
  /* Nothing can be done: the caller does not run in circles. */
  store_job *jobs[] = {job_new(), job_new()};
  for (int i = 0; i < 2; i++) job_say(jobs[i], "g1", 2 + i, NULL, "{}");
  int64_t took = write_timed(jobs, (const store_status[]){STORE_CONFLICT, STORE_CONFLICT});
  assert_in_range(took, 50, 900);
  PQclear(PQexec(other, "ROLLBACK"));
  PQfinish(other);
  store_job *again[] = {job_new(), job_new()};
  job_say(again[0], "g1", 2, NULL, "{}");
  store_job_claim(again[1], STORE_SECRET_SEAT, key.hash, "ben", 1);
  (void)write_timed(again, (const store_status[]){STORE_DONE, STORE_DONE});
}

/* A job with text that is not UTF-8 fails alone. */
static void text_that_is_not_utf8_is_rejected_alone(void **state) {
  (void)state;
  static const char *const wrong[] = {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    store_job *job = job_new();
    store_job_person(job, "anna", wrong[i], 1);
    job_expect(job, STORE_ERROR);
  }
  store_job *job = job_new();
  store_job_event(job, "g1", 1, 1, NULL, "a\0b", 3);
  store_job *good = job_new();
  store_job_person(good, "ben", "Ben", 1);
  job->next = good;
  assert_int_equal(store_write(store, job, NULL), ASC_OK);
  assert_int_equal(job->status, STORE_ERROR);
  assert_int_equal(good->status, STORE_DONE);
  store_job_close(job);
  store_job_close(good);
  person_make("anna", "\xf0\x9f\x8e\xb2 \xc3\xa9", 1);
}

/* The server refuses one of many queries. */
static void a_refused_query_fails_alone(void **state) {
  (void)state;
  enum { MANY = 100 };
  store_job *jobs[MANY];
  asc_error error = {0};
  game_make("g1", "anna", "ben");
  for (int i = 0; i < MANY; i++) {
    jobs[i] = job_new();
    store_job_ask_game(jobs[i], i == 20 ? "\xff" : "g1", 1, 10); /* no UTF-8: the server refuses it */
    if (i > 0) jobs[i - 1]->next = jobs[i];
  }
  if (store_read(store, jobs[0], &error) != ASC_OK) fail_msg("%s", error.reason);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(jobs[i]->status, i == 20 ? STORE_ERROR : STORE_DONE);
    if (i == 20)
      assert_true(jobs[i]->reason[0] != '\0' && jobs[i]->games_count == 0);
    else
      assert_true(jobs[i]->games_count == 1 && jobs[i]->events_count == 1);
    store_job_close(jobs[i]);
  }
}

/* A constraint of the host refuses one of many: the others happen. A later job that builds on it conflicts. */
static void a_refused_change_fails_alone(void **state) {
  (void)state;
  enum { MANY = 30, WRONG = 20 };
  store_job *jobs[MANY];
  asc_error error = {0};
  char id[16];
  for (int i = 0; i < MANY; i++) {
    (void)snprintf(id, sizeof id, "g%d", i);
    game_make(id, "anna", "ben");
  }
  (void)postgres_sql(store_place, "ALTER TABLE events ADD CONSTRAINT harmless CHECK (game <> 'g20' OR seq < 2)");
  for (int i = 0; i < MANY; i++) {
    bool is_next = i == WRONG + 1; /* of the same game */
    (void)snprintf(id, sizeof id, "g%d", is_next ? WRONG : i);
    jobs[i] = job_new();
    job_say(jobs[i], id, is_next ? 3 : 2, NULL, "{}");
    if (i > 0) jobs[i - 1]->next = jobs[i];
  }
  if (store_write(store, jobs[0], &error) != ASC_OK) fail_msg("%s", error.reason);
  for (int i = 0; i < MANY; i++) {
    store_status expected = i == WRONG ? STORE_ERROR : i == WRONG + 1 ? STORE_CONFLICT : STORE_DONE;
    assert_int_equal(jobs[i]->status, expected);
    if (i == WRONG) assert_non_null(strstr(jobs[i]->reason, "harmless"));
    store_job_close(jobs[i]);
  }
  for (int i = 0; i < MANY; i++) {
    (void)snprintf(id, sizeof id, "g%d", i);
    assert_int_equal(events_of(id), i == WRONG || i == WRONG + 1 ? 1 : 2);
  }
}

/* ---- from one store to another ---- */

static void fill(void) {
  person_make("anna", "Anna \"\\ \xc3\xa9", 5);
  person_make("ben", "Ben", 6);
  for (int i = 0; i < 300; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "g%d", i);
    game_make(id, "anna", i % 3 == 0 ? NULL : "ben");
    store_job *job = job_new();
    for (int seq = 2; seq < 2 + i % 20; seq++) job_say(job, id, seq, seq % 2 == 0 ? "c" : NULL, "{\"a\":\"\\u0001\"}");
    if (i % 20 > 0)
      job_expect(job, STORE_DONE);
    else
      store_job_close(job);
  }
  store_secret_row key = secret_row(STORE_SECRET_DEVICE, "secret", "anna");
  key.id = "d1";
  key.label = "";
  key.expires = 77;
  secret_make(&key, STORE_DONE);
  store_job *job = job_new();
  store_job_block(job, "anna", "ben", true);
  store_job_heartbeat(job, 4700);
  store_job_heartbeat(job, 4711);
  store_job_retain(job, 1LL << 50, &STORE_RETENTION_DEFAULT, 10);
  job_expect(job, STORE_DONE);
}

static int64_t progress_rows;
static void on_progress(void *data, int64_t rows) {
  (void)data;
  progress_rows = rows;
}

/* From PostgreSQL to a file and to another PostgreSQL: the same each time, and never into a database with rows. */
static void everything_is_copied(void **state) {
  (void)state;
  char file[128], other[256], id[STORE_ID_MAX];
  store_copied first, second, third;
  asc_error error = {0};
  fill();
  strcpy(id, store_id(store));
  (void)snprintf(file, sizeof file, "%s/copy.db", store_folder);
  postgres_fresh_place(other);
  close_now();
  if (store_copy(store_place, file, on_progress, NULL, &first, &error) != ASC_OK) fail_msg("%s", error.reason);
  assert_int_equal(first.games, 300);
  assert_int_equal(first.events, sql("SELECT count(*) FROM events"));
  assert_int_equal(first.persons, 2);
  if (store_copy(file, other, on_progress, NULL, &second, &error) != ASC_OK) fail_msg("%s", error.reason);
  assert_string_equal(first.digest, second.digest);
  assert_int_equal(store_copy(file, other, NULL, NULL, &third, &error), ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "empty"));
  assert_int_equal(store_copy(other, file, NULL, NULL, &third, &error), ASC_E_INPUT);
  /* It is the same store, and goes on as one. */
  assert_int_equal(store_open(&store, other, &(store_options){0}, &error), ASC_OK);
  assert_string_equal(store_id(store), id);
  assert_int_equal(store_heartbeat(store), 4711);
  assert_int_equal(atoll(postgres_sql(other, "SELECT value FROM meta WHERE key = 'uptime'")), 4711);
  assert_true(atoll(postgres_sql(other, "SELECT count(*) FROM marks")) > 0);
  assert_int_equal(events_of("g19"), 20);
  store_job *job = job_new();
  job_say(job, "g19", 21, NULL, "{}");
  job_expect(job, STORE_DONE);
  /* Games without a ply are found again by their age. */
  assert_int_equal(store_check(store, &error), ASC_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(a_newer_schema_is_served_from_beside_the_newer_program),
      store_test(an_older_schema_is_upgraded),
      store_test(processes_that_start_together_on_an_empty_database_all_serve),
      store_test(processes_that_start_together_on_an_older_schema_all_serve),
      store_test(what_is_not_ours_is_refused),
      store_test(other_processes_hear_of_events_and_notices),
      store_test(a_lost_listener_reports_that_any_game_may_have_changed),
      store_test(one_of_two_processes_gets_a_number),
      store_test(the_uptime_of_two_processes_counts_once),
      store_test(a_lock_makes_the_second_process_wait),
      store_test(a_refused_query_fails_alone),
      store_test(a_refused_change_fails_alone),
      store_test(what_another_session_holds_stops_nothing_else),
      store_test(text_that_is_not_utf8_is_rejected_alone),
      store_test(everything_is_copied),
  };
  store_now = &store_kinds[1];
  return store_kind_is_here(store_now) ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}

#else
int main(void) { return 0; }
#endif
