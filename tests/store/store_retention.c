/* Retention deletes games that nobody played, persons without games, secrets that have expired. A sweep marks what
   is due, and a later one deletes it after a day of uptime. */
#include "store.h"

static const int64_t day = 86400000;

static void listed(const char *id, const char *person, store_game_state state, int plies, int64_t changed) {
  store_job *job = job_new();
  store_game_row row = game_row(id, person, NULL);
  row.state = state;
  row.plies = plies;
  row.changed = changed;
  job_say(job, id, 1, NULL, "{}");
  store_job_game(job, &row);
  job_expect(job, STORE_DONE);
}

static void device(const char *text, const char *person) {
  store_secret_row row = secret_row(STORE_SECRET_DEVICE, text, person);
  row.id = text;
  secret_make(&row, STORE_DONE);
}

static bool secret_is_there(store_secret_kind kind, const char *text) {
  store_secret_row row = secret_row(kind, text, "anna");
  store_job *job = job_new();
  store_job_ask_secret(job, kind, row.hash);
  job_ask(job);
  bool there = job->secrets_count > 0;
  store_job_close(job);
  return there;
}

static bool person_is_there(const char *id) {
  store_job *job = job_new();
  store_job_ask_persons(job, &id, 1);
  job_ask(job);
  bool there = job->persons[0].name != NULL;
  store_job_close(job);
  return there;
}

static bool game_is_there(const char *id) {
  store_job *job = job_new();
  store_job_ask_game(job, id, 1, 10);
  job_ask(job);
  bool there = job->games_count > 0;
  assert_int_equal(job->events_count, there ? 1 : 0);
  store_job_close(job);
  return there;
}

/* Sweeps until there is no more. Returns how many games were deleted. */
static size_t sweep(int64_t now, int most) {
  size_t gone = 0;
  for (bool more = true; more;) {
    store_job *job = job_new();
    store_job_retain(job, now, &STORE_RETENTION_DEFAULT, most);
    job_ask(job);
    more = job->more;
    gone += job->games_count;
    store_job_close(job);
  }
  return gone;
}

static int64_t beat; /* the last heartbeat */

/* Gives heartbeats as a server does, for this many hours. */
static void uptime_pass(int hours) {
  for (int hour = 0; hour < hours; hour++) {
    store_job *job = job_new();
    for (int i = 0; i < 3600000 / STORE_HEARTBEAT_MAX; i++) store_job_heartbeat(job, beat += STORE_HEARTBEAT_MAX);
    job_expect(job, STORE_DONE);
  }
}

static void only_rows_that_are_too_old_are_deleted(void **state) {
  (void)state;
  int64_t now = 1000 * day;
  listed("invited-13", "anna", STORE_GAME_INVITED, 0, now - 13 * day);
  listed("invited-15", "ben", STORE_GAME_INVITED, 0, now - 15 * day);
  listed("unplayed-29", "anna", STORE_GAME_RUNNING, 0, now - 29 * day);
  listed("unplayed-31", "anna", STORE_GAME_RUNNING, 0, now - 31 * day);
  listed("aborted-31", "anna", STORE_GAME_ENDED, 0, now - 31 * day);
  listed("played-999", "anna", STORE_GAME_ENDED, 7, now - 999 * day);
  store_secret_row key = secret_row(STORE_SECRET_SEAT, "key", "ben");
  key.game = "invited-15";
  secret_make(&key, STORE_DONE);
  static const char *const codes[] = {"code-0", "code-2", "code-3", "code-4"};
  for (int i = 0; i < 4; i++) {
    store_secret_row code = secret_row(STORE_SECRET_CODE, codes[i], "anna");
    code.expires = now - (codes[i][5] - '0') * day;
    secret_make(&code, STORE_DONE);
  }
  person_make("anna", "Anna", now - 91 * day); /* has games */
  person_make("ben", "Ben", now - 91 * day);   /* will have none later */
  person_make("cleo", "Cleo", now - 89 * day);
  person_make("dora", "Dora", now - 91 * day);
  person_make("ghost", "Ghost", now - 91 * day); /* is Anna */
  store_job *job = job_new();
  store_job_merge(job, "ghost", "anna");
  job_expect(job, STORE_DONE);
  device("s1", "dora");

  /* Two at a time: there is more until there is not. The first sweep only marks. */
  assert_int_equal(sweep(now, 2), 0);
  assert_true(person_is_there("dora") && secret_is_there(STORE_SECRET_CODE, "code-2"));
  uptime_pass(25);
  assert_int_equal(sweep(now, 2), 3);
  assert_true(game_is_there("invited-13") && game_is_there("unplayed-29") && game_is_there("played-999"));
  assert_false(game_is_there("invited-15") || game_is_there("unplayed-31") || game_is_there("aborted-31"));
  assert_false(person_is_there("dora"));
  assert_true(person_is_there("anna") && person_is_there("ghost") && person_is_there("cleo"));
  for (int i = 0; i < 4; i++) assert_int_equal(secret_is_there(STORE_SECRET_CODE, codes[i]), i == 0);
  assert_false(secret_is_there(STORE_SECRET_SEAT, "key") || secret_is_there(STORE_SECRET_DEVICE, "s1"));
  /* Ben has no game left since then. */
  assert_true(person_is_there("ben"));
  uptime_pass(25);
  assert_int_equal(sweep(now, 2), 0);
  assert_false(person_is_there("ben"));
  /* Without a number of days nothing is deleted. */
  for (int i = 0; i < 2; i++) {
    job = job_new();
    store_job_retain(job, now + 5000 * day, &(store_retention){0}, 100);
    job_ask(job);
    assert_int_equal(job->games_count, 0);
    store_job_close(job);
    uptime_pass(25);
  }
}

/* A clock that is ahead for a while deletes nothing: what it marked is not due any more when the clock is right. */
static void a_clock_ahead_deletes_nothing(void **state) {
  (void)state;
  int64_t now = 1000 * day;
  listed("invited", "anna", STORE_GAME_INVITED, 0, now - day);
  person_make("ben", "Ben", now - day);
  assert_int_equal(sweep(now + 200 * day, 10), 0);
  uptime_pass(23);
  assert_int_equal(sweep(now + 200 * day, 10), 0);
  assert_int_equal(sweep(now, 10), 0);
  uptime_pass(2);
  assert_int_equal(sweep(now + 200 * day, 10), 0); /* ahead once more: the day begins anew */
  assert_true(game_is_there("invited"));
  assert_true(person_is_there("ben"));
  uptime_pass(25);
  assert_int_equal(sweep(now + 200 * day, 10), 1);
  assert_false(person_is_there("ben"));
}

/* A game that is played in and a person who comes back are marked no longer, also if they are due again at the next
   sweep. */
static void a_row_that_is_touched_loses_its_mark(void **state) {
  (void)state;
  int64_t now = 1000 * day;
  listed("moved", "anna", STORE_GAME_RUNNING, 0, now - 40 * day);
  listed("changed", "anna", STORE_GAME_INVITED, 0, now - 40 * day);
  person_make("ben", "Ben", now - 100 * day);
  person_make("cleo", "Cleo", now - 100 * day);
  device("s1", "ben");
  assert_int_equal(sweep(now, 10), 0);
  uptime_pass(23);
  store_job *job = job_new();
  store_secret_row row = secret_row(STORE_SECRET_DEVICE, "s1", "ben");
  store_job_seen(job, row.hash, now);
  store_job_ply(job, &(store_game_row){.id = "moved", .changed = now, .plies = 1});
  store_game_row game = game_row("changed", "anna", NULL);
  game.state = STORE_GAME_INVITED;
  game.plies = 0;
  game.changed = now;
  store_job_game(job, &game);
  job_expect(job, STORE_DONE);
  uptime_pass(2);
  assert_int_equal(sweep(now + 200 * day, 10), 0);
  assert_true(game_is_there("moved") && game_is_there("changed"));
  assert_true(person_is_there("ben"));
  assert_false(person_is_there("cleo"));
  uptime_pass(25);
  assert_int_equal(sweep(now + 200 * day, 10), 1);
  assert_true(game_is_there("moved"));
  assert_false(person_is_there("ben"));
}

/* Marks and uptime outlive the process. Time without heartbeats is no uptime, nor is that of a clock that jumps. */
static void uptime_is_summed_over_starts(void **state) {
  (void)state;
  int64_t now = 1000 * day;
  listed("invited", "anna", STORE_GAME_INVITED, 0, now - 40 * day);
  assert_int_equal(sweep(now, 10), 0);
  for (int i = 0; i < 11; i++) {
    uptime_pass(2);
    store_reopen();
    beat += i % 2 == 0 ? 300 * day : -100 * day;
    assert_int_equal(sweep(now, 10), 0);
  }
  uptime_pass(3);
  assert_int_equal(sweep(now, 10), 1);
}

/* A person who asks to be forgotten does not wait for retention. */
static void forget_me_waits_for_nothing(void **state) {
  (void)state;
  person_make("anna", "Anna", 1);
  assert_int_equal(sweep(1000 * day, 10), 0);
  store_job *job = job_new();
  store_job_forget(job, "anna");
  job_expect(job, STORE_DONE);
  assert_false(person_is_there("anna"));
  person_make("anna", "Anna", 1000 * day); /* the mark is not hers */
  uptime_pass(25);
  assert_int_equal(sweep(1000 * day, 10), 0);
  assert_true(person_is_there("anna"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(only_rows_that_are_too_old_are_deleted),
      store_test(a_clock_ahead_deletes_nothing),
      store_test(a_row_that_is_touched_loses_its_mark),
      store_test(uptime_is_summed_over_starts),
      store_test(forget_me_waits_for_nothing),
  };
  return store_tests_run(tests);
}
