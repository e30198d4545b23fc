/* Every allocation fails once, the store's and SQLite's: what is told as done is there, all else is told as a fault,
   and the store goes on. */
#include "store.h"
#include "store/sqlite.h"
#include "tests/support/failing_alloc.h"

static sqlite3_mem_methods usual;
static void *fail_malloc(int size) { return allocation_fails() ? NULL : usual.xMalloc(size); }
static void *fail_realloc(void *memory, int size) { return allocation_fails() ? NULL : usual.xRealloc(memory, size); }

/* One job; false: there was no memory for it, or a fault was told. */
static bool submit(int step, int64_t seq) {
  char body[3000];
  memset(body, 'b', sizeof body);
  asc_job *job = asc_job_open(NULL, NULL);
  if (job == NULL) return false;
  asc_game_row row = game_row("g1", "anna", "ben");
  asc_secret_row secret = secret_row(ASC_SECRET_DEVICE, "secret", "anna");
  if (step == 0) asc_job_person(job, "anna", "Anna", 1);
  if (step == 1 || step == 2) {
    asc_job_event(job, "g1", seq, 1, "command", body, sizeof body);
    asc_job_game(job, &row);
  }
  if (step == 3) asc_job_secret(job, &secret);
  if (step == 4) asc_job_ask_game(job, "g1", 1, 100);
  if (step == 5) asc_job_ask_games_of(job, "anna", 15, 0, NULL, 10);
  if (step == 6) asc_job_ask_secret(job, ASC_SECRET_DEVICE, secret.hash);
  if (step == 7) asc_job_retain(job, 1LL << 50, &ASC_RETENTION_DEFAULT, 20);
  asc_store_status status = asc_store_do(store, job);
  if (status == ASC_STORE_FAULT)
    assert_true(job->reason[0] != '\0');
  else
    assert_int_equal(status, step == 2 ? ASC_STORE_REPEATED : ASC_STORE_DONE);
  /* Half an answer is none. */
  if (step == 4 && status == ASC_STORE_DONE) {
    assert_int_equal(job->games_count, 1);
    for (size_t i = 0; i < job->events_count; i++) assert_int_equal(strlen(job->events[i].body), sizeof body);
  }
  asc_job_close(job);
  return status == ASC_STORE_DONE || status == ASC_STORE_REPEATED;
}

static void whatever_fails_the_store_is_right(void **state) {
  (void)state;
  asc_store_close(store);
  store = NULL;
  long faults = 0;
  for (long n = 0, more = true; more; n += 1 + n / 16) {
    failing_begin(n);
    asc_error error = {0};
    int code = asc_store_open(&store, store_place, &(asc_store_options){0}, &error);
    bool said = false;
    if (code == ASC_OK) {
      (void)submit(0, 0);
      said = submit(1, 1);
      /* Again the same, only if it is known to be there. */
      if (said) (void)submit(2, 1);
      (void)submit(3, 0);
      if (said) (void)submit(4, 0);
      (void)submit(5, 0);
      (void)submit(6, 0);
      (void)submit(7, 0);
    } else {
      assert_true(error.reason[0] != '\0');
    }
    more = failing_ended();
    faults += more;
    asc_store_close(store);
    store = NULL;
    store_reopen();
    if (said) assert_int_equal(events_of("g1"), 1);
    assert_int_equal(asc_store_check(store, NULL), ASC_OK);
    asc_store_close(store);
    store = NULL;
    store_now->gone(store_place);
    store_now->fresh(store_place);
  }
  assert_true(faults > 50);
  print_message("%ld allocations failed\n", faults);
}

int main(void) {
  /* Before anything else of SQLite is used. */
  sqlite3_mem_methods failing;
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
  failing = usual;
  failing.xMalloc = fail_malloc;
  failing.xRealloc = fail_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  const struct CMUnitTest tests[] = {store_test(whatever_fails_the_store_is_right)};
  store_now = &store_kinds[0];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
