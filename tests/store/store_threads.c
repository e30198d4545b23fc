/* Many at once: what waits is committed together, in its order, and of those who want one number one gets it. */
#include "store.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

/* ---- jobs that are told ---- */

typedef struct told_list {
  sem_t begun, go, told;
  int64_t at[4096]; /* the number of each job, in the order in which they were told */
  int status[4096];
  int count;
} told_list;

static told_list list;

/* `data` is the number of the job; number 0 holds the store up until the test says `go`. */
static void on_done(asc_job *job) {
  int64_t number = (int64_t)(intptr_t)job->data;
  if (number == 0) {
    sem_post(&list.begun);
    sem_wait(&list.go);
  }
  list.at[list.count] = number;
  list.status[list.count++] = (int)job->status;
  asc_job_close(job);
  sem_post(&list.told);
}

static void submit(int64_t number, const char *game, int64_t seq, const char *command) {
  asc_job *job = asc_job_open(on_done, (void *)(intptr_t)number);
  asc_game_row row = game_row(game, "anna", "ben");
  job_say(job, game, seq, command, "{}");
  asc_job_game(job, &row);
  asc_store_submit(store, job);
}

static void submit_question(int64_t number, uint64_t owner, bool secret) {
  static const uint8_t hash[ASC_STORE_HASH];
  asc_job *job = asc_job_open(on_done, (void *)(intptr_t)number);
  job->owner = owner;
  if (secret)
    asc_job_ask_secret(job, ASC_SECRET_DEVICE, hash);
  else
    asc_job_ask_game(job, "g1", 1, 1000);
  asc_store_submit(store, job);
}

/* From here on the store is busy telling, until it may `go` on; what is submitted meanwhile waits. */
static void hold_with(bool steps) {
  list.count = 0;
  sem_init(&list.begun, 0, 0);
  sem_init(&list.go, 0, 0);
  sem_init(&list.told, 0, 0);
  if (steps)
    submit(0, "held", 1, NULL);
  else
    submit_question(0, 7, false);
  sem_wait(&list.begun);
}

static void hold(void) { hold_with(true); }

static void let_go(int jobs) {
  sem_post(&list.go);
  for (int i = 0; i <= jobs; i++) sem_wait(&list.told);
}

/* Where in the order it was told. */
static int place_of(int64_t number) {
  int place = 0;
  while (list.at[place] != number) place++;
  return place;
}

/* Many questions of one owner wait; another's, and the lookup of a sender, do not wait behind them. */
static void owners_take_turns_and_senders_come_first(void **state) {
  (void)state;
  enum { MANY = 200, OTHER, ITS_SECOND, SENDER };
  hold_with(false);
  for (int i = 1; i <= MANY; i++) submit_question(i, 7, false);
  submit_question(OTHER, 8, false);
  submit_question(ITS_SECOND, 8, false);
  submit_question(SENDER, 7, true);
  let_go(SENDER);
  assert_int_equal(place_of(0), 0);
  assert_int_equal(place_of(SENDER), 1);
  assert_in_range(place_of(OTHER), 2, 3);
  assert_in_range(place_of(ITS_SECOND), 4, 5);
  for (int i = 2; i <= MANY; i++) assert_true(place_of(i) > place_of(i - 1));
}

static void what_waits_is_committed_together_and_in_order(void **state) {
  (void)state;
  asc_store_figures before, after;
  hold();
  for (int i = 1; i <= 500; i++) submit(i, "g1", i, NULL);
  asc_store_figures_read(store, &before);
  assert_int_equal(before.waiting, 500); /* the one that holds is told already */
  let_go(500);
  asc_store_figures_read(store, &after);
  assert_int_equal(after.groups - before.groups, 1);
  assert_int_equal(after.jobs - before.jobs, 500);
  assert_int_equal(after.waiting, 0);
  for (int i = 0; i <= 500; i++) {
    assert_int_equal(list.at[i], i);
    assert_int_equal(list.status[i], ASC_STORE_DONE);
  }
  assert_int_equal(events_of("g1"), 500);
}

static void a_conflict_is_its_own_and_not_the_groups(void **state) {
  (void)state;
  hold();
  submit(1, "g1", 1, "a");
  submit(2, "g1", 1, "b");
  submit(3, "g2", 1, "c");
  submit(4, "g1", 1, "a");
  submit(5, "g1", 2, "d");
  let_go(5);
  const asc_store_status expected[] = {ASC_STORE_DONE, ASC_STORE_DONE,     ASC_STORE_CONFLICT,
                                       ASC_STORE_DONE, ASC_STORE_REPEATED, ASC_STORE_DONE};
  for (int i = 0; i <= 5; i++) assert_int_equal(list.status[i], expected[i]);
  assert_int_equal(events_of("g1"), 2);
  assert_int_equal(events_of("g2"), 1);
}

static void closing_does_what_was_submitted(void **state) {
  (void)state;
  hold();
  for (int i = 1; i <= 2500; i++) submit(i, "g1", i, NULL);
  sem_post(&list.go);
  asc_store_close(store);
  store = NULL;
  assert_int_equal(list.count, 2501);
  for (int i = 0; i <= 2500; i++) assert_int_equal(list.status[i], ASC_STORE_DONE);
  store_reopen();
  assert_int_equal(events_of("g1"), 2500);
}

/* ---- threads that want the same ---- */

enum { WRITERS = 8, GAMES = 3, EACH = 40 };

typedef struct writer {
  pthread_t thread;
  int number, written, conflicts;
} writer;

static void *write_all(void *data) {
  writer *me = data;
  for (int i = 0; i < EACH; i++) {
    char game[16], body[32], command[32];
    (void)snprintf(game, sizeof game, "g%d", i % GAMES);
    (void)snprintf(body, sizeof body, "%d.%d", me->number, i);
    (void)snprintf(command, sizeof command, "c%d.%d", me->number, i);
    for (asc_store_status status = ASC_STORE_CONFLICT; status == ASC_STORE_CONFLICT;) {
      asc_job *job = asc_job_open(NULL, NULL);
      asc_job_ask_game(job, game, 1, 100000);
      (void)asc_store_do(store, job);
      int64_t next = (int64_t)job->events_count + 1;
      asc_job_close(job);
      asc_game_row row = game_row(game, "anna", "ben");
      row.plies = (int)next;
      job = asc_job_open(NULL, NULL);
      asc_job_event(job, game, next, next, command, body, strlen(body));
      asc_job_game(job, &row);
      status = asc_store_do(store, job);
      asc_job_close(job);
      me->written += status == ASC_STORE_DONE;
      me->conflicts += status == ASC_STORE_CONFLICT;
    }
  }
  return NULL;
}

static void of_those_who_want_one_number_one_gets_it(void **state) {
  (void)state;
  writer writers[WRITERS] = {0};
  for (int i = 0; i < GAMES; i++) {
    char game[16];
    (void)snprintf(game, sizeof game, "g%d", i);
    game_make(game, "anna", "ben");
  }
  for (int i = 0; i < WRITERS; i++) {
    writers[i].number = i;
    assert_int_equal(pthread_create(&writers[i].thread, NULL, write_all, &writers[i]), 0);
  }
  int conflicts = 0;
  for (int i = 0; i < WRITERS; i++) {
    pthread_join(writers[i].thread, NULL);
    assert_int_equal(writers[i].written, EACH);
    conflicts += writers[i].conflicts;
  }
  assert_true(conflicts > 0);
  /* Each was written once, and the listing is that of the last event. */
  bool seen[WRITERS][EACH] = {0};
  for (int i = 0; i < GAMES; i++) {
    char game[16];
    (void)snprintf(game, sizeof game, "g%d", i);
    asc_job *job = job_new();
    asc_job_ask_game(job, game, 2, 100000);
    job_ask(job);
    assert_int_equal(job->games[0].plies, job->games[0].last);
    for (size_t j = 0; j < job->events_count; j++) {
      int number = 0, at = 0;
      assert_int_equal(sscanf(job->events[j].body, "%d.%d", &number, &at), 2);
      assert_false(seen[number][at]);
      seen[number][at] = true;
    }
    asc_job_close(job);
  }
  for (int i = 0; i < WRITERS; i++)
    for (int j = 0; j < EACH; j++) assert_true(seen[i][j]);
}

/* Everybody takes the same seat. */
static void *sit_down(void *data) {
  writer *me = data;
  asc_secret_row key = secret_row(ASC_SECRET_SEAT, "key", "anna");
  char person[16];
  (void)snprintf(person, sizeof person, "p%d", me->number);
  asc_job *job = asc_job_open(NULL, NULL);
  asc_job_take(job, ASC_SECRET_SEAT, key.hash, person, 10);
  me->written = asc_store_do(store, job) == ASC_STORE_DONE;
  me->conflicts = job->status == ASC_STORE_SPENT;
  asc_job_close(job);
  return NULL;
}

static void one_seat_is_one_persons(void **state) {
  (void)state;
  asc_secret_row key = secret_row(ASC_SECRET_SEAT, "key", "anna");
  key.game = "g1";
  secret_make(&key, ASC_STORE_DONE);
  writer writers[WRITERS] = {0};
  for (int i = 0; i < WRITERS; i++) {
    writers[i].number = i;
    assert_int_equal(pthread_create(&writers[i].thread, NULL, sit_down, &writers[i]), 0);
  }
  int written = 0, spent = 0;
  for (int i = 0; i < WRITERS; i++) {
    pthread_join(writers[i].thread, NULL);
    written += writers[i].written;
    spent += writers[i].conflicts;
  }
  assert_int_equal(written, 1);
  assert_int_equal(spent, WRITERS - 1);
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
    asc_job *job = asc_job_open(NULL, NULL);
    job_say(job, "g1", seq, NULL, "{}");
    job_say(job, "g2", seq, NULL, "{}");
    if (asc_store_do(store, job) == ASC_STORE_DONE) pen->written = seq;
    asc_job_close(job);
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
  asc_store *serving = store;
  for (int i = 0; i < 8; i++) {
    (void)snprintf(path, sizeof path, "%s/copy-%d.db", store_folder, i);
    asc_error error = {0};
    if (asc_store_backup(serving, path, &error) != ASC_OK) fail_msg("%s", error.reason);
  }
  assert_int_equal(asc_store_backup(serving, path, NULL), ASC_E_INPUT); /* never over another file */
  pen.stop = true;
  pthread_join(pen.thread, NULL);
  for (int i = 0; i < 8; i++) {
    (void)snprintf(path, sizeof path, "%s/copy-%d.db", store_folder, i);
    assert_int_equal(asc_store_open(&store, path, &(asc_store_options){.looking = true}, NULL), ASC_OK);
    assert_int_equal(asc_store_check(store, NULL), ASC_OK);
    int64_t one = (int64_t)events_of("g1"), other = (int64_t)events_of("g2");
    assert_int_equal(one, other);
    assert_true(one >= 50 && one >= last && one <= pen.written);
    last = one;
    asc_store_close(store);
  }
  store = serving;
  assert_int_equal(events_of("g1"), pen.written);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(what_waits_is_committed_together_and_in_order),
      store_test(a_conflict_is_its_own_and_not_the_groups),
      store_test(owners_take_turns_and_senders_come_first),
      store_test(closing_does_what_was_submitted),
      store_test(of_those_who_want_one_number_one_gets_it),
      store_test(one_seat_is_one_persons),
      store_test(a_backup_is_of_one_moment),
  };
  return store_tests_run(tests);
}
