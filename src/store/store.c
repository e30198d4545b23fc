/* The database for its users: opening and closing, checks of jobs before they reach a driver, and the listing thread.

   The game thread calls the driver directly. The listing thread takes queries from a FIFO, and does the upkeep that a
   driver asks for after a write (SQLite: checkpoints). The mutex protects only the FIFO and the flags beside it. Read
   driver.h first. */
#include "driver.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const store_driver *const drivers[] = {&store_sqlite_driver,
#ifdef ASCONA_POSTGRES
                                              &store_postgres_driver,
#endif
                                              NULL};

struct store_db {
  const store_driver *driver;
  void *database;
  bool read_only;
  store_about about;
  pthread_t thread; /* the listing thread; not in read_only mode */
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  store_job *first, **end; /* queries for the listing thread */
  bool needs_upkeep, is_ending;
};

/* ---- jobs ---- */

static const char *rejection(const store_db *db, const store_job *job, bool is_write) {
  if (job->inside->error != NULL) return job->inside->error;
  if (is_write != (job->inside->query.kind == STORE_QUERY_NONE))
    return "a query can't be written, and a change can't be read";
  if (!is_write) return NULL;
  if (db->read_only) return "the database is open read-only";
  return db->driver->reject != NULL ? db->driver->reject(job) : NULL;
}

/* Sets the status of the jobs that cannot be done in any case. Returns whether others remain. */
static bool prepare(const store_db *db, store_job *jobs, bool is_write) {
  for (store_job *job = jobs; job != NULL; job = job->next) {
    store_job_clear(job);
    const char *why = rejection(db, job, is_write);
    job->inside->is_rejected = why != NULL;
    if (why != NULL) store_job_fail(job, why);
  }
  return store_job_pending(jobs) != NULL;
}

static int fail_all(store_job *jobs, int code, const char *reason) {
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next))
    store_job_fail(job, reason);
  return code;
}

/* Memory may have run out while the result was copied. */
static void finish(store_job *jobs) {
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next))
    if (job->inside->error != NULL) store_job_fail(job, job->inside->error);
}

int store_write(store_db *db, store_job *jobs, asc_error *error) {
  asc_error why = {0};
  if (!prepare(db, jobs, true)) return ASC_OK;
  int code = db->driver->write(db->database, jobs, &why);
  if (code != ASC_OK) {
    if (error != NULL) *error = why;
    return fail_all(jobs, code, why.reason);
  }
  if (db->driver->needs_upkeep != NULL && db->driver->needs_upkeep(db->database)) {
    pthread_mutex_lock(&db->mutex);
    db->needs_upkeep = true;
    pthread_cond_signal(&db->wake);
    pthread_mutex_unlock(&db->mutex);
  }
  return ASC_OK;
}

int store_read(store_db *db, store_job *jobs, asc_error *error) {
  asc_error why = {0};
  if (!prepare(db, jobs, false)) return ASC_OK;
  int code = db->driver->read(db->database, jobs, &why);
  if (code != ASC_OK) {
    if (error != NULL) *error = why;
    return fail_all(jobs, code, why.reason);
  }
  finish(jobs);
  return ASC_OK;
}

store_status store_do(store_db *db, store_job *job) {
  job->next = NULL;
  if (job->inside->query.kind == STORE_QUERY_NONE)
    (void)store_write(db, job, NULL);
  else
    (void)store_read(db, job, NULL);
  return job->status;
}

int store_probe(store_db *db, asc_error *error) {
  if (db->read_only) return asc_error_set(error, ASC_E_STATE, "the database is open read-only");
  return db->driver->probe(db->database, error);
}

void store_interrupt(store_db *db) { db->driver->interrupt(db->database); }

/* ---- the listing thread ---- */

static void list_answer(const store_db *db, store_job *job) {
  asc_error why = {0};
  job->next = NULL;
  if (prepare(db, job, false)) {
    if (db->driver->list(db->database, job, &why) != ASC_OK)
      store_job_fail(job, why.reason);
    else
      finish(job);
  }
  if (job->on_done != NULL) job->on_done(job);
}

void store_list(store_db *db, store_job *job) {
  if (db->read_only) {
    job->next = NULL;
    store_job_fail(job, "the database is open read-only");
    if (job->on_done != NULL) job->on_done(job);
    return;
  }
  pthread_mutex_lock(&db->mutex);
  job->next = NULL;
  *db->end = job;
  db->end = &job->next;
  pthread_cond_signal(&db->wake);
  pthread_mutex_unlock(&db->mutex);
}

static void *listing_run(void *data) {
  store_db *db = data;
  for (;;) {
    pthread_mutex_lock(&db->mutex);
    while (db->first == NULL && !db->needs_upkeep && !db->is_ending) pthread_cond_wait(&db->wake, &db->mutex);
    store_job *job = db->first;
    bool needs_upkeep = db->needs_upkeep;
    if (job != NULL) db->first = job->next;
    if (db->first == NULL) db->end = &db->first;
    db->needs_upkeep = false;
    pthread_mutex_unlock(&db->mutex);
    if (job == NULL && !needs_upkeep) return NULL;
    if (needs_upkeep) db->driver->upkeep(db->database);
    if (job != NULL) list_answer(db, job);
  }
}

bool store_thread_start(pthread_t *thread, void *(*run)(void *), void *data) {
  sigset_t all, before;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  bool is_started = pthread_create(thread, NULL, run, data) == 0;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return is_started;
}

/* ---- open and close ---- */

const store_driver *store_driver_of(const char *place, asc_error *error) {
  for (size_t i = 0; drivers[i] != NULL; i++)
    if (drivers[i]->accepts(place)) return drivers[i];
  bool is_postgres = strncmp(place, "postgres", 8) == 0;
  (void)asc_error_set(error, ASC_E_INPUT, "%.*s: %s", (int)strcspn(place, ":"), place,
                      is_postgres ? "this program was built without PostgreSQL (libpq)"
                                  : "unknown kind of database; use a file or postgresql://HOST/NAME");
  return NULL;
}

static void release(store_db *db) {
  db->driver->close(db->database);
  pthread_cond_destroy(&db->wake);
  pthread_mutex_destroy(&db->mutex);
  free(db);
}

int store_open(store_db **result, const char *place, const store_options *options, asc_error *error) {
  *result = NULL;
  const store_driver *driver = store_driver_of(place, error);
  if (driver == NULL) return ASC_E_INPUT;
  store_db *db = calloc(1, sizeof *db);
  if (db == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  db->driver = driver;
  db->read_only = options->read_only;
  db->end = &db->first;
  int code = driver->open(&db->database, place, options, &db->about, error);
  if (code != ASC_OK) return free(db), code;
  pthread_mutex_init(&db->mutex, NULL);
  pthread_cond_init(&db->wake, NULL);
  if (!db->read_only && !store_thread_start(&db->thread, listing_run, db)) {
    release(db);
    return asc_error_set(error, ASC_E_MEMORY, "can't start a thread");
  }
  *result = db;
  return ASC_OK;
}

void store_close(store_db *db) {
  if (db == NULL) return;
  if (!db->read_only) {
    pthread_mutex_lock(&db->mutex);
    db->is_ending = true;
    pthread_cond_signal(&db->wake);
    pthread_mutex_unlock(&db->mutex);
    pthread_join(db->thread, NULL);
  }
  release(db);
}

const char *store_id(const store_db *db) { return db->about.id; }
int64_t store_heartbeat(const store_db *db) { return db->about.heartbeat; }
bool store_is_shared(const store_db *db) { return db->driver->is_shared; }

int store_backup(store_db *db, const char *path, asc_error *error) {
  return db->driver->backup(db->database, path, error);
}

int store_order(store_db *db, const char *what, const char *id, int64_t *number, asc_error *error) {
  return db->driver->order(db->database, what, id, number, error);
}

int store_check(store_db *db, asc_error *error) { return db->driver->check(db->database, error); }
