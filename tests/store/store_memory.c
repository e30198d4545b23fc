/* Every allocation fails once, the store's and SQLite's. A job that is reported as done is there, all others get an
   error, and the store goes on. */
#include "store.h"
#include "store/sqlite.h"
#include "tests/support/failing_alloc.h"

static sqlite3_mem_methods usual;
static void *fail_malloc(int size) { return allocation_fails() ? NULL : usual.xMalloc(size); }
static void *fail_realloc(void *memory, int size) { return allocation_fails() ? NULL : usual.xRealloc(memory, size); }

/* Does one job. Returns false if there was no memory for it, or it got an error. */
static bool submit(int step, int64_t seq) {
  char body[3000];
  memset(body, 'b', sizeof body);
  store_job *job = store_job_open();
  if (job == NULL) return false;
  store_game_row row = game_row("g1", "anna", "ben");
  store_secret_row secret = secret_row(STORE_SECRET_DEVICE, "secret", "anna");
  if (step == 0) store_job_person(job, "anna", "Anna", 1);
  if (step == 1 || step == 2) {
    store_job_event(job, "g1", seq, 1, "command", body, sizeof body);
    store_job_game(job, &row);
  }
  if (step == 3) store_job_secret(job, &secret);
  if (step == 4) store_job_ask_game(job, "g1", 1, 100);
  if (step == 5) store_job_ask_games_of(job, "anna", 15, 0, NULL, 10);
  if (step == 6) store_job_ask_secret(job, STORE_SECRET_DEVICE, secret.hash);
  if (step == 7) store_job_retain(job, 1LL << 50, &STORE_RETENTION_DEFAULT, 20);
  store_status status = store_do(store, job);
  if (status == STORE_ERROR)
    assert_true(job->reason[0] != '\0');
  else
    assert_int_equal(status, step == 2 ? STORE_REPEATED : STORE_DONE);
  /* An answer is complete. */
  if (step == 4 && status == STORE_DONE) {
    assert_int_equal(job->games_count, 1);
    for (size_t i = 0; i < job->events_count; i++) assert_int_equal(strlen(job->events[i].body), sizeof body);
  }
  store_job_close(job);
  return status == STORE_DONE || status == STORE_REPEATED;
}

static void every_failed_allocation_leaves_the_store_correct(void **state) {
  (void)state;
  store_close(store);
  store = NULL;
  long faults = 0;
  for (long n = 0, more = true; more; n += 1 + n / 16) {
    failing_begin(n);
    asc_error error = {0};
    int code = store_open(&store, store_place, &(store_options){0}, &error);
    bool is_written = false;
    if (code == ASC_OK) {
      (void)submit(0, 0);
      is_written = submit(1, 1);
      /* The same command again. */
      if (is_written) (void)submit(2, 1);
      (void)submit(3, 0);
      if (is_written) (void)submit(4, 0);
      (void)submit(5, 0);
      (void)submit(6, 0);
      (void)submit(7, 0);
    } else {
      assert_true(error.reason[0] != '\0');
    }
    more = failing_ended();
    faults += more;
    store_close(store);
    store = NULL;
    store_reopen();
    if (is_written) assert_int_equal(events_of("g1"), 1);
    assert_int_equal(store_check(store, NULL), ASC_OK);
    store_close(store);
    store = NULL;
    store_now->gone(store_place);
    store_now->fresh(store_place);
  }
  assert_true(faults > 50);
  print_message("%ld allocations failed\n", faults);
}

/* The jobs of a list are of different games. One for which there is no memory fails alone. */
static void a_job_without_memory_fails_alone(void **state) {
  (void)state;
  enum { JOBS = 3 };
  static const char *const games[JOBS] = {"g0", "g1", "g2"};
  int alone = 0;
  for (long n = 0, more = true; more; n += 1 + n / 16) {
    store_job *jobs[JOBS];
    char body[9000];
    size_t done = 0;
    memset(body, 'b', sizeof body);
    for (int i = JOBS - 1; i >= 0; i--) {
      store_game_row row = game_row(games[i], "anna", "ben");
      jobs[i] = job_new();
      jobs[i]->next = i + 1 < JOBS ? jobs[i + 1] : NULL;
      store_job_game(jobs[i], &row);
      store_job_event(jobs[i], games[i], 1, 1, "command", body, sizeof body);
    }
    failing_begin(n);
    int code = store_write(store, jobs[0], NULL);
    more = failing_ended();
    for (int i = 0; i < JOBS; i++) {
      assert_int_equal(events_of(games[i]), jobs[i]->status == STORE_DONE);
      done += jobs[i]->status == STORE_DONE;
      store_job_close(jobs[i]);
    }
    if (code == ASC_OK && more) alone += done == JOBS - 1;
    assert_true(done == 0 || done >= JOBS - 1);
    store_close(store);
    store_now->gone(store_place);
    store_now->fresh(store_place);
    store = NULL;
    store_reopen();
  }
  assert_true(alone > 0);
}

int main(void) {
  /* Before anything else of SQLite is used. */
  sqlite3_mem_methods failing;
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
  failing = usual;
  failing.xMalloc = fail_malloc;
  failing.xRealloc = fail_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  const struct CMUnitTest tests[] = {store_test(every_failed_allocation_leaves_the_store_correct),
                                     store_test(a_job_without_memory_fails_alone)};
  store_now = &store_kinds[0];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
