/* Several jobs in one call: their order, conflicts that concern later jobs, many queries in one round. Orders of the
   host, which are deleted in the transaction that carries them out. */
#include "store.h"

/* ---- several jobs in one call ---- */

/* Links the jobs to a list. */
static store_job *job_list(store_job *const *jobs, size_t count) {
  for (size_t i = 0; i < count; i++) jobs[i]->next = i + 1 < count ? jobs[i + 1] : NULL;
  return jobs[0];
}

/* Writes the jobs in one transaction, checks each status and closes them. */
static void write_expect(store_job *const *jobs, const store_status *expected, size_t count) {
  asc_error error = {0};
  if (store_write(store, job_list(jobs, count), &error) != ASC_OK) fail_msg("%s", error.reason);
  for (size_t i = 0; i < count; i++) {
    if (jobs[i]->status != expected[i])
      fail_msg("job %d: status %d, not %d: %s", (int)i, (int)jobs[i]->status, (int)expected[i], jobs[i]->reason);
    store_job_close(jobs[i]);
  }
}

static store_job *event_job(const char *game, int64_t seq, const char *command) {
  store_job *job = job_new();
  store_game_row row = game_row(game, "anna", "ben");
  job_say(job, game, seq, command, "{}");
  if (seq == 1) store_job_game(job, &row);
  return job;
}

static void jobs_of_one_write_follow_each_other(void **state) {
  (void)state;
  enum { MANY = 500 };
  store_job *jobs[MANY];
  store_status expected[MANY] = {STORE_DONE};
  for (int i = 0; i < MANY; i++) jobs[i] = event_job(i % 2 == 0 ? "g1" : "g2", i / 2 + 1, NULL);
  write_expect(jobs, expected, MANY);
  assert_int_equal(events_of("g1"), MANY / 2);
  assert_int_equal(events_of("g2"), MANY / 2);
}

static void a_conflict_concerns_only_its_game(void **state) {
  (void)state;
  store_job *jobs[] = {event_job("g1", 1, "a"), event_job("g1", 1, "b"), event_job("g2", 1, "c"),
                       event_job("g1", 2, "d"), event_job("g2", 2, "e")};
  const store_status expected[] = {STORE_DONE, STORE_CONFLICT, STORE_DONE, STORE_CONFLICT, STORE_DONE};
  write_expect(jobs, expected, 5);
  assert_int_equal(events_of("g1"), 1);
  assert_int_equal(events_of("g2"), 2);
}

/* Another process wrote events 2 and 3. A job behind the one that conflicts would follow by its number, but it was
   decided on a state that never came to be. */
static void jobs_behind_a_failed_one_conflict_too(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_job *rivals[] = {event_job("g1", 2, "other-2"), event_job("g1", 3, "other-3")};
  const store_status done[] = {STORE_DONE, STORE_DONE};
  write_expect(rivals, done, 2);
  for (int kind = 0; kind < 4; kind++) {
    store_secret_row key = secret_row(STORE_SECRET_SEAT, "no such key", "anna");
    store_job *jobs[] = {job_new(), event_job("g1", 4, "mine"), job_new()};
    store_status first = STORE_CONFLICT;
    if (kind == 0) job_say(jobs[0], "g1", 3, "mine-3", "{}");
    if (kind == 1) { /* the same command, sent again */
      job_say(jobs[0], "g1", 3, "other-3", "{}");
      first = STORE_REPEATED;
    }
    if (kind == 2) { /* a seat that cannot be claimed */
      job_say(jobs[0], "g1", 4, "mine-4", "{}");
      store_job_claim(jobs[0], STORE_SECRET_SEAT, key.hash, "ben", 1);
      first = STORE_SPENT;
    }
    if (kind == 3) { /* filled wrongly */
      job_say(jobs[0], "g1", 3, NULL, "{}");
      store_job_person(jobs[0], "anna", NULL, 1);
      first = STORE_ERROR;
    }
    store_job_person(jobs[2], "cleo", "Cleo", 1);
    const store_status expected[] = {first, STORE_CONFLICT, STORE_DONE};
    write_expect(jobs, expected, 3);
    assert_int_equal(events_of("g1"), 3);
  }
}

/* Each wants the same: the first gets it. */
static void one_of_many_gets_a_number_or_a_seat(void **state) {
  (void)state;
  enum { MANY = 8 };
  store_secret_row key = secret_row(STORE_SECRET_SEAT, "key", "anna");
  key.game = "g1";
  secret_make(&key, STORE_DONE);
  store_job *events[MANY], *claims[MANY];
  store_status event_status[MANY], claim_status[MANY];
  for (int i = 0; i < MANY; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "p%d", i);
    events[i] = event_job("g1", 1, name);
    claims[i] = job_new();
    store_job_claim(claims[i], STORE_SECRET_SEAT, key.hash, name, 10);
    event_status[i] = i == 0 ? STORE_DONE : STORE_CONFLICT;
    claim_status[i] = i == 0 ? STORE_DONE : STORE_SPENT;
  }
  write_expect(events, event_status, MANY);
  write_expect(claims, claim_status, MANY);
}

/* A key that is revoked, released or added in the same transaction is known to the jobs behind. */
static void jobs_see_the_jobs_before_them(void **state) {
  (void)state;
  store_secret_row old = secret_row(STORE_SECRET_SEAT, "old", "anna"),
                   new = secret_row(STORE_SECRET_SEAT, "new", "anna");
  old.game = new.game = "g1";
  old.seat = new.seat = 1;
  secret_make(&old, STORE_DONE);
  store_job *jobs[6];
  for (int i = 0; i < 6; i++) jobs[i] = job_new();
  store_job_revoke_seat(jobs[0], "g1", 1);
  store_job_secret(jobs[0], &new);
  store_job_claim(jobs[1], STORE_SECRET_SEAT, old.hash, "ben", 5);
  store_job_claim(jobs[2], STORE_SECRET_SEAT, new.hash, "ben", 5);
  store_job_claim(jobs[3], STORE_SECRET_SEAT, new.hash, "cleo", 5);
  store_job_release_seat(jobs[4], "g1", "ben");
  store_job_claim(jobs[5], STORE_SECRET_SEAT, new.hash, "cleo", 5);
  const store_status expected[] = {STORE_DONE, STORE_SPENT, STORE_DONE, STORE_SPENT, STORE_DONE, STORE_DONE};
  write_expect(jobs, expected, 6);
}

/* More queries than one round takes, with a wrong one in between. */
static void many_queries_are_answered_together(void **state) {
  (void)state;
  enum { MANY = 150 };
  store_job *jobs[MANY];
  asc_error error = {0};
  game_make("g1", "anna", "ben");
  person_make("anna", "Anna", 1);
  for (int i = 0; i < MANY; i++) {
    jobs[i] = job_new();
    if (i == 70)
      store_job_ask_game(jobs[i], "", 1, 10);
    else if (i % 3 == 0)
      store_job_ask_game(jobs[i], "g1", 1, 10);
    else if (i % 3 == 1)
      store_job_ask_persons(jobs[i], (const char *[]){"anna"}, 1);
    else
      store_job_ask_games(jobs[i], 1 << STORE_GAME_RUNNING, NULL, 10);
  }
  if (store_read(store, job_list(jobs, MANY), &error) != ASC_OK) fail_msg("%s", error.reason);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(jobs[i]->status, i == 70 ? STORE_ERROR : STORE_DONE);
    if (i != 70 && i % 3 == 0) assert_int_equal(jobs[i]->events_count, 1);
    if (i != 70 && i % 3 == 1) assert_string_equal(jobs[i]->persons[0].name, "Anna");
    if (i != 70 && i % 3 == 2) assert_int_equal(jobs[i]->games_count, 1);
    store_job_close(jobs[i]);
  }
}

/* ---- orders of the host ---- */

static size_t orders_count(void) {
  store_job *job = job_new();
  store_job_ask_orders(job);
  job_ask(job);
  size_t count = job->orders_count;
  store_job_close(job);
  return count;
}

/* The host has the database open for reading only, while a server has it. */
static int64_t order_give(const char *what, const char *id) {
  store_db *host;
  asc_error error = {0};
  int64_t number = 0;
  if (store_open(&host, store_place, &(store_options){.read_only = true}, &error) != ASC_OK)
    fail_msg("%s", error.reason);
  if (store_order(host, what, id, &number, &error) != ASC_OK) fail_msg("%s", error.reason);
  store_close(host);
  assert_true(number > 0);
  return number;
}

static void an_order_is_deleted_by_the_job_that_carries_it_out(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  int64_t close = order_give("close", "g1"), out = order_give("sign-out", "anna");
  assert_true(out > close);
  store_reopen();
  store_job *job = job_new();
  store_job_ask_orders(job);
  job_ask(job);
  assert_int_equal(job->orders_count, 2);
  assert_int_equal(job->orders[0].number, close);
  assert_string_equal(job->orders[0].what, "close");
  assert_string_equal(job->orders[0].id, "g1");
  store_job_close(job);
  /* The job fails: the order stays. */
  job = event_job("g1", 7, NULL);
  store_job_order_done(job, close);
  job_expect(job, STORE_CONFLICT);
  assert_int_equal(orders_count(), 2);
  job = event_job("g1", 2, NULL);
  store_job_order_done(job, close);
  job_expect(job, STORE_DONE);
  assert_int_equal(orders_count(), 1);
}

static void an_order_is_not_carried_out_twice(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  int64_t number = order_give("close", "g1");
  store_job *jobs[2];
  for (int i = 0; i < 2; i++) {
    jobs[i] = job_new();
    store_job_person(jobs[i], i == 0 ? "first" : "second", "Name", 1);
    store_job_order_done(jobs[i], number);
  }
  const store_status expected[] = {STORE_DONE, STORE_CONFLICT};
  write_expect(jobs, expected, 2);
  assert_int_equal(orders_count(), 0);
  store_job *job = event_job("g1", 2, NULL);
  store_job_order_done(job, number);
  job_expect(job, STORE_CONFLICT);
  assert_int_equal(events_of("g1"), 1);
  job = job_new();
  store_job_ask_persons(job, (const char *[]){"second"}, 1);
  job_ask(job);
  assert_null(job->persons[0].name);
  store_job_close(job);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(jobs_of_one_write_follow_each_other),
      store_test(a_conflict_concerns_only_its_game),
      store_test(jobs_behind_a_failed_one_conflict_too),
      store_test(one_of_many_gets_a_number_or_a_seat),
      store_test(jobs_see_the_jobs_before_them),
      store_test(many_queries_are_answered_together),
      store_test(an_order_is_deleted_by_the_job_that_carries_it_out),
      store_test(an_order_is_not_carried_out_twice),
  };
  return store_tests_run(tests);
}
