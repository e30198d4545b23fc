/* The listing thread beside the writes of the game thread, store_interrupt, and backups meanwhile. */
#include "store.h"

#include "base/clock.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

/* ---- listings ---- */

enum { LISTINGS_MAX = 1000 };

static struct {
  sem_t done;
  int order[LISTINGS_MAX]; /* the number of each listing, in the order of their answers */
  store_status status[LISTINGS_MAX];
  size_t events[LISTINGS_MAX];
  pthread_t thread;
  int count;
} listings;

static void on_listing(store_job *job) {
  int at = listings.count++;
  listings.order[at] = (int)(intptr_t)job->data;
  listings.status[at] = job->status;
  listings.events[at] = job->events_count;
  listings.thread = pthread_self();
  store_job_close(job);
  sem_post(&listings.done);
}

static void listings_begin(void) {
  listings.count = 0;
  sem_init(&listings.done, 0, 0);
}

static void list_game(int number, const char *game) {
  store_job *job = job_new();
  store_job_ask_game(job, game, 1, 100000);
  job->data = (void *)(intptr_t)number;
  job->on_done = on_listing;
  store_list(store, job);
}

static void event_write(const char *game, int64_t seq) {
  store_job *job = job_new();
  job_say(job, game, seq, NULL, "{}");
  job_expect(job, STORE_DONE);
}

static void listings_are_answered_in_order_beside_writes(void **state) {
  (void)state;
  enum { MANY = 200 };
  listings_begin();
  game_make("g1", "anna", "ben");
  for (int i = 0; i < MANY; i++) {
    event_write("g1", i + 2);
    list_game(i, i == 10 ? "" : "g1"); /* one is wrong */
  }
  for (int i = 0; i < MANY; i++) sem_wait(&listings.done);
  assert_false(pthread_equal(listings.thread, pthread_self()));
  size_t last = 0;
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(listings.order[i], i);
    assert_int_equal(listings.status[i], i == 10 ? STORE_ERROR : STORE_DONE);
    if (i == 10) continue;
    assert_true(listings.events[i] >= (size_t)i + 2 && listings.events[i] >= last); /* what was durable is seen */
    last = listings.events[i];
  }
  assert_int_equal(events_of("g1"), MANY + 1);
}

static void closing_answers_the_listings_that_wait(void **state) {
  (void)state;
  listings_begin();
  game_make("g1", "anna", "ben");
  for (int i = 0; i < LISTINGS_MAX; i++) list_game(i, "g1");
  store_close(store);
  store = NULL;
  assert_int_equal(listings.count, LISTINGS_MAX);
  for (int i = 0; i < LISTINGS_MAX; i++) assert_int_equal(listings.status[i], STORE_DONE);
}

static void a_read_only_store_answers_no_listings(void **state) {
  (void)state;
  store_db *serving = store;
  listings_begin();
  assert_int_equal(store_open(&store, store_place, &(store_options){.read_only = true}, NULL), ASC_OK);
  list_game(0, "g1");
  assert_int_equal(listings.status[0], STORE_ERROR);
  store_close(store);
  store = serving;
}

/* ---- interrupting ---- */

static void after_an_interrupt_nothing_waits(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_interrupt(store);
  int64_t start = asc_clock_now_us();
  asc_error error = {0};
  store_job *job = job_new();
  job_say(job, "g1", 2, NULL, "{}");
  assert_int_not_equal(store_write(store, job, &error), ASC_OK);
  assert_non_null(strstr(error.reason, "interrupted"));
  assert_int_equal(job->status, STORE_ERROR);
  store_job_close(job);
  job = job_new();
  store_job_ask_game(job, "g1", 1, 10);
  assert_int_not_equal(store_read(store, job, &error), ASC_OK);
  assert_int_equal(job->status, STORE_ERROR);
  store_job_close(job);
  assert_int_not_equal(store_probe(store, &error), ASC_OK);
  listings_begin();
  list_game(0, "g1");
  store_close(store);
  store = NULL;
  assert_int_equal(listings.status[0], STORE_ERROR);
  assert_true(asc_clock_now_us() - start < 1000000);
  store_reopen();
  assert_int_equal(events_of("g1"), 1);
}

/* ---- a copy while others write ---- */

typedef struct steady_writer {
  pthread_t thread;
  sem_t enough;
  atomic_bool stop;
  int64_t written;
} steady_writer;

/* Event N of g1 and event N of g2 are one job: a copy as of one moment has as many of the one as of the other. */
static void *write_on(void *data) {
  steady_writer *pen = data;
  for (int64_t seq = 2; !pen->stop; seq++) {
    store_job *job = store_job_open();
    job_say(job, "g1", seq, NULL, "{}");
    job_say(job, "g2", seq, NULL, "{}");
    if (store_do(store, job) == STORE_DONE) pen->written = seq;
    store_job_close(job);
    if (seq == 50) sem_post(&pen->enough);
  }
  return NULL;
}

static void a_backup_is_of_one_moment(void **state) {
  (void)state;
  static steady_writer pen;
  pen.stop = false;
  sem_init(&pen.enough, 0, 0);
  game_make("g1", "anna", "ben");
  game_make("g2", "anna", "ben");
  pthread_create(&pen.thread, NULL, write_on, &pen);
  sem_wait(&pen.enough);
  char path[300];
  int64_t last = 0;
  store_db *serving = store;
  for (int i = 0; i < 8; i++) {
    (void)snprintf(path, sizeof path, "%s/copy-%d.db", store_folder, i);
    asc_error error = {0};
    if (store_backup(serving, path, &error) != ASC_OK) fail_msg("%s", error.reason);
  }
  assert_int_equal(store_backup(serving, path, NULL), ASC_E_INPUT); /* it never replaces a file */
  pen.stop = true;
  pthread_join(pen.thread, NULL);
  for (int i = 0; i < 8; i++) {
    (void)snprintf(path, sizeof path, "%s/copy-%d.db", store_folder, i);
    assert_int_equal(store_open(&store, path, &(store_options){.read_only = true}, NULL), ASC_OK);
    assert_int_equal(store_check(store, NULL), ASC_OK);
    int64_t one = (int64_t)events_of("g1"), other = (int64_t)events_of("g2");
    assert_int_equal(one, other);
    assert_true(one >= 50 && one >= last && one <= pen.written);
    last = one;
    store_close(store);
  }
  store = serving;
  assert_int_equal(events_of("g1"), pen.written);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(listings_are_answered_in_order_beside_writes),
      store_test(closing_answers_the_listings_that_wait),
      store_test(a_read_only_store_answers_no_listings),
      store_test(after_an_interrupt_nothing_waits),
      store_test(a_backup_is_of_one_moment),
  };
  return store_tests_run(tests);
}
